"""What a person takes for granted when reading a table: money, dates and sections that stand once for
many."""

import pytest

from cofitcheck.numbers import Measure
from tests.readers.html_pages import YEARS, column_path, mention, read_page, row_path, table


def bold(text: str) -> str:
    return f"<td><b>{text}</b></td>"


def test_bare_numbers_between_two_signed_amounts_are_money() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(
            YEARS,
            ("Cash", "$ 1,100", "$ 1,200"),
            ("Receivables", "1,300", "1,400"),
            ("Number of employees", "1,500", "1,600"),
            ("Total", "$ 1,700", "$ 1,800"),
            ("Stores", "1,900", "2,000"),
        ),
    )
    assert mention(document, "1,300").number.measure is Measure.MONEY
    assert mention(document, "1,300").number.currency == "USD"
    assert mention(document, "1,500").number.measure is not Measure.MONEY
    assert mention(document, "1,900").number.measure is not Measure.MONEY


def test_a_bold_section_holds_the_plain_ones_below_it() -> None:
    document = read_page(
        table(
            YEARS,
            (bold("Assets"), "", ""),
            ("Current assets:", "", ""),
            ("Deferred taxes", "1,100", "1,200"),
            ("Total current assets", "1,300", "1,400"),
            ("Goodwill", "1,500", "1,600"),
            (bold("Liabilities"), "", ""),
            ("Deferred taxes", "1,700", "1,800"),
        )
    )
    assert row_path(document, "1,100") == ("Assets", "Current assets", "Deferred taxes")
    assert row_path(document, "1,500") == ("Assets", "Goodwill")
    assert row_path(document, "1,700") == ("Liabilities", "Deferred taxes")


def test_the_total_of_an_outer_section_leaves_the_inner_one() -> None:
    document = read_page(
        table(
            YEARS,
            (bold("Regulatory assets"), "", ""),
            ("Noncurrent:", "", ""),
            ("Pension", "1,100", "1,200"),
            ("Total regulatory assets", "1,300", "1,400"),
        )
    )
    assert row_path(document, "1,300") == ("Regulatory assets", "Total regulatory assets")


def test_a_label_with_an_open_bracket_goes_on_in_the_next_row() -> None:
    document = read_page(
        table(
            YEARS,
            ("Common stock ($0.01 par value, issued at", "", ""),
            ("June 30, 2023 and 2022)", "1,100", "1,200"),
            ("Retained earnings", "1,300", "1,400"),
        )
    )
    assert row_path(document, "1,100") == (
        "Common stock ($0.01 par value, issued at June 30, 2023 and 2022)",
    )
    assert row_path(document, "1,300") == ("Retained earnings",)


def test_a_date_over_the_labels_dates_the_columns_that_have_none() -> None:
    document = read_page(
        table(
            ("June 30, 2023", "Current", "Past due"),
            ("Consumer", "1,100", "1,200"),
        )
    )
    assert column_path(document, "1,100") == ("June 30, 2023", "Current")
    dated = read_page(table(("Balances at June 30, 2023", "2023", "2022"), ("Loans", "1,100", "1,200")))
    assert column_path(dated, "1,100") == ("2023",)


def test_a_date_without_its_year_over_the_labels_goes_with_the_columns_that_are_bare_years() -> None:
    flows = read_page(table(("Three Months Ended June 30,", "2023", "Change"), ("Sales", "1,100", "1,200")))
    assert column_path(flows, "1,100") == ("Three Months Ended June 30,", "2023")
    assert column_path(flows, "1,200") == ("Change",)
    dated = read_page(table(("Years ended June 30,", "March 31, 2023", "May 31, 2022"), ("Sales", "1", "2")))
    assert column_path(dated, "1") == ("March 31, 2023",)


def test_the_only_unlabelled_row_at_the_end_sums_all_sections() -> None:
    sections = (
        YEARS,
        ("Cash", "1,100", "1,200"),
        ("Level 1:", "", ""),
        ("Funds", "1,300", "1,400"),
        ("Level 2:", "", ""),
        ("Bonds", "1,500", "1,600"),
    )
    assert row_path(read_page(table(*sections, ("", "1,700", "1,800"))), "1,700") == ()
    one = read_page(table(YEARS, ("Level 1:", "", ""), ("Funds", "1", "2"), ("", "3", "4")))
    assert row_path(one, "3") == ("Level 1",)
    each = read_page(table(*sections[:4], ("", "1,700", "1,800"), *sections[4:], ("", "1,900", "2,100")))
    assert row_path(each, "1,900") == ("Level 2",)


