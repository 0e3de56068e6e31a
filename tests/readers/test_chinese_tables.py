"""How Chinese tables are laid out: ruled grids, heads over rows, parts on two pages."""

from collections.abc import Callable

import pytest
from PIL import Image

from cofitcheck.reports.words import render_unchecked
from tests.readers.pdf_pages import HEIGHT, ROW, Cells, Sheet, chinese, read_pages, read_ruled, stated


def test_what_stands_beside_a_header_of_two_rows_is_a_header() -> None:
    document = read_ruled(
        (
            ("项目", "投产年度", "<", "<"),
            ("^", "1", "2", "5%"),
            ("收入", "10", "20", "30"),
            ("成本", "4", "5", "6"),
        )
    )
    assert stated(document)["收入", "投产年度 / 2"] == "20"
    assert len(document.mentions) == 6


def test_a_header_that_tables_repeat_on_every_page_does_not_run_along_it() -> None:
    def page(first: int) -> tuple[tuple[str, ...], ...]:
        names = "甲乙丙丁戊己庚辛壬"[first : first + 3]
        return (
            ("序号", "股东名称", "出资额（万元）"),
            *((str(n), name, f"{n + 1}0.5") for n, name in enumerate(names)),
        )

    document = read_pages(
        *(
            lambda sheet, first=first: sheet.ruled(60, 60, (60, 100, 100), page(first), font=chinese())
            for first in (0, 3, 6)
        )
    )
    assert {mention.column_path for mention in document.mentions} == {("出资额（万元）",)}


def test_the_number_of_a_page_on_its_side_parts_no_table() -> None:
    rows = (("项目", "2010年度", "2009年度"), ("甲", "1,100", "1,200"), ("乙", "1,300", "1,400"))
    more = (("丙", "1,500", "1,600"), ("丁", "1,700", "1,800"))

    def page(rows: Cells, number: str) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            sheet.ruled(60, 100, (100, 80, 80), rows, font=chinese())
            sheet.text(250, 760, number)

        return draw

    document = read_pages(page(rows, "1-1-182"), page(more, "1-1-183"))
    assert len(document.tables) == 1
    assert stated(document)["丁", "2009年度"] == "1,800"


def test_lines_of_tiny_pictures_part_columns() -> None:
    dot = Image.new("RGB", (1, 1))

    def draw(sheet: Sheet) -> None:
        rows = (("项目", "合并", "公司"), ("收入", "1,100.00", "1,200.00"), ("成本", "1,300.00", "1,400.00"))
        for row, (label, group, company) in enumerate(rows):
            base = 112 + row * ROW
            sheet.text(64, base, label, font=chinese())
            sheet.text(198, base, group, right=True, font=chinese())
            sheet.text(203, base, company, font=chinese())
        for row in range(len(rows) + 1):
            sheet.line(60, 100 + row * ROW, 250, 100 + row * ROW)
        for x in (60, 150, 250):
            sheet.line(x, 100, x, 100 + len(rows) * ROW)
        for y in range(100, int(100 + len(rows) * ROW)):
            sheet.canvas.drawInlineImage(dot, 200, HEIGHT - y - 0.5, 0.5, 1)

    assert stated(read_pages(draw)) == {
        ("收入", "合并"): "1,100.00",
        ("收入", "公司"): "1,200.00",
        ("成本", "合并"): "1,300.00",
        ("成本", "公司"): "1,400.00",
    }


def test_a_number_and_a_label_cut_by_the_end_of_a_page_are_one() -> None:
    first = (
        ("项目", "股本", "合计"),
        ("一、上年期末余额", "1,100.00", "1,200.00"),
        ("二、本年期初余", "412,76", "500.00"),
    )
    second = (("额", "3,258.00", ""), ("三、本期增减", "1,500.00", "1,600.00"))
    document = read_pages(
        lambda sheet: sheet.ruled(60, 600, (80, 80, 80), first, font=chinese()),
        lambda sheet: sheet.ruled(60, 60, (80, 80, 80), second, font=chinese()),
    )
    assert stated(document)["二、本年期初余额", "股本"] == "412,763,258.00"
    assert stated(document)["三、本期增减", "合计"] == "1,600.00"


def test_a_label_that_fills_its_cell_goes_on_on_the_next_page() -> None:
    first = (
        ("项目", "金额", "比例"),
        ("甲公司之货款", "1,100.00", "10%"),
        ("乙公司与丙公司", "1,200.00", "20%"),
    )
    second = (("之往来款", "", ""), ("丁公司", "1,500.00", "30%"))
    document = read_pages(
        lambda sheet: sheet.ruled(60, 600, (72, 80, 80), first, font=chinese()),
        lambda sheet: sheet.ruled(60, 60, (72, 80, 80), second, font=chinese()),
    )
    assert stated(document)["乙公司与丙公司之往来款", "金额"] == "1,200.00"
    assert stated(document)["丁公司", "金额"] == "1,500.00"


