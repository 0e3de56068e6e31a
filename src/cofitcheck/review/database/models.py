"""The tables of the review page."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from cofitcheck.review.database import Moment, now

Moments = datetime.datetime


class Base(DeclarativeBase):
    """The base of all tables. Constraints have names, so that later migrations can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {Moments: Moment, dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


class AccountRow(Base):
    """A person. `password` is a salted hash, "" where the person signs in without a password."""

    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120), unique=True)
    role: Mapped[str] = mapped_column(String(16))
    password: Mapped[str] = mapped_column(String(300), default="")
    active: Mapped[bool] = mapped_column(default=True)
    created: Mapped[Moments] = mapped_column(default=now)


class SignInRow(Base):
    """A browser that has signed in; only hashes of its secrets are kept."""

    __tablename__ = "sign_ins"

    secret: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    expires: Mapped[Moments]
    account: Mapped[AccountRow] = relationship()


class ApiKeyRow(Base):
    """A key for programs; only its hash is kept."""

    __tablename__ = "api_keys"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(120))
    secret: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[Moments] = mapped_column(default=now)
    account: Mapped[AccountRow] = relationship()


class DocumentRow(Base):
    """A document through all its drafts."""

    __tablename__ = "documents"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(300))
    created: Mapped[Moments] = mapped_column(default=now)
    archived: Mapped[Moments | None]
    archived_by: Mapped[str] = mapped_column(String(120), default="", server_default="")
    compares_id: Mapped[int | None] = mapped_column(
        ForeignKey("documents.id", ondelete="CASCADE"), index=True
    )
    """Of a comparison, the document whose drafts are compared; None of any other document."""
    materiality: Mapped[float | None]
    """The amount below which differences are shown as immaterial, None where nobody has set it."""
    drafts: Mapped[list[DraftRow]] = relationship(
        back_populates="document", order_by="DraftRow.number", cascade="all, delete-orphan"
    )


