"""Signs: errors, and habits of tables."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.signs import agree, stated_difference
from cofitcheck.numbers import Measure
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


def test_a_column_of_changes_says_nothing_of_the_sign_of_an_amount() -> None:
    """Nothing came before it, so that the change of a cost that is added back is the cost with its sign."""
    added_back = [("Add: loss on repayment", ["-", "19,859", "(19,859)"])]
    segments = [("Loss on repayment", ["-", "(19,859)", "(19,859)"])]
    made = document(added_back, segments, headers=("2023", "2022", "Change"))
    total = document(added_back, segments, headers=("2023", "2022", "Total"))
    assert agree(Grid(made), (1, 4), 1)
    assert not agree(Grid(total), (1, 4), 1)


def test_an_amount_given_and_taken_in_one_column_has_either_sign() -> None:
    plan = [("Benefits paid", ["(1,487)", "77"]), ("Benefits paid", ["1,487", "77"])]
    made = document(plan, [("Benefits paid", ["1,487", "77"])])
    assert agree(Grid(made), (0, 4), 1)
    assert not agree(Grid(document(plan[:1], [("Benefits paid", ["1,487", "77"])])), (0, 2), 1)


def test_an_amount_that_a_row_moves_between_components_has_either_sign() -> None:
    headers = ("Preferred stock", "Paid-in capital", "Deficit")
    equity = [
        ("Balance at December 31, 2022", ["8,161", "5,420", "(9,310)"]),
        ("Accretion of preferred stock", ["78", "-", "(78)"]),
        ("Conversion of preferred stock", ["(7,935)", "7,935", "-"]),
        ("Balance at December 31, 2023", ["304", "13,355", "(9,388)"]),
    ]
    other = [("Conversion of preferred stock", ["7,935"]), ("Accretion of preferred stock", ["(78)"])]
    grid = Grid(made := document(equity, other, headers=headers))
    at = {(each.table, each.row, each.column): each.index for each in made.mentions}
    assert agree(grid, (at[0, 3, 1], at[1, 1, 1]), 0)
    assert agree(grid, (at[0, 2, 1], at[1, 2, 1]), 0)
    unmoved = [equity[0], ("Conversion of preferred stock", ["(7,935)", "-", "-"]), equity[3]]
    made = document(unmoved, other[:1], headers=headers)
    at = {(each.table, each.row, each.column): each.index for each in made.mentions}
    assert not agree(Grid(made), (at[0, 2, 1], at[1, 1, 1]), 0)


def test_shares_that_are_printed_alike_agree_whatever_their_captions_say() -> None:
    made = document(
        [("Weighted average shares", ["618.4", "537.0"])], [("Weighted average shares", ["618.4"])]
    )
    shares = [
        replace(each, number=replace(each.number.at_scale(scale), measure=measure))
        for each, scale, measure in zip(
            made.mentions, (6, 6, 0), (Measure.SHARES, Measure.SHARES, Measure.SHARES), strict=True
        )
    ]
    grid = Grid(replace(made, mentions=tuple(shares)))
    assert agree(grid, (0, 2), 1)
    assert not agree(grid, (1, 2), 1)
    money = [replace(each, number=replace(each.number, measure=Measure.MONEY)) for each in shares]
    assert not agree(Grid(replace(made, mentions=tuple(money))), (0, 2), 1)


def test_a_statement_that_turns_all_signs_of_a_row_turns_none_by_mistake() -> None:
    """Of three columns of companies the third takes the others out again, so that each row adds up."""
    income = [("Equity in income of subsidiaries", ["3,145", "302", "(3,447)"])]
    flows = [("Equity in income of subsidiaries", ["(3,145)", "(302)", "3,447"])]
    mistaken = [("Equity in income of subsidiaries", ["3,145", "302", "3,447"])]
    assert agree(Grid(document(income, flows)), (2, 5), 1)
    assert not agree(Grid(document(income, mistaken)), (2, 5), 1)


def test_a_row_that_moves_an_amount_states_it_with_both_signs() -> None:
    flows = [("Depreciation", ["1,805"])]
    made = document([("Depreciation", ["1,805", "(1,805)"])], flows, headers=("Before", "Moved"))
    assert agree(Grid(made), (1, 2), 1)
