"""Item 7, the second half, and Item 7A: cash, debt, obligations, market risk."""

from __future__ import annotations

from decimal import Decimal

from sample.arithmetic import draw, rounded, whole
from sample.company import Company
from sample.company.debt import FUTURE
from sample.company.history import adjusted_ebitda, free_cash
from sample.company.operations import SEGMENTS, YEARS
from sample.company.operations import total as footed
from sample.report.blocks import (
    PLAIN,
    TIMES,
    Block,
    Heading,
    Paragraph,
    Table,
    line,
    money,
    section,
    subtotal,
    total,
    years,
)
from sample.report.words import SHORT, change, millions

ENDS = (2025, 2024)


def liquidity(company: Company) -> list[Block]:
    """Liquidity and capital resources, critical estimates, Item 7A."""
    return [
        Heading("Liquidity and capital resources"),
        *_cash(company),
        *_spending(company),
        *_position(company),
        *_obligations(company),
        Paragraph(
            "We believe that cash at hand, cash from operations and access to the debt markets will cover "
            "our needs for at least the next twelve months. The notes that mature in 2026 stand among "
            "current liabilities; we intend to repay them from commercial paper and new notes."
        ),
        Heading("Critical accounting estimates"),
        Paragraph(
            "Goodwill is tested each October. The fair value of every reporting unit was well above its "
            f"carrying amount; goodwill was {millions(company.books.amount(2025, 'goodwill'))} at year end. "
            "Pension cost, warranty, and uncertain tax positions also rest on estimates that may change."
        ),
        Heading("Item 7A. Quantitative and Qualitative Disclosures About Market Risk", 2),
        *_risk(company),
    ]


def _cash(company: Company) -> list[Block]:
    books = company.books
    effect = [books.flows[year, "Effect of exchange rates"] for year in YEARS]
    operating = [company.operating_cash(year) for year in YEARS]
    cash = books.amount(2025, "cash")
    rows = (
        section("Net cash provided by (used for):"),
        money("Operating activities", operating, 1),
        line("Investing activities", [company.investing_cash(year) for year in YEARS], indent=1),
        line("Financing activities", [company.financing_cash(year) for year in YEARS], indent=1),
        line("Effect of exchange rates on cash", effect),
        total(
            "Net increase (decrease) in cash",
            [books.amount(y, "cash") - books.amount(y - 1, "cash") for y in YEARS],
        ),
    )
    free = (
        money("Net cash provided by operating activities", operating),
        line("Capital expenditures", [books.flows[year, "Capital expenditures"] for year in YEARS]),
        total("Free cash flow", [free_cash(company, year) for year in YEARS]),
    )
    return [
        Paragraph(
            f"Cash provided by operating activities {change(operating[0], operating[1])} in 2025, to "
            f"{millions(operating[0])}. Cash and cash equivalents were {millions(cash)} "
            "at year end, most of it held in the United States and Germany."
        ),
        Table("Summary of Cash Flows", years(*YEARS), rows, inside=True),
        Paragraph(
            "We follow free cash flow, which is what remains for dividends, buybacks, debt and acquisitions."
        ),
        Table("Free Cash Flow", years(*YEARS), free),
    ]


def _spending(company: Company) -> list[Block]:
    capital = company.operations.capital
    rows = [line(name, [capital[year, name] for year in YEARS]) for name in (*SEGMENTS, "Corporate")]
    rows.append(total("Total capital expenditures", [footed(capital, year) for year in YEARS]))
    return [
        Paragraph("Capital spending went to machining capacity, to service centers and to a new laboratory."),
        Table("Capital Spending by Segment", years(*YEARS), tuple(rows)),
    ]


def _position(company: Company) -> list[Block]:
    books, debt = company.books, company.debt
    working = {
        "Receivables, net": "receivables",
        "Inventories": "inventories",
        "Accounts payable": "payables",
    }
    signs = {"payables": -1}
    rows = [
        line(label, [signs.get(account, 1) * books.amount(year, account) for year in ENDS])
        for label, account in working.items()
    ]
    trade = [
        sum(signs.get(account, 1) * books.amount(year, account) for account in working.values())
        for year in ENDS
    ]
    rows.append(total("Trade working capital", trade))
    net = {year: debt.borrowed(year) - books.amount(year, "cash") for year in ENDS}
    leverage = [rounded(Decimal(net[year]) / adjusted_ebitda(company, year), 1) for year in ENDS]
    owed = (
        money("Commercial paper", [debt.paper[year] for year in ENDS]),
        line("Current portion of long-term debt", [debt.current(year) for year in ENDS]),
        line("Long-term debt, less current portion", [debt.noncurrent(year) for year in ENDS]),
        subtotal("Total debt", [debt.borrowed(year) for year in ENDS]),
        line("Less: Cash and cash equivalents", [-books.amount(year, "cash") for year in ENDS]),
        total("Net debt", [net[year] for year in ENDS]),
        line("Total equity", [books.equity(year) for year in ENDS]),
        line("Net debt to adjusted EBITDA", leverage, TIMES),
    )
    return [
        Table("Trade Working Capital", years(*ENDS, over="December 31,"), tuple(rows)),
        Paragraph(
            "Our credit agreement of $750 million matures in 2029; nothing was drawn under it at year end."
        ),
        Table("Debt and Capitalization", years(*ENDS, over="December 31,"), owed, inside=True),
    ]


PURCHASES = (212, 64, 31, 9, 6, 4)
"""Purchase obligations: the next five years, then all later ones."""


def _obligations(company: Company) -> list[Block]:
    debt = company.debt
    parts = {
        "Long-term debt, principal": [*(debt.due(year) for year in FUTURE), debt.later()],
        "Operating leases": list(company.leases.payments),
        "Purchase obligations": list(PURCHASES),
    }
    rows = [_periods(amounts) for amounts in parts.values()]
    whole_list = [sum(amounts) for amounts in zip(*rows, strict=True)]
    lines = [line(label, amounts) for label, amounts in zip(parts, rows, strict=True)]
    lines.append(total("Total", whole_list))
    over = "Payments Due by Period"
    columns = (("Total",), *((over, name) for name in ("2026", "2027–2028", "2029–2030", "After 2030")))
    return [
        Paragraph(
            "The table shows what we are bound to pay. Interest and pension contributions are left out."
        ),
        Table("Contractual Obligations at December 31, 2025", columns, tuple(lines)),
    ]


def _periods(amounts: list[int]) -> list[int]:
    first, second, third, fourth, fifth, later = amounts
    return [sum(amounts), first, second + third, fourth + fifth, later]


def _risk(company: Company) -> list[Block]:
    chance = company.chance("risk")
    principal = company.debt.principal(2025)
    rows = (
        line(
            "10% stronger U.S. dollar: effect on operating income",
            [-draw(chance, 21, 26), -draw(chance, 18, 23)],
        ),
        line(
            "100 basis points higher rates: effect on interest expense",
            [draw(chance, 2, 3), draw(chance, 3, 4)],
        ),
        line(
            "100 basis points higher rates: effect on fair value of notes",
            [-whole(principal * Decimal("0.041")), -62],
        ),
        line(
            "10% higher metal prices: effect on cost of sales",
            [draw(chance, 15, 19), draw(chance, 13, 17)],
            PLAIN,
        ),
    )
    return [
        Paragraph(
            f"{SHORT} is exposed to currencies, interest rates and metal prices, and hedges part of each."
        ),
        Table("Sensitivity to Market Risks", years(*ENDS, over="December 31,"), rows),
    ]
