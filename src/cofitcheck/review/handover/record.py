"""The report of a draft as JSON, with what was decided about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cofitcheck.review.database.models import EventRow, FindingRow
from cofitcheck.review.decisions.notes import Note
from cofitcheck.review.decisions.telling import act, note_of
from cofitcheck.review.handover.reviewed import Reviewed

VERSION = 1


def review_record(reviewed: Reviewed, report: bytes) -> bytes:
    """Return the review as UTF-8 JSON; `report` is the draft's report as `cofitcheck check` writes it."""
    draft = reviewed.draft
    record = {
        "schema_version": VERSION,
        "document": draft.document.name,
        "draft": draft.number,
        "file": {"name": draft.file_name, "sha256": draft.sha256, "bytes": draft.size},
        "uploaded": {"at": draft.uploaded, "by": draft.uploaded_by},
        "checked": draft.checked,
        "decisions": [_decision(row, reviewed.notes[row.id]) for row in reviewed.findings],
        "ticked_facts": [
            {"fact": row.number, "by": row.ticked_by, "at": row.ticked}
            for row in reviewed.facts
            if row.ticked_by
        ],
        "since_last_draft": draft.gone,
        "audit_trail": [event_record(event) for event in reviewed.events],
        "report": msgspec.Raw(report),
    }
    return msgspec.json.format(msgspec.json.encode(record), indent=2)


def event_record(event: EventRow) -> dict[str, Any]:
    """Return a line of the audit trail."""
    return {
        "id": event.id,
        "at": event.at,
        "who": event.who,
        "kind": event.kind,
        "words": str(act(event)),
        "fingerprint": event.fingerprint,
        "seen": event.seen,
        "before": event.before,
        "after": event.after,
        "model": event.model,
        "settings": event.settings,
        "undoes": event.undoes_id,
    }


def _decision(row: FindingRow, notes: Sequence[Note]) -> dict[str, Any]:
    return {
        "finding": row.number,
        "fingerprint": row.fingerprint,
        "verdict": row.verdict,
        "reason": row.reason,
        "by": row.decided_by,
        "at": row.decided,
        "assignee": row.assignee,
        "since_last_draft": row.carried,
        "note": str(note_of(row)),
        "comments": [
            {"who": said.who, "at": said.at, "text": said.text, "replaced": said is not note.last}
            for note in notes
            for said in note.versions
        ],
    }
