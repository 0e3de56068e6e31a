"""`cofitcheck data`: fetch tagged filings, and build data sets of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cofitcheck.cli.common import EXIT_INCOMPLETE, OneSentenceGroup, cores

if TYPE_CHECKING:
    from cofitcheck.datasets.build import BuiltDocument
    from cofitcheck.datasets.fetch import FetchOutcome
    from cofitcheck.evaluation.corpus import Unread


@click.group(cls=OneSentenceGroup)
def data() -> None:
    """Fetch tagged filings, and build data sets of them.

    \b
    Exit status: 0 done, 2 something was left out (the rest is there), or nothing could be done,
    130 interrupted.
    """


@data.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option(
    "--output",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the data set.",
)
@click.option(
    "--list",
    "listed",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Tab-separated list of the files to take (column file), their company and split (both optional).",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Draws the splits.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default.")
def build(folder: Path, output: Path, listed: Path | None, seed: int, workers: int | None) -> None:
    """Build documents, mentions, pairs and splits from a FOLDER of tagged filings (.htm, .html, .xhtml,
    also .gz)."""
    from cofitcheck.datasets.build import build_dataset

    result = build_dataset(folder, output, listed, seed, workers or cores(), _Built())
    click.echo(f"{len(result.built)} documents built in {output}, {len(result.left_out)} left out.")
    if result.left_out:
        sys.exit(EXIT_INCOMPLETE)


@data.command()
@click.argument("listed", metavar="LIST", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--output",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the documents.",
)
@click.option(
    "--user-agent",
    required=True,
    metavar="'NAME MAIL'",
    help="Who asks: a name and a mail address, which the SEC demands of every program.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 10, min_open=True),
    default=5,
    show_default=True,
    metavar="N",
    help="Most requests a second; the SEC allows 10.",
)
@click.option(
    "--retries",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="How often a request is tried again.",
)
@click.option(
    "--keep-changed",
    is_flag=True,
    help="Keep a document whose checksum is not the list's; without it, it is left out.",
)
def fetch(listed: Path, output: Path, user_agent: str, rate: float, retries: int, keep_changed: bool) -> None:
    """Download the filings that LIST names; run again, it goes on where it stopped.

    LIST holds a URL or an SEC accession number (CIK/ACCESSION) a line, or is tab-separated with named
    columns: file, accession, cik, form, period, url, sha256.
    """
    from cofitcheck.datasets.edgar import Edgar
    from cofitcheck.datasets.fetch import fetch_all, read_requests
    from cofitcheck.datasets.web import Client

    entries = read_requests(listed)
    counts = {"fetched": 0, "kept": 0, "failed": 0}
    with Client(user_agent, rate, retries) as client:
        outcomes = fetch_all(entries, output, client, Edgar(client), keep_changed)
        for number, outcome in enumerate(outcomes, start=1):
            counts[outcome.status] += 1
            _tell(outcome, number, len(entries))
    click.echo(f"{counts['fetched']} fetched, {counts['kept']} there already, {counts['failed']} failed.")
    if counts["failed"]:
        sys.exit(EXIT_INCOMPLETE)


def _tell(outcome: FetchOutcome, number: int, total: int) -> None:
    from cofitcheck.progress import printable

    if outcome.reason:
        click.echo(printable(outcome.reason), err=True)
    elif sys.stderr.isatty():
        click.echo(f"{number} of {total} documents\r", err=True, nl=False)


class _Built:
    """Prints on standard error how many documents are done, and which ones are left out."""

    def __init__(self) -> None:
        self._number = 0

    def __call__(self, outcome: BuiltDocument | Unread) -> None:
        from cofitcheck.evaluation.corpus import Unread
        from cofitcheck.progress import printable

        self._number += 1
        if isinstance(outcome, Unread):
            click.echo(printable(f"{outcome.document}: left out: {outcome.reason}"), err=True)
        elif sys.stderr.isatty():
            click.echo(f"{self._number} documents\r", err=True, nl=False)
