"""What the commands share: exit statuses, errors as one sentence, the options of a check, the cores."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Any

import click

language_option = click.option(
    "--language",
    type=click.Choice(["en", "zh-Hans", "zh-Hant", "ja", "es"]),
    help="The language of the reports and of what is printed of them; the document's own by default, or "
    "English.",
)

EXIT_CLEAN, EXIT_FINDINGS, EXIT_INCOMPLETE, EXIT_INTERRUPTED = 0, 1, 2, 130
EXIT_CLOSED_PIPE = 141
"""What `cat` ends with where its reader has gone, as `head` does: no error, and nobody reads a sentence."""


def exit_status(*, findings: bool, incomplete: bool, interrupted: bool = False) -> int:
    """Return the exit status of a check, a batch or a comparison: the one rule of all three. `findings` says
    whether there are some that --fail-on asks for."""
    if interrupted:
        return EXIT_INTERRUPTED
    if incomplete:
        return EXIT_INCOMPLETE
    return EXIT_FINDINGS if findings else EXIT_CLEAN


class SectionOption(click.Option):
    """An option that `--help` lists under a heading of its own, `section`."""

    def __init__(self, names: Sequence[str], section: str, **attributes: Any) -> None:
        super().__init__(names, **attributes)
        self.section = section


class Sectioned(click.Command):
    """Lists its options under their headings in `--help`, those without one first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        for section, records in sections.items():
            with formatter.section(section):
                formatter.write_dl(records)


class OneSentence(Sectioned):
    """Turns what goes wrong with the input into one sentence and an exit status."""

    after_interrupt = "run the same command again"

    def invoke(self, context: click.Context) -> Any:
        """Run the command. Exits with 2 on bad input and 130 on an interrupt."""
        from cofitcheck.errors import CofitcheckError, was_interrupt

        try:
            result = super().invoke(context)
            sys.stdout.flush()
            return result
        except CofitcheckError as error:
            click.echo(f"Error: {error}", err=True)
            _give_up_output()
            sys.exit(EXIT_INCOMPLETE)
        except BrokenPipeError:
            _give_up_output()
            sys.exit(EXIT_CLOSED_PIPE)
        except OSError as error:
            place = error.filename or "The output"
            click.echo(f"Error: {place}: cannot be used ({error.strerror}); name another.", err=True)
            _give_up_output()
            sys.exit(EXIT_INCOMPLETE)
        except (KeyboardInterrupt, RuntimeError) as error:
            if not was_interrupt(error):
                raise
            click.echo(f"Interrupted; {self.after_interrupt}.", err=True)
            sys.exit(EXIT_INTERRUPTED)


class OneSentenceGroup(OneSentence, click.Group):
    """A group of commands that do so."""

    format_options = click.Group.format_options  # it lists the commands too


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def never_fail_to_print() -> None:
    """Let a terminal that lacks a character show another: an error there would hide what was found."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _give_up_output() -> None:
    """Let go of what the output has not taken: a full disk, or a pipe without a reader, would refuse it again
    at the exit, and the exit status would be Python's."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def interrupt(*_: object) -> None:
    """Make of a signal what Ctrl-C is: the handler of SIGTERM."""
    raise KeyboardInterrupt
