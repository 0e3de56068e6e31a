"""The list of pairs of filings (tab-separated, one line a pair) and the files it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_rows

_COLUMNS = ("split", "company", "this", "other", "forms")


@dataclass(frozen=True, slots=True)
class Pair(Filing):
    """Two filings of one company: the document is the later one, `other` is where the earlier one lies.

    `form` are both forms ("10-Q, 10-K").
    """

    other: Path = Path()


def read_pairs(path: Path, folder: Path, splits: Sequence[str] = ()) -> list[Pair]:
    """Read a list with the columns split, company, this, other and forms, whose files lie in `folder`.

    Raises `InputError` where the list cannot be read or lacks a column, where a split holds nothing, or where
    the folder is missing.
    """
    rows = read_rows(path, _COLUMNS)
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder; name the one that holds the files of {path}.")
    known = dict.fromkeys(row["split"] for row in rows)
    for split in splits:
        if split not in known:
            raise InputError(f"{path}: no pair of the split {split}; name one of {', '.join(known)}.")
    pairs = [
        Pair(folder / row["this"], row["company"], row["split"], row["forms"], other=folder / row["other"])
        for row in rows
        if not splits or row["split"] in splits
    ]
    if not pairs:
        raise InputError(f"{path}: the list names no pair; give it a line for each.")
    return pairs
