"""Note 3: segments, their reconciliation to the whole, geography, concentrations."""

from __future__ import annotations

from decimal import Decimal

from sample.arithmetic import draw, share
from sample.company import Company
from sample.company.history import COUNTRIES, countries, located, segment_assets
from sample.company.operations import REGIONS, SEGMENTS, YEARS
from sample.company.operations import total as footed
from sample.report.blocks import (
    PERCENT,
    Amount,
    Block,
    Heading,
    Paragraph,
    Row,
    Table,
    line,
    marked,
    money,
    section,
    subtotal,
    total,
    years,
)

ENDS = (2025, 2024)


def segments(company: Company) -> list[Block]:
    """Note 3."""
    return [
        Heading("Note 3 — Segment information", 2),
        Paragraph(
            "Our chief executive decides on resources by segment operating income, which leaves out "
            "corporate expenses, amortization of intangible assets and restructuring charges."
        ),
        _expenses(company),
        _reconciliation(company),
        Paragraph("Other information by segment:"),
        _other(company),
        _assets(company),
        *_geography(company),
    ]


def _expenses(company: Company) -> Table:
    operations = company.operations
    rows: list[Row] = []
    for year in YEARS:
        sales = [operations.segment(year, name) for name in SEGMENTS]
        profit = [operations.profit(year, name) for name in SEGMENTS]
        rows += [section(f"{year}:"), money("Net sales", [*sales, sum(sales)], 1)]
        for label, cut in (
            ("Cost of sales", operations.cost),
            ("Selling, general and administrative", operations.selling),
            ("Research and development", operations.research),
        ):
            rows.append(line(label, [*(-cut[year, name] for name in SEGMENTS), -footed(cut, year)], indent=1))
        rows.append(total("Segment operating income", [*profit, sum(profit)]))
    return Table(
        "Segment Results and Significant Expenses", tuple((n,) for n in (*SEGMENTS, "Total")), tuple(rows)
    )


def _reconciliation(company: Company) -> Table:
    operations, incomes = company.operations, [company.incomes[year] for year in YEARS]
    rows: list[Row] = [section("Segment operating income:")]
    rows += [line(name, [operations.profit(year, name) for year in YEARS], indent=1) for name in SEGMENTS]
    rows += [
        subtotal(
            "Total segment operating income", [sum(operations.profit(y, n) for n in SEGMENTS) for y in YEARS]
        ),
        line("Corporate expenses", [-operations.corporate[year] for year in YEARS]),
        line("Amortization of intangible assets", [-i.amortization for i in incomes]),
        line("Restructuring charges", [-i.restructuring for i in incomes]),
        subtotal("Consolidated operating income", [i.operating for i in incomes]),
        line("Interest expense", [-i.interest_expense for i in incomes]),
        line("Interest income", [i.interest_income for i in incomes]),
        line("Other income (expense), net", [i.other for i in incomes]),
        total("Income before income taxes", [i.pretax for i in incomes]),
    ]
    return Table("Reconciliation to Income Before Income Taxes", years(*YEARS), tuple(rows))


def _other(company: Company) -> Table:
    operations = company.operations
    columns = (
        *years(*YEARS, over="Depreciation"),
        *years(*YEARS, over="Capital Expenditures"),
    )
    cuts = (operations.depreciation, operations.capital)
    rows = [line(name, [cut[y, name] for cut in cuts for y in YEARS]) for name in (*SEGMENTS, "Corporate")]
    rows.append(total("Consolidated", [footed(cut, y) for cut in cuts for y in YEARS]))
    return Table("Depreciation and Capital Expenditures by Segment", columns, tuple(rows))


def _assets(company: Company) -> Table:
    assets = {year: segment_assets(company, year) for year in ENDS}
    rows = [line(name, [assets[year][name] for year in ENDS]) for name in (*SEGMENTS, "Corporate")]
    rows[-1] = marked(rows[-1], 1)
    rows.append(total("Total assets", [company.books.assets(year) for year in ENDS]))
    return Table(
        "Assets by Segment",
        years(*ENDS, over="December 31,"),
        tuple(rows),
        notes=(
            "Corporate assets are cash and cash equivalents, deferred income tax assets and other assets.",
        ),
    )


def _geography(company: Company) -> list[Block]:
    sold = {year: countries(company, year) for year in YEARS}
    held = {year: located(company, year) for year in ENDS}
    columns = (
        *(("Net Sales, Years Ended December 31,", str(year)) for year in YEARS),
        *(("Property, Plant and Equipment, Net, December 31,", str(year)) for year in ENDS),
    )
    rows = [
        line(c, [*(sold[year][c] for year in YEARS), *(held[year][c] for year in ENDS)]) for c in COUNTRIES
    ]
    sums: list[Amount] = [company.incomes[year].sales for year in YEARS]
    rows.append(total("Total", [*sums, *(company.books.amount(year, "property") for year in ENDS)]))
    percent = [
        line(
            region,
            [share(company.operations.region(y, region), company.incomes[y].sales) for y in YEARS],
            PERCENT,
        )
        for region in REGIONS
    ]
    return [
        Paragraph("Net sales are attributed to countries by the place of delivery."),
        Table("Geographical Information", columns, tuple(rows)),
        Paragraph("As a percentage of net sales, the regions stood as follows; percentages are rounded."),
        Table("Regions as a Percentage of Net Sales", years(*YEARS), tuple(percent), caption=""),
        *_concentration(company),
    ]


def _concentration(company: Company) -> list[Block]:
    chance = company.chance("concentration")
    rows = tuple(
        line(name, [Decimal(draw(chance, low, low + 14)) / 10 for _ in YEARS], PERCENT)
        for name, low in (("Largest customer", 71), ("Five largest customers", 214), ("Largest supplier", 52))
    )
    return [
        Paragraph("No customer reached 10% of net sales in any year, nor any supplier 10% of purchases."),
        Table("Concentrations", years(*YEARS), rows, caption="(percent of net sales or of purchases)"),
    ]
