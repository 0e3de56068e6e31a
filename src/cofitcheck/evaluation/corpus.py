"""The list of labelled documents (tab-separated, one line a file) and the files it names."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cofitcheck.errors import InputError


@dataclass(frozen=True, slots=True)
class Filing:
    """One labelled document: where it lies, whose it is, and the split of its company (train, dev, test)."""

    path: Path
    company: str
    split: str

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name


def read_list(path: Path, splits: Sequence[str] = ()) -> list[Filing]:
    """Read a list with the columns `file`, `split` and `company`, of the given splits (or of all).

    The files lie in a folder beside the list, named like it ("filings.tsv" beside "filings/"). Raises
    `InputError` where the list cannot be read, lacks a column, or a split holds nothing.
    """
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t"))
        filings = [Filing(path.with_suffix("") / row["file"], row["company"], row["split"]) for row in rows]
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}).") from error
    except KeyError as error:
        raise InputError(f"{path}: the column {error} is missing from the list.") from error
    kept = [filing for filing in filings if not splits or filing.split in splits]
    if not kept:
        raise InputError(f"{path}: no document of the split {', '.join(splits) or 'any'}.")
    return kept
