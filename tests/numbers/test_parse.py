"""Reading of cells: every style of number, and everything that only looks like one."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.numbers import (
    Kind,
    Measure,
    Number,
    NumberContext,
    UnitCaption,
    is_side_text,
    read_number,
    read_unit_caption,
)

PLAIN = NumberContext()
EUROPEAN = NumberContext(decimal_comma=True)


def value_of(text: str, context: NumberContext = PLAIN) -> Decimal | None:
    number = read_number(text, context)
    return number.value if number else None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234", "1234"),
        ("$ 1,234", "1234"),
        ("( 1,234 )", "-1234"),
        ("$(0.25)", "-0.25"),
        ("($ .25)", "-0.25"),
        ("$(1,234", "-1234"),
        ("1,234)", "-1234"),
        ("-5", "-5"),
        ("− 5", "-5"),
        ("–5", "-5"),
        ("△1,234", "-1234"),
        ("▲1,234", "-1234"),
        ("※１ 1,234", "1234"),
        ("※1、※2 △1,234", "-1234"),
        ("1,234 ※３", "1234"),
        ("1234-", "-1234"),
        ("-0-", "0"),
        ("(0)", "0"),
        ("1'234.50", "1234.50"),
        ("1’234.50", "1234.50"),
        ("1 234.5", "1234.5"),
        ("1\u00a0234\u202f567", "1234567"),
        ("12,34,567", "1234567"),
        ("1.234.567", "1234567"),
        ("１，２３４", "1234"),
        ("（５）", "-5"),
        ("1,234 (1)", "1234"),
        ("(b) $ 1,234", "1234"),
        ("1,234(a)(b)", "1234"),
        ("1,234*", "1234"),
        ("1,234²", "1234"),
        ("1.2 billion", "1200000000"),
        ("$3.5 million", "3500000"),
        ("$3.5M", "3500000"),
        ("12万元", "120000"),
        ("3億円", "300000000"),
        ("1.2万亿元", "1200000000000"),
        ("3千亿元", "300000000000"),
        ("5百万円", "5000000"),
        ("2,413,657,82 4.17", "2413657824.17"),
        ("221 .00", "221.00"),
        ("2, 951,579", "2951579"),
        ("(12,951 ,579)", "-12951579"),
        ("-3,482 ,751, 964.2 0", "-3482751964.20"),
        ("7,254,836 .91", "7254836.91"),
        ("731,264,8 95", "731264895"),
        ("5,2 74,618", "5274618"),
        ("315,827,469. 24", "315827469.24"),
        ("0.00[注]", "0"),
    ],
)
def test_reads_every_style(text: str, value: str) -> None:
    assert value_of(text) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.234,56", "1234.56"),
        ("1 234,56", "1234.56"),
        ("0,5", "0.5"),
        ("1.234", "1234"),
        ("1,234.56", "1234.56"),
    ],
)
def test_reads_the_decimal_comma(text: str, value: str) -> None:
    assert value_of(text, EUROPEAN) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "measure", "currency"),
    [
        ("12.5 %", Measure.PERCENT, ""),
        ("(12.5)%", Measure.PERCENT, ""),
        ("(12.5%)", Measure.PERCENT, ""),
        ("5 pts", Measure.PERCENT, ""),
        ("12 bps", Measure.BASIS_POINTS, ""),
        ("1.4x", Measure.RATIO, ""),
        ("3.50 to 1.00", Measure.RATIO, ""),
        ("1,234 shares", Measure.SHARES, ""),
        ("$ 12", Measure.MONEY, "USD"),
        ("US$ 12", Measure.MONEY, "USD"),
        ("HK$12", Measure.MONEY, "HKD"),
        ("RMB 12", Measure.MONEY, "CNY"),
        ("€ 5", Measure.MONEY, "EUR"),
        ("5 €", Measure.MONEY, "EUR"),
        ("£5", Measure.MONEY, "GBP"),
        ("¥5", Measure.MONEY, "JPY"),
        ("12", Measure.UNKNOWN, ""),
    ],
)
def test_the_cell_says_what_it_counts(text: str, measure: Measure, currency: str) -> None:
    number = read_number(text, PLAIN)
    assert number is not None
    assert (number.measure, number.currency) == (measure, currency)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *[(text, Kind.DASH) for text in ("-", "—", "–", "$ —", "— %", "－", "$(—)", "--")],
        *[(text, Kind.NIL) for text in ("nil", "None", "無", "无")],
        *[(text, Kind.NOT_MEANINGFUL) for text in ("NM", "n/m", "N/A", "n.m.", "*", "**", "NM %")],
        *[(text, Kind.VALUE) for text in ("0", "$ 0", "0.0%", "(0)")],
    ],
)
def test_blanks_and_zero_stay_four_different_things(text: str, kind: Kind) -> None:
    number = read_number(text, PLAIN)
    assert number is not None
    assert number.kind is kind
    assert (number.value is None) is (kind is not Kind.VALUE)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "abc",
            "Total",
            "December 31, 2023",
            "12/31/2023",
            "2023-12-31",
            "Feb-24",
            "Note 5",
            "5, 12",
        ),
        *("F-12", "1st", "5 - 7", "0.5% to 1.2%", "2024-2028", "A-1", "3 years", "5-year notes", "3.5 years"),
        *(
            "(a)",
            "007",
            "1,2345",
            "<1%",
            "Item 1A",
            "10(a)",
            "12#",
            "[1]",
            "5)",
            "(3)(4)",
            "(555) 010-0199",
            "9" * 41,
        ),
        *("1,23", "12 m", "5½", "$", "1,2 34", "1,23 4", "12, 345", "7 —"),
    ],
)
def test_text_that_states_no_number(text: str) -> None:
    assert read_number(text, PLAIN) is None


def test_a_bare_year_is_no_number_unless_its_label_counts() -> None:
    assert read_number("2023", PLAIN) is None
    assert value_of("2023", NumberContext(row_path=("Number of employees",))) == 2023
    assert (
        read_number("2023", NumberContext(row_path=("Number of leases",), column_path=("Fiscal year",)))
        is None
    )
    assert value_of("2,023") == 2023
    assert value_of("$ 2023") == 2023


def test_note_and_page_columns_hold_references() -> None:
    assert read_number("7", NumberContext(column_path=("Note",))) is None
    assert value_of("7", NumberContext(column_path=("2023",))) == 7


MILLIONS = UnitCaption(6, "USD", Measure.MONEY)


@pytest.mark.parametrize(
    ("text", "rows", "columns", "value", "measure"),
    [
        ("1,234", ("Revenue",), ("2023",), "1234000000", Measure.MONEY),
        ("12.5 %", ("Revenue",), ("Change",), "12.5", Measure.PERCENT),
        ("12", ("Revenue",), ("% change",), "12", Measure.PERCENT),
        ("21.0", ("Effective tax rate",), ("2023",), "21.0", Measure.PERCENT),
        ("25.3", ("Tax at the statutory rate",), ("2023",), "25300000", Measure.MONEY),
        ("$ 1.25", ("Net income per share", "Basic"), ("2023",), "1.25", Measure.PER_SHARE),
        ("97", ("Net income per share", "Numerator"), ("2023",), "97000000", Measure.MONEY),
        ("9,720", ("Net income per share", "Dividends"), ("2023",), "9720000000", Measure.MONEY),
        ("1,500", ("Weighted-average shares outstanding",), ("2023",), "1500", Measure.SHARES),
        (
            "1,500",
            ("Shares used in computing earnings per share", "Basic"),
            ("2023",),
            "1500",
            Measure.SHARES,
        ),
        ("1,500", ("Weighted-average shares (in thousands)",), ("2023",), "1500000", Measure.SHARES),
        (
            "312",
            ("Common stock, $0.01 par value; 500 shares authorized",),
            ("2023",),
            "312000000",
            Measure.MONEY,
        ),
        ("512", ("Dividends declared ($0.24 per share)",), ("Total",), "512000000", Measure.MONEY),
        ("1,204", ("Number of employees",), ("2023",), "1204", Measure.UNKNOWN),
        ("4.5", ("Weighted-average remaining lease term (in years)",), ("2023",), "4.5", Measure.UNKNOWN),
        ("7", ("Revenue",), ("Amount (in thousands)",), "7000", Measure.MONEY),
        ("66.28", ("Granted",), ("Weighted", "Average", "Exercise", "Price"), "66.28", Measure.PER_SHARE),
        ("$ 54.82", ("Estimated value on the day",), ("2023",), "54.82", Measure.UNKNOWN),
        ("31", ("Shares repurchased",), ("Retained earnings",), "31000000", Measure.MONEY),
        ("$ 1.2 billion", ("Revenue",), ("2023",), "1200000000", Measure.MONEY),
    ],
)
def test_labels_and_caption_give_the_unit(
    text: str, rows: tuple[str, ...], columns: tuple[str, ...], value: str, measure: Measure
) -> None:
    number = read_number(text, NumberContext(MILLIONS, rows, columns))
    assert number is not None
    assert (number.value, number.measure) == (Decimal(value), measure)


def test_shares_take_the_scale_that_the_caption_gives_them() -> None:
    for caption, value in {
        "(in millions, except number of shares, which are in thousands, and per share amounts)": 5_000,
        "(in millions, except share and per share data)": 5,
        "(in millions, except per share data)": 5_000_000,
        "(dollars in millions)": 5,
    }.items():
        unit = read_unit_caption(caption)
        assert unit is not None
        assert value_of("5", NumberContext(unit, ("Weighted-average shares",))) == value


def test_a_count_that_money_cannot_be_is_not_scaled() -> None:
    assert (
        value_of("1,012,261,159", NumberContext(MILLIONS, ("Balance",), ("Common stock",))) == 1_012_261_159
    )


def test_a_shared_sign_means_the_currency_of_the_caption() -> None:
    yuan, canadian = UnitCaption(3, "CNY", Measure.MONEY), UnitCaption(3, "CAD", Measure.MONEY)
    for text, caption, currency in [("¥ 5", yuan, "CNY"), ("$ 5", canadian, "CAD"), ("£ 5", yuan, "GBP")]:
        number = read_number(text, NumberContext(caption))
        assert number is not None
        assert number.currency == currency


def test_precision_is_the_last_stated_digit_in_base_units() -> None:
    stated = {"49.1 billion": 8, "49,120": 0, "0.25": -2, "12.5%": -1}
    assert {text: _read(text).precision for text in stated} == stated
    assert _read("1,234", NumberContext(MILLIONS)).precision == 6


def test_significant_digits() -> None:
    stated = {"1,200": 2, "0.05": 1, "1,204": 4, "0": 0, "—": 0}
    assert {text: _read(text).digits for text in stated} == stated


def _read(text: str, context: NumberContext = PLAIN) -> Number:
    number = read_number(text, context)
    assert number is not None
    return number


@pytest.mark.parametrize(
    "text", ["$", "US$", "€", "(", ")", ")%", "%", "bps", "x", "(a)", "*", "†", "²", "$ ("]
)
def test_side_text(text: str) -> None:
    assert is_side_text(text)


@pytest.mark.parametrize("text", ["", "(1)", "5", "—", "-", "NM", "Total", "a", "$5", "Note"])
def test_no_side_text(text: str) -> None:
    assert not is_side_text(text)


# Property-based: whatever is printed reads back.

AMOUNTS = st.decimals(min_value=0, max_value=10**15, places=2, allow_nan=False, allow_infinity=False)
INTEGERS = st.integers(min_value=0, max_value=10**18).map(Decimal)


def _grouped(amount: Decimal, separator: str, point: str) -> str:
    return f"{amount:,f}".translate({ord(","): separator, ord("."): point})


@given(AMOUNTS, st.sampled_from([",", "'", " ", "\u00a0"]))
def test_grouped_amounts_read_back(amount: Decimal, separator: str) -> None:
    assert value_of(_grouped(amount, separator, ".")) == amount


@given(AMOUNTS, st.sampled_from([".", "'", " ", "\u202f"]))
def test_grouped_amounts_read_back_with_a_decimal_comma(amount: Decimal, separator: str) -> None:
    assert value_of(_grouped(amount, separator, ","), EUROPEAN) == amount


NEGATIVES = ["({})", "( {} )", "-{}", "−{}", "– {}", "△{}", "$({})", "({}", "({})%", "$ -{}", "{}-"]


@given(AMOUNTS, st.sampled_from(NEGATIVES))
def test_every_negative_reads_back(amount: Decimal, style: str) -> None:
    assert value_of(style.format(_grouped(amount, ",", "."))) == -amount


@given(AMOUNTS, st.sampled_from(["", "$", "€ ", "HK$"]), st.sampled_from(["", "%", " (1)", "*", " (a)", "†"]))
def test_what_stands_beside_does_not_change_the_value(amount: Decimal, before: str, after: str) -> None:
    assert value_of(f"{before}{_grouped(amount, ',', '.')}{after}") == amount


@given(AMOUNTS)
def test_full_width_reads_as_ascii(amount: Decimal) -> None:
    text = _grouped(amount, ",", ".")
    wide = "".join(chr(ord(character) + 0xFEE0) for character in text)
    assert read_number(wide, PLAIN) == read_number(text, PLAIN)


@given(st.one_of(AMOUNTS, INTEGERS), st.sampled_from([0, 3, 4, 6, 8, 9]))
def test_scale_is_exact(amount: Decimal, scale: int) -> None:
    number = _read(
        f"EUR {_grouped(amount, ',', '.')}", NumberContext(UnitCaption(scale, "EUR", Measure.MONEY))
    )
    assert number.value is not None
    assert number.displayed == amount
    assert number.value == amount * 10**scale
    assert number.precision == scale + int(amount.as_tuple().exponent)


NUMBER_LIKE = st.text(alphabet="0123456789.,'() -–—$€%*x年元万億\u3000²a", max_size=30)


@given(st.one_of(st.text(max_size=100), NUMBER_LIKE), st.booleans())
def test_never_raises_and_blanks_have_no_value(text: str, decimal_comma: bool) -> None:
    number = read_number(text, NumberContext(decimal_comma=decimal_comma))
    is_side_text(text)
    if number is not None:
        assert (number.value is None) is (number.kind is not Kind.VALUE)
        assert number.kind is not Kind.VALUE or any(character.isdigit() for character in text)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_labels_and_captions_never_raise(row: str, column: str, caption: str) -> None:
    unit = read_unit_caption(caption) or UnitCaption()
    number = _read("1,234", NumberContext(unit, (row,), (column,)))
    assert number.displayed == 1234
    assert number.value == Decimal(1234) * Decimal(10) ** number.scale


IN_MILLIONS = UnitCaption(scale=6)


@pytest.mark.parametrize(
    ("text", "rows", "columns", "measure", "value"),
    [
        ("$ 603", ("Diluted earnings per share", "Net income"), ("2023",), Measure.MONEY, "603000000"),
        (
            "(53)",
            ("Basic earnings per share", "Less: preferred dividends"),
            (),
            Measure.UNKNOWN,
            None,
        ),
        ("$ 1.25", ("Diluted earnings per share",), ("2023",), Measure.PER_SHARE, "1.25"),
        ("1,223", ("Granted",), ("Weighted-average grant-date fair value",), Measure.PER_SHARE, "1223"),
        ("224", ("5.550 percent thirty-year senior notes",), ("2023",), Measure.UNKNOWN, "224000000"),
        ("82", ("Year", "Less: interest"), ("Operating",), Measure.UNKNOWN, "82000000"),
        ("12", ("Balance",), ("Non-controlling interests",), Measure.MONEY, "12000000"),
        ("12", ("Granted",), ("Performance share units",), Measure.SHARES, None),
        ("12", ("Number of securities to be issued",), (), Measure.SHARES, None),
        ("3.5", ("Expected term (in years)",), ("%",), Measure.UNKNOWN, "3.5"),
    ],
)
def test_what_a_number_counts_under_a_caption_in_millions(
    text: str, rows: tuple[str, ...], columns: tuple[str, ...], measure: Measure, value: str | None
) -> None:
    number = read_number(text, NumberContext(IN_MILLIONS, rows, columns))
    assert number is not None
    assert number.measure is measure
    assert value is None or number.value == Decimal(value)


@pytest.mark.parametrize("text", ["#" * 80, "* " * 40, "†^" * 40, "($)" * 26, "※ " * 40, "#" * 40 + "x"])
def test_marks_without_a_digit_are_soon_found_to_be_no_number(text: str) -> None:
    before = time.process_time()
    assert read_number(text, PLAIN) is None
    assert time.process_time() - before < 1
