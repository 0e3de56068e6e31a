"""What kind of calculation a sum is, and why it is taken for one."""

from __future__ import annotations

from collections.abc import Iterator

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.named_lines import names_closing, names_opening
from cofitcheck.checks.model import FindingKind
from cofitcheck.checks.reasons import Reason, Why
from cofitcheck.checks.sums.features import changes
from cofitcheck.checks.sums.findings import Group
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.relations import Form


def kind_of(grid: Grid, instance: Instance) -> FindingKind:
    """Return whether an instance adds up parts, carries a balance forward, or derives a change."""
    if instance.relation.form is Form.CHANGE:
        return FindingKind.DERIVED
    paths = (
        (grid[mention].row_path if instance.sheet.down else grid[mention].column_path)
        for mention, _ in instance.addends
    )
    total = grid[instance.total]
    closes = names_closing(total.row_path if instance.sheet.down else total.column_path)
    return FindingKind.ROLL_FORWARD if closes and any(map(names_opening, paths)) else FindingKind.SUM


def reasons(grid: Grid, group: Group, wrong: int, stale: int) -> tuple[Reason, ...]:
    """Return why a group of breaks is told; `stale` numbers of it are those of the column beside."""
    return tuple(_reasons(grid, group, wrong, stale))


def _reasons(grid: Grid, group: Group, wrong: int, stale: int) -> Iterator[Reason]:
    head = group.head
    relation, down = head.relation, head.sheet.down
    if stale:
        yield Reason.of(Why.COLUMN_BESIDE, n=stale)
    if relation.formulas:
        yield Reason.of(Why.COLUMN_FORMULAS if down else Why.ROW_FORMULAS, n=relation.formulas)
    if relation.held:
        yield Reason.of(Why.COLUMNS_FOOT if down else Why.ROWS_FOOT, n=relation.held)
    elif not relation.formulas:
        yield Reason(Why.CALLED_TOTAL)
    if relation.broken > 1:
        yield Reason.of(Why.COLUMNS_BREAK if down else Why.ROWS_BREAK, n=relation.broken)
    needed = changes(head)[wrong]
    mended = [each for each in group.breaks if each is not head and changes(each).get(wrong) == needed]
    for other in mended[:3]:
        total = grid[other.total]
        where = total.row_path[-1:] or total.column_path[-1:]
        why = Why.COLUMN_MENDED_TOO if other.sheet.down else Why.ROW_MENDED_TOO
        yield Reason.of(why, label=(where or ("–",))[0])
    if relation.form in (Form.REST, Form.SIGNED, Form.TURNED):
        yield Reason(Why.SIGNS_OF_COLUMNS if down else Why.SIGNS_OF_ROWS)