def test_a_text_beside_the_labels_that_fills_its_cell_goes_on_on_the_next_page() -> None:
    first = (
        ("序号", "客户", "合同内容", "金额"),
        ("1", "甲公司", "锅炉之备件", "1,100.00"),
        ("2", "乙公司", "炼油项目之余热", "1,200.00"),
    )
    second = (("", "", "锅炉工程款", ""), ("3", "丁公司", "锅炉之安装", "1,500.00"))
    document = read_pages(
        lambda sheet: sheet.ruled(60, 600, (40, 72, 72, 80), first, font=chinese()),
        lambda sheet: sheet.ruled(60, 60, (40, 72, 72, 80), second, font=chinese()),
    )
    assert [(m.row_path[-1], m.text) for m in document.mentions] == [
        ("甲公司 锅炉之备件", "1,100.00"),
        ("乙公司 炼油项目之余热锅炉工程款", "1,200.00"),
        ("丁公司 锅炉之安装", "1,500.00"),
    ]


def test_a_row_below_a_merged_name_at_the_top_of_a_page_is_its_own() -> None:
    first = (
        ("担保方", "贷款银行", "担保金额", "方式"),
        ("甲公司", "工商银行江东行", "2,500万元", "保证"),
        ("^", "发展银行开发区", "1,200万元", "保证"),
    )
    second = (("", "交通银行分行", "500万元", "保证"), ("乙公司", "建设银行分行", "700万元", "保证"))
    document = read_pages(
        lambda sheet: sheet.ruled(60, 600, (60, 72, 80, 60), first, font=chinese()),
        lambda sheet: sheet.ruled(60, 60, (60, 72, 80, 60), second, font=chinese()),
    )
    assert [mention.text for mention in document.mentions] == ["2,500万元", "1,200万元", "500万元", "700万元"]


def test_numbers_below_one_header_without_a_label_tell_its_columns_apart() -> None:
    document = read_ruled(
        (
            ("项目", "价格变动幅度", "<", "<"),
            ("", "-10%", "5%", "10%"),
            ("利润变动", "-12.1%", "6.1%", "12.2%"),
            ("收入变动", "-9.1%", "4.1%", "9.2%"),
        )
    )
    assert stated(document)["利润变动", "价格变动幅度 / 5%"] == "6.1%"
    assert len(document.mentions) == 6


def test_amounts_that_all_but_touch_are_two() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (
            ("股本", "7,123,456,789.10", "7,123,987,654.32"),
            ("利润", "1,234,567,890.12", "1,098,765,432.10"),
        )
        sheet.text(140, 100, "2007年", font=chinese())
        sheet.text(215, 100, "2006年", font=chinese())
        for number, (label, one, other) in enumerate(rows, 1):
            sheet.text(60, 100 + number * ROW, label, font=chinese())
            sheet.text(180, 100 + number * ROW, one, right=True)
            sheet.text(252, 100 + number * ROW, other, right=True)

    assert stated(read_pages(draw))["股本", "2006年"] == "7,123,987,654.32"


@pytest.mark.parametrize("said", ["最近三年公司的流动比率较低。", "公司流动比率的变动情况如下："])
def test_a_sentence_above_a_table_is_no_head_of_its_columns(said: str) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(170, 82, said, font=chinese())
        for x, text in ((250, "2010年"), (350, "2009年")):
            sheet.text(x, 100, text, font=chinese(), right=True)
        for number, label in enumerate(("流动比率", "速动比率", "资产周转率")):
            sheet.text(60, 116 + number * ROW, label, font=chinese())
            for x, text in ((250, f"1.{number}1"), (350, f"1.{number}2")):
                sheet.text(x, 116 + number * ROW, text, right=True)

    document = read_pages(draw)
    assert {mention.column_path for mention in document.mentions} == {("2010年",), ("2009年",)}


def test_the_scale_of_a_drawing_is_listed() -> None:
    def draw(sheet: Sheet) -> None:
        for x, text in ((200, "营业收入"), (400, "净利润")):
            sheet.text(x - 36, 84, text, font=chinese())
        for number in range(6):
            sheet.text(200, 100 + number * ROW, f"{5 - number},000", right=True)
            sheet.text(400, 100 + number * ROW, f"{30 - 5 * number}.1", right=True)
        sheet.ruled(
            60, 300, (85, 85), (("项目", "2010年"), ("产量", "152.64"), ("销量", "145.30")), chinese()
        )

    document = read_pages(draw)
    assert [mention.text for mention in document.mentions] == ["152.64", "145.30"]
    assert "the scale of a drawing" in str(render_unchecked(document.unread[0].reason))


