"""Which train companies teach the encoder, and which only the classifier after it."""

from __future__ import annotations

import hashlib

FOLDS = 4


def held_out(company: str) -> bool:
    """Tell whether a train company is kept from the encoder: about one in four, the same for ever.

    The classifier learns from these, because similarities on documents the encoder was trained on look
    better than they will on anybody's document.
    """
    return int(hashlib.sha256(company.encode()).hexdigest(), 16) % FOLDS == 0
