"""One fact is of one basis and of one company: what is adjusted, pro forma, of the parent alone or of another
registrant is no candidate for what is not."""

from __future__ import annotations

import numpy as np

from cofitcheck.document import Document
from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.mentions.bases import MentionBasis, mention_bases


def of_one_basis(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs without those whose labels, headers or tables state different bases."""
    ids: dict[MentionBasis, int] = {}
    of = np.array([ids.setdefault(each, len(ids)) for each in mention_bases(document)], dtype=np.int32)
    return pairs.take(of[pairs.left] == of[pairs.right])


def of_one_registrant(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs without those whose tables have different known registrants."""
    names = {"": 0}
    tables = [names.setdefault(table.registrant, len(names)) for table in document.tables]
    if len(names) <= 2:
        return pairs
    of = np.array([tables[mention.table] for mention in document.mentions])
    left, right = of[pairs.left], of[pairs.right]
    return pairs.take((left == right) | (left == 0) | (right == 0))
