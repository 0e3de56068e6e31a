"""Counts as the figures that go into JSON: rates to four digits, and what they are made of."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.evaluation.matching.metrics import Counts

Json = dict[str, object]

DIGITS = 4


def figures(counts: Counts, claimed: bool = True) -> Json:
    """Return precision, recall and F1 with `pairs` (of the gold), `predicted` and `hits`.

    The rates are None, and nothing is said of predictions, where they are not `claimed`.
    """
    if not claimed:
        return {"precision": None, "recall": None, "f1": None, "pairs": counts.gold}
    return {
        "precision": round(counts.precision, DIGITS),
        "recall": round(counts.recall, DIGITS),
        "f1": round(counts.f1, DIGITS),
        "pairs": counts.gold,
        "predicted": counts.predicted,
        "hits": counts.hits,
    }


def share(part: float, whole: float) -> float | None:
    """Return part over whole, None where there is no whole."""
    return round(part / whole, DIGITS) if whole else None


def mean(values: Sequence[float]) -> float | None:
    """Return the mean, None of nothing."""
    return share(sum(values), len(values))
