"""How much a finding matters is decided by one rule, whatever checked it, and as the README says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from cofitcheck.checks import CheckSettings, Grid, compare_pairs, find_contradictions
from cofitcheck.checks.comparatives import Compared, Comparison, Comparisons, Kinship, Outcome
from cofitcheck.checks.derived import check_derived
from cofitcheck.checks.evidence.certain import KEPT_SUM
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.checks.model import Finding, Remark, Severity
from cofitcheck.checks.protocol import CheckResult, levelled
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.severity import (
    Evidence,
    Levels,
    magnitude_of,
    remark_on,
    severity_of,
    share_of_larger,
    with_doubtful_sentences,
)
from cofitcheck.checks.sums.check import check_sums
from cofitcheck.checks.text.check import check_text
from cofitcheck.checks.text.model import TextModels
from cofitcheck.document import Document, Passage
from cofitcheck.numbers import Slip
from cofitcheck.prose import read_prose
from cofitcheck.reports.compared import bound_report
from cofitcheck.reports.model import finding_text
from cofitcheck.weights import bundled
from tests.checks.checks_documents import document, fact, number
from tests.checks.derived.test_derived import CHANGES, of_changes
from tests.checks.derived.test_derived import changed as changed_rows
from tests.checks.identities.test_identities import TOTALS, sheet
from tests.checks.sums.test_check import HEADERS, REGIONS, Certain, changed
from tests.checks.text import text_documents
from tests.readers.html_pages import table

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (high|medium|notice) \| (.+) \|$", README, re.MULTILINE))
PLAIN = CheckSettings()


def test_the_readme_says_the_bounds_that_are_the_defaults() -> None:
    said = re.fullmatch(
        r"likely an error \((\d+)% or more\), and the difference is ([\d.]+)% or more", ROWS["high"]
    )
    assert said
    assert float(said[1]) / 100 == PLAIN.high
    assert Decimal(said[2]) / 100 == PLAIN.tiny


def test_the_reports_say_what_the_readme_says() -> None:
    rule = finding_text.severity_rule(PLAIN.high, PLAIN.tiny)
    assert {name: str(words) for name, words in rule.items()} == {
        name: words.replace(" (`compare`)", "") for name, words in ROWS.items()
    }


@pytest.mark.parametrize(
    ("probability", "share", "severity"),
    [
        (0.8, "0.001", Severity.HIGH),
        (0.8, None, Severity.HIGH),
        (0.7999, "0.5", Severity.MEDIUM),
        (0.99, "0.0009999", Severity.MEDIUM),
    ],
)
def test_high_asks_for_both(probability: float, share: str | None, severity: Severity) -> None:
    assert severity_of(probability, Decimal(share) if share else None, PLAIN) is severity


@pytest.mark.parametrize("remark", Remark)
def test_a_remark_is_a_notice_however_probable_it_is(remark: Remark) -> None:
    assert severity_of(1.0, Decimal(1), PLAIN, remark) is Severity.NOTICE


def test_a_share_is_of_the_larger_whatever_the_signs() -> None:
    assert share_of_larger(Decimal(-1), Decimal(-4), Decimal(3)) == Decimal("0.25")
    assert share_of_larger(None, Decimal(4), Decimal(3)) is None
    assert share_of_larger(Decimal(0), Decimal(0), None) is None


def test_one_in_the_last_digit_and_one_print_in_two_units_are_remarks() -> None:
    assert remark_on(Slip.ROUNDING, number("1,234"), number("1,235")) is Remark.ROUNDING
    assert remark_on(Slip.SCALE, number("1,234", 3), number("1,234", 6)) is Remark.UNIT
    assert remark_on(Slip.SCALE, number("1,234", 6), number("1,234.0", 3)) is Remark.UNIT
    assert remark_on(Slip.SCALE, number("1,234"), number("123")) is None
    assert remark_on(Slip.DIGIT, number("1,234"), number("1,434")) is None


TWICE = document([("Net income", ["1,234"])], [("Net income", ["5,678"])])


def a_repeat(settings: CheckSettings) -> tuple[Finding, ...]:
    return find_contradictions(
        TWICE, [fact(0, 1, probability=0.999)], replace(settings, threshold=0.0)
    ).findings


def a_pair(settings: CheckSettings) -> tuple[Finding, ...]:
    return compare_pairs(TWICE, [fact(0, 1)], settings).findings


def a_sum(settings: CheckSettings) -> tuple[Finding, ...]:
    return check_sums(Grid(changed(REGIONS, 1, 1, "1,181", HEADERS)), Certain(), settings).findings


def a_derived_number(settings: CheckSettings) -> tuple[Finding, ...]:
    wrong = of_changes(changed_rows(CHANGES, 2, 2, "73.9"))
    return check_derived(Grid(wrong), settings, set(), set()).findings


def an_identity(settings: CheckSettings) -> tuple[Finding, ...]:
    return check_identities(Grid(sheet(*TOTALS[0], "7,537")), settings, (), ()).findings


def a_sentence(settings: CheckSettings) -> tuple[Finding, ...]:
    made = text_documents.with_text("Net sales were $1,341 million in 2031.")
    models = TextModels(text_documents.ByWords(), text_documents.Certain(), text_documents.BY_RULES)
    return check_text(Grid(made), read_prose(made), models, settings).findings


def a_comparison(settings: CheckSettings) -> tuple[Finding, ...]:
    this, other = document([("Net income", ["1,234"])]), document([("Net income", ["5,678"])])
    return compared(this, other, settings, Outcome.DIFFER)


def compared(
    this: Document, other: Document, settings: CheckSettings, outcome: Outcome
) -> tuple[Finding, ...]:
    difference = Decimal(this.mentions[0].number.value or 0) - Decimal(other.mentions[0].number.value or 0)
    both = Compared(outcome, 0, 0, 0.95, 0.95, difference=difference, slip=Slip.OTHER)
    comparison = Comparison(this, other, Kinship.LAST_YEAR, Reason(ReasonCode.NO_PERIOD), (both,))
    every = Comparisons(this, (comparison,), high=settings.high, tiny=settings.tiny)
    return bound_report(every).found


KINDS = (a_repeat, a_pair, a_sum, a_derived_number, an_identity, a_sentence, a_comparison)


@pytest.mark.parametrize("found", KINDS)
def test_every_kind_of_check_keeps_the_one_rule(
    found: Callable[[CheckSettings], tuple[Finding, ...]],
) -> None:
    (finding,) = found(PLAIN)
    assert finding.share is not None
    assert finding.share > PLAIN.tiny
    at, above = (finding.probability, finding.probability + 1e-6)
    for settings, severity in (
        (CheckSettings(high=at), Severity.HIGH),
        (CheckSettings(high=above), Severity.MEDIUM),
        (CheckSettings(high=at, tiny=finding.share), Severity.HIGH),
        (CheckSettings(high=at, tiny=finding.share + Decimal("0.000001")), Severity.MEDIUM),
    ):
        (same,) = found(settings)
        assert same.severity is severity


def test_one_in_the_last_digit_of_a_sentence_is_a_notice() -> None:
    rows = [("Cost of revenue", ("688,532", "2,371,655", "2,100,300"))]
    for sentence, severity in (
        ("Cost of revenue decreased 71.1% in 2031.", Severity.NOTICE),
        ("Cost of revenue decreased 75% in 2031.", Severity.HIGH),
    ):
        made = text_documents.with_text(sentence, rows=[*text_documents.INCOME, *rows])
        (finding,) = text_documents.checked(made).findings
        assert (sentence, finding.severity) == (sentence, severity)
        assert (finding.slip is Slip.ROUNDING) is (severity is Severity.NOTICE)


def test_what_the_document_explains_is_a_notice_that_says_so() -> None:
    this, other = document([("Net income", ["1,234"])]), document([("Net income", ["5,678"])])
    (finding,) = compared(this, other, PLAIN, Outcome.EXPLAINED)
    assert finding.severity is Severity.NOTICE
    assert str(finding_text.assessment(finding, PLAIN.high)) == "for information: the document explains it"
    assert str(finding_text.probability_of(finding)) == "Likely error"


def test_a_small_identity_is_of_medium_severity() -> None:
    made = document([("Total assets", ("748,456",)), ("Total liabilities and equity", ("748,496",))])
    (small,) = check_identities(Grid(made), PLAIN, (), ()).findings
    assert small.severity is Severity.MEDIUM


def test_the_bound_is_an_option(tmp_path: Path) -> None:
    rows = [["", "2031", "2030"], ["Total assets", "8,484", "8,365"]]
    rows += [["Total liabilities and equity", "8,448", "8,365"]]
    page = tmp_path / "made-up.htm"
    page.write_text(table(*rows), encoding="utf-8")
    command = [sys.executable, "-m", "cofitcheck", "check", str(page), "--quiet", "--high", "1"]
    assert subprocess.run(command, check=False).returncode == 1
    found = json.loads((tmp_path / "made-up.report.json").read_bytes())["findings"]
    assert [(each["severity"], each["probability"] >= PLAIN.high) for each in found] == [("medium", True)]


def in_the_language_of(text: str, probability: float) -> Finding:
    """Return a finding in a passage of some text, which is of medium severity before."""
    made = text_documents.with_text("Net sales were $1,341 million in 2031.")
    (finding,) = text_documents.checked(made).findings
    (kept,) = with_doubtful_sentences(saying(made, text), [of(finding, probability)])
    return kept


def of(finding: Finding, probability: float) -> Finding:
    return replace(finding, probability=probability, severity=Severity.MEDIUM)


def saying(made: Document, text: str) -> Document:
    passages: tuple[Passage, ...] = tuple(replace(each, text=text) for each in made.passages)
    return replace(made, passages=passages)


@pytest.mark.parametrize("text", ["2031年度营业收入为1,341万元。", "売上高は1,341百万円となりました。"])
def test_a_finding_in_chinese_or_japanese_is_a_remark_unless_it_is_likely(text: str) -> None:
    remark = in_the_language_of(text, 0.7)
    assert remark.severity is Severity.NOTICE
    assert str(finding_text.assessment(remark, 0.8)) == "for information: less certain"
    assert str(finding_text.probability_of(remark)) == "Likely error"
    assert in_the_language_of(text, 0.9).severity is Severity.MEDIUM


def test_a_finding_in_english_stays_what_it_is() -> None:
    assert in_the_language_of("Net sales were $1,341 million in 2031.", 0.7).severity is Severity.MEDIUM


def test_a_finding_in_tables_stays_what_it_is() -> None:
    made = text_documents.with_text("Net sales were $1,341 million in 2031.")
    (finding,) = text_documents.checked(made).findings
    of_tables = replace(of(finding, 0.6), told=None)
    assert with_doubtful_sentences(saying(made, "营业收入"), [of_tables]) == [of_tables]


BUNDLED = Levels.load(bundled().levels)


def of_scale(scale: int) -> tuple[Document, CheckResult]:
    """A document whose amounts are of a small company (scale 0) or of a large one, and its finding."""
    made = document([("Net income", ["1,234"])], [("Net income", ["5,678"])], scale=scale)
    settings = CheckSettings(threshold=0.0)
    found = find_contradictions(made, [fact(0, 1, probability=0.99)], settings).findings
    probable = tuple(replace(each, probability=0.8) for each in found)
    return made, CheckResult(findings=probable)


def test_the_same_is_likelier_an_error_in_the_report_of_a_small_company() -> None:
    (small,) = levelled(*of_scale(0), BUNDLED, PLAIN).findings
    large = levelled(*of_scale(6), BUNDLED, PLAIN)
    assert small.severity is Severity.HIGH
    assert large.findings == ()
    (left,) = large.left_open
    assert left.probability < PLAIN.threshold < small.probability
    assert (left.fact, left.mention, left.counterpart) == (small.fact, small.mention, small.counterpart)
    assert sum(each.count for each in large.not_checked) == 1


def test_what_is_left_open_already_is_counted_once() -> None:
    made, checked = of_scale(6)
    before = levelled(made, checked, BUNDLED, PLAIN).not_checked
    after = levelled(made, replace(checked, not_checked=before), BUNDLED, PLAIN).not_checked
    assert [each.count for each in after] == [2]


def test_what_is_proven_or_a_remark_stays_as_it_is() -> None:
    made, checked = of_scale(6)
    (found,) = checked.findings
    for kept in (
        replace(found, certain=KEPT_SUM),
        replace(found, remark=Remark.UNIT, severity=Severity.NOTICE),
    ):
        assert levelled(made, CheckResult(findings=(kept,)), BUNDLED, PLAIN).findings == (kept,)


def test_other_currencies_stay_as_their_checks_say() -> None:
    made, checked = of_scale(6)
    euros = replace(
        made,
        mentions=tuple(replace(each, number=replace(each.number, currency="EUR")) for each in made.mentions),
    )
    assert magnitude_of(euros) is None
    assert levelled(euros, checked, BUNDLED, PLAIN) == checked


def test_a_sentence_that_is_left_open_contradicts_nothing() -> None:
    made = text_documents.with_text("Net sales were $1,341 million in 2031.")
    models = TextModels(text_documents.ByWords(), text_documents.Certain(), text_documents.BY_RULES)
    checked = check_text(Grid(made), read_prose(made), models, PLAIN)
    doubtful = tuple(replace(each, probability=0.5) for each in checked.findings)
    result = levelled(made, CheckResult(findings=doubtful, text=checked.account), BUNDLED, PLAIN)
    assert checked.account.contradicted
    assert (result.findings, dict(result.text.contradicted)) == ((), {})
    assert [each.told for each in result.left_open] == [each.told for each in doubtful]


def test_without_weights_a_finding_is_as_probable_as_its_check_says() -> None:
    made, checked = of_scale(6)
    assert [each.probability for each in levelled(made, checked, Levels(), PLAIN).findings] == [0.8]


def test_the_weights_have_the_signs_that_make_sense() -> None:
    weights = BUNDLED.weights
    assert weights[Evidence.JUDGED] > 0 < weights[Evidence.SLIP]
    assert weights[Evidence.MAGNITUDE] < 0
