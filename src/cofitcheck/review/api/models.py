"""The data that the API takes and returns, as OpenAPI describes it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from cofitcheck.review.database.models import DocumentRow, DraftRow, EventRow, FactRow, FindingRow
from cofitcheck.review.decisions import Verdict, act, note_of
from cofitcheck.review.decisions.decide import Together
from cofitcheck.review.decisions.notes import Note as WrittenNote
from cofitcheck.review.decisions.sign_off import Part
from cofitcheck.review.decisions.sign_off import Statement as SignedStatement


class Problem(BaseModel):
    """Why something was not done, in a sentence."""

    detail: str


class Draft(BaseModel):
    """One version of a document; `status` is waiting, working, checked, failed or cancelled."""

    id: int
    document_id: int
    number: int
    file_name: str
    sha256: str
    bytes: int
    uploaded: datetime.datetime
    uploaded_by: str
    status: Literal["waiting", "working", "checked", "failed", "cancelled"]
    stage: str = Field(description="What a draft that is being checked has come to.")
    reason: str = Field(description="Why a draft could not be checked.")
    checked: datetime.datetime | None
    model: str
    settings: dict[str, Any]
    counts: dict[str, int]
    has_marked_copy: bool
    other_name: str = Field(description="What it is held against, empty where it is checked by itself.")
    kinship: str = Field(description="What that is to it: last-year, draft, rendition or release.")
    address: str = Field(description="The path to ask for its state.")
    findings_address: str = Field(description="The path of its findings, once it is checked.")

    @classmethod
    def of(cls, row: DraftRow) -> Draft:
        """Return a stored draft."""
        same = (
            "id", "document_id", "number", "file_name", "sha256", "uploaded", "uploaded_by", "status",
            "stage", "reason", "checked", "model", "settings", "counts", "other_name", "kinship",
        )  # fmt: skip
        values = {name: getattr(row, name) for name in same}
        address = f"/api/v1/drafts/{row.id}"
        return cls(
            bytes=row.size,
            has_marked_copy=bool(row.copy),
            address=address,
            findings_address=f"{address}/findings",
            **values,
        )


class Document(BaseModel):
    """A document with its drafts, oldest first."""

    id: int
    name: str
    created: datetime.datetime
    compares: int | None = Field(
        description="Of a comparison the document whose drafts it holds against another, else null."
    )
    drafts: list[Draft]

    @classmethod
    def of(cls, row: DocumentRow) -> Document:
        """Return a stored document."""
        return cls(
            id=row.id,
            name=row.name,
            created=row.created,
            compares=row.compares_id,
            drafts=[Draft.of(each) for each in row.drafts],
        )


class Uploaded(BaseModel):
    """The drafts that are in the queue, and a sentence for each file that was refused."""

    drafts: list[Draft]
    problems: list[str]


class Statement(BaseModel):
    """One statement of a fact; `mention` and `element` as in the JSON report, `table` counts from 1."""

    mention: int
    text: str
    value: str
    table: int
    title: str
    row: str
    column: str
    element: int
    page: int = 0
    place: str


class Finding(BaseModel):
    """A finding and what is decided about it."""

    number: int
    fingerprint: str
    severity: str
    relation: str
    probability: float
    same_fact: float | None
    kind: str
    label: str
    period: str
    first_text: str
    first_table: int
    first_title: str
    second_text: str
    second_table: int
    second_title: str
    verdict: Verdict
    reason: str
    decided_by: str
    decided: datetime.datetime | None
    assignee: str
    standing: str = Field(description="'finding', 'left open', or 'promoted' from there by a reviewer.")
    amount: float | None = Field(description="The difference in base units, without its sign.")
    rule: str = Field(description="The rule that sets apart what was left open, or empty.")
    event: int = Field(description="The last act on it, 0 where there was none.")
    since_last_draft: Literal["new", "unchanged", "reopened"]
    since_last_draft_note: str

    @classmethod
    def of(cls, row: FindingRow) -> Finding:
        """Return a stored finding."""
        return cls(**_finding(row))


class Note(BaseModel):
    """What somebody wrote under a finding; `earlier` is what the note said before, the oldest first."""

    id: int
    who: str
    at: datetime.datetime
    text: str
    draft: int
    earlier: list[str]

    @classmethod
    def of(cls, note: WrittenNote) -> Note:
        """Return a stored note."""
        last = note.last
        earlier = [said.text for said in note.earlier]
        return cls(id=last.id, who=last.who, at=last.at, text=last.text, draft=last.draft, earlier=earlier)


class WholeFinding(Finding):
    """A finding with every statement of its fact, the one that stands out first, then its counterpart."""

    statements: list[Statement]
    notes: list[Note]

    @classmethod
    def with_all(cls, row: FindingRow, said: Sequence[WrittenNote]) -> WholeFinding:
        """Return a stored finding with its statements and notes."""
        statements = [Statement(**member) for member in row.members]
        return cls(statements=statements, notes=[Note.of(note) for note in said], **_finding(row))


class Fact(BaseModel):
    """A fact that is stated more than once."""

    number: int
    fingerprint: str
    outcome: Literal["passed", "finding", "undecided"]
    finding: int | None
    label: str
    period: str
    text: str
    statements: int
    ticked_by: str
    ticked: datetime.datetime | None

    @classmethod
    def of(cls, row: FactRow) -> Fact:
        """Return a stored fact."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields})


