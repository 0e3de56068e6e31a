"""Sentences about one line of the statements, held against all that the document states of that line."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.checks.text.counterparts import (
    Counterpart,
    Way,
    alike_headers,
    are_alike,
    change_or_none,
    of_month,
    stated_range,
)
from cofitcheck.checks.text.dated import EARLY, is_surely_dated, may_be_named_by
from cofitcheck.checks.text.intended_values import agrees_in_thousands
from cofitcheck.checks.text.links import Links, number_of
from cofitcheck.checks.text.named_rows import (
    SHARED_NAMES,
    TOTAL,
    Line,
    NamedRows,
    is_amount,
    is_per_share,
    narrows,
)
from cofitcheck.checks.text.ratio_words import is_named
from cofitcheck.checks.text.readings import is_right_otherwise
from cofitcheck.checks.text.said_of_lines import NARROW, WIDE, as_meant, line_of, worded_changes
from cofitcheck.checks.text.slipping import Difference, difference_of
from cofitcheck.checks.text.ties import CHANGES
from cofitcheck.checks.text.words import Row
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Bound, Operation, ProseMention

_LEVELS = frozenset({Operation.LEVEL, Operation.FROM, Operation.TO, Operation.COMPARED})
_FEW_YEARS = 2
_THOUSANDS, _KEPT = 3, 3
"""How many noughts at the end of a number may stand for digits, and behind how many other digits they may
stand for digits that were cut and not only rounded."""
_MONTHS = frozenset(MONTHS)


@dataclass(frozen=True, slots=True)
class WrongStatement:
    """A number that no reading of its sentence makes right, and what the line that it names has."""

    said: ProseMention
    counterpart: Counterpart
    difference: Difference


class PlainStatements:
    """Judges the numbers of sentences whose subject is the name of a line."""

    def __init__(self, links: Links, *, apart: bool = False) -> None:
        """`apart` tells that the sentences are of another document than the tables: a release, a letter."""
        self._links = links
        self._apart = apart
        self._grid = links.grid
        self.rows = NamedRows(links.grid)
        self._own = links.prose.own

    def wrong(self, settled: Collection[int] = ()) -> Iterator[WrongStatement]:
        """Yield the numbers that are wrong, but for those that are `settled` already."""
        mentions = self._links.prose.mentions
        read = (as_meant(said) for said in mentions if said.index not in settled)
        told = ((said, self._line_of(said)) for said in read)
        for said, line in chain(told, worded_changes(self._grid.document, self._links.prose)):
            of_ratio = said.index < 0 and is_named(said.indicator)  # "gross margin" is an amount, too
            found = self._judged(said, line) if line and not of_ratio else None
            if line and found and not self._is_of_a_part(said, line):
                yield found

    def _is_of_a_part(self, said: ProseMention, line: Line) -> bool:
        """Tell whether a report lists another number with a level, and that one misses the line as well: then
        both are of a part of the line."""
        if self._apart or said.index < 0 or said.operation not in _LEVELS:
            return False
        together = self._links.sentences[said.passage, said.sentence.start]
        listed = (each for each in together if each.group == said.group and each.index != said.index)
        return any(each.operation in _LEVELS and self._judged(each, line) for each in listed)

    def _line_of(self, said: ProseMention) -> Line | None:
        if self._apart:
            said = replace(said, indicator=self.rows.without_company(said.indicator))
        return line_of(said)

    def _judged(self, said: ProseMention, line: Line) -> WrongStatement | None:
        rows = self._of_level(self.rows.of(line))
        stating = [row for row in rows if self._states(row, line)]
        if not stating:
            rows = self._of_level(self.rows.nearly(line))
            stating = [row for row in rows if self._states(row, line)]
        if not stating and self._apart and not line.field and len(line.words) > 1:
            rows = self._of_level(self.rows.of(line))
            stating = [row for row in rows if self._is_by_date(row)]
        if not stating:
            return None
        exact = self.rows.exactly(stating, line)
        rows = [*stating, *self.rows.parts_of(line.field)] if self._apart else rows
        of_row = self._changes if said.operation in CHANGES else self._levels
        if said.operation is Operation.AVERAGE:
            of_row = self._averages
        readings = [each for row in rows for each in of_row(said, row)]
        own = self._sure(said, [each for each in readings if self._links.row(each.cells[0]) in exact])
        if self._apart and own and not are_alike(own):  # associates have statements of their own
            main = self.rows.main(stating)
            own = [each for each in own if self._links.row(each.cells[0]) in main]
        if not own or not are_alike(own):
            return None
        if self._apart:
            readings = [each for each in readings if self._grid.periods[each.cells[0]].year]
        if any(_is_right(each, said) for each in readings):
            return None
        if said.operation in _LEVELS and (self._is_stated_elsewhere(said, line) or not self._is_dated(said)):
            return None
        held = next((each for each in own if _nearly_agrees(each, said)), own[0])
        if not (self._apart and said.number.scale) and agrees_in_thousands(said, held):
            return None
        if _is_cut(said, held):
            return None
        slip = _difference(held, said)
        if not self._is_of_group(said, line, held) or self._is_right_otherwise(said, held, slip):
            return None
        return WrongStatement(said, held, slip)

    def _is_right_otherwise(self, said: ProseMention, held: Counterpart, slip: Difference) -> bool:
        """Tell whether another reading of a report's own sentence makes its number right."""
        return not self._apart and said.index >= 0 and is_right_otherwise(self._links, {}, said, held, slip)

    def _sure(self, said: ProseMention, readings: Sequence[Counterpart]) -> list[Counterpart]:
        """Return the readings of just the time that the sentence says: those of spans where there are some,
        and none of a row that has two numbers for that time."""
        sure = [each for each in readings if self._is_sure(said, each)]
        spans = [each for each in sure if not self._grid.periods[each.cells[0]].is_instant]
        sure = sure if said.period.is_instant or not spans else spans
        dated = [each for each in sure if self._grid.periods[each.cells[0]].months]
        sure = dated or sure
        rows = Counter(self._links.row(each.cells[0]) for each in sure)
        alone = [each for each in sure if rows[self._links.row(each.cells[0])] == 1]
        return sure if said.operation is Operation.AVERAGE else alone

    def _is_dated(self, said: ProseMention) -> bool:
        """Tell whether the years of a sentence can be given to its numbers in one way only. In another
        document it is enough that the sentence has few years."""
        years = self._links.years_of(said.passage, said.sentence.start, said.sentence.end)
        few = self._apart and len(years) <= _FEW_YEARS
        return few or is_surely_dated(self._links, said)

    def _of_level(self, rows: list[Row]) -> list[Row]:
        """Return the rows that stand in no section of changes, as a cash flow statement has."""
        return [row for row in rows if not says_change(self._grid.line(*row)[0].row_path[:-1])]

    def _states(self, row: Row, line: Line) -> bool:
        """Tell whether a row stands in a statement. A row of equity must also have as many words as the line,
        since these tell whose it is: the shareholders' equity is less than all equity."""
        label = self._links.words.plain_label(row) - TOTAL
        of_whom = line.field != "equity" or len(line.words) <= len(label)
        return of_whom and self.rows.in_statement(row)

    def _is_by_date(self, row: Row) -> bool:
        """Tell whether only dates set the numbers of a row apart, and not segments in columns."""
        line = self._of_dates(row)
        return len(line) > 1 and all(alike_headers(line[0], each) for each in line[1:])

    def _levels(self, said: ProseMention, row: Row) -> Iterator[Counterpart]:
        for cell in self._grid.line(*row):
            if _is_stated(cell) and not says_change(cell.column_path) and self.may_be_of(said, cell):
                yield Counterpart(
                    Way.STATED, (cell.index,), *stated_range(cell.number), cell.number.precision
                )

    def _of_dates(self, row: Row) -> list[Mention]:
        return [
            each for each in self._grid.line(*row) if _is_stated(each) and not says_change(each.column_path)
        ]

    def _averages(self, said: ProseMention, row: Row) -> Iterator[Counterpart]:
        """Yield the average of a row over the years that a sentence names, and over these and all years
        between them."""
        named = self._links.years_of(said.passage, said.sentence.start, said.sentence.end)
        years = frozenset(year for _, year in named)
        between = frozenset(range(min(years, default=0), max(years, default=0) + 1))
        by_year: dict[int, list[Mention]] = defaultdict(list)
        for each in self._of_dates(row):
            by_year[self._grid.periods[each.index].year].append(each)
        for span in {years, between}:
            cells = [each for year in sorted(span, reverse=True) for each in by_year[year]]
            if len(span) > 1 and len(cells) == len(span) and all(by_year[year] for year in span):
                ranges = [stated_range(each.number) for each in cells]
                least, most = (sum(ends, Decimal(0)) / len(cells) for ends in zip(*ranges, strict=True))
                finest = max(each.number.precision for each in cells)
                yield Counterpart(Way.AVERAGE, tuple(each.index for each in cells), least, most, finest)

    def _changes(self, said: ProseMention, row: Row) -> Iterator[Counterpart]:
        line = [
            each for each in self._grid.line(*row) if is_amount(each) and not says_change(each.column_path)
        ]
        for later in line:
            if not self.may_be_of(said, later):
                continue
            for earlier in line:
                now, before = self._grid.periods[later.index], self._grid.periods[earlier.index]
                first = now.year - 1 if said.index < 0 else 1  # words alone compare with the year before
                if first <= before.year < now.year and before.months == now.months:
                    yield from change_or_none(said, later, earlier)

    def may_be_of(self, said: ProseMention, cell: Mention) -> bool:
        """Tell whether a cell may be of the year that is said."""
        told, period = said.period.year, self._grid.periods[cell.index]
        same = not told or not period.year or period.year == told
        return same or may_be_named_by(self._links.prose, said, period)

    def _is_sure(self, said: ProseMention, held: Counterpart) -> bool:
        """Tell whether cells are of a statement, and of just the time that a sentence says."""
        later = self._grid[held.cells[0]]
        told, period = (
            said.period or (self._own if self._apart else said.period),
            self._grid.periods[later.index],
        )
        if held.way is Way.AVERAGE:
            return period.is_instant or period.months in (0, self._own.months)
        if not told.year or told.year != period.year:
            return False
        if not self._apart and period.month in EARLY and not words_of(said.words) & _MONTHS:
            return False
        months = told.months if told.months > 0 else self._own.months
        alike = period.is_instant or period.months in (0, months)
        if not alike or not of_month(told, period):
            return False
        if len(held.cells) == 1:
            return True
        earlier = self._grid[held.cells[1]]
        before = self._grid.periods[earlier.index]
        against = said.against.year if 0 < said.against.year <= period.year else period.year - 1
        return before.year == against and of_month(period, before) and alike_headers(later, earlier)

    def _is_of_group(self, said: ProseMention, line: Line, held: Counterpart) -> bool:
        """Tell whether a sentence speaks of the whole company: it is of no segment that the cell is not of,
        and in the report itself the line is only one of the statements and no heading is of something
        else."""
        if self._links.segments.is_of_another(said, self._grid[held.cells[0]]):
            return False
        heading = self._grid.document.passages[said.passage].heading
        of_whole = bool(line.field) and line.field not in SHARED_NAMES
        return self._apart or (of_whole and not narrows(heading, line.words))

    def _is_stated_elsewhere(self, said: ProseMention, line: Line) -> bool:
        """Tell whether a row that shares a word with the line states the number for the time that is said."""
        links = self._links
        return any(
            not (self._apart and self.rows.is_another(links.row(cell), line))
            and not (self._apart and not self._grid.periods[cell].year)
            and line.words & links.words.rows[links.row(cell)].label
            and self.may_be_of(said, self._grid[cell])
            for cell in links.equal(said)
        )


