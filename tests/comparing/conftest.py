"""Two annual reports of a company that does not exist, one a year after the other."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

BALANCE = (
    ("Cash and cash equivalents", (14_210, 11_870, 9_431)),
    ("Accounts receivable", (23_418, 20_115, 18_220)),
    ("Inventories", (31_906, 29_544, 27_313)),
    ("Property and equipment", (88_127, 81_309, 79_264)),
    ("Total assets", (157_661, 142_838, 134_228)),
)
INCOME = (
    ("Net sales", (241_507, 222_946, 208_115)),
    ("Cost of sales", (151_224, 140_318, 133_672)),
    ("Gross profit", (90_283, 82_628, 74_443)),
    ("Administrative expenses", (41_816, 39_207, 36_954)),
    ("Net income", (48_467, 43_421, 37_489)),
)
NOTE = (
    ("Raw materials", (12_604, 11_913, 10_877)),
    ("Finished goods", (19_302, 17_631, 16_436)),
    ("Inventories", (31_906, 29_544, 27_313)),
)
Tables = tuple[tuple[str, tuple[tuple[str, tuple[int, ...]], ...], str], ...]
TABLES: Tables = (
    ("Consolidated balance sheets", BALANCE, "December 31, {}"),
    ("Consolidated statements of income", INCOME, "Year ended December 31, {}"),
    ("Note 4: Inventories", NOTE, "December 31, {}"),
)
LAST = 2024

Changes = Mapping[tuple[str, str, int], str]
"""What stands in place of a number, by its table, its row and its year."""
Report = Callable[..., Path]


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """Return a function that writes the report of a year, with changes, and returns its path."""

    def write(year: int, name: str = "", changes: Changes | None = None, words: str = "") -> Path:
        path = tmp_path / (name or f"report-{year}.htm")
        path.write_text(page(year, changes or {}, words))
        return path

    return write


def page(year: int, changes: Changes, words: str) -> str:
    body = "".join(table(title, rows, head, year, changes) for title, rows, head in TABLES)
    return f"<html><body><h1>Alder Works annual report {year}</h1><p>{words}</p>{body}</body></html>"


def table(
    title: str, rows: tuple[tuple[str, tuple[int, ...]], ...], head: str, year: int, changes: Changes
) -> str:
    years = [each for each in (year, year - 1) if LAST - 2 <= each <= LAST]
    heads = "".join(f"<td>{head.format(each)}</td>" for each in years)
    lines = "".join(
        f"<tr><td>{label}</td>"
        + "".join(
            f"<td>{changes.get((title, label, each), f'{values[LAST - each]:,}')}</td>" for each in years
        )
        + "</tr>"
        for label, values in rows
    )
    return f"<h2>{title}</h2><p>(in thousands of dollars)</p><table><tr><td></td>{heads}</tr>{lines}</table>"
