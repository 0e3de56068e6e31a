"""Sums the trials of all documents: numbers tied, errors found, and findings on clean documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

import numpy as np

from cofitcheck import __version__
from cofitcheck.evaluation.corpus import Unread, parted
from cofitcheck.evaluation.figures import DIGITS, Json, broken_down, figures, mean, share
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.evaluation.text import CELL, Trial, Tried
from cofitcheck.evaluation.text.misstatements import MisstatementKind
from cofitcheck.weights import bundled

DEFINITIONS = {
    "clear": "a number in text and a cell that are tied, against tags of the same concept, context and "
    "unit; pairs of one unit and period end under two tags are left out",
    "strict": "the same, where every pair of two tagged numbers with different tags counts as wrong",
    "planted": "digits, scale words, swapped pairs and stale numbers at numbers that have the tag of a cell "
    "(without tags: that are tied); directions and changes at those that two cells come to as filed",
    "found": "a finding of text that was not there before is in the sentence, or names the changed cell",
    "named": "of the found, the finding names the cells that the number is of",
    "false_findings_per_clean_document": "every finding of text on a document as filed counts as false",
    "seconds": "for reading the prose and holding it against the tables",
}


def summary(seed: int, outcomes: Iterable[Tried | Unread]) -> Json:
    """Sum the outcomes over documents, as JSON."""
    tried, unread = parted(outcomes)
    trials = [trial for row in tried for trial in row.trials]
    kinds = [*(kind.value for kind in MisstatementKind), CELL]
    return {
        "benchmark": "text",
        "documents": len(tried),
        "splits": sorted({row.split for row in tried} - {""}),
        "version": __version__,
        "model": bundled().name,
        "unread": [asdict(each) for each in unread],
        "seed": seed,
        **_found([trial for trial in trials if trial.kind != CELL]),
        "recall_by_kind": {kind: _found([t for t in trials if t.kind == kind]) for kind in kinds},
        "false_findings_per_clean_document": _false(tried),
        "pairs": _pairs(tried),
        "numbers": sum(row.mentions for row in tried),
        "tied": share(sum(row.tied for row in tried), sum(row.mentions for row in tried)),
        "seconds": mean([row.seconds for row in tried]),
        "breakdown": broken_down(tried, _figures),
        "definitions": DEFINITIONS,
        "per_document": [_row(row) for row in tried],
    }


def _figures(tried: Sequence[Tried]) -> Json:
    trials = [trial for row in tried for trial in row.trials if trial.kind != CELL]
    return {**_found(trials), "false_findings_per_clean_document": _false(tried)["mean"], **_pairs(tried)}


def _found(trials: Sequence[Trial]) -> Json:
    found = [trial for trial in trials if trial.found]
    return {
        "planted": len(trials),
        "found": len(found),
        "recall": share(len(found), len(trials)),
        "named": share(sum(trial.named for trial in found), len(found)),
    }


def _false(tried: Sequence[Tried]) -> Json:
    counts = np.array([len(row.told_as_filed) for row in tried] or [0])
    return {
        "mean": round(float(counts.mean()), DIGITS),
        "median": float(np.median(counts)),
        "p90": round(float(np.percentile(counts, 90)), DIGITS),
    }


def _pairs(tried: Sequence[Tried]) -> Json:
    return {
        "clear": figures(sum((row.pairs for row in tried if row.pairs), Counts())),
        "strict": figures(sum((row.strict for row in tried if row.strict), Counts())),
    }


def _row(row: Tried) -> Json:
    return {
        "document": row.document,
        "mentions": row.mentions,
        "tied": row.tied,
        "told_as_filed": list(row.told_as_filed),
        "trials": [asdict(trial) for trial in row.trials],
    }
