"""Tagged filings of companies that do not exist, small enough to train on in minutes (docs/paper.md).

Run: `python examples/made_up_filings.py runs/tiny`. It writes `filings.tsv` and `filings/` (inline XBRL, in
the splits train, dev and test) and `untagged.tsv` and `untagged/` (no tags, for pretraining).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

YEARS = (2024, 2023)
SPLITS = {"train": 12, "dev": 2, "test": 2}
UNTAGGED = 6
TOWNS = (
    "Alder Aspen Aster Beech Birch Briar Cedar Clover Elder Fern Fir Grove Hazel Heather Holly Ivy Juniper "
    "Larch Laurel Linden Maple Myrtle Oak Olive Pine Poplar Reed Rowan Sorrel Spruce Thistle Willow"
).split()

Row = tuple[str, str, bool]
"""A label, the name of what it states, and whether that is of a day rather than of a year."""

CASH: Row = ("Cash and cash equivalents", "Cash", True)
RECEIVABLES: Row = ("Accounts receivable", "AccountsReceivable", True)
STOCK: Row = ("Inventories", "Inventory", True)
PLANT: Row = ("Property and equipment", "Property", True)
DEBT: Row = ("Long-term debt", "LongTermDebt", True)
EQUITY: Row = ("Total shareholders' equity", "Equity", True)
SALES: Row = ("Net sales", "NetSales", False)
COST: Row = ("Cost of sales", "CostOfSales", False)
WAGES: Row = ("Selling and administrative expenses", "Administrative", False)
INTEREST: Row = ("Interest expense", "InterestExpense", False)
TAXES: Row = ("Income taxes", "IncomeTaxes", False)
INCOME: Row = ("Net income", "NetIncome", False)
DEPRECIATION: Row = ("Depreciation", "Depreciation", False)
SPENT: Row = ("Purchases of equipment", "CapitalExpenditure", False)

TABLES: tuple[tuple[str, tuple[Row, ...]], ...] = (
    ("Consolidated balance sheets", (CASH, RECEIVABLES, STOCK, PLANT, DEBT, EQUITY)),
    ("Consolidated statements of income", (SALES, COST, WAGES, INTEREST, TAXES, INCOME)),
    ("Consolidated statements of cash flows", (INCOME, DEPRECIATION, SPENT, CASH)),
    ("Selected financial data", (SALES, INCOME, CASH, DEBT, EQUITY)),
    ("Note 3: Working capital", (RECEIVABLES, STOCK)),
    ("Note 5: Property and equipment", (PLANT, DEPRECIATION, SPENT)),
    ("Note 7: Borrowings", (DEBT, INTEREST)),
)


def filing(company: str, random: Random, *, tagged: bool = True) -> str:
    """Return a filing of two years: what several tables state is the same number in all of them."""
    values: dict[tuple[str, int], int] = {}
    for _, rows in TABLES:
        for _, concept, _ in rows:
            for year in YEARS:
                values.setdefault((concept, year), random.randint(1_000, 99_999))
    body = "".join(_table(title, rows, values, random, tagged) for title, rows in TABLES)
    return f"<html><body>{_header() if tagged else ''}<h1>{company} annual report</h1>{body}</body></html>"


def _table(
    title: str, rows: Sequence[Row], values: dict[tuple[str, int], int], random: Random, tagged: bool
) -> str:
    head = "".join(f"<td>{year}</td>" for year in YEARS)
    lines = [f"<tr><td></td>{head}</tr>"]
    for label, concept, is_instant in random.sample(rows, len(rows)):
        cells = (
            f"<td>{_number(values[concept, year], concept, _context(year, is_instant), tagged)}</td>"
            for year in YEARS
        )
        lines.append(f"<tr><td>{label}</td>{''.join(cells)}</tr>")
    return f"<p><b>{title}</b></p><p>(in thousands of dollars)</p><table>{''.join(lines)}</table>"


def _number(value: int, concept: str, context: str, tagged: bool) -> str:
    if not tagged:
        return f"{value:,}"
    where = f'name="made-up:{concept}" contextRef="{context}" unitRef="usd" scale="3" decimals="-3"'
    return f"<ix:nonFraction {where}>{value:,}</ix:nonFraction>"


def _context(year: int, is_instant: bool) -> str:
    return f"{'at' if is_instant else 'in'}-{year}"


def _header() -> str:
    contexts = (
        f'<i:context id="{_context(year, is_instant)}"><i:entity><i:identifier scheme="s">1</i:identifier>'
        f"</i:entity><i:period>{period}</i:period></i:context>"
        for year in YEARS
        for is_instant, period in (
            (True, f"<i:instant>{year}-12-31</i:instant>"),
            (
                False,
                f"<i:startDate>{year}-01-01</i:startDate><i:endDate>{year}-12-31</i:endDate>",
            ),
        )
    )
    unit = '<i:unit id="usd"><i:measure>iso4217:USD</i:measure></i:unit>'
    resources = f"<ix:header><ix:resources>{''.join(contexts)}{unit}</ix:resources></ix:header>"
    return f"<div style='display:none'>{resources}</div>"


def _rows(companies: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Yield the split and the company of each tagged filing."""
    for split, count in SPLITS.items():
        for _ in range(count):
            yield split, next(companies)


def write(folder: Path, seed: int = 0) -> None:
    """Write the filings, and the two lists that name them."""
    random, companies = Random(seed), iter(TOWNS)
    lines = {"filings": ["file\tsplit\tcompany"], "untagged": ["file\tcompany"]}
    for name in lines:
        (folder / name).mkdir(parents=True, exist_ok=True)
    for split, company in _rows(companies):
        (folder / "filings" / f"{company.lower()}.htm").write_text(filing(company, random))
        lines["filings"].append(f"{company.lower()}.htm\t{split}\t{company}")
    for company in list(companies)[:UNTAGGED]:
        path = folder / "untagged" / f"{company.lower()}.htm"
        path.write_text(filing(company, random, tagged=False))
        lines["untagged"].append(f"{path.name}\t{company}")
    for name, rows in lines.items():
        (folder / f"{name}.tsv").write_text("\n".join(rows) + "\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the filings from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the lists and the filings go")
    parser.add_argument("--seed", type=int, default=0, help="draws the numbers")
    options = parser.parse_args(arguments)
    write(options.folder, options.seed)
    print(options.folder / "filings.tsv")


if __name__ == "__main__":
    main()
