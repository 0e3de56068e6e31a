import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.periods import INSTANT, Period
from cofitcheck.periods.header_periods import mention_period, period_of
from cofitcheck.periods.text import read_period


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
        ("31. Dezember 2023", Period(2023, 12, 31)),
        ("31 décembre 2023", Period(2023, 12, 31)),
        ("1er août 2023", Period(2023, 8, 1)),
        ("As of June 30, 2023", Period(2023, 6, 30, INSTANT)),
        ("Balance at January 1, 2023", Period(2023, 1, 1, INSTANT)),
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
        ("2023年3月期末", Period(2023, 3, 31, INSTANT)),
        ("2023年度", Period(2023, months=12)),
        ("２０２３年１２月３１日", Period(2023, 12, 31)),
        ("自2022年4月1日 至2023年3月31日", Period(2023, 3, 31, 12)),
        ("2022 and 2023", Period(2023)),
        ("2023 vs. 2022", Period(2023)),
        ("Q1'24 vs. Q1'23", Period(2024, months=3)),
        ("YTD’25", Period(2025)),
        ("FY'23", Period(2023)),
        ("O'24", Period()),
        ("Less than 12 Months", Period()),
        ("12 Months or Greater", Period()),
        ("Beyond 12 Months", Period()),
        ("12 months and beyond", Period()),
        ("Twelve months and thereafter", Period()),
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
        ("Expected term (in years)", Period()),
        ("Due after one year through five years", Period()),
        ("Due within 12 months", Period()),
        ("Tax positions of prior years", Period()),
        ("Three-month SOFR plus 1%", Period()),
        ("12-Month Average", Period()),
        ("For the three and six months ended June 30, 2023", Period(2023, 6, 30)),
        ("Annual Maturities", Period()),
        ("Income deferred at the regional level", Period()),
        ("Total at fair value", Period(months=INSTANT)),
        ("At the end of fiscal 2022", Period(2022, months=INSTANT)),
        ("Q2 YTD 2025", Period(2025, months=6)),
        ("Year-to-date write-offs", Period()),
        ("As of the fiscal year ended June 30, 2023", Period(2023, 6, 30, INSTANT)),
        ("Senior notes due July 2027", Period()),
        ("2021 Stock Incentive Plan", Period()),
        ("After 2028", Period()),
        ("2029 and thereafter", Period()),
        ("2029 - 2033", Period()),
        ("April 28, 2025 - May 25, 2025", Period(2025, 5, 25, 1)),
        ("October 1–31, 2021", Period(2021, 10, 31, 1)),
        ("October 1 to October 31", Period(0, 10, 31, 1)),
        ("December 29, 2024 through January 31", Period(2025, 1, 31, 1)),
        ("10/1/23 - 12/31/23", Period(2023, 12, 31, 3)),
        ("July 31, 2023 - July 30, 2024", Period(2024, 7, 30, 12)),
        ("May 31 - 30", Period(0, 5, 31)),
        ("13/41/23 - 14/41/23", Period()),
        ("Common stock (at cost)", Period()),
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
    assert period.months >= -1
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
    assert mention_period(("Cash at end of year",), year) == Period(2023, 12, 31, INSTANT)
    assert mention_period(("Cash, beginning of period",), year) == Period(2022, 12, 0, INSTANT)
    assert mention_period(("Cash, beginning of period",), quarter) == Period(2022, 12, 0, INSTANT)
    assert mention_period(("Cash, beginning of year",), ("2023",)) == Period(2022, 0, 0, INSTANT)
    assert mention_period(("Net income",), year) == Period(2023, 12, 31, 12)


