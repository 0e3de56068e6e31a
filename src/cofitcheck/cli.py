"""The command line: words into calls. Everything heavy is imported when a command runs, so that --help is instant."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import IO

import click

from cofitcheck import __version__

EXIT_FINDINGS, EXIT_UNCHECKED, EXIT_INTERRUPTED = 1, 2, 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cofitcheck")
def main() -> None:
    """Find the numbers in a disclosure document that contradict each other."""


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path, allow_dash=True))
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
@click.option(
    "--threshold",
    type=float,
    metavar="P",
    help="Report what is an error with at least this probability, 0 to 1; less reports more.",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default.")
@click.option("--quiet", is_flag=True, help="No progress and no summary; what could not be checked is still said.")
def check(
    files: tuple[Path, ...],
    output: Path | None,
    json_file: IO[bytes] | None,
    threshold: float | None,
    workers: int | None,
    quiet: bool,
) -> None:
    """Check documents: HTML files, also gzip'd (.htm.gz), folders of them, or - for standard input.

    \b
    Exit status: 0 nothing found, 1 findings, 2 something could not be checked,
    130 interrupted; the reports of the documents that were finished are there.
    """
    from cofitcheck.engines import collect, run
    from cofitcheck.errors import CofitcheckError

    signal.signal(signal.SIGTERM, _interrupt)
    try:
        ...
    except CofitcheckError as error:
        raise click.ClickException(str(error)) from error


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
