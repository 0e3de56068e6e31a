"""Sums down a line: what a number in a gap makes, told at once and by trying it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.checks.evidence.addends import SumGap

BY_CHANCE = 15


def tried(before: Sequence[int], number: int, behind: Sequence[int], tolerance: int) -> bool:
    """Put the number into the gap, and look for it in every sum of the line: the slow twin of `SumGap`."""
    return any(len(before) in places for places in sums([*before, number, *behind], tolerance))


def sums(numbers: Sequence[int], tolerance: int) -> Iterator[list[int]]:
    """Yield the places of every sum: the addends, and last the total, which stands for them from there on."""
    taken_up: list[int] = []
    for place, total in enumerate(numbers):
        found = addends([numbers[each] for each in taken_up], total, tolerance)
        if found:
            yield [*taken_up[-found:], place]
            del taken_up[-found:]
        taken_up.append(place)


def addends(numbers: Sequence[int], total: int, tolerance: int) -> int:
    if abs(total) < BY_CHANCE * len(numbers) * (2 * tolerance + 1):
        return 0
    for count in range(2, len(numbers) + 1):
        if abs(sum(numbers[-count:]) - total) <= tolerance:
            return count
    is_margin = len(numbers) > 1 and numbers[-1] > 0 and abs(numbers[-2] - numbers[-1] - total) <= tolerance
    return 2 if is_margin else 0


@st.composite
def lines(draw: st.DrawFn) -> list[int]:
    """Draw a line in which many numbers are sums of those before, some of them off by one."""
    numbers: list[int] = []
    for _ in range(draw(st.integers(0, 8))):
        kind = draw(st.sampled_from(["number", "number", "total", "margin"]))
        if kind == "total" and len(numbers) > 1:
            count = draw(st.integers(2, len(numbers)))
            numbers.append(sum(numbers[-count:]) + draw(st.sampled_from([0, 0, 1, -1])))
        elif kind == "margin" and len(numbers) > 1:
            numbers.append(numbers[-2] - numbers[-1])
        else:
            numbers.append(draw(st.integers(-2000, 2000)))
    return numbers


@settings(deadline=None)
@given(lines(), st.data(), st.sampled_from([0, 1]))
def test_a_gap_takes_what_trying_finds(line: list[int], data: st.DataObject, tolerance: int) -> None:
    place = data.draw(st.integers(0, len(line)))
    before, behind = line[:place], line[place:]
    gap = SumGap(before, behind, tolerance)
    parts = {sum(line[start:stop]) for start in range(len(line)) for stop in range(start, len(line))}
    likely = parts | {one - part for one in line for part in parts}
    for number in {each + off for each in likely for off in (-1, 0, 1)}:
        assert gap.takes(number) is tried(before, number, behind, tolerance), number


def test_every_way_to_take_part() -> None:
    assert SumGap([1200, 3400], [], 0).takes(4600)
    assert SumGap([1200], [4600], 0).takes(3400)
    assert SumGap([9000], [6500], 0).takes(2500)
    assert SumGap([], [2500, 6500], 0).takes(9000)
    assert not SumGap([1200, 3400], [], 0).takes(4601)
    assert SumGap([1200, 3400], [], 1).takes(4601)
