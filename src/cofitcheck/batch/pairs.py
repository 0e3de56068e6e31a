"""Pairs of documents to compare, each named as one document of a batch is: by a line of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cofitcheck.batch.stores import is_url
from cofitcheck.checks.comparatives.model import Kinship
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_rows

_BETWEEN = "\t"


class Pair(NamedTuple):
    """A document and the one that it is held against, by path or URL; `kinship` says what that is to it, ""
    where it is to be guessed."""

    this: str
    other: str
    kinship: str = ""

    @classmethod
    def of(cls, line: str) -> Pair:
        """Return the pair that a line names."""
        return cls(*line.split(_BETWEEN))

    @property
    def line(self) -> str:
        """The pair as a line: both names and the relation, between them tabs."""
        return _BETWEEN.join(filter(None, self))


def read_pairs(path: Path) -> Iterator[str]:
    """Yield the pairs of a list with the columns this and other, and as where that is to be said, as lines.

    Paths are from the list. Raises `InputError` where the list cannot be read, lacks a column or names a
    relation that there is not.
    """
    for row in read_rows(path, ("this", "other")):
        kinship = row.get("as") or ""
        if kinship and kinship not in set(Kinship):
            raise InputError(f"{path}: as is one of {', '.join(Kinship)}, not {kinship}.")
        this, other = (_from(path.parent, row[name]) for name in ("this", "other"))
        yield Pair(this, other, kinship).line


def _from(folder: Path, name: str) -> str:
    return name if is_url(name) else str(folder / name)
