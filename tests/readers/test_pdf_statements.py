"""Statements as companies outside of America lay them out, corners and marks of any, in PDFs without tags."""

from __future__ import annotations

from tests.readers.pdf_pages import ROW, SIZE, Sheet, chinese, read_pages, stated
from tests.readers.test_pdf_printed import SALES, TWO, centred, small

INNER_OUTER = (300, 366, 432, 498)
NOTE = 226
BRITISH = (
    ("Turnover", "3", "", "27,422", "", "26,608"),
    ("Cost of sales", "", "", "(15,190)", "", "(13,533)"),
    ("", "", "", "12,232", "", "13,075"),
    ("", "", "", "", "", ""),
    ("Distribution costs", "", "167", "", "199", ""),
    ("Administrative expenses", "", "9,333", "", "9,139", ""),
    ("", "", "", "(9,500)", "", "(9,338)"),
    ("Operating profit", "5", "", "2,732", "", "3,737"),
)


def british(sheet: Sheet, above: str = "") -> None:
    """Draw a statement with two columns for each year: parts on the left, sums on the right."""
    centred(sheet, 300, 60, above)
    centred(sheet, (255 + 366) / 2, 82, "2020")
    centred(sheet, (385 + 498) / 2, 82, "2019")
    sheet.aligned((NOTE, *INNER_OUTER), 93, (("", "Notes", "£", "£", "£", "£"),))
    sheet.aligned((NOTE, *INNER_OUTER), 110, BRITISH)


def test_the_unit_of_every_column_stands_over_it_and_the_year_over_two_of_them() -> None:
    found = stated(read_pages(british))
    assert found["Turnover", "2020 / £"] == "27,422"
    assert found["Operating profit", "2019 / £"] == "3,737"


def test_a_table_goes_on_in_the_columns_that_only_its_heads_name() -> None:
    document = read_pages(british)
    found = stated(document)
    assert len(document.tables) == 1
    assert found["Distribution costs", "2020 / £"] == "167"
    assert found["Administrative expenses", "2019 / £"] == "9,139"


def test_the_day_of_a_statement_is_no_head_of_the_years_below_it() -> None:
    found = stated(read_pages(lambda sheet: british(sheet, "29 February 2020")))
    assert found["Turnover", "2020 / £"] == "27,422"
    assert found["Turnover", "2019 / £"] == "26,608"


def test_signs_of_currencies_side_by_side_are_the_units_of_two_columns() -> None:
    rows = (("", "Current", "Prior"), ("", "£", "£"), *SALES)
    found = stated(read_pages(lambda sheet: sheet.aligned(TWO, 100, rows)))
    assert found["Sales of goods", "Current £"] == "1,100"
    assert found["Sales of goods", "Prior £"] == "900"


def test_the_days_of_a_japanese_span_of_time_go_on_with_the_particles_before_them() -> None:
    def draw(sheet: Sheet) -> None:
        font = chinese()
        for left, year in ((290, 2020), (410, 2021)):
            sheet.text(left + 12, 80, "当連結会計年度", font=font)
            sheet.text(left - 15, 91, "(自", font=font)
            sheet.text(left + 10, 91, f"{year}年10月1日", font=font)
            sheet.text(left - 11, 102, "至", font=font)
            sheet.text(left + 10, 102, f"{year + 1}年9月30日)", font=font)
        for number, label in enumerate(("税金等調整前当期純利益", "減価償却費", "支払利息")):
            sheet.text(50, 120 + ROW * number, label, font=font)
            sheet.text(350, 120 + ROW * number, f"{number + 1},300", right=True, font=font)
            sheet.text(470, 120 + ROW * number, f"{number + 5},300", right=True, font=font)

    found = stated(read_pages(draw))
    assert found["減価償却費", "当連結会計年度 (自 2020年10月1日至 2021年9月30日)"] == "2,300"
    assert found["減価償却費", "当連結会計年度 (自 2021年10月1日至 2022年9月30日)"] == "6,300"


