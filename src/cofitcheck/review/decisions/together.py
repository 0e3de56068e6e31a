"""Several findings in one act: decided, given to a person and noted together, and taken back together."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import FindingRow
from cofitcheck.review.decisions import notes
from cofitcheck.review.decisions.decide import ChangedMeanwhileError, assign, decide
from cofitcheck.review.decisions.verdicts import Verdict

MOST = 1000
"""So many findings may be in one act."""


@dataclass(frozen=True, slots=True)
class Together:
    """What is done with each of several findings; None and "" leave that part as it is.

    `assignee` is "" for nobody. `seen` is the last event of the draft that the person had before them, None
    where nobody looked.
    """

    verdict: Verdict | None = None
    reason: str = ""
    assignee: str | None = None
    note: str = ""
    seen: int | None = None


def act_on(session: Session, findings: Sequence[FindingRow], act: Together, who: str) -> None:
    """Do something with several findings in one act; a note stays when the act is taken back.

    Raises `InputError` where nothing is chosen or asked for, or a part of it cannot be done; then nothing is.
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
