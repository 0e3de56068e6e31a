"""What all engines share: jobs go in, outcomes come out, a document that kills its process is tried again.

`InlineEngine` checks documents in the process of the command itself, which a fork makes safe
(`engines.calling`).
"""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from cofitcheck.engines.jobs import Unchecked
from cofitcheck.errors import was_interrupt

_OUT_OF_TIME = "SIGXCPU"


class Named(Protocol):
    """What an engine needs to know of a job."""

    @property
    def shown(self) -> str:
        """The document as the user named it; of several, the first."""
        ...

    def alone(self) -> Sequence[Self]:
        """Return the job itself where it is one document; else one job for each."""
        ...


JobT = TypeVar("JobT", bound=Named)
OutcomeT = TypeVar("OutcomeT")

Progress = Callable[[str], None]
"""Told the name of each stage of a document as it begins."""

OnStage = Callable[[str, str], None]
"""Called with a document as the user named it, and the stage that has begun."""

Work: TypeAlias = Callable[[JobT, Progress], OutcomeT | Unchecked]
"""What a worker does with a job, with its models in memory."""

LoadWork: TypeAlias = Callable[[], Work[JobT, OutcomeT]]
"""Makes the work inside the worker; crosses between processes by its name (pickle)."""


@dataclass(frozen=True, slots=True)
class LostJob(Generic[JobT]):
    """A job whose worker ended under it.

    `cause` is the signal or error that killed the worker, from outside or in native code; "" where a defect
    ended it.
    """

    job: JobT
    cause: str


class Engine(ABC, Generic[JobT, OutcomeT]):
    """Workers, wherever they are."""

    @abstractmethod
    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | LostJob[JobT], None, None]:
        """Do `jobs` in up to `workers` processes and yield each outcome as soon as it is there.

        A job is taken from `jobs` only when a worker is free. Raises `ModelError` when no worker can load its
        models.
        """
        ...


def check_all(
    engine: Engine[JobT, OutcomeT], jobs: Iterable[JobT], workers: int, on_stage: OnStage
) -> Generator[OutcomeT | Unchecked, None, None]:
    """Do all `jobs` and yield the outcome of each.

    A document whose process was killed is tried once more, alone, after the others: often other documents
    took the memory. A document that has used up its processor time is not tried again. Where a process ended
    that had several documents, each of them is tried once more: one of them is to blame. Raises `ModelError`
    when no worker can load its models.
    """
    again: list[JobT] = []
    for outcome in engine.run(iter(jobs), workers, on_stage):
        if not isinstance(outcome, LostJob):
            yield outcome
        elif len(outcome.job.alone()) > 1 or outcome.cause not in ("", _OUT_OF_TIME):
            again.extend(outcome.job.alone())
        else:
            yield _explain(outcome)
    for outcome in engine.run(iter(again), 1, on_stage) if again else ():
        yield _explain(outcome) if isinstance(outcome, LostJob) else outcome


def _explain(lost: LostJob[JobT]) -> Unchecked:
    if lost.cause == _OUT_OF_TIME:
        reason = "checking it took more than the allowed time of the processor; allow more with --seconds, "
        return Unchecked(lost.job.shown, f"{reason}or split it into parts and check those.")
    if not lost.cause:
        reason = "a defect of cofitcheck stopped it; please report it with the trace above."
        return Unchecked(lost.job.shown, reason)
    reason = f"its process was killed twice ({lost.cause}), perhaps for lack of memory"
    return Unchecked(lost.job.shown, f"{reason}; try it alone on a larger machine.")


class InlineEngine(Engine[JobT, OutcomeT]):
    """Does the jobs here, one after another. A crash of native code ends this process too."""

    def __init__(self, load: LoadWork[JobT, OutcomeT]) -> None:
        self._load = load

    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | LostJob[JobT], None, None]:
        """Do `jobs` (see `Engine`); `workers` has no meaning here."""
        work = self._load()
        for job in jobs:
            outcome: OutcomeT | Unchecked | LostJob[JobT]
            try:
                outcome = work(job, partial(on_stage, job.shown))
            except Exception as error:
                if was_interrupt(error):
                    raise KeyboardInterrupt from error
                traceback.print_exc()
                outcome = LostJob(job, "")
            yield outcome


class AfterDeath(Engine[JobT, OutcomeT]):
    """An engine for jobs whose process has been killed once already, by `cause`."""

    def __init__(self, engine: Engine[JobT, OutcomeT], cause: str) -> None:
        self._engine, self._cause = engine, cause

    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | LostJob[JobT], None, None]:
        """Yield each of the first `jobs` as lost; do those that are tried again."""
        if self._cause:
            cause, self._cause = self._cause, ""
            yield from (LostJob(job, cause) for job in jobs)
        else:
            yield from self._engine.run(jobs, workers, on_stage)
