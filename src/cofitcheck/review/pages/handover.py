"""Handing a review over: files to download, and a page to print."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.findings.prepare import view_of
from cofitcheck.review.handover.gather import (
    comments_of,
    copy_name,
    disposition,
    facts_of,
    findings_of,
    reviewed_draft,
    whole_record,
)
from cofitcheck.review.handover.pairs import training_pairs
from cofitcheck.review.handover.workbook import workbook
from cofitcheck.review.lookup import require_checked
from cofitcheck.review.pages.shell import page
from cofitcheck.review.paths import Id
from cofitcheck.review.security.visitor import Reader
from cofitcheck.review.state import state_of

router = APIRouter(include_in_schema=False)

_COPIES = {".html": "text/html; charset=utf-8", ".pdf": "application/pdf"}
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@router.get("/drafts/{draft_id}/hand-over")
def hand_over(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Offer what can be handed over."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        verdicts = [row.verdict for row in findings_of(session, draft_id)]
    return page(request, "hand_over.html.j2", visitor, draft=draft, tab="hand-over", verdicts=verdicts)


@router.get("/drafts/{draft_id}/hand-over/workbook")
def download_workbook(request: Request, visitor: Reader, draft_id: Id) -> Response:
    """Send the Excel workbook."""
    with state_of(request).database.reading() as session:
        reviewed = reviewed_draft(session, require_checked(session, draft_id), str(request.base_url))
        content = workbook(reviewed)
    return _download(content, _XLSX, reviewed.draft, ".review.xlsx")


@router.get("/drafts/{draft_id}/hand-over/marked")
def download_marked(request: Request, visitor: Reader, draft_id: Id) -> Response:
    """Send the marked copy of the document."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
    headers = {"Content-Disposition": disposition(draft, copy_name(draft))}
    path = state.files.copy(draft_id, draft.copy)
    return FileResponse(path, media_type=_COPIES[draft.copy], headers=headers)


@router.get("/drafts/{draft_id}/hand-over/commented")
def download_commented(request: Request, visitor: Reader, draft_id: Id) -> Response:
    """Send the document in its own format, with comments at the cells of findings."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
    if not draft.commented:
        raise HTTPException(404, "Of this draft there is no copy with comments.")
    headers = {"Content-Disposition": disposition(draft, draft.commented)}
    path = state.files.commented(draft_id)
    return FileResponse(path, media_type="application/octet-stream", headers=headers)


@router.get("/drafts/{draft_id}/hand-over/json")
def download_json(request: Request, visitor: Reader, draft_id: Id) -> Response:
    """Send the report with the decisions as JSON."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
        content = whole_record(session, draft, state.files)
    return _download(content, "application/json", draft, ".review.json")


@router.get("/drafts/{draft_id}/hand-over/pairs")
def download_pairs(request: Request, visitor: Reader, draft_id: Id) -> Response:
    """Send the decisions as pairs to train on."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        content = training_pairs(draft, findings_of(session, draft_id))
    return _download(content, "application/jsonl", draft, ".pairs.jsonl")


@router.get("/drafts/{draft_id}/hand-over/print")
def print_page(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show all findings with their decisions on one page, made for paper."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        findings = [(row, view_of(row)) for row in findings_of(session, draft_id)]
        comments = comments_of(session, draft_id)
        ticked = sum(bool(row.ticked_by) for row in facts_of(session, draft_id))
    return page(
        request, "print.html.j2", visitor, draft=draft, findings=findings, comments=comments, ticked=ticked
    )


def _download(content: bytes, kind: str, draft: DraftRow, suffix: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition(draft, suffix)})
