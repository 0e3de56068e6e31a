"""The list of labelled documents (tab-separated, one line a file) and the files it names.

One piece of work for each of many documents, in as many processes as wanted.
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
"""What must not be in two splits."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Filing:
    """One labelled document: where it lies, whose it is, the split of its company, its form ("10-K") and the
    company's industry.

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
    """Return the SHA-256 of the bytes a document was read from; of several files, of all in their order."""
    return hashlib.sha256(document.source or b"".join(document.files.values())).hexdigest()


def read_list(path: Path, splits: Sequence[str] = (), *, by_document: bool = False) -> list[Filing]:
    """Read a list with the columns `file`, `split` and `company`, of the given splits (or of all).

    With `by_document` the documents are split anew into train, dev and test, 8 to 1 to 1, whatever company
    they are of, as in the paper. The files lie in a folder beside the list, named like it ("filings.tsv"
    beside "filings/"). Raises
    `InputError` where the list cannot be read, lacks a column, names a document or a company in two splits
    (by name, and by checksum or CIK where it has such columns), or a split holds nothing.
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
    """Return the industry of each company from a list with these two columns. Raises `InputError` where it
    cannot be read or lacks a column."""
    return {row["company"]: row["industry"] for row in read_rows(path, ("company", "industry"))}


def read_rows(path: Path, needed: Sequence[str]) -> list[dict[str, str]]:
    """Return the lines of a tab-separated list by column, without spaces around what they say.

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
    """Return the lines with splits of eight, one and one tenths; those of equal documents are in one.

    The order is that of a hash of what the list says of a document, so that it is nobody's choice.
    """
    names = [row.get("sha256", "").lower() or row["file"] for row in rows]
    order = sorted(set(names), key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    rank = {name: place for place, name in enumerate(order)}
    dev, test = (len(order) * share // 10 for share in (8, 9))

    def split(name: str) -> str:
        return "train" if rank[name] < dev else "dev" if rank[name] < test else "test"

    return [{**row, "split": split(name)} for row, name in zip(rows, names, strict=True)]


def _require_one_split(path: Path, rows: Sequence[Mapping[str, str]], shared: Sequence[str]) -> None:
    """Raise `InputError` where a line is there twice, or what must not be shared is in two splits."""
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
    """Return what tells one from another; a CIK is one number, with leading zeros or without."""
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
    """A document that could not be evaluated, and why, in a sentence."""

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
    # A forked process would inherit the locks of whatever threads run here.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(filings)), mp_context=context) as pool:
        try:
            yield from pool.map(attempt, filings)
        except BrokenProcessPool as error:
            raise InputError(
                "A worker process died, most likely for want of memory; take fewer --workers."
            ) from error


def parted(outcomes: Iterable[Result | Unread]) -> tuple[list[Result], list[Unread]]:
    """Return what came of the documents that could be read, and those that could not."""
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
        # A reader's sentence begins with the name, which is said already.
        return Unread(
            filing.name, str(error).removeprefix(f"{filing.path}: ").removeprefix(f"{filing.name}: ")
        )
