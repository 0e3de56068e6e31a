"""Parts III and IV: controls, directors, fees, valuation accounts, exhibits, signatures."""

from __future__ import annotations

from sample.arithmetic import draw
from sample.company import Company
from sample.company.operations import YEARS
from sample.report.blocks import (
    Block,
    Heading,
    Pairs,
    Paragraph,
    Row,
    Table,
    line,
    section,
    total,
    years,
)
from sample.report.notes_equity import related
from sample.report.words import AUDITOR, CITY, NAME

ENDS = (2025, 2024)


def closing(company: Company) -> list[Block]:
    """Everything after the notes."""
    return [
        Heading("Item 9A. Controls and Procedures", 1),
        Paragraph(
            "Management evaluated disclosure controls and internal control over financial reporting at "
            "December 31, 2025, and concluded that both were effective. Nothing changed in the fourth "
            "quarter that would matter."
        ),
        Heading("PART III", 1),
        Heading("Item 10. Directors, Executive Officers and Corporate Governance", 2),
        Table("Executive Officers", (("Age",), ("Officer Since",)), _officers(), caption=""),
        Heading("Item 13. Certain Relationships and Related Transactions", 2),
        Paragraph("Note 18 describes our affiliate. Its dealings with us are repeated here:"),
        related(company, "Related Person Transactions"),
        Heading("Item 14. Principal Accountant Fees and Services", 2),
        Paragraph(f"The fees of {AUDITOR}, all approved by the audit committee, were:"),
        _fees(company),
        Heading("PART IV", 1),
        Heading("Item 15. Exhibits and Financial Statement Schedules", 2),
        Paragraph("Schedule II — Valuation and qualifying accounts"),
        _valuation(company),
        _exhibits(),
        Heading("Signatures", 2),
        Paragraph(
            f"Pursuant to the requirements of the Securities Exchange Act of 1934, {NAME} has caused this "
            f"report to be signed on its behalf. {CITY}, February 19, 2026."
        ),
        Pairs(
            (
                ("/s/ Odalys Fenwarren", "Chair and Chief Executive Officer"),
                ("/s/ Tobiah Merrowin", "Chief Financial Officer"),
            )
        ),
    ]


def _officers() -> tuple[Row, ...]:
    return (
        line("Odalys Fenwarren, Chair and Chief Executive Officer", ["58", "2017"]),
        line("Tobiah Merrowin, Chief Financial Officer", ["51", "2020"]),
        line("Ysolde Garrickson, General Counsel", ["47", "2022"]),
        line("Lucan Abernethorpe, President, Flow Control", ["55", "2019"]),
    )


def _fees(company: Company) -> Table:
    chance = company.chance("fees")
    fees = [[draw(chance, low, low + 400) for _ in ENDS] for low in (5_600, 410, 720)]
    labels = ("Audit fees", "Audit-related fees", "Tax fees")
    rows = [line(label, amounts) for label, amounts in zip(labels, fees, strict=True)]
    rows.append(total("Total fees", [sum(amounts) for amounts in zip(*fees, strict=True)]))
    return Table(
        "Principal Accountant Fees",
        years(*ENDS, over="Years Ended December 31,"),
        tuple(rows),
        "(in thousands)",
    )


def _valuation(company: Company) -> Table:
    roll = company.reserves.allowance
    rows = [section("Allowance for credit losses:")]
    rows += [
        line(str(year), [roll.balance(year - 1), *roll.movements[year], roll.balance(year)], indent=1)
        for year in YEARS
    ]
    columns = (
        ("Balance at Beginning of Year",),
        ("Charged to Expense",),
        ("Write-offs, Net",),
        ("Currency Translation",),
        ("Balance at End of Year",),
    )
    return Table("Valuation and Qualifying Accounts", columns, tuple(rows))


def _exhibits() -> Pairs:
    return Pairs(
        (
            ("3.1", "Articles of Incorporation, as amended"),
            ("4.2", "Indenture for the senior notes"),
            ("10.4", "Credit agreement"),
            ("21", "Subsidiaries of the registrant"),
            ("31.1", "Certification of the Chief Executive Officer"),
            ("31.2", "Certification of the Chief Financial Officer"),
        )
    )
