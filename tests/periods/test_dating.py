"""The period of a number whose headers do not say it: what stands before its table does."""

import pytest

from cofitcheck.periods import INSTANT, Period
from cofitcheck.periods.dating import date_mentions, introduced
from cofitcheck.periods.header_periods import period_of
from tests.readers.html_pages import read_page, table

PARTS = ("Boats", "$ 1,101", "60 %", "$ 1,001", "70 %")
PLAIN = table(("", "Level 1", "Level 2"), ("Bonds", "$ 1,100", "$ 1,200"))


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("We own bonds. Our bonds as of December 31, 2023 were as follows (in thousands):",
         (Period(2023, 12, 31, INSTANT),)),
        ("The table below shows our sales for the year ended June 30, 2023:", (Period(2023, 6, 30, 12),)),
        ("Sales were as follows for fiscal 2023:", (Period(2023, months=12),)),
        ("December 31, 2023", (Period(2023, 12, 31),)),
        ("Our debt was as follows at December 31, 2023 and 2022:", (Period(0, 12, 31),)),
        ("Our debt was as follows at December 31:", (Period(0, 12, 31, INSTANT),)),
        ("Our debt as of May 2, 2023 was paid. It was as follows:", ()),
        ("The following table is of the firm we bought on July 29, 2019:", ()),
        ("The 2021 program is as follows:", ()),
        ("Our cash flows by expected maturity as of June 30, 2023 are as follows:",
         (Period(2023, 6, 30, INSTANT),)),
        ("Buys (as defined in Rule 10b-18(a)(3)) under the Securities Exchange Act of 1934 were as follows"
         " for the three months ended June 30, 2023:", (Period(2023, 6, 30, 3),)),
        ("We are “here.” The table is as of June 30, 2023.", (Period(2023, 6, 30, INSTANT),)),
        ("We had no debt at December 31, 2023, which our directors regard as a source of strength.", ()),
        ("", ()),
    ],
)  # fmt: skip
def test_the_sentence_before_a_table_states_its_period(text: str, periods: tuple[Period, ...]) -> None:
    assert introduced(text) == periods


def test_the_days_of_two_fiscal_years_are_kept_apart() -> None:
    stated = introduced("Our debt as of September 30, 2023 and September 24, 2022 was as follows:")
    assert set(stated) == {Period(2023, 9, 30), Period(2022, 9, 24)}
    stated = introduced(
        "Our gains for the years ended December 31, 2023 and January 1, 2023 were as follows:"
    )
    assert set(stated) == {Period(2023, 12, 31, 12), Period(2023, 1, 1, 12)}


def test_a_table_without_dates_takes_that_of_the_sentence_before_it() -> None:
    document = read_page("<p>Our bonds at June 30, 2023 were as follows:</p>", PLAIN, "<p>Also:</p>", PLAIN)
    assert list(date_mentions(document)) == [Period(2023, 6, 30, INSTANT)] * 2 + [Period()] * 2


@pytest.mark.parametrize(
    ("before", "period"),
    [
        ("应收款项的情况见附注。2023年度应收款项 单位：元", Period(2023, months=12)),
        ("其他请参阅2020年度合并财务报告。应收款项 单位：元", Period()),
        ("应收款项的回收情况与2020年度相比没有重大变化，本公司对各主要客户的信用期和坏账准备政策也没有改变",
         Period()),
        ("应收款项的情况见2023年12月31日的附注。应收款项 单位：元", Period(2023, 12, 31)),
    ],
)  # fmt: skip
def test_a_year_dates_a_table_in_its_heading_and_not_in_the_prose_before_it(
    before: str, period: Period
) -> None:
    document = read_page(f"<p>{before}</p>", table(("项目", "账面余额"), ("账龄一年以内", "1,100")))
    assert list(date_mentions(document)) == [period]


def test_headers_that_are_years_take_their_day_from_the_sentence() -> None:
    document = read_page(
        "<p>Our bonds at December 31, 2023 and 2022 were as follows:</p>",
        table(("", "2023", "2022"), ("Bonds", "$ 1,100", "$ 1,200")),
    )
    assert list(date_mentions(document)) == [Period(2023, 12, 31), Period(2022, 12, 31)]


