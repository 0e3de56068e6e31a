"""What the numbers of Taiwanese reports count: their currency is said once, "$" and "元" are short for it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.document import Document
from cofitcheck.numbers import Measure, Number
from tests.readers.html_pages import mention, read_page, table

OF_ALL = "<p>單位：新台幣仟元(除特別註明者外)</p>"


def of(document: Document, text: str) -> Number:
    """Return the number that a cell states."""
    return mention(document, text).number


def test_the_unit_over_one_column_is_not_that_of_the_tables_below() -> None:
    document = read_page(
        OF_ALL,
        table(("", "合約金額(仟元)", "期間"), ("遠期外匯", "USD 410", "3"), ("交換", "USD 630", "5")),
        "<p>本公司</p><p>租賃</p><p>資產</p><p>如下</p>",
        table(("", "房屋", "合計"), ("取得", "2,714", "3,845")),
    )
    assert (of(document, "2,714").currency, of(document, "2,714").scale) == ("TWD", 3)


def test_a_unit_of_foreign_money_is_not_that_of_the_tables_below() -> None:
    document = read_page(
        "<p>單位：新台幣千元</p>",
        table(("", "113.12.31", "112.12.31"), ("資產", "$8,527", "$8,316")),
        "<p>外幣單位：千元</p>",
        table(("", "外幣", "匯率"), ("美金", "1,900", "31.445")),
        "<p>資本</p><p>負債</p><p>權益</p><p>如下</p>",
        table(("", "113.12.31", "112.12.31"), ("負債", "$7,419", "$7,638")),
    )
    assert of(document, "$7,419").currency == "TWD"


def test_a_sign_for_money_is_of_the_currency_of_all_where_a_caption_counts_shares() -> None:
    document = read_page(
        OF_ALL, "<p>單位：仟股</p>", table(("", "113年", "112年"), ("股本", "$5,600", "$5,700"))
    )
    assert of(document, "$5,600").currency == "TWD"


def test_a_word_that_currencies_share_is_of_the_currency_of_all() -> None:
    document = read_page(
        OF_ALL,
        table(
            ("", "113年度", "112年度"), ("淨損", "(74,316)", "(25,642)"), ("每股盈餘(元)", "(1.46)", "(0.57)")
        ),
    )
    number = of(document, "(1.46)")
    assert (number.currency, number.measure, number.scale) == ("TWD", Measure.PER_SHARE, 0)


def test_foreign_money_is_in_the_currency_that_its_row_names() -> None:
    document = read_page(
        OF_ALL,
        table(
            ("", "外幣(元)", "匯率"),
            ("美金：新台幣", "3,168,425", "31.445"),
            ("日幣：新台幣", "14,260", "0.24"),
        ),
    )
    assert (of(document, "3,168,425").currency, of(document, "3,168,425").scale) == ("USD", 0)
    assert of(document, "14,260").currency == "JPY"


def test_the_name_of_a_company_is_no_unit() -> None:
    document = read_page(
        OF_ALL,
        table(
            ("", "113年", "112年"),
            ("大山食品(股)公司", "1,427", "1,263"),
            ("小河(股) 大海(股)公司", "2,714", "3,845"),
        ),
    )
    for text in ("1,427", "2,714"):
        assert (of(document, text).measure, of(document, text).scale) == (Measure.MONEY, 3)


@pytest.mark.parametrize(("header", "scale"), [("股數", 0), ("股(單位)數", 0), ("股數(仟股或仟單位)", 3)])
def test_shares_are_no_money(header: str, scale: int) -> None:
    document = read_page(
        OF_ALL, table(("", header, "金額"), ("大山", "7,542", "537,218"), ("小河", "1,480", "2,637"))
    )
    assert (of(document, "7,542").measure, of(document, "7,542").scale) == (Measure.SHARES, scale)
    assert of(document, "537,218").measure is Measure.MONEY


def test_a_share_of_something_is_a_percentage() -> None:
    document = read_page(
        OF_ALL, table(("", "金額", "佔總進(銷)貨之比率"), ("大山", "5,284", "7"), ("小河", "8,634", "13"))
    )
    assert of(document, "7").measure is Measure.PERCENT


def test_an_amount_with_a_sign_under_a_rate_is_an_amount() -> None:
    heads = "<tr><td></td><td colspan='2'>折現率</td></tr>"
    rows = (("", "增加0.25%", "減少0.25%"), ("影響", "$163,472", "$168,915"))
    document = read_page(OF_ALL, table(heads, *rows))
    assert of(document, "$163,472").value == Decimal("163472000")


def test_a_rate_of_interest_is_no_amount() -> None:
    document = read_page(
        OF_ALL, table(("", "期末餘額", "利率區間"), ("大山", "140,000", "2.36"), ("小河", "260,000", "1.74"))
    )
    assert of(document, "2.36").value == Decimal("2.36")


def test_numbers_of_pages_are_no_numbers() -> None:
    document = read_page(
        table(("項目", "頁次"), ("封面", "1"), ("目錄", "2")), table(("", "113年"), ("存貨", "40"))
    )
    assert [found.text for found in document.mentions] == ["40"]


def test_the_name_of_a_currency_labels_its_row() -> None:
    document = read_page(
        "<p>单位：百万元</p>",
        table(
            ("项目", "2019年", "2018年"),
            ("人民币", "4,271", "3,954"),
            ("外币", "43", "35"),
            ("合计", "4,314", "3,989"),
        ),
    )
    assert mention(document, "4,271").row_path == ("人民币",)
    assert of(document, "4,314").scale == 6


def test_the_codes_below_a_note_are_no_numbers() -> None:
    document = read_page(
        OF_ALL,
        table(
            ("", "金額", "(註二)"),
            ("大山", "417,362", "1"),
            ("小河", "538,170", "10"),
            ("大海", "6,150", "4"),
        ),
    )
    assert {found.text for found in document.mentions} == {"417,362", "538,170", "6,150"}


@pytest.mark.parametrize(
    ("said", "scale"),
    [("本附注中报表的单位为：人民币元", 0), ("以下各表如无特别说明，金额单位以人民币百万元计。", 6)],
)
def test_the_unit_of_the_notes_is_that_of_tables_that_say_none(said: str, scale: int) -> None:
    document = read_page(
        f"<p>{said}</p>",
        "<p>一</p><p>二</p><p>三</p><p>四</p>",
        table(("资产类别", "期末余额", "期初余额"), ("房屋建筑物", "31,584,209.36", "17,926,340.71")),
    )
    number = of(document, "31,584,209.36")
    assert (number.measure, number.currency, number.scale) == (Measure.MONEY, "CNY", scale)


def test_a_date_with_numbers_closes_the_section_of_that_date() -> None:
    document = read_page(
        OF_ALL,
        table(
            ("", "土地", "房屋"),
            ("112年1月1日", "", ""),
            ("成本", "6,742", "7,350"),
            ("累計折舊", "(20)", "(1,130)"),
            ("", "6,722", "6,220"),
            ("112年1月1日", "6,722", "6,220"),
            ("取得", "134", "81"),
        ),
    )
    assert mention(document, "7,350").row_path == ("112年1月1日", "成本")
    assert mention(document, "134").row_path == ("取得",)


def test_a_range_beside_the_first_label_is_no_header() -> None:
    document = read_page(
        table(("项目", "使用寿命(年)"), ("土地使用权", "30-45"), ("软件", "12"), ("公路", "26"))
    )
    assert mention(document, "26").column_path == ("使用寿命(年)",)


@pytest.mark.parametrize(
    ("label", "measure"),
    [
        ("母公司资产负债率（%）", Measure.PERCENT),
        ("净资产收益率（％）", Measure.PERCENT),
        ("资本公积依持股比例调整数", Measure.MONEY),
        ("持股比例", Measure.PERCENT),
    ],
)
def test_percentages_are_named_in_brackets_of_either_width_and_amounts_by_shares_are_none(
    label: str, measure: Measure
) -> None:
    document = read_page(
        OF_ALL, table(("", "本年度", "上年度"), (label, "42.18", "28.63"), ("資產", "8,250", "7,110"))
    )
    assert of(document, "42.18").measure is measure


@pytest.mark.parametrize("said", ["單位：除另予註明外，為新台幣仟元", "（除另予註明者外，金額為新台幣仟元）"])
def test_the_unit_of_all_may_follow_what_it_excepts(said: str) -> None:
    document = read_page(f"<p>{said}</p>", table(("", "113年度", "112年度"), ("薪資", "$5,600", "$5,700")))
    assert (of(document, "$5,600").currency, of(document, "$5,600").scale) == ("TWD", 3)


def test_a_heading_with_the_unit_says_which_currency_a_word_that_several_share_is_of() -> None:
    document = read_page(
        "<p><b>單位：新台幣千元</b></p>",
        table(("", "113.12.31", "112.12.31"), ("資產", "$8,527", "$8,316")),
        "<p>單位：千元</p>",
        table(("", "113.12.31", "112.12.31"), ("負債", "$7,419", "$7,638")),
    )
    assert of(document, "$7,419").currency == "TWD"


def test_the_unit_of_earnings_per_share_behind_that_of_the_table_is_not_the_tables() -> None:
    caption = "單位：新台幣仟元 每股單位：新台幣元"
    document = read_page(f"<p>{caption}</p>", table(("項目", "113年度"), ("營業收入", "1,357")))
    assert document.mentions[0].number.value == 1_357_000


def test_a_text_of_many_units_is_read_in_no_time() -> None:
    text = "情况单位：万元" * 3000
    assert read_page(f"<p>{text}</p>", table(("項目", "113年度"), ("營業收入", "1,357"))).mentions
