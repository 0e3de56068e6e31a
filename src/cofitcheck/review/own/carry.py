"""What a next draft makes of own checks: each is checked again with the numbers that it now has."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from sqlalchemy.orm import Session

from cofitcheck.errors import InputError
from cofitcheck.reports.drafts.matching import changes
from cofitcheck.reports.words import Words, listed, phrase, say
from cofitcheck.review.database.models import DraftRow, OwnRow
from cofitcheck.review.decisions.decide import decide
from cofitcheck.review.decisions.trail import kept, line
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict
from cofitcheck.review.own.acts import KEPT, OwnClaim, between, cells_of, own_of, recomputed
from cofitcheck.review.own.numbers import Numbers, OwnCell
from cofitcheck.review.own.recompute import OUTCOME_WORDS, OwnKind, OwnOutcome, Recomputed

CARRIER = "carried over"
"""Who the audit trail names for what the program did itself."""
UNCHANGED, REOPENED = "unchanged", "reopened"


def carry_own(session: Session, before: DraftRow, draft: DraftRow, numbers: Numbers) -> None:
    """Bring the own checks of the draft `before` over: one whose numbers stayed is as it was, one of which a
    number changed or was not found is open again where it does not hold."""
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
    """Return numbers as a draft has them: one that it has not, or has more or fewer times at this place,
    keeps what it said, with the mention -1."""
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
    """Let a finding between two numbers that are two facts be decided as it was said."""
    mentions = [cell["mention"] for cell in row.members]
    rows = [each for each in between(session, draft.id, mentions) if each.verdict == Verdict.OPEN]
    reason = row.note or say("Own check {number}: two items", number=row.number)
    decide(session, rows, Verdict.DIFFERENT, reason, row.who)
