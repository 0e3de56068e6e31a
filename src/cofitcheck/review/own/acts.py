"""Make, mend, decide and withdraw own checks. Every act leaves a line in the audit trail."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from cofitcheck.checks.model import FindingKind
from cofitcheck.errors import InputError
from cofitcheck.reports.words import Words, phrase, say
from cofitcheck.review.database import now
from cofitcheck.review.database.models import DraftRow, FindingRow, OwnRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict, kept, line, require_text
from cofitcheck.review.decisions.decide import (
    OWN_DECIDED,
    OWN_MADE,
    OWN_MENDED,
    OWN_WITHDRAWN,
    decide,
    plain,
    require_reason,
    require_unlocked,
)
from cofitcheck.review.own.numbers import DraftNumber, Numbers, OwnCell
from cofitcheck.review.own.recompute import OwnKind, OwnOutcome, Recomputed, sum_of, tie_of

KEPT, WITHDRAWN = "kept", "withdrawn"
_STATE = (
    "fingerprint", "label", "period", "members", "outcome", "said", "remarks", "note", "standing", "verdict",
    "reason", "decided_by", "decided", "event_id",
)  # fmt: skip
_LONGEST_LABEL = 400


@dataclass(frozen=True, slots=True)
class OwnClaim:
    """What a reviewer says of some numbers, which are named by the index of their mention.

    A sum has its total first, then its lines with their signs (1 or -1). A tie has two numbers, both with 1.
    """

    kind: OwnKind
    cells: tuple[tuple[int, int], ...]

    @classmethod
    def sum(cls, total: int, lines: Iterable[tuple[int, int]]) -> OwnClaim:
        """Return the claim that `total` is the sum of some lines."""
        return cls(OwnKind.SUM, ((total, 1), *lines))

    @classmethod
    def tie(cls, one: int, other: int, *, same: bool) -> OwnClaim:
        """Return the claim that two numbers state one fact, or that they do not."""
        return cls(OwnKind.SAME if same else OwnKind.APART, ((one, 1), (other, 1)))


def recomputed(numbers: Numbers, said: OwnClaim) -> Recomputed:
    """Return what a check comes to.

    Raises `InputError` where a number is not in the document, or the numbers cannot be added up or compared.
    """
    (first, _), *others = ((numbers.at(cell), sign) for cell, sign in said.cells)
    if said.kind is OwnKind.SUM:
        return sum_of(first, others)
    return tie_of(first, others[0][0], said.kind)


def own_of(session: Session, draft_id: int) -> Sequence[OwnRow]:
    """Return the own checks of a draft that nobody has withdrawn."""
    ours = select(OwnRow).where(OwnRow.draft_id == draft_id, OwnRow.standing == KEPT)
    return session.scalars(ours.order_by(OwnRow.number)).all()


def unsettled(rows: Iterable[OwnRow]) -> list[OwnRow]:
    """Return the own checks that do not hold and are not decided: they block signing."""
    undecided = (Verdict.OPEN, Verdict.DISCUSS)
    return [row for row in rows if row.outcome != OwnOutcome.HOLDS and row.verdict in undecided]


def make(
    session: Session,
    draft: DraftRow,
    numbers: Numbers,
    said: OwnClaim,
    who: str,
    note: str = "",
    mends: FindingRow | None = None,
) -> OwnRow:
    """Make an own check of a draft, check it at once, and keep it.

    A sum that holds and `mends` the lines of a finding decides that finding. Two numbers that are said to be
    two facts decide a finding between the two. One undo takes all of this back. Raises `InputError` where the
    check cannot be made or exists already, `LockedError` where the draft is signed.
    """
    require_unlocked(draft)
    found, batch = recomputed(numbers, said), secrets.token_hex(8)
    row = OwnRow(draft_id=draft.id, number=_next_number(session, draft.id), who=who, carried="new")
    _write(row, numbers, said, found)
    row.note, row.made, row.standing = require_text(note, phrase("the note")), now(), KEPT
    row.verdict, row.mends = Verdict.OPEN.value, mends.fingerprint if mends else ""
    _require_new(session, row)
    session.add(row)
    session.flush()
    before = {**state(row), "standing": WITHDRAWN}
    _record(session, draft, row, OWN_MADE, words_of(row, found.said), who, batch, before)
    if said.kind is OwnKind.APART:
        reason = row.note or say("Own check {number}: two items", number=row.number)
        settled = between(session, draft.id, [cell for cell, _ in said.cells])
        decide(session, settled, Verdict.DIFFERENT, reason, who, batch)
    if mends and found.outcome is OwnOutcome.HOLDS:
        reason = say("Own check {number} has other lines, which come to the total", number=row.number)
        decide(session, [mends], Verdict.EXPECTED, reason, who, batch)
    return row


def mend(session: Session, draft: DraftRow, numbers: Numbers, row: OwnRow, said: OwnClaim, who: str) -> None:
    """Give an own check other numbers, and check it again at once.

    Raises `InputError` where it cannot be checked, `LockedError` where the draft is signed.
    """
    require_unlocked(draft)
    if said.kind is not OwnKind(row.kind):
        raise InputError(say("own check {number} is of another kind; make a new one", number=row.number))
    found, before = recomputed(numbers, said), state(row)
    _write(row, numbers, said, found)
    _require_new(session, row)
    row.verdict, row.reason, row.decided_by, row.decided = Verdict.OPEN.value, "", "", None
    _record(session, draft, row, OWN_MENDED, words_of(row, found.said), who, secrets.token_hex(8), before)


def decide_own(
    session: Session, draft: DraftRow, row: OwnRow, verdict: Verdict, reason: str, who: str
) -> None:
    """Decide an own check that does not hold.

    Raises `InputError` where it holds or the reason is missing, `LockedError` where the draft is signed.
    """
    require_unlocked(draft)
    if row.outcome == OwnOutcome.HOLDS:
        raise InputError(say("own check {number} holds; there is nothing to decide", number=row.number))
    if verdict is Verdict.DIFFERENT:
        raise InputError(say("withdraw the own check instead: then it says nothing of these numbers"))
    before, reason = state(row), require_reason(verdict, reason)
    is_open = verdict is Verdict.OPEN
    row.verdict, row.reason = verdict.value, reason
    row.decided_by, row.decided = ("", None) if is_open else (who, now())
    words: Words = VERDICT_WORDS[verdict]
    if reason:
        words = phrase("{verdict}: {reason}", verdict=words, reason=reason)
    _record(session, draft, row, OWN_DECIDED, words, who, secrets.token_hex(8), before)


def withdraw(session: Session, draft: DraftRow, row: OwnRow, who: str) -> None:
    """Withdraw an own check; its trail stays. Raises `LockedError` where the draft is signed."""
    require_unlocked(draft)
    before = state(row)
    row.standing = WITHDRAWN
    words = phrase("Own check {number} withdrawn", number=row.number)
    _record(session, draft, row, OWN_WITHDRAWN, words, who, secrets.token_hex(8), before)


def words_of(row: OwnRow, said: Words) -> Words:
    """Return the words for an act on an own check in the trail."""
    return phrase("Own check {number}: {sentence}", number=row.number, sentence=said)


def between(session: Session, draft_id: int, mentions: Sequence[int]) -> list[FindingRow]:
    """Return the findings and items left open that compare the two numbers with each other."""
    repeated = (FindingRow.draft_id == draft_id, FindingRow.kind == FindingKind.REPEAT.value)
    rows = session.scalars(select(FindingRow).where(*repeated).options(undefer(FindingRow.members)))
    return [row for row in rows if {said["mention"] for said in row.members[:2]} == set(mentions)]


def cells_of(row: OwnRow) -> list[OwnCell]:
    """Return the numbers of a stored own check."""
    return msgspec.convert(row.members, list[OwnCell])


def state(row: OwnRow) -> dict[str, Any]:
    """Return the columns of an own check that an act may change, as the trail keeps them."""
    return {name: plain(getattr(row, name)) for name in _STATE}


def fingerprint_of(kind: str, cells: Iterable[OwnCell]) -> str:
    """Return a name of 16 hexadecimal digits, made of the places of the numbers, never of their values."""
    first, *others = (f"{cell.sign}\x1e{cell.place}\x1e{cell.nth}" for cell in cells)
    rest = sorted(others if kind == OwnKind.SUM else [first, *others])
    head = first if kind == OwnKind.SUM else ""
    return sha256("\x1d".join([kind, head, *rest]).encode()).hexdigest()[:16]


def _write(row: OwnRow, numbers: Numbers, said: OwnClaim, found: Recomputed) -> None:
    cells = [numbers.cell(cell, sign) for cell, sign in said.cells]
    first: DraftNumber = numbers.at(said.cells[0][0])
    row.kind, row.fingerprint = said.kind.value, fingerprint_of(said.kind, cells)
    row.label, row.period = first.label[:_LONGEST_LABEL], first.column[:_LONGEST_LABEL]
    row.members = [msgspec.to_builtins(cell) for cell in cells]
    row.outcome, row.said = found.outcome.value, kept(found.said)
    row.remarks = [kept(remark) for remark in found.remarks]


def _require_new(session: Session, row: OwnRow) -> None:
    """Raise `InputError` where another own check says the same, or the opposite."""
    opposite = {OwnKind.SAME: OwnKind.APART, OwnKind.APART: OwnKind.SAME}.get(OwnKind(row.kind))
    reverse = fingerprint_of(opposite, cells_of(row)) if opposite else ""
    for other in own_of(session, row.draft_id):
        if other.id != row.id and other.fingerprint == row.fingerprint:
            raise InputError(say("own check {number} says that already", number=other.number))
        if other.id != row.id and other.fingerprint == reverse:
            raise InputError(
                say("own check {number} says the opposite; withdraw it first", number=other.number)
            )


def _next_number(session: Session, draft_id: int) -> int:
    last = select(func.max(OwnRow.number)).where(OwnRow.draft_id == draft_id)
    return (session.scalar(last) or 0) + 1


def _record(
    session: Session,
    draft: DraftRow,
    row: OwnRow,
    kind: str,
    words: Words,
    who: str,
    batch: str,
    before: dict[str, Any],
) -> None:
    event = line(draft, row, kind, kept(words), who, batch)
    event.before = before
    session.add(event)
    session.flush()
    row.event_id = event.id
    event.after = state(row)
