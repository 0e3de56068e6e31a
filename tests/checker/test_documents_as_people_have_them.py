"""Small documents that were once misread, through the whole check: twins of what people reported, made up."""

from __future__ import annotations

from functools import cache

from cofitcheck import Checker, Report, read
from tests.readers.html_pages import page, table

Rows = tuple[tuple[str, ...], ...]


@cache
def checker() -> Checker:
    return Checker()


def check(*body: str) -> Report:
    return checker().check(read(page(*body), "page.htm"))


def found(report: Report) -> list[str]:
    """Return the numbers that findings are about."""
    return [report.document.mentions[finding.mention].text for finding in report.found]


def test_key_figures_in_billions_are_held_against_the_statement_in_millions() -> None:
    days = ("", "December 31, 2031", "December 31, 2030")
    report = check(
        "<h1>Tarnbeck Pumps Inc. - Annual report 2031</h1>",
        "<h2>Consolidated balance sheets</h2><p>(in millions)</p>",
        table(
            days,
            ("Total current assets", "31,204", "29,816"),
            ("Goodwill", "41,377", "41,102"),
            ("Other assets", "22,950", "20,444"),
            ("Total assets", "95,531", "91,362"),
            ("Total liabilities", "61,049", "59,118"),
            ("Total equity", "34,482", "32,244"),
            ("Total liabilities and equity", "95,531", "91,362"),
        ),
        "<h2>Selected financial data</h2><p>(in billions)</p>",
        table(
            days,
            ("Total assets", "95.5", "91.4"),
            ("Total liabilities", "61.0", "59.1"),
            ("Total equity", "34.9", "32.2"),
        ),
    )
    # No slip makes the one of the other, and large companies misprint little: worth a look.
    (left,) = (each for each in report.kept_open if each.fact)
    assert "34.9" in {report.document.mentions[each].text for each in left.mentions}
    assert left.probability > 0.3


def test_a_currency_over_the_labels_hides_no_column() -> None:
    report = check(
        "<h1>Felsental Holding AG - Annual report 2031</h1><h2>Balance sheet</h2>",
        table(
            ("EUR", "2031", "2030"),
            ("Cash", "3,127", "2,754"),
            ("Receivables", "21,036", "20,981"),
            ("Total current assets", "24,613", "23,735"),
        ),
    )
    assert len(report.document.mentions) == 6
    assert found(report) == ["24,613"]


def test_a_bracket_with_last_years_number_dates_nothing_behind_it() -> None:
    report = check(
        "<h1>南浜精機株式会社 2031年3月期 決算短信</h1><h2>連結損益計算書</h2><p>（単位：百万円）</p>",
        table(
            ("", "2030年3月期", "2031年3月期"),
            ("売上高", "931,420", "918,077"),
            ("売上原価", "811,316", "823,904"),
            ("売上総利益", "120,104", "94,173"),
            ("販売費及び一般管理費", "112,090", "97,386"),
            ("営業利益又は営業損失（△）", "8,014", "△3,213"),
            ("当期純利益又は当期純損失（△）", "5,220", "△7,145"),
        ),
        "<p>当連結会計年度の営業損失は3,213百万円"
        "（前期は8,014百万円の営業利益）、当期純損失は7,145百万円となりました。</p>",
    )
    assert found(report) == []


def test_a_statement_typed_in_a_text_file_is_added_up() -> None:
    text = """
                     CONSOLIDATED STATEMENTS OF OPERATIONS
                                (In thousands)

                                                2031          2030
                                             ---------     ----------
Sales ...................................    $  7,310      $   6,104
Costs of sales ..........................      (4,020)        (3,377)
                                             ---------     ----------
Gross profit ............................       3,920          2,727
Operating expenses ......................        (702)          (655)
                                             ---------     ----------
Net income ..............................    $  2,588      $   2,072
                                             =========     ==========
"""
    assert found(checker().check(read(text.encode(), "old.txt"))) == ["3,920"]


