"""Reads cases in processes of their own, each with a budget of processor time and memory."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cofitcheck.document import Document
    from cofitcheck.reports.model.report import Report

SECONDS = 5
BYTES = 1_000_000_000
OUTCOMES = ("document", "in part", "InputError", "other exception", "over time", "over memory")


GOOD = OUTCOMES[:3]
"""What may become of a case."""


@dataclass(frozen=True)
class Case:
    """A document to read: `checked` tells that the whole check is run too. It may take `seconds` and
    `bytes`."""

    number: int
    name: str
    data: bytes
    checked: bool
    mutations: Sequence[str]
    seconds: int = SECONDS
    bytes: int = BYTES


@dataclass(frozen=True)
class Result:
    """What became of a case: one of `OUTCOMES`, the cause of a failure, and the processor time."""

    case: int
    outcome: str
    cause: str = ""
    seconds: float = 0.0


def run(cases: Iterator[Case], processes: int) -> Iterator[tuple[Case, Result]]:
    """Yield each case with its result, in the order in which they end. A worker that dies is replaced."""
    workers = [_Worker() for _ in range(processes)]
    try:
        for worker in workers:
            worker.give(next(cases, None))
        while busy := [worker for worker in workers if worker.case is not None]:
            ready = wait([worker.pipe for worker in busy])
            for worker in busy:
                if worker.pipe in ready and (done := worker.case):
                    yield done, worker.result()
                    worker.give(next(cases, None))
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """One process that reads cases, and the one that takes its place when it dies."""

    def __init__(self) -> None:
        self.case: Case | None = None
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, case: Case | None) -> None:
        """Hand a case over, or None where there is no more."""
        self.case = case
        if case is not None:
            self.pipe.send(case)

    def result(self) -> Result:
        """Return what became of the case; its process is replaced where that was a failure."""
        number = self.case.number if self.case else -1
        try:
            result: Result = self.pipe.recv()
        except EOFError:
            self._process.join()
            result = _of_death(number, -(self._process.exitcode or 0), self.case.seconds if self.case else 0)
        if result.outcome not in GOOD:
            self.end()
            self._start()
        return result

    def end(self) -> None:
        """Stop the process."""
        self.pipe.close()
        self._process.kill()
        self._process.join()


def _of_death(case: int, number: int, seconds: int) -> Result:
    if number == signal.SIGXCPU:
        return Result(case, "over time", "stopped", seconds)
    name = signal.Signals(number).name if number in list(signal.Signals) else f"status {-number}"
    return Result(case, "other exception", f"the process died of {name}")


def _serve(pipe: Connection[Any, Any]) -> None:
    """Read the cases that come through a pipe, until it is closed."""
    from cofitcheck.checker import Checker
    from cofitcheck.config import CheckConfig

    checker: Checker | None = None
    while True:
        try:
            case: Case = pipe.recv()
        except EOFError:
            return
        if case.checked and checker is None:
            checker = Checker(CheckConfig(threads=1))
        before = _spent()
        resource.setrlimit(resource.RLIMIT_CPU, (int(before) + case.seconds + 2, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_AS, (_address_space() + case.bytes, resource.RLIM_INFINITY))
        outcome, cause = _try(case, checker.check if checker and case.checked else None)
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        seconds = _spent() - before
        if seconds > case.seconds:
            outcome, cause = "over time", cause or outcome
        pipe.send(Result(case.number, outcome, cause, seconds))


def _try(case: Case, check: Callable[[Document], Report] | None) -> tuple[str, str]:
    from cofitcheck.checks.model import ended_early
    from cofitcheck.errors import InputError
    from cofitcheck.readers import read

    try:
        document = read(case.data, case.name)
        if check and ended_early(check(document).not_checked):
            return "in part", ""
    except InputError:
        return "InputError", ""
    except MemoryError as error:
        return "over memory", _place(error)
    except Exception as error:  # what nothing of the input may raise
        return "other exception", f"{type(error).__name__} in {_place(error)}: {str(error)[:60]}"
    return "document", ""


def _place(error: BaseException) -> str:
    """Return the last line of our own code that an error came through."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if "/cofitcheck/" in frame.filename
    ]
    if not frames:
        return "unknown"
    return f"{frames[-1].filename.rpartition('/cofitcheck/')[2]}:{frames[-1].lineno}"


def _spent() -> float:
    """Return the processor time of this process so far."""
    return time.process_time()


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()
