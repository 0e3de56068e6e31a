"""The numbers of one measure in a table, as a matrix of whole units that can be added up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cofitcheck import patterns as re
from cofitcheck.document import ColumnRole, Mention, RowRole, TableStructure
from cofitcheck.numbers import Kind, Measure

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_ASIDE = re.compile("[,，:：]")
"""The marks that end the name of a section. Behind them stands how its lines are stated, as "net of tax"."""
_LARGEST = 10**16
"""Units beyond which sums of a long column may leave 64 bits: such a table is not added up."""


@dataclass(frozen=True)
class Matrix:
    """The numbers of one measure of a table, by row and column; rows and columns without any are left out.

    `values` int64 (rows, columns) are in units of 10 to the power of `exponent`, 0 where nothing or a dash
    stands; `units` is what one unit of the last printed digit is worth, 0 where nothing does.
    `mentions` holds their indices, -1 where nothing stands. `rows` and `columns` are the places in the table.
    `row_labels` and `column_labels` are the paths of the first number of each line. `row_totals` and
    `column_totals` say which lines are called a total, close a section of their name, or have no name, as a
    sum below its parts often has none. `truncated` says that the numbers were cut off and not rounded.
    """

    table: int
    measure: Measure
    exponent: int
    values: Ints
    units: Ints
    mentions: Ints
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    row_labels: tuple[tuple[str, ...], ...]
    column_labels: tuple[tuple[str, ...], ...]
    row_totals: tuple[bool, ...]
    column_totals: tuple[bool, ...]
    truncated: bool = False

    @property
    def stated(self) -> Mask:
        """Where digits stand, not a dash and not an empty cell."""
        return self.units > 0

    @cached_property
    def sections(self) -> Mapping[int, range]:
        """The lines of each section, by the line right behind them that has its name: their total."""
        return sections(self.row_labels)

    @property
    def turned(self) -> Matrix:
        """The same numbers with rows for columns: what is found down a column is then found across a row."""
        return Matrix(
            self.table,
            self.measure,
            self.exponent,
            np.ascontiguousarray(self.values.T),
            np.ascontiguousarray(self.units.T),
            np.ascontiguousarray(self.mentions.T),
            self.columns,
            self.rows,
            self.column_labels,
            self.row_labels,
            self.column_totals,
            self.row_totals,
            self.truncated,
        )


def matrices(mentions: Sequence[Mention], structure: TableStructure) -> Iterator[Matrix]:
    """Yield the matrices of a table with these mentions, one for each measure with three numbers or more."""
    by_measure: dict[Measure, list[Mention]] = defaultdict(list)
    blanks: list[Mention] = []
    for mention in mentions:
        number = mention.number
        if number.kind is Kind.VALUE and number.value is not None:
            by_measure[number.measure].append(mention)
        elif number.kind in (Kind.DASH, Kind.NIL):
            blanks.append(mention)
    for measure, stated in by_measure.items():
        if len(stated) >= 3 and (matrix := _matrix(measure, stated, blanks, structure)) is not None:
            yield matrix


def _matrix(
    measure: Measure, stated: Sequence[Mention], blanks: Sequence[Mention], structure: TableStructure
) -> Matrix | None:
    exponent = min(mention.number.precision for mention in stated)
    rows = sorted({mention.row for mention in stated})
    columns = sorted({mention.column for mention in stated})
    at_row, at_column = ({place: at for at, place in enumerate(places)} for places in (rows, columns))
    shape = len(rows), len(columns)
    values, units = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    places = np.full(shape, -1, dtype=np.int64)
    row_labels: dict[int, tuple[str, ...]] = {}
    column_labels: dict[int, tuple[str, ...]] = {}
    for mention in (*stated, *blanks):
        if mention.row not in at_row or mention.column not in at_column:
            continue
        at = at_row[mention.row], at_column[mention.column]
        places[at] = mention.index
        row_labels.setdefault(at[0], mention.row_path)
        column_labels.setdefault(at[1], mention.column_path)
        if mention.number.value is None:
            continue
        value = int(mention.number.value.scaleb(-exponent))
        if abs(value) > _LARGEST or mention.number.precision - exponent > 15:
            return None
        values[at], units[at] = value, 10 ** (mention.number.precision - exponent)
    labels, headers = (
        tuple(found[at] for at in range(len(places)))
        for found, places in ((row_labels, rows), (column_labels, columns))
    )
    closing = sections(labels)
    return Matrix(
        mention.table,
        measure,
        exponent,
        values,
        units,
        places,
        tuple(rows),
        tuple(columns),
        labels,
        headers,
        tuple(
            structure.rows[row] is RowRole.TOTAL or not _has_name(labels[at]) or at in closing
            for at, row in enumerate(rows)
        ),
        tuple(
            structure.columns[column] is ColumnRole.TOTAL or not _has_name(headers[at])
            for at, column in enumerate(columns)
        ),
        any(mention.number.truncated for mention in stated),
    )


def _has_name(path: Sequence[str]) -> bool:
    return bool(path) and bool(path[-1].strip())


def sections(paths: Sequence[tuple[str, ...]]) -> dict[int, range]:
    """Return the lines of each section of two or more, by the line right behind them that has its name."""
    found: dict[int, range] = {}
    for at in range(2, len(paths)):
        section, begin = paths[at - 1][:-1], at - 1
        if not _bare(section) or section[:-1] != paths[at][:-1] or _bare(section) != _bare(paths[at]):
            continue
        while begin and paths[begin - 1][:-1] == section:
            begin -= 1
        if at - begin >= 2:
            found[at] = range(begin, at)
    return found


def _bare(path: Sequence[str]) -> str:
    """Return the last label of a path, without what is said aside behind a comma."""
    return _ASIDE.split(path[-1].casefold(), maxsplit=1)[0].strip() if path else ""