def test_the_only_date_among_the_headers_is_that_of_all_columns() -> None:
    document = read_page(table(("", "December 31, 2023", "Level 1"), ("Bonds", "$ 1,100", "$ 1,200")))
    assert list(date_mentions(document)) == [Period(2023, 12, 31)] * 2


def test_a_date_among_the_headers_comes_before_a_sentence_that_states_two_years() -> None:
    document = read_page(
        "<p>Our loans by year of origination at December 31, 2023 and 2022 were as follows:</p>",
        table(
            ("", '<td colspan="2">Year of Origination</td>', "December 31, 2022"),
            ("", "2022", "2021", "Total"),
            ("Loans", "$ 1,100", "$ 1,200", "$ 2,300"),
        ),
    )
    assert {(period.year, period.month) for period in date_mentions(document)} == {(2022, 12)}


def test_a_day_beside_columns_without_one_is_that_of_a_balance() -> None:
    document = read_page(
        "<p>Our goodwill was as follows for the year ended December 31, 2023:</p>",
        table(("", "Additions", "December 31, 2023"), ("Goodwill", "$ 1,100", "$ 1,200")),
    )
    assert list(date_mentions(document)) == [Period(2023, 12, 31, 12), Period(2023, 12, 31)]


def rows_of(*labels: str, before: str = "", header: str = "Amount") -> list[Period]:
    """Return the periods of the rows of a table with these labels and one column."""
    rows = [(label, f"$ {1101 + number}") for number, label in enumerate(labels)]
    return list(date_mentions(read_page(f"<p>{before}</p>", table(("", header), *rows))))


def test_what_happened_between_two_dated_balances_took_place_in_the_span_between_them() -> None:
    periods = rows_of(
        "Issued", "Balance as of December 31, 2021", "Granted", "Balance as of December 31, 2022",
        "Forfeited", "Retired in the fourth quarter of 2022", "Balance as of March 31, 2023", "Pledged",
    )  # fmt: skip
    assert periods == [
        Period(),
        Period(2021, 12, 31, INSTANT),
        Period(2022, 12, 31, 12),
        Period(2022, 12, 31, INSTANT),
        Period(2023, 3, 31, 3),
        Period(2022, months=3),
        Period(2023, 3, 31, INSTANT),
        Period(),
    ]


@pytest.mark.parametrize(
    "header",
    ["Years ended December 31, 2021, 2022 and 2023", "Three years ended December 31, 2023",
     "Years ended Dec. 31, 2021, Dec. 31, 2022, and Dec. 31, 2023", "31 December 2022 and 31 December 2023",
     "Fiscal 2022 and fiscal 2023"],
)  # fmt: skip
def test_a_header_of_several_years_leaves_them_to_the_balances_between(header: str) -> None:
    document = read_page(
        table(
            (header, "Stock", "Total"),
            ("Balance, December 31, 2021", "$ 1,100", "$ 1,200"),
            ("Profit", "1,101", "1,201"),
            ("Balance, December 31, 2022", "1,102", "1,202"),
            ("Profit", "1,103", "1,203"),
            ("Balance, December 31, 2023", "$ 1,104", "$ 1,204"),
        )
    )
    years = {m.text: p.year for m, p in zip(document.mentions, date_mentions(document), strict=True)}
    assert (years["1,201"], years["1,203"], years["$ 1,204"]) == (2022, 2023, 2023)


@pytest.mark.parametrize(
    "header",
    ["Acquired in 2019 and 2020, at December 31, 2023", "The 2012 and 2017 Plans at May 31, 2023",
     "2023 compared with 2022 and 2021", "Three-year period ended December 31, 2023"],
)  # fmt: skip
def test_years_that_a_header_lists_beside_its_own_leave_it_that(header: str) -> None:
    assert period_of((header,)).year == 2023


def test_the_span_between_balances_is_that_of_the_nearest_month() -> None:
    years = rows_of("Balance, January 1, 2023", "Granted", "Balance, December 30, 2023")
    assert years[1] == Period(2023, 12, 30, 12)
    backwards = rows_of("Balance, June 30, 2023", "Granted", "Balance, December 31, 2022")
    assert backwards[1] == Period()


