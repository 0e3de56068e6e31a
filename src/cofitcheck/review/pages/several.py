"""Several findings of a list at once: decided, given to a person and noted in one act, and taken back."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from cofitcheck.reports.words import counted, say
from cofitcheck.review.database.models import AccountRow, EventRow
from cofitcheck.review.decisions import decide as acts
from cofitcheck.review.lookup import whole


def people_of(session: Session) -> list[str]:
    """Return who may be given a finding."""
    return list(session.scalars(select(AccountRow.name).where(AccountRow.active).order_by(AccountRow.name)))


def together_context(session: Session, draft_id: int, who: str) -> dict[str, Any]:
    """Return what a list needs to act on several of its findings."""
    last = session.scalar(select(func.max(EventRow.id)).where(EventRow.draft_id == draft_id))
    return {
        "people": people_of(session),
        "can_undo": bool(acts.last_act(session, draft_id, who)),
        "last_event": last or 0,
    }


def message_of(request: Request) -> str:
    """Say what the last act on several findings was, as the address names it."""
    if request.query_params.get("undone"):
        return say("Undone.")
    done = whole(request.query_params.get("together", ""))
    return str(counted("Done for {n} finding.", "Done for {n} findings.", done)) if done else ""
