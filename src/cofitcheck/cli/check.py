"""`cofitcheck check`: documents in, findings out."""

from __future__ import annotations

import signal
import sys
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from cofitcheck.cli.classifier import classifier_options, classify_config
from cofitcheck.cli.common import EXIT_INCOMPLETE, EXIT_INTERRUPTED, check_config, cores, model_options

if TYPE_CHECKING:
    from cofitcheck.engines import Run
    from cofitcheck.readers.settings import TrackedChanges

EXIT_CLEAN, EXIT_FINDINGS = 0, 1

_NAMED = 5
"""How many unfinished documents are named after an interrupt."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the reports; beside each document by default.",
)
@click.option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.File("wb", lazy=False),
    help="Also write every report as JSON, one line a document; - for standard output.",
)
@model_options
@click.option(
    "--tracked-changes",
    type=click.Choice(["accepted", "original"]),
    default="accepted",
    show_default=True,
    help="The text of a Word document with tracked changes: all accepted, or as it was before them.",
)
@classifier_options
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default.")
@click.option(
    "--quiet", is_flag=True, help="No progress and no summary; what could not be checked is still said."
)
def check(
    files: tuple[Path, ...],
    output: Path | None,
    json_file: IO[bytes] | None,
    threshold: float | None,
    model: Path | None,
    tracked_changes: TrackedChanges,
    workers: int | None,
    quiet: bool,
    **classifier: Any,
) -> None:
    """Check documents: HTML, PDF, Word, Excel, Markdown, DoclingDocument, report packages (zip, SEC .txt).

    A FILE may be gzip'd (.htm.gz), a folder of documents, the folder of one report of several files (EDINET,
    TDnet), or - for standard input.

    \b
    Exit status: 0 nothing found, 1 findings, 2 something could not be checked,
    130 interrupted (the reports of the documents finished by then are there).
    """
    from cofitcheck.engines import collect, load_checker, run_batch
    from cofitcheck.errors import CofitcheckError
    from cofitcheck.progress import ProgressDisplay, printable
    from cofitcheck.readers import ReadSettings
    from cofitcheck.summary import print_summary

    signal.signal(signal.SIGTERM, _interrupt)
    _never_fail_to_print()
    try:
        jobs = collect(files, output, json_file is not None, ReadSettings(tracked_changes))
        workers = min(workers or cores(), len(jobs))
        threads = max(1, cores() // workers)
        config = check_config(threshold, model, classify_config(classifier), threads)
        load = partial(load_checker, config)
        with ProgressDisplay(len(jobs), quiet) as display:
            run = run_batch(jobs, load, workers, display, json_file)
    except (CofitcheckError, OSError) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(EXIT_INCOMPLETE)
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    if not quiet:
        print_summary(run, to_stderr=json_file is sys.stdout.buffer)
    if run.unfinished:
        click.echo(printable(_undone(run)), err=True)
    sys.exit(_status(run))


def _undone(run: Run) -> str:
    names = [job.shown for job in run.unfinished]
    some = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
    done = f"{len(run.checked)} checked, their reports are written"
    return f"Interrupted: {done}; {len(names)} not checked: {some}."


def _status(run: Run) -> int:
    if run.unfinished:
        return EXIT_INTERRUPTED
    if run.unchecked:
        return EXIT_INCOMPLETE
    return EXIT_FINDINGS if any(outcome.coverage.findings for outcome in run.checked) else EXIT_CLEAN


def _never_fail_to_print() -> None:
    """Let a terminal that lacks a character show another: an error there would hide what was found."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