def test_what_a_new_rule_changes_is_not_of_the_span_between_balances() -> None:
    periods = rows_of("Balance, June 30, 2022", "Adoption of a new standard", "Balance, June 30, 2023")
    assert periods[1] == Period()


def test_what_is_held_after_the_last_dated_balance_is_held_on_its_date() -> None:
    periods = rows_of("Outstanding at June 30, 2022", "Outstanding at June 30, 2023", "Exercisable")
    assert periods[-1] == Period(2023, 6, 30, INSTANT)


def test_what_stands_between_opening_and_ending_balance_is_no_balance() -> None:
    dated = {"before": "Our plan assets at December 31, 2023 were as follows:"}
    labels = ("Beginning of year", "Paid in", "End of year", "Bonds")
    assert [period.months for period in rows_of(*labels, **dated)] == [-1, 0, -1, -1]


def test_without_the_balances_around_them_rows_have_no_period_of_their_own() -> None:
    balances = (("Balance, June 30, 2022", "$ 100"), ("Granted", "$ 50"), ("Balance, June 30, 2023", "$ 150"))
    document = read_page(table(("", "Amount"), *balances))
    assert date_mentions(document, between_balances=False)[1] == Period()


def compared(*headers: str) -> list[Period]:
    """Return the periods of one row under these headers."""
    amounts = [f"$ {1101 + number}" for number in range(len(headers))]
    return list(date_mentions(read_page(table(("", *headers), ("Sales", *amounts)))))


def test_a_change_is_of_the_latest_period_beside_it() -> None:
    year = "Year ended June 30, "
    assert compared(f"{year}2023", f"{year}2022", "% Change")[-1] == Period(2023, 6, 30, 12)
    both = compared(f"{year}2023", f"{year}2022", f"{year}2021", "2023 vs. 2022", "2022 vs. 2021")
    assert both[-2:] == [Period(2023, 6, 30, 12), Period(2022, 6, 30, 12)]


@pytest.mark.parametrize("change", ["Yr. to Yr. Percent/Margin Change", "Basis point change", "$ Increase"])
def test_a_change_of_fiscal_years_is_of_the_later_one(change: str) -> None:
    year = "Year ended "
    periods = compared(f"{year}July 1, 2023", f"{year}July 2, 2022", change)
    assert periods[-1] == Period(2023, 7, 1, 12)


def test_a_change_beside_a_dash_is_of_the_period_of_the_other_rows() -> None:
    headers = ("", "Year ended June 30, 2023", "Year ended June 30, 2022", "Change")
    rows = [("Sales", "$ 1,101", "$ 1,001", "$ 100"), ("Fees", "", "$ 1,001", "$ (1,001)")]
    assert date_mentions(read_page(table(headers, *rows)))[-1] == Period(2023, 6, 30, 12)


@pytest.mark.parametrize("part", ["% of Total", "Percent of net sales", "As a % of sales", "Percentage"])
def test_a_part_is_of_the_dated_column_on_its_left(part: str) -> None:
    year = "Year ended June 30, "
    periods = [Period(2023, 6, 30, 12)] * 2 + [Period(2022, 6, 30, 12)] * 2
    assert compared(f"{year}2023", part, f"{year}2022", part) == periods
    assert compared(f"{year}2023", part, f"{year}2022", part, "Change")[:-1] == periods
    both = compared(f"{year}2023", f"{year}2022", part, part)
    assert both[2:] == [Period()] * 2


def test_a_part_beside_an_empty_cell_is_of_the_period_of_the_other_rows() -> None:
    headers = ("", "June 30, 2023", "% of Total", "June 30, 2022", "% of Total")
    rows = [PARTS, ("Oars", "$ 1,101", "40 %", "", "30 %")]
    assert date_mentions(read_page(table(headers, *rows)))[-1] == Period(2022, 6, 30)


def test_a_single_percentage_may_be_that_of_a_change() -> None:
    assert compared("Year ended June 30, 2023", "Percent")[-1] == Period()


def test_a_percent_sign_alone_heads_a_part() -> None:
    document = read_page(table(("", "2023", "", "2022", ""), ("", "Sum", "%", "Sum", "%"), PARTS))
    assert [period.year for period in date_mentions(document)] == [2023, 2023, 2022, 2022]


