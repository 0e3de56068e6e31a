"""Columns whose header is lost: read from the rows above where they stand there, else listed as doubtful."""

from __future__ import annotations

import pytest

from cofitcheck.document import Document
from cofitcheck.numbers import Measure
from cofitcheck.readers import read
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import YEARS, column_path, mention, read_page, row_path, table, texts
from tests.readers.office_files import book_bytes, book_of, word_bytes, word_of, word_table
from tests.readers.pdf_pages import Sheet, pdf
from tests.readers.tagged_pages import Row, Tagged, read_tagged

HEADED = ("", "2023", "2022")
BARE = (("Sales", "1,100", "1,205"), ("Costs", "900", "950"))


def listed(document: Document) -> list[str]:
    return [str(render_unchecked(table.reason)) for table in document.unread]


def in_html() -> Document:
    return read_page(table(*BARE))


def in_word() -> Document:
    return read(word_bytes(word_of(*BARE)), "accounts.docx")


def in_excel() -> Document:
    return read(book_bytes(book_of(("Sales", 1100, 1205), ("Costs", 900, 950))), "accounts.xlsx")


def in_markdown() -> Document:
    return read(
        b"# Accounts\n\n| | | |\n|-|-|-|\n| Sales | 1,100 | 1,205 |\n| Costs | 900 | 950 |\n", "accounts.md"
    )


def in_pdf() -> Document:
    return read(pdf(lambda sheet: sheet.aligned((300, 400), 100, BARE)), "accounts.pdf")


@pytest.mark.parametrize("made", [in_html, in_word, in_excel, in_markdown, in_pdf])
def test_numbers_of_several_columns_without_headers_are_listed_in_every_format(made: object) -> None:
    assert callable(made)
    document = made()
    assert document.mentions == ()
    (unread,) = document.unread
    assert (unread.numbers, unread.among, len(unread.cells)) == (4, 4, 4)
    assert "no header" in str(render_unchecked(unread.reason)) or "columns have no header" in str(
        render_unchecked(unread.reason)
    )


def test_headers_over_the_labels_and_over_units_are_taken_for_what_they_are() -> None:
    heads = table(("Year ended 31 December", "2023", "2022"), ("", "£", "£"))
    document = read_page(heads, table(*BARE))
    assert [m.column_path for m in document.mentions] == [("2023", "£"), ("2022", "£")] * 2


def test_the_reason_says_what_is_missing_what_it_means_and_the_way_out() -> None:
    (reason,) = listed(in_html())
    assert 'the column that begins with "1,100" has no header' in reason
    assert "were not compared with any others" in reason
    assert "give each column a header" in reason


def test_tagged_pdfs_are_held_to_it_too() -> None:
    rows = [
        Row(y, (Tagged(label, 60), Tagged(first, 300, right=True), Tagged(second, 400, right=True)))
        for y, (label, first, second) in zip((120, 140), BARE, strict=True)
    ]
    assert [unread.numbers for unread in read_tagged([rows]).unread] == [4]


def test_only_the_columns_without_a_header_are_listed() -> None:
    document = read_page(table(("", "2023", ""), ("Sales", "1,100", "1,205"), ("Costs", "900", "950")))
    assert texts(document) == ["1,100", "900"]
    assert [(unread.numbers, unread.among) for unread in document.unread] == [(2, 4)]


@pytest.mark.parametrize(
    "body",
    [
        table(("Employees", "845"), ("Shops", "1,711")),
        table(HEADED, *BARE),
        table(HEADED, ("Bonds", "1", "2")) + table(*BARE),
        table(("Low", "1,100", "High", "1,205")),
        table(("Held by Alder", "100%", "100%"), ("Held by Birch", "100%", "100%")),
        table(("Fixed assets", "1,100", ""), ("Net assets", "", "1,205")),
        table(("At the end of", "2023", "2022"), *BARE),
    ],
    ids=[
        "one column",
        "headers",
        "continuation",
        "labels of their own",
        "alike",
        "by turns",
        "dates in a row",
    ],
)
def test_numbers_that_need_no_header_or_have_one_elsewhere_are_read(body: str) -> None:
    document = read_page(body)
    assert document.unread == ()
    assert document.mentions


def test_a_number_below_the_sign_in_a_column_of_its_own_has_its_header() -> None:
    document = read_page(
        table(
            ("", "", "2023", "", "2022"),
            ("Net assets a share", "£", "85.21", "£", "2.36"),
            ("Sales", "", "7", "", "8"),
        )
    )
    assert column_path(document, "£ 85.21") == ("2023",)


HEADS = (
    table(("", "2023", "2022")) + table(("", "Notes", "£", "£", "£", "£")),
    table(("", "", "2023", "2022"), ("", "Note", "£", "£")),
)


