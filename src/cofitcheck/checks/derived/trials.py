"""One way of working a line out, tried on every two other lines of a table at once.

Numbers stand for the ranges that they may have been rounded from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.document import Mention
from cofitcheck.numbers import Kind, Measure

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

_MEASURES = list(Measure)
_LARGEST = 400
"""The most rows of a table that is looked at: one with more is a list, in which nothing is worked out from
two other rows."""
FEWEST = 3
"""How many cells must be worked out in one way."""
_SHARE_BROKEN = 0.25
"""How many cells may break a way for each cell that keeps it."""
_MOST_BROKEN = 2
"""The most cells of a line that may break its way: a line with more is worked out from something else."""
_EVIDENCE = 1.5
"""How many digits the kept cells must have together beyond the logarithm of how many ways were tried."""


@dataclass(frozen=True)
class Ranges:
    """The numbers of a table by row and column: `value` and half a unit of the last digit, NaN where there
    is none.

    `measure` holds the place of each number's measure in `Measure`, -1 where none stands; `mentions` their
    indices. A double holds sixteen digits, more than any number is printed with.
    """

    value: Floats
    half: Floats
    measure: Ints
    mentions: Ints
    row_labels: tuple[tuple[str, ...], ...]
    column_labels: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, mentions: Sequence[Mention]) -> Ranges | None:
        """Return the numbers of a table; None where it has none in per cent, per share, as a ratio or under a
        header that speaks of a change, or is too large."""
        stated = [
            each for each in mentions if each.number.kind is Kind.VALUE and each.number.value is not None
        ]
        rows = {row: at for at, row in enumerate(sorted({each.row for each in stated}))}
        columns = {column: at for at, column in enumerate(sorted({each.column for each in stated}))}
        measures = {each.number.measure for each in stated}
        derived = measures & {Measure.PERCENT, Measure.PER_SHARE, Measure.RATIO}
        if len(rows) > _LARGEST or not (derived or any(says_change(each.column_path) for each in stated)):
            return None
        shape = len(rows), len(columns)
        value, half = np.full(shape, np.nan), np.full(shape, np.nan)
        measure, places = np.full(shape, -1, dtype=np.int64), np.full(shape, -1, dtype=np.int64)
        row_labels: dict[int, tuple[str, ...]] = {}
        column_labels: dict[int, tuple[str, ...]] = {}
        for each in stated:
            at = rows[each.row], columns[each.column]
            value[at], half[at] = float(each.number.value or 0), 0.5 * 10.0**each.number.precision
            measure[at], places[at] = _MEASURES.index(each.number.measure), each.index
            row_labels.setdefault(at[0], each.row_path)
            column_labels.setdefault(at[1], each.column_path)
        return cls(
            value,
            half,
            measure,
            places,
            tuple(row_labels[at] for at in range(len(rows))),
            tuple(column_labels[at] for at in range(len(columns))),
        )

    def is_of(self, *measures: Measure) -> Mask:
        """Return where a number of one of the measures stands."""
        found: Mask = np.isin(self.measure, [_MEASURES.index(each) for each in measures])
        return found


def quotient(
    over: tuple[Floats, Floats], under: tuple[Floats, Floats], units: int = 0
) -> tuple[Floats, Floats]:
    """Return the least and the most that one amount over another may be. Each has a value and half a unit;
    `units` says how many units more it may be off.

    Signs are left out; NaN where what is divided by may be nought.
    """
    (a, half_a), (b, half_b) = over, under
    size_a, size_b = np.abs(a), np.abs(b)
    off_a, off_b = (1 + 2 * units) * half_a, (1 + 2 * units) * half_b
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.maximum(size_a - off_a, 0.0) / (size_b + off_b)
        most = (size_a + off_a) / np.where(size_b > off_b, size_b - off_b, np.nan)
    return least, most


def difference(
    first: tuple[Floats, Floats], second: tuple[Floats, Floats], units: int = 0
) -> tuple[Floats, Floats]:
    """Return the least and the most that one amount less another may be; as in `quotient`, with signs."""
    (a, half_a), (b, half_b) = first, second
    off = (1 + 2 * units) * (half_a + half_b)
    return a - b - off, a - b + off


class Derivation(StrEnum):
    """How a number is worked out from two others."""

    CHANGE = "change"
    """The first less the second, in per cent of the second."""
    SHARE = "share"
    """The first in per cent of the second."""
    RATIO = "ratio"
    """The first over the second."""
    DIFFERENCE = "difference"
    """The first less the second."""


@dataclass(frozen=True)
class Lines:
    """Lines of cells: values and half units (lines, cells), NaN where a number is of another measure.

    `places` are the lines in the table; `down` tells that they are columns.
    """

    ranges: Ranges
    value: Floats
    half: Floats
    places: list[int]
    down: bool

    @classmethod
    def of(cls, ranges: Ranges, mask: Mask, fewest: int, *, down: bool) -> Lines:
        """Return the columns (or rows) with at least `fewest` numbers under the mask."""
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
class Trials:
    """One way tried on every two lines: to which cells it applies and which keep it,
    (lines, lines, cells)."""

    way: Derivation
    least: Floats
    most: Floats
    holds: Mask
    near: Mask
    applies: Mask
    evidence: Floats

    @classmethod
    def of(cls, way: Derivation, result: tuple[Floats, Floats], first: tuple[Floats, Floats],
           second: tuple[Floats, Floats]) -> Trials:  # fmt: skip
        """Compare the cells of a line, (cells,), with what every two lines give for each, (lines, lines,
        cells)."""
        value, half = result
        least, most = _made(way, first, second)
        # Amounts that were made to add up are up to a unit of their last digit off, as are percentages.
        lower, upper = _made(way, first, second, units=1)
        upper = np.where(np.isnan(upper), np.inf, upper)
        applies = ~np.isnan(value) & ~np.isnan(most)
        if way is Derivation.CHANGE:
            # Between a gain and a loss no change in per cent means anything.
            applies &= np.sign(first[0]) == np.sign(second[0])
        plain, turned = _within(value, half, least, most), _within(value, half, -most, -least)
        # Where no fall of the line has a sign, none is wrong without. A loss turns the sign of its change.
        signed = way in (Derivation.CHANGE, Derivation.DIFFERENCE) and bool(np.nansum(value < 0))
        free = (first[0] < 0) if signed else np.ones_like(applies)
        holds = applies & (plain | (turned & free))
        near = _within(value, 2 * half, lower, upper) | (_within(value, 2 * half, -upper, -lower) & free)
        width = np.maximum(most - least, 0) + 2 * half
        size = np.maximum(np.abs(value), 10.0 * half)
        with np.errstate(divide="ignore", invalid="ignore"):
            digits = np.where(holds, np.maximum(np.log10(size / width), 0.0), 0.0)
        return cls(way, least, most, holds, applies & near, applies, np.nansum(digits, axis=-1))

    @property
    def kept(self) -> Ints:
        """How many cells of the line keep the way, (lines, lines)."""
        return np.asarray(self.holds.sum(axis=-1))

    @property
    def broken(self) -> Ints:
        """How many cells of the line miss the way by more than rounding, (lines, lines)."""
        return np.asarray((self.applies & ~self.near).sum(axis=-1))

    def likely(self, ways: int) -> Mask:
        """Return which two lines the line is worked out from, where `ways` were tried, (lines, lines)."""
        enough = self.evidence - np.log10(max(1, ways)) >= _EVIDENCE
        few = self.broken <= np.minimum(_SHARE_BROKEN * self.kept, _MOST_BROKEN)
        found: Mask = (self.kept >= FEWEST) & few & enough
        return found


def _made(
    way: Derivation, first: tuple[Floats, Floats], second: tuple[Floats, Floats], units: int = 0
) -> tuple[Floats, Floats]:
    """Return what a way gives for two numbers, at the least and at the most."""
    if way is Derivation.DIFFERENCE:
        return difference(first, second, units)
    least, most = quotient(first, second, units)
    if way is Derivation.CHANGE:
        return 100 * (least - 1), 100 * (most - 1)
    return (100 * least, 100 * most) if way is Derivation.SHARE else (least, most)


def _within(value: Floats, half: Floats, least: Floats, most: Floats) -> Mask:
    with np.errstate(invalid="ignore"):
        within: Mask = (value - half <= most) & (least <= value + half)
    return within
