"""The paths of the API, under /api/v1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response

from cofitcheck.review import library
from cofitcheck.review.api.models import (
    Act,
    Assignment,
    Decision,
    Document,
    Draft,
    Event,
    Fact,
    Finding,
    NewNote,
    NewSignature,
    Problem,
    SignOff,
    Tick,
    Uploaded,
    WholeFinding,
)
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.decisions import decide as acts
from cofitcheck.review.decisions import notes, sign_off
from cofitcheck.review.findings import query
from cofitcheck.review.findings.query import Filter
from cofitcheck.review.handover.parts import KINDS, Part, download
from cofitcheck.review.handover.reviewed import events_of
from cofitcheck.review.library import take_comparison, take_uploads
from cofitcheck.review.lookup import (
    Id,
    all_documents,
    comparisons_of,
    others_of_pair,
    require_checked,
    require_document,
    require_draft,
    require_fact,
    require_finding,
    require_findings,
)
from cofitcheck.review.security.visitor import Administrator, Reader, Reviewer
from cofitcheck.review.state import state_of
from cofitcheck.review.work import queue

_PROBLEMS = {
    400: "The request cannot be read.",
    401: "No one is signed in, and there is no API key.",
    403: "The account may look, but not change anything.",
    404: "What the address names is not here.",
    408: "The rest of the request did not come in time.",
    413: "The request is larger than this server takes.",
    422: "A value cannot be used.",
    429: "Too many requests within a minute, or too many uploads at once.",
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words} for status, words in _PROBLEMS.items()
}
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": Problem, "description": "Its present state does not allow it."}
}
_RETRY_AFTER = {"description": "In how many seconds to come again.", "schema": {"type": "integer"}}
_FULL: dict[int | str, dict[str, Any]] = {
    503: {
        "model": Problem,
        "description": "Too many documents wait to be checked; nothing of the upload was kept.",
        "headers": {"Retry-After": _RETRY_AFTER},
    }
}
_LOCATION = {"description": "The first draft, to be asked for its state.", "schema": {"type": "string"}}
_ACCEPTED: dict[int | str, dict[str, Any]] = {
    202: {"description": "The documents are in the queue.", "headers": {"Location": _LOCATION}}
}
FILES = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {
                        "files": {"type": "array", "items": {"type": "string", "format": "binary"}}
                    },
                }
            }
        },
    }
}

router = APIRouter(prefix="/api/v1", responses=RESPONSES)


@router.get("/documents", tags=["documents"])
def documents(request: Request, visitor: Reader) -> list[Document]:
    """List all documents with their drafts, the newest document first."""
    with state_of(request).database.reading() as session:
        return [Document.of(row) for row in all_documents(session)]


async def _uploaded(
    request: Request, response: Response, visitor: Reviewer, document_id: int | None
) -> Uploaded:
    return _accepted(response, *await take_uploads(request, visitor, document_id))


def _accepted(response: Response, drafts: Sequence[DraftRow], problems: list[str]) -> Uploaded:
    if not drafts:
        raise HTTPException(422, " ".join(problems))
    accepted = [Draft.of(draft) for draft in drafts]
    response.headers["Location"] = accepted[0].address
    return Uploaded(drafts=accepted, problems=problems)


@router.post(
    "/documents", status_code=202, tags=["documents"], openapi_extra=FILES, responses=_ACCEPTED | _FULL
)
async def upload(request: Request, response: Response, visitor: Reviewer) -> Uploaded:
    """Upload documents in fields called `files`; each is to be checked as the first draft of a new document.

    Ask a draft's `address` until its `status` is checked, failed or cancelled, then its `findings_address`.
    """
    return await _uploaded(request, response, visitor, None)


@router.get("/documents/{document_id}", tags=["documents"])
def document(request: Request, visitor: Reader, document_id: Id) -> Document:
    """Return a document with its drafts."""
    with state_of(request).database.reading() as session:
        return Document.of(require_document(session, document_id))


@router.delete("/documents/{document_id}", status_code=204, tags=["documents"])
def archive(request: Request, visitor: Administrator, document_id: Id) -> None:
    """Put a document into the archive; its drafts, decisions and trail stay."""
    with state_of(request).database.writing() as session:
        sign_off.archive(session, require_document(session, document_id), visitor.name, away=True)


@router.post(
    "/documents/{document_id}/drafts",
    status_code=202,
    tags=["documents"],
    openapi_extra=FILES,
    responses=_ACCEPTED | _FULL,
)
async def next_draft(request: Request, response: Response, visitor: Reviewer, document_id: Id) -> Uploaded:
    """Upload the next draft of a document, one file; decisions carry over when it has been checked."""
    return await _uploaded(request, response, visitor, document_id)


@router.get("/documents/{document_id}/comparisons", tags=["documents"])
def comparisons(request: Request, visitor: Reader, document_id: Id) -> list[Document]:
    """List what the drafts of a document were compared with, each as a document with drafts of its own."""
    with state_of(request).database.reading() as session:
        require_document(session, document_id)
        return [Document.of(row) for row in comparisons_of(session, document_id)]


@router.post(
    "/documents/{document_id}/comparisons",
    status_code=202,
    tags=["documents"],
    openapi_extra=FILES,
    responses=_ACCEPTED | _FULL,
)
async def compare(
    request: Request,
    response: Response,
    visitor: Reviewer,
    document_id: Id,
    kinship: Literal["", "last-year", "draft", "rendition", "release"] = "",
) -> Uploaded:
    """Upload a document, one file, with which the last draft is to be compared.

    It is last year's report, the same in another format, or the whole that the document tells a part of. What
    it is is guessed unless `kinship` says so. The answer has a draft of the comparison; its findings are the
    differences.
    """
    drafts, problems = await take_comparison(request, visitor, document_id, kinship)
    return _accepted(response, drafts, problems)


@router.post(
    "/documents/{document_id}/comparison", status_code=202, tags=["documents"], responses=_ACCEPTED | _FULL
)
def compare_again(request: Request, visitor: Reviewer, document_id: Id) -> Draft:
    """Compare the last draft of a document with what an earlier one was compared with.

    Decisions carry over. The number in the address is that of the comparison.
    """
    return Draft.of(library.compare_again(state_of(request), document_id, visitor.name))


@router.get("/drafts/{draft_id}", tags=["drafts"])
def draft(request: Request, visitor: Reader, draft_id: Id) -> Draft:
    """Return a draft: its state, and its counts once it is checked."""
    with state_of(request).database.reading() as session:
        return Draft.of(require_draft(session, draft_id))


@router.post("/drafts/{draft_id}/cancel", tags=["drafts"], responses=CONFLICT)
def cancel(request: Request, visitor: Reviewer, draft_id: Id) -> Draft:
    """Stop checking a draft."""
    with state_of(request).database.writing() as session:
        row = require_draft(session, draft_id)
        if not queue.cancel(row):
            raise HTTPException(409, f"The draft is {row.status}; there is nothing to cancel.")
        return Draft.of(row)


@router.post("/drafts/{draft_id}/retry", tags=["drafts"], responses=CONFLICT | _FULL)
def retry(request: Request, visitor: Reviewer, draft_id: Id) -> Draft:
    """Check a draft once more that failed or was cancelled."""
    state = state_of(request)
    with state.database.writing() as session:
        row = require_draft(session, draft_id)
        queue.require_room(session, state.settings)
        if not queue.retry(row):
            raise HTTPException(409, f"The draft is {row.status}; it is not checked again.")
        answer = Draft.of(row)
    state.wake()
    return answer


@router.get("/drafts/{draft_id}/findings", tags=["findings"])
def findings(
    request: Request,
    visitor: Reader,
    draft_id: Id,
    severity: Literal["", "high", "medium", "notice"] = "",
    kind: str = "",
    status: str = "",
    table: Annotated[int, Query(ge=0, le=999_999)] = 0,
    least: Annotated[int, Query(ge=0, le=100)] = 0,
    assignee: str = "",
    pair: str = "",
    search: str = "",
    standing: Literal["", "open", "worth", "apart"] = "",
    sort: Literal["", "amount"] = "",
    check: str = "",
    rule: str = "",
) -> Sequence[Finding]:
    """List the findings of a checked draft, narrowed as on the page."""
    words = search.replace("\0", "")[:200]
    wanted = Filter(
        severity, kind, status, table, least, assignee, pair, words, standing, sort, check=check, rule=rule
    )
    with state_of(request).database.reading() as session:
        require_checked(session, draft_id)
        return [Finding.of(row) for row in query.findings(session, draft_id, wanted)]


@router.get("/drafts/{draft_id}/findings/{number}", tags=["findings"])
def finding(request: Request, visitor: Reader, draft_id: Id, number: Id) -> WholeFinding:
    """Return a finding with every statement of its fact, and the notes of this draft and those before."""
    with state_of(request).database.reading() as session:
        row = require_finding(session, draft_id, number)
        return WholeFinding.with_all(row, notes.under(session, [row])[row.id])


@router.post("/drafts/{draft_id}/findings/{number}/decision", tags=["findings"], responses=CONFLICT)
def decide(
    request: Request, visitor: Reviewer, draft_id: Id, number: Id, decision: Decision
) -> list[Finding]:
    """Give a finding a verdict; return every finding that was decided."""
    with state_of(request).database.writing() as session:
        row = require_finding(session, draft_id, number)
        if decision.seen is not None:
            acts.require_seen(session, row, decision.seen)
        rows = [row, *(others_of_pair(session, row) if decision.whole_pair else [])]
        acts.decide(session, rows, decision.verdict, decision.reason, visitor.name)
        return [Finding.of(each) for each in rows]


@router.post("/drafts/{draft_id}/findings/{number}/promotion", tags=["findings"], responses=CONFLICT)
def promote(request: Request, visitor: Reviewer, draft_id: Id, number: Id) -> Finding:
    """Make a finding of what was left open."""
    with state_of(request).database.writing() as session:
        row = require_finding(session, draft_id, number)
        acts.promote(session, row, visitor.name)
        return Finding.of(row)


@router.post("/drafts/{draft_id}/findings/{number}/assignment", tags=["findings"], responses=CONFLICT)
def assign(request: Request, visitor: Reviewer, draft_id: Id, number: Id, assignment: Assignment) -> Finding:
    """Give a finding to a person."""
    with state_of(request).database.writing() as session:
        row = require_finding(session, draft_id, number)
        acts.assign(session, [row], assignment.assignee, visitor.name)
        return Finding.of(row)


@router.post("/drafts/{draft_id}/findings/{number}/notes", status_code=201, tags=["findings"])
def note(request: Request, visitor: Reviewer, draft_id: Id, number: Id, new: NewNote) -> WholeFinding:
    """Write a note under a finding."""
    with state_of(request).database.writing() as session:
        row = require_finding(session, draft_id, number)
        notes.write(session, row, new.text, visitor.name)
        return WholeFinding.with_all(row, notes.under(session, [row])[row.id])


@router.put("/drafts/{draft_id}/findings/{number}/notes/{note_id}", tags=["findings"])
def change_note(
    request: Request, visitor: Reviewer, draft_id: Id, number: Id, note_id: Id, new: NewNote
) -> WholeFinding:
    """Say one of your own notes anew; what it said before stays in the audit trail."""
    with state_of(request).database.writing() as session:
        row = require_finding(session, draft_id, number)
        notes.write(session, row, new.text, visitor.name, note_id)
        return WholeFinding.with_all(row, notes.under(session, [row])[row.id])


@router.post("/drafts/{draft_id}/findings/together", tags=["findings"], responses=CONFLICT)
def act_together(request: Request, visitor: Reviewer, draft_id: Id, act: Act) -> list[Finding]:
    """Decide several findings, give them to a person or note them in one act; one undo takes back what was
    decided and assigned."""
    with state_of(request).database.writing() as session:
        rows = require_findings(session, draft_id, act.findings)
        acts.act_on(session, rows, act.together(), visitor.name)
        return [Finding.of(row) for row in rows]


@router.post("/drafts/{draft_id}/undo", tags=["findings"], responses=CONFLICT)
def undo(request: Request, visitor: Reviewer, draft_id: Id) -> list[Event]:
    """Take back your last act in a draft; return what was taken back."""
    with state_of(request).database.writing() as session:
        require_draft(session, draft_id)
        try:
            return [Event.of(event) for event in acts.undo(session, draft_id, visitor.name)]
        except acts.NothingToUndoError as error:
            raise HTTPException(409, str(error)) from error


@router.get("/drafts/{draft_id}/sign-off", tags=["drafts"])
def signed(request: Request, visitor: Reader, draft_id: Id) -> SignOff:
    """Return who has signed a draft, what blocks signing, and what the signatures leave out."""
    with state_of(request).database.reading() as session:
        return SignOff.of(sign_off.statement_of(session, require_checked(session, draft_id)))


@router.post("/drafts/{draft_id}/sign-off", tags=["drafts"], responses=CONFLICT)
def sign(request: Request, visitor: Reviewer, draft_id: Id, new: NewSignature) -> SignOff:
    """Sign a draft as its preparer, or as its reviewer, which locks it."""
    state = state_of(request)
    with state.database.writing() as session:
        draft = require_checked(session, draft_id)
        sign_off.sign(session, draft, new.part, visitor.name, alone=state.settings.sign_in == "token")
        return SignOff.of(sign_off.statement_of(session, draft))


@router.get("/drafts/{draft_id}/facts", tags=["facts"])
def facts(
    request: Request,
    visitor: Reader,
    draft_id: Id,
    outcome: Literal["", "passed", "finding", "undecided", "ticked", "unticked"] = "",
    search: str = "",
    table: Annotated[int, Query(ge=0, le=999_999)] = 0,
    offset: Annotated[int, Query(ge=0, le=999_999)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> list[Fact]:
    """List the facts that a checked draft states more than once, in document order."""
    with state_of(request).database.reading() as session:
        require_checked(session, draft_id)
        wanted = query.facts(draft_id, outcome, search.replace("\0", "")[:200], table)
        return [Fact.of(row) for row in session.scalars(wanted.offset(offset).limit(limit))]


@router.put("/drafts/{draft_id}/facts/{number}/tick", tags=["facts"])
def tick(request: Request, visitor: Reviewer, draft_id: Id, number: Id, wanted: Tick) -> Fact:
    """Tick a fact off, or take its tick away."""
    with state_of(request).database.writing() as session:
        row = require_fact(session, draft_id, number)
        acts.tick(session, [row], wanted.ticked, visitor.name)
        return Fact.of(row)


@router.get("/drafts/{draft_id}/trail", tags=["drafts"])
def trail(request: Request, visitor: Reader, draft_id: Id) -> list[Event]:
    """Return the audit trail of a draft, oldest first."""
    with state_of(request).database.reading() as session:
        require_checked(session, draft_id)
        return [Event.of(row) for row in events_of(session, draft_id)]


@router.get(
    "/drafts/{draft_id}/export/{part}",
    tags=["drafts"],
    response_class=Response,
    responses={
        200: {"description": "The file.", "content": {kind.partition(";")[0]: {} for kind in KINDS.values()}}
    },
)
def export(request: Request, visitor: Reader, draft_id: Id, part: Part) -> Response:
    """Download what can be handed over.

    The Excel workbook, the marked copy, the copy with comments (Word and Excel), JSON, or training pairs.
    """
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
        return download(session, draft, part, state.files, str(request.base_url))
