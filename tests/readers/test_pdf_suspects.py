"""Numbers of PDFs whose labels or heads may be another's by where lines stand are listed, and not checked."""

from __future__ import annotations

import pytest

from cofitcheck.document import Document
from cofitcheck.readers import read
from cofitcheck.readers.pdf.doubts.fragments import mixed_headers
from cofitcheck.reports.words import render_unchecked
from tests.readers.pdf_pages import Sheet, read_pages

RIGHTS = (300, 400, 500)


def sales(sheet: Sheet) -> None:
    """Draw a plain table."""
    sheet.ruled(
        60, 100, (150, 90, 90), (("", "2024", "2023"), ("Sales", "1,100", "900"), ("Costs", "70", "60"))
    )


def texts(document: Document) -> set[str]:
    """Return the numbers read from page 2."""
    return {mention.text for mention in document.mentions if mention.place.page == 2}


def centred(sheet: Sheet, middle: float, y: float, text: str) -> None:
    """Write a text over the middle of a column."""
    width = sheet.canvas.stringWidth(text, "Helvetica", 9)
    sheet.text(middle - width / 2, y, text)


def equipment(first: str, below: str) -> Document:
    """Return a document with a line of a head over the middle of three columns, a little above its head."""

    def draw(sheet: Sheet) -> None:
        for middle, text in zip((280, 380, 480), ("Cost", below, "Net"), strict=True):
            centred(sheet, middle, 140, text)
        centred(sheet, 380, 109, "Balance at June 30, 2024")
        sheet.line(230, 112, 530, 112)
        for left in (230, 335, 435):
            sheet.line(left, 144, left + 95, 144)
        centred(sheet, 380, 126, first)
        rows = (("Land", "11,700", "(1,300)", "10,400"), ("Cars", "21,700", "(2,400)", "19,300"))
        sheet.aligned(RIGHTS, 160, rows)

    return read_pages(sales, draw)


def test_columns_beside_one_whose_head_a_line_over_all_may_be_are_not_checked() -> None:
    document = equipment("Accumulated", "Depreciation")
    (unread,) = document.unread
    assert '"Accumulated" may be over "Depreciation" alone' in str(render_unchecked(unread.reason))
    assert texts(document) == set()


def test_a_head_wider_than_the_column_below_it_is_over_all() -> None:
    document = equipment("Property, plant and equipment", "Depreciation")
    assert document.unread == ()
    assert len(texts(document)) == 6


def test_a_line_of_labels_that_goes_on_may_be_of_the_rows_beside_it() -> None:
    rows = (
        ("", "2024", "2023"),
        ("Cash", "5,100", "4,200"),
        ("Debt", "1,500", "1,300"),
        ("Profit of subsidiaries and", "", ""),
        ("Associates", "2,500", "2,300"),
        ("Tax", "2,600", "2,400"),
    )
    document = read_pages(sales, lambda sheet: sheet.ruled(60, 300, (200, 80, 80), rows))
    (unread,) = document.unread
    assert '"Profit of subsidiaries and" may be a part of its label' in str(render_unchecked(unread.reason))
    assert texts(document) == {"5,100", "4,200", "2,600", "2,400"}


@pytest.mark.parametrize(
    ("lines", "two"),
    [
        (("Current assets:", "Cash"), True),
        (("Birch (made in:", "Leeds)"), False),
    ],
)
def test_a_label_with_a_line_that_names_the_rows_below_is_two(lines: tuple[str, str], two: bool) -> None:
    def draw(sheet: Sheet) -> None:
        for y in (200, 216, 248, 264):
            sheet.line(60, y, 380, y)
        for x in (60, 200, 290, 380):
            sheet.line(x, 200, x, 264)
        sheet.text(210, 211, "2024")
        sheet.text(300, 211, "2023")
        for y, line in zip((227, 240), lines, strict=True):
            sheet.text(64, y, line)
        for y, row in ((234, ("5,100", "4,200")), (259, ("1,500", "1,300"))):
            sheet.text(286, y, row[0], right=True)
            sheet.text(376, y, row[1], right=True)
        sheet.text(64, 259, "Debt")

    document = read_pages(sales, draw)
    assert texts(document) == {"1,500", "1,300"} | (set() if two else {"5,100", "4,200"})
    assert [
        str(render_unchecked(unread.reason)).count(" is two labels in one") for unread in document.unread
    ] == [1] * two


