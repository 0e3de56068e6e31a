"""Sentences that set lines of the statements side by side, and what is worked out of several lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.counterparts import Counterpart, Way, of_month, span
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.named_rows import (
    SHARED_NAMES,
    Line,
    clause_of,
    is_amount,
    leaves_out,
    line_called,
    narrows,
    plain_name,
)
from cofitcheck.checks.text.plain_statements import PlainStatements, WrongStatement
from cofitcheck.checks.text.ratio_points import states_points
from cofitcheck.checks.text.said_of_lines import NARROW, WIDE
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.worded_claims import Claim, Kind, claims_in
from cofitcheck.checks.text.words import Row
from cofitcheck.document import Mention
from cofitcheck.language.phrases import MEASURES, RATIOS
from cofitcheck.numbers import Measure
from cofitcheck.prose import Basis, Bound, Direction, Operation, ProseMention, Role
from cofitcheck.prose.operations import lower
from cofitcheck.prose.read import read_numbers

_HALF = Decimal("0.5")
_BEYOND = Decimal("0.97")
"""What is more than a part in words has at least so much of it."""
_SIGNED = frozenset(
    "net_income operating_income pretax gross_profit operating investing financing equity".split()
)
"""Lines that may fall below nought; of others a sign only says that they are deducted."""
_OF_MEASURES = frozenset({Basis.NON_GAAP})
_MOST_PAIRS = 400
_WAYS = tuple(
    (re.compile(names), tuple(ways)) for names, ways in
    (*MEASURES, *((names, (f"{part} / {whole}",)) for names, part, whole in RATIOS))
)  # fmt: skip
_TERM = re.compile(r"([+-]?)\s*([a-z_]+)(\??)(@?)")
_LEVELS = frozenset({Operation.LEVEL, Operation.TO, Operation.FROM, Operation.COMPARED, Operation.AVERAGE})
_FEWEST_YEARS = 2


@dataclass(frozen=True, slots=True)
class Figure:
    """What a line comes to at a time: what its number may have been rounded from, and the cells."""

    low: Decimal
    high: Decimal
    cells: tuple[int, ...]


class Claims:
    """Judges sentences of several lines. Only what every line of the names refutes is told."""

    def __init__(self, links: Links, statements: PlainStatements, *, apart: bool = False) -> None:
        """`apart` tells that the sentences are of another document than the tables."""
        self._may_be_of = statements.may_be_of
        self._links = links
        self._grid = links.grid
        self._rows = statements.rows
        self._own = links.prose.own
        self._apart = apart

    def wrong(self) -> Iterator[WrongStatement]:
        """Yield what is wrong: claims in words, and numbers of what is worked out of several lines."""
        for claim in claims_in(self._grid.document, self._links.prose, changes=self._apart):
            if self._is_of_whole(claim) and (held := self._judged(claim)):
                way = Difference.DIRECTION if claim.kind is Kind.ROSE else Difference.OTHER
                yield WrongStatement(claim.said, held, way)
        for said in self._links.prose.mentions if self._apart else ():
            if held := self._of_measure(said):
                yield WrongStatement(said, held, Difference.OTHER)
            elif held := self._of_points(said):
                yield WrongStatement(said, held, Difference.DIRECTION)

    def _is_of_whole(self, claim: Claim) -> bool:
        """Tell whether nothing says that a sentence of the report itself is of a part of the company."""
        if leaves_out(claim.said):
            return False
        if self._apart:
            return True
        heading = self._grid.document.passages[claim.said.passage].heading
        line = line_called(claim.subject)
        sure = line and line.field and line.field not in SHARED_NAMES
        return bool(sure) and not narrows(heading, words_of(claim.subject))

    def _judged(self, claim: Claim) -> Counterpart | None:
        year = claim.said.period.year
        if claim.kind is Kind.ROSE:
            return self._ratio_direction(claim.subject, year, claim.said.direction, claim.said)
        subject = line_called(claim.subject)
        if subject is None:
            return None
        if claim.kind in (Kind.HIGHEST, Kind.LOWEST):
            return self._rank(claim, subject)
        if claim.kind in (Kind.MORE, Kind.LESS) and (found := self._against_amount(claim, subject)):
            return found
        other = line_called(claim.other)
        if other is None or other == subject:
            return None
        return self._side_by_side(claim, subject, other)

    def _side_by_side(self, claim: Claim, subject: Line, other: Line) -> Counterpart | None:
        mine, its = self._main(subject, claim.said), self._main(other, claim.said)
        if not mine or not its:
            return None
        ones, others = self._every(subject, claim.said), self._every(other, claim.said)
        if len(ones) * len(others) > _MOST_PAIRS:
            return None
        pairs = [(one, two) for one, two in product(ones, others) if self._table(one) == self._table(two)]
        pairs += product(mine, its)
        if any(one.low < 0 or two.low <= 0 or _holds(claim, one, two) for one, two in pairs):
            return None
        one, two = mine[0], its[0]
        cells = one.cells[0], two.cells[0]
        if claim.kind is Kind.PART:
            by = Decimal(100) if claim.times < 1 else Decimal(1)
            way = Way.SHARE if claim.times < 1 else Way.RATIO
            return Counterpart(way, cells, by * one.low / two.high, by * one.high / two.low, 0)
        return Counterpart(Way.BESIDE, cells, one.low, one.high, 0)

    def _against_amount(self, claim: Claim, subject: Line) -> Counterpart | None:
        numbers, _ = read_numbers(claim.other)
        if len(numbers) != 1 or numbers[0].role is not Role.AMOUNT or numbers[0].figure.start > 1:
            return None
        if numbers[0].figure.end < len(claim.other.strip()):
            return None
        value = numbers[0].number.value or Decimal(0)
        mine, every = self._main(subject, claim.said), self._every(subject, claim.said)
        more = claim.kind is Kind.MORE
        if not mine or any(each.high > value if more else each.low < value for each in (*mine, *every)):
            return None
        return Counterpart(Way.STATED, mine[0].cells, mine[0].low, mine[0].high, self._precision(mine[0]))

    def _rank(self, claim: Claim, subject: Line) -> Counterpart | None:
        year, highest = claim.said.period.year, claim.kind is Kind.HIGHEST
        told: list[Counterpart] = []
        for row in self._named(subject):
            by_year = self._by_year(row, subject)
            if year not in by_year or len(by_year) < _FEWEST_YEARS:
                continue
            own = by_year[year]
            main = self._main(subject, claim.said)
            if not any(each.low < own.high and own.low < each.high for each in main):
                continue  # a part of the company, or of an associate
            rivals = [
                each for at, each in by_year.items() if year - _FEWEST_YEARS <= at <= year and at != year
            ]
            beaten = [each for each in rivals if (each.low >= own.high if highest else each.high <= own.low)]
            if not beaten:
                return None
            if row in self._rows.main(self._named(subject)):
                best = (
                    max(beaten, key=lambda each: each.low)
                    if highest
                    else min(beaten, key=lambda each: each.low)
                )
                told.append(Counterpart(Way.BESIDE, (own.cells[0], best.cells[0]), own.low, own.high, 0))
        return told[0] if told else None

    def _ratio_direction(
        self, name: str, year: int, way: Direction, said: ProseMention
    ) -> Counterpart | None:
        """Return the change of a named ratio that went the other way by each way to work it out."""
        if not year or way is Direction.NONE or not (ways := _ways_of(name)):
            return None
        changes: list[Counterpart] = []
        for each in ways:
            now, before = self._worked_out(each, said, 0), self._worked_out(each, said, 1)
            if not now or not before or "/" not in each:
                return None
            bounds = 100 * (now.low - before.high), 100 * (now.high - before.low)
            rose = 1 if bounds[0] > 0 else -1 if bounds[1] < 0 else 0
            cells = (*now.cells[:2], *before.cells[:2])
            if rose * (1 if way is Direction.UP else -1) >= 0:
                return None
            least, most = sorted(map(abs, bounds))
            changes.append(Counterpart(Way.POINTS, cells, least, most, 0, rose))
        return changes[0] if changes and len(changes[0].cells) == 4 else None

    def _of_points(self, said: ProseMention) -> Counterpart | None:
        if not states_points(said) or leaves_out(said) or said.basis:
            return None
        before = lower(said.indicator).partition("…")[0]
        return self._ratio_direction(clause_of(before), said.period.year, said.direction, said)

    def _of_measure(self, said: ProseMention) -> Counterpart | None:
        """Return what a measure comes to whose number no customary way to work it out comes near."""
        if said.operation not in _LEVELS or said.basis - _OF_MEASURES or leaves_out(said):
            return None
        if not said.number.value or said.bound not in (Bound.EXACT, Bound.ABOUT):
            return None
        before, _, _ = lower(said.indicator).partition("…")
        name = clause_of(before)
        ways = _ways_of(name, _SEVERAL_WAYS) or ()
        found = [self._worked_out(each, said, 0) for each in ways]
        figures = [each for each in found if each]
        if not figures or len(figures) < len(found) or self._is_printed(said, words_of(plain_name(name))):
            return None
        amounts = "/" not in ways[0]
        if amounts is not (said.role is Role.AMOUNT) or figures[0].low <= 0:
            return None
        by = Decimal(100) if said.role is Role.PERCENT else Decimal(1)
        least, most = by * min(each.low for each in figures), by * max(each.high for each in figures)
        low, high = span(said)
        slack = abs(most) / 20 if amounts else Decimal(0)
        if low <= most + slack and least - slack <= high:
            return None
        way = Way.CHANGE if amounts else Way.SHARE if by > 1 else Way.RATIO
        first = figures[0]
        return Counterpart(way, first.cells[:2], by * first.low, by * first.high, 0)

    def _is_printed(self, said: ProseMention, name: Words) -> bool:
        """Tell whether a row with the words of a measure's name states its number."""
        rows = self._links.words.rows
        return any(
            name <= rows[self._links.row(cell)].label and self._may_be_of(said, self._grid[cell])
            for cell in self._links.equal(said)
        )

    def _worked_out(self, way: str, said: ProseMention, ago: int) -> Figure | None:
        """Return what sums of lines come to, one over the other, so many years before a sentence's own."""
        part, _, whole = way.partition("/")
        over = self._sum(part, said, ago)
        if over is None or not whole:
            return over
        under = self._sum(whole, said, ago)
        if under is None or under.low <= 0:
            return None
        ends = [one / two for one in (over.low, over.high) for two in (under.low, under.high)]
        return Figure(min(ends), max(ends), (over.cells[0], under.cells[0]))

    def _sum(self, text: str, said: ProseMention, ago: int) -> Figure | None:
        low = high = Decimal(0)
        cells: tuple[int, ...] = ()
        for sign, field, optional, averaged in _TERM.findall(text):
            found = self._main(Line(field, frozenset()), said, ago)
            if not found and optional:
                continue
            if not found or max(each.low for each in found) > min(each.high for each in found):
                return None
            one = found[0]
            if averaged:
                opening = self._main(Line(field, frozenset()), said, ago + 1)
                if not opening:
                    return one if not cells else None
                one = Figure(
                    _HALF * (one.low + opening[0].low), _HALF * (one.high + opening[0].high), one.cells
                )
            low, high = (low - one.high, high - one.low) if sign == "-" else (low + one.low, high + one.high)
            cells += one.cells
        return Figure(low, high, cells) if cells else None

    def _named(self, line: Line) -> list[Row]:
        return [*self._rows.of(line), *self._rows.nearly(line)]

    def _main(self, line: Line, said: ProseMention, ago: int = 0) -> list[Figure]:
        """Return what the main statement has for a line at just the time of a sentence, or years before."""
        found = []
        for row in self._rows.main(self._named(line)):
            figure = self._by_year(row, line).get(said.period.year - ago)
            if figure and self._is_dated(said, figure):
                found.append(figure)
        return found

    def _every(self, line: Line, said: ProseMention) -> list[Figure]:
        """Return what any statement has for a line at what may be the time of a sentence."""
        rows = (*self._named(line), *self._rows.parts_of(line.field))
        return [
            self._figure(cell, line)
            for row in rows
            for cell in self._cells(row)
            if self._rows.in_statement(row) and self._may_be_of(said, cell)
        ]

    def _by_year(self, row: Row, line: Line) -> dict[int, Figure]:
        """Return what a row has by the year, of years of which it has one cell, and of spans of that length
        that the document reports on."""
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
                if each.number.measure is not Measure.PERCENT:
                    yield each

    def _figure(self, cell: Mention, line: Line) -> Figure:
        value, off = cell.number.value or Decimal(0), Decimal(1).scaleb(cell.number.precision) * _HALF
        value = value if line.field in _SIGNED else abs(value)
        return Figure(value - off, value + off, (cell.index,))

    def _is_dated(self, said: ProseMention, figure: Figure) -> bool:
        return of_month(said.period, self._grid.periods[figure.cells[0]])

    def _table(self, figure: Figure) -> int:
        return self._grid[figure.cells[0]].table

    def _precision(self, figure: Figure) -> int:
        return self._grid[figure.cells[0]].number.precision


_SEVERAL_WAYS = len(MEASURES)
"""The first of all ways are of measures that are worked out in several."""


def _ways_of(name: str, first: int | None = None) -> Sequence[str] | None:
    called = plain_name(name)
    return next((ways for names, ways in _WAYS[:first] if names.fullmatch(called)), None)


def _holds(claim: Claim, one: Figure, two: Figure) -> bool:
    """Tell whether two lines may be to each other as a sentence says."""
    if claim.kind is Kind.MORE:
        return one.high > two.low
    if claim.kind is Kind.LESS:
        return one.low < two.high
    least, most = one.low / two.high, one.high / two.low
    if claim.said.bound is Bound.AT_LEAST:
        return most >= claim.times * _BEYOND
    if claim.said.bound is Bound.AT_MOST:
        return least * _BEYOND <= claim.times
    from_, to = WIDE if claim.said.bound is Bound.ABOUT else NARROW
    return most >= claim.times * from_ and least <= claim.times * to
