"""Build the cache of labelled documents that the trainers read.

Run: `python -m cofitcheck.training.dataset --list filings.tsv --output runs/data`

Labelled documents as the trainers take them, kept in a cache of our own making.

Which companies teach the language models, and which only the trees after them.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold import Labels, ambiguous_pairs, label
from cofitcheck.readers import read

UNTAGGED = "untagged"
"""The split of documents that have no tags, and are of none of the companies that measure (see `part`): they
teach the trees what `training.silver` makes of them."""

ENCODER_SHARES = 4
"""One in so many train companies is kept from the encoder."""

PARTS = 4
"""The documents that the classifier learns from, in parts that share no company: dev is the first."""


@dataclass(frozen=True)
class TrainingDocument:
    """A document with what its tags say of each of its n mentions.

    `fact` int32 (n,) has equal numbers for mentions of one strict fact, -1 where there is no tag. `ambiguous`
    int32 (k, 2) are pairs of mentions that neither count as equal nor as different. `concept`, `members`
    (those of the fact's dimensions, sorted by axis) and `period` (its first and last day, "" for the first of
    an instant) have n entries, None where there is no tag.
    """

    document: Document
    fact: npt.NDArray[np.int32]
    ambiguous: npt.NDArray[np.int32]
    concept: tuple[str | None, ...]
    members: tuple[tuple[str, ...] | None, ...]
    period: tuple[tuple[str, str] | None, ...]
    split: str
    company: str


def save(example: TrainingDocument, folder: Path) -> Path:
    """Write one labelled document into the cache folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{example.split}-{Path(example.document.name).name}.pickle"
    path.write_bytes(pickle.dumps(example, protocol=pickle.HIGHEST_PROTOCOL))
    return path


def load(folder: Path, splits: Iterable[str]) -> list[TrainingDocument]:
    """Read the labelled documents of some splits, in order of file name.

    A pickle runs code when it is read: give this a folder that `save` filled, never one from elsewhere.
    """
    wanted = set(splits)
    examples = (pickle.loads(path.read_bytes()) for path in sorted(folder.glob("*.pickle")))
    return [example for example in examples if example.split in wanted]


def build(filing: Filing) -> tuple[TrainingDocument, Counter[str]]:
    """Read and label one filing; its source bytes are dropped, what tags could not be used is counted.

    Raises `InputError` where the filing cannot be read.
    """
    document = read(filing.path)
    labels = label(document)
    return labelled(filing, document, labels), labels.problems


def labelled(filing: Filing, document: Document, labels: Labels) -> TrainingDocument:
    """Return a document of a filing with its labels, its source bytes dropped."""
    return TrainingDocument(
        document=replace(document, source=b""),
        fact=labels.fact,
        ambiguous=ambiguous_pairs(labels).astype(np.int32),
        concept=tuple(labels.concept),
        members=tuple(labels.members),
        period=tuple((key.context.start, key.context.end) if key else None for key in labels.key),
        split=filing.split,
        company=filing.company,
    )


def build_and_save(filing: Filing, folder: Path) -> str:
    """Build one filing's labelled document in the cache folder, and say in a line what came of it."""
    try:
        example, problems = build(filing)
    except InputError as error:
        return f"left out: {error}"
    path = save(example, folder)
    tagged = int((example.fact >= 0).sum())
    noted = "".join(f", {count} {what}" for what, count in sorted(problems.items()))
    return f"{path.name}: {len(example.fact)} mentions, {tagged} tagged{noted}"


class OfACompany(Protocol):
    """What is known to be of a company: a filing, or a document as the trainers take it."""

    @property
    def company(self) -> str:
        """The company's name."""
        ...


Each = TypeVar("Each", bound=OfACompany)


def first_of_each(items: Iterable[Each], count: int) -> list[Each]:
    """Return the first `count` of each company, in their order: a few companies have most of the filings."""
    seen: Counter[str] = Counter()
    chosen = []
    for item in items:
        seen[item.company] += 1
        if seen[item.company] <= count:
            chosen.append(item)
    return chosen


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the cache from the command line."""
    parser = argparse.ArgumentParser(description="Build the cache of labelled documents.")
    parser.add_argument(
        "--list", type=Path, required=True, help="tab-separated list with file, split and company"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder for the cache")
    parser.add_argument(
        "--split", action="append", default=[], help="only this split (may be given more than once)"
    )
    parser.add_argument(
        "--by-document", action="store_true", help="split the documents anew, 8:1:1, as in the paper"
    )
    parser.add_argument(
        "--per-company", type=int, default=0, help="only the first so many documents of each company (0: all)"
    )
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    filings = read_list(options.list, options.split, by_document=options.by_document)
    filings = first_of_each(filings, options.per_company or len(filings))
    with ProcessPoolExecutor(options.workers) as pool:
        for line in pool.map(partial(build_and_save, folder=options.output), filings):
            print(line, flush=True)


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
    return taught, first_of_each([*dev, *kept], per_company)


def swapped(
    documents: Sequence[TrainingDocument], per_company: int
) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return the other way round what teaches and what is watched: the documents of a part and those without
    tags teach, and the train companies that taught the other encoder are watched."""
    taught = [each for each in documents if each.split == UNTAGGED or in_a_part(each)]
    others = [each for each in documents if each.split == "train" and not in_a_part(each)]
    return taught, first_of_each(others, per_company)


def in_a_part(document: TrainingDocument) -> bool:
    """Tell whether a document is of a company that `part` gives a part: no encoder but a swapped one has
    learnt from it."""
    return part(document.split, document.company) is not None


def _number(company: str) -> int:
    return int(hashlib.sha256(company.encode()).hexdigest(), 16)


if __name__ == "__main__":
    main()
