"""What the commands share: exit statuses, errors as one sentence, sections of options, the cores."""

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
"""The exit status where the reader of the output has gone, as with `| head`. `cat` has the same one: this is
no error, and nobody would read a sentence."""


def exit_status(*, findings: bool, incomplete: bool, interrupted: bool = False) -> int:
    """Return the exit status of a check, a batch or a comparison.

    `findings` says whether there are findings of a severity that --fail-on names.
    """
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
    """A command whose `--help` lists options under their headings, those without a heading first."""

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
    """A command that reports an error of the input as one sentence and an exit status."""

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
    """A group of commands that reports errors as `OneSentence` does."""

    format_options = click.Group.format_options  # This one lists the commands too.


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def never_fail_to_print() -> None:
    """Let a terminal that cannot show a character print another: an error would hide what was found."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _give_up_output() -> None:
    """Throw away what could not be written to the output.

    Otherwise Python would try to write it again at the exit. A full disk, or a pipe without a reader, would
    refuse it again, and Python would set its own exit status.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def interrupt(*_: object) -> None:
    """Treat a signal as Ctrl-C. This is the handler of SIGTERM."""
    raise KeyboardInterrupt
