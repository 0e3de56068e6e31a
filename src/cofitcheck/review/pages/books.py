"""The page of the books of a draft: a trial balance beside the statements, line by line, and its mapping."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from cofitcheck.books.mapping_file import NO_LINE, read_mapping
from cofitcheck.errors import InputError
from cofitcheck.reports.formats import file_stem
from cofitcheck.reports.tied import TieView
from cofitcheck.reports.words import Words, phrase, say
from cofitcheck.review import books as ties
from cofitcheck.review.database.models import DocumentRow, DraftRow
from cofitcheck.review.decisions.decide import LockedError, require_unlocked
from cofitcheck.review.decisions.sign_off import record
from cofitcheck.review.library import clean_name
from cofitcheck.review.lookup import Id, require_checked, require_draft, whole
from cofitcheck.review.pages import page
from cofitcheck.review.security.visitor import Reader, Reviewer, Visitor
from cofitcheck.review.state import State, state_of

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form()]
TIED, MAPPED = "books tied", "books mapped"
_MOST_BYTES = 20_000_000
_OTHERS, _NAMED = 50, 20


@router.get("/drafts/{draft_id}/books")
def books(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show the books of a draft, or ask for them."""
    return _books_page(request, visitor, draft_id)


@router.post("/drafts/{draft_id}/books")
async def take_books(request: Request, visitor: Reviewer, draft_id: Id) -> Response:
    """Tie a trial balance and its mapping, each either uploaded or taken from another draft."""
    form = await request.form(max_files=2)
    brought = await _brought(form)
    return await run_in_threadpool(
        _act, request, visitor, draft_id, lambda state: _take(state, draft_id, brought)
    )


@dataclass(frozen=True, slots=True)
class _Brought:
    """The files of a form. `of` is the draft from which a missing file is taken, 0 for none."""

    name: str = ""
    source: bytes = b""
    mapping: bytes = b""
    of: int = 0


async def _brought(form: FormData) -> _Brought:
    files: dict[str, tuple[str, bytes]] = {}
    for field in ("files", "mapping"):
        file = form.get(field)
        if isinstance(file, UploadFile) and file.filename:
            files[field] = clean_name(file.filename), await file.read(_MOST_BYTES + 1)
    name, source = files.get("files", ("", b""))
    return _Brought(name, source, files.get("mapping", ("", b""))[1], whole(str(form.get("of") or "")))


@router.post("/drafts/{draft_id}/books/mapping")
def map_accounts(
    request: Request,
    visitor: Reviewer,
    draft_id: Id,
    account: Annotated[list[str], Form(default_factory=list)],
    act: Text = "move",
    line: Text = "",
    only: Text = "",
) -> Response:
    """Change the mapping of accounts.

    `act` moves accounts to another line or to none, confirms the mapping of all lines or of one, or undoes
    the last change.
    """
    line = NO_LINE if act == "none" else line
    if act == "undo":
        return _act(request, visitor, draft_id, lambda state: _undo(state, draft_id))
    if act == "confirm" or only:
        return _act(request, visitor, draft_id, lambda state: _confirm(state, draft_id, only))
    return _act(request, visitor, draft_id, lambda state: _move(state, draft_id, account, line))


@router.get("/drafts/{draft_id}/books/mapping.csv")
def mapping(request: Request, visitor: Reader, draft_id: Id) -> Response:
    """Send the mapping of the accounts, as `cofitcheck tie --mapping` reads it."""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
    path = state.files.books(draft_id, ties.MAPPING)
    if not path.exists():
        raise HTTPException(404, say("This draft has no books."))
    name = quote(f"{file_stem(draft.file_name)}.mapping.csv")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(path.read_bytes(), media_type="text/csv; charset=utf-8", headers=headers)


@dataclass(frozen=True, slots=True)
class _Done:
    """What was done with the books, for the audit trail, and the line that it was about, "" for none."""

    kind: str
    words: Words
    view: TieView
    line: str = ""


def _act(request: Request, visitor: Visitor, draft_id: int, act: Callable[[State], _Done]) -> Response:
    """Tie books anew, as a form asks, and show the result, or say why that cannot be done."""
    state = state_of(request)
    try:
        with state.tying:
            with state.database.reading() as session:
                require_unlocked(require_checked(session, draft_id))
            done = act(state)
            with state.database.writing() as session:
                record(session, require_draft(session, draft_id), done.kind, done.words, visitor.name)
    except LockedError as error:
        return _books_page(request, visitor, draft_id, str(error), 409)
    except InputError as error:
        return _books_page(request, visitor, draft_id, str(error), 422)
    at = [f"#line-{at}" for at, line in enumerate(done.view.lines) if done.line and line.name == done.line]
    return RedirectResponse(f"/drafts/{draft_id}/books{''.join(at[:1])}", 303)


