"""An amount in the look of the numbers beside it: how a document groups digits, marks decimals and shows a
minus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.numbers import Number
from cofitcheck.numbers.slips import EXACT

_MARK = re.compile(r"\D")
_PRINTED = re.compile(r"\d(?:[\d.,'’  ٬]*\d)?")
_INDIAN = (3, 2)
_LONG = 3
"""A number of more digits without a mark shows that none are grouped."""


@dataclass(frozen=True, slots=True)
class Look:
    """How digits are printed: `mark` between groups, of which the last has `sizes[0]` digits and the others
    `sizes[1]`; `point` before decimals; `minus` stands before a negative number, and after it."""

    mark: str = ","
    sizes: tuple[int, int] = (3, 3)
    point: str = "."
    minus: tuple[str, str] = ("(", ")")

    @classmethod
    def of(cls, printed: Iterable[tuple[str, Number]]) -> Look:
        """Return the look that numbers have, by those that show it; what none shows is as in English."""
        minus, point, grouped = None, "", _Groups()
        for text, number in printed:
            minus = minus or _minus(text, number)
            for run in _PRINTED.findall(text):
                whole, mark = _parted(run, _decimals(number.displayed))
                point, grouped = point or mark, grouped.with_number(whole)
        point = point or ("," if grouped.mark == "." else ".")
        mark = grouped.mark if grouped.known else ("." if point == "," else ",")
        return cls(mark, grouped.sizes, point, minus or ("(", ")"))

    def write(self, value: Decimal, decimals: int) -> str:
        """Return a number with so many decimals."""
        digits = self.digits(abs(value), decimals)
        return f"{self.minus[0]}{digits}{self.minus[1]}" if value < 0 else digits

    def digits(self, value: Decimal, decimals: int) -> str:
        """Return the digits of a number that is not negative, grouped."""
        whole, _, rest = f"{value:.{decimals}f}".partition(".")
        last, other = self.sizes
        groups = [whole[-last:]]
        whole = whole[:-last]
        while whole:
            groups.insert(0, whole[-other:])
            whole = whole[:-other]
        return self.mark.join(groups) + (self.point + rest if rest else "")


@dataclass(frozen=True, slots=True)
class _Groups:
    """What numbers have shown of how digits are grouped; `decisive` where one has three groups or more."""

    mark: str = ","
    sizes: tuple[int, int] = (3, 3)
    known: bool = False
    decisive: bool = False

    def with_number(self, whole: str) -> _Groups:
        parts = _MARK.split(whole)
        if self.decisive or (len(parts) < 2 and (self.known or len(whole) <= _LONG)):
            return self
        if len(parts) < 2:
            return _Groups("", known=True)
        mark = next(each for each in whole if not each.isdigit())
        indian = len(parts) > 2 and len(parts[-2]) == _INDIAN[1]
        return _Groups(mark, _INDIAN if indian else (3, 3), known=True, decisive=len(parts) > 2)


def _decimals(value: Decimal | None) -> int:
    return 0 if value is None else max(0, -int(value.as_tuple().exponent))


def _parted(run: str, decimals: int) -> tuple[str, str]:
    """Return what stands before the decimals of a number, and the mark between them, "" where it has none."""
    if 0 < decimals < len(run) - 1 and not run[-decimals - 1].isdigit():
        return run[: -decimals - 1], run[-decimals - 1]
    return run, ""


def _minus(text: str, number: Number) -> tuple[str, str] | None:
    if number.displayed is None or number.displayed >= 0:
        return None
    before = _PRINTED.split(text, maxsplit=1)[0]
    return next(((each, "") for each in "△▲−-–" if each in before), ("(", ")"))


def look_of(document: Document, mentions: Iterable[int]) -> Look:
    """Return the look of some numbers of a document."""
    return Look.of((each.text, each.number) for each in map(document.mentions.__getitem__, mentions))


def as_printed(value: Decimal, like: Number, look: Look) -> str:
    """Return a value in base units as a cell beside a number prints it, in its unit and with its decimals."""
    shown = value.scaleb(-like.scale, EXACT)
    decimals = max(0, -(like.precision - like.scale), -int(shown.normalize(EXACT).as_tuple().exponent))
    return look.write(shown, decimals)


def in_place_of(text: str, value: Decimal, number: Number) -> str:
    """Return a number in a sentence with another value, in base units and without sign, in its place: for
    "$1,341 million" and 1,314,000,000 "$1,314 million".

    Of a number in two units, as 2,107億41百万円, the last alone is kept.
    """
    runs = list(_PRINTED.finditer(text))
    if not runs:
        return Look().digits(value, _decimals(value))
    shown = value.scaleb(-(number.precision if len(runs) > 1 else number.scale), EXACT)
    look = Look.of([(text, number)]) if len(runs) == 1 else Look()
    digits = look.digits(shown, _decimals(shown))
    return text[: runs[0].start()] + digits + text[runs[-1].end() :]
