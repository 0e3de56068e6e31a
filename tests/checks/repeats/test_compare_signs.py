"""Signs of two cells of one fact: another presentation, or a wrong sign."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.numbers import Relation, Slip
from tests.checks.checks_documents import Row, document, fact, number
from tests.checks.repeats.repeats_checked import check, only


@pytest.mark.parametrize("label", ["Net loss", "Cash used", "营业亏损"])
def test_a_total_whose_label_says_which_way_it_goes_needs_no_sign(label: str) -> None:
    losses = [("Derivatives", ["(688)"]), ("Securities", ["(1,330)"]), (label, ["2,018"])]
    made = document(losses, [(label, ["(2,018)"])])
    assert check(made, fact(2, 3)).passed == 1


@pytest.mark.parametrize(("before", "wrong"), [("(1,500)", True), ("1,500", False)])
def test_a_total_that_shows_its_sign_in_another_year_needs_it(before: str, wrong: bool) -> None:
    losses: list[Row] = [("Derivatives", ["(688)", "(400)"]), ("Securities", ["(1,330)", "(1,100)"])]
    made = document([*losses, ("Net loss", ["2,018", before])], [("Net loss", ["(2,018)"])])
    assert len(check(made, fact(4, 6)).findings) == wrong


def test_a_total_has_the_sign_of_what_it_adds() -> None:
    losses = [("Derivatives", ["(688)"]), ("Securities", ["(1,330)"]), ("Balance", ["2,018"])]
    made = document(losses, [("Balance", ["(2,018)"])])
    assert only(check(made, fact(2, 3))).slip is Slip.SIGN
    cost = document(
        [("Sales", ["5,018"]), ("Cost", ["2,018"]), ("Margin", ["3,001"])], [("Cost", ["(2,018)"])]
    )
    assert check(cost, fact(1, 3)).passed == 1


def test_a_deducted_total_needs_no_sign() -> None:
    moved = [("Capital", ["3,018"]), ("Reserves", ["(1,000)"]), ("Profit", ["(2,018)"])]
    made = document(moved, [("Less: profit", ["2,018"])])
    assert check(made, fact(2, 3)).passed == 1
    assert only(check(document(moved, [("Profit", ["2,018"])]), fact(2, 3))).slip is Slip.SIGN


def test_another_sign_in_every_period_is_presentation() -> None:
    made = document([("Depreciation", ["120", "340"])], [("Depreciation", ["(120)", "(340)"])])
    assert check(made, fact(0, 2), fact(1, 3, index=1)).passed == 2


def test_another_sign_without_neighbours_is_presentation() -> None:
    made = document([("Depreciation", ["120"])], [("Depreciation", ["(120)"])])
    assert check(made, fact(0, 1)).passed == 1


@pytest.mark.parametrize(
    ("headers", "row", "wrong"),
    [
        (("Retained earnings", "Total equity"), ["1,234", "(1,234)"], True),
        (("Retained earnings", "Total equity"), ["-", "(1,234)"], False),
        (("Common stock", "Retained earnings"), ["1,234", "(1,234)"], False),
        (("Retained earnings", "Total equity"), ["12", "(12)"], False),
    ],
)
def test_a_total_has_the_sign_of_the_only_part_of_its_row(
    headers: tuple[str, str], row: list[str], wrong: bool
) -> None:
    made = document([("Profit", row)], [("Profit", row[:1] if row[0] != "-" else ["1,234"])], headers=headers)
    checked = check(made, fact(1, 2))
    assert (len(checked.findings), checked.passed) == (int(wrong), int(not wrong))


def test_a_sign_that_the_other_periods_contradict_is_a_finding() -> None:
    made = document([("Net income", ["120", "340", "560"])], [("Net income", ["(120)", "340", "560"])])
    finding = only(check(made, fact(0, 3), fact(1, 4, index=1)))
    assert (finding.relation, finding.slip) == (Relation.SIGN_DIFFERS, Slip.SIGN)


def test_a_slip_behind_another_presentation_is_named() -> None:
    made = document([("Depreciation", ["1,234"])], [("Depreciation", ["(1,243)"])])
    assert only(check(made, fact(0, 1))).slip is Slip.TRANSPOSITION


@pytest.mark.parametrize(
    ("label", "errors"), [("Decrease", 0), ("本期減少額", 0), ("Increase (decrease)", 1), ("Change", 1)]
)
def test_a_decrease_has_no_sign(label: str, errors: int) -> None:
    made = document([(label, ["1,234", "2,345"])], [("Change", ["(1,234)", "2,345"])])
    assert len(check(made, fact(0, 2)).findings) == errors


def test_a_decrease_with_a_sign_is_not_one_without() -> None:
    made = document([("Decrease", ["(1,234)", "2,345"])], [("Change", ["1,234", "2,345"])])
    assert len(check(made, fact(0, 2)).findings) == 1


def test_a_wrong_sign_is_found_beside_a_coarser_number_in_no_sum() -> None:
    statement = [
        ("Sales", ["900,000", "800,000"]),
        ("Costs", ["(507,297)", "(445,882)"]),
        ("Profit", ["392,703", "354,118"]),
    ]
    flows = [
        ("Profit", ["(392,703)", "354,118"]),
        ("Depreciation", ["510,120", "40,200"]),
        ("Cash", ["117,417", "394,318"]),
    ]
    made = document(statement, flows, [("Profit", ["393", "354"])], scale=3)
    coarse = [replace(each, number=number(each.text, scale=6)) for each in made.mentions[12:]]
    made = replace(made, mentions=(*made.mentions[:12], *coarse))
    finding = only(check(made, fact(4, 6, 12), threshold=0.3))
    assert finding.mention == 6
    assert finding.slip is Slip.SIGN
