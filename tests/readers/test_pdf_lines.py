"""Lines that belong together in PDFs without tags: of heads, of labels, of words beside numbers."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.reports.words import render_unchecked
from tests.readers.pdf_pages import ROW, SIZE, Sheet, grids, read_pages, stated
from tests.readers.test_pdf_printed import FOUR, SALES, TWO, WIDE, centred, paths, small

SIX = (250, 310, 370, 430, 490, 550)


def width(text: str, *, bold: bool = False) -> float:
    """Return how wide a text is."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, "Helvetica-Bold" if bold else "Helvetica", SIZE))


def test_the_span_of_time_of_years_at_the_tops_of_many_pages_heads_them() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 462, 60, "Year Ended December 31,")
        sheet.aligned(TWO, 73, (("", "2024", "2023"), *SALES))

    found = stated(read_pages(*[draw] * 4))
    assert found["Sales of goods", "Year Ended December 31, / 2024"] == "1,100"


def test_a_span_of_time_is_one_head_wherever_its_words_end() -> None:
    head, left = "Three months ended June 30", 400.0
    first, second = left + width("Three months"), left + width(head)

    def draw(sheet: Sheet) -> None:
        centred(sheet, 300, 80, "Six months ended June 30")
        sheet.text(left, 80, head)
        rows = (("", "2024", "2023", "2024", "2023"), ("Sales", "1,100", "900", "110", "90"))
        sheet.aligned((270, 330, first, second), 93, (*rows, ("Costs", "700", "600", "70", "60")))

    found = stated(read_pages(draw))
    assert found["Costs", "Three months ended June 30 / 2024"] == "70"
    assert found["Costs", "Three months ended June 30 / 2023"] == "60"


@pytest.mark.parametrize("mark", ["(2)", "(ii)", "(1), (2)"])
def test_a_raised_mark_may_stand_well_behind_its_word(mark: str) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 100, (("", "2024", "2023"), *SALES))
        small(sheet, 60 + width("Costs of goods") + 10.5, 132 - 3, mark)

    (table,) = grids(read_pages(draw))
    assert table[1:] == [list(row) for row in SALES]


def test_a_line_of_a_head_broken_where_numbers_end_is_one_over_the_next_line_of_it() -> None:
    head = "Class A and Class"
    left = 300.0
    ends = left + width("Class A"), left + width(head)

    def draw(sheet: Sheet) -> None:
        sheet.text(left, 80, head)
        centred(sheet, left + width(head) / 2, 90, "B Stock")
        for start, end in ((ends[0] - 30, ends[0] + 1), (ends[0] + 6, ends[1] + 1)):
            sheet.line(start, 93, end, 93)
        for right, name in zip((*ends, 460), ("Shares", "Par", "Deficit"), strict=True):
            sheet.text(right, 104, name, right=True)
        sheet.aligned((*ends, 460), 120, (("Issued", "110", "70", "900"), ("Bought", "220", "30", "800")))

    found = stated(read_pages(draw))
    assert found["Issued", "Class A and Class B Stock / Shares"] == "110"
    assert found["Issued", "Class A and Class B Stock / Par"] == "70"


def test_a_line_less_than_a_line_above_the_next_one_is_no_title() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, (60 + 550) / 2, 80, "Class B")
        centred(sheet, 412, 80, "Paid-in")
        centred(sheet, (60 + 550) / 2, 87, "Stock")
        centred(sheet, 412, 93, "Capital")
        centred(sheet, 532, 93, "Total")
        rows = (("Issued", "11,100", "70,200", "900,100"), ("Bought in this year", "22,100", "30,200", "800"))
        sheet.aligned((323, 430, 550), 110, rows)

    assert ("Issued", "Class B Stock") in stated(read_pages(draw))


@pytest.mark.parametrize(
    "lines", [("Charged off in", "the year ended", "December 31, 2024"), ("Balance as of", "May 1")]
)
def test_a_date_goes_on_with_the_label_that_calls_for_it(lines: tuple[str, ...]) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"), *SALES))
        for number, line in enumerate(lines[:-1]):
            sheet.text(60, 128 + 9 * number, line, bold=line.endswith("of"))
        y = 119 + 9 * len(lines)
        sheet.aligned(TWO, y, ((lines[-1], "55", "66"), ("Taxes", "77", "88")))

    assert paths(read_pages(draw))["55"] == (" ".join(lines),)


def test_a_head_that_names_a_balance_is_no_date_over_all_columns() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 410, 70, "Not Offset on the Balance")
        centred(sheet, 410, 80, "Sheet")
        sheet.line(330, 84, 490, 84)
        for middle, name in ((220, "Presented"), (360, "Owned"), (460, "Received"), (540, "Net")):
            centred(sheet, middle, 94, name)
        rows = (("Assets", "1,100", "1,200", "1,300", "1,400"), ("Debts", "2,100", "2,200", "2,300", "2,400"))
        sheet.aligned((240, 380, 480, 560), 110, rows)

    found = stated(read_pages(draw))
    assert found["Assets", "Presented"] == "1,100"
    assert found["Assets", "Not Offset on the Balance Sheet / Owned"] == "1,200"


