"""What documents of every format say outside their tables: passages, in reading order, with their places."""

from __future__ import annotations

import docx
import pytest
from lxml import etree

from cofitcheck.document import Document, Passage, PassageKind
from cofitcheck.prose import Operation, read_prose
from cofitcheck.readers import read
from cofitcheck.readers.html.parse import parse_tree
from tests.readers.html_pages import YEARS, page, table
from tests.readers.office_files import word_bytes, word_table
from tests.readers.pdf_pages import ROW, Sheet, read_pages

SALES = ("Sales", "1,100", "1,200")
TABLE = table(YEARS, SALES)


def read_page(*parts: str) -> Document:
    return read(page(*parts), "report.htm")


def passage(document: Document, text: str) -> Passage:
    (found,) = [each for each in document.passages if text in each.text]
    return found


def element(document: Document, found: Passage) -> etree._Element:
    return list(parse_tree(document.source).iter("*"))[found.place.element]


def test_blocks_of_a_page_in_order() -> None:
    document = read_page(
        "<h2>Results</h2><p>Sales <b>rose</b> to <span>$1,200</span>.</p>", TABLE, "<p>Costs fell.</p>"
    )
    assert [each.text for each in document.passages] == ["Results", "Sales rose to $1,200.", "Costs fell."]
    assert [each.after_table for each in document.passages] == [-1, -1, 0]
    assert [each.heading for each in document.passages] == ["Results"] * 3
    assert [each.index for each in document.passages] == [0, 1, 2]


def test_the_place_is_the_block_that_holds_the_text() -> None:
    document = read_page("<div>Before <p>inside</p> behind<br>below</div>", TABLE)
    tags = [(element(document, each).tag, each.part, each.text) for each in document.passages]
    assert tags == [("div", 0, "Before"), ("p", 0, "inside"), ("div", 1, "behind"), ("div", 2, "below")]


def test_cells_are_no_passages_unless_a_table_only_lays_text_out() -> None:
    laid_out = "<table><tr><td>•</td><td>Sales grew by a lot</td></tr></table>"
    document = read_page(laid_out, TABLE)
    found = passage(document, "Sales grew")
    assert [each.text for each in document.passages] == ["Sales grew by a lot"]
    assert (found.kind, found.laid_out, element(document, found).tag) == (PassageKind.LIST_ITEM, True, "td")


@pytest.mark.parametrize(
    ("markup", "kind"),
    [
        ("<p>Words.</p>", PassageKind.PARAGRAPH),
        ("<p><b>Words</b></p>", PassageKind.HEADING),
        ("<h3>Words</h3>", PassageKind.HEADING),
        ("<ul><li>Words</li></ul>", PassageKind.LIST_ITEM),
        ("<p>• Words</p>", PassageKind.LIST_ITEM),
        ("<p>(Dollars in millions)</p>", PassageKind.CAPTION),
        ("<p>(in millions)</p>", PassageKind.CAPTION),
        ("<p>(1) Words</p>", PassageKind.PARAGRAPH),
    ],
)
def test_kinds(markup: str, kind: PassageKind) -> None:
    (found,) = read_page(markup, TABLE).passages
    assert found.kind is kind


def test_remarks_under_a_table_are_footnotes() -> None:
    document = read_page(
        TABLE, "<p>(1) With tax.</p><p>* Less than 1%.</p><p>Words.</p><p>(2) More words.</p>"
    )
    kinds = [each.kind for each in document.passages]
    assert kinds == [PassageKind.FOOTNOTE, PassageKind.FOOTNOTE, PassageKind.PARAGRAPH, PassageKind.PARAGRAPH]


def test_numbers_of_pages_are_left_out_and_what_they_tear_is_joined() -> None:
    first = "The company has sold a number of goods in the year, and that in all of its"
    document = read_page(f"<p>{first}</p><p>12</p><p>markets for $5 million.</p>", TABLE)
    (found,) = document.passages
    assert found.text == f"{first} markets for $5 million."
    at = found.text.index("$5")
    assert element(document, found).text == first
    assert found.piece_at(0).place == found.place
    assert found.piece_at(at).place != found.place


def test_hidden_text_is_no_passage() -> None:
    document = read_page("<p style='display:none'>Hidden</p><p>Shown</p>", TABLE)
    assert [each.text for each in document.passages] == ["Shown"]


def test_the_registrant_that_the_headings_name() -> None:
    def part(name: str) -> str:
        head = f"<p><b>{name}</b></p><p><b>Consolidated Balance Sheets</b></p>{TABLE}"
        return f"{head}{head}<p>Words of {name.split()[0]} in a sentence that says what it is about.</p>"

    document = read_page(part("Acme West Inc."), part("Zephyr East Corp."))
    named = {
        each.text.split()[2]: each.registrant for each in document.passages if each.text.startswith("Words")
    }
    assert named == {"Acme": "Acme West Inc.", "Zephyr": "Zephyr East Corp."}


def test_numbers_in_sentences_of_a_page() -> None:
    document = read_page(
        "<p>For the fiscal year ended December 31, 2023</p>",
        "<p>Sales <i>increased</i> $<b>100</b> million, or 9.1%, to $1,200 million in 2023.</p>",
        TABLE,
    )
    found = read_prose(document).mentions
    assert [mention.text for mention in found] == ["$100 million", "9.1%", "$1,200 million"]
    assert [m.operation for m in found] == [Operation.CHANGE, Operation.PERCENT_CHANGE, Operation.TO]


def test_a_word_document() -> None:
    word = docx.Document()
    word.add_heading("Results", 1)
    word.add_paragraph("Sales increased 9.1% in 2023.")
    word.add_paragraph("Costs fell", style="List Bullet")
    word_table(word, YEARS, SALES)
    document = read(word_bytes(word), "report.docx")
    assert [each.text for each in document.passages][:2] == ["Results", "Sales increased 9.1% in 2023."]
    (mention,) = read_prose(document).mentions
    assert (mention.text, mention.passage, mention.period.year) == ("9.1%", 1, 2023)


def test_markdown() -> None:
    grid = "| | 2023 | 2022 |\n|---|---|---|\n| Sales | 1,100 | 1,200 |\n"
    text = f"# Results\n\nSales rose 5% in 2023.\n\n{grid}".encode()
    document = read(text, "report.md")
    assert [each.text for each in document.passages] == ["Results", "Sales rose 5% in 2023."]


def test_a_pdf() -> None:
    def first(sheet: Sheet) -> None:
        sheet.text(60, 60, "Results of the year", bold=True)
        sheet.text(
            60, 90, "Sales increased by $100 million, or 9.1%, because people bought more of our goods in"
        )
        sheet.text(60, 90 + ROW, "all of our markets, to $1,200 million in 2023.")
        sheet.aligned((300, 400), 200, (("", "2023", "2022"), SALES, ("Costs", "900", "800")))

    document = read_pages(first)
    found = passage(document, "Sales increased")
    assert found.text.endswith("in all of our markets, to $1,200 million in 2023.")
    assert found.place.page == 1
    box = found.place.box
    assert box is not None
    assert (round(box[0]), box[1] < 90 < box[3]) == (60, True)
    assert passage(document, "Results of").kind is PassageKind.HEADING
    assert [mention.text for mention in read_prose(document).mentions] == [
        "$100 million",
        "9.1%",
        "$1,200 million",
    ]
    places = [each.place.element for each in document.passages] + [m.place.element for m in document.mentions]
    assert len(places) == len(set(places))
