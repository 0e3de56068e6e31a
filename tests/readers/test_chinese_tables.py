from collections.abc import Callable, Sequence
from decimal import Decimal

import pytest
from PIL import Image

from cofitcheck.document import Document
from cofitcheck.numbers import Measure
from cofitcheck.readers import read
from tests.readers.pdf_pages import HEIGHT, ROW, Sheet, chinese, read_pages, stated

Rows = Sequence[Sequence[str]]


def read_ruled(rows: Rows, caption: str = "", widths: Sequence[float] = ()) -> Document:
    def draw(sheet: Sheet) -> None:
        if caption:
            sheet.text(300, 95, caption, font=chinese())
        sheet.ruled(40, 100, widths or (85,) * len(rows[0]), rows, font=chinese())

    return read_pages(draw)


def test_numbers_of_parts_do_not_take_the_place_of_the_labels() -> None:
    document = read_ruled(
        (
            ("序号", "费用名称", "金额（万元）"),
            ("一", "固定投资", "2,499"),
            ("1", "工程费用", "1,499"),
            ("1.1", "建筑工程", "1,000"),
            ("2", "预备费", "20"),
            ("合计", "-", "2,519"),
        )
    )
    labels = [mention.row_path[-1] for mention in document.mentions]
    assert labels == ["一 固定投资", "工程费用", "建筑工程", "预备费", "合计"]


def test_codes_and_days_are_no_amounts() -> None:
    document = read_ruled(
        (
            ("资产编号", "名称", "数量", "入帐日期", "注册号", "原值（元）"),
            ("201100010001", "甲机器", "1", "20110315", "1234563", "3,100.50"),
            ("201000020002", "乙机器", "2", "20100620", "1234564", "2,200.00"),
            ("201000030003", "丙机器", "3", "2009.5", "1234565", "1,300.00"),
        )
    )
    assert list(stated(document).values()) == ["1", "3,100.50", "2", "2,200.00", "3", "1,300.00"]
    assert {mention.row_path[-1] for mention in document.mentions} == {"甲机器", "乙机器", "丙机器"}


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


def test_a_column_of_units_says_those_of_its_rows() -> None:
    document = read_ruled(
        (
            ("项目", "单位", "2009年", "2010年"),
            ("单价", "元/片", "2.1357", "2.2468"),
            ("产量", "万片", "1500", "1600"),
            ("收入", "万元", "1357", "1468"),
        ),
        "单位：万元",
    )
    values = [mention.number.value for mention in document.mentions]
    assert values[:2] == [Decimal("2.1357"), Decimal("2.2468")]
    assert values[2:] == [Decimal(15_000_000), Decimal(16_000_000), Decimal(13_570_000), Decimal(14_680_000)]


@pytest.mark.parametrize("unit", ["百分点", "百分點"])
def test_percentage_points_in_a_column_of_units_scale_nothing(unit: str) -> None:
    document = read_ruled(
        (
            ("项目", "单位", "2009年", "2010年"),
            ("产量", "万片", "1500", "1600"),
            ("增幅", unit, "1.30", "1.40"),
        ),
        "单位：万元",
    )
    assert [mention.number.value for mention in document.mentions[2:]] == [Decimal("1.30"), Decimal("1.40")]


def test_a_column_of_units_beside_a_count_is_that_of_the_count() -> None:
    document = read_ruled(
        (("设备", "单位", "数量", "金额"), ("破碎机", "台", "1", "52"), ("输送机", "台", "2", "78")),
        "单位：万元",
    )
    assert [mention.number.value for mention in document.mentions] == [1, 520_000, 2, 780_000]


def test_a_count_among_numbers_without_separators_is_no_year() -> None:
    document = read_ruled((("股东", "股数（股）"), ("甲", "1500"), ("乙", "2000"), ("丙", "3000")))
    assert stated(document)["乙", "股数（股）"] == "2000"