def test_a_line_right_over_one_head_of_every_block_is_of_that_alone() -> None:
    def draw(sheet: Sheet) -> None:
        for first in (0, 3):
            centred(sheet, SIX[first + 1] - 14, 80, "May 2024" if first else "May 2023")
            sheet.line(SIX[first] - 40, 84, SIX[first + 2] + 2, 84)
            for right, name in zip(SIX[first : first + 3], ("Shops", "Total", "and Other"), strict=True):
                sheet.text(right, 106, name, right=True)
            centred(sheet, SIX[first + 2] - width("and Other") / 2 + 4, 96, "Corporate")
        rows = (("Sales", "11", "12", "13", "21", "22", "23"), ("Costs", "31", "32", "33", "41", "42", "43"))
        sheet.aligned(SIX, 124, rows)

    found = stated(read_pages(draw))
    assert found["Sales", "May 2023 / Shops"] == "11"
    assert found["Sales", "May 2023 / Corporate and Other"] == "13"


@pytest.mark.parametrize("first", ["Shares; $0.001 par value;", "Stock, shares issued:"])
def test_a_line_that_begins_with_a_number_of_shares_goes_on_with_the_label(first: str) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"), ("Debts owed to banks and suppliers", "1,100", "900")))
        sheet.text(60, 112, first)
        sheet.aligned(TWO, 127.5, (("1,651 and 1,645 issued", "16", "17"), ("Other", "77", "88")))

    assert paths(read_pages(draw))["16"] == (f"{first} 1,651 and 1,645 issued",)


def test_a_unit_in_brackets_ends_with_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 80, "(shares in thousands; aggregate intrinsic")
        sheet.text(60, 90, "value in millions)")
        sheet.text(TWO[1], 80, "Aggregate", right=True)
        sheet.text(TWO[0], 90, "Awards", right=True)
        sheet.text(TWO[1], 90, "Intrinsic Value", right=True)
        sheet.aligned(TWO, 106, (("Options", "1,459", "8"), ("Units", "9,431", "794")))

    values = {mention.text: mention.number.value for mention in read_pages(draw).mentions}
    assert values["794"] == Decimal(794_000_000)


def test_a_date_over_numbers_and_the_words_right_of_them_is_of_both() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 400, 80, "As of December 31, 2024")
        sheet.line(60, 84, 525, 84)
        sheet.text(300, 94, "Amount", right=True)
        sheet.text(400, 94, "Classification")
        sheet.line(60, 98, 525, 98)
        for y, label, number, words in (
            (110, "Land", "1,100", "Owned land"),
            (126, "Cars", "2,200", "Other"),
        ):
            sheet.aligned((300,), y, ((label, number),))
            sheet.text(330, y, f"{words} and what belongs to it")

    found = stated(read_pages(draw))
    assert found["Land", "As of December 31, 2024 / Amount"] == "1,100"


def test_words_beside_a_number_do_not_begin_a_table_where_they_go_on_in_its_row() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(330, 80, "Fair Value", right=True)
        centred(sheet, 500, 80, "Useful life")
        for y, label, number in ((96, "Designs", "1,640"), (112, "Clients", "440")):
            sheet.aligned((330,), y, ((label, number),))
            centred(sheet, 500, y, "5 years")
        centred(sheet, 500, 126, "Based on actual")
        sheet.aligned((330,), 138, (("Orders", "190"),))
        centred(sheet, 500, 138, "shipments")
        sheet.aligned((330,), 154, (("Brands", "70"),))
        centred(sheet, 500, 154, "5 years")

    assert stated(read_pages(draw))["Orders", "Fair Value"] == "190"


def test_a_lone_row_with_words_behind_its_number_is_listed() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(FOUR, 80, (("", "2024", "2023", "2022", "2021"), *WIDE))
        sheet.text(60, 300, "Lease cost")
        sheet.text(200, 300, "$ 282,121")
        sheet.text(200 + width("$ 282,121") + 10, 300, "Selling expense")

    (listed,) = read_pages(draw).unread
    assert str(render_unchecked(listed.reason)) == "lines with numbers look like no table"
    assert listed.place.page == 1


def test_a_head_that_ends_with_the_numbers_is_over_all_that_its_rule_spans() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(520, 80, "Fiscal", right=True)
        sheet.line(320, 84, 525, 84)
        sheet.aligned(
            (380, 450, 520), 96, (("", "First", "Second", "Third"), ("Sales", "1,100", "900", "800"))
        )
        sheet.aligned((380, 450, 520), 128, (("Costs", "700", "600", "500"),))

    assert stated(read_pages(draw))["Sales", "Fiscal / First"] == "1,100"


def test_heads_share_the_one_rule_below_them() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 300 + 70, 80, "Pensions")
        centred(sheet, 300 + 210, 80, "Other Plans")
        sheet.line(300, 84, 580, 84)
        names = ("", "Home", "Abroad", "Old", "New")
        rows = (("Service", "23", "22", "1", "2"), ("Interest", "81", "51", "7", "5"))
        sheet.aligned((340, 420, 495, 575), 96, (names, *rows))

    found = stated(read_pages(draw))
    assert found["Service", "Pensions / Abroad"] == "22"
    assert found["Service", "Other Plans / New"] == "2"


