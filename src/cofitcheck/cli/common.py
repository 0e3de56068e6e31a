"""What the commands share: exit statuses, errors as one sentence, the options of a check, the cores."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from cofitcheck.config import CheckConfig, ClassifyConfig

Command = TypeVar("Command", bound=Callable[..., Any])

EXIT_INCOMPLETE, EXIT_INTERRUPTED = 2, 130


class OneSentence(click.Command):
    """Turns what goes wrong with the input into one sentence and an exit status."""

    after_interrupt = "run the same command again"

    def invoke(self, context: click.Context) -> Any:
        """Run the command. Exits with 2 on bad input and 130 on an interrupt."""
        from cofitcheck.errors import CofitcheckError

        try:
            return super().invoke(context)
        except CofitcheckError as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(EXIT_INCOMPLETE)
        except OSError as error:
            place = error.filename or "The output"
            click.echo(f"Error: {place}: cannot be used ({error.strerror}); name another.", err=True)
            sys.exit(EXIT_INCOMPLETE)
        except KeyboardInterrupt:
            click.echo(f"Interrupted; {self.after_interrupt}.", err=True)
            sys.exit(EXIT_INTERRUPTED)


class OneSentenceGroup(OneSentence, click.Group):
    """A group of commands that do so."""


def model_options(command: Command) -> Command:
    """Add the options of the model and of what it reports; `check_config` takes their values."""
    threshold = click.option(
        "--threshold",
        type=click.FloatRange(0, 1),
        metavar="P",
        help="Report what is an error with at least this probability, 0 to 1; a lower one reports more.",
    )
    model = click.option(
        "--model",
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Folder of a trained model, in place of the one that comes with the package.",
    )
    return threshold(model(command))


def check_config(
    threshold: float | None, model: Path | None, classify: ClassifyConfig, threads: int
) -> CheckConfig:
    """Return the settings that the options of a command name."""
    from cofitcheck.config import CheckConfig

    config = CheckConfig(classify=classify, model=model, threads=threads)
    return (
        config if threshold is None else replace(config, checks=replace(config.checks, threshold=threshold))
    )


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
