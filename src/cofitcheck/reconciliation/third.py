"""Pairs judged a third time, with the two facts and the two tables seen as a whole.

A fact is what several tables state, and two tables repeat each other in whole rows and columns. The second
ensemble sees neither. Here a pair is seen with the partners of both mentions in third tables, by second
scores, and with the lines that its tables have in common, by first scores. The pair's own two values have no
part in it (`partners` and `tables` say why).
"""

from __future__ import annotations

import numpy as np

from cofitcheck.classification.features import Columns, matrix
from cofitcheck.classification.trees import Trees
from cofitcheck.mentions.arrays import FloatArray, IntArray, Mask, MentionArrays
from cofitcheck.reconciliation.partners import partner_features
from cofitcheck.reconciliation.tables import table_features

LEAST = 0.02
"""A pair with a lower second score is not looked at again: of those hardly one is one fact."""
_EDGE = 1e-5
"""Second scores are kept so far from nought and one: their log odds are finite."""


def third_features(
    arrays: MentionArrays, columns: Columns, score: FloatArray, a: IntArray, b: IntArray
) -> tuple[Mask, Columns]:
    """Return which of pairs (a, b) are looked at again, and what the third ensemble sees of these.

    `columns` are those that the second ensemble sees of all pairs, `score` float32 (pairs,) what it says.
    """
    asked = score >= LEAST
    kept = np.clip(score.astype(np.float64), _EDGE, 1 - _EDGE)
    known: Columns = {
        "second": np.log(kept / (1 - kept)),
        **columns,
        **partner_features(arrays, score, a, b),
        **table_features(arrays, columns["score"].astype(np.float32), a, b),
    }
    return asked, {name: column[asked] for name, column in known.items()}


def third_scores(
    trees: Trees, arrays: MentionArrays, columns: Columns, score: FloatArray, a: IntArray, b: IntArray
) -> FloatArray:
    """Return the scores of pairs (a, b) after the third look: float32 (pairs,)."""
    asked, known = third_features(arrays, columns, score, a, b)
    again = score.copy()
    if asked.any():
        again[asked] = trees.score(matrix(known))
    return again