def test_a_table_over_two_pages_is_added_up() -> None:
    head = ("", "Land", "Buildings", "Total")
    report = check(
        "<h2>Schedule of properties</h2><p>(in thousands)</p>",
        table(head, ("Ashwick", "1,310", "8,204", "9,514"), ("Burrow", "977", "7,415", "8,392")),
        "<p>Schedule of properties (continued)</p>",
        table(head, ("Dunmere", "764", "5,020", "5,784"), ("Total", "3,051", "20,693", "23,690")),
    )
    assert found(report) == ["20,693"]


INCOME = table(
    ("", "2031", "2030"),
    ("Revenue", "$8,140", "$2,090"),
    ("Cost of goods sold", "(3,030)", "(815)"),
    ("Gross profit", "5,110", "1,275"),
    ("Operating expenses", "(2,004)", "(921)"),
    ("Operating income", "3,106", "354"),
)


def test_growth_is_held_against_the_levels_beside_it_whatever_else_the_statement_has_wrong() -> None:
    head = "<h1>Thornaby Optics Inc.</h1><h2>Statements of income</h2><p>(in thousands)</p>"
    said = "<p>We achieved record revenue growth of {}% ($8,140k vs $2,090k).</p>"
    assert found(check(head, INCOME, said.format(289))) == []
    (finding,) = check(head, INCOME, said.format(389)).found
    assert finding.told is not None
    assert (finding.told.said.text, str(finding.told.computed)) == ("389%", "289")
    slipped = INCOME.replace("5,110", "5,510")
    assert len(check(head, slipped, said.format(389)).found) == 2


def test_a_per_cent_of_the_year_before_is_the_change_and_a_hundred() -> None:
    results = table(
        ("", "<td colspan=2>売上高</td>", "<td colspan=2>営業利益</td>", "<td colspan=2>当期利益</td>"),
        ("", "百万円", "％", "百万円", "％", "百万円", "％"),
        ("2031年3月期", "33,787", "56.4", "1,214", "93.5", "801", "44.1"),
        ("2030年3月期", "21,603", "12.0", "627", "△8.1", "556", "7.2"),
    )
    report = check(
        "<h1>南浜精機株式会社 2031年3月期 決算短信</h1><h2>(1)連結経営成績</h2>",
        "<p>（％表示は、対前期増減率）</p>",
        results,
        "<p>当期の業績は、売上高337億87百万円（前期比156.4％）、営業利益12億14百万円（前期比193.5％）、"
        "当期利益は8億1百万円（前期比144.1％）となりました。</p>",
    )
    assert found(report) == []


def test_income_that_is_not_operating_leads_to_no_profit_before_tax_alone() -> None:
    report = check(
        "<h1>南浜精機株式会社 2031年3月期 決算短信</h1><h2>連結損益計算書</h2><p>（単位：百万円）</p>",
        table(
            ("", "2031年3月期"),
            ("売上総利益", "25,373"),
            ("販売費及び一般管理費", "19,476"),
            ("営業利益", "5,897"),
            ("営業外収益", ""),
            ("受取利息", "559"),
            ("有価証券売却益", "1,415"),
            ("営業外収益合計", "1,974"),
            ("営業外費用", ""),
            ("支払利息", "3,236"),
            ("有価証券売却損", "274"),
            ("営業外費用合計", "3,510"),
            ("経常利益", "4,361"),
            ("特別損失", ""),
            ("固定資産売却損", "71"),
            ("減損損失", "1,065"),
            ("特別損失合計", "1,136"),
            ("税金等調整前当期純利益", "3,225"),
        ),
    )
    assert found(report) == []


def test_a_part_of_the_line_above_is_no_line_of_the_total() -> None:
    report = check(
        "<h1>南浜精機株式会社</h1><h2>子会社が財政状態計算書に与える影響</h2><p>（単位：百万円）</p>",
        table(
            ("", "2031年3月31日"),
            ("現金及び現金同等物", "794,508"),
            ("子会社からの投資", "347,679"),
            ("うち、社債", "264,854"),
            ("その他の金融資産", "3,672"),
            ("その他", "4,660"),
            ("資産合計", "1,150,519"),
        ),
    )
    assert found(report) == []


