"""Compares claims with verdicts: how many claims are right, and which of the known errors are reported."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict

from cofitcheck import __version__
from cofitcheck.checks.model import FindingKind, Severity
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Unread, parted
from cofitcheck.evaluation.figures import Json, share
from cofitcheck.evaluation.real import Judgement, Opinion, Published, share_a_place
from cofitcheck.evaluation.real.claims import LEFT_OPEN, Claim, Claims
from cofitcheck.evaluation.real.judged_claims import (
    ReadClaim,
    by_document_kind,
    counts,
    read_claims,
    reliability,
)
from cofitcheck.weights import bundled

SERIOUS = (Severity.HIGH.value, Severity.MEDIUM.value)
NOT_TOLD = "not at all"
NOT_RUN = "not run"
"""The state of errors whose document was not checked. They count in no share."""

WAYS = (*(each.value for each in Severity), LEFT_OPEN, NOT_TOLD)
"""The ways in which a known error is told, the best first."""

LIKELY = 0.3
"""The least probability of an error from which items left open are to be read too."""

DEFINITIONS = {
    "real": "the stated numbers contradict each other",
    "letter": "the numbers do not agree, but which rule they follow is not plain",
    "false": "nothing is wrong",
    "unread": "nobody has read it yet; it counts neither as right nor as wrong",
    "precision": "real ones of those that were read; precision_or_letter counts letters as right",
    "by_half": "high and medium findings by the first letter of the document: rules were mended on A to M, "
    "those for sentences on all",
    "reliability": "findings that were read, letters aside: how many are real of those of a probability",
    "by_document_kind": "what the list says of each document; by_half parts it by the first digit of its "
    "SHA-256: rules were mended on 0 to 7",
    "known_errors": "each cell that some verdict calls wrong, or each real contradiction where which cell is "
    "wrong is not plain; it is told by a finding, not judged false, that names the cell",
}

_OF_VERDICTS = ("real", "letter", "false", "unread", "precision")
_HALVES = ("A to M", "N to Z")
_SECOND_HALF = "n"
"""The first letter of names in the second half of documents. Rules are corrected on the first half. The
second shows how well they do elsewhere."""


def summary(
    outcomes: Iterable[Claims | Unread], verdicts: Sequence[Opinion], sources: Mapping[str, Published]
) -> Json:
    """Count claims by verdict and known errors by how they are told, as JSON.

    Raises `InputError` where a document with a real error has no source.
    """
    told, unread = parted(outcomes)
    read = _read(told, verdicts)
    findings = [each for each in read if each.claim.severity != LEFT_OPEN]
    serious = [each for each in findings if each.claim.severity in SERIOUS]
    open_ = [each for each in read if each.claim.severity == LEFT_OPEN and each.claim.probability >= LIKELY]
    errors = _errors(verdicts, read, sources, {row.sha256 for row in told})
    known = [each for each in errors if each["told"] != NOT_RUN]
    return {
        "benchmark": "real",
        "documents": len(told),
        "version": __version__,
        "model": bundled().name,
        "unread": [asdict(each) for each in unread],
        "verdicts": len(verdicts),
        "findings": counts(findings),
        "high_and_medium": counts(serious),
        "by_severity": {
            severity.value: counts([e for e in findings if e.claim.severity == severity])
            for severity in Severity
        },
        "by_kind": {kind.value: counts([e for e in serious if e.claim.kind == kind]) for kind in FindingKind},
        "by_half": {half: counts([each for each in serious if _half(each.name) == half]) for half in _HALVES},
        "reliability": reliability(findings),
        "by_document_kind": by_document_kind(told, findings),
        "left_open": counts(open_),
        "known_errors": _told(known),
        "known_errors_by_kind": {
            kind: _told([each for each in known if each["kind"] == kind])
            for kind in sorted({str(each["kind"]) for each in known})
        },
        "errors": errors,
        "to_read": [_to_read(each) for each in (*findings, *open_) if each.verdict is None],
        "definitions": DEFINITIONS,
    }


def kinds_summary(outcomes: Iterable[Claims | Unread], verdicts: Sequence[Opinion]) -> Json:
    """Return how much of each kind of document is checked, and how many findings are right, as JSON."""
    told, unread = parted(outcomes)
    findings = [each for each in _read(told, verdicts) if each.claim.severity != LEFT_OPEN]
    serious = [each for each in findings if each.claim.severity in SERIOUS]
    return {
        "benchmark": "kinds",
        "documents": len(told),
        "version": __version__,
        "model": bundled().name,
        "unread": [asdict(each) for each in unread],
        "kinds": by_document_kind(told, findings),
        "to_read": [_to_read(each) for each in serious if each.verdict is None],
        "definitions": {name: DEFINITIONS[name] for name in _OF_VERDICTS},
    }


def _read(told: Sequence[Claims], verdicts: Sequence[Opinion]) -> list[ReadClaim]:
    by_document: dict[str, list[Opinion]] = defaultdict(list)
    for verdict in verdicts:
        by_document[verdict.document].append(verdict)
    return [each for row in told for each in read_claims(row, by_document[row.sha256])]


def _half(name: str) -> str:
    return _HALVES[name[:1].lower() >= _SECOND_HALF]


def _errors(
    verdicts: Sequence[Opinion],
    read: Sequence[ReadClaim],
    sources: Mapping[str, Published],
    checked: Collection[str],
) -> list[Json]:
    errors: dict[tuple[str, ...], list[Opinion]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.judged is Judgement.REAL:
            errors[verdict.error].append(verdict)
    by_document: dict[str, list[Claim]] = defaultdict(list)
    for each in read:
        if each.judged != Judgement.FALSE:
            by_document[each.document].append(each.claim)
    found = [_error(alike, by_document[alike[0].document], sources) for alike in errors.values()]
    return [each if each["document"] in checked else {**each, "told": NOT_RUN} for each in found]


def _error(alike: Sequence[Opinion], claims: Sequence[Claim], sources: Mapping[str, Published]) -> Json:
    first = alike[0]
    if first.document not in sources:
        raise InputError(f"{first.document}: the list of documents does not say where it comes from; add it.")
    cells = {each.wrong for each in alike} if first.wrong else set(first.cells)
    telling = [claim for claim in claims if share_a_place(cells, claim.named)]
    best = min(telling, key=lambda claim: WAYS.index(claim.severity), default=None)
    return {
        "document": first.document,
        **asdict(sources[first.document]),
        "kind": first.kind,
        "caption": first.caption,
        "cells": list(first.cells),
        "stated": first.stated,
        "against": first.against,
        "wrong": first.wrong,
        "why": first.why,
        "told": best.severity if best else NOT_TOLD,
        "told_as": best.kind if best else "",
    }


def _told(errors: Sequence[Json]) -> Json:
    counts = Counter(str(each["told"]) for each in errors)
    reported = sum(counts[severity.value] for severity in Severity)
    return {
        "errors": len(errors),
        **{way: counts[way] for way in WAYS},
        "reported": share(reported, len(errors)),
        "high_or_medium": share(sum(counts[severity] for severity in SERIOUS), len(errors)),
    }


def _to_read(each: ReadClaim) -> Json:
    return {"document": each.document, **asdict(each.claim)}
