"""Numbers of PDFs whose labels or headers cannot be right are listed, with their page, and not checked."""

from __future__ import annotations

import pytest

from cofitcheck.document import Document
from cofitcheck.readers.pdf.doubts.repeats import repeated_labels
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import read_page, table
from tests.readers.pdf_pages import Sheet, chinese, read_pages, stated
from tests.readers.steps import steps

SALES = (("", "2024", "2023"), ("Sales", "1,100", "900"), ("Costs", "(700)", "(600)"))
WIDTHS = (200, 80, 80, 80, 80)
Rows = tuple[tuple[str, ...], ...]


def after_sales(rows: Rows) -> Document:
    """Return a document with a plain table on page 1 and a table in question on page 2."""
    return read_pages(
        lambda sheet: sheet.ruled(60, 100, (150, 90, 90), SALES),
        lambda sheet: sheet.ruled(60, 300, WIDTHS[: len(rows[0])], rows),
    )


def texts(document: Document) -> set[str]:
    """Return the numbers read from page 2."""
    return {mention.text for mention in document.mentions if mention.place.page == 2}


def reason(document: Document) -> str:
    """Return why numbers of page 2 are listed."""
    (unread,) = document.unread
    assert unread.place.page == 2
    return str(render_unchecked(unread.reason))


def not_checked(document: Document) -> tuple[int, int]:
    """Return how many of how many numbers of page 2 are listed."""
    (unread,) = document.unread
    return unread.numbers, unread.among


def test_a_table_with_labels_and_headers_is_checked() -> None:
    document = after_sales((("", "2024", "2023"), ("Cash", "5,100", "4,200"), ("Debt", "1,500", "1,300")))
    assert document.unread == ()
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300"}


def test_marks_of_notes_and_parts_of_what_stands_above_are_no_doubt() -> None:
    document = after_sales(
        (
            ("", "2024 1)", "2023"),
            ("Leasing debt", "5,100", "4,200"),
            ("Other debt", "1,500", "1,300"),
            ("Cash", "2,500", "2,300"),
            ("Deposits", "3,500", "3,300"),
            ("of which pledged", "120", "110"),
            ("Net debt 2)", "480", "390"),
        )
    )
    assert document.unread == ()
    assert len(texts(document)) == 12


def test_columns_under_one_header_are_not_checked_and_the_others_are() -> None:
    document = after_sales(
        (
            ("", "2024", "<", "2023", "Change"),
            ("Cash", "5,100", "4,200", "4,100", "900"),
            ("Debt", "1,500", "1,300", "1,200", "300"),
        )
    )
    assert texts(document) == {"4,100", "900", "1,200", "300"}
    assert 'columns have the same header, "2024"' in reason(document)
    assert not_checked(document) == (4, 8)


def test_shares_in_percent_may_have_one_header() -> None:
    document = after_sales(
        (
            ("", "2024", "Change", "2023", "Change"),
            ("Cash", "5,100", "10.5%", "4,200", "3.1%"),
            ("Debt", "1,500", "12.5%", "1,300", "4.2%"),
        )
    )
    assert document.unread == ()


def test_a_product_is_no_header() -> None:
    document = after_sales(
        (
            ("", "Units", "Cost"),
            ("", "2×65", "(million)"),
            ("Plant", "", "400"),
            ("Total", "912", "1,600"),
        )
    )
    assert 'a number, "2×65", stands where a header should' in reason(document)


def test_shares_in_percent_beside_columns_that_nothing_tells_apart_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "Amount", "Share", "Amount", "Share"),
            ("Cash", "5,100", "10.5%", "4,200", "3.1%"),
            ("Debt", "1,500", "12.5%", "1,300", "4.2%"),
        )
    )
    assert not_checked(document) == (8, 8)
    assert 'columns have the same header, "Share"' in reason(document)


def test_shares_in_percent_under_nothing_but_a_head_over_others_too_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "Years ended June 30,", "<", "<", "<"),
            ("", "2024", "", "2023", ""),
            ("Tax", "5,100", "21%", "4,200", "22%"),
            ("Other", "1,500", "5%", "1,300", "6%"),
        )
    )
    assert 'columns have the same header, "Years ended June 30,"' in reason(document)
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300"}


