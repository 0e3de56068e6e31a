"""Why two mentions are one fact, from labels and neighbours; and what their sums say of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.footing import Footing, mends
from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure, Number, Relation, compare
from cofitcheck.numbers.relations import EXACT

_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = 3
"""The fewest digits of numbers whose agreement in a column is a reason: shorter ones agree too often by
chance."""

_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT, Relation.SIGN_DIFFERS})

_TABLES = (ReasonCode.TABLE_A_FOOTS_WITH, ReasonCode.TABLE_B_FOOTS_WITH)

_Sizes = Mapping[int, Sequence[tuple[Decimal, int]]]
"""The sizes of the numbers of a line, by the exponent of their last digit: ascending, each with its place in
the line."""


def reasons_for(
    grid: Grid,
    pair: tuple[int, int],
    others: tuple[int, int],
    sums: Footing,
    members: Collection[int] = (),
    *,
    statements: tuple[int, int] = (1, 1),
) -> tuple[Reason, ...]:
    """Return the reasons to take the two mentions of a pair, A and B, for one fact, and one of them for
    wrong, the plainest first.

    `others` counts the other facts that their tables share: how many agree, and how many differ. `sums` is
    the one reason that looks at the two values. `members` are all mentions that state their fact, and
    `statements` counts those that state the number of A and those that state that of B.
    """
    mention, counterpart = pair
    first, second = grid[mention], grid[counterpart]
    found = (
        *_sums(grid, pair, sums, members),
        _statements(*statements),
        _row_label(first, second),
        _section(first, second),
        _period(first, second),
        _heading(first, second),
        _row_neighbours(grid, mention, counterpart),
        _column_neighbours(grid, mention, counterpart),
        _other_facts(first, second, others),
    )
    return tuple(reason for reason in found if reason)


def right_by_sums(
    grid: Grid, pair: tuple[int, int], sums: Footing, members: Collection[int] = ()
) -> int | None:
    """Return the mention of a pair whose number a sum of the other's table asks for, None where there is no
    such sum, or each table asks for the other's number; `members` as in `reasons_for`."""
    if sums is not Footing.MENDED:
        return None
    first, second = mends(grid, *pair, members), mends(grid, *pair[::-1], members)
    return None if first is second else pair[1] if first else pair[0]


def _sums(grid: Grid, pair: tuple[int, int], sums: Footing, members: Collection[int]) -> list[Reason]:
    if sums is Footing.BOTH:
        return [Reason(ReasonCode.BOTH_FOOT)]
    if sums is not Footing.MENDED:
        return []
    one = grid[pair[0]].table == grid[pair[1]].table
    tables = (ReasonCode.TABLE_FOOTS_WITH, ReasonCode.TABLE_FOOTS_WITH) if one else _TABLES
    return [
        Reason.of(why, number=grid[other].text, stated=grid[mention].text)
        for why, mention, other in zip(tables, pair, pair[::-1], strict=True)
        if mends(grid, mention, other, members)
    ]


def _statements(of_a: int, of_b: int) -> Reason | None:
    if of_a == of_b:
        return None
    return Reason.of(
        ReasonCode.A_STATED_MORE_OFTEN if of_a > of_b else ReasonCode.B_STATED_MORE_OFTEN, a=of_a, b=of_b
    )


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _row_label(first: Mention, second: Mention) -> Reason | None:
    if not (first.row_path and second.row_path):
        return None
    one, other = first.row_path[-1], second.row_path[-1]
    if _plain(one) and _plain(one) == _plain(other):
        return Reason.of(ReasonCode.ROW_LABEL, label=one)
    shared = [word for word in _plain(one).split() if len(word) > 3 and word in _plain(other).split()]
    return Reason.of(ReasonCode.ROW_WORDS, a=one, b=other, words=" ".join(shared)) if shared else None


def _section(first: Mention, second: Mention) -> Reason | None:
    known = {_plain(label) for label in second.row_path[:-1]}
    names = [label for label in first.row_path[:-1] if _plain(label) and _plain(label) in known]
    return Reason.of(ReasonCode.SECTION, label=names[-1]) if names else None


