"""`cofitcheck baseline`: findings that were looked at and do not count again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from cofitcheck.cli.common import OneSentenceGroup
from cofitcheck.cli.configuration import Configured

Command = TypeVar("Command", bound=Callable[..., Any])


def _file_option(command: Command) -> Command:
    return click.option(
        "--baseline",
        "path",
        metavar="FILE",
        default="cofitcheck-baseline.json",
        show_default=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help="The baseline; make it a part of the repository.",
    )(command)


@click.group(cls=OneSentenceGroup)
def baseline() -> None:
    """Set findings aside by their references, over all drafts: `cofitcheck check --baseline FILE`.

    A finding that is set aside is folded in the report and does not count. It counts again, and the report
    says so, where one of its numbers changes.
    """


@baseline.command(cls=Configured)
@click.argument("report", metavar="REPORT.json", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("references", metavar="REFERENCE...", nargs=-1, required=True)
@click.option("--who", required=True, metavar="NAME", help="Who sets them aside.")
@click.option("--why", required=True, metavar="TEXT", help="Why.")
@_file_option
def add(report: Path, references: tuple[str, ...], who: str, why: str, path: Path) -> None:
    """Set findings of a report aside, by their references or the first letters of these."""
    from cofitcheck.reports.drafts.baseline import Baseline, added, read_baseline, write_baseline
    from cofitcheck.reports.drafts.earlier_draft import report_in

    known = read_baseline(path) if path.exists() else Baseline()
    write_baseline(path, added(known, report_in(report), references, who, why, datetime.now(UTC)))
    click.echo(f"{path}: {len(set(references))} more set aside.")


@baseline.command("list", cls=Configured)
@_file_option
def list_(path: Path) -> None:
    """List what is set aside: reference, kind, what it is about, who, when and why."""
    from cofitcheck.progress import printable
    from cofitcheck.reports.drafts.baseline import read_baseline

    for each in read_baseline(path).findings:
        click.echo(printable(f"{each.reference}  {each.kind:<12}  {each.label}  ({each.by})"))


@baseline.command(cls=Configured)
@click.argument("references", metavar="REFERENCE...", nargs=-1, required=True)
@_file_option
def remove(references: tuple[str, ...], path: Path) -> None:
    """Let findings count again."""
    from cofitcheck.reports.drafts.baseline import read_baseline, removed, write_baseline

    before = read_baseline(path)
    after = removed(before, references)
    write_baseline(path, after)
    click.echo(f"{path}: {len(before.findings) - len(after.findings)} removed, {len(after.findings)} left.")
