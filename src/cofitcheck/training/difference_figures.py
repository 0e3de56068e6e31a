"""What the weights of differences are worth: on errors that people found, and on planted ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from cofitcheck.checks import DifferenceModel
from cofitcheck.checks.evidence.difference import Evidence
from cofitcheck.evaluation.figures import DIGITS, Json, share
from cofitcheck.training.known_differences import Shown, is_weighed

Floats = npt.NDArray[np.float64]
Judge = Callable[[Evidence], float]
_EDGES = (0.0, 0.3, 0.5, 0.75, 0.9, 1.0)


def worth_of(said: Floats, true: npt.NDArray[np.bool_]) -> Json:
    """Hold probabilities, (differences,), against what people said: the loss a difference, how often a real
    error is held for likelier than what is none, and how many of those told are real."""
    kept = np.clip(said, 1e-6, 1 - 1e-6)
    lost = -np.log(np.where(true, kept, 1 - kept)).mean()
    higher = (said[true][:, None] > said[~true][None, :]).mean()
    equal = (said[true][:, None] == said[~true][None, :]).mean()

    def told(least: float, below: float = 2.0) -> Json:
        among = (said >= least) & (said < below)
        real, count = int(true[among].sum()), int(among.sum())
        return {
            "told": count,
            "real": real,
            "precision": share(real, count),
            "recall": share(real, int(true.sum())),
        }

    return {
        "log_loss": round(float(lost), DIGITS),
        "ranked_right": round(float(higher + equal / 2), DIGITS),
        "from_0.5": told(0.5),
        "from_0.8": told(0.8),
        "bins": [
            {"from": least, "to": below, **told(least, 2.0 if below == 1.0 else below)}
            for least, below in pairwise(_EDGES)
        ],
    }


def planted_found(model: DifferenceModel, shown: Sequence[Shown]) -> Json:
    """Count the planted errors that a model finds, and what it finds in the filings as they were filed."""
    planted = [each for each in shown if each.kind]
    clean = [each for each in shown if not each.kind]
    accused = sum(model.judge(each) >= 0.5 for one in clean for each in one.differences if is_weighed(each))
    return {
        "planted": len(planted),
        "found": found_by(model.judge, planted),
        "filings": len(clean),
        "findings_as_filed": accused,
    }


def found_by(judge: Judge, shown: Sequence[Shown]) -> int:
    """Count the planted errors that some difference tells."""
    return sum(likeliest(judge, each) >= 0.5 for each in shown if each.kind)


def likeliest(judge: Judge, shown: Shown) -> float:
    """Return the probability of the likeliest difference that no rule decides; 0 where there is none."""
    return max((judge(each) for each in shown.differences if not each.rule), default=0.0)
