"""Documents checked by worker processes on this machine.

Each worker has a pipe of its own, so that when one dies it is known which document it was at. A pool that
shares one queue would lose every document in flight. Even one document gets a process: where native code
crashes there, the user reads a sentence and the run goes on.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, cast

from cofitcheck.engines.engine import Engine, JobT, LoadWork, LostJob, OnStage, OutcomeT
from cofitcheck.engines.jobs import Unchecked, Waiting
from cofitcheck.engines.preloading import interrupts_ignored
from cofitcheck.engines.worker import CheckerRefused, Ready, Stage, serve
from cofitcheck.errors import ModelError

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

Context: TypeAlias = "SpawnContext | ForkServerContext"
"""How a process is started."""

_GRACE_SECONDS = 5.0


class LocalEngine(Engine[JobT, OutcomeT]):
    """Worker processes on this machine. Only for the main thread, which gets the signals."""

    def __init__(
        self, load: LoadWork[JobT, OutcomeT], context: Context | None = None, *, parents: bool = False
    ) -> None:
        """Take what each worker loads, and how the workers are started (each afresh, by default).

        With `parents`, workers may start processes of their own, as the engine of vLLM does.
        """
        self._load, self._parents = load, parents
        self._context = context or get_context("spawn")

    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | LostJob[JobT], None, None]:
        """Do `jobs` in `workers` processes (see `Engine`)."""
        crew = _Crew(jobs, lambda: _Worker(self._load, self._context, self._parents), workers)
        try:
            while crew.workers:
                for connection in wait(list(crew.workers)):
                    worker = crew.workers[cast(Connection, connection)]
                    match worker.receive():
                        case Stage(name) if worker.job:
                            on_stage(worker.job.shown, name)
                        case Ready():
                            crew.occupy(worker)
                        case CheckerRefused(reason):
                            raise ModelError(reason)
                        case None:
                            yield crew.bury(worker)
                        case outcome:
                            crew.occupy(worker)
                            yield cast(OutcomeT | Unchecked, outcome)
        finally:
            for worker in list(crew.workers.values()):
                worker.stop()


class _Worker(Generic[JobT, OutcomeT]):
    """A process, the pipe to it, and the job it is at."""

    def __init__(self, load: LoadWork[JobT, OutcomeT], context: Context, parents: bool) -> None:
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, load), daemon=not parents)
        with interrupts_ignored():
            self.process.start()
        theirs.close()
        self.job: JobT | None = None

    def give(self, job: JobT) -> None:
        self.job = job
        # Where the worker has just died, the next `receive` shows it.
        with suppress(BrokenPipeError):
            self.connection.send(job)

    def receive(self) -> Any:
        """Return the next message of the process, or None when it has ended."""
        try:
            return self.connection.recv()
        except (EOFError, ConnectionResetError):
            return None

    def stop(self) -> None:
        """End the process: one without a job ends when its pipe does."""
        if self.job is not None:
            self.process.terminate()
        self.outlive()

    def outlive(self) -> int:
        """Wait until the process has ended and return its exit status (negative: the signal)."""
        self.connection.close()
        self.process.join(_GRACE_SECONDS)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        return self.process.exitcode or 0


class _Crew(Generic[JobT, OutcomeT]):
    """The workers, and the jobs that wait for them."""

    def __init__(
        self, jobs: Iterator[JobT], hire: Callable[[], _Worker[JobT, OutcomeT]], workers: int
    ) -> None:
        self.waiting = Waiting(jobs)
        self.hire = hire
        self.workers: dict[Connection, _Worker[JobT, OutcomeT]] = {}
        for _ in range(workers):
            self.enlarge()

    def enlarge(self) -> None:
        """Hire a worker where there is work left."""
        if self.waiting:
            worker = self.hire()
            self.workers[worker.connection] = worker

    def occupy(self, worker: _Worker[JobT, OutcomeT]) -> None:
        """Give a free worker the next job, or let it go."""
        worker.job = None
        if self.waiting:
            worker.give(self.waiting.take())
        else:
            del self.workers[worker.connection]
            worker.stop()

    def bury(self, worker: _Worker[JobT, OutcomeT]) -> LostJob[JobT]:
        """Take note of a worker that has died, and put another in its place where there is work left."""
        del self.workers[worker.connection]
        exit_code = worker.outlive()
        if worker.job is None:
            raise ModelError(f"A worker process could not start (exit status {exit_code}); try --workers 1.")
        self.enlarge()
        return LostJob(worker.job, signal.Signals(-exit_code).name if exit_code < 0 else "")
