"""The cover, and Part I: business, risks, properties."""

from __future__ import annotations

from sample.arithmetic import draw, share, split
from sample.company import Company
from sample.company.operations import MARKETS, REGIONS, SEGMENTS, YEARS
from sample.report.blocks import (
    PERCENT,
    PLAIN,
    Block,
    Bullets,
    Centered,
    Heading,
    Mark,
    Pairs,
    Paragraph,
    Table,
    figure,
    line,
    total,
    years,
)
from sample.report.words import AFFILIATE, CITY, NAME, SHORT, millions


def cover(company: Company) -> list[Block]:
    """The first page and the table of contents."""
    held = company.shares.outstanding[2025]
    return [
        Centered("SAMPLE DOCUMENT: THE COMPANY AND ALL FIGURES ARE INVENTED", 9),
        Centered("ANNUAL REPORT ON FORM 10-K", 14, bold=True),
        Centered("For the fiscal year ended December 31, 2025", 11),
        Centered(NAME, 18, bold=True),
        Centered("(Exact name of registrant as specified in its charter)", 8),
        Pairs(
            (
                ("State of incorporation:", "Ohio"),
                ("Principal offices:", f"400 Millrace Landing, {CITY}"),
                ("Securities registered:", "Common Stock, par value $0.01 per share"),
                ("Shares outstanding:", f"{held} million at December 31, 2025"),
            )
        ),
        Paragraph(
            f"Unless the context requires otherwise, “{SHORT},” the “Company,” “we,” “us” and “our” refer "
            f"to {NAME} and its consolidated subsidiaries. This report contains statements about the future "
            "that involve risks; actual results may differ from them."
        ),
        Mark.PAGE,
        Mark.CONTENTS,
    ]


def part_one(company: Company) -> list[Block]:
    """Items 1, 1A and 2."""
    return [
        Heading("PART I", 1),
        Heading("Item 1. Business", 2),
        *_overview(company),
        *_markets(company),
        *_people(company),
        Heading("Item 1A. Risk Factors", 2),
        *_risks(),
        Heading("Item 2. Properties", 2),
        *_properties(company),
        Heading("Item 3. Legal Proceedings", 2),
        Paragraph("The information in Note 18 under “Legal matters” is incorporated here by reference."),
    ]


def _overview(company: Company) -> list[Block]:
    income = company.incomes[2025]
    return [
        Paragraph(
            f"{SHORT} makes pumps, valves, measuring instruments and filtration systems, and maintains them "
            f"for its customers. Net sales in 2025 were {millions(income.sales)}. We report three segments:"
        ),
        Bullets(
            (
                (
                    "Flow Control: engineered pumps, valves and actuators for process plants and water "
                    "utilities."
                ),
                (
                    "Sensing & Measurement: level, flow and quality instruments with the software that reads "
                    "them."
                ),
                "Filtration Services: filter media, skids, and the on-site service of separation equipment.",
            )
        ),
    ]


def _markets(company: Company) -> list[Block]:
    operations = company.operations
    sold = {year: operations.sales(year) for year in YEARS}
    columns = (*years(*YEARS), ("Percent of Total", "2025"), ("Percent of Total", "2024"))
    rows = []
    for market in MARKETS:
        amounts = [operations.markets[year, market] for year in YEARS]
        percents = [share(operations.markets[year, market], sold[year]) for year in (2025, 2024)]
        rows.append(line(market, [*amounts, *(figure(percent, PERCENT) for percent in percents)]))
    rows.append(total("Net sales", [*sold.values(), None, None]))
    return [
        Paragraph(
            "Our customers work in many industries. The following table shows net sales by end market."
        ),
        Table("Net Sales by End Market", columns, tuple(rows), inside=True),
        Paragraph(
            "No raw material comes from a single source. Patents and know-how matter to each segment, yet "
            f"no single patent is material. We conduct part of our business in Asia through {AFFILIATE}, of "
            "which we own half."
        ),
    ]


def _people(company: Company) -> list[Block]:
    chance = company.chance("people")
    now, before = draw(chance, 11_600, 11_900), draw(chance, 11_200, 11_500)
    rows = [
        line(region, pair)
        for region, *pair in zip(REGIONS, split(now, (54, 27, 19)), split(before, (55, 27, 18)), strict=True)
    ]
    rows.append(total("Total employees", [now, before], PLAIN))
    return [
        Heading("Human capital"),
        Paragraph(f"At year end we employed {now:,} people, against {before:,} a year earlier."),
        Table(
            "Employees by Region",
            years(2025, 2024, over="December 31,"),
            tuple(rows),
            caption="(number of employees)",
        ),
    ]


def _risks() -> list[Block]:
    return [
        Paragraph("The risks below could harm our business, results and financial condition."),
        Bullets(
            (
                (
                    "Demand for our products follows the capital spending of our customers, which can fall "
                    "quickly."
                ),
                (
                    "More than a third of our sales are made outside the Americas, and currency movements "
                    "affect them."
                ),
                "Tariffs and shortages of castings and electronic parts could raise our costs.",
                "Acquired businesses may not bring what we paid for, and goodwill could become impaired.",
                "A failure of our information systems could stop plants or expose the data of customers.",
                "Environmental rules may oblige us to clean up sites that we or our predecessors used.",
            )
        ),
    ]


def _properties(company: Company) -> list[Block]:
    chance = company.chance("properties")
    owned = [draw(chance, 14, 22), draw(chance, 9, 13), draw(chance, 6, 9)]
    leased = [draw(chance, 8, 13), draw(chance, 11, 16), draw(chance, 17, 24)]
    feet = [draw(chance, 2900, 3400), draw(chance, 1500, 1800), draw(chance, 1100, 1400)]
    rows = [
        line(name, [first, second, first + second, area])
        for name, first, second, area in zip(SEGMENTS, owned, leased, feet, strict=True)
    ]
    rows.append(total("Total", [sum(owned), sum(leased), sum(owned) + sum(leased), sum(feet)], PLAIN))
    columns = (
        ("Number of Sites", "Owned"),
        ("Number of Sites", "Leased"),
        ("Number of Sites", "Total"),
        ("Area",),
    )
    return [
        Paragraph("We consider our plants and service centers suitable and sufficient for our needs."),
        Table("Principal Properties", columns, tuple(rows), caption="(area in thousands of square feet)"),
    ]