def test_dutch_totals_are_added_up() -> None:
    report = check(
        "<h1>Wilgenhof Groep B.V. - Jaarrekening 2031</h1><h2>Balans</h2>",
        "<p>(bedragen in duizenden euro's)</p>",
        table(
            ("", "31-12-2031", "31-12-2030"),
            ("Materiële vaste activa", "14.210", "13.877"),
            ("Financiële vaste activa", "2.305", "2.118"),
            ("Som der vaste activa", "16.515", "15.995"),
            ("Voorraden", "4.402", "4.711"),
            ("Liquide middelen", "1.987", "2.040"),
            ("Totaal vlottende activa", "6.398", "6.751"),
            ("Totaal activa", "22.904", "22.746"),
        ),
    )
    assert found(report) == ["6.398"]


def test_columns_with_units_of_their_own_are_each_added_up() -> None:
    rows = (
        ("", "No. of shares '000", "HK$'000", "Equivalent to US$'000"),
        ("Ordinary shares", "1,200,040", "12,000", "1,540"),
        ("Preference shares", "300,717", "3,007", "385"),
        ("Founder shares", "100,582", "1,006", "128"),
        ("Total", "1,601,339", "16,013", "2,053"),
    )
    assert found(check("<h1>Larchmont Holdings</h1><h2>Share capital</h2>", table(*rows))) == []
    slipped = table(*rows[:-1], ("Total", "1,601,393", "16,013", "2,053"))
    assert found(check("<h1>Larchmont Holdings</h1><h2>Share capital</h2>", slipped)) == ["1,601,393"]


def test_a_line_with_its_parts_below_it_is_not_added_up_with_them() -> None:
    rows = (
        ("序号", "工程或费用名称", "建筑工程", "设备购置", "安装工程", "其它费用", "合计"),
        ("1", "工程费用", "18,502", "24,230", "486", "297", "43,515"),
        ("", "引进设备", "", "15,224", "286", "", "15,510"),
        ("", "引进设备附加费", "", "", "", "297", "297"),
        ("", "国产设备", "", "9,006", "200", "", "9,206"),
        ("", "厂房建造", "13,152", "", "", "", "13,152"),
        ("", "征地费用", "5,350", "", "", "", "5,350"),
        ("2", "其它费用", "", "", "", "145", "145"),
        ("", "前期工作费", "", "", "", "25", "25"),
        ("", "职工培训费", "", "", "", "15", "15"),
        ("", "勘察设计费", "", "", "", "105", "105"),
        ("3", "预备费", "", "", "", "713", "713"),
        ("4", "建设期利息", "", "", "", "2,119", "2,119"),
        ("", "合计", "18,502", "24,230", "486", "3,274", "46,492"),
    )
    report = check("<h1>白河股份有限公司</h1><h2>项目概算</h2><p>单位：万元</p>", table(*rows))
    totals = [
        report.document.mentions[each.calculation.total].text for each in report.found if each.calculation
    ]
    assert "46,492" not in totals


def test_a_column_of_rates_is_not_added_up() -> None:
    rows = (
        ("项目", "销售收入", "固定资产规模", "单位固定资产带来的销售收入"),
        ("线缆料技术改造项目", "21,714.00", "4,192.59", "5.18"),
        ("塑料技术改造项目", "25,441.10", "5,314.98", "4.79"),
        ("募投项目合计", "47,155.10", "9,507.57", "4.96"),
    )
    head = "<h1>白河股份有限公司</h1><h2>投资规模合理性分析</h2><p>单位：万元</p>"
    assert found(check(head, table(*rows))) == []


