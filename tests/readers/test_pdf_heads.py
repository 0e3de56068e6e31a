"""Headers of PDFs without ruled columns, tables of two halves, and units that one column has."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.readers.pdf_pages import ROW, Sheet, chinese, read_pages, stated

COLUMNS = (300, 360, 440, 500)
BODY = (
    ("Sales", "1,100", "900", "2,100", "1,900"),
    ("Costs", "(700)", "(600)", "(1,700)", "(1,600)"),
    ("Profit", "400", "300", "400", "300"),
)


def test_the_day_of_a_date_that_goes_on_in_the_next_line_is_no_number() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(275, 80, "Six months ended June")
        sheet.text(415, 80, "Three months ended June")
        sheet.text(318, 90, "30")
        sheet.text(462, 90, "30")
        sheet.aligned(COLUMNS, 104, (("", "2024", "2023", "2024", "2023"), *BODY))

    found = stated(read_pages(draw))
    assert found["Sales", "Six months ended June 30 / 2023"] == "900"
    assert found["Sales", "Three months ended June 30 / 2024"] == "2,100"


def test_a_row_of_small_numbers_under_months_is_no_row_of_days() -> None:
    rows = (("", "April", "May", "June"), ("Complaints", "12", "30", "5"), ("Units", "30", "2024", "31"))
    found = stated(read_pages(lambda sheet: sheet.aligned((300, 360, 440), 100, rows)))
    assert found["Complaints", "April"] == "12"
    assert found["Complaints", "May"] == "30"
    assert found["Units", "April"] == "30"


def test_a_day_and_its_year_go_on_with_the_month_above_them() -> None:
    def draw(sheet: Sheet) -> None:
        for right, month, day in ((300, "June", "5, 2024"), (380, "May", "6, 2023")):
            sheet.text(right, 84, f"Balance at {month}", right=True)
            sheet.text(right, 94, day, right=True)
        sheet.aligned((300, 380), 110, [row[:3] for row in BODY])

    found = stated(read_pages(draw))
    assert found["Sales", "Balance at June 5, 2024"] == "1,100"
    assert found["Sales", "Balance at May 6, 2023"] == "900"


def test_the_end_of_a_bracket_in_a_head_is_no_number() -> None:
    def draw(sheet: Sheet) -> None:
        for right in (300, 360):
            sheet.text(right, 84, "Inputs (Level", right=True)
        sheet.text(270, 94, "2)")
        sheet.text(330, 94, "3)")
        sheet.aligned((300, 360), 110, [row[:3] for row in BODY])

    assert stated(read_pages(draw))["Sales", "Inputs (Level 3)"] == "900"


def test_heads_stand_over_the_block_of_columns_that_repeats_below_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(263, 84, "Assets at cost")
        sheet.text(404, 84, "Debts at cost")
        sheet.aligned(COLUMNS, 100, (("", "Opening", "Closing", "Opening", "Closing"), *BODY))

    found = stated(read_pages(draw))
    assert found["Costs", "Assets at cost / Closing"] == "(600)"
    assert found["Costs", "Debts at cost / Closing"] == "(1,600)"


def test_a_remark_below_the_heads_is_over_all_columns_and_a_date_above_it_too() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(365, 70, "December 31, 2024")
        sheet.text(373, 82, "(In thousands)")
        sheet.aligned(COLUMNS, 96, (("", "Level 1", "Level 2", "Level 3", "Total"), *BODY))

    document = read_pages(draw)
    found = stated(document)
    assert found["Sales", "December 31, 2024 / Level 2"] == "900"
    assert document.mentions[0].number.value == Decimal(1_100_000)


def test_a_head_over_all_numbers_stays_where_labels_stand_a_little_off_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(332, 86, "Three Months Ended June 30")
        sheet.text(332, 98, "2024")
        sheet.text(428, 98, "2023")
        for number, label in enumerate(("Sales", "Costs", "Profit")):
            sheet.text(60, 112 + number * ROW, label)
            sheet.aligned((380, 460), 117 + number * ROW, (("", "1,100", f"{number + 5},000"),))

    assert stated(read_pages(draw))["Sales", "Three Months Ended June 30 / 2023"] == "5,000"


def test_the_middle_year_is_no_line_of_the_head_below_all_years() -> None:
    def draw(sheet: Sheet) -> None:
        for right, year in ((290, "2024"), (340, "2023"), (390, "2022")):
            sheet.text(right, 88, year, right=True)
        sheet.text(256, 97, "United States, Canada and Mexico")
        rows = (("Sales", "1,100", "900", "800"), ("Costs", "700", "600", "500"))
        sheet.aligned((290, 340, 390), 110, rows)

    found = {(m.row_path[-1], m.column_path[0]): m.text for m in read_pages(draw).mentions}
    assert found["Sales", "2024"] == "1,100"
    assert found["Costs", "2023"] == "600"


def test_bracketed_digits_of_a_row_are_its_numbers() -> None:
    rows = (("", "2024", "2023"), ("Gains", "12", "14"), ("Amortization", "(2)", "(3)"), ("Tax", "5", "6"))
    found = stated(read_pages(lambda sheet: sheet.aligned((340, 420), 100, rows)))
    assert found["Amortization", "2023"] == "(3)"


def test_a_section_below_a_row_of_numbers_is_no_end_of_its_label() -> None:
    def draw(sheet: Sheet) -> None:
        top = (("", "2024", "2023"), ("Gains on foreign currency contracts", "1", "2"))
        sheet.aligned((340, 420), 100, top)
        sheet.text(60, 100 + 2 * ROW, "Unrealized losses on hedges:")
        sheet.aligned((340, 420), 100 + 3 * ROW, (("Arising now", "3", "4"), ("Reclassified", "5", "6")))

    found = stated(read_pages(draw))
    assert found["Gains on foreign currency contracts", "2023"] == "2"
    assert found["Arising now", "2024"] == "3"


def test_two_halves_side_by_side_have_labels_of_their_own() -> None:
    rows = (
        ("Assets", "Closing", "Opening", "Liabilities", "Closing", "Opening"),
        ("Cash", "10", "20", "Loans", "1", "2"),
        ("Stocks", "30", "40", "Payables", "3", "4"),
        ("Total assets", "40", "60", "Total debts", "4", "6"),
    )
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (90, 60, 60, 90, 60, 60), rows))
    assert len(document.tables) == 2
    found = stated(document)
    assert found["Stocks", "Opening"] == "40"
    assert found["Payables", "Opening"] == "4"


@pytest.mark.parametrize(
    "head",
    [
        ("Item", "Closing", "Opening", "Item", "Closing", "Opening"),
        ("Balances", "2024", "2023", "Duties", "2024", "2023"),
    ],
)
def test_two_halves_without_totals_have_one_header_over_their_labels_or_dates(head: tuple[str, ...]) -> None:
    rows = (
        head,
        ("Cash", "10", "20", "Loans", "1", "2"),
        ("Stocks", "30", "40", "Payables", "3", "4"),
        ("Land", "40", "60", "Rent due", "4", "6"),
    )
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (90, 60, 60, 90, 60, 60), rows))
    assert stated(document)["Rent due", head[2]] == "6"


@pytest.mark.parametrize(
    "rows",
    [
        (
            ("Name", "Amount", "Kind", "Share"),
            ("Aster", "10", "goods", "20%"),
            ("Birch", "30", "goods", "40%"),
            ("Cedar", "50", "rent", "40%"),
        ),
        (
            ("Customer", "Amount", "Kind", "Amount"),
            ("Aster", "10", "goods", "20"),
            ("Birch", "30", "goods", "40"),
            ("Cedar", "50", "rent", "60"),
        ),
        (
            ("Name", "2024", "2023", "Rating", "2024", "2023"),
            ("Aster", "10", "11", "high", "20", "21"),
            ("Birch", "30", "31", "low", "40", "41"),
            ("Cedar", "50", "51", "low", "60", "61"),
            ("Total", "90", "93", "", "120", "123"),
        ),
    ],
)
def test_a_text_column_between_numbers_is_no_second_half(rows: tuple[tuple[str, ...], ...]) -> None:
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (70,) * len(rows[0]), rows))
    # Where two columns say the same it is listed, as the one table that it is.
    assert len(document.tables) + len(document.unread) == 1
    labels = {mention.row_path[-1] for mention in document.mentions}
    assert not labels & {"goods", "rent", "high", "low"}


@pytest.mark.parametrize(
    ("head", "value"),
    [
        ("数量（吨）", "1234"),
        ("产量（万吨）", "12340000"),
        ("发电量（千瓦时）", "1234"),
        ("用量（万千克）", "12340000"),
        ("产能（万吨/年）", "12340000"),
        ("单价（元/吨）", "1234"),
        ("租金（千万元/年）", "12340000000"),
        ("收入", "12340000"),
        ("金额（人民币）", "12340000"),
        ("期末余额（个别报表）", "12340000"),
        ("收入（年初至今）", "12340000"),
    ],
)
def test_a_column_with_a_unit_of_its_own_has_not_that_of_the_table(head: str, value: str) -> None:
    rows = (("项目", head, "成本"), ("甲产品", "1,234", "56"), ("乙产品", "2,345", "78"))

    def draw(sheet: Sheet) -> None:
        sheet.text(300, 95, "单位：万元", font=chinese())
        sheet.ruled(60, 100, (120, 100, 100), rows, font=chinese())

    document = read_pages(draw)
    assert document.mentions[0].number.value == Decimal(value)
    assert document.mentions[1].number.value == Decimal(560_000)


def test_money_in_the_head_of_one_column_is_no_unit_of_counted_things() -> None:
    rows = (
        ("项目", "原值（万元）", "净值", "数量"),
        ("甲设备", "1,234", "56", "7"),
        ("乙设备", "2,345", "78", "8"),
    )
    widths = (120, 100, 100, 60)
    document = read_pages(lambda sheet: sheet.ruled(60, 100, widths, rows, font=chinese()))
    values = [mention.number.value for mention in document.mentions[:3]]
    assert values == [Decimal(12_340_000), Decimal(560_000), Decimal(7)]


def test_the_unit_beside_the_company_above_a_table_is_no_header() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(70, 84, "编制单位：星光股份有限公司", font=chinese())
        sheet.text(385, 84, "单位：元", font=chinese())
        sheet.text(60, 97, "项目", font=chinese())
        sheet.text(340, 97, "本期金额", font=chinese(), right=True)
        sheet.text(420, 97, "上期金额", font=chinese(), right=True)
        sheet.aligned((340, 420), 110, (("Sales", "1,100", "900"), ("Costs", "700", "600")))

    assert stated(read_pages(draw))["Sales", "上期金额"] == "900"


def test_an_item_without_an_amount_is_no_section_of_those_below() -> None:
    rows = (
        ("项目", "期末余额", "期初余额"),
        ("流动资产：", "", ""),
        ("货币资金", "10", "20"),
        ("衍生金融资产", "", ""),
        ("应收账款", "30", "40"),
    )
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (120, 100, 100), rows, font=chinese()))
    assert [mention.row_path for mention in document.mentions[::2]] == [
        ("流动资产", "货币资金"),
        ("流动资产", "应收账款"),
    ]
