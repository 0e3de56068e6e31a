"""Heads over blocks of columns in PDFs without tags, and rules that are drawn for blocks, not for columns."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.document import Document
from tests.readers.pdf_pages import HEIGHT, Sheet, read_pages, stated

SIX = (250, 310, 370, 430, 490, 550)
LAND = ("Land", "1,100", "1,200", "1,300", "2,100", "2,200", "2,300")
CARS = ("Cars", "3,100", "3,200", "3,300", "4,100", "4,200", "4,300")


def centred(sheet: Sheet, middle: float, y: float, *texts: str) -> None:
    """Write lines of a head over the middle of its columns."""
    for number, text in enumerate(texts):
        width = sheet.canvas.stringWidth(text, "Helvetica", 9)
        sheet.text(middle - width / 2, y + 10 * number, text)


def pieces(sheet: Sheet, rights: Sequence[float], y: float, width: float = 52) -> None:
    """Draw a line column by column."""
    for right in rights:
        sheet.line(right - width, y, right + 2, y)


def test_dates_below_the_heads_of_blocks_are_over_all_columns_of_their_block() -> None:
    def draw(sheet: Sheet) -> None:
        for first in (0, 3):
            for right, head in zip(SIX[first : first + 3], ("Cost", "Used", "Value"), strict=True):
                sheet.text(right, 90, head, right=True)
            centred(sheet, SIX[first + 1] - 14, 102, "2024" if not first else "2023")
        sheet.text(60, 102, "December 31")
        sheet.line(60, 105, 380, 105)
        sheet.line(390, 105, 552, 105)
        sheet.aligned(SIX, 120, (LAND, CARS))

    found = stated(read_pages(draw))
    assert found["Land", "December 31 / Cost / 2024"] == "1,100"
    assert found["Cars", "December 31 / Value / 2023"] == "4,300"


def test_dates_over_blocks_of_several_sizes_share_the_columns_out() -> None:
    """The first year has no year before it, and so no growth."""
    rights = SIX[:5]

    def draw(sheet: Sheet) -> None:
        for middle, day in ((266, "June 30, 2024"), (386, "June 30, 2023"), (476, "June 30, 2022")):
            centred(sheet, middle, 80, day)
            sheet.line(middle - 30, 83, middle + 30, 83)
        for right, head in zip(rights, ("Share", "Growth", "Share", "Growth", "Share"), strict=True):
            sheet.text(right, 92, head, right=True)
        sheet.aligned(rights, 108, (LAND[:6], CARS[:6]))

    found = stated(read_pages(draw))
    assert found["Land", "June 30, 2024 / Growth"] == "1,200"
    assert found["Cars", "June 30, 2023 / Growth"] == "4,100"
    assert found["Cars", "June 30, 2022 / Share"] == "4,200"


def test_a_head_above_rules_drawn_column_by_column_is_over_all_that_it_stands_in_the_middle_of() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, (198 + 552) / 2, 80, "Assets in use")
        pieces(sheet, SIX, 84)
        for right, head in zip(SIX, ("North", "South", "East", "West", "Other", "Total"), strict=True):
            sheet.text(right, 96, head, right=True)
        sheet.aligned(SIX, 112, (LAND, CARS))

    found = stated(read_pages(draw))
    assert found["Land", "Assets in use / North"] == "1,100"
    assert found["Land", "Assets in use / Total"] == "2,300"


def test_two_heads_above_such_rules_share_the_columns_out() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, (198 + 372) / 2, 80, "At home")
        centred(sheet, (378 + 552) / 2, 80, "Abroad")
        pieces(sheet, SIX, 84)
        for right, head in zip(SIX, ("Cost", "Used", "Value", "Cost", "Used", "Worth"), strict=True):
            sheet.text(right, 96, head, right=True)
        sheet.aligned(SIX, 112, (LAND, CARS))

    found = stated(read_pages(draw))
    assert found["Land", "At home / Cost"] == "1,100"
    assert found["Land", "Abroad / Worth"] == "2,300"


def test_many_heads_above_a_line_of_many_pieces_share_them_out() -> None:
    rights = [150 + 32 * number for number in range(40)]
    firsts = [*range(0, 36, 3), 36, 38]
    ends = [*firsts[1:], 40]
    over = [
        (f"Plant {letter}", head)
        for letter, first, end in zip("ABCDEFGHIJKLMN", firsts, ends, strict=True)
        for head in ("Cost", "Used", "Left")[: end - first]
    ]

    def draw(sheet: Sheet) -> None:
        sheet.canvas.setPageSize((1_500, HEIGHT))
        for first, end in zip(firsts, ends, strict=True):
            centred(sheet, (rights[first] - 26 + rights[end - 1] + 2) / 2, 80, over[first][0])
        pieces(sheet, rights, 84, width=26)
        cars = ("Cars", *(f"2,{100 + number}" for number in range(40)))
        land = ("Land", *(f"1,{100 + number}" for number in range(40)))
        sheet.aligned(rights, 96, (("", *(head for _, head in over)), land, cars))

    document = read_pages(draw)
    assert [each.column_path for each in document.mentions if each.row_path == ("Land",)] == over


def test_a_date_without_its_year_is_over_the_years_below_it() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 380, 88, "Year Ended December 31")
        for right, year in ((310, "2024"), (395, "2023"), (480, "2022")):
            sheet.text(right, 100, year, right=True)
        rows = (("Sales", "1,100", "900", "800"), ("Costs", "700", "600", "500"))
        sheet.aligned((310, 395, 480), 116, rows)

    found = stated(read_pages(draw))
    assert found["Sales", "Year Ended December 31 / 2024"] == "1,100"
    assert found["Costs", "Year Ended December 31 / 2022"] == "500"


def test_the_unit_of_each_block_leaves_the_last_line_of_a_head_to_its_column() -> None:
    def draw(sheet: Sheet) -> None:
        for first, year in ((0, "2024"), (3, "2023")):
            block = SIX[first : first + 3]
            middle = block[1] - 14
            centred(sheet, middle, 70, year)
            centred(sheet, block[0] - 14, 82, "Carrying", "amount")
            centred(sheet, block[1] - 14, 82, "Losses")
            centred(sheet, block[2] - 14, 82, "Value")
            sheet.line(block[0] - 50, 96, block[2] + 2, 96)
            centred(sheet, middle, 106, "(In millions)")
        sheet.aligned(SIX, 120, (LAND, CARS))

    document = read_pages(draw)
    found = stated(document)
    assert found["Land", "2024 / Carrying amount"] == "1,100"
    assert found["Cars", "2023 / Carrying amount"] == "4,100"
    assert document.mentions[0].number.value == 1_100_000_000


def equipment(*, parted: bool) -> Document:
    """Return a document with a year over the middle one of three columns, its head of two lines below it."""

    def draw(sheet: Sheet) -> None:
        centred(sheet, 372, 80, "December 31, 2024")
        if parted:
            sheet.line(230, 84, 500, 84)
        centred(sheet, 372, 95, "Accumulated", "losses")
        for middle, head in ((270, "Cost"), (470, "Net")):
            centred(sheet, middle, 105, head)
        rows = (("Land", "11,700", "(1,300)", "10,400"), ("Cars", "21,700", "(2,400)", "19,300"))
        sheet.aligned((290, 390, 490), 120, rows)

    return read_pages(draw)


def test_the_first_line_of_a_head_is_no_line_of_what_a_rule_parts_from_it() -> None:
    found = stated(equipment(parted=True))
    assert found["Land", "December 31, 2024 / Cost"] == "11,700"
    assert found["Land", "December 31, 2024 / Accumulated losses"] == "(1,300)"


def test_years_over_an_amount_and_its_share_are_over_both_below_a_date_of_all() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 390, 78, "Years Ended")
        for right, year in ((250, "2024"), (370, "2023"), (490, "2022")):
            sheet.text(right, 90, year, right=True)
        rows = (
            ("Tax", "1,100", "21%", "1,200", "21%", "1,300", "21%"),
            ("Aid", "100", "2%", "200", "3%", "300", "4%"),
        )
        sheet.aligned((250, 310, 370, 430, 490, 550), 106, rows)

    found = {(m.row_path[-1], m.column_path[-1], m.text) for m in read_pages(draw).mentions}
    assert ("Tax", "2024", "21%") in found
    assert ("Aid", "2022", "4%") in found


def test_columns_that_rules_part_in_blocks_are_those_of_their_numbers() -> None:
    def draw(sheet: Sheet) -> None:
        for right, head in zip(SIX, ("One", "Two", "Three", "Four", "Five", "Six"), strict=True):
            sheet.text(right, 90, head, right=True)
        sheet.line(60, 94, 552, 94)
        sheet.aligned(SIX, 110, (LAND, CARS, ("Sum", *CARS[1:])))
        sheet.line(60, 160, 552, 160)
        for x in (190, 380):
            sheet.line(x, 80, x, 160)

    found = stated(read_pages(draw))
    assert found["Land", "One"] == "1,100"
    assert found["Cars", "Six"] == "4,300"


def test_a_ruled_row_of_heads_is_no_table_by_itself() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 290, 78, "Assets")
        centred(sheet, 470, 78, "Investments")
        for right, year in zip(SIX, ("2024", "2023", "2022") * 2, strict=True):
            sheet.text(right, 92, year, right=True)
        for left, right, x in ((60, 372, 190), (380, 552, 435)):
            sheet.line(left, 96, right, 96)
            sheet.line(x, 82, x, 97)
        sheet.aligned(SIX, 112, (LAND, CARS))

    found = stated(read_pages(draw))
    assert found["Land", "Assets / 2023"] == "1,200"
    assert found["Cars", "Investments / 2022"] == "4,300"


def test_a_column_of_dashes_beside_numbers_under_one_rule_is_a_column() -> None:
    def draw(sheet: Sheet) -> None:
        for right, head in ((270, "Value"), (350, "Loss"), (430, "Price"), (510, "Gain")):
            sheet.text(right, 90, head, right=True)
        sheet.line(230, 93, 272, 93)
        sheet.line(290, 93, 432, 93)
        sheet.line(470, 93, 512, 93)
        centred(sheet, 372, 103, "(In millions)")
        rows = (("Notes", "500", "—", "700", "(1)"), ("Bonds", "422", "—", "800", "(2)"))
        sheet.aligned((270, 350, 430, 510), 116, rows)

    found = [(m.row_path[-1], m.column_path, m.text) for m in read_pages(draw).mentions]
    assert ("Notes", ("Price",), "700") in found
    assert ("Bonds", ("Price",), "800") in found


PAIR = (400, 480)


def test_a_bracket_that_closes_below_the_numbers_of_its_label_is_no_number() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(PAIR, 88, (("", "2024", "2023"), ("Sales", "1,100", "900")))
        sheet.text(60, 120, "Shares bought (Note")
        sheet.aligned(PAIR, 125, (("", "(111)", "(222)"),))
        sheet.text(60, 130, "16)")
        sheet.aligned(PAIR, 146, (("Profit", "400", "300"),))

    found = stated(read_pages(draw))
    assert found["Shares bought (Note 16)", "2023"] == "(222)"


def test_the_amounts_at_the_end_of_a_label_of_two_lines_are_none_of_its_row() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(PAIR, 88, (("", "2024", "2023"), ("Aid", "1,100", "900"), ("Tax", "700", "600")))
        sheet.text(60, 136, "Losses on pensions, net of tax of $13, ($22) and")
        sheet.text(76, 146, "($32)")
        sheet.aligned(PAIR, 146, (("", "(722)", "1,533"), ("Net", "400", "300")))

    found = stated(read_pages(draw))
    assert found["Losses on pensions, net of tax of $13, ($22) and ($32)", "2024"] == "(722)"
    assert found["Aid", "2023"] == "900"


def test_the_year_of_a_balance_in_the_next_line_is_of_its_label() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(PAIR, 88, (("", "Cost", "Net"),))
        sheet.text(60, 104, "Balance at March 31,")
        sheet.aligned(
            PAIR, 114, (("2024", "5,026", "4,026"), ("Net income", "700", "600"), ("Aid", "7", "6"))
        )

    found = stated(read_pages(draw))
    assert found["Balance at March 31, 2024", "Net"] == "4,026"


def test_a_title_over_the_middle_of_rows_is_no_end_of_the_label_above_it() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(
            PAIR, 88, (("", "2024", "2023"), ("Cash", "700", "600"), ("Total assets", "1,100", "900"))
        )
        sheet.text(160, 135, "LIABILITIES AND EQUITY")
        sheet.aligned(PAIR, 150, (("Debt", "400", "300"), ("Equity", "700", "600")))

    found = stated(read_pages(draw))
    assert found["Total assets", "2024"] == "1,100"


def test_words_of_a_head_that_stand_further_apart_than_its_others_are_two_heads() -> None:
    def draw(sheet: Sheet) -> None:
        first, second = "Loans and notes", "Interest and fees"
        left = 343 - sheet.canvas.stringWidth(first, "Helvetica", 9)
        sheet.text(left, 88, first)
        sheet.text(347, 88, second)
        centred(sheet, (left + 343) / 2, 98, "receivable")
        centred(sheet, 347 + sheet.canvas.stringWidth(second, "Helvetica", 9) / 2, 98, "payable")
        sheet.text(480, 98, "Total", right=True)
        rows = (("Loans", "1,100", "900", "2,000"), ("Aid", "700", "600", "1,300"))
        sheet.aligned((330, 405, 480), 114, rows)

    found = stated(read_pages(draw))
    assert found["Loans", "Loans and notes receivable"] == "1,100"
    assert found["Aid", "Interest and fees payable"] == "600"


def test_a_title_over_the_middle_of_the_table_heads_none_of_its_columns() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 330, 76, "Accounts that were valued at a lower amount")
        rows = (("", "Opening", "Added", "Closing"), ("Aid", "1,100", "900", "2,000"), ("Tax", "7", "6", "1"))
        sheet.aligned((400, 500, 600), 90, rows)

    found = stated(read_pages(draw))
    assert found["Aid", "Opening"] == "1,100"


def test_heads_stand_above_a_unit_and_a_remark_right_above_the_numbers() -> None:
    def draw(sheet: Sheet) -> None:
        for right, head in ((300, "Cost"), (380, "Used"), (460, "Value")):
            sheet.text(right, 70, head, right=True)
        centred(sheet, 362, 82, "(In millions)")
        centred(sheet, 362, 93, "(Unaudited)")
        sheet.aligned((300, 380, 460), 105, (("Land", "1,100", "1,200", "1,300"), ("Cars", "7", "6", "1")))

    found = {(m.row_path[-1], m.column_path[0]): m.text for m in read_pages(draw).mentions}
    assert found["Land", "Cost"] == "1,100"
