"""Item 7, the first half: highlights, results of operations, segments, and measures outside GAAP."""

from __future__ import annotations

from decimal import Decimal

from sample.arithmetic import growth, rounded, share, whole
from sample.company import Company
from sample.company.history import adjusted, adjusted_ebitda, ebitda
from sample.company.income import Income
from sample.company.model import RATES
from sample.company.operations import SEGMENTS, YEARS
from sample.company.operations import total as footed
from sample.report.blocks import (
    BILLIONS,
    CENTS,
    DOLLARS,
    PERCENT,
    PLAIN,
    SHARES,
    Amount,
    Block,
    Bullets,
    Cell,
    Heading,
    Paragraph,
    Row,
    Table,
    figure,
    line,
    marked,
    money,
    section,
    subtotal,
    total,
    years,
)
from sample.report.words import SHORT, change, millions


def discussion(company: Company) -> list[Block]:
    """Item 7 up to liquidity."""
    return [
        Heading(
            "Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations", 2
        ),
        *_highlights(company),
        *_results(company),
        *_bridge(company),
        *_segments(company),
        *_orders(company),
        *_measures(company),
    ]


def _highlights(company: Company) -> list[Block]:
    def billions(amounts: list[int]) -> list[Cell]:
        return [figure(rounded(Decimal(amount) / 1000, 1), BILLIONS) for amount in amounts]

    incomes, books = company.incomes, company.books
    now, before = incomes[2025], incomes[2024]
    returned = company.shares.buyback(2025) + company.shares.dividends(2025)
    rows = (
        line("Net sales", billions([now.sales, before.sales])),
        line("Gross profit", billions([now.gross, before.gross])),
        line("Operating margin", [share(i.operating, i.sales) for i in (now, before)], PERCENT),
        line(
            "Diluted earnings per share",
            [company.per_share(year, diluted=True) for year in (2025, 2024)],
            CENTS,
        ),
        line("Total assets at year end", billions([books.assets(2025), books.assets(2024)])),
        line("Total debt at year end", billions([company.debt.borrowed(2025), company.debt.borrowed(2024)])),
    )
    return [
        Heading("Overview and highlights"),
        Paragraph(
            f"Net sales {change(now.sales, before.sales)} in 2025 to {millions(now.sales)}, and operating "
            f"income {change(now.operating, before.operating)} to {millions(now.operating)}. We raised "
            "prices in January, which covered the higher cost of castings and electronics."
        ),
        Table("Financial Highlights", years(2025, 2024), rows, caption=""),
        Bullets(
            (
                f"Cash provided by operating activities was {millions(company.operating_cash(2025))}.",
                f"We returned {millions(returned)} to shareholders.",
                f"In May we acquired {company.deals[2025].name} for {millions(company.deals[2025].price)}.",
            )
        ),
    ]


_RESULTS = (
    ("Net sales", "sales"),
    ("Cost of sales", "cost"),
    ("Gross profit", "gross"),
    ("Selling, general and administrative expenses", "selling"),
    ("Research and development expenses", "research"),
    ("Amortization of intangible assets", "amortization"),
    ("Restructuring charges", "restructuring"),
    ("Operating income", "operating"),
    ("Interest and other expense, net", "nonoperating"),
    ("Income before income taxes", "pretax"),
    ("Provision for income taxes", "tax"),
    ("Net income", "net"),
)


def _results(company: Company) -> list[Block]:
    now, before, oldest = (company.incomes[year] for year in YEARS)
    rows = []
    for label, name in _RESULTS:
        values: list[int] = [getattr(income, name) for income in (now, before, oldest)]
        changes = [figure(growth(values[i], values[i + 1]), PERCENT) for i in (0, 1)]
        lead = DOLLARS if name in ("sales", "net") else PLAIN
        summed = name in ("gross", "operating", "pretax", "net")
        rows.append(
            subtotal(label, [*values, *changes], lead) if summed else line(label, [*values, *changes], lead)
        )
    columns = (*years(*YEARS), ("Change", "2025 vs. 2024"), ("Change", "2024 vs. 2023"))
    return [
        Heading("Results of operations"),
        Table("Consolidated Results of Operations", columns, tuple(rows)),
        *_margins(company, now, before),
    ]


def _margins(company: Company, now: Income, before: Income) -> list[Block]:
    def percents(name: str) -> list[Amount]:
        return [share(getattr(company.incomes[year], name), company.incomes[year].sales) for year in YEARS]

    rows = (
        line("Gross margin", percents("gross"), PERCENT),
        line("Selling, general and administrative expenses", percents("selling"), PERCENT),
        line("Research and development expenses", percents("research"), PERCENT),
        line("Operating margin", percents("operating"), PERCENT),
        line(
            "Effective income tax rate",
            [share(i.tax, i.pretax) for i in (company.incomes[y] for y in YEARS)],
            PERCENT,
        ),
    )
    return [
        Paragraph(
            f"Gross profit {change(now.gross, before.gross)}. Selling, general and administrative expenses "
            f"{change(now.selling, before.selling)}, for wages and for the people of acquired "
            f"businesses. Restructuring charges were {millions(now.restructuring)}, against "
            f"{millions(before.restructuring)}."
        ),
        Table(
            "Selected Ratios",
            years(*YEARS),
            rows,
            caption="(percent of net sales, except the tax rate, which is of income before income taxes)",
        ),
    ]


