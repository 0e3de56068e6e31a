"""Periods over groups of columns, over all of a table, and over blocks of its rows."""

from __future__ import annotations

import pytest

from tests.readers.html_pages import column_path, read_page, row, row_path, table
from tests.readers.test_html_rows import indented

PARTS = ("", "Boats", "Sails", "Total")


def over_all(text: str) -> str:
    return row(f"<td colspan='4'>{text}</td>")


@pytest.mark.parametrize("period", ["For the three months ended June 30, 2023", "June 30, 2023"])
def test_a_period_across_the_table_is_over_every_column(period: str) -> None:
    document = read_page(
        table(over_all(period), PARTS, ("Sales", "$ 101", "$ 102", "$ 203"), ("Costs", "51", "52", "103"))
    )
    assert column_path(document, "$ 101") == (period, "Boats")
    assert column_path(document, "103") == (period, "Total")


def test_words_across_the_table_that_say_more_than_a_period_are_no_header() -> None:
    document = read_page(
        table(over_all("Sales of boats built in 2023"), PARTS, ("Sales", "$ 101", "$ 102", "$ 203"))
    )
    assert column_path(document, "$ 101") == ("Boats",)


def test_a_day_across_the_table_is_over_years_that_sort_its_amounts() -> None:
    document = read_page(
        table(
            over_all("March 31, 2023"),
            ("", "2023", "2022", "2021"),
            ("Current", "$ 101", "$ 102", "$ 103"),
            ("Overdue", "11", "12", "13"),
        )
    )
    assert column_path(document, "$ 102") == ("March 31, 2023", "2022")


def test_a_length_across_the_table_is_over_days_without_one() -> None:
    document = read_page(
        table(
            over_all("Three Months Ended"),
            ("", "June 30, 2023", "June 30, 2022", "Nine months ended June 30, 2023"),
            ("Sales", "$ 101", "$ 102", "$ 303"),
            ("Costs", "51", "52", "153"),
        )
    )
    assert column_path(document, "$ 101") == ("Three Months Ended", "June 30, 2023")
    assert column_path(document, "$ 303") == ("Nine months ended June 30, 2023",)


def test_spans_of_two_years_across_the_table_give_the_years_below_their_length() -> None:
    spans = "For the Three Months Ended January 28, 2024 and January 29, 2023"
    document = read_page(
        table(over_all(spans), ("", "2024", "2023", "2022"), ("Sales", "$ 101", "$ 102", "$ 103"))
    )
    assert column_path(document, "$ 102") == (spans, "2023")


def test_the_period_over_the_labels_is_not_that_of_a_block_with_its_own() -> None:
    document = read_page(
        table(
            ("Year Ended December 31, 2023", "Boats", "Sails"),
            ("Sales", "$ 101", "$ 102"),
            ("Costs", "51", "52"),
            ("Year Ended December 31, 2022", "", ""),
            ("Sales", "$ 201", "$ 202"),
            ("Costs", "151", "152"),
        )
    )
    assert column_path(document, "$ 101") == ("Year Ended December 31, 2023", "Boats")
    assert column_path(document, "$ 201") == ("Boats",)
    assert row_path(document, "$ 201") == ("Year Ended December 31, 2022", "Sales")


def test_a_lone_length_over_the_middle_one_of_several_days_is_of_them_all() -> None:
    days = ("", "January 29, 2023", "January 30, 2022", "January 31, 2021")
    document = read_page(
        table(
            ("", "", "Year Ended", ""), days, ("Sales", "$ 101", "$ 102", "$ 103"), ("Costs", "1", "2", "3")
        )
    )
    for text, day in zip(("$ 101", "$ 102", "$ 103"), days[1:], strict=True):
        assert column_path(document, text) == ("Year Ended", day)


@pytest.mark.parametrize(
    "heads",
    [
        (("", "", "Year Ended"), ("", "June 30, 2023", "December 31, 2022")),
        (("", "", "Year Ended", ""), ("", "2023", "2022", "Change")),
        (("", "", "Pro forma", ""), ("", "2023", "2022", "2021")),
    ],
)
def test_what_may_be_of_one_column_stays_there(heads: tuple[tuple[str, ...], ...]) -> None:
    numbers = ("$ 101", "$ 102", "$ 103")[: len(heads[0]) - 1]
    document = read_page(table(*heads, ("Sales", *numbers), ("Costs", *("11", "12", "13")[: len(numbers)])))
    assert column_path(document, "$ 101") == (heads[1][1],)
    assert column_path(document, "$ 102") == (heads[0][2], heads[1][2])


def test_dates_of_blocks_hold_below_the_totals_in_them() -> None:
    def block(year: str, tens: int) -> tuple[tuple[str, ...], ...]:
        return (
            (f"Three Months Ended June 30, {year}", "", ""),
            (indented("Boats", 10), f"$ {tens}1", f"$ {tens}2"),
            (indented("Sails", 10), f"{tens}3", f"{tens}4"),
            ("Total sales from segments", f"{tens}5", f"{tens}6"),
            ("Eliminations", f"{tens}7", f"{tens}8"),
        )

    document = read_page(table(("", "North", "South"), *block("2023", 10), *block("2022", 20)))
    for text, year, label in (
        ("105", "2023", "Total sales from segments"),
        ("107", "2023", "Eliminations"),
        ("207", "2022", "Eliminations"),
    ):
        assert row_path(document, text) == (f"Three Months Ended June 30, {year}", label)


def test_a_balance_without_amounts_dates_no_block() -> None:
    document = read_page(
        table(
            ("", "North", "South"),
            ("Balance, December 31, 2021", "", ""),
            (indented("Goodwill", 10), "$ 101", "$ 102"),
            ("Impairment", "(11)", "(12)"),
            ("Balance, December 31, 2022", "", ""),
            (indented("Goodwill", 10), "$ 90", "$ 91"),
            ("Currencies", "3", "4"),
        )
    )
    assert row_path(document, "(11)") == ("Impairment",)


def test_a_period_over_the_next_block_takes_the_place_of_the_one_over_the_first() -> None:
    document = read_page(
        table(
            ("", "<td colspan='2'>Second Quarter Ended</td>"),
            ("", "June 29, 2025", "June 30, 2024"),
            ("Sales", "$ 101", "$ 102"),
            ("Costs", "51", "52"),
            ("", "<td colspan='2'>Six Months Ended</td>"),
            ("Sales", "$ 201", "$ 202"),
            ("Costs", "151", "152"),
        )
    )
    assert column_path(document, "$ 101") == ("Second Quarter Ended", "June 29, 2025")
    assert column_path(document, "$ 201") == ("Six Months Ended", "June 29, 2025")
    assert column_path(document, "152") == ("Six Months Ended", "June 30, 2024")


def test_a_day_over_the_next_block_leaves_its_columns_their_names() -> None:
    document = read_page(
        table(
            ("", "<td colspan='2'>December 31, 2023</td>"),
            ("", "Level 1", "Level 2"),
            ("Bonds", "$ 101", "$ 102"),
            ("", "<td colspan='2'>December 31, 2022</td>"),
            ("Bonds", "$ 201", "$ 202"),
        )
    )
    assert column_path(document, "$ 101") == ("December 31, 2023", "Level 1")
    assert column_path(document, "$ 202") == ("December 31, 2022", "Level 2")
