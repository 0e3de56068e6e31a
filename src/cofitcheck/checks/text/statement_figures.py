"""What the statements have for a line at a time, and what sums and ratios of lines come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.text.counterparts import of_month
from cofitcheck.checks.text.dated import may_be_named_by
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.named_rows import Line, is_amount
from cofitcheck.checks.text.plain_statements import PlainStatements
from cofitcheck.checks.text.words import Row
from cofitcheck.document import Mention
from cofitcheck.periods import Period
from cofitcheck.prose import ProseMention

_HALF = Decimal("0.5")
_SIGNED = frozenset(
    "net_income operating_income pretax gross_profit operating investing financing equity".split()
)
"""Lines that may fall below nought; of others a sign only says that they are deducted."""
_TERM = re.compile(r"([+-]?) ?([a-z_]+)(\??)(@?)")
"""A line of `language.model.Ratio.ways`."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a line comes to at a time: what its number may have been rounded from, and the cells."""

    low: Decimal
    high: Decimal
    cells: tuple[int, ...]


def _are_alike(figures: Sequence[Figure]) -> bool:
    return max(each.low for each in figures) <= min(each.high for each in figures)


class StatementFigures:
    """Looks lines up in the statements of a document."""

    def __init__(self, links: Links, statements: PlainStatements) -> None:
        """Take the rows that lines are looked up among from `statements`."""
        self._grid = links.grid
        self._rows = statements.rows
        self._may_be_of = statements.may_be_of
        self._prose = links.prose
        self._own = links.prose.own

    def worked_out(self, way: str, said: ProseMention, ago: int) -> Figure | None:
        """Return what a sum of lines comes to, or one sum over another, `ago` years before a sentence's
        own."""
        part, _, whole = way.partition("/")
        over = self._sum(part, said, ago)
        if over is None or not whole:
            return over
        under = self._sum(whole, said, ago)
        if under is None or under.low <= 0:
            return None
        ends = [one / two for one in (over.low, over.high) for two in (under.low, under.high)]
        return Figure(min(ends), max(ends), (over.cells[0], under.cells[0]))

    def reports_on(self, period: Period) -> bool:
        """Tell whether a period may be of the length that the document reports on, or a date."""
        return period.months <= 0 or not self._own.months or period.months == self._own.months

    def _sum(self, text: str, said: ProseMention, ago: int) -> Figure | None:
        low = high = Decimal(0)
        cells: tuple[int, ...] = ()
        for sign, field, optional, averaged in _TERM.findall(text):
            found = self.main(Line(field, frozenset()), said, ago)
            if not found and optional:
                continue
            if not found or max(each.low for each in found) > min(each.high for each in found):
                return None
            one = found[0]
            if averaged:
                opening = self.main(Line(field, frozenset()), said, ago + 1)
                if not opening:
                    return one if not cells else None
                one = Figure(
                    _HALF * (one.low + opening[0].low), _HALF * (one.high + opening[0].high), one.cells
                )
            low, high = (low - one.high, high - one.low) if sign == "-" else (low + one.low, high + one.high)
            cells += one.cells
        return Figure(low, high, cells) if cells else None

    def named(self, line: Line) -> list[Row]:
        """Return the rows that have the name of a line, or nearly."""
        return [*self._rows.of(line), *self._rows.nearly(line)]

    def main(self, line: Line, said: ProseMention, ago: int = 0) -> list[Figure]:
        """Return what the main statement has for a line at just the time of a sentence, or years before."""
        named, year = self.named(line), said.period.year - ago
        held = [row for row in named if self._rows.in_statement(row)]
        found = self._at(held, line, said, year)
        if found and not _are_alike(found):  # associates, and the parent alone, have statements of their own
            return self._at(self._rows.main(named), line, said, year)
        first = min(map(self.table, found), default=0)
        before = [row for row in named if row[0] < first and self._rows.is_balance(row)]
        cut_off = self._at(before, line, said, year)  # a balance sheet in two tables may be no statement
        return found if all(_are_alike((each, found[0])) for each in cut_off) else []

    def _at(self, rows: Sequence[Row], line: Line, said: ProseMention, year: int) -> list[Figure]:
        figures = (self.by_year(row, line).get(year) for row in rows)
        return [each for each in figures if each and self._is_dated(said, each)]

    def every(self, line: Line, said: ProseMention) -> list[Figure]:
        """Return what any statement has for a line at what may be the time of a sentence."""
        rows = (*self.named(line), *self._rows.parts_of(line.field))
        return [
            self._figure(cell, line)
            for row in rows
            for cell in self._cells(row)
            if self._rows.in_statement(row) and self._may_be_of(said, cell)
        ]

    def by_year(self, row: Row, line: Line) -> dict[int, Figure]:
        """Return what a row has by the year. Only years with one cell count, and only days and spans of the
        length that the document reports on."""
        found: dict[int, list[Mention]] = {}
        for cell in self._cells(row):
            found.setdefault(self._grid.periods[cell.index].year, []).append(cell)
        return {
            year: self._figure(cells[0], line) for year, cells in found.items() if len(cells) == 1 and year
        }

    def _cells(self, row: Row) -> Iterator[Mention]:
        for each in self._grid.line(*row):
            period = self._grid.periods[each.index]
            whole = period.is_instant or period.months in (0, self._own.months)
            if is_amount(each) and whole and not says_change(each.column_path):
                yield each

    def _figure(self, cell: Mention, line: Line) -> Figure:
        value, off = cell.number.value or Decimal(0), Decimal(1).scaleb(cell.number.precision) * _HALF
        value = value if line.field in _SIGNED else abs(value)
        return Figure(value - off, value + off, (cell.index,))

    def _is_dated(self, said: ProseMention, figure: Figure) -> bool:
        """Tell whether a figure is of the month of a sentence, and its year has no other name."""
        period = self._grid.periods[figure.cells[0]]
        beside = replace(period, year=period.year + 1)
        return of_month(said.period, period) and not may_be_named_by(self._prose, said, beside)

    def table(self, figure: Figure) -> int:
        """Return the table that a figure stands in."""
        return self._grid[figure.cells[0]].table

    def precision(self, figure: Figure) -> int:
        """Return the exponent of the last digit of a figure."""
        return self._grid[figure.cells[0]].number.precision
