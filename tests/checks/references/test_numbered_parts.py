"""References to notes, tables, items, sections and pages that a document does not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks.references.contents import Pages
from cofitcheck.checks.references.found import references
from cofitcheck.checks.references.notes import Notes
from cofitcheck.checks.references.numbered import Parts
from cofitcheck.document import Document
from tests.readers.html_pages import read_page, table

SHEET = table(("", "2031", "2030"), ("Cash", "1,204", "1,113"), ("Debt", "3,310", "2,984"))
WORDS = "<p>Words about it and no more.</p>"


def headings(*headings: str) -> str:
    return "".join(f"<h3>{heading}</h3>{WORDS}" for heading in headings)


TITLES = ("Organization", "Revenue", "Leases", "Income Taxes", "Commitments", "Equity")
NOTES = headings(*(f"Note {at} – {title}" for at, title in enumerate(TITLES, 1)))
NUMBERS = "1 1A 2 3 4 5 6 7 7A 8 9 9A 9B 10 11 12 13"
ITEMS = headings("PART I", "PART II", *(f"Item {number}. Title {number}" for number in NUMBERS.split()))
TABLES = "".join(f"<p>Table {at} – Loans by region</p>{SHEET}" for at in (1, 2, 3))
SECTIONS = headings(*(f"{one}.{other} Words of a title" for one in (1, 2, 3, 4) for other in (1, 2)))
CHAPTERS = headings(*(f"第{numeral}节 标题" for numeral in "一二三四"))
REPORT = NOTES + ITEMS + TABLES + SECTIONS + CHAPTERS


def lacking(document: Document) -> list[tuple[str, str]]:
    """Return each part that is not there, and the last one that is."""
    notes = Notes(document)
    parts = Parts(document, notes, list(references(document, notes.chapter)), Pages(document))
    return [(each.named.text, each.last) for each in parts.lacking()]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("It is told in Note 23.", [("Note 23", "Note 6")]),
        ("It is told in Notes 2 and 9.", [("Note 9", "Note 6")]),
        ("It is told in Note 6.", []),
        ("It is told in Note 23 of our Annual Report on Form 10-K.", []),
        ("We pay with Notes 30 days later.", []),
        ("Es steht im Anhang, siehe Textziffer 12.", [("Note 12", "Note 6")]),
        ("Es steht unter Anhang Nr. 8.", [("Note 8", "Note 6")]),
        ("Voir la note 9 de l’annexe.", [("Note 9", "Note 6")]),
        ("Véase la nota 7.", [("Note 7", "Note 6")]),
        ("Zie toelichting 8.", [("Note 8", "Note 6")]),
        ("Table 4 shows the loans.", [("Table 4", "Table 3")]),
        ("Table 3 shows the loans.", []),
        ("The loans are shown in Table 4 of our Annual Report on Form 10-K.", []),
        ("It is told in Item 7B of this report.", [("Item 7B", "Item 7A")]),
        ("It is told in Item 17.", [("Item 17", "Item 13")]),
        ("It is told in Item 9B.", []),
        ("Item 17 of Regulation S-K asks for it.", []),
        ("Item 1.05 asks for it.", []),
        ("It is told in Part III of this report.", [("Part III", "PART II")]),
        ("It is told in Section 4.3.", [("Section 4.3", "4.2")]),
        ("It is told in Section 9.1.", [("Section 9.1", "4.2")]),
        ("It is told in Section 4.2.", []),
        ("Section 4.3 of the Indenture tells it.", []),
        ("Section 302 of the Act tells it.", []),
        ("详见本报告第五节。", [("第五节", "第四节")]),
        ("详见本报告第四节。", []),
        ("《公司法》第五节有规定。", []),
    ],
)
def test_a_part_behind_the_last_one_is_not_there(sentence: str, found: list[tuple[str, str]]) -> None:
    assert lacking(read_page(f"<p>{sentence}</p>", REPORT, SHEET)) == found


@pytest.mark.parametrize(("rows", "found"), [(("3", "9"), [("Note 9", "Note 6")]), (("3", "6"), [])])
def test_a_column_of_notes_names_no_note_behind_the_last(
    rows: tuple[str, str], found: list[tuple[str, str]]
) -> None:
    lines = [(f"Line {at}", note, f"{at},204", f"{at},113") for at, note in enumerate(("2", *rows), 1)]
    assert lacking(read_page(table(("", "Note", "2031", "2030"), *lines), NOTES)) == found


@pytest.mark.parametrize(
    "parts",
    [
        "<p>7. Debt</p>",  # a heading that was not read as one
        "<p>See Note 7, Note 8 and Note 10.</p>",  # so are the headings of several
    ],
)
def test_a_heading_that_was_not_read_is_not_missing(parts: str) -> None:
    assert lacking(read_page("<p>It is told in Note 7.</p>", parts, NOTES, SHEET)) == []


@pytest.mark.parametrize(
    ("alone", "found"), [("<p>{}. </p><p>{}</p>", []), ("<h3>{}. {}</h3>", [("Note 7", "Note 6")])]
)
def test_a_number_alone_is_that_of_a_page_where_no_note_has_its_own_so(
    alone: str, found: list[tuple[str, str]]
) -> None:
    notes = "".join(alone.format(at, title) + WORDS for at, title in enumerate(TITLES, 1))
    assert lacking(read_page("<p>It is told in Note 7.</p>", notes, "<p>7.</p>", SHEET)) == found


def test_parts_that_have_gaps_are_not_surely_numbered() -> None:
    tables = TABLES.replace("Table 2", "Table 5")
    assert lacking(read_page("<p>Table 9 shows the loans.</p>", tables)) == []


@pytest.mark.parametrize(("page", "found"), [(11, []), (45, [("45", "6")])])
def test_a_page_behind_the_last_one_is_not_there(page: int, found: list[tuple[str, str]]) -> None:
    pages = [f"<h2>Item {at}. Title</h2>{WORDS}<div>{at}</div>" for at in range(1, 7)]
    contents = table(("", "Page"), *((f"Item {at}. Title", str(at)) for at in range(1, 7)))
    document = read_page(contents, f"<p>The table on page {page} shows it.</p>", *pages, SHEET)
    assert lacking(document) == found


def test_a_heading_that_only_the_source_still_has_is_there() -> None:
    heading = "<div>Note&#160;7&#160;&#8212; <b>More of it (in millions)</b></div>"
    document = read_page("<p>It is told in “Note 7 – More of it”.</p>", NOTES, SHEET, heading)
    kept = [each for each in document.passages if "(in millions)" not in each.text]
    assert lacking(replace(document, passages=tuple(kept))) == []
