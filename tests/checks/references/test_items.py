"""References to the items of a report by their titles."""

from __future__ import annotations

import pytest

from cofitcheck.checks.references.items import items_of, misnamed_items, named_items, right_items
from cofitcheck.document import Document
from tests.readers.html_pages import read_page, table

TITLES = {
    "1": "Business",
    "1A": "Risk Factors",
    "7": "Management’s Discussion and Analysis",
    "7A": "Disclosures About Market Risk",
    "8": "Financial Statements and Supplementary Data",
}
ITEMS = "".join(
    f"<h2>Item {number}. {title}</h2><p>Words about it and no more.</p>" for number, title in TITLES.items()
)
SHEET = table(("", "2031", "2030"), ("Cash", "1,204", "1,113"), ("Debt", "3,310", "2,984"))


def wrong(document: Document) -> list[tuple[str, str]]:
    found = misnamed_items(items_of(document), named_items(document))
    return [(each.stated.number, each.meant.number) for each in found]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("See Item 1A, “Risk Factors,” for more.", []),
        ("See Item 7A, “Risk Factors,” for more.", [("7A", "1A")]),
        ("See the section “Item 7. Risk Factors” for more.", [("7", "1A")]),
        ("See “Risk Factors” in Part I, Item 1 of this report.", [("1", "1A")]),
        ("See “Risk Factors” in Part I, Item 1A of this report.", []),
        ("See Item 1, “Business,” Item 1A, “Risk Factors,” and Item 8, “Financial Statements.”", []),
        ("See the section titled “Risk Factors” contained in Part II, Item 8, Note 16 of this report.", []),
        ("See Item 7A, “Risk Factors,” of our Annual Report on Form 10-K for 2030.", []),
        ("See Item 7A, “Weather,” for more.", []),
        ("See Item 9, “Risk Factors,” for more.", []),
    ],
)
def test_an_item_is_what_it_is_called(sentence: str, found: list[tuple[str, str]]) -> None:
    document = read_page(f"<p>{sentence}</p>", ITEMS, SHEET)
    assert wrong(document) == found


def test_a_section_may_stand_in_another_item_by_the_name_of_one() -> None:
    section = "<h3>Risk Factors and Caution</h3><p>Words.</p>"
    document = read_page("<p>See “Risk Factors” in Part I, Item 8 of this report.</p>", ITEMS, section, SHEET)
    assert wrong(document) == []


def test_a_right_reference_leads_to_the_heading_and_not_to_the_contents() -> None:
    contents = "<p>Item 1A. Risk Factors 7</p>"
    document = read_page(contents, "<p>See Item 1A, “Risk Factors,” for more.</p>", ITEMS, SHEET)
    ((named, item),) = right_items(items_of(document), named_items(document))
    assert named.spot.text.startswith("Item 1A, “Risk Factors")
    (heading,) = [each for each in document.passages if each.text == "Item 1A. Risk Factors"]
    assert item.place == heading.place
