"""Labels of Chinese tables: their sections, numbered and named, and names beside the numbers."""

import pytest

from cofitcheck.readers import read
from tests.readers.pdf_pages import ROW, Sheet, chinese, pdf, read_pages, read_ruled


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


def test_items_of_which_parts_are_told_are_named_with_their_parts() -> None:
    document = read_ruled(
        (
            ("项目", "2010年末", "2009年末"),
            ("货币资金", "900", "800"),
            ("其中：甲集团", "100", "90"),
            ("其他关联方", "20", "10"),
            ("应收账款", "700", "600"),
            ("其中：甲集团", "300", "290"),
            ("其他关联方", "40", "30"),
            ("产值", "500", "400"),
            ("增长率（%）", "25.0", "10.0"),
            ("其中：", "", ""),
            ("住宅", "110", "111"),
        ),
        widths=(140, 80, 80),
    )
    assert [mention.row_path for mention in document.mentions[::2]] == [
        ("货币资金",),
        ("货币资金", "其中：甲集团"),
        ("货币资金", "其他关联方"),
        ("应收账款",),
        ("应收账款", "其中：甲集团"),
        ("应收账款", "其他关联方"),
        ("产值",),
        ("增长率（%）",),
        ("产值", "住宅"),
    ]


def test_the_share_of_each_of_several_rows_is_named_with_it() -> None:
    document = read_ruled(
        (
            ("项目", "2010年", "2009年"),
            ("总产量", "536", "419"),
            ("增长率（%）", "17.4", "13.2"),
            ("总销量", "286", "314"),
            ("增长率（%）", "15.6", "16.9"),
        ),
        widths=(140, 80, 80),
    )
    assert not document.unread
    assert [mention.row_path for mention in document.mentions[::2]] == [
        ("总产量",),
        ("总产量", "增长率（%）"),
        ("总销量",),
        ("总销量", "增长率（%）"),
    ]


def test_a_total_over_the_numbers_and_the_names_of_a_second_list_names_its_amount() -> None:
    document = read_ruled(
        (
            ("序号", "股东", "股数（万股）", "序号", "股东", "股数（万股）"),
            ("1", "甲公司", "10.5", "3", "丙公司", "30.5"),
            ("2", "乙公司", "20.5", "合计", "<", "61.5"),
        ),
        widths=(40, 80, 80, 40, 80, 80),
    )
    assert not document.unread
    labels = {mention.text: mention.row_path[-1] for mention in document.mentions}
    assert labels == {"10.5": "甲公司", "30.5": "丙公司", "20.5": "乙公司", "61.5": "合计"}


def test_parts_below_the_first_one_that_stand_deeper_are_named_with_it() -> None:
    document = read_ruled(
        (
            ("项目", "期末余额", "期初余额"),
            ("一、现金", "900", "800"),
            ("其中：库存现金", "100", "90"),
            ("      银行存款", "800", "710"),
            ("      现金合计", "900", "800"),
            ("三、期末现金余额", "900", "800"),
        ),
        widths=(140, 80, 80),
    )
    assert [mention.row_path for mention in document.mentions[::2]] == [
        ("一、现金",),
        ("一、现金", "其中：库存现金"),
        ("一、现金", "银行存款"),
        ("现金合计",),
        ("三、期末现金余额",),
    ]


def test_the_subtotal_of_a_section_ends_it() -> None:
    document = read_ruled(
        (
            ("账龄", "期末余额", "期初余额"),
            ("1年以内分项", "", ""),
            ("其中：6个月以内", "900", "800"),
            ("1年以内小计", "900", "800"),
            ("1至2年", "100", "90"),
            ("合计", "1,000", "890"),
        ),
        widths=(140, 80, 80),
    )
    assert [mention.row_path for mention in document.mentions[::2]] == [
        ("1年以内分项", "其中：6个月以内"),
        ("1年以内分项", "1年以内小计"),
        ("1至2年",),
        ("合计",),
    ]


def test_all_assets_and_all_liabilities_are_of_no_part_of_them() -> None:
    rows = (
        ("项目", "2005年"),
        ("负债及股东权益：", ""),
        ("长期负债：", ""),
        ("长期借款", "1,234"),
        ("递延税项：", ""),
        ("递延税款贷项", "2,345"),
        ("负债合计", "3,579"),
    )
    found = {m.text: m.row_path for m in read_ruled(rows, widths=(140, 80)).mentions}
    assert found["2,345"][-2:] == ("递延税项", "递延税款贷项")
    assert found["3,579"] == ("负债及股东权益", "负债合计")


