"""Does a probability mean what it says? What was said against what came true, in bins (reliability)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.evaluation.figures import DIGITS, Json, share

BINS = 10
"""As wide as each other, from 0 to 1."""

Sums = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Reliability:
    """What was said of some cases, and what came true, by bin: how many cases there are, the sum of their
    probabilities, and how many of them were right; each (BINS,)."""

    cases: Sums
    said: Sums
    true: Sums

    @classmethod
    def of(cls, probability: Sums, true: npt.NDArray[np.bool_], weight: Sums | None = None) -> Reliability:
        """Sort cases into bins by their probability; all (n,). A case counts `weight` times, 1 by default."""
        bins = np.minimum((probability * BINS).astype(np.int64), BINS - 1)
        weight = np.ones(len(probability)) if weight is None else weight
        cases, said, right = (
            np.bincount(bins, weights=weight * each, minlength=BINS).astype(np.float64)
            for each in (np.ones(len(probability)), probability, true)
        )
        return cls(cases, said, right)

    @classmethod
    def nothing(cls) -> Reliability:
        """No case at all."""
        return cls(np.zeros(BINS), np.zeros(BINS), np.zeros(BINS))

    def __add__(self, other: Reliability) -> Reliability:
        return Reliability(self.cases + other.cases, self.said + other.said, self.true + other.true)

    def figures(self) -> Json:
        """Return the bins that hold a case, the base rate (the share that came true) and the expected
        calibration error: how far bins are off, the mean over cases. As most cases are in the lowest bin, and
        nobody sees them, the error is told without it too."""
        sums = zip(self.cases.tolist(), self.said.tolist(), self.true.tolist(), strict=True)
        return {
            "cases": int(self.cases.sum()),
            "base_rate": share(float(self.true.sum()), float(self.cases.sum())),
            "expected_calibration_error": self._error(0),
            "expected_calibration_error_from_0.1": self._error(1),
            "bins": [
                {
                    "from": at / BINS,
                    "to": (at + 1) / BINS,
                    "cases": int(cases),
                    "said": share(said, cases),
                    "true": share(true, cases),
                }
                for at, (cases, said, true) in enumerate(sums)
                if cases
            ],
        }

    def _error(self, first: int) -> float | None:
        """Return the expected calibration error of the bins from `first` on."""
        cases = float(self.cases[first:].sum())
        off = float(np.abs(self.said[first:] - self.true[first:]).sum())
        return round(off / cases, DIGITS) if cases else None