def test_a_change_beside_two_spans_is_of_neither() -> None:
    quarter, half = "Three months ended June 30, 2023", "Six months ended June 30, 2023"
    assert compared(quarter, half, "Change")[-1] == Period()
    assert compared(quarter, "Volume", "Change")[-1] == Period(2023, 6, 30, 3)


def test_growth_is_of_the_latest_of_the_years_in_its_section() -> None:
    section = '<tr><td colspan="2"><b>Sales:</b></td></tr>'
    rows = [("2023", "$ 1,101"), ("2022", "$ 1,001"), ("Growth", "$ 100")]
    document = read_page(table(("", "Three months ended March 31,"), section, *rows))
    assert list(date_mentions(document)) == [Period(year, 3, 31, 3) for year in (2023, 2022, 2023)]


@pytest.mark.parametrize("label", ["", "Thereafter", "Total"])
def test_what_else_stands_below_years_is_of_none_of_them(label: str) -> None:
    rows = [("2023", "$ 1,101"), ("2022", "$ 1,001"), (label, "$ 2,102")]
    document = read_page(table(("", "Three months ended March 31,"), *rows))
    assert date_mentions(document)[2] == Period(0, 3, 31, 3)


def test_movements_between_dated_balances_are_of_a_part_of_the_span_in_the_header() -> None:
    page = table(
        ("Six months ended June 30, 2025", "Common stock", "Total"),
        ("Balance, December 31, 2024", "$ 1,100", "$ 2,100"),
        ("Net earnings", "10", "20"),
        ("Balance, March 31, 2025", "$ 1,110", "$ 2,120"),
        ("Net earnings", "30", "40"),
        ("Balance, June 30, 2025", "$ 1,140", "$ 2,160"),
    )
    document = read_page(page)
    periods = date_mentions(document)
    earned = [periods[each.index] for each in document.mentions if each.row_path[-1] == "Net earnings"]
    assert earned == [Period(2025, 3, 31, 3)] * 2 + [Period(2025, 6, 30, 3)] * 2


def test_years_under_one_day_sort_what_that_day_has() -> None:
    def days(*years: str) -> set[tuple[int, int]]:
        page = table(
            ("", "June 30, 2023", *[""] * (len(years) - 1)),
            ("", *years),
            ("Current", *(f"$ 1,{row}00" for row, _ in enumerate(years, start=1))),
            ("Past due", *(f"2{row}0" for row, _ in enumerate(years, start=1))),
        ).replace(
            "<td>June 30, 2023</td>" + "<td></td>" * (len(years) - 1),
            f'<td colspan="{len(years)}">June 30, 2023</td>',
        )
        return {(each.year, each.month) for each in date_mentions(read_page(page))}

    assert days("2023", "2022", "2021", "Prior") == {(2023, 6)}
    assert days("2023", "2022") == {(2023, 6), (2022, 6)}


def test_a_section_that_is_a_length_of_time_gives_the_days_in_the_headers_their_length() -> None:
    page = table(
        ("", "June 30, 2023", "June 30, 2022"),
        ("For the three months ended:", "", ""),
        ("Service cost", "$ 1,100", "$ 1,200"),
        ("Interest cost", "300", "400"),
    )
    assert set(date_mentions(read_page(page))) == {Period(2023, 6, 30, 3), Period(2022, 6, 30, 3)}


YEARLY = table(
    ("", "Year ended June 30, 2023", "Year ended June 30, 2022"),
    ("Costs", "$ 51", "$ 52"),
    ("Tax", "$ 5", "6"),
)
DAYS = table(("", "June 30, 2023", "June 30, 2022"), ("Sales", "$ 101", "$ 102"), ("Profit", "$ 11", "$ 12"))


def spans(*body: str) -> list[Period]:
    """Return the periods of the last four mentions of a page."""
    return list(date_mentions(read_page(*body))[-4:])


@pytest.mark.parametrize("title", ["Statements of Cash Flows", "Consolidated Statement of Operations"])
def test_days_over_a_statement_of_flows_end_the_years_that_a_yearly_report_is_on(title: str) -> None:
    now, then = Period(2023, 6, 30, 12), Period(2022, 6, 30, 12)
    assert spans(YEARLY, f"<h2>{title}</h2>", DAYS) == [now, then, now, then]


