"""Signs: errors, and habits of tables."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.signs import agree, stated_difference
from tests.checks.checks_documents import document


@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [
        # Two digits swapped, and shown as a deduction: the amounts are 9,000 apart.
        ("76,800", "(67,800)", 9_000),
        ("(67,800)", "76,800", -9_000),
        ("76,800", "67,800", 9_000),
        ("(76,800)", "(67,800)", -9_000),
        # Unlike amounts: a gain of one and a loss of the other.
        ("1,000", "(345)", 1_345),
    ],
)
def test_a_difference_is_of_what_is_stated(first: str, second: str, difference: int) -> None:
    made = document([("Repayments", [first])], [("Repayments", [second])], scale=0)
    assert stated_difference(Grid(made), 0, 1) == Decimal(difference)


def test_rows_that_show_all_signs_differently_are_compared_by_amount() -> None:
    made = document([("Tax", ["1,000", "4,321"])], [("Tax", ["(345)", "(4,321)"])], scale=0)
    assert stated_difference(Grid(made), 0, 2) == Decimal(655)


def test_a_change_between_negative_numbers_has_either_sign() -> None:
    headers = ("2023", "2022", "Increase (Decrease)")
    rows = [("Gain on sale", ["(532)", "(27)", "505"])], [("Gain on sale", ["(532)", "(27)", "(505)"])]
    assert agree(Grid(document(*rows, headers=headers)), (2, 5), 1)
    assert not agree(Grid(document(*rows)), (2, 5), 1)


def test_an_amount_given_and_taken_in_one_column_has_either_sign() -> None:
    plan = [("Benefits paid", ["(1,487)", "77"]), ("Benefits paid", ["1,487", "77"])]
    made = document(plan, [("Benefits paid", ["1,487", "77"])])
    assert agree(Grid(made), (0, 4), 1)
    assert not agree(Grid(document(plan[:1], [("Benefits paid", ["1,487", "77"])])), (0, 2), 1)
