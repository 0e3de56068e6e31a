"""What became of a draft's findings, and of every one of its numbers, since the draft before."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from cofitcheck.reports.words import phrase
from cofitcheck.review.decisions.carry import GONE_WORDS, last_checked
from cofitcheck.review.findings import query
from cofitcheck.review.findings.changed import CHANGED, from_stored
from cofitcheck.review.findings.query import Filter
from cofitcheck.review.lookup import Id, require_checked, whole
from cofitcheck.review.pages.shell import page
from cofitcheck.review.security.visitor import Reader
from cofitcheck.review.state import state_of

router = APIRouter(include_in_schema=False)

NUMBERS_A_PAGE = 200
_WORDS = {
    "differ": phrase("changed"),
    "added": phrase("added"),
    "dropped": phrase("removed"),
    "moved": phrase("moved"),
}


@router.get("/drafts/{draft_id}/changes")
def changes(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Say of findings what is new, fixed and unchanged since the last draft, and list the numbers that
    changed."""
    asked = request.query_params
    wanted = asked.get("kind", "") if asked.get("kind") in _WORDS else ""
    state = state_of(request)
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
        rows = query.findings(session, draft_id, Filter())
        before = last_checked(session, draft)
    path = state.files.changes(draft_id)
    numbers = from_stored(path.read_bytes()) if before and path.is_file() else None
    listed = numbers.of(wanted) if numbers else []
    pages = max(1, -(-len(listed) // NUMBERS_A_PAGE))
    at = min(max(1, whole(asked.get("page", "1"))), pages)
    return page(
        request,
        "changes.html.j2",
        visitor,
        draft=draft,
        tab="changes",
        before=before,
        findings=rows,
        counts=Counter(row.carried for row in rows),
        gone_counts=Counter(gone["outcome"] for gone in draft.gone),
        GONE_WORDS=GONE_WORDS,
        numbers=numbers,
        number_counts=numbers.counts() if numbers else {},
        number_words={outcome.value: _WORDS[outcome.value] for outcome in CHANGED},
        kind=wanted,
        listed=listed[(at - 1) * NUMBERS_A_PAGE : at * NUMBERS_A_PAGE],
        at=at,
        pages=pages,
    )
