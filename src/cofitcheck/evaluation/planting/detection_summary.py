"""Sums of `evaluate errors` and `evaluate untagged`: errors found, by kind and threshold, and false findings.

`evaluate untagged` plants slips in tables without tags (discussion, highlights, selected data). There people
say which cells state the same fact (`evaluation.adjudication.draw`). A slip of each kind is planted in each
untagged cell that another table states as well.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from cofitcheck import __version__
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document, Mention
from cofitcheck.errors import InputError
from cofitcheck.evaluation.adjudication import JudgedPair, QuotedCell, Ruling
from cofitcheck.evaluation.corpus import Filing, Unread, parted
from cofitcheck.evaluation.figures import DIGITS, Json, Reliability, broken_down, share
from cofitcheck.evaluation.planting import SLIP_KINDS, ErrorKind, Planted, plant_slip
from cofitcheck.evaluation.planting.detection import Subject, Trial, Tried
from cofitcheck.stages import model_name

THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(20))
DEFINITIONS = {
    "found": "a finding names the planted mention, as the wrong one or as the witness against it",
    "recall": "found of injected, over all kinds but rounding, which is reported apart",
    "recall_slips": "the same over digit, transposition, dropped and added digit, scale and sign",
    "false_findings_per_clean_document": "every finding on a document as it was filed counts as false",
    "precision_at_document_level": "of the documents with a finding, the share that hold a planted error, "
    "where half of all documents are clean and half hold one error, of any kind but rounding",
    "at_half_a_false_finding": "the figures at the lowest threshold that reports no more than half a false "
    "finding a clean document (mean)",
    "calibration": "in the same half of clean documents and half with one error: findings that name the "
    "error came true, all findings of the clean document did not, and are in both halves",
}


def summary(
    benchmark: str,
    kinds: Sequence[ErrorKind],
    seed: int,
    config: CheckConfig,
    outcomes: Iterable[Tried | Unread],
) -> Json:
    """Sum the outcomes over documents, as JSON, at the checker's report threshold.

    `kinds` are the kinds of error that were planted."""
    tried, unread = parted(outcomes)
    at = config.checks.threshold
    trials = [trial for row in tried for trial in row.trials]
    by_kind = {kind: [trial for trial in trials if trial.kind is kind] for kind in kinds}
    return {
        "benchmark": benchmark,
        "documents": len(tried),
        "splits": sorted({row.split for row in tried} - {""}),
        "version": __version__,
        "method": config.system,
        "model": model_name(config),
        "unread": [asdict(each) for each in unread],
        "seed": seed,
        "threshold": at,
        **_at(tried, at),
        "rounding": _found(by_kind.get(ErrorKind.ROUNDING, []), at),
        "at_half_a_false_finding": _at_half_a_false_finding(tried),
        "recall_by_kind": {kind: _found(some, at)["recall"] for kind, some in by_kind.items()},
        "by_kind": {kind: _detail(some, at) for kind, some in by_kind.items()},
        "not_planted": Counter(kind for row in tried for kind in row.not_planted),
        "clean_findings": _clean(tried, at),
        "thresholds": [{"threshold": each, **_at(tried, each)} for each in THRESHOLDS],
        "calibration": sum(map(_reliability, tried), Reliability.nothing()).figures(),
        "breakdown": broken_down(tried, lambda some: _at(some, at)),
        "definitions": DEFINITIONS,
        "per_document": [_row(row, at) for row in tried],
    }


def _at(tried: Sequence[Tried], threshold: float) -> Json:
    """Return the main figures at a report threshold."""
    counted = [trial for row in tried for trial in _counted(row)]
    slips = [trial for trial in counted if trial.kind in SLIP_KINDS]
    return {
        **_found(counted, threshold),
        "recall_slips": _found(slips, threshold)["recall"],
        "false_findings_per_clean_document": _false_findings(tried, threshold),
        "precision_at_document_level": _document_precision(tried, counted, threshold),
    }


def _at_half_a_false_finding(tried: Sequence[Tried]) -> Json | None:
    for threshold in THRESHOLDS:
        if sum(_count(row, threshold) for row in tried) <= len(tried) / 2:
            return {"threshold": threshold, **_at(tried, threshold)}
    return None


def _counted(row: Tried) -> list[Trial]:
    return [trial for trial in row.trials if trial.kind is not ErrorKind.ROUNDING]


def _reliability(row: Tried) -> Reliability:
    """Compare the findings' probabilities with what was planted.

    Each trial stands for a document with an error and for a clean one."""
    trials = _counted(row)
    named = [trial.named for trial in trials if trial.named > 0]
    false = [finding.probability for finding in row.clean_findings]
    return Reliability.of(
        np.array([*named, *false]),
        np.array([True] * len(named) + [False] * len(false)),
        np.array([1.0] * len(named) + [2.0 * len(trials)] * len(false)),
    )


def _found(trials: Sequence[Trial], threshold: float) -> Json:
    found = sum(_is_found(trial, threshold) for trial in trials)
    return {"injected": len(trials), "found": found, "recall": share(found, len(trials))}


def _is_found(trial: Trial, threshold: float) -> bool:
    return trial.named > 0 and trial.named >= threshold


def _detail(trials: Sequence[Trial], threshold: float) -> Json:
    found = [trial for trial in trials if _is_found(trial, threshold)]
    return {
        **_found(trials, threshold),
        "named_first": sum(trial.named_first for trial in found),
        "told_before": sum(trial.told_before >= threshold for trial in found),
        "missed": Counter(_why(trial) for trial in trials if not _is_found(trial, threshold)),
    }


def _why(trial: Trial) -> str:
    return trial.missed or "held to be two facts"


def _false_findings(tried: Sequence[Tried], threshold: float) -> Json:
    if not tried:
        return {"mean": None, "median": None, "p90": None}
    false = np.array([_count(row, threshold) for row in tried])
    return {
        "mean": round(float(false.mean()), DIGITS),
        "median": float(np.median(false)),
        "p90": round(float(np.percentile(false, 90)), DIGITS),
    }


def _count(row: Tried, threshold: float) -> int:
    return sum(finding.probability >= threshold for finding in row.clean_findings)


def _document_precision(tried: Sequence[Tried], trials: Sequence[Trial], threshold: float) -> float | None:
    if not tried or not trials:
        return None
    clean = sum(_count(row, threshold) > 0 for row in tried) / len(tried)
    planted = sum(max(trial.findings, default=-1.0) >= threshold for trial in trials) / len(trials)
    return share(planted, planted + clean)


def _clean(tried: Sequence[Tried], threshold: float) -> Json:
    """Count the findings on clean documents, by severity and by what the tags say of them."""
    every = [each for row in tried for each in row.clean_findings if each.probability >= threshold]
    return {
        "findings": len(every),
        "severity": Counter(each.severity for each in every),
        "tags_say": Counter(each.tags for each in every),
    }


def _row(row: Tried, threshold: float) -> Json:
    return {
        "document": row.document,
        "sha256": row.sha256,
        "mentions": row.mentions,
        "false_findings": _count(row, threshold),
        "trials": [
            {
                "kind": trial.kind,
                "table": trial.table,
                "row": trial.row,
                "column": trial.column,
                "element": trial.element,
                "found": _is_found(trial, threshold),
                "probability": round(trial.named, DIGITS),
            }
            for trial in row.trials
        ],
    }


def judged(filings: Sequence[Filing], verdicts: Path) -> list[Filing]:
    """Return the filings that the folder `verdicts` has verdicts on, and those that cannot be read.

    Raises `InputError` where the folder has verdicts on no filing.
    """
    hashes = {filing: _sha256(filing.path) for filing in filings}
    found = {filing for filing, sha256 in hashes.items() if sha256 and _file(verdicts, sha256).is_file()}
    if not found:
        raise InputError(f"{verdicts}: holds no verdicts on these documents; name the folder that does.")
    return [filing for filing in filings if filing in found or not hashes[filing]]


def attempt_judged(filing: Filing, verdicts: Path, seed: int, config: CheckConfig) -> Tried:
    """Check one document clean, and again with slips, one at a time.

    A slip of each kind is planted in each cell that is judged to state the same fact as another. Raises
    `InputError` where the document or its verdicts cannot be read."""
    subject = Subject(filing, config)
    same = [
        verdict
        for verdict in _read(_file(verdicts, hashlib.sha256(subject.document.source).hexdigest()))
        if verdict.verdict is Ruling.SAME
    ]
    return subject.tried(_slips(subject.document, same, seed))


def _slips(
    document: Document, verdicts: Sequence[JudgedPair], seed: int
) -> Iterator[tuple[ErrorKind, Planted | None]]:
    for verdict in verdicts:
        mention, witness = _mention(document, verdict.left), _mention(document, verdict.right)
        for kind in SLIP_KINDS:
            random = Random(f"{seed} {document.name} {verdict.left.element} {kind}")
            planted = mention and witness and plant_slip(document, mention, witness, kind, random)
            yield kind, planted or None


def _mention(document: Document, cell: QuotedCell) -> Mention | None:
    return next((each for each in document.mentions if each.place.element == cell.element), None)


def _file(folder: Path, sha256: str) -> Path:
    return folder / f"{sha256}.jsonl"


def _read(path: Path) -> list[JudgedPair]:
    try:
        return [msgspec.json.decode(line, type=JudgedPair) for line in path.read_bytes().splitlines()]
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}); check the path.") from error
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: holds no verdicts ({error}); keep them anew.") from error


def _sha256(path: Path) -> str:
    """Return the hash of a document's uncompressed bytes, "" for one that cannot be read."""
    try:
        data = path.read_bytes()
        return hashlib.sha256(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).hexdigest()
    except (OSError, EOFError, zlib.error):
        return ""
