"""Verdicts by people on contradictions in published filings, each known by its numbers and their places.

A place is the printed number and the label of its line. It stays the same when tables are read differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from cofitcheck import patterns as re
from cofitcheck.document import Mention
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_rows
from cofitcheck.reports.json.schema import MentionRecord

SENTENCE = "sentence"
"""The label of a number that stands in a sentence."""

_PRINTED = re.compile(r"[^\d.,]")
_WORDS = re.compile(r"[\W_\d]")

_LISTS = ("repeats.tsv", "sums.tsv", "text.tsv")
_DOCUMENTS = "documents.tsv"
_COLUMNS = ("document", "kind", "cells", "stated", "against", "verdict", "wrong", "caption", "why")
BETWEEN = " | "
"""Stands between the cells of a verdict."""

_OF_DOCUMENTS = ("document", "company", "form", "filed", "url")


def place_of(mention: Mention | MentionRecord) -> str:
    """Return the place of a number in a table: "Cost of sales=61,783"."""
    label = mention.row_path[-1] if mention.row_path else ""
    return f"{' '.join(label.replace('|', ' ').split())}={mention.text.strip()}"


def said_place(number: str) -> str:
    """Return the place of a number in a sentence: "sentence=$2.5 million"."""
    return f"{SENTENCE}={number.strip()}"


def same_place(one: str, other: str) -> bool:
    """Tell whether two places are one: the same digits, and labels of which one contains the other.

    Labels need not be equal, because a label can be read longer or shorter (a line over two rows).
    """
    (label, number), (another, printed) = _parts(one), _parts(other)
    if number != printed:
        return False
    return label == another or (bool(label and another) and (label in another or another in label))


def share_a_place(some: Iterable[str], others: Iterable[str]) -> bool:
    """Tell whether one of `some` is the same place as one of `others`."""
    known = list(others)
    return any(same_place(one, other) for one in some for other in known)


def place_key(place: str) -> str:
    """Return the key of a place, which equal places share: the words of the label and the digits."""
    label, number = _parts(place)
    return f"{label}={number}"


def _parts(place: str) -> tuple[str, str]:
    label, _, number = place.rpartition("=")
    return _WORDS.sub("", label).casefold(), _PRINTED.sub("", number)


class Judgement(StrEnum):
    """A reader's judgement: the numbers contradict each other, may do so by some rule, or do not."""

    REAL = "real"
    LETTER = "letter"
    FALSE = "false"


@dataclass(frozen=True, slots=True)
class Opinion:
    """A reader's verdict on two numbers of a document, which is known by its SHA-256.

    `kind` is that of the finding that was read, or "left open". `cells` are places ("Cost of sales=61,783",
    "sentence=$2.5 million"): both of two that state one fact, the total of a calculation, or the number in a
    sentence. `stated` is the number printed in the first. `against` is the number printed in the second, or
    the result of a calculation. `wrong` is the cell that is wrong, "" where that is not clear. `caption`
    names the line, `why` gives the reader's reason.
    """

    document: str
    kind: str
    cells: tuple[str, ...]
    stated: str
    against: str
    judged: Judgement
    wrong: str
    caption: str
    why: str

    @property
    def error(self) -> tuple[str, ...]:
        """The key that verdicts on one error share: the document and the wrong cell, or else all cells."""
        cells = [self.wrong] if self.wrong else self.cells
        return (self.document, *sorted(map(place_key, cells)))


@dataclass(frozen=True, slots=True)
class Published:
    """The publication of a document: its company, its form ("10-K"), the day of filing and the address."""

    company: str
    form: str
    filed: str
    url: str


def read_verdicts(folder: Path) -> list[Opinion]:
    """Return the verdicts of repeats.tsv, sums.tsv and text.tsv in a folder.

    Raises `InputError` where none of these is there, or one cannot be read, lacks a column or has a verdict
    that `Judgement` does not know.
    """
    paths = [path for name in _LISTS if (path := folder / name).exists()]
    if not paths:
        raise InputError(f"{folder}: holds no verdicts; name a folder with one of {', '.join(_LISTS)}.")
    return [verdict for path in paths for verdict in _read(path)]


def read_sources(folder: Path) -> Mapping[str, Published]:
    """Return the publication of each document, by its SHA-256, from documents.tsv in the folder of verdicts.

    Raises `InputError` where the list cannot be read or lacks a column.
    """
    rows = read_rows(folder / _DOCUMENTS, _OF_DOCUMENTS)
    return {row["document"]: Published(row["company"], row["form"], row["filed"], row["url"]) for row in rows}


def _read(path: Path) -> Iterator[Opinion]:
    known = tuple(Judgement)
    for line, row in enumerate(read_rows(path, _COLUMNS), start=2):
        if row["verdict"] not in known:
            raise InputError(
                f"{path}, line {line}: {row['verdict']!r} is no verdict; write one of {', '.join(known)}."
            )
        yield Opinion(
            document=row["document"],
            kind=row["kind"],
            cells=tuple(row["cells"].split(BETWEEN)),
            stated=row["stated"],
            against=row["against"],
            judged=Judgement(row["verdict"]),
            wrong=row["wrong"],
            caption=row["caption"],
            why=row["why"],
        )
