"""Build the cache of documents without tags that pretraining reads.

Run: `python -m cofitcheck.training.pretraining.documents --list untagged.tsv --splits filings.tsv --output
runs/pretraining`

The documents of companies that the second list has in its dev or test split are left out.

Documents without tags as pretraining takes them, kept in a cache of our own making.

Whether two documents are of one company, by the names that two lists give it.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from cofitcheck import patterns as re
from cofitcheck.document.model import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_list, read_rows
from cofitcheck.readers import read


@dataclass(frozen=True)
class UntaggedDocument:
    """A document as read, without its source bytes, and whose it is."""

    document: Document
    company: str


def save_untagged(made: UntaggedDocument, folder: Path) -> Path:
    """Write one document into the cache folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(made.document.name).name}.pickle"
    path.write_bytes(pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
    return path


def load_untagged(folder: Path) -> list[UntaggedDocument]:
    """Read the documents of a cache folder, in order of file name.

    A pickle runs code when it is read: give this a folder that `save_untagged` filled, never one from
    elsewhere.
    """
    return [pickle.loads(path.read_bytes()) for path in sorted(folder.glob("*.pickle"))]


_ASIDE = re.compile(r"\([^)]{0,200}\)|/\w*/?")
_WORD = re.compile(r"[^\W_]+")
_LEGAL = frozenset(
    "the inc incorporated corp corporation co company companies ltd limited llc lp plc nv sa ag".split()
)


def company_words(name: str) -> tuple[str, ...]:
    """Return the words that tell a company from others: no legal form, nothing in brackets, lower case."""
    words = tuple(_WORD.findall(_ASIDE.sub(" ", name.lower())))
    return tuple(word for word in words if word not in _LEGAL) or words


def is_among(name: str, companies: Iterable[str]) -> bool:
    """Tell whether a company may be one of these: the words of one name begin those of the other.

    Rather one company too many than one too few. A name without a word may be anybody's.
    """
    words = company_words(name)
    return any(_one_begins_the_other(words, company_words(each)) for each in companies)


def _one_begins_the_other(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    shared = min(len(first), len(second))
    return first[:shared] == second[:shared]


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
