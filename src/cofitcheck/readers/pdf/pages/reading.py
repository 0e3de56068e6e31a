"""How the pages of a long PDF are read, by several processes at once, and what is said of unreadable ones.

Run as a module it is such a process: it reads what it is to do from standard input, and writes the pages to
standard output. A page is the same whichever process has read it.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import IO, NamedTuple

from cofitcheck.document import UncheckedCode, UncheckedReason
from cofitcheck.readers.pdf.pages import Page
from cofitcheck.readers.pdf.pages.source import open_pdf
from cofitcheck.readers.settings import ReadLimits, allow_pages, budget, limits, look

WORTH = 40
"""The least pages for which another process is started: it needs a quarter of a second before the first."""

_UNREADABLE = 0.25
"""The share of characters without a meaning from which a page's text is no text."""
_READ_PICTURES = "--ocr, with the extra cofitcheck[ocr],"


class _Task(NamedTuple):
    data: bytes
    numbers: Sequence[int]
    limits: ReadLimits


class _Reading(NamedTuple):
    numbers: Sequence[int]
    process: subprocess.Popen[bytes]
    pages: IO[bytes]


class PagesApart:
    """Pages that other processes read: `numbers` says which, `result` waits for them."""

    def __init__(self, readings: Sequence[_Reading]) -> None:
        self.numbers = frozenset(number for each in readings for number in each.numbers)
        self._readings = readings

    def result(self) -> Mapping[int, Page]:
        """Return the pages by number, without those of a process that was stopped: reading them again shows
        the reason."""
        found: dict[int, Page] = {}
        for each in self._readings:
            if each.process.wait() == 0:
                each.pages.seek(0)
                found |= {page.number: page for page in pickle.load(each.pages)}
        return found


@contextmanager
def pages_apart(data: bytes, pages: int, processes: int) -> Iterator[PagesApart]:
    """Let other processes, one fewer than `processes`, read their share of the pages of a PDF until the block
    ends."""
    firsts = range(2, processes + 1) if pages >= WORTH else ()
    with ExitStack() as until_then:
        readings: list[_Reading] = []
        # Where no process can be started, all pages are read here.
        with suppress(OSError):
            for first in firsts:
                into = until_then.enter_context(tempfile.TemporaryFile())
                readings.append(_started(_Task(data, range(first, pages + 1, processes), limits()), into))
                until_then.callback(_end, readings[-1].process)
        yield PagesApart(readings)


def _started(task: _Task, into: IO[bytes]) -> _Reading:
    with tempfile.TemporaryFile() as told:
        pickle.dump(tuple(task), told)
        told.seek(0)
        command = [sys.executable, "-m", __name__]
        process = subprocess.Popen(command, stdin=told, stdout=into, stderr=subprocess.DEVNULL)
    return _Reading(task.numbers, process, into)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _read_share() -> None:
    task = _Task(*pickle.load(sys.stdin.buffer))
    with budget("", task.limits), open_pdf(task.data, "") as source:
        allow_pages(len(task.numbers))
        read = []
        for number in task.numbers:
            look()
            read.append(source.read(number))
    pickle.dump(read, sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)


@dataclass(frozen=True, slots=True)
class Unusable:
    """The pages that cannot be read, or not as a whole, by why; `ocr` tells whether it was tried."""

    pictures: list[int]
    unreadable: list[int]
    askew: list[int]
    ocr: bool

    @classmethod
    def of(cls, pages: Sequence[Page], *, ocr: bool) -> Unusable:
        """Return the unusable pages of a document."""
        pictures = [page.number for page in pages if page.is_picture]
        unreadable = [
            page.number
            for page in pages
            if page.characters and page.unreadable > _UNREADABLE * page.characters
        ]
        askew = [page.number for page in pages if page.askew]
        return cls(pictures, [number for number in unreadable if number not in pictures], askew, ocr)

    def all(self) -> set[int]:
        """Return the pages of which nothing can be read."""
        return {*self.pictures, *self.unreadable}

    def warnings(self) -> tuple[UncheckedReason, ...]:
        """Say which pages were not read."""
        said = []
        if self.pictures:
            cause = UncheckedCode.PAGES_WITHOUT_TEXT_FOUND if self.ocr else UncheckedCode.PAGES_ARE_PICTURES
            said.append(_of_pages(cause, self.pictures))
        if self.unreadable:
            said.append(_of_pages(UncheckedCode.PAGES_WITHOUT_CHARACTERS, self.unreadable))
        if self.askew:
            said.append(_of_pages(UncheckedCode.PAGES_ASKEW, self.askew))
        return tuple(said)

    @property
    def nothing_to_read(self) -> str:
        """Say why a document without a page that can be read has none, and the way out."""
        if self.unreadable:
            return (
                "the fonts of this PDF do not say which characters they show, so its text cannot be read; "
                "save it anew from the program that made it."
            )
        count = len(self.pictures)
        if not count:
            return "its pages are blank; get the document again."
        way_out = "OCR found no text on them" if self.ocr else f"{_READ_PICTURES} reads such pages"
        return f"image only, {count:,} page{'s' * (count != 1)}; {way_out}."


def read_by_ocr(pages: Sequence[Page]) -> list[UncheckedReason]:
    """Say which pages were read by OCR, if any."""
    read = [page.number for page in pages if page.by_ocr and page.words]
    return [_of_pages(UncheckedCode.PAGES_BY_OCR, read)] if read else []


def _of_pages(cause: UncheckedCode, numbers: Sequence[int]) -> UncheckedReason:
    """Return what keeps pages from being checked, and which: "3–5, 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return UncheckedReason.of(cause, pages=said, n=len(numbers))


if __name__ == "__main__":
    _read_share()
