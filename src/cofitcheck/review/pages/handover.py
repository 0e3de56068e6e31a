"""Handing a review over: files to download, and a page to print."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from cofitcheck.reports.files import MARKED_SUFFIX, file_stem
from cofitcheck.review.database.models import CommentRow, DraftRow, EventRow, FactRow, FindingRow
from cofitcheck.review.findings.prepare import view_of
from cofitcheck.review.handover.pairs import training_pairs
from cofitcheck.review.handover.record import review_record
from cofitcheck.review.handover.workbook import Reviewed, workbook
from cofitcheck.review.pages.overview import require_checked
from cofitcheck.review.pages.shell import page
from cofitcheck.review.security.visitor import Reader
from cofitcheck.review.state import state_of

router = APIRouter(include_in_schema=False)

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@router.get("/drafts/{draft_id}/hand-over")
def hand_over(request: Request, visitor: Reader, draft_id: int) -> HTMLResponse:
    """Offer what can be handed over."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        verdicts = [row.verdict for row in _findings(session, draft_id)]
    return page(request, "hand_over.html.j2", visitor, draft=draft, tab="hand-over", verdicts=verdicts)


@router.get("/drafts/{draft_id}/hand-over/workbook")
def download_workbook(request: Request, visitor: Reader, draft_id: int) -> Response:
    """Send the Excel workbook."""
    with state_of(request).database.reading() as session:
        reviewed = reviewed_draft(session, require_checked(session, draft_id), str(request.base_url))
        content = workbook(reviewed)
    return _download(content, _XLSX, reviewed.draft, ".review.xlsx")


@router.get("/drafts/{draft_id}/hand-over/marked")
def download_marked(request: Request, visitor: Reader, draft_id: int) -> Response:
    """Send the marked copy of the document."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
    if not draft.has_copy:
        raise HTTPException(404, "Of this draft there is no marked copy.")
    headers = {"Content-Disposition": disposition(draft, MARKED_SUFFIX)}
    return FileResponse(state.files.copy(draft_id), media_type="text/html; charset=utf-8", headers=headers)


@router.get("/drafts/{draft_id}/hand-over/json")
def download_json(request: Request, visitor: Reader, draft_id: int) -> Response:
    """Send the report with the decisions as JSON."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
        content = review_record(
            draft,
            state.files.record(draft_id).read_bytes(),
            _findings(session, draft_id),
            _facts(session, draft_id),
            _comments(session, draft_id),
            _events(session, draft_id),
        )
    return _download(content, "application/json", draft, ".review.json")


@router.get("/drafts/{draft_id}/hand-over/pairs")
def download_pairs(request: Request, visitor: Reader, draft_id: int) -> Response:
    """Send the decisions as pairs to train on."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        content = training_pairs(draft, _findings(session, draft_id))
    return _download(content, "application/jsonl", draft, ".pairs.jsonl")


@router.get("/drafts/{draft_id}/hand-over/print")
def print_page(request: Request, visitor: Reader, draft_id: int) -> HTMLResponse:
    """Show all findings with their decisions on one page, made for paper."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        findings = [(row, view_of(row)) for row in _findings(session, draft_id)]
        comments = _comments(session, draft_id)
        ticked = sum(bool(row.ticked_by) for row in _facts(session, draft_id))
    return page(
        request, "print.html.j2", visitor, draft=draft, findings=findings, comments=comments, ticked=ticked
    )


def reviewed_draft(session: Session, draft: DraftRow, base: str) -> Reviewed:
    """Return all that a workbook tells of a draft; `base` is the address of the server."""
    return Reviewed(
        draft,
        _findings(session, draft.id),
        _facts(session, draft.id),
        _comments(session, draft.id),
        _events(session, draft.id),
        f"{base.rstrip('/')}/drafts/{draft.id}",
        file_stem(draft.file_name) + MARKED_SUFFIX if draft.has_copy else "",
    )


def disposition(draft: DraftRow, suffix: str) -> str:
    """Return the header that names a download after the draft's file."""
    name = quote(file_stem(draft.file_name) + suffix)
    return f"attachment; filename*=UTF-8''{name}"


def _download(content: bytes, kind: str, draft: DraftRow, suffix: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition(draft, suffix)})


def _findings(session: Session, draft_id: int) -> Sequence[FindingRow]:
    whole = (undefer(FindingRow.view), undefer(FindingRow.members))
    query = select(FindingRow).where(FindingRow.draft_id == draft_id).order_by(FindingRow.number)
    return session.scalars(query.options(*whole)).all()


def _facts(session: Session, draft_id: int) -> Sequence[FactRow]:
    query = select(FactRow).where(FactRow.draft_id == draft_id).order_by(FactRow.number)
    return session.scalars(query.options(undefer(FactRow.members))).all()


def _comments(session: Session, draft_id: int) -> Sequence[CommentRow]:
    of_draft = FindingRow.draft_id == draft_id
    query = select(CommentRow).join(FindingRow, CommentRow.finding_id == FindingRow.id).where(of_draft)
    return session.scalars(query.order_by(CommentRow.id)).all()


def _events(session: Session, draft_id: int) -> Sequence[EventRow]:
    return session.scalars(select(EventRow).where(EventRow.draft_id == draft_id).order_by(EventRow.id)).all()
