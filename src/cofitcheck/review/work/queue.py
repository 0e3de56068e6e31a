"""The queue of drafts to check, kept in the database: what a server was at, another can go on with."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from cofitcheck.errors import InputError
from cofitcheck.reports.words import counted, say
from cofitcheck.review.database import Database, now
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.settings import ReviewSettings

WAITING, WORKING, CHECKED, FAILED, CANCELLED = "waiting", "working", "checked", "failed", "cancelled"

MAX_ATTEMPTS = 2
"""A draft whose process was killed is tried once more: lack of memory is often a neighbour's fault."""

LEASE = datetime.timedelta(seconds=15)
"""A worker that has not been heard of for so long has gone, and its draft is free again."""


_UNKNOWN_SECONDS, _MOST_SECONDS = 10, 600
"""What a sender is told to wait before anything was checked, and at most."""


class QueueFullError(InputError):
    """There is no room for another document; `seconds` is when there may be."""

    def __init__(self, most: int, seconds: int) -> None:
        super().__init__(
            say(
                "the queue is full ({documents}); try again in {seconds}",
                documents=counted("{n} document", "{n} documents", most),
                seconds=counted("{n} second", "{n} seconds", seconds),
            )
        )
        self.seconds = seconds


def require_room(session: Session, settings: ReviewSettings, more: int = 1) -> None:
    """Raise `QueueFullError` where the queue has no room for `more` documents."""
    most = settings.limits.waiting
    waiting = session.scalar(select(func.count()).where(DraftRow.status == WAITING)) or 0
    if waiting + more > most:
        raise QueueFullError(most, _seconds_for_one(session, settings.workers))


def _seconds_for_one(session: Session, workers: int) -> int:
    """Return how soon one more document will have been taken from the queue, going by the last check."""
    checked = select(DraftRow.seconds).where(DraftRow.status == CHECKED)
    last = session.scalar(checked.order_by(DraftRow.checked.desc()).limit(1))
    seconds = sum(last.values()) / workers if last else _UNKNOWN_SECONDS
    return min(max(1, math.ceil(seconds)), _MOST_SECONDS)


class Queue:
    """Who checks which draft, and what became of it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def claim(self, owner: str) -> int | None:
        """Take the first draft that waits or was left by a worker that has gone; return its id."""
        with self.database.writing() as session:
            left = (DraftRow.status == WORKING) & (DraftRow.lease_until < now())
            query = (
                select(DraftRow)
                .where(or_(DraftRow.status == WAITING, left))
                .order_by(DraftRow.id)
                .limit(1)
                .with_for_update(skip_locked=True)
            )
            draft = session.scalar(query)
            if draft is None:
                return None
            draft.status, draft.stage, draft.owner = WORKING, "", owner
            draft.lease_until = now() + LEASE
            return draft.id

    def renew(self, draft_id: int, owner: str, stage: str | None = None) -> bool:
        """Say that a draft is still being worked on, at a stage; False where it was cancelled or taken."""
        values: dict[str, object] = {"lease_until": now() + LEASE}
        if stage is not None:
            values["stage"] = stage
        return self._set(draft_id, owner, values)

    def release(self, draft_id: int, owner: str) -> None:
        """Put a draft back, unchecked, because the server stops."""
        self._set(draft_id, owner, {"status": WAITING, "stage": "", "owner": "", "lease_until": None})

    def fail(self, draft_id: int, owner: str, reason: str) -> None:
        """Give a draft up, and say why."""
        values = {"status": FAILED, "reason": reason, "stage": "", "owner": "", "lease_until": None}
        self._set(draft_id, owner, values)

    def lost(self, draft_id: int, owner: str, reason: str) -> None:
        """Take note that the process died at a draft: once more, or give it up."""
        with self.database.writing() as session:
            draft = session.get(DraftRow, draft_id)
            if draft is None or not _held(draft, owner):
                return
            draft.attempts += 1
            again = draft.attempts < MAX_ATTEMPTS
            draft.status, draft.reason = (WAITING, "") if again else (FAILED, reason)
            draft.stage, draft.owner, draft.lease_until = "", "", None

    def _set(self, draft_id: int, owner: str, values: Mapping[str, object]) -> bool:
        held = (DraftRow.id == draft_id) & (DraftRow.owner == owner) & (DraftRow.status == WORKING)
        with self.database.writing() as session:
            changed = session.execute(update(DraftRow).where(held).values(values).returning(DraftRow.id))
            return changed.first() is not None


def _held(draft: DraftRow, owner: str) -> bool:
    return draft.status == WORKING and draft.owner == owner


def cancel(draft: DraftRow) -> bool:
    """Stop a draft that waits or is being checked; False where it is done with."""
    if draft.status not in {WAITING, WORKING}:
        return False
    draft.status, draft.stage, draft.owner, draft.lease_until = CANCELLED, "", "", None
    return True


def retry(draft: DraftRow) -> bool:
    """Let a draft that failed or was cancelled wait again; False for any other."""
    if draft.status not in {FAILED, CANCELLED}:
        return False
    draft.status, draft.stage, draft.reason, draft.attempts = WAITING, "", "", 0
    return True
