"""Chinese and Japanese words of time: with a year of their own, and by the document's own period."""

import pytest

from cofitcheck.periods import INSTANT, Duration, Period
from cofitcheck.periods.dating import date_mentions
from cofitcheck.periods.east_asian import spelled
from cofitcheck.periods.text import read_period
from tests.readers.html_pages import read_page, table

YEAR = Duration.of_months(2023, 12, 12)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("前連結会計年度 (2022年３月31日)", Period(2022, 3, 31)),
        ("当第２四半期連結累計期間 (自 2022年４月１日 至 2022年９月30日)", Period(2022, 9, 30, 6)),
        ("2023年３月期第２四半期", Period(2022, 9, 30, 6)),
        ("2023年３月期", Period(2023, 3, 31, 12)),
        ("令和５年３月31日", Period(2023, 3, 31)),
        ("平成元年度", Period(1989, months=12)),
        ("民國 112 年 1 月 1 日至 12 月 31 日", Period(2023, 12, 31, 12)),
        ("112年第4季", Period(2023, 12, 31, 3)),
        ("112年12月31日餘額", Period(2023, 12, 31, INSTANT)),
        ("2023年1－6月", Period(2023, 6, 30, 6)),
        ("2023年前三季度", Period(2023, 9, 30, 9)),
        ("2023年下半年", Period(2023, 12, 31, 6)),
        ("2023年半年度", Period(2023, 6, 30, 6)),
        ("2023年末", Period(2023, 12, 31)),
        ("2023年初", Period(2022, 12, 31)),
        ("2023年2月末", Period(2023, 2, 28)),
        ("二〇二三年度", Period(2023, months=12)),
        ("2023年比2022年增长比例", Period(2023)),
        ("2022年末比2021年末", Period(2022, 12, 31)),
        ("2022年度较2021年度", Period(2022, months=12)),
        ("2022年6月30日較2021年12月31日", Period(2022, 6, 30)),
        ("截至2023年12月31日止年度", Period(2023, 12, 31, 12)),
        ("截至2023年12月31日止三年", Period(2023, 12, 31, 12)),
        ("截至二〇二三年十二月三十一日止三个会计年度", Period(2023, 12, 31, 12)),
        ("截至2023年12月31日止的会计年度", Period(2023, 12, 31, 12)),
        ("截至2022年12月31日及2023年12月31日止年度", Period(2023, 12, 31, 12)),
        ("截至2023年6月30日止六个月", Period(2023, 6, 30, 6)),
        ("截至2023年9月30日止 9 個月期間", Period(2023, 9, 30, 9)),
        ("截至2023年6月30日止半年度", Period(2023, 6, 30, 6)),
        ("截至2023年9月30日止第三季度", Period(2023, 9, 30, 3)),
        ("截至 2023 年 6 月 30 日止年度", Period(2023, 6, 30, 12)),
        ("截至2023年6月30日止期间", Period(2023, 6, 30)),
        ("截至2023年12月31日", Period(2023, 12, 31, INSTANT)),
        ("截至2023年12月31日止", Period(2023, 12, 31, INSTANT)),
        ("截至二零二三年十二月三十一日止年度", Period(2023, 12, 31, 12)),
        ("二零二三年六月三十日", Period(2023, 6, 30)),
        ("自二零二三年一月一日至十月二十日", Period(2023, 10, 20, 10)),
        ("二〇二三年一二月份", Period(2023)),
        ("二〇二三年十十月", Period(2023)),
        ("自2023年1月1日起至2023年12月31日止", Period(2023, 12, 31, 12)),
        ("自2023年4月1日起至12月31日止", Period(2023, 12, 31, 9)),
        ("2023年半年度末", Period(2023, 6, 30, INSTANT)),
        ("2023年上半年末", Period(2023, 6, 30, INSTANT)),
        ("2023年第三季度末", Period(2023, 9, 30, INSTANT)),
        ("第113年度", Period()),
        ("⑤2023年6月增资", Period(2023, 6)),
        ("长期借款（100年）", Period()),
        ("第一年", Period()),
    ],
)  # fmt: skip
def test_words_that_name_their_year(text: str, period: Period) -> None:
    assert read_period(text) == period


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("本期发生额", Period(2023, 12, 31, 12)),
        ("本年度", Period(2023, 12, 31, 12)),
        ("当連結会計年度", Period(2023, 12, 31, 12)),
        ("本期所得税前发生额", Period(2023, 12, 31, 12)),
        ("上期金额", Period(2022, 12, 31, 12)),
        ("第二季度", Period(2023, 6, 30, 3)),
        ("四季度（10-12月份）", Period(2023, 12, 31, 3)),
        ("第三季度末", Period(2023, 9, 30, INSTANT)),
        ("三季度期末余额", Period(2023, 9, 30, INSTANT)),
        ("年初至报告期末", Period(2023, 12, 31, 12)),
        ("年初至本报告期末", Period(2023, 12, 31, 12)),
        ("前事業年度", Period(2022, 12, 31, 12)),
        ("上年同期", Period(2022, 12, 31, 12)),
    ],
)
def test_words_that_mean_the_documents_own_period(text: str, period: Period) -> None:
    assert read_period(spelled(text, YEAR)) == period
    assert not read_period(spelled(text)).year


