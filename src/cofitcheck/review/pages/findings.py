"""The pages of findings: the list of a draft, and each finding with all that is needed to decide it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import DraftRow, EventRow, FindingRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict, notes, require_verdict
from cofitcheck.review.decisions import decide as acts
from cofitcheck.review.decisions.decide import Together, act_on
from cofitcheck.review.findings import query
from cofitcheck.review.findings.prepare import severity_rule_of, view_of
from cofitcheck.review.findings.query import Filter
from cofitcheck.review.lookup import (
    LARGEST,
    Id,
    others_of_pair,
    require_checked,
    require_draft,
    require_finding,
    require_findings,
)
from cofitcheck.review.pages import page
from cofitcheck.review.pages.overview import left_open_page, message_of, people_of, together_context
from cofitcheck.review.security.visitor import Reader, Reviewer, Visitor
from cofitcheck.review.state import state_of

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form()]

_LISTS = ("left-open", "set-aside")
"""The lists besides the list of findings."""


@router.get("/drafts/{draft_id}")
def findings(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """List the findings of a draft, or show how far its check is."""
    return _list_page(request, visitor, draft_id, Filter.of(request.query_params))


def _list_page(
    request: Request,
    visitor: Visitor,
    draft_id: int,
    wanted: Filter,
    problem: str = "",
    status: int = 200,
) -> HTMLResponse:
    wanted = replace(wanted, standing="")
    with state_of(request).database.reading() as session:
        draft = require_draft(session, draft_id)
        if draft.status != "checked":
            return page(request, "working.html.j2", visitor, draft=draft, tab="findings")
        rows = query.findings(session, draft_id, wanted)
        tables = _tables_with_findings(session, draft_id)
        progress = query.progress(session, draft_id)
        counts = query.counts(session, draft_id, wanted)
        assignees = _assignees(session, draft_id)
        around = together_context(session, draft_id, visitor.name)
    return page(
        request,
        "findings.html.j2",
        visitor,
        status,
        draft=draft,
        tab="findings",
        findings=rows,
        wanted=wanted,
        tables=tables,
        progress=progress,
        assignees=assignees,
        choices=counts,
        severity_rule=severity_rule_of(draft),
        message=message_of(request),
        problem=problem,
        **around,
    )


@router.post("/drafts/{draft_id}/together")
def act_together(
    request: Request,
    visitor: Reviewer,
    draft_id: Id,
    finding: Annotated[list[int], Form(default_factory=list)],
    verdict: Text = "",
    reason: Text = "",
    assignee: Text = "",
    note: Text = "",
    seen: Annotated[int | None, Form(ge=0, le=LARGEST)] = None,
    back: Text = "",
    tab: Text = "findings",
) -> Response:
    """Do something with the findings that are chosen in a list."""
    wanted = _filter_of(back)
    try:
        act = Together(
            require_verdict(verdict) if verdict else None, reason, assignee.strip() or None, note, seen
        )
        with state_of(request).database.writing() as session:
            require_checked(session, draft_id)
            act_on(session, require_findings(session, draft_id, finding), act, visitor.name)
    except (acts.ChangedMeanwhileError, acts.LockedError) as error:
        return _shown_again(request, visitor, draft_id, tab, wanted, str(error), 409)
    except InputError as error:
        return _shown_again(request, visitor, draft_id, tab, wanted, str(error), 422)
    return _to_list(draft_id, tab, wanted, f"together={len(set(finding))}")


def _shown_again(
    request: Request, visitor: Visitor, draft_id: int, name: str, wanted: Filter, problem: str, status: int
) -> HTMLResponse:
    if name in _LISTS:
        return left_open_page(request, visitor, draft_id, name, wanted, problem, status)
    return _list_page(request, visitor, draft_id, wanted, problem, status)


def _to_list(draft_id: int, name: str, wanted: Filter, said: str) -> Response:
    """Redirect to a list, narrowed as it was."""
    path = f"/drafts/{draft_id}" + (f"/{name}" if name in _LISTS else "")
    query_text = "&".join(filter(None, (replace(wanted, standing="").address, said)))
    return RedirectResponse(f"{path}?{query_text}", 303)


@router.get("/drafts/{draft_id}/findings/{number}")
def finding(request: Request, visitor: Reader, draft_id: Id, number: Id) -> HTMLResponse:
    """Show a finding with both tables, the document beside them, the whole fact, and what was decided."""
    return _finding_page(request, visitor, draft_id, number, "")


@router.post("/drafts/{draft_id}/findings/{number}/decision")
def decide(
    request: Request,
    visitor: Reviewer,
    draft_id: Id,
    number: Id,
    verdict: Text,
    reason: Text = "",
    whole_pair: Text = "",
    back: Text = "",
    seen: Annotated[int | None, Form(ge=0, le=LARGEST)] = None,
) -> Response:
    """Give a finding a verdict, and with `whole_pair` the other open ones of the same two tables too."""
    wanted = _filter_of(back)
    try:
        with state_of(request).database.writing() as session:
            row = require_finding(session, draft_id, number)
            if seen is not None:
                acts.require_seen(session, row, seen)
            rows = [row, *(others_of_pair(session, row) if whole_pair else [])]
            acts.decide(session, rows, require_verdict(verdict), reason, visitor.name)
            session.flush()
            following = query.next_open(session, row, wanted) or number
    except (acts.ChangedMeanwhileError, acts.LockedError) as error:
        return _finding_page(request, visitor, draft_id, number, str(error), 409)
    except InputError as error:
        return _finding_page(request, visitor, draft_id, number, str(error), 422)
    more = f"&also={len(rows) - 1}" if len(rows) > 1 else ""
    return _back_to(draft_id, following, back, f"said={number}{more}")


@router.post("/drafts/{draft_id}/findings/{number}/promote")
def promote(request: Request, visitor: Reviewer, draft_id: Id, number: Id) -> Response:
    """Make a finding of what was left open."""
    with state_of(request).database.writing() as session:
        acts.promote(session, require_finding(session, draft_id, number), visitor.name)
    return _back_to(draft_id, number, "")


@router.post("/drafts/{draft_id}/findings/{number}/assign")
def assign(
    request: Request, visitor: Reviewer, draft_id: Id, number: Id, assignee: Text = "", back: Text = ""
) -> Response:
    """Give a finding to a person."""
    with state_of(request).database.writing() as session:
        acts.assign(session, [require_finding(session, draft_id, number)], assignee, visitor.name)
    return _back_to(draft_id, number, back)


@router.post("/drafts/{draft_id}/findings/{number}/notes")
def note(
    request: Request,
    visitor: Reviewer,
    draft_id: Id,
    number: Id,
    text: Text = "",
    replaces: Annotated[int, Form(ge=0, le=LARGEST)] = 0,
    back: Text = "",
) -> Response:
    """Write a note under a finding, or change a note of one's own."""
    try:
        with state_of(request).database.writing() as session:
            notes.write(session, require_finding(session, draft_id, number), text, visitor.name, replaces)
    except InputError as error:
        return _finding_page(request, visitor, draft_id, number, str(error), 422)
    return _back_to(draft_id, number, back)


