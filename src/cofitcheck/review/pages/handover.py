"""The pages to hand a review over: files to download, signing, and a page to print."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from cofitcheck.review.decisions import sign_off
from cofitcheck.review.findings.prepare import severity_rule_of, view_of
from cofitcheck.review.handover.parts import Part, download
from cofitcheck.review.handover.reviewed import findings_of, reviewed
from cofitcheck.review.lookup import Id, require_checked
from cofitcheck.review.pages import page
from cofitcheck.review.security.visitor import Administrator, Reader, Reviewer
from cofitcheck.review.state import state_of

router = APIRouter(include_in_schema=False)


@router.get("/drafts/{draft_id}/hand-over")
def hand_over(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Offer what can be handed over."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        verdicts = [row.verdict for row in findings_of(session, draft_id)]
        statement = sign_off.statement_of(session, draft)
    return page(
        request,
        "hand_over.html.j2",
        visitor,
        draft=draft,
        tab="hand-over",
        verdicts=verdicts,
        statement=statement,
    )


@router.post("/drafts/{draft_id}/sign")
def sign(
    request: Request, visitor: Reviewer, draft_id: Id, part: Annotated[sign_off.Part, Form()]
) -> Response:
    """Sign a draft as its preparer, or as its reviewer, which locks it."""
    state = state_of(request)
    with state.database.writing() as session:
        draft = require_checked(session, draft_id)
        sign_off.sign(session, draft, part, visitor.name, alone=state.settings.sign_in == "token")
    return RedirectResponse(f"/drafts/{draft_id}/hand-over", 303)


@router.post("/drafts/{draft_id}/reopen")
def reopen(request: Request, visitor: Administrator, draft_id: Id) -> Response:
    """Take the signatures off a draft."""
    with state_of(request).database.writing() as session:
        sign_off.reopen(session, require_checked(session, draft_id), visitor.name)
    return RedirectResponse(f"/drafts/{draft_id}/hand-over", 303)


@router.get("/drafts/{draft_id}/hand-over/print")
def print_page(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show all findings with their decisions on one page, made for paper."""
    with state_of(request).database.reading() as session:
        whole = reviewed(session, require_checked(session, draft_id))
    return page(
        request,
        "print.html.j2",
        visitor,
        draft=whole.draft,
        findings=[(row, view_of(row)) for row in whole.findings],
        notes=whole.notes,
        statement=whole.statement,
        severity_rule=severity_rule_of(whole.draft),
        ticked=sum(bool(row.ticked_by) for row in whole.facts),
    )


@router.get("/drafts/{draft_id}/hand-over/{part}")
def part(request: Request, visitor: Reader, draft_id: Id, part: Part) -> Response:
    """Send one of the files."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
        return download(session, draft, part, state.files, str(request.base_url))
