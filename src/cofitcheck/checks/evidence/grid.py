"""The mentions of a document by row and column, and the years that their headers name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from cofitcheck.document import Document, Mention
from cofitcheck.periods import Period
from cofitcheck.periods.dating import ended_periods, fiscal_calendar, headed_periods
from cofitcheck.periods.fiscal_calendar import LAST_MONTH, is_bare
from cofitcheck.periods.inferred import RollForward
from cofitcheck.periods.text import years_in

Value = TypeVar("Value")


def years(path: Sequence[str]) -> list[str]:
    """Return the years that headers or labels name, each once, in order."""
    return sorted(set(years_in(" ".join(path))))


class Grid:
    """The mentions of a document by row and by column; a mention is named by its index."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._rows: dict[tuple[int, int], list[Mention]] = defaultdict(list)
        self._columns: dict[tuple[int, int], list[Mention]] = defaultdict(list)
        self._tables: dict[int, list[Mention]] = defaultdict(list)
        self._roll_forwards: dict[int, RollForward] = {}
        self._empty: dict[int, list[tuple[int, str]]] = {}
        self._once: dict[tuple[Callable[[Grid, Mention], Any], int], Any] = {}
        for mention in sorted(document.mentions, key=lambda mention: (mention.row, mention.column)):
            self._rows[mention.table, mention.row].append(mention)
            self._columns[mention.table, mention.column].append(mention)
            self._tables[mention.table].append(mention)

    @cached_property
    def periods(self) -> tuple[Period, ...]:
        """The period of each mention, with what captions and titles say and the ends of fiscal years."""
        return ended_periods(self.document)

    def __getitem__(self, mention: int) -> Mention:
        return self.document.mentions[mention]

    def once(self, said: Callable[[Grid, Mention], Value], mention: Mention) -> Value:
        """Return the result of a pure function for a mention. It is computed only the first time."""
        key = said, mention.index
        if key not in self._once:
            self._once[key] = said(self, mention)
        return cast(Value, self._once[key])

    @cached_property
    def named_years(self) -> NamedYears:
        """The meaning of the years that headers name without a day."""
        return NamedYears(self.document)

    def empty_rows(self, table: int) -> list[tuple[int, str]]:
        """Return the rows of a table that have a label and no numbers, each with its label, from the top."""
        if table not in self._empty:
            labels = (cell for cell in self.document.tables[table].cells if cell.column == 0 and cell.text)
            self._empty[table] = sorted(
                (cell.row, cell.text) for cell in labels if (table, cell.row) not in self._rows
            )
        return self._empty[table]

    def unread(self, table: int) -> list[tuple[int, int]]:
        """Return the rows and columns of the cells of a table whose numbers are listed as not read."""
        cells = self.document.tables[table].cells if self._unread else ()
        return [
            (cell.row, cell.column)
            for cell in cells
            if any((place.file, place.element) in self._unread for place in cell.places)
        ]

    @cached_property
    def _unread(self) -> frozenset[tuple[str, int]]:
        places = (place for each in self.document.unread for place in each.cells)
        return frozenset((place.file, place.element) for place in places)

    def roll_forward(self, table: int) -> RollForward:
        """Return which rows of a table are named as balances."""
        if table not in self._roll_forwards:
            self._roll_forwards[table] = RollForward.of(self._tables.get(table, ()))
        return self._roll_forwards[table]

    def line(self, table: int, row: int) -> list[Mention]:
        """Return the mentions of a row, from left to right."""
        return self._rows.get((table, row), [])

    def table(self, table: int) -> list[Mention]:
        """Return the mentions of a table, row by row."""
        return self._tables.get(table, [])

    def row(self, mention: int) -> list[Mention]:
        """Return the other mentions of the mention's row, from left to right."""
        here = self[mention]
        return [other for other in self._rows[here.table, here.row] if other.index != mention]

    def column(self, mention: int) -> list[Mention]:
        """Return the other mentions of the mention's column, from top to bottom."""
        here = self[mention]
        return [other for other in self._columns[here.table, here.column] if other.index != mention]

    def above_and_below(self, mention: int) -> list[Mention]:
        """Return the nearest mention above and the nearest below in the same column, where there are any."""
        here = self[mention]
        others = self.column(mention)
        above = [other for other in others if other.row < here.row]
        below = [other for other in others if other.row > here.row]
        return above[-1:] + below[:1]


class NamedYears:
    """What "2022" over a number means in one document, whose fiscal years may end in the year after."""

    def __init__(self, document: Document) -> None:
        self._headed = headed_periods(document)
        self._fiscal = fiscal_calendar(document)
        self._meant = self._fiscal.dates(document, self._headed)

    def are_apart(self, first: int, second: int) -> bool:
        """Tell whether a bare year and the day of another mention are, or may well be, of different years.

        They may be where fiscal years end early in a calendar year and nothing tells after which year they
        are named.
        """
        return self._is_apart(first, second) or self._is_apart(second, first)

    def _is_apart(self, named: int, dated: int) -> bool:
        year, day = self._headed[named], self._headed[dated]
        if not (is_bare(year) and day.day and day.year):
            return False
        if self._fiscal.unsure:
            return year.year == day.year and day.month <= LAST_MONTH
        return self._meant[named] != year and self._meant[named].year != day.year
