"""Add up a line of numbers by its labels.

Labels tell which numbers of a line add up and with which sign. They also tell whether a number is a sum of
others or a balance carried forward. `OpenNumbers` finds the sums along a line. `SumGap` tells which numbers
in a gap of the line would take part in a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import (
    ADDED_SIGNS,
    DEDUCTED_SIGNS,
    DEDUCTED_WORDS,
    NUMERALS,
    PART_SIGNS,
    PART_WORDS,
    RESULT_SIGNS,
    RESULT_WORDS,
    TOTAL_SIGNS,
)
from cofitcheck.language.meanings import CARRIED, DEDUCTED_TOTALS
from cofitcheck.periods.header_periods import Balance, balance_date, is_bare_day, named_balance

_LESS = re.compile(rf"\W*(?:{DEDUCTED_SIGNS}|{DEDUCTED_WORDS}\b)", re.IGNORECASE)
_NUMBERED = rf"[(（]?[{NUMERALS}]+\s*[)）、.．]"
_DEDUCTED_TOTAL = re.compile(rf"(?:{_NUMBERED})?\s*{DEDUCTED_TOTALS}")
# Items that follow 减 without a mark of their own are deducted too, up to the next item that says otherwise.
_ENDS_LESS = re.compile(rf"\W*(?:{ADDED_SIGNS}|{_NUMBERED})|.*(?:{TOTAL_SIGNS}|{CARRIED})\W*$")
_PARTS = re.compile(rf"\W*(?:{PART_SIGNS}|{PART_WORDS}\b)", re.IGNORECASE)
_ENDS_PARTS = re.compile(rf"{_ENDS_LESS.pattern}|{_LESS.pattern}", re.IGNORECASE)

Addends = dict[int, int]
"""The places of a line whose numbers take part in its sums, each with 1, or with -1 where it is deducted."""

Labels = Sequence[str]
"""The labels of the empty items right before a number of a line, and last the label of the number itself."""

_RESULT = re.compile(rf"\b{RESULT_WORDS}\b|{RESULT_SIGNS}", re.IGNORECASE)

_BY_CHANCE = 15
"""How many times more units a total must have than there are sums that it could be. A smaller one is a total
by chance."""


def ways_to_add(labels: Sequence[Labels], amounts: Sequence[int], *, down: bool) -> list[Addends]:
    """Return the ways in which a line of labelled numbers may add up, the way it is printed first.

    `down` tells that the line is a column. There "less" may hold for the rows below too.
    """
    signs = deducted(labels, down=down)
    parts = set(_parts(labels, amounts))
    ways: list[Addends] = []
    for signed in (dict.fromkeys(range(len(labels)), 1), dict(enumerate(signs))):
        for left_out in (set(), parts):
            way = {place: sign for place, sign in signed.items() if place not in left_out}
            if way not in ways:
                ways.append(way)
    return ways


def deducted(labels: Sequence[Labels], *, down: bool) -> Iterator[int]:
    """Yield -1 for each number that is deducted, else 1.

    Its own label deducts it. In Chinese a label above does too, as long as no label between them ends the
    deduction.
    """
    deducting = False
    for run in labels:
        for label in run:
            named = bool(_LESS.match(label))
            deducting = named or (deducting and not _ENDS_LESS.match(label))
        yield -1 if deducting or _DEDUCTED_TOTAL.match("".join(run[-1:])) else 1
        deducting = deducting and down and not "".join(run).isascii()


def deducts(label: str) -> bool:
    """Tell whether a label says by itself that its number is deducted."""
    return bool(_LESS.match(label))


def names_part(label: str) -> bool:
    """Tell whether a label names a part of the number above it, which a total has already."""
    return bool(_PARTS.match(label))


def _parts(labels: Sequence[Labels], amounts: Sequence[int]) -> Iterator[int]:
    """Yield the places of parts of the number above.

    The first part is the number whose label names it a part, whatever its amount. It may exceed the whole: a
    gain of 500 has 700 from one source where another lost 200. The numbers behind it are parts too, as long
    as all parts together do not exceed the whole.
    """
    for first, run in enumerate(labels):
        if first and any(map(_PARTS.match, run)):
            left = abs(amounts[first - 1]) - abs(amounts[first])
            yield first
            behind = range(first + 1, len(labels))
            for place in takewhile(lambda at: not any(map(_ENDS_PARTS.match, labels[at])), behind):
                left -= abs(amounts[place])
                if left < 0:
                    break
                yield place


def names_result(path: Sequence[str]) -> bool:
    """Tell whether a line is named as the result of others: gross profit, net cash."""
    return bool(path) and bool(_RESULT.search(path[-1]))


def names_closing(path: Sequence[str]) -> bool:
    """Tell whether a line is named as the balance at the end of a span, or on a day."""
    return _names(path, Balance.CLOSING)


def names_opening(path: Sequence[str]) -> bool:
    """Tell whether a line is named as the balance at the beginning of a span, or on a day."""
    return _names(path, Balance.OPENING)


def _names(path: Sequence[str], edge: Balance) -> bool:
    if not path:
        return False
    label = path[-1]
    return named_balance(label) is edge or bool(balance_date(label)) or is_bare_day(label)


class OpenNumbers:
    """Numbers that no total has taken up yet, in order; `ahead` is how many others stand before them.

    Totals may be off by `tolerance`. `ways` is in how many ways the line is read: each adds sums by chance.
    """

    def __init__(self, tolerance: int, ways: int = 1, ahead: int = 0) -> None:
        self.numbers: list[int] = []
        self.total = 0
        self._tolerance, self._ahead = tolerance, ahead
        self._least = _BY_CHANCE * ways * (2 * tolerance + 1)
        self._running = [0]
        # By a running sum: after how many numbers the line came to it.
        self._lengths: dict[int, list[int]] = {0: [0]}

    def sums_of_last(self) -> set[int]:
        """Return the sums of the last number, of the last two, and so on."""
        return {self.total - each for each in self._running[:-1]}

    def read(self, number: int) -> None:
        """Add the next number of the line."""
        self.put(number, self.addends(number))

    def put(self, number: int, addends: int) -> None:
        """Add the next number of the line. It takes the place of the last `addends` numbers, its parts."""
        for _ in range(addends):
            self.numbers.pop()
            self._lengths[self._running.pop()].pop()
        self.numbers.append(number)
        self.total = self._running[-1] + number
        self._running.append(self.total)
        self._lengths.setdefault(self.total, []).append(len(self.numbers))

    def addends(self, total: int) -> int:
        """Return how many of the last numbers make the total, 0 where none do."""
        return (self.added(total) or self.subtracted(total)) if self.may_be_total(total) else 0

    def may_be_total(self, number: int) -> bool:
        """Tell whether a number is too large to be a sum by chance."""
        return abs(number) >= self._least * (self._ahead + len(self.numbers))

    def added(self, total: int) -> int:
        """Return how many of the last numbers, two or more, add up to the total; the fewest, 0 if none do."""
        count = len(self.numbers)
        starts = [
            length
            for running in near(self.total - total, self._tolerance)
            if running in self._lengths
            # At least one of the last three leaves two numbers.
            for length in self._lengths[running][-3:]
            if length <= count - 2
        ]
        return count - max(starts) if starts else 0

    def subtracted(self, total: int) -> int:
        """Return 2 where the total is the last number but one less the last, and else 0.

        A margin is such a total, where its cost is printed without a sign.
        """
        if len(self.numbers) < 2 or self.numbers[-1] <= 0:
            return 0
        return 2 if abs(self.numbers[-2] - self.numbers[-1] - total) <= self._tolerance else 0


class SumGap:
    """A line with a gap: tells which numbers in it would be a total, or an addend of a total behind it.

    `ways` is in how many ways the line is read.
    """

    def __init__(self, before: Iterable[int], behind: Sequence[int], tolerance: int, ways: int = 1) -> None:
        self._tolerance, self._ways = tolerance, ways
        self._before = OpenNumbers(tolerance, ways)
        for number in before:
            self._before.read(number)
        self._wanted: set[int] = set()
        self._wanted_as_cost: set[int] = set()
        self._short: list[int] = []
        """What totals behind the gap lack, before any number in front of the gap is added."""
        self._read_behind(behind)
        self._sums_before = self._before.sums_of_last() if self._short else set()

    def takes(self, number: int) -> bool:
        """Tell whether a number in the gap takes part in a sum."""
        if self._before.addends(number):
            return True
        for each in near(number, self._tolerance):
            if each in self._wanted or (number > 0 and each in self._wanted_as_cost):
                return True
            if not self._sums_before.isdisjoint([short - each for short in self._short]):
                return True
        return False

    def has_total(self, number: int) -> bool:
        """Tell whether numbers before the gap add up to a number in it."""
        return self._before.may_be_total(number) and self._before.added(number) > 0

    def _read_behind(self, behind: Sequence[int]) -> None:
        """Note what each total behind the gap lacks while nothing stands in the gap."""
        between = OpenNumbers(self._tolerance, self._ways, ahead=len(self._before.numbers) + 1)
        for total in behind:
            addends = 0
            if between.may_be_total(total):
                addends = between.added(total)
                if not addends:
                    self._note(between, total)
                    addends = between.subtracted(total)
            between.put(total, addends)

    def _note(self, between: OpenNumbers, total: int) -> None:
        short = total - between.total
        self._short.append(short)
        if between.numbers:
            self._wanted.add(short)
        elif self._before.numbers:
            self._wanted_as_cost.add(self._before.numbers[-1] - total)
        if len(between.numbers) == 1 and between.numbers[0] > 0:
            self._wanted.add(total + between.numbers[0])


def near(number: int, tolerance: int) -> range:
    """Return the whole numbers that differ from a number by at most `tolerance`."""
    return range(number - tolerance, number + tolerance + 1)
