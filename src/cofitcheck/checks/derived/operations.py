"""How the numbers of a line in per cent, per share or as a ratio are worked out, learnt from its other cells.

A line must be worked out in one way in several cells before one of them is held to be wrong. What rounding
allows follows from the printed digits of all numbers that take part, by interval arithmetic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from cofitcheck.checks.derived.ranges import Floats, Mask, Ranges, quotient
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.numbers import Measure

_FEWEST = 3
"""So many cells must be worked out in one way."""
_MOST_BROKEN = 0.25
"""Of the cells that a way applies to, so many may not keep it."""
_EVIDENCE = 1.5
"""The kept cells must have so many more digits together than there are ways that were tried."""
_AMOUNTS = (Measure.MONEY, Measure.UNKNOWN, Measure.SHARES)
_WIDEST = 14
"""A line is looked for among so many columns with amounts."""
_TALLEST = 60
"""A line is looked for among so many rows with amounts."""


class Way(StrEnum):
    """How a number is worked out from two others."""

    CHANGE = "change"
    """The first less the second, in per cent of the second."""
    SHARE = "share"
    """The first in per cent of the second."""
    RATIO = "ratio"
    """The first over the second."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A number that is worked out from two others: indices of mentions.

    `least` and `most` bound its amount, its sign apart where signs are a habit. `holds` tells that it lies
    within, or a unit of its last digit off: percentages are made to add up to a hundred. `kept` cells of
    its line are worked out so, and `broken` are not.
    """

    way: Way
    result: int
    first: int
    second: int
    least: float
    most: float
    holds: bool
    kept: int
    broken: int


def worked_out(ranges: Ranges) -> list[Worked]:
    """Return the numbers of a table that are worked out from two others, as far as its lines show it.

    One that no way explains counts as wrong only where its row (of a column), or its column (of a row), has
    no other such number: two of them are worked out in a way of their own.
    """
    found = [*_columns(ranges), *_shares_of_a_row(ranges), *_rows(ranges)]
    explained = {each.result for _, each in found if each.holds}
    open_ = [(beside, each) for beside, each in found if not each.holds and each.result not in explained]
    alone = Counter(beside for beside, _ in open_)
    return [
        *(each for _, each in found if each.holds),
        *(each for beside, each in open_ if alone[beside] == 1),
    ]


_Beside = tuple[bool, int]
"""The row (True) or the column that a cell of a column or of a row stands in."""


@dataclass(frozen=True)
class _Lines:
    """Lines of cells: values and half units (lines, cells), NaN where a number is of another measure.

    `places` are the lines in the table; `down` tells that they are columns.
    """

    ranges: Ranges
    value: Floats
    half: Floats
    places: list[int]
    down: bool

    @classmethod
    def of(cls, ranges: Ranges, mask: Mask, fewest: int, *, down: bool) -> _Lines:
        """Return the columns (or rows) with so many numbers under the mask."""
        kept = mask.T if down else mask
        value, half = (ranges.value.T, ranges.half.T) if down else (ranges.value, ranges.half)
        places: list[int] = np.nonzero(kept.sum(axis=1) >= fewest)[0].tolist()
        return cls(
            ranges, np.where(kept, value, np.nan)[places], np.where(kept, half, np.nan)[places], places, down
        )

    def mention(self, line: int, cell: int) -> int:
        """Return the mention at a cell of a line of the table."""
        return int(self.ranges.mentions[cell, line] if self.down else self.ranges.mentions[line, cell])


@dataclass(frozen=True)
class _Trials:
    """One way tried on every two lines: to which cells it applies and which keep it,
    (lines, lines, cells)."""

    way: Way
    least: Floats
    most: Floats
    holds: Mask
    near: Mask
    applies: Mask
    evidence: Floats

    @classmethod
    def of(cls, way: Way, result: tuple[Floats, Floats], first: tuple[Floats, Floats],
           second: tuple[Floats, Floats]) -> _Trials:  # fmt: skip
        """Hold the cells of a line, (cells,), against what two lines make of each, (lines, lines, cells)."""
        value, half = result
        least, most = quotient(first, second)
        if way is Way.CHANGE:
            least, most = 100 * (least - 1), 100 * (most - 1)
        elif way is Way.SHARE:
            least, most = 100 * least, 100 * most
        applies = ~np.isnan(value) & ~np.isnan(most)
        if way is Way.CHANGE:
            # Between a gain and a loss no change in per cent means anything.
            applies &= np.sign(first[0]) == np.sign(second[0])
        plain, turned = _within(value, half, least, most), _within(value, half, -most, -least)
        # Where no fall of the line has a sign none is wrong without one; a loss turns that of its change.
        signed = way is Way.CHANGE and bool(np.nansum(value < 0))
        free = (first[0] < 0) if signed else np.ones_like(applies)
        holds = applies & (plain | (turned & free))
        near = _within(value, 2 * half, least, most) | (_within(value, 2 * half, -most, -least) & free)
        width = np.maximum(most - least, 0) + 2 * half
        size = np.maximum(np.abs(value), 10.0 * half)
        with np.errstate(divide="ignore", invalid="ignore"):
            digits = np.where(holds, np.maximum(np.log10(size / width), 0.0), 0.0)
        return cls(way, least, most, holds, applies & near, applies, np.nansum(digits, axis=-1))

    def likely(self, ways: int) -> Mask:
        """Return which two lines make the line, one way of so many that were tried, (lines, lines)."""
        kept, broken = self.holds.sum(axis=-1), (self.applies & ~self.near).sum(axis=-1)
        enough = self.evidence - np.log10(max(1, ways)) >= _EVIDENCE
        found: Mask = (kept >= _FEWEST) & (broken <= _MOST_BROKEN * kept) & enough
        return found


def _within(value: Floats, half: Floats, least: Floats, most: Floats) -> Mask:
    with np.errstate(invalid="ignore"):
        within: Mask = (value - half <= most) & (least <= value + half)
    return within


def _columns(ranges: Ranges) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of columns in per cent that are worked out from two other columns."""
    sources = _Lines.of(ranges, ranges.is_of(*_AMOUNTS, Measure.PER_SHARE), _FEWEST, down=True)
    results = _Lines.of(ranges, ranges.is_of(Measure.PERCENT), _FEWEST, down=True)
    if not 2 <= len(sources.places) <= _WIDEST:
        return
    for at, place in enumerate(results.places):
        ways = (Way.CHANGE,) if says_change(ranges.column_labels[place]) else (Way.CHANGE, Way.SHARE)
        yield from _best(results, at, sources, ways)


