"""The company: all its parts, and the books that tie them together."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal

from sample.arithmetic import rounded
from sample.company.balance import Books
from sample.company.benefits import Awards, Pension
from sample.company.debt import Debt, Leases
from sample.company.income import Income, Shares, Taxes
from sample.company.operations import Operations, total
from sample.company.reserves import (
    Deal,
    Goodwill,
    Reserves,
)

RATES = {2023: Decimal("0.014"), 2024: Decimal("-0.021"), 2025: Decimal("0.017")}
"""What currency translation does to balances held abroad."""

ABROAD = {
    "cash": "0.6",
    "receivables": "0.5",
    "inventories": "0.5",
    "property": "0.6",
    "intangibles": "0.7",
    "payables": "0.5",
}
"""How much of a balance is held in other currencies."""


@dataclass(frozen=True)
class Change:
    """Other comprehensive income of a component in a year, before reclassification and reclassified."""

    before: int
    before_tax: int
    reclassified: int
    reclassified_tax: int

    @property
    def pretax(self) -> int:
        """Both parts before tax."""
        return self.before + self.reclassified

    @property
    def tax(self) -> int:
        """Tax on both parts; a charge is negative."""
        return self.before_tax + self.reclassified_tax

    @property
    def net(self) -> int:
        """The change in the accumulated balance."""
        return self.pretax + self.tax


@dataclass(frozen=True)
class Company:
    """Everything the report states, in millions of dollars unless a part says otherwise."""

    seed: int
    operations: Operations
    debt: Debt
    leases: Leases
    pension: Pension
    awards: Awards
    shares: Shares
    incomes: dict[int, Income]
    taxes: Taxes
    reserves: Reserves
    deals: dict[int, Deal]
    goodwill: Goodwill
    changes: dict[tuple[int, str], Change]
    """By year and component: "translation", "pension", "hedges"."""
    opening: dict[str, int]
    """The components of accumulated other comprehensive income at the end of 2022."""
    books: Books

    def chance(self, purpose: str) -> random.Random:
        """A source of random numbers of its own for `purpose`, the same at every call."""
        return random.Random(f"{self.seed}/{purpose}")

    def accumulated(self, year: int, component: str) -> int:
        """A component of accumulated other comprehensive income at the end of `year`."""
        return self.opening[component] + sum(
            change.net for (when, name), change in self.changes.items() if name == component and when <= year
        )

    def per_share(self, year: int, diluted: bool) -> Decimal:
        """Earnings per share to the cent."""
        shares = self.shares.diluted(year) if diluted else self.shares.basic[year]
        return rounded(Decimal(self.incomes[year].attributable) / shares, 2)

    def depreciation(self, year: int) -> int:
        """Depreciation of the year."""
        return total(self.operations.depreciation, year)

    def operating_cash(self, year: int) -> int:
        """Net cash provided by operating activities."""
        return sum(self.books.flows[year, cause] for cause in OPERATING)

    def investing_cash(self, year: int) -> int:
        """Net cash used for investing activities."""
        return sum(self.books.flows[year, cause] for cause in INVESTING)

    def financing_cash(self, year: int) -> int:
        """Net cash used for financing activities."""
        return sum(self.books.flows[year, cause] for cause in FINANCING)


WORKING = {
    "Receivables": ("receivables",),
    "Inventories": ("inventories",),
    "Contract assets, prepaid expenses and other current assets": ("contract assets", "prepaid"),
    "Accounts payable": ("payables",),
    "Accrued compensation": ("compensation",),
    "Contract liabilities": ("contract liabilities",),
    "Accrued liabilities and income taxes": ("accrued",),
    "Other, net": ("other assets", "other liabilities"),
}
OPERATING = (
    "Net income",
    "Depreciation",
    "Amortization of intangible assets",
    "Share-based compensation",
    "Deferred income taxes",
    "Pension expense, net of contributions",
    *WORKING,
)
INVESTING = (
    "Capital expenditures",
    "Acquisitions, net of cash acquired",
    "Proceeds from disposals of property",
)
FINANCING = (
    "Net change in commercial paper",
    "Proceeds from issuance of long-term debt, net",
    "Repayments of long-term debt",
    "Cash dividends paid",
    "Repurchases of common stock",
    "Proceeds from exercise of stock options",
    "Taxes paid on vested share awards",
    "Distributions to noncontrolling interests",
)
