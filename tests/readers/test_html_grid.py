import pytest

from cofitcheck.document import Document
from cofitcheck.readers import read
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import YEARS, column_path, mention, page, read_page, row, row_path, table, texts


def test_rowspan_pushes_the_cells_of_the_rows_below() -> None:
    document = read_page(
        table(("", "<td rowspan='2'>2023</td>", "2022"), ("", "Restated"), ("Sales", "1,100", "1,200"))
    )
    assert column_path(document, "1,100") == ("2023",)
    assert column_path(document, "1,200") == ("2022", "Restated")


def test_a_label_over_several_rows_labels_each_of_them() -> None:
    document = read_page(
        table(
            ("Region", "Kind", "2023"),
            ("<td rowspan='2'>North</td>", "Shops", "1,100"),
            ("Online", "1,200"),
            ("South", "Shops", "1,300"),
        )
    )
    assert row_path(document, "1,100") == ("North Shops",)
    assert row_path(document, "1,200") == ("North Online",)
    assert row_path(document, "1,300") == ("South Shops",)


def test_a_header_over_several_columns_is_in_the_path_of_each() -> None:
    document = read_page(
        table(
            ("", "<td colspan='2'>December 31,</td>", "Change"),
            ("", "2023", "2022", ""),
            ("Sales", "1,100", "1,200", "8%"),
        )
    )
    assert column_path(document, "1,100") == ("December 31,", "2023")
    assert column_path(document, "1,200") == ("December 31,", "2022")
    assert column_path(document, "8%") == ("Change",)


def test_headers_nest_from_the_top_down() -> None:
    document = read_page(
        table(
            ("", "<th colspan='4'>Year ended June 30</th>"),
            ("", "<th colspan='2'>2023</th>", "<th colspan='2'>2022</th>"),
            ("", "Gross", "Net", "Gross", "Net"),
            ("Leases", "1,100", "1,200", "1,300", "1,400"),
        )
    )
    assert column_path(document, "1,200") == ("Year ended June 30", "2023", "Net")
    assert column_path(document, "1,300") == ("Year ended June 30", "2022", "Gross")


def test_a_number_over_two_columns_is_read_once() -> None:
    document = read_page(
        table(YEARS, ("Sales", "1,100", "1,200"), ("Both years", "<td colspan='2'>2,300</td>"))
    )
    assert texts(document) == ["1,100", "1,200", "2,300"]
    cell = next(cell for cell in document.tables[0].cells if cell.text == "2,300")
    assert (cell.column, cell.columns) == (1, 2)


@pytest.mark.parametrize("span", ["0", "", "-3", "x", "2.5x", "²", "٣", "%", "1" * 5000])
def test_spans_that_make_no_sense_do_no_harm(span: str) -> None:
    document = read_page(
        table(YEARS, ("Sales", "1,100", "1,200"), (f"<td rowspan='{span}'>Costs</td>", "900", "800"))
    )
    assert row_path(document, "900") == ("Costs",)
    assert column_path(document, "800") == ("2022",)


@pytest.mark.parametrize("span", ["99999999", "1000", "9" * 400])
def test_an_endless_colspan_is_bounded(span: str) -> None:
    document = read_page(
        table((f"<td colspan='{span}'>(in millions)</td>",), YEARS, ("Sales", "1,100", "1,200"))
    )
    assert texts(document) == ["1,100", "1,200"]
    assert document.tables[0].columns == 3
    assert str(document.mentions[0].number.value) == "1.100E+9"


def test_a_table_too_wide_to_lay_out_is_listed_as_unread() -> None:
    wide = table(["<td colspan='1000'>1,234</td>"] * 9)
    document = read_page(table(YEARS, ("Sales", "1,100", "1,200")), wide)
    (unread,) = document.unread
    assert "laid out" in str(render_unchecked(unread.reason))
    assert unread.excerpt.startswith("1,234")
    assert unread.place.element > document.tables[0].place.element
    assert texts(document) == ["1,100", "1,200"]


def test_a_table_with_too_many_rows_is_listed_as_unread() -> None:
    long = "<table>" + "<tr><td>A</td><td>1,234</td></tr>" * 20_001 + "</table>"
    document = read_page(long)
    assert len(document.unread) == 1
    assert document.tables == ()


def test_empty_rows_and_columns_take_no_place() -> None:
    document = read_page(
        table(
            ("", "", "2023", "", "", "2022", ""),
            ("", "", "", "", "", "", ""),
            ("Sales", "", "1,100", "", "&nbsp;", "1,200", ""),
        )
    )
    (read_table,) = document.tables
    assert (read_table.rows, read_table.columns) == (2, 3)
    assert column_path(document, "1,200") == ("2022",)


def sales(document: Document) -> list[tuple[str, tuple[str, ...]]]:
    return [(mention.text, mention.column_path) for mention in document.mentions]


