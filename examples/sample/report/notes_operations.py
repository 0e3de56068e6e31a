"""Notes on what is earned: revenue, segments, earnings per share, restructuring, concentration, quarters."""

from __future__ import annotations

from decimal import Decimal

from sample.arithmetic import whole
from sample.company import Company
from sample.company.history import quarters
from sample.company.operations import REGIONS, SEGMENTS, YEARS
from sample.report.blocks import (
    CENTS,
    SHARES,
    Block,
    Heading,
    Paragraph,
    Row,
    Table,
    line,
    money,
    section,
    subtotal,
    total,
    years,
)
from sample.report.words import NAME, SHORT, millions

ENDS = (2025, 2024)


def policies(company: Company) -> list[Block]:
    """Note 1."""
    return [
        Heading("Notes to Consolidated Financial Statements", 1),
        Heading("Note 1 — Summary of significant accounting policies", 2),
        Paragraph(
            f"The consolidated financial statements include {NAME} and its subsidiaries; balances between "
            "them are eliminated. Dollar amounts in tables are in millions unless another unit is stated."
        ),
        Paragraph(
            "Revenue is recognized when control passes to the customer: for most products on shipment, for "
            "engineered systems and services over time. Inventories are stated at the lower of cost and "
            "net realizable value. Research and development cost "
            f"{millions(company.incomes[2025].research)} in 2025 and is expensed."
        ),
        Paragraph(
            "Foreign subsidiaries keep their books in local currencies; their balances are translated at "
            "the rates of the year end and their results at average rates. Derivatives are carried at fair "
            "value. Changes in the value of those that hedge future cash flows wait in other comprehensive "
            "income until the flows occur."
        ),
        Paragraph(
            "Receivables are reduced by an allowance for expected credit losses, which rests on the age of "
            "balances, on what was lost in the past and on what we expect of the economy. Cash equivalents "
            "are investments that mature within three months of purchase."
        ),
        Paragraph("Estimated useful lives of property, plant and equipment:"),
        Table(
            "Useful Lives",
            (("Years",),),
            (line("Buildings and improvements", ["20 to 40"]), line("Machinery and equipment", ["3 to 15"])),
            caption="",
        ),
    ]


def revenue(company: Company) -> list[Block]:
    """Note 2."""
    books, orders = company.books, company.operations
    ends = years(*ENDS, over="December 31,")
    balances = (
        line("Contract assets", [books.amount(year, "contract assets") for year in ENDS]),
        line("Contract liabilities", [books.amount(year, "contract liabilities") for year in ENDS]),
    )
    backlog = [orders.backlog[2025, name] for name in SEGMENTS]
    soon = [whole(amount * Decimal("0.74")) for amount in backlog]
    remaining = [
        line(name, [first, amount - first, amount])
        for name, first, amount in zip(SEGMENTS, soon, backlog, strict=True)
    ]
    remaining.append(total("Total", [sum(soon), sum(backlog) - sum(soon), sum(backlog)]))
    columns = (
        ("Expected to Be Recognized In", "2026"),
        ("Expected to Be Recognized In", "Later Years"),
        ("Total",),
    )
    return [
        Heading("Note 2 — Revenue", 2),
        Paragraph(
            "The tables below break net sales down by region and by products and services for each segment."
        ),
        *(_region_table(company, year) for year in YEARS),
        _kind_table(company),
        Paragraph("Contract balances were as follows:"),
        Table("Contract Balances", ends, balances, inside=True),
        Paragraph("Unsatisfied performance obligations at December 31, 2025 equal our backlog:"),
        Table("Remaining Performance Obligations", columns, tuple(remaining)),
    ]


def _region_table(company: Company, year: int) -> Table:
    cut = company.operations.regions
    rows: list[Row] = []
    for region in REGIONS:
        amounts = [cut[year, name, region] for name in SEGMENTS]
        rows.append(line(region, [*amounts, sum(amounts)]))
    sales = [company.operations.segment(year, name) for name in SEGMENTS]
    rows.append(total("Total net sales", [*sales, sum(sales)]))
    over = f"Year Ended December 31, {year}"
    return Table(
        f"Net Sales by Region, {year}", tuple((over, name) for name in (*SEGMENTS, "Total")), tuple(rows)
    )