def test_a_subtotal_of_several_items_is_of_none_of_them() -> None:
    rows = (
        ("项目", "未分配利润", "合计"),
        ("（一）净利润", "1,234", "1,234"),
        ("（二）直接计入权益的利得", "", ""),
        ("上述（一）和（二）小计", "1,235", "1,235"),
    )
    found = {m.text: m.row_path for m in read_ruled(rows, widths=(140, 80, 80)).mentions}
    assert found["1,235"] == ("上述（一）和（二）小计",)


def test_a_name_beside_the_header_and_the_rows_below_it_is_of_those_rows() -> None:
    rows = (
        ("2007年", "设备名称", "原值（万元）"),
        ("^", "甲种机", "618.34"),
        ("^", "乙种机", "492.17"),
        ("2006年", "丙种机", "356.81"),
        ("^", "丁种机", "148.93"),
    )
    document = read_ruled(rows, widths=(60, 100, 100))
    found = {m.text: (m.row_path, m.column_path) for m in document.mentions}
    assert found["618.34"] == (("2007年 甲种机",), ("原值（万元）",))
    assert found["356.81"] == (("2006年 丙种机",), ("原值（万元）",))


def test_parts_that_add_up_to_the_row_above_are_its_parts() -> None:
    rows = (
        ("项目", "2009年", "2008年"),
        ("其他业务收入", "614.37", "702.58"),
        ("其中：废渣", "580.11", "650.03"),
        ("场地租赁", "13.02", "31.44"),
        ("其他", "21.24", "21.11"),
        ("其他业务成本", "14.53", "13.70"),
    )
    found = {m.text: m.row_path for m in read_ruled(rows, widths=(140, 80, 80)).mentions}
    assert found["21.24"] == ("其他业务收入", "其他")
    assert found["14.53"] == ("其他业务成本",)


def test_short_numbers_add_up_by_chance() -> None:
    rows = (("项目", "2009年"), ("存货", "300"), ("其中：钢材", "100"), ("固定资产", "200"))
    found = {m.text: m.row_path for m in read_ruled(rows, widths=(140, 80)).mentions}
    assert found["200"] == ("固定资产",)


def test_what_equals_the_row_above_its_part_is_no_part_of_it() -> None:
    rows = (
        ("项目", "2009年"),
        ("主营业务收入", "614.37"),
        ("其中：出口", "-"),
        ("主营业务收入净额", "614.37"),
    )
    found = [m.row_path for m in read_ruled(rows, widths=(140, 80)).mentions]
    assert found == [("主营业务收入",), ("主营业务收入净额",)]


def test_rows_numbered_by_digits_are_of_the_section_above_however_deep_they_stand() -> None:
    rows = (
        ("项目", "房屋", "合计"),
        ("一、账面原值：", "", ""),
        ("  1.期初余额", "1,234", "1,235"),
        ("    （1）处置", "111", "112"),
        ("（2）转入其他", "222", "223"),
        ("  4.期末余额", "3,579", "3,580"),
        ("二、累计折旧", "", ""),
        ("  1.期初余额", "444", "445"),
    )

    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (140, 80, 80), [("", *row[1:]) for row in rows], font=chinese())
        for number, (label, *_) in enumerate(rows):
            indent = 8 * (len(label) - len(label.lstrip()))
            sheet.text(64 + indent, 111 + number * ROW, label.strip(), font=chinese())

    found = {m.text: m.row_path for m in read_pages(draw).mentions}
    assert found["222"] == ("一、账面原值", "（2）转入其他")
    assert found["3,579"] == ("一、账面原值", "4.期末余额")
    assert found["444"] == ("二、累计折旧", "1.期初余额")


def test_a_whole_with_an_amount_and_a_colon_names_the_deeper_row_below_it() -> None:
    rows = (("项目", "期末余额"), ("权益工具：", "1,234"), ("", "1,233"), ("合计", "1,235"))

    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (140, 80), rows, font=chinese())
        sheet.text(84, 111 + 2 * ROW, "按成本计量", font=chinese())

    found = {m.text: m.row_path for m in read_pages(draw).mentions}
    assert found["1,233"] == ("权益工具", "按成本计量")
    assert found["1,235"] == ("合计",)


