"""What every format has: a reader that makes a `Document` of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cofitcheck.document import Document
from cofitcheck.readers.settings import ReadSettings

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to be read: its bytes, not gzip'd, its name, and how it is to be read.

    `progress` is told how far a long one is.
    """

    data: bytes
    name: str
    settings: ReadSettings = field(default_factory=ReadSettings)
    progress: Progress | None = None


Reader = Callable[[SourceFile], Document]
"""Reads one format; raises `InputError` with one sentence that names the file and the way out."""
