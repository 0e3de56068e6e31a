"""The documents of a server: which files may be uploaded, and how they get from a form into the queue."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import PurePosixPath

from fastapi import Request
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from cofitcheck.checks.comparatives import Kinship
from cofitcheck.errors import InputError
from cofitcheck.readers import suffixes
from cofitcheck.reports.model.wording import encodable
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import DocumentRow, DraftRow
from cofitcheck.review.security.visitor import Visitor
from cofitcheck.review.settings import ReviewSettings
from cofitcheck.review.state import State, state_of
from cofitcheck.review.work.queue import QueueFullError, require_room

_LONGEST_NAME = 200

Keep = Callable[[State, str, bytes, str, int | None], DraftRow]
"""Keeps a file: takes state, name, content, person and the id of a document (None for a new one)."""


def clean_name(name: str) -> str:
    """Return the last part of a file name from outside, without characters that control a terminal."""
    last = PurePosixPath(encodable(name).replace("\\", "/")).name
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in last)
    return printable.strip()[-_LONGEST_NAME:] or "document"


def require_acceptable(name: str, size: int, settings: ReviewSettings) -> None:
    """Raise `InputError` where a file is of a kind or a size that cannot be checked."""
    accepted = suffixes(convert=settings.read.convert)
    if not name.lower().removesuffix(".gz").endswith(accepted):
        kinds = ", ".join(accepted)
        raise InputError(
            say(
                "{name}: only documents that end in {kinds} (also with .gz) can be checked",
                name=name,
                kinds=kinds,
            )
        )
    if size > settings.limits.upload_bytes:
        megabytes = settings.limits.upload_bytes / 1_000_000
        raise InputError(
            say(
                "{name}: larger than {size} MB; split it into parts and upload those",
                name=name,
                size=f"{megabytes:,.3g}",
            )
        )
    if not size:
        raise InputError(say("{name}: the file is empty; upload a document with tables", name=name))


def add_draft(state: State, name: str, content: bytes, who: str, document_id: int | None = None) -> DraftRow:
    """Keep an upload as the first draft of a new document or the next draft of an old one, and queue it.

    Raises `InputError` where the file cannot be accepted or the document does not exist, `QueueFullError`
    where too many documents wait already.
    """
    name = clean_name(name)
    require_acceptable(name, len(content), state.settings)
    with state.database.writing() as session:
        require_room(session, state.settings)
        draft = _keep(session, state, name, content, who, document_id)
    state.wake()
    return draft


def add_comparison(
    state: State, name: str, content: bytes, who: str, document_id: int, kinship: str = ""
) -> DraftRow:
    """Keep a document with which the last draft of another is to be compared, and queue the comparison.

    `kinship` says what the document is to the other one (see `Kinship`), "" where that is to be guessed.
    Raises `InputError` where the file cannot be accepted or the other document does not exist,
    `QueueFullError` where too many documents wait already.
    """
    name = clean_name(name)
    require_acceptable(name, len(content), state.settings)
    if kinship and kinship not in set(Kinship):
        raise InputError(say("the relation is one of {names}", names=", ".join(Kinship)))
    with state.database.writing() as session:
        require_room(session, state.settings)
        parent = _document(session, "", document_id)
        if parent.compares_id is not None:
            raise InputError(say("a comparison is not compared itself; add the file to the document"))
        title = f"{parent.name} / {name}"[:300]
        document = DocumentRow(name=title, compares_id=parent.id)
        session.add(document)
        session.flush()
        draft = _compare(session, state, parent.drafts[-1], document, (name, content), who, kinship)
    state.wake()
    return draft


def compare_again(state: State, document_id: int, who: str) -> DraftRow:
    """Compare the last draft of a document with what an earlier draft was compared with, and queue that.

    `document_id` is the id of the comparison. Decisions carry over. Raises `InputError` where there is none,
    or it is one of the last draft already, `QueueFullError` where too many documents wait.
    """
    with state.database.writing() as session:
        require_room(session, state.settings)
        document = _document(session, "", document_id)
        parent = session.get(DocumentRow, document.compares_id) if document.compares_id else None
        if parent is None:
            raise InputError(say("this document is held against no other"))
        before, draft = document.drafts[-1], parent.drafts[-1]
        if before.of_number == draft.number:
            raise InputError(say("the last draft has been compared already"))
        other = before.other_name, state.files.other(before.id).read_bytes()
        draft = _compare(session, state, draft, document, other, who, before.kinship)
    state.wake()
    return draft


def _compare(
    session: Session,
    state: State,
    draft: DraftRow,
    document: DocumentRow,
    other: tuple[str, bytes],
    who: str,
    kinship: str,
) -> DraftRow:
    """Keep a draft and the document that it is compared with as the next draft of a comparison."""
    name, content = other
    source = state.files.source(draft.id).read_bytes()
    last = select(func.max(DraftRow.number)).where(DraftRow.document_id == document.id)
    compared = DraftRow(
        document_id=document.id,
        number=(session.scalar(last) or 0) + 1,
        file_name=draft.file_name,
        sha256=sha256(source + b"\0" + content).hexdigest(),
        size=len(content),
        uploaded_by=who,
        other_name=name,
        kinship=kinship,
        of_number=draft.number,
    )
    session.add(compared)
    session.flush()
    state.files.write(state.files.source(compared.id), source)
    state.files.write(state.files.other(compared.id), content)
    return compared


def open_or_add(state: State, name: str, content: bytes, who: str) -> DraftRow:
    """Return the draft with this content, or keep the content as the next draft of a document of this name.

    The limit of waiting documents does not apply, as whoever starts a server with files wants all of them.
    Raises `InputError` where the file cannot be accepted.
    """
    name = clean_name(name)
    with state.database.reading() as session:
        same = select(DraftRow).where(DraftRow.sha256 == sha256(content).hexdigest())
        known = session.scalar(same.order_by(DraftRow.id.desc()).limit(1))
        document = session.scalar(
            select(DocumentRow)
            .where(DocumentRow.name == name, DocumentRow.compares_id.is_(None))
            .order_by(DocumentRow.id.desc())
            .limit(1)
        )
    if known:
        return known
    require_acceptable(name, len(content), state.settings)
    with state.database.writing() as session:
        draft = _keep(session, state, name, content, who, document.id if document else None)
    state.wake()
    return draft


def _keep(
    session: Session, state: State, name: str, content: bytes, who: str, document_id: int | None
) -> DraftRow:
    document = _document(session, name, document_id)
    last = select(func.max(DraftRow.number)).where(DraftRow.document_id == document.id)
    draft = DraftRow(
        document_id=document.id,
        number=(session.scalar(last) or 0) + 1,
        file_name=name,
        sha256=sha256(content).hexdigest(),
        size=len(content),
        uploaded_by=who,
    )
    session.add(draft)
    session.flush()
    state.files.write(state.files.source(draft.id), content)
    return draft


def _document(session: Session, name: str, document_id: int | None) -> DocumentRow:
    if document_id is None:
        document = DocumentRow(name=name)
        session.add(document)
        session.flush()
        return document
    found = session.get(DocumentRow, document_id, with_for_update=True)
    if found is None:
        raise InputError(say("the document is not here any more; upload this as a new one"))
    return found


def _as_drafts(_: FormData) -> Keep:
    return add_draft


async def take_uploads(
    request: Request,
    visitor: Visitor,
    document_id: int | None,
    keeper: Callable[[FormData], Keep] = _as_drafts,
) -> tuple[list[DraftRow], list[str]]:
    """Keep the files of an upload; return the drafts, and a sentence for each file that was refused.

    `keeper` returns how files are kept, by the other fields of the form. Raises `QueueFullError` where there
    was room for none of them.
    """
    state = state_of(request)
    async with _place(request, state):
        form = await request.form(max_files=state.settings.limits.files, max_fields=200)
        files, keep = _files(form), keeper(form)
        if document_id is not None and len(files) > 1:
            return [], [say("The next draft is one file; upload the documents one by one.")]
        drafts: list[DraftRow] = []
        problems = [] if files else [say("No file was chosen; choose a document and upload it again.")]
        for file in files:
            name = clean_name(file.filename or "")
            try:
                drafts.append(await _keep_each(state, file, name, visitor, document_id, keep))
            except QueueFullError as error:
                if not drafts:
                    raise
                problems.append(f"{name}: {error}")
            except InputError as error:
                problems.append(str(error))
        return drafts, problems


@asynccontextmanager
async def _place(request: Request, state: State) -> AsyncIterator[None]:
    """Hold a place in the queue during an upload, so that the queue has room for all uploads on their way.

    Raises `QueueFullError` where there is no place; the upload is then read and thrown away.
    """
    state.coming += 1
    try:
        try:
            await run_in_threadpool(_require_room, state, state.coming)
        except QueueFullError:
            # A client that still sends reads no answer yet. A form with a checked token was read already.
            with suppress(RuntimeError):
                async for _ in request.stream():
                    pass
            raise
        yield
    finally:
        state.coming -= 1


def _require_room(state: State, coming: int) -> None:
    with state.database.reading() as session:
        require_room(session, state.settings, coming)


def _files(form: FormData) -> list[UploadFile]:
    return [file for file in form.getlist("files") if isinstance(file, UploadFile) and file.filename]


async def take_comparison(
    request: Request, visitor: Visitor, document_id: int, kinship: str
) -> tuple[list[DraftRow], list[str]]:
    """Keep the file of an upload as a document to compare the last draft with (see `take_uploads`).

    `kinship` says what the document is to the draft; where it is "", the field `kinship` of the form does.
    """

    def keeper(form: FormData) -> Keep:
        said = kinship or str(form.get("kinship") or "")

        def keep(state: State, name: str, content: bytes, who: str, _: int | None) -> DraftRow:
            return add_comparison(state, name, content, who, document_id, said)

        return keep

    return await take_uploads(request, visitor, document_id, keeper)


async def _keep_each(
    state: State, file: UploadFile, name: str, visitor: Visitor, document_id: int | None, keep: Keep
) -> DraftRow:
    require_acceptable(name, file.size or 0, state.settings)
    # One at a time, so that only one document is in memory, and its place in the queue stays free.
    async with state.keeping:
        content = await file.read()
        return await run_in_threadpool(keep, state, name, content, visitor.name, document_id)
