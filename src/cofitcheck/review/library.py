"""The documents of a server: what may be uploaded, and where it goes."""

from __future__ import annotations

from hashlib import sha256
from pathlib import PurePosixPath

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from cofitcheck.checks.comparatives.model import Kinship
from cofitcheck.errors import InputError
from cofitcheck.readers import suffixes
from cofitcheck.reports.model.wording import encodable
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import DocumentRow, DraftRow
from cofitcheck.review.settings import ReviewSettings
from cofitcheck.review.state import State
from cofitcheck.review.work.queue import require_room

_LONGEST_NAME = 200


def clean_name(name: str) -> str:
    """Return the last part of a file name from outside, without what could steer a terminal or a header."""
    last = PurePosixPath(encodable(name).replace("\\", "/")).name
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in last)
    return printable.strip()[-_LONGEST_NAME:] or "document"


def require_acceptable(name: str, size: int, settings: ReviewSettings) -> None:
    """Raise `InputError` where a file is of a kind or size that is not checked."""
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
    """Keep an upload as the first draft of a new document or the next of an old one, and queue it.

    Raises `InputError` where it cannot be accepted or there is no such document, `QueueFullError` where too
    many wait already.
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
    """Keep a document that the last draft of another is to be held against, and queue that.

    `kinship` says what it is to the other (see `Kinship`), "" where that is to be guessed. Raises
    `InputError` where it cannot be accepted or there is no such document, `QueueFullError` where too many
    wait already.
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
    """Hold the last draft of a document against what an earlier one was held against, and queue that.

    `document_id` is that of the comparison; decisions carry over. Raises `InputError` where there is none or
    it is of the last draft already, `QueueFullError` where too many wait already.
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
    """Keep a draft and what it is held against as the next draft of a comparison."""
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
    """Return the draft with this content, or keep it: as the next draft of a document of the same name.

    However many wait: who starts a server with files wants them all. Raises `InputError` where it cannot be
    accepted.
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
