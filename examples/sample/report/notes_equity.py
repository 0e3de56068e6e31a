"""Notes on taxes, accumulated other comprehensive income, commitments and related parties."""

from __future__ import annotations

from decimal import Decimal

from sample.arithmetic import draw, share, split, whole
from sample.company import Company
from sample.company.debt import FUTURE
from sample.company.income import RECONCILED, percentages
from sample.company.operations import YEARS
from sample.report.blocks import (
    DOLLARS,
    PERCENT,
    PLAIN,
    Amount,
    Block,
    Cell,
    Column,
    Heading,
    Paragraph,
    Row,
    Style,
    Table,
    figure,
    line,
    money,
    section,
    subtotal,
    total,
    years,
)
from sample.report.liquidity import PURCHASES
from sample.report.words import AFFILIATE

ENDS = (2025, 2024)
AT_END: tuple[Column, ...] = years(*ENDS, over="December 31,")


def taxes(company: Company) -> list[Block]:
    """Note 16."""
    domestic = company.taxes.domestic
    pretax = [company.incomes[year].pretax for year in YEARS]
    rows = (
        money("United States", [domestic[year] for year in YEARS]),
        line("Foreign", [amount - domestic[year] for amount, year in zip(pretax, YEARS, strict=True)]),
        total("Income before income taxes", pretax),
    )
    return [
        Heading("Note 16 — Income taxes", 2),
        Paragraph("Income before income taxes arose in the United States and abroad as follows:"),
        Table("Income Before Income Taxes", years(*YEARS), rows),
        _provision(company),
        Paragraph("The provision differs from the tax at the federal statutory rate for these reasons:"),
        _rates(company),
        Paragraph("Deferred income taxes arose from:"),
        _deferred(company),
        Paragraph("Unrecognized tax benefits, which are part of other liabilities, changed as follows:"),
        _uncertain(company),
    ]


def _provision(company: Company) -> Table:
    note = company.taxes
    rows: list[Row] = []
    for name, parts in (("Current", note.current), ("Deferred", note.deferred)):
        rows.append(section(f"{name}:"))
        for index, label in enumerate(("Federal", "State", "Foreign")):
            rows.append(line(label, [parts[year][index] for year in YEARS], indent=1))
        rows.append(subtotal(f"Total {name.lower()}", [sum(parts[year]) for year in YEARS]))
    rows.append(total("Provision for income taxes", [company.incomes[year].tax for year in YEARS]))
    return Table("Provision for Income Taxes", years(*YEARS), tuple(rows), inside=True)


def _rates(company: Company) -> Table:
    columns: list[Column] = [(str(year), kind) for year in YEARS for kind in ("Amount", "Percent")]
    cells: list[list[Cell]] = [[] for _ in RECONCILED]
    sums: list[Cell] = []
    for year in YEARS:
        amounts, income = company.taxes.reconciliation[year], company.incomes[year]
        for row, amount, percent in zip(cells, amounts, percentages(amounts, income.pretax), strict=True):
            row += [figure(amount), figure(percent, PERCENT)]
        sums += [figure(income.tax, DOLLARS), figure(share(income.tax, income.pretax), PERCENT)]
    rows = [line(label, row) for label, row in zip(RECONCILED, cells, strict=True)]
    rows.append(Row("Provision for income taxes", tuple(sums), Style.TOTAL))
    return Table("Reconciliation of the Statutory Rate", tuple(columns), tuple(rows))


def _deferred(company: Company) -> Table:
    books, chance = company.books, company.chance("deferred")
    net = [books.amount(y, "deferred tax assets") - books.amount(y, "deferred taxes") for y in ENDS]
    rate = Decimal("0.24")
    assets = {
        "Pension liabilities": [whole(books.amount(year, "pension") * rate) for year in ENDS],
        "Operating lease liabilities": [whole(company.leases.liability[year] * rate) for year in ENDS],
        "Accrued compensation and other accruals": [
            whole(books.amount(y, "compensation") * rate) + 18 for y in ENDS
        ],
        "Capitalized research and development": [draw(chance, 49, 56), draw(chance, 41, 48)],
        "Tax loss carryforwards": [draw(chance, 22, 27), draw(chance, 24, 29)],
    }
    allowance = [-draw(chance, 9, 13), -draw(chance, 10, 14)]
    gross = [sum(amounts) for amounts in zip(*assets.values(), strict=True)]
    after = [amount + less for amount, less in zip(gross, allowance, strict=True)]
    fixed = {
        "Property, plant and equipment": [-draw(chance, 92, 99), -draw(chance, 86, 91)],
        "Operating lease assets": [-whole(company.leases.asset[year] * rate) for year in ENDS],
    }
    owed = [n - a for n, a in zip(net, after, strict=True)]
    rest = [
        amount - sum(parts) for amount, parts in zip(owed, zip(*fixed.values(), strict=True), strict=True)
    ]
    rows = (
        section("Deferred tax assets:"),
        *(line(label, amounts, indent=1) for label, amounts in assets.items()),
        subtotal("Gross deferred tax assets", gross),
        line("Less: Valuation allowance", allowance),
        subtotal("Total deferred tax assets", after),
        section("Deferred tax liabilities:"),
        *(line(label, amounts, indent=1) for label, amounts in fixed.items()),
        line("Goodwill and intangible assets", rest, indent=1),
        subtotal("Total deferred tax liabilities", owed),
        total("Net deferred tax liabilities", net),
        section("Shown in the balance sheets as:"),
        line(
            "Deferred income tax assets",
            [books.amount(year, "deferred tax assets") for year in ENDS],
            indent=1,
        ),
        line(
            "Deferred income tax liabilities",
            [-books.amount(year, "deferred taxes") for year in ENDS],
            indent=1,
        ),
    )
    return Table("Deferred Income Taxes", AT_END, rows)


