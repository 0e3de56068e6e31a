"""Five-year tables against each year's report, and quarters against the year."""

from pathlib import Path

import pytest

import cofitcheck
from cofitcheck.checks.comparatives import Kinship, Outcome

SALES = {2024: 88_412, 2023: 81_507, 2022: 77_936, 2021: 70_248, 2020: 66_019}
INCOME = {2024: 9_136, 2023: 8_274, 2022: 7_691, 2021: 6_528, 2020: 5_873}
ASSETS = {2024: 64_970, 2023: 60_331, 2022: 57_214, 2021: 52_846, 2020: 50_125}
DEBT = {2024: 14_725, 2023: 15_316, 2022: 16_048, 2021: 16_911, 2020: 17_387}
COSTS = {2024: 51_873, 2023: 48_152, 2022: 46_409, 2021: 42_637, 2020: 40_298}
EQUITY = {2024: 31_486, 2023: 28_719, 2022: 25_933, 2021: 22_504, 2020: 20_147}
LINES = (("Net sales", SALES), ("Cost of sales", COSTS), ("Net income", INCOME))
BALANCE = (("Total assets", ASSETS), ("Long-term debt", DEBT), ("Total equity", EQUITY))
WORDS = "<html><body><h1>Rowan Mills</h1>{}</body></html>"


def table(title: str, heads: list[str], rows: list[tuple[str, list[int]]]) -> str:
    head = "".join(f"<td>{each}</td>" for each in heads)
    body = "".join(
        f"<tr><td>{label}</td>{''.join(f'<td>{value:,}</td>' for value in values)}</tr>"
        for label, values in rows
    )
    return f"<h2>{title}</h2><p>(in thousands)</p><table><tr><td></td>{head}</tr>{body}</table>"


def statements(year: int) -> str:
    years = [each for each in (year, year - 1) if each in SALES]
    return table(
        "Consolidated statements of income",
        [f"Year ended December 31, {each}" for each in years],
        [(label, [line[each] for each in years]) for label, line in LINES],
    ) + table(
        "Consolidated balance sheets",
        [f"December 31, {each}" for each in years],
        [(label, [line[each] for each in years]) for label, line in BALANCE],
    )


def five_years(wrong: dict[tuple[str, int], int]) -> str:
    years = [2024, 2023, 2022, 2021, 2020]
    return table(
        "Selected financial data",
        [f"Year ended December 31, {each}" for each in years],
        [(label, [wrong.get((label, each), line[each]) for each in years]) for label, line in LINES],
    )


@pytest.fixture
def reports(tmp_path: Path) -> dict[int, Path]:
    """The report of each year; that of the last has a five-year table with one slip in 2021."""
    written = {}
    for year in (2024, 2023, 2022, 2021):
        path = tmp_path / f"report-{year}.htm"
        slip = {("Net sales", 2021): 70_284}
        path.write_text(WORDS.format(statements(year) + (five_years(slip) if year == 2024 else "")))
        written[year] = path
    return written


def test_a_five_year_table_is_held_against_the_report_of_each_year(reports: dict[int, Path]) -> None:
    others = [reports[year] for year in (2023, 2022, 2021)]
    compared = cofitcheck.compare(reports[2024], *others)
    assert [each.kinship for each in compared.each] == [Kinship.LAST_YEAR] * 3
    differing = {
        (compared.this.mentions[found.mention or 0].text, each.other.mentions[found.counterpart or 0].text)
        for each in compared.each
        for found in each.of(Outcome.DIFFER)
    }
    assert differing == {("70,284", "70,248")}
    # Of all comparatives only that one does not agree with some report: 2020 stands in that of 2021.
    assert compared.summary[Outcome.DIFFER] == 1
    assert compared.summary[Outcome.NOT_FOUND] == 0


def test_the_opening_balances_of_a_quarter_are_those_of_the_year_before(
    reports: dict[int, Path], tmp_path: Path
) -> None:
    quarter = tmp_path / "quarter.htm"
    balance = table(
        "Condensed consolidated balance sheets",
        ["March 31, 2025", "December 31, 2024"],
        [
            ("Total assets", [66_102, ASSETS[2024]]),
            ("Long-term debt", [14_508, 14_752]),
            ("Total equity", [32_077, EQUITY[2024]]),
        ],
    )
    income = table(
        "Condensed consolidated statements of income",
        ["Three months ended March 31, 2025", "Three months ended March 31, 2024"],
        [("Net sales", [22_918, 21_377]), ("Net income", [2_391, 2_204])],
    )
    quarter.write_text(WORDS.format(balance + income))
    (compared,) = cofitcheck.compare(quarter, reports[2024]).each
    assert compared.kinship is Kinship.LAST_YEAR
    (wrong,) = compared.of(Outcome.DIFFER)
    assert compared.this.mentions[wrong.mention or 0].text == "14,752"
    right = [compared.this.mentions[each.mention or 0].text for each in compared.of(Outcome.AGREE)]
    assert right == ["64,970", "31,486"]
    # The quarter before is of no period that the year's report states.
    assert sum(compared.counts.values()) == 3


def test_a_quarter_is_held_against_the_same_quarter_of_the_year_before(tmp_path: Path) -> None:
    def quarter(year: int, sales: list[int], income: list[int]) -> Path:
        path = tmp_path / f"quarter-{year}.htm"
        heads = [f"Three months ended June 30, {each}" for each in (year, year - 1)]
        rows = [
            ("Net sales", sales),
            ("Cost of sales", [each // 2 for each in sales]),
            ("Net income", income),
        ]
        path.write_text(WORDS.format(table("Condensed statements of income", heads, rows)))
        return path

    this = quarter(2025, [23_604, 22_185], [2_517, 2_363])
    (compared,) = cofitcheck.compare(this, quarter(2024, [22_185, 20_991], [2_336, 2_158])).each
    assert compared.counts[Outcome.AGREE] == 2
    (wrong,) = compared.of(Outcome.DIFFER)
    assert compared.this.mentions[wrong.mention or 0].text == "2,363"


def test_a_year_that_no_report_at_hand_states_is_refused_and_named(reports: dict[int, Path]) -> None:
    compared = cofitcheck.compare(reports[2023], reports[2022], reports[2021])
    assert [each.other.name for each in compared.each] == ["report-2022.htm"]
    (refused,) = compared.refused
    assert "no number of an earlier period on which report-2021.htm reports" in refused.reason
