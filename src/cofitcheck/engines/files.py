"""One run over several files: what was checked, what was not, what an interrupt left undone; and its index.

The index is a page that leads to the reports of all documents of the run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Protocol, TypeAlias
from urllib.parse import quote

from cofitcheck.engines.budget import CheckBudget, bounded
from cofitcheck.engines.engine import Engine, LoadWork, check_all
from cofitcheck.engines.jobs import STDIN, CheckedFile, Job, Unchecked
from cofitcheck.engines.worker import Loader, load_reporting
from cofitcheck.errors import InputError
from cofitcheck.reports.formats import FORMATS, write_whole
from cofitcheck.reports.html import IndexedDocument, MissedDocument, index_file, own_names, render_index
from cofitcheck.reports.words import ENGLISH, phrase, speaking

EngineOf: TypeAlias = Callable[[LoadWork[Job, CheckedFile]], Engine[Job, CheckedFile]]
"""Makes the engine from what each worker loads."""
_LEFT = "the run was interrupted before it was checked."


class Listener(Protocol):
    """Is told how a run goes on."""

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
    """The jobs that an interrupt left undone."""
    index: Path | None = None
    """The page that leads to the reports of all documents."""

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
    outputs: Mapping[str, IO[bytes]],
    budget: CheckBudget | None = None,
) -> Run:
    """Check `jobs` in up to `workers` processes of an engine.

    Each report is on disk before the next outcome is looked at. An interrupt (`KeyboardInterrupt`) ends the
    run early and loses only the documents in work. `outputs` are files for all documents together, by their
    formats: what a format writes document by document is written at once, and `write_outputs` writes the
    rest. `budget` bounds each document. Raises `ModelError` where the model cannot be loaded, `InputError`
    where one of `outputs` cannot be written.
    """
    run = Run(unfinished=list(jobs))
    engine = engine_of(bounded(budget or CheckBudget(), partial(load_reporting, load)))
    try:
        outcomes = check_all(engine, jobs, workers, listener.stage)
        with closing(outcomes):
            for outcome in outcomes:
                _note(run, outcome, listener)
                if isinstance(outcome, CheckedFile):
                    for name, file in outputs.items():
                        _write(file, name, FORMATS[name].run_writer().line(outcome.parts[name]))
    except KeyboardInterrupt:
        return run
    return run


def write_outputs(run: Run, outputs: Mapping[str, IO[bytes]]) -> None:
    """Write to `outputs` what can be written only once all is checked: the documents in the order of their
    names, and those that could not be checked. Raises `InputError` where a file cannot be written."""
    checked = sorted(run.checked, key=lambda one: one.shown)
    unchecked = [(one.shown, one.reason) for one in run.unchecked]
    unchecked += [(job.shown, "the check was interrupted") for job in run.unfinished]
    for name, file in outputs.items():
        parts = [one.parts[name] for one in checked]
        _write(file, name, FORMATS[name].run_writer().whole(parts, unchecked, run.language))


def _write(file: IO[bytes], name: str, content: bytes) -> None:
    try:
        file.write(content)
        file.flush()
    except OSError as error:
        place = "standard output" if file.name == "<stdout>" else file.name
        raise InputError(
            f"{place}: cannot take {FORMATS[name].of_a_run} ({error.strerror}); make room there, or name "
            f"another file with --{name}."
        ) from error


def _note(run: Run, outcome: CheckedFile | Unchecked, listener: Listener) -> None:
    run.unfinished = [job for job in run.unfinished if job.shown != outcome.shown]
    listener.finished(outcome.shown)
    if isinstance(outcome, CheckedFile):
        run.checked.append(outcome)
    else:
        run.unchecked.append(outcome)
        listener.say(f"{outcome.shown}: not checked: {outcome.reason}")


def index_folder(paths: Sequence[Path], output: Path | None, jobs: Sequence[Job]) -> Path | None:
    """Return the folder for the index: `output`, or the only path that was named, if that is a folder.

    Return None for a single document, and where there is no such folder: an index of some documents of a
    folder would replace the index of all.
    """
    if len(jobs) < 2:
        return None
    if output:
        return output
    named = [path for path in paths if path != STDIN and path.is_dir()]
    return named[0] if len(named) == len(paths) == 1 else None


def write_index(
    run: Run, folder: Path | None, paths: Sequence[Path], say: Callable[[str], object]
) -> Path | None:
    """Write the index of a run over `paths` into `folder` and return its file; None where there is no folder.

    Where the index cannot be written, `say` is told in a sentence, and None is returned: the reports are
    there all the same.
    """
    if folder is None:
        return None
    missed = [
        *((one.shown, one.reason) for one in run.unchecked),
        *((one.shown, _LEFT) for one in run.unfinished),
    ]
    names = iter(own_names([one.shown for one in run.checked] + [shown for shown, _ in missed]))
    documents = [
        IndexedDocument(next(names), one.coverage, _address(one.files[0], folder)) for one in run.checked
    ]
    unread = [MissedDocument(next(names), reason) for _, reason in missed]
    with speaking(run.language):
        page = render_index(documents, unread, _what(paths))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = index_file(folder)
        write_whole(file, page.encode("utf-8", "replace"))
    except OSError as error:
        say(f"The index of the reports cannot be written to {folder} ({error.strerror}).")
        return None
    return file


def _what(paths: Sequence[Path]) -> str:
    named = [path.resolve().name or str(path) for path in paths if path != STDIN]
    return named[0] if len(paths) == len(named) == 1 else str(phrase("Several documents"))


def _address(report: Path, folder: Path) -> str:
    # A file name may hold bytes that are no text.
    return quote(os.fsencode(Path(os.path.relpath(report.resolve(), folder.resolve())).as_posix()))
