"""The inside of a worker process: load the models once, then do one job after another.

`check_and_save` is the job for a document whose reports are to be written: read, check, save.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Protocol

from cofitcheck import patterns
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.engines.budget import OUT_OF_MEMORY, allow
from cofitcheck.engines.engine import JobT, LoadWork, OutcomeT, Progress, Work
from cofitcheck.engines.jobs import CheckedFile, Job, Outcome, Unchecked
from cofitcheck.errors import CofitcheckError, InputError
from cofitcheck.readers import SUFFIXES, is_document, is_report_folder, read
from cofitcheck.reports.choice import choose
from cofitcheck.reports.drafts.earlier_draft import EarlierDraft, earlier_in, earlier_of, since, since_lines
from cofitcheck.reports.formats import FORMATS, save
from cofitcheck.reports.model.coverage import coverage
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.terminal import finding_lines, summary_lines
from cofitcheck.reports.words import language_of, speaking

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cofitcheck.comparer import Comparer
    from cofitcheck.encoding.kept_vectors import MemoryVectors
    from cofitcheck.stages import Stages

_kept: list[tuple[CheckConfig, Checks]] = []
_KEPT = 64_000_000
"""Bytes of vectors that a worker keeps: those of some 15 annual reports."""
_LOOK_AFTER = 50_000
"""The garbage collector looks for rings of objects when this many more have been made: some megabytes."""
_FINDINGS = 3
"""How many findings of each of several documents a terminal names."""


class Checks(Protocol):
    """What a worker needs of a checker."""

    def check(self, document: Document, progress: Progress | None = None) -> Report:
        """Check one document, naming each stage to `progress`."""
        ...

    def check_all(self, documents: Sequence[Document], progress: Progress | None = None) -> Sequence[Report]:
        """Check several documents together; the reports are those of each alone."""
        ...


Loader = Callable[[], Checks]
"""Makes the checker inside the worker process; crosses between processes by its name (pickle)."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has its checker and waits for a job."""


@dataclass(frozen=True, slots=True)
class CheckerRefused:
    """The worker cannot load a checker, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stage:
    """The worker has begun a stage of its job."""

    name: str


def comparer_of(checker: Checks) -> Comparer:
    """Return what compares documents with the models of a checker. Raises `InputError` where it has none."""
    from cofitcheck.checker import Checker
    from cofitcheck.comparer import Comparer

    if not isinstance(checker, Checker):
        raise InputError("documents are checked in another way than by models, which alone can compare.")
    return Comparer(checker.config, checker.stages)


def open_models(checker: Checks) -> None:
    """Load what a checker would otherwise load when first used, so that forks of this process share it."""
    stages: Stages | None = getattr(checker, "stages", None)  # one that checks in another way has none
    if stages:
        stages.open()


def keep_checker(config: CheckConfig) -> MemoryVectors:
    """Load a checker that forks of this process find loaded, and return where it keeps vectors. Raises
    `ModelError` where it cannot be loaded."""
    from cofitcheck.checker import Checker
    from cofitcheck.encoding.kept_vectors import MemoryVectors
    from cofitcheck.stages import Stages

    vectors = MemoryVectors()
    stages = Stages.load(config, vectors)
    stages.open()
    _kept[:] = [(config, Checker(config, stages))]
    return vectors


def load_checker(config: CheckConfig, *, keeping: bool = False) -> Checks:
    """Return the checker of a configuration, with its model loaded. `keeping` lets it keep vectors in memory
    from one draft to the next, where the configuration names no folder for them."""
    from cofitcheck.checker import Checker
    from cofitcheck.encoding.kept_vectors import MemoryVectors
    from cofitcheck.stages import Stages

    # A checker that is kept has its vectors in memory, and needs no folder for them.
    kept = (checker for known, checker in _kept if known == replace(config, vector_cache=None))
    vectors = MemoryVectors(_KEPT) if keeping and not config.vector_cache else None
    checker = next(kept, None) or Checker(config, Stages.load(config, vectors))
    # The collector does not look again through objects that live as long as the process. It looks seldom: a
    # document is read into hundreds of thousands of objects that all stay until its report is written.
    gc.freeze()
    gc.set_threshold(_LOOK_AFTER)
    return checker


def serve(connection: Connection, load: LoadWork[JobT, OutcomeT]) -> None:
    """Do the jobs that come through `connection` until it closes.

    An error that is not a `CofitcheckError` ends the process, and the parent reports the document it was at.
    """
    # Ctrl-C reaches the whole process group: the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work = load()
    except CofitcheckError as error:
        connection.send(CheckerRefused(str(error)))
        return
    # Either error means that the parent has gone, and with it the need for more work.
    with suppress(EOFError, BrokenPipeError):
        connection.send(Ready())
        while True:
            job: JobT = connection.recv()
            connection.send(work(job, lambda stage: connection.send(Stage(stage))))


def _end_with_parent() -> None:
    """End this process when its parent is killed: a new run needs the memory."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def load_reporting(load: Loader) -> Work[Job, CheckedFile]:
    """Return what checks a document and writes its reports, with the checker loaded."""
    return partial(check_and_save, load())