@pytest.mark.parametrize(
    ("caption", "value"),
    [("单位：百万吨", 16_000_000), ("单位：万片", 160_000), ("单位：人", 16), ("单位：万元", 160_000)],
)
def test_a_unit_above_a_table_is_that_of_this_table_only(caption: str, value: int) -> None:
    rows = (("项目", "2004年", "2005年"), ("甲", "16", "17"), ("乙", "18", "19"))

    def draw(sheet: Sheet) -> None:
        sheet.text(300, 95, caption, font=chinese())
        sheet.ruled(40, 100, (100, 80, 80), rows, font=chinese())
        sheet.text(40, 190, "各项目的存货周转次数如下：", font=chinese())
        sheet.ruled(40, 200, (100, 80, 80), rows, font=chinese())

    document = read_pages(draw)
    assert [table.caption for table in document.tables] == [caption, ""]
    assert document.mentions[0].number.value == value
    assert document.mentions[4].number.value == 16


def test_a_unit_of_all_amounts_holds_for_the_next_table_too() -> None:
    rows = (("项目", "2004年", "2005年"), ("甲", "16", "17"), ("乙", "18", "19"))

    def draw(sheet: Sheet) -> None:
        sheet.text(300, 95, "金额单位：人民币百万元", font=chinese())
        sheet.ruled(40, 100, (100, 80, 80), rows, font=chinese())
        sheet.text(40, 190, "其他应付款按项目分析如下：", font=chinese())
        sheet.ruled(40, 200, (100, 80, 80), rows, font=chinese())

    assert read_pages(draw).mentions[4].number.value == 16_000_000


def test_the_unit_over_a_column_is_that_of_other_amounts_and_of_nothing_else() -> None:
    document = read_ruled(
        (
            ("项目", "原值（万元）", "净值", "年用量"),
            ("甲设备", "1,234", "56", "7"),
            ("乙设备", "2,345", "78", "8"),
        )
    )
    assert [mention.number.value for mention in document.mentions[:3]] == [12_340_000, 560_000, 7]


def test_a_unit_in_a_label_is_that_of_its_row() -> None:
    document = read_ruled(
        (
            ("项目", "2010年", "2009年"),
            ("财务费用（万元）", "123.45", "234.56"),
            ("甲种强度（MPa）", "44", "41"),
            ("甲种速率（g/10min, 2.16 kg）", "7.5", "9.5"),
        ),
        "单位：亿元",
        (200, 80, 80),
    )
    values = [mention.number.value for mention in document.mentions[::2]]
    assert values == [1_234_500, 44, Decimal("7.5")]


def test_letters_of_columns_are_no_units() -> None:
    document = read_ruled(
        (
            ("项目", "本期 (A)", "上期 (C)", "增减额 (C-A)", "密度 (g/L)"),
            ("甲", "1,200", "1,100", "100", "20"),
            ("乙", "900", "850", "50", "30"),
        ),
        "单位：万元",
    )
    values = [mention.number.value for mention in document.mentions[:4]]
    assert values == [12_000_000, 11_000_000, 1_000_000, 20]


def test_a_second_column_of_names_names_what_is_right_of_it() -> None:
    document = read_ruled(
        (
            ("序号", "2007年", "<", "2006年", "<", "2005年", "<"),
            ("^", "名称", "金额", "名称", "金额", "名称", "金额"),
            ("1", "甲公司", "10", "乙公司", "20", "丙公司", "30"),
            ("2", "丁公司", "40", "戊公司", "50", "己公司", "60"),
            ("合计", "-", "50", "-", "70", "-", "90"),
        ),
        widths=(40, 70, 60, 70, 60, 70, 60),
    )
    labels = {mention.text: mention.row_path[-1] for mention in document.mentions}
    assert (labels["10"], labels["20"], labels["60"]) == ("甲公司", "乙公司", "己公司")
    assert (labels["70"], labels["90"]) == ("合计", "合计")


def test_without_a_header_the_words_before_a_number_name_it() -> None:
    document = read_ruled(
        (
            ("注册资本", "200万元", "实收资本", "180万元"),
            ("持股比例", "51%", "表决权", "60%"),
        )
    )
    labels = {mention.text: mention.row_path[-1] for mention in document.mentions}
    assert labels == {"200万元": "注册资本", "180万元": "实收资本", "51%": "持股比例", "60%": "表决权"}


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


def test_a_line_between_two_parts_of_a_grid_names_the_rows_below() -> None:
    def draw(sheet: Sheet) -> None:
        first = (("设备", "数量（台）", "原值（万元）"), ("甲种机", "4", "611.70"))
        second = (("乙种机", "19", "134.70"), ("丙种机", "4", "402.60"))
        sheet.ruled(60, 100, (100, 80, 80), first, font=chinese())
        sheet.text(64, 100 + 3 * ROW - 5, "乙车间所用设备：", font=chinese())
        sheet.ruled(60, 100 + 3 * ROW, (100, 80, 80), second, font=chinese())

    document = read_pages(draw)
    assert len(document.tables) == 1
    number = next(mention for mention in document.mentions if mention.text == "134.70")
    assert number.row_path == ("乙车间所用设备", "乙种机")
    assert number.column_path == ("原值（万元）",)


