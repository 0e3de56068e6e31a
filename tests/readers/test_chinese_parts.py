"""What the rows of Chinese tables are parts of: told by their words, their numbers and their sums."""

from __future__ import annotations

import pytest

from cofitcheck.numbers import Measure
from cofitcheck.readers import read
from cofitcheck.reports.words import render_unchecked
from tests.readers.pdf_pages import ROW, Sheet, chinese, read_pages, read_ruled

Paths = dict[str, tuple[str, ...]]


def paths(*rows: tuple[str, str] | tuple[str, str, int]) -> Paths:
    """Return the row paths of a page's table of labels, amounts and indents, by the amounts."""
    body = "".join(
        f'<tr><td style="padding-left:{indent[0] if indent else 0}pt">{label}</td><td>{amount}</td></tr>'
        for label, amount, *indent in rows
    )
    page = f"<html><body><table><tr><th>项目</th><th>2019年</th></tr>{body}</table></body></html>"
    return {mention.text: mention.row_path for mention in read(page.encode(), "made-up.htm").mentions}


def test_what_is_added_without_an_amount_opens_nothing() -> None:
    found = paths(
        ("一、营业收入", "9,876"),
        ("加：公允价值变动收益", "", 18),
        ("投资收益", "1,234", 36),
        ("其中：联营企业的投资收益", "234", 36),
    )
    assert found["1,234"] == ("投资收益",)
    assert found["234"] == ("投资收益", "其中：联营企业的投资收益")


def test_a_part_of_an_item_without_an_amount_has_none_below() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (
            ("项目", "期末余额"),
            ("股本", "9,876"),
            ("其他权益工具", ""),
            ("其中：优先股", ""),
            ("　　　永续债", ""),
            ("资本公积", "1,234"),
            ("其他综合收益", ""),
            ("盈余公积", "2,345"),
        )
        sheet.ruled(60, 100, (160, 80), rows, font=chinese())

    found = {mention.text: mention.row_path for mention in read_pages(draw).mentions}
    assert (found["1,234"], found["2,345"]) == (("资本公积",), ("盈余公积",))


def test_holders_below_a_part_of_what_has_an_amount_are_of_that_part() -> None:
    found = paths(
        ("发起人股份", "900"),
        ("其中：法人股", ""),
        ("甲公司", "600", 18),
        ("乙公司", "300", 18),
        ("总股本", "950"),
    )
    assert found["600"] == ("其中：法人股", "甲公司")


def test_the_next_number_of_a_list_ends_an_item_without_an_amount() -> None:
    found = paths(("(五)内部结转", "9,876"), ("3.弥补亏损", ""), ("4.其他", "1,234"))
    assert found["1,234"] == ("4.其他",)


def test_items_numbered_within_items_end_each_other_over_blank_rows() -> None:
    found = paths(
        ("一、账面原值", ""),
        ("1.期初余额", "1,234"),
        ("2.本期增加金额", "345"),
        ("（1）外购", ""),
        ("（2）转入", "345.00"),
        ("", ""),
        ("3.本期减少金额", ""),
        ("（1）处置", ""),
        ("（2）其他转出", ""),
        ("", ""),
        ("4.期末余额", "1,579"),
        ("二、账面价值", ""),
        ("1.期末账面价值", "1,579.00"),
    )
    assert found["345.00"] == ("一、账面原值", "（2）转入")
    assert found["1,579"] == ("一、账面原值", "4.期末余额")
    assert found["1,579.00"] == ("二、账面价值", "1.期末账面价值")


def test_a_part_told_below_a_total_is_one_of_that() -> None:
    found = paths(
        ("长期投资：", ""),
        ("股权投资", "2,345"),
        ("长期投资合计", "2,345.00"),
        ("其中：投资差额", "345"),
        ("存货", "9"),
    )
    assert found["345"] == ("长期投资", "长期投资合计", "其中：投资差额")
    assert found["9"] == ("存货",)