def check_and_save(checker: Checks, job: Job, progress: Progress) -> Outcome:
    """Read and check one document and write its reports."""
    try:
        # The earlier draft comes first: reading a document forgets what was worked out for the one before.
        earlier = _earlier(checker, job, progress)
        progress("read")
        document = _read(job, progress)
        allow(len(document.mentions))
        report = choose(checker.check(document, progress), job.choice)
        progress("write reports")
        language = job.language or language_of(report.document)
        files = _save(report, job, language)
        patterns.keep()
    except CofitcheckError as error:
        return Unchecked(job.shown, _without_name(str(error), job))
    except MemoryError:
        return Unchecked(job.shown, OUT_OF_MEMORY)
    with speaking(language):
        return CheckedFile(
            shown=job.shown,
            coverage=coverage(report),
            summary=_summary(report, earlier, job.verbose),
            files=files,
            language=language,
            findings=tuple(finding_lines(report, sys.maxsize if job.verbose else _FINDINGS)),
            parts={name: FORMATS[name].run_writer().part(report, job.shown) for name in job.formats},
        )


def _read(job: Job, progress: Progress) -> Document:
    if isinstance(job.source, Path) and job.source.is_dir() and not is_report_folder(job.source):
        raise InputError(f"the folder has no {', '.join(SUFFIXES)} file in it; name another.")
    return read(job.source, job.name, progress, job.settings)


def _earlier(checker: Checks, job: Job, progress: Progress) -> EarlierDraft | None:
    """Return the findings of the earlier draft that this one is compared with; None where there is none."""
    if job.since is None:
        return earlier_in(job.last) if job.last and job.last.is_file() else None
    if job.since.suffix == ".json" and not is_document(job.since):
        return earlier_in(job.since)
    progress("check the earlier draft")
    earlier = read(job.since, None, progress, job.settings)
    allow(len(earlier.mentions))
    return earlier_of(checker.check(earlier))


def _summary(report: Report, earlier: EarlierDraft | None, verbose: bool) -> RenderableType:
    summary = summary_lines([report], verbose=verbose)
    if earlier is None:
        return summary
    from rich.console import Group

    return Group(summary, since_lines(report, since(report, earlier)))


def _save(report: Report, job: Job, language: str) -> tuple[Path, ...]:
    try:
        files = tuple(save(report, job.directory, job.stem, language))
        if job.last:
            copyfile(job.directory / FORMATS["json"].file_name(job.stem, report.document), job.last)
        return files
    except OSError as error:
        reason = f"its reports cannot be written to {job.directory} ({error.strerror})"
        raise InputError(f"{reason}; name a folder for them with --output.") from error


def _without_name(sentence: str, job: Job) -> str:
    """Take off the name that a reader's sentence begins with: the name that the user gave tells two files of
    one name apart."""
    for name in (str(job.source) if not isinstance(job.source, bytes) else "", job.name):
        if name:
            sentence = sentence.removeprefix(f"{name}: ")
    return sentence