def _take(state: State, draft_id: int, brought: _Brought) -> _Done:
    files, source, name = state.files, brought.source, brought.name
    if len(source) > _MOST_BYTES or len(brought.mapping) > _MOST_BYTES:
        raise InputError(
            say("{name}: larger than {size} MB; leave out what are no accounts", name=name, size=20)
        )
    other = ties.view_of(files, brought.of) if brought.of else None
    if not name and other is not None:
        source, name = files.books(brought.of, ties.SOURCE).read_bytes(), other.books
    if not name:
        raise InputError(say("no file was chosen; choose a trial balance (.xlsx, .csv or .tsv)"))
    said = _said(brought.mapping) if brought.mapping else ties.said_of(files, brought.of or draft_id)
    view = ties.tie_apart(files, draft_id, name, source, said)
    return _Done(TIED, phrase("Books {file}: {coverage}", file=name, coverage=view.coverage), view)


def _said(content: bytes) -> Mapping[str, str]:
    """Return the lines of accounts in a mapping file. Raises `InputError` where the file is none."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mapping.csv"
        path.write_bytes(content)
        try:
            return read_mapping(path).lines
        except InputError as error:
            raise InputError(str(error).replace(str(path), "mapping.csv")) from error


def _confirm(state: State, draft_id: int, only: str) -> _Done:
    view = _require_books(state, draft_id)
    said = ties.confirmed(view, ties.said_of(state.files, draft_id), only)
    words = phrase("Mapping confirmed: {line}", line=only) if only else phrase("Mapping confirmed")
    return _Done(MAPPED, words, _tied_anew(state, draft_id, view, said), only)


def _move(state: State, draft_id: int, accounts: Sequence[str], line: str) -> _Done:
    view = _require_books(state, draft_id)
    said = ties.moved(view, ties.said_of(state.files, draft_id), accounts, line)
    to: Words = phrase("in no line") if line == NO_LINE else line
    words = phrase("{accounts}: now {line}", accounts=", ".join(accounts[:_NAMED]), line=to)
    return _Done(MAPPED, words, _tied_anew(state, draft_id, view, said), line)


def _undo(state: State, draft_id: int) -> _Done:
    view = _require_books(state, draft_id)
    said = ties.said_of(state.files, draft_id, ties.BEFORE)
    return _Done(MAPPED, phrase("The mapping as it was before"), _tied_anew(state, draft_id, view, said))


def _require_books(state: State, draft_id: int) -> TieView:
    view = ties.view_of(state.files, draft_id)
    if view is None:
        raise InputError(say("this draft has no books; bring in a trial balance first"))
    return view


def _tied_anew(state: State, draft_id: int, view: TieView, said: Mapping[str, str]) -> TieView:
    source = state.files.books(draft_id, ties.SOURCE).read_bytes()
    return ties.tie_apart(state.files, draft_id, view.books, source, said)


def _books_page(
    request: Request, visitor: Visitor, draft_id: int, problem: str = "", status: int = 200
) -> HTMLResponse:
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
        others = _others(session, state, draft) if visitor.decides else []
    view, said = ties.view_of(state.files, draft_id), ties.said_of(state.files, draft_id)
    return page(
        request,
        "books.html.j2",
        visitor,
        status,
        draft=draft,
        tab="books",
        view=view,
        said=said,
        can_undo=said != ties.said_of(state.files, draft_id, ties.BEFORE),
        others=others,
        problem=problem,
        NO_LINE=NO_LINE,
    )


def _others(session: Session, state: State, draft: DraftRow) -> list[tuple[DraftRow, TieView]]:
    """Return the other drafts that have books, the newest first."""
    found = []
    drafts = select(DraftRow).join(DocumentRow).where(DraftRow.id != draft.id, DocumentRow.archived.is_(None))
    for other in session.scalars(drafts.order_by(DraftRow.id.desc()).options(joinedload(DraftRow.document))):
        view = ties.view_of(state.files, other.id)
        if view is not None:
            found.append((other, view))
        if len(found) == _OTHERS:
            break
    return found
