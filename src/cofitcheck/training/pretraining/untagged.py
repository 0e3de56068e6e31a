"""Documents without tags as pretraining takes them, kept in a cache of our own making."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path

from cofitcheck.document.model import Document


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
