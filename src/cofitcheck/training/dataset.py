"""Build the cache of labelled documents that the trainers read.

Run: `python -m cofitcheck.training.dataset --list filings.tsv --output runs/data`
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold.labels import Labels, ambiguous_pairs, label
from cofitcheck.readers import read
from cofitcheck.training.data import TrainingDocument, save


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


def first_of_each(filings: Sequence[Filing], count: int) -> list[Filing]:
    """Return the first `count` documents of each company, in their order."""
    seen: Counter[str] = Counter()
    chosen = []
    for filing in filings:
        seen[filing.company] += 1
        if seen[filing.company] <= count:
            chosen.append(filing)
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


if __name__ == "__main__":
    main()