def _bridge(company: Company) -> list[Block]:
    operations = company.operations
    rows: list[list[int]] = []
    for name in SEGMENTS:
        before, now = operations.segment(2024, name), operations.segment(2025, name)
        bought = (
            whole(company.deals[2025].price * Decimal("0.62")) if name == company.deals[2025].segment else 0
        )
        currency = whole(before * RATES[2025] * Decimal("0.45"))
        rows.append([before, now - before - bought - currency, bought, currency, now])
    columns = [*zip(*rows, strict=True)]
    labels = ("2024 net sales", "Volume and price", "Acquisitions", "Currency translation", "2025 net sales")
    lines: list[Row] = []
    for label, amounts in zip(labels, columns, strict=True):
        make = total if label == labels[-1] else money if label == labels[0] else line
        lines.append(make(label, [*amounts, sum(amounts)]))
    return [
        Paragraph("The following table explains the change in net sales from 2024 to 2025 by segment."),
        Table(
            "Components of the Change in Net Sales", tuple((n,) for n in (*SEGMENTS, "Total")), tuple(lines)
        ),
    ]


_REASONS = {
    "Flow Control": "Municipal projects were again the largest source of orders; prices rose in January.",
    "Sensing & Measurement": "New level instruments sold well, and most software subscriptions were renewed.",
    "Filtration Services": "The acquired filter works added sales from May on.",
}


def _segments(company: Company) -> list[Block]:
    operations = company.operations
    blocks: list[Block] = [Heading("Segment results")]
    for name in SEGMENTS:
        sales = [operations.segment(year, name) for year in YEARS]
        profit = [operations.profit(year, name) for year in YEARS]
        margins = [figure(share(p, s), PERCENT) for p, s in zip(profit, sales, strict=True)]
        rows = (
            money("Net sales", [*sales, figure(growth(sales[0], sales[1]), PERCENT)]),
            line("Segment operating income", [*profit, figure(growth(profit[0], profit[1]), PERCENT)]),
            line("Segment operating margin", [*margins, None]),
        )
        words = f"Net sales of {name} {change(sales[0], sales[1])} to {millions(sales[0])} in 2025."
        columns = (*years(*YEARS), ("Change",))
        blocks += [
            Paragraph(f"{words} {_REASONS[name]}"),
            Table(f"{name} Segment Results", columns, rows, inside=True),
        ]
    return blocks


def _orders(company: Company) -> list[Block]:
    operations = company.operations
    columns = (
        *years(*YEARS, over="Orders, Years Ended December 31,"),
        *years(*YEARS, over="Backlog, December 31,"),
    )
    rows = [
        line(name, [cut[year, name] for cut in (operations.orders, operations.backlog) for year in YEARS])
        for name in SEGMENTS
    ]
    rows.append(
        total("Total", [footed(cut, y) for cut in (operations.orders, operations.backlog) for y in YEARS])
    )
    return [
        Paragraph("Backlog is what customers have ordered and we have not yet delivered."),
        Table("Orders and Backlog", columns, tuple(rows)),
    ]


def _measures(company: Company) -> list[Block]:
    incomes = [company.incomes[year] for year in YEARS]
    rows = (
        money("Net income", [i.net for i in incomes]),
        line("Provision for income taxes", [i.tax for i in incomes], indent=1),
        line("Interest expense", [i.interest_expense for i in incomes], indent=1),
        line("Interest income", [-i.interest_income for i in incomes], indent=1),
        line("Depreciation", [company.depreciation(year) for year in YEARS], indent=1),
        line("Amortization of intangible assets", [i.amortization for i in incomes], indent=1),
        subtotal("EBITDA", [ebitda(company, year) for year in YEARS]),
        line("Share-based compensation", [company.awards.cost(year) for year in YEARS], indent=1),
        marked(line("Restructuring charges", [i.restructuring for i in incomes], indent=1), 1),
        total("Adjusted EBITDA", [adjusted_ebitda(company, year) for year in YEARS]),
    )
    return [
        Heading("Measures outside generally accepted accounting principles"),
        Paragraph(
            "EBITDA, adjusted EBITDA and adjusted net income are no substitutes for what GAAP requires."
        ),
        Table(
            "Reconciliation of Net Income to Adjusted EBITDA",
            years(*YEARS),
            rows,
            notes=("See Note 10 for the plans behind these charges.",),
        ),
        _adjusted_income(company),
    ]


def _adjusted_income(company: Company) -> Table:
    incomes = [company.incomes[year] for year in YEARS]
    after = [adjusted(company, year) for year in YEARS]
    shares = [company.shares.diluted(year) for year in YEARS]
    rows = (
        money(f"Net income attributable to {SHORT}", [i.attributable for i in incomes]),
        line("Amortization of intangible assets", [i.amortization for i in incomes], indent=1),
        line("Restructuring charges", [i.restructuring for i in incomes], indent=1),
        line("Tax effect of adjustments", [tax for tax, _ in after], indent=1),
        total("Adjusted net income", [amount for _, amount in after]),
        section("Per diluted share:"),
        line(
            "Diluted earnings per share, as reported",
            [company.per_share(y, diluted=True) for y in YEARS],
            CENTS,
            indent=1,
        ),
        line(
            "Adjusted diluted earnings per share",
            [rounded(amount / count, 2) for (_, amount), count in zip(after, shares, strict=True)],
            CENTS,
            indent=1,
        ),
        line("Weighted-average diluted shares", shares, SHARES),
    )
    return Table(
        "Adjusted Net Income and Adjusted Earnings per Share",
        years(*YEARS),
        rows,
        "(in millions, except per share data)",
    )
