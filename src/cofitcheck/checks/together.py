"""One error is one finding: what the kinds of check say of the same number is told together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import Reason, Why


def together(repeats: Sequence[Finding], sums: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings of both kinds; a broken sum that has one of a repeat's two numbers in it joins that
    finding, as the calculation that does not come out either, and makes it no less probable."""
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
            joined[at] = replace(
                joined[at],
                calculation=each.calculation,
                mended=each.mended,
                probability=max(joined[at].probability, each.probability),
                reasons=(*joined[at].reasons, Reason(Why.SUM_BREAKS_TOO)),
            )
    return (*joined, *others)


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
