"""Uploads on their way in: from the fields of a form to drafts in the queue, as long as that has room."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.review import library
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.security.visitor import Visitor
from cofitcheck.review.state import State, state_of
from cofitcheck.review.work.queue import QueueFullError, require_room

Keep = Callable[[State, str, bytes, str, int | None], DraftRow]
"""Keeps a file under its name, for a person, as a draft of a document, or of a new one."""


def _as_drafts(_: FormData) -> Keep:
    return library.add_draft


async def take_uploads(
    request: Request,
    visitor: Visitor,
    document_id: int | None,
    keeper: Callable[[FormData], Keep] = _as_drafts,
) -> tuple[list[DraftRow], list[str]]:
    """Keep the files of an upload; return the drafts, and a sentence for each file that was refused.

    `keeper` says how they are kept, by the other fields of the form. Raises `QueueFullError` where there was
    no room for any of them.
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
            name = library.clean_name(file.filename or "")
            try:
                drafts.append(await _keep(state, file, name, visitor, document_id, keep))
            except QueueFullError as error:
                if not drafts:
                    raise
                problems.append(f"{name}: {error}")
            except InputError as error:
                problems.append(str(error))
        return drafts, problems


@asynccontextmanager
async def _place(request: Request, state: State) -> AsyncIterator[None]:
    """Hold a place in the queue while an upload comes, so that no more come at a time than it could take.

    Raises `QueueFullError` where there is none, having thrown away what was sent.
    """
    state.coming += 1
    try:
        try:
            await run_in_threadpool(_require_room, state, state.coming)
        except QueueFullError:
            # Whoever is still sending does not listen yet. A form whose token was looked at is here already.
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
    """Keep the file of an upload as what the last draft of a document is held against: see `take_uploads`.

    `kinship` says what it is; where that is "", the field `kinship` of the form does.
    """

    def keeper(form: FormData) -> Keep:
        said = kinship or str(form.get("kinship") or "")

        def keep(state: State, name: str, content: bytes, who: str, _: int | None) -> DraftRow:
            return library.add_comparison(state, name, content, who, document_id, said)

        return keep

    return await take_uploads(request, visitor, document_id, keeper)


async def _keep(
    state: State, file: UploadFile, name: str, visitor: Visitor, document_id: int | None, keep: Keep
) -> DraftRow:
    library.require_acceptable(name, file.size or 0, state.settings)
    # One at a time: the memory of one document, and nobody between the look at the queue and the place in it.
    async with state.keeping:
        content = await file.read()
        return await run_in_threadpool(keep, state, name, content, visitor.name, document_id)
