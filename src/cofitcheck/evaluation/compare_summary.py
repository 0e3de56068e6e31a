"""Sums the comparisons of filings: pairs matched, errors found, and differences reported as filed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from cofitcheck import __version__
from cofitcheck.checks.comparatives import Outcome
from cofitcheck.config import CheckConfig
from cofitcheck.evaluation.compare import BY_TAGS, Trial, Tried
from cofitcheck.evaluation.corpus import Unread, parted
from cofitcheck.evaluation.figures import DIGITS, Json, figures, mean, share
from cofitcheck.evaluation.metrics import PairScores
from cofitcheck.stages import model_name

DEFINITIONS = {
    "pairs": "numbers of the two filings whose tags agree in concept, context and unit; clear gold leaves "
    "out pairs that tags cannot judge",
    "found": "of slips in comparatives whose fact and value the other filing has by its tags, those reported "
    "as differences",
    "differences": "what is reported of pairs as filed, by what the tags of the two numbers say",
    "seconds": "of reading and comparing both filings, beside reading and checking the later one alone",
}


def summary(seed: int, config: CheckConfig, outcomes: Iterable[Tried | Unread]) -> Json:
    """Sum the outcomes over pairs, as JSON. A rate is None where its denominator is 0."""
    rows, unread = parted(outcomes)
    return {
        "benchmark": "compare",
        "definitions": DEFINITIONS,
        "documents": len(rows),
        "splits": sorted({row.split for row in rows} - {""}),
        "version": __version__,
        "model": model_name(config),
        "seed": seed,
        "unread": [asdict(each) for each in unread],
        **_figures(rows),
        "forms": {forms: _figures(_of(rows, forms)) for forms in sorted({row.forms for row in rows})},
        "per_pair": [_row(row) for row in rows],
    }


def _of(rows: Sequence[Tried], forms: str) -> list[Tried]:
    return [row for row in rows if row.forms == forms]


def _figures(rows: Sequence[Tried]) -> Json:
    scores = sum((row.scores for row in rows), PairScores())
    outcomes = Counter({outcome.value: 0 for outcome in Outcome})
    differences = Counter(dict.fromkeys(BY_TAGS, 0))
    for row in rows:
        outcomes.update(row.outcomes)
        differences.update(row.differences)
    trials = [trial for row in rows for trial in row.trials]
    seconds, check = (sum(each) for each in zip(*((r.seconds, r.check_seconds) for r in rows), strict=True))
    return {
        "pairs": len(rows),
        "strict": figures(scores.strict),
        "clear": figures(scores.clear),
        "merged": figures(scores.merged),
        "comparatives": sum(outcomes.values()),
        "outcomes": {name: count for name, count in outcomes.items() if count},
        "planted": _planted(trials),
        "planted_by_kind": {
            kind: _planted([trial for trial in trials if trial.kind == kind])
            for kind in sorted({trial.kind for trial in trials})
        },
        "differences": dict(differences),
        "differences_per_pair": share(differences.total(), len(rows)),
        "seconds_per_pair": mean([row.seconds for row in rows]),
        "seconds_over_one_check": share(seconds, check),
    }


def _planted(trials: Sequence[Trial]) -> Json:
    outcomes = Counter(trial.outcome for trial in trials)
    return {
        "planted": len(trials),
        "found": outcomes[Outcome.DIFFER.value],
        "share": share(outcomes[Outcome.DIFFER.value], len(trials)),
        "outcomes": dict(outcomes),
    }


def _row(row: Tried) -> Json:
    return {
        "this": row.this,
        "other": row.other,
        "forms": row.forms,
        "clear": figures(row.scores.clear),
        "outcomes": row.outcomes,
        "differences": row.differences,
        "trials": [asdict(trial) for trial in row.trials],
        "seconds": round(row.seconds, DIGITS),
        "check_seconds": round(row.check_seconds, DIGITS),
    }
