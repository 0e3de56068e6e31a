"""The paths of the API for what reviewers check by hand: numbers, own sums and ties, a company's memory."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from cofitcheck.review.api import CONFLICT, FILES, RESPONSES
from cofitcheck.review.api.models import Statement
from cofitcheck.review.database.models import OwnRow
from cofitcheck.review.decisions import Verdict, stored
from cofitcheck.review.handover.reviewed import bring_in, brought_file
from cofitcheck.review.lookup import LARGEST, Id, require_checked, require_finding, require_own
from cofitcheck.review.own import acts
from cofitcheck.review.own.acts import OwnClaim
from cofitcheck.review.own.numbers import DraftNumber, from_stored
from cofitcheck.review.own.recompute import OwnKind, OwnOutcome, tape_of
from cofitcheck.review.security.visitor import Reader, Reviewer
from cofitcheck.review.state import State, state_of

router = APIRouter(prefix="/api/v1", responses=RESPONSES, tags=["own checks"])

Mention = Annotated[int, Field(ge=0, le=LARGEST, description="A number by its `mention`.")]


class TakenCheck(BaseModel):
    """A check of the program that a number takes part in; `others` by their `mention`."""

    kind: str
    outcome: Literal["agrees", "contradicted", "left open"]
    others: list[int]


class CheckedNumber(Statement):
    """A number of a table with what checked it; `own_checks` are those that reviewers made."""

    measure: str
    currency: str
    scale: int = Field(description="The power of ten between what is printed and its value.")
    checks: list[TakenCheck]
    own_checks: list[int]

    @classmethod
    def of(cls, stated: DraftNumber, own: Sequence[OwnRow]) -> CheckedNumber:
        """Return a stored number."""
        number = stated.number
        return cls(
            **{name: getattr(stated, name) for name in Statement.model_fields},
            measure=number.measure.value,
            currency=number.currency,
            scale=number.scale,
            checks=[
                TakenCheck(kind=each.kind.value, outcome=each.outcome.value, others=list(each.others))
                for each in stated.checks
            ],
            own_checks=[row.number for row in own if stated.mention in _mentions(row)],
        )


class SumLine(BaseModel):
    """A line of a sum: a number and whether it is added (1) or deducted (-1)."""

    mention: Mention
    sign: Literal[1, -1] = 1


class SumLines(BaseModel):
    """The lines of a sum and its total."""

    total: Mention
    lines: list[SumLine] = Field(max_length=1000)

    def said(self) -> OwnClaim:
        """Return it as own checks are made."""
        return OwnClaim.sum(self.total, ((line.mention, line.sign) for line in self.lines))


class NewSum(SumLines):
    """A sum to keep; `mends` is the number of a finding whose lines were taken wrongly, which is settled
    where these come to the total."""

    note: str = Field(default="", max_length=4000)
    mends: int | None = Field(default=None, ge=1, le=LARGEST)


class NewTie(BaseModel):
    """Two numbers that are one fact (`same`), or are not."""

    mention: Mention
    other: Mention
    same: bool = True
    note: str = Field(default="", max_length=4000)


class OwnDecision(BaseModel):
    """What to say of an own check that does not hold; an expected difference needs its reason."""

    verdict: Literal["open", "error", "expected", "discuss"]
    reason: str = Field(default="", max_length=4000)


class OwnStatement(Statement):
    """A number of an own check; `mention` is -1 where this draft has it no more."""

    sign: int


class OwnCheck(BaseModel):
    """An own check of a reviewer; of a sum the first statement is its total."""

    number: int
    fingerprint: str
    kind: OwnKind
    outcome: OwnOutcome
    words: str = Field(description="What it comes to, in a sentence.")
    remarks: list[str]
    label: str
    period: str
    statements: list[OwnStatement]
    note: str
    who: str
    made: datetime.datetime
    mends: str = Field(description="The fingerprint of the finding whose lines it puts right, or empty.")
    verdict: Verdict
    reason: str
    decided_by: str
    since_last_draft: Literal["new", "unchanged", "reopened"]
    since_last_draft_note: str

    @classmethod
    def of(cls, row: OwnRow) -> OwnCheck:
        """Return a stored own check."""
        same = (
            "number", "fingerprint", "kind", "outcome", "label", "period", "note", "who", "made", "mends",
            "verdict", "reason", "decided_by",
        )  # fmt: skip
        return cls.model_validate(
            {
                **{name: getattr(row, name) for name in same},
                "words": str(stored(row.said)),
                "remarks": [str(stored(remark)) for remark in row.remarks],
                "statements": row.members,
                "since_last_draft": row.carried,
                "since_last_draft_note": str(stored(row.carried_note)),
            }
        )


class AddedUp(BaseModel):
    """What lines come to, without keeping anything; `outcome` is empty while the sum has no total."""

    computed: str
    outcome: str
    words: str
    remarks: list[str]


class UsedFile(BaseModel):
    """The result of using a file, and the entries that could not be used."""

    words: str
    missing: list[str]


@router.get("/drafts/{draft_id}/numbers")
def numbers(
    request: Request, visitor: Reader, draft_id: Id, table: Annotated[int, Query(ge=1, le=999_999)]
) -> list[CheckedNumber]:
    """List the numbers of a table (from 1) with what checked each of them."""
    state = state_of(request)
    with state.database.reading() as session:
        require_checked(session, draft_id)
        own = acts.own_of(session, draft_id)
    found = from_stored(state.files.numbers(draft_id)).of_table(table)
    return [CheckedNumber.of(each, own) for each in found]


@router.post("/drafts/{draft_id}/tape")
def tape(request: Request, visitor: Reader, draft_id: Id, wanted: SumLines) -> AddedUp:
    """Add up lines against a total; nothing is kept."""
    state = state_of(request)
    with state.database.reading() as session:
        require_checked(session, draft_id)
    found = from_stored(state.files.numbers(draft_id))
    lines = [(found.at(line.mention), line.sign) for line in wanted.lines]
    added = tape_of(found.at(wanted.total), lines)
    result = added.result
    return AddedUp(
        computed=added.computed,
        outcome=result.outcome.value if result else "",
        words=str(result.said) if result else "",
        remarks=[str(remark) for remark in result.remarks] if result else [],
    )


@router.get("/drafts/{draft_id}/own-checks")
def own_checks(request: Request, visitor: Reader, draft_id: Id) -> list[OwnCheck]:
    """List what reviewers added up and tied in a draft."""
    with state_of(request).database.reading() as session:
        require_checked(session, draft_id)
        return [OwnCheck.of(row) for row in acts.own_of(session, draft_id)]


@router.post("/drafts/{draft_id}/own-sums", status_code=201, responses=CONFLICT)
def add_sum(request: Request, visitor: Reviewer, draft_id: Id, new: NewSum) -> OwnCheck:
    """Keep a sum as a check of this document and its next drafts; it is checked at once."""
    state = state_of(request)
    with state.database.writing() as session:
        draft = require_checked(session, draft_id)
        mends = require_finding(session, draft_id, new.mends) if new.mends else None
        found = from_stored(state.files.numbers(draft_id))
        return OwnCheck.of(acts.make(session, draft, found, new.said(), visitor.name, new.note, mends))


@router.post("/drafts/{draft_id}/own-ties", status_code=201, responses=CONFLICT)
def add_tie(request: Request, visitor: Reviewer, draft_id: Id, new: NewTie) -> OwnCheck:
    """Say that two numbers are one fact, or that they are not; a finding between the two is settled then."""
    state = state_of(request)
    with state.database.writing() as session:
        draft = require_checked(session, draft_id)
        found = from_stored(state.files.numbers(draft_id))
        said = OwnClaim.tie(new.mention, new.other, same=new.same)
        return OwnCheck.of(acts.make(session, draft, found, said, visitor.name, new.note))


@router.put("/drafts/{draft_id}/own-checks/{number}", responses=CONFLICT)
def mend(request: Request, visitor: Reviewer, draft_id: Id, number: Id, new: SumLines) -> OwnCheck:
    """Give an own sum other lines; it is checked again at once."""
    state = state_of(request)
    with state.database.writing() as session:
        draft, row = require_checked(session, draft_id), require_own(session, draft_id, number)
        acts.mend(session, draft, from_stored(state.files.numbers(draft_id)), row, new.said(), visitor.name)
        return OwnCheck.of(row)


@router.post("/drafts/{draft_id}/own-checks/{number}/decision", responses=CONFLICT)
def decide(request: Request, visitor: Reviewer, draft_id: Id, number: Id, new: OwnDecision) -> OwnCheck:
    """Decide an own check that does not hold."""
    with state_of(request).database.writing() as session:
        draft, row = require_checked(session, draft_id), require_own(session, draft_id, number)
        acts.decide_own(session, draft, row, Verdict(new.verdict), new.reason, visitor.name)
        return OwnCheck.of(row)


@router.delete("/drafts/{draft_id}/own-checks/{number}", status_code=204, responses=CONFLICT)
def withdraw(request: Request, visitor: Reviewer, draft_id: Id, number: Id) -> None:
    """Take an own check away; its trail stays."""
    with state_of(request).database.writing() as session:
        draft, row = require_checked(session, draft_id), require_own(session, draft_id, number)
        acts.withdraw(session, draft, row, visitor.name)


@router.post("/drafts/{draft_id}/memory", openapi_extra=FILES, responses=CONFLICT)
async def recall(request: Request, visitor: Reviewer, draft_id: Id) -> UsedFile:
    """Bring in a file, in the field `files`: the memory of a company, as another report's `export/memory`
    gives it, which is checked in this draft; or a baseline, whose findings are decided as it says."""
    content = await brought_file(request)
    return await run_in_threadpool(_bring_in, state_of(request), draft_id, content, visitor.name)


def _bring_in(state: State, draft_id: int, content: bytes, who: str) -> UsedFile:
    with state.database.writing() as session:
        draft = require_checked(session, draft_id)
        found = bring_in(session, draft, state.files, content, who)
    return UsedFile(words=str(found.said), missing=[str(each) for each in found.missing])


def _mentions(row: OwnRow) -> set[int]:
    return {cell["mention"] for cell in row.members}
