"""What a row named by a currency, and a percentage without its sign, are in."""

import pytest

from cofitcheck.numbers import Measure
from cofitcheck.numbers.model import SIGNS, code_of
from tests.readers.html_pages import column_path, mention, read_page, row_path, table

YEN = "<p>(単位：百万円)</p>"


def test_a_share_of_a_whole_needs_no_percent_sign_below_one_that_has_it() -> None:
    document = read_page(
        table(("区分", "割合", "金額"), ("日本", "30.1%", "100"), ("米国", "29.2", "120")),
        table(("区分", "シェア", "金額"), ("日本", "31.1%", "100"), ("米国", "28.2", "120")),
    )
    assert mention(document, "29.2").number.measure is Measure.PERCENT
    assert mention(document, "28.2").number.measure is Measure.PERCENT


@pytest.mark.parametrize("label", ["構成比", "自己資本比率", "毛利率(注)", "割合"])
def test_the_label_of_a_rate_makes_a_percentage_among_those_with_signs(label: str) -> None:
    document = read_page(
        table(("区分", "前期", "当期"), ("営業利益", "5.0%", "6.0%"), (label, "30.1", "29.2"))
    )
    assert mention(document, "30.1").number.measure is Measure.PERCENT
    assert mention(document, "29.2").number.measure is Measure.PERCENT


@pytest.mark.parametrize("label", ["流动比率", "存货周转率", "利率互换"])
def test_the_label_of_a_number_of_times_makes_no_percentage(label: str) -> None:
    document = read_page(
        table(("项目", "本期", "上期"), ("资产负债率", "45%", "46%"), (label, "1.31", "1.22"))
    )
    assert mention(document, "1.31").number.measure is Measure.UNKNOWN


def test_foreign_money_whose_row_names_no_currency_takes_none_from_the_row_above() -> None:
    document = read_page(
        "<p>单位：元</p>",
        table(
            ("项目", "外币金额", "汇率", "人民币金额"),
            ("美元", "310", "7.1", "2,201"),
            ("欧元", "31", "7.9", "245"),
            ("其他", "320", "1", "200"),
        ),
    )
    currencies = [mention(document, text).number.currency for text in ("310", "31", "320", "200")]
    assert currencies == ["USD", "EUR", "", "CNY"]


def test_the_currency_that_names_a_row_is_not_that_of_its_amounts_where_the_caption_has_one() -> None:
    document = read_page(
        YEN,
        table(("売建", "契約額等", "時価"), ("米ドル", "3,100", "21"), ("ユーロ", "4,100", "32")),
    )
    assert {found.number.currency for found in document.mentions} == {"JPY"}
    assert {found.number.scale for found in document.mentions} == {6}


def test_an_item_with_a_colon_and_no_amount_holds_no_rows() -> None:
    document = read_page(
        table(
            ("", "2020", "2019"),
            ("Preferred stock, none issued:", "—", "—"),
            ("Additional capital", "40", "30"),
            ("経費：", "—", "—"),
            ("家賃", "50", "60"),
        )
    )
    assert row_path(document, "40") == ("Additional capital",)
    assert row_path(document, "50") == ("経費", "家賃")


@pytest.mark.parametrize("sign", SIGNS)
def test_a_currency_over_the_labels_is_the_unit_of_the_table_and_no_part_of_the_first_year(sign: str) -> None:
    document = read_page(
        "<h2>Balance sheet</h2>",
        table((sign, "2031", "2030"), ("Cash", "3,114", "2,901"), ("Receivables", "8,220", "7,415")),
    )
    found = [(m.text, m.column_path, m.number.currency) for m in document.mentions]
    assert found == [
        (text, (year,), code_of(sign))
        for text, year in (("3,114", "2031"), ("2,901", "2030"), ("8,220", "2031"), ("7,415", "2030"))
    ]


@pytest.mark.parametrize(
    ("corner", "scale", "currency"),
    [
        ("in CHF", 0, "CHF"),
        ("US$ million", 6, "USD"),
        ("£000", 3, "GBP"),
        ("HK$'000", 3, "HKD"),
        ("TEUR", 3, "EUR"),
        ("千元", 3, "CNY"),
        ("百万円", 6, "JPY"),
    ],
)
def test_a_unit_over_the_labels_is_that_of_the_table(corner: str, scale: int, currency: str) -> None:
    document = read_page(table((corner, "2031", "2030"), ("Cash", "3,114", "2,901")))
    assert column_path(document, "3,114") == ("2031",)
    assert {(m.number.scale, m.number.currency) for m in document.mentions} == {(scale, currency)}


@pytest.mark.parametrize("corner", ["CHF", "€"])
def test_a_currency_over_the_labels_leaves_the_power_of_ten_to_the_caption(corner: str) -> None:
    document = read_page("<p>(in thousands)</p>", table((corner, "2031", "2030"), ("Cash", "3,114", "2,901")))
    assert {(m.number.scale, m.number.currency) for m in document.mentions} == {(3, code_of(corner))}


def test_a_currency_over_the_labels_is_kept_where_a_column_of_notes_stands_beside_it() -> None:
    document = read_page(table(("NOK", "Note", "2031", "2030"), ("Cash", "4", "3,114", "2,901")))
    assert [(m.text, m.number.currency) for m in document.mentions] == [("3,114", "NOK"), ("2,901", "NOK")]


def test_billions_without_a_currency_are_in_that_of_the_document() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(
            ("", "2031", "2030"), ("Total assets", "€ 52,318", "€ 49,377"), ("Total debt", "21,044", "20,310")
        ),
        "<p>(in billions)</p>",
        table(("", "2031", "2030"), ("Total assets", "52.3", "49.4"), ("Debt", "21.0", "20.3")),
    )
    number = mention(document, "52.3").number
    assert (number.measure, number.currency, number.scale) == (Measure.MONEY, "EUR", 9)


def test_things_in_thousands_are_no_money() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(("", "2031", "2030"), ("Total assets", "€ 52,318", "€ 49,377"), ("Pumps sold", "21", "20")),
        "<p>(in thousands)</p>",
        table(("", "2031", "2030"), ("Pumps", "523", "494"), ("Valves", "210", "203")),
    )
    assert mention(document, "523").number.measure is Measure.UNKNOWN
