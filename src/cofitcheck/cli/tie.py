"""`cofitcheck tie`: compares the statements of a document with the books."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from cofitcheck.cli.checking import reading_options
from cofitcheck.cli.common import exit_status, language_option, never_fail_to_print
from cofitcheck.cli.configuration import Configured
from cofitcheck.cli.options import failing_options, least_of, quiet_option, report_json_option, verbose_option

if TYPE_CHECKING:
    from cofitcheck.readers.settings import TrackedChanges


@click.command(cls=Configured)
@click.argument("document", metavar="DOCUMENT", type=click.Path(path_type=Path))
@click.argument("books", metavar="BOOKS", type=click.Path(path_type=Path))
@click.option(
    "--mapping",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The line of each account (.csv): read where the file exists, and written. What it says holds, "
    "today and next year; an empty line is mapped anew, and - is none.",
)
@click.option(
    "--table",
    "tables",
    multiple=True,
    type=click.IntRange(min=1),
    metavar="N",
    help="A table that is a statement, as inspect counts them, where the right one is not found (may be "
    "given more than once).",
)
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the report; beside DOCUMENT by default.",
)
@report_json_option
@language_option
@reading_options
@quiet_option("No summary.")
@verbose_option
@failing_options
def tie(
    document: Path,
    books: Path,
    mapping: Path | None,
    tables: tuple[int, ...],
    output: Path | None,
    json_file: IO[bytes] | None,
    language: str | None,
    tracked_changes: TrackedChanges,
    ocr: bool,
    convert: bool,
    quiet: bool,
    verbose: bool,
    fail_on: str,
    exit_zero: bool,
) -> None:
    """Tie the balance sheet and the income statement of DOCUMENT to BOOKS, a trial balance or lead schedule.

    BOOKS is a workbook (.xlsx) or a file of values (.csv, .tsv) with accounts, names, and debits and credits
    or balances; those of last year beside them are used too. Accounts are mapped to lines by name, and by
    sums that prove it.

    \b
    Exit status: 0 all lines agree, 1 something differs or is open (see --fail-on), 2 the books cannot be
    tied.
    """
    from cofitcheck.books.lines import read_statements
    from cofitcheck.books.mapping_file import mapping_csv, read_mapping
    from cofitcheck.books.tie import tie as tie_books
    from cofitcheck.books.trial_balance import read_trial_balance
    from cofitcheck.checks.evidence.grid import Grid
    from cofitcheck.progress import printable
    from cofitcheck.readers import ReadSettings, read
    from cofitcheck.reports.formats import write_whole
    from cofitcheck.reports.tied import severity, tie_lines
    from cofitcheck.reports.tied_files import save_tie, tie_json
    from cofitcheck.reports.words import language_of, say, speaking

    never_fail_to_print()
    known = read_mapping(mapping) if mapping and mapping.exists() else None
    trial_balance = read_trial_balance(books)
    read_document = read(document, settings=ReadSettings(tracked_changes, ocr, convert=convert))
    statements = read_statements(Grid(read_document), [number - 1 for number in tables])
    tied = tie_books(statements, trial_balance, known)
    tongue = language or language_of(read_document)
    files = save_tie(tied, output or document.parent, tongue)
    if mapping:
        write_whole(mapping, mapping_csv(tied))
    if json_file:
        json_file.write(tie_json(tied) + b"\n")
    if not quiet:
        to_stderr = json_file is sys.stdout.buffer
        with speaking(tongue):
            for line in (*tie_lines(tied, verbose=verbose), say("Report: {file}", file=str(files[0]))):
                click.echo(printable(line), err=to_stderr)
    least, found = least_of(fail_on, exit_zero=exit_zero), severity(tied)
    sys.exit(exit_status(findings=bool(least and found and found.reaches(least)), incomplete=False))
