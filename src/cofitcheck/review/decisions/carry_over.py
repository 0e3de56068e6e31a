"""Carries the decisions and the own checks of a draft over to the next one.

A finding that is recognised (`reports.drafts`) keeps its decision as long as none of its statements changed.
Otherwise it is open again, with a note of what changed. An own check is checked again with the numbers of the
new draft.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from cofitcheck.errors import InputError
from cofitcheck.reports.drafts import Known, changes, match
from cofitcheck.reports.model.report import REFERENCE
from cofitcheck.reports.words import Words, listed, phrase, say
from cofitcheck.review.database.models import DraftRow, FactRow, FindingRow, OwnRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict, kept, line
from cofitcheck.review.decisions.decide import decide
from cofitcheck.review.findings.changed import from_rows
from cofitcheck.review.findings.query import LEFT_OPEN as LEFT_OPEN_FACT
from cofitcheck.review.own.acts import KEPT, OwnClaim, between, cells_of, own_of, recomputed
from cofitcheck.review.own.numbers import Numbers, OwnCell
from cofitcheck.review.own.recompute import OUTCOME_WORDS, OwnKind, OwnOutcome, Recomputed

FIXED, LEFT_OPEN, GONE = "fixed", "left open", "gone"

GONE_WORDS = {
    FIXED: phrase("the cells now agree"),
    LEFT_OPEN: phrase("the cells still differ, but no longer enough to be reported"),
    GONE: phrase("the cells were not recognised as one item again, so they were not compared"),
}
_NAMED_CHANGES = 3

CARRIER = "carried over"
"""The name in the audit trail for what the program did itself."""
UNCHANGED, REOPENED = "unchanged", "reopened"


def last_checked(session: Session, draft: DraftRow) -> DraftRow | None:
    """Return the last checked draft of the same document before `draft`, None where there is none."""
    return session.scalar(
        select(DraftRow)
        .where(DraftRow.document_id == draft.document_id, DraftRow.number < draft.number)
        .where(DraftRow.status == "checked")
        .order_by(DraftRow.number.desc())
        .limit(1)
    )


def carry_over(session: Session, draft: DraftRow, numbers: Numbers) -> None:
    """Carry the decisions, ticks and own checks of the last checked draft over to `draft`.

    `numbers` are the numbers of `draft`.
    """
    before = last_checked(session, draft)
    if before is None:
        return
    _carry_findings(session, before, draft)
    _carry_ticks(session, before, draft)
    carry_own(session, before, draft, numbers)


def _carry_findings(session: Session, before: DraftRow, draft: DraftRow) -> None:
    old, new = (_rows(session, FindingRow, each) for each in (before, draft))
    for standing in (False, True):
        were, are = (
            {key: row for key, row in rows.items() if (row.standing == LEFT_OPEN_FACT) is standing}
            for rows in (old, new)
        )
        matched = match([_known(row) for row in were.values()], [_known(row) for row in are.values()])
        for row in are.values():
            if row.id in matched:
                _carry(session, draft, were[matched[row.id]], row, before.number)
        if not standing:
            left = [row for row in were.values() if row.id not in set(matched.values())]
            facts = list(_rows(session, FactRow, draft).values())
            draft.gone = [_gone(row, facts) for row in left]


def _carry(session: Session, draft: DraftRow, old: FindingRow, new: FindingRow, number: int) -> None:
    new.before_id, new.assignee, new.comments = old.id, old.assignee, old.comments
    changed = changes(from_rows(old.members), from_rows(new.members))
    decided = old.verdict != Verdict.OPEN
    if not changed:
        new.carried = UNCHANGED
        new.verdict, new.reason = old.verdict, old.reason
        new.decided_by, new.decided = old.decided_by, old.decided
        words = phrase(
            "{verdict}, as in draft {number}", verdict=VERDICT_WORDS[Verdict(old.verdict)], number=number
        )
    else:
        new.carried = REOPENED
        note = _named(changed)
        was = VERDICT_WORDS[Verdict(old.verdict)]
        words = phrase(
            "Opened again (“{verdict}” in draft {number}): {changes}",
            verdict=was,
            number=number,
            changes=note,
        )
        if decided:
            note = phrase(
                "“{verdict}” in draft {number}. {changes}", verdict=was, number=number, changes=note
            )
        new.carried_note = kept(note)
    if decided:
        event = line(draft, new, "carried", kept(words), CARRIER, secrets.token_hex(8))
        event.after = {"verdict": new.verdict, "reason": new.reason}
        session.add(event)


def _named(changed: Sequence[Words]) -> Words:
    """Return in words what changed: the first changes, and how many more there are."""
    first, *others = changed[:_NAMED_CHANGES]
    for each in others:
        first = phrase("{sentence}; {more}", sentence=first, more=each)
    more = len(changed) - _NAMED_CHANGES
    return phrase("{changes}; and {n} more", changes=first, n=more) if more > 0 else first


def _carry_ticks(session: Session, before: DraftRow, draft: DraftRow) -> None:
    query = select(FactRow).where(FactRow.draft_id == before.id, FactRow.ticked_by != "")
    old = {row.id: row for row in session.scalars(query.options(undefer(FactRow.members)))}
    if not old:
        return
    new = _rows(session, FactRow, draft)
    matched = match([_known(row) for row in old.values()], [_known(row) for row in new.values()])
    for row_id, old_id in matched.items():
        row, was = new[row_id], old[old_id]
        if row.outcome == was.outcome and not changes(from_rows(was.members), from_rows(row.members)):
            row.ticked_by, row.ticked = was.ticked_by, was.ticked


def _gone(row: FindingRow, facts: Sequence[FactRow]) -> dict[str, Any]:
    """Return what became of a finding that the next draft does not have.

    This is known only where the next draft takes both cells for one fact.
    """
    first, second = row.members[0]["place"], row.members[:2][-1]["place"]
    outcome = GONE
    for fact in facts if row.kind != REFERENCE else ():
        places = [member["place"] for member in fact.members]
        if first in places and second in places and (first != second or places.count(first) > 1):
            outcome = {"passed": FIXED}.get(fact.outcome, LEFT_OPEN)
            break
    return {
        "finding": row.number,
        "label": row.label,
        "period": row.period,
        "first_text": row.first_text,
        "second_text": row.second_text,
        "severity": row.severity,
        "verdict": row.verdict,
        "reason": row.reason,
        "outcome": outcome,
    }


def _rows(session: Session, kind: type[Any], draft: DraftRow) -> dict[int, Any]:
    query = select(kind).where(kind.draft_id == draft.id).order_by(kind.number).options(undefer(kind.members))
    return {row.id: row for row in session.scalars(query)}


def _known(row: FindingRow | FactRow) -> Known:
    return Known(row.id, row.fingerprint, tuple(from_rows(row.members)))


def carry_own(session: Session, before: DraftRow, draft: DraftRow, numbers: Numbers) -> None:
    """Carry the own checks of the draft `before` over to the next one.

    A check keeps its decision where its numbers and its outcome stayed. Otherwise it is not decided any more.
    """
    for old in own_of(session, before.id):
        cells = found_again(cells_of(old), numbers)
        new = _continued(old, draft, cells)
        found = _checked(OwnKind(old.kind), cells, numbers)
        new.outcome, new.said = found.outcome.value, kept(found.said)
        new.remarks = [kept(remark) for remark in found.remarks]
        changed = changes(cells_of(old), [cell for cell in cells if cell.mention >= 0])
        if not changed and found.outcome == old.outcome:
            new.carried = UNCHANGED
            new.verdict, new.reason = old.verdict, old.reason
            new.decided_by, new.decided = old.decided_by, old.decided
        else:
            new.carried = REOPENED
            new.carried_note = kept(_note(old, before.number, changed))
        session.add(new)
        session.flush()
        if new.carried == REOPENED:
            session.add(line(draft, new, "carried", new.carried_note, CARRIER, secrets.token_hex(8)))
        if old.kind == OwnKind.APART and found.outcome is OwnOutcome.HOLDS:
            _keep_apart(session, draft, new)


def found_again(cells: Sequence[OwnCell], numbers: Numbers) -> list[OwnCell]:
    """Return the numbers of an own check as a draft has them.

    A number that the draft does not have, or has at this place more or fewer times than before, stays as it
    was, with the mention -1.
    """
    places, found = numbers.places(), []
    for cell in cells:
        alike = places.get(cell.place, [])
        known = len(alike) == cell.alike
        found.append(
            numbers.cell(alike[cell.nth].mention, cell.sign)
            if known
            else msgspec.structs.replace(cell, mention=-1)
        )
    return found


def _continued(old: OwnRow, draft: DraftRow, cells: Sequence[OwnCell]) -> OwnRow:
    same = ("number", "fingerprint", "kind", "label", "period", "note", "who", "made", "mends")
    row = OwnRow(draft_id=draft.id, **{name: getattr(old, name) for name in same})
    row.members, row.standing = [msgspec.to_builtins(cell) for cell in cells], KEPT
    row.verdict, row.carried_note = Verdict.OPEN.value, ""
    return row


def _checked(kind: OwnKind, cells: Sequence[OwnCell], numbers: Numbers) -> Recomputed:
    lost = [cell for cell in cells if cell.mention < 0]
    if lost:
        names = [f"{cell.text} ({cell.title}, {cell.row})" for cell in lost]
        said = phrase("Not found again: {numbers}. Choose the numbers anew.", numbers=listed(names))
        return Recomputed(OwnOutcome.LOST, said)
    try:
        return recomputed(numbers, OwnClaim(kind, tuple((cell.mention, cell.sign) for cell in cells)))
    except InputError as error:
        return Recomputed(OwnOutcome.BROKEN, str(error))


def _note(old: OwnRow, number: int, changed: Sequence[Words]) -> Words:
    was: Words = OUTCOME_WORDS[OwnOutcome(old.outcome)]
    if old.verdict != Verdict.OPEN:
        was = VERDICT_WORDS[Verdict(old.verdict)]
    if not changed:
        return phrase("“{verdict}” in draft {number}.", verdict=was, number=number)
    return phrase(
        "“{verdict}” in draft {number}. {changes}", verdict=was, number=number, changes=listed(changed)
    )


def _keep_apart(session: Session, draft: DraftRow, row: OwnRow) -> None:
    """Decide open findings between two numbers that a reviewer said to be two facts."""
    mentions = [cell["mention"] for cell in row.members]
    rows = [each for each in between(session, draft.id, mentions) if each.verdict == Verdict.OPEN]
    reason = row.note or say("Own check {number}: two items", number=row.number)
    decide(session, rows, Verdict.DIFFERENT, reason, row.who)