def test_what_is_deducted_is_no_part_of_the_item_before() -> None:
    found = paths(
        ("一、营业收入", "9,876"),
        ("其中：主营业务收入", "9,800"),
        ("减：营业成本", "5,432", 9),
        ("其中：主营业务成本", "5,400"),
        ("销售费用", "432", 27),
        ("管理费用", "321", 27),
    )
    assert found["5,432"] == ("减：营业成本",)
    assert found["5,400"] == ("减：营业成本", "其中：主营业务成本")
    assert (found["432"], found["321"]) == (("销售费用",), ("管理费用",))


def test_parts_stand_deeper_than_their_whole() -> None:
    found = paths(("盈余公积", "1,234", 18), ("其中：公益金", "234"), ("未分配利润", "345", 18))
    assert found["345"] == ("未分配利润",)


def test_the_sum_of_all_rows_is_in_none_of_their_sections() -> None:
    found = paths(
        ("營業活動之現金流量", ""),
        ("本期稅前淨利", "2,122,120", 14),
        ("資產負債變動數", "", 14),
        ("應收票據", "1,208", 28),
        ("應付票據", "(300)", 28),
        ("營運產生之現金流入", "2,123,028", 28),
        ("收取之利息", "619", 28),
    )
    assert found["(300)"] == ("營業活動之現金流量", "資產負債變動數", "應付票據")
    assert found["2,123,028"] == ("營業活動之現金流量", "營運產生之現金流入")
    assert found["619"] == ("營業活動之現金流量", "收取之利息")


def test_a_row_under_a_date_is_in_it_whatever_it_is_the_sum_of() -> None:
    found = paths(
        ("2018年12月31日", ""),
        ("成本", "250,123"),
        ("累计折旧", "(50,000)"),
        ("2019年度", ""),
        ("年初余额", "200,123"),
        ("购置", "1,234"),
    )
    assert found["200,123"] == ("2019年度", "年初余额")


def test_a_sum_without_a_label_ends_its_section() -> None:
    found = paths(
        ("1月1日余额", "8,581"),
        ("再衡量数：", ""),
        ("财务假设变动", "221,571"),
        ("经验调整", "137,626"),
        ("", "359,197"),
        ("支付退休金", "4,638"),
    )
    assert found["359,197"] == ("再衡量数",)
    assert found["4,638"] == ("支付退休金",)


def test_a_label_behind_a_dash_is_of_the_kind_named_above() -> None:
    found = paths(("处分－成本", "(11,131)"), ("－累计折旧", "11,098"), ("运费", "9"), ("－子公司", "8"))
    assert found["11,098"] == ("处分－累计折旧",)
    assert found["8"] == ("－子公司",)


def test_the_last_line_of_a_cell_names_no_rows() -> None:
    document = read_ruled(
        (
            ("投资方", "所在地", "业务", "金额"),
            ("甲公司", "甲地", "委托兴建国民住宅出售业", "663,339"),
            ("", "", "务", ""),
            ("甲公司", "乙地", "电池制造", "567,956"),
        ),
        widths=(80, 60, 140, 80),
    )
    assert [mention.row_path for mention in document.mentions] == [
        ("甲公司 甲地 委托兴建国民住宅出售业务",),
        ("甲公司 乙地 电池制造",),
    ]


def test_a_caption_of_shares_counts_what_a_quantity_is() -> None:
    rows = ("股东", "数量", "比例"), ("国有法人", "111,801,502", "34.85%"), ("其他", "209,033,647", "65.15%")
    document = read_ruled(rows, caption="单位：股", widths=(80, 100, 80))
    assert {m.number.measure for m in document.mentions if "%" not in m.text} == {Measure.SHARES}


def test_a_number_of_restricted_shares_counts_shares_and_one_of_months_does_not() -> None:
    rows = (
        ("项目", "2019年"),
        ("期初股份数", "111,801,502"),
        ("报告期月份数", "12"),
        ("限售股份数量", "209,033,647"),
    )
    measures = [mention.number.measure for mention in read_ruled(rows, widths=(140, 100)).mentions]
    assert measures == [Measure.SHARES, Measure.UNKNOWN, Measure.SHARES]


