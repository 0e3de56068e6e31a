"""Numbers in running text, and what became of each, as published."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cofitcheck.checks.ledger import CheckKind, Outcome
from cofitcheck.checks.model import TextAccount, Told
from cofitcheck.document import Document
from cofitcheck.prose import ProseMention
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import encodable, plain_decimal

DecimalText = Annotated[str, Meta(pattern=r"^-?[0-9]+(\.[0-9]+)?$", description="A decimal number, in full")]


class TextCheckRecord(Struct, frozen=True):
    """How a number in running text was checked.

    `kind` is "text", `outcome` is "agrees" or "contradicted". `others` are the ids of the cells: the one that
    states the number, or the later and the earlier cell of a change.
    """

    kind: str
    outcome: str
    others: tuple[int, ...]


class ProseMentionRecord(Struct, frozen=True, kw_only=True):
    """A number in running text; `id` counts them from 0, apart from those of tables.

    `passage` counts the passages of the document; `start` and `end` are characters of its text, as shown with
    white space folded. `value` is in base units, null where none is stated; `role` says what it counts
    ("amount", "percent", ...), `operation` how it takes part ("level", "change", ...). `element`, `page`,
    `box`, `file` and `label` say where the passage stands, as of a number in a table.
    """

    id: int
    text: str
    sentence: str
    passage: int
    start: int
    end: int
    value: DecimalText | None
    precision: int
    measure: str
    currency: str
    role: str
    operation: str
    direction: str
    element: int
    page: int
    box: tuple[float, float, float, float] | None
    file: str
    label: str
    checks: tuple[TextCheckRecord, ...]


class TextRecord(Struct, frozen=True, kw_only=True):
    """The numbers in running text: `tied` of them agree with a table, `contradicted` are in findings.

    The others are tied to nothing. That is no error, as most of them stand in no table.
    """

    numbers: int
    tied: int
    contradicted: int
    mentions: tuple[ProseMentionRecord, ...]


class ToldRecord(Struct, frozen=True, kw_only=True):
    """The number in running text of a finding of kind "text".

    `mention` is its `id` among `text.mentions`. `way` is "stated", "change", "change in percent" or
    "average". Of a ratio it is "share", "rest" (what a part leaves of the whole), "ratio" or "change in
    points". It is "beside" where a sentence compares two lines, or two years of one line. `computed` is what
    the cells come to, without sign, in the unit of the number. `difference` says how the two differ: "digit",
    "transposition", "dropped digit", "scale", "other period", "direction" or "other".
    """

    mention: int
    way: str
    computed: DecimalText
    difference: str


def text_record(report: Report) -> TextRecord:
    """Return what became of the numbers in running text of a report."""
    account = report.text
    return TextRecord(
        numbers=len(account.mentions),
        tied=len(account.tied),
        contradicted=len(account.contradicted),
        mentions=tuple(prose_record(report.document, said, account) for said in account.mentions),
    )


def told_record(told: Told | None) -> ToldRecord | None:
    """Return the number in running text of a finding, None where it has none."""
    if told is None:
        return None
    return ToldRecord(
        mention=told.said.index,
        way=told.way,
        computed=plain_decimal(told.computed),
        difference=told.slip,
    )


def prose_record(
    document: Document, said: ProseMention, account: TextAccount | None = None
) -> ProseMentionRecord:
    """Return a number in running text, with what an account of a check says of it."""
    account = account or TextAccount()
    passage, number = document.passages[said.passage], said.number
    place = passage.piece_at(said.start).place
    return ProseMentionRecord(
        id=said.index,
        text=encodable(said.text),
        sentence=encodable(said.words),
        passage=said.passage,
        start=said.start,
        end=said.end,
        value=None if number.value is None else plain_decimal(number.value),
        precision=number.precision,
        measure=number.measure.value,
        currency=number.currency,
        role=said.role.value,
        operation=said.operation.value,
        direction=said.direction.value,
        element=place.element,
        page=place.page,
        box=place.box,
        file=encodable(place.file),
        label=encodable(place.label),
        checks=_checks(account, said.index),
    )


def _checks(account: TextAccount, index: int) -> tuple[TextCheckRecord, ...]:
    outcomes = ((Outcome.CONTRADICTED, account.contradicted), (Outcome.AGREES, account.tied))
    return tuple(
        TextCheckRecord(CheckKind.TEXT.value, outcome.value, cells[index])
        for outcome, cells in outcomes
        if index in cells
    )
