"""What a next draft makes of the decisions of the one before.

A finding that is known again (`reports.drafts`) keeps its decision as long as every statement says what it
said; otherwise it opens again and says what changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from cofitcheck.reports.drafts.matching import Known, changes, match
from cofitcheck.reports.model.report import REFERENCE
from cofitcheck.reports.words import Words, phrase
from cofitcheck.review.database.models import DraftRow, FactRow, FindingRow
from cofitcheck.review.decisions.trail import kept, line
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict
from cofitcheck.review.findings.members import from_rows
from cofitcheck.review.findings.query import LEFT_OPEN as LEFT_OPEN_FACT
from cofitcheck.review.own.carry import CARRIER, REOPENED, UNCHANGED, carry_own
from cofitcheck.review.own.numbers import Numbers

FIXED, LEFT_OPEN, GONE = "fixed", "left open", "gone"

GONE_WORDS = {
    FIXED: phrase("the cells now agree"),
    LEFT_OPEN: phrase("the cells still differ, but no longer enough to be reported"),
    GONE: phrase("the cells were not recognised as one item again, so they were not compared"),
}
_NAMED_CHANGES = 3


def last_checked(session: Session, draft: DraftRow) -> DraftRow | None:
    """Return the last checked draft of the same document before `draft`, None where there is none."""
    return session.scalar(
        select(DraftRow)
        .where(DraftRow.document_id == draft.document_id, DraftRow.number < draft.number)
        .where(DraftRow.status == "checked")
        .order_by(DraftRow.number.desc())
        .limit(1)
    )


def carry_over(session: Session, draft: DraftRow, numbers: Numbers) -> None:
    """Bring the decisions, ticks and own checks of the last checked draft before `draft`, which has these
    numbers, over to it."""
    before = last_checked(session, draft)
    if before is None:
        return
    _carry_findings(session, before, draft)
    _carry_ticks(session, before, draft)
    carry_own(session, before, draft, numbers)


def _carry_findings(session: Session, before: DraftRow, draft: DraftRow) -> None:
    old, new = (_rows(session, FindingRow, each) for each in (before, draft))
    for standing in (False, True):
        were, are = (
            {key: row for key, row in rows.items() if (row.standing == LEFT_OPEN_FACT) is standing}
            for rows in (old, new)
        )
        matched = match([_known(row) for row in were.values()], [_known(row) for row in are.values()])
        for row in are.values():
            if row.id in matched:
                _carry(session, draft, were[matched[row.id]], row, before.number)
        if not standing:
            left = [row for row in were.values() if row.id not in set(matched.values())]
            facts = list(_rows(session, FactRow, draft).values())
            draft.gone = [_gone(row, facts) for row in left]


def _carry(session: Session, draft: DraftRow, old: FindingRow, new: FindingRow, number: int) -> None:
    new.before_id, new.assignee, new.comments = old.id, old.assignee, old.comments
    changed = changes(from_rows(old.members), from_rows(new.members))
    decided = old.verdict != Verdict.OPEN
    if not changed:
        new.carried = UNCHANGED
        new.verdict, new.reason = old.verdict, old.reason
        new.decided_by, new.decided = old.decided_by, old.decided
        words = phrase(
            "{verdict}, as in draft {number}", verdict=VERDICT_WORDS[Verdict(old.verdict)], number=number
        )
    else:
        new.carried = REOPENED
        note = _named(changed)
        was = VERDICT_WORDS[Verdict(old.verdict)]
        words = phrase(
            "Opened again (“{verdict}” in draft {number}): {changes}",
            verdict=was,
            number=number,
            changes=note,
        )
        if decided:
            note = phrase(
                "“{verdict}” in draft {number}. {changes}", verdict=was, number=number, changes=note
            )
        new.carried_note = kept(note)
    if decided:
        event = line(draft, new, "carried", kept(words), CARRIER, secrets.token_hex(8))
        event.after = {"verdict": new.verdict, "reason": new.reason}
        session.add(event)


def _named(changed: Sequence[Words]) -> Words:
    """Return what changed, the first of it by name."""
    first, *others = changed[:_NAMED_CHANGES]
    for each in others:
        first = phrase("{sentence}; {more}", sentence=first, more=each)
    more = len(changed) - _NAMED_CHANGES
    return phrase("{changes}; and {n} more", changes=first, n=more) if more > 0 else first


def _carry_ticks(session: Session, before: DraftRow, draft: DraftRow) -> None:
    query = select(FactRow).where(FactRow.draft_id == before.id, FactRow.ticked_by != "")
    old = {row.id: row for row in session.scalars(query.options(undefer(FactRow.members)))}
    if not old:
        return
    new = _rows(session, FactRow, draft)
    matched = match([_known(row) for row in old.values()], [_known(row) for row in new.values()])
    for row_id, old_id in matched.items():
        row, was = new[row_id], old[old_id]
        if row.outcome == was.outcome and not changes(from_rows(was.members), from_rows(row.members)):
            row.ticked_by, row.ticked = was.ticked_by, was.ticked


def _gone(row: FindingRow, facts: Sequence[FactRow]) -> dict[str, Any]:
    """Say what became of a finding that the next draft has not: found only where both cells are one fact."""
    first, second = row.members[0]["place"], row.members[:2][-1]["place"]
    outcome = GONE
    for fact in facts if row.kind != REFERENCE else ():
        places = [member["place"] for member in fact.members]
        if first in places and second in places and (first != second or places.count(first) > 1):
            outcome = {"passed": FIXED}.get(fact.outcome, LEFT_OPEN)
            break
    return {
        "finding": row.number,
        "label": row.label,
        "period": row.period,
        "first_text": row.first_text,
        "second_text": row.second_text,
        "severity": row.severity,
        "verdict": row.verdict,
        "reason": row.reason,
        "outcome": outcome,
    }


def _rows(session: Session, kind: type[Any], draft: DraftRow) -> dict[int, Any]:
    query = select(kind).where(kind.draft_id == draft.id).order_by(kind.number).options(undefer(kind.members))
    return {row.id: row for row in session.scalars(query)}


def _known(row: FindingRow | FactRow) -> Known:
    return Known(row.id, row.fingerprint, tuple(from_rows(row.members)))