def test_days_over_balances_and_in_an_interim_report_end_no_years() -> None:
    now, then = Period(2023, 6, 30), Period(2022, 6, 30)
    assert spans(YEARLY, "<h2>Statements of Financial Condition</h2>", DAYS) == [now, then, now, then]
    interim = YEARLY.replace("Year ended", "Six months ended")
    assert spans(interim, "<h2>Statements of Cash Flows</h2>", DAYS) == [now, then, now, then]


def test_days_over_quarterly_data_end_quarters() -> None:
    now, before = Period(2023, 6, 30, 3), Period(2023, 3, 31, 3)
    quarters = DAYS.replace("June 30, 2022", "March 31, 2023")
    assert spans("<h2>Selected Quarterly Financial Data</h2>", quarters) == [now, before, now, before]


def test_the_opening_balance_under_days_that_end_years_is_of_the_year_before() -> None:
    cash = DAYS.replace("Profit", "Cash at beginning of period")
    opening = spans(YEARLY, "<h2>Statements of Cash Flows</h2>", cash)[2:]
    assert [(period.year, period.month, period.months) for period in opening] == [
        (2022, 6, INSTANT),
        (2021, 6, INSTANT),
    ]


def test_what_happened_between_the_ends_of_two_named_years_is_of_the_later_one() -> None:
    made = read_page(
        table(
            ("", "Shares", "Amount"),
            ("Balance at the end of fiscal 2021", "101", "$ 1,001"),
            ("Shares issued", "11", "$ 111"),
            ("Balance at the end of fiscal 2022", "112", "$ 1,112"),
        )
    )
    assert list(date_mentions(made)[2:4]) == [Period(2022, months=12)] * 2


def test_years_under_a_quarter_sort_what_it_has() -> None:
    quarter = "<td colspan='3'>Three months ended June 30, 2023</td>"
    made = read_page(
        table(("", quarter), ("", "2023", "2022", "2021"), ("Written off", "$ 11", "$ 12", "$ 13"))
    )
    assert list(date_mentions(made)) == [Period(2023, 6, 30, 3)] * 3


@pytest.mark.parametrize(
    "section",
    [
        "Amounts recorded in the consolidated balance sheets:",
        "Long-lived assets",
    ],
)
def test_a_section_of_balances_is_of_the_last_day_of_the_span_over_it(section: str) -> None:
    made = read_page(
        table(("", "Year ended June 30, 2023"), (section, ""), ("North", "$ 101"), ("South", "$ 102"))
    )
    assert list(date_mentions(made)) == [Period(2023, 6, 30, INSTANT)] * 2


def test_movements_between_two_columns_of_balances_are_of_the_span_between_their_days() -> None:
    made = read_page(
        table(
            ("", "Balance 1/1/2024", "Additions", "Currencies", "Balance 12/31/2024"),
            ("Boats", "$ 101", "$ 11", "$ 2", "$ 114"),
            ("Sails", "$ 201", "$ 12", "$ 3", "$ 216"),
        )
    )
    year = Period(2024, 12, 31, 12)
    assert list(date_mentions(made))[1:3] == [year, year]


@pytest.mark.parametrize(
    "heads",
    [
        ("December 31, 2023", "Additions", "December 31, 2022"),
        ("December 31, 2022", "Change", "December 31, 2023"),
        ("Year ended December 31, 2022", "Additions", "Year ended December 31, 2023"),
    ],
)
def test_other_columns_between_days_are_of_no_span(heads: tuple[str, ...]) -> None:
    made = read_page(table(("", *heads), ("Boats", "$ 101", "$ 11", "$ 112"), ("Sails", "201", "12", "213")))
    assert date_mentions(made)[1] == Period()


def test_the_mark_of_a_footnote_behind_a_day_leaves_it_that_of_a_balance() -> None:
    made = read_page(
        table(
            ("", "North", "South"),
            ("December 31, 2022 (a)", "$ 101", "$ 102"),
            ("Bought", "11", "12"),
            ("December 31, 2023 (a)", "$ 112", "$ 114"),
        )
    )
    assert list(date_mentions(made))[2:4] == [Period(2023, 12, 31, 12)] * 2