def _period(first: Mention, second: Mention) -> Reason | None:
    one = years(first.column_path) or years(first.row_path)
    other = years(second.column_path) or years(second.row_path)
    return Reason.of(ReasonCode.PERIOD, period=", ".join(one)) if one and one == other else None


def _heading(first: Mention, second: Mention) -> Reason | None:
    one, other = first.column_path[-1:], second.column_path[-1:]
    if one and other and _plain(one[0]) and _plain(one[0]) == _plain(other[0]):
        return Reason.of(ReasonCode.HEADING, label=one[0])
    return None


def _other_facts(first: Mention, second: Mention, others: tuple[int, int]) -> Reason | None:
    agreeing, differing = others
    if first.table == second.table or not agreeing + differing:
        return None
    why = (
        ReasonCode.OTHERS_AGREE
        if not differing
        else ReasonCode.OTHERS_MIXED
        if agreeing > differing
        else ReasonCode.OTHERS_DIFFER
    )
    return Reason.of(why, n=agreeing + differing, agree=agreeing, differ=differing)


def _agreeing(first: list[Mention], second: list[Mention]) -> int:
    return count_agreeing([each.number for each in first], [each.number for each in second])


def _row_neighbours(grid: Grid, mention: int, counterpart: int) -> Reason | None:
    first, second = (
        [other for other in grid.row(of) if other.number.value is not None] for of in (mention, counterpart)
    )
    agreeing, most = _agreeing(first, second), min(len(first), len(second))
    if not agreeing or _same_line(grid, mention, counterpart, "row"):
        return None
    if most == 1:
        return Reason(ReasonCode.ROW_NEIGHBOUR)
    return Reason.of(ReasonCode.ROW_NEIGHBOURS, n=agreeing, most=most)


def _column_neighbours(grid: Grid, mention: int, counterpart: int) -> Reason | None:
    first, second = (
        [other for other in grid.column(of) if other.number.digits >= _DIGITS]
        for of in (mention, counterpart)
    )
    agreeing = _agreeing(first, second)
    if agreeing < 2 or _same_line(grid, mention, counterpart, "column"):
        return None
    return Reason.of(ReasonCode.COLUMN_NEIGHBOURS, n=agreeing)


def _same_line(grid: Grid, mention: int, counterpart: int, line: str) -> bool:
    first, second = grid[mention], grid[counterpart]
    return (first.table, getattr(first, line)) == (second.table, getattr(second, line))


def count_agreeing(first: Sequence[Number], second: Sequence[Number]) -> int:
    """Count the numbers of two lines that agree one to one, their signs aside. Each takes the first that no
    other has taken."""
    sizes, taken = _sizes(second), set[int]()
    for number in first:
        near = sorted({at for at in _near(number, sizes) if at not in taken})
        match = next((at for at in near if compare(number, second[at]).relation in _AGREE), None)
        if match is not None:
            taken.add(match)
    return len(taken)


def _sizes(line: Sequence[Number]) -> _Sizes:
    found: dict[int, list[tuple[Decimal, int]]] = defaultdict(list)
    for at, number in enumerate(line):
        for size, precision in _as_compared(number):
            found[precision].append((size, at))
    for each in found.values():
        each.sort()
    return found


def _near(number: Number, sizes: _Sizes) -> Iterator[int]:
    """Yield the places of all numbers that may agree: none that does is further off than a unit of the last
    digit of each."""
    for size, precision in _as_compared(number):
        for other, line in sizes.items():
            off = EXACT.add(_unit(precision), _unit(other))
            start = bisect_left(line, EXACT.subtract(size, off), key=_size)
            end = bisect_right(line, EXACT.add(size, off), key=_size)
            yield from (at for _, at in line[start:end])


def _as_compared(number: Number) -> Iterator[tuple[Decimal, int]]:
    """Yield the size and the precision with which a number is compared: basis points also as a percentage."""
    if number.value is not None:
        yield number.value.copy_abs(), number.precision
        if number.measure is Measure.BASIS_POINTS:
            yield number.value.copy_abs().scaleb(-2, EXACT), number.precision - 2


def _unit(precision: int) -> Decimal:
    return Decimal(1).scaleb(precision, EXACT)


def _size(each: tuple[Decimal, int]) -> Decimal:
    return each[0]
