"""Tables with several units: each column, and each group of rows, has its own unit and measure."""

from __future__ import annotations

import pytest

from cofitcheck.document import Document
from cofitcheck.numbers import Measure
from tests.readers.html_pages import read_page, table

CAPITAL = (
    ("Ordinary shares", "1,200,000", "12,000", "1,540"),
    ("Preference shares", "300,000", "3,000", "385"),
    ("Founder shares", "100,500", "1,005", "128"),
    ("Total", "1,600,500", "16,005", "2,053"),
)
COUNTED, HONG_KONG, US = (Measure.SHARES, "", 0), (Measure.MONEY, "HKD", 3), (Measure.MONEY, "USD", 3)


def units(document: Document, *, down: bool = True) -> list[tuple[Measure, str, int]]:
    """Return the measure, currency and scale of each column, which all its numbers share; of each section of
    rows where not `down`."""
    found: dict[object, set[tuple[Measure, str, int]]] = {}
    for each in document.mentions:
        key = each.column if down else each.row_path[0]
        found.setdefault(key, set()).add((each.number.measure, each.number.currency, each.number.scale))
    return [unit for (unit,) in found.values()]


@pytest.mark.parametrize(
    "heads",
    [
        (("", "Number of shares", "Nominal value", "Equivalent"), ("", "", "HK$'000", "US$'000")),
        (("", "No. of shares", "HK$'000", "Equivalent to US$'000"),),
        (("Class", "Shares", "Amount (HK$ thousands)", "Amount (US$ thousands)"),),
    ],
)
def test_each_column_has_the_unit_over_it(heads: tuple[tuple[str, ...], ...]) -> None:
    document = read_page("<h2>Share capital</h2>", table(*heads, *CAPITAL))
    assert units(document) == [COUNTED, HONG_KONG, US]


@pytest.mark.parametrize("count", ["Number of shares '000", "No. of shares '000", "Shares ('000)"])
def test_shares_in_thousands_stand_beside_amounts_in_thousands(count: str) -> None:
    years = ("", *(f"<td colspan=2>{year}</td>" for year in (2025, 2024)))
    heads = ("", count, "HK$'000", count, "HK$'000")
    rows = ("At 1 January", "1,200", "12,000", "1,100", "11,000"), ("Issue", "300", "3,000", "100", "1,000")
    document = read_page("<h2>Share capital</h2>", table(years, heads, *rows))
    assert units(document) == 2 * [(Measure.SHARES, "", 3), HONG_KONG]


@pytest.mark.parametrize("caption", ["", "<p>(Expressed in HK$'000 unless otherwise stated)</p>"])
@pytest.mark.parametrize("thing", ["tonnes", "barrels", "MWh", "square metres"])
def test_each_group_of_rows_has_the_unit_over_it(caption: str, thing: str) -> None:
    rows = (
        ("", "2025", "2024"),
        (f"Sales volume ({thing})", "", ""), ("Steel", "1,500", "1,400"), ("Copper", "700", "650"),
        ("Revenue (HK$'000)", "", ""), ("Steel", "45,000", "41,000"), ("Copper", "63,000", "60,100"),
        ("Average selling price (HK$ per tonne)", "", ""),
        ("Steel", "30,000", "29,286"), ("Copper", "90,000", "92,462"),
    )  # fmt: skip
    document = read_page("<h2>Operating data</h2>", caption, table(*rows))
    price = (Measure.PER_SHARE, "HKD", 0)
    assert units(document, down=False) == [(Measure.UNKNOWN, "", 0), HONG_KONG, price]


def test_chinese_columns_have_units_of_their_own() -> None:
    head = ("项目", "数量（万股）", "金额（万元）", "折合美元（万美元）")
    rows = ("普通股", "1,200", "12,000", "1,680"), ("优先股", "300", "3,000", "420")
    document = read_page("<h2>股本</h2>", table(head, *rows))
    assert units(document) == [(Measure.SHARES, "", 4), (Measure.MONEY, "CNY", 4), (Measure.MONEY, "USD", 4)]


@pytest.mark.parametrize(
    ("head", "measure"), [("HK$ per tonne", Measure.PER_SHARE), ("HK$ per year", Measure.MONEY)]
)
def test_money_per_thing_is_a_price_and_money_per_year_an_amount(head: str, measure: Measure) -> None:
    document = read_page("<h2>Contracts</h2>", table(("", head), ("Steel", "30,000"), ("Copper", "90,000")))
    assert {each.number.measure for each in document.mentions} <= {measure, Measure.UNKNOWN}


QUARTERS = (
    ("Sales", "500", "510", "520", "512", "2042"),
    ("Costs", "400", "410", "420", "412", "1642"),
    ("Wages", "500", "510", "490", "512", "2012"),
)


@pytest.mark.parametrize("head", ["Year", "Total", "FY", "Year 2025"])
def test_a_total_that_looks_like_a_year_is_an_amount(head: str) -> None:
    heads = ("", "Q1", "Q2", "Q3", "Q4", head)
    document = read_page("<h2>Sales by quarter</h2>", table(heads, *QUARTERS))
    assert [each.text for each in document.mentions if each.column == 5] == ["2042", "1642", "2012"]
    # One row has no other amount of four digits beside it: it is the sum of its quarters.
    document = read_page("<h2>Sales by quarter</h2>", table(heads, QUARTERS[0]))
    assert [each.text for each in document.mentions] == list(QUARTERS[0][1:])


@pytest.mark.parametrize(
    "rows",
    [
        (("", "2024", "2023"), ("Shares", "1500", "1600"), ("Year of maturity", "2029", "2031")),
        (("Grant", "Shares", "Expires"), ("First", "1,500", "2029"), ("Second", "1,600", "2031")),
        (("Plant", "Rooms", "Built"), ("North", "500", "1987"), ("South", "510", "2004")),
    ],
)
def test_years_among_amounts_stay_years(rows: tuple[tuple[str, ...], ...]) -> None:
    document = read_page("<h2>Grants</h2>", table(*rows))
    assert not [each.text for each in document.mentions if len(each.text) == 4 and each.text[0] != "1"]
    assert {"2029", "2031", "1987", "2004"}.isdisjoint(each.text for each in document.mentions)
