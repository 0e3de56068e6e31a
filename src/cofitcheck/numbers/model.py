"""What a number in a cell says: its value as `Decimal`, and everything the digits alone do not tell."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from enum import StrEnum

from cofitcheck.caching import cached

# Twice the digits that a cell may have: scaling never rounds.
_EXACT = Context(prec=100)


class Kind(StrEnum):
    """What a cell with (or in place of) a number states; the four blanks are four different things."""

    VALUE = "value"
    """Digits, zero included."""
    DASH = "dash"
    """A dash of any kind: the preparer's sign for nothing to report."""
    NIL = "nil"
    """The word: "nil", "none", "無"."""
    NOT_MEANINGFUL = "not meaningful"
    """ "NM", "n/m", "N/A", "*"."""


class Measure(StrEnum):
    """What the number counts."""

    MONEY = "money"
    PER_SHARE = "per share"
    SHARES = "shares"
    PERCENT = "percent"
    BASIS_POINTS = "basis points"
    RATIO = "ratio"
    """A multiple ("1.4x")."""
    UNKNOWN = "unknown"
    """A plain number whose measure nothing states."""


@cached(65_536)
def _significant(displayed: Decimal) -> int:
    return len("".join(map(str, displayed.as_tuple().digits)).strip("0"))


@dataclass(frozen=True, slots=True)
class Number:
    """One number as stated.

    `value` is signed and in base units (dollars, not millions; a percentage stays 12.5, not 0.125), None for
    the blanks. `displayed` is the signed number as printed, before scale. `scale` is the power of ten between
    the two. `precision` is the exponent of the last stated digit in base units: 49.1 billion has 8, "1,234"
    in millions has 6, 0.25 has -2; the true value lies within half a unit of it, or, of a `truncated` number,
    up to a unit further from zero. `currency` is an ISO code, or "" when nothing states it.
    """

    kind: Kind
    value: Decimal | None
    displayed: Decimal | None
    scale: int = 0
    precision: int = 0
    measure: Measure = Measure.UNKNOWN
    currency: str = ""
    truncated: bool = False

    @property
    def digits(self) -> int:
        """How many significant digits are printed, outer zeros aside; 0 for blanks and for zero."""
        return 0 if self.displayed is None else _significant(self.displayed)

    def at_scale(self, scale: int) -> Number:
        """Return the number as it is where `scale` is the power of ten between what is printed and its
        value."""
        value = None if self.displayed is None else self.displayed.scaleb(scale, _EXACT)
        # A document has thousands of numbers to bring to scale: `replace` takes three times as long.
        return Number(
            self.kind,
            value,
            self.displayed,
            scale,
            self.precision - self.scale + scale,
            self.measure,
            self.currency,
            self.truncated,
        )
