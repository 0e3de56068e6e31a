"""Learn from the other cells of a line how its numbers in per cent, per share or as a ratio are worked out.

A line must be worked out in one way in several cells before one of them is held to be wrong. What rounding
allows follows from the printed digits of all numbers that take part, by interval arithmetic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cofitcheck.checks.derived.habits import AMOUNTS, WIDEST, ChangeColumn, Habits, change_columns
from cofitcheck.checks.derived.trials import FEWEST, Derivation, Lines, Mask, Ranges, Trials
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.numbers import Measure
from cofitcheck.periods.header_periods import period_of

_OF_TWO_YEARS = 1.5
"""How many digits the cells of a column of changes that come out must have together where the table has two
years."""
_TALLEST = 60
"""The most rows with amounts among which the two are looked for that a row is worked out from."""
_Beside = tuple[bool, int]
"""The other line that a cell stands in: True and the row for a cell of a column, False and the column for a
cell of a row."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A number that is worked out from two others: indices of mentions.

    `least` and `most` bound its amount, its sign apart where signs are a habit. `holds` tells that it lies
    within, or a unit of its last digit off: percentages are made to add up to a hundred. `kept` cells of its
    line are worked out so, and `broken` are not. `elsewhere` counts the cells of other columns of changes
    that are worked out so, from columns that stand at the same places.
    """

    way: Derivation
    result: int
    first: int
    second: int
    least: float
    most: float
    holds: bool
    kept: int
    broken: int
    elsewhere: int = 0


def worked_out(ranges: Ranges, habits: Habits) -> list[Worked]:
    """Return the numbers of a table that are worked out from two others, as far as its lines show it.

    One that no way explains counts as wrong only where its row (of a column), or its column (of a row), has
    no other such number: two of them are worked out in a way of their own.
    """
    found = [*_changes(ranges, habits), *_columns(ranges), *_shares_of_a_row(ranges), *_rows(ranges)]
    explained = {each.result for _, each in found if each.holds}
    open_ = [(beside, each) for beside, each in found if not each.holds and each.result not in explained]
    alone = Counter(beside for beside, _ in open_)
    return [
        *(each for _, each in found if each.holds),
        *(each for beside, each in open_ if alone[beside] == 1),
    ]


def _changes(ranges: Ranges, habits: Habits) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of columns of changes, worked out from the two columns that give most of them.

    No cell needs to come out where the two columns stand as they do elsewhere in the document.
    """
    for column in change_columns(ranges):
        trials, count = column.trials, len(column.sources.places)
        elsewhere = habits.elsewhere(column)
        likely = trials.likely(count * count)
        likely |= (elsewhere > 0) & (trials.broken <= 1)
        likely |= _of_two_years(column) & (trials.broken <= 1) & (trials.evidence >= _OF_TWO_YEARS)
        np.fill_diagonal(likely, val=False)
        standing = np.where(likely, trials.kept + (elsewhere > 0) + 1e-3 * trials.evidence, -1.0)
        one, other = divmod(int(standing.argmax()), count)
        if standing[one, other] >= 0:
            own = int(trials.kept[one, other])
            otherwise = _mentions(column, np.asarray(trials.holds.any(axis=(0, 1)))) if not own else ()
            for beside, each in _cells(column.results, column.at, column.sources, trials, (one, other)):
                # Columns that come to the number here count for more than what only other tables show.
                if each.holds or each.result not in otherwise:
                    yield beside, replace(each, elsewhere=int(elsewhere[one, other]))


def _of_two_years(column: ChangeColumn) -> Mask:
    """Return whether the sources of a table are a year and one before it, (sources, sources): then a change
    compares the two, and less evidence is enough."""
    labels = [column.results.ranges.column_labels[place] for place in column.sources.places]
    periods = [period_of(path) for path in labels]
    alone = (
        len(periods) == 2 and periods[0].months == periods[1].months and all(each.year for each in periods)
    )
    return np.array(
        [[alone and one.year > other.year for other in periods] for one in periods], dtype=np.bool_
    ).reshape(len(periods), len(periods))


def _mentions(column: ChangeColumn, where: Mask) -> frozenset[int]:
    place = column.results.places[column.at]
    return frozenset(column.results.mention(place, cell) for cell in np.nonzero(where)[0].tolist())