@pytest.mark.parametrize(
    ("span", "begins"),
    [
        ("January 1, 2021 - December 31, 2023", Period(2020, 12, 0, INSTANT)),
        ("October 1, 2021 - March 31, 2023", Period(2021, 9, 0, INSTANT)),
        ("April 1, 2021 - March 31, 2023", Period(2021, 3, 0, INSTANT)),
    ],
)
def test_a_span_of_more_than_a_year_begins_years_before(span: str, begins: Period) -> None:
    assert mention_period(("Balance, beginning of period",), (span,)) == begins


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
    assert mention_period(("Six months of 2020", "Balance at June 30, 2019"), ("Amount",)).year == 2019
    assert mention_period(("Second quarter 2020 debt issue", "Notes"), ("Amount",)).year == 0


def test_what_is_held_at_the_end_of_a_span_is_no_balance_unless_it_is_cash() -> None:
    year = ("Year ended December 31, 2023",)
    assert mention_period(("Gains on securities held as of the end of the period",), year).months == 12
    assert mention_period(("Cash held at end of period",), year).months == -1


def test_a_quarter_of_a_year_ends_when_that_part_of_the_year_does() -> None:
    assert period_of(["Year ended December 31, 2023", "First Quarter"]) == Period(2023, 3, 0, 3)
    assert period_of(["Year ended December 31, 2023", "Fourth Quarter"]) == Period(2023, 12, 31, 3)
    assert period_of(["Year ended January 31, 2023", "First Quarter"]) == Period(2022, 4, 0, 3)
    quarter = mention_period(("Year ended October 31, 2023", "Sales"), ("Second Quarter",))
    assert quarter == Period(2023, months=3)


def test_loans_sorted_by_their_year_keep_the_date_of_their_headers() -> None:
    assert period_of(["June 30, 2025", "Term loans by year", "2021"]) == Period(2025, 6, 30)
    assert period_of(["Amortized cost basis at", "June 30, 2025", "2021"]) == Period(2025, 6, 30)


@pytest.mark.parametrize(
    ("label", "period"),
    [
        ("Balance at June 30, 2022", Period(2022, 6, 30, INSTANT)),
        ("Balance as of March 31", Period(2023, 3, 31, INSTANT)),
        ("Balance, December 31", Period(2022, 12, 31, INSTANT)),
        ("July 2, 2023", Period(2023, 7, 2, INSTANT)),
        ("Goodwill - December 31, 2022", Period(2022, 12, 31, INSTANT)),
        ("Fair value at December 31, 2022", Period(2022, 12, 31, INSTANT)),
        ("Ending balance", Period(2023, 6, 30, INSTANT)),
        ("Total ending equity", Period(2023, 6, 30, INSTANT)),
        ("Beginning treasury stock", Period(2023, 3, 0, INSTANT)),
        ("Cash, cash equivalents and restricted cash", Period(2023, 6, 30, INSTANT)),
        ("Total stockholders’ equity", Period(2023, 6, 30, INSTANT)),
        ("Total equity income", Period(2023, 6, 30, 3)),
        ("Cash acquired", Period(2023, 6, 30, 3)),
        ("Expected to vest", Period(2023, 6, 30, INSTANT)),
        ("Vested and exercisable", Period(2023, 6, 30, INSTANT)),
        ("Exercised", Period(2023, 6, 30, 3)),
        ("Funded status of the plans", Period(2023, 6, 30, INSTANT)),
        ("Projected benefit obligation", Period(2023, 6, 30, INSTANT)),
        ("Sales that were deferred revenue included in the beginning balance", Period(2023, 6, 30, 3)),
        ("Common stock issued in May 2021", Period(2023, 6, 30, 3)),
    ],
)
def test_a_balance_under_a_span_is_a_date(label: str, period: Period) -> None:
    assert mention_period((label,), ("Three months ended June 30, 2023",)) == period


