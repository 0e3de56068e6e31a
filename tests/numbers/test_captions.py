"""Unit captions in the spellings that reports use."""

from __future__ import annotations

import pytest

from cofitcheck.numbers import Measure, read_unit_caption
from cofitcheck.numbers.captions import stated_unit

MONEY, SHARES, UNKNOWN = Measure.MONEY, Measure.SHARES, Measure.UNKNOWN


@pytest.mark.parametrize(
    ("text", "scale", "currency", "measure"),
    [
        ("(in millions)", 6, "", UNKNOWN),
        ("(In thousands, except per share data)", 3, "", UNKNOWN),
        ("(dollars in millions, except per share amounts)", 6, "USD", MONEY),
        ("$ in thousands", 3, "USD", MONEY),
        ("(in millions of U.S. dollars)", 6, "USD", MONEY),
        ("(U.S. dollars in thousands)", 3, "USD", MONEY),
        ("Expressed in thousands of Canadian dollars", 3, "CAD", MONEY),
        ("(in billions)", 9, "", UNKNOWN),
        ("(shares in thousands)", 3, "", SHARES),
        ("(millions of shares)", 6, "", SHARES),
        ("in millions, except percentages", 6, "", UNKNOWN),
        ("Millions, except per share amounts", 6, "", UNKNOWN),
        ("Thousands of dollars", 3, "USD", MONEY),
        ("Year ended December 31, 2023 (in millions)", 6, "", UNKNOWN),
        ("CONSOLIDATED STATEMENTS OF COMPREHENSIVE INCOME (In millions)", 6, "", UNKNOWN),
        ("(000s)", 3, "", UNKNOWN),
        ("Denominators (000,000)", 6, "", UNKNOWN),
        ("(000,000’s)", 6, "", UNKNOWN),
        ("(000's omitted)", 3, "", UNKNOWN),
        ("$000", 3, "USD", MONEY),
        ("$’000", 3, "USD", MONEY),
        ("RMB'000", 3, "CNY", MONEY),
        ("£m", 6, "GBP", MONEY),
        ("All figures in £m", 6, "GBP", MONEY),
        ("in EUR mn", 6, "EUR", MONEY),
        ("€ million", 6, "EUR", MONEY),
        ("US$ millions", 6, "USD", MONEY),
        ("(in dollars)", 0, "USD", MONEY),
        ("(in shares)", 0, "", SHARES),
        ("单位:元", 0, "CNY", MONEY),
        ("单位：万元", 4, "CNY", MONEY),
        ("单位：百亿元", 10, "CNY", MONEY),
        ("单位：千亿元", 11, "CNY", MONEY),
        ("单位：万亿元", 12, "CNY", MONEY),
        ("(単位：兆円)", 12, "JPY", MONEY),
        ("(百株)", 2, "", SHARES),
        ("(単位：千億円)", 11, "JPY", MONEY),
        ("单位：兆瓦", 0, "", UNKNOWN),
        ("in TEUR", 3, "EUR", MONEY),
        ("Angaben in T€", 3, "EUR", MONEY),
        ("in Mio. EUR", 6, "EUR", MONEY),
        ("(in Mrd. €)", 9, "EUR", MONEY),
        ("Alle Beträge in Tausend Euro, soweit nicht anders angegeben", 3, "EUR", MONEY),
        ("en k€", 3, "EUR", MONEY),
        ("(M€)", 6, "EUR", MONEY),
        ("en milliers d’euros", 3, "EUR", MONEY),
        ("Montants en millions de dollars", 6, "USD", MONEY),
        ("(en euros)", 0, "EUR", MONEY),
        ("单位：百分点", 0, "", UNKNOWN),
        ("单位：元 币种：人民币", 0, "CNY", MONEY),
        ("人民币千元", 3, "CNY", MONEY),
        ("(単位：百万円)", 6, "JPY", MONEY),
        ("百万円", 6, "JPY", MONEY),
        ("新台幣仟元", 3, "TWD", MONEY),
        ("單位：新台幣仟元", 3, "TWD", MONEY),
        ("単位：億円", 8, "JPY", MONEY),
        ("（単位：百万米ドル）", 6, "USD", MONEY),
        ("単位：千米ドル", 3, "USD", MONEY),
        ("単位：百万ユーロ", 6, "EUR", MONEY),
        ("単位：百万ポンド", 6, "", MONEY),
        ("单位：亿韩元", 8, "", MONEY),
        ("单位：单元", 0, "", UNKNOWN),
        ("单位：千米", 0, "", UNKNOWN),
        ("（元）", 0, "CNY", MONEY),
        ("(x € 1.000)", 3, "EUR", MONEY),
    ],
)
def test_captions(text: str, scale: int, currency: str, measure: Measure) -> None:
    unit = read_unit_caption(text)
    assert unit is not None
    assert (unit.scale, unit.currency, unit.measure) == (scale, currency, measure)


@pytest.mark.parametrize(
    ("text", "scale", "shares_scale"),
    [
        ("(in thousands, except number of shares, which are reflected in millions, and per share)", 3, 6),
        ("(in millions, except number of shares, which are reflected in thousands)", 6, 3),
        ("(dollars in millions, shares in thousands)", 6, 3),
        ("(shares in thousands; aggregate intrinsic value in millions)", 6, 3),
        ("(dollars and shares in thousands)", 3, 3),
        ("(shares and intrinsic value in thousands)", 3, 3),
        ("(in millions, except per share data)", 6, 6),
        ("(in millions, except share and per share data)", 6, None),
        ("(dollars in millions)", 6, None),
    ],
)
def test_the_scale_of_shares(text: str, scale: int, shares_scale: int | None) -> None:
    unit = read_unit_caption(text)
    assert unit is not None
    assert (unit.scale, unit.shares_scale) == (scale, shares_scale)


@pytest.mark.parametrize(
    "text",
    [
        *("", "2023", "(Unaudited)", "Total", "December 31,", "%", "$", "Shares", "(1)", "(a)", "Years"),
        *("股票简称", "营业收入（元）", "比例（%）", "Change (%)"),
        *("in millions of homes", "We sold in millions of homes", "Revenue rose by millions in 2023."),
        *("Options (in thousands)", "Aggregate intrinsic value (in thousands)", "Numerator (in millions):"),
        *("mars", "en marche", "Umsatz in Mio. EUR je Mitarbeiter"),
        "(in thousands of homes)",
        "The price per share (not shown in thousands)",
        "The company invested in thousands, then lost it all " * 20,
    ],
)
def test_text_that_states_no_unit(text: str) -> None:
    assert read_unit_caption(text) is None


@pytest.mark.parametrize(
    "text", ["(employees)", "员工数量（人）", "（个月）", "従業員数（人）", "（平方メートル）"]
)
def test_counted_things_are_no_money_in_any_language(text: str) -> None:
    unit = stated_unit(text)
    assert unit is not None
    assert (unit.scale, unit.currency, unit.measure) == (None, "", UNKNOWN)


def test_the_day_of_a_week_counts_nothing() -> None:
    assert stated_unit("2023年3月1日（日）") is None