@pytest.mark.parametrize(
    ("below", "two"), [("Liabilities and equity", True), ("held for the sale of the business", False)]
)
def test_a_label_with_a_line_that_had_room_in_the_one_above_is_two(below: str, two: bool) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(RIGHTS[:2], 150, (("", "2024", "2023"),))
        for number, row in enumerate(
            (
                ("Property and equipment, less depreciation", "5,100", "4,200"),
                ("Goodwill", "1,700", "1,600"),
                ("Total assets", "6,800", "5,800"),
                ("Accounts payable", "1,500", "1,300"),
                ("Accrued expenses", "2,500", "2,300"),
                ("Deferred revenue", "2,100", "2,200"),
            )
        ):
            sheet.aligned(RIGHTS[:2], 170 + 16 * number + 10 * (number > 2), (row,))
        sheet.text(60, 170 + 2 * 16 + 10, below)

    document = read_pages(sales, draw)
    assert {"6,800", "5,800"}.isdisjoint(texts(document)) is two
    assert {"1,500", "1,300", "1,700"} <= texts(document)
    assert [
        " is two labels in one" in str(render_unchecked(unread.reason)) for unread in document.unread
    ] == [True] * two


@pytest.mark.parametrize("above", [("December 31, 2024", "December 31, 2023"), ("Leeds", "York")])
def test_a_table_below_dates_that_stand_over_no_column_is_not_read(above: tuple[str, str]) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(250, 176, above[0])
        sheet.text(360, 176, above[1])
        rows = (
            ("", "Cost", "Value", "Rest"),
            ("Cash", "5,100", "4,200", "900"),
            ("Debt", "1,500", "1,300", "200"),
        )
        sheet.ruled(60, 190, (150, 90, 90, 90), rows)

    document = read_pages(sales, draw)
    dated = above[0] != "Leeds"
    assert bool(texts(document)) is not dated
    said = '"December 31, 2024 December 31, 2023" above it is in none of its columns'
    assert [said in str(render_unchecked(unread.reason)) for unread in document.unread] == [True] * dated


@pytest.mark.parametrize(("cell", "two"), [("—" + " " * 8 + "422", True), ("— 422", False)])
def test_a_number_beside_the_dash_of_another_column_is_not_checked(cell: str, two: bool) -> None:
    rows = (("", "2024", "2023"), ("Cash", "5,100", "4,200"), ("Bonds", "700", cell), ("Debt", "150", "130"))
    document = read_pages(sales, lambda sheet: sheet.ruled(60, 300, (150, 90, 90), rows))
    assert len(texts(document)) == 6 - two
    assert [
        "numbers of several columns" in str(render_unchecked(unread.reason)) for unread in document.unread
    ] == [True] * two


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("6.15‰", "could not be read as a number"),
        ("1.27 1.36", "state several numbers, as a range does"),
        ("1.64%~1.83%", "state several numbers, as a range does"),
        ("2,500 (USD 80)", "state several numbers, as a range does"),
    ],
)
def test_several_amounts_in_a_cell_are_listed(cell: str, said: str) -> None:
    rows = (("", "2024", "2023"), ("Cash", "5,100", "4,200"), ("Rates", cell, "700"))
    document = read_pages(sales, lambda sheet: sheet.ruled(60, 300, (150, 90, 90), rows))
    assert cell not in texts(document)
    (unread,) = document.unread
    assert unread.excerpt == cell
    assert str(render_unchecked(unread.reason)) == f'cells such as "{cell}" {said}'
    assert (unread.numbers, unread.title) == (1, document.tables[-1].title)


def test_words_beside_a_number_and_months_are_no_amounts() -> None:
    rows = (
        ("", "2024", "Begun"),
        ("Cash", "5,100", "2034.12 2035.3"),
        ("Rates", "700", "see page 5.1 for it"),
    )
    document = read_pages(sales, lambda sheet: sheet.ruled(60, 300, (150, 90, 120), rows))
    assert document.unread == ()


def test_a_row_of_a_colon_alone_names_no_rows() -> None:
    rows = (
        ("", "2024", "2023"),
        ("Sales", "1,100", "900"),
        (":", "", ""),
        ("Costs", "70", "60"),
        ("", "30", "20"),
        ("", "300", "200"),
    )
    document = read_pages(sales, lambda sheet: sheet.ruled(60, 300, (150, 90, 90), rows))
    assert {"1,100", "70"} <= set(texts(document))


def test_a_long_header_is_searched_in_a_moment() -> None:
    words = " ".join(f"w{number}ab" for number in range(700))
    table = f"<table><tr><td></td><td>{words}</td></tr><tr><td>Cash</td><td>7</td></tr></table>"
    document = read(f"<html><body>{table}</body></html>".encode(), "long.html")
    assert mixed_headers(document.tables[0], document.mentions) == {}