def test_a_date_stands_over_the_unit_of_its_columns_though_a_line_is_left_free_between_them() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 410, 70, "Year Ended May 31, 2024")
        centred(sheet, 410, 88, "(In millions)")
        sheet.line(260, 91, 560, 91)
        for right, name in zip((360, 460, 560), ("Reported", "Adjusted", "Restated"), strict=True):
            sheet.text(right, 102, name, right=True)
        rows = (("Sales", "1,581", "20", "1,601"), ("Costs", "1,274", "30", "1,304"))
        sheet.aligned((360, 460, 560), 120, rows)

    assert stated(read_pages(draw))["Sales", "Year Ended May 31, 2024 / Reported"] == "1,581"


def test_words_behind_a_number_in_the_middle_of_a_line_are_another_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned((300, 370), 80, (("", "2024", "2023"),))
        rows = (("Coffee", "3,063.0", "2,804.7", "Shops"), ("Fruit", "1,024.8", "944.9", "Away from home"))
        for number, (*row, segment) in enumerate(rows):
            sheet.aligned((300, 370), 96 + 16 * number, (row,))
            sheet.text(370 + 0.85 * SIZE, 96 + 16 * number, segment)

    assert stated(read_pages(draw))["Coffee", "2023"] == "2,804.7"


def test_a_remark_in_brackets_is_one_wherever_its_words_end() -> None:
    head = "(in millions, except per share data)"
    left = 300.0
    ends = left + width("(in millions, except"), left + width(head)

    def draw(sheet: Sheet) -> None:
        sheet.text(left, 92, head)
        for right, name in zip((*ends, 540), ("Stock", "Profit", "Total"), strict=True):
            sheet.text(right, 80, name, right=True)
        sheet.aligned((*ends, 540), 110, (("Issued", "110", "70", "180"), ("Bought", "220", "30", "250")))

    assert {column for _, column in stated(read_pages(draw))} == {"Stock", "Profit", "Total"}


@pytest.mark.parametrize(("middle", "read"), [(430, False), (305, True)])
def test_a_table_below_a_date_over_its_numbers_that_none_of_them_has_is_not_read(
    middle: int, read: bool
) -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, middle, 70, "As of May 31, 2024")
        sheet.text(60, 84, "Everything that the company owns, as the law that is in force asks it to say it,")
        sheet.aligned(
            (280, 540), 100, (("", "Cost", "Value"), ("Land", "1,100", "900"), ("Cars", "70", "60"))
        )

    assert bool(read_pages(draw).mentions) is read


def test_numbers_of_a_column_that_runs_out_of_the_page_are_listed() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(
            TWO, 80, (("", "2024", "2023"), *SALES, ("Debts", "2,113", "(10,0"), ("Cash", "55", "44"))
        )

    document = read_pages(draw)
    reasons = " ".join(str(render_unchecked(table.reason)) for table in document.unread)
    assert "cells such as" in reasons
    assert "the numbers of a column are cut off at its side" in reasons
    assert {mention.text for mention in document.mentions} == {"1,100", "(700)", "2,113", "55"}


def test_a_head_over_a_rule_that_begins_over_the_signs_of_currencies_is_over_the_numbers() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 311, 60, "Loans by Year")
        sheet.line(192, 64, 430, 64)
        rows = [(f"Class {at}", f"1,10{at}", f"90{at}", f"70{at}", f"2,70{at}") for at in range(8)]
        sheet.aligned((230, 330, 430, 500), 76, (("", "2025", "2024", "Prior", "Total"), *rows))
        for row in range(8):
            for x in (194, 294, 394, 464):
                sheet.text(x, 92 + ROW * row, "$")
        sheet.text(200, 92 + ROW * 8, "Residential mortgages and all loans", right=True)
        sheet.aligned((230, 330, 430, 500), 92 + ROW * 9, [("Special", "210", "190", "170", "570")])

    assert stated(read_pages(draw))["Special", "Loans by Year / 2025"] == "210"


def test_the_time_of_columns_in_small_letters_is_a_whole_header() -> None:
    rows = (("years ended December 31 (in millions)", "2024", "2023"), *SALES)
    document = read_pages(lambda sheet: sheet.aligned((400, 460), 100, rows))
    assert not document.unread
    assert len(document.mentions) == 2 * len(SALES)


def test_ranges_below_a_table_without_lines_are_listed() -> None:
    rows = (("", "2024", "2023"), ("Bank loans", "1,234", "1,111"), ("Other loans", "567", "654"))

    def draw(sheet: Sheet) -> None:
        sheet.aligned((300, 400), 100, rows)
        sheet.text(60, 200, "Interest rates")
        sheet.text(300, 200, "1.23%~4.56%", right=True)
        sheet.text(400, 200, "1.34%~5.67%", right=True)

    (listed,) = read_pages(draw).unread
    assert listed.excerpt.startswith("Interest rates")
