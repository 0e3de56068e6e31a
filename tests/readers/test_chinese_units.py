"""Units of Chinese tables: above them, over a column, in a label, in a column of their own."""

from decimal import Decimal

import pytest

from cofitcheck.numbers import Measure
from tests.readers.html_pages import mention, read_page, table
from tests.readers.pdf_pages import HEIGHT, Sheet, chinese, read_pages, read_ruled


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


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_a_column_of_units_beside_one_of_currencies_is_in_those(order: tuple[int, int]) -> None:
    rows = (
        ("项目", "币种", "单位", "2009年"),
        ("短期借款", "美元", "万元", "1,200"),
        ("长期借款", "人民币", "万元", "2,200"),
        ("债券", "-", "亿元", "3"),
        ("产量", "美元", "万吨", "4"),
    )
    document = read_ruled(tuple((row[0], *(row[at] for at in order), row[3]) for row in rows))
    numbers = [mention.number for mention in document.mentions]
    assert [(number.value, number.currency) for number in numbers] == [
        (Decimal(12_000_000), "USD"),
        (Decimal(22_000_000), "CNY"),
        (Decimal(300_000_000), "CNY"),
        (Decimal(40_000), ""),
    ]


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


def test_a_raised_two_after_metres_is_of_the_unit() -> None:
    def draw(sheet: Sheet) -> None:
        font, header = chinese(), "面积（m"
        sheet.ruled(40, 100, (85, 85), (("房屋", header), ("甲", "146.00"), ("乙", "283.41")), font)
        x = 130 + sheet.canvas.stringWidth(header, font, 9)
        sheet.canvas.setFont(font, 5)
        sheet.canvas.drawString(x, HEIGHT - 107, "2")
        sheet.text(x + 3, 111, "）", font=font)

    document = read_pages(draw)
    assert document.mentions[0].column_path == ("面积（m2）",)


YEARS = ("项目", "2009年", "2008年")


@pytest.mark.parametrize(
    "before",
    [
        "编制单位：甲乙股份有限公司 单位：万元",
        "1．各子公司主要财务数据 单位：万元",
        f"报告期内，{'公司的业务有所增长，' * 50}具体情况如下：单位：万元",
    ],
)
def test_a_unit_may_close_the_line_of_a_company_or_a_sentence_of_any_length(before: str) -> None:
    document = read_page(f"<p>{before}</p>", table(YEARS, ("收入", "1,357", "1,468")))
    assert mention(document, "1,357").number.value == 13_570_000


@pytest.mark.parametrize("between", ["", "2008年1月至6月", "合并资产负债表（续）"])
def test_a_unit_holds_for_the_parts_of_a_table_that_nothing_but_a_date_parts(between: str) -> None:
    document = read_page(
        "<p>单位：元</p>",
        table(YEARS, ("收入", "1,357", "1,468")),
        f"<p>{between}</p>",
        table(YEARS, ("成本", "1,131", "1,242")),
        f"<p>{between}</p>",
        table(YEARS, ("税金", "113", "124")),
    )
    assert {each.number.currency for each in document.mentions} == {"CNY"}


def test_units_of_several_kinds_above_a_table_are_those_of_their_rows_and_columns() -> None:
    document = read_page(
        "<p>单位：收入（万元）、产出（吨）、平均价格（元/吨）、变动（%）</p>",
        table(
            ("项目", "收入", "产出", "平均价格", "变动"),
            ("甲", "1,357", "2,468", "5.50", "7.31"),
            ("乙", "1,131", "2,242", "5.04", "8.13"),
        ),
        "<p>员工人数如下：</p>",
        table(YEARS, ("员工", "113", "124")),
    )
    numbers = [(each.number.value, each.number.measure) for each in document.mentions]
    assert numbers[:4] == [
        (13_570_000, Measure.MONEY),
        (2_468, Measure.UNKNOWN),
        (Decimal("5.50"), Measure.MONEY),
        (Decimal("7.31"), Measure.PERCENT),
    ]
    assert mention(document, "113").number.value == 113


