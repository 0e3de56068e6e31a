"""Everything that the pipeline decides about one document, as plain records.

A record says in `record` what it is of and in `key` whose it is. Keys are made of places in the source, never
of a running number: a mention more shifts no other record.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Decimal
from enum import Enum
from math import isnan
from typing import Any

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks import Finding, LeftOpen
from cofitcheck.checks.model import Calculation
from cofitcheck.checks.reasons import Reason
from cofitcheck.classification import Classifier
from cofitcheck.classification.features import matrix
from cofitcheck.classification.trees import PairFeatures
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document, Place, Table
from cofitcheck.encoding import HEADS, Encoded
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.periods.dating import stated_periods
from cofitcheck.reports.model.finding_text import about, assessment, likely_cause
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import render_unchecked
from cofitcheck.reports.words.findings import JUDGED
from cofitcheck.reports.words.reasons import render_reason

DIGITS = 6
"""Scores are rounded to so many decimals: the last bits of a model are the machine's choice."""

Record = dict[str, Any]
_NOT_OF_A_TABLE = frozenset({"index", "place", "cells", "structure", "text_before", "text_after"})


@dataclass
class Listener:
    """A classifier that lets another judge, and keeps what went in and came out."""

    classifier: Classifier
    encoded: Encoded | None = None
    candidates: CandidatePairs | None = None
    scored: ScoredPairs | None = None

    @property
    def threshold(self) -> float:
        """The threshold of the one that judges."""
        return self.classifier.threshold

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return what the other says of the candidates."""
        self.encoded, self.candidates = encoded, candidates
        self.scored = self.classifier.classify(document, encoded, candidates)
        return self.scored


class Recorder:
    """Checks documents one after another and says what was decided; one thread, so that runs agree."""

    def __init__(self) -> None:
        """Load the bundled model."""
        self.checker = Checker(CheckConfig(threads=1))
        self.listener = Listener(self.checker.stages.classifier)
        self.checker.stages = replace(self.checker.stages, classifier=self.listener)
        self.report: Report | None = None

    def records(self, document: Document, *, exact: bool = True) -> list[Record]:
        """Return the records of a document.

        `exact` adds digests, to the last bit, of the vectors and of the features of all pairs: they are the
        same on one machine, and may differ on another. `report` is that of the last document.
        """
        self.report = report = self.checker.check(document)
        names = unique([place_of(document, mention.place) for mention in document.mentions])
        kinds = [_tables(document), _mentions(document, names), _unread(document)]
        kinds += [_pairs(self.listener, names), _decided(report, names)]
        if exact:
            kinds.append(iter([_digests(document, self.listener)]))
        return _with_unique_keys(record for records in kinds for record in records)


def place_of(document: Document, place: Place) -> str:
    """Return a place as a name: by page and box where it has them, else by the element in its file."""
    box = " ".join(f"{round(edge, 1):g}" for edge in place.box or ())
    where = f"page {place.page} at {box}" if box else f"#{place.element}"
    return where if place.file == document.name else f"{place.file} {where}"


def unique(names: Iterable[str]) -> list[str]:
    """Return names with a number behind those that came before."""
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        seen[name] += 1
        told.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return told


def _with_unique_keys(records: Iterable[Record]) -> list[Record]:
    held = list(records)
    of_kind: dict[str, list[Record]] = defaultdict(list)
    for record in held:
        of_kind[record["record"]].append(record)
    for kind in of_kind.values():
        for record, key in zip(kind, unique(record["key"] for record in kind), strict=True):
            record["key"] = key
    return held


def plain(value: Any) -> Any:
    """Return a value in the words of JSON: exact decimals as text, scores rounded, sets in order, what holds
    several by their names."""
    match value:
        case Enum():
            return value.value
        case Decimal():
            return str(value)
        case np.generic():
            return plain(value.item())
        case float():
            return None if isnan(value) else round(value, DIGITS)
        case frozenset():
            return sorted(value)
        case tuple() | list():
            return [plain(each) for each in value]
        case Reason():
            return str(render_reason(value))
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            return value


def _tables(document: Document) -> Iterator[Record]:
    yield {
        "record": "document",
        "key": "",
        "tables": len(document.tables),
        "mentions": len(document.mentions),
        "warnings": [str(render_unchecked(each)) for each in document.warnings],
    }
    held = [field.name for field in fields(Table) if field.name not in _NOT_OF_A_TABLE]
    for table in document.tables:
        stated = {name: plain(getattr(table, name)) for name in held}
        roles = {
            "row roles": [role.value for role in table.structure.rows],
            "column roles": [role.value for role in table.structure.columns],
            "stub columns": table.structure.stub_columns,
            "declared headers": sorted(table.structure.declared),
        }
        yield {"record": "table", "key": place_of(document, table.place), **stated, **roles}


def _unread(document: Document) -> Iterator[Record]:
    for unread in document.unread:
        yield {
            "record": "not read",
            "key": place_of(document, unread.place),
            "reason": str(render_unchecked(unread.reason)),
            "excerpt": unread.excerpt,
            "numbers": unread.numbers,
            "among": unread.among,
            "cells": [place_of(document, cell) for cell in unread.cells],
        }


def _mentions(document: Document, names: list[str]) -> Iterator[Record]:
    for mention, name, period in zip(document.mentions, names, stated_periods(document), strict=True):
        number = mention.number
        yield {
            "record": "mention",
            "key": name,
            "table": place_of(document, document.tables[mention.table].place),
            "cell": [mention.row, mention.column],
            "text": mention.text,
            "kind": number.kind.value,
            "value": plain(number.value),
            "scale": number.scale,
            "unit": " ".join(filter(None, (number.measure.value, number.currency))),
            "precision": number.precision,
            "truncated": number.truncated,
            "period": [period.year, period.month, period.day, period.months],
            "row path": list(mention.row_path),
            "column path": list(mention.column_path),
            "stored": mention.stored,
        }


def _pairs(listener: Listener, names: list[str]) -> Iterator[Record]:
    candidates, scored = listener.candidates, listener.scored
    assert candidates is not None
    assert scored is not None
    columns = (
        candidates.left.tolist(),
        candidates.right.tolist(),
        candidates.similarity.tolist(),
        scored.probability.tolist(),
    )
    for left, right, similarity, probability in zip(*columns, strict=True):
        key = f"{names[left]} ~ {names[right]}"
        yield {"record": "pair", "key": key, "scores": [plain(similarity), plain(probability)]}


def _decided(report: Report, names: list[str]) -> Iterator[Record]:
    yield {
        "record": "report",
        "key": "",
        "facts": len(report.facts),
        "passed": report.passed,
        "findings": len(report.found),
        "left open": len(report.kept_open),
        "remarks": [str(each) for each in report.remarks],
        "checked": report.ledger.checked,
        "by check": {kind.value: count for kind, count in report.ledger.by_kind.items()},
    }
    for fact in report.facts:
        ties = sorted(f"{names[left]} = {names[right]}" for left, right in fact.ties)
        yield {"record": "fact", "key": ", ".join(names[index] for index in fact.mentions), "ties": ties}
    for finding in report.found:
        yield {"record": "finding", "key": _against(finding, names), **_finding(report, finding, names)}
    for left in report.kept_open:
        said = _fields(left, frozenset({"fact", "mention", "counterpart"}))
        yield {"record": "left open", "key": _against(left, names), **said}
    for gap in report.not_checked:
        said = _fields(gap, frozenset({"what", "reason", "where", "element"}))
        yield {
            "record": "not checked",
            "key": f"{gap.what} | {render_unchecked(gap.reason)} | {gap.where}",
            **said,
        }


def _against(stated: Finding | LeftOpen, names: list[str]) -> str:
    return f"{names[stated.mention]} against {names[stated.counterpart]}"


def _finding(report: Report, finding: Finding, names: list[str]) -> Record:
    apart = frozenset({"fact", "mention", "counterpart", "right", "facets", "calculation", "certain"})
    said = _fields(finding, apart)
    name, period = about(report.document, finding)
    return {
        **said,
        **({"certain": finding.certain.name} if finding.certain else {}),
        "texts": [report.document.mentions[each].text for each in (finding.mention, finding.counterpart)],
        "fact": [names[index] for index in finding.mentions],
        "calculation": _calculation(finding.calculation, names),
        "right": None if finding.right is None else names[finding.right],
        "facets": {facet: plain(score) for facet, score in finding.facets.items()},
        "words": [
            str(each)
            for each in (
                name,
                period,
                likely_cause(finding),
                JUDGED[finding.judged],
                assessment(finding, report.high),
            )
        ],
    }


def _calculation(calculation: Calculation | None, names: list[str]) -> Record | None:
    if calculation is None:
        return None
    added = [f"{'+' if sign > 0 else '-'} {names[mention]}" for mention, sign in calculation.addends]
    without = frozenset({"total", "addends"})
    return {"total": names[calculation.total], "addends": added, **_fields(calculation, without)}


def _fields(stated: Any, without: frozenset[str]) -> Record:
    return {f.name: plain(getattr(stated, f.name)) for f in fields(stated) if f.name not in without}


def _digests(document: Document, listener: Listener) -> Record:
    """Return digests of what the trained parts were given and gave: vectors, and the features of pairs."""
    encoded, candidates = listener.encoded, listener.candidates
    assert encoded is not None
    assert candidates is not None
    vectors, features = hashlib.sha256(), hashlib.sha256()
    for head in HEADS:
        vectors.update(np.ascontiguousarray(getattr(encoded, head)).tobytes())
    if len(candidates):
        features.update(matrix(PairFeatures.of(document, encoded, candidates).semantic).tobytes())
    return {"record": "digest", "key": "", "vectors": vectors.hexdigest(), "features": features.hexdigest()}
