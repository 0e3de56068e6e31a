"""Tables of PDFs: ruled and not, merged cells, lines, pages."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from tests.readers.pdf_pages import HEIGHT, ROW, Sheet, chinese, grids, read_pages, stated, words

YEARS = ("2024", "2023")
SALES = (("", *YEARS), ("Sales", "1,100", "900"), ("Costs", "(700)", "(600)"), ("Profit", "400", "300"))


def test_a_ruled_table_has_its_labels_and_headers() -> None:
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (200, 80, 80), SALES))
    assert stated(document) == {
        ("Sales", "2024"): "1,100",
        ("Sales", "2023"): "900",
        ("Costs", "2024"): "(700)",
        ("Costs", "2023"): "(600)",
        ("Profit", "2024"): "400",
        ("Profit", "2023"): "300",
    }


def test_a_table_without_lines_has_the_same() -> None:
    ruled = read_pages(lambda sheet: sheet.ruled(60, 100, (200, 80, 80), SALES))
    bare = read_pages(lambda sheet: sheet.aligned((340, 420), 100, SALES))
    assert stated(bare) == stated(ruled)


def test_merged_heads_stand_over_all_their_columns() -> None:
    rows = (
        ("Item", "Group", "<", "Parent", "<"),
        ("^", "2024", "2023", "2024", "2023"),
        ("Cash", "10", "20", "30", "40"),
        ("Debt", "11", "21", "31", "41"),
    )
    found = stated(read_pages(lambda sheet: sheet.ruled(60, 100, (100, 60, 60, 60, 60), rows)))
    assert found["Cash", "Group / 2023"] == "20"
    assert found["Debt", "Parent / 2024"] == "31"


def test_a_label_over_several_lines_is_one() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (90, 80, 80), (("", *YEARS), ("", "5", "6"), ("Debt", "7", "8")))
        sheet.text(64, 100 + ROW + 7, "Receivables from")
        sheet.text(64, 100 + ROW + 15, "customers")

    assert stated(read_pages(draw))["Receivables from customers", "2024"] == "5"


def test_a_long_label_without_lines_is_one_where_rows_stand_apart() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned((340, 420), 100, (("", *YEARS), ("Sales of goods and services", "1", "2")))
        sheet.text(60, 148, "Gains on the sale of")
        sheet.aligned((340, 420), 158, (("property", "3", "4"), ("Interest", "5", "6"), ("Tax", "7", "8")))

    found = stated(read_pages(draw))
    assert found["Gains on the sale of property", "2023"] == "4"
    assert found["Interest", "2024"] == "5"


def test_a_head_is_over_the_columns_that_its_line_spans() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(280, 100, "December 31,")
        sheet.line(220, 104, 400, 104)
        sheet.text(455, 100, "Change")
        sheet.aligned(
            (270, 395, 480), 116, (("", *YEARS, ""), ("Cash", "10", "20", "10"), ("Debt", "5", "5", "0"))
        )

    found = stated(read_pages(draw))
    assert found["Cash", "December 31, / 2024"] == "10"
    assert found["Cash", "December 31, / 2023"] == "20"
    assert found["Debt", "Change"] == "0"


def test_signs_apart_from_their_numbers_belong_to_them() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned((330, 430), 100, (("", *YEARS), ("Sales", "1,100", "900"), ("Costs", "700)", "600)")))
        for x in (260, 360):
            sheet.text(x, 100 + ROW, "$")
            sheet.text(x, 100 + 2 * ROW, "(")

    document = read_pages(draw)
    assert [mention.number.value for mention in document.mentions] == [1100, 900, -700, -600]
    assert {mention.number.currency for mention in document.mentions} >= {"USD"}


def test_stacked_tables_are_kept_apart() -> None:
    other = (("Region", "Staff", "Sites"), ("North", "50", "5"), ("South", "60", "6"))

    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (200, 80, 80), SALES)
        sheet.ruled(60, 200, (200, 80, 80), other)
        sheet.aligned((340, 420), 320, SALES)
        sheet.aligned((340, 420), 320 + 5 * ROW, other)

    assert [len(grid) for grid in grids(read_pages(draw))] == [4, 3, 4, 3]


def test_rows_without_lines_between_upright_ones_are_rows() -> None:
    def draw(sheet: Sheet) -> None:
        for y in (100, 116, 170):
            sheet.line(60, y, 420, y)
        for x in (60, 260, 340, 420):
            sheet.line(x, 100, x, 170)
        sheet.aligned((335, 415), 111, SALES, left=64)

    assert [row[0] for row in grids(read_pages(draw))[0][1:]] == ["Sales", "Costs", "Profit"]


def test_a_table_that_goes_on_over_pages_is_one() -> None:
    first = tuple((f"Unit {n}", str(100 + n), str(200 + n)) for n in range(40))
    second = tuple((f"Unit {n}", str(100 + n), str(200 + n)) for n in range(40, 50))
    header = (("Name", *YEARS),)

    def top(sheet: Sheet) -> None:
        sheet.text(60, 40, "Birch Ltd annual report")
        sheet.text(290, 820, "Page 1")
        sheet.ruled(60, 100, (200, 80, 80), header + first)

    def rest(sheet: Sheet) -> None:
        sheet.text(60, 40, "Birch Ltd annual report")
        sheet.text(290, 820, "Page 2")
        sheet.ruled(60, 80, (200, 80, 80), header + second)

    document = read_pages(top, rest, words(["The end of what is said here."]))
    (table,) = document.tables
    assert table.rows == 51
    assert stated(document)["Unit 49", "2023"] == "249"
    assert [mention.place.page for mention in document.mentions] == [1] * 80 + [2] * 20


def test_what_runs_along_the_edges_of_pages_is_no_text() -> None:
    subjects = ("", "sales", "costs", "profits", "debts")

    def page(number: int) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            sheet.text(60, 40, "Birch Ltd annual report")
            sheet.text(290, 825, f"- {number} -")
            sheet.text(60, 90, f"Our {subjects[number]}")
            sheet.ruled(60, 100, (200, 80, 80), SALES)

        return draw

    document = read_pages(*(page(n) for n in range(1, 5)))
    said = " ".join(table.text_before + table.text_after for table in document.tables)
    assert "Our sales" in said
    assert "Birch" not in said
    assert "- 2 -" not in said


def test_a_page_on_its_side_is_read_and_its_places_are_those_of_the_page_as_shown() -> None:
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (200, 80, 80), SALES), rotate=90)
    assert stated(document)["Sales", "2024"] == "1,100"
    box = document.mentions[0].place.box
    assert box is not None
    # The page is shown a quarter turn clockwise: what was 100 from the top is as far from the right.
    assert HEIGHT - 140 < box[0] < box[2] < HEIGHT - 110


def test_a_number_has_its_page_and_its_box() -> None:
    document = read_pages(words(["Nothing."]), lambda sheet: sheet.ruled(60, 100, (200, 80, 80), SALES))
    place = document.mentions[0].place
    assert place.page == 2
    assert place.words == "page 2"
    left, top, right, bottom = place.box or (0, 0, 0, 0)
    assert 260 < left < right < 340
    assert 100 + ROW - 1 < top < bottom < 100 + 2 * ROW + 1


def test_unit_captions_and_titles_come_from_the_page() -> None:
    font = chinese()
    rows = (
        ("项目", "2024年度", "2023年度"),
        ("营业收入", "1,234.56", "1,000.00"),
        ("净利润", "-12.30", "8.00"),
    )

    def draw(sheet: Sheet) -> None:
        sheet.text(60, 80, "一、经营情况", font=font)
        sheet.text(360, 95, "单位：万元", font=font)
        sheet.ruled(60, 100, (200, 80, 80), rows, font=font)

    document = read_pages(draw)
    (table,) = document.tables
    assert (table.title, table.caption) == ("一、经营情况", "单位：万元")
    first = document.mentions[0]
    assert (first.row_path, first.column_path) == (("营业收入",), ("2024年度",))
    assert first.number.value == Decimal("12345600")
    assert first.number.currency == "CNY"


def test_numbered_rows_are_named_by_what_is_beside_the_number() -> None:
    rows = (
        ("No.", "Name", "Shares"),
        ("1", "A. Person", "200"),
        ("2", "B. Person", "100"),
        ("3", "C. Ltd", "50"),
    )
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (40, 200, 80), rows))
    assert [mention.row_path for mention in document.mentions] == [
        ("A. Person",),
        ("B. Person",),
        ("C. Ltd",),
    ]


def test_a_raised_footnote_mark_is_no_digit() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned((340, 420), 100, SALES)
        sheet.canvas.setFont("Helvetica", 5)
        sheet.canvas.drawString(340.5, HEIGHT - (100 + ROW - 3.5), "2")

    assert stated(read_pages(draw))["Sales", "2024"] == "1,100"


def test_text_painted_twice_is_read_once() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (200, 80, 80), SALES)
        for shift in (0.0, 0.9):
            sheet.text(60 + shift, 90, "SUMMARY OF THE YEAR")

    (table,) = read_pages(draw).tables
    assert table.title == "SUMMARY OF THE YEAR"


def test_a_line_of_years_heads_the_columns_below_other_headers() -> None:
    def draw(sheet: Sheet) -> None:
        for x, year in ((290, "2024"), (420, "2023")):
            sheet.text(x, 100, year)
        sheet.line(240, 104, 360, 104)
        sheet.line(370, 104, 490, 104)
        heads = ("", "Group", "Parent", "Group", "Parent")
        sheet.aligned(
            (290, 360, 420, 490), 116, (heads, ("Cash", "1", "2", "3", "4"), ("Debt", "5", "6", "7", "8"))
        )

    found = stated(read_pages(draw))
    assert found["Cash", "2024 / Parent"] == "2"
    assert found["Debt", "2023 / Group"] == "7"


def test_the_only_head_of_a_line_is_over_all_columns_that_have_their_own_below() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(327, 100, "Year ended")
        sheet.aligned(
            (280, 360, 440), 116, (("", "2024", "2023", "2022"), ("Cash", "1,100", "1,200", "1,300"))
        )
        sheet.aligned((280, 360, 440), 148, (("Debt", "2,100", "2,200", "2,300"),))

    found = stated(read_pages(draw))
    assert found["Cash", "Year ended / 2024"] == "1,100"
    assert found["Debt", "Year ended / 2022"] == "2,300"


def test_a_long_title_of_rows_does_not_end_a_table() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.aligned((340, 420), 100, SALES)
        sheet.text(
            60, 100 + 4 * ROW, "LIABILITIES, PREFERRED STOCK AND THE EQUITY OF ALL OF ITS HOLDERS", bold=True
        )
        sheet.aligned((340, 420), 100 + 5 * ROW, (("Debt", "500", "600"), ("Equity", "700", "800")))

    document = read_pages(draw)
    assert len(document.tables) == 1
    assert stated(document)["Debt", "2023"] == "600"


def test_a_header_that_differs_from_the_one_on_the_page_before_begins_a_table() -> None:
    def page(group: str, date: str) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            sheet.text(290, 100, group)
            sheet.aligned(
                (340, 420), 116, ((date, "Gross", "Net"), ("Sales", "11", "12"), ("Costs", "13", "14"))
            )

        return draw

    document = read_pages(page("Loans", "June 30, 2025"), page("Loans", "June 30, 2024"))
    assert len(document.tables) == 2


def test_a_line_that_is_missing_between_two_columns_costs_no_numbers() -> None:
    rows = (
        ("", "2024", "2023", "2022"),
        ("Current ratio", "2.17", "2.68", "2.39"),
        ("Quick ratio", "1.26", "1.94", "1.73"),
        ("Turnover", "7.28", "8.69", "7.91"),
        ("Coverage", "9.36", "9.87", "9.58"),
    )

    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (120, 160, 80), [(row[0], "", "") for row in rows])
        for number, (_, *texts) in enumerate(rows):
            for right, text in zip((250, 336, 416), texts, strict=True):
                sheet.text(right, 111 + number * ROW, text, right=True)

    found = stated(read_pages(draw))
    assert found["Quick ratio", "2023"] == "1.94"
    assert found["Coverage", "2022"] == "9.58"
