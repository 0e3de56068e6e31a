import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.document.periods import Period, mention_period, period_of, read_period


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("2023", Period(2023)),
        ("FY 2023", Period(2023)),
        ("Fiscal 2023", Period(2023, months=12)),
        ("December 31, 2023", Period(2023, 12, 31)),
        ("Dec. 31, 2023", Period(2023, 12, 31)),
        ("DECEMBER 31 2023", Period(2023, 12, 31)),
        ("31 December 2023", Period(2023, 12, 31)),
        ("1st May 2023", Period(2023, 5, 1)),
        ("As of June 30, 2023", Period(2023, 6, 30, -1)),
        ("Balance at January 1, 2023", Period(2023, 1, 1, -1)),
        ("Year ended December 31, 2023", Period(2023, 12, 31, 12)),
        ("Years Ended September 30,", Period(0, 9, 30, 12)),
        ("Three Months Ended March 31, 2023", Period(2023, 3, 31, 3)),
        ("3 months ended March 2023", Period(2023, 3, 0, 3)),
        ("Nine-month period ended Sept. 30, 2023", Period(2023, 9, 30, 9)),
        ("Six months", Period(months=6)),
        ("Twelve months ended June 30, 2023", Period(2023, 6, 30, 12)),
        ("13 Weeks Ended April 29, 2023", Period(2023, 4, 29, 3)),
        ("Thirteen weeks ended", Period(months=3)),
        ("14 weeks ended", Period(months=3)),
        ("Sixteen Weeks Ended", Period(months=3)),
        ("24 weeks ended", Period(months=6)),
        ("Twenty-six weeks ended", Period(months=6)),
        ("36 weeks ended", Period(months=9)),
        ("Thirty-Nine Weeks Ended", Period(months=9)),
        ("40 weeks ended", Period(months=9)),
        ("52 weeks ended December 30, 2023", Period(2023, 12, 30, 12)),
        ("Fifty-three weeks ended", Period(months=12)),
        ("Second Quarter 2023", Period(2023, months=3)),
        ("Q2 2023", Period(2023, months=3)),
        ("4Q 2023", Period(2023, months=3)),
        ("12/31/2023", Period(2023, 12, 31)),
        ("12/31/23", Period(2023, 12, 31)),
        ("31/12/2023", Period(2023, 12, 31)),
        ("31.12.2023", Period(2023, 12, 31)),
        ("2023-12-31", Period(2023, 12, 31)),
        ("2023年", Period(2023)),
        ("2023 年 12 月 31 日", Period(2023, 12, 31)),
        ("2023年3月期末", Period(2023, 3, 0, -1)),
        ("2023年度", Period(2023, months=12)),
        ("２０２３年１２月３１日", Period(2023, 12, 31)),
        ("自2022年4月1日 至2023年3月31日", Period(2022, 4, 1)),
        ("2022 and 2023", Period(2023)),
        ("2023 vs. 2022", Period(2023)),
        ("Q1'24 vs. Q1'23", Period(2024, months=3)),
        ("YTD’25", Period(2025)),
        ("FY'23", Period(2023)),
        ("O'24", Period()),
        ("Less than 12 Months", Period()),
        ("12 Months or Greater", Period()),
        ("Less than one year", Period()),
        ("May", Period()),
        ("May 2023", Period(2023, 5)),
        ("We may buy shares", Period()),
        ("March", Period(0, 3)),
        ("Sales", Period()),
        ("", Period()),
        ("$2000", Period()),
        ("2000%", Period()),
        ("20235", Period()),
    ],
)
def test_the_period_of_a_text(text: str, period: Period) -> None:
    assert read_period(text) == period


def test_headers_state_a_period_together_and_the_deeper_one_wins() -> None:
    assert period_of(["Three Months Ended March 31,", "2023"]) == Period(2023, 3, 31, 3)
    assert period_of(["Year ended December 31, 2022", "June 30, 2023"]) == Period(2023, 6, 30, 12)
    assert period_of(["December 31, 2022", "2023", "North"]) == Period(2023, 12, 31)
    assert period_of([]) == Period()


def test_a_period_that_says_nothing_is_false() -> None:
    assert not read_period("Sales")
    assert read_period("Three months ended")
    assert read_period("March")


WORDS = st.sampled_from(
    ["2023", "December", "may", "31", "thırteen", "ſeptember", "weeks", "ſix months", "99/99/99", "年",
     "月", "/", "２０２３", "٣", "²", "-", ".", "ended", "vs", "\x00", "0", "52", "12", "13月", "0日"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join), st.lists(WORDS).map("".join)))
def test_any_text_gives_a_possible_period(text: str) -> None:
    period = read_period(text)
    assert period.year == 0 or 1900 <= period.year <= 2099
    assert 0 <= period.month <= 12
    assert 0 <= period.day <= 31
    assert period.months in {-1, 0, 3, 6, 9, 12}
    assert bool(period.day) <= bool(period.month)


@given(st.lists(WORDS.map(read_period), min_size=2, max_size=2))
def test_what_a_period_says_stands_against_another(periods: list[Period]) -> None:
    first, second = periods
    both = first.or_else(second)
    assert both.or_else(second) == both
    assert (first.year or second.year, first.months or second.months) == (both.year, both.months)


def test_a_comparison_is_of_its_first_year() -> None:
    assert read_period("2019 vs. 2018").year == 2019
    assert read_period("Change 2023 compared to 2022").year == 2023


def test_years_that_sort_amounts_do_not_date_them() -> None:
    assert period_of(("June 30, 2025", "Term loans by origination year", "2021")).year == 2025
    assert period_of(("Maturity", "2031")).year == 0


def test_the_edges_of_a_span_are_dates() -> None:
    year, quarter = ("Year ended December 31, 2023",), ("Three months ended March 31, 2023",)
    assert mention_period(("Cash at end of year",), year) == Period(2023, 12, 31, -1)
    assert mention_period(("Cash, beginning of period",), year) == Period(2022, 12, 0, -1)
    assert mention_period(("Cash, beginning of period",), quarter) == Period(2022, 12, 0, -1)
    assert mention_period(("Cash, beginning of year",), ("2023",)) == Period(2022, 0, 0, -1)
    assert mention_period(("Net income",), year) == Period(2023, 12, 31, 12)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2023 Notes", 0),
        ("2026 Senior Secured Notes due", 0),
        ("2027 Convertible debt", 0),
        ("December 31, 2023 Notes payable", 2023),
        ("Adoption of ASU 2016-09", 0),
        ("ASC 2018", 0),
        ("2023 sales", 2023),
    ],
)
def test_a_year_in_a_name_is_no_period(text: str, year: int) -> None:
    assert read_period(text).year == year


def test_a_section_row_dates_the_rows_below_it_where_the_headers_do_not() -> None:
    assert mention_period(("2020", "Sales"), ("Quarter",)).year == 2020
    assert mention_period(("2020", "Sales"), ("2021",)).year == 2021
    assert mention_period(("2014 Equity Plan", "Granted"), ("Shares",)).year == 0
    assert mention_period(("Six months of 2020", "Balance at June 30, 2019"), ("Amount",)).year == 0
    assert mention_period(("Sales in 2020",), ("Amount",)).year == 0


def test_what_is_held_at_the_end_of_a_span_is_no_balance_unless_it_is_cash() -> None:
    year = ("Year ended December 31, 2023",)
    assert mention_period(("Gains on securities held as of the end of the period",), year).months == 12
    assert mention_period(("Cash held at end of period",), year).months == -1
