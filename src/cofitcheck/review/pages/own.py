"""The pages of own checks: the tape, own sums and ties, and every number of a table with its checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer
from starlette.concurrency import run_in_threadpool

from cofitcheck.checks.ledger import TICKS
from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.reports.words.findings import CHECKED_BY
from cofitcheck.review.database.models import FindingRow, OwnRow
from cofitcheck.review.decisions import decide as decisions
from cofitcheck.review.decisions import require_verdict
from cofitcheck.review.handover.reviewed import BroughtIn, bring_in, brought_file
from cofitcheck.review.lookup import Id, require_checked, require_finding, require_own, whole
from cofitcheck.review.own import acts
from cofitcheck.review.own.acts import OwnClaim, cells_of
from cofitcheck.review.own.numbers import DraftNumber, Numbers, from_stored
from cofitcheck.review.own.recompute import KIND_WORDS, OUTCOME_WORDS, SUMS, OwnKind
from cofitcheck.review.pages import page
from cofitcheck.review.pages.tape import ChosenCells, begun, held, shown_tape, tape_address
from cofitcheck.review.security.visitor import Reader, Reviewer, Visitor
from cofitcheck.review.state import state_of

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form()]
Texts = Annotated[list[str], Form(default_factory=list)]


@router.get("/drafts/{draft_id}/own")
def own(request: Request, visitor: Reader, draft_id: Id) -> HTMLResponse:
    """Show the tape, the own checks of a draft, and the numbers of a table."""
    return _own_page(request, visitor, draft_id)


@router.get("/drafts/{draft_id}/own/pages/{number}")
def places(request: Request, visitor: Reader, draft_id: Id, number: Id) -> list[tuple[int, list[float]]]:
    """Return the numbers of a page by their mention, each with its box as shares of the page."""
    state = state_of(request)
    with state.database.reading() as session:
        require_checked(session, draft_id)
    found = from_stored(state.files.numbers(draft_id)).on_page(number)
    return [(each.mention, list(each.box or ())) for each in found]


@router.post("/drafts/{draft_id}/own")
def make(
    request: Request,
    visitor: Reviewer,
    draft_id: Id,
    line: Texts,
    act: Text = "sum",
    total: Text = "",
    note: Text = "",
    mends: Text = "",
    mend: Text = "",
    table: Text = "",
) -> Response:
    """Keep the numbers on the tape as an own check.

    `act` says whether they are a sum, two numbers that state one fact ("same"), or two that do not ("apart").
    `mends` is the number of a finding whose lines they correct, `mend` that of an own check that gets them.
    """
    tape, state = ChosenCells(total, line), state_of(request)
    asked = {"mends": mends, "mend": mend, "table": table, "note": note}
    try:
        with state.database.writing() as session:
            draft = require_checked(session, draft_id)
            numbers = from_stored(state.files.numbers(draft_id))
            if whole(mend):
                row = require_own(session, draft_id, whole(mend))
                acts.mend(session, draft, numbers, row, _said(tape, row.kind), visitor.name)
            else:
                finding = require_finding(session, draft_id, whole(mends)) if whole(mends) else None
                said = _said(tape, act)
                row = acts.make(session, draft, numbers, said, visitor.name, note, finding)
            made = row.number
    except decisions.LockedError as error:
        return _own_page(request, visitor, draft_id, tape, asked, str(error), 409)
    except InputError as error:
        return _own_page(request, visitor, draft_id, tape, asked, str(error), 422)
    return _to(draft_id, made, table)


def _said(tape: ChosenCells, act: str) -> OwnClaim:
    if act == OwnKind.SUM:
        return tape.said()
    if tape.total is None or len(tape.lines) != 1 or act not in set(OwnKind):
        raise InputError(say("choose two numbers to tie them: one as the total, the other as a line"))
    return OwnClaim.tie(tape.total, tape.lines[0][0], same=act == OwnKind.SAME)


@router.post("/drafts/{draft_id}/own/{number}/decision")
def decide(
    request: Request, visitor: Reviewer, draft_id: Id, number: Id, verdict: Text, reason: Text = ""
) -> Response:
    """Decide an own check that does not hold."""
    try:
        with state_of(request).database.writing() as session:
            draft, row = require_checked(session, draft_id), require_own(session, draft_id, number)
            acts.decide_own(session, draft, row, require_verdict(verdict), reason, visitor.name)
    except decisions.LockedError as error:
        return _own_page(request, visitor, draft_id, problem=str(error), status=409)
    except InputError as error:
        return _own_page(request, visitor, draft_id, problem=str(error), status=422)
    return _to(draft_id, number)


@router.post("/drafts/{draft_id}/own/{number}/withdrawal")
def withdraw(request: Request, visitor: Reviewer, draft_id: Id, number: Id) -> Response:
    """Take an own check away."""
    with state_of(request).database.writing() as session:
        draft, row = require_checked(session, draft_id), require_own(session, draft_id, number)
        acts.withdraw(session, draft, row, visitor.name)
    return _to(draft_id, 0)


@router.post("/drafts/{draft_id}/own/undo")
def undo(request: Request, visitor: Reviewer, draft_id: Id) -> Response:
    """Take back one's last act in a draft."""
    try:
        with state_of(request).database.writing() as session:
            decisions.undo(session, require_checked(session, draft_id).id, visitor.name)
    except InputError as error:
        return _own_page(request, visitor, draft_id, problem=str(error), status=409)
    return _to(draft_id, 0)


