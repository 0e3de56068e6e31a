"""Percentages and ratios that sentences work out of two lines: margins, tax rates, shares of a total."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.checks.text.counterparts import Counterpart, Way, of_month, stated_range
from cofitcheck.checks.text.dated import may_be_named_by
from cofitcheck.checks.text.links import digits_of
from cofitcheck.checks.text.named_rows import NamedRows, is_amount, leaves_out, narrows
from cofitcheck.checks.text.ratio_words import Ratio, may_be_ratio, ratio_of, states_points, wrong_change
from cofitcheck.checks.text.slipping import Difference, difference_of
from cofitcheck.checks.text.words import Row
from cofitcheck.document import Mention
from cofitcheck.numbers.relations import EXACT
from cofitcheck.periods import Period
from cofitcheck.prose import Prose, ProseMention

_HUNDRED = Decimal(100)
_FEWEST_DIGITS = 3
"""The fewest digits of a number that is not a slip away from what its ratio comes to by chance."""
_SLIPS = frozenset({Difference.DIGIT, Difference.TRANSPOSITION, Difference.DROPPED_DIGIT})
_MOST = 200
"""The most pairs of rows that are read for a ratio: among more, some give any percentage."""
_Kept = Mapping[tuple[Row, Row], set[ProseMention]]
"""For each two rows, the numbers that come out of them in their own period."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What two rows come to as a ratio in one column: `rows` are those of the part and the whole."""

    counterpart: Counterpart
    rows: tuple[Row, Row]


@dataclass(frozen=True, slots=True)
class WrongRatio:
    """A number that no reading of its ratio makes right, and the reading that is meant: `kept` other numbers
    of the document come out of the same two rows."""

    said: ProseMention
    counterpart: Counterpart
    difference: Difference
    kept: int


@dataclass(frozen=True)
class RatiosRead:
    """The ratios of a document: for the index of each right number the cells of its part and its whole, and
    those that are wrong."""

    right: Mapping[int, tuple[int, ...]]
    wrong: tuple[WrongRatio, ...]


def check_ratios(grid: Grid, prose: Prose, *, apart: bool = False) -> RatiosRead:
    """Work out the ratios that sentences name; `apart` tells that these are of another document.

    A number is right where two rows of its name come to it in its own period. It is wrong where no two rows
    of its name do in any period, and other numbers show which two are meant: one of its passage comes out of
    them, or one elsewhere does, and this one is a slip of a digit away. A number is of something else where
    another number of its sentence is what the two rows come to: "25.3% and 23.7% for the quarter and the
    year". It is also of something else where the passage states it elsewhere and leaves something out: "which
    does not include discrete items". Where nothing says that a sentence is of a part, lines of one statement
    show which two rows are meant.
    """
    may_be = [each for each in prose.mentions if may_be_ratio(each)]
    rows = NamedRows(grid) if may_be else None
    named: Callable[[str], str] = rows.without_company if rows and apart else str
    without = {(each.passage, each.number.value) for each in may_be if leaves_out(each)}
    said = [
        (each, ratio)
        for each in may_be
        if (each.passage, each.number.value) not in without
        if (ratio := ratio_of(replace(each, indicator=named(each.indicator))))
    ]
    read = [(each, ratio, list(_readings(grid, rows, ratio))) for each, ratio in said] if rows else []
    right = {
        each.index: found.counterpart.cells
        for each, _, readings in read
        if not states_points(each)
        if (found := _agreeing(grid, each, readings))
    }
    kept = _kept(grid, read)
    wrong = [
        mistake
        for each, ratio, readings in read
        if readings and not states_points(each)
        if not any(
            _nearly_agrees(other.counterpart, each)
            for other in readings
            if not apart or _may_be_of_year(grid, prose, each, other)
        )
        if (
            mistake := _wrong(grid, each, readings, kept[ratio])
            or (
                _wrong_in_statement(grid, rows, each, ratio, readings, prose.own, apart=apart)
                if rows and _may_stand_alone(grid, rows, each, ratio, apart=apart)
                else None
            )
        )
        and not _is_said_beside(prose, mistake)
    ]
    lone = Counter((each.said.passage, each.said.sentence) for each in wrong if not each.kept)
    wrong = [each for each in wrong if apart or each.kept or lone[each.said.passage, each.said.sentence] == 1]
    of_parts = _of_parts(read, wrong)
    wrong = [each for each in wrong if apart or each.kept or each.said.index not in of_parts]
    for each, ratio, readings in read:
        if states_points(each):
            pairs = [(reading.rows, reading.counterpart) for reading in readings]
            if change := wrong_change(grid, each, pairs, kept[ratio]):
                wrong.append(WrongRatio(each, change[0], _slip(each, change[0]), change[1]))
    return RatiosRead(right, tuple(wrong))


