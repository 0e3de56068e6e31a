"""What every kind of check takes and returns, and how a list of checks is run.

One error is one finding: what two checks say of a number is joined in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.ledger import Confirmed
from cofitcheck.checks.model import (
    Finding,
    Gap,
    LeftOpen,
    NotChecked,
    ReferenceFinding,
    RightReference,
    TextAccount,
)
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import Levels, left_open_of, magnitude_of, severity_of
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Document, UncheckedCode, UncheckedReason


@dataclass(frozen=True)
class CheckResult:
    """What one check says of a document, or several checks together.

    `holding` has what comes out as stated. `footed` are the mentions in sums that hold, `totals` those that
    are the sum of others of their column. `passed` counts the facts whose mentions all agree. `text` says
    what became of the numbers in sentences, `references` has notes and years that are named wrongly,
    `right_references` those that are right, and `remarks` what else there is to say. A check leaves empty
    what it does not speak of.
    """

    findings: tuple[Finding, ...] = ()
    holding: tuple[Confirmed, ...] = ()
    footed: frozenset[int] = frozenset()
    totals: frozenset[int] = frozenset()
    passed: int = 0
    left_open: tuple[LeftOpen, ...] = ()
    not_checked: tuple[NotChecked, ...] = ()
    text: TextAccount = field(default_factory=TextAccount)
    references: tuple[ReferenceFinding, ...] = ()
    right_references: tuple[RightReference, ...] = ()
    remarks: tuple[UncheckedReason, ...] = ()

    @property
    def in_findings(self) -> frozenset[int]:
        """The mentions of the findings: those that may be wrong, and those they are compared with."""
        return frozenset(mention for each in self.findings for mention in (each.mention, each.counterpart))


@dataclass(frozen=True)
class Known:
    """What a check may know: the document, the mentions that another table repeats (`tied`), and what the
    checks before it say.

    When the `deadline` has passed a check ends, and lists what it has not reached.
    """

    grid: Grid
    settings: CheckSettings
    tied: frozenset[int] = frozenset()
    before: CheckResult = field(default_factory=CheckResult)
    deadline: Deadline = NEVER


def not_reached(
    what: str, count: int, deadline: Deadline, *, numbers: bool = False
) -> tuple[NotChecked, ...]:
    """Return the entry for `count` things that were not reached before the deadline, none where `count` is 0.

    `what` has its words in `reports.model.gaps`.
    """
    if not count:
        return ()
    reason = UncheckedReason.of(UncheckedCode.OUT_OF_TIME, seconds=deadline.seconds)
    return (NotChecked(what, reason, count, gap=Gap.NOT_COMPARED, numbers=numbers),)


class DocumentCheck(Protocol):
    """One kind of check, with the models that it needs."""

    stage: ClassVar[str]
    """What progress, and the seconds of a report, call it."""

    def run(self, known: Known) -> CheckResult:
        """Return what this check adds to what is known."""
        ...


def run_checks(
    checks: Sequence[DocumentCheck], known: Known, stage: Callable[[str], AbstractContextManager[None]]
) -> CheckResult:
    """Return what all checks say together; each knows what those before it say. `stage` times each.

    A check may take half of the time that is left, the last one all of it.
    """
    deadline, before = known.deadline, known.before
    for at, check in enumerate(checks, start=1):
        own = deadline if at == len(checks) else deadline.sooner(0.5)
        with stage(check.stage):
            before = joined(before, check.run(replace(known, before=before, deadline=own)), known.settings)
    return before


def joined(before: CheckResult, after: CheckResult, settings: CheckSettings) -> CheckResult:
    """Return what checks said before and one says after them as one result."""
    return CheckResult(
        findings=together(before.findings, after.findings, settings),
        holding=before.holding + after.holding,
        footed=before.footed | after.footed,
        totals=before.totals | after.totals,
        passed=before.passed + after.passed,
        left_open=before.left_open + after.left_open,
        not_checked=before.not_checked + after.not_checked,
        text=after.text if after.text.mentions else before.text,
        references=before.references + after.references,
        right_references=before.right_references + after.right_references,
        remarks=before.remarks + after.remarks,
    )


def together(
    findings: Sequence[Finding], further: Sequence[Finding], settings: CheckSettings
) -> tuple[Finding, ...]:
    """Return the findings with further ones.

    A broken calculation that has one of a finding's two numbers in it joins that finding, and makes it no
    less probable or grave. A sentence that is held against a cell that another finding names says there what
    it says. Neither is a finding of its own then, but for a change whose sentence states both cells itself.
    """
    by_mention = {
        mention: at for at, each in enumerate(findings) for mention in (each.counterpart, each.mention)
    }
    result, others = list(findings), []
    for each in further:
        cells = (each.mention,) if each.told is None else () if each.told.by_own_levels else each.mentions
        at = next((by_mention[cell] for cell in cells if cell in by_mention), None)
        if at is None:
            others.append(each)
        elif each.told is not None:
            said = Reason.of(ReasonCode.SENTENCE_SAYS, number=each.told.said.text)
            result[at] = replace(result[at], reasons=(*result[at].reasons, said))
        elif result[at].calculation is None:
            result[at] = _with_calculation(result[at], each, settings)
    return (*result, *others)


def _with_calculation(finding: Finding, broken: Finding, settings: CheckSettings) -> Finding:
    probability = max(finding.probability, broken.probability)
    remark = finding.remark and broken.remark
    return replace(
        finding,
        calculation=broken.calculation,
        mended=broken.mended,
        probability=probability,
        severity=severity_of(probability, finding.share, settings, remark),
        remark=remark,
        reasons=(*finding.reasons, Reason(ReasonCode.SUM_BREAKS_TOO)),
        certain=finding.certain or broken.certain,
    )


def levelled(
    document: Document, checked: CheckResult, levels: Levels, settings: CheckSettings
) -> CheckResult:
    """Return what checks say, with the probability and severity that a finding has among those of all checks.
    Findings that are then below the threshold are left open.

    Findings that are proven, and remarks, stay as they are. So does a document in another currency than
    dollars: the findings that people read are of US filings.
    """
    magnitude = magnitude_of(document)
    if magnitude is None or not levels.weights:
        return checked
    told: list[Finding] = []
    left_open: list[LeftOpen] = []
    for each in checked.findings:
        if each.certain is None and each.remark is None:
            probability = levels.probability(each, magnitude)
            severity = severity_of(probability, each.share, settings)
            each = replace(each, probability=probability, severity=severity)
        if each.probability < settings.threshold and each.remark is None:
            left_open.append(left_open_of(each))
        else:
            told.append(each)
    open_in_text = {each.told.said.index for each in left_open if each.told}
    against = {
        index: cells for index, cells in checked.text.contradicted.items() if index not in open_in_text
    }
    return replace(
        checked,
        findings=tuple(told),
        left_open=(*checked.left_open, *left_open),
        not_checked=_with_facts(checked.not_checked, sum(each.fact is not None for each in left_open)),
        text=replace(checked.text, contradicted=against),
    )


def _with_facts(items: Iterable[NotChecked], more: int) -> tuple[NotChecked, ...]:
    """Return what was not checked, with `more` further facts that are left open."""
    reason = UncheckedReason(UncheckedCode.PROBABLY_TWO_FACTS)
    known = list(items)
    before = sum(each.count for each in known if each.reason == reason)
    facts = NotChecked("facts left open", reason, before + more, gap=Gap.LEFT_OPEN)
    others = tuple(each for each in known if each.reason != reason)
    return (facts, *others) if facts.count else others
