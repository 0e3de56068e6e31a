"""Tables that the tags of a PDF name: browsers, word processors and accessible reports write them."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from cofitcheck.readers import read
from tests.readers.pdf_pages import grids, stated
from tests.readers.tagged_pages import HEIGHT, Row, Tagged, Text, read_tagged

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def row(y: float, label: str, first: str, second: str, page: int = 1, ends: float = 320) -> Row:
    """Return a row that is painted from end to end: a label over three columns, then two amounts of three
    columns each (the currency, the digits, what closes a bracket) with an empty one over three between; the
    digits of the first end at `ends`."""
    sign = "$" if first.startswith("$") else ""
    cells = [
        Tagged(label, 60, 3, painted=(55, 240)),
        Tagged(sign, 242, painted=(240, 250)),
        Tagged(first.removeprefix("$"), ends, right=True, painted=(250, 322)),
        Tagged("", 0, painted=(322, 325)),
        Tagged("", 0, 3, painted=(325, 340)),
        Tagged(sign, 342, painted=(340, 350)),
        Tagged(second.removeprefix("$"), 420, right=True, painted=(350, 422)),
        Tagged("", 0, painted=(422, 425)),
    ]
    return Row(y, cells, page)


def heads(y: float, *cells: Tagged, page: int = 1) -> Row:
    """Return a row that has those of its cells that say something."""
    return Row(y, cells, page)


YEARS = heads(120, Tagged("2031", 270, 3), Tagged("2030", 370, 3))
BODY = [row(140, "Revenue", "$1,250", "$1,100"), row(160, "Costs", "830", "790")]


# The heading covers nine columns: those of both halves and the empty one between; it stands over the first.
OVER = heads(100, Tagged("2031", 245, 9))
HALVES = heads(120, Tagged("First half", 255, 3), Tagged("Second half", 355, 3))


def test_cells_that_say_nothing_are_in_no_tag_and_the_others_keep_their_columns() -> None:
    assert stated(read_tagged([[OVER, HALVES, *BODY]])) == {
        ("Revenue", "2031 / First half"): "$ 1,250",
        ("Revenue", "2031 / Second half"): "$ 1,100",
        ("Costs", "2031 / First half"): "830",
        ("Costs", "2031 / Second half"): "790",
    }


def test_a_heading_is_over_the_columns_that_its_tag_counts_not_over_all_it_stands_above() -> None:
    long = heads(100, Tagged("As reported in this year", 240, 3))
    assert set(stated(read_tagged([[long, YEARS, *BODY]]))) == {
        (label, header)
        for label in ("Revenue", "Costs")
        for header in ("As reported in this year 2031", "2030")
    }


def test_lines_of_one_cell_are_one_label() -> None:
    loans = row(140, "Loans\nCustomers and others", "\n1,250", "\n1,100")
    document = read_tagged([[YEARS, loans, row(170, "Deposits", "83", "79"), row(190, "Cash", "8", "7")]])
    assert {mention.row_path for mention in document.mentions} == {
        ("Loans Customers and others",),
        ("Deposits",),
        ("Cash",),
    }


SHIFTED = [
    heads(y, Tagged(label, 60, 3), Tagged(a, 290, 3, right=True), Tagged(b, 380, 3, right=True), page=2)
    for y, label, a, b in ((80, "Costs", "830", "790"), (100, "Taxes", "42", "31"))
]
"""Rows of a next page whose numbers end elsewhere."""


def test_a_table_goes_on_over_the_page() -> None:
    document = read_tagged([[YEARS, *BODY, *SHIFTED]], pages=2)
    assert len(document.tables) == 1
    assert stated(document)["Taxes", "2030"] == "31"
    assert {mention.place.page for mention in document.mentions} == {1, 2}


def test_a_header_that_is_repeated_on_the_next_page_is_there_once() -> None:
    document = read_tagged([[replace(YEARS, again=(2, 60)), *BODY, *SHIFTED]], pages=2)
    assert len(document.tables) == 1
    assert [row[0] for row in grids(document)[0]] == ["2031", "Revenue", "Costs", "Costs", "Taxes"]


def test_two_tables_on_two_pages_stay_two() -> None:
    bare = [row(80, "Staff", "12", "15", page=2), row(100, "Interns", "2", "1", page=2)]
    assert len(read_tagged([[YEARS, *BODY], bare], pages=2).tables) == 2
    headed = [replace(OVER, y=40, page=2), replace(HALVES, y=60, page=2), *bare]
    found = stated(read_tagged([[YEARS, *BODY], headed], pages=2))
    assert found["Staff", "2031 / Second half"] == "15"


def test_numbers_of_a_column_need_not_end_together() -> None:
    places = (262, 285, 271, 300)
    rows = [
        row(140 + 20 * at, f"Branch {name}", "12", "15", ends=x)
        for at, (name, x) in enumerate(zip("ABCD", places, strict=True))
    ]
    assert len(stated(read_tagged([[YEARS, *rows]]))) == 8


def test_two_cells_without_a_gap_are_two() -> None:
    rows = [
        Row(100, [Tagged("Item", 60), Tagged("Staff", 200), Tagged("Sales", 232)]),
        Row(120, [Tagged("North", 60), Tagged("11", 231, right=True), Tagged("2,211", 232)]),
        Row(140, [Tagged("South", 60), Tagged("12", 231, right=True), Tagged("1,312", 232)]),
    ]
    assert stated(read_tagged([rows]))["North", "Sales"] == "2,211"


@pytest.mark.parametrize("within", ["TBody", "Table"])
def test_rows_may_be_in_groups_and_tables_in_others(within: str) -> None:
    document = read_tagged([[OVER, HALVES, *BODY]], within=within)
    assert stated(document)["Costs", "2031 / Second half"] == "790"


def cells(label: str, first: str, second: str) -> list[Tagged]:
    """Return a label and two numbers."""
    return [Tagged(label, 180), Tagged(first, 300), Tagged(second, 400)]


def across(y: float, label: str, *texts: str, columns: int = 1) -> Row:
    """Return a row of a label, where there is one, and four texts."""
    cells = (Tagged(text, x, columns) for text, x in zip(texts, (200, 270, 400, 470), strict=True))
    return Row(y, [*([Tagged(label, 60, columns)] if label else ()), *cells])


def test_a_cell_over_two_rows_takes_its_place_in_both() -> None:
    rows = [
        Row(100, [Tagged("Sales", 60, 2), Tagged("2031", 300), Tagged("2030", 400)]),
        Row(120, [Tagged("\nAt home", 60, rows=2), *cells("Goods", "11", "12")]),
        Row(140, cells("Services", "21", "22")),
        Row(160, [Tagged("\nAbroad", 60, rows=2), *cells("Goods", "31", "32")]),
        Row(180, cells("Services", "41", "42")),
    ]
    found = stated(read_tagged([rows]))
    assert found["At home Services", "2030"] == "22"
    assert found["Abroad Goods", "2031"] == "31"


def test_a_cell_over_more_rows_than_the_table_has_ends_with_it() -> None:
    rows = [
        Row(100, [Tagged("Sales", 60, 2), Tagged("2031", 300), Tagged("2030", 400)]),
        Row(120, [Tagged("At home", 60, rows=3), *cells("Goods", "11", "12")]),
    ]
    assert stated(read_tagged([rows]))["At home Goods", "2030"] == "12"


SWAPPED = [
    Row(100, [Tagged("Item", 60), Tagged("2031", 300), Tagged("2030", 400)]),
    Row(120, [Tagged("Revenue", 60), Tagged("1,250", 300), Tagged("1,100", 400)]),
    Row(140, [Tagged("Costs", 60), Tagged("790", 400), Tagged("830", 300)]),
    Row(160, [Tagged("Taxes", 60), Tagged("42", 300), Tagged("31", 400)]),
]


def test_what_no_tag_names_is_no_part_of_a_table_on_the_page_before() -> None:
    lines = [("Staff", "1,212", "1,315"), ("Guests", "2,000", "1,800"), ("Interns", "7,000", "9,000")]
    texts = [
        Text(x, 80 + 20 * at, text, page=2)
        for at, line in enumerate(lines)
        for x, text in zip((60, 300, 400), line, strict=True)
    ]
    document = read_tagged([[SWAPPED[0], SWAPPED[1], SWAPPED[3]]], texts, pages=2)
    assert {mention.row_path[0] for mention in document.mentions if mention.table == 0} == {
        "Revenue",
        "Taxes",
    }


def test_tags_that_are_not_as_the_page_shows_are_not_relied_on() -> None:
    assert stated(read_tagged([SWAPPED]))["Costs", "2031"] == "830"


def test_rows_whose_tags_are_not_in_the_order_of_the_page_are_not_relied_on() -> None:
    heads, revenue, _, taxes = SWAPPED
    upside_down = [heads, replace(revenue, y=160), replace(taxes, y=140), replace(taxes, y=120)]
    document = read_tagged([upside_down])
    assert [row[0] for row in grids(document)[0]] == ["Item", "Taxes", "Taxes", "Revenue"]


def test_tags_that_leave_a_number_out_are_not_relied_on() -> None:
    rows = [
        SWAPPED[0],
        SWAPPED[1],
        Row(140, [Tagged("Costs", 60), Tagged("", 0), Tagged("790", 400)]),
        SWAPPED[3],
    ]
    document = read_tagged([rows], [Text(300, 140, "830")])
    assert stated(document)["Costs", "2031"] == "830"


def test_rows_that_may_all_leave_cells_out_are_read_from_the_page() -> None:
    # No row of heads has the column of labels in its tags: the headings would be over the labels.
    first = Row(100, [Tagged("Group", 230, 9), Tagged("Parent", 430, 9)])
    years = across(120, "", "2031", "2030", "2031", "2030", columns=3)
    body = [("Revenue", "11", "12", "13", "14"), ("Costs", "21", "22", "23", "24")]
    rows = [across(140 + 20 * at, *texts, columns=3) for at, texts in enumerate(body)]
    assert stated(read_tagged([[first, years, *rows]]))["Costs", "Group / 2031"] == "21"


def test_labels_that_the_tags_name_are_not_suspected_of_being_parts_of_others() -> None:
    capital = heads(120, Tagged("Capital in", 255, 3), Tagged("Profit of", 355, 3))
    document = read_tagged([[capital, *BODY, row(180, "paid by others", "12", "15")]])
    assert document.unread == ()
    assert len(document.mentions) == 6


def spaced(y: float, label: str, *texts: str) -> Row:
    """Return a row of a label and three amounts of three columns each."""
    cells = (Tagged(text, x, 3, right=True) for text, x in zip(texts, (300, 400, 500), strict=True))
    return Row(y, [Tagged(label, 60, 3), *cells])


SPACED = [spaced(140, "Revenue", "11", "12", "13"), spaced(160, "Costs", "21", "22", "23")]


def test_columns_that_no_row_has_may_be_left_out_of_all() -> None:
    # The heading covers nine columns and ends over the last; the longest row has twelve of thirteen.
    years = Row(120, [Tagged(year, x, 3) for year, x in (("2031", 280), ("2030", 380), ("2029", 480))])
    over = Row(100, [Tagged("Restated", 370, 9)])
    assert set(stated(read_tagged([[over, years, *SPACED]]))) == {
        (label, f"Restated / {year}") for label in ("Revenue", "Costs") for year in ("2031", "2030", "2029")
    }


def test_a_heading_may_reach_over_the_edge_of_another() -> None:
    edges = (55, 190, 260, 390, 460, 530)
    body = [
        Row(
            y,
            [Tagged(text, box[0] + 5, painted=box) for text, box in zip(texts, pairwise(edges), strict=True)],
        )
        for y, texts in (
            (140, ("Balance", "11", "12", "13", "14")),
            (160, ("Issued", "21", "22", "23", "24")),
        )
    ]
    names = (("Shares", 195), ("Stock", 300), ("Surplus", 395), ("Others", 465))
    columns = Row(120, [Tagged(text, x) for text, x in names])
    over = [Row(80, [Tagged("Owners", 309, 3)]), Row(100, [Tagged("Amount", 379, 3)])]
    assert {
        header for label, header in stated(read_tagged([[*over, columns, *body]])) if label == "Issued"
    } == {
        "Owners / Shares",
        "Owners / Amount / Stock",
        "Owners / Amount / Surplus",
        "Amount / Others",
    }


def test_a_small_box_in_a_table_does_not_take_it_apart() -> None:
    box = [
        "0.5 w",
        *(f"{x} 700 m {x} 730 l S" for x in (265, 300, 330)),
        "265 700 m 330 700 l S",
        "265 730 m 330 730 l S",
    ]
    document = read_tagged([[OVER, HALVES, *BODY]], drawn=" ".join(box))
    assert stated(document)["Costs", "2031 / Second half"] == "790"


REPORT = """<html><body><p>Income</p><table border="1">
<tr><td colspan="3"></td><td colspan="9">Years ended June 30,</td></tr>
<tr><td colspan="3">In millions</td><td colspan="3">2031</td><td colspan="3"></td>
<td colspan="3">2030</td></tr>
<tr><td colspan="3">Revenue</td><td>$</td><td>1,250</td><td></td>
<td colspan="3"></td><td>$</td><td>1,100</td><td></td></tr>
<tr><td colspan="3">Costs of all that was sold and was not brought back by those who had bought it within the
year</td><td colspan="2">(830</td><td>)</td><td colspan="3"></td><td colspan="2">(790</td><td>)</td></tr>
</table></body></html>"""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_what_a_browser_prints_is_read_as_the_page_it_printed(tmp_path: Path) -> None:
    page, target = tmp_path / "report.html", tmp_path / "report.pdf"
    page.write_text(REPORT)
    assert CHROMIUM
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={target}", page.as_uri()]
    subprocess.run([CHROMIUM, *options], check=True, capture_output=True, timeout=120)
    assert stated(read(target)) == stated(read(page))


def test_a_heading_is_over_the_columns_of_the_rule_below_it_where_its_tag_does_not_count_them() -> None:
    places = (60, 200, 300, 400)
    body = [
        Row(y, [Tagged(text, x) for text, x in zip(texts, places, strict=True)])
        for y, texts in (
            (120, ("Assets", "Loans", "Held for sale", "Total")),
            (140, ("Cash", "1,234", "2,345", "3,579")),
            (160, ("Deposits", "4,321", "5,432", "9,753")),
        )
    ]
    over = Row(100, [Tagged("Assets", 60), Tagged("Closing balance", 270)])
    rule = f"0.5 w 198 {HEIGHT - 104} m 423 {HEIGHT - 104} l S"
    assert stated(read_tagged([[over, *body]], drawn=rule))["Cash", "Closing balance / Total"] == "3,579"