@pytest.mark.parametrize("heads", HEADS)
def test_headers_in_a_table_of_their_own_head_the_rows_below_that_are_tables_too(heads: str) -> None:
    rows = (("TURNOVER", "3", "1,100,000", "1,205,000"), ("Cost of sales", "", "900,000", "950,000"))
    document = read_page(
        "<p>Income statement</p>", heads, table(rows[0]), table(rows[1]), "<p>FIXED ASSETS</p>",
        table(("Tangible assets", "9", "5,400", "5,800")), table(("Stocks", "770", "-")),
    )  # fmt: skip
    assert texts(document) == [
        "1,100,000", "1,205,000", "900,000", "950,000", "5,400", "5,800", "770",
    ]  # fmt: skip
    assert column_path(document, "1,100,000")[:1] == ("2023",)
    assert column_path(document, "950,000")[:1] == ("2022",)
    assert mention(document, "950,000").number.currency == "GBP"


def test_headers_above_that_head_several_columns_each_are_of_an_amount_and_its_parts() -> None:
    document = read_page(
        table(("", "2023", "2022"), ("", "£", "£")),
        table(
            ("Stocks", "1,100", "", "1,205", ""),
            ("Debtors", "900", "", "950", ""),
            ("Total", "", "2,000", "", "2,155"),
        ),
    )
    assert [m.column_path for m in document.mentions] == [("2023", "£"), ("2022", "£")] * 3


def test_headers_above_that_do_not_fit_the_columns_are_given_to_none() -> None:
    document = read_page(
        table(("", "2023", "2022")), table(("Stocks", "1,100", "1,205", "1,310"), ("Debtors", "4", "5", "6"))
    )
    assert document.mentions == ()
    assert [unread.numbers for unread in document.unread] == [6]


def test_a_lone_number_under_headers_of_several_columns_is_listed() -> None:
    document = read_page(
        table(("", "2023", "2022"), ("", "£", "£")), table(*BARE), table(("Loss on sale", "8,960"))
    )
    assert "8,960" not in texts(document)
    assert [unread.numbers for unread in document.unread] == [1]


def test_words_above_a_table_with_headers_are_not_its_headers() -> None:
    document = read_page(
        table(("", "2019", "2018"), ("", "£", "£")), table(YEARS, ("Sales", "1,100", "1,205"))
    )
    assert column_path(document, "1,100") == (YEARS[1],)
    document = read_page(table(("", "Alder Ltd", "Birch Ltd")), table(*BARE))
    assert document.mentions == ()


def test_headers_above_end_with_the_text_below_them() -> None:
    words = "<p>The directors have looked at the rates that hold for such loans in the years to come.</p>"
    document = read_page(
        table(("", "2023", "2022"), ("", "£", "£")), table(*BARE), words, table(("Loans", "7", "8"))
    )
    assert texts(document) == ["1,100", "1,205", "900", "950"]


def test_british_accounts_in_word() -> None:
    import docx

    word = docx.Document()
    word_table(word, ("", "Notes", "2023", "2022"), ("", "", "£", "£"))
    word.add_paragraph("Fixed assets")
    word_table(word, ("Tangible assets", "9", "5,400", "5,800"), ("Investments", "10", "100", "110"))
    document = read(word_bytes(word), "accounts.docx")
    assert {m.text: m.column_path for m in document.mentions} == {
        "5,400": ("2023", "£"), "5,800": ("2022", "£"), "100": ("2023", "£"), "110": ("2022", "£"),
    }  # fmt: skip


def test_british_accounts_in_pdf() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(
            (300, 400, 500),
            100,
            (
                ("", "Notes", "2023", "2022"),
                ("", "", "£", "£"),
                ("Fixed assets", "", "", ""),
                ("Tangible assets", "9", "5,400", "5,800"),
                ("Investments", "10(a)", "100", "110"),
                ("Net assets", "", "5,500", "5,910"),
            ),
        )

    document = read(pdf(draw), "accounts.pdf")
    found = {m.text: (m.row_path[-1], m.column_path[0]) for m in document.mentions}
    assert found["5,400"] == ("Tangible assets", "2023 £")
    assert found["110"] == ("Investments", "2022 £")
    assert document.unread == ()
    assert len(found) == 6


def test_labels_and_measures_stay_as_they_are_under_headers_from_above() -> None:
    document = read_page(
        table(("", "2023", "2022"), ("", "%", "%")), table(("Growth", "4.1", "3.9"), ("Margin", "12", "13"))
    )
    assert mention(document, "4.1").number.measure is Measure.PERCENT
    assert row_path(document, "13") == ("Margin",)
