"""The options that say what is told, how much of it, and from which severity on a command fails."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from cofitcheck.reports.formats import FORMATS

if TYPE_CHECKING:
    from cofitcheck.checks.model import Severity
    from cofitcheck.reports.choice import Choice

Command = TypeVar("Command", bound=Callable[..., Any])

NEVER = "never"
FAIL_ON = ("high", "medium", "notice", NEVER)


def _kinds(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Return the kinds of findings that are named, with commas between them; "roll-forward" and "sums" are
    understood too. Raises `click.BadParameter` where one of them is none."""
    return tuple(_kind(each.strip()) for each in value.split(",")) if value else ()


def _kind(named: str) -> str:
    from cofitcheck.reports.choice import KINDS

    wanted = named.lower().replace("-", "_")
    for kind in KINDS:
        if wanted in (kind, f"{kind}s"):
            return kind
    near = get_close_matches(wanted, KINDS, 1)
    meant = f"; did you mean {near[0]}?" if near else "."
    raise click.BadParameter(f"there is no kind {named!r} (there are {', '.join(KINDS)}){meant}")


_select = click.option(
    "--select",
    callback=_kinds,
    metavar="KINDS",
    help="Report findings of these kinds alone: repeat, sum, roll_forward, identity, derived, text, "
    "reference, formula, with commas between them. The others are counted as set aside.",
)
_ignore = click.option(
    "--ignore", callback=_kinds, metavar="KINDS", help="Report no findings of these kinds; see --select."
)
_baseline = click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Findings that are set aside (see cofitcheck baseline): they are listed and do not count.",
)
_materiality = click.option(
    "--materiality",
    metavar="AMOUNT",
    help='Set findings aside whose difference is money and less than this: 50000 in whole units, or "0.5% of '
    'revenue", where a line is called so.',
)
_fail_on = click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    default="notice",
    show_default=True,
    help="Exit with 1 only where a finding is of this severity or more; a wrong reference is of medium "
    "severity. The reports are the same.",
)
_exit_zero = click.option("--exit-zero", is_flag=True, help="The same as --fail-on never.")


report_json_option = click.option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.File("wb", lazy=False),
    help="Also write the report as JSON to FILE; - for standard output.",
)


def format_options(command: Command) -> Command:
    """Add an option for each format that holds all documents of a run: what `outputs_of` takes."""
    for each in reversed(FORMATS.values()):
        if each.of_a_run:
            command = click.option(
                f"--{each.name}",
                metavar="FILE",
                type=click.File("wb", lazy=False),
                help=f"Also write {each.of_a_run}; - for standard output.",
            )(command)
    return command


def outputs_of(options: dict[str, Any]) -> dict[str, IO[bytes]]:
    """Take the files for all documents out of a command's options; return them by their formats."""
    files = {each.name: options.pop(each.name) for each in FORMATS.values() if each.of_a_run}
    return {name: file for name, file in files.items() if file}


def choosing_options(command: Command) -> Command:
    """Add --select, --ignore, --baseline and --materiality: what `choice_of` takes."""
    for add in (_materiality, _baseline, _ignore, _select):
        command = add(command)
    return command


def failing_options(command: Command) -> Command:
    """Add --fail-on and --exit-zero: what `least_of` takes."""
    return _fail_on(_exit_zero(command))


def quiet_option(what: str) -> Callable[[Command], Command]:
    """Return what adds --quiet, which leaves out `what`."""
    return click.option("-q", "--quiet", is_flag=True, help=what)


verbose_option = click.option(
    "-v", "--verbose", is_flag=True, help="Print every finding and every reason, and not the first of them."
)


def choice_of(
    *, select: tuple[str, ...], ignore: tuple[str, ...], baseline: Path | None, materiality: str | None
) -> Choice:
    """Return what the user wants to be told. Raises `InputError` where the baseline cannot be read,
    `ConfigError` where the materiality is none."""
    from cofitcheck.reports.choice import Choice, Materiality
    from cofitcheck.reports.drafts.baseline import read_baseline

    return Choice.of(
        select,
        ignore,
        read_baseline(baseline) if baseline else None,
        Materiality.of(materiality) if materiality else None,
    )


def least_of(fail_on: str, *, exit_zero: bool) -> Severity | None:
    """Return the least severity at which a command fails, None where it does at none."""
    from cofitcheck.checks.model import Severity

    return None if exit_zero or fail_on == NEVER else Severity(fail_on)