def test_a_numbered_row_ends_the_section_numbered_before_it() -> None:
    document = read_ruled(
        (
            ("项目", "2010年度", "2009年度"),
            ("一、经营活动产生的现金流量：", "", ""),
            ("收到的现金", "100", "90"),
            ("二、现金净增加额", "30", "20"),
            ("加：期初余额", "70", "50"),
        ),
        widths=(200, 80, 80),
    )
    paths = {mention.text: mention.row_path for mention in document.mentions}
    assert paths["100"] == ("一、经营活动产生的现金流量", "收到的现金")
    assert paths["30"] == ("二、现金净增加额",)
    assert paths["70"] == ("加：期初余额",)


def test_the_number_of_a_page_on_its_side_parts_no_table() -> None:
    rows = (("项目", "2010年度", "2009年度"), ("甲", "1,100", "1,200"), ("乙", "1,300", "1,400"))
    more = (("丙", "1,500", "1,600"), ("丁", "1,700", "1,800"))

    def page(rows: Rows, number: str) -> Callable[[Sheet], None]:
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


def test_a_header_within_a_table_opens_no_section_of_its_corner() -> None:
    document = read_ruled(
        (
            ("项目", "2008年1月", "2008年2月"),
            ("收入", "10.5", "11.5"),
            ("项目", "2008年3月", "2008年4月"),
            ("成本", "12.5", "13.5"),
        )
    )
    assert {mention.row_path for mention in document.mentions} == {("收入",), ("成本",)}


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


def test_the_unit_at_the_top_of_many_pages_is_said_of_their_tables() -> None:
    rows = (("项目", "2010年度", "2009年度"), ("甲", "11", "12"), ("乙", "13", "14"))

    def draw(sheet: Sheet) -> None:
        sheet.text(300, 60, "单位：万元", font=chinese())
        sheet.ruled(60, 70, (100, 80, 80), rows, font=chinese())

    document = read_pages(draw, draw, draw, draw)
    assert {mention.number.scale for mention in document.mentions} == {4}


def test_tens_of_thousands_with_decimals_are_no_prices() -> None:
    document = read_ruled((("项目", "容量（万千瓦）"), ("甲厂", "29.45"), ("乙厂", "14.40")))
    assert [mention.number.value for mention in document.mentions] == [294_500, 144_000]


@pytest.mark.parametrize(
    ("caption", "scale"), [("人民币百万元，百分比除外", 6), ("人民币万元，另有标明者除外", 4), ("股", 0)]
)
def test_a_unit_alone_on_a_line_above_a_table_is_its_unit(caption: str, scale: int) -> None:
    def draw(sheet: Sheet) -> None:
        rows = (("项目", "2004年", "2005年"), ("甲", "16", "17"), ("乙", "18", "19"))
        sheet.text(40, 50, "金额单位：人民币亿元", font=chinese())
        sheet.text(300, 95, caption, font=chinese())
        sheet.ruled(40, 100, (100, 80, 80), rows, font=chinese())

    document = read_pages(draw)
    assert document.tables[0].caption == caption
    assert {mention.number.scale for mention in document.mentions} == {scale}


def test_a_coarser_number_ends_the_sections_of_finer_ones() -> None:
    document = read_ruled(
        (
            ("项目", "股本", "合计"),
            ("（一）内部结转：", "", ""),
            ("1．公积转股本", "1,100", "1,200"),
            ("2．弥补亏损：", "", ""),
            ("（二）其他", "1,300", "1,400"),
            ("四、期末余额", "1,500", "1,600"),
        ),
        widths=(140, 80, 80),
    )
    paths = {mention.text: mention.row_path for mention in document.mentions}
    assert paths["1,100"] == ("（一）内部结转", "1．公积转股本")
    assert paths["1,300"] == ("（二）其他",)
    assert paths["1,500"] == ("四、期末余额",)


