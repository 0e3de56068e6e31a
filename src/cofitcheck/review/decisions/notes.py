"""Notes under findings. A note that was changed keeps what it said before."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from cofitcheck.errors import InputError
from cofitcheck.reports.words import phrase, say
from cofitcheck.review.database.models import CommentRow, DraftRow, FindingRow
from cofitcheck.review.decisions import kept, line, require_text


@dataclass(frozen=True)
class Note:
    """A note with all its versions, the oldest first."""

    versions: list[CommentRow]

    @property
    def last(self) -> CommentRow:
        """The version that it has now."""
        return self.versions[-1]

    @property
    def earlier(self) -> list[CommentRow]:
        """The versions before, the oldest first."""
        return self.versions[:-1]


def write(
    session: Session, finding: FindingRow, text: str, who: str, replaces: int = 0, batch: str = ""
) -> None:
    """Write a note under a finding, as an act or as a part of the act `batch`.

    Where `replaces` is not 0, the note replaces the note with this id. Raises `InputError` where the text is
    empty or too long, or where the replaced note does not exist, was changed already or is another person's.
    """
    text = require_text(text, phrase("the note"))
    if not text:
        raise InputError(say("the note is empty; write something or leave it"))
    old = _replaceable(session, finding, replaces, who) if replaces else None
    draft = session.get_one(DraftRow, finding.draft_id)
    event = line(
        draft,
        finding,
        "commented",
        kept(phrase("Note changed: {note}", note=text)) if old else text,
        who,
        batch or secrets.token_hex(8),
    )
    row = CommentRow(finding_id=finding.id, who=who, text=text, draft=draft.number)
    if old is None:
        finding.comments += 1
    else:
        row.replaces_id = old.id
        event.before, event.after = {"note": old.text}, {"note": text}
    session.add_all([row, event])
    session.flush()


def under(session: Session, findings: Sequence[FindingRow]) -> dict[int, list[Note]]:
    """Return the notes under each finding, also those from earlier drafts, by the id of the finding."""
    found = _through_drafts(session, findings)
    query = select(CommentRow).where(CommentRow.finding_id.in_(list(found))).order_by(CommentRow.id)
    notes: dict[int, list[Note]] = {finding.id: [] for finding in findings}
    by_version: dict[int, Note] = {}
    for row in session.scalars(query):
        note = by_version.get(row.replaces_id or 0)
        if note is None:
            note = Note([])
            notes[found[row.finding_id]].append(note)
        note.versions.append(row)
        by_version[row.id] = note
    return notes


def _replaceable(session: Session, finding: FindingRow, note_id: int, who: str) -> CommentRow:
    for note in under(session, [finding])[finding.id]:
        if note.last.id == note_id and note.last.who == who:
            return note.last
        if note.last.id == note_id:
            raise InputError(say("{person} wrote the note; write one of your own", person=note.last.who))
        if note_id in [version.id for version in note.earlier]:
            raise InputError(say("the note has been changed since; load the page again"))
    raise InputError(say("the note is not here; load the page again"))


def _through_drafts(session: Session, findings: Sequence[FindingRow]) -> dict[int, int]:
    """Return the present ids of findings by their ids, and by their ids in earlier drafts."""
    found = {finding.id: finding.id for finding in findings}
    level = {finding.before_id: finding.id for finding in findings if finding.before_id is not None}
    while level:
        found |= level
        earlier = select(FindingRow.id, FindingRow.before_id).where(FindingRow.id.in_(list(level)))
        rows = session.execute(earlier).all()
        level = {before: level[row_id] for row_id, before in rows if before is not None}
    return found