def test_an_amount_in_a_list_of_projects_belongs_to_the_one_named_before_it() -> None:
    projects = table(
        ("序号", "项目名称", "投资总额", "拟投入募集资金"),
        ("1", "高性能锻件生产线项目", "32,418.50", "30,000.00"),
        ("2", "研发中心建设项目", "8,226.10", "8,226.10"),
        ("3", "补充流动资金", "6,000.00", "6,000.00"),
        ("", "合计", "46,644.60", "44,226.10"),
    )
    head = "<h1>白河股份有限公司招股说明书</h1><h2>募集资金用途</h2><p>单位：万元</p>"
    said = (
        "<p>募集资金拟投资于：高性能锻件生产线项目，投资总额32,418.50万元；研发中心建设项目，投资总额{}万元。</p>"
        "<p>其中，高性能锻件生产线项目使用30,000.00万元，环保技改项目投资总额3,241.85万元。</p>"
    )
    assert found(check(head, projects, said.format("8,226.10"))) == []
    (finding,) = check(head, projects, said.format("8,262.10")).found
    assert finding.told is not None
    assert finding.told.said.text == "8,262.10万元"


def test_what_leads_from_one_rate_of_tax_to_another_is_added_up() -> None:
    rows = (
        ("", "2030年3月期", "2031年3月期"),
        ("法定実効税率", "30.62％", "30.62％"),
        ("(調整)", "", ""),
        ("交際費等永久に損金に算入されない項目", "1.41", "8.10"),
        ("受取配当金等永久に益金に算入されない項目", "△55.34", "△287.95"),
        ("住民税均等割", "0.27", "2.08"),
        ("評価性引当の増減", "4.16", "48.53"),
        ("その他", "△0.69", "△5.39"),
        ("税効果会計適用後の法人税等の負担率", "△19.57", "△204.01"),
    )
    head = "<h1>南浜精機株式会社 有価証券報告書</h1><h2>税効果会計関係</h2><p>(単位：千円)</p>"
    assert found(check(head, table(*rows))) == []
    slipped = [tuple(cell.replace("48.53", "45.83") for cell in row) for row in rows]
    assert found(check(head, table(*slipped))) == ["45.83"]


def test_numbers_in_brackets_that_count_rows_state_nothing() -> None:
    report = check(
        "<h1>南浜精機株式会社</h1><h2>子会社の概要</h2>",
        table(
            ("(1)", "売上高", "3,331,676千円", "2,337,107千円"),
            ("(2)", "経常利益", "896,122千円", "401,722千円"),
            ("(3)", "当期純利益", "619,049千円", "276,312千円"),
        ),
    )
    assert {each.text for each in report.document.mentions}.isdisjoint({"(1)", "(2)", "(3)"})


def test_a_line_that_another_column_deducts_is_told_aside() -> None:
    rows = (
        ("各档次", "日均余额", "储蓄代理费"),
        ("活期", "1,759,950", "40,479"),
        ("定活两便", "15,676", "235"),
        ("三个月", "126,435", "1,580"),
        ("一年", "2,855,948", "30,844"),
        ("每日储蓄现金余额", "15,813", "(237)"),
        ("合计", "4,758,009", "72,901"),
    )
    head = "<h1>白河银行股份有限公司</h1><h2>储蓄代理费</h2><p>单位：百万元</p>"
    assert found(check(head, table(*rows))) == []


def test_a_number_that_is_cut_behind_its_first_digits_is_one() -> None:
    report = check(
        "<h1>白河股份有限公司</h1><h2>递延收益</h2><p>单位：元</p>",
        table(
            ("负债项目", "期初余额", "本期计入营业外收入金额", "本期计入其他收益金额", "期末余额"),
            ("甲产品技改项目", "5,695,281.12", "1", ",423,820.28", "4,271,460.84"),
            ("乙产品技改项目", "235,862.40", "", "117,931.20", "117,931.20"),
            ("催化净化处理塔建设项目", "140,000.00", "", "30,000.00", "110,000.00"),
        ),
    )
    (whole,) = [each for each in report.document.mentions if each.text == "1,423,820.28"]
    assert whole.column_path[-1] == "本期计入其他收益金额"
    assert found(report) == []
