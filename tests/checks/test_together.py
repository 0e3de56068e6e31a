"""What two kinds of check say of one number is one finding."""

from __future__ import annotations

from dataclasses import replace

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.model import Finding, FindingKind, Remark, Severity
from cofitcheck.checks.protocol import together
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.repeats.compare import find_contradictions
from cofitcheck.checks.sums.check import check_sums
from cofitcheck.document import Document
from tests.checks.checks_documents import document, fact
from tests.checks.sums.test_check import HEADERS, REGIONS, Certain
from tests.checks.text.text_documents import checked, with_text


def made() -> Document:
    """The regions with a wrong number, and a table that states it right."""
    wrong = [*REGIONS]
    wrong[1] = ("South", ("2,310", "1,181", "3,428"))
    return document(wrong, [("South", ("2,310", "1,118", "3,428"))], headers=HEADERS)


def repeats(of: Document) -> tuple[Finding, ...]:
    return find_contradictions(of, [fact(4, 13)], CheckSettings(threshold=0.0)).findings


def test_a_broken_sum_joins_the_repeat_that_its_wrong_number_contradicts() -> None:
    wrong = made()
    sums = check_sums(Grid(wrong), Certain(), CheckSettings()).findings
    (told,) = together(repeats(wrong), sums, CheckSettings())
    assert told.fact is not None
    assert told.calculation == sums[0].calculation
    assert told.mended == sums[0].mended
    assert told.reasons[-1] == Reason(ReasonCode.SUM_BREAKS_TOO)


def test_the_surer_of_the_two_says_how_probable_it_is_and_so_how_grave() -> None:
    wrong = made()
    sums = check_sums(Grid(wrong), Certain(), CheckSettings()).findings
    unsure = tuple(replace(each, probability=0.1, severity=Severity.MEDIUM) for each in repeats(wrong))
    (told,) = together(unsure, sums, CheckSettings())
    assert told.probability == sums[0].probability
    assert told.severity is Severity.HIGH


def test_a_remark_of_which_a_sum_is_more_than_a_remark_is_none() -> None:
    wrong = made()
    sums = check_sums(Grid(wrong), Certain(), CheckSettings()).findings
    remarks = [replace(each, severity=Severity.NOTICE, remark=Remark.ROUNDING) for each in repeats(wrong)]
    (told,) = together(remarks, sums, CheckSettings())
    assert (told.severity, told.remark) == (Severity.HIGH, None)


def test_others_stay_findings_of_their_own() -> None:
    wrong = made()
    (broken,) = check_sums(Grid(wrong), Certain(), CheckSettings()).findings
    elsewhere = replace(broken, mention=0)
    assert together(repeats(wrong), [elsewhere], CheckSettings())[-1] is elsewhere


def test_a_sentence_against_a_cell_that_is_held_to_be_wrong_is_said_there() -> None:
    right = with_text("Net sales were $1,341 million in 2031.", "Net income was $268 million in 2031.")
    of_text = checked(right).findings
    assert len(of_text) == 2
    sales = replace(of_text[0], kind=FindingKind.SUM, told=None)
    first, second = together((sales,), of_text, CheckSettings())
    assert first.reasons[-1] == Reason.of(ReasonCode.SENTENCE_SAYS, number="$1,341 million")
    assert second == of_text[1]
