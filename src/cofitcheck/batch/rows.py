"""What became of a document, as rows of the tables; and how many documents came out how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeAlias

import msgspec

from cofitcheck import __version__
from cofitcheck.batch.schema import as_text
from cofitcheck.checks.comparatives.model import Comparisons
from cofitcheck.checks.model import Severity, ended_early
from cofitcheck.reports.compared.records import comparisons_record
from cofitcheck.reports.json.records import mention_record, to_record
from cofitcheck.reports.model.report import Report

Row: TypeAlias = dict[str, Any]

CHECKED, IN_PART = "checked", "checked in part"
"""What became of a document whose check ended; of one whose check ended early, at its bound of time."""


def checked_rows(
    document: str, report: Report, seconds: Mapping[str, float], reports: Sequence[str]
) -> dict[str, list[Row]]:
    """Return the rows of a document that was checked; `seconds` by stage, `reports` by their file names."""
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
    """Return the row that sums a pair up: what the other is, and how many numbers have which outcome."""
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
    """The counts of a run and of those before it in the same folder; `postponed` is of this run alone."""

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
