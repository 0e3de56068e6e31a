"""The options that say how documents are read and checked, and the settings that they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cofitcheck.cli.classifier import classifier_options, classify_config

if TYPE_CHECKING:
    from cofitcheck.config import CheckConfig
    from cofitcheck.engines.budget import CheckBudget

Command = TypeVar("Command", bound=Callable[..., Any])

_threshold = click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    metavar="P",
    help="Report what is an error with at least this probability, 0 to 1; a lower one reports more.",
)
_model = click.option(
    "--model",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of a trained model, in place of the one that comes with the package.",
)
_reconcile = click.option(
    "--no-reconcile",
    is_flag=True,
    help="Judge each pair of numbers by its words alone, without the rest of the document, as in the paper.",
)
_tracked_changes = click.option(
    "--tracked-changes",
    type=click.Choice(["accepted", "original"]),
    default="accepted",
    show_default=True,
    help="The text of a Word document with tracked changes: all accepted, or as it was before them.",
)
_ocr = click.option(
    "--ocr",
    is_flag=True,
    help="Read the pages of a PDF that are pictures, by OCR (extra ocr; some seconds a page).",
)


_seconds = click.option(
    "--seconds",
    type=click.IntRange(min=0),
    metavar="N",
    help="Processor seconds that checking a document may take; 900 by default, 14400 with --ocr or a "
    "language model run here; 0 is no bound.",
)
_memory = click.option(
    "--memory",
    type=click.IntRange(min=0),
    metavar="MB",
    help="Memory that checking a document may take, beyond what the models do (on Linux); 4000 by default, "
    "no bound with a language model run here; 0 is no bound.",
)
_PATIENT_SECONDS = 14_400


def model_options(command: Command) -> Command:
    """Add the options of what judges, and of what it reports."""
    return _threshold(_model(_reconcile(classifier_options(command))))


def checking_options(command: Command) -> Command:
    """Add these, how a document is read, and what that may cost; `check_config` takes the values of
    `model_options`."""
    return _tracked_changes(_ocr(_seconds(_memory(model_options(command)))))


def check_budget(seconds: int | None, memory: int | None, config: CheckConfig, *, ocr: bool) -> CheckBudget:
    """Return what checking a document may cost; None takes the default."""
    from cofitcheck.engines.budget import CheckBudget

    usual, runs_here = CheckBudget(), config.classify.model is not None
    if seconds is None:
        seconds = _PATIENT_SECONDS if ocr or runs_here else usual.seconds
    if memory is None:
        memory = 0 if runs_here else usual.megabytes
    return CheckBudget(seconds, memory)


def check_config(
    threads: int, *, threshold: float | None, model: Path | None, no_reconcile: bool, **classifier: Any
) -> CheckConfig:
    """Return the settings that the values of `model_options` mean."""
    from cofitcheck.config import CheckConfig

    config = CheckConfig(
        classify=classify_config(classifier), model=model, threads=threads, reconcile=not no_reconcile
    )
    return (
        config if threshold is None else replace(config, checks=replace(config.checks, threshold=threshold))
    )
