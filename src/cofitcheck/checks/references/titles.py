"""Check the words over a table against its columns, and against the tables that have its numbers.

The words name years, a unit and a currency.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, label_of, lines_by_table, statement_of
from cofitcheck.document import Document, Mention, Table
from cofitcheck.document.structure import Passage
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.meanings import REFERENCES
from cofitcheck.numbers import Number
from cofitcheck.periods.fiscal_calendar import LAST_MONTH

_YEAR = re.compile(r"(?<![0-9$,.-])(?:19|20)[0-9]{2}(?![0-9-]|[.,][0-9])")
_YEARS = re.compile(
    rf"(?P<lead>\b{REFERENCES['ended']}\b[^.;:]{{0,60}}?)"
    r"(?P<years>(?:19|20)[0-9]{2}(?:\s?(?:,|,?\sand|&)\s(?:[A-Z][a-z]{2,8}\s[0-9]{1,2},\s)?(?:19|20)[0-9]{2}){1,4})(?![0-9-])"
)
"""A list of two years or more behind the word for what ended then."""
_LEADS_TO_TABLE = re.compile(rf":\s*$|\b{REFERENCES['leads_to_table']}\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)])\.\s(?=[A-Z])")
_EARLY = re.compile(
    rf"\b(?:{'|'.join(name for name, month in MONTHS.items() if month <= LAST_MONTH)})\b", re.IGNORECASE
)
"""A month in which a fiscal year ends that may be named by the calendar year before."""
_MOST_BELOW = 2
"""In how many tables below the first the years of one sentence may stand."""
_LABEL = 60
"""The most characters of a label between two tables: a longer text leads to the second one."""

_FEWEST = 3
"""How many numbers of a table, each under its own label, must be printed alike in another one."""
_FEWEST_DIGITS = 4
_SCALES = frozenset({3, 6})
"""How many powers of ten lie between two units that are written for each other: thousands and millions."""

_Key = tuple[str, Decimal]
"""A label and a number as printed."""
_Unit = int | str


@dataclass(frozen=True, slots=True)
class DatedTitle:
    """Words over a table that list years (`named`), and the years of its columns, the latest first.

    Where the columns have fewer years than are named, those of the tables right below are added. Where
    columns have no years, they are those of the rows (`in_rows`). `passage` is -1 where the words are its
    title.
    """

    table: int
    words: str
    named: tuple[int, ...]
    columns: tuple[int, ...]
    passage: int = -1
    in_rows: bool = False

    @property
    def is_shifted(self) -> bool:
        """Whether as many years are named as are shown, and all are off by the same number of years.

        A fiscal year that ends early may be named by the year before. Rows may have the year of an opening
        balance before those that are named, or lack the closing one.
        """
        if self.columns and self.named[0] == self.columns[0] + 1 and _EARLY.search(self.words):
            return False
        if not self.in_rows:
            return _is_shifted(self.named, self.columns)
        opened = self.columns[:-1]
        if self.named in (self.columns, opened) or self.named[1:] == opened:
            return False
        return _is_shifted(self.named, self.columns) or _is_shifted(self.named, opened)


def misdated_titles(document: Document) -> Iterator[DatedTitle]:
    """Yield the titles, and the sentences that lead to a table, whose years are all off by the same number;
    one for each table."""
    told: set[int] = set()
    for each in dated_titles(document):
        if each.table not in told and each.is_shifted:
            told.add(each.table)
            yield each


def dated_titles(document: Document) -> Iterator[DatedTitle]:
    """Yield the titles, and the sentences that lead to a table, that list years, right or wrong."""
    columns, rows = _years_of(document, "column_path"), _years_of(document, "row_path")
    before = _passages_before(document)
    for table in document.tables:
        for words, passage in _words_over(table, before.get(table.index)):
            if named := years_named(words):
                shown = columns.get(table.index, set())
                for below in _tables_right_below(document, table.index, before):
                    if len(shown) < len(named):
                        shown = shown | columns.get(below, set())
                in_rows = rows.get(table.index, set())
                if in_rows.issuperset(named):
                    shown = set()  # the headers have years of something else
                years = tuple(sorted(shown or in_rows, reverse=True))
                yield DatedTitle(table.index, words, named, years, passage, in_rows=not shown)


def _years_of(document: Document, path: Literal["column_path", "row_path"]) -> dict[int, set[int]]:
    """Return the years in the headers, or in the labels, of each table."""
    found: dict[int, set[int]] = {}
    for mention in document.mentions:
        years = {int(year) for text in getattr(mention, path) for year in _YEAR.findall(text)}
        found.setdefault(mention.table, set()).update(years)
    return found


def _tables_right_below(document: Document, table: int, before: Mapping[int, Passage]) -> Iterator[int]:
    """Yield the tables below one as long as no running text stands between."""
    for below in range(table + 1, min(table + 1 + _MOST_BELOW, len(document.tables))):
        between = before.get(below)
        if between and between.after_table == below - 1 and len(between.text) > _LABEL:
            return
        yield below


def years_named(words: str) -> tuple[int, ...]:
    """Return the years of the one list in a title or a sentence, () where there is none or several."""
    lists = {tuple(map(int, _YEAR.findall(found["years"]))) for found in _YEARS.finditer(words)}
    return tuple(sorted(set(lists.pop()), reverse=True)) if len(lists) == 1 else ()


def _is_shifted(named: tuple[int, ...], shown: tuple[int, ...]) -> bool:
    if len(named) < 2 or len(named) != len(shown):
        return False
    off = {one - other for one, other in zip(named, shown, strict=True)}
    return len(off) == 1 and off != {0}


def _words_over(table: Table, before: Passage | None) -> Iterator[tuple[str, int]]:
    yield table.title.rpartition(" — ")[2], -1
    if before and _LEADS_TO_TABLE.search(before.text[-300:]):
        *earlier, last = _SENTENCE_END.split(before.text[-400:].strip())
        leading = [each for each in earlier if _LEADS_TO_TABLE.search(each)]
        yield " ".join((*leading, last)), before.index


def _passages_before(document: Document) -> dict[int, Passage]:
    """Return the passage right before each table."""
    found: dict[int, Passage] = {}
    for passage in document.passages:
        found[passage.after_table + 1] = passage
    return found


@dataclass(frozen=True, slots=True)
class MisnamedUnit:
    """A table under a wrong unit: `said` is the scale, or the currency, of its numbers, and `meant` that of
    the `numbers` that tables elsewhere print alike; `other` is one of these."""

    table: int
    said: _Unit
    meant: _Unit
    numbers: int
    other: int


def misnamed_units(grid: Grid) -> Iterator[MisnamedUnit]:
    """Yield the tables whose numbers stand in other tables under the same labels and in another unit."""
    tables = {
        table.index: kept for table in grid.document.tables if (kept := _printed(grid.table(table.index)))
    }
    yield from _misnamed(grid, tables, lambda number: number.scale, _are_scales)
    yield from _misnamed(grid, tables, lambda number: number.currency, _are_currencies)


def _misnamed(
    grid: Grid,
    tables: Mapping[int, Mapping[_Key, Mention]],
    unit_of: Callable[[Number], _Unit],
    are_two: Callable[[_Unit, _Unit], bool],
) -> Iterator[MisnamedUnit]:
    where: dict[_Key, list[int]] = defaultdict(list)
    for table, printed in tables.items():
        for key in printed:
            where[key].append(table)
    differing: dict[int, dict[_Unit, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    agreeing: dict[int, set[str]] = defaultdict(set)
    for key, its in where.items():
        alike: dict[_Unit, list[int]] = defaultdict(list)
        for table in its:
            alike[unit_of(tables[table][key].number)].append(table)
        for table in its:
            own = unit_of(tables[table][key].number)
            if len(alike[own]) > 1:
                agreeing[table].add(key[0])
            for unit, others in alike.items():
                if unit != own and are_two(own, unit):
                    differing[table][unit][key[0]] = others[-1]
    for table, by_unit in differing.items():
        meant, labels = max(by_unit.items(), key=lambda each: len(each[1]))
        other = next(iter(labels.values()))
        if len(labels) >= _FEWEST and not agreeing[table] and _is_wrong(grid, table, other, agreeing):
            said = unit_of(next(iter(tables[table].values())).number)
            yield MisnamedUnit(table, said, meant, len(labels), other)


def _is_wrong(grid: Grid, table: int, other: int, agreeing: Mapping[int, set[str]]) -> bool:
    """Tell whether of two tables that contradict each other the first is wrong: the other has its unit in a
    third one, or is a statement, or stands before it."""
    if agreeing[other]:
        return True
    first, second = (bool(statement_of(lines_by_table(grid.document)[each])) for each in (table, other))
    return second if first is not second else other < table


def _printed(mentions: list[Mention]) -> dict[_Key, Mention]:
    return {
        (label_of(each), abs(each.number.displayed)): each
        for each in mentions
        if each.number.displayed is not None
        and each.number.digits >= _FEWEST_DIGITS
        and each.number.measure in AMOUNTS
        and each.row_path
    }


def _are_scales(one: _Unit, other: _Unit) -> bool:
    """Tell whether two scales are written for each other; without one a table states no unit."""
    both = isinstance(one, int) and isinstance(other, int) and one > 0 and other > 0
    return both and abs(int(one) - int(other)) in _SCALES


def _are_currencies(one: _Unit, other: _Unit) -> bool:
    return bool(one) and bool(other) and one != other