def test_money_named_by_its_label_takes_the_currency_of_its_column() -> None:
    document = read_page(
        table(
            ("", "Fair value"),
            ("Numerator", "$ 1,100"),
            ("Aggregate fair value", "1,300"),
            ("Total", "$ 2,400"),
        )
    )
    assert mention(document, "1,300").number.measure is Measure.MONEY
    assert mention(document, "1,300").number.currency == "USD"


def test_a_price_per_share_below_a_signed_one_has_its_currency() -> None:
    document = read_page(
        table(
            ("", "Shares", "Exercise price per share"),
            ("Outstanding at the start", "1,100", "€ 11.10"),
            ("Granted", "120", "12.20"),
            ("Expired", "130", "—"),
            ("Exercised", "140", "$ 13.30"),
            ("Outstanding at the end", "950", "14.40"),
        )
    )
    assert [mention(document, text).number.currency for text in ("12.20", "14.40")] == ["EUR", "USD"]
    assert mention(document, "950").number.currency == ""
    unsigned = table(("", "Price per share"), ("Granted", "12.20"), ("Expired", "$ 13.30"))
    assert mention(read_page(unsigned), "12.20").number.currency == ""


def test_a_sign_beside_a_dash_makes_a_column_money_too() -> None:
    document = read_page(
        table(
            ("", "Level 1", "Level 2"),
            ("Funds", "$ —", "$ —"),
            ("Bonds", "1,100", "1,200"),
            ("Number of employees", "1,300", "1,400"),
            ("Total", "$ 1,500", "$ —"),
        )
    )
    assert mention(document, "1,100").number.currency == "USD"
    assert mention(document, "1,200").number.currency == "USD"
    assert mention(document, "1,400").number.measure is not Measure.MONEY


def test_bare_numbers_below_the_last_sign_are_money_until_something_else_stands_there() -> None:
    document = read_page(
        table(
            ("", "Fees", "Other"),
            ("Audit", "$ 1,100", "$ 1,200"),
            ("Taxes", "1,300", "1,400"),
            ("Share", "1,500", "12 %"),
            ("Visits", "1,600", "1,700"),
        )
    )
    assert [mention(document, text).number.currency for text in ("1,300", "1,400", "1,500")] == ["USD"] * 3
    assert mention(document, "1,700").number.measure is not Measure.MONEY
    counted = table(("", "Sum"), ("Sales", "$ 1,100"), ("Employees", "1,300"))
    assert mention(read_page(counted), "1,300").number.measure is not Measure.MONEY


def test_a_price_per_something_closes_no_block_of_money() -> None:
    document = read_page(
        "<p>(in thousands, except revenue per membership)</p>",
        table(
            ("", "2023", "Change"),
            ("Revenues", "$ 1,100", "$ 100"),
            ("Paid memberships", "1,300", "130"),
            ("Average revenue per paid membership", "$ 11.70", "$ 1.20"),
        ),
    )
    assert mention(document, "1,300").number.measure is Measure.UNKNOWN
    assert mention(document, "130").number.measure is Measure.UNKNOWN


def test_a_bare_number_beside_a_signed_one_in_its_row_is_money() -> None:
    document = read_page(
        "<p>(in thousands)</p>",
        table(
            ("", "2023", "2022", "Change"),
            ("Revenues", "$ 1,100", "$ 1,000", "$ 100"),
            ("Margin", "12 %", "13 %", ""),
            ("Operating income", "1,300", "1,200", "$ 110"),
        ),
    )
    assert mention(document, "1,300").number.measure is Measure.MONEY


def test_the_cost_of_stock_units_is_money_though_it_names_units() -> None:
    document = read_page(
        table(
            ("", "2023"),
            ("Fair value of shares vested", "$ 1,100"),
            ("Cost of stock units", "1,300"),
            ("Stock units", "1,500"),
        )
    )
    assert mention(document, "1,300").number.measure is Measure.MONEY
    assert mention(document, "1,500").number.measure is not Measure.MONEY


