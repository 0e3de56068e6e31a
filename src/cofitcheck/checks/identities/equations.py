"""Equations between numbers that stand anywhere, the families of equations of one rule, and earnings per
share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, product

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, lines_by_table
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import DIVIDEND_SIGNS, DIVIDEND_WORDS
from cofitcheck.language.meanings import OPPOSITES
from cofitcheck.numbers import Measure
from cofitcheck.numbers.relations import EXACT, Slip, find_slip
from cofitcheck.periods import Period

Term = tuple[Mention, int]
"""A number that is added up, and its sign."""

_BASIC = re.compile(OPPOSITES["basic"], re.IGNORECASE)
_DILUTED = re.compile(OPPOSITES["diluted"], re.IGNORECASE)
_DIVIDENDS = re.compile(rf"\b{DIVIDEND_WORDS}\b|{DIVIDEND_SIGNS}", re.IGNORECASE)
_PLAIN = frozenset({Slip.TRANSPOSITION})
_SLIPS = _PLAIN | {Slip.DIGIT}
"""The slips that are reported in earnings per share. Another class of shares may cause any other
difference."""
_HALF = Decimal("0.5")

_Kind = tuple[bool, bool]
"""Whether a row says that it is basic, and that it is diluted."""
_DILUTED_ALONE = (False, True)
INTERIM = (3, 6, 9)
"""The lengths of the spans of interim reports, in months."""


@dataclass(frozen=True, slots=True)
class Equation:
    """A total and the terms that come to it. There may be several ways to add them up.

    Each way has all `terms`. Each term of `optional` takes part or not. Each term of `either` takes part with
    its own sign or the other one.
    """

    total: Mention
    terms: tuple[Term, ...]
    optional: tuple[Term, ...] = ()
    either: tuple[Term, ...] = ()

    @property
    def ways(self) -> Iterator[tuple[Term, ...]]:
        """All ways to add up the terms, those with the most optional terms first."""
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
        """The first way in which the equation comes out within what rounding allows; None if no way does."""
        return next((way for way in self.ways if 2 * abs(self.off(way)) <= self.allowed(way)), None)

    def off(self, way: Sequence[Term]) -> Decimal:
        """Return the total less what a way comes to, in base units."""
        return EXACT.subtract(value(self.total), sum((sign * value(each) for each, sign in way), Decimal(0)))

    def allowed(self, way: Sequence[Term]) -> Decimal:
        """Return twice what rounding explains: half a unit of the last digit for each number.

        It is nought for two numbers of the same precision, which are one amount and rounded alike.
        """
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
    """Return how many digits a mention states, down to its last printed digit."""
    return len(str(abs(int(value(mention).scaleb(-mention.number.precision)))))


def is_interim(periods: Sequence[Period]) -> bool:
    """Tell whether numbers are of parts of years too, so that a year alone dates no balance."""
    return any(each.months in INTERIM for each in periods)


def same_date(one: Period, other: Period) -> bool:
    """Tell whether two balances are of one day, as far as their years and months tell."""
    months = {one.month, other.month} - {0}
    return bool(one.year) and one.year == other.year and len(months) <= 1


def same_period(one: Period, other: Period) -> bool:
    """Tell whether two numbers are of one day or one span, as far as their periods tell."""
    lengths = {one.months, other.months} - {0}
    return same_date(one, other) and len(lengths) <= 1


@dataclass(frozen=True, slots=True)
class PerShare:
    """Earnings per share that are not the earnings divided by the shares.

    `computed` is what the division comes to. `kept` is how many other columns, or the other kind of shares,
    come out with the same line of earnings.
    """

    stated: Mention
    earned: Mention
    shares: Mention
    computed: Decimal
    slip: Slip
    kept: int


def per_share(grid: Grid) -> Iterator[PerShare]:
    """Yield the one number of earnings per share in a statement of income that does not come out."""
    for table in grid.document.tables:
        mentions = grid.table(table.index)
        named = lines_by_table(grid.document)[table.index]
        if any(each.number.measure is Measure.PER_SHARE for each in mentions) and "net_income" in named:
            yield from _of_statement(mentions, named["net_income"])


def _of_statement(mentions: Sequence[Mention], named: Mapping[int, Mention]) -> Iterator[PerShare]:
    rows = _rows(mentions, Measure.PER_SHARE), _rows(mentions, Measure.SHARES)
    earned: dict[int, list[Mention]] = defaultdict(list)
    for each in mentions:
        if each.number.measure in AMOUNTS and each.number.value:
            earned[each.column].append(each)
    kept: dict[int, int] = defaultdict(int)
    broken: list[tuple[_Kind, Mention, Mention]] = []
    for kind in rows[0].keys() & rows[1].keys():
        shown, counted = rows[0][kind], rows[1][kind]
        for column in shown.keys() & counted.keys():
            pair = shown[column], counted[column]
            holding = [each.row for each in earned[column] if _comes_out(each, *pair)]
            for row in holding:
                kept[row] += 1
            if not holding and earned[column] and not says_change(shown[column].column_path):
                broken.append((kind, *pair))
    if len(broken) != 1:
        return
    kind, stated, shares = broken[0]
    alone = not kept and stated.column in named
    row = named[stated.column].row if alone else max(kept, key=lambda each: kept[each], default=-1)
    income = next((each for each in earned[stated.column] if each.row == row), None)
    if income is not None:
        computed = _over(income, shares).quantize(Decimal(1).scaleb(stated.number.precision))
        computed = computed.copy_sign(value(stated))
        precision = stated.number.precision
        slip = find_slip(value(stated), computed, (precision, precision)) if computed else Slip.OTHER
        # The earnings for diluted shares may be less than those for basic shares.
        by_digit = not alone and kind != _DILUTED_ALONE
        if slip in (_SLIPS if by_digit else _PLAIN):
            yield PerShare(stated, income, shares, computed, slip, kept[row])


def _rows(mentions: Sequence[Mention], measure: Measure) -> Mapping[_Kind, Mapping[int, Mention]]:
    """Return the numbers of a measure by kind and column, for each kind of which the table has just one
    row."""
    rows: dict[_Kind, dict[int, dict[int, Mention]]] = defaultdict(lambda: defaultdict(dict))
    for each in mentions:
        said = " ".join(each.row_path)
        if each.number.measure is measure and each.number.value and not _DIVIDENDS.search(said):
            kind = bool(_BASIC.search(said)), bool(_DILUTED.search(said))
            rows[kind][each.row][each.column] = each
    return {kind: next(iter(found.values())) for kind, found in rows.items() if len(found) == 1}


def _over(earned: Mention, shares: Mention) -> Decimal:
    return abs(value(earned)) / abs(value(shares))


def _comes_out(earned: Mention, stated: Mention, shares: Mention) -> bool:
    """Tell whether earnings over shares are what is stated, as far as all three are rounded."""
    quotient = _over(earned, shares)
    loose = sum(_HALF.scaleb(each.number.precision) / abs(value(each)) for each in (earned, shares))
    allowed = Decimal(1).scaleb(stated.number.precision) + quotient * loose
    return abs(quotient - abs(value(stated))) <= allowed
