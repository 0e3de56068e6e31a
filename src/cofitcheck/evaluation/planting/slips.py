"""Slips in a printed number, and the edit of its table cell in a parsed HTML tree.

A slip changes the digits and keeps the way in which they are written. The edit keeps the cell's markup and
look.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random

from lxml import etree

from cofitcheck import patterns as re

_NUMBER = re.compile(r"[.,]?\d(?:[\d,.'’\u00a0\u202f ]*\d)?")

_MINUS = "-\u2010\u2011\u2012\u2013\u2212\uff0d"


@dataclass(frozen=True, slots=True)
class PrintedDigits:
    """An unsigned number as printed: digits before and after the decimal mark, and both separators.

    `group` is "" where thousands are not set apart. `start` and `end` are its place in the text that it was
    found in.
    """

    whole: str
    fraction: str
    group: str
    mark: str
    start: int = 0
    end: int = 0

    @property
    def value(self) -> Decimal:
        """The number, before scale."""
        return Decimal(f"{self.whole or '0'}.{self.fraction or '0'}")

    def __str__(self) -> str:
        first = len(self.whole) % 3 or 3
        groups = [self.whole[:first], *(self.whole[at : at + 3] for at in range(first, len(self.whole), 3))]
        whole = self.group.join(groups) if self.group else self.whole
        return f"{whole}{self.mark}{self.fraction}" if self.fraction else whole


def find_printed(text: str, displayed: Decimal) -> PrintedDigits | None:
    """Find where a text prints a number, sign aside; None when it does not print it in a known way."""
    for match in _NUMBER.finditer(text):
        for mark in ".,":
            printed = _split(match, mark)
            if printed and printed.value == abs(displayed) and str(printed) == match.group():
                return printed
    return None


def digit(number: PrintedDigits, rng: Random) -> PrintedDigits | None:
    """Replace one digit by another."""
    digits = number.whole + number.fraction
    at = rng.randrange(len(digits))
    other = rng.choice([d for d in "0123456789" if d != digits[at]])
    return _with_digits(number, digits[:at] + other + digits[at + 1 :])


def transposition(number: PrintedDigits, rng: Random) -> PrintedDigits | None:
    """Swap two neighbouring digits that differ."""
    digits = number.whole + number.fraction
    places = [at for at in range(len(digits) - 1) if digits[at] != digits[at + 1]]
    if not places:
        return None
    at = rng.choice(places)
    return _with_digits(number, digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :])


def dropped_digit(number: PrintedDigits, rng: Random) -> PrintedDigits | None:
    """Leave out one digit before the decimal mark."""
    if len(number.whole) < 2:
        return None
    at = rng.randrange(len(number.whole))
    return _natural(number, replace(number, whole=number.whole[:at] + number.whole[at + 1 :]))


def added_digit(number: PrintedDigits, rng: Random) -> PrintedDigits | None:
    """Put in one digit more before the decimal mark."""
    at = rng.randrange(len(number.whole) + 1)
    whole = number.whole[:at] + rng.choice("0123456789") + number.whole[at:]
    return _natural(number, _grouped(replace(number, whole=whole)))


def scale(number: PrintedDigits, rng: Random) -> PrintedDigits | None:
    """Multiply or divide by 10 or 1,000, as if the column were in another unit."""
    places = rng.choice([power for power in (3, 1, -1, -3) if len(number.whole) + power > 0] or [3])
    digits = number.whole + number.fraction + "0" * max(0, places - len(number.fraction))
    cut = len(number.whole) + places
    whole, fraction = digits[:cut].lstrip("0") or "0", digits[cut:]
    return _natural(number, _grouped(replace(number, whole=whole, fraction=fraction)))


def last_digit(number: PrintedDigits, rng: Random) -> PrintedDigits | None:
    """Raise or lower the number by one unit of its last digit, as a rounding difference does."""
    digits = number.whole + number.fraction
    moved = int(digits) + rng.choice((1, -1))
    return None if moved < 0 else _with_digits(number, str(moved).zfill(len(digits)))


SLIPS: dict[str, Callable[[PrintedDigits, Random], PrintedDigits | None]] = {
    "digit": digit,
    "transposition": transposition,
    "dropped digit": dropped_digit,
    "added digit": added_digit,
    "scale": scale,
    "rounding": last_digit,
}
"""Each slip by name. It returns None where the number cannot take it, or would look odd with it."""


def _split(match: re.Match[str], mark: str) -> PrintedDigits | None:
    whole, _, fraction = match.group().partition(mark)
    group = next((character for character in whole if not character.isdigit()), "")
    digits = whole.replace(group, "") if group else whole
    if group == mark or not (digits + fraction).isdecimal():
        return None
    return PrintedDigits(digits, fraction, group, mark, match.start(), match.end())


def _with_digits(number: PrintedDigits, digits: str) -> PrintedDigits | None:
    cut = len(digits) - len(number.fraction)
    return _natural(number, replace(number, whole=digits[:cut], fraction=digits[cut:]))


def _grouped(number: PrintedDigits) -> PrintedDigits:
    """Set thousands apart in a number that has grown past three digits before the decimal mark."""
    group = number.group or ("," if number.mark == "." else ".")
    return replace(number, group=group if len(number.whole) > 3 else number.group)


def _natural(old: PrintedDigits, new: PrintedDigits) -> PrintedDigits | None:
    """Return the new number if its value changed, it is not zero, and it has no leading zero."""
    padded = len(new.whole) > 1 and new.whole.startswith("0")
    return None if padded or not new.value or new.value == old.value else new


class CellText:
    """The text of a cell as one string, and the place of each of its parts in the tree."""

    def __init__(self, cell: etree._Element) -> None:
        self.cell = cell
        self._nodes = _text_nodes(cell)

    @property
    def text(self) -> str:
        """The text as it stands now."""
        return "".join(_get(node) for node in self._nodes)

    def replace(self, start: int, end: int, new: str) -> None:
        """Replace `text[start:end]` by `new`, which goes to the place of the first replaced character."""
        offset = 0
        for node in self._nodes:
            old = _get(node)
            first, last = max(start - offset, 0), min(end - offset, len(old))
            if first < last:
                _set(node, old[:first] + new + old[last:])
                new = ""
            offset += len(old)

    def flip_sign(self, start: int, end: int, negative: bool) -> bool:
        """Remove the minus or the parentheses from the number at `text[start:end]`, or add parentheses.

        A closing parenthesis in one of the next two cells goes with the opening one. Returns False, and
        leaves the cell as it was, where the sign cannot be found.
        """
        text = self.text
        if not negative:
            self.replace(start, end, f"({text[start:end]})")
            return True
        opening = text.rfind("(", 0, start)
        if opening >= 0:
            return self._unwrap(opening, end)
        minus = max(text.rfind(sign, 0, start) for sign in _MINUS)
        if minus >= 0:
            self.replace(minus, minus + 1, "")
        return minus >= 0

    def _unwrap(self, opening: int, end: int) -> bool:
        closing = self.text.find(")", end)
        if closing >= 0:
            self.replace(closing, closing + 1, "")
        elif not _drop_closing(self.cell):
            return False
        self.replace(opening, opening + 1, "")
        return True


def _drop_closing(cell: etree._Element) -> bool:
    following = cell.getnext()
    for _ in range(2):
        if following is None:
            return False
        side = CellText(following)
        at = side.text.find(")")
        if at >= 0 and not side.text[:at].strip():
            side.replace(at, at + 1, "")
            return True
        following = following.getnext()
    return False


def _text_nodes(cell: etree._Element) -> list[tuple[etree._Element, str]]:
    nodes = []
    for event, element in etree.iterwalk(cell, events=("start", "end")):
        if event == "start":
            nodes.append((element, "text"))
        elif element is not cell:
            nodes.append((element, "tail"))
    return nodes


def _get(node: tuple[etree._Element, str]) -> str:
    element, part = node
    return (element.text if part == "text" else element.tail) or ""


def _set(node: tuple[etree._Element, str], value: str) -> None:
    element, part = node
    if part == "text":
        element.text = value
    else:
        element.tail = value
