"""What kind of calculation a sum is, and why it is taken for one, in words."""

from __future__ import annotations

from collections.abc import Iterator

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import FindingKind
from cofitcheck.checks.sums.features import changes
from cofitcheck.checks.sums.findings import Group
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.relations import Form
from cofitcheck.checks.sums.words import names_closing, names_opening


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


def reasons(grid: Grid, group: Group, wrong: int) -> tuple[str, ...]:
    """Return why a group of breaks is told, in words."""
    return tuple(_reasons(grid, group, wrong))


def _reasons(grid: Grid, group: Group, wrong: int) -> Iterator[str]:
    head = group.head
    relation, down = head.relation, head.sheet.down
    lines, line = ("columns", "column") if down else ("rows", "row")
    if relation.held:
        kept = f"{relation.held} other {lines if relation.held > 1 else line}"
        yield f"{kept} of the table {'keep' if relation.held > 1 else 'keeps'} this calculation"
    else:
        yield "its label calls the line a total, and a slip in one number explains the difference"
    if relation.broken > 1:
        yield f"{relation.broken} {lines} do not, this one among them"
    needed = changes(head)[wrong]
    mended = [each for each in group.breaks if each is not head and changes(each).get(wrong) == needed]
    for other in mended[:3]:
        total = grid[other.total]
        where = total.row_path[-1:] or total.column_path[-1:]
        direction = "column" if other.sheet.down else "row"
        yield f"the same change mends the {direction} of '{(where or ('a line without a label',))[0]}'"
    if relation.form in (Form.REST, Form.SIGNED, Form.TURNED):
        yield (
            "signs are as the other columns keep them, not as printed"
            if down
            else ("signs are as the other rows keep them, not as printed")
        )
