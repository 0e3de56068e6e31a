"""Pages that a table of contents names, exhibits that sentences name, and totals by the name of others."""

from __future__ import annotations

import pytest

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.references.contents import Pages
from cofitcheck.checks.references.items import (
    exhibits_of,
    items_of,
    misnamed_items,
    named_exhibits,
    named_items,
    wrong_exhibit,
)
from cofitcheck.checks.references.senses import misnamed_totals
from cofitcheck.checks.sums.check import confirmed
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.document import Document
from tests.readers.html_pages import read_page, table

SHEET = table(("", "2031", "2030"), ("Cash", "1,204", "1,113"), ("Debt", "3,310", "2,984"))
PARTS = ("Business", "Risk Factors", "Properties", "Discussion of the Year", "Controls", "Signatures")


def report(*named: int, sentence: str = "", after: str = "") -> Document:
    """Return a report of a part a page, the first on page 1, and the pages that its contents name."""
    contents = [
        (f"Item {at}. {title}", str(page))
        for at, (title, page) in enumerate(zip(PARTS, named, strict=True), 1)
    ]
    pages = [
        f"<h2>Item {at}. {title}</h2><p>Words and no more{sentence if at == 2 else ''}.</p>"
        f"<div>{at}</div><hr>"
        for at, title in enumerate(PARTS, 1)
    ]
    return read_page(table(("", "Page"), *contents), *pages, SHEET, after)


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ((1, 2, 3, 4, 5, 6), []),
        ((1, 2, 3, 5, 5, 6), [("Item 4. Discussion of the Year", "4")]),
        ((1, 2, 6, 4, 5, 6), [("Item 3. Properties", "3")]),
        ((2, 3, 4, 5, 6, 7), []),  # all by one: the pages are numbered otherwise
        ((1, 9, 9, 4, 8, 9), []),  # no numbering that most agree with
    ],
)
def test_a_heading_stands_on_the_page_that_the_contents_name(
    named: tuple[int, ...], found: list[tuple[str, str]]
) -> None:
    assert [(each.named.title, each.meant) for each in Pages(report(*named)).misplaced()] == found


def test_an_entry_of_the_contents_leads_to_the_heading_on_its_page() -> None:
    document = report(1, 2, 3, 4, 5, 6)
    right = list(Pages(document).right())
    assert [named.page for named, _ in right] == [("", at) for at in range(1, 7)]
    headings = [each.place for each in document.passages if each.text.startswith("Item ")]
    assert [place for _, place in right] == headings


def test_a_title_in_a_list_is_no_heading() -> None:
    contents = [
        *((f"Item {at}. {title}", str(at)) for at, title in enumerate(PARTS, 1)),
        ("Our own report", "4"),
    ]
    pages = [f"<h2>Item {at}. {title}</h2><p>Words.</p><div>{at}</div>" for at, title in enumerate(PARTS, 1)]
    pages[5] = pages[5].replace("<p>", "<p>Our own report</p><p>")
    assert list(Pages(read_page(table(("", "Page"), *contents), *pages, SHEET)).misplaced()) == []


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (": see “Item 5. Controls” on page 5", []),
        (": see “Item 5. Controls” on page 4", ["5"]),
        (": see “Item 5. Controls” on page 4 of our Annual Report on Form 10-K for 2030", []),
        (": see “Item 5. Controls” on page 6", []),  # the section goes on there
        (": see “Weather” on page 4", []),
    ],
)
def test_a_sentence_names_the_page_of_a_heading(sentence: str, found: list[str]) -> None:
    pages = Pages(report(1, 2, 3, 4, 5, 6, sentence=sentence))
    assert [each.meant for each in pages.misplaced()] == found


INDEX = table(
    ("Exhibit No.", "Description"), ("10.1", "2030 lease of a boat"), ("19.1*", "Insider Trading Policy"),
    ("21.1", "Subsidiaries of the Registrant"), ("31.1", "Certification of the Chief Executive Officer"),
    ("101.INS", "Inline XBRL Instance Document"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Our insider trading policy is filed as Exhibit 19.1 to this report.", []),
        ("Our insider trading policy is filed as Exhibit 21.1 to this report.", [("21.1", "19.1")]),
        ("Our insider trading policy is filed as Exhibit 19.2 to this report.", [("19.2", "")]),
        ("The lease is filed as Exhibit 10.1 to this report.", []),
        ("The pages are furnished as Exhibit 101 to this report.", []),
        ("Our insider trading policy is filed as Exhibit 14.1 to our Annual Report on Form 10-K.", []),
        ("The certification attached as Exhibit 21.1 accompanies this report.", [("21.1", "31.1")]),
    ],
)
def test_an_exhibit_is_what_it_is_called(sentence: str, found: list[tuple[str, str]]) -> None:
    document = read_page(f"<p>{sentence}</p>", INDEX, SHEET)
    index = exhibits_of(document)
    wrong = filter(None, (wrong_exhibit(index, each) for each in named_exhibits(document, index)))
    assert [(each.named.number, each.meant) for each in wrong] == found


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("详见本报告第三节“重要事项”。", []),
        ("详见本报告第二节“重要事项”。", [("第二节", "第三节")]),
        ("详见招股说明书第二节“重要事项”。", []),
    ],
)
def test_a_chapter_is_what_it_is_called(sentence: str, found: list[tuple[str, str]]) -> None:
    titles = ("公司简介", "经营情况讨论", "重要事项", "财务报告")
    chapters = [
        f"<h2>第{sign}节 {title}</h2><p>一些文字。</p>"
        for sign, title in zip("一二三四", titles, strict=True)
    ]
    document = read_page(f"<p>{sentence}</p>", *chapters, SHEET)
    wrong = misnamed_items(items_of(document), named_items(document))
    assert [(each.stated.name, each.meant.name) for each in wrong] == found


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("Total current assets", []),
        ("Total current liabilities", ["Current assets"]),
        ("Total non-current assets", ["Current assets"]),
        ("Total", []),
    ],
)
def test_a_total_is_named_as_what_it_adds_up(label: str, found: list[str]) -> None:
    document = read_page(
        table(
            ("", "2031", "2030"), ("Current assets:", "", ""), ("Cash", "1,204", "1,113"),
            ("Receivables", "3,310", "2,984"), (label, "4,514", "4,097"), ("Goodwill", "1,000", "1,000"),
            ("Total assets", "5,514", "5,097"),
        )
    )  # fmt: skip
    sums = [each for at in document.tables for each in sums_of(Grid(document), at.index).holding]
    told = misnamed_totals(document.mentions, confirmed(Grid(document), sums))
    assert [each.heading for each in told] == found
