"""What `inspect` says of a table: roles, paths, units and periods, and the rules that gave them."""

from dataclasses import replace

from cofitcheck.document import Document, Place, UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.inspection import render_list, render_table
from tests.readers.html_pages import read_page, row, table

YEAR_ENDED = row("", '<td colspan="2">Year ended December 31,</td>')


def statement() -> Document:
    return read_page(
        "<h2>Consolidated Balance Sheets</h2><p>(in thousands)</p>",
        table(
            ("", "Note", "2031", "2030"),
            ("Current assets:", "", "", ""),
            ("Cash", "4", "$ 1,200", "$ 1,100"),
            ("Receivables", "5", "2,300", "2,250"),
            ("Total current assets", "", "3,500", "3,350"),
        ),
        "<h2>Movements</h2>",
        table(
            YEAR_ENDED,
            ("", "2031", "2030"),
            ("Cash at beginning of year", "1,100", "1,000"),
            ("Net increase", "100", "100"),
            ("Cash at end of year", "1,200", "1,100"),
        ),
    )


def shown(number: int) -> list[str]:
    document = statement()
    return list(render_table(document, document.tables[number]))


def test_each_table_has_a_line_with_its_size_numbers_unit_and_title() -> None:
    head, first, second = render_list(statement())
    assert head.split() == ["table", "place", "size", "numbers", "unit", "title"]
    assert first.split()[2:] == ["5x4", "6", "money", "USD", "10^3", "Consolidated", "Balance", "Sheets"]
    assert second.split()[2:4] == ["5x3", "6"]


def test_a_table_that_was_not_read_is_named_with_its_reason() -> None:
    unread = UnreadTable(Place("page.htm", 9), UncheckedReason(UncheckedCode.NO_TABLE), "Sales by region")
    lines = list(render_list(replace(statement(), unread=(unread,))))
    assert lines[-1] == "not read (lines with numbers look like no table): Sales by region"


def test_rows_have_their_roles_with_the_rule_that_gave_them() -> None:
    lines = shown(0)
    assert "  row 0: header (above the first row of the body): Note | 2031 | 2030" in lines
    assert "  row 1: section (names the rows below and has no number): Current assets:" in lines
    assert "  row 2: values (2 numbers): Current assets / Cash" in lines
    assert any(line.startswith("  row 4: total (its label is that of a total; 2 numbers)") for line in lines)


def test_columns_have_their_roles_and_paths() -> None:
    lines = shown(0)
    assert "  column 0: labels (left of the first column of numbers)" in lines
    assert "  column 1: notes (its numbers refer to notes)" in lines
    assert "  column 2: values (3 numbers): 2031" in lines


def test_a_number_has_its_value_unit_and_period() -> None:
    period = "2031-12-31, instant (by end of the fiscal year)"
    assert f"      column 2: $ 1,200 -> 1,200,000, money USD 10^3, {period}" in shown(0)


def test_units_name_what_states_them() -> None:
    assert "      unit:   money USD 10^3 (by caption, currency by signs)" in shown(0)
    small = read_page(table(("", "2031 £"), ("Sales", "1,100"), ("Margin", "12%")))
    said = "      unit:   money GBP (by headers); percent (by words or signs beside it)"
    assert said in list(render_table(small, small.tables[0]))


def test_periods_name_the_rule_that_had_the_last_word() -> None:
    lines = shown(1)
    assert any("1,100 -> 1,100,000, no unit 10^3, 2030-12, instant (by row label)" in line for line in lines)
    assert any("100 -> 100,000, no unit 10^3, 2031-12-31, 12 months (by headers)" in line for line in lines)
    around = read_page("<p>At June 30, 2031:</p>", table(("", "Cash", "Debt"), ("Sales", "1,100", "1,200")))
    assert any("by text or columns around" in line for line in render_table(around, around.tables[0]))