def test_a_header_may_say_that_its_column_holds_balances() -> None:
    span = ("Three months ended June 30, 2023",)
    assert mention_period(("Loans",), (*span, "Beginning Balance")) == Period(2023, 3, 0, INSTANT)
    assert mention_period(("Loans",), (*span, "Ending Balance")) == Period(2023, 6, 30, INSTANT)
    assert mention_period(("Loans",), ("Balance, end of 2022",)) == Period(2022, months=INSTANT)
    year = ("Year ended June 30, 2022",)
    assert mention_period(year, ("Balance at beginning of period",)) == Period(2021, 6, 0, INSTANT)


def test_shares_may_yet_be_purchased_at_the_end_of_a_month() -> None:
    month = ("April 28, 2025 - May 25, 2025",)
    assert mention_period(month, ("Shares purchased",)) == Period(2025, 5, 25, 1)
    assert mention_period(("May 1 - May 31, 2025",), ("Shares purchased",)) == Period(2025, 5, 31, 1)
    left = ("Shares that may yet be purchased under the 2023 authority (in thousands)",)
    assert mention_period(month, left) == Period(2025, 5, 25, INSTANT)


def test_a_month_without_its_year_is_of_the_year_of_the_quarter_around_it() -> None:
    quarter = (Period(2021, 12, 31, 3),)
    assert mention_period(("October 1-31",), ("Shares",), quarter) == Period(2021, 10, 31, 1)


def test_the_rest_of_a_year_and_what_comes_later_are_no_years() -> None:
    section, around = "Year ending December 31,", (Period(2024, 3, 31),)
    assert mention_period((section, "2025"), ("Rent",), around) == Period(2025, 12, 31, 12)
    assert mention_period((section, "Remainder of 2024"), ("Rent",), around) == Period(2024)
    assert mention_period((section, "Thereafter"), ("Rent",), around) == around[0]


def test_a_section_that_sorts_by_years_does_not_date_the_rows_below_it() -> None:
    assert mention_period(("Expiration period:", "2030"), ("Losses",)) == Period()


def test_a_day_takes_the_length_of_a_span_that_ends_on_it() -> None:
    years = (Period(0, 12, 31, 12),)
    assert mention_period(("Provision",), ("December 31, 2023",), years) == Period(2023, 12, 31, 12)
    assert mention_period(("Beginning balance",), ("December 31, 2023",), years) == Period(
        2022, 12, 0, INSTANT
    )
    assert mention_period(("Bonds",), ("June 30, 2023",), years) == Period(2023, 6, 30)


def test_what_makes_up_cash_is_held_at_the_end() -> None:
    parts = ("Reconciliation of cash, cash equivalents and restricted cash", "Other assets")
    assert mention_period(parts, ("Year ended December 31, 2023",)).months == -1
    other = ("Reconciliation of net income to net cash from operations", "Depreciation")
    assert mention_period(other, ("Year ended December 31, 2023",)).months == 12


def test_an_opening_balance_under_a_date_has_not_that_date() -> None:
    assert mention_period(("Beginning balance",), ("June 29, 2025",)) == Period(months=INSTANT)
    assert mention_period(("Balance at beginning of year",), ("June 29, 2025",)) == Period(
        2024, 6, 0, INSTANT
    )


def test_a_section_row_says_what_a_header_leaves_out() -> None:
    assert mention_period(("Three months ended June 30:", "Sales"), ("2023",)) == Period(2023, 6, 30, 3)
    assert mention_period(("December 31, 2022", "Sales"), ("2023",)) == Period(2023)


def test_the_text_around_a_table_says_what_headers_rows_and_sections_leave_out() -> None:
    around = (Period(2023, 12, 31, INSTANT),)
    assert mention_period(("Bonds",), ("Level 1",), around) == around[0]
    assert mention_period(("Bonds",), ("2023",), around) == around[0]
    assert mention_period(("Bonds",), ("2022",), around) == Period(2022)
    assert mention_period(("2027",), ("Payments",), around) == Period(2027)
    assert mention_period(("Bonds",), ("2022",), (Period(0, 12, 31, INSTANT),)) == Period(
        2022, 12, 31, INSTANT
    )
