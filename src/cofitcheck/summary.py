"""What a person reads in ten seconds after a run: of one document its findings, of several one line each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from cofitcheck.checks.model import Severity
from cofitcheck.engines.files import Run
from cofitcheck.engines.jobs import CheckedFile
from cofitcheck.facts import Usage
from cofitcheck.progress import printable
from cofitcheck.reports.html import own_names
from cofitcheck.reports.model.coverage import Coverage
from cofitcheck.reports.words import counted, phrase, say, speaking
from cofitcheck.reports.words.findings import SEVERITIES

_ROWS = 20
_PIPE_WIDTH = 1000
"""The characters of a line in a file or a pipe, which have no width that lines would have to keep."""
_NUMBERS_WIDTH = 58
_HEADS = (
    phrase("Numbers"),
    phrase("Repeated\nitems"),
    phrase("Agree"),
    *SEVERITIES.values(),
    phrase("Left\nopen"),
    phrase("Not\nread"),
)
_STYLES = ("", "", "", "bold red", "yellow", "", "", "")


class _Printer(Console):
    """Leaves a closed pipe to the command: `Console` itself would exit with the status that means
    findings."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def print_summary(run: Run, to_stderr: bool) -> None:
    """Print the counts of every document that was checked, what was found, and where the reports are, in the
    language of the reports."""
    with speaking(run.language):
        _print(run, to_stderr)


def _print(run: Run, to_stderr: bool) -> None:
    console = _Printer(stderr=to_stderr, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = _Printer(stderr=to_stderr, highlight=False, width=_PIPE_WIDTH)
    if len(run.checked) == 1:
        console.print(run.checked[0].summary)
    elif run.checked:
        rows = _ROWS if console.is_terminal else len(run.checked)
        worst = sorted(run.checked, key=lambda one: one.coverage.weight, reverse=True)
        console.print(_table(worst, console.width, rows))
        for line in _found(worst, rows):
            console.print(line, soft_wrap=True)
    if run.checked:
        console.print(_reports(run.checked), soft_wrap=True)
    if run.index:
        console.print(Text(say("Index: {file}", file=printable(str(run.index)))), soft_wrap=True)
    if usages := [one.coverage.usage for one in run.checked if one.coverage.usage]:
        console.print(say("Server: {usage}.", usage=str(sum(usages, Usage()))))
    if run.unchecked:
        console.print(say("Documents not checked: {n}, for the reasons above.", n=len(run.unchecked)))


def _table(worst: Sequence[CheckedFile], width: int, most: int) -> Table:
    rows = [_counts(one.coverage) for one in worst]
    table = Table(show_footer=True, box=None, padding=(0, 1, 0, 0), header_style="bold", footer_style="bold")
    documents = counted("{n} document", "{n} documents", len(rows))
    table.add_column(say("Document"), str(documents), vertical="bottom", no_wrap=True)
    for head, column in zip(_HEADS, zip(*rows, strict=True), strict=True):
        table.add_column(_capital(str(head)), f"{sum(column):,}", justify="right", vertical="bottom")
    for name, row in list(zip(own_names([one.shown for one in worst]), rows, strict=True))[:most]:
        table.add_row(Text(_cut(printable(name), width - _NUMBERS_WIDTH)), *map(_cell, _STYLES, row))
    if len(rows) > most:
        table.add_row(say("and {n} more", n=len(rows) - most))
    return table


def _found(worst: Sequence[CheckedFile], most: int) -> Iterator[RenderableType]:
    """Return for each document with findings its report, and below it the weightiest."""
    found = [one for one in worst if one.findings]
    for one in found[:most]:
        yield Text(f"{printable(one.shown)}: {printable(str(one.files[0]))}", "bold")
        yield from one.findings
    if len(found) > most:
        yield Text(say("and findings in {n} more documents: see their reports", n=len(found) - most), "dim")


def _counts(coverage: Coverage) -> tuple[int, ...]:
    severities = (coverage.severities[severity] for severity in Severity)
    counts = (coverage.mentions, coverage.facts, coverage.passed)
    return (*counts, *severities, coverage.left_open, coverage.missed)


def _cell(style: str, count: int) -> Text:
    return Text(f"{count:,}", style=style if count else "dim")


def _capital(head: str) -> str:
    return head[:1].upper() + head[1:]


def _cut(name: str, width: int) -> str:
    """Return a name without its middle where it is too long: names of filings begin with who filed."""
    width = max(width, 16)
    if len(name) <= width:
        return name
    end = width // 3
    return f"{name[: width - end - 1]}…{name[-end:]}"


def _reports(checked: Sequence[CheckedFile]) -> Text:
    folders = {file.parent for one in checked for file in one.files}
    if len(checked) == 1:
        return Text(say("Report: {file}", file=printable(str(checked[0].files[0]))))
    where = printable(str(folders.pop())) if len(folders) == 1 else say("beside the documents")
    return Text(say("Reports: {folder}", folder=where))
