"""Deciding, assigning, ticking, and taking it back: every act leaves a line in the audit trail."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, aliased

from cofitcheck.errors import InputError
from cofitcheck.review.database.models import DraftRow, EventRow, FactRow, FindingRow
from cofitcheck.review.database.types import now
from cofitcheck.review.decisions.trail import line, require_text
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict


class NothingToUndoError(InputError):
    """There is no act to take back, or somebody has built on it."""


_STATE = ("verdict", "reason", "decided_by", "decided", "assignee", "event_id")
_UNDOABLE = ("decided", "assigned", "ticked")


def decide(
    session: Session, findings: Sequence[FindingRow], verdict: Verdict, reason: str, who: str
) -> list[EventRow]:
    """Give findings a verdict, in one act.

    Raises `InputError` where an expected difference has no reason, or the reason is too long.
    """
    reason = require_text(reason, "the reason")
    if verdict is Verdict.EXPECTED and not reason:
        raise InputError("an expected difference needs its reason; say why the numbers rightly differ")
    words = VERDICT_WORDS[verdict] + (f": {reason}" if reason else "")
    decided = None if verdict is Verdict.OPEN else now()
    by = "" if verdict is Verdict.OPEN else who
    values = {"verdict": verdict.value, "reason": reason, "decided_by": by, "decided": decided}
    return _change(session, findings, "decided", words, who, values)


def assign(session: Session, findings: Sequence[FindingRow], assignee: str, who: str) -> list[EventRow]:
    """Give findings to a person, or to nobody where `assignee` is ""."""
    assignee = require_text(assignee, "the name")[:120]
    words = f"Assigned to {assignee}" if assignee else "Assigned to nobody"
    return _change(session, findings, "assigned", words, who, {"assignee": assignee})


def tick(session: Session, facts: Sequence[FactRow], ticked: bool, who: str) -> list[EventRow]:
    """Tick facts off as looked at, or take the tick away, in one act."""
    batch, events = secrets.token_hex(8), []
    for fact in facts:
        if bool(fact.ticked_by) == ticked:
            continue
        before = {"ticked_by": fact.ticked_by, "ticked": _plain(fact.ticked)}
        fact.ticked_by, fact.ticked = (who, now()) if ticked else ("", None)
        words = "Ticked off" if ticked else "Tick taken away"
        event = line(_draft(session, fact), fact, "ticked", words, who, batch)
        event.before, event.after = before, {"ticked_by": fact.ticked_by, "ticked": _plain(fact.ticked)}
        events.append(event)
    session.add_all(events)
    return events


def undo(session: Session, draft_id: int, who: str) -> list[EventRow]:
    """Take back the last act of a person in a draft, and return what was taken back.

    Raises `NothingToUndoError` where there is none, or somebody has changed the same finding since.
    """
    events = last_act(session, draft_id, who)
    if not events:
        raise NothingToUndoError("there is nothing of yours to undo in this draft")
    batch = secrets.token_hex(8)
    for event in events:
        target = _target(session, event)
        if isinstance(target, FindingRow) and target.event_id != event.id:
            raise NothingToUndoError(
                f"finding {target.number} has been changed since; decide it again instead"
            )
        for name, value in event.before.items():
            setattr(target, name, _restored(name, value))
        reverse = line(_draft(session, target), target, "undone", f"Undone: {event.words}", who, batch)
        reverse.undoes_id, reverse.before, reverse.after = event.id, event.after, event.before
        session.add(reverse)
    return events


def last_act(session: Session, draft_id: int, who: str) -> list[EventRow]:
    """Return the events of a person's last act in a draft that has not been undone."""
    other = aliased(EventRow)
    last = session.scalar(
        select(EventRow)
        .where(EventRow.draft_id == draft_id, EventRow.who == who, EventRow.kind.in_(_UNDOABLE))
        .where(~exists().where(other.undoes_id == EventRow.id))
        .order_by(EventRow.id.desc())
        .limit(1)
    )
    if last is None:
        return []
    return list(session.scalars(select(EventRow).where(EventRow.batch == last.batch).order_by(EventRow.id)))


def _change(
    session: Session, findings: Sequence[FindingRow], kind: str, words: str, who: str, values: dict[str, Any]
) -> list[EventRow]:
    batch, events = secrets.token_hex(8), []
    for finding in findings:
        event = line(_draft(session, finding), finding, kind, words, who, batch)
        event.before = _state(finding)
        session.add(event)
        session.flush()
        for name, value in values.items():
            setattr(finding, name, value)
        finding.event_id = event.id
        event.after = _state(finding)
        events.append(event)
    return events


def _draft(session: Session, target: FindingRow | FactRow) -> DraftRow:
    return session.get_one(DraftRow, target.draft_id)


def _target(session: Session, event: EventRow) -> FindingRow | FactRow:
    if event.finding_id is not None:
        return session.get_one(FindingRow, event.finding_id)
    return session.get_one(FactRow, event.fact_id)


def _state(finding: FindingRow) -> dict[str, Any]:
    return {name: _plain(getattr(finding, name)) for name in _STATE}


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _restored(name: str, value: Any) -> Any:
    is_moment = name in {"decided", "ticked"} and value is not None
    return datetime.datetime.fromisoformat(value) if is_moment else value
