"""The marked copy of a draft with what was decided: for the hand-over, and for a tab of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cofitcheck.reports.marked_steps import LIST, OWN, Further, with_decisions
from cofitcheck.reports.words import phrase
from cofitcheck.review.database.models import FindingRow
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict
from cofitcheck.review.findings.query import PROMOTED

_BARE = f"<style>.{LIST},.{OWN}steps{{display:none!important}}</style></head>".encode()


def decided_copy(
    content: bytes, findings: Sequence[FindingRow], address: Callable[[int], str] | None = None
) -> bytes:
    """Return an HTML copy with the verdict at each finding; those that people made findings are added.

    `address` gives the page of a finding, None where the copy is to lead nowhere but into itself.
    """
    further = [
        Further(row.number, _label(row), f"m{row.members[0]['mention']}")
        for row in findings
        if row.standing == PROMOTED
    ]
    return with_decisions(content, {row.number: _decision(row) for row in findings}, further, address)


def bare_copy(content: bytes) -> bytes:
    """Return an HTML copy as it stands beside a finding of the page, which has its own list and steps.

    No number in it can be focused: a browser would give it the focus of the page when it scrolls to it, and
    the keys of the page would go nowhere.
    """
    return content.replace(b"</head>", _BARE, 1).replace(b' tabindex="0"', b"")


def _label(row: FindingRow) -> str:
    return str(phrase("{label} ({words})", label=row.label, words=row.period)) if row.period else row.label


def _decision(row: FindingRow) -> str:
    verdict = VERDICT_WORDS[Verdict(row.verdict)]
    if row.verdict == Verdict.OPEN:
        return str(verdict)
    if row.reason:
        said = phrase("{verdict}: {reason}", verdict=verdict, reason=row.reason)
        return str(phrase("{verdict} ({person})", verdict=said, person=row.decided_by))
    return str(phrase("{verdict} ({person})", verdict=verdict, person=row.decided_by))
