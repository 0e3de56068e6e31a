"""What is said before all else: what was read and not checked."""

from __future__ import annotations

from functools import cache

import pytest

from cofitcheck import Checker, Report, read
from cofitcheck.reports.html import render_html
from cofitcheck.reports.model.gaps import verdict_of_none
from tests.readers.html_pages import page, table


@cache
def checker() -> Checker:
    return Checker()


def check(*body: str) -> Report:
    return checker().check(read(page(*body), "page.htm"))


ODD = table(
    ("", "2031", "2030"),
    ("Stocks", "1,203", "8,419"),
    ("Debtors", "4,418", "2,297"),
    ("Cash", "9,087", "6,151"),
    ("Total current", "71,342", "95,518"),
    ("Plant", "3,391", "7,706"),
    ("Total", "40,209", "30,877"),
)


def test_a_statement_with_totals_that_was_not_added_up_is_named() -> None:
    report = check("<h2>Balance sheet</h2>", ODD)
    (alarm,) = map(str, report.alarms)
    assert alarm == "1 table has totals and nothing in it was added up (“Balance sheet”): add it up by hand"


def test_many_tables_of_one_row_are_told() -> None:
    rows = [f"<p>Part {n}</p>" + table((f"Sales {n}", f"1,1{n:02}")) for n in range(12)]
    assert any("12 tables of one row were read" in str(alarm) for alarm in check(*rows).alarms)


def test_columns_without_a_header_are_told() -> None:
    report = check(table(("Sales", "1,100", "2,200"), ("Costs", "900", "1,700")), ODD)
    assert any("columns without a header" in str(alarm) for alarm in report.alarms)


def test_placeholders_are_told() -> None:
    rows = [(f"Line {n}", "1,000", "1,000") for n in range(20)]
    report = check(table(("", "2031", "2030"), *rows))
    assert "40 of its 40 numbers are 1,000" in str(report.alarms[0])


@pytest.mark.parametrize("others", [2, 12])
def test_noughts_are_placeholders_where_they_are_nearly_all(others: int) -> None:
    rows = [(f"Regel {n}", "0", "0") for n in range(20)]
    stated = [(f"Other {n}", f"1,{n}70") for n in range(others)]
    report = check(table(("", "2031", "2030"), *rows), table(("", "2031"), *stated))
    said = f"40 of its {40 + others} numbers are 0"
    assert any(said in str(alarm) for alarm in report.alarms) is (others == 2)


@pytest.mark.parametrize(
    ("checked", "said"),
    [
        (50, "no contradictions found"),
        (49, "no contradictions found in the 49% of the numbers that were checked"),
        (0, "no contradictions found in the 0% of the numbers that were checked"),
    ],
)
def test_the_verdict_has_the_share_where_little_was_checked(checked: int, said: str) -> None:
    assert str(verdict_of_none(checked, 100)) == said


def test_alarms_stand_at_the_top_of_the_page() -> None:
    shown = render_html(check("<h2>Balance sheet</h2>", ODD))
    assert shown.index("nothing in it was added up") < shown.index("numbers in tables")
    assert "No contradictions found in the 0% of the numbers that were checked." in shown
