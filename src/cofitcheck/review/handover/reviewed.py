"""Gathers all that was found and decided in a draft, and brings in earlier decisions from a file.

Such a file is a baseline of findings set aside, or the memory of a company.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from fastapi import Request
from sqlalchemy import Select, select
from sqlalchemy.orm import Session, undefer
from starlette.datastructures import UploadFile

from cofitcheck.errors import InputError
from cofitcheck.reports.drafts import changes, match
from cofitcheck.reports.drafts.baseline import Baseline
from cofitcheck.reports.drafts.earlier_draft import known, numbers_in, report_in
from cofitcheck.reports.words import Words, counted, phrase, say
from cofitcheck.review.database.models import DraftRow, EventRow, FactRow, FindingRow, OwnRow
from cofitcheck.review.decisions import Verdict, notes
from cofitcheck.review.decisions.decide import decide, require_unlocked
from cofitcheck.review.decisions.notes import Note
from cofitcheck.review.decisions.sign_off import Statement, statement_of
from cofitcheck.review.findings.query import LEFT_OPEN
from cofitcheck.review.own import memory
from cofitcheck.review.own.acts import own_of
from cofitcheck.review.own.numbers import from_stored
from cofitcheck.review.settings import Files

MOST_BYTES = 2_000_000


@dataclass(frozen=True)
class Reviewed:
    """All that is handed over of a draft; `notes` are by the ids of their findings."""

    draft: DraftRow
    findings: Sequence[FindingRow]
    left_open: Sequence[FindingRow]
    facts: Sequence[FactRow]
    own: Sequence[OwnRow]
    notes: Mapping[int, Sequence[Note]]
    events: Sequence[EventRow]
    trail: Sequence[EventRow]
    """The events of all drafts of the document; `events` are those of this one."""
    statement: Statement


def reviewed(session: Session, draft: DraftRow) -> Reviewed:
    """Return all that is handed over of a draft."""
    findings, left_open = findings_of(session, draft.id), left_open_of(session, draft.id)
    facts = select(FactRow).where(FactRow.draft_id == draft.id).order_by(FactRow.number)
    return Reviewed(
        draft,
        findings,
        left_open,
        session.scalars(facts.options(undefer(FactRow.members))).all(),
        own_of(session, draft.id),
        notes.under(session, [*findings, *left_open]),
        events_of(session, draft.id),
        session.scalars(
            select(EventRow).where(EventRow.document_id == draft.document_id).order_by(EventRow.id)
        ).all(),
        statement_of(session, draft),
    )


def findings_of(session: Session, draft_id: int) -> Sequence[FindingRow]:
    """Return the findings of a draft with all their columns."""
    whole = (undefer(FindingRow.view), undefer(FindingRow.members))
    reported = FindingRow.standing != LEFT_OPEN
    return session.scalars(_of(draft_id).where(reported).options(*whole)).all()


def left_open_of(session: Session, draft_id: int) -> Sequence[FindingRow]:
    """Return the items that a draft left open, in the order to look at them, with all their columns."""
    whole = (undefer(FindingRow.view), undefer(FindingRow.members))
    return session.scalars(_of(draft_id).where(FindingRow.standing == LEFT_OPEN).options(*whole)).all()


def _of(draft_id: int) -> Select[Any]:
    return select(FindingRow).where(FindingRow.draft_id == draft_id).order_by(FindingRow.number)


def events_of(session: Session, draft_id: int) -> Sequence[EventRow]:
    """Return the audit trail of a draft, oldest first."""
    return session.scalars(select(EventRow).where(EventRow.draft_id == draft_id).order_by(EventRow.id)).all()


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """The result of bringing in a file, in a sentence, and the entries that could not be used, in words."""

    said: Words
    missing: Sequence[Words]


async def brought_file(request: Request) -> bytes:
    """Return the file of a form, cut just above the size that is allowed.

    Raises `InputError` where there is no file.
    """
    form = await request.form(max_files=1)
    for file in form.getlist("files"):
        if isinstance(file, UploadFile) and file.filename:
            return await file.read(MOST_BYTES + 1)
    raise InputError(say("no file was chosen; choose a baseline or a memory"))


def bring_in(session: Session, draft: DraftRow, files: Files, content: bytes, who: str) -> BroughtIn:
    """Use a baseline or a memory in a draft.

    Raises `InputError` where the file is neither, or too large, and `LockedError` where the draft is signed.
    """
    if len(content) > MOST_BYTES:
        raise InputError(say("the file is larger than {size} MB; it is no baseline and no memory", size=2))
    require_unlocked(draft)
    try:
        baseline = msgspec.json.decode(content, type=Baseline)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _recall(session, draft, files, content, who)
    return _set_aside(session, draft, files, baseline, who)


def _recall(session: Session, draft: DraftRow, files: Files, content: bytes, who: str) -> BroughtIn:
    numbers = from_stored(files.numbers(draft.id))
    found = memory.recall(session, draft, numbers, memory.read_memory(content), who)
    said = counted("{n} own check made from memory.", "{n} own checks made from memory.", len(found.made))
    if found.known:
        more = counted("{n} was there already.", "{n} were there already.", found.known)
        said = phrase("{sentence} {more}", sentence=said, more=more)
    return BroughtIn(said, found.missing)


def _set_aside(session: Session, draft: DraftRow, files: Files, baseline: Baseline, who: str) -> BroughtIn:
    """Decide the open findings that a baseline sets aside, unless their numbers have changed."""
    report = report_in(files.record(draft.id))
    now = [(each.fingerprint, numbers_in(report, each)) for each in report.findings]
    entries = baseline.findings
    matched = match(known([(each.reference, each.numbers) for each in entries]), known(now))
    rows = {row.fingerprint: row for row in findings_of(session, draft.id)}
    decided, missing = 0, list[Words]()
    for at, was in sorted(matched.items()):
        entry, row = entries[was], rows.get(now[at][0])
        if changed := changes(entry.numbers, now[at][1]):
            missing.append(phrase("{label}: {reason}", label=entry.label, reason=changed[0]))
        elif row is not None and row.verdict == Verdict.OPEN:
            decide(session, [row], Verdict.EXPECTED, str(entry.by), who)
            decided += 1
    found = set(matched.values())
    missing += [
        phrase("{label}: {reason}", label=each.label, reason=phrase("no longer found"))
        for at, each in enumerate(entries)
        if at not in found
    ]
    said = counted(
        "{n} finding decided as in the baseline.", "{n} findings decided as in the baseline.", decided
    )
    return BroughtIn(said, missing)