def test_months_between_amounts_with_a_currency_are_no_money() -> None:
    rows = (
        ("项目", "2019年度", "2018年度"),
        ("净利润", "63,175,657.39", "91,793,719.96"),
        ("减少净资产次月起的累计月数", "9", "3"),
        ("期末净资产", "348,751,537.07", "286,957,817.11"),
    )
    found = read_ruled(rows, caption="单位：人民币元", widths=(160, 100, 100)).mentions
    assert {m.text for m in found if m.number.measure is not Measure.MONEY} == {"9", "3"}


def test_a_year_and_its_word_over_two_columns_are_one_head() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.line(60, 90, 520, 90)
        font = chinese()
        for x, text in ((159, "2007"), (179, "年上半年"), (276, "2006年度"), (378, "2005年度")):
            sheet.text(x, 102, text, font=font)
        for x, text in (
            (157, "金额"),
            (208, "增长"),
            (260, "金额"),
            (313, "增长"),
            (366, "金额"),
            (418, "增长"),
        ):
            sheet.text(x, 118, text, font=font)
        sheet.line(60, 122, 520, 122)
        for top, label in ((136, "销售费用"), (150, "管理费用"), (164, "财务费用")):
            sheet.text(64, top, label, font=font)
            numbers = ("31,827.24", "38.9%", "84,894.98", "78.37%", "72,744.26", "38.03%")
            for right, text in zip((188, 230, 292, 340, 398, 445), numbers, strict=True):
                sheet.text(right - 5.0 * len(text), top, text)

    document = read_pages(draw)
    heads = [mention.column_path for mention in document.mentions[:6]]
    assert heads == [
        ("2007年上半年", "金额"),
        ("2007年上半年", "增长"),
        ("2006年度", "金额"),
        ("2006年度", "增长"),
        ("2005年度", "金额"),
        ("2005年度", "增长"),
    ]


def test_headers_cut_by_the_end_of_a_page_go_on_where_one_of_them_fills_its_cell() -> None:
    first = (("项目", "工程累计投入", "利息资本", "余额"),)
    second = (("", "占预算比例", "累计额", ""), ("甲工程", "11.20", "1,234.50", "2,345.60"))
    document = read_pages(
        lambda sheet: sheet.ruled(60, 600, (72, 66, 90, 80), first, font=chinese()),
        lambda sheet: sheet.ruled(60, 60, (72, 66, 90, 80), second, font=chinese()),
    )
    heads = [mention.column_path for mention in document.mentions]
    assert heads == [("工程累计投入占预算比例",), ("利息资本累计额",), ("余额",)]


def test_what_heads_the_labels_says_what_all_numbers_are() -> None:
    rows = ("毛利率", "2007年", "2006年"), ("甲公司", "24.65%", "25.95%"), ("乙公司", "16.90%", "14.87%")
    assert read_ruled(rows).mentions[1].column_path == ("毛利率", "2006年")
    rows = ("项目", "2007年", "2006年"), ("毛利率", "24.65%", "25.95%"), ("净利率", "16.90%", "14.87%")
    assert read_ruled(rows).mentions[1].column_path == ("2006年",)


def test_heads_at_the_foot_of_a_page_are_over_the_columns_of_the_next() -> None:
    def foot(sheet: Sheet) -> None:
        rows = (("项目", "本期", "<"), ("^", "归属于母公司权益", "少数股"))
        sheet.ruled(60, 740, (80, 160, 40), rows, font=chinese())

    def top(sheet: Sheet) -> None:
        rows = (
            ("", "股本", "资本公积", "东权益"),
            ("上年余额", "320,835", "97,142", "6,188"),
            ("本年余额", "320,836", "97,143", "6,189"),
        )
        sheet.ruled(60, 60, (80, 80, 80, 40), rows, font=chinese())

    document = read_pages(foot, top)
    assert [mention.column_path for mention in document.mentions[:3]] == [
        ("本期", "归属于母公司权益", "股本"),
        ("本期", "归属于母公司权益", "资本公积"),
        ("本期", "少数股东权益"),
    ]