@router.post("/drafts/{draft_id}/memory")
async def take_in(request: Request, visitor: Reviewer, draft_id: Id) -> Response:
    """Bring in a baseline, or the memory of a company."""
    content = await brought_file(request)
    return await run_in_threadpool(_bring_in, request, visitor, draft_id, content)


def _bring_in(request: Request, visitor: Visitor, draft_id: int, content: bytes) -> Response:
    state = state_of(request)
    try:
        with state.database.writing() as session:
            draft = require_checked(session, draft_id)
            brought = bring_in(session, draft, state.files, content, visitor.name)
    except decisions.LockedError as error:
        return _own_page(request, visitor, draft_id, problem=str(error), status=409)
    except InputError as error:
        return _own_page(request, visitor, draft_id, problem=str(error), status=422)
    return _own_page(request, visitor, draft_id, brought=brought)


def _to(draft_id: int, number: int, table: str = "") -> Response:
    asked = f"?table={whole(table)}" if whole(table) else ""
    return RedirectResponse(
        f"/drafts/{draft_id}/own{asked}#own-{number}" if number else f"/drafts/{draft_id}/own", 303
    )


def _own_page(
    request: Request,
    visitor: Visitor,
    draft_id: int,
    tape: ChosenCells | None = None,
    asked: Mapping[str, str] | None = None,
    problem: str = "",
    status: int = 200,
    brought: BroughtIn | None = None,
) -> HTMLResponse:
    state, query = state_of(request), request.query_params
    asked = asked or {name: query.get(name, "") for name in ("mends", "mend", "table", "note")}
    table = whole(asked["table"])
    with state.database.reading() as session:
        draft = require_checked(session, draft_id)
        rows = acts.own_of(session, draft_id)
        try:
            numbers = from_stored(state.files.numbers(draft_id))
        except InputError as error:
            numbers, problem = Numbers(year=0, each=[]), problem or str(error)
        if tape is None:
            tape = ChosenCells(query.get("total", ""), query.getlist("line"))
            if tape.total is None and not tape.lines:
                tape = begun(session, request, draft, asked, numbers) or held(numbers, query) or tape
        findings = _findings_of(session, draft_id, table) if table else {}
        can_undo = bool(decisions.last_act(session, draft_id, visitor.name))
    shown, refused = shown_tape(tape, numbers)
    return page(
        request,
        "own.html.j2",
        visitor,
        status,
        draft=draft,
        tab="own",
        tape=tape,
        shown=shown,
        total=_at(numbers, tape.total),
        lines=[(cell, sign, _at(numbers, cell)) for cell, sign in tape.lines if _at(numbers, cell)],
        problem=problem or refused,
        rows=[(row, cells_of(row), tape_address(row)) for row in rows],
        table=table,
        tables=list(numbers.tables()),
        numbers=numbers.of_table(table) if table else [],
        own_of={
            cell.mention: [row.number for row in rows if cell.mention in _mentions(row)]
            for cell in (numbers.of_table(table) if table else ())
        },
        findings=findings,
        every=numbers,
        asked=asked,
        brought=brought,
        can_undo=can_undo,
        KIND_WORDS={kind.value: words for kind, words in KIND_WORDS.items()},
        OUTCOME_WORDS={outcome.value: words for outcome, words in OUTCOME_WORDS.items()},
        CHECKED_BY=CHECKED_BY,
        TICKS=TICKS,
        SUMS=SUMS,
    )


def _at(numbers: Numbers, mention: int | None) -> DraftNumber | None:
    return numbers.each[mention] if mention is not None and mention < len(numbers.each) else None


def _mentions(row: OwnRow) -> set[int]:
    return {cell["mention"] for cell in row.members}


def _findings_of(session: Session, draft_id: int, table: int) -> dict[int, list[int]]:
    """Return for each number of a table (by its mention) the numbers of the findings that it is in."""
    found: dict[int, list[int]] = {}
    rows = select(FindingRow).where(FindingRow.draft_id == draft_id).options(undefer(FindingRow.members))
    for row in session.scalars(rows.order_by(FindingRow.number)):
        for member in row.members:
            if member["table"] == table and row.number not in found.setdefault(member["mention"], []):
                found[member["mention"]].append(row.number)
    return found
