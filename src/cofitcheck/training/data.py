"""Labelled documents as the trainers take them, kept in a cache of our own making."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.document.model import Document


@dataclass(frozen=True)
class TrainingDocument:
    """A document with what its tags say of each of its n mentions.

    `fact` int32 (n,) has equal numbers for mentions of one strict fact, -1 where there is no tag. `ambiguous`
    int32 (k, 2) are pairs of mentions that neither count as equal nor as different. `concept`, `members`
    (those of the fact's dimensions, sorted by axis) and `period` (its first and last day, "" for the first of
    an instant) have n entries, None where there is no tag.
    """

    document: Document
    fact: npt.NDArray[np.int32]
    ambiguous: npt.NDArray[np.int32]
    concept: tuple[str | None, ...]
    members: tuple[tuple[str, ...] | None, ...]
    period: tuple[tuple[str, str] | None, ...]
    split: str
    company: str


def save(example: TrainingDocument, folder: Path) -> Path:
    """Write one labelled document into the cache folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{example.split}-{Path(example.document.name).name}.pickle"
    path.write_bytes(pickle.dumps(example, protocol=pickle.HIGHEST_PROTOCOL))
    return path


def load(folder: Path, splits: Iterable[str]) -> list[TrainingDocument]:
    """Read the labelled documents of some splits, in order of file name.

    A pickle runs code when it is read: give this a folder that `save` filled, never one from elsewhere.
    """
    wanted = set(splits)
    examples = (pickle.loads(path.read_bytes()) for path in sorted(folder.glob("*.pickle")))
    return [example for example in examples if example.split in wanted]
