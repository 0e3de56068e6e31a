"""Errors anywhere in tables: what is changed, what stays, and how findings are counted."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cofitcheck.checks import Grid
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.anywhere import Trial, Tried, attempt, summary
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.errors_anywhere import Planting, crossing, draw, misprint, misprints, turned
from cofitcheck.evaluation.planting import ErrorKind
from tests.checks.checks_documents import document
from tests.checks.sums.test_check import HEADERS, REGIONS

SAMPLE = Path(__file__).parents[2] / "examples" / "annual-report-clean.htm"


def regions() -> Document:
    return document(REGIONS, headers=HEADERS)


def test_a_misprint_changes_one_number_and_its_text() -> None:
    made = regions()
    seen = set()
    for seed in range(40):
        wrong = misprint(made.mentions[3], Random(seed))
        assert wrong is not None
        seen.add(wrong.kind)
        after = wrong.in_document(made)
        changed = [old.index for old, new in zip(made.mentions, after.mentions, strict=True) if old != new]
        assert changed == [3]
        number = after.mentions[3].number
        assert number.displayed is not None
        assert number.value == number.displayed.scaleb(number.scale)
        assert number.value != made.mentions[3].number.value
    assert seen == set(ErrorKind) - {ErrorKind.STALE, ErrorKind.WRONG_ROW, ErrorKind.ROUNDING}


def test_every_number_is_drawn_once_before_any_is_drawn_again() -> None:
    made = regions()
    assert len({each.mention.index for each in misprints(made, 100, Random(0))}) == len(made.mentions)


def test_a_sign_is_turned_on_the_page_too() -> None:
    wrong = turned(regions().mentions[0])
    assert (wrong.text, wrong.number.displayed) == ("(1,204)", Decimal(-1204))
    assert turned(wrong).text == "1,204"


@pytest.mark.parametrize("planting", [each for each in Planting if each is not Planting.CHANGE])
def test_each_kind_changes_what_it_says(planting: Planting) -> None:
    made = regions()
    (wrong,) = draw(made, planting, 1, Random(1))
    after = wrong.in_document(made)
    changed = {old.index for old, new in zip(made.mentions, after.mentions, strict=True) if old != new}
    assert changed == {each.index for each in wrong.mentions}
    assert len(changed) == {Planting.SWAPPED: 2, Planting.COLUMN: 3}.get(planting, 1)


def test_numbers_that_no_header_calls_changes_take_no_wrong_change() -> None:
    assert draw(regions(), Planting.CHANGE, 3, Random(1)) == []


def test_cells_where_sums_cross_are_known() -> None:
    assert crossing(Grid(regions()), 0)
    one = document([(label, values[:1]) for label, values in REGIONS], headers=HEADERS[:1])
    assert not crossing(Grid(one), 0)


def trial(
    planting: Planting, found: str, *, alone: bool = True, named: bool = True, left: str = "", by: str = ""
) -> Trial:
    checked = (by,) if by else ()
    return Trial(planting, alone, 0, 1, 1, "12", "21", found, named, True, left, 0.3, checked)


def test_figures_are_counted_by_kind_and_by_check() -> None:
    trials = (
        trial(Planting.ANYWHERE, "sum"),
        trial(Planting.ANYWHERE, "repeat", named=False),
        trial(Planting.ANYWHERE, ""),
        trial(Planting.TOTAL, "sum"),
        trial(Planting.ANYWHERE, "", alone=False),
    )
    first = Tried("a.htm", "dev", "", "", 100, 80, {"sum": 70, "repeat": 30}, ("sum",), trials)
    second = Tried("b.htm", "dev", "", "", 100, 60, {"sum": 50, "repeat": 20}, (), ())
    figures = summary(0, CheckConfig(), [first, second])
    assert (figures["planted"], figures["found"], figures["recall"]) == (3, 2, 0.6667)
    assert figures["named"] == 0.5
    by_check = figures["recall_by_check"]
    assert isinstance(by_check, dict)
    assert (by_check["sum"], by_check["repeat"]) == (0.3333, 0.3333)
    ledger = figures["ledger"]
    assert isinstance(ledger, dict)
    assert (ledger["checked"], ledger["by_check"]["sum"]) == (0.7, 0.6)
    false = figures["false_findings_per_clean_document"]
    assert isinstance(false, dict)
    assert (false["mean"], false["by_check"]["sum"]) == (0.5, 0.5)
    six = figures["six_a_document"]
    assert isinstance(six, dict)
    assert six["recall"] == 0.0


def test_each_error_is_listed_with_what_became_of_it() -> None:
    trials = (
        trial(Planting.ANYWHERE, "sum", by="sum"),
        trial(Planting.ANYWHERE, "", left="repeat", by="repeat"),
        trial(Planting.ANYWHERE, "", by="cross_sum"),
        trial(Planting.ANYWHERE, ""),
    )
    tried = Tried("a.htm", "dev", "", "", 9, 9, {}, (), trials)
    figures: dict[str, Any] = summary(0, CheckConfig(), [tried])
    assert figures["missed"] == {"left open": 1, "nowhere": 1, "unchecked": 1}
    listed = figures["per_document"][0]["trials"]
    assert [each["outcome"] for each in listed] == ["found", "left open", "nowhere", "unchecked"]
    assert (listed[1]["left_open"], listed[1]["probability"]) == ("repeat", 0.3)


def test_the_sample_is_tried_whole() -> None:
    tried = attempt(Filing(SAMPLE), {Planting.ANYWHERE: 2, Planting.TOTAL: 1}, 1, 0, CheckConfig(threads=1))
    assert tried.told_as_filed == ()
    assert tried.checked / tried.mentions > 0.8
    assert len(tried.trials) == 2 + 1 + 6
    assert sum(bool(each.found) for each in tried.trials) >= 5
    assert all(each.probability >= 0.5 for each in tried.trials if each.found)
    assert all(each.checked_by for each in tried.trials if each.planting is Planting.TOTAL)
