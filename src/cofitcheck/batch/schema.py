"""The tables that a batch writes, as `docs/batch.md` describes them, and the rows of a document in them.

The columns say what the JSON report says. Rows of different tables belong together by `document`; `mention`
is the number of a mention within its document. `BatchTally` counts the documents by what became of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeAlias

import msgspec
import pyarrow as pa
from msgspec import inspect

from cofitcheck import __version__
from cofitcheck.checks.comparatives import Comparisons, Outcome
from cofitcheck.checks.model import Severity, ended_early
from cofitcheck.reports.compared.records import comparisons_record
from cofitcheck.reports.json import mention_record, to_record
from cofitcheck.reports.json.schema import (
    CheckRecord,
    FactRecord,
    FindingRecord,
    LeftOpenRecord,
    MentionRecord,
    NotCheckedRecord,
    SummaryRecord,
)
from cofitcheck.reports.model.report import Report

VERSION = 8
"""Raised by one whenever parts of the old form and of the new one cannot stand in one folder."""

_TEXT, _WHOLE, _REAL = pa.string(), pa.int32(), pa.float64()
_PLAIN = {
    inspect.StrType: _TEXT,
    inspect.IntType: _WHOLE,
    inspect.FloatType: _REAL,
    inspect.BoolType: pa.bool_(),
}
Packed = Mapping[str, bytes]
"""Rows of tables, by the name of the table: one Arrow stream each, as they cross between processes."""
Row: TypeAlias = dict[str, Any]
CHECKED, IN_PART = "checked", "checked in part"
"""The status of a document whose check ended, and of one whose check ended early, at its bound of time."""


def _columns(record: type[msgspec.Struct], *left_out: str) -> Iterator[tuple[str, pa.DataType]]:
    """Yield the columns that say what a record of the JSON report says, by name and Arrow type."""
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
"""What differs from run to run; all other tables are the same whenever they are written."""
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
"""For each pair of documents: how many numbers in tables, and how many in sentences, have which outcome."""
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
"""The tables in the order in which they are written: the line in `documents` says that a document is done."""


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
    """Return a document's name as it stands in the tables; different names stay different, whatever their
    bytes."""
    return document.encode("utf-8", "backslashreplace").decode()


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def checked_rows(
    document: str, report: Report, seconds: Mapping[str, float], reports: Sequence[str]
) -> dict[str, list[Row]]:
    """Return the rows of a document that was checked; `seconds` are by stage, `reports` are file names."""
    record = to_record(report)
    key = {"document": as_text(document)}
    of_mention = {mention: fact.index for fact in record.facts for mention in fact.mentions}
    mentions = (_mention(report, index, of_mention) for index in range(len(report.document.mentions)))
    facts = ({"fact": fact.index} | _row(fact) for fact in record.facts)
    document_row = {
        **msgspec.structs.asdict(record.summary),
        "references": len(record.references),
        "set_aside": len(record.set_aside),
        "status": IN_PART if ended_early(report.not_checked) else CHECKED,
        "model": record.model,
        "cofitcheck": record.cofitcheck,
        "threshold": record.threshold,
        "warnings": record.warnings,
        "remarks": record.remarks,
        "reports": reports,
    }
    return {
        "mentions": [key | row for row in mentions],
        "facts": [key | row for row in facts],
        "findings": [key | _row(each) for each in record.findings],
        "checks": [
            key | {"mention": each.id} | _row(check)
            for each in record.ledger.mentions
            for check in each.checks
        ],
        "left_open": [key | _row(each) for each in record.left_open],
        "not_checked": [key | _row(each) for each in record.not_checked],
        "timings": [key | {"finished": datetime.now(UTC), "seconds": list(seconds.items())}],
        "documents": [key | document_row],
    }


def compared_rows(document: str, comparisons: Comparisons) -> dict[str, list[Row]]:
    """Return the row that sums up a pair: how the two are related, and how many numbers have which
    outcome."""
    (comparison,) = comparisons_record(comparisons).comparisons
    row = {
        "this": as_text(comparisons.this.name),
        "other": as_text(comparisons.each[0].other.name),
        "relation": comparison.relation,
        "told": comparison.told,
        **comparison.summary,
        "unfollowed": len(comparison.unfollowed),
        "sentences": list(comparison.said_summary.items()),
    }
    return {"comparisons": [{"document": as_text(document)} | row]}


def unchecked_rows(document: str, reason: str) -> dict[str, list[Row]]:
    """Return the rows of a document that could not be checked."""
    key = {"document": as_text(document)}
    row = {"status": "not checked", "reason": as_text(reason), "cofitcheck": __version__}
    return {"timings": [key | {"finished": datetime.now(UTC)}], "documents": [key | row]}


def _mention(report: Report, index: int, of_mention: Mapping[int, int]) -> Row:
    row = msgspec.structs.asdict(mention_record(report.document, index))
    return row | {"mention": row.pop("index"), "fact": of_mention.get(index)}


def _row(record: msgspec.Struct) -> Row:
    return {name: _cell(value) for name, value in msgspec.structs.asdict(record).items()}


def _cell(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _row(value)
    if isinstance(value, tuple):
        return [_cell(each) for each in value]
    return list(value.items()) if isinstance(value, dict) else value


@dataclass
class BatchTally:
    """The counts of a run and of those before it in the same folder; `postponed` counts this run alone."""

    COLUMNS: ClassVar = tuple(each.value for each in Severity)

    checked: int = 0
    in_part: int = 0
    unchecked: int = 0
    severities: Counter[Severity] = field(default_factory=Counter)
    postponed: int = 0

    @property
    def findings(self) -> int:
        """The number of findings of any severity."""
        return self.severities.total()

    def at_least(self, least: Severity) -> int:
        """Return the number of findings of a severity or more."""
        return sum(count for severity, count in self.severities.items() if severity.reaches(least))

    def add(self, documents: Any) -> None:
        """Count rows of the table of documents."""
        for status in documents["status"].to_pylist():
            self.checked += status == CHECKED
            self.in_part += status == IN_PART
            self.unchecked += status not in (CHECKED, IN_PART)
        for severity in Severity:
            self.severities[severity] += sum(filter(None, documents[severity.value].to_pylist()))

    def __str__(self) -> str:
        counts = [f"{self.checked:,} documents checked, {self.findings:,} findings"]
        if self.in_part:
            counts.append(f"{self.in_part:,} checked in part")
        if self.unchecked:
            counts.append(f"{self.unchecked:,} not checked")
        if self.postponed:
            counts.append(f"{self.postponed:,} not checked for now (run the same command again)")
        return "; ".join(counts)
