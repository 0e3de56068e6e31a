"""Verdicts by people on contradictions in published filings, each known by the numbers and their places.

Where a verdict stands: the printed number and the label of its line, which no reader of tables moves.
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
"""What stands in place of a label where the number stands in a sentence."""

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
    """Tell whether two places are one: the same digits, and labels of which one holds the other.

    A label can be read longer or shorter (a line over two rows), so that it need not be equal.
    """
    (label, number), (another, printed) = _parts(one), _parts(other)
    if number != printed:
        return False
    return label == another or (bool(label and another) and (label in another or another in label))


def share_a_place(some: Iterable[str], others: Iterable[str]) -> bool:
    """Tell whether a place of the first is one of the second."""
    known = list(others)
    return any(same_place(one, other) for one in some for other in known)


def place_key(place: str) -> str:
    """Return what equal places have in common: the words of the label and the digits."""
    label, number = _parts(place)
    return f"{label}={number}"


def _parts(place: str) -> tuple[str, str]:
    label, _, number = place.rpartition("=")
    return _WORDS.sub("", label).casefold(), _PRINTED.sub("", number)


class Judgement(StrEnum):
    """What reading said: the numbers contradict each other, may do so by some rule, or do not."""

    REAL = "real"
    LETTER = "letter"
    FALSE = "false"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a reader said of two numbers of a document, which is known by its SHA-256.

    `kind` is that of the finding that was read, or "left open". `cells` are places
    ("Cost of sales=61,783", "sentence=$2.5 million"): both of two that state one fact, the total of a
    calculation, the number in a sentence. `stated` is printed in the first, `against` in the second or what a
    calculation comes to. `wrong` is the cell that is wrong, "" where that is not plain. `caption` names the
    line, `why` gives the reader's reason.
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
        """What makes verdicts those of one error: document and wrong cell, or all cells."""
        cells = [self.wrong] if self.wrong else self.cells
        return (self.document, *sorted(map(place_key, cells)))


@dataclass(frozen=True, slots=True)
class Published:
    """Where a document was published: its company, its form ("10-K"), the day of filing and the address."""

    company: str
    form: str
    filed: str
    url: str


def read_verdicts(folder: Path) -> list[Opinion]:
    """Return the verdicts of repeats.tsv, sums.tsv and text.tsv in a folder.

    Raises `InputError` where there is none of these, or one cannot be read, lacks a column or has another
    verdict than `Judgement` knows.
    """
    paths = [path for name in _LISTS if (path := folder / name).exists()]
    if not paths:
        raise InputError(f"{folder}: holds no verdicts; name a folder with one of {', '.join(_LISTS)}.")
    return [verdict for path in paths for verdict in _read(path)]


def read_sources(folder: Path) -> Mapping[str, Published]:
    """Return where each document was published, by its SHA-256, from documents.tsv in the folder of verdicts.

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
