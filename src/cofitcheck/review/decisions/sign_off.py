"""Signing a draft, as its preparer and then as its reviewer, which locks it; and opening it again."""

from __future__ import annotations

import secrets
from typing import Literal

from sqlalchemy.orm import Session

from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import DocumentRow, DraftRow, EventRow
from cofitcheck.review.database.types import now
from cofitcheck.review.decisions.decide import LockedError, require_unlocked
from cofitcheck.review.findings import query
from cofitcheck.review.work import queue

Part = Literal["prepared", "reviewed"]


def sign(session: Session, draft: DraftRow, part: Part, who: str, *, alone: bool = False) -> None:
    """Sign a draft. Raises `InputError` where a finding is open, the order is another, or one person would be
    both; `alone` allows that where only one person works here."""
    require_unlocked(draft)
    if open_ := query.progress(session, draft.id).get("open", 0):
        raise InputError(say("decide the {n} open findings before you sign", n=open_))
    if part == "prepared":
        draft.prepared, draft.prepared_by = now(), who
    else:
        if draft.prepared is None:
            raise InputError(say("the preparer signs first"))
        if draft.prepared_by == who and not alone:
            raise InputError(say("the reviewer is another person than the preparer"))
        draft.reviewed, draft.reviewed_by = now(), who
    session.add(_line(draft, f"signed {part}", who))


def reopen(session: Session, draft: DraftRow, who: str) -> None:
    """Take both signatures off a draft. Raises `LockedError` where there is none."""
    if draft.prepared is None:
        raise LockedError(say("nobody has signed this draft"))
    draft.prepared, draft.prepared_by, draft.reviewed, draft.reviewed_by = None, "", None, ""
    session.add(_line(draft, "reopened", who))


def set_materiality(session: Session, document: DocumentRow, amount: float | None, who: str) -> None:
    """Set the amount below which differences are immaterial, None for none."""
    document.materiality = amount
    event = _line(document.drafts[-1], "materiality", who)
    event.after = {"materiality": amount}
    session.add(event)


def archive(session: Session, document: DocumentRow, who: str, *, away: bool) -> None:
    """Put a document into the archive, or take it out; all that was decided stays, a check is cancelled."""
    for draft in document.drafts:
        queue.cancel(draft)
    document.archived, document.archived_by = (now(), who) if away else (None, "")
    session.add(_line(document.drafts[-1], "archived" if away else "restored", who))


def _line(draft: DraftRow, kind: str, who: str) -> EventRow:
    return EventRow(
        document_id=draft.document_id,
        draft_id=draft.id,
        kind=kind,
        words=kind,
        who=who,
        seen={},
        model=draft.model,
        settings=draft.settings,
        batch=secrets.token_hex(8),
    )
