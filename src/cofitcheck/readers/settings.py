"""What a person may choose of how a document is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TrackedChanges = Literal["accepted", "original"]


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """`tracked_changes` says which text of a Word document with tracked changes is read: that with all of
    them accepted, or the original without them. `ocr` reads the pages of a PDF that are pictures, with the
    extra `ocr`."""

    tracked_changes: TrackedChanges = "accepted"
    ocr: bool = False
