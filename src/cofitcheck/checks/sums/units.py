"""A sum that is off by a unit or a few, where all else that a document adds up comes out to the unit.

Rounded parts need not come to their rounded total. But who makes them do so everywhere else did not mean this
one to be off. Where other sums are off too, a unit is rounding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log

from cofitcheck.checks.evidence.named_lines import names_closing, names_result
from cofitcheck.checks.evidence.rounding import log_exact
from cofitcheck.checks.evidence.statement_lines import compared, names_sum
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.proven import AMOUNTS_AND_COUNTS, is_added_as_printed, is_contiguous
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.checks.sums.unexplained_breaks import unexplained_breaks
from cofitcheck.document import Mention

_FARTHEST = 3
"""A miss of more units is no rounding, and a break without this."""
_EVIDENCE = 2.0
"""So many digits must speak against chance."""
_BY_CHANCE = 0.15
"""Rounded numbers must come out to the unit in so few documents as often as in this one."""
_SHARE = 10
"""Where more than one sum is off for so many that come out, numbers are rounded."""
_LEAST = 100
"""A total that is so few units from nought, or from one of its parts, is near by chance."""
_LEAST_ALONE = 1000
"""Where no other column keeps the sum to the unit."""
TOLD, OPEN = 0.6, 0.3
"""How probably a sum that is off is an error where no other sum of the document is, and where a few are."""


@dataclass
class Exactness:
    """How often the sums of a document come out to the unit, by measure and unit: the totals that do, each
    with the logarithm of how often it would by chance, those that nearly do, and those that are off."""

    exact: dict[tuple[str, int], dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    near: dict[tuple[str, int], dict[int, Instance]] = field(default_factory=lambda: defaultdict(dict))
    off: dict[tuple[str, int], dict[int, Instance]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, sums: TableSums, mentions: Sequence[Mention], rows: Collection[int]) -> None:
        """Take in the sums of a table with these mentions; of a statement, others come to `rows`."""
        plain = [each for each in sums.holding if _is_plain(each)]
        for each in plain:
            if not each.residual and (each.is_no_chance or _is_named(each, rows)):
                self.exact[_unit(each)][each.total] = log_exact(each.parts)
        known = {each.total for each in sums.breaks}
        known |= {each.total for each in sums.holding if each.sheet.down and not each.residual}
        near = [each for each in plain if each.total not in known and _is_named(each, rows)]
        for each in near:
            self.near[_unit(each)].setdefault(each.total, each)
        off = [replace(each, tolerance=0) for each in near if _is_off(each, rows)]
        told = [each for each in sums.breaks if _is_plain(each)]
        told = [each for each in told if _is_named(each, rows) and _is_off(each, rows)]
        for each in (*unexplained_breaks(off, (), (), mentions), *told):
            self.off[_unit(each)].setdefault(each.total, each)

    def probabilities(self) -> Mapping[Instance, float]:
        """Return how probably each sum that is off is an error, without those that are rounding."""
        found: dict[Instance, float] = {}
        for unit, off in self.off.items():
            exact, errors = self.exact[unit], _apart([*{**self.near[unit], **off}.values()])
            if (errors - 1) * _SHARE <= len(exact):
                sure = errors == 1 and sum(exact.values()) <= log(_BY_CHANCE)
                found |= dict.fromkeys(off.values(), TOLD if sure else OPEN)
        return found


def _apart(off: Sequence[Instance]) -> int:
    """Return how many groups sums make that share a number: one wrong number may break all of a group."""
    groups: list[set[int]] = []
    for each in off:
        cells = set(each.stated)
        near = [group for group in groups if group & cells]
        groups = [group for group in groups if not group & cells] + [cells.union(*near)]
    return len(groups)


def _is_plain(each: Instance) -> bool:
    matrix = each.sheet.matrix
    amounts = each.sheet.down and matrix.measure in AMOUNTS_AND_COUNTS and not matrix.truncated
    return amounts and is_added_as_printed(each)


def _is_named(each: Instance, rows: Collection[int]) -> bool:
    matrix, total = each.sheet.matrix, each.relation.total
    return (_is_a_sum(each, rows) or names_result(matrix.row_labels[total])) and is_contiguous(each)


def _is_off(each: Instance, rows: Collection[int]) -> bool:
    """Tell whether a total below its lines is a few units from them, and not by a line of so few. `rows` are
    those of the table that others come to."""
    values, relation = each.sheet.matrix.values[:, each.column], each.relation
    total = int(values[relation.total])
    parts = [sign * int(values[line]) for line, sign in relation.addends]
    apart = min(abs(total - part) for part in (0, *parts))
    least = min((abs(part) for part in parts if part), default=0)
    few = 0 < abs(each.residual) <= _FARTHEST * each.unit < least
    if not few or relation.upwards or _is_off_elsewhere(each):
        return False
    return apart >= each.unit * (_LEAST if each.kept_to_the_unit else _LEAST_ALONE) and (
        each.kept_to_the_unit > 0 or (relation.evidence >= _EVIDENCE and _is_a_sum(each, rows))
    )


def _is_off_elsewhere(each: Instance) -> bool:
    """Tell whether another column misses the sum too: a line is not printed, or numbers are rounded."""
    return int(each.relation.applies(each.sheet.matrix).sum()) > 1 + each.kept_to_the_unit


def _is_a_sum(each: Instance, rows: Collection[int]) -> bool:
    """Tell whether a line has the name of a sum, or is in one of `rows`."""
    matrix, relation = each.sheet.matrix, each.relation
    path = matrix.row_labels[relation.total]
    return (
        matrix.rows[relation.total] in rows
        or matrix.row_totals[relation.total]
        or names_closing(path)
        or names_sum(compared(path))
    )


def _unit(each: Instance) -> tuple[str, int]:
    return each.sheet.matrix.measure.value, each.sheet.matrix.exponent
