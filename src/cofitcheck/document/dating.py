"""The period of every mention of a document: its headers, its row, and the sentence before its table."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from cofitcheck.document.model import Document, Mention, Table
from cofitcheck.document.periods import Period, mention_period, read_period

_BRACKETED = re.compile(r"[(\[（][^()\[\]（）]*[)\]）]")
_SENTENCE_END = re.compile(r"(?<=[.:;!?])\s+(?=[A-Z0-9])")
_INTRODUCES = re.compile(
    r":\s*$|\bfollow(?:s|ing)\b|\btables?\b|\b(?:below|set forth|summari[sz]ed?|presents?|presented)\b",
    re.IGNORECASE,
)
_LONGEST_HEADING = 80
# A date that the sentence speaks of in passing ("acquired on July 29, 2019") does not date the table.
_MONTH_DAY = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d{1,2}\b"
)
_DATING = re.compile(
    rf"(?:^|\b(?:as of|as at|at|ended|ending)\s+){_MONTH_DAY}"
    r"|\b(?:for|during|fiscal)\s+(?:the\s+)?(?:fiscal\s+)?(?:years?\s+)?(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_DATE = re.compile(r"\b[A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d\b")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def date_mentions(document: Document) -> list[Period]:
    """Return the period of each mention, parallel to `document.mentions`."""
    by_table: dict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        by_table[mention.table].append(mention)
    around = {at: _said_around(document.tables[at], mentions) for at, mentions in by_table.items()}
    return [mention_period(m.row_path, m.column_path, around[m.table]) for m in document.mentions]


def introduced(text: str) -> tuple[Period, ...]:
    """Return the periods that the last sentence of a text states of the table it introduces.

    "At December 31, 2023 and 2022" gives one without a year: the day on which those years end.
    """
    sentence = _SENTENCE_END.split(_BRACKETED.sub(" ", text).strip())[-1]
    heading = len(sentence) <= _LONGEST_HEADING
    if not (_DATING.search(sentence) and (heading or _INTRODUCES.search(sentence))):
        return ()
    stated = read_period(sentence)
    if len(set(_YEAR.findall(sentence))) < 2:
        return (stated,)
    dates = {read_period(date) for date in _DATE.findall(sentence)}
    if len({(date.month, date.day) for date in dates}) > 1:
        return tuple(replace(date, months=max(stated.months, 0)) for date in dates)
    return (replace(stated, year=0, months=max(stated.months, 0)),)


def _said_around(table: Table, mentions: list[Mention]) -> tuple[Period, ...]:
    """Return the periods that hold for a table where its headers do not say otherwise.

    The sentence before the table says it: a date, or when the years of the headers end. Without one, a single
    date among the headers is the date of all.
    """
    sentence = introduced(table.text_before)
    headed = {mention_period((*m.row_path[:-1], ""), m.column_path) for m in mentions}
    dated = [period for period in headed if period.year]
    alone = len(dated) == 1 and dated[0].day and dated[0].months <= 0
    return (dated[0],) if alone and not sentence else sentence
