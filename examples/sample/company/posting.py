"""Drawing the company: its parts, then three years of postings to its books."""

from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Decimal

from sample.arithmetic import draw, whole
from sample.company.balance import Books
from sample.company.benefits import Pension, award, provide
from sample.company.debt import borrow, lease
from sample.company.income import Below, assess, count, earn
from sample.company.model import ABROAD, RATES, WORKING, Change, Company
from sample.company.operations import YEARS, operate, total
from sample.company.reserves import (
    AMORTIZATION,
    deals,
    goodwill,
    reserve,
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
