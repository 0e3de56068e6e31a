"""The queue of drafts to check. It is in the database, so that another server can go on with it."""

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
"""How often a draft is tried whose process is killed, as often another process took the memory."""

LEASE = datetime.timedelta(seconds=15)
"""How long a worker may be silent. After that its draft is free again."""


_UNKNOWN_SECONDS, _MOST_SECONDS = 10, 600
"""How many seconds a sender is told to wait where nothing was checked yet, and at most."""


class QueueFullError(InputError):
    """There is no room for another document; there may be some in `seconds`."""

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
    """Return in how many seconds one more document will be checked, estimated from the last check."""
    checked = select(DraftRow.seconds).where(DraftRow.status == CHECKED)
    last = session.scalar(checked.order_by(DraftRow.checked.desc()).limit(1))
    seconds = sum(last.values()) / workers if last else _UNKNOWN_SECONDS
    return min(max(1, math.ceil(seconds)), _MOST_SECONDS)


class Queue:
    """Records which worker checks which draft, and the outcome."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def claim(self, owner: str) -> int | None:
        """Claim the first draft that waits, or that a worker left behind; return its id, None for none."""
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
        """Record that a draft is still being checked, at a stage; False where it was cancelled or taken."""
        values: dict[str, object] = {"lease_until": now() + LEASE}
        if stage is not None:
            values["stage"] = stage
        return self._set(draft_id, owner, values)

    def release(self, draft_id: int, owner: str) -> None:
        """Put a draft back into the queue, as the server stops."""
        self._set(draft_id, owner, {"status": WAITING, "stage": "", "owner": "", "lease_until": None})

    def fail(self, draft_id: int, owner: str, reason: str) -> None:
        """Record that a draft failed, and why."""
        values = {"status": FAILED, "reason": reason, "stage": "", "owner": "", "lease_until": None}
        self._set(draft_id, owner, values)

    def lost(self, draft_id: int, owner: str, reason: str) -> None:
        """Record that the process died at a draft: let it wait once more, or let it fail."""
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
    """Cancel a draft that waits or is being checked; False for any other."""
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
