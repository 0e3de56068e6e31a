"""Earnings per share are earnings over shares, as far as all three are rounded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.document import Document
from cofitcheck.numbers import Measure
from tests.checks.checks_documents import Row, document

ROWS: list[Row] = [
    ("Income before income taxes", ("5,134",)),
    ("Income tax expense", ("1,246",)),
    ("Net income", ("3,888",)),
    ("Preferred dividends", ("(120)",)),
    ("Basic earnings per share", ("2.57",)),
    ("Diluted earnings per share", ("2.51",)),
    ("Weighted average shares, basic", ("1,512",)),
    ("Weighted average shares, diluted", ("1,548",)),
]


def statement(rows: list[Row]) -> Document:
    made = document(rows, headers=("2023",))
    measured = []
    for each in made.mentions:
        label = each.row_path[-1]
        if "per share" in label:
            number = replace(
                each.number, value=each.number.displayed, scale=0, precision=-2, measure=Measure.PER_SHARE
            )
        elif "shares" in label:
            number = replace(each.number, measure=Measure.SHARES)
        else:
            number = each.number
        measured.append(replace(each, number=number))
    return replace(made, mentions=tuple(measured))


def told(rows: list[Row]) -> list[str]:
    made = statement(rows)
    findings = check_identities(Grid(made), CheckSettings(), (), ()).findings
    return [made.mentions[each.mention].text for each in findings]


@pytest.mark.parametrize(("row", "wrong"), [(4, "2.75"), (4, "2.67"), (5, "2.15")])
def test_earnings_per_share_that_the_other_kind_keeps(row: int, wrong: str) -> None:
    assert told(ROWS) == []
    assert told([*ROWS[:row], (ROWS[row][0], (wrong,)), *ROWS[row + 1 :]]) == [wrong]


def test_alone_only_two_digits_that_changed_places_are_told() -> None:
    alone = [each for each in ROWS if "iluted" not in each[0]]
    assert told(alone) == []
    assert told([*alone[:4], (alone[4][0], ("2.75",)), *alone[5:]]) == ["2.75"]
    assert told([*alone[:4], (alone[4][0], ("2.67",)), *alone[5:]]) == []


def test_what_other_shares_may_explain_is_not_told() -> None:
    assert told([*ROWS[:4], (ROWS[4][0], ("2.31",)), *ROWS[5:]]) == []


def test_other_earnings_for_diluted_shares_are_no_slip_of_a_digit() -> None:
    assert told([*ROWS[:5], (ROWS[5][0], ("2.61",)), *ROWS[6:]]) == []