def test_more_shares_than_nearly_all_companies_have_are_not_checked() -> None:
    rows = (
        ("", "2024", "2023"),
        ("Shares outstanding", "5,284,300", "4,162,709"),
        ("Net income", "150", "130"),
    )

    def draw(sheet: Sheet) -> None:
        sheet.text(60, 290, "(Shares in millions)")
        sheet.ruled(60, 300, WIDTHS[:3], rows)

    document = read_pages(lambda sheet: sheet.ruled(60, 100, (150, 90, 90), SALES), draw)
    assert 'makes "5,284,300" more shares than most companies have' in reason(document)


def test_rows_under_a_line_of_numbers_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "2024", "2023"),
            ("Shares issued:", "", ""),
            ("2024 - 2,257,116", "", ""),
            ("  Earnings", "5,100", "4,200"),
            ("Total equity", "1,500", "1,300"),
            ("Total liabilities", "2,500", "2,300"),
        )
    )
    assert 'a number, "2024 - 2,257,116", stands where a label should' in reason(document)


def test_a_table_that_is_doubtful_for_the_most_part_is_not_read() -> None:
    document = after_sales((("", "2024", "<"), ("Cash", "5,100", "4,200"), ("Debt", "1,500", "1,300")))
    assert {table.place.page for table in document.tables} == {1}
    assert not_checked(document) == (4, 4)
    assert document.unread[0].excerpt.startswith("2024 Cash 5,100")


def test_columns_without_a_header_are_not_checked() -> None:
    rows = (("Cash", "5,100", "4,200"), ("Debt", "1,500", "1,300"))
    document = read_pages(lambda sheet: None, lambda sheet: sheet.ruled(60, 300, WIDTHS[:3], rows))
    assert "columns have no header" in reason(document)
    assert texts(document) == set()


def test_a_column_without_a_header_beside_others_is_not_checked() -> None:
    document = after_sales(
        (("", "2024", "2023", ""), ("Cash", "5,100", "4,200", "3,000"), ("Debt", "1,500", "1,300", "2,000"))
    )
    assert 'no header stands over "3,000"' in reason(document)
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300"}


@pytest.mark.parametrize(
    ("label", "why"),
    [
        ("(3)", 'the label "(3)" is only the mark of a note'),
        ("Net assets Liabilities:", "names other rows"),
        ("Loans (net of", "is cut short"),
        ("Loans to margin (%) 26.41 22.17", "ends with numbers of its row"),
        ("deposits", "continues the label of another row"),
        ("(a share)", "continues the label of another row"),
        ("2022", "continues the label of another row"),
        ("Proceeds from", "continues in another row"),
        ("Balance at June 30,", "continues in another row"),
        ("Swap contracts Swap contracts", "says the same twice"),
    ],
)
def test_a_row_whose_label_is_none_is_not_checked(label: str, why: str) -> None:
    document = after_sales(
        (
            ("", "2024", "2023"),
            ("Cash", "5,100", "4,200"),
            ("Debt", "1,500", "1,300"),
            ("Stock", "1,700", "1,600"),
            ("Land", "1,800", "1,400"),
            (label, "7,100", "7,200"),
        )
    )
    assert why in reason(document)
    assert texts(document).isdisjoint({"7,100", "7,200"})
    assert {"5,100", "1,400"} <= texts(document)


def test_labels_that_all_end_in_a_colon_are_labels() -> None:
    document = after_sales((("", "2024", "2023"), ("Cash:", "5,100", "4,200"), ("Debt:", "1,500", "1,300")))
    assert document.unread == ()


@pytest.mark.parametrize("label", ["a) Loans", "(1) Loans", "Loans (net)"])
def test_a_numbered_label_is_whole(label: str) -> None:
    document = after_sales((("", "2024", "2023"), ("Cash", "5,100", "4,200"), (label, "7,100", "7,200")))
    assert document.unread == ()


def test_a_column_whose_header_is_cut_is_not_checked() -> None:
    document = after_sales(
        (("", "2024", "2023", "Gains (net"), ("Cash", "5,100", "4,200", "8"), ("Debt", "1,500", "1,300", "9"))
    )
    assert 'the header "Gains (net" is only a part of a header' in reason(document)
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300"}


