"""Whether the wrong number of a finding belongs to another cell beside it.

The number is looked for in the rows and columns of the finding's two cells. Where it stands there, it may
have been copied from that cell, and the finding says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Mention
from cofitcheck.numbers import Relation, Slip, compare
from cofitcheck.periods.east_asian import speaks_of_time

_LETTER = re.compile(r"[^\W\d_]")
_DIGITS = 3
"""The fewest digits of numbers that are not equal by chance."""
_STORIES_OF_THEIR_OWN = frozenset({Slip.SIGN, Slip.SCALE})
_IN_ROW = {
    (True, False): ReasonCode.PERIOD_IN_ROW,
    (False, False): ReasonCode.PERIOD_IN_ROW_OF,
    (True, True): ReasonCode.PERIOD_IN_ROW_TURNED,
    (False, True): ReasonCode.PERIOD_IN_ROW_OF_TURNED,
}
_IN_COLUMN = {
    (True, False): ReasonCode.LABEL_IN_COLUMN,
    (False, False): ReasonCode.LABEL_IN_COLUMN_OF,
    (True, True): ReasonCode.LABEL_IN_COLUMN_TURNED,
    (False, True): ReasonCode.LABEL_IN_COLUMN_OF_TURNED,
}
"""The reason by whether the figure stands in the number's own line, and whether its sign is the other one."""


def stated_elsewhere(
    grid: Grid, pair: tuple[int, int], slip: Slip, *, right: int | None = None, fact: Collection[int] = ()
) -> Reason | None:
    """Return which other figure of their rows and columns one of two numbers equals, None where it equals
    none.

    The number of the first of `pair` is looked for first; a number that is `right` is not looked for. `slip`
    is the one between the two: a number that differs in sign or scale alone was copied from no other cell.
    Mentions of `fact` state the same fact, and do not count. The result says nothing of how probable an error
    is.
    """
    if slip in _STORIES_OF_THEIR_OWN:
        return None
    for mention, other in (pair, pair[::-1]):
        if mention != right and grid[mention].number.digits >= _DIGITS:
            said = next(_meetings(grid, mention, other, {*pair, *fact}), None)
            if said:
                return said
    return None


def _meetings(grid: Grid, mention: int, other: int, known: Collection[int]) -> Iterator[Reason]:
    """Yield where else a number stands: for another period in a row, or in a column."""
    here = grid[mention]
    for of in (mention, other):
        for each in grid.row(of):
            period = _other_period(each, grid[of])
            if period and each.index not in known and (turned := _turned(here, each)) is not None:
                why = _IN_ROW[of == mention, turned]
                yield Reason.of(why, number=here.text, period=period, beside=grid[other].text)
    for of in (mention, other):
        for each in sorted(grid.column(of), key=lambda each: abs(each.row - grid[of].row)):
            label = "".join(each.row_path[-1:]).rstrip(": ")
            if not _LETTER.search(label) or each.index in known or _equal_by_right(grid, of, each.index):
                continue
            if (turned := _turned(here, each)) is not None:
                why = _IN_COLUMN[of == mention, turned]
                yield Reason.of(why, number=here.text, label=label, beside=grid[other].text)


def _turned(here: Mention, each: Mention) -> bool | None:
    """Tell whether a figure equals a number with the other sign, None where it does not equal it."""
    relation = compare(here.number, each.number).relation
    return {Relation.EQUAL: False, Relation.SIGN_DIFFERS: True}.get(relation)


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