def _kind_table(company: Company) -> Table:
    operations = company.operations
    services = {name: [operations.services[year, name] for year in YEARS] for name in SEGMENTS}
    rows = [section("Products:")]
    for name in SEGMENTS:
        products = [operations.segment(y, name) - s for y, s in zip(YEARS, services[name], strict=True)]
        rows.append(line(name, products, indent=1))
    rows.append(subtotal("Total products", [company.incomes[year].products for year in YEARS]))
    rows.append(section("Services:"))
    rows += [line(name, amounts, indent=1) for name, amounts in services.items()]
    rows.append(subtotal("Total services", [company.incomes[year].services for year in YEARS]))
    rows.append(total("Net sales", [company.incomes[year].sales for year in YEARS]))
    return Table("Net Sales of Products and Services", years(*YEARS), tuple(rows), inside=True)


def per_share(company: Company) -> list[Block]:
    """Note 4."""
    shares = company.shares
    rows = (
        section("Numerator:"),
        money(
            f"Net income attributable to {SHORT}", [company.incomes[year].attributable for year in YEARS], 1
        ),
        section("Denominator:"),
        line("Weighted-average shares, basic", [shares.basic[year] for year in YEARS], SHARES, indent=1),
        line("Dilutive stock options", [shares.options[year] for year in YEARS], SHARES, indent=1),
        line("Dilutive restricted stock units", [shares.units[year] for year in YEARS], SHARES, indent=1),
        subtotal("Weighted-average shares, diluted", [shares.diluted(year) for year in YEARS], SHARES),
        line("Basic earnings per share", [company.per_share(year, diluted=False) for year in YEARS], CENTS),
        line("Diluted earnings per share", [company.per_share(year, diluted=True) for year in YEARS], CENTS),
    )
    return [
        Heading("Note 4 — Earnings per share", 2),
        Paragraph("Basic and diluted earnings per share were computed as follows:"),
        Table(
            "Computation of Earnings per Share", years(*YEARS), rows, "(in millions, except per share data)"
        ),
    ]


def quarterly(company: Company) -> list[Block]:
    """Note 19."""
    tables = [_quarter_table(company, year) for year in ENDS]
    return [
        Heading("Note 19 — Quarterly financial data (unaudited)", 2),
        Paragraph("Quarters need not add up to the year for amounts per share, since share counts change."),
        *tables,
    ]


def _quarter_table(company: Company, year: int) -> Table:
    data, income = quarters(company, year), company.incomes[year]
    rows = (
        money("Net sales", [*(q.sales for q in data), income.sales]),
        line("Gross profit", [*(q.gross for q in data), income.gross]),
        line("Operating income", [*(q.operating for q in data), income.operating]),
        line(f"Net income attributable to {SHORT}", [*(q.attributable for q in data), income.attributable]),
        line(
            "Weighted-average shares, basic",
            [*(q.basic_shares for q in data), company.shares.basic[year]],
            SHARES,
        ),
        line(
            "Weighted-average shares, diluted",
            [*(q.diluted_shares for q in data), company.shares.diluted(year)],
            SHARES,
        ),
        line(
            "Basic earnings per share",
            [*(q.basic for q in data), company.per_share(year, diluted=False)],
            CENTS,
        ),
        line(
            "Diluted earnings per share",
            [*(q.diluted for q in data), company.per_share(year, diluted=True)],
            CENTS,
        ),
    )
    names = ("First Quarter", "Second Quarter", "Third Quarter", "Fourth Quarter")
    columns = (*((str(year), name) for name in names), (str(year), "Full Year"))
    return Table(f"Quarterly Results, {year}", columns, rows, "(in millions, except per share data)")
