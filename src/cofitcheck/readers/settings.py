"""What a person may choose of how a document is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TrackedChanges = Literal["accepted", "original"]


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What reading one document may cost; the largest real documents at hand need an eighth of the markup and
    a sixth of the places.

    Bytes: `file_bytes` of a file, `submission_bytes` of a full submission (most of it pictures and data),
    `unpacked_bytes` of a zip archive with up to `members` files. Counts: `markup` are elements and attributes
    of pages, `attributes` those of one element, `office_markup` those of the XML in an Office file (whose
    runs of text have many), `paragraphs` those of a Word document, `places` the rows times columns of tables,
    `cells` those of workbooks that hold something. Processor time: `seconds` for any document, and more for
    each million bytes, page of a PDF and picture read by OCR; time by the clock: `seconds_of_conversion` for
    LibreOffice to convert a file.
    """

    file_bytes: int = 50_000_000
    submission_bytes: int = 200_000_000
    unpacked_bytes: int = 300_000_000
    members: int = 10_000
    markup: int = 2_000_000
    attributes: int = 1_000
    paragraphs: int = 500_000
    office_markup: int = 5_000_000
    places: int = 600_000
    cells: int = 50_000
    seconds: float = 5.0
    seconds_a_megabyte: float = 40.0
    seconds_a_page: float = 2.0
    seconds_a_picture: float = 120.0
    seconds_of_conversion: float = 120.0


LIMITS = ReadLimits()
"""Those of every document, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """`tracked_changes` says which text of a Word document with tracked changes is read: that with all of
    them accepted, or the original without them. `ocr` reads the pages of a PDF that are pictures, with the
    extra `ocr`. `limits` bound what reading costs. The pages of a long PDF are shared out among so many
    `processes`, but for OCR: the document is the same. `convert` lets LibreOffice, where it is on the
    machine, turn a file of an older or another office format (.doc, .xls, .rtf, .xlsb, .odt, .ods) into one
    that is read."""

    tracked_changes: TrackedChanges = "accepted"
    ocr: bool = False
    limits: ReadLimits = LIMITS
    processes: int = 1
    convert: bool = False
