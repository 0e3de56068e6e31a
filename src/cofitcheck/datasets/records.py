"""The records of a data set: documents with their tables, mentions with their tags, pairs of mentions.

It also reads which company a tagged filing names, and whether its bytes are those that the SEC publishes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

import msgspec
import numpy as np
from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Document, Mention, Table
from cofitcheck.evaluation.gold import Key, Labels, ambiguous_pairs, same_table_pairs, strict_pairs
from cofitcheck.evaluation.gold.contexts import local_name, read_declarations
from cofitcheck.evaluation.gold.tags import Tag
from cofitcheck.reports.model.wording import plain_decimal

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?<(?:\?xml|!doctype|html)\b", re.IGNORECASE)


class CellRecord(msgspec.Struct, frozen=True):
    """A cell of a table's logical grid: its top left corner, the rows and columns it spans, and its text."""

    row: int
    column: int
    rows: int
    columns: int
    text: str


class TableRecord(msgspec.Struct, frozen=True):
    """A table as `cofitcheck.document.Table` describes it; `element` is its place in the parsed file."""

    index: int
    element: int
    rows: int
    columns: int
    header_rows: int
    stub_columns: int
    section_rows: list[int]
    inner_headers: list[int]
    title: str
    caption: str
    text_before: str
    text_after: str
    registrant: str
    cells: list[CellRecord]


class FaultRecord(msgspec.Struct, frozen=True):
    """A tag that could not be used: the kind of fault, the element, and the id or concept it is about."""

    kind: str
    element: int
    name: str


class DatasetDocument(msgspec.Struct, frozen=True):
    """A document: its company, the checksum and size of its uncompressed content, its tables, its faults."""

    document: str
    company: str
    entity: str
    form: str
    period: str
    sha256: str
    bytes: int
    tables: list[TableRecord]
    unread_tables: int
    warnings: list[str]
    faults: list[FaultRecord]


class TagRecord(msgspec.Struct, frozen=True):
    """A mention's tag: the key of its fact, and the value in base units (None for nil).

    `id` and `decimals` are as the tag has them. `start` is "" for an instant; `members` are the (dimension,
    member) pairs.
    """

    id: str
    concept: str
    entity: str
    start: str
    end: str
    members: list[tuple[str, str]]
    unit: str
    value: str | None
    decimals: str


class DatasetMention(msgspec.Struct, frozen=True):
    """A number in a table: where it stands, what it says, its tag, and the number of its fact.

    `fact` is the same for mentions of one fact in this document. `fact` and `tag` are None without a tag.
    Values are decimal strings in base units.
    """

    document: str
    index: int
    table: int
    row: int
    column: int
    element: int
    row_path: list[str]
    column_path: list[str]
    text: str
    kind: str
    value: str | None
    precision: int
    measure: str
    currency: str
    fact: int | None
    tag: TagRecord | None


class PairRecord(msgspec.Struct, frozen=True):
    """Two mentions of a document by index, left < right.

    `kind` is "strict" (one fact, in two tables), "same table" (one fact, in one table) or "ambiguous" (tags
    cannot judge).
    """

    document: str
    left: int
    right: int
    kind: str


def tables(document: Document) -> list[TableRecord]:
    """Return the tables of a document."""
    return [_table(table) for table in document.tables]


def faults(labels: Labels) -> list[FaultRecord]:
    """Return those of a document's tags that could not be used."""
    return [FaultRecord(fault.kind, fault.place.element, fault.name) for fault in labels.faults]


def mentions(document: Document, labels: Labels, name: str) -> Iterator[DatasetMention]:
    """Yield the mentions of a document with what its tags say."""
    for mention, tag, key, value, fact in zip(
        document.mentions, labels.tag, labels.key, labels.value, labels.fact.tolist(), strict=True
    ):
        said = _tag(tag, key, value) if tag and key else None
        yield _mention(mention, name, said, fact if said else None)