class DraftRow(Base):
    """One version of a document as uploaded, and the results of checking it."""

    __tablename__ = "drafts"
    __table_args__ = (UniqueConstraint("document_id", "number"), Index(None, "status", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("documents.id", ondelete="CASCADE"))
    number: Mapped[int]
    file_name: Mapped[str] = mapped_column(String(300))
    sha256: Mapped[str] = mapped_column(String(64), index=True)
    size: Mapped[int]
    uploaded: Mapped[Moments] = mapped_column(default=now)
    uploaded_by: Mapped[str] = mapped_column(String(120))

    status: Mapped[str] = mapped_column(String(16), default="waiting")
    stage: Mapped[str] = mapped_column(String(40), default="")
    attempts: Mapped[int] = mapped_column(default=0)
    reason: Mapped[str] = mapped_column(Text, default="")
    owner: Mapped[str] = mapped_column(String(80), default="")
    lease_until: Mapped[Moments | None]

    checked: Mapped[Moments | None]
    model: Mapped[str] = mapped_column(String(300), default="")
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    seconds: Mapped[dict[str, Any]] = mapped_column(default=dict)
    counts: Mapped[dict[str, Any]] = mapped_column(default=dict)
    not_checked: Mapped[list[Any]] = mapped_column(default=list)
    remarks: Mapped[list[Any]] = mapped_column(default=list)
    gone: Mapped[list[Any]] = mapped_column(default=list)
    """The findings of the draft before that this one does not have, and what became of each."""
    copy: Mapped[str] = mapped_column(String(8), default="")
    """The ending of the marked copy's name, "" where there is none."""
    commented: Mapped[str] = mapped_column(String(24), default="")
    """The ending of the name of the copy with comments in the document's own format, or ""."""
    left_open: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """The `reports.model.left_open.OpenFacts` as JSON, None of a draft checked before these were kept."""
    worth_a_look: Mapped[int | None]
    set_aside: Mapped[int | None]
    """How many items left open are worth a look, and how many a rule sets aside; None of an older draft."""
    pages: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many pages the marked copy has, 0 where it is no PDF."""

    other_name: Mapped[str] = mapped_column(String(300), default="", server_default="")
    """The name of the document that this one is compared with, "" where it is checked by itself."""
    kinship: Mapped[str] = mapped_column(String(16), default="", server_default="")
    """What the other document is to this one, "" until that is known (see `Kinship`)."""
    of_number: Mapped[int] = mapped_column(default=0, server_default="0")
    """The number of the draft that is compared with the other document, 0 where none is."""

    prepared: Mapped[Moments | None]
    prepared_by: Mapped[str] = mapped_column(String(120), default="", server_default="")
    reviewed: Mapped[Moments | None]
    reviewed_by: Mapped[str] = mapped_column(String(120), default="", server_default="")
    """Who has signed as preparer, and who as reviewer. The second signature locks the decisions."""

    document: Mapped[DocumentRow] = relationship(back_populates="drafts")

    @property
    def shows_itself(self) -> bool:
        """Whether the marked copy is a page that a frame can show."""
        return self.copy == ".html"


class FindingRow(Base):
    """A finding of one draft as it is shown, and what has been decided about it.

    `view` is a `reports.model.finding_view.FindingView` as JSON, `members` are `Member` records. `carried`
    says how it relates to the draft before: "new", "unchanged" or "reopened"; `carried_note` says why.
    """

    __tablename__ = "findings"
    __table_args__ = (UniqueConstraint("draft_id", "number"), Index(None, "draft_id", "fingerprint"))

    id: Mapped[int] = mapped_column(primary_key=True)
    draft_id: Mapped[int] = mapped_column(ForeignKey("drafts.id", ondelete="CASCADE"))
    number: Mapped[int]
    fingerprint: Mapped[str] = mapped_column(String(40))
    severity: Mapped[str] = mapped_column(String(16))
    relation: Mapped[str] = mapped_column(String(32))
    probability: Mapped[float]
    same_fact: Mapped[float | None]
    kind: Mapped[str] = mapped_column(String(16), default="repeat", server_default="repeat")
    label: Mapped[str] = mapped_column(Text)
    period: Mapped[str] = mapped_column(Text)
    first_text: Mapped[str] = mapped_column(String(80))
    second_text: Mapped[str] = mapped_column(String(80))
    first_table: Mapped[int]
    second_table: Mapped[int]
    first_title: Mapped[str] = mapped_column(Text)
    second_title: Mapped[str] = mapped_column(Text)
    words: Mapped[str] = mapped_column(Text)
    view: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    members: Mapped[list[Any]] = mapped_column(default=list, deferred=True)

    verdict: Mapped[str] = mapped_column(String(16), default="open")
    reason: Mapped[str] = mapped_column(Text, default="")
    decided_by: Mapped[str] = mapped_column(String(120), default="")
    decided: Mapped[Moments | None]
    assignee: Mapped[str] = mapped_column(String(120), default="")
    carried: Mapped[str] = mapped_column(String(16), default="new")
    carried_note: Mapped[str] = mapped_column(Text, default="")
    before_id: Mapped[int | None] = mapped_column(ForeignKey("findings.id", ondelete="SET NULL"))
    comments: Mapped[int] = mapped_column(default=0)
    standing: Mapped[str] = mapped_column(String(16), default="finding", server_default="finding")
    """"finding", "left open" for an item left open, or "promoted" for one that a reviewer made a finding."""
    amount: Mapped[float | None]
    """The difference in base units, without its sign; None where nothing can be subtracted."""
    rule: Mapped[str] = mapped_column(Text, default="", server_default="")
    """The name of the rule that sets an item left open apart, "" where no rule does."""
    signs: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    """The reasons to look at an item left open, each as `decisions.kept` writes it."""
    event_id: Mapped[int | None]
    """The event that made it what it is; only that one can be undone."""


class OwnRow(Base):
    """An own check of a reviewer in one draft: a sum, or two numbers that are one fact or are not.

    `kind`, `outcome` and `members` (`OwnCell` records, of a sum the total first) are as in `review.own`.
    `said` says what the check comes to, `remarks` what was converted, `note` why the check was made. A check
    that does not hold is decided as a finding is. `carried` and `carried_note` say how it relates to the
    draft before.
    """

    __tablename__ = "own_checks"
    __table_args__ = (UniqueConstraint("draft_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    draft_id: Mapped[int] = mapped_column(ForeignKey("drafts.id", ondelete="CASCADE"))
    number: Mapped[int]
    fingerprint: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(16))
    label: Mapped[str] = mapped_column(Text)
    period: Mapped[str] = mapped_column(Text)
    members: Mapped[list[Any]] = mapped_column(default=list)
    outcome: Mapped[str] = mapped_column(String(16))
    said: Mapped[str] = mapped_column(Text)
    remarks: Mapped[list[Any]] = mapped_column(default=list)
    note: Mapped[str] = mapped_column(Text, default="")
    who: Mapped[str] = mapped_column(String(120))
    made: Mapped[Moments] = mapped_column(default=now)
    mends: Mapped[str] = mapped_column(String(40), default="")
    """The fingerprint of the finding whose lines it corrects, "" where it corrects none."""
    standing: Mapped[str] = mapped_column(String(16), default="kept")
    """"kept", or "withdrawn" by its maker or another reviewer."""
    verdict: Mapped[str] = mapped_column(String(16), default="open")
    reason: Mapped[str] = mapped_column(Text, default="")
    decided_by: Mapped[str] = mapped_column(String(120), default="")
    decided: Mapped[Moments | None]
    carried: Mapped[str] = mapped_column(String(16), default="new")
    carried_note: Mapped[str] = mapped_column(Text, default="")
    event_id: Mapped[int | None]
    """The event that made it what it is; only that one can be undone."""


class FactRow(Base):
    """A fact that a draft states more than once; `outcome` is "passed", "finding" or "undecided"."""

    __tablename__ = "facts"
    __table_args__ = (UniqueConstraint("draft_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    draft_id: Mapped[int] = mapped_column(ForeignKey("drafts.id", ondelete="CASCADE"))
    number: Mapped[int]
    fingerprint: Mapped[str] = mapped_column(String(40))
    outcome: Mapped[str] = mapped_column(String(16))
    finding: Mapped[int | None]
    """The number of its finding."""
    label: Mapped[str] = mapped_column(Text)
    period: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(String(80))
    tables: Mapped[str] = mapped_column(String(120))
    statements: Mapped[int]
    words: Mapped[str] = mapped_column(Text)
    members: Mapped[list[Any]] = mapped_column(default=list, deferred=True)
    ticked_by: Mapped[str] = mapped_column(String(120), default="")
    ticked: Mapped[Moments | None]


class TableRow(Base):
    """A table of a draft, with how many of its numbers have which outcome."""

    __tablename__ = "tables"
    __table_args__ = (UniqueConstraint("draft_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    draft_id: Mapped[int] = mapped_column(ForeignKey("drafts.id", ondelete="CASCADE"))
    number: Mapped[int]
    title: Mapped[str] = mapped_column(Text)
    mention: Mapped[int | None]
    """A number of the table that the marked copy can show."""
    passed: Mapped[int]
    found: Mapped[int]
    undecided: Mapped[int]
    alone: Mapped[int]


class EventRow(Base):
    """One line of the audit trail. It is never changed, and deleted only with its document.

    `seen` is what the person saw, `before` and `after` are the state that changed. Events of one act share a
    `batch`. `undoes_id` names the event that this one took back.
    """

    __tablename__ = "events"
    __table_args__ = (Index(None, "draft_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("documents.id", ondelete="CASCADE"), index=True)
    draft_id: Mapped[int] = mapped_column(ForeignKey("drafts.id", ondelete="CASCADE"))
    finding_id: Mapped[int | None] = mapped_column(ForeignKey("findings.id", ondelete="CASCADE"), index=True)
    fact_id: Mapped[int | None] = mapped_column(ForeignKey("facts.id", ondelete="CASCADE"))
    own_id: Mapped[int | None]
    """The own check that the event is about."""
    fingerprint: Mapped[str] = mapped_column(String(40), default="")
    kind: Mapped[str] = mapped_column(String(24))
    words: Mapped[str] = mapped_column(Text)
    who: Mapped[str] = mapped_column(String(120))
    at: Mapped[Moments] = mapped_column(default=now)
    seen: Mapped[dict[str, Any]] = mapped_column(default=dict)
    before: Mapped[dict[str, Any]] = mapped_column(default=dict)
    after: Mapped[dict[str, Any]] = mapped_column(default=dict)
    model: Mapped[str] = mapped_column(String(300), default="")
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    batch: Mapped[str] = mapped_column(String(32), index=True)
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("events.id"), unique=True)


class CommentRow(Base):
    """What somebody wrote under a finding; it stays with the finding through the drafts.

    A note is changed by another note that names it in `replaces_id`, so nothing that was written is lost.
    """

    __tablename__ = "comments"

    id: Mapped[int] = mapped_column(primary_key=True)
    finding_id: Mapped[int] = mapped_column(ForeignKey("findings.id", ondelete="CASCADE"), index=True)
    who: Mapped[str] = mapped_column(String(120))
    at: Mapped[Moments] = mapped_column(default=now)
    text: Mapped[str] = mapped_column(Text)
    draft: Mapped[int]
    """The number of the draft in which it was written."""
    replaces_id: Mapped[int | None] = mapped_column(
        ForeignKey("comments.id", ondelete="CASCADE"), unique=True
    )
