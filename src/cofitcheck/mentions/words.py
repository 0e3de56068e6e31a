"""What labels, headers and titles say: their words, their years, and the basis of each number.

A number may be adjusted, pro forma, replaced since, or of the parent alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.caching import cached, once_a_document
from cofitcheck.document import Document, Mention, Table
from cofitcheck.encoding.texts import translated
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS
from cofitcheck.language.meanings import LABEL_BASES
from cofitcheck.periods.text import years_in

WordSet = frozenset[str]

_WORD = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile(f"[{EAST_ASIAN_LETTERS}]+")
_WORDS_OF_TIME = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec year years month months three six nine twelve
    ended ending quarter fiscal as of at the in and for to a on by
    thousands millions billions except per share data amounts unaudited dollars""".split()
)
"""What headers and titles say of time and units."""
_EMPTY_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "total", "with")
)
_NON_GAAP = LABEL_BASES["non_gaap"]
_ADJUSTED = re.compile(rf"{LABEL_BASES['adjusted']}|{_NON_GAAP}", re.IGNORECASE)
# Over a column "adjusted" must name a measure, or stand beside what is not adjusted.
_ADJUSTED_MEASURE = re.compile(rf"(?:{_ADJUSTED.pattern})(?= [a-z])|{_NON_GAAP}", re.IGNORECASE)
_ADJUSTED_COLUMN = re.compile(rf"{LABEL_BASES['adjusted_alone']}|{_NON_GAAP}", re.IGNORECASE)
_GAAP = re.compile(LABEL_BASES["gaap"], re.IGNORECASE)
_PRO_FORMA = re.compile(LABEL_BASES["pro_forma"], re.IGNORECASE)
_REPLACED = re.compile(LABEL_BASES["replaced"], re.IGNORECASE)
# A label that only says which of the measure of its section it is: "Basic", "Diluted", "2023".
_WHICH_OF = re.compile(rf"(?:{LABEL_BASES['which_of']}|[\W\d_])+", re.IGNORECASE)
_PARENT_ONLY = re.compile(LABEL_BASES["parent_only"], re.IGNORECASE)
_CONSOLIDATED = re.compile(LABEL_BASES["consolidated"], re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?]\s")

_OWN_STATEMENT = re.compile(LABEL_BASES["own_statement"])
_GROUP_STATEMENT = re.compile(LABEL_BASES["group_statement"])
_OWN_NUMBER = re.compile(LABEL_BASES["own_number"])
_OWN_COLUMN = re.compile(LABEL_BASES["own_column"], re.IGNORECASE)
_GROUP_COLUMN = re.compile(LABEL_BASES["group_column"], re.IGNORECASE)
_FULL_STOP = re.compile(r"[。；]")
_HEADING = 40
"""The most characters before a table that may be its heading."""


