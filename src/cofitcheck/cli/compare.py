"""`cofitcheck compare`: compares a document with related ones."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from cofitcheck.cli.checking import high_option, reading_options, threshold_option
from cofitcheck.cli.common import cores, exit_status, language_option, never_fail_to_print
from cofitcheck.cli.configuration import Configured
from cofitcheck.cli.options import (
    failing_options,
    kinds_option,
    least_of,
    quiet_option,
    report_json_option,
    verbose_option,
)

if TYPE_CHECKING:
    from cofitcheck.readers.settings import TrackedChanges

KINSHIPS = ("last-year", "draft", "rendition", "release")


@click.command(cls=Configured)
@click.argument("this", required=False, metavar="THIS", type=click.Path(path_type=Path))
@click.argument("others", nargs=-1, metavar="OTHER...", type=click.Path(path_type=Path))
@click.option(
    "--pairs",
    "pairs_file",
    metavar="LIST",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Compare the documents of a list instead (.tsv with the columns this and other, and as where "
    "that is to be said); paths are from the list.",
)
@click.option(
    "--as",
    "kinship",
    type=click.Choice(KINSHIPS),
    help="What OTHER is to THIS: an earlier report, an earlier draft, the same document in another format or "
    "language, or the whole of which THIS tells a part. By default it is guessed and said.",
)
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the report and the marked copies; beside THIS by default.",
)
@report_json_option
@language_option
@threshold_option("Report what is an error with at least this probability, 0 to 1; a lower one reports more.")
@high_option
@reading_options
@kinds_option
@click.option(
    "--seconds",
    type=click.IntRange(min=0),
    metavar="N",
    help="Processor seconds that comparing documents of together up to 5,000 numbers may take, in proportion "
    "more for larger ones; 120 by default, 0 is no bound.",
)
@quiet_option("No summary.")
@verbose_option
@failing_options
def compare(
    this: Path | None,
    others: tuple[Path, ...],
    pairs_file: Path | None,
    kinship: str | None,
    output: Path | None,
    json_file: IO[bytes] | None,
    language: str | None,
    threshold: float | None,
    high: float | None,
    tracked_changes: TrackedChanges,
    ocr: bool,
    convert: bool,
    seconds: int | None,
    select: tuple[str, ...],
    quiet: bool,
    verbose: bool,
    fail_on: str,
    exit_zero: bool,
) -> None:
    """Compare a document with last year's report, another draft, another format, or the whole it is part of.

    \b
    Exit status: 0 nothing differs, 1 something differs (see --fail-on), 2 the documents cannot be compared,
    130 interrupted.
    """
    from cofitcheck.api import compare as compare_documents
    from cofitcheck.checks import CheckSettings
    from cofitcheck.config import CheckConfig
    from cofitcheck.errors import InputError
    from cofitcheck.progress import printable
    from cofitcheck.readers import ReadSettings
    from cofitcheck.reports.choice import KINDS
    from cofitcheck.reports.compared import has_finding_of
    from cofitcheck.reports.compared.lines import SHOWN, comparison_lines
    from cofitcheck.reports.words import language_of, say, speaking

    never_fail_to_print()
    config = CheckConfig(
        checks=CheckSettings(
            threshold=CheckSettings.threshold if threshold is None else threshold,
            high=CheckSettings.high if high is None else high,
        ),
        threads=cores(),
        reading=ReadSettings(tracked_changes, ocr, convert=convert),
        seconds=seconds,
    )
    to_stderr = json_file is sys.stdout.buffer
    findings, incomplete, least = False, False, least_of(fail_on, exit_zero=exit_zero)
    for job in _jobs(this, others, pairs_file, kinship):
        try:
            report = compare_documents(job.this, *job.others, kinship=job.kinship, config=config)
            report = report.of_kinds(select or KINDS)
        except InputError as error:
            if not pairs_file:
                raise
            click.echo(printable(f"Not compared: {error}"), err=True)
            incomplete = True
            continue
        tongue = language or language_of(report.this)
        files = report.save(output or job.this.parent, job.stem, tongue)
        if json_file:
            json_file.write(report.to_json() + b"\n")
        if not quiet:
            with speaking(tongue):
                for line in (
                    *comparison_lines(report, sys.maxsize if verbose else SHOWN),
                    say("Report: {file}", file=str(files[0])),
                ):
                    click.echo(printable(line), err=to_stderr)
        findings |= least is not None and has_finding_of(report, least)
        incomplete |= bool(report.refused)
    sys.exit(exit_status(findings=findings, incomplete=incomplete))


@dataclass(frozen=True)
class _Job:
    """A document, those that it is compared with, and what they are to it; `stem` begins file names."""

    this: Path
    others: tuple[Path, ...]
    kinship: str | None
    stem: str | None = None


def _jobs(
    this: Path | None, others: tuple[Path, ...], pairs_file: Path | None, kinship: str | None
) -> list[_Job]:
    """Return what is to be compared. Raises `InputError` where nothing is named, or documents and a list."""
    from cofitcheck.errors import InputError
    from cofitcheck.evaluation.corpus import read_rows
    from cofitcheck.reports.formats import file_stem

    if pairs_file is None:
        if this is None or not others:
            raise InputError("Name a document and another to compare it with, or a list with --pairs.")
        return [_Job(this, others, kinship)]
    if this is not None:
        raise InputError("Name documents, or a list of them with --pairs, but not both.")
    folder = pairs_file.parent
    return [
        _Job(
            folder / row["this"],
            (folder / row["other"],),
            row.get("as") or kinship,
            f"{file_stem(Path(row['this']).name)}-{file_stem(Path(row['other']).name)}",
        )
        for row in read_rows(pairs_file, ("this", "other"))
    ]