def _of_parts(
    read: Iterable[tuple[ProseMention, Ratio, list[Reading]]], wrong: Iterable[WrongRatio]
) -> frozenset[int]:
    """Return the numbers that state one ratio of one year, each differently: they are of segments, or of
    quarters."""
    ratios = {said.index: ratio for said, ratio, _ in read}
    stated: dict[tuple[Ratio, int], dict[int, Decimal | None]] = defaultdict(dict)
    for each in wrong:
        stated[ratios[each.said.index], each.said.period.year][each.said.index] = each.said.number.value
    return frozenset(chain.from_iterable(each for each in stated.values() if len({*each.values()}) > 1))


def _kept(
    grid: Grid, read: Iterable[tuple[ProseMention, Ratio, list[Reading]]]
) -> Mapping[Ratio, dict[tuple[Row, Row], set[ProseMention]]]:
    kept: dict[Ratio, dict[tuple[Row, Row], set[ProseMention]]] = defaultdict(lambda: defaultdict(set))
    for said, ratio, readings in read:
        for each in readings if not states_points(said) else ():
            if _is_of_period(grid, said, each) and each.counterpart.agrees(said):
                kept[ratio][each.rows].add(said)
    return kept


def _agreeing(grid: Grid, said: ProseMention, readings: Sequence[Reading]) -> Reading | None:
    """Return the reading of the number's own period that agrees with it."""
    own = (each for each in readings if _is_of_period(grid, said, each))
    return next((each for each in own if each.counterpart.agrees(said)), None)


def _wrong(grid: Grid, said: ProseMention, readings: Sequence[Reading], kept: _Kept) -> WrongRatio | None:
    """Return what is wrong with a number that no reading makes right, None where nothing shows its rows."""
    found: list[WrongRatio] = []
    for each in readings:
        others = kept.get(each.rows, set())
        if not others or not _is_of_period(grid, said, each):
            continue
        held = each.counterpart
        slip = _slip(said, held)
        beside = any(other.passage == said.passage for other in others)
        if beside or (slip in _SLIPS and digits_of(said) >= _FEWEST_DIGITS):
            found.append(WrongRatio(said, held, slip, len(others)))
    stated = abs(said.number.value or Decimal(0))
    return min(
        found,
        key=lambda each: (each.counterpart.way is Way.REST, abs(stated - each.counterpart.middle)),
        default=None,
    )


def _may_stand_alone(grid: Grid, rows: NamedRows, said: ProseMention, ratio: Ratio, *, apart: bool) -> bool:
    """Tell whether a ratio may be called wrong though no other number shows its lines. What an "and" joins
    must be a row. In the report itself the ratio must have a name and a year, and no heading over it may be
    of a part."""
    joined = ratio.joined
    if joined and not (rows.of(joined) or rows.nearly(joined)):
        return False
    named = bool(said.period.year) and not ratio.part.words
    heading = grid.document.passages[said.passage].heading
    return apart or (named and not narrows(heading, words_of(said.indicator)))


def _wrong_in_statement(
    grid: Grid,
    rows: NamedRows,
    said: ProseMention,
    ratio: Ratio,
    readings: Sequence[Reading],
    own: Period,
    *,
    apart: bool,
) -> WrongRatio | None:
    """Return what is wrong with a number that two lines of one statement do not come to at the time it says,
    or, where it says none, at the end of the period that is reported on."""
    dated = replace(said, period=said.period or own)
    found: list[Reading] = []
    for each in readings:
        months = grid.periods[each.counterpart.cells[0]].months
        whole = months <= 0 or dated.period.months > 0 or months == own.months
        if whole and all(map(rows.in_statement, each.rows)) and _is_of_period(grid, dated, each):
            found.append(each)
    found = [each for each in found if grid.periods[each.counterpart.cells[0]].months] or found
    found = [each for each in found if each.rows[0] not in rows.parts_of("net_income")]
    if apart and not _are_alike(found):  # associates have statements of their own
        main = rows.main(rows.of(ratio.whole))
        found = [each for each in found if each.rows[1] in main]
    if not found or not _are_alike(found):
        return None  # The statements of another company come to another number.
    held = found[0].counterpart
    return WrongRatio(said, held, _slip(said, held), 0)


