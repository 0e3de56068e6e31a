"""What comparing documents brought, as JSON in its published form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from cofitcheck import __version__
from cofitcheck.checks.comparatives import (
    Compared,
    Comparison,
    Comparisons,
    Outcome,
    SaidCompared,
    Unfollowed,
)
from cofitcheck.checks.reasons import Reason
from cofitcheck.document import Document
from cofitcheck.reports.json import mention_record
from cofitcheck.reports.json.schema import MentionRecord, Probability
from cofitcheck.reports.json.text_records import DecimalText, ProseMentionRecord, prose_record
from cofitcheck.reports.model.wording import encodable, plain_decimal
from cofitcheck.reports.words import ENGLISH, speaking
from cofitcheck.reports.words.reasons import render_reason

SCHEMA_VERSION = 2
"""Raised by one whenever a reader of the older form would misread the new one."""


class PlacedRecord(MentionRecord, frozen=True, kw_only=True):
    """A number in a table cell of one of the documents: `document` counts them from 0, this one first."""

    document: int


class ComparedRecord(Struct, frozen=True, kw_only=True):
    """A number and its counterpart in another document; one is null where only one document has the number.

    `outcome` is "explained", "differ", "left_open", "not_found", or of drafts "added", "dropped" or "moved".
    It is "agree" where the number stands in the text of the other document. `same_fact` is null where the
    places tell which numbers belong together. `words` quotes what explains a difference. `others` are further
    numbers of the other document that take part.
    """

    outcome: str
    mention: PlacedRecord | None
    counterpart: PlacedRecord | None
    others: tuple[PlacedRecord, ...]
    same_fact: Probability | None
    probability: Probability
    relation: str | None
    slip: str
    difference: DecimalText | None
    reason: str
    words: str


class NotComparedRecord(Struct, frozen=True):
    """How many numbers were not compared, and why."""

    reason: str
    count: int


class SaidRecord(Struct, frozen=True, kw_only=True):
    """A number in a sentence: `here` in this document, `there` in a sentence of the other document.

    One of the two is null where only one document has the number. `cells` are the numbers of the other
    document that state it, or contradict it.
    """

    outcome: str
    here: ProseMentionRecord | None
    there: ProseMentionRecord | None
    cells: tuple[PlacedRecord, ...]


class UnfollowedRecord(Struct, frozen=True):
    """Numbers of a draft that were changed, and those that should have changed with them.

    `kind` says what they contradict, as that of a finding does.
    """

    kind: str
    changed: tuple[PlacedRecord, ...]
    left: tuple[PlacedRecord, ...]


class ComparisonRecord(Struct, frozen=True, kw_only=True):
    """This document compared with document number `document`.

    `agree` are pairs of indices into the mentions of the two documents; `compared` has all other numbers.
    `said` are numbers in sentences: of a draft those that have changed, of a release all of them.
    """

    document: int
    relation: str
    told: str
    summary: dict[str, int]
    agree: tuple[tuple[int, int], ...]
    compared: tuple[ComparedRecord, ...]
    not_compared: tuple[NotComparedRecord, ...]
    unfollowed: tuple[UnfollowedRecord, ...]
    said_summary: dict[str, int]
    said: tuple[SaidRecord, ...]


class DocumentRecord(Struct, frozen=True):
    """A document that took part: its number, its name, and how many numbers its tables state."""

    document: int
    name: str
    mentions: int


class RefusalRecord(Struct, frozen=True):
    """A document that could not be compared, and why."""

    document: str
    reason: str


class ComparisonsRecord(Struct, frozen=True, kw_only=True):
    """The comparison of this document with others. The same documents and version give the same bytes."""

    schema_version: int
    cofitcheck: str
    model: str
    threshold: Probability
    documents: tuple[DocumentRecord, ...]
    summary: dict[str, int]
    comparisons: tuple[ComparisonRecord, ...]
    refused: tuple[RefusalRecord, ...]


def comparisons_json(comparisons: Comparisons) -> bytes:
    """Return comparisons as UTF-8 JSON; amounts are decimal strings."""
    return msgspec.json.format(msgspec.json.encode(comparisons_record(comparisons)), indent=2)


def comparisons_record(comparisons: Comparisons) -> ComparisonsRecord:
    """Return comparisons in their published form."""
    documents = (comparisons.this, *(each.other for each in comparisons.each))
    return ComparisonsRecord(
        schema_version=SCHEMA_VERSION,
        cofitcheck=__version__,
        model=comparisons.model,
        threshold=comparisons.threshold,
        documents=tuple(
            DocumentRecord(number, encodable(document.name), len(document.mentions))
            for number, document in enumerate(documents)
        ),
        summary=_named(comparisons.summary),
        comparisons=tuple(_comparison(number, each) for number, each in enumerate(comparisons.each, start=1)),
        refused=tuple(
            RefusalRecord(encodable(each.document), encodable(each.reason)) for each in comparisons.refused
        ),
    )


def comparisons_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) that what `comparisons_json` writes keeps."""
    schema = msgspec.json.schema(ComparisonsRecord)
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, "title": "cofitcheck comparison", "version": SCHEMA_VERSION, **schema}


