"""What stands in the cells of Chinese tables and is no plain number: read, or listed as not checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

import pytest

from cofitcheck.document import Document
from cofitcheck.numbers import Measure
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import read_page, table
from tests.readers.pdf_pages import ROW, Sheet, chinese, read_pages, read_ruled, stated

ASSETS = (
    ("类别", "折旧年限", "残值率", "年折旧率", "原值"),
    ("房屋", "40年", "5%", "2.40%", "1,100.50"),
    ("设备", "5-10年", "5%", "9.60%-19.20%", "1,200.50"),
    ("软件", "63年", "0%", "19.20%", "1,300.50"),
)


def test_lengths_of_time_are_numbers_under_a_header_of_such() -> None:
    found = stated(read_ruled(ASSETS))
    assert found["房屋", "折旧年限"] == "40年"
    assert found["软件", "折旧年限"] == "63年"
    assert {label for label, _ in found} == {"房屋", "设备", "软件"}


def test_months_have_no_common_unit_with_years_and_are_listed() -> None:
    document = read_ruled((("项目", "摊销年限", "金额"), ("土地", "50年", "900"), ("软件", "63个月", "800")))
    assert [unread.excerpt for unread in document.unread] == ["63个月"]


def test_a_length_of_time_has_no_unit_of_money() -> None:
    (term, _, _) = read_ruled(
        (("项目", "摊销年限", "金额", "余额"), ("土地", "50年", "1,100", "900")), "单位：万元"
    ).mentions
    assert (term.number.value, term.number.measure, term.number.currency) == (
        Decimal(50),
        Measure.UNKNOWN,
        "",
    )


@pytest.mark.parametrize("read", [read_ruled, lambda rows: read_page(table(*rows))], ids=["pdf", "html"])
def test_ranges_are_listed_in_any_format(read: Callable[[Sequence[Sequence[str]]], Document]) -> None:
    (unread,) = read(ASSETS).unread
    assert (
        str(render_unchecked(unread.reason))
        == 'cells such as "5-10年" state several numbers, as a range does'
    )
    assert unread.numbers == 2
    assert unread.excerpt == "5-10年, 9.60%-19.20%"


def test_a_first_row_of_ranges_is_no_header() -> None:
    document = read_ruled(
        (
            ("类别", "折旧年限（年）", "残值率（%）", "原值"),
            ("房屋", "20-40", "3.00-5.00", "不适用"),
            ("设备", "10", "5.00", "1,200.50"),
        )
    )
    assert stated(document)["设备", "折旧年限（年）"] == "10"
    assert document.unread[0].excerpt == "20-40, 3.00-5.00"


def test_amounts_among_words_in_a_column_of_numbers_are_listed() -> None:
    document = read_ruled(
        (
            ("银行", "担保金额（万元）", "单价", "数量"),
            ("甲银行", "1,500", "3.10", "2"),
            ("乙银行", "授信额度5,600万元", "0.77（元/度）", "10/3"),
            ("丙银行", "1,700", "3.30", "5（注6）"),
        )
    )
    (unread,) = document.unread
    assert unread.excerpt == "授信额度5,600万元, 0.77（元/度）, 10/3"


@pytest.mark.parametrize("text", ["2009年8月", "至2012年", "（注6）", "VCX600", "第5类", "1年以内"])
def test_dates_notes_and_names_are_not_listed(text: str) -> None:
    rows = (("名称", "金额", "账龄"), ("甲", "1,500", text), ("乙", "1,600", text))
    assert read_ruled(rows).unread == ()


def test_a_table_is_listed_on_the_page_that_its_amounts_stand_on() -> None:
    rows = [("名称", "金额"), *((f"第{n}项", f"{n},500.10") for n in "123456789"), ("甲", "1.5%和2.5%")]

    def draw(part: list[tuple[str, str]], top: float) -> Callable[[Sheet], None]:
        return lambda sheet: sheet.ruled(60, top, (150, 150), part, font=chinese())

    document = read_pages(draw(rows[:6], 650), draw([rows[0], *rows[6:]], 60))
    assert len(document.tables) == 1
    assert [unread.place.page for unread in document.unread] == [2]


def test_marks_of_notes_and_currencies_in_brackets_are_no_part_of_a_number() -> None:
    rows = (("公司", "投资额（万元）", "净值"), ("甲公司", "246.80 （美元）", "308（註一）"))
    first, second = read_ruled(rows).mentions
    assert (str(first.number.displayed), first.number.currency) == ("246.80", "USD")
    assert str(second.number.displayed) == "308"


def test_numbers_under_a_header_of_notes_state_nothing() -> None:
    rows = (
        ("项目", "注", "2009年", "2008年"),
        ("存货", "3", "1,100", "900"),
        ("固定资产", "4", "1,200", "800"),
    )
    assert sorted(stated(read_ruled(rows)).values()) == ["1,100", "1,200", "800", "900"]


def test_a_unit_of_percentages_stays_with_its_column() -> None:
    document = read_ruled(
        (
            ("项目", "2009年", "<", "2008年", "<"),
            ("^", "金额", "增幅", "金额", "增幅"),
            ("^", "（万元）", "（%）", "（万元）", "（%）"),
            ("预付账款", "1,200.50", "1,100.20", "1,050.10", "-99.80"),
        )
    )
    measures = [mention.number.measure for mention in document.mentions]
    assert measures == [Measure.MONEY, Measure.PERCENT] * 2


def test_a_currency_behind_a_dash_is_a_label() -> None:
    rows = (
        ("项目", "原币", "金额"),
        ("-人民币", "2.3%-4.5%", "5,003"),
        ("-美元", "35", "276"),
        ("合计", "", "5,279"),
    )
    assert stated(read_ruled(rows))["-人民币", "金额"] == "5,003"


def test_a_head_is_parted_from_the_number_that_no_line_parts_from_it() -> None:
    def draw(sheet: Sheet) -> None:
        font, rows, xs = chinese(), (("甲", "310.5", "12.50%"), ("乙", "200", "8.05%")), (60, 160, 260, 360)
        for x in xs:
            sheet.line(x, 100, x, 160)
        for top in (100, 140, 160):
            sheet.line(60, top, 360, top)
        sheet.line(60, 120, 160, 120)
        sheet.line(260, 120, 360, 120)
        for top, row in zip((114, 134, 154), (("股东", "股数（万股）", "比例"), *rows), strict=True):
            for x, text in zip(xs, row, strict=False):
                sheet.text(x + 5, top, text, font=font)

    found = stated(read_pages(draw))
    assert found["甲", "股数（万股）"] == "310.5"
    assert found["乙", "股数（万股）"] == "200"


def test_items_of_a_numbered_list_are_rows_of_their_own() -> None:
    def draw(sheet: Sheet) -> None:
        font = chinese()
        heads = ((200, "股本"), (300, "资本公积"))
        rows: tuple[tuple[float, str, str, str], ...] = (
            (120, "一、年初余额", "1,100", "2,100"),
            (140, "二、净利润", "1,200", "2,200"),
            (160, "1．投入资本", "1,300", "2,300"),
            (170, "2．股份支付", "", ""),
            (180, "3．其他", "", ""),
            (200, "上述小计", "1,400", "2,400"),
            (220, "三、年末余额", "1,500", "2,500"),
        )
        for x, head in heads:
            sheet.text(x, 100, head, font=font, right=True)
        for top, label, first, second in rows:
            sheet.text(60, top, label, font=font)
            sheet.text(200, top, first, right=True)
            sheet.text(300, top, second, right=True)

    labels = {mention.text: mention.row_path for mention in read_pages(draw).mentions}
    assert labels["1,300"][-1] == "1．投入资本"
    assert labels["1,400"] == ("上述小计",)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            (("项目", "（万股） 310.5", "金额"), ("甲", "1,100", "900"), ("乙", "1,200", "800")),
            "stands where a header should",
        ),
        (
            (("经营范围", "生产、销售、安装、调试", "金额"), ("甲", "1,100", "900"), ("乙", "1,200", "800")),
            "is a text, not a header",
        ),
        ((("项目", "截至6月", "30日止"), ("甲", "1,100", "900"), ("乙", "1,200", "800")), "part of a date"),
        ((("项目", "金额"), ("一、收入1．销售", "1,100"), ("二、成本", "900")), "is two labels in one"),
        (
            (("项目", "期末余额", "<", "合计"), ("^", "1至2年", "股权", "^"), ("甲", "1,100", "-", "1,100"),
             ("乙", "1,200", "-", "1,200")),
            "has no date over it",
        ),
    ],
)  # fmt: skip
def test_heads_and_labels_that_cannot_be_right_are_listed(
    rows: tuple[tuple[str, ...], ...], said: str
) -> None:
    (unread,) = read_ruled(rows).unread
    assert said in str(render_unchecked(unread.reason))


def test_numbers_in_a_column_of_units_state_nothing() -> None:
    rows = (("项目", "单位", "标准"), ("阻燃性", "1.6 mm", "3.10"), ("强度", "MPa", "4.10"))
    assert list(stated(read_ruled(rows)).values()) == ["3.10", "4.10"]


def test_rows_without_a_label_that_nothing_tells_apart_are_listed() -> None:
    rows = (("项目", "期初", "期末"), ("甲", "1,100", "900"), ("", "1,200", "800"), ("", "1,300", "700"))
    document = read_ruled((*rows, ("乙", "1,400", "600"), ("丙", "1,500", "500"), ("丁", "1,600", "400")))
    assert "rows have no label" in str(render_unchecked(document.unread[0].reason))
    assert {label for label, _ in stated(document)} == {"甲", "乙", "丙", "丁"}


def test_rows_of_one_label_are_told_apart_by_the_words_beside_it() -> None:
    document = read_ruled(
        (
            ("年份", "应纳税所得额", "税种", "影响净利润"),
            ("2007年度", "15,770.10", "企业所得税", "-2,365.10"),
            ("^", "^", "地方所得税", "-473.10"),
            ("2008年度", "14,685.10", "企业所得税", "-1,468.10"),
            ("合计", "30,455.20", "--", "-4,306.30"),
        )
    )
    found = stated(document)
    assert found["2007年度 企业所得税", "影响净利润"] == "-2,365.10"
    assert found["2007年度 地方所得税", "影响净利润"] == "-473.10"
    assert found["2007年度", "应纳税所得额"] == "15,770.10"
    assert found["2008年度", "影响净利润"] == "-1,468.10"


def test_currencies_under_a_header_of_their_own_are_no_part_of_the_amounts() -> None:
    rows = (("单位", "币种", "余额"), ("甲公司", "RMB", "5,000.10"), ("乙公司", "USD", "800.10"))
    assert stated(read_ruled(rows))["乙公司 USD", "余额"] == "800.10"


def test_dashes_among_names_before_the_numbers_of_rows_are_names() -> None:
    document = read_ruled(
        (
            ("分类", "建设单位", "序号", "项目名称", "投资（万元）"),
            ("铁路", "甲公司", "1", "甲线", "2,028"),
            ("^", "－", "2", "乙线", "4,553"),
            ("^", "丙公司", "3", "丙线", "5,311"),
        )
    )
    assert [mention.row_path[-1] for mention in document.mentions] == [
        "铁路 甲公司 甲线",
        "铁路 乙线",
        "铁路 丙公司 丙线",
    ]


def test_a_bold_line_without_numbers_names_the_plain_rows_below() -> None:
    rows = (
        ("企业名称", "2009", "2008"),
        ("应收款项", "", ""),
        ("甲公司", "1,100", "900"),
        ("合计数", "1,100", "900"),
        ("预付款项", "", ""),
        ("乙公司", "1,200", "800"),
        ("其他款项", "", ""),
        ("丙公司", "1,300", "700"),
    )

    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (150, 90, 90), rows, font=chinese())
        for number in (1, 4, 6):  # painted again right beside
            sheet.text(64.3, 100 + number * ROW + 11, rows[number][0], font=chinese())

    paths = {mention.row_path for mention in read_pages(draw).mentions}
    assert paths == {
        ("应收款项", "甲公司"),
        ("应收款项", "合计数"),
        ("预付款项", "乙公司"),
        ("其他款项", "丙公司"),
    }


def test_the_only_number_of_a_table_without_a_label_is_listed() -> None:
    first = (("项目", "2009年"), ("甲", "1,100"))

    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (85, 85), first, font=chinese())
        sheet.ruled(60, 300, (85, 85), (("甲公司", "<"), ("", "100.00%")), font=chinese())

    (unread,) = read_pages(draw).unread
    assert "no label stands beside" in str(render_unchecked(unread.reason))


def test_opening_and_closing_balances_side_by_side_are_no_doubt() -> None:
    document = read_ruled(
        (
            ("项目", "期末余额", "<", "期初余额", "<"),
            ("^", "账面余额", "减值准备", "账面余额", "减值准备"),
            ("甲", "1,100", "100", "900", "90"),
            ("乙", "1,200", "200", "800", "80"),
        )
    )
    assert document.unread == ()
    assert len(document.mentions) == 8


@pytest.mark.parametrize("text", ["(注)3", "（注）３", "令和5年", "第3期"])
def test_marks_of_notes_years_of_eras_and_terms_of_office_are_no_amounts(text: str) -> None:
    rows = (("名称", "金額", "増減"), ("甲", "1,100", "30"), ("乙", text, "40"), ("丙", "1,300", "50"))
    assert not read_page(table(*rows)).unread
