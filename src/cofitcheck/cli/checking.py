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


def model_options(command: Command) -> Command:
    """Add the options of what judges, and of what it reports."""
    return _threshold(_model(_reconcile(classifier_options(command))))


def checking_options(command: Command) -> Command:
    """Add these, and how a document is read; `check_config` takes the values of `model_options`."""
    return _tracked_changes(_ocr(model_options(command)))


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