def test_further_units_of_a_caption_are_those_of_prices_times_and_shares() -> None:
    document = read_page(
        "<p>单位：万元、元/度、月、%</p>",
        table(("项目", "金额", "单价", "摊销月数", "占比"), ("甲", "13.57", "0.75", "480", "7.31")),
    )
    assert [(each.number.value, each.number.measure) for each in document.mentions] == [
        (135_700, Measure.MONEY),
        (Decimal("0.75"), Measure.MONEY),
        (480, Measure.UNKNOWN),
        (Decimal("7.31"), Measure.PERCENT),
    ]


def test_what_is_produced_is_counted_in_the_unit_above_where_that_is_of_no_money() -> None:
    rows = (YEARS, ("产量", "65.7", "71.2"), ("销量", "61.3", "68.4"))
    things = read_page("<p>单位：万吨</p>", table(*rows))
    money = read_page("<p>单位：万元</p>", table(*rows, ("收入", "1,357", "1,468")))
    assert mention(things, "65.7").number.value == 657_000
    assert mention(money, "65.7").number.value == Decimal("65.7")


def test_a_number_of_days_between_amounts_is_no_amount() -> None:
    document = read_page(
        "<p>单位：元</p>",
        table(("项目", "数额"), ("公允价值（元）", "27.8"), ("存续期间（日）", "28"), ("价格（元）", "6.5")),
    )
    assert mention(document, "28").number.measure is Measure.UNKNOWN


def test_people_are_counted_in_the_power_beside_them() -> None:
    rows = (("地区", "人口（亿）", "销售额"), ("甲", "1.357", "2,468.00"))
    document = read_page("<p>单位：元</p>", table(*rows))
    assert mention(document, "1.357").number.value == 135_700_000
    assert mention(document, "2,468.00").number.measure is Measure.MONEY


def test_the_name_that_tells_rows_apart_says_nothing_of_their_unit() -> None:
    rows = (("関係会社の状況", "名称", "金額"), ("役員", "甲工業㈱", "15"), ("役員", "乙商事㈱", "27"))
    document = read_page("<p>（単位：百万円）</p>", table(*rows))
    assert mention(document, "15").number.value == 15_000_000
    assert "甲工業" in mention(document, "15").row_path[-1]


def test_multiples_and_weighted_shares_are_no_money() -> None:
    rows = (YEARS, ("利息保障倍数", "6.57", "7.68"), ("普通股加权平均数", "13,570", "14,680"))
    document = read_page("<p>单位：万元</p>", table(*rows))
    assert mention(document, "6.57").number.measure is Measure.RATIO
    assert mention(document, "6.57").number.value == Decimal("6.57")
    assert mention(document, "13,570").number.measure is Measure.SHARES


def test_earnings_per_share_with_one_decimal_are_not_of_the_unit_above() -> None:
    rows = (YEARS, ("基本每股收益", "0.3", "0.4"), ("净利润", "1,357", "2,468"))
    document = read_page("<p>单位：万元</p>", table(*rows))
    assert mention(document, "0.3").number.value == Decimal("0.3")
    assert mention(document, "0.3").number.measure is Measure.PER_SHARE


@pytest.mark.parametrize(
    ("label", "value"),
    [("需求量（亿平方英寸）", 57_000_000), ("产量（万kg）", 5_700)],
)
def test_tens_of_thousands_of_anything_may_be_counted_in_a_label(label: str, value: int) -> None:
    assert mention(read_page(table(YEARS, (label, "0.57", "0.68"))), "0.57").number.value == value


@pytest.mark.parametrize(
    ("unit", "currency"), [("百万ドル", "USD"), ("百万香港ドル", "HKD"), ("百万ユーロ", "EUR")]
)
def test_millions_of_a_currency_are_no_count_of_things(unit: str, currency: str) -> None:
    number = mention(read_page(table(YEARS, (f"借入金（{unit}）", "1,357", "2,468"))), "1,357").number
    assert (number.value, number.measure, number.currency) == (
        Decimal(1_357_000_000),
        Measure.MONEY,
        currency,
    )