def test_what_is_listed_as_doubtful_is_not_listed_again_as_unread() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 300, WIDTHS[:3], (("", "2024", "<"), ("Cash", "5,100", "4,200"), ("Debt", "1", "2")))

    document = read_pages(lambda sheet: sheet.ruled(60, 100, (150, 90, 90), SALES), draw)
    assert len(document.unread) == 1
    assert stated(document)["Sales", "2024"] == "1,100"


def test_rows_under_a_section_that_goes_on_from_a_label_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "2024", "2023"),
            ("Swaps", "5,100", "4,200"),
            ("Caps", "1,500", "1,300"),
            ("Floors", "2,500", "2,300"),
            ("hedging instruments:", "", ""),
            ("Forwards", "7,100", "7,200"),
        )
    )
    assert 'the label "hedging instruments" continues the label of another row' in reason(document)
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300", "2,500", "2,300"}


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("Gains held in equity, gains held in cash", None),
        ("gross amount in gains gross amount in gains", "continues another header"),
        ("Gains Moved Out Gains Moved Out", "says the same twice"),
        ("Losses in a year, or in a year", "says the same twice"),
        ("June 29, 2024 Devices", "is two headers in one"),
        ("Gains recorded in", "is only a part of a header"),
        ("15 15.5 15", "stands where a header should"),
    ],
)
def test_a_header_of_two_or_of_a_part_is_none(header: str, why: str | None) -> None:
    rows = (("", "2024", "2023", header), ("Cash", "5,100", "4,200", "80"), ("Debt", "1,500", "1,300", "90"))
    document = read_pages(
        lambda sheet: sheet.ruled(60, 100, (150, 90, 90), SALES),
        lambda sheet: sheet.ruled(60, 300, (100, 60, 60, 260), rows),
    )
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300"} | (set() if why else {"80", "90"})
    if why:
        assert why in reason(document)


def test_columns_under_the_first_part_of_a_header_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "Loans Fees", "<", "2023", "2022"),
            ("", "and advances", "Receivable", "^", "^"),
            ("Cash", "5,100", "4,200", "100", "200"),
            ("Debt", "1,500", "1,300", "300", "400"),
        )
    )
    assert 'the header "and advances" continues another header' in reason(document)
    assert texts(document) == {"100", "200", "300", "400"}


def test_a_header_that_a_date_goes_on_with_is_whole() -> None:
    document = after_sales(
        (("", "Held in", "<"), ("", "2024", "2023"), ("Cash", "5,100", "4,200"), ("Debt", "1,500", "1,300"))
    )
    assert document.unread == ()


def test_a_column_without_the_date_over_the_others_is_not_checked() -> None:
    document = after_sales(
        (
            ("", "2024", "<", "", ""),
            ("", "Cost", "Value", "Level 1", "Share"),
            ("Cash", "5,100", "4,200", "100", "20.5%"),
            ("Debt", "1,500", "1,300", "300", "30.5%"),
        )
    )
    assert '"Level 1" has no date over it, as other columns have' in reason(document)
    assert texts(document) == {"5,100", "4,200", "20.5%", "1,500", "1,300", "30.5%"}


def test_years_without_the_span_of_others_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "Fiscal Year", "<", "At cost", "<"),
            ("", "2024", "2023", "2024", "2023"),
            ("Cash", "5,100", "4,200", "100", "200"),
            ("Debt", "1,500", "1,300", "300", "400"),
        )
    )
    assert '"2024" has a year, but not the span of time' in reason(document)
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300"}


def test_days_without_the_span_of_others_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "", "Year ended", "", ""),
            ("", "Jan 26, 2025", "Jan 28, 2024", "Jan 29, 2023", "Change"),
            ("Cash", "5,100", "4,200", "100", "200"),
            ("Debt", "1,500", "1,300", "300", "400"),
        )
    )
    assert '"Jan 26, 2025" has a year, but not the span of time' in reason(document)
    assert texts(document) == {"4,200", "1,300", "200", "400"}