def _comparison(number: int, comparison: Comparison) -> ComparisonRecord:
    return ComparisonRecord(
        document=number,
        relation=comparison.kinship.value,
        told=_sentence(comparison.told),
        summary=_named(comparison.counts),
        agree=tuple(
            (each.mention, each.counterpart)
            for each in comparison.of(Outcome.AGREE)
            if each.mention is not None and each.counterpart is not None
        ),
        compared=tuple(
            _compared(number, comparison, each)
            for each in comparison.compared
            if each.outcome is not Outcome.AGREE or None in (each.mention, each.counterpart)
        ),
        not_compared=tuple(
            NotComparedRecord(_sentence(each.reason), each.count) for each in comparison.not_compared
        ),
        unfollowed=tuple(_unfollowed(comparison, each) for each in comparison.unfollowed),
        said_summary=_named(comparison.said_counts),
        said=tuple(_said(number, comparison, each) for each in comparison.said),
    )


def _compared(number: int, comparison: Comparison, each: Compared) -> ComparedRecord:
    return ComparedRecord(
        outcome=each.outcome.value,
        mention=_placed(0, comparison.this, each.mention),
        counterpart=_placed(number, comparison.other, each.counterpart),
        others=_all_placed(number, comparison.other, each.others),
        same_fact=each.same_fact,
        probability=each.probability,
        relation=each.relation.value if each.relation else None,
        slip=each.slip.value,
        difference=None if each.difference is None else plain_decimal(each.difference),
        reason=_sentence(each.reason) if each.reason else "",
        words=encodable(each.words),
    )


def _placed(number: int, document: Document, mention: int | None) -> PlacedRecord | None:
    if mention is None:
        return None
    return PlacedRecord(document=number, **msgspec.structs.asdict(mention_record(document, mention)))


def _all_placed(number: int, document: Document, mentions: Iterable[int]) -> tuple[PlacedRecord, ...]:
    records = (_placed(number, document, mention) for mention in mentions)
    return tuple(record for record in records if record is not None)


def _said(number: int, comparison: Comparison, each: SaidCompared) -> SaidRecord:
    return SaidRecord(
        outcome=each.outcome.value,
        here=prose_record(comparison.this, each.here) if each.here else None,
        there=prose_record(comparison.other, each.there) if each.there else None,
        cells=_all_placed(number, comparison.other, each.cells),
    )


def _sentence(reason: Reason) -> str:
    """Return a reason in English: the same record for all readers."""
    with speaking(ENGLISH):
        return encodable(str(render_reason(reason)))


def _unfollowed(comparison: Comparison, each: Unfollowed) -> UnfollowedRecord:
    changed, left = (_all_placed(0, comparison.this, mentions) for mentions in (each.changed, each.left))
    return UnfollowedRecord(each.kind.value, changed, left)


def _named(counts: Mapping[Outcome, int]) -> dict[str, int]:
    return {outcome.value: count for outcome, count in counts.items()}
