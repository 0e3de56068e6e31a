"""How many numbers of two lines agree.

Each number is held against those of about its size alone. Many findings ask of the same long columns, and
each would take seconds if all pairs were compared.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from cofitcheck.numbers import Measure, Number, Relation, compare
from cofitcheck.numbers.slips import EXACT

_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT, Relation.SIGN_DIFFERS})

_Sizes = Mapping[int, Sequence[tuple[Decimal, int]]]
"""Of a line the sizes of its numbers, ascending, each with its place, by the exponent of their last digit."""


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
    """Yield the places of all numbers that may agree: none that does is further off than a unit of each."""
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
