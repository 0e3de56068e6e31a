"""Reads the tab-separated list of labelled documents, and does a piece of work for each of them.

The work may run in several processes.
"""

from __future__ import annotations

import csv
import hashlib
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from cofitcheck.document import Document
from cofitcheck.errors import InputError

_SHARED = ("file", "sha256", "company", "cik")
"""The columns whose values must not be in two splits."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Filing:
    """One labelled document: its path, its company, the company's split and industry, and its form ("10-K").

    Company, split, form and industry are "" where nothing states them.
    """

    path: Path
    company: str = ""
    split: str = ""
    form: str = ""
    industry: str = ""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name


def checksum(document: Document) -> str:
    """Return the SHA-256 of the bytes that a document was read from, or of all its files in their order."""
    return hashlib.sha256(document.source or b"".join(document.files.values())).hexdigest()


def read_list(path: Path, splits: Sequence[str] = (), *, by_document: bool = False) -> list[Filing]:
    """Read a list with the columns `file`, `split` and `company`, of the given splits (or of all).

    With `by_document` the documents are split anew into train, dev and test, 8 to 1 to 1, whatever their
    companies, as in the paper. The files are in a folder beside the list, named like it ("filings.tsv" beside
    "filings/"). Raises `InputError` where the list cannot be read, lacks a column, names a document or a
    company in two splits (by name, and by checksum or CIK where it has such columns), or a split holds
    nothing.
    """
    rows = read_rows(path, ("file", "split", "company"))
    for line, row in enumerate(rows, start=2):
        if not row["file"] or not row["split"]:
            raise InputError(f"{path}, line {line}: names no file or no split; complete the line.")
    if by_document:
        rows = _split_by_document(rows)
    _require_one_split(path, rows, ("file", "sha256") if by_document else _SHARED)
    if not rows:
        raise InputError(f"{path}: the list names no document; give it a line for each.")
    known = dict.fromkeys(row["split"] for row in rows)
    for split in splits:
        if split not in known:
            raise InputError(f"{path}: no document of the split {split}; name one of {', '.join(known)}.")
    return [
        Filing(path.with_suffix("") / row["file"], row["company"], row["split"], row.get("form", ""))
        for row in rows
        if not splits or row["split"] in splits
    ]


def read_industries(path: Path) -> dict[str, str]:
    """Return the industry of each company from a list with these two columns.

    Raises `InputError` where it cannot be read or lacks a column."""
    return {row["company"]: row["industry"] for row in read_rows(path, ("company", "industry"))}


def read_rows(path: Path, needed: Sequence[str]) -> list[dict[str, str]]:
    """Return the lines of a tab-separated list by column, without spaces around the values.

    Raises `InputError` where the list cannot be read or lacks one of the columns `needed`.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines, delimiter="\t", restval="", quoting=csv.QUOTE_NONE)
            columns = [column.strip() for column in reader.fieldnames or ()]
            reader.fieldnames = columns
            rows = [{column: row[column].strip() for column in columns} for row in reader]
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}); check the path.") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: is no tab-separated list in UTF-8 ({error}); save it as one.") from error
    for column in needed:
        if column not in columns:
            raise InputError(
                f"{path}: the column {column!r} is missing from the list; name {', '.join(needed[:-1])} and "
                f"{needed[-1]} in its first line, with tabs between them."
            )
    return rows


def _split_by_document(rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Return the lines with new splits of eight, one and one tenths. Equal documents are in one split.

    Documents are ordered by a hash of their checksum or name, so that nobody chooses the order.
    """
    names = [row.get("sha256", "").lower() or row["file"] for row in rows]
    order = sorted(set(names), key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    rank = {name: place for place, name in enumerate(order)}
    dev, test = (len(order) * share // 10 for share in (8, 9))

    def split(name: str) -> str:
        return "train" if rank[name] < dev else "dev" if rank[name] < test else "test"

    return [{**row, "split": split(name)} for row, name in zip(rows, names, strict=True)]


def _require_one_split(path: Path, rows: Sequence[Mapping[str, str]], shared: Sequence[str]) -> None:
    """Raise `InputError` where a file is listed twice, or a value of a `shared` column is in two splits."""
    first: dict[tuple[str, str], Mapping[str, str]] = {}
    for row in rows:
        for column in shared:
            if not (value := _identity(column, row)):
                continue
            before = first.setdefault((column, value), row)
            if before["split"] != row["split"]:
                raise InputError(f"{path}: {_in_two(column, before, row)}; keep it in one.")
            if before is not row and column == "file":
                raise InputError(f"{path}: {value} is listed twice; keep one of the lines.")


def _identity(column: str, row: Mapping[str, str]) -> str:
    """Return the value of a column in one form. A CIK has no leading zeros, a checksum is in lower case."""
    value = row.get(column, "")
    return value.lstrip("0") if column == "cik" else value.lower() if column == "sha256" else value


def _in_two(column: str, before: Mapping[str, str], row: Mapping[str, str]) -> str:
    splits = f"two splits, {before['split']} and {row['split']}"
    match column:
        case "file":
            return f"the document {row['file']} is in {splits}"
        case "sha256":
            return f"{before['file']} and {row['file']} are one document, in {splits}"
        case "company":
            return f"the company {row['company']} is in {splits} ({before['file']}, {row['file']})"
        case _:
            return f"the company with CIK {row['cik']} is in {splits} ({before['file']}, {row['file']})"


@dataclass(frozen=True, slots=True)
class Unread:
    """A document that could not be evaluated, and the reason, as a sentence."""

    document: str
    reason: str


def each(
    work: Callable[[Filing], Result], filings: Sequence[Filing], workers: int
) -> Iterator[Result | Unread]:
    """Yield what `work` returns for each filing, in their order; `Unread` for one that it cannot read.

    `work` must be picklable where `workers` is more than 1. Raises `InputError` where a process dies.
    """
    attempt = partial(_attempt, work)
    if min(workers, len(filings)) < 2:
        yield from map(attempt, filings)
        return
    # A forked process would inherit the locks of the threads that run here.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(filings)), mp_context=context) as pool:
        try:
            yield from pool.map(attempt, filings)
        except BrokenProcessPool as error:
            raise InputError(
                "A worker process died, most likely for want of memory; take fewer --workers."
            ) from error


def parted(outcomes: Iterable[Result | Unread]) -> tuple[list[Result], list[Unread]]:
    """Return the results of the documents that could be read, and the documents that could not."""
    done: list[Result] = []
    unread: list[Unread] = []
    for outcome in outcomes:
        if isinstance(outcome, Unread):
            unread.append(outcome)
        else:
            done.append(outcome)
    return done, unread


def _attempt(work: Callable[[Filing], Result], filing: Filing) -> Result | Unread:
    try:
        return work(filing)
    except InputError as error:
        # A reader's sentence begins with the name, which `Unread` has already.
        return Unread(
            filing.name, str(error).removeprefix(f"{filing.path}: ").removeprefix(f"{filing.name}: ")
        )
