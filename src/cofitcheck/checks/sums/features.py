"""The features that tell a broken sum from lines never meant to add up, and the trees that judge by them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from math import log10
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.addends import names_closing, names_opening, names_result
from cofitcheck.checks.evidence.calibrated import CalibratedTrees
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.relations import Form
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure, Slip
from cofitcheck.numbers.relations import find_slip

_SHAPE = re.compile(r"\d+")
_MEASURES = list(Measure)
_FORMS = list(Form)
_SLIPS = (Slip.DIGIT, Slip.TRANSPOSITION, Slip.DROPPED_DIGIT, Slip.SCALE, Slip.SIGN)

NAMES = (
    "held broken share evidence columns rows addends addends_held zeros residual total relative tolerance "
    "form upwards down named_total named_closing named_result total_as_total total_as_part other_as_total "
    "parts_held alone_parts "
    "table_breaks table_holds line_breaks line_holds line_share crossing crossing_same slips total_slips "
    "best_slip as_addend as_twice beside skipped measure exponent alternatives broken_as_part same_residual "
    "total_parts balance_parts sections same_section mended_elsewhere period of_change "
    "tied total_tied untied"
).split()
"""The columns of `features`, in order."""


def features(table: TableSums, mentions: Sequence[Mention], tied: Collection[int]) -> npt.NDArray[np.float32]:
    """Return what is known of each break of a table, float32 (breaks, len(NAMES)).

    `tied` are the mentions whose label, period and value another table states too.
    """
    described = (_of(table, each, mentions, tied) for each in table.breaks)
    rows = [[row[name] for name in NAMES] for row in described]
    return np.array(rows, dtype=np.float32).reshape(-1, len(NAMES))


def _of(
    table: TableSums, here: Instance, mentions: Sequence[Mention], tied: Collection[int]
) -> dict[str, float]:
    relation, matrix = here.relation, here.sheet.matrix
    unit = int(matrix.units[relation.total, here.column]) or 1
    lines = [line for line, _ in relation.addends]
    column = matrix.values[:, here.column]
    addends = column[lines]
    largest = max(1, int(np.abs(addends).max()), abs(int(column[relation.total])))
    path = mentions[here.total].row_path if here.sheet.down else mentions[here.total].column_path
    parts = [mention for mention in here.stated if mention != here.total]
    others = table.held_by
    held_columns = relation.keeping(matrix)
    counts = (matrix.values[lines] != 0).sum(axis=0)
    between = [
        row
        for row in range(min(*lines, relation.total), max(*lines, relation.total))
        if matrix.units[row, here.column]
    ]
    key = id(here.sheet), here.column
    line_holds, line_breaks = table.lines[*key, True], table.lines[*key, False]
    slips = mending_slips(here)
    kept = [bool(others.get(mention)) for mention in parts]
    return {
        "held": relation.held,
        "broken": relation.broken,
        "share": relation.held / max(1, relation.held + relation.broken),
        "evidence": relation.evidence,
        "columns": len(matrix.columns),
        "rows": len(matrix.rows),
        "addends": len(parts),
        "addends_held": float(counts[held_columns].mean()) if held_columns.any() else -1.0,
        "zeros": len(relation.addends) - len(parts),
        "residual": log10(abs(here.residual) / unit + 1),
        "total": log10(abs(int(column[relation.total])) / unit + 1),
        "relative": log10((abs(here.residual) + 1) / largest),
        "tolerance": log10((2 * abs(here.residual) + 1) / max(1, here.tolerance)),
        "form": _FORMS.index(relation.form),
        "upwards": relation.upwards,
        "down": here.sheet.down,
        "named_total": matrix.row_totals[relation.total],
        "named_closing": names_closing(path),
        "named_result": names_result(path),
        "total_as_total": sum(each.total == here.total for each in others.get(here.total, ())),
        "total_as_part": sum(each.total != here.total for each in others.get(here.total, ())),
        "other_as_total": sum(each.total == part for part in parts for each in others.get(part, ())),
        "parts_held": sum(kept) / max(1, len(kept)),
        "alone_parts": len(kept) - sum(kept),
        "table_breaks": len(table.breaks),
        "table_holds": len(table.holding),
        "line_breaks": line_breaks,
        "line_holds": line_holds,
        "line_share": line_holds / max(1, line_holds + line_breaks),
        "crossing": _crossing(table, here),
        "crossing_same": _crossing_same(table, here),
        "slips": len(slips),
        "total_slips": float(here.total in slips),
        "best_slip": min((_SLIPS.index(slip) for slip in slips.values()), default=9),
        "as_addend": bool((np.abs(addends) == abs(here.residual)).any()),
        "as_twice": bool((2 * np.abs(addends) == abs(here.residual)).any()),
        "beside": bool((np.abs(np.delete(column, [*lines, relation.total])) == abs(here.residual)).any()),
        "skipped": len(between) - sum(row in lines or row == relation.total for row in between),
        "measure": _MEASURES.index(matrix.measure),
        "exponent": matrix.exponent,
        "alternatives": sum(each.total == relation.total for each in here.sheet.relations),
        "broken_as_part": sum(each.total != here.total for each in table.broken_by.get(here.total, ())),
        "total_parts": sum(matrix.row_totals[line] for line in lines),
        "balance_parts": sum(_names_balance(matrix.row_labels[line]) for line in lines),
        "sections": len({matrix.row_labels[line][:-1] for line in lines}),
        "same_section": any(matrix.row_labels[line][:-1] == path[:-1] for line in lines),
        "mended_elsewhere": _mended_elsewhere(here),
        "period": _line_kind(here),
        "of_change": says_change(matrix.column_labels[here.column]),
        "tied": sum(mention in tied for mention in here.stated) / len(here.stated),
        "total_tied": here.total in tied,
        "untied": sum(mention not in tied for mention in here.stated),
        "same_residual": sum(
            abs(each.residual) == abs(here.residual) for each in table.breaks if each is not here
        ),
    }


def _names_balance(path: Sequence[str]) -> bool:
    return names_opening(path) or names_closing(path)


def _mended_elsewhere(here: Instance) -> bool:
    """Tell whether another line of the column states what the total should be."""
    matrix = here.sheet.matrix
    wanted = int(matrix.values[here.relation.total, here.column]) - here.residual
    return bool(wanted) and bool((np.abs(matrix.values[:, here.column]) == abs(wanted)).any())


def _line_kind(here: Instance) -> float:
    """Return the share, among the columns that keep the relation, of those with headers like this column's.

    Digits in headers do not count. It is -1 where no column keeps the relation.
    """
    matrix, relation = here.sheet.matrix, here.relation
    own = _SHAPE.sub("0", " ".join(matrix.column_labels[here.column]))
    held = relation.keeping(matrix)
    like = [
        _SHAPE.sub("0", " ".join(matrix.column_labels[each])) == own for each in np.nonzero(held)[0].tolist()
    ]
    return sum(like) / len(like) if like else -1.0


def mending_slips(here: Instance) -> Mapping[int, Slip]:
    """Return the mentions that one slip changes so that the sum holds, each with its slip."""
    matrix, relation = here.sheet.matrix, here.relation
    found: dict[int, Slip] = {}
    for line, sign in ((relation.total, -1), *relation.addends):
        if not matrix.units[line, here.column]:
            continue
        stated = int(matrix.values[line, here.column])
        mended = stated + sign * here.residual
        unit = int(matrix.units[line, here.column])
        if mended == stated or mended % unit:
            continue
        first, second = Decimal(stated // unit), Decimal(mended // unit)
        slip = find_slip(first, second, (0, 0))
        if slip in _SLIPS:
            found[int(matrix.mentions[line, here.column])] = slip
    return found


def _crossing(table: TableSums, here: Instance) -> int:
    return sum(
        each.sheet.down is not here.sheet.down
        for mention in here.stated
        for each in table.broken_by.get(mention, ())
    )


def _crossing_same(table: TableSums, here: Instance) -> int:
    """Count the breaks in the other direction that the same change of the same cell would mend."""
    own = changes(here)
    return sum(
        changes(each).get(mention) == own[mention]
        for mention in here.stated
        for each in table.broken_by.get(mention, ())
        if each.sheet.down is not here.sheet.down
    )


def changes(here: Instance) -> dict[int, int]:
    """Return by how much each mention would have to change for the sum to hold."""
    changes = {mention: sign * here.residual for mention, sign in here.addends}
    changes[here.total] = -here.residual
    return changes


class SumModel(CalibratedTrees):
    """The trees of `sums.onnx`, over the columns that `features.NAMES` lists."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the two files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls.read(folder, "sums", NAMES)
