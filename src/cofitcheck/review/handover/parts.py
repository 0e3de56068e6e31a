"""The files that are handed over, each under its name."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from urllib.parse import quote

from fastapi import HTTPException
from fastapi.responses import FileResponse, Response
from sqlalchemy.orm import Session

from cofitcheck.reports.copies import MARKED
from cofitcheck.reports.files import file_stem
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.files import Files
from cofitcheck.review.handover.copy import decided_copy
from cofitcheck.review.handover.pairs import training_pairs
from cofitcheck.review.handover.record import review_record
from cofitcheck.review.handover.reviewed import findings_of, reviewed
from cofitcheck.review.handover.workbook import workbook

Part = Literal["workbook", "marked", "commented", "comparison", "json", "pairs"]

KINDS = {
    "workbook": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "pairs": "application/jsonl",
    ".html": "text/html; charset=utf-8",
    ".pdf": "application/pdf",
    "commented": "application/octet-stream",
    "comparison": "application/zip",
}
"""The media type of a part, of a marked copy by its ending."""


def download(session: Session, draft: DraftRow, part: Part, files: Files, base: str) -> Response:
    """Return a part of what is handed over of a checked draft; `base` is the address of the server.

    Raises `HTTPException` 404 where the draft has no such part.
    """
    match part:
        case "workbook":
            content = workbook(reviewed(session, draft), files.record(draft.id).read_bytes(), base)
            return _download(draft, ".review.xlsx", KINDS[part], content)
        case "json":
            content = review_record(reviewed(session, draft), files.record(draft.id).read_bytes())
            return _download(draft, ".review.json", KINDS[part], content)
        case "pairs":
            content = training_pairs(draft, findings_of(session, draft.id))
            return _download(draft, ".pairs.jsonl", KINDS[part], content)
        case "marked" if draft.copy == ".html":
            copy = files.copy(draft.id, draft.copy).read_bytes()
            content = decided_copy(copy, findings_of(session, draft.id))
            return _download(draft, MARKED + draft.copy, KINDS[draft.copy], content)
        case "marked" if draft.copy:
            return _download(draft, MARKED + draft.copy, KINDS[draft.copy], files.copy(draft.id, draft.copy))
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