EXPECTED = [("1,100", ("2023",)), ("1,200", ("2022",))]


@pytest.mark.parametrize(
    "markup",
    [
        "<TABLE><TR><TD></TD><TD>2023</TD><TD>2022</TD></TR><TR><TD>Sales</TD><TD>1,100<TD>1,200</TR></TABLE>",
        "<table><tr><td><td>2023<td>2022<tr><td>Sales<td>1,100<td>1,200</table>",
        "<table><thead><tr><th></th><th>2023</th><th>2022</th></tr></thead>"
        "<tbody><tr><th>Sales</th><td>1,100</td><td>1,200</td></tr></tbody></table>",
        "<table><form action='x'><tr><td></td><td>2023</td><td>2022</td></tr>"
        "<tr><td>Sales</td><td>1,100</td><td>1,200</td></tr></form></table>",
        "<table><tr><td></td><td>2023</td><td>2022</td></tr><tr><td>Sales</td>"
        "<td><ix:nonFraction name='a:B' contextRef='c'>1,100</ix:nonFraction></td>"
        "<td>1,200</td></tr></table>",
        "<table><tr><td></td><td>2023</td><td>2022</td></tr>"
        "<tr><td>Sales</td><ix:continuation><td>1,100</td><td>1,200</td></ix:continuation></tr></table>",
        "<table><tr><td></td><td>2023</td><td>2022</td></tr>"
        "<ix:nonNumeric><tr><td>Sales</td><td>1,100</td><td>1,200</td></tr></ix:nonNumeric></table>",
    ],
    ids=["upper case", "unclosed", "sections", "form", "ix in cell", "ix around cells", "ix around rows"],
)
def test_markup_of_every_make_gives_the_same(markup: str) -> None:
    document = read_page(markup)
    assert sales(document) == EXPECTED
    assert row_path(document, "1,100") == ("Sales",)


def test_what_is_hidden_is_not_read() -> None:
    hidden = table(YEARS, ("Hidden", "7,700", "8,800"))
    document = read_page(
        f"<ix:header><ix:hidden>{hidden}</ix:hidden></ix:header>",
        f"<div style='DISPLAY : none'>{hidden}</div><div hidden>{hidden}</div>",
        table(
            YEARS,
            ("Sales", "1,100<span style='display:none'>55</span>", "1,200"),
            "<tr style='display:none'><td>Old</td><td>9,900</td><td>9,800</td></tr>",
            ("Costs", "<td style='visibility:hidden'>3,300</td>", "900", "800"),
        ),
    )
    assert texts(document) == ["1,100", "1,200", "900", "800"]
    assert column_path(document, "900") == ("2023",)


def test_nested_tables_are_read_and_layout_around_them_is_not() -> None:
    inner = table(YEARS, ("Sales", "1,100", "1,200"))
    document = read_page(f"<table><tr><td><p>Some words.</p>{inner}</td><td>More words</td></tr></table>")
    assert sales(document) == EXPECTED
    assert document.unread == ()


def test_numbers_beside_a_nested_table_are_listed_as_unread() -> None:
    inner = table(YEARS, ("Sales", "1,100", "1,200"))
    outer = table(YEARS, ("Costs", "700", "800"), (f"<td colspan='3'>{inner}</td>",))
    document = read_page(outer)
    assert sales(document) == EXPECTED
    (unread,) = document.unread
    assert "inside this table" in str(render_unchecked(unread.reason))
    assert "Costs 700 800" in unread.excerpt
    assert "Sales" not in unread.excerpt


def test_broken_tags_around_a_nested_table_do_not_lend_its_cells_to_the_outer_one() -> None:
    inner = table(YEARS, ("Sales", "1,100", "1,200"))
    document = read_page(f"<table><form><tr><td>Words</td><b><td>{inner}</td></b></tr></form></table>")
    assert sales(document) == EXPECTED
    assert document.unread == ()


def test_reading_twice_gives_the_same() -> None:
    data = page(table(YEARS, ("Sales", "1,100", "1,200")))
    assert read(data, "a.htm") == read(data, "a.htm")


def test_a_row_helper_cell_keeps_its_markup() -> None:
    assert row("a", "<td colspan='2'>b</td>") == "<tr><td>a</td><td colspan='2'>b</td></tr>"


def test_superscript_footnotes_are_not_text() -> None:
    document = read_page(
        table(
            ("", "2023<sup>(1)</sup>", "2022 <span style='vertical-align:super'>2</span>"),
            ("Sales<sup>a, b</sup>", "1,100<sup>3</sup>", "<sup>*</sup>1,200"),
            ("Area in m<sup>2</sup>", "13<sup>th</sup>", "1,300"),
        )
    )
    first = mention(document, "1,100")
    assert (first.row_path, first.column_path) == (("Sales",), ("2023",))
    assert str(first.number.displayed) == "1100"
    assert column_path(document, "1,200") == ("2022",)
