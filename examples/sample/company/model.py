"""The company: all its parts, and the books that tie them together."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from sample.arithmetic import draw, rounded, whole
from sample.company.balance import Books
from sample.company.benefits import Awards, Pension, award, provide
from sample.company.debt import Debt, Leases, borrow, lease
from sample.company.income import Below, Income, Shares, Taxes, assess, count, earn
from sample.company.operations import YEARS, Operations, operate, total
from sample.company.reserves import (
    AMORTIZATION,
    Deal,
    Goodwill,
    Reserves,
    deals,
    goodwill,
    reserve,
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


def build(seed: int) -> Company:
    """Draw the whole company from `seed`."""
    chance = random.Random(f"{seed}/company")
    operations = operate(chance)
    debt, leases, pension = borrow(chance), lease(chance), provide(chance)
    incomes = {
        year: earn(
            chance, operations, year, Below(AMORTIZATION[year], debt.interest(year), pension.other_cost(year))
        )
        for year in YEARS
    }
    bought = deals(chance)
    company = Company(
        seed=seed,
        operations=operations,
        debt=debt,
        leases=leases,
        pension=pension,
        awards=award(chance),
        shares=count(chance),
        incomes=incomes,
        taxes=assess(chance, incomes),
        reserves=reserve(chance, operations.restructuring),
        deals=bought,
        goodwill=goodwill(bought, RATES),
        changes=_changes(chance, pension),
        opening={"translation": -96, "pension": -71, "hedges": 4},
        books=Books(),
    )
    _open(company)
    for year in reversed(YEARS):
        company.books.carry(year)
        _run(company, year)
    return company


def _changes(chance: random.Random, pension: Pension) -> dict[tuple[int, str], Change]:
    changes = {}
    for year in YEARS:
        changes[year, "pension"] = _change(pension.gain(year), pension.amortized[year])
        changes[year, "hedges"] = _change(draw(chance, 5, 13), -draw(chance, 3, 9))
    return changes


def _change(before: int, reclassified: int) -> Change:
    rate = Decimal("-0.24")
    return Change(before, whole(before * rate), reclassified, whole(reclassified * rate))


def _open(company: Company) -> None:
    amounts = {
        "cash": 342,
        "receivables": 562,
        "inventories": 421,
        "contract assets": 61,
        "prepaid": 74,
        "property": 872,
        "lease assets": company.leases.asset[2022],
        "goodwill": sum(amount for (year, _), amount in company.goodwill.balances.items() if year == 2022),
        "intangibles": 631,
        "deferred tax assets": 41,
        "other assets": 163,
        "paper": -company.debt.paper[2022],
        "debt": -company.debt.carrying(2022),
        "payables": -318,
        "compensation": -142,
        "contract liabilities": -118,
        "accrued": -191,
        "leases": -company.leases.liability[2022],
        "pension": -company.pension.unfunded(2022),
        "deferred taxes": -139,
        "other liabilities": -121,
        "common": -1,
        "paid-in": -642,
        "accumulated": -sum(company.opening.values()),
        "treasury": 684,
        "minority": -52,
    }
    company.books.open(2022, amounts, "earnings")


def _run(company: Company, year: int) -> None:
    _translate(company, year)
    _earn(company, year)
    _invest(company, year)
    _finance(company, year)
    _comprehend(company, year)
    for account, target in _targets(company, year).items():
        cause = next(name for name, accounts in WORKING.items() if account in accounts)
        company.books.settle(year, cause, account, target)


def _translate(company: Company, year: int) -> None:
    books = company.books
    amounts = {
        account: whole(books.balances[year, account] * RATES[year] * Decimal(part))
        for account, part in ABROAD.items()
    }
    amounts["goodwill"] = sum(
        amount for (when, _), amount in company.goodwill.translation.items() if when == year
    )
    books.post(year, "Effect of exchange rates", amounts, balance="accumulated")
    company.changes[year, "translation"] = Change(sum(amounts.values()), 0, 0, 0)


def _earn(company: Company, year: int) -> None:
    books, income, pension = company.books, company.incomes[year], company.pension
    books.post(year, "Net income", {"earnings": -income.attributable, "minority": -income.minority})
    books.post(year, "Depreciation", {"property": -company.depreciation(year)})
    books.post(year, "Amortization of intangible assets", {"intangibles": -income.amortization})
    books.post(year, "Share-based compensation", {"paid-in": -company.awards.cost(year)})
    assets = {2023: 2, 2024: 3, 2025: 2}[year]
    owed = -sum(company.taxes.deferred[year]) - assets
    books.post(year, "Deferred income taxes", {"deferred taxes": owed, "deferred tax assets": assets})
    accrual = pension.cost(year) - pension.amortized[year] - pension.contributions[year]
    amounts = {"pension": -accrual, "accumulated": -pension.amortized[year]}
    books.post(year, "Pension expense, net of contributions", amounts)


def _invest(company: Company, year: int) -> None:
    books = company.books
    books.post(year, "Capital expenditures", {"property": total(company.operations.capital, year)})
    books.post(year, "Proceeds from disposals of property", {"property": -(year - 2018)})
    if deal := company.deals.get(year):
        amounts: Mapping[str, int] = {**deal.taken, "goodwill": deal.goodwill}
        books.post(year, "Acquisitions, net of cash acquired", amounts)


def _finance(company: Company, year: int) -> None:
    books, debt, shares, leases = company.books, company.debt, company.shares, company.leases
    books.settle(year, "Net change in commercial paper", "paper", -debt.paper[year])
    books.post(year, "Repayments of long-term debt", {"debt": debt.due(year)})
    raised = debt.principal(year) - debt.principal(year - 1) + debt.due(year)
    if raised:
        books.post(year, "Proceeds from issuance of long-term debt, net", {"debt": -(raised - 5)})
    books.settle(year, "Other, net", "debt", -debt.carrying(year))
    books.post(year, "Cash dividends paid", {"earnings": shares.dividends(year)})
    books.post(year, "Repurchases of common stock", {"treasury": shares.buyback(year)})
    books.post(year, "Proceeds from exercise of stock options", {"paid-in": -company.awards.proceeds[year]})
    books.post(year, "Taxes paid on vested share awards", {"paid-in": company.awards.withheld[year]})
    books.post(year, "Distributions to noncontrolling interests", {"minority": 4})
    moved = leases.added[year] - leases.reduced[year]
    books.post(year, "Leases", {"lease assets": moved}, balance="leases")


def _comprehend(company: Company, year: int) -> None:
    """Post other comprehensive income; reclassified pension cost was posted with its expense, pretax."""
    pension, hedges = company.changes[year, "pension"], company.changes[year, "hedges"]
    amounts = {"pension": pension.before, "deferred taxes": pension.tax}
    company.books.post(year, "Pension remeasurement", amounts, balance="accumulated")
    amounts = {"prepaid": hedges.pretax, "deferred taxes": hedges.tax}
    company.books.post(year, "Hedges", amounts, balance="accumulated")


def _targets(company: Company, year: int) -> dict[str, int]:
    chance, income = company.chance(f"targets {year}"), company.incomes[year]

    def portion(amount: int, low: int, high: int) -> int:
        return whole(Decimal(amount) * draw(chance, low, high) / 1000)

    return {
        "receivables": portion(income.sales, 152, 161),
        "inventories": portion(income.cost, 189, 203),
        "contract assets": portion(income.sales, 16, 19),
        "prepaid": portion(income.sales, 20, 23),
        "payables": -portion(income.cost, 143, 152),
        "compensation": -portion(income.sales, 38, 43),
        "contract liabilities": -portion(income.sales, 32, 36),
        "accrued": -(
            company.reserves.warranty.balance(year) + company.reserves.restructuring(year) + 130 + year % 7
        ),
        "other assets": 163 + (year - 2022) * 8 + draw(chance, -3, 3),
        "other liabilities": -(121 + (year - 2022) * 3 + draw(chance, -3, 3)),
    }
