"""Filings as browsers print them: titles over statements of equity, cells at several heights, page breaks."""

from __future__ import annotations

from cofitcheck.document import Document
from tests.readers.pdf_pages import HEIGHT, SIZE, Sheet, read_pages, stated

TWO = (440, 520)
THREE = (360, 440, 520)
EQUITY = (
    ("Balances, May 4, 2024", "2,610", "10,940", "17,180"),
    ("Net income", "3,100", "1,200", "1,730"),
    ("Balances, May 3, 2025", "2,596", "12,140", "16,470"),
)


def paths(document: Document) -> dict[str, tuple[str, ...]]:
    """Return the labels of every number."""
    return {mention.text: mention.row_path for mention in document.mentions}


def written(sheet: Sheet, x: float, y: float, text: str, size: float = SIZE, *, bold: bool = False) -> None:
    """Write text around a middle."""
    sheet.canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    sheet.canvas.drawCentredString(x, HEIGHT - y, text)


def test_a_title_that_ends_with_a_date_and_a_remark_is_no_head() -> None:
    def draw(sheet: Sheet) -> None:
        written(sheet, 290, 50, "STATEMENTS OF SHAREHOLDERS’ EQUITY OF THE COMPANY", 11, bold=True)
        written(sheet, 290, 62, "FOR THE THREE MONTHS ENDED MAY 7, 2023 AND MAY 1, 2022", 11, bold=True)
        written(sheet, 290, 74, "(Unaudited)", 11, bold=True)
        sheet.aligned((240, 380, 520), 90, (("", "Shares", "Capital", "Equity"), *EQUITY))

    assert stated(read_pages(draw))["Net income", "Capital"] == "1,200"


def test_years_over_the_unit_and_the_heads_are_heads_too() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.line(260, 72, 520, 72)
        written(sheet, 320, 70, "2024", bold=True)
        written(sheet, 460, 70, "2023", bold=True)
        sheet.line(260, 82, 380, 82)
        sheet.line(400, 82, 520, 82)
        written(sheet, 390, 92, "(In millions)", bold=True)
        rows = (("", "Sales", "Costs", "Sales", "Costs"), ("Devices", "110", "120", "130", "140"))
        sheet.aligned((300, 370, 440, 510), 105, (*rows, ("Medicine", "210", "220", "230", "240")))

    found = {mention.text: mention.column_path for mention in read_pages(draw).mentions}
    assert found["110"][0] == "2024"
    assert found["240"][0] == "2023"


def test_marks_of_five_sixths_are_marks() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "Premiums", "Expenses"), *(row[:3] for row in EQUITY)))
        sheet.canvas.setFont("Helvetica", 7.5)
        sheet.canvas.drawString(440.5, HEIGHT - 78.4, "1")

    assert stated(read_pages(draw))["Net income", "Premiums"] == "3,100"


def test_a_label_goes_on_with_an_amount_below_its_numbers() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"), ("Net income", "5,240", "4,390")))
        sheet.text(60, 112, "Other income, net of tax of")
        sheet.aligned(TWO, 117, (("", "2,360", "2,140"),))
        sheet.text(68, 122, "($34)")
        sheet.aligned(TWO, 136, (("Share-based compensation", "830", "770"), ("Dividends", "81", "73")))

    document = read_pages(draw)
    assert len(document.tables) == 1
    assert paths(document)["2,360"][-1] == "Other income, net of tax of ($34)"
    assert stated(document)["Dividends", "2023"] == "73"


def test_an_amount_in_a_head_is_no_number_of_the_table() -> None:
    def draw(sheet: Sheet) -> None:
        for at, line in ((70, "Stock,"), (80, "$0.001"), (90, "Par Value")):
            written(sheet, 345, at, f"Common {line}" if at == 70 else line, bold=True)
            written(sheet, 425, at, f"Treasury {line}" if at == 70 else line, bold=True)
        sheet.aligned(THREE, 90, (("", "", "", "Deficit"), *EQUITY), left=60)

    document = read_pages(draw)
    assert stated(document)["Net income", "Treasury Stock, $0.001 Par Value"] == "1,200"
    assert not [mention for mention in document.mentions if "0.001" in mention.text]