@router.post("/drafts/{draft_id}/undo")
def undo(
    request: Request,
    visitor: Reviewer,
    draft_id: Id,
    at: Text = "",
    back: Text = "",
    tab: Text = "",
) -> Response:
    """Undo one's last act in a draft, and show what it was about, or the `tab` where it was done."""
    number = int(at) if at.isdecimal() and len(at) < 7 else 0
    try:
        with state_of(request).database.writing() as session:
            events = acts.undo(session, require_draft(session, draft_id).id, visitor.name)
            ids = [event.finding_id for event in events if event.finding_id is not None]
            shown = session.get_one(FindingRow, ids[0]).number if ids else None
    except InputError as error:
        if number:
            return _finding_page(request, visitor, draft_id, number, str(error), 409)
        if tab:
            return _shown_again(request, visitor, draft_id, tab, _filter_of(back), str(error), 409)
        raise HTTPException(409, str(error)) from error
    if tab:
        return _to_list(draft_id, tab, _filter_of(back), "undone=1")
    if shown is None:
        own = any(event.own_id is not None for event in events)
        return RedirectResponse(f"/drafts/{draft_id}/{'own' if own else 'facts'}", 303)
    return _back_to(draft_id, shown, back, "undone=1")


TABS_OF = {"": "findings", "worth": "left-open", "apart": "set-aside"}
"""The tab that lists findings, by their standing."""


