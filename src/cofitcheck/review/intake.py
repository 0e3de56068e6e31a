"""Uploads on their way in: from the fields of a form to drafts in the queue."""

from __future__ import annotations

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from cofitcheck.errors import InputError
from cofitcheck.review import library
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.security.visitor import Visitor
from cofitcheck.review.state import state_of


async def take_uploads(
    request: Request, visitor: Visitor, document_id: int | None
) -> tuple[list[DraftRow], list[str]]:
    """Keep the files of an upload; return the drafts, and a sentence for each file that was refused."""
    state = state_of(request)
    limits = state.settings.limits
    form = await request.form(max_files=limits.files, max_fields=200)
    files = [file for file in form.getlist("files") if isinstance(file, UploadFile) and file.filename]
    if document_id is not None and len(files) > 1:
        return [], ["The next draft is one file; upload the documents one by one."]
    drafts: list[DraftRow] = []
    problems = [] if files else ["No file was chosen; choose a document and upload it again."]
    for file in files:
        name = library.clean_name(file.filename or "")
        try:
            library.require_acceptable(name, file.size or 0, limits)
            content = await file.read()
            drafts.append(
                await run_in_threadpool(library.add_draft, state, name, content, visitor.name, document_id)
            )
        except InputError as error:
            problems.append(str(error))
    return drafts, problems
