"""Documents checked in the process of the command itself: see `fork`, which makes that safe."""

from __future__ import annotations

import traceback
from collections.abc import Generator, Iterator
from functools import partial

from cofitcheck.engines.engine import Engine, JobT, LoadWork, Lost, OnStage, OutcomeT
from cofitcheck.engines.jobs import Unchecked
from cofitcheck.errors import was_interrupt


class InlineEngine(Engine[JobT, OutcomeT]):
    """Does the jobs here, one after another. A crash of native code ends this process too."""

    def __init__(self, load: LoadWork[JobT, OutcomeT]) -> None:
        self._load = load

    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | Lost[JobT], None, None]:
        """Do `jobs` (see `Engine`); `workers` has no meaning here."""
        work = self._load()
        for job in jobs:
            outcome: OutcomeT | Unchecked | Lost[JobT]
            try:
                outcome = work(job, partial(on_stage, job.shown))
            except Exception as error:
                if was_interrupt(error):
                    raise KeyboardInterrupt from error
                traceback.print_exc()
                outcome = Lost(job, "")
            yield outcome


class AfterDeath(Engine[JobT, OutcomeT]):
    """An engine for jobs whose process has been killed once already, by `cause`."""

    def __init__(self, engine: Engine[JobT, OutcomeT], cause: str) -> None:
        self._engine, self._cause = engine, cause

    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | Lost[JobT], None, None]:
        """Say of each of the first `jobs` that it was lost; do those that are tried again."""
        if self._cause:
            cause, self._cause = self._cause, ""
            yield from (Lost(job, cause) for job in jobs)
        else:
            yield from self._engine.run(jobs, workers, on_stage)