def test_a_mark_over_the_labels_leaves_the_head_beside_it_one() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 87, "4")
        centred(sheet, 462, 87, "Fiscal Year Ended January 31,")
        sheet.aligned(TWO, 100, (("", "2024", "2023"), *SALES))

    found = stated(read_pages(draw))
    assert found["Sales of goods", "Fiscal Year Ended January 31, / 2024"] == "1,100"


def test_the_date_over_the_unit_in_the_corner_is_that_of_the_years() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 92, "as of December 31", bold=True)
        sheet.text(60, 100, "(in millions)", bold=True)
        for right, year in zip(TWO, ("2024", "2023"), strict=True):
            sheet.text(right, 100, year, right=True, bold=True)
        sheet.aligned(TWO, 116, SALES)

    found = stated(read_pages(draw))
    assert found["Sales of goods", "as of December 31 (in millions) / 2024"] == "1,100"


def test_marks_half_a_line_above_numbers_are_none_however_far_behind_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 100, (("", "2024", "2023"), *SALES))
        for right in TWO:
            small(sheet, right + 6, 116 - 4.4, "2", 6.6)

    found = stated(read_pages(draw))
    assert found["Sales of goods", "2024"] == "1,100"
    assert len(found) == 2 * len(SALES)


def test_amounts_beside_years_are_no_scale_of_a_drawing() -> None:
    steps = ("1.0", "0.7", "0.4", "0.1")
    rows = [(str(2025 + number), f"{36 - number}.9", step) for number, step in enumerate(steps)]
    table = (("", "Operating", "Finance"), *rows, ("Total", "141.6", "2.2"))
    document = read_pages(lambda sheet: sheet.aligned(TWO, 100, table))
    assert stated(document)["2026", "Finance"] == "0.7"


def test_a_year_and_the_sign_below_it_are_a_head_and_no_amount() -> None:
    rows = (("", "2020", "2019"), ("", "£", "£"), *SALES)
    found = stated(read_pages(lambda sheet: sheet.aligned(TWO, 100, rows)))
    assert found["Sales of goods", "2020 £"] == "1,100"
    assert found["Costs of goods", "2019 £"] == "(600)"


def test_years_that_end_with_the_numbers_head_them_from_further_above() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned(TWO, 80, (("", "2020", "2019"),))
        sheet.aligned(TWO, 89, (("", "£", "£"),))
        sheet.aligned(TWO, 89 + 3.6 * SIZE, SALES)

    assert stated(read_pages(draw))["Sales of goods", "2020 £"] == "1,100"


def test_a_year_over_the_sums_is_that_of_their_parts_too() -> None:
    body = (
        ("Tangible assets", "4", "", "9,325", "", "9,096"),
        ("Stocks", "5", "2,686", "", "2,819", ""),
        ("Debtors", "6", "1,019", "", "1,147", ""),
        ("Net assets", "", "", "13,030", "", "13,062"),
    )

    def draw(sheet: Sheet) -> None:
        sheet.aligned((NOTE, *INNER_OUTER), 80, (("", "", "", "2020", "", "2019"),))
        sheet.aligned((NOTE, *INNER_OUTER), 91, (("", "Note", "", "£", "", "£"),))
        for number, row in enumerate(body):
            sheet.aligned((NOTE, *INNER_OUTER), 104 + 13 * number, (row,))

    found = stated(read_pages(draw))
    assert found["Tangible assets", "2020 / £"] == "9,325"
    assert found["Stocks", "2020 / £"] == "2,686"
    assert found["Debtors", "2019 / £"] == "1,147"


def test_days_in_numbers_are_dates_over_the_columns_of_both() -> None:
    def draw(sheet: Sheet) -> None:
        centred(sheet, 300, 60, "31st December 2020")
        centred(sheet, (255 + 366) / 2, 82, "31.12.20")
        centred(sheet, (385 + 498) / 2, 82, "31.12.19")
        sheet.aligned((NOTE, *INNER_OUTER), 93, (("", "Notes", "£", "£", "£", "£"),))
        sheet.aligned((NOTE, *INNER_OUTER), 110, BRITISH)

    found = stated(read_pages(draw))
    assert found["Turnover", "31.12.20 / £"] == "27,422"
    assert found["Distribution costs", "31.12.19 / £"] == "199"
