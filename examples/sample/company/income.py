"""From operating income to earnings per share: interest, income taxes, minority interest and shares."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from decimal import Decimal

from sample.arithmetic import between, draw, rounded, share, split, whole
from sample.company.operations import YEARS, Operations, total

STATUTORY = Decimal("21.0")


@dataclass(frozen=True)
class Income:
    """One year's statement of income, in millions of dollars; costs are positive."""

    products: int
    services: int
    cost_products: int
    cost_services: int
    selling: int
    research: int
    amortization: int
    restructuring: int
    interest_expense: int
    interest_income: int
    other: int
    tax: int
    minority: int

    @property
    def sales(self) -> int:
        """Net sales."""
        return self.products + self.services

    @property
    def cost(self) -> int:
        """Cost of sales."""
        return self.cost_products + self.cost_services

    @property
    def gross(self) -> int:
        """Gross profit."""
        return self.sales - self.cost

    @property
    def operating(self) -> int:
        """Operating income."""
        return self.gross - self.selling - self.research - self.amortization - self.restructuring

    @property
    def nonoperating(self) -> int:
        """Interest and other expense, net."""
        return self.interest_expense - self.interest_income - self.other

    @property
    def pretax(self) -> int:
        """Income before income taxes."""
        return self.operating - self.nonoperating

    @property
    def net(self) -> int:
        """Net income."""
        return self.pretax - self.tax

    @property
    def attributable(self) -> int:
        """Net income attributable to the company's own shareholders."""
        return self.net - self.minority


@dataclass(frozen=True)
class Below:
    """What stands below operating income in one year, but for the tax."""

    amortization: int
    interest: int
    pension: int


def earn(chance: random.Random, operations: Operations, year: int, below: Below) -> Income:
    """The statement of income of `year`."""
    services = operations.service_sales(year)
    cost = total(operations.cost, year)
    cost_services = whole(services * between(chance, "0.615", "0.645", 3))
    untaxed = Income(
        products=operations.sales(year) - services,
        services=services,
        cost_products=cost - cost_services,
        cost_services=cost_services,
        selling=total(operations.selling, year) + operations.corporate[year],
        research=total(operations.research, year),
        amortization=below.amortization,
        restructuring=operations.restructuring[year],
        interest_expense=below.interest,
        interest_income=draw(chance, 8, 12),
        other=-below.pension - draw(chance, 1, 4),
        tax=0,
        minority=draw(chance, 5, 8),
    )
    untaxed = _rounder(untaxed)
    return replace(untaxed, tax=_tax(untaxed.pretax, between(chance, "0.213", "0.237", 3)))


def _rounder(income: Income) -> Income:
    """The same with up to 4 more interest income: its tax at the statutory rate is nearly a whole number.

    Only so does the statutory line of the tax note show both its amount and its rate right.
    """
    choices = (replace(income, interest_income=income.interest_income + more) for more in range(5))
    return next(choice for choice in choices if (choice.pretax * STATUTORY + 10) % 100 <= 20)


def _tax(pretax: int, rate: Decimal) -> int:
    """The first tax from `rate` up whose displayed rate is the statutory one and the displayed rest."""
    tax = whole(pretax * rate)
    while share(tax, pretax) != STATUTORY + share(tax - whole(pretax * STATUTORY / 100), pretax):
        tax += 1
    return tax


@dataclass(frozen=True)
class Shares:
    """Shares in millions with one decimal, and what they were bought back for."""

    outstanding: dict[int, Decimal]
    basic: dict[int, Decimal]
    options: dict[int, Decimal]
    units: dict[int, Decimal]
    issued: dict[int, Decimal]
    repurchased: dict[int, Decimal]
    price: dict[int, Decimal]
    dividend: dict[int, Decimal]

    def diluted(self, year: int) -> Decimal:
        """Weighted-average diluted shares."""
        return self.basic[year] + self.options[year] + self.units[year]

    def buyback(self, year: int) -> int:
        """What the repurchased shares cost, in millions."""
        return whole(self.repurchased[year] * self.price[year])

    def dividends(self, year: int) -> int:
        """Dividends declared and paid, in millions."""
        return whole(self.dividend[year] * self.basic[year])