@pytest.mark.parametrize("above", ["Three Months Ended March 31,", "As the board decided on March 31,"])
def test_years_below_a_span_of_time_that_is_in_no_column_are_not_checked(above: str) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 150, above)
        sheet.ruled(
            60, 300, WIDTHS[:3], (("", "2024", "2023"), ("Cash", "5,100", "4,200"), ("Debt", "15", "13"))
        )

    document = read_pages(lambda sheet: sheet.ruled(60, 100, (150, 90, 90), SALES), draw)
    assert texts(document) == (set() if "Ended" in above else {"5,100", "4,200", "15", "13"})
    assert (
        ("a year, but not the span of time" in reason(document)) if "Ended" in above else not document.unread
    )


def test_a_column_with_the_last_head_of_another_alone_is_not_checked() -> None:
    document = after_sales(
        (
            ("", "North", "<", "", ""),
            ("", "Sales", "Costs", "Sales", "Stock"),
            ("Cars", "5,100", "4,200", "100", "200"),
            ("Vans", "1,500", "1,300", "300", "400"),
        )
    )
    assert '"Sales" has fewer lines of headers than the column beside it' in reason(document)
    assert texts(document) == {"5,100", "4,200", "200", "1,500", "1,300", "400"}


def test_shares_of_one_label_and_header_are_not_checked() -> None:
    document = after_sales(
        (
            ("", "2024", "2023"),
            ("Cars", "5,100", "4,200"),
            ("Share of all", "51.5%", "42.5%"),
            ("Vans", "1,500", "1,300"),
            ("Share of all", "15.5%", "13.5%"),
        )
    )
    assert 'several rows have the label "Share of all"' in reason(document)
    assert texts(document) == {"5,100", "4,200", "1,500", "1,300"}


def test_a_table_of_rows_that_nothing_tells_apart_is_not_read() -> None:
    document = after_sales((("", "2024", "2023"), ("Others", "5,100", "4,200"), ("Others", "1,500", "1,300")))
    assert 'several rows have the label "Others"' in reason(document)
    assert texts(document) == set()


def test_numbers_under_amounts_are_not_checked() -> None:
    document = after_sales(
        (
            ("Rates", "1.64% to 1.83%", "2.16% to 2.47%"),
            ("Lent", "5,100", "4,200"),
            ("Owed", "1,500", "1,300"),
        )
    )
    assert "stands where a header should" in reason(document)
    assert texts(document) == set()


def test_rows_of_one_label_that_dates_beside_it_tell_apart_are_not_checked() -> None:
    document = after_sales(
        (
            ("Lender", "Amount", "Term"),
            ("First Bank", "5,100", "2025-03-01"),
            ("First Bank", "1,500", "2025-06-01"),
            ("Second Bank", "4,200", "2025-07-01"),
            ("Third Bank", "3,700", "2025-08-01"),
        )
    )
    assert 'several rows have the label "First Bank"' in reason(document)
    assert texts(document) == {"4,200", "3,700"}


def test_rows_of_one_label_are_told_apart_in_steps_as_many_as_rows() -> None:
    def loans(rows: int) -> Document:
        lent = (("First Bank", f"{at + 1:,}00", f"{1900 + at}-03-01") for at in range(rows))
        others = ((f"Second Bank {'AB'[at % 2]}{'C' * at}", "700", "") for at in range(rows))
        return read_page(table(("Lender", "Amount", "Term"), *lent, *others))

    few, many = loans(60), loans(120)
    assert repeated_labels(many.tables[0], many.mentions)
    assert steps(lambda: repeated_labels(many.tables[0], many.mentions)) < 2.2 * steps(
        lambda: repeated_labels(few.tables[0], few.mentions)
    )


@pytest.mark.parametrize("end", ["Co., Ltd.", "(Samoa) Co., Ltd.", "份有限公司"])
def test_a_row_that_ends_the_name_of_a_company_and_the_one_above_are_not_checked(end: str) -> None:
    names = (
        "North Harbour",
        "Southern Lights",
        "West Wind Resort Investment",
        end,
        "East Bay",
        "Old Mill",
        "Hill",
    )
    head = ("", "2024年", "2023年")
    rows = (head, *((name, f"5,1{n}0", f"4,2{n}0") for n, name in enumerate(names)))
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (200, 80, 80), rows, chinese()))
    assert f'the label "{end}" continues the label of another row' in str(
        render_unchecked(document.unread[0].reason)
    )
    assert {m.text for m in document.mentions}.isdisjoint({"5,120", "4,220", "5,130", "4,230"})
    assert len(document.mentions) == 10
