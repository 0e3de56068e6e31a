"""What browsers make of a filing when they print it: heads of several lines, remarks, titles and notes."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.document import Document
from tests.readers.pdf_pages import HEIGHT, SIZE, Sheet, read_pages, stated

TWO = (440, 520)
THREE = (360, 440, 520)
FOUR = (300, 370, 440, 510)
SALES = (("Sales of goods", "1,100", "900"), ("Costs of goods", "(700)", "(600)"))
WIDE = (
    ("Sales", "1,100,100", "1,900,100", "2,100,100", "2,900,100"),
    ("Costs", "1,500,100", "1,400,100", "1,300,100", "1,200,100"),
)


def paths(document: Document) -> dict[str, tuple[str, ...]]:
    """Return the labels of every number."""
    return {mention.text: mention.row_path for mention in document.mentions}


def small(sheet: Sheet, x: float, y: float, text: str, size: float = 5.5) -> None:
    """Write text in small type."""
    sheet.canvas.setFont("Helvetica", size)
    sheet.canvas.drawString(x, HEIGHT - y, text)


def centred(sheet: Sheet, x: float, y: float, text: str, *, bold: bool = False) -> None:
    """Write text around a middle."""
    sheet.canvas.setFont("Helvetica-Bold" if bold else "Helvetica", SIZE)
    sheet.canvas.drawCentredString(x, HEIGHT - y, text)


def test_narrow_spaces_part_words() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.canvas.setFont("Helvetica", SIZE)
        sheet.canvas.drawString(60, HEIGHT - 80, "(Amounts in millions of dollars)", wordSpace=-1.4)
        sheet.aligned(TWO, 100, (("", "2024", "2023"), *SALES))

    document = read_pages(draw)
    assert document.mentions[0].number.value == Decimal(1_100_000_000)


def test_a_day_goes_on_with_its_month_where_another_stands_beside_its_own() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 325, 80, "Six months ended June")
        centred(sheet, 465, 80, "Three months ended")
        centred(sheet, 325, 90, "30")
        centred(sheet, 465, 90, "June 30")
        sheet.text(60, 90, "(In millions - except shares)")
        rows = (("", "2024", "2023", "2024", "2023"), ("Sales", "2,100", "1,900", "1,100", "900"))
        sheet.aligned(FOUR, 104, (*rows, ("Costs", "(1,500)", "(1,400)", "(700)", "(600)")))

    found = stated(read_pages(draw))
    assert found["Sales", "Six months ended June 30 / 2023"] == "1,900"
    assert found["Sales", "Three months ended June 30 / 2024"] == "1,100"


def test_a_line_of_the_head_in_the_middle_is_over_its_column_alone() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 425, 80, "Unamortized")
        for middle, head in zip((345, 425, 505), ("Principal", "Discount", "Carrying"), strict=True):
            centred(sheet, middle, 90, head)
        sheet.aligned(
            THREE, 104, (("Senior notes", "1,000", "(5)", "995"), ("Other", "2,000", "(8)", "1,992"))
        )

    found = stated(read_pages(draw))
    assert found["Senior notes", "Unamortized Discount"] == "(5)"
    assert found["Senior notes", "Principal"] == "1,000"


def test_a_head_keeps_the_columns_of_its_rule_where_some_names_repeat_below() -> None:
    heads = ("Cost", "Gain", "Loss", "Cost", "Gain", "Loss")
    rights = (240, 300, 360, 420, 480, 540)

    def draw(sheet: Sheet) -> None:
        for first, year in ((0, "2024"), (3, "2023")):
            centred(sheet, rights[first + 1] - 15, 76, year)
            sheet.line(rights[first] - 40, 79, rights[first + 2], 79)
        for right, head in zip(rights, heads, strict=True):
            if head != "Cost":
                centred(sheet, right - 15, 90, "Gross")
            centred(sheet, right - 15, 100, head)
        row = ("Bonds", "1,100", "2,100", "3,100", "4,100", "5,100", "6,100")
        sheet.aligned(rights, 114, (row, ("Shares", *row[1:])))

    found = stated(read_pages(draw))
    assert found["Bonds", "2024 / Cost"] == "1,100"
    assert found["Bonds", "2023 / Gross Loss"] == "6,100"


def test_the_unit_below_one_head_is_of_its_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 60, "Options were as follows (in thousands, except per share amounts):")
        for middle, head in zip((345, 425, 505), ("Shares", "Value", "Contractual term"), strict=True):
            centred(sheet, middle, 84, head)
        centred(sheet, 505, 95, "(in years)")
        sheet.aligned(
            THREE, 110, (("Outstanding", "15,799", "$174,165", "6.1"), ("Vested", "7,154", "$142,150", "2.9"))
        )

    document = read_pages(draw)
    values = {mention.text: mention.number.value for mention in document.mentions}
    assert values["$174,165"] == Decimal(174_165_000)
    assert values["6.1"] == Decimal("6.1")


def test_a_remark_in_the_middle_of_all_heads_is_over_all() -> None:
    def draw(sheet: Sheet) -> None:
        for right, head in zip(TWO, ("March 31, 2024", "December 31, 2023"), strict=True):
            centred(sheet, right - 15, 80, head)
        centred(sheet, 465, 91, "(Unaudited)")
        sheet.aligned(TWO, 106, SALES)

    found = stated(read_pages(draw))
    assert found["Sales of goods", "March 31, 2024 / (Unaudited)"] == "1,100"
    assert found["Sales of goods", "December 31, 2023 / (Unaudited)"] == "900"


def test_a_remark_over_two_lines_is_one() -> None:
    def draw(sheet: Sheet) -> None:
        for right, year in zip(THREE, ("2024", "2023", "2022"), strict=True):
            centred(sheet, right - 15, 80, year)
        centred(sheet, 425, 91, "(in millions, except weighted-average")
        centred(sheet, 425, 100, "fair value)")
        sheet.aligned(THREE, 114, (("Awards", "460", "295", "273"), ("Taxes", "99", "61", "57")))

    found = read_pages(draw).mentions
    assert [mention.column_path[0] for mention in found[:3]] == ["2024", "2023", "2022"]
    assert not any("fair value)" in mention.column_path for mention in found)


def test_words_beside_a_label_may_begin_in_the_line_above_it() -> None:
    def draw(sheet: Sheet) -> None:
        for right, year in zip(TWO, ("2024", "2023"), strict=True):
            sheet.text(right, 80, year, right=True, bold=True)
        top = 100
        for label, upper, lower, numbers in (
            ("Cash flow hedges", "Prepaid expenses and", "other items", ("32", "49")),
            ("Fair value hedges", "Prepaid charges and", "other assets", ("44", "33")),
            ("Not hedges", "Accounts paid and", "other debts", ("51", "53")),
        ):
            sheet.text(200, top, upper)
            sheet.text(200, top + 9, lower)
            sheet.text(60, top + 9, label)
            for right, number in zip(TWO, numbers, strict=True):
                sheet.text(right, top + 9, number, right=True)
            top += 22

    found = paths(read_pages(draw))
    assert found["32"][-1] == "Cash flow hedges Prepaid expenses and other items"
    assert found["51"][-1] == "Not hedges Accounts paid and other debts"


def test_a_number_of_years_is_no_head() -> None:
    rows = (
        ("", "2024", "2023"),
        ("Options granted", "2", "41"),
        ("Expected term", "6.2 years", "6.0 years"),
        ("Interest rate", "4.3%", "4.1%"),
    )
    found = stated(read_pages(lambda sheet: sheet.aligned(TWO, 100, rows)))
    assert found["Interest rate", "2024"] == "4.3%"


def test_years_that_name_rows_are_their_labels() -> None:
    rows = (("", "2024", "2023"), ("1 year", "120", "110"), ("2 years", "450", "430"))
    assert stated(read_pages(lambda sheet: sheet.aligned(TWO, 100, rows)))["2 years", "2023"] == "430"


def test_a_footnote_mark_at_the_end_of_a_label_makes_no_column() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (("", "2024", "2023"), ("Securities of the government", "120", "110"), ("Total", "450", "430"))
        sheet.aligned(TWO, 100, rows)
        sheet.text(98, 132, "(3)")

    found = paths(read_pages(draw))
    assert "(3)" not in found
    assert found["120"] == ("Securities of the government",)


def test_a_raised_mark_before_a_word_is_no_number() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (("", "2024", "2023"), ("Plan assets", "120", "110"))
        sheet.aligned(TWO, 100, rows)
        small(sheet, 60, 129, "5")
        sheet.aligned(TWO, 132, (("Plan debts", "450", "430"),), left=64)

    found = paths(read_pages(draw))
    assert found["450"] == ("Plan debts",)


def test_a_note_above_the_heads_is_none_of_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 80, "(a)")
        sheet.text(
            80,
            80,
            "Advances make up most of the balance. Loans are shown by the year in which they were made.",
        )
        for right, year in zip(TWO, ("Year 2024", "Year 2023"), strict=True):
            centred(sheet, right - 15, 98, year)
        sheet.aligned(TWO, 112, SALES)

    document = read_pages(draw)
    assert not document.unread
    assert stated(document)["Sales of goods", "Year 2024"] == "1,100"


@pytest.mark.parametrize(("size", "middle"), [(12, 297), (SIZE, 285)])
def test_a_title_in_larger_type_or_in_the_middle_of_the_table_is_no_head(size: float, middle: float) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.canvas.setFont("Helvetica", size)
        sheet.canvas.drawCentredString(middle, HEIGHT - 80, "STATEMENTS OF CONSOLIDATED SHAREHOLDERS' EQUITY")
        for right, head in zip(FOUR, ("Shares", "Capital", "Income", "Equity"), strict=True):
            sheet.text(right, 94, head, right=True)
        rows = (("Balance at the beginning of the year", "10", "20", "30", "60"),)
        sheet.aligned(FOUR, 108, (*rows, ("Net income", "1", "2", "3", "6")))

    assert stated(read_pages(draw))["Net income", "Income"] == "3"


def test_a_year_over_the_right_one_of_two_columns_is_over_both() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(370, 84, "2024", right=True)
        sheet.text(510, 84, "2023", right=True)
        sheet.aligned(
            FOUR,
            100,
            (("Federal taxes", "5,778", "21.0%", "6,470", "21.5%"), ("State", "392", "1.4%", "79", "2.6%")),
        )

    found = [mention.column_path for mention in read_pages(draw).mentions[:4]]
    assert found == [("2024",), ("2024",), ("2023",), ("2023",)]


def test_lines_of_a_head_may_end_at_one_place() -> None:
    def draw(sheet: Sheet) -> None:
        for first, name in ((1, "Class A"), (3, "Class B")):
            sheet.text(FOUR[first], 80, name, right=True)
            sheet.text(FOUR[first], 90, "Shares in common", right=True)
            sheet.line(FOUR[first - 1] - 30, 93, FOUR[first], 93)
        rows = (("", "Number", "Amount", "Number", "Amount"), ("Balance", "2,515", "25", "1,125", "11"))
        sheet.aligned(FOUR, 104, (*rows, ("Issued", "372", "1", "100", "2")))

    found = stated(read_pages(draw))
    assert found["Balance", "Class A Shares in common / Number"] == "2,515"


def test_a_head_beside_the_last_line_of_others_names_no_rows() -> None:
    def draw(sheet: Sheet) -> None:
        for right, year in zip(TWO, ("2024", "2023"), strict=True):
            centred(sheet, right - 15, 80, "December 31,")
            centred(sheet, right - 15, 90, year)
        sheet.text(60, 90, "Location of the items")
        sheet.aligned(TWO, 104, SALES)

    assert paths(read_pages(draw))["1,100"] == ("Sales of goods",)


def test_a_period_right_above_years_names_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 80, "Future expense is as follows (in millions):")
        sheet.text(60, 100, "Year Ended December 31,")
        sheet.aligned((520,), 114, (("  2025", "715"), ("  2026", "631"), ("  Thereafter", "3,545")))

    assert paths(read_pages(draw))["631"] == ("Year Ended December 31,", "2026")


def test_what_introduces_a_table_parts_it_from_the_one_above() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"), *SALES))
        sheet.text(
            80,
            136,
            "The expense in future years for all that was acquired from others was as follows "
            "(in thousands):",
        )
        sheet.aligned((520,), 152, (("2025", "715"), ("2026", "631"), ("Thereafter", "3,545")))

    assert len(read_pages(draw).tables) == 2


def test_labels_in_two_columns_are_two_though_a_total_runs_across() -> None:
    def draw(sheet: Sheet) -> None:
        top = 80
        sheet.aligned(TWO, top, (("", "2024", "2023"),))
        for number, amount in enumerate(("510", "620", "730", "840"), 1):
            top += 24
            sheet.text(60, top, f"{number}) Master purchase")
            sheet.text(160, top, "Mortgage loans")
            sheet.text(60, top + 9, "Agreement")
            sheet.text(160, top + 9, "held for sale")
            for right in TWO:
                sheet.text(right, top + 9, f"{amount},{right}", right=True)
        sheet.aligned(TWO, top + 30, (("Total of the facilities for mortgages", "2,700", "2,800"),))

    assert paths(read_pages(draw))["620,440"] == (
        "2) Master purchase Agreement Mortgage loans held for sale",
    )


@pytest.mark.parametrize("title", ["ASSETS", "LIABILITIES AND EQUITY"])
def test_a_centred_title_holds_the_sections_below_it(title: str) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"),))
        centred(sheet, 220, 96, title)
        rows = (
            ("Current items", "", ""),
            ("  Cash and the like", "120", "110"),
            ("  Receivables", "450", "430"),
        )
        sheet.aligned(TWO, 112, rows)

    assert paths(read_pages(draw))["120"] == (title, "Current items", "Cash and the like")


def test_a_title_under_a_narrower_head_of_the_labels_is_centred() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"),))
        centred(sheet, 180, 80, "Item")
        sheet.aligned(TWO, 96, (("Profit", "700", "600"),))
        centred(sheet, 180, 112, "Under the new standards", bold=True)
        sheet.aligned(TWO, 128, (("All effects", "120", "110"), ("Profit", "820", "710")))

    found = paths(read_pages(draw))
    assert found["700"] == ("Profit",)
    assert found["820"] == ("Under the new standards", "Profit")


def test_net_ends_a_label() -> None:
    rows = (
        ("", "2024", "2023"),
        ("Deferred tax assets:", "", ""),
        ("  Total deferred tax assets, net", "27,451", "26,007"),
        ("Deferred tax liabilities:", "", ""),
        ("  Depreciation", "3,276", "2,551"),
    )
    found = paths(read_pages(lambda sheet: sheet.aligned(TWO, 80, rows)))
    assert found["27,451"][-1] == "Total deferred tax assets, net"
    assert found["3,276"] == ("Deferred tax liabilities", "Depreciation")


def test_marks_below_heads_beside_a_year_are_no_numbers() -> None:
    def draw(sheet: Sheet) -> None:
        for right, head in zip(THREE, ("Shares", "Amount", "Equity"), strict=True):
            sheet.text(right, 80, head, right=True)
        sheet.text(60, 80, "Three Months Ended March 31,")
        sheet.text(60, 90, "2024")
        for right, mark in zip(THREE, ("Held", "(1)", "(1)"), strict=True):
            sheet.text(right, 90, mark, right=True)
        sheet.aligned(
            THREE, 104, (("Balance", "3,100", "300", "31,015"), ("Net income", "100", "200", "3,318"))
        )

    found = read_pages(draw).mentions
    assert [mention.text for mention in found[:3]] == ["3,100", "300", "31,015"]


def test_a_date_without_its_years_is_over_all_of_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(400, 80, "Six Months Ended June 30,")
        sheet.aligned(TWO, 92, (("", "2024", "2023"), *SALES))

    found = stated(read_pages(draw))
    assert found["Sales of goods", "Six Months Ended June 30, / 2023"] == "900"


def test_heads_at_the_tops_of_many_pages_do_not_run_along_them() -> None:
    heads = ("Upstream", "Energy", "Chemicals", "Specialties")

    def draw(sheet: Sheet) -> None:
        for right, head in zip(FOUR, heads, strict=True):
            sheet.text(right, 40, head, right=True)
        sheet.text(60, 60, f"Months of the year {sheet.canvas.getPageNumber()}")
        sheet.aligned(FOUR, 76, (("Sales", "11", "22", "33", "44"), ("Costs", "55", "66", "77", "88")))

    found = read_pages(draw, draw, draw, draw).mentions
    assert {mention.column_path for mention in found} == {(head,) for head in heads}


def test_a_head_beside_the_unit_heads_the_only_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 80, "(billions of dollars)")
        sheet.text(430, 80, "Acquired")
        sheet.aligned((520,), 96, (("Current assets", "3"), ("Other assets", "84"), ("Debt", "5")))

    assert stated(read_pages(draw))["Other assets", "Acquired"] == "84"


def test_heads_a_space_apart_that_end_with_their_numbers_are_two() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(480, 80, "Asia Pacific", right=True)
        sheet.text(527, 80, "Ventures A", right=True)
        rows = (("Opening", "412,000,000", "2,708,000"), ("Closing", "401,000,000", "2,828,000"))
        sheet.aligned((480, 527), 94, rows)

    assert stated(read_pages(draw))["Opening", "Ventures A"] == "2,708,000"


def test_a_year_over_labels_names_the_rows_below_it() -> None:
    rows = (
        ("", "Americas", "Europe"),
        ("2024", "", ""),
        ("Opening", "412", "270"),
        ("Closing", "401", "282"),
        ("2023", "", ""),
        ("Opening", "512", "370"),
        ("Closing", "501", "382"),
    )
    document = read_pages(lambda sheet: sheet.aligned(TWO, 80, rows))
    assert len(document.tables) == 1
    assert paths(document)["512"] == ("2023", "Opening")
    assert stated(document)["Closing", "Europe"] == "382"


def test_a_head_with_a_rule_below_all_of_it_is_one_wherever_its_words_end() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 325, 80, "Three Months Ended")
        sheet.text(395.5, 80, "Six Months Ended June")
        centred(sheet, 325, 90, "June 30,")
        centred(sheet, 443, 90, "30,")
        sheet.line(260, 93, 372, 93)
        sheet.line(388, 93, 494, 93)
        sheet.aligned((300, 370, 440, 490.5), 104, (("", "2024", "2023", "2024", "2023"), *WIDE))

    found = stated(read_pages(draw))
    assert found["Sales", "Six Months Ended June 30, / 2024"] == "2,100,100"


def test_words_below_years_are_heads_of_the_same_table() -> None:
    def draw(sheet: Sheet) -> None:
        for middle, year in ((320, "2024"), (460, "2023")):
            centred(sheet, middle, 70, "June 30,", bold=True)
            centred(sheet, middle, 80, year, bold=True)
        sheet.text(60, 80, "(Dollars in millions)", bold=True)
        heads = ("", "Medicine", "Devices", "Medicine", "Devices")
        sheet.aligned(FOUR, 94, (heads, *WIDE))

    document = read_pages(draw)
    assert len(document.tables) == 1
    assert stated(document)["Sales", "June 30, 2024 / Medicine"] == "1,100,100"
    assert stated(document)["Sales", "June 30, 2023 / Devices"] == "2,900,100"
