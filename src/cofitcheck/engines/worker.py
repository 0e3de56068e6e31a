"""The inside of a worker process: load the checker once, then check one document after another."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec

from cofitcheck.checks.model import Report
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.engines.jobs import Checked, Job, Outcome, Unchecked
from cofitcheck.errors import CofitcheckError, InputError
from cofitcheck.readers import SUFFIXES, is_report_folder, read
from cofitcheck.reports import coverage, save, summary_lines, to_json

Progress = Callable[[str], None]


class Checks(Protocol):
    """What a worker needs of a checker."""

    def check(self, document: Document, progress: Progress | None = None) -> Report:
        """Check one document, naming each stage to `progress`."""
        ...


Loader = Callable[[], Checks]
"""Makes the checker inside the worker process; crosses between processes by its name (pickle)."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has its checker and waits for a job."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The worker cannot have a checker at all, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stage:
    """The worker has begun a stage of its job."""

    name: str


def load_checker(config: CheckConfig) -> Checks:
    """Return the checker that this package ships, with its model loaded."""
    from cofitcheck.checker import Checker

    return Checker(config)


Message: TypeAlias = Ready | Refused | Stage | Outcome
"""What a worker tells its parent."""


def serve(connection: Connection, load: Loader) -> None:
    """Check the jobs that come through `connection` until it closes.

    An error that is not ours to explain ends the process, and the parent reports the document it was at.
    """
    # Ctrl-C reaches the whole process group: the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        checker = load()
    except CofitcheckError as error:
        connection.send(Refused(str(error)))
        return
    # Either error means that the parent has gone, and with it the need for more work.
    with suppress(EOFError, BrokenPipeError):
        connection.send(Ready())
        while True:
            job: Job = connection.recv()
            connection.send(work(job, checker, lambda stage: connection.send(Stage(stage))))


def work(job: Job, checker: Checks, progress: Progress) -> Outcome:
    """Read and check one document and write its reports."""
    try:
        progress("read")
        document = _read(job, progress)
        report = checker.check(document, progress)
        progress("write reports")
        files = _save(report, job)
    except CofitcheckError as error:
        return Unchecked(job.shown, _without_name(str(error), job))
    except MemoryError:
        return Unchecked(job.shown, "not enough memory; use fewer --workers or a larger machine.")
    return Checked(job.shown, coverage(report), summary_lines([report]), files, _json_line(report, job))


def _read(job: Job, progress: Progress) -> Document:
    if isinstance(job.source, Path) and job.source.is_dir() and not is_report_folder(job.source):
        raise InputError(f"the folder has no {', '.join(SUFFIXES)} file in it; name another.")
    return read(job.source, job.name, progress, job.settings)


def _json_line(report: Report, job: Job) -> bytes:
    return msgspec.json.format(to_json(report), indent=0) if job.wants_json else b""


def _save(report: Report, job: Job) -> tuple[Path, ...]:
    try:
        return tuple(save(report, job.directory, job.stem))
    except OSError as error:
        reason = f"its reports cannot be written to {job.directory} ({error.strerror})"
        raise InputError(f"{reason}; name a folder for them with --output.") from error


def _without_name(sentence: str, job: Job) -> str:
    """Take off the name that a reader's sentence begins with: ours tells two files of one name apart."""
    for name in (str(job.source) if not isinstance(job.source, bytes) else "", job.name):
        if name:
            sentence = sentence.removeprefix(f"{name}: ")
    return sentence
