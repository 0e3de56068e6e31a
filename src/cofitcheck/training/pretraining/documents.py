"""Build the cache of documents without tags that pretraining reads.

Run: `python -m cofitcheck.training.pretraining.documents --list untagged.tsv --splits filings.tsv --output
runs/pretraining`

The documents of companies that the second list has in its dev or test split are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_list, read_rows
from cofitcheck.readers import read
from cofitcheck.training.pretraining.companies import is_among
from cofitcheck.training.pretraining.untagged import UntaggedDocument, save_untagged


def build_and_save(row: dict[str, str], files: Path, folder: Path) -> str:
    """Read one document into the cache folder, and say in a line what came of it."""
    try:
        document = read(files / row["file"])
    except InputError as error:
        return f"left out: {error}"
    if not document.mentions:
        return f"left out: {row['file']} has no table with numbers"
    save_untagged(UntaggedDocument(replace(document, source=b""), row["company"]), folder)
    tables = len({mention.table for mention in document.mentions})
    return f"{row['file']}: {tables} tables, {len(document.mentions)} mentions"


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the cache from the command line."""
    parser = argparse.ArgumentParser(description="Build the cache of documents without tags.")
    parser.add_argument("--list", type=Path, required=True, help="tab-separated list with file and company")
    parser.add_argument(
        "--splits", type=Path, required=True, help="list of labelled documents with split and company"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder for the cache")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    rows = read_rows(options.list, ("file", "company"))
    kept_for_later = {each.company for each in read_list(options.splits) if each.split != "train"}
    taken = []
    for row in rows:
        if is_among(row["company"], kept_for_later):
            print(f"left out: {row['file']} may be of a company of another split ({row['company']})")
        else:
            taken.append(row)
    build = partial(build_and_save, files=options.list.with_suffix(""), folder=options.output)
    with ProcessPoolExecutor(options.workers) as pool:
        for line in pool.map(build, taken):
            print(line, flush=True)


if __name__ == "__main__":
    main()
