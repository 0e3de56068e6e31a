"""Check sentences that compare lines of the statements, or state what is worked out of several lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from itertools import product

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.counterparts import Counterpart, Way, span
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.named_rows import (
    SHARED_NAMES,
    Line,
    clause_of,
    leaves_out,
    line_called,
    narrows,
    plain_name,
)
from cofitcheck.checks.text.plain_statements import PlainStatements, WrongStatement
from cofitcheck.checks.text.ratio_words import POINTS, states_points
from cofitcheck.checks.text.said_of_lines import NARROW, WIDE
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.statement_figures import Figure, StatementFigures
from cofitcheck.checks.text.worded_claims import Claim, Kind, claims_in
from cofitcheck.language.phrases import MEASURES, RATIOS
from cofitcheck.prose import Basis, Bound, Direction, Operation, ProseMention, Role
from cofitcheck.prose.operations import lower
from cofitcheck.prose.read import read_numbers

_BEYOND = Decimal("0.97")
"""The part of what words say from which on they are right: "more than a third" is right from this part of a
third on, and "less than a third" up to a third over this part."""
_OF_MEASURES = frozenset({Basis.NON_GAAP})
_MOST_PAIRS = 400
_WAYS = tuple(
    (re.compile(names), tuple(ways)) for names, ways in
    (*MEASURES, *((names, (f"{part} / {whole}",)) for names, part, whole in RATIOS))
)  # fmt: skip
_SEVERAL_WAYS = len(MEASURES)
"""How many of `_WAYS`, at the beginning, are for measures that can be worked out in several ways."""
_LEVELS = frozenset({Operation.LEVEL, Operation.TO, Operation.FROM, Operation.COMPARED, Operation.AVERAGE})
_FEWEST_YEARS = 2


class Claims:
    """Judges sentences about several lines. A sentence is reported only where every line with the names
    refutes it."""

    def __init__(self, links: Links, statements: PlainStatements, *, apart: bool = False) -> None:
        """`apart` tells that the sentences are of another document than the tables."""
        self._may_be_of = statements.may_be_of
        self._figures = StatementFigures(links, statements)
        self._links = links
        self._grid = links.grid
        self._rows = statements.rows
        self._own = links.prose.own
        self._apart = apart

    def wrong(self, settled: Collection[int] = ()) -> Iterator[WrongStatement]:
        """Yield wrong claims in words, and wrong numbers that are worked out of several lines, but for
        numbers that are `settled` already."""
        for claim in claims_in(self._grid.document, self._links.prose, changes=self._apart):
            if self._is_of_whole(claim) and (held := self._judged(claim)):
                way = Difference.DIRECTION if claim.kind is Kind.ROSE else Difference.OTHER
                yield WrongStatement(claim.said, held, way)
        numbers = self._links.prose.mentions if self._apart else ()
        for said in (each for each in numbers if each.index not in settled):
            if not self._figures.reports_on(said.period):
                continue
            if held := self._of_measure(said):
                yield WrongStatement(said, held, Difference.OTHER)
            elif held := self._of_points(said):
                yield WrongStatement(said, held, Difference.DIRECTION)

    def _is_of_whole(self, claim: Claim) -> bool:
        """Tell whether a sentence is of the whole company: it leaves nothing out, and in the report itself
        its subject is surely a line of the whole and no heading is of a part."""
        if leaves_out(claim.said):
            return False
        if self._apart:
            return True
        heading = self._grid.document.passages[claim.said.passage].heading
        line = line_called(claim.subject)
        sure = line and line.field and line.field not in SHARED_NAMES
        return bool(sure) and not narrows(heading, words_of(claim.subject))

    def _judged(self, claim: Claim) -> Counterpart | None:
        if not self._figures.reports_on(claim.said.period):
            return None
        if claim.kind is Kind.ROSE:
            return self._ratio_direction(claim.subject, claim.said)
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
        mine, its = self._figures.main(subject, claim.said), self._figures.main(other, claim.said)
        if not mine or not its:
            return None
        ones, others = self._figures.every(subject, claim.said), self._figures.every(other, claim.said)
        if len(ones) * len(others) > _MOST_PAIRS:
            return None
        pairs = [
            (one, two)
            for one, two in product(ones, others)
            if self._figures.table(one) == self._figures.table(two)
        ]
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
        mine, every = self._figures.main(subject, claim.said), self._figures.every(subject, claim.said)
        more = claim.kind is Kind.MORE
        if not mine or any(each.high > value if more else each.low < value for each in (*mine, *every)):
            return None
        return Counterpart(
            Way.STATED, mine[0].cells, mine[0].low, mine[0].high, self._figures.precision(mine[0])
        )

    def _rank(self, claim: Claim, subject: Line) -> Counterpart | None:
        year, highest = claim.said.period.year, claim.kind is Kind.HIGHEST
        told: list[Counterpart] = []
        for row in self._figures.named(subject):
            by_year = self._figures.by_year(row, subject)
            if year not in by_year or len(by_year) < _FEWEST_YEARS:
                continue
            own = by_year[year]
            main = self._figures.main(subject, claim.said)
            if not any(each.low < own.high and own.low < each.high for each in main):
                continue  # a part of the company, or of an associate
            rivals = [
                each for at, each in by_year.items() if year - _FEWEST_YEARS <= at <= year and at != year
            ]
            beaten = [each for each in rivals if (each.low >= own.high if highest else each.high <= own.low)]
            if not beaten:
                return None
            if row in self._rows.main(self._figures.named(subject)):
                cells = own.cells[0], beaten[0].cells[0]
                told.append(Counterpart(Way.BESIDE, cells, own.low, own.high, self._figures.precision(own)))
        return told[0] if told else None

    def _ratio_direction(self, name: str, said: ProseMention) -> Counterpart | None:
        """Return the change of a named ratio where, by each way to work it out, it went the other way than
        the sentence says."""
        up = {Direction.UP: 1, Direction.DOWN: -1}.get(said.direction, 0)
        ways = _ways_of(name) if said.period.year and up else ()
        line = line_called(name)
        if line and line.field:  # "gross margin" is an amount, too
            ways = (*ways, line.field)
        changes: list[Counterpart] = []
        for each in ways:
            now, before = self._figures.worked_out(each, said, 0), self._figures.worked_out(each, said, 1)
            if not now or not before:
                return None
            by = 100 * POINTS.get(said.role, Decimal(1))
            bounds = by * (now.low - before.high), by * (now.high - before.low)
            rose = (bounds[0] > 0) - (bounds[1] < 0)
            if rose * up >= 0:
                return None
            least, most = sorted(map(abs, bounds))
            changes.append(Counterpart(Way.POINTS, (*now.cells, *before.cells), least, most, 0, rose))
        return changes[0] if changes and "/" in ways[0] else None

    def _of_points(self, said: ProseMention) -> Counterpart | None:
        """Return the change of a ratio where a sentence states its points and the wrong direction."""
        if not states_points(said) or leaves_out(said) or said.basis:
            return None
        return self._ratio_direction(clause_of(lower(said.indicator).partition("…")[0]), said)

    def _of_measure(self, said: ProseMention) -> Counterpart | None:
        """Return what a measure comes to where no customary way to work it out comes near the number of the
        sentence."""
        if said.operation not in _LEVELS or said.basis - _OF_MEASURES or leaves_out(said):
            return None
        if not said.number.value or said.bound not in (Bound.EXACT, Bound.ABOUT):
            return None
        before, _, _ = lower(said.indicator).partition("…")
        name = next((each for each in (before, clause_of(before)) if _ways_of(each, _SEVERAL_WAYS)), "")
        ways = _ways_of(name, _SEVERAL_WAYS)
        found = [self._figures.worked_out(each, said, 0) for each in ways]
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
        return Counterpart(way, first.cells, by * first.low, by * first.high, 0)

    def _is_printed(self, said: ProseMention, name: Words) -> bool:
        """Tell whether a row with the words of a measure's name states its number."""
        rows = self._links.words.rows
        return any(
            name <= rows[self._links.row(cell)].label and self._may_be_of(said, self._grid[cell])
            for cell in self._links.equal(said)
        )


def _ways_of(name: str, first: int | None = None) -> Sequence[str]:
    called = plain_name(name)
    return next((ways for names, ways in _WAYS[:first] if names.fullmatch(called)), ())


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
