"""What tables have for a number in prose: a cell that states it, or two cells of a row whose change it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.links import Links, number_of
from cofitcheck.checks.text.words import BRACKETED, Row
from cofitcheck.document import Mention
from cofitcheck.language.calendar import PARTS_OF_DATES
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.phrases import OUTFLOWS, OWN, PRIOR
from cofitcheck.numbers import Measure, Number
from cofitcheck.numbers.relations import EXACT
from cofitcheck.periods import Period
from cofitcheck.prose import Bound, Direction, Operation, ProseMention, Role
from cofitcheck.prose.operations import lower

_OUTFLOW = re.compile(OUTFLOWS)
_DATED = re.compile(rf"{PRIOR}|{OWN}|{PARTS_OF_DATES}")
"""The parts in which headers of two periods may differ, in languages that do not separate words."""
_PART_OF_YEAR = range(1, 12)
_HALF = Decimal("0.5")
_HUNDRED = Decimal(100)
_OF_TIME = frozenset(MONTHS) | frozenset(
    "year month quarter period week fiscal ended ending unaudited audited restated first second third fourth"
    " three six nine twelve thirteen".split()
)
"""Words in which the headers of two cells of a row may differ where these are of two periods; without
plurals."""
_OF_POINTS = {Role.PERCENT: Decimal(1), Role.POINTS: Decimal(1), Role.BASIS_POINTS: _HUNDRED}
"""How many units of a role make one percentage point: a hundred basis points."""


class Way(StrEnum):
    """How cells come to what a sentence says."""

    STATED = "stated"
    CHANGE = "change"
    PERCENT_CHANGE = "change in percent"
    SHARE = "share"
    """The first of two cells in per cent of the second."""
    REST = "rest"
    """The second of two cells less the first, in per cent of the second."""
    RATIO = "ratio"
    """The first of two cells over the second."""
    AVERAGE = "average"
    """The sum of the cells over their count."""
    BESIDE = "beside"
    """The first of two cells compared with the second, of another line or another year."""
    POINTS = "change in points"
    """The first of four cells in per cent of the second, less the third in per cent of the fourth."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """Cells that a number in prose may be about: one that states it, or the later and the earlier of a
    change.

    What they come to lies between `least` and `most`, without sign, in the unit of the number. `rose` is the
    direction of a change: 1 up, -1 down, 0 where it is not known. `finest` is the exponent of the last digit.
    """

    way: Way
    cells: tuple[int, ...]
    least: Decimal
    most: Decimal
    finest: int
    rose: int = 0

    @property
    def middle(self) -> Decimal:
        """What the cells come to, as printed."""
        return EXACT.multiply(EXACT.add(self.least, self.most), _HALF)

    def agrees(self, said: ProseMention) -> bool:
        """Tell whether the number may have been rounded from what the cells come to, signs aside."""
        low, high = span(said)
        # A change may have been worked out from the numbers as the sentence rounds them.
        if self.way is Way.CHANGE:
            half = EXACT.multiply(Decimal(1).scaleb(said.number.precision), _HALF)
            low, high = EXACT.subtract(low, half), EXACT.add(high, half)
        return low <= self.most and self.least <= high

    def goes_with(self, said: ProseMention) -> bool:
        """Tell whether the change went the way that the sentence says, as far as both are known."""
        up = {Direction.UP: 1, Direction.DOWN: -1}.get(said.direction, 0)
        return self.rose * up >= 0


def are_alike(readings: Sequence[Counterpart]) -> bool:
    """Tell whether all readings come to one number: the statements of another company come to another."""
    return max(each.least for each in readings) <= min(each.most for each in readings)


def span(said: ProseMention) -> tuple[Decimal, Decimal]:
    """Return the least and the most that a number in prose may have been rounded from, without sign."""
    number = number_of(said)
    value, unit = number.value or Decimal(0), Decimal(1).scaleb(number.precision)
    off = unit if said.bound is Bound.ABOUT else unit * _HALF
    return EXACT.subtract(value, off), EXACT.add(value, off)


def stated(links: Links, cell: int) -> Counterpart:
    """Return what a cell states."""
    return links.grid.once(_stated, links.grid[cell])


def _stated(_: Grid, mention: Mention) -> Counterpart:
    least, most = stated_range(mention.number)
    return Counterpart(Way.STATED, (mention.index,), least, most, mention.number.precision)


def changes(links: Links, said: ProseMention, rows: Sequence[Row]) -> Iterator[Counterpart]:
    """Yield the changes that rows have between the periods that a sentence compares."""
    if said.operation not in (Operation.CHANGE, Operation.PERCENT_CHANGE):
        return
    for row in rows:
        line = [each for each in links.grid.line(*row) if each.number.value]
        if line and says_change(line[0].row_path):  # What it states are changes.
            continue
        for later in line:
            for earlier in line:
                if _are_compared(links, said, later.index, earlier.index) and alike_headers(later, earlier):
                    yield from change_between(said, later, earlier)


def _are_compared(links: Links, said: ProseMention, later: int, earlier: int) -> bool:
    """Tell whether two cells are of the periods that a change is measured between: where the sentence does
    not say, of one year and the year before."""
    now, before = links.grid.periods[later], links.grid.periods[earlier]
    if not now.year or not before.year or now.months != before.months:
        return False
    year = said.against.year or now.year - 1
    if before.year != year or now.year <= before.year or (said.period.year or now.year) != now.year:
        return False
    if now.is_instant and said.period.months in _PART_OF_YEAR and not said.against:
        return now.months_since(before) == said.period.months  # a balance that grew over a quarter
    return of_month(said.period, now) and of_month(said.against, before)


def of_month(said: Period, cell: Period) -> bool:
    """Tell whether two periods end in one month, or nearly so, as far as both say."""
    apart = abs(said.month - cell.month) if said.month and cell.month else 0
    return min(apart, 12 - apart) <= 1


def alike_headers(later: Mention, earlier: Mention) -> bool:
    """Tell whether headers set two cells apart by dates only, and not by a part or a basis."""
    return _words_of_header(later.column_path) ^ _words_of_header(earlier.column_path) <= _OF_TIME


@cached(4096)
def _words_of_header(path: tuple[str, ...]) -> Words:
    return words_of(_DATED.sub(" ", lower(" ".join(path))))


def change_between(said: ProseMention, later: Mention, earlier: Mention) -> Iterator[Counterpart]:
    """Yield the change between two cells as the number counts it: an amount, or in per cent."""
    new, old = later.number, earlier.number
    if new.value is None or old.value is None or new.measure is not old.measure:
        return
    if new.value == old.value:
        return
    (low, high), (least, most) = stated_range(new), stated_range(old)
    crosses = (new.value < 0) is not (old.value < 0)
    cells, finest = (later.index, earlier.index), max(new.precision, old.precision)
    rose = _way(said, later, earlier)
    if crosses:
        least, most = -most, -least
        if said.operation is Operation.PERCENT_CHANGE:
            return
    if said.operation is Operation.PERCENT_CHANGE and said.role is Role.PERCENT:
        if new.measure is not Measure.PERCENT and least > 0:
            changed = sorted((_HUNDRED * (low / most - 1), _HUNDRED * (high / least - 1)))
            yield _counterpart(Way.PERCENT_CHANGE, cells, changed, finest, rose)
        return
    points = _OF_POINTS.get(said.role)
    if (new.measure is Measure.PERCENT) is (points is not None):
        by = points or Decimal(1)
        yield _counterpart(Way.CHANGE, cells, [by * (low - most), by * (high - least)], finest, rose)


def change_or_none(said: ProseMention, later: Mention, earlier: Mention) -> Iterator[Counterpart]:
    """Yield what a row changed by, nought included."""
    if later.number.value != earlier.number.value:
        yield from change_between(said, later, earlier)
    elif said.number.value is not None:
        percent = said.operation is Operation.PERCENT_CHANGE
        finest = max(later.number.precision, earlier.number.precision)
        most = Decimal(1) if percent else Decimal(1).scaleb(finest)
        way = Way.PERCENT_CHANGE if percent else Way.CHANGE
        yield Counterpart(way, (later.index, earlier.index), Decimal(0), most, finest)


def _way(said: ProseMention, later: Mention, earlier: Mention) -> int:
    """Return which way a change went, 0 where that is unclear: a negative number falls as its amount
    grows, but "cash used" grows. Income in a row of "other (income) expense" rises as the number falls."""
    new, old = later.number.value or Decimal(0), earlier.number.value or Decimal(0)
    outflow = is_outflow(said)
    label = lower("".join(later.row_path[-1:]))
    bracketed = "" if outflow else "".join(BRACKETED.findall(label))
    of_cost = _OUTFLOW.search(BRACKETED.sub(" ", label)) is not None
    if of_cost and words_of(bracketed) & words_of(said.indicator):
        return 0
    if (new < 0) is not (old < 0):  # "provided by (used in)" has a word for each side of nought
        plain = BRACKETED.search(said.indicator) is not None and not outflow
        return (new > old) - (new < old) if plain else 0
    grown = (abs(new) > abs(old)) - (abs(new) < abs(old))
    return grown if new > 0 or outflow else 0


def is_outflow(said: ProseMention) -> bool:
    """Tell whether a number is about what grows as the number in a statement falls: "cash used", a loss.
    Words in brackets, as in "provided by (used in)", do not count."""
    return _OUTFLOW.search(BRACKETED.sub(" ", lower(said.indicator))) is not None


def _counterpart(
    way: Way, cells: tuple[int, ...], changed: Sequence[Decimal], finest: int, rose: int
) -> Counterpart:
    least, most = min(map(abs, changed)), max(map(abs, changed))
    crosses = min(changed) < 0 < max(changed)
    return Counterpart(way, cells, Decimal(0) if crosses else least, most, finest, 0 if crosses else rose)


def stated_range(number: Number) -> tuple[Decimal, Decimal]:
    """Return the least and the most that a number may have been rounded from, without sign."""
    value, off = abs(number.value or Decimal(0)), Decimal(1).scaleb(number.precision) * _HALF
    return EXACT.subtract(value, off), EXACT.add(value, off)