def pairs(labels: Labels, name: str) -> Iterator[PairRecord]:
    """Yield the labelled pairs of a document, by kind and then in the order of its mentions."""
    kinds = {
        "strict": strict_pairs(labels),
        "same table": same_table_pairs(labels),
        "ambiguous": ambiguous_pairs(labels),
    }
    for kind, found in kinds.items():
        for left, right in np.asarray(found).tolist():
            yield PairRecord(name, left, right, kind)


def _table(table: Table) -> TableRecord:
    return TableRecord(
        index=table.index,
        element=table.place.element,
        rows=table.rows,
        columns=table.columns,
        header_rows=table.header_rows,
        stub_columns=table.stub_columns,
        section_rows=sorted(table.section_rows),
        inner_headers=sorted(table.inner_headers),
        title=table.title,
        caption=table.caption,
        text_before=table.text_before,
        text_after=table.text_after,
        registrant=table.registrant,
        cells=[CellRecord(cell.row, cell.column, cell.rows, cell.columns, cell.text) for cell in table.cells],
    )


def _mention(mention: Mention, name: str, tag: TagRecord | None, fact: int | None) -> DatasetMention:
    number = mention.number
    return DatasetMention(
        document=name,
        index=mention.index,
        table=mention.table,
        row=mention.row,
        column=mention.column,
        element=mention.place.element,
        row_path=list(mention.row_path),
        column_path=list(mention.column_path),
        text=mention.text,
        kind=number.kind.value,
        value=None if number.value is None else plain_decimal(number.value),
        precision=number.precision,
        measure=number.measure.value,
        currency=number.currency,
        fact=fact,
        tag=tag,
    )


def _tag(tag: Tag, key: Key, value: Decimal | None) -> TagRecord:
    return TagRecord(
        id=tag.identifier,
        concept=key.concept,
        entity=key.context.entity,
        start=key.context.start,
        end=key.context.end,
        members=list(key.context.members),
        unit=key.unit,
        value=None if value is None else plain_decimal(value),
        decimals=tag.decimals,
    )


@dataclass(frozen=True, slots=True)
class FilingIdentity:
    """What a filing says of itself; "" where it says nothing.

    `entity` is the identifier that most of its contexts name: the CIK for the SEC, an LEI in Europe. `form`
    is the cover page's document type. `period` is the last day of the period that the cover page is tagged
    with (ISO).
    """

    entity: str
    form: str
    period: str


def identify(root: etree._Element) -> FilingIdentity:
    """Read from a parsed filing its company, its form and its period."""
    contexts = read_declarations(root).contexts
    entities = Counter(context.entity for context in contexts.values() if context.entity)
    # Of two that are named equally often the first by name, so that the answer never changes.
    entity = min(entities, key=lambda name: (-entities[name], name), default="")
    form = period = ""
    for element in root.iter("*"):
        if local_name(element) == "nonnumeric" and element.get("name", "") == "dei:DocumentType":
            form = " ".join("".join(map(str, element.itertext())).split())
            context = contexts.get(element.get("contextref", ""))
            period = context.end if context else ""
            break
    return FilingIdentity(entity, form, period)


def alterations(data: bytes) -> str:
    """Say how a filing's bytes were changed after the SEC published them, as far as they show it.

    Comma-separated: "lower case" (tags were rewritten), "wrapped" (something before the document), "script"
    (a script was added, which the SEC does not accept), "line ends" (CR LF), "last line" (not ended). ""
    means that no sign of a change was found. It does not mean that there was no change.
    """
    signs = {
        "lower case": b"<ix:nonfraction" in data,
        "wrapped": not _BEGINNING.match(data),
        "script": b"<script" in data.lower(),
        "line ends": b"\r\n" in data,
        "last line": not data.endswith(b"\n"),
    }
    return ",".join(sign for sign, shown in signs.items() if shown)