@cached(65536)
def folded_words(text: str) -> tuple[str, ...]:
    """Return the lower-case words of a text in order, digits dropped and plural endings folded.

    Chinese and Japanese are read in English where that is known, else as overlapping pairs of characters.
    """
    return tuple(
        part
        for word in _WORD.findall(translated(text).lower())
        for part in (_pairs(word) if _UNSPACED.search(word) else (_singular(word),))
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def _pairs(word: str) -> tuple[str, ...]:
    return tuple(word[at : at + 2] for at in range(max(1, len(word) - 1)))


def content_words(text: str) -> tuple[str, ...]:
    """Return the `folded_words` of a header or a title without what they say of time and units."""
    return tuple(word for word in folded_words(text) if word not in _WORDS_OF_TIME)


@cached(65536)
def word_set(text: str) -> WordSet:
    """Return the words of a label that carry meaning: no digits, no stop words, no "total"."""
    return frozenset(_WORD.findall(translated(text).casefold())) - _EMPTY_WORDS


def row_words(mention: Mention, title: str) -> WordSet:
    """Return the `word_set` of a row label; for a bare "Total" that of its section, else of the `title`."""
    for label in (*reversed(mention.row_path), title):
        if found := word_set(label):
            return found
    return frozenset()


def years(mention: Mention) -> frozenset[str]:
    """Return the years of the column headers, else of the row labels ("Balance at December 31, 2022")."""
    found = frozenset(years_in(translated(" ".join(mention.column_path))))
    return found or frozenset(years_in(translated(" ".join(mention.row_path))))


class MentionBasis(NamedTuple):
    """The basis of a number: whether it is of the parent alone, and any other basis ("adjusted") that differs
    from that of the statements."""

    of_parent: bool
    stated: frozenset[str]


@once_a_document
def mention_bases(document: Document) -> tuple[MentionBasis, ...]:
    """Return the basis of each mention, parallel to `document.mentions`; it is kept nowhere else."""
    of_parent = parents_tables(document)
    headers: defaultdict[int, set[str]] = defaultdict(set)
    for mention in document.mentions:
        headers[mention.table].update(mention.column_path)
    beside_gaap = {table: any(map(_GAAP.search, found)) for table, found in headers.items()}
    beside_group = {table for table, found in headers.items() if any(map(_GROUP_COLUMN.fullmatch, found))}
    return tuple(
        MentionBasis(
            of_parent[mention.table]
            or is_parents_number(mention)
            or (mention.table in beside_group and any(map(_OWN_COLUMN.fullmatch, mention.column_path))),
            _stated(mention.row_path, mention.column_path, beside_gaap[mention.table]),
        )
        for mention in document.mentions
    )


@cached(65536)
def _stated(row_path: tuple[str, ...], column_path: tuple[str, ...], beside_gaap: bool) -> frozenset[str]:
    """Return the bases that labels and headers state other than the statements' own; `beside_gaap` tells
    whether a column of their table is headed GAAP or IFRS."""
    measure, columns = measure_label(row_path), " / ".join(column_path)
    in_header = _ADJUSTED_COLUMN if beside_gaap else _ADJUSTED_MEASURE
    stated = {
        "adjusted": _ADJUSTED.search(measure) or in_header.search(columns),
        "pro forma": _PRO_FORMA.search(f"{measure} / {columns}"),
        # In a row it is what a roll-forward begins with.
        "replaced": _REPLACED.search(columns),
    }
    return frozenset(name for name, found in stated.items() if found)


@cached(65536)
def measure_label(row_path: tuple[str, ...]) -> str:
    """Return the label that names the measure of a row: its own, or that of a section around "Diluted"."""
    return next((label for label in reversed(row_path) if not _WHICH_OF.fullmatch(label)), "")


def parents_tables(document: Document) -> list[bool]:
    """Tell of each table whether it is of the parent alone.

    In Chinese, Japanese and British reports the headings name the group or the parent; where no heading names
    the group, the document has statements of one company only, and nothing to tell apart.
    """
    headings = [_headings(table) for table in document.tables]
    grouped = any(_GROUP_STATEMENT.search(heading) for each in headings for heading in each)
    return [
        _is_parents_own(table) or (grouped and _is_own_by_heading(each))
        for table, each in zip(document.tables, headings, strict=True)
    ]


def is_parents_number(mention: Mention) -> bool:
    """Tell whether a label or a header says, in Chinese or Japanese, that a number is the parent's."""
    return any(_OWN_NUMBER.search(text) for text in (*mention.row_path[-1:], *mention.column_path))


def _is_parents_own(table: Table) -> bool:
    """Tell whether a table is of the parent alone, by its title or the heading that ends the text before it.

    The schedule of the parent may hold consolidating tables, and text that speaks of it may stand before
    others.
    """
    heading = _SENTENCE_END.split(table.text_before)[-1]
    named = _PARENT_ONLY.search(table.title) or _PARENT_ONLY.search(heading)
    return bool(named) and not _CONSOLIDATED.search(table.title)


def _headings(table: Table) -> tuple[str, ...]:
    """Return the headings over a table, the nearest first."""
    chapter, _, heading = table.title.partition(" — ")
    return _FULL_STOP.split(table.text_before)[-1][-_HEADING:], heading, chapter


def _is_own_by_heading(headings: tuple[str, ...]) -> bool:
    """Tell whether the nearest heading that names the group or the parent names the parent."""
    for heading in headings:
        if _GROUP_STATEMENT.search(heading):
            return False
        if _OWN_STATEMENT.search(heading):
            return True
    return False
