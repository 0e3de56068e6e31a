"""Signing a draft and opening it again.

The preparer signs first, then the reviewer. The second signature locks the draft.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from cofitcheck.errors import InputError
from cofitcheck.reports.words import Words, counted, phrase, say
from cofitcheck.review.database import now
from cofitcheck.review.database.models import DocumentRow, DraftRow, EventRow, FindingRow, OwnRow
from cofitcheck.review.decisions import UNDECIDED, Verdict, kept
from cofitcheck.review.decisions.decide import LockedError, require_unlocked
from cofitcheck.review.findings import query
from cofitcheck.review.own.acts import own_of, unsettled
from cofitcheck.review.work import queue

Part = Literal["prepared", "reviewed"]


def sign(session: Session, draft: DraftRow, part: Part, who: str, *, alone: bool = False) -> None:
    """Sign a draft as its preparer or its reviewer.

    Raises `InputError` where a finding is open or to be discussed, an own check that does not hold is not
    decided, the preparer has not signed first, or one person would be both. `alone` allows the last, for a
    server with one person. Raises `LockedError` where the draft is locked.
    """
    require_unlocked(draft)
    statement = statement_of(session, draft)
    if undecided := statement.undecided:
        open_, discuss = (sum(row.verdict == each for row in undecided) for each in UNDECIDED)
        raise InputError(
            say(
                "before you sign, decide what is open ({open}) and what is to be discussed ({discuss})",
                open=open_,
                discuss=discuss,
            )
        )
    if statement.unsettled:
        raise InputError(
            say(
                "before you sign, decide the own checks that do not hold ({numbers})",
                numbers=", ".join(str(row.number) for row in statement.unsettled),
            )
        )
    if part == "prepared":
        draft.prepared, draft.prepared_by = now(), who
    else:
        if draft.prepared is None:
            raise InputError(say("the preparer signs first"))
        if draft.prepared_by == who and not alone:
            raise InputError(say("the reviewer is another person than the preparer"))
        draft.reviewed, draft.reviewed_by = now(), who
    session.add(_line(draft, f"signed {part}", who))


@dataclass(frozen=True, slots=True)
class Statement:
    """What the signatures under a draft state.

    `undecided` are findings that are open, and findings and items left open that are to be discussed.
    `unsettled` are own checks that do not hold and are not decided. Both block signing. `exceptions` are the
    items left open that nobody has looked at, in the order to look at them; `beyond` counts further ones,
    which only the JSON report lists.
    """

    draft: DraftRow
    undecided: Sequence[FindingRow]
    exceptions: Sequence[FindingRow]
    beyond: int
    unsettled: Sequence[OwnRow] = ()

    @property
    def unseen(self) -> int:
        """How many items left open nobody has looked at."""
        return len(self.exceptions) + self.beyond

    @property
    def by_one_person(self) -> bool:
        """Whether one person has signed as preparer and as reviewer."""
        return self.draft.reviewed is not None and self.draft.prepared_by == self.draft.reviewed_by

    @property
    def sentences(self) -> list[Words]:
        """The sentences that must stand beside the signatures."""
        said: list[Words] = []
        if self.by_one_person:
            said.append(
                phrase(
                    "{person} signed as preparer and as reviewer: no second person has reviewed this draft.",
                    person=self.draft.reviewed_by,
                )
            )
        if self.unseen:
            said.append(
                counted(
                    "Exception: {n} item left open that nobody has looked at.",
                    "Exceptions: {n} items left open that nobody has looked at.",
                    self.unseen,
                )
            )
        return said


def exception_words(item: FindingRow) -> Words:
    """Return an item left open in words, for a list of exceptions."""
    name = phrase("{label} ({words})", label=item.label, words=item.period) if item.period else item.label
    return phrase("{label}: {number} and {other}", label=name, number=item.first_text, other=item.second_text)


def statement_of(session: Session, draft: DraftRow) -> Statement:
    """Return what signatures under a draft state at this moment."""
    of_draft = select(FindingRow).where(FindingRow.draft_id == draft.id).order_by(FindingRow.number)
    rows = session.scalars(of_draft.options(undefer(FindingRow.members))).all()
    untouched = [row for row in rows if row.standing == query.LEFT_OPEN and row.verdict == Verdict.OPEN]
    undecided = [row for row in rows if row.verdict in UNDECIDED and row not in untouched]
    # Nobody needs to look at items that a rule keeps apart. They come last, with a probability of 0.
    unseen = [row for row in untouched if row.probability]
    whole = any(row.standing == query.LEFT_OPEN and not row.probability for row in rows)
    listed = sum(row.standing in {query.LEFT_OPEN, query.PROMOTED} for row in rows)
    beyond = 0 if whole else max(0, draft.counts.get("left_open", 0) - listed)
    return Statement(draft, undecided, unseen, beyond, unsettled(own_of(session, draft.id)))


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
    """Put a document into the archive, or take it out. Decisions stay; a running check is cancelled."""
    for draft in document.drafts:
        queue.cancel(draft)
    document.archived, document.archived_by = (now(), who) if away else (None, "")
    session.add(_line(document.drafts[-1], "archived" if away else "restored", who))


def record(session: Session, draft: DraftRow, kind: str, words: Words, who: str) -> None:
    """Add an act on a whole draft to the audit trail."""
    session.add(_line(draft, kind, who, kept(words)))


def _line(draft: DraftRow, kind: str, who: str, words: str = "") -> EventRow:
    return EventRow(
        document_id=draft.document_id,
        draft_id=draft.id,
        kind=kind,
        words=words or kind,
        who=who,
        seen={},
        model=draft.model,
        settings=draft.settings,
        batch=secrets.token_hex(8),
    )
