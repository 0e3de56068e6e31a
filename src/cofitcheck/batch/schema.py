"""The tables that a batch brings, as `docs/batch.md` describes them: what the JSON report says, in columns.

Rows of different tables belong together by `document`; a mention is named by its `mention` within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pyarrow as pa
from msgspec import inspect

from cofitcheck.checks.comparatives.model import Outcome
from cofitcheck.reports.json.schema import (
    CheckRecord,
    FactRecord,
    FindingRecord,
    LeftOpenRecord,
    MentionRecord,
    NotCheckedRecord,
    SummaryRecord,
)

VERSION = 8
"""Raised by one whenever parts of the older form and of the new one cannot stand in one folder."""

_TEXT, _WHOLE, _REAL = pa.string(), pa.int32(), pa.float64()
_PLAIN = {
    inspect.StrType: _TEXT,
    inspect.IntType: _WHOLE,
    inspect.FloatType: _REAL,
    inspect.BoolType: pa.bool_(),
}


def _columns(record: type[msgspec.Struct], *left_out: str) -> Iterator[tuple[str, pa.DataType]]:
    """Yield the columns that say what a record of the JSON report says, a mention by its number."""
    kind = inspect.type_info(record)
    assert isinstance(kind, inspect.StructType)
    return ((field.name, _arrow(field.type)) for field in kind.fields if field.name not in left_out)


def _arrow(kind: inspect.Type) -> pa.DataType:
    match kind:
        case inspect.StructType(fields=fields):
            return pa.struct([(field.name, _arrow(field.type)) for field in fields])
        case inspect.Metadata(type=plain):
            return _arrow(plain)
        case inspect.UnionType(types=types):
            (known,) = (each for each in types if not isinstance(each, inspect.NoneType))
            return _arrow(known)
        case inspect.VarTupleType(item_type=item):
            return pa.list_(_arrow(item))
        case inspect.TupleType(item_types=items):
            return pa.list_(_arrow(items[0]))
        case inspect.DictType(key_type=key, value_type=value):
            return pa.map_(_arrow(key), _arrow(value))
    return _PLAIN[type(kind)]


def _schema(*columns: tuple[str, pa.DataType]) -> pa.Schema:
    return pa.schema([("document", _TEXT), *columns])


DOCUMENTS = _schema(
    ("status", _TEXT),
    ("reason", _TEXT),
    ("model", _TEXT),
    ("cofitcheck", _TEXT),
    ("threshold", _REAL),
    *_columns(SummaryRecord),
    ("references", _WHOLE),
    ("set_aside", _WHOLE),
    ("warnings", pa.list_(_TEXT)),
    ("remarks", pa.list_(_TEXT)),
    ("reports", pa.list_(_TEXT)),
)
TIMINGS = _schema(("finished", pa.timestamp("ms", "UTC")), ("seconds", pa.map_(_TEXT, _REAL)))
"""What no two runs agree in stands here, and so all other tables are the same whenever they are written."""
MENTIONS = _schema(("mention", _WHOLE), ("fact", _WHOLE), *_columns(MentionRecord, "index"))
FACTS = _schema(("fact", _WHOLE), *_columns(FactRecord, "index"))
FINDINGS = _schema(*_columns(FindingRecord))
CHECKS = _schema(("mention", _WHOLE), *_columns(CheckRecord))
LEFT_OPEN = _schema(*_columns(LeftOpenRecord))
NOT_CHECKED = _schema(*_columns(NotCheckedRecord))
COMPARISONS = _schema(
    ("this", _TEXT),
    ("other", _TEXT),
    ("relation", _TEXT),
    ("told", _TEXT),
    *((outcome.value, _WHOLE) for outcome in Outcome),
    ("unfollowed", _WHOLE),
    ("sentences", pa.map_(_TEXT, _WHOLE)),
)
"""Of a pair of documents: how many of its numbers have which outcome, and those in sentences."""
TABLES: dict[str, pa.Schema] = {
    "mentions": MENTIONS,
    "facts": FACTS,
    "findings": FINDINGS,
    "checks": CHECKS,
    "left_open": LEFT_OPEN,
    "not_checked": NOT_CHECKED,
    "comparisons": COMPARISONS,
    "timings": TIMINGS,
    "documents": DOCUMENTS,
}
"""In the order in which they are written: a document is done when its line in `documents` is there."""

Packed = Mapping[str, bytes]
"""Some rows of each table, by its name: an Arrow stream each, as they cross between processes."""


def pack(rows: Mapping[str, list[dict[str, Any]]]) -> Packed:
    """Return rows of the tables as Arrow streams; a column that a row lacks is null."""
    return {name: _stream(pa.Table.from_pylist(rows[name], TABLES[name])) for name in rows}


def unpack(name: str, packed: Iterable[Packed]) -> pa.Table:
    """Return the rows that `packed` has of the table `name`, those of a document one after the other.

    Documents are in the order of their names, in whatever order they were finished.
    """
    streams = (pa.ipc.open_stream(each[name]) for each in packed if name in each)
    table = pa.Table.from_batches((batch for stream in streams for batch in stream), TABLES[name])
    return table.sort_by("document").combine_chunks()


def as_text(document: str) -> str:
    """Return a document's name as it stands in the tables; no two share one, whatever bytes they hold."""
    return document.encode("utf-8", "backslashreplace").decode()


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())