def _columns(ranges: Ranges) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of other columns in per cent that are worked out from two columns."""
    sources = Lines.of(ranges, ranges.is_of(*AMOUNTS, Measure.PER_SHARE), FEWEST, down=True)
    results = Lines.of(ranges, ranges.is_of(Measure.PERCENT), FEWEST, down=True)
    if not 2 <= len(sources.places) <= WIDEST:
        return
    for at, place in enumerate(results.places):
        if not says_change(ranges.column_labels[place]):
            yield from _best(results, at, sources, (Derivation.CHANGE, Derivation.SHARE))


def _rows(ranges: Ranges) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of rows in per cent, per share or as ratios that are one row over another."""
    sources = Lines.of(ranges, ranges.is_of(*AMOUNTS), 2, down=False)
    if not 2 <= len(sources.places) <= _TALLEST or ranges.value.shape[1] > 3 * WIDEST:
        return
    for measure, way in (
        (Measure.PERCENT, Derivation.SHARE),
        (Measure.PER_SHARE, Derivation.RATIO),
        (Measure.RATIO, Derivation.RATIO),
    ):
        results = Lines.of(ranges, ranges.is_of(measure), FEWEST, down=False)
        for at in range(len(results.places)):
            yield from _best(results, at, sources, (way,))


def _best(
    results: Lines, at: int, sources: Lines, ways: Sequence[Derivation]
) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of a line, worked out from the two lines that give most of them."""
    count = len(sources.places)
    line = results.value[at], results.half[at]
    first = sources.value[:, None, :], sources.half[:, None, :]
    second = sources.value[None, :, :], sources.half[None, :, :]
    best: tuple[float, Trials, int, int] | None = None
    for way in ways:
        trials = Trials.of(way, line, first, second)
        likely = trials.likely(count * count * len(ways))
        np.fill_diagonal(likely, val=False)
        standing = np.where(likely, trials.holds.sum(axis=-1) + 1e-3 * trials.evidence, -1.0)
        one, other = divmod(int(standing.argmax()), count)
        if standing[one, other] >= 0 and (best is None or standing[one, other] > best[0]):
            best = float(standing[one, other]), trials, one, other
    if best is None:
        return
    _, trials, one, other = best
    yield from _cells(results, at, sources, trials, (one, other))


def _cells(
    results: Lines, at: int, sources: Lines, trials: Trials, two: tuple[int, int]
) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of a line, worked out from two of the sources."""
    for cell in np.nonzero(trials.applies[two])[0].tolist():
        operands = tuple(sources.mention(sources.places[each], cell) for each in two)
        yield _worked(trials, two, cell, results, results.places[at], operands)


def _shares_of_a_row(ranges: Ranges) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of columns in per cent that are shares of the row that is a hundred per cent."""
    sources = Lines.of(ranges, ranges.is_of(*AMOUNTS), FEWEST, down=True)
    results = Lines.of(ranges, ranges.is_of(Measure.PERCENT), FEWEST, down=True)
    for at, place in enumerate(results.places):
        for whole in np.nonzero(results.value[at] == 100)[0].tolist():
            base = sources.value[:, whole], sources.half[:, whole]
            if not len(sources.places) or np.isnan(base[0]).all():
                continue
            under = base[0][:, None], base[1][:, None]
            trials = Trials.of(
                Derivation.SHARE, (results.value[at], results.half[at]), (sources.value, sources.half), under
            )
            likely = trials.likely(len(sources.places)) & (trials.holds.sum(axis=-1) > FEWEST)
            for one in np.nonzero(likely)[0].tolist():
                total = sources.mention(sources.places[one], whole)
                for cell in np.nonzero(trials.applies[one])[0].tolist():
                    operands = sources.mention(sources.places[one], cell), total
                    if cell != whole:
                        yield _worked(trials, (one,), cell, results, place, operands)


def _worked(
    trials: Trials, at: tuple[int, ...], cell: int, results: Lines, line: int, operands: tuple[int, ...]
) -> tuple[_Beside, Worked]:
    first, second = operands
    return (results.down, cell), Worked(
        trials.way,
        results.mention(line, cell),
        first,
        second,
        float(trials.least[(*at, cell)]),
        float(trials.most[(*at, cell)]),
        bool(trials.near[(*at, cell)]),
        int(trials.kept[at]),
        int(trials.broken[at]),
    )