def _rows(ranges: Ranges) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of rows in per cent, per share or as ratios that are one row over another."""
    sources = _Lines.of(ranges, ranges.is_of(*_AMOUNTS), 2, down=False)
    if not 2 <= len(sources.places) <= _TALLEST or ranges.value.shape[1] > 3 * _WIDEST:
        return
    for measure, way in (
        (Measure.PERCENT, Way.SHARE),
        (Measure.PER_SHARE, Way.RATIO),
        (Measure.RATIO, Way.RATIO),
    ):
        results = _Lines.of(ranges, ranges.is_of(measure), _FEWEST, down=False)
        for at in range(len(results.places)):
            yield from _best(results, at, sources, (way,))


def _best(results: _Lines, at: int, sources: _Lines, ways: Sequence[Way]) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of a line by the two lines that make most of them."""
    count = len(sources.places)
    line = results.value[at], results.half[at]
    first = sources.value[:, None, :], sources.half[:, None, :]
    second = sources.value[None, :, :], sources.half[None, :, :]
    best: tuple[float, _Trials, int, int] | None = None
    for way in ways:
        trials = _Trials.of(way, line, first, second)
        likely = trials.likely(count * count * len(ways))
        np.fill_diagonal(likely, val=False)
        standing = np.where(likely, trials.holds.sum(axis=-1) + 1e-3 * trials.evidence, -1.0)
        one, other = divmod(int(standing.argmax()), count)
        if standing[one, other] >= 0 and (best is None or standing[one, other] > best[0]):
            best = float(standing[one, other]), trials, one, other
    if best is None:
        return
    _, trials, one, other = best
    for cell in np.nonzero(trials.applies[one, other])[0].tolist():
        operands = (sources.mention(sources.places[each], cell) for each in (one, other))
        yield _worked(trials, (one, other), cell, results, results.places[at], tuple(operands))


def _shares_of_a_row(ranges: Ranges) -> Iterator[tuple[_Beside, Worked]]:
    """Yield the cells of columns in per cent that are shares of the row that is a hundred per cent."""
    sources = _Lines.of(ranges, ranges.is_of(*_AMOUNTS), _FEWEST, down=True)
    results = _Lines.of(ranges, ranges.is_of(Measure.PERCENT), _FEWEST, down=True)
    for at, place in enumerate(results.places):
        for whole in np.nonzero(results.value[at] == 100)[0].tolist():
            base = sources.value[:, whole], sources.half[:, whole]
            if not len(sources.places) or np.isnan(base[0]).all():
                continue
            under = base[0][:, None], base[1][:, None]
            trials = _Trials.of(
                Way.SHARE, (results.value[at], results.half[at]), (sources.value, sources.half), under
            )
            likely = trials.likely(len(sources.places)) & (trials.holds.sum(axis=-1) > _FEWEST)
            for one in np.nonzero(likely)[0].tolist():
                total = sources.mention(sources.places[one], whole)
                for cell in np.nonzero(trials.applies[one])[0].tolist():
                    operands = sources.mention(sources.places[one], cell), total
                    if cell != whole:
                        yield _worked(trials, (one,), cell, results, place, operands)


def _worked(
    trials: _Trials, at: tuple[int, ...], cell: int, results: _Lines, line: int, operands: tuple[int, ...]
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
        int(trials.holds[at].sum()),
        int((trials.applies[at] & ~trials.near[at]).sum()),
    )