def test_a_header_over_two_rows_takes_nothing_from_an_empty_column_beside_it() -> None:
    document = read_ruled(
        (
            ("项目", "本期", "<", "<", "<"),
            ("^", "其他权益工具", "<", "资本公积", "合计"),
            ("^", "永续债", "其他", "^", "^"),
            ("期末余额", "1,100", "", "1,200", "1,300"),
            ("期初余额", "1,400", "", "1,500", "1,600"),
        )
    )
    headers = {mention.text: mention.column_path for mention in document.mentions}
    assert headers["1,200"] == ("本期", "资本公积")


def test_shares_and_changes_of_one_name_are_of_the_column_beside_them() -> None:
    document = read_ruled(
        (
            ("项目", "2010年（万元）", "占比", "增幅（%）", "2009年（万元）", "占比", "增幅（%）"),
            ("甲产品", "1,105.20", "60.00%", "12.5", "982.40", "70.00%", "3.4"),
            ("乙产品", "737.80", "40.00%", "11.2", "421.70", "30.00%", "5.6"),
        ),
        widths=(60, 90, 60, 60, 90, 60, 60),
    )
    table = stated(document)
    assert table["甲产品", "2009年（万元） / 占比"] == "70.00%"
    assert table["乙产品", "2010年（万元） / 增幅（%）"] == "11.2"
    assert {m.number.measure.value for m in document.mentions if "增幅" in m.column_path[-1]} == {"percent"}


def test_shares_of_one_name_without_columns_to_tell_them_apart_keep_their_header() -> None:
    document = read_ruled(
        (
            ("项目", "占比", "占比", "增幅（%）"),
            ("甲产品", "60.00%", "70.00%", "12.5"),
            ("乙产品", "40.00%", "30.00%", "11.2"),
        ),
        widths=(80, 80, 80, 80),
    )
    assert {m.column_path for m in document.mentions} == {("占比",), ("增幅（%）",)}


def test_rows_without_rules_between_them_have_their_names_over_several_lines() -> None:
    edges = (60, 140, 220, 300, 380)
    numbers = (
        ("262,845", "(36,545)"),
        ("265,308", "(5,501)"),
        ("(USD$9,020)", "(USD$(171))"),
        ("21,000", "(3,648)"),
    )

    def draw(sheet: Sheet) -> None:
        for y in (60, 80, 200):
            sheet.line(edges[0], y, edges[-1], y)
        for x in edges:
            sheet.line(x, 60, x, 200)
        for x, text in zip(edges, ("投資公司", "被投資公司", "期末金額", "本期損益"), strict=False):
            sheet.text(x + 4, 74, text, font=chinese())
        for row, texts in enumerate(numbers):
            for right, text in zip((296, 376), texts, strict=True):
                sheet.text(right, 95 + 26 * row, text, right=True)
        for y, owner, held in ((95, "本公司", "甲飯店"), (121, "本公司", ""), (173, "", "")):
            sheet.text(64, y, owner, font=chinese())
            sheet.text(144, y, held, font=chinese())
        sheet.text(144, 121, "Alpha Resort")
        sheet.text(144, 135, "(Samoa) Co.")
        sheet.text(64, 173, "Alpha Resort")
        sheet.text(64, 187, "(Samoa) Co.")
        sheet.text(144, 173, "Beta Company")

    document = read_pages(draw)
    labels = [(mention.row_path[-1], mention.text) for mention in document.mentions[::2]]
    assert labels == [
        ("本公司 甲飯店", "262,845"),
        ("本公司 Alpha Resort (Samoa) Co.", "265,308"),
        ("本公司 Alpha Resort (Samoa) Co.", "USD$9,020"),
        ("Alpha Resort (Samoa) Co. Beta Company", "21,000"),
    ]
    assert str(document.mentions[5].number.value) == "-171"


def test_a_name_written_from_top_to_bottom_goes_on_on_the_next_page() -> None:
    def page(top: float, letters: str, rows: tuple[tuple[str, ...], ...]) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            sheet.ruled(60, top, (30, 70, 80, 80), rows, font=chinese())
            for number, letter in enumerate(letters):
                sheet.text(70, top + (len(rows) - 3) * ROW + 11 * (number + 1), letter, font=chinese())

        return draw

    head = ("", "项目", "原值", "净值")
    first = (
        head,
        ("", "房屋", "91.41", "61.78"),
        ("^", "设备", "24.80", "10.72"),
        ("^", "工具", "3.19", "1.18"),
    )
    second = (("", "其它", "2.24", "1.34"), ("^", "小计", "121.64", "75.02"), ("^", "备用", "7.15", "6.42"))
    document = read_pages(page(700, "200", first), page(60, "5年", second))
    labels = {mention.row_path[-1] for mention in document.mentions}
    assert labels == {f"2005年 {name}" for name in ("房屋", "设备", "工具", "其它", "小计", "备用")}
    assert len(document.mentions) == 12
