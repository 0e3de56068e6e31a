"""Decisions as pairs to train on: which two cells a person took for one fact, and which not.

The records have the form of the verdicts in `benchmarks/adjudication`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from cofitcheck.review.database.models import DraftRow, FindingRow
from cofitcheck.review.decisions.verdicts import Verdict

_MEANING = {Verdict.DIFFERENT: "different", Verdict.ERROR: "same"}
"""An expected difference says neither: its reason may be another scope, which is another fact."""


def training_pairs(draft: DraftRow, findings: Iterable[FindingRow]) -> bytes:
    """Return a line of JSON for each finding that is decided to be one fact, or two."""
    return b"".join(msgspec.json.encode(record) + b"\n" for record in _records(draft, findings))


def _records(draft: DraftRow, findings: Iterable[FindingRow]) -> Iterator[dict[str, Any]]:
    for finding in findings:
        meaning = _MEANING.get(Verdict(finding.verdict))
        if meaning:
            left, right = sorted(finding.members[:2], key=lambda member: member["element"])
            yield {
                "document": draft.sha256,
                "left": _cell(left),
                "right": _cell(right),
                "verdict": meaning,
                "reason": finding.reason,
            }


def _cell(member: dict[str, Any]) -> dict[str, Any]:
    return {name: member[name] for name in ("element", "text", "table", "title", "row", "column")}
