"""The marked copy of a draft with what was decided: for the hand-over, and for a tab of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cofitcheck.reports.marked.steps import LIST, OWN, Further, Signed, with_decisions
from cofitcheck.reports.words import phrase
from cofitcheck.review.database.models import FindingRow
from cofitcheck.review.decisions.sign_off import Statement, exception_words
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict
from cofitcheck.review.findings.query import PROMOTED

_BARE = f"<style>.{LIST},.{OWN}steps{{display:none!important}}</style></head>".encode()


def decided_copy(
    content: bytes,
    findings: Sequence[FindingRow],
    statement: Statement,
    address: Callable[[int], str] | None = None,
) -> bytes:
    """Return an HTML copy with the verdict at each finding; those that people made findings are added. It
    says who has signed, and what the signatures state.

    `address` gives the page of a finding, None where the copy is to lead nowhere but into itself.
    """
    further = [
        Further(row.number, _label(row), f"m{row.members[0]['mention']}")
        for row in findings
        if row.standing == PROMOTED
    ]
    decisions = {row.number: _decision(row) for row in findings}
    return with_decisions(content, decisions, further, address, _signed(statement))


def _signed(statement: Statement) -> Signed | None:
    """Return what a copy says of the sign-off, None where nobody has signed."""
    draft = statement.draft
    if draft.prepared is None:
        return None
    names = [phrase("{section}: {label}", section=phrase("Preparer"), label=draft.prepared_by)]
    if draft.reviewed is not None:
        names.append(phrase("{section}: {label}", section=phrase("Reviewer"), label=draft.reviewed_by))
    return Signed(
        [*map(str, names), *map(str, statement.sentences)],
        [(str(exception_words(item)), f"m{item.members[0]['mention']}") for item in statement.exceptions],
    )


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
