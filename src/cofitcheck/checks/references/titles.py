"""The years that the words over a table name, against those of its columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.document import Document, Table
from cofitcheck.document.passages import Passage

_YEAR = re.compile(r"(?<![0-9$,.-])(?:19|20)[0-9]{2}(?![0-9,-]|\.[0-9])")
_YEARS = re.compile(
    r"(?P<lead>\b(?:years?|months|weeks|quarters?|periods?|as\sof|at|on)\b[^.;:]{0,60}?)"
    r"(?P<years>(?:19|20)[0-9]{2}(?:\s?(?:,|,?\sand|&)\s(?:[A-Z][a-z]{2,8}\s[0-9]{1,2},\s)?(?:19|20)[0-9]{2}){1,4})(?![0-9-])"
)
"""A list of two years or more behind the word for what ended then."""
_LEADS_TO_TABLE = re.compile(
    r":\s*$|\b(?:following\stable|table\sbelow|as\sfollows|tables?\sbelow|summari[sz]e[sd]?)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class DatedTitle:
    """Words over a table that list years (`named`), and the years of its columns, the latest first.

    `passage` is -1 where the words are its title.
    """

    table: int
    words: str
    named: tuple[int, ...]
    columns: tuple[int, ...]
    passage: int = -1


def misdated_titles(document: Document) -> Iterator[DatedTitle]:
    """Yield the titles, and the sentences that lead to a table, whose years are all so many years off; one a
    table."""
    told: set[int] = set()
    for each in dated_titles(document):
        if each.table not in told and is_shifted(each.named, each.columns):
            told.add(each.table)
            yield each


def dated_titles(document: Document) -> Iterator[DatedTitle]:
    """Yield the titles, and the sentences that lead to a table, that list years, right or wrong."""
    columns = column_years(document)
    before = _passages_before(document)
    for table in document.tables:
        for words, passage in _words_over(table, before.get(table.index)):
            if named := years_named(words):
                yield DatedTitle(table.index, words, named, columns.get(table.index, ()), passage)


def column_years(document: Document) -> dict[int, tuple[int, ...]]:
    """Return the years in the headers of each table, the latest first."""
    found: dict[int, set[int]] = {}
    for mention in document.mentions:
        years = {int(year) for header in mention.column_path for year in _YEAR.findall(header)}
        found.setdefault(mention.table, set()).update(years)
    return {table: tuple(sorted(years, reverse=True)) for table, years in found.items()}


def years_named(words: str) -> tuple[int, ...]:
    """Return the years of the one list in a title or a sentence, () where there is none or several."""
    lists = {tuple(map(int, _YEAR.findall(found["years"]))) for found in _YEARS.finditer(words)}
    return tuple(sorted(set(lists.pop()), reverse=True)) if len(lists) == 1 else ()


def is_shifted(named: tuple[int, ...], columns: tuple[int, ...]) -> bool:
    """Tell whether as many years are named as the columns have, all as far off."""
    if len(named) < 2 or len(named) != len(columns):
        return False
    off = {one - other for one, other in zip(named, columns, strict=True)}
    return len(off) == 1 and off != {0}


def _words_over(table: Table, before: Passage | None) -> Iterator[tuple[str, int]]:
    yield table.title.rpartition(" — ")[2], -1
    if before and _LEADS_TO_TABLE.search(before.text[-300:]):
        yield before.text[-400:], before.index


def _passages_before(document: Document) -> dict[int, Passage]:
    """Return the passage right before each table."""
    found: dict[int, Passage] = {}
    for passage in document.passages:
        found[passage.after_table + 1] = passage
    return found