def _uncertain(company: Company) -> Table:
    moves = company.taxes.uncertain
    held = {2022: 34}
    for year in reversed(YEARS):
        held[year] = held[year - 1] + sum(moves[year])
    labels = (
        "Additions for the current year",
        "Additions for earlier years",
        "Settlements",
        "Lapse of statutes of limitations",
    )
    rows = (
        money("Balance at beginning of year", [held[year - 1] for year in YEARS]),
        *(line(label, [moves[year][i] for year in YEARS], indent=1) for i, label in enumerate(labels)),
        total("Balance at end of year", [held[year] for year in YEARS]),
    )
    return Table("Unrecognized Tax Benefits", years(*YEARS), rows)


COMPONENTS = ("translation", "pension", "hedges")


def accumulated(company: Company) -> list[Block]:
    """Note 17."""
    rows: list[Row] = [_component_row(company, 2022)]
    for year in reversed(YEARS):
        changes = [company.changes[year, name] for name in COMPONENTS]
        before = [change.before + change.before_tax for change in changes]
        moved = [change.reclassified + change.reclassified_tax for change in changes]
        rows.append(line("Before reclassifications", [*before, sum(before)], indent=1))
        rows.append(line("Reclassified to income", [*moved, sum(moved)], indent=1))
        rows.append(_component_row(company, year))
    columns = (("Foreign Currency Translation",), ("Pension Plans",), ("Cash Flow Hedges",), ("Total",))
    return [
        Heading("Note 17 — Accumulated other comprehensive loss", 2),
        Paragraph("The components of accumulated other comprehensive loss, net of tax, changed as follows:"),
        Table("Accumulated Other Comprehensive Loss by Component", columns, tuple(rows)),
        Paragraph("The tax on each part of other comprehensive income was:"),
        _effects(company),
    ]


def _component_row(company: Company, year: int) -> Row:
    held = [company.accumulated(year, name) for name in COMPONENTS]
    make = total if year in (2022, 2025) else subtotal
    return make(f"Balance at December 31, {year}", [*held, sum(held)])


def _effects(company: Company) -> Table:
    labels = ("Foreign currency translation adjustments", "Pension adjustments", "Cash flow hedges")
    sums: list[Amount] = []
    cells: list[list[Amount]] = [[] for _ in COMPONENTS]
    for year in YEARS:
        triples = [(c.pretax, c.tax, c.net) for c in (company.changes[year, name] for name in COMPONENTS)]
        for row, triple in zip(cells, triples, strict=True):
            row += triple
        sums += [sum(column) for column in zip(*triples, strict=True)]
    rows = [line(label, row) for label, row in zip(labels, cells, strict=True)]
    rows.append(total("Other comprehensive income (loss)", sums, PLAIN))
    columns = tuple((str(year), kind) for year in YEARS for kind in ("Pretax", "Tax", "Net"))
    return Table("Tax Effects of Other Comprehensive Income", columns, tuple(rows))


def commitments(company: Company) -> list[Block]:
    """Note 18."""
    labels = (*(str(year) for year in FUTURE), "Thereafter")
    rows = [line(label, [amount]) for label, amount in zip(labels, PURCHASES, strict=True)]
    rows.append(total("Total purchase obligations", [sum(PURCHASES)]))
    return [
        Heading("Note 18 — Commitments, contingencies and related parties", 2),
        Paragraph(
            "Obligations to buy castings, electronics and software, which we cannot cancel, fall due as "
            "follows:"
        ),
        Table("Purchase Obligations", (("Purchase Obligations",),), tuple(rows)),
        Heading("Legal matters"),
        Paragraph(
            "We are party to lawsuits of the ordinary kind; we expect no material loss from any of them."
        ),
        Heading("Related parties"),
        Paragraph(
            f"We own half of {AFFILIATE}, and account for it by the equity method. Dealings with it were:"
        ),
        related(company, "Transactions with Affiliate"),
    ]


def related(company: Company, title: str) -> Table:
    """Dealings with the affiliate, in thousands; two chapters show them."""
    chance = company.chance("related")
    sold = [draw(chance, low, low + 3_000) for low in (18_100, 15_900, 13_200)]
    bought = [draw(chance, low, low + 2_500) for low in (9_100, 8_300, 7_900)]
    fees = [draw(chance, 1_050, 1_690) for _ in YEARS]
    owed = [split(amount, (17, 83))[0] for amount in sold]
    rows = (
        money("Sales to affiliate", sold),
        line("Purchases from affiliate", bought),
        line("License fees from affiliate", fees),
        line("Receivable from affiliate at year end", owed),
    )
    return Table(title, years(*YEARS), rows, "(in thousands)")
