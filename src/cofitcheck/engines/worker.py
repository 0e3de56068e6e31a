"""The inside of a worker process: load the models once, then do one job after another."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Protocol

from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.engines.engine import JobT, LoadWork, OutcomeT, Progress
from cofitcheck.errors import CofitcheckError, InputError
from cofitcheck.reports.model.report import Report

if TYPE_CHECKING:
    from cofitcheck.comparer import Comparer
    from cofitcheck.encoding.kept import MemoryVectors


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
class Refused:
    """The worker cannot have a checker at all, and why."""

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


_kept: list[tuple[CheckConfig, Checks]] = []

_KEPT = 64_000_000
"""Bytes of vectors that a worker keeps: those of some 15 annual reports."""
_LOOK_AFTER = 50_000
"""So many more objects are made before the garbage collector looks for rings of them: some megabytes."""


def keep_checker(config: CheckConfig) -> MemoryVectors:
    """Load a checker that forks of this process find loaded, and return where it keeps vectors. Raises
    `ModelError` where it cannot be."""
    from cofitcheck.checker import Checker
    from cofitcheck.encoding.kept import MemoryVectors
    from cofitcheck.stages import Stages

    vectors = MemoryVectors()
    stages = Stages.load(config, vectors)
    stages.open()
    _kept[:] = [(config, Checker(config, stages))]
    return vectors


def load_checker(config: CheckConfig, *, keeping: bool = False) -> Checks:
    """Return the checker that this package ships, with its model loaded; `keeping` lets it keep vectors in
    memory from one draft to the next, where the configuration names no folder for them."""
    from cofitcheck.checker import Checker
    from cofitcheck.encoding.kept import MemoryVectors
    from cofitcheck.stages import Stages

    # One that is kept has its vectors in memory, and needs no folder for them.
    kept = (checker for known, checker in _kept if known == replace(config, vector_cache=None))
    vectors = MemoryVectors(_KEPT) if keeping and not config.vector_cache else None
    checker = next(kept, None) or Checker(config, Stages.load(config, vectors))
    # What lives as long as the process is not looked through again for what nobody needs; and a document is
    # read into hundreds of thousands of objects that all stay until its report is written.
    gc.freeze()
    gc.set_threshold(_LOOK_AFTER)
    return checker


def serve(connection: Connection, load: LoadWork[JobT, OutcomeT]) -> None:
    """Do the jobs that come through `connection` until it closes.

    An error that is not ours to explain ends the process, and the parent reports the document it was at.
    """
    # Ctrl-C reaches the whole process group: the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work = load()
    except CofitcheckError as error:
        connection.send(Refused(str(error)))
        return
    # Either error means that the parent has gone, and with it the need for more work.
    with suppress(EOFError, BrokenPipeError):
        connection.send(Ready())
        while True:
            job: JobT = connection.recv()
            connection.send(work(job, lambda stage: connection.send(Stage(stage))))


def _end_with_parent() -> None:
    """End this process where its parent was killed: whoever starts again needs the memory."""
    if parent := parent_process():
        parent.join()
        os._exit(1)
