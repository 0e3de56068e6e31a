"""Views of the company that several tables share: five years, quarters, countries, accruals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sample.arithmetic import draw, rounded, split, whole
from sample.company.model import Company
from sample.company.operations import QUARTERS, REGIONS, SEGMENTS

COUNTRIES = ("United States", "Other Americas", "Germany", "Other EMEA", "China", "Other Asia Pacific")


@dataclass(frozen=True)
class Summary:
    """A year in short, in millions of dollars but for what is per share."""

    sales: int
    gross: int
    operating: int
    attributable: int
    basic: Decimal
    diluted: Decimal
    dividend: Decimal
    assets: int
    debt: int
    equity: int


def summaries(company: Company) -> dict[int, Summary]:
    """The five years up to the last; the two oldest stand nowhere else but for the balances of 2022."""
    books = company.books
    result = {
        year: Summary(
            income.sales,
            income.gross,
            income.operating,
            income.attributable,
            company.per_share(year, diluted=False),
            company.per_share(year, diluted=True),
            company.shares.dividend[year],
            books.assets(year),
            company.debt.borrowed(year),
            books.equity(year),
        )
        for year, income in company.incomes.items()
    }
    result[2022] = _older(
        company, result[2023], (books.assets(2022), company.debt.borrowed(2022), books.equity(2022))
    )
    result[2021] = _older(company, result[2022], (4068, 1713, 1127))
    return result


def _older(company: Company, later: Summary, balances: tuple[int, int, int]) -> Summary:
    chance = company.chance(f"older {later.sales}")
    sales = whole(later.sales * Decimal(draw(chance, 938, 962)) / 1000)
    attributable = whole(Decimal(later.attributable) * draw(chance, 905, 945) / 1000)
    shares = Decimal(draw(chance, 1216, 1224)) / 10
    return Summary(
        sales,
        whole(sales * Decimal("0.388")),
        whole(sales * Decimal("0.152")),
        attributable,
        rounded(attributable / shares, 2),
        rounded(attributable / (shares + 1), 2),
        later.dividend - Decimal("0.08"),
        *balances,
    )


@dataclass(frozen=True)
class Quarter:
    """A quarter's results, in millions of dollars and of shares."""

    sales: int
    gross: int
    operating: int
    attributable: int
    basic_shares: Decimal
    diluted_shares: Decimal

    @property
    def basic(self) -> Decimal:
        """Basic earnings per share."""
        return rounded(self.attributable / self.basic_shares, 2)

    @property
    def diluted(self) -> Decimal:
        """Diluted earnings per share."""
        return rounded(self.attributable / self.diluted_shares, 2)


def quarters(company: Company, year: int) -> list[Quarter]:
    """The four quarters of `year`; their amounts foot to the year's."""
    income, operations, shares = company.incomes[year], company.operations, company.shares
    chance = company.chance(f"quarters {year}")
    sales = [operations.quarter(year, quarter) for quarter in QUARTERS]
    gross = split(income.gross, [amount * draw(chance, 990, 1010) for amount in sales])
    operating = split(income.operating, [amount * draw(chance, 950, 1050) for amount in gross])
    attributable = split(income.attributable, operating)
    drift = [Decimal(step) / 10 for step in (5, 2, -2, -5)]
    return [
        Quarter(*amounts, shares.basic[year] + step, shares.diluted(year) + step)
        for amounts, step in zip(zip(sales, gross, operating, attributable, strict=True), drift, strict=True)
    ]


def countries(company: Company, year: int) -> dict[str, int]:
    """Net sales by country; two of them make a region each."""
    weights = ((89, 11), (38, 62), (47, 53))
    parts: list[int] = []
    for region, weight in zip(REGIONS, weights, strict=True):
        parts += split(company.operations.region(year, region), [weight[0] * 10 + year % 5, weight[1] * 10])
    return dict(zip(COUNTRIES, parts, strict=True))


def located(company: Company, year: int) -> dict[str, int]:
    """Property, plant and equipment by country."""
    parts = split(company.books.amount(year, "property"), (512, 61, 148, 121, 97, 61))
    return dict(zip(COUNTRIES, parts, strict=True))


def segment_assets(company: Company, year: int) -> dict[str, int]:
    """Assets by segment, then corporate: cash, deferred tax assets and other assets."""
    books = company.books
    corporate = sum(
        books.amount(year, account) for account in ("cash", "deferred tax assets", "other assets")
    )
    parts = split(books.assets(year) - corporate, (42, 34, 24))
    return {**dict(zip(SEGMENTS, parts, strict=True)), "Corporate": corporate}


@dataclass(frozen=True)
class Accrued:
    """What accrued liabilities consist of at a year end."""

    warranty: int
    restructuring: int
    taxes: int
    interest: int
    other: int


def accrued(company: Company, year: int) -> Accrued:
    """The parts of accrued liabilities; the last takes the rest."""
    reserves = company.reserves
    warranty, restructuring = reserves.warranty.balance(year), reserves.restructuring(year)
    taxes, interest = 29 + (year * 7) % 5, 17 + (year * 3) % 4
    rest = company.books.amount(year, "accrued") - warranty - restructuring - taxes - interest
    return Accrued(warranty, restructuring, taxes, interest, rest)


def adjusted(company: Company, year: int) -> tuple[int, int]:
    """The tax on adjustments (negative), and adjusted net income attributable to the company."""
    income = company.incomes[year]
    tax = -whole((income.amortization + income.restructuring) * Decimal("0.24"))
    return tax, income.attributable + income.amortization + income.restructuring + tax


def ebitda(company: Company, year: int) -> int:
    """Earnings before interest, taxes, depreciation and amortization."""
    income = company.incomes[year]
    financing = income.interest_expense - income.interest_income
    return income.net + income.tax + financing + company.depreciation(year) + income.amortization


def adjusted_ebitda(company: Company, year: int) -> int:
    """EBITDA with share-based compensation and restructuring added back."""
    return ebitda(company, year) + company.awards.cost(year) + company.incomes[year].restructuring


def free_cash(company: Company, year: int) -> int:
    """Operating cash flow less capital expenditures."""
    return company.operating_cash(year) + company.books.flows[year, "Capital expenditures"]
