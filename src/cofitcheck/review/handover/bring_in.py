"""Bringing in what was decided before: a baseline of findings set aside, or the memory of a company."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from fastapi import Request
from sqlalchemy.orm import Session
from starlette.datastructures import UploadFile

from cofitcheck.errors import InputError
from cofitcheck.reports.drafts.baseline import Baseline
from cofitcheck.reports.drafts.matching import changes, match
from cofitcheck.reports.drafts.since import known, numbers_in, report_in
from cofitcheck.reports.words import Words, counted, phrase, say
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.decisions.decide import decide, require_unlocked
from cofitcheck.review.decisions.verdicts import Verdict
from cofitcheck.review.files import Files
from cofitcheck.review.handover.reviewed import findings_of
from cofitcheck.review.own import memory
from cofitcheck.review.own.numbers import from_stored

MOST_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What came of a file, in a sentence, and what of it could not be used, each in words."""

    said: Words
    missing: Sequence[Words]


async def brought_file(request: Request) -> bytes:
    """Return the file of a form, no more of it than may be used. Raises `InputError` where there is none."""
    form = await request.form(max_files=1)
    for file in form.getlist("files"):
        if isinstance(file, UploadFile) and file.filename:
            return await file.read(MOST_BYTES + 1)
    raise InputError(say("no file was chosen; choose a baseline or a memory"))


def bring_in(session: Session, draft: DraftRow, files: Files, content: bytes, who: str) -> BroughtIn:
    """Use a baseline or a memory in a draft. Raises `InputError` where the file is neither or too large,
    `LockedError` where the draft is signed."""
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
