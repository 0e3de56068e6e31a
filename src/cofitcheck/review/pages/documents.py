"""The pages of documents and their drafts: uploading, watching, cancelling, and the marked copy.

In the marked copy beside the tape numbers can be clicked. Its policy lets one script of ours run, and nothing
of the document. The frame has no origin, so that the script can only tell the numbers of cells to the page
around it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from cofitcheck.readers import suffixes
from cofitcheck.reports.words import say
from cofitcheck.review import library
from cofitcheck.review.books import view_of
from cofitcheck.review.decisions import sign_off
from cofitcheck.review.findings import query
from cofitcheck.review.handover.copy import bare_copy, decided_copy, with_ticks
from cofitcheck.review.handover.reviewed import findings_of
from cofitcheck.review.library import take_comparison, take_uploads
from cofitcheck.review.lookup import (
    LARGEST,
    Id,
    all_documents,
    comparisons_of,
    require_document,
    require_draft,
)
from cofitcheck.review.own.acts import own_of
from cofitcheck.review.pages import page
from cofitcheck.review.pictures import draw_apart
from cofitcheck.review.security.gate import DOCUMENT_POLICY
from cofitcheck.review.security.visitor import Administrator, Reader, Reviewer, Visitor
from cofitcheck.review.state import state_of
from cofitcheck.review.work import queue

_SCRIPT = Path(__file__).with_name("static") / "cells.js"
_OWN_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy"[^>]*>')
_STYLE = b"""<style>[id^="m"]:is(td,th,span,p,div){cursor:pointer;touch-action:none}
.cofitcheck-over{background:#fff3c4!important}
.cofitcheck-total{box-shadow:inset 0 0 0 3px #1f3a5f!important;background:#dbe7f6!important}
.cofitcheck-added{box-shadow:inset 0 0 0 2px #24613d!important;background:#e3f2e8!important}
.cofitcheck-deducted{box-shadow:inset 0 0 0 2px #8a5a00!important;background:#fdf0d8!important}
</style></head>"""

router = APIRouter(include_in_schema=False)


@cache
def _script() -> bytes:
    return _SCRIPT.read_bytes()


def clickable(content: bytes) -> bytes:
    """Return a copy that was made safe, with the script for clicks at its end.

    The copy's own policy lets no script run. It is removed, and the policy that is sent with the copy holds.
    """
    content = _OWN_POLICY.sub(b"", content, count=1)
    head, end, rest = content.rpartition(b"</body>")
    script = b"<script>" + _script() + b"</script>"
    whole = head + script + end + rest if end else content + script
    return whole.replace(b"</head>", _STYLE, 1)


@cache
def clickable_policy() -> str:
    """Return the policy of a copy that can be clicked: it allows our script by its hash, and no origin."""
    digest = b64encode(sha256(_script()).digest()).decode()
    return (
        f"sandbox allow-scripts; default-src 'none'; script-src 'sha256-{digest}'; "
        "style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'self'"
    )


@router.get("/")
def documents(request: Request, visitor: Reader) -> HTMLResponse:
    """List the documents, the newest first."""
    return _documents_page(request, visitor, [])


@router.post("/documents")
async def upload(request: Request, visitor: Reviewer) -> Response:
    """Take one or many documents."""
    drafts, problems = await take_uploads(request, visitor, None)
    if problems:
        status = 207 if drafts else 422
        return await run_in_threadpool(_documents_page, request, visitor, problems, status)
    if len(drafts) == 1:
        return RedirectResponse(f"/drafts/{drafts[0].id}", 303)
    return RedirectResponse("/", 303)


@router.get("/documents/{document_id}")
def document(request: Request, visitor: Reader, document_id: Id) -> HTMLResponse:
    """Show the drafts of a document."""
    return _document_page(request, visitor, document_id, [])


@router.post("/documents/{document_id}/drafts")
async def next_draft(request: Request, visitor: Reviewer, document_id: Id) -> Response:
    """Take the next draft of a document."""
    drafts, problems = await take_uploads(request, visitor, document_id)
    if problems:
        return await run_in_threadpool(_document_page, request, visitor, document_id, problems, 422)
    return RedirectResponse(f"/drafts/{drafts[-1].id}", 303)


@router.post("/documents/{document_id}/comparisons")
async def compare(request: Request, visitor: Reviewer, document_id: Id) -> Response:
    """Take a document with which the last draft of this one is to be compared."""
    drafts, problems = await take_comparison(request, visitor, document_id, "")
    if problems:
        return await run_in_threadpool(_document_page, request, visitor, document_id, problems, 422)
    return RedirectResponse(f"/drafts/{drafts[-1].id}", 303)


@router.post("/documents/{document_id}/comparison")
def compare_again(request: Request, visitor: Reviewer, document_id: Id) -> Response:
    """Compare the last draft with what an earlier draft was compared with."""
    draft = library.compare_again(state_of(request), document_id, visitor.name)
    return RedirectResponse(f"/drafts/{draft.id}", 303)


@router.post("/documents/{document_id}/archive")
def archive(
    request: Request, visitor: Administrator, document_id: Id, away: Annotated[str, Form()] = "yes"
) -> Response:
    """Put a document into the archive, or take it out again; its trail stays."""
    with state_of(request).database.writing() as session:
        document = require_document(session, document_id)
        sign_off.archive(session, document, visitor.name, away=away == "yes")
    return RedirectResponse("/" if away == "yes" else f"/documents/{document_id}", 303)


@router.get("/archive")
def archived(request: Request, visitor: Administrator) -> HTMLResponse:
    """List the documents in the archive."""
    return _documents_page(request, visitor, [], archived=True)


@router.post("/documents/{document_id}/materiality")
def materiality(
    request: Request, visitor: Reviewer, document_id: Id, amount: Annotated[str, Form()] = ""
) -> Response:
    """Set the amount below which differences are immaterial; an empty field takes it away."""
    try:
        value = float(amount.replace(",", "")) if amount.strip() else None
    except ValueError:
        value = -1.0
    if value is not None and not 0 < value < 1e18:
        problem = say("write the materiality as an amount above zero, in whole units")
        return _document_page(request, visitor, document_id, [problem], 422)
    with state_of(request).database.writing() as session:
        sign_off.set_materiality(session, require_document(session, document_id), value, visitor.name)
    return RedirectResponse(f"/documents/{document_id}", 303)


@router.post("/drafts/{draft_id}/cancel")
def cancel(request: Request, visitor: Reviewer, draft_id: Id) -> Response:
    """Stop checking a draft."""
    with state_of(request).database.writing() as session:
        queue.cancel(require_draft(session, draft_id))
    return RedirectResponse(f"/drafts/{draft_id}", 303)


@router.post("/drafts/{draft_id}/retry")
def retry(request: Request, visitor: Reviewer, draft_id: Id) -> Response:
    """Check a draft once more that failed or was cancelled."""
    state = state_of(request)
    with state.database.writing() as session:
        queue.require_room(session, state.settings)
        queue.retry(require_draft(session, draft_id))
    state.wake()
    return RedirectResponse(f"/drafts/{draft_id}", 303)


@router.get("/drafts/{draft_id}/document")
def marked_copy(request: Request, visitor: Reader, draft_id: Id, beside: str = "") -> Response:
    """Show the document itself, made safe, with the cells marked.

    `beside` says where it is shown. In the frame beside a finding ("1") it has no list of findings. In the
    frame beside the tape ("cells") its numbers can be clicked, and own checks are ticked. In a tab of its own
    ("") it has the list with what was decided, and ticks of own checks and books.
    """
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_draft(session, draft_id)
        rows = [] if beside else findings_of(session, draft_id)
        own = [] if beside == "1" else own_of(session, draft_id)
        statement = sign_off.statement_of(session, draft)
    books = None if beside else view_of(state.files, draft_id)
    if not draft.shows_itself:
        raise HTTPException(404, say("Of this draft there is no copy that a page can show."))
    content = state.files.copy(draft_id, draft.copy).read_bytes()
    if beside == "cells":
        shown = clickable(with_ticks(bare_copy(content), own))
    elif beside:
        shown = bare_copy(content)
    else:
        shown = decided_copy(content, rows, own, statement, books, _page_of(draft_id))
    headers = {
        "Content-Security-Policy": clickable_policy() if beside == "cells" else DOCUMENT_POLICY,
        # The bare copy never changes, so a browser may keep it. Decisions and own checks may change.
        "Cache-Control": "private, max-age=3600" if beside == "1" else "no-store",
        "X-Frame-Options": "SAMEORIGIN",
    }
    return Response(shown, media_type="text/html; charset=utf-8", headers=headers)


def _page_of(draft_id: int) -> Callable[[int], str]:
    return lambda number: f"/drafts/{draft_id}/findings/{number}"


@router.get("/drafts/{draft_id}/pages")
def page_by_number(
    visitor: Reader, draft_id: Id, number: Annotated[int, Query(ge=1, le=LARGEST)] = 1
) -> Response:
    """Redirect to the page of the document that a form names."""
    return RedirectResponse(f"/drafts/{draft_id}/pages/{number}", 303)


@router.get("/drafts/{draft_id}/pages/{number}")
def page_picture(request: Request, visitor: Reader, draft_id: Id, number: Id) -> Response:
    """Show a page of a document that has pages, as a picture with the cells marked."""
    state = state_of(request)
    with state.database.reading() as session:
        pages = require_draft(session, draft_id).pages
    path = state.files.page(draft_id, number)
    if not path.is_file():
        if number > pages:
            raise HTTPException(404, say("There is no such page."))
        with state.drawing:
            # Another request may have drawn the same page while this one waited.
            if not path.is_file():
                draw_apart(state.files.copy(draft_id, ".pdf"), number, path)
    return FileResponse(path, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def _documents_page(
    request: Request, visitor: Visitor, problems: Sequence[str], status: int = 200, *, archived: bool = False
) -> HTMLResponse:
    state = state_of(request)
    with state.database.reading() as session:
        rows = all_documents(session, archived=archived)
        progress = {row.id: query.progress(session, row.drafts[-1].id) for row in rows}
    return page(
        request,
        "documents.html.j2",
        visitor,
        status,
        documents=rows,
        archived=archived,
        progress=progress,
        problems=problems,
        limits=state.settings.limits,
        kinds=suffixes(convert=state.settings.read.convert),
    )


def _document_page(
    request: Request, visitor: Visitor, document_id: int, problems: Sequence[str], status: int = 200
) -> HTMLResponse:
    state = state_of(request)
    with state.database.reading() as session:
        row = require_document(session, document_id)
        parent = require_document(session, row.compares_id) if row.compares_id else None
        compared = comparisons_of(session, document_id)
        shown = (*row.drafts, *(each.drafts[-1] for each in compared))
        progress = {draft.id: query.progress(session, draft.id) for draft in shown}
    return page(
        request,
        "document.html.j2",
        visitor,
        status,
        document=row,
        parent=parent,
        compared=compared,
        progress=progress,
        problems=problems,
        kinds=suffixes(convert=state.settings.read.convert),
    )