def test_kinds_named_in_the_second_column_hold_the_rows_below() -> None:
    rows: list[tuple[str, ...]] = [("持有人", "证券", "金额")]
    for kind, amount in (("股票", "10"), ("受益凭证", "20"), ("公司债", "30")):
        rows += [
            ("", f"{kind}：", ""),
            ("甲公司", "某证券", f"1,2{amount}"),
            ("乙公司", "他证券", f"3,4{amount}"),
        ]
    labels = {m.text: m.row_path for m in read_ruled(rows, widths=(80, 120, 80)).mentions}
    assert labels["1,220"] == ("受益凭证", "甲公司 某证券")


def test_rows_taken_for_headers_are_listed() -> None:
    names = (("项目", "甲方案"), ("地点", "北京、天津"), ("网点", "青岛"), ("仓库", "长沙"), ("门店", "重庆"))
    document = read_ruled((*names, ("总计", "1,510"), ("人员", "1,220")), widths=(80, 120))
    assert not document.mentions
    (unread,) = document.unread
    assert (
        unread.numbers,
        str(render_unchecked(unread.reason)).startswith('"重庆" is the last of so many headers'),
    ) == (
        2,
        True,
    )


def test_a_year_over_the_first_of_several_parts_is_that_of_its_rows() -> None:
    def draw(sheet: Sheet) -> None:
        top = 100.0
        for year in ("2005年度", "2006年度"):
            sheet.text(64, top, year, font=chinese())
            cents = year[2:4]
            rows = (("客户名称", "销售金额"), ("甲公司", f"3,234.{cents}"), ("合计", f"9,036.{cents}"))
            sheet.ruled(60, top + 4, (140, 80), rows, font=chinese())
            top += 4 + 3 * ROW + 12

    labels = {mention.text: mention.row_path for mention in read_pages(draw).mentions}
    assert labels["3,234.05"] == ("2005年度", "甲公司")
    assert labels["9,036.06"] == ("2006年度", "合计")


def test_what_heads_a_column_of_names_below_a_title_is_no_section() -> None:
    rows = (
        ("前10名股东持股情况", "<", "<"),
        ("股东名称", "持股比例", "持股数量"),
        ("甲公司", "5.97%", "19,152"),
        ("乙公司", "1.91%", "6,120"),
        ("前10名无限售条件股东持股情况", "<", "<"),
        ("股东名称", "持股比例", "持股数量"),
        ("丙公司", "5.98%", "19,153"),
        ("丁公司", "1.92%", "6,121"),
    )
    paths = {m.text: m.row_path for m in read_ruled(rows, widths=(160, 80, 80)).mentions}
    assert paths["5.97%"] == ("前10名股东持股情况", "甲公司")
    assert paths["1.92%"] == ("前10名无限售条件股东持股情况", "丁公司")


def test_labels_a_little_deeper_than_others_stand_beside_them() -> None:
    def draw(sheet: Sheet) -> None:
        font = chinese()
        for top, left, label, amount in (
            (100, 60, "项目", "金额"),
            (116, 60, "减值准备：", ""),
            (132, 63, "年初余额", "1,234"),
            (148, 63, "年末余额", "2,345"),
            (164, 62, "净额：", ""),
            (180, 62, "年末余额", "3,456"),
        ):
            sheet.text(left, top, label, font=font)
            sheet.text(240, top, amount, font=font, right=True)

    paths = {mention.text: mention.row_path for mention in read_pages(draw).mentions}
    assert paths["3,456"] == ("净额", "年末余额")


def test_the_last_sum_without_a_label_is_that_of_the_section_that_adds_up_to_it() -> None:
    rows = (
        ("流动项目", ""),
        ("远期合约", "20,357"),
        ("非流动项目", ""),
        ("未上市股票", "78,935"),
        ("评价调整", "28,064"),
    )
    assert paths(*rows, ("", "106,999"))["106,999"] == ("非流动项目",)
    assert paths(*rows, ("", "127,356"))["127,356"] == ()


