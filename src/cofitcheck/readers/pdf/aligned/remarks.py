"""Remarks among the header lines of a table: the unit, or what is in brackets, of all its columns."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.numbers import read_unit_caption
from cofitcheck.readers.pdf.aligned.columns import Column, PlacedLine
from cofitcheck.readers.pdf.aligned.spread import middle_of, numbers_of
from cofitcheck.readers.pdf.distances import CENTRED
from cofitcheck.readers.pdf.pages.lines import Line, closes_remark
from cofitcheck.readers.pdf.pages.text import is_remark


def merged(rows: Sequence[PlacedLine]) -> list[PlacedLine]:
    """Return header rows with what one says in brackets and the next closes made one."""
    found: list[PlacedLine] = []
    for row in rows:
        above = found[-1] if found else None
        if above and len(above.placed) == len(row.placed) == 1 and closes_remark(above.line, row.line):
            spans = [*above.placed, *row.placed]
            chunks = [*above.line.chunks, *row.line.chunks]
            place = min(first for first, _ in spans), max(end for _, end in spans)
            found[-1] = PlacedLine(Line((*above.line.words, *row.line.words)), {place: chunks})
        else:
            found.append(row)
    return found


def remarks_among(rows: Sequence[PlacedLine]) -> list[PlacedLine]:
    """Return the header rows that only say the unit of all columns, or a remark on them, wherever they
    stand."""
    found: list[PlacedLine] = []
    heads: list[float] = []  # the middles of the last heads of several columns
    for row in rows:
        if _is_of_all(row, heads):
            found.append(row)
        elif len(row.placed) > 1:
            heads = [middle_of(chunks) for (first, _), chunks in row.placed.items() if first > 0]
    return found


def _is_of_all(row: PlacedLine, heads: Sequence[float]) -> bool:
    """Tell whether a row is a remark on all columns, given where the heads above it have their middles: below
    one of those it is of that, unless it stands in the middle of all."""
    if len(row.placed) != 1 or not is_remark(row.line.text):
        return False
    ((first, end),) = row.placed
    if first == 0 or end > first + 1:
        return first > 0
    states_unit = read_unit_caption(row.line.text) is not None
    if len(heads) < 2:
        return states_unit
    own = any(abs(head - _centre(row)) < CENTRED for head in heads)
    of_all = abs((min(heads) + max(heads)) / 2 - _centre(row)) < CENTRED
    return (of_all or not own) if states_unit else (of_all and not own)


def with_remarks(
    rows: Sequence[PlacedLine], remarks: Sequence[PlacedLine], columns: Sequence[Column]
) -> list[PlacedLine]:
    """Return header rows with the remarks among them over all numbers, and so the only head right above a
    remark that shares its middle."""
    found = [_over_numbers(row, columns) if row in remarks else row for row in rows]
    for at, row in enumerate(rows[1:]):
        above = found[at]
        alone = len(above.line.chunks) == 1 and min(above.placed)[0] > 0
        if alone and row in remarks and abs(_centre(above) - _centre(row)) < CENTRED:
            found[at] = _over_numbers(above, columns)
    return found


def _over_numbers(row: PlacedLine, columns: Sequence[Column]) -> PlacedLine:
    chunks = [chunk for found in row.placed.values() for chunk in found]
    return PlacedLine(row.line, {numbers_of(columns): chunks})


def _centre(row: PlacedLine) -> float:
    return (row.line.left + row.line.right) / 2