def _are_alike(readings: Sequence[Reading]) -> bool:
    held = [each.counterpart for each in readings]
    return not held or max(each.least for each in held) <= min(each.most for each in held)


def _may_be_of_year(grid: Grid, prose: Prose, said: ProseMention, reading: Reading) -> bool:
    cell = grid.periods[reading.counterpart.cells[0]]
    same = not said.period.year or not cell.year or cell.year == said.period.year
    return same or may_be_named_by(prose, said, cell)


def _is_said_beside(prose: Prose, wrong: WrongRatio) -> bool:
    """Tell whether another number of a sentence is what the two rows come to."""
    said = wrong.said
    return any(
        wrong.counterpart.agrees(other)
        for other in prose.mentions
        if (other.passage, other.sentence) == (said.passage, said.sentence) and other is not said
    )


def _nearly_agrees(held: Counterpart, said: ProseMention) -> bool:
    """Tell whether a number is less than a unit of its last digit off: cut, and not rounded."""
    unit = Decimal(1).scaleb(said.number.precision)
    stated = abs(said.number.value or Decimal(0))
    return held.least - unit < stated < held.most + unit


def _slip(said: ProseMention, held: Counterpart) -> Difference:
    precision = said.number.precision
    stated = abs(said.number.value or Decimal(0))
    rounded = held.middle.quantize(Decimal(1).scaleb(precision), context=EXACT)
    return difference_of(stated, precision, rounded, precision) or Difference.OTHER


def _is_of_period(grid: Grid, said: ProseMention, reading: Reading) -> bool:
    """Tell whether two cells are of the year and, as far as both say, the span and the month of a number."""
    cell = grid.periods[reading.counterpart.cells[0]]
    told = said.period
    alike = told.months <= 0 or cell.months <= 0 or told.months == cell.months
    return bool(told.year) and told.year == cell.year and alike and of_month(told, cell)


def _readings(grid: Grid, rows: NamedRows, ratio: Ratio) -> Iterator[Reading]:
    """Yield the ratios of two rows of a table that have the names of the part and the whole."""
    joined = [*rows.of(ratio.joined), *rows.nearly(ratio.joined)] if ratio.joined else []
    parts = joined or [*rows.of(ratio.part), *rows.parts_of(ratio.part.field), *rows.nearly(ratio.part)]
    wholes = [*rows.of(ratio.whole), *rows.parts_of(ratio.whole.field)]
    for part, whole in _pairs(parts, wholes):
        yield from _of_rows(grid, part, whole, Way.RATIO if ratio.times else Way.SHARE)
    if ratio.part.field == "gross_profit" and not ratio.times:
        for part, whole in _pairs(rows.of_field("cost"), rows.of(ratio.whole)):
            yield from _of_rows(grid, part, whole, Way.REST)


def _pairs(parts: Sequence[Row], wholes: Sequence[Row]) -> list[tuple[Row, Row]]:
    pairs = [(part, whole) for part in parts for whole in wholes if part[0] == whole[0] and part != whole]
    return pairs if len(pairs) <= _MOST else []


def _of_rows(grid: Grid, part: Row, whole: Row, way: Way) -> Iterator[Reading]:
    under = {each.column: each for each in grid.line(*whole) if is_amount(each)}
    for each in grid.line(*part):
        if each.column in under and is_amount(each):
            held = _over(each, under[each.column], way)
            if held:
                yield Reading(held, (part, whole))


def _over(part: Mention, whole: Mention, way: Way) -> Counterpart | None:
    (low, high), (least, most) = stated_range(part.number), stated_range(whole.number)
    if least <= 0:
        return None
    by = Decimal(1) if way is Way.RATIO else _HUNDRED
    bounds = by * max(low, Decimal(0)) / most, by * high / least
    if way is Way.REST:
        bounds = _HUNDRED - bounds[1], _HUNDRED - bounds[0]
    finest = max(part.number.precision, whole.number.precision)
    return Counterpart(way, (part.index, whole.index), *bounds, finest) if bounds[0] >= 0 else None