def test_numbers_of_rows_between_labels_are_passed_over() -> None:
    document = read_ruled(
        (
            ("年度", "序号", "客户", "收入"),
            ("2009年", "1", "甲公司", "1,100"),
            ("^", "2", "乙公司", "1,200"),
            ("2008年", "1", "丙公司", "1,300"),
            ("^", "2", "丁公司", "1,400"),
        )
    )
    labels = [mention.row_path[-1] for mention in document.mentions]
    assert labels == ["2009年 甲公司", "2009年 乙公司", "2008年 丙公司", "2008年 丁公司"]


def test_codes_after_the_names_are_no_part_of_them() -> None:
    document = read_ruled(
        (("名称", "注册号", "金额"), ("甲公司", "12345600", "1,100"), ("乙公司", "12345601", "1,200"))
    )
    assert stated(document) == {("甲公司", "金额"): "1,100", ("乙公司", "金额"): "1,200"}


def test_a_number_without_a_percent_sign_among_percentages_is_of_another_kind() -> None:
    document = read_ruled(
        (
            ("项目", "2010年", "2009年", "增值率"),
            ("财务费用", "738.46", "615.27", "5.27%"),
            ("财务费用率", "1.68%", "1.35%", "0"),
        ),
        "单位：万元",
    )
    measures = [mention.number.measure for mention in document.mentions]
    money, percent = Measure.MONEY, Measure.PERCENT
    assert measures == [money, money, percent, percent, percent, percent]
    assert document.mentions[0].number.value == Decimal(7_384_600)


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


def test_a_number_ends_the_items_opened_since_the_one_before_it() -> None:
    document = read_ruled(
        (
            ("项目", "股本", "合计"),
            ("一、上年期末余额", "1,100", "1,200"),
            ("加：会计政策变更：", "", ""),
            ("二、本年期初余额", "1,300", "1,400"),
        ),
        widths=(140, 80, 80),
    )
    paths = {mention.text: mention.row_path for mention in document.mentions}
    assert paths["1,300"] == ("二、本年期初余额",)


def test_a_raised_two_after_metres_is_of_the_unit() -> None:
    def draw(sheet: Sheet) -> None:
        font, header = chinese(), "面积（m"
        sheet.ruled(40, 100, (85, 85), (("房屋", header), ("甲", "146.00"), ("乙", "283.41")), font)
        x = 130.5 + sheet.canvas.stringWidth(header, font, 9)
        sheet.canvas.setFont(font, 5)
        sheet.canvas.drawString(x, HEIGHT - 107, "2")
        sheet.text(x + 3, 111, "）", font=font)

    document = read_pages(draw)
    assert document.mentions[0].column_path == ("面积（m2）",)


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
    assert "the scale of a drawing" in document.unread[0].reason


def test_the_number_of_a_registration_in_a_row_is_no_amount() -> None:
    document = read_ruled(
        (
            ("公司名称", "甲公司"),
            ("注册号", "990312000476185"),
            ("注册资本", "200万元"),
            ("净利润", "-34,816.52"),
        )
    )
    assert [mention.text for mention in document.mentions] == ["200万元", "-34,816.52"]


def test_what_a_company_does_is_no_head_of_the_numbers_below_it() -> None:
    cells = "<td><b>经营范围</b></td><td colspan='3'><b>销售茶叶、玻璃制品、木制家具、雨伞。</b></td>"
    rows = (
        f"<tr>{cells}</tr><tr><td></td><td>总资产</td><td>净资产</td><td>净利润</td></tr>"
        "<tr><td>2006年末</td><td>1,482.37</td><td>1,547.12</td><td>83.46</td></tr>"
    )
    first = "<tr><td>成立时间</td><td>1999年1月</td><td>注册资本</td><td>1,600万元</td></tr>"
    document = read(f"<html><body><table>{first}{rows}</table></body></html>".encode(), "page.htm")
    found = {mention.text: mention.row_path for mention in document.mentions}
    assert found["1,482.37"] == ("2006年末",)


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


def test_a_label_with_a_colon_beside_blanks_names_the_rows_below() -> None:
    document = read_ruled(
        (
            ("项目", "2007年度", "2006年度"),
            ("投资活动产生的现金流量：", "-", "-"),
            ("收到的现金", "1,100", "1,200"),
        ),
        widths=(140, 80, 80),
    )
    assert document.mentions[0].row_path == ("投资活动产生的现金流量", "收到的现金")
