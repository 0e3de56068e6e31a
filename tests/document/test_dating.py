"""The period of a number whose headers do not say it: what stands before its table does."""

import pytest

from cofitcheck.document.dating import date_mentions, introduced
from cofitcheck.document.periods import Period
from tests.readers.html_pages import read_page, table

PLAIN = table(("", "Level 1", "Level 2"), ("Bonds", "$ 1,100", "$ 1,200"))


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("We own bonds. Our bonds as of December 31, 2023 were as follows (in thousands):",
         (Period(2023, 12, 31, -1),)),
        ("The table below shows our sales for the year ended June 30, 2023:", (Period(2023, 6, 30, 12),)),
        ("Sales were as follows for fiscal 2023:", (Period(2023, months=12),)),
        ("December 31, 2023", (Period(2023, 12, 31),)),
        ("Our debt was as follows at December 31, 2023 and 2022:", (Period(0, 12, 31),)),
        ("Our debt was as follows at December 31:", (Period(0, 12, 31, -1),)),
        ("Our debt as of May 2, 2023 was paid. It was as follows:", ()),
        ("The following table is of the firm we bought on July 29, 2019:", ()),
        ("The 2021 program is as follows:", ()),
        ("We had no debt at December 31, 2023, which our directors regard as a source of strength.", ()),
        ("", ()),
    ],
)  # fmt: skip
def test_the_sentence_before_a_table_states_its_period(text: str, periods: tuple[Period, ...]) -> None:
    assert introduced(text) == periods


def test_the_days_of_two_fiscal_years_are_kept_apart() -> None:
    stated = introduced("Our debt as of September 30, 2023 and September 24, 2022 was as follows:")
    assert set(stated) == {Period(2023, 9, 30), Period(2022, 9, 24)}


def test_a_table_without_dates_takes_that_of_the_sentence_before_it() -> None:
    document = read_page("<p>Our bonds at June 30, 2023 were as follows:</p>", PLAIN, "<p>Also:</p>", PLAIN)
    assert date_mentions(document) == [Period(2023, 6, 30, -1)] * 2 + [Period()] * 2


def test_headers_that_are_years_take_their_day_from_the_sentence() -> None:
    document = read_page(
        "<p>Our bonds at December 31, 2023 and 2022 were as follows:</p>",
        table(("", "2023", "2022"), ("Bonds", "$ 1,100", "$ 1,200")),
    )
    assert date_mentions(document) == [Period(2023, 12, 31), Period(2022, 12, 31)]


def test_the_only_date_among_the_headers_is_that_of_all_columns() -> None:
    document = read_page(table(("", "December 31, 2023", "Level 1"), ("Bonds", "$ 1,100", "$ 1,200")))
    assert date_mentions(document) == [Period(2023, 12, 31)] * 2
