"""A draft with everything that was found and decided, gathered from the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, undefer

from cofitcheck.review.database.models import DraftRow, EventRow, FactRow, FindingRow, OwnRow
from cofitcheck.review.decisions import notes
from cofitcheck.review.decisions.notes import Note
from cofitcheck.review.decisions.sign_off import Statement, statement_of
from cofitcheck.review.findings.query import LEFT_OPEN
from cofitcheck.review.own.acts import own_of


@dataclass(frozen=True)
class Reviewed:
    """All that is handed over of a draft; `notes` by the id of their finding."""

    draft: DraftRow
    findings: Sequence[FindingRow]
    left_open: Sequence[FindingRow]
    facts: Sequence[FactRow]
    own: Sequence[OwnRow]
    notes: Mapping[int, Sequence[Note]]
    events: Sequence[EventRow]
    trail: Sequence[EventRow]
    """The events of all drafts of the document; `events` are those of this one."""
    statement: Statement


def reviewed(session: Session, draft: DraftRow) -> Reviewed:
    """Return all that is handed over of a draft."""
    findings, left_open = findings_of(session, draft.id), left_open_of(session, draft.id)
    facts = select(FactRow).where(FactRow.draft_id == draft.id).order_by(FactRow.number)
    return Reviewed(
        draft,
        findings,
        left_open,
        session.scalars(facts.options(undefer(FactRow.members))).all(),
        own_of(session, draft.id),
        notes.under(session, [*findings, *left_open]),
        events_of(session, draft.id),
        session.scalars(
            select(EventRow).where(EventRow.document_id == draft.document_id).order_by(EventRow.id)
        ).all(),
        statement_of(session, draft),
    )


def findings_of(session: Session, draft_id: int) -> Sequence[FindingRow]:
    """Return the findings of a draft with all their columns."""
    whole = (undefer(FindingRow.view), undefer(FindingRow.members))
    reported = FindingRow.standing != LEFT_OPEN
    return session.scalars(_of(draft_id).where(reported).options(*whole)).all()


def left_open_of(session: Session, draft_id: int) -> Sequence[FindingRow]:
    """Return what a draft left open, in the order to look at it, with all its columns."""
    whole = (undefer(FindingRow.view), undefer(FindingRow.members))
    return session.scalars(_of(draft_id).where(FindingRow.standing == LEFT_OPEN).options(*whole)).all()


def _of(draft_id: int) -> Select[Any]:
    return select(FindingRow).where(FindingRow.draft_id == draft_id).order_by(FindingRow.number)


def events_of(session: Session, draft_id: int) -> Sequence[EventRow]:
    """Return the audit trail of a draft, oldest first."""
    return session.scalars(select(EventRow).where(EventRow.draft_id == draft_id).order_by(EventRow.id)).all()
