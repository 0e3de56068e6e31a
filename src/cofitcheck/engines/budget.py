"""What checking one document may cost the machine. The system enforces these bounds.

A reader counts what it reads, and says where it stopped. These bounds hold for the rest of a check too,
native code included, whether that code looks at them or not.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cofitcheck.config import SECONDS, size_factor
from cofitcheck.engines.engine import JobT, LoadWork, OutcomeT, Progress, Work
from cofitcheck.engines.jobs import Unchecked
from cofitcheck.errors import ConfigError

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

OUT_OF_TIME = getattr(signal, "SIGXCPU", None)
"""The signal that kills a process which has used up its processor time; None where there is none."""

_STATM = Path("/proc/self/statm")
_MEGABYTE = 1_000_000
_FOR_READING = 4
"""Until it is read, a document may take this many times its time: readers have limits of their own."""
_PATIENCE = 2
"""A process is killed past this many times its time: code that looks at the deadline has ended by then."""
_bounded: list[tuple[CheckBudget, int]] = []
"""The budget that bounds this process, and the bytes that the process held before."""
OUT_OF_MEMORY = "not enough memory; allow more with --memory, use fewer --workers, or split it."


@dataclass(frozen=True, slots=True)
class CheckBudget:
    """Bounds for the check of a document of up to 5,000 numbers.

    `seconds` is processor time, all threads together. `megabytes` is memory beyond what the models take. 0 is
    no bound. A larger document may take more in proportion, up to four times as much.

    Past the time, a check ends and lists what it has not reached (`Deadline`). Some code does not look at the
    deadline: past twice the time the process is killed with SIGXCPU. Past the memory it gets a `MemoryError`.
    Memory is bounded on Linux, time on any Unix.
    """

    seconds: int = SECONDS
    megabytes: int = 1_500

    def __post_init__(self) -> None:
        if min(self.seconds, self.megabytes) < 0:
            raise ConfigError("the processor time and memory of a check must be 0 (no bound) or more")

    def bound_memory(self) -> None:
        """Bound the memory of this process, from what it holds now."""
        held = _held()
        _bounded[:] = [(self, held)]
        if self.megabytes and held:
            _bound_memory(held, self.megabytes)

    def begin(self, documents: int = 1) -> None:
        """Bound the processor time of this process from now on, for this number of documents."""
        if self.seconds and resource:
            # A core file of a process that was to be killed is of no use.
            _lower(resource.RLIMIT_CORE, 0)
            _bound_time(_FOR_READING * self.seconds * documents)

    @property
    def exceeded(self) -> str:
        """The sentence for a document that took longer."""
        return (
            f"checking it took more than {self.seconds:,} seconds of the processor; allow more with "
            "--seconds, or split it into parts and check those."
        )


def allow(numbers: int) -> None:
    """Allow this process, if it is bounded, what a document with this many numbers may cost."""
    size = size_factor(numbers)
    for budget, held in _bounded:
        if budget.megabytes and held:
            _bound_memory(held, budget.megabytes * size)
        if budget.seconds and resource:
            _bound_time(budget.seconds * size)


def bounded(budget: CheckBudget, load: LoadWork[JobT, OutcomeT]) -> LoadWork[JobT, OutcomeT]:
    """Return what loads the same work; that work then bounds its process for each job."""
    return partial(_load, budget, load)


def _load(budget: CheckBudget, load: LoadWork[JobT, OutcomeT]) -> Work[JobT, OutcomeT]:
    return partial(_work, budget, load(), [])


def _work(
    budget: CheckBudget,
    work: Callable[[JobT, Progress], OutcomeT | Unchecked],
    bound: list[bool],
    job: JobT,
    progress: Progress,
) -> OutcomeT | Unchecked:
    if not bound:
        # Only at the first job: the server that workers are forked from loads the models too.
        budget.bound_memory()
        bound.append(True)
    budget.begin(len(job.alone()))
    return work(job, progress)


def _bound_memory(held: int, megabytes: float) -> None:
    _lower(resource.RLIMIT_DATA, held + int(megabytes * _MEGABYTE))


def _bound_time(seconds: float) -> None:
    _lower(resource.RLIMIT_CPU, int(time.process_time() + _PATIENCE * seconds) + 1)


def _lower(kind: int, soft: int) -> None:
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _held() -> int:
    """Return the bytes of memory that count against a bound; 0 where that cannot be known."""
    try:
        pages = int(_STATM.read_text().split()[5])
    except OSError:
        return 0
    return pages * resource.getpagesize()
