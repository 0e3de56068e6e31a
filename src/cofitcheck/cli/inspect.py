"""`cofitcheck inspect` shows how a table was understood; `cofitcheck explain` shows one finding."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cofitcheck.cli.checking import check_config, high_option, models_options, reading_options
from cofitcheck.cli.common import OneSentence, cores, language_option, never_fail_to_print
from cofitcheck.cli.configuration import Configured
from cofitcheck.cli.options import choice_of, choosing_options

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


@click.command(cls=Configured)
@click.argument("file", metavar="FILE", type=click.Path(exists=True, path_type=Path))
@click.argument("reference", metavar="REFERENCE")
@language_option
@reading_options
@models_options
@high_option
@choosing_options
def explain(
    file: Path,
    reference: str,
    language: str | None,
    tracked_changes: TrackedChanges,
    ocr: bool,
    convert: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: Path | None,
    materiality: str | None,
    **options: Any,
) -> None:
    """Show one finding of FILE with its calculation and its tables.

    FILE is a document, or the .report.json that lies beside its document; the document is checked again.
    REFERENCE is that of the finding, its first letters, or the finding's number in the report.
    """
    from rich.console import Console

    from cofitcheck.api import check
    from cofitcheck.readers import ReadSettings
    from cofitcheck.reports.choice import choose
    from cofitcheck.reports.explained import explained, finding_of
    from cofitcheck.reports.words import language_of, speaking

    never_fail_to_print()
    choice = choice_of(select=select, ignore=ignore, baseline=baseline, materiality=materiality)
    reading = ReadSettings(tracked_changes, ocr, convert=convert)
    config = replace(check_config(cores(), method=None, **options), reading=reading)
    report = choose(check(_document(file), config), choice)
    number, finding = finding_of(report, reference)
    with speaking(language or language_of(report.document)):
        Console(highlight=False).print(explained(report, number, finding))


def _document(file: Path) -> Path:
    """Return the document that a report is about, or the file itself where it is no report.

    Raises `InputError` where the document does not lie beside its report.
    """
    from cofitcheck.errors import InputError
    from cofitcheck.reports.drafts.earlier_draft import report_in
    from cofitcheck.reports.formats import FORMATS

    if not file.name.endswith(FORMATS["json"].endings):
        return file
    document = file.parent / report_in(file).document
    if not document.exists():
        raise InputError(f"{file}: its document {document.name} does not lie beside it; name the document.")
    return document
