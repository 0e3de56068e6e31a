"""What a check does not reach within its seconds is listed, with what was checked until then."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import ClassVar

import pytest

from cofitcheck.checker import Checker
from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.model import NotChecked
from cofitcheck.checks.protocol import CheckResult, Known, not_reached, run_checks
from cofitcheck.config import CheckConfig
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Document, UncheckedCode
from cofitcheck.errors import ConfigError
from cofitcheck.reports.model.gaps import gap_groups
from tests.checks.text.text_documents import with_text


class Clock:
    """Processor time that passes by so many seconds at every look."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def made() -> Document:
    return with_text("Net sales were $1,341 million in 2031.", "Net income was $268 million in 2031.")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hundred seconds pass at every look."""
    monkeypatch.setattr(time, "process_time", Clock(100.0))


def late(document: Document, seconds: int) -> list[NotChecked]:
    report = Checker(CheckConfig(threads=1, seconds=seconds)).check(document)
    return [each for each in report.not_checked if each.reason.cause is UncheckedCode.OUT_OF_TIME]


@pytest.mark.usefixtures("slow")
def test_what_is_not_reached_is_listed_with_its_count(made: Document) -> None:
    listed = late(made, 1)
    assert {each.what: each.count for each in listed} == {
        "numbers": len(made.mentions),
        "tables not added up": len(made.tables),
        "equations": 1,
        "numbers in sentences": 2,
    }
    assert str(gap_groups(listed)[0].why).startswith("the check ended at its bound of 1 seconds")
    assert [str(each.where) for each in gap_groups(listed)] == [
        "Numbers",
        "Numbers in sentences",
        "Tables that were not added up",
        "Equations between lines of statements",
    ]


@pytest.mark.usefixtures("slow")
def test_tables_are_checked_before_sentences(made: Document) -> None:
    left = [{each.what for each in late(made, seconds)} for seconds in (2_000, 4_000, 100_000)]
    assert left[0] >= left[1] == {"numbers in sentences"}
    assert left[2] == set()


@pytest.mark.usefixtures("slow")
def test_no_bound_leaves_nothing_out(made: Document) -> None:
    assert late(made, 0) == []


def test_a_larger_document_may_take_longer() -> None:
    assert CheckConfig().seconds_for(100) == CheckConfig().seconds_for(5_000) == 120
    assert CheckConfig().seconds_for(7_500) == 180
    assert CheckConfig().seconds_for(50_000) == 480
    assert CheckConfig(seconds=10).seconds_for(10_000) == 20
    with pytest.raises(ConfigError, match="no bound"):
        CheckConfig(seconds=-1)


def test_a_check_leaves_half_of_the_time_to_those_after_it(made: Document) -> None:
    given: list[float] = []

    class Asking:
        stage: ClassVar[str] = "asking"

        def run(self, known: Known) -> CheckResult:
            given.append(known.deadline.left or 0.0)
            return CheckResult(not_checked=not_reached("facts not reached", 1, known.deadline))

    known = Known(Grid(made), CheckSettings(), deadline=Deadline(1_000.0))
    result = run_checks([Asking(), Asking()], known, lambda _: nullcontext())
    assert [round(each, -2) for each in given] == [500, 1_000]
    assert [each.reason.values for each in result.not_checked] == [(("seconds", 1_000),)] * 2
    assert NEVER.left is None
    assert not NEVER.passed
