"""Which companies teach the language models, and which only the trees after them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

from cofitcheck.training.data import TrainingDocument

UNTAGGED = "untagged"
"""The split of documents that have no tags, and are of none of the companies that measure (see `part`): they
teach the trees what `training.silver` makes of them."""

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


def taught_and_watched(
    documents: Sequence[TrainingDocument], keep: bool, per_company: int
) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return the train documents that teach, and those that are watched: dev, and where `keep` the held-out
    companies, with at most `per_company` documents each."""
    train = [each for each in documents if each.split == "train"]
    kept = [each for each in train if keep and held_out(each.company)]
    taught = [each for each in train if not (keep and held_out(each.company))]
    dev = [each for each in documents if each.split == "dev"]
    return taught, _few([*dev, *kept], per_company)


def swapped(
    documents: Sequence[TrainingDocument], per_company: int
) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return the other way round what teaches and what is watched: the documents of a part and those without
    tags teach, and the train companies that taught the other encoder are watched."""
    taught = [each for each in documents if each.split == UNTAGGED or in_a_part(each)]
    others = [each for each in documents if each.split == "train" and not in_a_part(each)]
    return taught, _few(others, per_company)


def in_a_part(document: TrainingDocument) -> bool:
    """Tell whether a document is of a company that `part` gives a part: no encoder but a swapped one has
    learnt from it."""
    return part(document.split, document.company) is not None


def _few(documents: Iterable[TrainingDocument], per_company: int) -> list[TrainingDocument]:
    """Return the first documents of each company: two companies have most of the dev filings."""
    seen: Counter[str] = Counter()
    chosen = []
    for document in documents:
        seen[document.company] += 1
        if seen[document.company] <= per_company:
            chosen.append(document)
    return chosen


def _number(company: str) -> int:
    return int(hashlib.sha256(company.encode()).hexdigest(), 16)