def test_parts_of_a_date_are_no_labels() -> None:
    rows = (("文号", "字第", "1030027"), ("年", "民国", "3"), ("月", "3", "6"))
    document = read_ruled(rows, widths=(80, 80, 80))
    assert "月" not in {label for mention in document.mentions for label in mention.row_path}


def test_a_chapter_says_once_in_what_its_amounts_are() -> None:
    table = "<table><tr><th>项目</th><th>2010年</th></tr><tr><td>{}</td><td>{}</td></tr></table>"
    page = (
        "<html><body><h2>第十节 财务会计信息</h2>"
        "<p>本节数据均引自会计报表（注：本节所引用的财务数据除非另有说明，单位均为人民币元）。</p>"
        + table.format("货币资金", "109,380")
        + table.format("甲公司", "2.01")
        + "<h2>第十一节 管理层讨论</h2>"
        + table.format("客户合计", "1,234")
        + "</body></html>"
    )
    numbers = {m.text: m.number for m in read(page.encode(), "made-up.htm").mentions}
    assert (numbers["109,380"].measure, numbers["109,380"].currency) == (Measure.MONEY, "CNY")
    assert numbers["2.01"].measure is not Measure.MONEY
    assert numbers["1,234"].measure is not Measure.MONEY


def test_the_size_of_a_machine_is_no_unit() -> None:
    rows = ("名称", "数量（台）", "原值"), ("涂布机（1600mm）", "1", "414.00"), ("分切机", "2", "178.03")
    document = read_ruled(rows, caption="单位：万元", widths=(120, 80, 80))
    numbers = {mention.text: mention.number for mention in document.mentions}
    assert (numbers["414.00"].measure, numbers["414.00"].scale) == (Measure.MONEY, 4)


def test_what_an_editor_hides_is_not_read() -> None:
    def draw(sheet: Sheet) -> None:
        rows = ("", "2024", "2023"), ("Sales", "918,688", "725,920"), ("Costs", "932,585", "998,698")
        sheet.ruled(60, 100, (120, 80, 80), rows)
        canvas = sheet.canvas
        canvas.saveState()
        nothing = canvas.beginPath()
        nothing.rect(0, 0, 72, 0)
        canvas.clipPath(nothing, stroke=0, fill=0)
        sheet.text(200, 100 + 3 * ROW - 5, "113 due")
        canvas.restoreState()

    document = read_pages(draw)
    assert "932,585" in {mention.text for mention in document.mentions}
    assert document.unread == ()


def test_ages_are_no_money() -> None:
    rows = ("姓名", "年龄", "税前报酬"), ("甲", "50", "11.98"), ("乙", "56", "62.8")
    document = read_ruled(rows, caption="单位：万元", widths=(80, 80, 80))
    assert [m.number.measure is Measure.MONEY for m in document.mentions] == [False, True, False, True]


@pytest.mark.parametrize("ditto", ["〃", "〞"])
def test_a_mark_says_that_a_label_is_the_one_above(ditto: str) -> None:
    rows = ("种类", "债权人", "余额"), ("无担保借款", "甲银行", "2,700"), (ditto, "乙银行", "1,050")
    document = read_ruled(rows, widths=(100, 100, 80))
    assert document.mentions[1].row_path == ("无担保借款 乙银行",)


def test_the_first_number_of_a_range_over_two_cells_is_listed() -> None:
    rows = (("资产", "年限", ""), ("房屋", "5", "～ 55年"), ("设备", "3", "～ 20年"), ("车辆", "4", ""))
    document = read_ruled(rows, widths=(100, 60, 60))
    assert {mention.text for mention in document.mentions}.isdisjoint({"5", "3"})
    assert "a number is the first of a range" in {
        str(render_unchecked(unread.reason)) for unread in document.unread
    }
