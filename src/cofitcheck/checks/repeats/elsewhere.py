"""Where the number of a finding stands else, in the rows and columns of its two cells: what may have happened
when one number took the place of another."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.document import Mention
from cofitcheck.document.east_asian import speaks_of_time
from cofitcheck.numbers import Relation, Slip, compare

_LETTER = re.compile(r"[^\W\d_]")
_DIGITS = 3
"""Shorter numbers meet by chance."""
_STORIES_OF_THEIR_OWN = frozenset({Slip.SIGN, Slip.SCALE})


def stated_elsewhere(
    grid: Grid, pair: tuple[int, int], slip: Slip, *, right: int | None = None, fact: Collection[int] = ()
) -> str:
    """Return in words which other figure of their rows and columns one of two numbers equals, or "".

    The number of `pair`'s first is asked about first, and one that is `right` is not. `slip` is the one
    between the two; what differs in sign or scale alone was taken from nowhere. Mentions of `fact` state the
    same, and are no others. It says nothing of how probable an error is.
    """
    if slip in _STORIES_OF_THEIR_OWN:
        return ""
    for mention, other in (pair, pair[::-1]):
        if mention != right and grid[mention].number.digits >= _DIGITS:
            said = next(_meetings(grid, mention, other, {*pair, *fact}), "")
            if said:
                return said
    return ""


def _meetings(grid: Grid, mention: int, other: int, known: Collection[int]) -> Iterator[str]:
    """Yield where else a number stands: as that of another period in a row, or in a column."""
    here = grid[mention]
    lines = ((mention, "the same {}"), (other, f"the {{}} of {grid[other].text}"))
    for of, where in lines:
        for each in grid.row(of):
            period = _other_period(each, grid[of])
            if period and each.index not in known and (equals := _equals(here, each)):
                yield f"{equals} the {period} figure in {where.format('row')}"
    for of, where in lines:
        for each in sorted(grid.column(of), key=lambda each: abs(each.row - grid[of].row)):
            label = "".join(each.row_path[-1:]).rstrip(": ")
            if not _LETTER.search(label) or each.index in known or _equal_by_right(grid, of, each.index):
                continue
            if equals := _equals(here, each):
                yield f"{equals} “{label}” in {where.format('column')}"


def _equals(here: Mention, each: Mention) -> str:
    words = {Relation.EQUAL: "equals", Relation.SIGN_DIFFERS: "equals, but for the sign,"}
    relation = compare(here.number, each.number).relation
    return f"{here.text} {words[relation]}" if relation in words else ""


def _other_period(each: Mention, here: Mention) -> str:
    """Return the period of a figure where its column names another than the row's own does, or ""."""
    named = years(each.column_path)
    if named and named != years(here.column_path):
        return "–".join(named)
    (period, others), (own, of_own) = map(_spoken_period, (each.column_path, here.column_path))
    return f"“{period}”" if period and own not in {"", period} and others == of_own else ""


def _spoken_period(path: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the lowest header that says when, "" where none does, and the others: of a unit, or of what."""
    period = next(filter(speaks_of_time, reversed(path)), "")
    return period, tuple(header for header in path if header != period)


def _equal_by_right(grid: Grid, first: int, second: int) -> bool:
    """Tell whether two rows are equal in all their other columns too, as assets and what pays for them."""
    left, right = ({each.column: each.number for each in grid.row(of)} for of in (first, second))
    shared = left.keys() & right.keys()
    return bool(shared) and all(
        compare(left[column], right[column]).relation is Relation.EQUAL for column in shared
    )
