"""`cofitcheck inspect`: a table as it was understood."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cofitcheck.cli.checking import reading_options
from cofitcheck.cli.common import OneSentence, never_fail_to_print

if TYPE_CHECKING:
    from cofitcheck.readers.settings import TrackedChanges


@click.command(cls=OneSentence)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--table",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="The table to show, by the number that reports give it; without it all are listed.",
)
@reading_options
def inspect(
    file: Path, number: int | None, tracked_changes: TrackedChanges, ocr: bool, convert: bool
) -> None:
    """Show a document's tables as they were understood; nothing is checked.

    Without --table, each table has a line: number, place, size, numbers, unit, title. With it, each row and
    column of the table has its role and path, each number its value, unit and period, and each of these the
    rule that gave it.
    """
    from cofitcheck.errors import InputError
    from cofitcheck.inspection import render_list, render_table
    from cofitcheck.readers import ReadSettings, read

    never_fail_to_print()
    document = read(file, settings=ReadSettings(tracked_changes, ocr, convert=convert))
    if number is None:
        lines = render_list(document)
    elif number <= len(document.tables):
        lines = render_table(document, document.tables[number - 1])
    else:
        raise InputError(
            f"{file.name}: there is no table {number}; its tables are 1 to {len(document.tables)}."
        )
    for line in lines:
        click.echo(line)