def _finding_page(
    request: Request, visitor: Visitor, draft_id: int, number: int, problem: str, status: int = 200
) -> HTMLResponse:
    wanted = Filter.of(request.query_params)
    with state_of(request).database.reading() as session:
        draft = require_draft(session, draft_id)
        row = require_finding(session, draft_id, number)
        wanted = replace(wanted, standing=query.standing_of(row))
        before, after, place, count = query.neighbours(session, row, wanted)
        context = {
            "progress": query.progress(session, draft_id),
            "notes": notes.under(session, [row])[row.id],
            "events": _events(session, row),
            "others": len(others_of_pair(session, row)),
            "people": people_of(session),
            "can_undo": bool(acts.last_act(session, draft_id, visitor.name)),
            "message": _message(session, draft, request),
        }
    return page(
        request,
        "finding_part.html.j2" if request.headers.get("X-Partial") else "finding.html.j2",
        visitor,
        status,
        draft=draft,
        tab=TABS_OF[query.standing_of(row)],
        row=row,
        finding=view_of(row),
        before=before,
        after=after,
        place=place,
        count=count,
        wanted=wanted,
        problem=problem,
        **context,
    )


def _message(session: Session, draft: DraftRow, request: Request) -> str:
    """Return the message on the last act, which the address names."""
    said, also = request.query_params.get("said", ""), request.query_params.get("also", "")
    if request.query_params.get("undone"):
        return say("Undone.")
    if not said.isdecimal() or len(said) > 6:
        return ""
    row = session.scalar(
        select(FindingRow).where(FindingRow.draft_id == draft.id, FindingRow.number == int(said))
    )
    if row is None:
        return ""
    verdict = VERDICT_WORDS[Verdict(row.verdict)]
    if also.isdecimal() and len(also) < 6:
        return say(
            "Finding {number} and {n} more of the same tables: {verdict}.",
            number=row.number,
            n=int(also),
            verdict=verdict,
        )
    return say("Finding {number}: {verdict}.", number=row.number, verdict=verdict)


def _events(session: Session, row: FindingRow) -> list[EventRow]:
    return list(
        session.scalars(
            select(EventRow)
            .where(EventRow.finding_id == row.id, EventRow.kind != "commented")
            .order_by(EventRow.id.desc())
        )
    )


def _assignees(session: Session, draft_id: int) -> list[str]:
    names = select(FindingRow.assignee).where(FindingRow.draft_id == draft_id, FindingRow.assignee != "")
    return list(session.scalars(names.distinct().order_by(FindingRow.assignee)))


def _tables_with_findings(session: Session, draft_id: int) -> list[tuple[int, str, int]]:
    """Return number, title and count of findings of each table with findings, in document order."""
    counts: dict[int, tuple[str, int]] = {}
    sides = (
        (FindingRow.first_table, FindingRow.first_title),
        (FindingRow.second_table, FindingRow.second_title),
    )
    for table, title in sides:
        reported = (FindingRow.draft_id == draft_id, FindingRow.standing != query.LEFT_OPEN)
        grouped = select(table, func.min(title), func.count()).where(*reported)
        for number, words, count in session.execute(grouped.group_by(table)):
            counts[number] = (words, counts.get(number, ("", 0))[1] + count)
    return [(number, *counts[number]) for number in sorted(counts)]


def _filter_of(back: str) -> Filter:
    """Return the filter of the list from which a form was sent."""
    return Filter.of(dict(parse_qsl(back)))


def _back_to(draft_id: int, number: int, back: str, said: str = "") -> Response:
    """Redirect to a finding, in the list from which a form was sent."""
    query_text = "&".join(filter(None, (_filter_of(back).address, said)))
    address = f"/drafts/{draft_id}/findings/{number}"
    return RedirectResponse(f"{address}?{query_text}" if query_text else address, 303)
