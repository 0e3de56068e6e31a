"""Documents checked by worker processes on this machine.

Each worker has a pipe of its own, so that when one dies it is known which document it was at; a pool that
shares one queue would lose every document in flight. Even one document gets a process: native code that
crashes there costs a sentence, not the run.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import cast

from cofitcheck.engines.jobs import Checked, Job, Outcome, Unchecked
from cofitcheck.engines.worker import Loader, Message, Ready, Refused, Stage, serve
from cofitcheck.errors import ModelError

OnStage = Callable[[str, str], None]
"""Called with a document as the user named it, and the stage that has begun."""

_GRACE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class _Lost:
    """A job whose worker died under it; `exit_code` is negative for a signal."""

    job: Job
    exit_code: int


def check_all(
    jobs: Sequence[Job], load: Loader, workers: int, on_stage: OnStage
) -> Generator[Outcome, None, None]:
    """Check `jobs` in up to `workers` processes and yield each outcome as soon as it is there.

    A document whose process was killed is tried once more, alone, after the others: lack of memory is often
    the neighbour's fault. Only for the main thread, which gets the signals. Raises `ModelError` when no
    worker can load its checker.
    """
    killed = []
    for outcome in _round(jobs, load, workers, on_stage):
        if not isinstance(outcome, _Lost):
            yield outcome
        elif outcome.exit_code < 0:
            killed.append(outcome.job)
        else:
            yield _explain(outcome)
    for job in killed:
        for outcome in _round([job], load, 1, on_stage):
            yield _explain(outcome) if isinstance(outcome, _Lost) else outcome


def _explain(lost: _Lost) -> Unchecked:
    if lost.exit_code >= 0:
        return Unchecked(
            lost.job.shown, "a defect of cofitcheck stopped it; please report it with the trace above."
        )
    name = signal.Signals(-lost.exit_code).name
    reason = f"its process was killed twice ({name}), perhaps for lack of memory"
    return Unchecked(lost.job.shown, f"{reason}; try it alone on a larger machine.")


class _Worker:
    """A process, the pipe to it, and the job it is at."""

    def __init__(self, load: Loader) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, load), daemon=True)
        with _interrupts_ignored():
            self.process.start()
        theirs.close()
        self.job: Job | None = None

    def give(self, job: Job) -> None:
        self.job = job
        # A worker that has just died says so at the next `receive`.
        with suppress(BrokenPipeError):
            self.connection.send(job)

    def receive(self) -> Message | None:
        """Return what the process says, or None when it has ended."""
        try:
            message: Message = self.connection.recv()
        except (EOFError, ConnectionResetError):
            return None
        return message

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


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let a starting process inherit that Ctrl-C is ignored, or it prints a trace until it says so itself."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Crew:
    """The workers of one round, and the jobs that wait for them."""

    def __init__(self, jobs: Sequence[Job], load: Loader, workers: int) -> None:
        self.waiting = deque(jobs)
        self.load = load
        self.workers: dict[Connection, _Worker] = {}
        for _ in range(min(workers, len(jobs))):
            self.hire()

    def hire(self) -> None:
        worker = _Worker(self.load)
        self.workers[worker.connection] = worker

    def occupy(self, worker: _Worker) -> None:
        """Give a worker that has its hands free the next job, or let it go."""
        worker.job = None
        if self.waiting:
            worker.give(self.waiting.popleft())
        else:
            del self.workers[worker.connection]
            worker.stop()

    def bury(self, worker: _Worker) -> _Lost:
        """Take note of a worker that has died, and put another in its place where there is work left."""
        del self.workers[worker.connection]
        exit_code = worker.outlive()
        if worker.job is None:
            raise ModelError(f"A worker process could not start (exit status {exit_code}); try --workers 1.")
        if self.waiting:
            self.hire()
        return _Lost(worker.job, exit_code)


def _round(jobs: Sequence[Job], load: Loader, workers: int, on_stage: OnStage) -> Iterator[Outcome | _Lost]:
    crew = _Crew(jobs, load, workers)
    try:
        while crew.workers:
            for connection in wait(list(crew.workers)):
                worker = crew.workers[cast(Connection, connection)]
                match worker.receive():
                    case Stage(name) if worker.job:
                        on_stage(worker.job.shown, name)
                    case Ready():
                        crew.occupy(worker)
                    case Checked() | Unchecked() as outcome:
                        crew.occupy(worker)
                        yield outcome
                    case Refused(reason):
                        raise ModelError(reason)
                    case None:
                        yield crew.bury(worker)
    finally:
        for worker in list(crew.workers.values()):
            worker.stop()
