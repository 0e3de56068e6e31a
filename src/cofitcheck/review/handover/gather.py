"""All that is handed over of a draft, from the database and the files."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from fastapi import HTTPException
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from cofitcheck.reports.copies import MARKED
from cofitcheck.reports.files import file_stem
from cofitcheck.review.database.models import CommentRow, DraftRow, EventRow, FactRow, FindingRow
from cofitcheck.review.files import Files
from cofitcheck.review.handover.record import review_record
from cofitcheck.review.handover.workbook import Reviewed


def reviewed_draft(session: Session, draft: DraftRow, base: str) -> Reviewed:
    """Return all that a workbook tells of a draft; `base` is the address of the server."""
    return Reviewed(
        draft,
        findings_of(session, draft.id),
        facts_of(session, draft.id),
        comments_of(session, draft.id),
        events_of(session, draft.id),
        f"{base.rstrip('/')}/drafts/{draft.id}",
        f"{file_stem(draft.file_name)}{MARKED}{draft.copy}" if draft.copy else "",
    )


def whole_record(session: Session, draft: DraftRow, files: Files) -> bytes:
    """Return the report of a draft with its decisions as JSON."""
    return review_record(
        draft,
        files.record(draft.id).read_bytes(),
        findings_of(session, draft.id),
        facts_of(session, draft.id),
        comments_of(session, draft.id),
        events_of(session, draft.id),
    )


def copy_name(draft: DraftRow) -> str:
    """Return what the name of the marked copy ends in. Raises `HTTPException` 404 where there is none."""
    if not draft.copy:
        raise HTTPException(404, "Of this draft there is no marked copy.")
    return f"{MARKED}{draft.copy}"


def disposition(draft: DraftRow, suffix: str) -> str:
    """Return the header that names a download after the draft's file."""
    name = quote(file_stem(draft.file_name) + suffix)
    return f"attachment; filename*=UTF-8''{name}"


def findings_of(session: Session, draft_id: int) -> Sequence[FindingRow]:
    """Return the findings of a draft with all their columns."""
    whole = (undefer(FindingRow.view), undefer(FindingRow.members))
    query = select(FindingRow).where(FindingRow.draft_id == draft_id).order_by(FindingRow.number)
    return session.scalars(query.options(*whole)).all()


def facts_of(session: Session, draft_id: int) -> Sequence[FactRow]:
    """Return the facts of a draft with their statements."""
    query = select(FactRow).where(FactRow.draft_id == draft_id).order_by(FactRow.number)
    return session.scalars(query.options(undefer(FactRow.members))).all()


def comments_of(session: Session, draft_id: int) -> Sequence[CommentRow]:
    """Return the notes that were written in a draft."""
    of_draft = FindingRow.draft_id == draft_id
    query = select(CommentRow).join(FindingRow, CommentRow.finding_id == FindingRow.id).where(of_draft)
    return session.scalars(query.order_by(CommentRow.id)).all()


def events_of(session: Session, draft_id: int) -> Sequence[EventRow]:
    """Return the audit trail of a draft, oldest first."""
    return session.scalars(select(EventRow).where(EventRow.draft_id == draft_id).order_by(EventRow.id)).all()