def test_bare_numbers_between_share_counts_are_shares() -> None:
    document = read_page(
        table(
            ("", "2023"),
            ("Weighted average shares, basic", "1,100"),
            ("Stock awards", "1,300"),
            ("Weighted average shares, diluted", "2,400"),
        )
    )
    assert mention(document, "1,300").number.measure is Measure.SHARES


def test_years_among_percentages_are_no_percentages() -> None:
    document = read_page(
        table(
            ("", "2023"),
            ("Volatility", "54 %"),
            ("Expected term (in years)", "3.5"),
            ("Correlation coefficient", "0.7"),
            ("Dividend yield", "0.3 %"),
        )
    )
    assert mention(document, "3.5").number.measure is Measure.UNKNOWN
    assert mention(document, "0.7").number.measure is Measure.UNKNOWN


def test_a_total_in_the_first_row_of_a_section_leaves_it_open() -> None:
    document = read_page(
        table(
            YEARS,
            ("2020", "", ""),
            ("Total revenues", "1,100", "1,200"),
            ("Net income", "1,300", "1,400"),
        )
    )
    assert row_path(document, "1,300") == ("2020", "Net income")


def test_a_grand_total_under_the_last_section_stands_in_none() -> None:
    deep = '<td style="padding-left:20pt">{}</td>'.format
    document = read_page(
        table(
            YEARS,
            ("North:", "", ""),
            (deep("Beer"), "1,100", "1,200"),
            (deep("Total north"), "1,300", "1,400"),
            ("South:", "", ""),
            (deep("Beer"), "1,500", "1,600"),
            (deep("Total south"), "1,700", "1,800"),
            (deep("Total sales"), "1,900", "2,000"),
        )
    )
    assert row_path(document, "1,700") == ("South", "Total south")
    assert row_path(document, "1,900") == ("Total sales",)


def test_net_cash_from_an_activity_leaves_the_sections_inside_it() -> None:
    document = read_page(
        table(
            YEARS,
            (bold("Cash flows from operating activities:"), "", ""),
            ("Changes in operating assets and liabilities:", "", ""),
            ("Receivables", "1,100", "1,200"),
            ("Net cash provided by (used in) operating activities", "1,300", "1,400"),
        )
    )
    assert row_path(document, "1,300") == (
        "Cash flows from operating activities",
        "Net cash provided by (used in) operating activities",
    )


def test_bare_numbers_above_the_only_sign_of_a_column_are_money() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(("", "2023"), ("Notes", "1,100"), ("Bonds", "1,300"), ("Total debt", "$ 2,400")),
    )
    assert mention(document, "1,100").number.currency == "USD"


def test_a_few_bare_numbers_above_a_sign_that_closes_nothing_may_count_things() -> None:
    rows = (("", "2023"), ("Riders", "1,100"), ("Bookings", "$ 2,400"))
    assert mention(read_page(table(*rows)), "1,100").number.measure is Measure.UNKNOWN
    counted = (("", "2023"), ("Number of boats", "1,100"), ("Hulls", "9"), ("Total sales", "$ 2,400"))
    assert mention(read_page(table(*counted)), "9").number.measure is Measure.UNKNOWN


def test_a_sign_in_the_first_of_several_years_is_of_all() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(
            ("", "2023", "2022", "Boats"),
            ("Paid", "$ 1,100", "1,300", "17"),
            ("Owed", "1,500", "1,700", "19"),
        ),
    )
    assert [m.number.currency for m in document.mentions] == ["USD", "USD", "", "USD", "USD", ""]


def test_bare_signs_head_columns_of_changes() -> None:
    document = read_page(
        table(
            ("", "", "", "<td colspan='2'>Increase</td>"),
            ("", "2023", "2022", "$", "%"),
            ("Sales", "$ 1,300", "$ 1,100", "200", "18 %"),
        )
    )
    assert column_path(document, "200") == ("Increase", "$")
    assert column_path(document, "18 %") == ("Increase", "%")


def test_a_column_of_equity_is_money_under_a_section_that_names_shares() -> None:
    document = read_page(
        table(
            ("", "Additional paid-in capital"),
            ("Balance", "$ 1,100"),
            ("Shares issued for:", ""),
            ("Options", "1,300"),
        )
    )
    assert mention(document, "1,300").number.currency == "USD"


