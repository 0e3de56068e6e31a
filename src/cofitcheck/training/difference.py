"""Likelihood ratios of difference kinds, from planted errors and from pairs of a clean document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import log

from cofitcheck.checks import DifferenceKind, DifferenceModel


def fit_difference(
    planted: Iterable[DifferenceKind], clean: Iterable[DifferenceKind], base: DifferenceModel | None = None
) -> DifferenceModel:
    """Return `base` with the log of P(kind | slip) / P(kind | two different facts), add-one smoothed.

    `planted` are the kinds of planted errors, drawn as the error model draws them; `clean` those of pairs
    with different values that a clean document's model takes for one fact. Bias and weight stay those of
    `base`.
    """
    slips, others = Counter(planted), Counter(clean)
    kinds = len(DifferenceKind)
    ratios = {
        kind: log((slips[kind] + 1) / (slips.total() + kinds))
        - log((others[kind] + 1) / (others.total() + kinds))
        for kind in DifferenceKind
    }
    return replace(base or DifferenceModel(), log_likelihood_ratio=ratios)
