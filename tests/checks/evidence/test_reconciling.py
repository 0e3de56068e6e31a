"""Another line that is the difference between two statements of one line, and what it does not explain."""

from __future__ import annotations

import pytest

from cofitcheck.checks import CheckSettings, Grid, find_contradictions
from cofitcheck.checks.evidence.reconciling import (
    ANOTHER_LINE,
    are_paid_and_declared,
    line_between,
    reconciling_item,
)
from cofitcheck.document import Document
from tests.checks.checks_documents import Row, document, fact

INCOME: list[Row] = [
    ("Revenue", ["98,412"]),
    ("Net income", ["11,606"]),
    ("Less: non-controlling interests", ["1,606"]),
    ("Dividends on preferred stock", ["2,317"]),
]


def labels(made: Document, pair: tuple[int, int]) -> str | None:
    line = line_between(Grid(made), *pair)
    return None if line is None else line.row_path[-1]


def test_minority_interests_explain_income_without_them() -> None:
    made = document(INCOME, [("Net income", ["10,000"]), ("Depreciation", ["4,411"])])
    assert labels(made, (1, 4)) == "Less: non-controlling interests"


@pytest.mark.parametrize(
    "label",
    [
        "Effect of exchange rate changes",
        "少数股东损益",
        "非支配株主に帰属する当期純利益",
        "Minderheitenanteile",
    ],
)
def test_a_reconciling_item_of_the_period_explains_wherever_it_stands(label: str) -> None:
    made = document([("Profit", ["8,731"])], [("Profit", ["9,066"])], [(label, ["335"])])
    assert labels(made, (0, 1)) == label


def test_of_another_period_it_explains_nothing() -> None:
    made = document(
        [("Profit", ["8,731", "7,000"])],
        [("Profit", ["9,066", "7,000"])],
        [("Minority interests", ["12", "335"])],
    )
    assert labels(made, (0, 2)) is None


def test_a_line_that_is_far_off_and_no_reconciling_item_explains_nothing() -> None:
    far: list[Row] = [("Profit", ["8,731"]), ("Tax", ["411"]), ("Rent", ["12"]), ("Fees", ["335"])]
    made = document(far, [("Profit", ["9,066"])])
    assert labels(made, (0, 4)) is None
    assert labels(document([far[0], far[3]], [("Profit", ["9,066"])]), (0, 2)) == "Fees"


def test_a_round_number_is_no_difference() -> None:
    """1,000 has one digit: by chance it is as much as two numbers are apart."""
    made = document([("Profit", ["8,731"]), ("Minority interests", ["1,000"])], [("Profit", ["9,731"])])
    assert labels(made, (0, 2)) is None


def test_a_round_line_beside_explains_a_number_that_is_longer() -> None:
    """Of 28 and 128 no digit is wrong, and the line of 100 below the one is what the other takes in."""
    quarter: list[Row] = [
        ("Revenue", ["5,412"]),
        ("Other expense, net", ["(28)"]),
        ("Interest expense", ["(100)"]),
    ]
    made = document(quarter, [("Other expense, net", ["(128)"])])
    assert labels(made, (1, 3)) == "Interest expense"
    apart = document([*quarter[:2], ("Tax", ["(61)"]), ("Rent", ["(9)"]), quarter[2]], [("Other", ["(128)"])])
    assert labels(apart, (1, 5)) is None


def test_cash_flows_begin_with_income_before_dividends() -> None:
    flows: list[Row] = [
        ("Net income", ["9,289"]),
        ("Net cash provided by operating activities", ["14,112"]),
        ("Net cash used in investing activities", ["(3,905)"]),
    ]
    assert labels(document(INCOME, flows), (1, 4)) is None
    assert labels(document(INCOME, flows[:1]), (1, 4)) == "Dividends on preferred stock"


def test_what_a_calculation_adds_up_is_not_what_it_misses() -> None:
    made = document([("Operating", ["9,000"]), ("Exchange differences", ["335"]), ("Change", ["9,670"])])
    mentions = made.mentions
    assert mentions[1].number.value is not None
    off = mentions[1].number.value
    assert reconciling_item(Grid(made), off, [mentions[0], mentions[2]]) == mentions[1]
    assert reconciling_item(Grid(made), off, mentions) is None


def test_an_explained_difference_is_left_open_and_names_the_line() -> None:
    made = document(INCOME, [("Net income", ["10,000"]), ("Depreciation", ["4,411"])])
    checked = find_contradictions(made, [fact(1, 4)], CheckSettings(threshold=0.01))
    (left,) = checked.left_open
    assert (left.rule, left.line, checked.findings) == (ANOTHER_LINE, 2, ())


def test_a_slip_stays_a_finding_though_a_line_is_as_much() -> None:
    """Two digits that changed places, or one that is wrong, leave no three digits; one that was lost may."""
    made = document(
        [("Net income", ["12,345"]), ("Minority interests", ["11,111"])], [("Net income", ["1,234"])]
    )
    assert labels(made, (0, 2)) == "Minority interests"
    (found,) = find_contradictions(made, [fact(0, 2)], CheckSettings()).findings
    assert (found.mention, found.counterpart) == (2, 0)


def test_a_subtotal_and_a_line_more_explain_a_total() -> None:
    """The line is but 70, and a digit off, but the table prints all three."""
    note: list[Row] = [("Subtotal", ["41,620"]), ("Eliminations", ["70"]), ("Balance", ["41,690"])]
    made = document(note, [("Balance", ["41,620"])])
    checked = find_contradictions(made, [fact(2, 3)], CheckSettings())
    assert not checked.findings
    assert [each.rule for each in checked.left_open] == [ANOTHER_LINE]
    alone = document(note[1:], [("Balance", ["41,620"])])
    assert find_contradictions(alone, [fact(1, 2)], CheckSettings()).findings


def test_dividends_are_paid_after_they_were_declared() -> None:
    flows: list[Row] = [
        ("Net cash provided by operating activities", ["9,412", "8,877"]),
        ("Dividends", ["(3,112)", "(2,729)"]),
        ("Net cash used for investing activities", ["(4,018)", "(3,944)"]),
    ]
    made = document(flows, [("Dividends", ["(3,968)", "(2,729)"])])
    assert are_paid_and_declared(Grid(made), 2, 6)
    assert not are_paid_and_declared(Grid(document(flows[1:], [("Dividends", ["(3,968)"])])), 0, 4)


def test_dividends_beside_a_loss_explain_nothing_of_cash_flows() -> None:
    """These begin with the loss before the dividends: that after them is a line carried over by mistake."""
    income: list[Row] = [
        ("Net loss", ["(3,418,511)"]),
        ("Preferred dividends", ["(12,407)"]),
        ("Net loss to common shareholders", ["(3,430,918)"]),
    ]
    flows: list[Row] = [
        ("Net loss", ["(3,430,918)"]),
        ("Net cash used in operating activities", ["(1,118,342)"]),
        ("Net cash provided by financing activities", ["1,377,004"]),
    ]
    made = document(income, flows)
    assert find_contradictions(made, [fact(0, 3)], CheckSettings()).findings
    assert not find_contradictions(document(income, flows[:1]), [fact(0, 3)], CheckSettings()).findings
