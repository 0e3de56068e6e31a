"""The sample report: same bytes for the same seed, twins that differ where they should, books that tie."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest
from lxml import html

from generate import SEED, generate
from sample.company import Company, build
from sample.planting import plant
from sample.report import compose
from sample.report.blocks import BILLIONS, Figure, Style, Table
from sample.report.book import tables

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SEEDS = (SEED, 1, 2, 3)
NOT_SUMS = {"Issuer Purchases of Equity Securities"}
PERCENTAGES_FOOT = {"Reconciliation of the Statutory Rate"}
REPEATED = (
    "Net income",
    "Net income attributable to Varrowick",
    "Gross profit",
    "Operating income",
    "Interest expense",
    "Income before income taxes",
    "Provision for income taxes",
    "Amortization of intangible assets",
    "Restructuring charges",
    "Share-based compensation",
    "Capital expenditures",
    "Net cash provided by operating activities",
    "Basic earnings per share",
    "Diluted earnings per share",
    "Total assets",
    "Total equity",
    "Total debt",
    "Receivables, net",
    "Property, plant and equipment, net",
    "Accrued liabilities",
    "Deferred income tax liabilities",
    "Long-term debt, less current portion",
    "Noncurrent operating lease liabilities",
)


KINDS = {"digit", "transposition", "scale", "sign", "stale", "dropped digit", "wrong row"}
KINDS |= {"transposition in a sentence", "change in a sentence"}


@cache
def company(seed: int) -> Company:
    return build(seed)


@cache
def clean(seed: int) -> tuple[Table, ...]:
    return tuple(tables(compose(company(seed))))


def titled(seed: int, title: str) -> Table:
    return next(table for table in clean(seed) if table.title == title)


def amounts(table: Table, column: int) -> Iterator[tuple[Style, Decimal]]:
    """Style and amount of the rows with a figure in `column`, dashes as zero."""
    for row in table.rows:
        cell = row.cells[column] if row.cells else None
        if isinstance(cell, Figure) and (cell.form.trail != "%" or table.title in PERCENTAGES_FOOT):
            yield row.style, cell.amount


def foots(stack: list[Decimal], total: Decimal) -> bool:
    """Take the last entries that give `total` off the stack: their sum, or the first less the others."""
    for start in range(len(stack) - 2, -1, -1):
        first, rest = stack[start], sum(stack[start + 1 :], Decimal(0))
        if total in (first + rest, first - rest, rest - first):
            del stack[start:]
            return True
    return False


def misfooted(table: Table) -> list[str]:
    wrong = []
    for column in range(len(table.columns)):
        stack: list[Decimal] = []
        for style, amount in amounts(table, column):
            if style in (Style.SUBTOTAL, Style.TOTAL) and stack and not foots(stack, amount):
                wrong.append(f"{table.title}, column {column}: {amount}")
            stack.append(amount)
    return wrong


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert generate() == generate()
    assert generate(1)["annual-report.htm"] != generate(2)["annual-report.htm"]


@pytest.mark.parametrize("name", ["annual-report.htm", "annual-report-clean.htm", "planted.json"])
def test_the_files_in_the_repository_are_what_the_generator_writes(name: str) -> None:
    assert (EXAMPLES / name).read_bytes() == generate()[name].encode()


def test_the_sample_has_a_realistic_size() -> None:
    figures = [
        cell
        for table in clean(SEED)
        for row in table.rows
        for cell in row.cells
        if isinstance(cell, Figure) and cell.amount
    ]
    assert len(clean(SEED)) >= 40
    assert len(figures) >= 1200
    assert all(len(text) < 600_000 for text in generate().values())


@pytest.mark.parametrize("seed", SEEDS)
def test_titles_name_one_table_each(seed: int) -> None:
    titles = [table.title for table in clean(seed)]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_row_has_a_cell_for_every_column(seed: int) -> None:
    odd = [
        (t.title, r.label) for t in clean(seed) for r in t.rows if r.cells and len(r.cells) != len(t.columns)
    ]
    assert odd == []


def rows_of(text: str) -> list[list[tuple[int, str]]]:
    """Every source row as (column, text) pairs; four source columns make a column, the label has -1."""
    rows = []
    for row in html.document_fromstring(text.encode()).iter("tr"):
        cells, place = [], -1
        for cell in row.iter("td"):
            cells.append((place // 4, str(cell.xpath("string()"))))
            place += int(cell.get("colspan", "1"))
        rows.append(cells)
    return rows


def said(row: list[tuple[int, str]], column: int) -> str:
    return "".join(text for place, text in row if place == column)


def test_twins_differ_at_the_planted_cells_and_nowhere_else() -> None:
    files = generate()
    planted = json.loads(files["planted.json"])
    twins = zip(rows_of(files["annual-report.htm"]), rows_of(files["annual-report-clean.htm"]), strict=True)
    differing = [(marred, right) for marred, right in twins if marred != right]
    in_cells = [item for item in planted if item["table"]]
    assert len(differing) == len(in_cells) == 8
    for (marred, right), item in zip(differing, in_cells, strict=True):
        (column,) = {a[0] for a, b in zip(marred, right, strict=True) if a != b}
        assert marred[0] == right[0]
        assert right[0][1] == item["row"]
        assert (said(marred, column), said(right, column)) == (item["wrong_text"], item["true_text"])


def test_twins_have_the_same_prose_but_for_the_planted_sentences() -> None:
    files = generate()
    marred, right = (
        [line for line in files[name].splitlines() if not line.startswith("<tr")]
        for name in ("annual-report.htm", "annual-report-clean.htm")
    )
    told = [item for item in json.loads(files["planted.json"]) if item["sentence"]]
    differing = [pair for pair in zip(marred, right, strict=True) if pair[0] != pair[1]]
    assert len(differing) == len(told) == 2
    for (wrong, true), item in zip(differing, told, strict=True):
        assert wrong.replace(item["wrong_text"], item["true_text"], 1) == true
        assert item["sentence"] in wrong


def test_contradictions_are_of_every_kind() -> None:
    assert {item["kind"] for item in json.loads(generate()["planted.json"])} == KINDS


@pytest.mark.parametrize("seed", SEEDS)
def test_a_planted_fact_is_stated_right_elsewhere(seed: int) -> None:
    _, planted = plant(company(seed), compose(company(seed)))
    assert len(planted) >= 6
    for item in planted:
        assert item.wrong_text != item.true_text
        if item.kind == "change in a sentence":
            continue  # It is worked out from two cells.
        true = item.true_text.removesuffix(" million")
        stated = {true.lstrip("$")} | ({item.wrong_text} if item.kind == "scale" else set())
        for title in item.elsewhere:
            cells = (cell for row in titled(seed, title).rows for cell in row.cells)
            assert stated & {cell.text.lstrip("$") for cell in cells if isinstance(cell, Figure)}, (
                item,
                title,
            )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_books_balance_and_cash_is_explained(seed: int) -> None:
    it = company(seed)
    for year in (2022, 2023, 2024, 2025):
        assert it.books.assets(year) == it.books.liabilities(year) + it.books.equity(year)
    for year in (2023, 2024, 2025):
        moved = it.operating_cash(year) + it.investing_cash(year) + it.financing_cash(year)
        moved += it.books.flows[year, "Effect of exchange rates"]
        assert it.books.amount(year, "cash") - it.books.amount(year - 1, "cash") == moved
        assert it.books.amount(year, "accumulated") == sum(it.accumulated(year, part) for part in it.opening)
        assert it.books.amount(year, "pension") == it.pension.unfunded(year)


@pytest.mark.parametrize("seed", SEEDS)
def test_displayed_totals_foot(seed: int) -> None:
    assert [wrong for t in clean(seed) if t.title not in NOT_SUMS for wrong in misfooted(t)] == []


@pytest.mark.parametrize("title", ["Consolidated Balance Sheets", "Consolidated Statements of Cash Flows"])
def test_the_footing_check_sees_a_wrong_total(title: str) -> None:
    table = titled(SEED, title)
    index = next(i for i, row in enumerate(table.rows) if row.style is Style.SUBTOTAL)
    cell = table.rows[index].cells[0]
    assert isinstance(cell, Figure)
    wrong = type(table.rows[index])("wrong", (Figure(cell.amount + 1),) * len(table.columns), Style.SUBTOTAL)
    assert misfooted(Table(title, table.columns, (*table.rows[:index], wrong)))


@pytest.mark.parametrize("seed", SEEDS)
def test_total_columns_foot(seed: int) -> None:
    checked = 0
    for table in clean(seed):
        if table.columns[-1][-1] not in ("Total", "Total Equity") or table.title == "Principal Properties":
            continue
        for row in table.rows:
            figures = [cell for cell in row.cells if isinstance(cell, Figure)]
            if len(figures) == len(table.columns):
                assert sum(cell.amount for cell in figures[:-1]) == figures[-1].amount, (
                    table.title,
                    row.label,
                )
                checked += 1
    assert checked > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fact_repeated_under_its_name_is_the_same_everywhere(seed: int) -> None:
    stated: dict[tuple[str, str], dict[str, Decimal]] = defaultdict(dict)
    for table in clean(seed):
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=False):
                if isinstance(cell, Figure) and column[-1].isdigit() and cell.form != BILLIONS:
                    stated[row.label, column[-1]][table.title] = abs(cell.amount)
    for label in REPEATED:
        assert len(stated[label, "2024"]) >= 2, label
    repeated = {key: values for key, values in stated.items() if key[0] in REPEATED}
    assert {key: values for key, values in repeated.items() if len(set(values.values())) > 1} == {}


@pytest.mark.parametrize("seed", SEEDS)
def test_earnings_per_share_follow_from_the_displayed_amounts(seed: int) -> None:
    table = titled(seed, "Computation of Earnings per Share")
    rows = {row.label: [cell.amount for cell in row.cells if isinstance(cell, Figure)] for row in table.rows}
    for column, income in enumerate(rows["Net income attributable to Varrowick"]):
        for kind in ("basic", "diluted"):
            shares = rows[f"Weighted-average shares, {kind}"][column]
            stated = rows[f"{kind.capitalize()} earnings per share"][column]
            assert abs(income / shares - stated) <= Decimal("0.005")


def test_the_page_is_plain_html_with_the_usual_trappings() -> None:
    text = generate()["annual-report.htm"]
    page = html.document_fromstring(text.encode())
    links = {link.get("href", "").lstrip("#") for link in page.iter("a") if link.get("href")}
    anchors = {link.get("name") for link in page.iter("a") if link.get("name")}
    assert links == anchors
    assert "ix:" not in text
    assert text.isascii()
    assert any(str(cell.xpath("string()")) == ")" for cell in page.iter("td"))
    assert len(list(page.iter("table"))) > len(clean(SEED))
