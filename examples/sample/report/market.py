"""Part II up to management's discussion: the share, its buyback, and five years in short."""

from __future__ import annotations

from decimal import Decimal

from sample.arithmetic import between, draw, rounded, split
from sample.company import Company
from sample.company.history import summaries
from sample.report.blocks import (
    CENTS,
    PLAIN,
    Block,
    Heading,
    Paragraph,
    Table,
    figure,
    line,
    money,
    section,
    total,
)
from sample.report.words import SHORT

FIVE = (2025, 2024, 2023, 2022, 2021)


def part_two(company: Company) -> list[Block]:
    """Items 5 and 6."""
    return [
        Heading("PART II", 1),
        Heading("Item 5. Market for Registrant’s Common Equity and Issuer Purchases of Equity Securities", 2),
        *_purchases(company),
        *_performance(company),
        Heading("Item 6. Selected Financial Data", 2),
        *_five(company),
    ]


def _purchases(company: Company) -> list[Block]:
    chance = company.chance("purchases")
    months = ("October 1–31, 2025", "November 1–30, 2025", "December 1–31, 2025")
    counts = split(draw(chance, 560, 640), (33, 29, 38))
    prices = [between(chance, 87, 94, 2) for _ in months]
    left = draw(chance, 430, 470)
    rows = []
    for month, number, price in zip(months, counts, prices, strict=True):
        left -= int(number * price / 1000)
        rows.append(line(month, [number, figure(price, CENTS), number, figure(left)]))
    average = rounded(sum(n * p for n, p in zip(counts, prices, strict=True)) / Decimal(sum(counts)), 2)
    rows.append(
        total("Fourth quarter", [sum(counts), figure(average, CENTS), sum(counts), figure(left)], PLAIN)
    )
    columns = (
        ("Total Number of Shares Purchased",),
        ("Average Price Paid per Share",),
        ("Purchased Under Announced Program",),
        ("Dollar Value That May Yet Be Purchased (in millions)",),
    )
    shares = company.shares
    return [
        Paragraph(
            "Our common stock trades under the symbol “VRWK.” In 2025 we repurchased "
            f"{shares.repurchased[2025]} million shares at an average price of ${shares.price[2025]}, and "
            f"paid dividends of ${shares.dividend[2025]} per share."
        ),
        Table("Issuer Purchases of Equity Securities", columns, tuple(rows), caption="(shares in thousands)"),
    ]


def _performance(company: Company) -> list[Block]:
    chance = company.chance("performance")
    columns = tuple(("December 31,", str(year)) for year in (2020, 2021, 2022, 2023, 2024, 2025))
    rows = []
    for name in (SHORT, "Broad market index", "Machinery peer group"):
        value, path = Decimal(100), [Decimal(100)]
        for low, high in ((112, 127), (82, 96), (111, 124), (106, 119), (104, 116)):
            value = rounded(value * draw(chance, low, high) / 100, 0)
            path.append(value)
        rows.append(money(name, path))
    return [
        Paragraph(
            "The table compares the total return of $100 invested at the end of 2020, dividends reinvested."
        ),
        Table("Cumulative Total Shareholder Return", columns, tuple(rows), caption="(in dollars)"),
    ]


def _five(company: Company) -> list[Block]:
    data = summaries(company)
    rows = (
        section("Results of operations:"),
        money("Net sales", [data[year].sales for year in FIVE], 1),
        line("Gross profit", [data[year].gross for year in FIVE], indent=1),
        line("Operating income", [data[year].operating for year in FIVE], indent=1),
        line(f"Net income attributable to {SHORT}", [data[year].attributable for year in FIVE], indent=1),
        section("Per share:"),
        line("Basic earnings per share", [data[year].basic for year in FIVE], CENTS, indent=1),
        line("Diluted earnings per share", [data[year].diluted for year in FIVE], CENTS, indent=1),
        line("Dividends declared per share", [data[year].dividend for year in FIVE], CENTS, indent=1),
        section("Financial position at year end:"),
        money("Total assets", [data[year].assets for year in FIVE], 1),
        line("Total debt", [data[year].debt for year in FIVE], indent=1),
        line("Total equity", [data[year].equity for year in FIVE], indent=1),
    )
    columns = tuple(("As of and for the Years Ended December 31,", str(year)) for year in FIVE)
    return [
        Paragraph("The following data should be read together with Items 7 and 8."),
        Table(
            "Selected Five-Year Financial Data",
            columns,
            rows,
            "(in millions, except per share data)",
            inside=True,
        ),
        Paragraph("Total debt includes commercial paper and the current portion of long-term debt."),
    ]
