"""The files that are handed over, among them the record of a review as JSON and its training pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import msgspec
from fastapi import HTTPException
from fastapi.responses import FileResponse, Response
from sqlalchemy.orm import Session

from cofitcheck.reports.drafts.baseline import Baseline, added, to_json
from cofitcheck.reports.drafts.earlier_draft import report_in
from cofitcheck.reports.formats import file_stem
from cofitcheck.reports.json.schema import ReportRecord
from cofitcheck.reports.marked import MARKED
from cofitcheck.reports.model.report import REFERENCE
from cofitcheck.reports.words import say
from cofitcheck.review.books import RECORD
from cofitcheck.review.books import view_of as books_of
from cofitcheck.review.database.models import DraftRow, EventRow, FindingRow, OwnRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict, act, note_of, stored
from cofitcheck.review.decisions.notes import Note
from cofitcheck.review.decisions.sign_off import Statement, statement_of
from cofitcheck.review.handover.copy import decided_copy, reviewed_pdf
from cofitcheck.review.handover.reviewed import Reviewed, findings_of, reviewed
from cofitcheck.review.handover.workbook import workbook
from cofitcheck.review.own import memory
from cofitcheck.review.own.acts import own_of
from cofitcheck.review.own.numbers import from_stored
from cofitcheck.review.settings import Files

Part = Literal["workbook", "marked", "commented", "comparison", "json", "baseline", "memory", "pairs"]

KINDS = {
    "workbook": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "baseline": "application/json",
    "memory": "application/json",
    "pairs": "application/jsonl",
    ".html": "text/html; charset=utf-8",
    ".pdf": "application/pdf",
    "commented": "application/octet-stream",
    "comparison": "application/zip",
}
"""The media type of each part; of a marked copy by its ending."""

_MEANING = {Verdict.DIFFERENT: "different", Verdict.ERROR: "same"}
"""What verdicts mean in training pairs. An expected difference is left out: its reason may be another scope,
and then the two numbers state two facts."""

VERSION = 1


def download(session: Session, draft: DraftRow, part: Part, files: Files, base: str) -> Response:
    """Return one of the files that are handed over of a checked draft; `base` is the server's address.

    Raises `HTTPException` 404 where the draft has no such part.
    """
    match part:
        case "workbook":
            content = workbook(
                reviewed(session, draft), files.record(draft.id).read_bytes(), base, books_of(files, draft.id)
            )
            return _download(draft, ".review.xlsx", KINDS[part], content)
        case "json":
            tie = files.books(draft.id, RECORD)
            content = review_record(
                reviewed(session, draft),
                files.record(draft.id).read_bytes(),
                tie.read_bytes() if tie.exists() else b"null",
            )
            return _download(draft, ".review.json", KINDS[part], content)
        case "baseline":
            content = decided_baseline(findings_of(session, draft.id), report_in(files.record(draft.id)))
            return _download(draft, ".baseline.json", KINDS[part], content)
        case "memory":
            numbers = from_stored(files.numbers(draft.id))
            content = memory.to_json(
                memory.remembered(session, draft, numbers, findings_of(session, draft.id))
            )
            return _download(draft, ".memory.json", KINDS[part], content)
        case "pairs":
            content = training_pairs(draft, findings_of(session, draft.id))
            return _download(draft, ".pairs.jsonl", KINDS[part], content)
        case "marked" if draft.copy == ".html":
            copy = files.copy(draft.id, draft.copy).read_bytes()
            found, own = findings_of(session, draft.id), own_of(session, draft.id)
            books = books_of(files, draft.id)
            content = decided_copy(copy, found, own, statement_of(session, draft), books)
            return _download(draft, MARKED + draft.copy, KINDS[draft.copy], content)
        case "marked" if draft.copy:
            content = reviewed_pdf(
                files.copy(draft.id, draft.copy).read_bytes(),
                own_of(session, draft.id),
                statement_of(session, draft),
                from_stored(files.numbers(draft.id)),
                books_of(files, draft.id),
            )
            return _download(draft, MARKED + draft.copy, KINDS[draft.copy], content)
        case "comparison" if draft.other_name:
            return _download(draft, ".compared.zip", KINDS[part], files.comparison(draft.id))
        case "commented" if draft.commented:
            return _download(draft, draft.commented, KINDS[part], files.commented(draft.id))
    raise HTTPException(404, say("This draft has no such file."))


def _download(draft: DraftRow, ending: str, kind: str, content: bytes | Path) -> Response:
    name = quote(file_stem(draft.file_name) + ending)
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    if isinstance(content, Path):
        return FileResponse(content, media_type=kind, headers=headers)
    return Response(content, media_type=kind, headers=headers)


def decided_baseline(findings: Iterable[FindingRow], report: ReportRecord) -> bytes:
    """Return the baseline that sets aside the findings that were decided to be no errors."""
    baseline, reported = Baseline(), {each.fingerprint for each in report.findings}
    for row in findings:
        if (
            row.verdict in (Verdict.EXPECTED, Verdict.DIFFERENT)
            and row.decided
            and row.fingerprint in reported
        ):
            why = row.reason or str(VERDICT_WORDS[Verdict(row.verdict)])
            baseline = added(baseline, report, [row.fingerprint], row.decided_by, why, row.decided)
    return to_json(baseline)


def training_pairs(draft: DraftRow, findings: Iterable[FindingRow]) -> bytes:
    """Return a line of JSON for each finding whose numbers were decided to state one fact, or two facts."""
    return b"".join(msgspec.json.encode(record) + b"\n" for record in _records(draft, findings))


def _records(draft: DraftRow, findings: Iterable[FindingRow]) -> Iterator[dict[str, Any]]:
    for finding in findings:
        meaning = _MEANING.get(Verdict(finding.verdict))
        if meaning and finding.kind != REFERENCE:
            left, right = sorted(finding.members[:2], key=lambda member: member["element"])
            yield {
                "document": draft.sha256,
                "left": _cell(left),
                "right": _cell(right),
                "verdict": meaning,
                "reason": finding.reason,
            }


def _cell(member: dict[str, Any]) -> dict[str, Any]:
    return {name: member[name] for name in ("element", "text", "table", "title", "row", "column")}


def review_record(reviewed: Reviewed, report: bytes, books: bytes = b"null") -> bytes:
    """Return the review as UTF-8 JSON.

    `report` is the report of the draft as `cofitcheck check` writes it, and `books` the tie of its books as
    `cofitcheck tie` writes it.
    """
    draft = reviewed.draft
    record = {
        "schema_version": VERSION,
        "document": draft.document.name,
        "draft": draft.number,
        "file": {"name": draft.file_name, "sha256": draft.sha256, "bytes": draft.size},
        "uploaded": {"at": draft.uploaded, "by": draft.uploaded_by},
        "checked": draft.checked,
        "sign_off": signed_record(reviewed.statement),
        "decisions": [_decision(row, reviewed.notes[row.id]) for row in reviewed.findings],
        "own_checks": [own_record(row) for row in reviewed.own],
        "ticked_facts": [
            {"fact": row.number, "by": row.ticked_by, "at": row.ticked}
            for row in reviewed.facts
            if row.ticked_by
        ],
        "books": msgspec.Raw(books),
        "since_last_draft": draft.gone,
        "audit_trail": [event_record(event) for event in reviewed.events],
        "report": msgspec.Raw(report),
    }
    return msgspec.json.format(msgspec.json.encode(record), indent=2)


def own_record(row: OwnRow) -> dict[str, Any]:
    """Return an own check of a reviewer."""
    same = (
        "number",
        "fingerprint",
        "kind",
        "outcome",
        "label",
        "period",
        "note",
        "who",
        "made",
        "verdict",
        "reason",
    )
    return {
        **{name: getattr(row, name) for name in same},
        "words": str(stored(row.said)),
        "since_last_draft": row.carried,
        "statements": row.members,
    }


def signed_record(statement: Statement) -> dict[str, Any]:
    """Return who has signed a draft, and what the signatures leave out."""
    draft = statement.draft
    return {
        "prepared": {"by": draft.prepared_by, "at": draft.prepared} if draft.prepared else None,
        "reviewed": {"by": draft.reviewed_by, "at": draft.reviewed} if draft.reviewed else None,
        "by_one_person": statement.by_one_person,
        "undecided": [row.number for row in statement.undecided],
        "unsettled": [row.number for row in statement.unsettled],
        "exceptions": {
            "count": statement.unseen,
            "items": [
                {"finding": row.number, "fingerprint": row.fingerprint, "label": row.label}
                for row in statement.exceptions
            ],
        },
        "words": [str(sentence) for sentence in statement.sentences],
    }


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
