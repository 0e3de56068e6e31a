"""`cofitcheck check`: checks documents and writes their reports."""

from __future__ import annotations

import gc
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cofitcheck.cli.checking import check_budget, check_config, checking_options
from cofitcheck.cli.common import cores, exit_status, interrupt, language_option, never_fail_to_print
from cofitcheck.cli.configuration import Configured
from cofitcheck.cli.options import (
    choice_of,
    choosing_options,
    failing_options,
    format_options,
    least_of,
    outputs_of,
    quiet_option,
    verbose_option,
)

if TYPE_CHECKING:
    from cofitcheck.config import CheckConfig
    from cofitcheck.engines.calling import ForkResult
    from cofitcheck.engines.engine import Engine, LoadWork
    from cofitcheck.engines.files import Run
    from cofitcheck.engines.jobs import CheckedFile, Job
    from cofitcheck.engines.local import Context
    from cofitcheck.readers.settings import TrackedChanges

_NAMED = 5
"""How many unfinished documents are named after an interrupt."""


@click.command(cls=Configured)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the reports; beside each document by default.",
)
@format_options
@click.option(
    "--since",
    metavar="DRAFT",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An earlier draft of the one FILE, or its .report.json: also say which findings are new, which have "
    "other numbers and which are gone.",
)
@click.option("--last", type=click.Path(dir_okay=False, path_type=Path), hidden=True)
@language_option
@checking_options
@click.option(
    "--vector-cache",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the vectors of tables and sentences in a folder of your own, so that the next draft is "
    "checked sooner; nowhere by default.",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default.")
@choosing_options
@quiet_option("No progress and no summary; what could not be checked is still said.")
@verbose_option
@failing_options
def check(
    files: tuple[Path, ...],
    output: Path | None,
    since: Path | None,
    last: Path | None,
    language: str | None,
    tracked_changes: TrackedChanges,
    ocr: bool,
    convert: bool,
    seconds: int | None,
    memory: int | None,
    vector_cache: Path | None,
    workers: int | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: Path | None,
    materiality: str | None,
    quiet: bool,
    verbose: bool,
    fail_on: str,
    exit_zero: bool,
    **options: Any,
) -> None:
    """Check documents: HTML, PDF, Word, Excel, Markdown, DoclingDocument, report packages (zip, SEC .txt).

    A FILE may be gzip'd (.htm.gz), a folder of documents, the folder of one report of several files (EDINET,
    TDnet), or - for standard input.

    \b
    Exit status: 0 nothing found, 1 findings (see --fail-on), 2 something could not be checked, or not to
    its end, 130 interrupted (the reports of the documents finished by then are there).
    """
    from cofitcheck.engines.calling import ForkResult, fork_or_continue

    fork = fork_or_continue() if len(files) == 1 and files[0].is_file() else ForkResult(in_fork=False)
    context = None if fork.in_fork else _start_server()
    gc.disable()  # imported modules stay alive: a collection would find nothing to free
    from cofitcheck.checks.model import ended_early
    from cofitcheck.engines.files import check_files, index_folder, write_index, write_outputs
    from cofitcheck.engines.jobs import collect
    from cofitcheck.engines.worker import load_checker
    from cofitcheck.errors import ConfigError
    from cofitcheck.progress import ProgressDisplay, printable
    from cofitcheck.readers import ReadSettings
    from cofitcheck.summary import print_summary

    gc.enable()
    signal.signal(signal.SIGTERM, interrupt)
    never_fail_to_print()
    outputs = outputs_of(options)
    found = collect(files, output, ReadSettings(tracked_changes, ocr, convert=convert))
    if since and len(found) > 1:
        raise ConfigError("--since is for one document; check the others by themselves")
    choice = choice_of(select=select, ignore=ignore, baseline=baseline, materiality=materiality)
    jobs = [
        replace(
            job,
            language=language or "",
            formats=tuple(outputs),
            since=since,
            last=last,
            choice=choice,
            verbose=verbose,
        )
        for job in found
    ]
    workers = min(workers or cores(), len(jobs))
    threads = max(1, cores() // workers)
    jobs = [replace(job, settings=replace(job.settings, processes=threads)) for job in jobs]
    config = replace(check_config(threads, **options), vector_cache=vector_cache, seconds=seconds)
    load = partial(load_checker, config, keeping=since is not None)
    with ProgressDisplay(len(jobs), quiet) as display:
        budget = check_budget(seconds, memory, config, ocr=ocr)
        engine = partial(_engine, fork, context, config)
        run = check_files(jobs, load, engine, workers, display, outputs, budget)
    run.index = write_index(
        run, index_folder(files, output, jobs), files, lambda said: click.echo(printable(said), err=True)
    )
    write_outputs(run, outputs)
    if not quiet:
        print_summary(run, to_stderr=sys.stdout.buffer in outputs.values())
    if run.unfinished:
        click.echo(printable(_undone(run)), err=True)
    checked, least = [each.coverage for each in run.checked], least_of(fail_on, exit_zero=exit_zero)
    sys.exit(
        exit_status(
            findings=least is not None and any(each.at_least(least) for each in checked),
            incomplete=bool(run.unchecked) or any(ended_early(each.not_checked) for each in checked),
            interrupted=bool(run.unfinished),
        )
    )


def _start_server() -> Context:
    from cofitcheck.engines.preloading import start_server

    return start_server()


def _engine(
    fork: ForkResult, context: Context | None, config: CheckConfig, load: LoadWork[Job, CheckedFile]
) -> Engine[Job, CheckedFile]:
    """Return the engine that does the jobs: this process where it is a fork, otherwise workers."""
    from cofitcheck.engines.engine import AfterDeath, InlineEngine
    from cofitcheck.engines.local import LocalEngine

    if fork.in_fork:
        return InlineEngine(load)
    workers = LocalEngine(load, context, parents=config.classify.starts_processes)
    return AfterDeath(workers, fork.killed_by) if fork.killed_by else workers


def _undone(run: Run) -> str:
    names = [job.shown for job in run.unfinished]
    some = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
    done = f"{len(run.checked)} checked, their reports are written"
    return f"Interrupted: {done}; {len(names)} not checked: {some}."
