"""Candidates must be of one basis and of one company.

An adjusted number, a pro forma one, one of the parent alone and one of another registrant are never the fact
that a number without these words states."""

from __future__ import annotations

import numpy as np

from cofitcheck.document import Document
from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.mentions.words import MentionBasis, mention_bases


def of_one_basis(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs whose labels, headers and tables state no two different bases."""
    ids: dict[MentionBasis, int] = {}
    of = np.array([ids.setdefault(each, len(ids)) for each in mention_bases(document)], dtype=np.int32)
    return pairs.take(of[pairs.left] == of[pairs.right])


def of_one_registrant(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs whose tables are of one registrant, or of registrants that nobody knows."""
    names = {"": 0}
    tables = [names.setdefault(table.registrant, len(names)) for table in document.tables]
    if len(names) <= 2:
        return pairs
    of = np.array([tables[mention.table] for mention in document.mentions])
    left, right = of[pairs.left], of[pairs.right]
    return pairs.take((left == right) | (left == 0) | (right == 0))