def test_a_head_between_the_lines_of_others_is_over_the_columns_that_are_ruled_below_it() -> None:
    def draw(sheet: Sheet) -> None:
        written(sheet, 300, 75, "Common Stock", bold=True)
        sheet.line(240, 78, 290, 78)
        sheet.line(310, 78, 360, 78)
        for at, line in ((70, "Additional"), (80, "Paid-In"), (90, "Capital")):
            written(sheet, 425, at, line, bold=True)
        written(sheet, 270, 90, "Shares", bold=True)
        written(sheet, 340, 90, "Amount", bold=True)
        for right, value in ((290, "618,250"), (360, "$ 6"), (440, "3,871,640")):
            sheet.text(right, 102, value, right=True)
        for right, value in ((290, "655,190"), (360, "$ 7"), (440, "4,120,380")):
            sheet.text(right, 118, value, right=True)
        sheet.text(60, 102, "Opening")
        sheet.text(60, 118, "Closing")

    found = {mention.text: mention.column_path for mention in read_pages(draw).mentions}
    assert found["$ 6"] == ("Common Stock", "Amount")
    assert found["618,250"] == ("Common Stock", "Shares")


def test_words_that_begin_where_the_rule_of_their_head_does_are_a_column() -> None:
    def draw(sheet: Sheet) -> None:
        written(sheet, 290, 80, "Classification", bold=True)
        for start, end in ((200, 370), (380, 440), (460, 520)):
            sheet.line(start, 83, end, 83)
        sheet.aligned(TWO, 80, (("", "2024", "2023"),))
        labels = ("Currency swaps", "Forward contracts", "Obligation to buy redeemable", "Guarantee")
        words = ("Prepaid expenses", "Other assets", "Accounts payable and other", "Other liabilities")
        for row, (label, word) in enumerate(zip(labels, words, strict=True)):
            sheet.text(196.8 if row == 2 else 60, 98 + 20 * row, label, right=row == 2)
            sheet.text(200, 98 + 20 * row, word)
            sheet.aligned(TWO, 98 + 20 * row, (("", f"1{row}5", f"2{row}5"),))
        sheet.text(75, 148, "interests of others")
        sheet.text(200, 148, "current liabilities")

    found = paths(read_pages(draw))
    assert found["125"] == (
        "Obligation to buy redeemable interests of others Accounts payable and other current liabilities",
    )


def test_cells_a_little_lower_are_of_their_row() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(THREE, 80, (("", "Share", "2024", "2023"), ("Alliance", "", "$557", "")))
        sheet.aligned(THREE, 101, (("", "50%", "", "$582"),))
        sheet.aligned(THREE, 116, (("Other", "20%", "391", "384"), ("Total", "", "$948", "$966")))

    found = paths(read_pages(draw))
    assert found["50%"] == found["$582"] == found["$557"] == ("Alliance",)


def test_a_head_without_numbers_left_of_all_others_is_none_of_theirs() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(270, 80, "Current")
        rows = (("Ratings", "2023", "2022", "Total"), ("BBB", "$32", "$28", "$60"), ("B", "12", "85", "97"))
        sheet.aligned(THREE, 80, rows)

    found = {mention.text: mention.column_path for mention in read_pages(draw).mentions}
    assert found["$32"] == ("2023",)


