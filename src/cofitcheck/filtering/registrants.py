"""One fact is of one company: pairs of tables that two registrants state are no candidates."""

from __future__ import annotations

import numpy as np

from cofitcheck.document import Document
from cofitcheck.filtering.model import CandidatePairs


def of_one_registrant(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs without those whose tables have different known registrants."""
    names = {"": 0}
    tables = [names.setdefault(table.registrant, len(names)) for table in document.tables]
    if len(names) <= 2:
        return pairs
    of = np.array([tables[mention.table] for mention in document.mentions])
    left, right = of[pairs.left], of[pairs.right]
    return pairs.take((left == right) | (left == 0) | (right == 0))
