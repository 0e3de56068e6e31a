"""Notes on what is held and reserved: receivables, inventories, property, goodwill, intangibles, accruals."""

from __future__ import annotations

from sample.arithmetic import split
from sample.company import Company
from sample.company.history import accrued
from sample.company.operations import SEGMENTS, YEARS
from sample.company.reserves import CLASSES, Roll
from sample.report.blocks import (
    Amount,
    Block,
    Column,
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
from sample.report.words import millions

ENDS = (2025, 2024)
AT_END: tuple[Column, ...] = years(*ENDS, over="December 31,")


def rolled(roll: Roll) -> list[Row]:
    """The rows of a reserve over three years."""
    rows = [money("Balance at beginning of year", [roll.balance(year - 1) for year in YEARS])]
    rows += [
        line(label, [roll.movements[y][i] for y in YEARS], indent=1) for i, label in enumerate(roll.labels)
    ]
    return [*rows, total("Balance at end of year", [roll.balance(year) for year in YEARS])]


def current(company: Company) -> list[Block]:
    """Notes 5 and 6."""
    books, allowance = company.books, company.reserves.allowance
    net = [books.amount(year, "receivables") for year in ENDS]
    gross = [amount + allowance.balance(year) for amount, year in zip(net, ENDS, strict=True)]
    notes = [split(amount, (4, 96))[0] for amount in gross]
    receivables = (
        money("Trade receivables", [amount - note for amount, note in zip(gross, notes, strict=True)]),
        line("Notes and other receivables", notes),
        subtotal("Gross receivables", gross),
        line("Less: Allowance for credit losses", [-allowance.balance(year) for year in ENDS]),
        total("Receivables, net", net),
    )
    stock = [split(books.amount(year, "inventories"), (37, 18, 45)) for year in ENDS]
    labels = ("Raw materials and components", "Work in process", "Finished goods")
    inventories = [
        line(label, amounts) for label, amounts in zip(labels, zip(*stock, strict=True), strict=True)
    ]
    inventories.append(total("Inventories", [books.amount(year, "inventories") for year in ENDS]))
    return [
        Heading("Note 5 — Receivables", 2),
        Paragraph("Receivables consisted of the following:"),
        Table("Receivables", AT_END, receivables),
        Paragraph("The allowance for credit losses developed as follows:"),
        Table("Allowance for Credit Losses", years(*YEARS), tuple(rolled(allowance)), inside=True),
        Heading("Note 6 — Inventories", 2),
        Paragraph("Inventories are shown net of reserves for slow-moving items."),
        Table("Components of Inventories", AT_END, tuple(inventories)),
    ]


def lasting(company: Company) -> list[Block]:
    """Notes 7 and 8."""
    return [*_property(company), *_goodwill(company), *_intangibles(company), *_acquired(company)]


def _property(company: Company) -> list[Block]:
    net = [company.books.amount(year, "property") for year in ENDS]
    earlier = 1_093
    worn = [earlier + company.depreciation(2025) - 31, earlier]
    gross = [amount + wear for amount, wear in zip(net, worn, strict=True)]
    labels = ("Land", "Buildings and improvements", "Machinery and equipment", "Construction in progress")
    parts = [split(amount, (4, 29, 61, 6)) for amount in gross]
    rows = [line(label, amounts) for label, amounts in zip(labels, zip(*parts, strict=True), strict=True)]
    rows += [
        subtotal("Gross property, plant and equipment", gross),
        line("Less: Accumulated depreciation", [-wear for wear in worn]),
        total("Property, plant and equipment, net", net),
    ]
    words = ", ".join(f"{millions(company.depreciation(year))} in {year}" for year in YEARS)
    return [
        Heading("Note 7 — Property, plant and equipment", 2),
        Table("Property, Plant and Equipment", AT_END, tuple(rows)),
        Paragraph(f"Depreciation expense was {words}."),
    ]


def _goodwill(company: Company) -> list[Block]:
    goodwill = company.goodwill
    rows: list[Row] = []
    for year in (2023, 2024, 2025):
        held = [goodwill.balances[year, name] for name in SEGMENTS]
        make = money if year == 2023 else total if year == 2025 else subtotal
        if year > 2023:
            deal = company.deals[year]
            bought = [deal.goodwill if deal.segment == name else 0 for name in SEGMENTS]
            moved = [goodwill.translation[year, name] for name in SEGMENTS]
            rows.append(line("Acquisitions", [*bought, sum(bought)], indent=1))
            rows.append(line("Currency translation", [*moved, sum(moved)], indent=1))
        rows.append(make(f"Balance at December 31, {year}", [*held, sum(held)]))
    return [
        Heading("Note 8 — Goodwill, intangible assets and acquisitions", 2),
        Paragraph("The carrying amount of goodwill changed as follows by segment:"),
        Table(
            "Goodwill by Segment", tuple((name,) for name in (*SEGMENTS, "Total")), tuple(rows), inside=True
        ),
    ]


INDEFINITE = 96
"""Trade names that are not amortized, in millions."""


def _intangibles(company: Company) -> list[Block]:
    books = company.books
    worn = {2024: 431}
    worn[2025] = worn[2024] + company.incomes[2025].amortization
    cells: list[list[Amount]] = [[] for _ in CLASSES]
    sums: list[Amount] = []
    for year in ENDS:
        finite = books.amount(year, "intangibles") - INDEFINITE
        gross, accumulated = split(finite + worn[year], (61, 27, 12)), split(worn[year], (58, 32, 10))
        for row, first, second in zip(cells, gross, accumulated, strict=True):
            row += [first, -second, first - second]
        sums += [finite + worn[year], -worn[year], finite]
    fixed = [INDEFINITE, 0, INDEFINITE] * 2
    ends = [amount + more for amount, more in zip(sums, fixed, strict=True)]
    rows = [line(name, row) for name, row in zip(CLASSES, cells, strict=True)]
    rows += [
        subtotal("Amortized intangible assets", sums),
        line("Trade names not amortized", fixed),
        total("Intangible assets", ends),
    ]
    kinds = ("Gross", "Accumulated Amortization", "Net")
    columns = tuple((f"December 31, {year}", kind) for year in ENDS for kind in kinds)
    finite = books.amount(2025, "intangibles") - INDEFINITE
    future = split(finite, (60, 57, 53, 48, 44, 238))
    labels = ("2026", "2027", "2028", "2029", "2030", "Thereafter")
    expected = [line(label, [amount]) for label, amount in zip(labels, future, strict=True)]
    expected.append(total("Total", [finite]))
    return [
        Table("Intangible Assets", columns, tuple(rows)),
        Paragraph("Amortization of the intangible assets held at December 31, 2025 is expected to be:"),
        Table("Expected Amortization", (("Amortization Expense",),), tuple(expected)),
    ]


def _acquired(company: Company) -> list[Block]:
    labels = {
        "receivables": "Receivables",
        "inventories": "Inventories",
        "property": "Property, plant and equipment",
        "intangibles": "Intangible assets",
        "goodwill": "Goodwill",
        "payables": "Accounts payable",
        "deferred taxes": "Deferred income taxes",
    }
    deals = [company.deals[year] for year in ENDS]
    rows = [
        line(label, [{**deal.taken, "goodwill": deal.goodwill}[key] for deal in deals])
        for key, label in labels.items()
    ]
    rows.append(total("Cash paid, net of cash acquired", [deal.price for deal in deals]))
    columns = tuple((f"{deal.name} ({year})",) for deal, year in zip(deals, ENDS, strict=True))
    return [
        Paragraph(
            f"In May 2025 we bought {deals[0].name}, part of {deals[0].segment}, and in March 2024 "
            f"{deals[1].name}, part of {deals[1].segment}. Goodwill stems from the people taken over and is "
            "not deductible for tax."
        ),
        Table("Purchase Price Allocation", columns, tuple(rows)),
    ]


def accruals(company: Company) -> list[Block]:
    """Notes 9 and 10."""
    parts = [accrued(company, year) for year in ENDS]
    rows = (
        money("Product warranty", [part.warranty for part in parts]),
        line("Restructuring", [part.restructuring for part in parts]),
        line("Income taxes payable", [part.taxes for part in parts]),
        line("Interest payable", [part.interest for part in parts]),
        line("Other accruals", [part.other for part in parts]),
        total("Accrued liabilities", [company.books.amount(year, "accrued") for year in ENDS]),
    )
    return [
        Heading("Note 9 — Accrued liabilities and product warranty", 2),
        Table("Accrued Liabilities", AT_END, rows),
        Paragraph("Warranty reserves developed as follows:"),
        Table("Product Warranty", years(*YEARS), tuple(rolled(company.reserves.warranty))),
        Heading("Note 10 — Restructuring", 2),
        *_restructuring(company),
    ]


def _restructuring(company: Company) -> list[Block]:
    rolls = (company.reserves.severance, company.reserves.facilities)

    def each(pairs: list[int]) -> list[int]:
        return [*pairs, sum(pairs)]

    rows = [money("Balance at December 31, 2022", each([roll.opening for roll in rolls]))]
    for year in reversed(YEARS):
        rows.append(section(f"{year}:"))
        for index, label in enumerate(rolls[0].labels):
            rows.append(line(label, each([roll.movements[year][index] for roll in rolls]), indent=1))
        make = total if year == 2025 else subtotal
        rows.append(make(f"Balance at December 31, {year}", each([roll.balance(year) for roll in rolls])))
    columns = (("Severance",), ("Facilities and Other",), ("Total",))
    return [
        Paragraph(
            f"Charges of {millions(company.incomes[2025].restructuring)} in 2025 relate "
            "to the merging of two valve plants and of regional offices."
        ),
        Table("Restructuring Liability", columns, tuple(rows)),
    ]
