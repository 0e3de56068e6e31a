"""What a person reads in ten seconds after a run: of one document its findings, of several a line each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cofitcheck.checks.model import Severity
from cofitcheck.engines.files import Run
from cofitcheck.engines.jobs import Checked
from cofitcheck.facts import Usage
from cofitcheck.progress import printable
from cofitcheck.reports import Coverage

_ROWS = 20
_NUMBERS_WIDTH = 60
_HEADS = ("Tables", "Mentions", "Repeated\nfacts", "Agree", "High", "Medium", "Notice", "Not\nchecked")
_STYLES = {"High": "bold red", "Medium": "yellow"}


def print_summary(run: Run, to_stderr: bool) -> None:
    """Print the counts of every document that was checked, and where the reports are."""
    console = Console(stderr=to_stderr, highlight=False)
    if run.checked:
        console.print(run.checked[0].summary if len(run.checked) == 1 else _table(run.checked, console.width))
        console.print(_reports(run.checked), soft_wrap=True)
    if usages := [one.coverage.usage for one in run.checked if one.coverage.usage]:
        console.print(f"Server: {sum(usages, Usage())}.")
    if run.unchecked:
        console.print(f"Documents not checked: {len(run.unchecked)}, for the reasons above.")


def _table(checked: Sequence[Checked], width: int) -> Table:
    worst = sorted(checked, key=lambda one: _weight(one.coverage), reverse=True)
    rows = [_counts(one.coverage) for one in worst]
    table = Table(show_footer=True, box=None, padding=(0, 1, 0, 0), header_style="bold", footer_style="bold")
    table.add_column("Document", f"{len(rows):,} documents", vertical="bottom")
    for head, column in zip(_HEADS, zip(*rows, strict=True), strict=True):
        table.add_column(head, f"{sum(column):,}", justify="right", vertical="bottom")
    for one, row in list(zip(worst, rows, strict=True))[:_ROWS]:
        table.add_row(Text(_tail(printable(one.shown), width - _NUMBERS_WIDTH)), *map(_cell, _HEADS, row))
    if len(rows) > _ROWS:
        table.add_row(f"and {len(rows) - _ROWS:,} more with less to see")
    return table


def _counts(coverage: Coverage) -> tuple[int, ...]:
    severities = (coverage.severities[severity] for severity in Severity)
    counts = (coverage.tables, coverage.mentions, coverage.facts, coverage.passed)
    return (*counts, *severities, coverage.not_checked_count)


def _weight(coverage: Coverage) -> tuple[int, ...]:
    return (*(coverage.severities[severity] for severity in Severity), coverage.not_checked_count)


def _cell(head: str, count: int) -> Text:
    return Text(f"{count:,}", style=_STYLES.get(head, "") if count else "dim")


def _tail(name: str, width: int) -> str:
    """Return the end of a path, which is what tells it from others."""
    width = max(width, 16)
    return name if len(name) <= width else f"…{name[1 - width :]}"


def _reports(checked: Sequence[Checked]) -> Text:
    folders = {file.parent for one in checked for file in one.files}
    if len(checked) == 1:
        return Text(f"Report: {printable(str(checked[0].files[0]))}")
    where = printable(str(folders.pop())) if len(folders) == 1 else "beside the documents"
    return Text(f"Reports: {where}")
