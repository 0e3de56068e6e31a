"""Fiscal years that are named by another year than that in which they end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.document import Document
from cofitcheck.periods import INSTANT, Period
from cofitcheck.periods.dating import date_mentions, ended_periods, headed_periods, stated_periods
from cofitcheck.periods.fiscal_calendar import FiscalCalendar
from tests.readers.html_pages import read_page, table

BALANCES = table(
    ("", "January 28, 2023", "January 29, 2022"), ("Cash", "$ 1,101", "$ 1,002"), ("Debt", "$ 401", "$ 302")
)
BY_START = table(("", "2022", "2021"), ("Sales", "$ 7,101", "$ 7,002"), ("Costs", "$ 5,401", "$ 5,302"))
BY_END = BY_START.replace("2022", "2023").replace("2021", "2022")
LAST, BEFORE = Period(2023, 1, 28), Period(2022, 1, 29)


def ends(document: Document) -> dict[int, Period]:
    """Return the last two fiscal years that are learnt of a document."""
    learnt = FiscalCalendar.of(document, headed_periods(document)).ends
    return dict(sorted(learnt.items())[-2:])


def dated(document: Document) -> list[Period]:
    """Return the days of the last four mentions."""
    return [replace(period, months=0) for period in date_mentions(document)[-4:]]


def test_years_named_by_their_start_have_the_days_on_which_they_end() -> None:
    made = read_page(BALANCES, BY_START, BY_START)
    assert ends(made) == {2021: BEFORE, 2022: LAST}
    assert dated(made) == [LAST, BEFORE] * 2


def test_days_about_new_year_are_not_of_the_years_that_they_are_in() -> None:
    balances = BALANCES.replace("January 28, 2023", "January 1, 2023").replace(
        "January 29, 2022", "January 2, 2022"
    )
    told = (
        "<p>The following is by share for the fiscal years ended December 31, 2023, January 1, 2023 and "
        "January 2, 2022:</p>"
    )
    three = table(
        ("", "2023", "2022", "2021"),
        ("Sales", "$ 7,203", "$ 7,101", "$ 7,002"),
        ("Costs", "$ 5,503", "$ 5,401", "$ 5,302"),
    )
    made = read_page(balances, three, told, three)
    assert list(headed_periods(made)[-6:-3]) == [Period(year, months=12) for year in (2023, 2022, 2021)]


def test_years_named_by_their_end_stay_as_they_are() -> None:
    made = read_page(BALANCES, BY_END, BY_END)
    assert ends(made) == {}
    assert date_mentions(made) == headed_periods(made)


@pytest.mark.parametrize(
    "sentence",
    [
        "Fiscal 2022 refers to the fiscal year ended January 28, 2023.",
        "The fiscal year 2022 ended on January 28, 2023, the one before on January 29, 2022.",
        "Performance for the year ended January 28, 2023 (“Fiscal 2022”) was good.",
        "Fiscal 2022 (52 weeks ended January 28, 2023) was good.",
    ],
)
def test_what_a_sentence_says_of_a_year_counts_before_its_tables(sentence: str) -> None:
    made = read_page(BALANCES, f"<p>{sentence}</p>", BY_START)
    assert ends(made) == {2021: BEFORE, 2022: LAST}
    assert dated(made) == [LAST, BEFORE] * 2


def test_of_two_years_and_their_days_the_last_is_not_that_of_the_first_day() -> None:
    text = (
        "<p>Fiscal 2022 and fiscal 2021 which ended on January 28, 2023 and January 29, 2022 were good.</p>"
    )
    assert ends(read_page(text, BALANCES, BY_START, BY_START)) == {2021: BEFORE, 2022: LAST}


def test_where_tables_disagree_nothing_is_learnt_and_that_is_known() -> None:
    made = read_page(BALANCES, BY_END, BY_START)
    assert FiscalCalendar.of(made, headed_periods(made)) == FiscalCalendar(unsure=True)
    assert date_mentions(made) == headed_periods(made)


def test_a_table_that_goes_beyond_the_last_year_is_not_of_fiscal_years() -> None:
    due = table(("", "2022", "2023", "2024"), ("Leases", "$ 10", "$ 20", "$ 30"))
    made = read_page(BALANCES, BY_START, BY_START, due)
    assert list(date_mentions(made)[-3:]) == [Period(2022), Period(2023), Period(2024)]


def test_years_of_52_or_53_weeks_end_in_either_of_two_years() -> None:
    days = table(("", "December 31, 2023", "January 1, 2023"), ("Cash", "$ 1,101", "$ 1,002"))
    made = read_page(days, BY_END, BY_END)
    assert ends(made) == {2022: Period(2023, 1, 1), 2023: Period(2023, 12, 31)}
    assert dated(made) == [Period(2023, 12, 31), Period(2023, 1, 1)] * 2


def test_opening_balances_of_a_calendar_year_are_no_ends_of_years() -> None:
    days = table(
        ("", "December 31, 2023", "December 31, 2022", "January 1, 2022"),
        ("Cash", "$ 1", "$ 2", "$ 3"),
        ("Debt", "$ 4", "$ 5"),
    )
    made = read_page(days, BY_END, BY_END)
    assert ends(made) == {}
    assert date_mentions(made) == headed_periods(made)


def test_quarters_teach_nothing() -> None:
    quarter = table(
        ("", "Three months ended April 29, 2023", "Three months ended April 30, 2022"),
        *((f"Item {row}", f"$ {row}01", f"$ {row}02") for row in range(1, 9)),
    )
    made = read_page(quarter, BALANCES, BY_START, BY_START)
    assert ends(made) == {}


def test_a_year_whose_day_is_not_stated_has_its_calendar_year() -> None:
    three = table(("", "2022", "2021", "2019"), ("Sales", "$ 7,101", "$ 7,002", "$ 7,003"))
    made = read_page(BALANCES, three, three)
    assert list(date_mentions(made)[-3:]) == [LAST, BEFORE, Period(2020)]


def test_a_day_that_no_calendar_has_is_passed_over() -> None:
    made = read_page(table(("", "February 30, 2023", "2022"), ("Cash", "$ 1,101", "$ 1,002")))
    assert ends(made) == {}


YEARLY = table(("", "Year ended June 30, 2023", "Year ended June 30, 2022"), ("Tax", "$ 51", "$ 52"))
CALENDAR = YEARLY + table(("", "June 30, 2023", "June 30, 2022"), ("Cash", "$ 1,101", "$ 1,002"))
RENT = table(("", "2023", "2022", "2021"), ("Rent", "$ 101", "$ 102", "$ 103"))
NOTE = f"<h2>Rent</h2>{RENT}"


def test_years_that_are_named_by_their_own_have_the_day_that_the_document_states() -> None:
    made = read_page(CALENDAR, NOTE)
    assert list(ended_periods(made)[-3:]) == [Period(year, 6, 30) for year in (2023, 2022, 2021)]
    assert list(stated_periods(made)[-3:]) == [Period(year) for year in (2023, 2022, 2021)]


def test_the_cover_tells_the_day_where_no_table_does() -> None:
    cover = "<p>For the fiscal year ended September 30, 2023</p>"
    told = ended_periods(read_page(cover, "<p>We sell boats.</p>", NOTE))
    assert [(period.year, period.month, period.day) for period in told] == [
        (year, 9, 30) for year in (2023, 2022, 2021)
    ]
    assert list(ended_periods(read_page(NOTE))) == [Period(y) for y in (2023, 2022, 2021)]


def test_the_cover_counts_before_stray_days_in_tables() -> None:
    bought = table(("", "November 28, 2022"), ("Shares bought", "1,101"))
    cover = "<p>For the fiscal year ended September 30, 2023</p>"
    assert ended_periods(read_page(cover, bought, NOTE))[-3] == Period(2023, 9, 30)


def test_years_of_weeks_end_on_the_days_that_a_note_lists() -> None:
    text = (
        "<p>For the fiscal year ended February 6, 2022</p>"
        "<p>Fiscal 2020 and 2021 were both 52-week years that ended on February 2, 2020 and January 31, "
        "2021, respectively. Fiscal 2022 was a 53-week year that ended on February 6, 2022.</p>"
    )
    made = read_page(text, NOTE.replace("2021", "2020").replace("2022", "2021").replace("2023", "2022"))
    assert list(ended_periods(made)) == [Period(2022, 2, 6), Period(2021, 1, 31), Period(2020, 2, 2)]


def test_years_of_weeks_have_their_month_where_the_day_is_not_stated() -> None:
    days = YEARLY.replace("30, 2023", "17, 2023").replace("30, 2022", "18, 2022")
    made = read_page(days, NOTE)
    assert list(ended_periods(made)[-3:]) == [Period(2023, 6, 17), Period(2022, 6, 18), Period(2021, 6)]


def test_numbered_quarters_of_such_a_year_have_their_months() -> None:
    quarters = table(("", "First quarter", "Fourth quarter"), ("2023", "", ""), ("Sales", "$ 101", "$ 102"))
    cover = "<p>For the fiscal year ended June 30, 2023</p>"
    made = read_page(cover, CALENDAR, NOTE, quarters)
    assert list(ended_periods(made)[-2:]) == [Period(2022, 9, 0, 3), Period(2023, 6, 30, 3)]


def test_years_of_an_interim_report_have_no_day() -> None:
    days = table(("", "January 28, 2024", "January 29, 2023"), ("Cash", "$ 1,101", "$ 1,002"))
    flows = table(("", "2024", "2023"), ("Profit", "$ 101", "$ 102"), ("Cash at beginning", "11", "12"))
    assert list(ended_periods(read_page(days, "<h2>Cash flows</h2>", flows)))[2] == Period(2024)


def test_years_to_come_have_no_day() -> None:
    due = table(("", "2023", "2024", "2025"), ("Leases", "$ 10", "$ 20", "$ 30"))
    assert list(ended_periods(read_page(CALENDAR, due))[-3:]) == [Period(y) for y in (2023, 2024, 2025)]


def test_a_bare_year_over_a_statement_of_flows_is_twelve_months() -> None:
    made = read_page(CALENDAR, "<h2>Statements of Cash Flows</h2>", RENT)
    assert ended_periods(made)[-3] == Period(2023, 6, 30, 12)


def test_what_moved_a_balance_under_a_bare_year_is_of_twelve_months() -> None:
    rolled = table(
        ("", "2023", "2022"),
        ("Obligation at beginning of year", "$ 101", "$ 91"),
        ("Service cost", "11", "10"),
        ("Obligation at end of year", "$ 112", "$ 101"),
    )
    made = ended_periods(read_page(CALENDAR, "<h2>Pensions</h2>", rolled))[-6:]
    assert made[2:] == (
        Period(2023, 6, 30, 12),
        Period(2022, 6, 30, 12),
        Period(2023, 6, 30, INSTANT),
        Period(2022, 6, 30, INSTANT),
    )
    assert [(period.year, period.month, period.months) for period in made[:2]] == [
        (2022, 6, INSTANT),
        (2021, 6, INSTANT),
    ]


def test_movements_of_the_year_before_do_not_end_on_the_day_that_the_next_begins() -> None:
    document = read_page(
        table(
            ("", "2031", "2030"),
            ("At 1 January", "1,310", "1,204"),
            ("Additions", "417", "320"),
            ("Releases", "(206)", "(214)"),
            ("At 31 December", "1,521", "1,310"),
        )
    )
    said = [
        (m.column_path[-1], p.year) for m, p in zip(document.mentions, ended_periods(document), strict=True)
    ]
    assert said[2:6] == [("2031", 2031), ("2030", 2030)] * 2
