"""Wrong references and titles stand in every report of a check."""

from __future__ import annotations

import json
from pathlib import Path

from lxml import html

from cofitcheck import Checker, read
from cofitcheck.checks.model import ReferenceKind
from tests.readers.html_pages import page, table

NOTES = "".join(
    f"<h3>Note {number} – {title}</h3><p>Words about it and no more.</p>"
    for number, title in enumerate(("Organization", "Revenue", "Leases", "Income Taxes"), 1)
)
SHEET = table(("", "2031", "2030"), ("Cash", "1,204", "1,113"), ("Debt", "3,310", "2,984"))
PAGE = page(
    "<p>See Note 2, “Leases,” for more.</p>",
    NOTES,
    "<p>Assets for the years ended December 31, 2030 and 2029 were as follows:</p>",
    SHEET,
)


def test_what_is_wrong_stands_in_every_report(tmp_path: Path) -> None:
    report = Checker().check(read(PAGE, "page.htm"))
    assert [each.kind for each in report.references] == [ReferenceKind.NOTE, ReferenceKind.YEARS]
    published = json.loads(report.to_json())["references"]
    assert [each["reason"]["code"] for each in published] == ["other part", "other years"]
    sarif = json.loads(report.to_sarif())["runs"][0]
    assert [each["ruleId"] for each in sarif["results"]] == ["reference", "reference"]
    assert sarif["tool"]["driver"]["rules"][sarif["results"][0]["ruleIndex"]]["id"] == "reference"
    report.save(tmp_path)
    marked = (tmp_path / "page.marked.html").read_text(encoding="utf-8")
    assert 'title="See Note 2, “Leases,” for more.: Note 2 is “Revenue”; “Leases” is Note 3."' in marked
    shown = (tmp_path / "page.report.html").read_text(encoding="utf-8")
    assert "Note 2 is “Revenue”; “Leases” is Note 3." in shown
    assert "The words name 2030, 2029; the columns of the table are 2031, 2030." in shown


def test_a_right_reference_leads_to_its_note_in_the_marked_copy(tmp_path: Path) -> None:
    statement = table(
        ("", "2031", "2030"), ("Revenue (Note 2)", "1,204", "1,113"), ("Debt", "3,310", "2,984")
    )
    sentences = "<p>See <b>Note 3</b>, “Leases,” for more. See Note 4, “Leases,” too.</p>"
    report = Checker().check(read(page(sentences, statement, NOTES), "page.htm"))
    assert [(each.name, each.text) for each in report.right_references] == [
        ("Note 3", "Note 3"),
        ("Note 2", ""),
    ]
    report.save(tmp_path)
    marked: html.HtmlElement = html.document_fromstring((tmp_path / "page.marked.html").read_bytes())
    links = {link.text: link.get("href")[1:] for link in marked.xpath("//main//a[@href]")}
    headings = {text: marked.get_element_by_id(name).text for text, name in links.items()}
    assert headings == {"Note 3": "Note 3 – Leases", "\u2060N": "Note 2 – Revenue"}


def test_items_exhibits_and_pages_lead_to_what_they_name_in_the_marked_copy(tmp_path: Path) -> None:
    titles = ("Business", "Risk Factors", "Properties", "Discussion of the Year", "Controls", "Signatures")
    contents = table(("", "Page"), *((f"Item {at}. {title}", str(at)) for at, title in enumerate(titles, 1)))
    pages = [
        f"<h2>Item {at}. {title}</h2><p>Words about it.</p><div>{at}</div>"
        for at, title in enumerate(titles, 1)
    ]
    exhibits = (("10.1", "Lease of a boat"), ("14.1", "Code of ethics"), ("21.1", "Subsidiaries"))
    index = table(("Exhibit No.", "Description"), *exhibits, ("31.1", "Certification of the chief"))
    sentences = (
        "<p>See Item 2, “Risk Factors”. The code of ethics is filed as Exhibit 14.1 to this report.</p>"
    )
    content = page(contents, sentences, *pages, index, SHEET)
    report = Checker().check(read(content, "page.htm"))
    named = [(each.kind, each.name, each.title) for each in report.right_references]
    assert named[:2] == [
        (ReferenceKind.ITEM, "Item 2", "Risk Factors"),
        (ReferenceKind.EXHIBIT, "14.1", "Code of ethics"),
    ]
    assert [name for kind, name, _ in named if kind is ReferenceKind.PAGE] == list("123456")
    report.save(tmp_path)
    marked: html.HtmlElement = html.document_fromstring((tmp_path / "page.marked.html").read_bytes())
    links = {link.text_content(): link for link in marked.xpath("//main//a[@href and @title]")}
    target = marked.get_element_by_id(links["Item 2, “Risk Factors”"].get("href")[1:])
    assert (target.tag, target.text_content()) == ("h2", "Item 2. Risk Factors")
    assert marked.get_element_by_id(links["Exhibit 14.1"].get("href")[1:]).text_content() == "14.1"
