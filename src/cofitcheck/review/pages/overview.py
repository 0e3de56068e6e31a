"""The other pages of a draft: facts, items left open, coverage, the audit trail, and what changed.

Here is also what lists need to act on several findings at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from cofitcheck.reports.model.gaps import gap_groups
from cofitcheck.reports.model.wording import severities
from cofitcheck.reports.words import counted, phrase, say
from cofitcheck.review.database.models import AccountRow, EventRow, FactRow, TableRow
from cofitcheck.review.decisions import decide as acts
from cofitcheck.review.decisions.carry_over import GONE_WORDS, last_checked
from cofitcheck.review.findings import query
from cofitcheck.review.findings.changed import CHANGED, from_stored
from cofitcheck.review.findings.prepare import not_checked_of, open_of, remarks_of, rule_words
from cofitcheck.review.findings.query import Filter
from cofitcheck.review.lookup import LARGEST, Id, require_checked, whole
from cofitcheck.review.pages import page
from cofitcheck.review.security.visitor import Reader, Reviewer, Visitor
from cofitcheck.review.state import state_of

router = APIRouter(include_in_schema=False)

FACTS_A_PAGE = 100
EVENTS_A_PAGE = 200

NUMBERS_A_PAGE = 200
_WORDS = {
    "differ": phrase("changed"),
    "added": phrase("added"),
    "dropped": phrase("removed"),
    "moved": phrase("moved"),
}


@router.get("/drafts/{draft_id}/facts")
def facts(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Browse the facts that the draft states more than once."""
    asked = request.query_params
    outcome, search = asked.get("outcome", ""), asked.get("search", "").replace("\0", "").strip()[:200]
    table, at = whole(asked.get("table", "")), max(1, whole(asked.get("page", "1")))
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        wanted = query.facts(draft_id, outcome, search, table)
        count = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
        pages = max(1, -(-count // FACTS_A_PAGE))
        at = min(at, pages)
        shown = wanted.offset((at - 1) * FACTS_A_PAGE).limit(FACTS_A_PAGE).options(undefer(FactRow.members))
        rows = session.scalars(shown).all()
        ticked = session.scalar(
            select(func.count()).where(FactRow.draft_id == draft_id, FactRow.ticked_by != "")
        )
        tables = session.scalars(
            select(TableRow).where(TableRow.draft_id == draft_id).order_by(TableRow.number)
        ).all()
    return page(
        request,
        "facts.html.j2",
        visitor,
        draft=draft,
        tab="facts",
        facts=rows,
        outcome=outcome,
        search=search,
        table=table,
        tables=[row for row in tables if row.passed + row.found + row.undecided],
        at=at,
        pages=pages,
        count=count,
        ticked=ticked,
    )


@router.post("/drafts/{draft_id}/facts/ticks")
def tick(
    request: Request,
    visitor: Reviewer,
    draft_id: Id,
    fact: Annotated[list[int], Form(default_factory=list)],
    one: Annotated[int, Query(ge=0, le=LARGEST)] = 0,
    ticked: Annotated[str, Form()] = "yes",
    back: Annotated[str, Form()] = "",
) -> Response:
    """Tick facts off, or take their ticks away: the `one` of the address, or all of the form."""
    numbers = [one] if one else fact[:FACTS_A_PAGE]
    with state_of(request).database.writing() as session:
        rows = session.scalars(
            select(FactRow)
            .where(FactRow.draft_id == draft_id, FactRow.number.in_(numbers))
            .options(undefer(FactRow.members))
        ).all()
        acts.tick(session, rows, ticked == "yes", visitor.name)
    return RedirectResponse(f"/drafts/{draft_id}/facts?{back}" if back else f"/drafts/{draft_id}/facts", 303)


@router.get("/drafts/{draft_id}/left-open")
def left_open(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show the facts whose numbers differ, and that are likelier two facts than one stated wrongly.

    They can be decided like findings. A threshold shows which of them would be findings.
    """
    return left_open_page(request, visitor, draft_id, "left-open")


@router.get("/drafts/{draft_id}/set-aside")
def set_aside(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show the items that a rule keeps apart: numbers that differ and state two facts."""
    return left_open_page(request, visitor, draft_id, "set-aside")


def left_open_page(
    request: Request,
    visitor: Visitor,
    draft_id: int,
    tab: str,
    wanted: Filter | None = None,
    problem: str = "",
    status: int = 200,
) -> HTMLResponse:
    """Show one of the two lists of items left open, narrowed by `wanted` or as the address says."""
    standing = "apart" if tab == "set-aside" else "worth"
    wanted = replace(wanted or Filter.of(request.query_params), standing=standing)
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        kept = open_of(draft)
        own = round(draft.settings.get("threshold", 0) * 100)
        threshold = min(whole(request.query_params.get("threshold", "")) or own, 99)
        rows = query.findings(session, draft_id, wanted)
        every = query.findings(session, draft_id, Filter(standing=standing))
        reported = query.findings(session, draft_id, Filter())
        choices = query.counts(session, draft_id, wanted)
        around = together_context(session, draft_id, visitor.name)
    listed = (kept.kept_apart if standing == "apart" else len(kept.facts) + kept.more) if kept else 0
    return page(
        request,
        "left_open.html.j2",
        visitor,
        status,
        draft=draft,
        tab=tab,
        open=kept,
        rows=rows,
        wanted=wanted,
        narrowed=wanted != Filter(standing=standing),
        choices=choices,
        own=own,
        threshold=threshold,
        more=sum(row.probability * 100 >= threshold for row in every),
        fewer=sum(row.probability * 100 < threshold for row in reported),
        count=len(every),
        beyond=max(0, listed - len(every)),
        problem=problem,
        message=message_of(request),
        rule_words=rule_words,
        **around,
    )


@router.get("/drafts/{draft_id}/coverage")
def coverage(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show table by table what was compared and what was not."""
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        query_tables = select(TableRow).where(TableRow.draft_id == draft_id).order_by(TableRow.number)
        tables = session.scalars(query_tables).all()
    most = max((row.passed + row.found + row.undecided + row.alone for row in tables), default=1)
    return page(
        request,
        "coverage.html.j2",
        visitor,
        draft=draft,
        tab="coverage",
        tables=tables,
        most=max(most, 1),
        severities=severities(draft.counts),
        gaps=gap_groups(not_checked_of(draft)),
        remarks=remarks_of(draft),
    )


@router.get("/drafts/{draft_id}/trail")
def trail(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show who did what, when, and what they saw."""
    at = max(1, whole(request.query_params.get("page", "1")))
    with state_of(request).database.reading() as session:
        draft = require_checked(session, draft_id)
        ours = EventRow.draft_id == draft_id
        count = session.scalar(select(func.count()).select_from(EventRow).where(ours)) or 0
        pages = max(1, -(-count // EVENTS_A_PAGE))
        at = min(at, pages)
        newest = select(EventRow).where(ours).order_by(EventRow.id.desc())
        events = session.scalars(newest.offset((at - 1) * EVENTS_A_PAGE).limit(EVENTS_A_PAGE)).all()
    return page(
        request, "trail.html.j2", visitor, draft=draft, tab="trail", events=events, at=at, pages=pages
    )


@router.get("/drafts/{draft_id}/changes")
def changes(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show which findings are new, fixed and unchanged since the last draft, and which numbers changed."""
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


def people_of(session: Session) -> list[str]:
    """Return the names of the people to whom a finding may be given."""
    return list(session.scalars(select(AccountRow.name).where(AccountRow.active).order_by(AccountRow.name)))


def together_context(session: Session, draft_id: int, who: str) -> dict[str, Any]:
    """Return what a list needs to act on several of its findings."""
    last = session.scalar(select(func.max(EventRow.id)).where(EventRow.draft_id == draft_id))
    return {
        "people": people_of(session),
        "can_undo": bool(acts.last_act(session, draft_id, who)),
        "last_event": last or 0,
    }


def message_of(request: Request) -> str:
    """Return the message on the last act on several findings, which the address names."""
    if request.query_params.get("undone"):
        return say("Undone.")
    done = whole(request.query_params.get("together", ""))
    return str(counted("Done for {n} finding.", "Done for {n} findings.", done)) if done else ""
