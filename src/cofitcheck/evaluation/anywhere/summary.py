"""The trials of all documents summed: what is found, by which check, and what is said of clean ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict

import numpy as np

from cofitcheck import __version__
from cofitcheck.checks.model import FindingKind
from cofitcheck.config import CheckConfig
from cofitcheck.evaluation.anywhere.kinds import Planting
from cofitcheck.evaluation.anywhere.trials import Trial, Tried
from cofitcheck.evaluation.figures import DIGITS, Json, broken_down, share
from cofitcheck.evaluation.work import Unread, parted
from cofitcheck.stages import model_name

DEFINITIONS = {
    "found": "a finding that was not there before names a changed cell: as one of its two numbers, or among "
    "the numbers of its calculation",
    "named": "of the found, a finding holds a changed cell to be wrong",
    "named_where_sums_cross": "the same of the cells that a sum down the column and one across the row check",
    "false_findings_per_clean_document": "every finding on a document as it was filed counts as false",
    "ledger": "the share of the numbers of tables that a check confirms or contradicts in documents as filed",
}


def summary(seed: int, config: CheckConfig, outcomes: Iterable[Tried | Unread]) -> Json:
    """Sum the outcomes over documents, as JSON."""
    tried, unread = parted(outcomes)
    trials = [trial for row in tried for trial in row.trials]
    alone = [trial for trial in trials if trial.alone]
    slips = [trial for trial in alone if trial.planting is Planting.ANYWHERE]
    return {
        "benchmark": "anywhere",
        "documents": len(tried),
        "splits": sorted({row.split for row in tried} - {""}),
        "version": __version__,
        "method": config.system,
        "model": model_name(config),
        "unread": [asdict(each) for each in unread],
        "seed": seed,
        "threshold": config.checks.threshold,
        **_found(slips),
        "recall_by_kind": {kind.value: _found([t for t in alone if t.planting is kind]) for kind in Planting},
        "recall_by_check": _by_check(slips),
        "six_a_document": _found([trial for trial in trials if not trial.alone]),
        "false_findings_per_clean_document": _false(tried),
        "ledger": _ledger(tried),
        "breakdown": broken_down(tried, _figures),
        "definitions": DEFINITIONS,
        "per_document": [_row(row) for row in tried],
    }


def _figures(tried: Sequence[Tried]) -> Json:
    slips = [t for row in tried for t in row.trials if t.alone and t.planting is Planting.ANYWHERE]
    false = _false(tried)["mean"]
    return {**_found(slips), "false_findings_per_clean_document": false, "checked": _ledger(tried)["checked"]}


def _found(trials: Sequence[Trial]) -> Json:
    found = [trial for trial in trials if trial.found]
    crossed = [trial for trial in found if trial.crosses]
    return {
        "planted": len(trials),
        "found": len(found),
        "recall": share(len(found), len(trials)),
        "named": share(sum(trial.named for trial in found), len(found)),
        "named_where_sums_cross": share(sum(trial.named for trial in crossed), len(crossed)),
    }


def _by_check(trials: Sequence[Trial]) -> Json:
    """Return the share of the planted that each kind of check found, each by its likeliest finding."""
    found = Counter(trial.found for trial in trials)
    return {kind.value: share(found[kind.value], len(trials)) for kind in FindingKind}


def _false(tried: Sequence[Tried]) -> Json:
    counts = np.array([len(row.accused) for row in tried] or [0])
    by_check = Counter(kind for row in tried for kind in row.accused)
    return {
        "mean": round(float(counts.mean()), DIGITS),
        "median": float(np.median(counts)),
        "p90": round(float(np.percentile(counts, 90)), DIGITS),
        "by_check": {kind.value: share(by_check[kind.value], len(tried)) for kind in FindingKind},
    }


def _ledger(tried: Sequence[Tried]) -> Json:
    numbers = sum(row.mentions for row in tried)
    kinds = Counter({kind: 0 for row in tried for kind in row.by_kind})
    for row in tried:
        kinds.update(row.by_kind)
    return {
        "numbers": numbers,
        "checked": share(sum(row.checked for row in tried), numbers),
        "by_check": {kind: share(count, numbers) for kind, count in kinds.items()},
    }


def _row(row: Tried) -> Json:
    return {
        "document": row.document,
        "mentions": row.mentions,
        "checked": row.checked,
        "accused": list(row.accused),
        "trials": [asdict(trial) for trial in row.trials],
    }
