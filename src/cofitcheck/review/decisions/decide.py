"""The acts on findings: decide, assign, tick, and undo, for one finding or for several at once.

Every act leaves a line in the audit trail for each finding.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, aliased

from cofitcheck.errors import InputError
from cofitcheck.reports.words import phrase, say
from cofitcheck.review.database import now
from cofitcheck.review.database.models import DraftRow, EventRow, FactRow, FindingRow, OwnRow
from cofitcheck.review.decisions import VERDICT_WORDS, Target, Verdict, act, kept, line, notes, require_text
from cofitcheck.review.findings.query import PROMOTED

MOST = 1000
"""The most findings in one act."""

_STATE = ("verdict", "reason", "decided_by", "decided", "assignee", "event_id", "standing")
OWN_MADE, OWN_MENDED, OWN_WITHDRAWN, OWN_DECIDED = "own made", "own mended", "own withdrawn", "own decided"
"""The kinds of events for own checks."""
_UNDOABLE = (
    "decided", "assigned", "ticked", "promoted", OWN_MADE, OWN_MENDED, OWN_WITHDRAWN, OWN_DECIDED,
)  # fmt: skip


class ChangedMeanwhileError(InputError):
    """Somebody else has acted on a finding since it was shown."""


class LockedError(InputError):
    """The draft is signed off."""


class NothingToUndoError(InputError):
    """There is no act to take back, or somebody has changed the same finding since."""


def decide(
    session: Session,
    findings: Sequence[FindingRow],
    verdict: Verdict,
    reason: str,
    who: str,
    batch: str = "",
) -> list[EventRow]:
    """Give findings a verdict in one act, or as a part of the act `batch` where it is not "".

    Raises `InputError` where an expected difference has no reason, or the reason is too long.
    """
    reason = require_reason(verdict, reason)
    words = VERDICT_WORDS[verdict].text + (f": {reason}" if reason else "")
    decided = None if verdict is Verdict.OPEN else now()
    by = "" if verdict is Verdict.OPEN else who
    values = {"verdict": verdict.value, "reason": reason, "decided_by": by, "decided": decided}
    return _change(session, findings, "decided", words, who, values, batch)


def require_reason(verdict: Verdict, reason: str) -> str:
    """Return the reason of a verdict, trimmed.

    Raises `InputError` where it is too long, or where an expected difference has none.
    """
    reason = require_text(reason, phrase("the reason"))
    if verdict is Verdict.EXPECTED and not reason:
        raise InputError(say("an expected difference needs its reason; say why the numbers rightly differ"))
    return reason


def require_seen(session: Session, finding: FindingRow, seen: int) -> None:
    """Raise `ChangedMeanwhileError`, with what was done, where a finding has changed since somebody saw it.

    `seen` is the last event of the finding that the person saw, 0 where there was none.
    """
    if (finding.event_id or 0) == seen:
        return
    event = session.get(EventRow, finding.event_id) if finding.event_id else None
    number = finding.number
    if event is None:
        raise ChangedMeanwhileError(say("finding {number} is open again; look at it again", number=number))
    raise ChangedMeanwhileError(
        say(
            "{person} changed finding {number} after you opened it: {act}. Your decision was not saved.",
            person=event.who,
            number=number,
            act=act(event),
        )
    )


def require_unlocked(draft: DraftRow) -> None:
    """Raise `LockedError` where the reviewer has signed a draft."""
    if draft.reviewed is not None:
        raise LockedError(
            say(
                "{person} has signed this draft as reviewer; it is locked until an administrator reopens it",
                person=draft.reviewed_by,
            )
        )


def promote(session: Session, finding: FindingRow, who: str) -> list[EventRow]:
    """Make a finding of an item that was left open."""
    return _change(session, [finding], "promoted", "Made a finding", who, {"standing": PROMOTED})


def assign(
    session: Session, findings: Sequence[FindingRow], assignee: str, who: str, batch: str = ""
) -> list[EventRow]:
    """Give findings to a person, or to nobody where `assignee` is "", in one act or as a part of `batch`."""
    assignee = require_text(assignee, phrase("the name"))[:120]
    words = f"Assigned to {assignee}" if assignee else "Assigned to nobody"
    return _change(session, findings, "assigned", words, who, {"assignee": assignee}, batch)


def tick(session: Session, facts: Sequence[FactRow], ticked: bool, who: str) -> list[EventRow]:
    """Tick facts off as looked at, or take the ticks away, in one act."""
    batch, events = secrets.token_hex(8), []
    for fact in facts:
        require_unlocked(_draft(session, fact))
        if bool(fact.ticked_by) == ticked:
            continue
        before = {"ticked_by": fact.ticked_by, "ticked": plain(fact.ticked)}
        fact.ticked_by, fact.ticked = (who, now()) if ticked else ("", None)
        words = "Ticked off" if ticked else "Tick taken away"
        event = line(_draft(session, fact), fact, "ticked", words, who, batch)
        event.before, event.after = before, {"ticked_by": fact.ticked_by, "ticked": plain(fact.ticked)}
        events.append(event)
    session.add_all(events)
    return events


def undo(session: Session, draft_id: int, who: str) -> list[EventRow]:
    """Take back the last act of a person in a draft, and return what was taken back.

    Raises `NothingToUndoError` where there is none, or somebody has changed the same finding since.
    """
    events = last_act(session, draft_id, who)
    if not events:
        raise NothingToUndoError(say("there is nothing of yours to undo in this draft"))
    batch = secrets.token_hex(8)
    require_unlocked(session.get_one(DraftRow, draft_id))
    for event in reversed(events):
        target = _target(session, event)
        if isinstance(target, FindingRow | OwnRow) and target.event_id != event.id:
            changed = (
                say("finding {number} has been changed since; decide it again instead", number=target.number)
                if isinstance(target, FindingRow)
                else say("own check {number} has been changed since; mend it instead", number=target.number)
            )
            raise NothingToUndoError(changed)
        for name, value in event.before.items():
            setattr(target, name, _restored(name, value))
        words = kept(phrase("Undone: {act}", act=act(event)))
        reverse = line(_draft(session, target), target, "undone", words, who, batch)
        reverse.undoes_id, reverse.before, reverse.after = event.id, event.after, event.before
        session.add(reverse)
    return events


def last_act(session: Session, draft_id: int, who: str) -> list[EventRow]:
    """Return the events of a person's last act in a draft, without acts that were undone."""
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
    of_act = (EventRow.batch == last.batch, EventRow.kind.in_(_UNDOABLE))
    return list(session.scalars(select(EventRow).where(*of_act).order_by(EventRow.id)))


