"""The numbers of a table as the ranges that they may have been rounded from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.document import Mention
from cofitcheck.numbers import Kind, Measure

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

_LARGEST = 400
"""A table of more rows is a list: nothing in it is worked out from two other rows."""


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


_MEASURES = list(Measure)


def quotient(
    over: tuple[Floats, Floats], under: tuple[Floats, Floats], units: int = 0
) -> tuple[Floats, Floats]:
    """Return the least and the most that one amount over another may be, of values with half a unit each,
    and of so many units more that they may be off.

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
