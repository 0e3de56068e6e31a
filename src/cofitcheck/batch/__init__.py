"""One batch: list the documents, leave out what is done, check the rest, and keep each as it comes.

`BatchDisplay` shows a person how the batch goes: a line that moves on a terminal, a line a minute elsewhere.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol, TypeAlias

from cofitcheck.batch.results import Results
from cofitcheck.batch.schema import pack, unchecked_rows
from cofitcheck.batch.stores import listed
from cofitcheck.batch.work import (
    BatchJob,
    BatchOutcome,
    DocumentRows,
    Outcome,
    PostponedDocument,
    Unreachable,
)
from cofitcheck.engines import files
from cofitcheck.engines.engine import Engine, check_all
from cofitcheck.engines.jobs import Unchecked
from cofitcheck.errors import InputError
from cofitcheck.progress import ProgressDisplay
from cofitcheck.readers import ReadSettings
from cofitcheck.reports.choice import Choice

BatchEngine: TypeAlias = Engine[BatchJob, BatchOutcome]
_EVERY_SECONDS = 60.0
_WINDOW = 200
"""The number of last documents that the pace is measured over: a store or the machine may become slower."""


class BatchListener(files.Listener, Protocol):
    """Is told how a batch goes on."""

    def begin(self, total: int, done: int) -> None:
        """Take note that `total` documents are to be checked, and `done` were by an earlier run."""
        ...


@dataclass(frozen=True, slots=True)
class DocumentWork:
    """What to do with each document: how it is read, and whether it gets reports.

    A worker takes up to `together` documents at once, whose passes share a large model's batches.
    """

    reports: bool = False
    together: int = 1
    settings: ReadSettings = field(default_factory=ReadSettings)
    language: str = ""
    compares: bool = False
    """Whether pairs of documents are compared, and not documents checked."""
    choice: Choice = field(default_factory=Choice)
    """Which findings the user wants."""


def run_batch(
    documents: Iterable[str],
    wanted: DocumentWork,
    engine: BatchEngine,
    workers: int,
    results: Results,
    listener: BatchListener,
) -> int:
    """Check the `documents`, or compare the pairs, that `results` lack; return how many an interrupt left.

    Raises `InputError` where a store does not answer or the results cannot be written, `ModelError` where no
    worker can load its models; what is finished is kept, and the same call goes on from there.
    """
    earlier = len(results.done)
    with listed(documents, results.done) as listing:
        # The digests of a million documents fill a hundred megabytes, and are not needed any more.
        results.done.clear()
        listener.begin(len(listing), earlier)
        # No larger than the share of each worker, so that none is left without documents.
        together = min(wanted.together, -(-len(listing) // workers))
        jobs = (
            BatchJob(some, wanted.reports, wanted.language, wanted.settings, wanted.compares, wanted.choice)
            for some in _groups(listing, together)
        )
        finished = 0
        outcomes = check_all(engine, jobs, max(1, min(workers, len(listing))), listener.stage)
        try:
            with closing(outcomes):
                for outcome in outcomes:
                    for each in _in_order(outcome):
                        _keep(each, results, listener)
                        finished += 1
        except KeyboardInterrupt:
            pass
        results.write_part()
        return len(listing) - finished


def _groups(documents: Iterable[str], together: int) -> Iterator[tuple[str, ...]]:
    waiting = iter(documents)
    while some := tuple(islice(waiting, together)):
        yield some


def _in_order(outcome: BatchOutcome | Unchecked) -> Sequence[Outcome]:
    """Return what became of each document; an outcome that ends the run comes last."""
    every = (outcome,) if isinstance(outcome, Unchecked) else outcome
    return sorted(every, key=lambda each: isinstance(each, Unreachable))


def _keep(outcome: Outcome, results: Results, listener: BatchListener) -> None:
    match outcome:
        case DocumentRows(_, rows, reports):
            results.add(rows, reports)
        case Unchecked(shown, reason):
            results.add(pack(unchecked_rows(shown, reason)), {})
            listener.say(f"{shown}: not checked: {reason}")
        case PostponedDocument(shown, reason):
            # It gets no line in the results, so the next run tries it again.
            results.tally.postponed += 1
            listener.say(f"{shown}: not checked for now: {reason}")
        case Unreachable(_, reason):
            results.write_part()
            raise InputError(f"{reason} What is finished is kept: run the same command again to go on.")
    listener.finished(outcome.shown)


class BatchDisplay(ProgressDisplay):
    """Shows documents a minute and the time that remains."""

    def __init__(self, quiet: bool) -> None:
        super().__init__(0, quiet)
        self._quiet = quiet
        self._pace = Pace(0)
        self._said = time.monotonic()

    def begin(self, total: int, done: int) -> None:
        """Say how many documents there are, and how many an earlier run has done."""
        self._pace, self._total = Pace(total), total
        self._progress.update(self._all, total=total)
        self._count()
        if done and not self._quiet:
            self.say(f"{done:,} documents were done by an earlier run; {total:,} are left.")

    def finished(self, shown: str) -> None:
        """Count a document as dealt with."""
        self._pace.finished()
        super().finished(shown)
        now = time.monotonic()
        if not (self._quiet or self._console.is_terminal) and now - self._said >= _EVERY_SECONDS:
            self._said = now
            self.say(self._pace.words)

    @property
    def _words(self) -> str:
        return self._pace.words


class Pace:
    """Counts documents as they are finished."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._total, self._clock = total, clock
        self._finished = 0
        self._times = deque([clock()], maxlen=_WINDOW)

    def finished(self) -> None:
        """Count a document."""
        self._finished += 1
        self._times.append(self._clock())

    @property
    def words(self) -> str:
        """Where the batch is: "1,200 of 100,000 documents, 310 a minute, 5:18:42 left"."""
        where = f"{self._finished:,} of {self._total:,} documents"
        passed = self._times[-1] - self._times[0]
        if not self._finished or passed <= 0:
            return where
        per_second = (len(self._times) - 1) / passed
        left = round((self._total - self._finished) / per_second)
        minutes, seconds = divmod(left, 60)
        rate = 60 * per_second
        many = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        return f"{where}, {many} a minute, {minutes // 60}:{minutes % 60:02}:{seconds:02} left"