def count(chance: random.Random) -> Shares:
    """Draw three years of shares."""
    outstanding = {2022: Decimal("121.4")}
    issued, repurchased, basic = {}, {}, {}
    bought = {2023: ("1.5", "1.9"), 2024: ("1.8", "2.2"), 2025: ("2.2", "2.6")}
    for year in reversed(YEARS):
        issued[year] = between(chance, "0.7", "1.0", 1)
        repurchased[year] = between(chance, *bought[year], 1)
        outstanding[year] = outstanding[year - 1] + issued[year] - repurchased[year]
        basic[year] = rounded((outstanding[year] + outstanding[year - 1]) / 2, 1)
    return Shares(
        outstanding=outstanding,
        basic=basic,
        options={year: between(chance, "0.6", "0.9", 1) for year in YEARS},
        units={year: between(chance, "0.3", "0.5", 1) for year in YEARS},
        issued=issued,
        repurchased=repurchased,
        price={
            2025: between(chance, 86, 92, 2),
            2024: between(chance, 76, 82, 2),
            2023: between(chance, 66, 71, 2),
        },
        dividend={2025: Decimal("1.36"), 2024: Decimal("1.28"), 2023: Decimal("1.20")},
    )


@dataclass(frozen=True)
class Taxes:
    """The income tax note, in millions of dollars by year."""

    domestic: dict[int, int]
    current: dict[int, tuple[int, int, int]]
    """Federal, state, foreign."""
    deferred: dict[int, tuple[int, int, int]]
    reconciliation: dict[int, tuple[int, ...]]
    """One amount for each of `RECONCILED`; they foot to the provision."""
    uncertain: dict[int, tuple[int, int, int, int]]
    """Added this year, added for earlier years, settled, lapsed."""


RECONCILED = (
    "Tax at the U.S. federal statutory rate",
    "State income taxes, net of federal benefit",
    "Foreign rate differential",
    "Research and development credits",
    "Share-based compensation",
    "Other, net",
)


def percentages(amounts: tuple[int, ...], pretax: int) -> tuple[Decimal, ...]:
    """The reconciliation as displayed in per cent; the statutory rate is what the law says."""
    return (STATUTORY, *(share(amount, pretax) for amount in amounts[1:]))


def assess(chance: random.Random, incomes: dict[int, Income]) -> Taxes:
    """Break the tax of each year down, so that amounts and displayed percentages both foot."""
    current, deferred, reconciliation, domestic = {}, {}, {}, {}
    for year, income in incomes.items():
        later = -draw(chance, 9, 21)
        current[year] = _three(split(income.tax - later, (49, 10, 41)))
        deferred[year] = _three(split(later, (58, 9, 33)))
        domestic[year] = whole(income.pretax * between(chance, "0.56", "0.62", 2))
        reconciliation[year] = _reconcile(chance, income)
    uncertain = {
        year: (draw(chance, 6, 9), draw(chance, 1, 3), -draw(chance, 2, 4), -draw(chance, 3, 5))
        for year in incomes
    }
    return Taxes(domestic, current, deferred, reconciliation, uncertain)


def _three(parts: list[int]) -> tuple[int, int, int]:
    first, second, third = parts
    return first, second, third


def _reconcile(chance: random.Random, income: Income) -> tuple[int, ...]:
    statutory = whole(income.pretax * STATUTORY / 100)
    while True:
        items = (draw(chance, 9, 17), draw(chance, 4, 12), -draw(chance, 7, 12), -draw(chance, 2, 6))
        other = income.tax - statutory - sum(items)
        amounts = (statutory, *items, other)
        foots = sum(percentages(amounts, income.pretax)) == share(income.tax, income.pretax)
        if foots and 0 < abs(other) <= 12:
            return amounts