BORROWED = (("银行", "币种", "借款余额"), ("甲银行", "RMB", "5,100"), ("乙银行", "USD", "800"))


def test_a_column_of_currencies_says_what_rows_are_in() -> None:
    document = read_page("<p>单位：万元</p>", table(*BORROWED))
    numbers = [found.number for found in document.mentions]
    assert [(number.value, number.currency) for number in numbers] == [
        (Decimal(51_000_000), "CNY"),
        (Decimal(8_000_000), "USD"),
    ]


@pytest.mark.parametrize("head", ["外币金额", "折人民币金额"])
def test_a_column_of_currencies_is_not_of_what_other_headers_say_is_converted(head: str) -> None:
    rows = ((*BORROWED[0], head), *((*row, "900") for row in BORROWED[1:]))
    document = read_page("<p>单位：万元</p>", table(*rows))
    assert mention(document, "800").number.currency == "CNY"


def test_what_stands_behind_a_unit_of_money_is_said_of_it() -> None:
    rows = (("姓名", "薪酬（万元，税后）"), ("甲某", "28"), ("乙某", "15"))
    assert mention(read_page(table(*rows)), "28").number.value == 280_000


def test_a_unit_of_all_prices_holds_for_the_table() -> None:
    rows = (("设备", "数量", "单价", "总价"), ("外延炉", "5", "120", "600"))
    document = read_page("<p>单价：万美元</p>", table(*rows))
    assert mention(document, "120").number.value == 1_200_000
    assert mention(document, "600").number.currency == "USD"
    assert mention(document, "5").number.value == 5


def test_a_unit_in_brackets_behind_the_word_for_it_holds_for_the_table() -> None:
    rows = (("年度\\发电量 单位（亿千瓦时）", "甲公司", "乙公司"), ("2006年", "417.20", "268.45"))
    assert mention(read_page(table(*rows)), "417.20").number.value == 41_720_000_000


def test_money_in_a_column_of_units_is_that_of_what_is_headed_as_a_count() -> None:
    rows = (
        ("指标", "计量单位", "数量/开展情况"),
        ("投入资金", "万元", "157.4"),
        ("资助人数", "人", "218"),
    )
    values = {m.text: m.number for m in read_ruled(rows).mentions}
    assert values["157.4"].value == 1_574_000
    assert (values["218"].value, values["218"].measure) == (Decimal(218), Measure.UNKNOWN)


def test_a_price_in_a_row_of_units_below_the_headers_has_that_unit() -> None:
    rows = (
        ("项目", "销售量", "销售价格", "收入"),
        ("", "百万吨", "人民币元/吨", "百万元"),
        ("国内销售", "83.5", "298.2", "2,490"),
        ("出口销售", "16.4", "351.8", "577"),
    )
    values = {m.text: m.number.value for m in read_ruled(rows, "单位：亿元").mentions}
    wanted = (Decimal(83_500_000), Decimal("298.2"), Decimal(2_490_000_000))
    assert (values["83.5"], values["298.2"], values["2,490"]) == wanted


def test_a_rate_in_a_table_of_percentages_is_one() -> None:
    rows = (("项目", "2006年", "2005年"), ("甲产品", "38.92", "36.02"), ("综合毛利率", "38.84", "33.56"))
    document = read_ruled(rows, "单位：%")
    assert {m.number.measure for m in document.mentions} == {Measure.PERCENT}


def test_what_is_computed_as_a_hundredfold_ratio_is_a_percentage() -> None:
    rows = (
        ("项目", "账面价值", "评估价值", "增值率"),
        ("", "A", "B", "C=(B-A)/A*100"),
        ("流动资产", "389.40", "367.71", "-5.57"),
        ("固定资产", "389.47", "436.94", "12.19"),
    )
    values = {m.text: m.number for m in read_ruled(rows, "单位：万元").mentions}
    assert (values["12.19"].measure, values["389.40"].measure) == (Measure.PERCENT, Measure.MONEY)
