"""What a real filing and the same filing without its tags have in common: everything but places."""

import gzip
import re
from pathlib import Path

import pytest
from lxml import etree

from cofitcheck.document import Cell, Document, Mention, Table
from cofitcheck.readers import read
from cofitcheck.readers.html.parse import parse_tree
from tests.readers.html_pages import YEARS, page, table

FILINGS = Path(__file__).parents[2] / ".." / "shared" / "data" / "filings"
TAG = re.compile(rb"</?ix:[^>]*>", re.IGNORECASE)
HEADER = re.compile(rb"<ix:header\b.*?</ix:header\s*>", re.IGNORECASE | re.DOTALL)

TAGGED = page(
    "<div style='display:none'><ix:header><ix:hidden>",
    "<ix:nonNumeric name='a:Name' contextRef='c'>Acme 4,400</ix:nonNumeric></ix:hidden></ix:header></div>",
    "<p><b>Note 1 – <ix:nonNumeric name='a:B' contextRef='c'>Sales</ix:nonNumeric></b></p>",
    "<ix:nonNumeric name='a:C' contextRef='c' escape='true'>",
    "<p>Sales (in <ix:nonNumeric name='a:D' contextRef='c'>millions</ix:nonNumeric>):</p>",
    table(
        YEARS,
        (
            "Sales<sup>(<ix:footnote>1</ix:footnote>)</sup>",
            "$ <ix:nonFraction name='a:E' contextRef='c' unitRef='u'>1,100</ix:nonFraction>",
            "<td>(<ix:nonFraction name='a:E' contextRef='d' unitRef='u' sign='-'>69</ix:nonFraction></td>",
            ")",
        ),
        (
            "Costs",
            "<span><ix:nonFraction name='a:F' contextRef='c'><b>9</b>00</ix:nonFraction></span>",
            "800",
        ),
    ),
    "</ix:nonNumeric><p>Words after.</p>",
)


def stripped(data: bytes) -> bytes:
    return TAG.sub(b"", HEADER.sub(b"", data))


def seen(mention: Mention) -> tuple[object, ...]:
    return (mention.table, mention.row, mention.column, mention.text, mention.number, mention.row_path,
            mention.column_path)  # fmt: skip


def shape(cell: Cell) -> tuple[object, ...]:
    return (cell.row, cell.column, cell.text, cell.rows, cell.columns)


def laid_out(table: Table) -> tuple[object, ...]:
    return (
        table.index, [shape(cell) for cell in table.cells], table.rows, table.columns, table.header_rows,
        table.stub_columns, table.section_rows, table.inner_headers, table.title, table.caption,
        table.text_before, table.text_after,
    )  # fmt: skip


def assert_same_but_for_places(first: Document, second: Document) -> None:
    assert list(map(laid_out, first.tables)) == list(map(laid_out, second.tables))
    assert list(map(seen, first.mentions)) == list(map(seen, second.mentions))
    assert [unread.excerpt for unread in first.unread] == [unread.excerpt for unread in second.unread]


def words(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def assert_places_hold_the_digits(document: Document) -> None:
    elements = list(parse_tree(document.source).iter("*"))
    for mention in document.mentions:
        element = elements[mention.place.element]
        assert element.tag in {"td", "th"}
        digits = re.sub(r"\D", "", mention.text)
        assert digits in re.sub(r"\D", "", words(element))
    for read_table in document.tables:
        outer = elements[read_table.place.element]
        assert outer.tag == "table"
        assert all(outer in elements[cell.places[0].element].iterancestors() for cell in read_table.cells)


def test_tags_change_nothing_that_is_read() -> None:
    document = read(TAGGED)
    assert [mention.text for mention in document.mentions] == ["$ 1,100", "(69)", "900", "800"]
    assert document.tables[0].title == "Note 1 – Sales"
    assert document.mentions[0].number.value == 1_100_000_000
    assert_same_but_for_places(document, read(stripped(TAGGED)))


def test_places_are_the_source_cells_of_the_digits() -> None:
    document = read(TAGGED)
    assert_places_hold_the_digits(document)
    elements = list(parse_tree(TAGGED).iter("*"))
    assert words(elements[document.mentions[1].place.element]) == "(69"
    cell = next(cell for cell in document.tables[0].cells if cell.text == "(69)")
    assert [words(elements[place.element]) for place in cell.places] == ["(69", ")"]


@pytest.mark.corpus
@pytest.mark.parametrize("number", [0, 60, 120, 180, 240])
def test_a_real_filing_reads_the_same_without_its_tags(number: int) -> None:
    filings = sorted(FILINGS.glob("*.gz"))
    if len(filings) <= number:
        pytest.skip("the real filings are not beside the repository (../shared/data/filings)")
    data = gzip.decompress(filings[number].read_bytes())
    document = read(data)
    assert len(document.mentions) > 100
    assert_places_hold_the_digits(document)
    assert_same_but_for_places(document, read(stripped(data)))
