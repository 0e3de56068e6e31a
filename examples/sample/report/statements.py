"""Item 8: the auditor's report and the five consolidated statements."""

from __future__ import annotations

from dataclasses import replace

from sample.company import Company
from sample.company.operations import YEARS
from sample.report.blocks import (
    CENTS,
    SHARES,
    Amount,
    Block,
    Centered,
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
from sample.report.statements_cash import equity, flows
from sample.report.words import AUDITOR, CITY, NAME, SHORT, STANDS

ENDS = (2025, 2024)


def statements(company: Company) -> list[Block]:
    """The auditor's report and the statements, each followed by the usual sentence."""
    tables = (income(company), comprehensive(company), balance(company), flows(company), equity(company))
    blocks: list[Block] = [Heading("Item 8. Financial Statements and Supplementary Data", 1), *_opinion()]
    for table in tables:
        blocks += [
            Heading(table.title, 2),
            Centered(NAME, 10, bold=True),
            replace(table, titled=False),
            Paragraph(STANDS, italic=True),
        ]
    return blocks


def _opinion() -> list[Block]:
    return [
        Heading("Report of Independent Registered Public Accounting Firm", 2),
        Paragraph(f"To the Shareholders and the Board of Directors of {NAME}"),
        Paragraph(
            "We have audited the consolidated balance sheets at December 31, 2025 and 2024, and the "
            "related statements of income, comprehensive income, cash flows and equity for each of the "
            "three years in the period ended December 31, 2025. In our opinion they present fairly, in all "
            "material respects, the position, results and cash flows of the Company in conformity with "
            "U.S. generally accepted accounting principles. (The firm named below does not exist; this "
            "opinion is part of the sample.)"
        ),
        Paragraph(f"{AUDITOR}, {CITY}, February 19, 2026"),
    ]


def _each(company: Company, name: str, sign: int = 1) -> list[Amount]:
    return [sign * getattr(company.incomes[year], name) for year in YEARS]


def income(company: Company) -> Table:
    """The statement of income."""
    shares = company.shares
    rows = (
        section("Net sales:"),
        money("Products", _each(company, "products"), 1),
        line("Services", _each(company, "services"), indent=1),
        subtotal("Total net sales", _each(company, "sales")),
        section("Cost of sales:"),
        line("Products", _each(company, "cost_products"), indent=1),
        line("Services", _each(company, "cost_services"), indent=1),
        subtotal("Total cost of sales", _each(company, "cost")),
        subtotal("Gross profit", _each(company, "gross")),
        line("Selling, general and administrative expenses", _each(company, "selling")),
        line("Research and development expenses", _each(company, "research")),
        line("Amortization of intangible assets", _each(company, "amortization")),
        line("Restructuring charges", _each(company, "restructuring")),
        subtotal("Operating income", _each(company, "operating")),
        line("Interest expense", _each(company, "interest_expense", -1)),
        line("Interest income", _each(company, "interest_income")),
        line("Other income (expense), net", _each(company, "other")),
        subtotal("Income before income taxes", _each(company, "pretax")),
        line("Provision for income taxes", _each(company, "tax", -1)),
        subtotal("Net income", _each(company, "net")),
        line("Less: Net income attributable to noncontrolling interests", _each(company, "minority", -1)),
        total(f"Net income attributable to {SHORT}", _each(company, "attributable")),
        section(f"Earnings per share attributable to {SHORT}:"),
        line("Basic", [company.per_share(year, diluted=False) for year in YEARS], CENTS, indent=1),
        line("Diluted", [company.per_share(year, diluted=True) for year in YEARS], CENTS, indent=1),
        section("Weighted-average shares outstanding:"),
        line("Basic", [shares.basic[year] for year in YEARS], SHARES, indent=1),
        line("Diluted", [shares.diluted(year) for year in YEARS], SHARES, indent=1),
    )
    return Table(
        "Consolidated Statements of Income", years(*YEARS), rows, "(in millions, except per share data)"
    )


def comprehensive(company: Company) -> Table:
    """The statement of comprehensive income."""
    changes, incomes = company.changes, company.incomes
    parts = {
        name: [changes[year, name].net for year in YEARS] for name in ("translation", "pension", "hedges")
    }
    other = [sum(amounts) for amounts in zip(*parts.values(), strict=True)]
    everything = [incomes[year].net + amount for year, amount in zip(YEARS, other, strict=True)]
    own = [amount - incomes[year].minority for year, amount in zip(YEARS, everything, strict=True)]
    rows = (
        money("Net income", _each(company, "net")),
        section("Other comprehensive income (loss), net of tax:"),
        line("Foreign currency translation adjustments", parts["translation"], indent=1),
        line("Pension adjustments", parts["pension"], indent=1),
        line("Cash flow hedges", parts["hedges"], indent=1),
        subtotal("Other comprehensive income (loss)", other),
        subtotal("Comprehensive income", everything),
        line(
            "Less: Comprehensive income attributable to noncontrolling interests",
            _each(company, "minority", -1),
        ),
        total(f"Comprehensive income attributable to {SHORT}", own),
    )
    return Table("Consolidated Statements of Comprehensive Income", years(*YEARS), rows, inside=True)


CURRENT = {
    "Cash and cash equivalents": "cash",
    "Receivables, net": "receivables",
    "Inventories": "inventories",
    "Contract assets": "contract assets",
    "Prepaid expenses and other current assets": "prepaid",
}
LASTING = {
    "Property, plant and equipment, net": "property",
    "Operating lease assets": "lease assets",
    "Goodwill": "goodwill",
    "Intangible assets, net": "intangibles",
    "Deferred income tax assets": "deferred tax assets",
    "Other assets": "other assets",
}


def balance(company: Company) -> Table:
    """The balance sheet."""
    books = company.books
    current = [sum(books.amount(year, account) for account in CURRENT.values()) for year in ENDS]
    rows = (
        section("Assets"),
        section("Current assets:"),
        *_accounts(company, CURRENT, first=True),
        subtotal("Total current assets", current),
        *_accounts(company, LASTING),
        total("Total assets", [books.assets(year) for year in ENDS]),
        section("Liabilities and equity"),
        *_owed(company),
        *_owned(company),
        total(
            "Total liabilities and equity", [books.liabilities(year) + books.equity(year) for year in ENDS]
        ),
    )
    title = "Consolidated Balance Sheets"
    return Table(
        title, years(*ENDS, over="December 31,"), rows, "(in millions, except share data)", inside=True
    )


def _accounts(company: Company, accounts: dict[str, str], first: bool = False) -> list[Row]:
    books = company.books
    rows = []
    for position, (label, account) in enumerate(accounts.items()):
        make = money if first and not position else line
        rows.append(make(label, [books.amount(year, account) for year in ENDS], indent=1))
    return rows


def _owed(company: Company) -> list[Row]:
    books, debt, leases = company.books, company.debt, company.leases
    current = {
        "Commercial paper": [debt.paper[year] for year in ENDS],
        "Current portion of long-term debt": [debt.current(year) for year in ENDS],
        "Accounts payable": [books.amount(year, "payables") for year in ENDS],
        "Accrued compensation": [books.amount(year, "compensation") for year in ENDS],
        "Contract liabilities": [books.amount(year, "contract liabilities") for year in ENDS],
        "Current operating lease liabilities": [leases.current[year] for year in ENDS],
        "Accrued liabilities": [books.amount(year, "accrued") for year in ENDS],
    }
    lasting = {
        "Long-term debt, less current portion": [debt.noncurrent(year) for year in ENDS],
        "Noncurrent operating lease liabilities": [
            leases.liability[year] - leases.current[year] for year in ENDS
        ],
        "Pension liabilities": [books.amount(year, "pension") for year in ENDS],
        "Deferred income tax liabilities": [books.amount(year, "deferred taxes") for year in ENDS],
        "Other liabilities": [books.amount(year, "other liabilities") for year in ENDS],
    }
    return [
        section("Current liabilities:"),
        *(line(label, amounts, indent=1) for label, amounts in current.items()),
        subtotal(
            "Total current liabilities", [sum(amounts) for amounts in zip(*current.values(), strict=True)]
        ),
        *(line(label, amounts, indent=1) for label, amounts in lasting.items()),
        subtotal("Total liabilities", [books.liabilities(year) for year in ENDS]),
    ]


def _owned(company: Company) -> list[Row]:
    books = company.books
    accounts = {
        "Common stock, $0.01 par value": "common",
        "Additional paid-in capital": "paid-in",
        "Retained earnings": "earnings",
        "Accumulated other comprehensive loss": "accumulated",
        "Treasury stock, at cost": "treasury",
    }
    own = [books.equity(year) - books.amount(year, "minority") for year in ENDS]
    return [
        section("Equity:"),
        *_accounts(company, accounts),
        subtotal(f"Total {SHORT} shareholders’ equity", own),
        line("Noncontrolling interests", [books.amount(year, "minority") for year in ENDS], indent=1),
        subtotal("Total equity", [books.equity(year) for year in ENDS]),
    ]
