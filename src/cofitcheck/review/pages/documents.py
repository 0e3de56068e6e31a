"""The documents and their drafts: uploading, watching, cancelling, and the document itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from cofitcheck.readers import SUFFIXES
from cofitcheck.review import library
from cofitcheck.review.findings import query
from cofitcheck.review.intake import take_uploads
from cofitcheck.review.lookup import all_documents, require_document, require_draft
from cofitcheck.review.pages.shell import page
from cofitcheck.review.paths import LARGEST, Id
from cofitcheck.review.pictures import draw_apart
from cofitcheck.review.security.headers import DOCUMENT_POLICY
from cofitcheck.review.security.visitor import Reader, Reviewer, Visitor
from cofitcheck.review.state import state_of
from cofitcheck.review.work import queue

router = APIRouter(include_in_schema=False)


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


@router.post("/documents/{document_id}/delete")
def delete(request: Request, visitor: Reviewer, document_id: Id) -> Response:
    """Delete a document with all that was made of it."""
    library.remove_document(state_of(request), document_id)
    return RedirectResponse("/", 303)


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
def marked_copy(request: Request, visitor: Reader, draft_id: Id) -> Response:
    """Show the document itself, made safe, with the cells marked; for a sandboxed frame."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_draft(session, draft_id)
    if not draft.shows_itself:
        raise HTTPException(404, "Of this draft there is no copy that a page can show.")
    # The copy of a checked draft never changes: a browser may keep it for as long as it is signed in.
    headers = {
        "Content-Security-Policy": DOCUMENT_POLICY,
        "Cache-Control": "private, max-age=3600",
        "X-Frame-Options": "SAMEORIGIN",
    }
    path = state.files.copy(draft_id, draft.copy)
    return FileResponse(path, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/drafts/{draft_id}/pages")
def page_by_number(
    visitor: Reader, draft_id: Id, number: Annotated[int, Query(ge=1, le=LARGEST)] = 1
) -> Response:
    """Lead to the page that a form names."""
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
            raise HTTPException(404, "There is no such page.")
        with state.drawing:
            # Whoever was before us may have wanted the same page.
            if not path.is_file():
                draw_apart(state.files.copy(draft_id, ".pdf"), number, path)
    return FileResponse(path, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def _documents_page(
    request: Request, visitor: Visitor, problems: Sequence[str], status: int = 200
) -> HTMLResponse:
    state = state_of(request)
    with state.database.reading() as session:
        rows = all_documents(session)
        progress = {row.id: query.progress(session, row.drafts[-1].id) for row in rows}
    return page(
        request,
        "documents.html.j2",
        visitor,
        status,
        documents=rows,
        progress=progress,
        problems=problems,
        limits=state.settings.limits,
        kinds=SUFFIXES,
    )


def _document_page(
    request: Request, visitor: Visitor, document_id: int, problems: Sequence[str], status: int = 200
) -> HTMLResponse:
    state = state_of(request)
    with state.database.reading() as session:
        row = require_document(session, document_id)
        progress = {draft.id: query.progress(session, draft.id) for draft in row.drafts}
    return page(
        request,
        "document.html.j2",
        visitor,
        status,
        document=row,
        progress=progress,
        problems=problems,
        kinds=SUFFIXES,
    )
