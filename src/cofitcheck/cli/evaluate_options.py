"""The options that commands of `evaluate` share, each said once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from cofitcheck.cli.checking import SYSTEMS
from cofitcheck.cli.evaluating import Corpus

Command = TypeVar("Command", bound=Callable[..., Any])


def documents_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of every command on documents, which gets them as one `Corpus`."""

    @wraps(command)
    def gathered(
        documents: tuple[Path, ...],
        splits: tuple[str, ...],
        by_document: bool,
        workers: int | None,
        industries: Path | None = None,
        **options: Any,
    ) -> None:
        command(Corpus(documents, splits, by_document, workers, industries), **options)

    for add in (
        workers_option,
        click.option(
            "--by-document",
            is_flag=True,
            help="Split the documents of a list anew, 8:1:1, whatever company they are of, as in the paper.",
        ),
        click.option(
            "--split",
            "splits",
            multiple=True,
            metavar="SPLIT",
            help="Only this split of a list (may be given more than once).",
        ),
        click.argument(
            "documents", nargs=-1, required=True, metavar="DOCS...", type=click.Path(path_type=Path)
        ),
    ):
        gathered = add(gathered)
    return gathered


def json_option(required: bool) -> Callable[[Command], Command]:
    """Return the option for the file of the figures."""
    return click.option(
        "--json",
        "output",
        required=required,
        metavar="OUT",
        type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
        help="File for the figures, as JSON; - for standard output.",
    )


def planted_option(of_what: str, default: int, least: int = 1) -> Callable[[Command], Command]:
    """Return the option that says how many errors are planted."""
    return count_option("--planted", of_what, default, least)


def count_option(name: str, of_what: str, default: int, least: int = 1) -> Callable[[Command], Command]:
    """Return an option that says how many of something there are."""
    return click.option(
        name,
        type=click.IntRange(min=least),
        default=default,
        show_default=True,
        metavar="N",
        help=of_what,
    )


def file_option(name: str, what: str, variable: str = "") -> Callable[[Command], Command]:
    """Return an option for a further file."""
    return click.option(
        name,
        *filter(None, [variable]),
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help=what,
    )


def folder_option(name: str, what: str, *, required: bool = False) -> Callable[[Command], Command]:
    """Return an option for a folder that is read."""
    return click.option(
        name,
        metavar="DIR",
        required=required,
        type=click.Path(file_okay=False, path_type=Path),
        help=what,
    )


workers_option = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default."
)
industries_option = click.option(
    "--industries",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="List of the companies' industries (.tsv with the columns company and industry), to break the "
    "figures down by.",
)
seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N", help="Draws the errors."
)
findings_option = file_option(
    "--findings", "Also write the findings on clean documents for people to read, as Markdown."
)
system_option = click.option(
    "--method", type=click.Choice(SYSTEMS), default=SYSTEMS[0], help="The system that is measured."
)