def _change(
    session: Session,
    findings: Sequence[FindingRow],
    kind: str,
    words: str,
    who: str,
    values: dict[str, Any],
    batch: str = "",
) -> list[EventRow]:
    batch, events = batch or secrets.token_hex(8), []
    for finding in findings:
        require_unlocked(_draft(session, finding))
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


def _draft(session: Session, target: Target) -> DraftRow:
    return session.get_one(DraftRow, target.draft_id)


def _target(session: Session, event: EventRow) -> Target:
    if event.finding_id is not None:
        return session.get_one(FindingRow, event.finding_id)
    if event.own_id is not None:
        return session.get_one(OwnRow, event.own_id)
    return session.get_one(FactRow, event.fact_id)


def _state(finding: FindingRow) -> dict[str, Any]:
    return {name: plain(getattr(finding, name)) for name in _STATE}


def plain(value: Any) -> Any:
    """Return a value of a row as the trail keeps it."""
    return value.isoformat() if hasattr(value, "isoformat") else value


def _restored(name: str, value: Any) -> Any:
    is_moment = name in {"decided", "ticked"} and value is not None
    return datetime.datetime.fromisoformat(value) if is_moment else value


@dataclass(frozen=True, slots=True)
class Together:
    """What is done with each of several findings.

    A `verdict` or `assignee` of None changes nothing, and an empty `note` writes none; `assignee` is "" for
    nobody. `seen` is the last event of the draft that the person saw, None where this is not checked.
    """

    verdict: Verdict | None = None
    reason: str = ""
    assignee: str | None = None
    note: str = ""
    seen: int | None = None


def act_on(session: Session, findings: Sequence[FindingRow], act: Together, who: str) -> None:
    """Act on several findings at once. Notes stay when the act is undone.

    Raises `InputError` where nothing is chosen or asked for, or where a part of the act cannot be done; then
    nothing is done.
    Raises `ChangedMeanwhileError` where somebody has acted on one of them since it was shown.
    """
    if not findings:
        raise InputError(say("choose the findings first"))
    if len(findings) > MOST:
        raise InputError(say("choose {n} findings at most at a time", n=MOST))
    if act.verdict is None and act.assignee is None and not act.note.strip():
        raise InputError(say("say what is to be done with the {n} chosen findings", n=len(findings)))
    changed = [row.number for row in findings if act.seen is not None and (row.event_id or 0) > act.seen]
    if changed:
        numbers = ", ".join(map(str, changed))
        raise ChangedMeanwhileError(
            say(
                "somebody has acted on {numbers} since you loaded the list; look at it again", numbers=numbers
            )
        )
    batch = secrets.token_hex(8)
    if act.verdict is not None:
        decide(session, findings, act.verdict, act.reason, who, batch)
    if act.assignee is not None:
        assign(session, findings, act.assignee, who, batch)
    if act.note.strip():
        for finding in findings:
            notes.write(session, finding, act.note, who, batch=batch)
