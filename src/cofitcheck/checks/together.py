"""One error is one finding: what the kinds of check say of the same number is told together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.checks.model import Finding


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
                reasons=(*joined[at].reasons, "a sum that A or B is part of does not come out either"),
            )
    return (*joined, *others)
