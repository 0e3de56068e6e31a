"""Looks up rows by the numbers in an address; where there is none, the answer says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import HTTPException, Path
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload, undefer

from cofitcheck.reports.words import say
from cofitcheck.review.database.models import DocumentRow, DraftRow, FactRow, FindingRow, OwnRow
from cofitcheck.review.findings import query
from cofitcheck.review.findings.query import Filter
from cofitcheck.review.own.acts import own_of

LARGEST = 2**31 - 1
"""The largest number of a row."""

Id = Annotated[int, Path(ge=1, le=LARGEST)]
"""A number that a database can hold."""


def require_draft(session: Session, draft_id: int) -> DraftRow:
    """Return a draft with its document. Raises `HTTPException` 404 where there is none."""
    with_document = selectinload(DraftRow.document).selectinload(DocumentRow.drafts)
    draft = session.scalar(select(DraftRow).where(DraftRow.id == draft_id).options(with_document))
    if draft is None:
        raise HTTPException(404, say("This draft is not here; it may have been archived."))
    return draft


def require_checked(session: Session, draft_id: int) -> DraftRow:
    """Return a draft that has been checked. Raises `HTTPException` 404 for any other."""
    draft = require_draft(session, draft_id)
    if draft.status != "checked":
        raise HTTPException(404, say("This draft has not been checked yet."))
    return draft


def require_finding(session: Session, draft_id: int, number: int) -> FindingRow:
    """Return a finding with all its columns. Raises `HTTPException` 404 where there is none."""
    row = session.scalar(
        select(FindingRow)
        .where(FindingRow.draft_id == draft_id, FindingRow.number == number)
        .options(undefer(FindingRow.view), undefer(FindingRow.members))
    )
    if row is None:
        raise HTTPException(404, say("This finding is not here."))
    return row


def require_findings(session: Session, draft_id: int, numbers: Sequence[int]) -> list[FindingRow]:
    """Return findings by their numbers. Raises `HTTPException` 404 where one is not there."""
    wanted = select(FindingRow).where(FindingRow.draft_id == draft_id, FindingRow.number.in_(numbers))
    rows = list(session.scalars(wanted.order_by(FindingRow.number).options(undefer(FindingRow.members))))
    if len(rows) != len(set(numbers)):
        raise HTTPException(404, say("One of these findings is not here."))
    return rows


def others_of_pair(session: Session, finding: FindingRow) -> list[FindingRow]:
    """Return the other open findings between the two tables of a finding."""
    pair = Filter(pair=f"{finding.first_table}-{finding.second_table}", status="open")
    return [row for row in query.findings(session, finding.draft_id, pair) if row.id != finding.id]


def require_fact(session: Session, draft_id: int, number: int) -> FactRow:
    """Return a fact with its statements. Raises `HTTPException` 404 where there is none."""
    row = session.scalar(
        select(FactRow)
        .where(FactRow.draft_id == draft_id, FactRow.number == number)
        .options(undefer(FactRow.members))
    )
    if row is None:
        raise HTTPException(404, say("This item is not here."))
    return row


def require_own(session: Session, draft_id: int, number: int) -> OwnRow:
    """Return an own check that nobody has withdrawn. Raises `HTTPException` 404 where there is none."""
    row = next((each for each in own_of(session, draft_id) if each.number == number), None)
    if row is None:
        raise HTTPException(404, say("This own check is not here; it may have been withdrawn."))
    return row


def all_documents(session: Session, *, archived: bool = False) -> Sequence[DocumentRow]:
    """Return the documents with their drafts, the newest first, either those in the archive or the others."""
    kept = DocumentRow.archived.is_not(None) if archived else DocumentRow.archived.is_(None)
    own = DocumentRow.drafts.any() & DocumentRow.compares_id.is_(None)
    newest = select(DocumentRow).where(own, kept).order_by(DocumentRow.id.desc())
    return session.scalars(newest.options(selectinload(DocumentRow.drafts))).all()


def comparisons_of(session: Session, document_id: int) -> Sequence[DocumentRow]:
    """Return the comparisons of the drafts of a document, the newest first."""
    own = select(DocumentRow).where(DocumentRow.compares_id == document_id, DocumentRow.drafts.any())
    newest = own.order_by(DocumentRow.id.desc()).options(selectinload(DocumentRow.drafts))
    return session.scalars(newest).all()


def require_document(session: Session, document_id: int) -> DocumentRow:
    """Return a document with its drafts. Raises `HTTPException` 404 where there is none."""
    row = session.get(DocumentRow, document_id, options=[selectinload(DocumentRow.drafts)])
    if row is None or not row.drafts:
        raise HTTPException(404, say("This document is not here; it may have been archived."))
    return row


def whole(text: str) -> int:
    """Return the whole number that a value of a query states, 0 for any other text."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0
