"""Numbers in running text: a sentence with its number in a finding, and what became of all, as published."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from cofitcheck.checks.ledger import CheckKind, Outcome
from cofitcheck.checks.model import Finding, TextAccount, Told
from cofitcheck.document import Document
from cofitcheck.prose import ProseMention
from cofitcheck.reports import wording
from cofitcheck.reports.report import Report
from cofitcheck.reports.wording import encodable, plain_decimal
from cofitcheck.reports.words import Words, phrase

DecimalText = Annotated[str, Meta(pattern=r"^-?[0-9]+(\.[0-9]+)?$", description="A decimal number, in full")]

_PRINTED = re.compile(r"[0-9][0-9.,]*[0-9]|[0-9]")
_AROUND = 420
"""So many characters of the sentence are shown on either side of its number."""


class TextCheckRecord(Struct, frozen=True):
    """How a number in running text was checked: `kind` is "text", `outcome` "agrees" or "contradicted",
    `others` the ids of the cells: the one that states it, or the later and the earlier of a change."""

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
    """The numbers in running text: `tied` of them agree with a table, `contradicted` are in findings; the
    others are tied to nothing, which is no error: most of them stand in no table."""

    numbers: int
    tied: int
    contradicted: int
    mentions: tuple[ProseMentionRecord, ...]


class ToldRecord(Struct, frozen=True, kw_only=True):
    """The number in running text of a finding of kind "text".

    `mention` is its `id` among `text.mentions`. `way` is "stated", "change" or "change in percent";
    `computed` what the cells come to, without sign, in the unit of the number. `difference` says how the two
    differ: "digit", "transposition", "dropped digit", "scale", "other period", "direction" or "other".
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


@dataclass(frozen=True, slots=True)
class SentenceView:
    """A sentence cut at its number, where it stands, and what the tables come to, as the sentence would say
    it; `calculation` says of a change how."""

    before: str
    number: str
    after: str
    heading: str
    place: Words
    link: str
    computed: Words
    calculation: Words = ""


def sentence_of(document: Document, finding: Finding, link: str = "") -> SentenceView | None:
    """Return the sentence of a finding in running text, None of any other."""
    told = finding.told
    if told is None:
        return None
    said, passage = told.said, document.passages[told.said.passage]
    start = said.start - said.sentence.start
    words = said.words
    before, after = words[:start], words[start + said.end - said.start :]
    return SentenceView(
        before=before if len(before) <= _AROUND else "…" + before[-_AROUND:],
        number=said.text,
        after=after if len(after) <= _AROUND else after[:_AROUND] + "…",
        heading=wording.short(passage.heading, 160),
        place=wording.place(document, passage.place),
        link=link,
        computed=come_to(told),
        calculation=_calculation(document, told),
    )


def come_to(told: Told) -> Words:
    """Return what the cells come to, as the sentence would say it: "$1,314 million"."""
    said = told.said
    if told.slip == "direction":
        return phrase("an increase") if told.rose > 0 else phrase("a decrease")
    digits = told.computed.scaleb(-said.number.scale)
    shown = f"{digits:,f}"
    printed = _PRINTED.search(said.text)
    if printed is None:
        return shown
    return said.text[: printed.start()] + shown + said.text[printed.end() :]


def _calculation(document: Document, told: Told) -> Words:
    if told.way == "stated":
        return ""
    later, earlier = (wording.short(document.mentions[cell].text, 40) for cell in told.cells)
    if told.way == "change":
        return phrase("{later} less {earlier}", later=later, earlier=earlier)
    return phrase("from {earlier} to {later}", later=later, earlier=earlier)
