"""Builds and reads the cache of labelled documents that the trainers use.

Run: `python -m cofitcheck.training.dataset --list filings.tsv --output runs/data`

It also decides which companies teach the encoder, and which teach only the classifier after it.
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
"""The split of documents without tags. They teach the trees by the labels of `training.silver`.

They are of none of the companies that are used to measure (see `part`)."""

ENCODER_SHARES = 4
"""One train company in this many is kept from the encoder."""

PARTS = 4
"""The number of parts of the documents that the classifier learns from. Parts share no company; the first is
dev."""


@dataclass(frozen=True)
class TrainingDocument:
    """A document with the labels of its n mentions from tags.

    `fact` int32 (n,) has equal numbers for mentions of one strict fact, -1 where there is no tag. `ambiguous`
    int32 (k, 2) are pairs of mentions that count neither as equal nor as different. `concept`, `members` (of
    the fact's dimensions, sorted by axis) and `period` (its first and last day; the first is "" for an
    instant) have n entries, None where there is no tag.
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
    """Read and label one filing. Its source bytes are dropped, and tags that could not be used are counted.

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
    """Build one filing's labelled document in the cache folder, and return a line about the result."""
    try:
        example, problems = build(filing)
    except InputError as error:
        return f"left out: {error}"
    path = save(example, folder)
    tagged = int((example.fact >= 0).sum())
    noted = "".join(f", {count} {what}" for what, count in sorted(problems.items()))
    return f"{path.name}: {len(example.fact)} mentions, {tagged} tagged{noted}"


class OfACompany(Protocol):
    """Something of a company: a filing, or a document as the trainers use it."""

    @property
    def company(self) -> str:
        """The company's name."""
        ...


Each = TypeVar("Each", bound=OfACompany)


def first_of_each(items: Iterable[Each], count: int) -> list[Each]:
    """Return the first `count` items of each company, in order. A few companies have most of the filings."""
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
    """Tell whether a train company is kept from the encoder. About one in four is; the choice never changes.

    The classifier learns from these companies, because on documents that the encoder was trained on
    similarities look better than on others.
    """
    return _number(company) % ENCODER_SHARES == 0


def part(split: str, company: str) -> int | None:
    """Return the part, 0 to `PARTS` - 1, of a company that the classifier learns from; None for others.

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
    """Return the train documents that teach, and the documents that are watched.

    Watched are those of dev, and with `keep` those of the held-out companies, at most `per_company` of each
    company."""
    train = [each for each in documents if each.split == "train"]
    kept = [each for each in train if keep and held_out(each.company)]
    taught = [each for each in train if not (keep and held_out(each.company))]
    dev = [each for each in documents if each.split == "dev"]
    return taught, first_of_each([*dev, *kept], per_company)


def swapped(
    documents: Sequence[TrainingDocument], per_company: int
) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return the documents that teach and those that are watched, the other way round.

    The documents of a part and those without tags teach. The train companies that taught the other encoder
    are watched."""
    taught = [each for each in documents if each.split == UNTAGGED or in_a_part(each)]
    others = [each for each in documents if each.split == "train" and not in_a_part(each)]
    return taught, first_of_each(others, per_company)


def in_a_part(document: TrainingDocument) -> bool:
    """Tell whether a document is of a company to which `part` gives a part.

    Only a swapped encoder has learnt from it."""
    return part(document.split, document.company) is not None


def _number(company: str) -> int:
    return int(hashlib.sha256(company.encode()).hexdigest(), 16)


if __name__ == "__main__":
    main()
