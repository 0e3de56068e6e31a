"""One error is one finding: what the kinds of check say of the same number is told together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import Reason, Why
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import severity_of


def together(
    repeats: Sequence[Finding], sums: Sequence[Finding], settings: CheckSettings
) -> tuple[Finding, ...]:
    """Return the findings of both kinds; a broken sum that has one of a repeat's two numbers in it joins that
    finding, as the calculation that does not come out either, and makes it no less probable or grave."""
    by_mention = {
        mention: at for at, each in enumerate(repeats) for mention in (each.counterpart, each.mention)
    }
    joined = list(repeats)
    others = []
    for each in sums:
        at = by_mention.get(each.mention)
        if at is None:
            others.append(each)
        elif joined[at].calculation is None:
            joined[at] = _joined(joined[at], each, settings)
    return (*joined, *others)


def _joined(repeat: Finding, broken: Finding, settings: CheckSettings) -> Finding:
    probability = max(repeat.probability, broken.probability)
    remark = repeat.remark and broken.remark
    return replace(
        repeat,
        calculation=broken.calculation,
        mended=broken.mended,
        probability=probability,
        severity=severity_of(probability, repeat.share, settings, remark),
        remark=remark,
        reasons=(*repeat.reasons, Reason(Why.SUM_BREAKS_TOO)),
    )


def with_text(findings: Sequence[Finding], text: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings with those of sentences; a sentence that is held against a cell that another
    finding names says there what it says, and is no finding of its own."""
    by_mention = {
        mention: at for at, each in enumerate(findings) for mention in (each.counterpart, each.mention)
    }
    joined = list(findings)
    others = []
    for each in text:
        at = next((by_mention[cell] for cell in each.mentions if cell in by_mention), None)
        if at is None or each.told is None:
            others.append(each)
        else:
            said = Reason.of(Why.SENTENCE_SAYS, number=each.told.said.text)
            joined[at] = replace(joined[at], reasons=(*joined[at].reasons, said))
    return (*joined, *others)
