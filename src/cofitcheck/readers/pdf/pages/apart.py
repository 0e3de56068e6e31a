"""Pages of a long PDF read by other processes at the same time: PDFium reads one at a time in a process.

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
from typing import IO, NamedTuple

from cofitcheck.readers.pdf.pages.page import Page
from cofitcheck.readers.pdf.pages.source import open_pdf
from cofitcheck.readers.settings import ReadLimits, allow_pages, budget, limits, look

WORTH = 40
"""The least pages for which another process is started: it needs a quarter of a second before the first."""


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
        """Return the pages by number, without those of a process that was stopped: whoever reads them again
        comes upon the reason."""
        found: dict[int, Page] = {}
        for each in self._readings:
            if each.process.wait() == 0:
                each.pages.seek(0)
                found |= {page.number: page for page in pickle.load(each.pages)}
        return found


@contextmanager
def pages_apart(data: bytes, pages: int, processes: int) -> Iterator[PagesApart]:
    """Let up to `processes` less this one read their share of the pages of a PDF, until the block ends."""
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


if __name__ == "__main__":
    _read_share()
