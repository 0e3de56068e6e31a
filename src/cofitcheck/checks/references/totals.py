"""Totals by another name than that of what they add up: "Total current liabilities" of the assets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.document import Mention
from cofitcheck.language.meanings import SIDES

_SIDES = [[re.compile(each) for each in group] for group in SIDES]
"""For each group of sides the words of each of them."""
_FEWEST = 2
"""So many lines that are summed stand under the name of another side."""


@dataclass(frozen=True, slots=True)
class MisnamedTotal:
    """The total of lines under another heading than its own name; `heading` is theirs."""

    total: Mention
    heading: str


def misnamed_totals(mentions: Sequence[Mention], holding: Iterable[Confirmed]) -> Iterator[MisnamedTotal]:
    """Yield the totals that come out as stated and are named after another side; one a row."""
    told: set[tuple[int, int]] = set()
    for each in holding:
        *lines, total = (mentions[index] for index in each.mentions)
        row = total.table, total.row
        above = all(line.row < total.row for line in lines)
        if each.kind is not CheckKind.SUM or row in told or not total.row_path or not above:
            continue
        heading = other_heading(total, lines)
        if heading:
            told.add(row)
            yield MisnamedTotal(total, heading)


def other_heading(total: Mention, lines: Sequence[Mention]) -> str:
    """Return the one heading over all lines where that names another side than the label of their total, ""
    where it does not."""
    heading = _heading_over(lines)
    return heading if names_other_side(total.row_path[-1], heading) else ""


def names_other_side(label: str, heading: str) -> bool:
    """Tell whether each of two texts names one side of a group, and not the same one."""
    sides = (_sides_in(label), _sides_in(heading))
    return any(one and other and one != other for one, other in zip(*sides, strict=True))


def names_side_of(label: str, lines: Sequence[Mention]) -> bool:
    """Tell whether a label names the side that the heading over lines names."""
    sides = (_sides_in(label), _sides_in(_heading_over(lines)))
    return any(one and one == other for one, other in zip(*sides, strict=True))


def _heading_over(lines: Sequence[Mention]) -> str:
    headings = {line.row_path[-2] if len(line.row_path) > 1 else "" for line in lines}
    return headings.pop() if len(headings) == 1 and len(lines) >= _FEWEST else ""


def _sides_in(text: str) -> list[str]:
    """Return of each group the side that a text names, "" where it names none or several."""
    found = ([side.pattern for side in group if side.search(text.casefold())] for group in _SIDES)
    return [sides[0] if len(sides) == 1 else "" for sides in found]
