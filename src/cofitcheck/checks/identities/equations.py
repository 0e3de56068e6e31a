"""An equation between numbers that stand anywhere, and the family of those that are one rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, product

from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.document import Mention
from cofitcheck.numbers.relations import EXACT
from cofitcheck.periods.period import Period

Term = tuple[Mention, int]
"""A number that is added up, and its sign."""


@dataclass(frozen=True, slots=True)
class Equation:
    """A total, and the terms that every way of it adds up. Each of `optional` may take part, or not; each of
    `either` does, with its sign or the other one."""

    total: Mention
    terms: tuple[Term, ...]
    optional: tuple[Term, ...] = ()
    either: tuple[Term, ...] = ()

    @property
    def ways(self) -> Iterator[tuple[Term, ...]]:
        """The terms, with each choice of those that may take part, most of them first."""
        for signs in product((1, -1), repeat=len(self.either)):
            turned = tuple((term, sign * own) for sign, (term, own) in zip(signs, self.either, strict=True))
            for count in range(len(self.optional), -1, -1):
                for chosen in combinations(self.optional, count):
                    yield (*self.terms, *turned, *chosen)

    @property
    def nearest(self) -> tuple[Term, ...]:
        """The way that misses the total by least."""
        return min(self.ways, key=lambda way: abs(self.off(way)))

    @property
    def holding(self) -> tuple[Term, ...] | None:
        """The first way in which it comes out, within what rounding allows; None of none."""
        return next((way for way in self.ways if 2 * abs(self.off(way)) <= self.allowed(way)), None)

    def off(self, way: Sequence[Term]) -> Decimal:
        """Return the total less what a way comes to, in base units."""
        return EXACT.subtract(value(self.total), sum((sign * value(each) for each, sign in way), Decimal(0)))

    def allowed(self, way: Sequence[Term]) -> Decimal:
        """Return twice what rounding explains: half a unit of the last digit for each number. Two numbers
        that are one amount are rounded alike."""
        numbers = (self.total, *(each for each, _ in way))
        if len(numbers) == 2 and len({each.number.precision for each in numbers}) == 1:
            return Decimal(0)
        return sum((Decimal(1).scaleb(each.number.precision) for each in numbers), Decimal(0))


@dataclass(frozen=True, slots=True)
class Family:
    """Equations of one rule in several columns, or for several lines. Where most of them hold, those that
    break are errors.

    `always`: documents never break the rule, so a single broken equation is an error. `closed`: no other line
    can stand between, so one equation that holds is enough to report another with a slip. `sole`: a line
    between would be printed, so a single broken equation is an error where no number explains it. `whole`: no
    line is known to be left out; otherwise the family only confirms. `kind` is the kind of check that the
    ledger names where an equation holds; `of_statement` tells that all lines are of one statement.
    """

    why: ReasonCode
    equations: tuple[Equation, ...]
    kind: CheckKind = CheckKind.SUM
    always: bool = False
    closed: bool = False
    sole: bool = False
    whole: bool = True
    of_statement: bool = False


def value(mention: Mention) -> Decimal:
    """Return what a mention states, in base units."""
    return mention.number.value or Decimal(0)


def digits(mention: Mention) -> int:
    """Return how many digits a mention states, of its amount in units of its last digit."""
    return len(str(abs(int(value(mention).scaleb(-mention.number.precision)))))


INTERIM = (3, 6, 9)
"""The lengths of the spans of interim reports, in months."""


def is_interim(periods: Sequence[Period]) -> bool:
    """Tell whether numbers are of parts of years too, so that a year alone dates no balance."""
    return any(each.months in INTERIM for each in periods)


def same_date(one: Period, other: Period) -> bool:
    """Tell whether two balances are of one day, as far as their years and months say it."""
    months = {one.month, other.month} - {0}
    return bool(one.year) and one.year == other.year and len(months) <= 1


def same_period(one: Period, other: Period) -> bool:
    """Tell whether two numbers are of one day or one span, as far as both say it."""
    lengths = {one.months, other.months} - {0}
    return same_date(one, other) and len(lengths) <= 1