@pytest.mark.parametrize(
    "text",
    [
        "第一、二季度",
        "第一至第三季度",
        "一季度至三季度",
        "前三季度",
        "一季度-二季度",
        "第三季度初",
        "第三季度期初余额",
    ],
)
def test_several_quarters_and_the_day_before_one_are_no_quarter(text: str) -> None:
    assert not read_period(spelled(text, YEAR)).year


def test_the_end_of_each_period_names_none_of_them() -> None:
    assert spelled("报告期各期末", YEAR) == "ending balance"


def test_the_year_before_and_the_same_months_a_year_ago_differ_in_a_half_year() -> None:
    half = Duration.of_months(2023, 6, 6)
    assert str(half) == "January 1, 2023 to June 30, 2023"
    assert str(half.year_before) == "January 1, 2022 to December 31, 2022"
    assert str(half.a_year_earlier) == "January 1, 2022 to June 30, 2022"
    assert Duration.of_months(2024, 2, 3).a_year_earlier.last.day == 28


@pytest.mark.parametrize("text", ["", "Balance at December 31, 2023", "Ertrag für 2023 – geprüft", "№ 5"])
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert spelled(text, YEAR) is text


def test_a_table_without_dates_is_of_the_documents_own_period() -> None:
    dated = table(("项目", "2023年12月31日", "2022年12月31日"), ("货币资金", "1,100.00", "1,200.00"))
    relative = table(
        ("项目", "期末余额", "年初余额", "本期发生额"), ("存货", "3,100.00", "3,200.00", "3,300.00")
    )
    rolled = table(("项目", "原值"), ("期初余额", "4,100.00"), ("期末余额", "4,200.00"))
    periods = date_mentions(read_page(dated, relative, rolled))
    ends = [(2023, 12, -1), (2022, 12, -1), (2023, 12, 12), (2022, 12, -1), (2023, 12, -1)]
    assert [(period.year, period.month, period.months) for period in periods[2:]] == ends


def test_an_opening_balance_is_one_whatever_stands_below_it() -> None:
    dated = table(("项目", "2023年12月31日", "2022年12月31日"), ("货币资金", "1,100.00", "1,200.00"))
    relative = table(
        ("项目", "<td colspan='2'>期末余额</td>", "<td colspan='2'>期初余额</td>"),
        ("", "账面余额", "账面价值", "账面余额", "账面价值"),
        ("存货", "3,100.00", "3,000.00", "3,300.00", "3,200.00"),
    )
    periods = date_mentions(read_page(dated, relative))[2:]
    assert [(period.year, period.months) for period in periods] == [(2023, -1)] * 2 + [(2022, -1)] * 2


def test_a_statement_has_the_period_of_the_line_above_it() -> None:
    equity = table(("", "資本金", "合計"), ("当期首残高", "1,100", "2,100"), ("当期末残高", "1,200", "2,200"))
    periods = date_mentions(
        read_page("<p>前連結会計年度（自 2022年４月１日 至 2023年３月31日） （単位：百万円）</p>", equity)
    )
    assert {(period.year, period.month) for period in periods[:2]} == {(2022, 3)}
    assert {(period.year, period.month, period.months) for period in periods[2:]} == {(2023, 3, -1)}


def test_a_statement_is_of_the_year_above_it_rather_than_of_the_documents_own() -> None:
    dated = table(("项目", "2023年12月31日", "2022年12月31日"), ("货币资金", "1,100.00", "1,200.00"))
    equity = table(
        ("项目", "股本", "合计"), ("上年年末余额", "3,100", "3,200"), ("本年年末余额", "3,300", "3,400")
    )
    periods = date_mentions(read_page(dated, "<p>2022年度合并股东权益变动表</p>", equity))[2:]
    assert [(period.year, period.months) for period in periods] == [(2021, -1)] * 2 + [(2022, -1)] * 2


def test_an_english_document_knows_no_period_of_its_own() -> None:
    page = read_page(
        table(("", "December 31, 2023"), ("Cash", "$ 1,100")),
        table(("", "Current period"), ("Sales", "$ 1,200")),
    )
    assert date_mentions(page)[1] == Period()


def test_a_year_ended_is_a_span_and_what_stands_below_its_end_is_of_the_day() -> None:
    income = table(("", "截至2023年12月31日止年度", "截至2022年12月31日止年度"), ("收入", "1,100", "1,200"))
    position = table(("", "二零二三年十二月三十一日", "二零二二年十二月三十一日"), ("存貨", "2,100", "2,200"))
    periods = date_mentions(read_page(income, position))
    assert [(period.year, period.month, period.months) for period in periods[:2]] == [
        (2023, 12, 12),
        (2022, 12, 12),
    ]
    assert [(period.year, period.month, period.day) for period in periods[2:]] == [
        (2023, 12, 31),
        (2022, 12, 31),
    ]
    assert not any(period.months > 0 for period in periods[2:])
