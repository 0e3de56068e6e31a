"""Trees that tell planted errors from documents as filed: by which companies they are judged, and where."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cofitcheck.evaluation.corpus import Filing

FOLDS = 4
FALSE = 0.2
"""The most findings on a filing as it was filed, on average."""
OF_A_COMPANY = 4
"""The most filings of one company that teach."""


@dataclass(frozen=True)
class JudgedFilings:
    """What an ensemble says of filings whose companies it does not know: the probability of each finding of
    each filing as filed, and the highest that each planted error brought about (0: none)."""

    clean: list[list[float]]
    planted: list[float]

    def false(self, threshold: float) -> float:
        """Return the findings a filing as filed."""
        return float(np.mean([sum(p >= threshold for p in each) for each in self.clean]))

    def recall(self, threshold: float) -> float:
        """Return the share of the planted errors that are found."""
        return float(np.mean([p >= threshold for p in self.planted]))

    @property
    def threshold(self) -> float:
        """The least threshold, to three digits, that keeps filings as filed to `FALSE` findings."""
        allowed = [t for t in np.arange(0.5, 0.9995, 0.001) if self.false(float(t)) <= FALSE]
        return round(float(allowed[0]), 3) if allowed else 0.999


def fold_of(company: str) -> int:
    """Return the part of the companies that one belongs to."""
    return int(hashlib.sha256(company.encode()).hexdigest(), 16) % FOLDS


def few_of_a_company(filings: Sequence[Filing]) -> list[Filing]:
    """Return the first `OF_A_COMPANY` filings of each company."""
    taken: Counter[str] = Counter()
    chosen = []
    for filing in filings:
        taken[filing.company] += 1
        if taken[filing.company] <= OF_A_COMPANY:
            chosen.append(filing)
    return chosen