def _is_stated(mention: Mention) -> bool:
    return is_amount(mention) or is_per_share(mention)


def _is_right(held: Counterpart, said: ProseMention) -> bool:
    """Tell whether cells come to what is said, or may do."""
    if said.number.value is None:
        return held.goes_with(said)
    return _nearly_agrees(held, said) and held.goes_with(said)


def _is_cut(said: ProseMention, held: Counterpart) -> bool:
    """Tell whether noughts at the end of a number stand for digits: "$6,042,000" of 6,042,619."""
    rounded = number_of(replace(said, bound=Bound.ABOUT))
    apart = abs(abs(rounded.value or Decimal(0)) - abs(held.middle))
    unit = Decimal(1 if rounded.digits >= _KEPT else "0.5").scaleb(rounded.precision)
    return said.operation in _LEVELS and rounded.precision - rounded.scale >= _THOUSANDS and apart < unit


def _nearly_agrees(held: Counterpart, said: ProseMention) -> bool:
    unit = Decimal(1).scaleb(said.number.precision)
    stated = abs(said.number.value or Decimal(0))
    if said.index < 0:
        least, most = WIDE if said.bound is Bound.ABOUT else NARROW
        return stated * least <= held.most and (held.least <= stated * most or said.bound is Bound.AT_LEAST)
    return held.agrees(said) or held.least - unit < stated < held.most + unit


def _difference(held: Counterpart, said: ProseMention) -> Difference:
    if said.number.value is None or _nearly_agrees(held, said):
        return Difference.DIRECTION
    number = said.number
    stated, precision = abs(number.value or Decimal(0)), number.precision
    rounded = held.middle.quantize(Decimal(1).scaleb(precision), context=EXACT)
    return difference_of(stated, precision, rounded, precision) or Difference.OTHER