class Event(BaseModel):
    """A line of the audit trail."""

    id: int
    at: datetime.datetime
    who: str
    kind: str
    words: str
    fingerprint: str
    seen: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]
    model: str
    settings: dict[str, Any]
    undoes_id: int | None

    @classmethod
    def of(cls, row: EventRow) -> Event:
        """Return a stored event."""
        values = {name: getattr(row, name) for name in cls.model_fields}
        return cls(**values | {"words": str(act(row))})


class Signature(BaseModel):
    """Who signed a draft, and when."""

    by: str
    at: datetime.datetime


class SignOff(BaseModel):
    """The signatures under a draft, and what they leave out.

    `undecided` findings and `unsettled` own checks block signing. `exceptions` are the items left open that
    nobody has looked at; `beyond` counts those of them that only the JSON report lists.
    """

    prepared: Signature | None
    reviewed: Signature | None
    by_one_person: bool
    undecided: list[int]
    unsettled: list[int] = Field(description="Own checks that do not hold and are not decided.")
    exceptions: list[int]
    beyond: int
    words: list[str]

    @classmethod
    def of(cls, statement: SignedStatement) -> SignOff:
        """Return what a statement says."""
        draft = statement.draft
        return cls(
            prepared=Signature(by=draft.prepared_by, at=draft.prepared) if draft.prepared else None,
            reviewed=Signature(by=draft.reviewed_by, at=draft.reviewed) if draft.reviewed else None,
            by_one_person=statement.by_one_person,
            undecided=[row.number for row in statement.undecided],
            unsettled=[row.number for row in statement.unsettled],
            exceptions=[row.number for row in statement.exceptions],
            beyond=statement.beyond,
            words=[str(sentence) for sentence in statement.sentences],
        )


class NewSignature(BaseModel):
    """As what to sign a draft."""

    part: Part


class Decision(BaseModel):
    """What to decide; an expected difference needs its reason.

    `whole_pair` decides the other open findings between the same two tables as well.
    """

    verdict: Verdict
    reason: str = Field(default="", max_length=4000)
    whole_pair: bool = False
    seen: int | None = Field(
        default=None,
        ge=0,
        description="The `event` of the finding as read; refused with 409 if somebody has acted since.",
    )


class Act(BaseModel):
    """What to do with several findings in one act; what is left out stays as it is.

    `seen` is the last event that was read, of any of them: the act is refused with 409 where somebody has
    acted on one of them since.
    """

    findings: list[int] = Field(min_length=1, max_length=1000)
    verdict: Verdict | None = None
    reason: str = Field(default="", max_length=4000)
    assignee: str | None = Field(default=None, max_length=120)
    note: str = Field(default="", max_length=4000)
    seen: int | None = Field(default=None, ge=0)

    def together(self) -> Together:
        """Return it as it is done."""
        return Together(self.verdict, self.reason, self.assignee, self.note, self.seen)


class NewNote(BaseModel):
    """A note to write."""

    text: str = Field(min_length=1, max_length=4000)


class Assignment(BaseModel):
    """Who is to look at a finding, "" for nobody."""

    assignee: str = Field(default="", max_length=120)


class Tick(BaseModel):
    """Whether a fact is ticked off."""

    ticked: bool


def _finding(row: FindingRow) -> dict[str, Any]:
    names = set(Finding.model_fields) - {"since_last_draft", "since_last_draft_note", "event"}
    values = {name: getattr(row, name) for name in names}
    return {
        **values,
        "event": row.event_id or 0,
        "since_last_draft": row.carried,
        "since_last_draft_note": str(note_of(row)),
    }
