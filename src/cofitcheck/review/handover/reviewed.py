"""A draft with everything that was found and decided, gathered from the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from cofitcheck.review.database.models import DraftRow, EventRow, FactRow, FindingRow
from cofitcheck.review.decisions import notes
from cofitcheck.review.decisions.notes import Note


@dataclass(frozen=True)
class Reviewed:
    """All that is handed over of a draft; `notes` by the id of their finding."""

    draft: DraftRow
    findings: Sequence[FindingRow]
    facts: Sequence[FactRow]
    notes: Mapping[int, Sequence[Note]]
    events: Sequence[EventRow]


def reviewed(session: Session, draft: DraftRow) -> Reviewed:
    """Return all that is handed over of a draft."""
    findings = findings_of(session, draft.id)
    facts = select(FactRow).where(FactRow.draft_id == draft.id).order_by(FactRow.number)
    return Reviewed(
        draft,
        findings,
        session.scalars(facts.options(undefer(FactRow.members))).all(),
        notes.under(session, findings),
        events_of(session, draft.id),
    )


def findings_of(session: Session, draft_id: int) -> Sequence[FindingRow]:
    """Return the findings of a draft with all their columns."""
    whole = (undefer(FindingRow.view), undefer(FindingRow.members))
    query = select(FindingRow).where(FindingRow.draft_id == draft_id).order_by(FindingRow.number)
    return session.scalars(query.options(*whole)).all()


def events_of(session: Session, draft_id: int) -> Sequence[EventRow]:
    """Return the audit trail of a draft, oldest first."""
    return session.scalars(select(EventRow).where(EventRow.draft_id == draft_id).order_by(EventRow.id)).all()