@pytest.mark.parametrize("stems", [b"58", b"500"])
def test_stems_that_are_noted_wrongly_make_no_font_bold(stems: bytes) -> None:
    """All of the table would be in bold, and the section no more than its rows."""
    rows = (
        ("", "2007年", "2006年"),
        ("自有码头", "", ""),
        ("东湾", "38.6", "52.9"),
        ("其他", "1.2", "2.3"),
    )

    def draw(sheet: Sheet) -> None:
        sheet.ruled(60, 100, (150, 90, 90), rows, chinese())
        sheet.text(64.3, 100 + ROW + 11, "自有码头", font=chinese())  # painted twice: in bold

    data = pdf(draw, pageCompression=0).replace(b"/StemV 58", b"/StemV " + stems)
    found = {m.text: m.row_path for m in read(data, "annual.pdf").mentions}
    assert found["38.6"] == ("自有码头", "东湾")


def test_a_part_that_stands_further_out_than_its_whole_is_its_only_one() -> None:
    document = read_ruled(
        (
            ("项目", "2006年", "2005年"),
            ("资本公积", "150", "170"),
            ("　　盈余公积", "100", "200"),
            ("其中：法定公益金", "50", "60"),
            ("　　未分配利润", "30", "40"),
            ("权益合计", "280", "410"),
        ),
        widths=(160, 80, 80),
    )
    labels = {mention.text: mention.row_path for mention in document.mentions}
    assert (labels["50"], labels["30"]) == (("盈余公积", "其中：法定公益金"), ("未分配利润",))


def test_sections_may_be_counted_by_letters() -> None:
    document = read_ruled(
        (
            ("类别", "期初", "期末"),
            ("A、固定资产原价", "", ""),
            ("房屋", "100", "200"),
            ("B、累计折旧", "", ""),
            ("房屋", "10", "20"),
            ("C、净值", "90", "180"),
        ),
        widths=(160, 80, 80),
    )
    labels = {mention.text: mention.row_path for mention in document.mentions}
    assert (labels["10"], labels["90"]) == (("B、累计折旧", "房屋"), ("C、净值",))


def test_a_section_goes_on_on_a_page_whose_columns_a_slip_of_the_ruler_parts() -> None:
    def first(sheet: Sheet) -> None:
        font = chinese()
        sheet.ruled(60, 700, (100, 76, 4, 80), (("项目", "摊薄", "平均", "<"),), font=font)
        rows = (("2004年", "", "<", ""), ("主营利润", "60.58", "<", "66.38"))
        sheet.ruled(60, 700 + ROW, (100, 76, 4, 80), rows, font=font)

    def second(sheet: Sheet) -> None:
        sheet.ruled(60, 60, (100, 80, 80), (("营业利润", "28.20", "32.29"),) * 2, font=chinese())

    document = read_pages(first, second)
    assert {m.row_path for m in document.mentions[2:]} == {("2004年", "营业利润")}


def test_a_number_in_digits_heads_the_rows_numbered_as_its_parts() -> None:
    document = read_ruled(
        (
            ("序号", "项目", "单位", "2年", "3年"),
            ("1", "甲药", "", "-", ""),
            ("1.1", "单价", "元/公斤", "14.2", "13.6"),
            ("1.2", "产量", "吨", "284.6", "399.2"),
            ("2", "乙药", "", "", ""),
            ("2.1", "单价", "元/公斤", "54.6", "46.8"),
            ("2.2", "产量", "吨", "30", "40"),
            ("3", "税率", "%", "17", "18"),
            ("", "产量合计", "吨", "314.6", "439.2"),
        ),
        widths=(40, 80, 60, 60, 60),
    )
    labels = {mention.text: mention.row_path for mention in document.mentions}
    assert labels["284.6"] == ("甲药", "产量 吨")
    assert labels["54.6"] == ("乙药", "单价 元/公斤")
    assert labels["17"] == ("税率",)
    assert labels["314.6"] == ("产量合计 吨",)


def test_a_number_in_digits_heads_rows_without_any() -> None:
    document = read_ruled(
        (
            ("序号", "指标", "单位", "数值", "备注"),
            ("1", "净利润", "万元", "690", "正常年"),
            ("2", "全部投资净现值", "", "", "含建设期"),
            ("", "所得税后", "万元", "20,880.80", ""),
            ("", "所得税前", "万元", "25,993.37", ""),
            ("3", "平衡点", "%", "52.3", "利用率"),
        ),
        widths=(40, 100, 60, 80, 80),
    )
    assert [mention.row_path for mention in document.mentions] == [
        ("净利润 万元",),
        ("全部投资净现值", "所得税后 万元"),
        ("全部投资净现值", "所得税前 万元"),
        ("平衡点",),
    ]