@pytest.mark.parametrize(
    "sentence",
    [
        "The following were left out of diluted loss per share because they would be anti-dilutive",
        "Changes in shares of common stock for 2023 and 2022",
        "Scheduled vesting for outstanding restricted stock units",
        "The following table lists the potential common shares excluded from the diluted calculation",
        "We excluded these potentially dilutive shares",
    ],
)
def test_a_sentence_about_shares_says_what_the_numbers_count(sentence: str) -> None:
    rows = (("", "2023"), ("Options", "1,100"), ("Notes", "1,300"))
    document = read_page(f"<p>We sell boats. {sentence} (in thousands):</p>", table(*rows))
    assert mention(document, "1,300").number.measure is Measure.SHARES
    assert mention(document, "1,300").number.value == 1_300_000
    money = read_page(f"<p>{sentence} (in thousands):</p>", table(*rows, ("Cost", "$ 1,700")))
    assert mention(money, "1,300").number.measure is not Measure.SHARES
    before = read_page(f"<p>{sentence}. Our sales were (in thousands):</p>", table(*rows))
    assert mention(before, "1,300").number.measure is Measure.UNKNOWN


def test_shares_that_a_sentence_names_are_scaled_as_the_caption_scales_shares() -> None:
    document = read_page(
        "<p>(in thousands, except share amounts)</p>",
        "<p>These would be anti-dilutive:</p>",
        table(("", "2023"), ("Options", "1,100")),
    )
    assert mention(document, "1,100").number.value == 1_100


def test_shares_that_a_header_names_are_scaled_as_the_caption_scales_shares() -> None:
    rows = (("", "Nonvested shares", "Units (in thousands)"), ("Opening", "175,077", "120"))
    document = read_page("<p>(in thousands, except share amounts)</p>", table(*rows))
    assert mention(document, "175,077").number.value == 175_077
    assert mention(document, "120").number.value == 120_000


def test_numbers_without_a_sign_under_a_header_of_shares_are_shares() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(("", "Treasury shares", "Surplus"), ("Balance", "1,100", "$ 1,200"), ("Bought", "17", "19")),
    )
    assert mention(document, "17").number.measure is Measure.SHARES
    assert mention(document, "19").number.measure is Measure.MONEY


def test_share_counts_of_one_column_have_one_scale() -> None:
    document = read_page(
        "<p>(in thousands, except per share data)</p>",
        table(
            ("", "2023"),
            ("Shares outstanding", "12,343,542"),
            ("Granted", "738,269"),
            ("Shares outstanding at the end", "13,081,811"),
        ),
    )
    assert [m.number.value for m in document.mentions] == [12_343_542, 738_269, 13_081_811]
    assert {m.number.measure for m in document.mentions} == {Measure.SHARES}


def test_the_name_of_a_currency_as_a_row_label_is_no_unit() -> None:
    rows = (("", "2023"), ("Peso", "$ 4"), ("Euro", "16"), ("Indian rupees", "3"), ("Total", "$ 23"))
    document = read_page("<p>(in millions)</p>", table(*rows))
    assert {m.number.currency for m in document.mentions} == {"USD"}
    stated = read_page(table(("", "2023"), ("Sales (in euros)", "16")))
    assert mention(stated, "16").number.currency == "EUR"
    notional = read_page(table(("", "2023"), ("Currency:", ""), ("Euro", "16"), ("Yen", "17")))
    assert [m.number.currency for m in notional.mentions] == ["EUR", "JPY"]


def test_a_number_under_the_header_number_is_a_count() -> None:
    document = read_page(
        "<p>(in thousands)</p>", table(("", "Number", "Value"), ("Notes", "22", "$ 31"), ("Bonds", "5", "8"))
    )
    assert mention(document, "22").number.value == 22


@pytest.mark.parametrize("label", ["日本", "個別", "年初", "月末", "台湾"])
def test_a_bracket_that_begins_like_a_unit_is_none(label: str) -> None:
    rows = (("", "2023年3月期"), (f"売上高（{label}）", "1,100"), ("従業員数（人）", "1,200"))
    document = read_page("<p>（単位：百万円）</p>", table(*rows))
    assert mention(document, "1,100").number.value == 1_100_000_000
    assert mention(document, "1,200").number.value == 1_200