def test_lines_that_name_rows_at_the_top_of_a_page_are_of_the_table_that_goes_on() -> None:
    def first(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"), ("Sales", "4,045", "5,019"), ("Costs", "897", "808")))

    def second(sheet: Sheet) -> None:
        sheet.text(60, 80, "Supplemental disclosures")
        sheet.text(60, 96, "Cash paid for:")
        sheet.aligned(TWO, 112, (("  Interest", "157", "142"), ("  Income taxes", "22", "71")))

    document = read_pages(first, second)
    assert stated(document)["Interest", "2023"] == "142"
    assert "Cash paid for" in paths(document)["22"]


def test_the_first_label_of_a_page_begins_in_the_line_above_its_numbers() -> None:
    def first(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"), ("Sales", "4,045", "5,019"), ("Costs", "897", "808")))

    def second(sheet: Sheet) -> None:
        sheet.text(60, 80, "Effect of exchange rate changes on cash and")
        sheet.aligned(TWO, 90, (("equivalents", "16", "94"), ("End of period", "116", "980")))

    found = read_pages(first, second)
    assert paths(found)["16"][-1] == "Effect of exchange rate changes on cash and equivalents"
    assert stated(found)["End of period", "2023"] == "980"


def test_a_label_goes_on_further_left() -> None:
    rows = (("", "2024", "2023"), ("Sales", "4,045", "5,019"), ("Costs", "897", "808"))

    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, rows)
        sheet.aligned(TWO, 128, (("  Derivatives designated as", "52", "53"),))
        sheet.text(60, 138, "hedging instruments")
        sheet.aligned(TWO, 154, (("Hedged items", "62", "63"),))

    assert paths(read_pages(draw))["52"][-1] == "Derivatives designated as hedging instruments"


def test_a_label_ends_where_the_next_line_does_not_read_on() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (("", "2024", "2023"), ("Net income", "4,045", "5,019"), ("Shares issued for the", "40", "50"))
        sheet.aligned(TWO, 71, rows)
        sheet.text(60, 112, "plans of employees")
        labels = ("Average number of shares", "Dilutive impact of", "outstanding awards")
        for row, label in enumerate(labels):
            sheet.text(60, 132 + 9 * row, label)
        sheet.aligned(TWO, 132, (("", "2,790", "2,750"),))
        sheet.aligned(TWO, 150, (("", "44", "32"),))

    found = paths(read_pages(draw))
    assert found["2,790"][-1] == "Average number of shares"
    assert found["44"][-1] == "Dilutive impact of outstanding awards"


def test_words_a_little_more_than_a_space_behind_a_label_are_of_their_own_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2024", "2023"),))
        for row, label in enumerate(("Equity", "Foreign currency", "Interest")):
            sheet.text(126.2 if row == 1 else 60, 96 + 24 * row, label, right=row == 1)
            sheet.text(129.4, 96 + 24 * row, "Prepaid expenses and")
            sheet.aligned(TWO, 106 + 24 * row, (("", f"1{row}5", f"2{row}5"),))
            sheet.text(129.4, 106 + 24 * row, "other current assets")

    document = read_pages(draw)
    assert not document.unread
    assert paths(document)["115"] == ("Foreign currency Prepaid expenses and other current assets",)


def test_a_total_or_a_preposition_names_no_rows_below_it() -> None:
    rows = (
        ("", "2024", "2023"),
        ("Net current assets of the company and of all others", "2,680", "2,590"),
        ("Total assets less current", "", ""),
        ("Liabilities", "3,170", "3,060"),
        ("Share of profit in", "", ""),
        ("Associates", "102", "41"),
        ("Capital", "108", "114"),
        ("Total gains", "", ""),
        ("  Included in earnings", "454", "2"),
        ("  Included in equity", "12", "14"),
    )
    found = paths(read_pages(lambda sheet: sheet.aligned(TWO, 80, rows)))
    assert found["3,170"] == ("Total assets less current Liabilities",)
    assert found["102"] == ("Share of profit in Associates",)
    assert found["108"] == ("Capital",)
    assert found["454"] == ("Total gains", "Included in earnings")


def test_a_year_with_a_currency_beside_one_with_words_is_a_header() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(100, 80, "Notes")
        sheet.aligned(TWO, 80, (("", "2019 £", "2018 restated £"), ("Profit of the group", "499", "551")))
        sheet.aligned(TWO, 112, (("Exchange gain on translation", "89", "13"), ("Tax", "12", "15")))

    assert stated(read_pages(draw))["Tax", "2018 restated £"] == "15"


def test_words_that_begin_where_their_head_does_are_a_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(200, 80, "Classification")
        sheet.aligned(TWO, 80, (("", "2024", "2023"), ("", "6,643", "707")))
        sheet.text(196, 96, "Amounts paid (inclusive of", right=True)
        sheet.text(200, 96, "Other current liabilities")
        sheet.text(90, 106, "interest)")

    assert paths(read_pages(draw))["707"] == (
        "Amounts paid (inclusive of interest) Other current liabilities",
    )


def test_a_row_of_ranges_is_no_header() -> None:
    rows = (
        ("", "2025", "2024", "2023"),
        ("Estimated life", "5.2 years", "3.5 years", "3.5 years"),
        ("Risk-free interest rate", "4.3 - 4.5 %", "3.6 - 4.3 %", "1.7 - 4.4 %"),
        ("Fair value of grants", "$ 114.96", "$ 66.95", "$ 62.10"),
    )
    document = read_pages(lambda sheet: sheet.aligned(THREE, 80, rows))
    assert stated(document)["Fair value of grants", "2024"] == "$ 66.95"


def test_a_rule_below_a_part_of_a_head_parts_it_from_the_heads_below() -> None:
    def draw(sheet: Sheet) -> None:
        for start, head in ((230, "Less than 12 months"), (390, "More than 12 months")):
            sheet.line(start, 73, start + 58, 73)
            sheet.line(start + 64, 73, start + 120, 73)
            written(sheet, start + 60, 70, head)
            right = start + 60 + sheet.canvas.stringWidth(head, "Helvetica", SIZE) / 2
            sheet.text(right, 84, "Gross", right=True)
            written(sheet, right - sheet.canvas.stringWidth("Gross", "Helvetica", SIZE) / 2, 94, "Losses")
        sheet.aligned((285, 335, 445, 495), 94, (("", "Fair Value", "", "Fair Value", ""),))
        rows = (("Bonds", "50,905", "(93)", "1,995", "(3)"), ("Notes", "18,954", "(10)", "363", "(1)"))
        sheet.aligned((285, 335, 445, 495), 108, rows)

    found = {mention.text: mention.column_path for mention in read_pages(draw).mentions}
    assert found["50,905"] == ("Less than 12 months", "Fair Value")
    assert " ".join(found["(93)"]) == "Less than 12 months Gross Losses"


def test_a_line_of_words_and_years_heads_the_cells_right_below_it() -> None:
    def draw(sheet: Sheet) -> None:
        for left, head in ((80, "Instrument"), (180, "Issuance"), (260, "Maturity"), (330, "Rate")):
            sheet.text(left, 80, head)
        for row, (name, year) in enumerate((("Senior Notes", "2021"), ("Other Notes", "2018"))):
            sheet.text(60, 96 + 16 * row, name)
            sheet.text(185, 96 + 16 * row, f"July {year}")
            sheet.text(255, 96 + 16 * row, f"April {year}")
        sheet.aligned((360, 452, 522), 80, (("", "", "2025", "2024"),))
        for middle in (442, 512):
            written(sheet, middle, 71, "Carrying Value of January 31,")
        sheet.aligned((360, 482, 552), 96, (("", "3.70", "0", "0"), ("", "1.50", "995", "994")))

    found = {mention.text: mention.column_path for mention in read_pages(draw).mentions}
    assert found["994"][-1].endswith("2024")


def test_a_date_without_a_year_is_over_all_pieces_of_the_rule_below_it() -> None:
    def draw(sheet: Sheet) -> None:
        for start, end in ((271, 317), (322, 422), (427, 526), (531, 580)):
            sheet.line(start, 73, end, 73)
        for start, end in ((271, 317), (322, 370), (375, 422), (427, 475), (480, 526), (531, 580)):
            sheet.line(start, 94, end, 94)
        written(sheet, 423, 70, "Year Ended", bold=True)
        for middle, year in ((320.5, "2023"), (425.5, "2022"), (529.5, "2021")):
            written(sheet, middle, 82, "January 29,", bold=True)
            written(sheet, middle, 91, year, bold=True)
        rows = (("Tax", *["878", "21.0 %"] * 3), ("State taxes", *["50", "1.2 %"] * 3))
        sheet.aligned((315, 370, 420, 474, 524, 579), 106, rows)

    found = read_pages(draw).mentions
    assert {" ".join(mention.column_path) for mention in found} == {
        f"Year Ended January 29, {year}" for year in (2023, 2022, 2021)
    }


def test_the_mark_of_a_note_at_the_end_of_a_label_is_no_part_of_a_number() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (("", "2024", "2023"), ("Transaction revenue", "2,116", "1,359"), ("Hardware", "720", "317"))
        sheet.aligned(TWO, 80, rows)
        sheet.text(60, 128, "Segment revenue")
        sheet.aligned(TWO, 137, (("(ii)", "$ 2,622", "$ 1,725"),))

    found = read_pages(draw).mentions
    assert found[-2].text == "$ 2,622"


def test_the_unit_of_one_column_is_below_its_head() -> None:
    def draw(sheet: Sheet) -> None:
        heads = ((280, "Shares"), (352, "Exercise Price"), (442, "Remaining Term"), (533, "Aggregate Value"))
        for middle, head in heads:
            written(sheet, middle, 80, head, bold=True)
        written(sheet, 442, 92, "(in years)")
        rows = (("Outstanding", "13,043", "15.41", "6.1", "282,197"), ("Vested", "10", "2.96", "6.2", "1"))
        sheet.aligned((316, 402, 491, 574), 106, rows)

    found = {mention.text: mention.column_path for mention in read_pages(draw).mentions}
    assert found["282,197"] == ("Aggregate Value",)
