"""Parts of the labels of Chinese tables that stand apart: merged, among names, on the page before."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cofitcheck.document import Document
from cofitcheck.numbers import Measure
from tests.readers.html_pages import mention, read_page, table
from tests.readers.pdf_pages import ROW, Cells, Sheet, chinese, read_pages, read_ruled

HEADS = ("类别", "名称", "2010年度", "2009年度")
WIDTHS = (90, 130, 90, 90)
_FOOT = 780.0


def labels(document: Document) -> Mapping[str, tuple[str, ...]]:
    """Return the row paths of numbers by their texts."""
    return {found.text: found.row_path for found in document.mentions}


def two_pages(first: Cells, second: Cells) -> Document:
    """Read a table, its first rows at the foot of a page and the others at the top of the next."""

    def page(top: float, rows: Cells) -> Callable[[Sheet], None]:
        return lambda sheet: sheet.ruled(60, top, WIDTHS, rows, font=chinese())

    return read_pages(page(_FOOT - len(first) * ROW, first), page(60, second))


def test_a_merged_cell_names_the_rows_on_the_next_page_too() -> None:
    document = two_pages(
        (
            HEADS,
            ("业务", "电力业务", "1,100.10", "1,200.20"),
            ("地区", "华东", "2,100.10", "2,200.20"),
            ("^", "华南", "3,100.10", "3,200.20"),
        ),
        (
            ("", "华北", "4,100.10", "4,200.20"),
            ("^", "海外", "5,100.10", "5,200.20"),
            ("其他", "租赁", "6,100.10", "6,200.20"),
        ),
    )
    found = labels(document)
    assert found["4,100.10"] == ("地区 华北",)
    assert found["5,200.20"] == ("地区 海外",)
    assert found["6,100.10"] == ("其他 租赁",)


def test_a_merged_cell_names_no_total_on_the_next_page() -> None:
    document = two_pages(
        (
            HEADS,
            ("地区", "华南", "3,100.10", "3,200.20"),
            ("^", "华北", "4,100.10", "4,200.20"),
        ),
        (("", "合计", "7,200.20", "7,400.40"), ("其他", "租赁", "6,100.10", "6,200.20")),
    )
    assert labels(document)["7,200.20"] == ("合计",)


def test_a_dash_beside_a_total_leaves_a_column_of_names_one() -> None:
    document = read_page(
        table(
            ("产品类别", "名称", "销量", "金额"),
            ("耐候料", "甲牌电线料", "526", "843.02"),
            ("耐候料", "乙牌插头料", "601", "940.60"),
            ("增强料", "丙牌外壳料", "338", "494.60"),
            ("合计", "-", "1,465", "1,750.86"),
        )
    )
    found = labels(document)
    assert found["843.02"] == ("耐候料 甲牌电线料",)
    assert found["1,750.86"] == ("合计",)


def test_words_that_repeat_beside_dashes_are_no_names() -> None:
    document = read_page(
        table(
            ("姓名", "状态", "年初", "年末"),
            ("甲某", "现任", "526", "579"),
            ("乙某", "现任", "601", "676"),
            ("丙某", "现任", "338", "494"),
            ("丁某", "-", "465", "750"),
        )
    )
    assert labels(document)["579"] == ("甲某",)


def test_a_subtotal_among_the_numbers_of_rows_is_a_label() -> None:
    document = read_page(
        table(
            ("年度", "序号", "客户名称", "销售金额"),
            ("一组", "1", "甲客户有限公司", "6,794.05"),
            ("一组", "2", "乙客户有限公司", "5,988.52"),
            ("一组", "小计", "——", "5,858.61"),
            ("二组", "1", "丙客户有限公司", "4,977.87"),
            ("二组", "2", "丁客户有限公司", "4,782.25"),
            ("二组", "小计", "——", "2,836.06"),
        )
    )
    found = labels(document)
    assert found["6,794.05"] == ("一组 甲客户有限公司",)
    assert found["5,858.61"] == ("一组 小计",)


def test_a_chapter_of_a_statement_in_short_holds_its_totals() -> None:
    document = read_ruled(
        (
            ("项目", "2010年度"),
            ("一、经营活动的现金流量", ""),
            ("现金流入小计", "94,636.62"),
            ("现金流出小计", "90,191.89"),
            ("二、投资活动的现金流量", ""),
            ("现金流入小计", "4,574.03"),
            ("现金流出小计", "4,106.42"),
        ),
        widths=(180, 90),
    )
    found = labels(document)
    assert found["94,636.62"] == ("一、经营活动的现金流量", "现金流入小计")
    assert found["4,106.42"] == ("二、投资活动的现金流量", "现金流出小计")


@pytest.mark.parametrize("business", ["制造、安装和修理某种机床，销售零件、工具和油料", "煤炭运销"])
def test_a_text_in_bold_over_all_columns_is_no_header(business: str) -> None:
    document = read_page(
        "<table><tr><td>成立时间</td><td>某年某月</td><td>注册资本</td><td>23,500万元</td></tr>"
        f"<tr><td><b>经营范围</b></td><td colspan=3><b>{business}</b></td></tr>"
        "<tr><td colspan=4>主要财务数据：</td></tr>"
        "<tr><td></td><td>总资产</td><td>净资产</td><td>净利润</td></tr>"
        "<tr><td>2006年末</td><td>583,053.95</td><td>69,218.01</td><td>-41,427.53</td></tr></table>"
    )
    found = mention(document, "69,218.01")
    assert "经营范围" not in found.row_path
    assert found.column_path == ("净资产",)


def test_a_rate_of_exchange_is_no_amount() -> None:
    document = read_page(
        "<p>金额单位：人民币百万元</p>",
        table(
            ("", "2007年6月30日", "2006年12月31日"),
            ("美元：人民币", "4.0773", "4.2605"),
            ("借款", "47,786", "5,079"),
        ),
    )
    assert mention(document, "4.0773").number.measure is Measure.UNKNOWN
    assert mention(document, "47,786").number.measure is Measure.MONEY


def test_a_unit_may_say_in_what_numbers_are_told() -> None:
    document = read_page(
        "<p>單位：新台幣千元</p>",
        table(("(以千股表達)", "113年度", "112年度"), ("1月1日期初餘額", "76,590", "75,510")),
    )
    number = mention(document, "76,590").number
    assert (number.measure, number.scale) == (Measure.SHARES, 3)


def test_a_drawing_of_who_holds_whom_is_listed() -> None:
    def page(sheet: Sheet) -> None:
        boxes = ("甲中央药业有限公司", "乙万红药业有限公司"), ("丙环海药业有限公司", "丁隆顺药业有限公司")
        for row, (left, right) in enumerate((*boxes, ("戊药谷医药有限公司", "己药谷医药有限公司"))):
            top = 130 + 32 * row
            sheet.text(60, top, left, font=chinese())
            sheet.text(330, top, right, font=chinese())
            sheet.text(230, top + 16, "51%")
            sheet.text(270, top + 16, "100%")

    document = read_pages(
        page, lambda sheet: sheet.ruled(60, 100, (150, 90), (("", "2024"), ("Cash", "8,562")))
    )
    assert [found.text for found in document.mentions] == ["8,562"]
    assert document.unread[0].numbers == 6


def test_a_lone_number_in_brackets_far_from_its_label_is_no_mark() -> None:
    rows = ("112年1月1日之期初餘額", "37"), ("借記損益表", "(1)"), ("112年12月31日餘額", "36")

    def page(sheet: Sheet) -> None:
        sheet.text(330, 100, "2024", right=True)
        for row, (label, number) in enumerate(rows):
            sheet.text(60, 116 + ROW * row, label, font=chinese())
            sheet.text(330, 116 + ROW * row, number, right=True)

    assert labels(read_pages(page)) == {number: (label,) for label, number in rows}


def test_the_number_of_a_row_at_the_foot_of_a_page_does_not_go_on_in_the_next() -> None:
    widths = (20, 130, 90)

    def page(top: float, rows: Cells) -> Callable[[Sheet], None]:
        return lambda sheet: sheet.ruled(60, top, widths, rows, font=chinese())

    document = read_pages(
        page(700, (("", "品名", "销量"), ("6", "甲药片", "1,600.10"), ("7", "乙药片", "1,700.10"))),
        page(60, (("8", "丙药片", ""), ("9", "丁药片", "1,900.10"))),
    )
    assert labels(document)["1,700.10"] == ("乙药片",)


def test_details_beside_nothing_are_of_the_item_above() -> None:
    document = read_page(
        table(
            ("項目", "摘要", "金額"),
            ("其他流動資產", "包裝物盤存", "4,357"),
            ("", "工具盤存", "43,734"),
            ("其他應付款", "應付代收代付款", "8,947"),
            ("", "合計", "20,234"),
        )
    )
    found = labels(document)
    assert found["43,734"] == ("其他流動資產 工具盤存",)
    assert found["20,234"] == ("合計",)


@pytest.mark.parametrize("same", ['"', "同上"])
def test_a_mark_for_the_same_is_the_label_above(same: str) -> None:
    document = read_page(
        table(
            ("債權人", "擔保品", "借款金額"),
            ("甲銀行", "土地及建物", "5,812"),
            (same, "房屋及建築", "4,564"),
            (same, "信用擔保", "1,408"),
        )
    )
    assert labels(document)["1,408"] == ("甲銀行 信用擔保",)


def test_a_section_may_have_its_number_in_a_column_of_its_own() -> None:
    document = read_page(
        table(
            ("序号", "设备名称", "数量", "总价", "产地"),
            ("一", "引进设备", "", "", "以甲型为代表"),
            ("1", "螺杆式空压机", "15", "816", ""),
            ("2", "自动强伸仪", "3", "136", ""),
            ("二", "国产设备"),
            ("1", "螺杆式空压机", "40", "990", "某市"),
            ("2", "纺丝机", "8", "600", ""),
        )
    )
    found = labels(document)
    assert found["816"] == ("一 引进设备", "螺杆式空压机")
    assert found["990"] == ("二 国产设备", "螺杆式空压机")


def test_a_section_may_have_the_code_of_an_account() -> None:
    document = read_page(
        table(
            ("代碼", "項目", "113年度", "112年度"),
            ("7900", "稅前淨損", "(52,349)", "(46,479)"),
            ("8360", "後續可能重分類之項目", "", ""),
            ("8361", "換算之兌換差額", "49,699", "5,623"),
            ("8399", "相關之所得稅", "(2,414)", "(7,949)"),
        )
    )
    assert labels(document)["49,699"] == ("後續可能重分類之項目", "換算之兌換差額")


def test_an_account_without_an_amount_or_a_year_beside_a_name_is_no_section() -> None:
    accounts = (
        ("代码", "科目", "2009年"),
        ("1001", "库存现金", "4,182"),
        ("1002", "银行存款", ""),
        ("1122", "应收账款", "5,271"),
    )
    assert labels(read_page(table(*accounts)))["5,271"][-1] == "应收账款"
    assert "银行存款" not in labels(read_page(table(*accounts)))["5,271"]
    paid = (
        ("Year", "Name", "Salary", "Bonus"),
        ("2024", "Jane Roe", "", ""),
        ("2023", "John Doe", "5,271", "61"),
    )
    assert labels(read_page(table(*paid)))["5,271"][-1:] != ("2024 Jane Roe",)
    assert "2024 Jane Roe" not in labels(read_page(table(*paid)))["5,271"]


@pytest.mark.parametrize("section", ["华东分部", "2019年12月31日"])
def test_a_total_of_one_side_is_of_a_section_that_is_no_part_of_it(section: str) -> None:
    rows = (("项目", "金额"), (section, ""), ("货币资金", "4,182"), ("资产合计", "6,271"))
    assert labels(read_page(table(*rows)))["6,271"] == (section, "资产合计")


def test_the_year_and_the_unit_may_be_one_header() -> None:
    document = read_page(table(("", "2020 £'000", "2019 £'000"), ("Stock", "4,182", "3,957")))
    number = mention(document, "4,182").number
    assert (number.currency, number.scale) == ("GBP", 3)


@pytest.mark.parametrize("header", ["{} USD", "EUR {}", "€ {}", "{} £"])
def test_a_year_beside_its_currency_is_a_header(header: str) -> None:
    years = [header.format(year) for year in (2020, 2019)]
    document = read_page(table(("", *years), ("Stock", "4,182", "3,957"), ("Cash", "512", "498")))
    assert mention(document, "4,182").column_path == (years[0],)


def test_codes_beside_labels_leave_their_indents_to_tell() -> None:
    rows = (
        ("7000", "營業外收入及支出：", "", 0),
        ("7100", "利息收入", "4,693", 14),
        ("7050", "財務成本", "(46,794)", 14),
        ("", "", "(17,945)", 0),
        ("7900", "稅前淨損", "(52,349)", 0),
        ("7950", "所得稅費用", "(18,470)", 0),
    )

    def page(sheet: Sheet) -> None:
        sheet.text(330, 100, "113年度", right=True, font=chinese())
        for row, (code, label, number, indent) in enumerate(rows):
            sheet.text(60, 116 + ROW * row, code)
            sheet.text(100 + indent, 116 + ROW * row, label, font=chinese())
            sheet.text(330, 116 + ROW * row, number, right=True)

    found = labels(read_pages(page))
    assert found["(46,794)"] == ("營業外收入及支出", "財務成本")
    assert found["(52,349)"] == ("稅前淨損",)


@pytest.mark.parametrize("total", ["遞延所得稅總額", "遞延所得稅淨額"])
def test_a_total_of_a_section_ends_it(total: str) -> None:
    document = read_page(
        table(
            ("", "113年度"),
            ("遞延所得稅：", ""),
            ("暫時性差異", "3,642"),
            (total, "5,123,418"),
            ("所得稅費用", "5,837"),
        )
    )
    assert labels(document)["5,123,418"] == ("遞延所得稅", total)
    assert labels(document)["5,837"] == ("所得稅費用",)


def test_what_adds_up_with_a_part_is_a_part_too() -> None:
    document = read_page(
        table(
            ("项目", "2006年", "2005年"),
            ("一、坏账准备合计", "1,943.17", "1,562.69"),
            ("其中：应收账款", "1,601.37", "1,253.09"),
            ("其他应收款", "341.80", "309.60"),
            ("预付款项", "150.20", "140.30"),
        )
    )
    found = labels(document)
    assert found["341.80"] == ("一、坏账准备合计", "其他应收款")
    assert found["150.20"] == ("预付款项",)


def test_of_rows_alike_the_sections_tell_which_is_which() -> None:
    document = read_ruled(
        (
            ("项目", "2006年", "2005年"),
            ("应付账款：", "", ""),
            ("甲包装材料公司", "606.55", "697.26"),
            ("乙化工厂", "1,221.94", "570.36"),
            ("其他应付款", "", ""),
            ("乙化工厂", "90.75", "85.20"),
        ),
        widths=(140, 90, 90),
    )
    assert labels(document)["90.75"] == ("其他应付款", "乙化工厂")


def test_comprehensive_income_is_more_than_the_other() -> None:
    document = read_page(
        table(
            ("", "113年度", "112年度"),
            ("其他綜合損益：", "", ""),
            ("不重分類之項目：", "", ""),
            ("評價利益", "7,952", "7,721"),
            ("後續可能重分類之項目：", "", ""),
            ("換算之兌換差額", "7,642", "4,932"),
            ("其他綜合損益淨額", "8,780", "6,839"),
            ("本期綜合損益總額", "52,816", "51,743"),
            ("基本每股盈餘", "79.89", "58.06"),
        )
    )
    found = labels(document)
    assert found["7,642"] == ("其他綜合損益", "後續可能重分類之項目", "換算之兌換差額")
    assert found["52,816"] == ("本期綜合損益總額",)


def test_a_unit_of_things_may_be_a_header_of_its_own_and_one_of_money_follow_a_comma() -> None:
    document = read_page(
        "<table><tr><th rowspan=2>产品</th><th>产量</th><th>销售额（含税，元）</th></tr>"
        "<tr><th>万片/粒</th><th>合计</th></tr>"
        "<tr><td>甲药片</td><td>96,576</td><td>24,765,350.20</td></tr></table>",
        table(("项目", "2010年度"), ("销售金额（含税，元）", "4,698,254,811.08")),
    )
    assert mention(document, "96,576").number.scale == 4
    assert mention(document, "4,698,254,811.08").number.measure is Measure.MONEY


def test_a_head_of_two_rows_may_come_again_for_another_block() -> None:
    def head(whom: str) -> tuple[tuple[str, ...], ...]:
        return ("比较期间", whom, "<", "差异额（元）"), ("^", "数量（kg）", "金额（元）", "^")

    document = read_ruled(
        (
            *head("向甲公司销售情况"),
            ("1月份", "8,280.10", "588,338.59", "-2.16"),
            ("2月份", "4,087.00", "64,131.42", "-0.38"),
            *head("向乙公司销售情况"),
            ("1月份", "5,040.20", "481,344.97", "-1.47"),
            ("2月份", "5,040.30", "477,569.36", "6.84"),
        ),
        widths=(80, 90, 90, 90),
    )
    found = {mention.text: (mention.row_path, mention.column_path) for mention in document.mentions}
    assert found["481,344.97"] == (("1月份",), ("向乙公司销售情况", "金额（元）"))
    assert found["6.84"] == (("2月份",), ("差异额（元）",))


def test_certificates_with_their_year_tell_rows_apart() -> None:
    document = read_page(
        table(
            ("序号", "座落", "土地使用证号", "面积（㎡）"),
            ("1", "某镇东街5号", "某国用(2011)第081264号", "49,500.07"),
            ("2", "某镇东街5号", "某国用(2011)第081265号", "66,148.07"),
            ("3", "某镇南村", "某国用(2011)第163908号", "93,285.77"),
        )
    )
    assert labels(document)["66,148.07"] == ("某镇东街5号 某国用(2011)第081265号",)


def test_a_currency_may_stand_behind_the_unit() -> None:
    document = read_page(table(("股东名称", "出资额（万元港币）"), ("甲某", "749.28"), ("乙某", "52.62")))
    number = mention(document, "749.28").number
    assert (number.measure, number.currency, number.scale) == (Measure.MONEY, "HKD", 4)


def test_a_length_of_time_tells_no_rows_apart() -> None:
    document = read_page(
        table(
            ("设备名称", "数量", "成本", "年限"),
            ("球磨机", "6", "90.24", "10年"),
            ("装药机", "9", "85.42", "11年"),
            ("球磨机", "5", "74.13", "12年"),
        )
    )
    assert labels(document)["90.24"] == ("球磨机",)


def test_types_right_behind_the_numbers_of_rows_are_names() -> None:
    document = read_ruled(
        (
            ("序号", "型号", "产地", "原值（万元）"),
            ("1", "AHS365", "瑞典", "30"),
            ("2", "AHS416", "瑞典", "42"),
            ("3", "CL120G", "日本", "51"),
        ),
        widths=(40, 80, 80, 80),
    )
    labels = [mention.row_path[-1] for mention in document.mentions]
    assert labels == ["AHS365 瑞典", "AHS416 瑞典", "CL120G 日本"]


def test_what_a_number_of_the_row_above_stands_beside_too_heads_no_rows() -> None:
    document = read_ruled(
        (
            ("序号", "名称", "规格型号", "数量"),
            ("1", "挤出机", "TSD-75C", "3"),
            ("^", "^", "TSE-75A", "^"),
            ("2", "混合机", "SUS-910", "4"),
            ("3", "切粒机", "LQ-900", "5"),
        ),
        widths=(40, 80, 100, 60),
    )
    labels = {mention.text: mention.row_path for mention in document.mentions}
    assert labels == {"3": ("挤出机",), "4": ("混合机",), "5": ("切粒机",)}


def test_short_numbers_of_things_tell_rows_apart_with_their_header() -> None:
    document = read_ruled(
        (
            ("序号", "座落", "幢号", "房产证号", "面积（㎡）"),
            ("1", "人民路1号", "1", "字第0000120460号", "50.19"),
            ("2", "人民路1号", "2", "字第0000120460号", "8,754.53"),
            ("3", "人民路1号", "3", "字第0000120461号", "1,820.70"),
        ),
        widths=(40, 100, 40, 120, 80),
    )
    labels = [mention.row_path[-1] for mention in document.mentions]
    assert labels == ["人民路1号 幢号 1", "人民路1号 幢号 2", "人民路1号 幢号 3"]
