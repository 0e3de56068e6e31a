"""One run over several files: what was checked, what was not, and what an interrupt left undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Protocol, TypeAlias

from cofitcheck.engines.budget import CheckBudget, bounded
from cofitcheck.engines.engine import Engine, LoadWork, check_all
from cofitcheck.engines.jobs import CheckedFile, Job, Unchecked
from cofitcheck.engines.reporting import load_reporting
from cofitcheck.engines.worker import Loader
from cofitcheck.errors import InputError
from cofitcheck.reports.words import ENGLISH

EngineOf: TypeAlias = Callable[[LoadWork[Job, CheckedFile]], Engine[Job, CheckedFile]]
"""Makes the engine from what each worker loads."""


class Listener(Protocol):
    """Whoever wants to know how a run goes on."""

    def stage(self, shown: str, name: str) -> None:
        """Take note that the document `shown` has come to a stage."""
        ...

    def finished(self, shown: str) -> None:
        """Take note that the document `shown` is dealt with."""
        ...

    def say(self, sentence: str) -> None:
        """Take note of what went wrong."""
        ...


@dataclass
class Run:
    """What became of each document so far."""

    checked: list[CheckedFile] = field(default_factory=list)
    unchecked: list[Unchecked] = field(default_factory=list)
    unfinished: list[Job] = field(default_factory=list)
    """What an interrupt left undone."""
    index: Path | None = None
    """The page that leads to the reports of all."""

    @property
    def language(self) -> str:
        """The language of all reports, English where they have several."""
        spoken = {one.language for one in self.checked}
        return spoken.pop() if len(spoken) == 1 else ENGLISH


def check_files(
    jobs: Sequence[Job],
    load: Loader,
    engine_of: EngineOf,
    workers: int,
    listener: Listener,
    json_lines: IO[bytes] | None,
    budget: CheckBudget | None = None,
) -> Run:
    """Check `jobs` in up to `workers` processes of an engine.

    Each report is on disk before the next outcome is looked at. An interrupt (`KeyboardInterrupt`) ends the
    run early and costs only the documents in work. Each report also goes to `json_lines` as one line.
    `budget` bounds each document. Raises `ModelError` where the model cannot be loaded, `InputError` where
    `json_lines` takes no more.
    """
    run = Run(unfinished=list(jobs))
    engine = engine_of(bounded(budget or CheckBudget(), partial(load_reporting, load)))
    try:
        outcomes = check_all(engine, jobs, workers, listener.stage)
        with closing(outcomes):
            for outcome in outcomes:
                _note(run, outcome, listener)
                if json_lines and isinstance(outcome, CheckedFile):
                    _write_line(outcome.json, json_lines)
    except KeyboardInterrupt:
        return run
    return run


def _write_line(report: bytes, json_lines: IO[bytes]) -> None:
    with taking(json_lines, "the JSON of the reports", "--json"):
        json_lines.write(report + b"\n")
        json_lines.flush()


@contextmanager
def taking(file: IO[bytes], what: str, option: str) -> Iterator[None]:
    """Let a file take what is written. Raises `InputError` where it takes no more."""
    try:
        yield
    except OSError as error:
        place = "standard output" if file.name == "<stdout>" else file.name
        raise InputError(
            f"{place}: cannot take {what} ({error.strerror}); make room there, or name another file with "
            f"{option}."
        ) from error


def _note(run: Run, outcome: CheckedFile | Unchecked, listener: Listener) -> None:
    run.unfinished = [job for job in run.unfinished if job.shown != outcome.shown]
    listener.finished(outcome.shown)
    if isinstance(outcome, CheckedFile):
        run.checked.append(outcome)
    else:
        run.unchecked.append(outcome)
        listener.say(f"{outcome.shown}: not checked: {outcome.reason}")
