"""Which companies teach the encoder, and which only the classifier after it."""

from __future__ import annotations

import hashlib

ENCODER_SHARES = 4
"""One in so many train companies is kept from the encoder."""

PARTS = 4
"""The documents that the classifier learns from, in parts that share no company: dev is the first."""


def held_out(company: str) -> bool:
    """Tell whether a train company is kept from the encoder: about one in four, the same for ever.

    The classifier learns from these, because similarities on documents the encoder was trained on look
    better than they will on anybody's document.
    """
    return _number(company) % ENCODER_SHARES == 0


def part(split: str, company: str) -> int | None:
    """Return the part, 0 to `PARTS` - 1, of a company that the classifier learns from; None for all others.

    Dev companies are in part 0, held-out train companies in the others.
    """
    if split == "dev":
        return 0
    if split == "train" and held_out(company):
        return 1 + _number(company) // ENCODER_SHARES % (PARTS - 1)
    return None


def _number(company: str) -> int:
    return int(hashlib.sha256(company.encode()).hexdigest(), 16)
