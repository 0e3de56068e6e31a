"""The period of a tagged number as it is read, held against the tag's."""

from __future__ import annotations

import pytest

from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.gold.contexts import XbrlContext
from cofitcheck.evaluation.statistics import RIGHT, outcome, read_periods
from cofitcheck.periods import INSTANT, Period
from cofitcheck.readers import read
from tests.evaluation.tagged_documents import company, page, table, tag

YEAR = XbrlContext("42", "2023-01-01", "2023-12-31", ())
DAY = XbrlContext("42", "", "2023-12-31", ())


@pytest.mark.parametrize(
    ("period", "context", "said"),
    [
        (Period(2023, 12, 31, 12), YEAR, RIGHT),
        (Period(2023, 12, 31, INSTANT), DAY, RIGHT),
        (Period(2023, 12, 31), DAY, RIGHT),
        (Period(2024, 1, 2, 12), YEAR, RIGHT),
        (Period(2023, 12, 31), YEAR, "no length"),
        (Period(2023, 12, 31, 3), YEAR, "another length"),
        (Period(2023, 12, 31, 12), DAY, "another length"),
        (Period(2023, 9, 30, 12), YEAR, "another end"),
        (Period(2023, months=12), YEAR, "no month"),
        (Period(2022, months=12), YEAR, "another year"),
        (Period(months=12), YEAR, "no year"),
    ],
)
def test_a_period_is_right_or_it_is_said_what_is_wrong(
    period: Period, context: XbrlContext, said: str
) -> None:
    assert outcome(period, context) == said


def test_every_tagged_number_is_judged_by_its_own_tag() -> None:
    dated = table(
        "Liquidity",
        [
            ("Cash", tag("a:Cash", "now", "1,234"), tag("a:Cash", "then", "1,101")),
            ("Net loss", tag("a:Income", "year", "345"), "98"),
        ],
        head=("", "December 31, 2023", "December 31, 2022"),
    )
    document = read(page(dated), name="made.htm")
    found = list(read_periods(document, label(document)))
    assert [(each.mention.text, each.outcome) for each in found] == [
        ("1,234", RIGHT),
        ("1,101", RIGHT),
        ("345", "no length"),
    ]


def test_bare_years_of_a_document_without_a_day_have_no_month() -> None:
    document = company()
    assert {each.outcome for each in read_periods(document, label(document))} == {"no month"}
