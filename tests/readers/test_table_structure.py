"""What each row and column of a table is for, as the document carries it."""

import json
from dataclasses import replace

import pytest

from cofitcheck.document import ColumnRole, RowRole, TableStructure
from cofitcheck.readers import read
from tests.readers.html_pages import read_page, row, table
from tests.readers.office_files import element, word_bytes, word_of
from tests.readers.tagged_pages import Row, Tagged, read_tagged
from tests.readers.test_converters import docling


def structure(*rows: tuple[str, ...] | str) -> TableStructure:
    return read_page("<p>(in thousands)</p>", table(*rows)).tables[0].structure


def test_rows_are_headers_sections_values_totals_and_words() -> None:
    found = structure(
        ("", "Note", "2031", "2030"),
        ("Current assets:", "", "", ""),
        ("Cash", "4", "$ 1,200", "$ 1,100"),
        ("Receivables", "5", "2,300", "2,250"),
        ("Total current assets", "", "3,500", "3,350"),
        ("Audited", "", "as stated", "as stated"),
        ("", "", "2029", "2028"),
        ("Cash", "", "900", "800"),
    )
    assert found.rows == (
        RowRole.HEADER, RowRole.SECTION, RowRole.VALUES, RowRole.VALUES, RowRole.TOTAL, RowRole.WORDS,
        RowRole.INNER_HEADER, RowRole.VALUES,
    )  # fmt: skip
    assert found.columns == (ColumnRole.LABELS, ColumnRole.NOTES, ColumnRole.VALUES, ColumnRole.VALUES)
    assert (found.header_rows, found.stub_columns) == (1, 1)
    assert (found.section_rows, found.inner_headers, found.note_columns) == tuple(
        map(frozenset, ({1}, {6}, {1}))
    )


def test_a_column_of_totals_is_one() -> None:
    found = structure(("", "Mills", "Docks", "Total"), ("Sales", "1,100", "1,200", "2,300"))
    assert found.columns[1:] == (ColumnRole.VALUES, ColumnRole.VALUES, ColumnRole.TOTAL)


@pytest.mark.parametrize(
    "label", ["of which: abroad", "davon im Ausland", "其中：境外", "Total abroad", "境外合计", "Abroad"]
)
def test_parts_and_totals_are_known_by_their_names(label: str) -> None:
    found = structure(("", "2031", "2030"), ("Sales", "1,100", "1,200"), (label, "300", "400"))
    total = "otal" in label or "合计" in label
    plain = label == "Abroad"
    assert found.rows[2] == (RowRole.TOTAL if total else RowRole.VALUES if plain else RowRole.PART)


def test_what_stands_deeper_below_a_part_is_one_too() -> None:
    deeper = '<td style="padding-left:{}pt">{}</td>'
    found = structure(
        ("项目", "2031年", "2030年"),
        ("营业收入", "1,100", "1,200"),
        row(deeper.format(20, "其中：境内"), "300", "400"),
        row(deeper.format(40, "境外"), "200", "500"),
        ("营业成本", "700", "800"),
    )
    assert found.rows[1:] == (RowRole.VALUES, RowRole.PART, RowRole.PART, RowRole.VALUES)


def test_a_column_of_units_is_one() -> None:
    found = structure(
        ("项目", "单位", "2031年", "2030年"), ("产量", "万吨", "110", "120"), ("收入", "万元", "11", "12")
    )
    assert found.columns[1] is ColumnRole.UNITS


def test_headers_that_html_declares_are_kept_as_declared() -> None:
    body = (("Sales", "1,100", "1,200"), ("Costs", "700", "800"))
    assert structure(row("", "2031", "2030", tag="th"), *body).declared == {0}
    assert structure(row("", '<td scope="col">2031</td>', '<td scope="col">2030</td>'), *body).declared == {0}
    assert structure(f"<thead>{row('', '2031', '2030')}</thead>", *body).declared == {0}
    assert structure(("", "2031", "2030"), *body).declared == frozenset()
    labels = (row('<th scope="row">Sales</th>', "1,100", "1,200"), row("<th>Costs</th>", "700", "800"))
    assert structure(("", "2031", "2030"), *labels).declared == frozenset()
    light = row("", *('<th style="font-weight:400">2031</th>', '<th style="font-weight:400">2030</th>'))
    assert structure(light, *body).declared == {0}


def test_headers_that_are_bold_and_no_more_are_not_declared() -> None:
    assert structure(("", "<b>2031</b>", "<b>2030</b>"), ("Sales", "1,100", "1,200")).declared == frozenset()


def test_the_header_rows_of_word_are_declared() -> None:
    word = word_of(("", "2031", "2030"), ("Sales", "1,100", "1,200"), ("Costs", "700", "800"))
    properties = word.tables[0].rows[0]._tr.get_or_add_trPr()
    properties.append(element("<w:tblHeader/>"))
    document = read(word_bytes(word), "report.docx")
    assert document.tables[0].structure.declared == {0}
    plain = read(word_bytes(word_of(("", "2031", "2030"), ("Sales", "1,100", "1,200"))), "report.docx")
    assert plain.tables[0].structure.declared == frozenset()


def test_the_headers_of_docling_are_declared() -> None:
    document = read(json.dumps(docling()).encode(), "report.json")
    assert document.tables[0].structure.declared == {0, 1}


def test_the_headers_that_tags_of_a_pdf_name_are_declared() -> None:
    def line(y: float, label: str, first: str, second: str, head: str) -> Row:
        scope = "Column" if head == "Column" else ""
        amounts = (Tagged(first, 290, right=True, scope=scope), Tagged(second, 380, right=True, scope=scope))
        return Row(y, [Tagged(label, 60, scope=head), *amounts])

    rows = [
        line(80, "Item", "2031", "2030", "Column"),
        line(100, "Sales", "1,100", "1,200", "Row"),
        line(120, "Costs", "700", "800", "Row"),
    ]
    assert read_tagged([rows]).tables[0].structure.declared == {0}
    plain = [replace(each, cells=[replace(cell, scope="") for cell in each.cells]) for each in rows]
    assert read_tagged([plain]).tables[0].structure.declared == frozenset()


def test_a_turned_table_has_its_labels_over_its_columns() -> None:
    turned = TableStructure.of(4, 3, header_rows=2, section_rows={2}).turned
    assert (len(turned.rows), len(turned.columns)) == (3, 4)
    assert (turned.header_rows, turned.stub_columns, turned.section_rows) == (1, 2, frozenset())
