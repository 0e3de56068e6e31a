"""What a finding is about, what may have happened, how grave it is and what is to be done."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks.model import Remark, Severity
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.numbers import Relation, Slip
from cofitcheck.reports.model import finding_text
from cofitcheck.reports.model.report import Report
from tests.checks.checks_documents import document

PERIOD = Reason.of(ReasonCode.PERIOD_IN_ROW, number="636", period="2024", beside="684")
LABEL = Reason.of(ReasonCode.LABEL_IN_COLUMN, number="3.54", label="Basic", beside="3.50")


def named(*rows: str, headers: tuple[str, ...] = ("2024",), title: str = "Goodwill by Segment") -> str:
    made = document(*([(row, ["117"])] for row in rows), headers=headers, titles=[title] * len(rows))
    return str(finding_text.naming(made, range(len(made.mentions)))[0])


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (("Net income", "Income"), "Net income"),
        (("Total", "Goodwill"), "Goodwill"),
        (("Balance at December 31, 2025", "Goodwill"), "Goodwill"),
        (("Total", "End of year", "Inventories"), "Inventories"),
        (("合计", "期末余额", "商誉"), "商誉"),
        (("Inventories:|Total", "Total"), "Inventories: Total"),
        (("2024|Total", "Balance"), "Goodwill by Segment: Total"),
        (("Total assets", "Assets"), "Total assets"),
        (("Level 3", "Fair value"), "Level 3"),
    ],
)
def test_a_total_is_called_by_what_it_is_of(rows: tuple[str, ...], name: str) -> None:
    assert named(*rows) == name


def test_a_total_of_totals_by_date_is_called_by_the_other_cell() -> None:
    made = document([("Balance at December 31, 2025", ["117"])], headers=("Total",))
    name, period = finding_text.naming(made, (0,))
    assert (str(name), period) == ("Table 0: Total (Balance at December 31, 2025)", "Total")


@pytest.mark.parametrize(
    ("slip", "explanation", "words"),
    [
        (Slip.NONE, None, ""),
        (Slip.DIGIT, None, "one digit wrong"),
        (Slip.OTHER, PERIOD, "636 is the figure for 2024 in the same row"),
        (Slip.DIGIT, LABEL, "3.54 is the figure of “Basic” in the same column; or one digit wrong"),
    ],
)
def test_a_figure_that_is_met_elsewhere_goes_before_a_slip(
    report: Report, slip: Slip, explanation: Reason | None, words: str
) -> None:
    finding = replace(report.found[0], slip=slip, explanation=explanation)
    assert str(finding_text.likely_cause(finding)) == words
    assert str(finding_text.in_short(finding)) == (words or "different amounts")


def test_that_amounts_differ_goes_without_saying(report: Report) -> None:
    assert finding_text.difference_kind(replace(report.found[0], relation=Relation.INCONSISTENT)) == ""
    scale = replace(report.found[0], relation=Relation.SCALE_DIFFERS)
    assert str(finding_text.difference_kind(scale)) == "same digits, different scale"


@pytest.mark.parametrize(
    ("severity", "remark", "probability", "to_do", "probable"),
    [
        (Severity.HIGH, None, 0.9, "likely an error", "Likely error"),
        (Severity.MEDIUM, None, 0.98, "likely an error, but the difference is small", "Likely error"),
        (Severity.MEDIUM, None, 0.6, "perhaps an error: less certain", "Likely error"),
        (Severity.NOTICE, Remark.ROUNDING, 0.99, "for information: rounding",
         "Same item, rounded in two ways"),
        (Severity.NOTICE, Remark.UNIT, 0.99, "for information: the same digits in two units",
         "A unit is wrong, or was misread"),
    ],
)  # fmt: skip
def test_severity_says_why_and_never_contradicts_the_probability(
    report: Report, severity: Severity, remark: Remark | None, probability: float, to_do: str, probable: str
) -> None:
    finding = replace(report.found[0], severity=severity, remark=remark, probability=probability)
    assert str(finding_text.assessment(finding, report.high)) == to_do
    assert str(finding_text.probability_of(finding)) == probable


def test_the_legend_says_the_bounds_of_the_severities() -> None:
    rule = finding_text.severity_rule(0.9, Decimal("0.001"))
    assert str(rule[Severity.HIGH]) == ("likely an error (90% or more), and the difference is 0.1% or more")
    assert set(rule) == set(Severity)
