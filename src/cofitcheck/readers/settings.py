"""What a person may choose of how a document is read, and what reading it may cost.

`read` opens the budget of a document, and whatever reads the document spends from it. Costs are counted while
it is read, and refusals by cost are made here. Outside of a budget nothing is counted.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from cofitcheck.errors import TooLargeError

TrackedChanges = Literal["accepted", "original"]

_CLOCK_EVERY = 256
"""Steps between two looks at the clock, as a look costs as much as a small step does."""
_MEGABYTE = 1_000_000

_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


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
"""The limits of a document, unless its settings have others."""


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """`tracked_changes` says which text of a Word document with tracked changes is read: "accepted" is the
    text with all of them, "original" the text without them. `ocr` reads the pages of a PDF that are pictures,
    with the extra `ocr`. `limits` bound what reading costs. `processes` says how many processes share the
    pages of a long PDF, except with OCR; the document is the same. `convert` lets LibreOffice, where it is on
    the machine, turn a file of an older or another office format (.doc, .xls, .rtf, .xlsb, .odt, .ods) into
    one that is read."""

    tracked_changes: TrackedChanges = "accepted"
    ocr: bool = False
    limits: ReadLimits = LIMITS
    processes: int = 1
    convert: bool = False


class Cost(Enum):
    """What is counted: the field of `ReadLimits` that bounds it, its name in a sentence, the way out."""

    MARKUP = ("markup", "elements and attributes", "split it into parts and check those")
    OFFICE_MARKUP = ("office_markup", "elements and attributes", "split it into parts and check those")
    ATTRIBUTES = ("attributes", "attributes in one element", "save it anew")
    PARAGRAPHS = ("paragraphs", "paragraphs", "split it into parts and check those")
    PLACES = ("places", "rows times columns in its tables", "split it into parts and check those")
    CELLS = ("cells", "cells", "take out the sheets that are only data")

    def __init__(self, field: str, noun: str, way_out: str) -> None:
        self.field, self.noun, self.way_out = field, noun, way_out


class Budget:
    """The budget of one document; `name` begins the messages of its errors."""

    def __init__(self, name: str, limits: ReadLimits) -> None:
        self.name, self.limits = name, limits
        self._spent = dict.fromkeys(Cost, 0)
        self._seconds = limits.seconds
        self._began, self._began_by_clock = time.thread_time(), time.monotonic()
        self._steps = 0

    def spend(self, cost: Cost, amount: int, place: str) -> None:
        """Count an amount. Raises `TooLargeError` where the whole is more than allowed."""
        self._spent[cost] += amount
        self.require(cost, self._spent[cost], place)
        self.step()

    def require(self, cost: Cost, amount: int, place: str) -> None:
        """Raise `TooLargeError` where an amount is more than allowed."""
        limit = getattr(self.limits, cost.field)
        if amount > limit:
            where = f"{place}: " if place and place != self.name else ""
            raise TooLargeError(
                f"{self.name}: {where}there are more than {limit:,} {cost.noun}; {cost.way_out}."
            )

    def allow(self, seconds: float) -> None:
        """Allow more processor time, in seconds, for what was found in the document."""
        self._seconds += seconds

    def step(self) -> None:
        """Look at the clock now and then. Raises `TooLargeError` where the time is up."""
        self._steps += 1
        if self._steps % _CLOCK_EVERY == 0:
            self.look()

    def look(self) -> None:
        """Look at the clock. Raises `TooLargeError` where the time is up."""
        # Processor time is slower to read than the clock: it is read only once the clock is past the limit.
        late = time.monotonic() - self._began_by_clock > self._seconds
        if late and time.thread_time() - self._began > self._seconds:
            raise TooLargeError(
                f"{self.name}: reading took more than {self._seconds:,.0f} seconds of the processor, and no "
                "document of its size needs so many; save it anew, or split it into parts and check those."
            )


@contextmanager
def budget(name: str, limits: ReadLimits) -> Iterator[None]:
    """Count what the reading within costs, against `limits`; reading within that belongs to it."""
    token = _current.set(Budget(name, limits))
    try:
        yield
    finally:
        _current.reset(token)


def spend(cost: Cost, amount: int, place: str = "") -> None:
    """Count an amount; `place` says where in the document. Raises `TooLargeError` beyond the limit."""
    if (current := _current.get()) is not None:
        current.spend(cost, amount, place)


def require(cost: Cost, amount: int, place: str = "") -> None:
    """Raise `TooLargeError` where an amount is more than allowed, before it is read and counted by
    `spend`."""
    if (current := _current.get()) is not None:
        current.require(cost, amount, place)


def step() -> None:
    """Take note of a small step of work. Raises `TooLargeError` where the processor time is up."""
    if (current := _current.get()) is not None:
        current.step()


def look() -> None:
    """Take note of a large step of work. Raises `TooLargeError` where the processor time is up."""
    if (current := _current.get()) is not None:
        current.look()


def limits() -> ReadLimits:
    """Return the limits of the document that is being read, the defaults outside."""
    current = _current.get()
    return LIMITS if current is None else current.limits


def require_size(size: int, what: str, limit: int | None = None) -> None:
    """Raise `TooLargeError` where `what`, a file, has more bytes than `limit`, None for that of any file."""
    most = limits().file_bytes if limit is None else limit
    if size > most:
        raise TooLargeError(
            f"{what}: larger than {most / _MEGABYTE:,g} MB; split it into parts and check those."
        )


def allow_bytes(count: int) -> None:
    """Allow the processor time that `count` more bytes of a document need."""
    if (current := _current.get()) is not None:
        current.allow(current.limits.seconds_a_megabyte * count / _MEGABYTE)


def allow_pages(count: int) -> None:
    """Allow the processor time that `count` pages of a PDF need."""
    if (current := _current.get()) is not None:
        current.allow(current.limits.seconds_a_page * count)


def allow_picture() -> None:
    """Allow the processor time that a picture of a page needs to be read."""
    if (current := _current.get()) is not None:
        current.allow(current.limits.seconds_a_picture)
