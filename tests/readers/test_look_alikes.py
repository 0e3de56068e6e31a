"""Headers and labels that look like codes, years, numbers of columns or units of others, and are not."""

from decimal import Decimal

import pytest

from tests.readers.html_pages import column_path, mention, read_page, table, texts


def test_a_count_under_no_is_a_number_and_the_numbers_of_rows_are_none() -> None:
    counts = read_page(table(("Employees", "2020 No.", "2019 No."), ("Drivers", "316", "318")))
    assert texts(counts) == ["316", "318"]
    spelled = read_page(
        table(("", "2020", "2019"), ("", "No.", "No."), ("Drivers", "316", "318"), ("Cooks", "12", "9"))
    )
    assert texts(spelled) == ["316", "318", "12", "9"]
    numbered = read_page(
        table(("No.", "Item", "2020"), ("1", "Ore", "316"), ("2", "Coal", "318"), ("3", "Salt", "7"))
    )
    assert texts(numbered) == ["316", "318", "7"]


def test_a_header_of_kinds_over_headers_of_amounts_hides_none() -> None:
    over = '<td colspan="2">资产类别</td>'
    document = read_page(table(("", over), ("", "股票", "债券"), ("成本", "1,200", "300")))
    assert texts(document) == ["1,200", "300"]
    assert texts(read_page(table(("项目", "资产类别", "金额"), ("股票", "12", "1,200")))) == ["1,200"]


def test_a_date_over_a_column_does_not_make_days_of_its_amounts() -> None:
    document = read_page(table(("项目", "2021年12月31日"), ("存货", "201105"), ("货款", "9,875")))
    assert texts(document) == ["201105", "9,875"]
    assert texts(read_page(table(("项目", "购入日期", "金额"), ("机床", "201105", "9,875")))) == ["9,875"]


def test_years_between_rows_head_the_rows_below_though_amounts_have_no_separators() -> None:
    document = read_page(
        table(
            ("", "2019", "2018"), ("Wages", "12345", "11000"), ("", "2017", "2016"), ("Rent", "9000", "8500")
        )
    )
    assert texts(document) == ["12345", "11000", "9000", "8500"]
    assert column_path(document, "9000") == ("2017",)


def test_a_year_in_words_of_english_stays_one_though_an_amount_stands_beside_it() -> None:
    document = read_page(
        table(("", "Plant A", "Plant B"), ("Area", "12345", "11000"), ("Built", "1998", "2004"))
    )
    assert texts(document) == ["12345", "11000"]


def test_a_label_over_two_rows_leaves_the_numbers_beside_it_numbers() -> None:
    label = '<td rowspan="2">Dividends</td>'
    document = read_page(table((label, "2024", "2023"), ("1,200", "1,500"), ("Interest", "40", "50")))
    assert "1,200" in texts(document)
    assert column_path(document, "40") == ("2024",)


def test_counts_below_a_title_are_counts() -> None:
    over = '<td colspan="2">Number of stores</td>'
    document = read_page(table(("", over), ("", "12", "15"), ("Opened", "3", "4"), ("Closed", "1", "2")))
    assert all("12" not in found.column_path for found in document.mentions)


@pytest.mark.parametrize("said", ["單位：新台幣仟元(除特別註明者外)", "單位：新 台幣仟 元 (除另有註明外)"])
def test_a_unit_that_holds_unless_noted_otherwise_is_that_of_tables_that_say_none(said: str) -> None:
    document = read_page(
        f"<p>{said}</p>",
        table(("", "113年", "112年"), ("存貨", "$4,410", "$3,920")),
        "<p>應收款項如下</p><p>合約金額(仟元)</p>",
        table(("", "113年", "112年"), ("應收", "$2,750", "$1,830")),
        "<p>單位：仟股</p>",
        table(("", "113年", "112年"), ("股數", "5,600", "5,700")),
    )
    for text in ("$4,410", "$2,750"):
        number = mention(document, text).number
        assert (number.currency, number.scale) == ("TWD", 3)
    assert mention(document, "5,600").number.currency == ""


def test_a_rate_under_a_unit_of_money_is_no_amount() -> None:
    document = read_page(
        "<p>单位：万元</p>",
        table(("项目", "2023年", "2022年"), ("存货周转率", "4.5", "5.1"), ("存货", "20", "30")),
    )
    assert (mention(document, "4.5").number.value, mention(document, "4.5").number.currency) == (
        Decimal("4.5"),
        "",
    )
    assert mention(document, "20").number.value == 200_000


def test_a_unit_that_names_its_currency_keeps_it() -> None:
    document = read_page(
        "<p>單位：新台幣仟元(除特別註明者外)</p>",
        "<p>單位：美元</p>",
        table(("", "113年", "112年"), ("借款", "4,410", "3,920")),
    )
    assert mention(document, "4,410").number.currency == "USD"
