"""The four tables that a batch brings, as `docs/batch.md` describes them.

Rows of different tables belong together by `document`; a mention is named by its `mention` within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

VERSION = 1
"""Raised by one whenever a reader of the older form would misread the new one."""

_TEXT, _WHOLE, _REAL = pa.string(), pa.int32(), pa.float64()

DOCUMENTS = pa.schema(
    {
        "document": _TEXT,
        "status": _TEXT,
        "reason": _TEXT,
        "finished": pa.timestamp("ms", "UTC"),
        "model": _TEXT,
        "cofitcheck": _TEXT,
        "threshold": _REAL,
        "tables": _WHOLE,
        "mentions": _WHOLE,
        "compared_mentions": _WHOLE,
        "facts": _WHOLE,
        "passed": _WHOLE,
        "undecided": _WHOLE,
        "findings": _WHOLE,
        "high": _WHOLE,
        "medium": _WHOLE,
        "notice": _WHOLE,
        "not_checked": _WHOLE,
        "warnings": pa.list_(_TEXT),
        "remarks": pa.list_(_TEXT),
        "seconds": pa.map_(_TEXT, _REAL),
        "reports": pa.list_(_TEXT),
    }
)
MENTIONS = pa.schema(
    {
        "document": _TEXT,
        "mention": _WHOLE,
        "fact": _WHOLE,
        "table": _WHOLE,
        "table_title": _TEXT,
        "row": _WHOLE,
        "column": _WHOLE,
        "row_path": pa.list_(_TEXT),
        "column_path": pa.list_(_TEXT),
        "text": _TEXT,
        "kind": _TEXT,
        "value": _TEXT,
        "precision": _WHOLE,
        "measure": _TEXT,
        "currency": _TEXT,
        "element": _WHOLE,
        "page": _WHOLE,
        "box": pa.list_(_REAL),
        "file": _TEXT,
        "label": _TEXT,
        "stored": _TEXT,
    }
)
FACTS = pa.schema({"document": _TEXT, "fact": _WHOLE, "outcome": _TEXT, "mentions": pa.list_(_WHOLE)})
FINDINGS = pa.schema(
    {
        "document": _TEXT,
        "fingerprint": _TEXT,
        "severity": _TEXT,
        "probability": _REAL,
        "same_fact": _REAL,
        "by_words": _REAL,
        "facets": pa.map_(_TEXT, _REAL),
        "relation": _TEXT,
        "slip": _TEXT,
        "difference": _TEXT,
        "fact": _WHOLE,
        "mention": _WHOLE,
        "counterpart": _WHOLE,
        "reasons": pa.list_(_TEXT),
    }
)
TABLES: dict[str, pa.Schema] = {
    "mentions": MENTIONS,
    "facts": FACTS,
    "findings": FINDINGS,
    "documents": DOCUMENTS,
}
"""In the order in which they are written: a document is done when its line in `documents` is there."""

Packed = Mapping[str, bytes]
"""Some rows of each table, by its name: an Arrow stream each, as they cross between processes."""


def pack(rows: Mapping[str, list[dict[str, Any]]]) -> Packed:
    """Return rows of the tables as Arrow streams; a column that a row lacks is null."""
    return {name: _stream(pa.Table.from_pylist(rows[name], TABLES[name])) for name in rows}


def unpack(name: str, packed: Iterable[Packed]) -> pa.Table:
    """Return the rows that `packed` has of the table `name`, one after the other."""
    streams = (pa.ipc.open_stream(each[name]) for each in packed if name in each)
    return pa.Table.from_batches((batch for stream in streams for batch in stream), TABLES[name])


def as_text(document: str) -> str:
    """Return a document's name as it stands in the tables; no two share one, whatever bytes they hold."""
    return document.encode("utf-8", "backslashreplace").decode()


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())
