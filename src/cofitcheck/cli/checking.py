"""The options that say how documents are read and checked, and the settings that they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from cofitcheck.cli.common import SectionOption
from cofitcheck.cli.options import classifier_options, classify_config

if TYPE_CHECKING:
    from cofitcheck.config import CheckConfig, Method, Search
    from cofitcheck.engines.budget import CheckBudget

Command = TypeVar("Command", bound=Callable[..., Any])

PAPER = "The paper's own system (--method paper, with a language model as below)"

SYSTEMS = ("default", "words", "cascade", "paper")
"""The methods of a check."""

_method = click.option(
    "--method",
    type=click.Choice(SYSTEMS),
    help="The whole system: ours; ours with each pair judged by its words alone; our trees before a language "
    "model (the default where one is named); or the paper's own.",
)
high_option = click.option(
    "--high",
    type=click.FloatRange(0, 1),
    metavar="P",
    help="A finding is of high severity from this probability of an error, 0 to 1; 0.8 by default.",
)
_model = click.option(
    "--model",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of a trained model, in place of the one that comes with the package.",
)
_encoder = click.option(
    "--encoder",
    cls=SectionOption,
    section=PAPER,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of a trained encoder.",
)
_search = click.option(
    "--search",
    cls=SectionOption,
    section=PAPER,
    type=click.Choice(["hnsw", "exact"]),
    help="How pairs of near vectors are searched; hnsw.",
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
_convert = click.option(
    "--convert",
    is_flag=True,
    help="Let LibreOffice, where it is on the machine, convert .doc, .xls, .rtf, .xlsb, .odt and .ods files, "
    "which are read then; the report says so.",
)
_seconds = click.option(
    "--seconds",
    type=click.IntRange(min=0),
    metavar="N",
    help="Processor seconds that checking a document of up to 5,000 numbers may take, in proportion more for "
    "a larger one; what is not reached by then is listed as not checked. 120 by default, 14400 with --ocr or "
    "a language model run here; 0 is no bound.",
)
_memory = click.option(
    "--memory",
    type=click.IntRange(min=0),
    metavar="MB",
    help="Memory that checking a document of up to 5,000 numbers may take, in proportion more for a larger "
    "one, beyond what the models do (on Linux); 1500 by default, no bound with a language model "
    "run here; 0 is no bound.",
)


def threshold_option(meaning: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --threshold; `meaning` is its help text."""
    return click.option("--threshold", type=click.FloatRange(0, 1), metavar="P", help=meaning)


_threshold = threshold_option(
    "Report what is an error with at least this probability, 0 to 1; a lower one reports more. With "
    "--method paper: ask about pairs with a cosine above it.",
)


def check_budget(seconds: int | None, memory: int | None, config: CheckConfig, *, ocr: bool) -> CheckBudget:
    """Return how much time and memory checking a document may take.

    `seconds` and `memory` (in MB) are the values of the options, None where they are not given.
    """
    from cofitcheck.config import PATIENT_SECONDS
    from cofitcheck.engines.budget import CheckBudget

    usual, runs_here = CheckBudget(), config.classify.model is not None
    if seconds is None:
        seconds = PATIENT_SECONDS if ocr or runs_here else usual.seconds
    if memory is None:
        memory = 0 if runs_here else usual.megabytes
    return CheckBudget(seconds, memory)


def models_options(command: Command) -> Command:
    """Add the options of the models that judge, and of the threshold."""
    for add in (classifier_options, _search, _encoder, _model, _threshold):
        command = add(command)
    return command


def checking_options(command: Command) -> Command:
    """Add all options of a check: models, method, bound of high severity, reading, time and memory.

    `check_config` takes the method, the bound and what `models_options` adds.
    """
    return reading_options(_seconds(_memory(_method(high_option(models_options(command))))))


def reading_options(command: Command) -> Command:
    """Add the options that say how a document is read; `ReadSettings` takes their values."""
    return _tracked_changes(_ocr(_convert(command)))


def method_config(method: str, threads: int, options: Mapping[str, Any]) -> CheckConfig:
    """Return the settings that the values of `models_options` mean for a method of `evaluate`.

    Only the methods of a check (`SYSTEMS`) take any of these options. Raises `InputError` where they do not
    fit, `ModelError` where a folder lacks a file.
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.errors import ConfigError

    if method in SYSTEMS:
        return check_config(threads, method=method, **options)
    if given := [name for name, value in options.items() if value not in (None, False)]:
        raise ConfigError(
            f"the method {method} takes no {', '.join(given)}: models are named for {', '.join(SYSTEMS)}"
        )
    return CheckConfig(threads=threads)


def check_config(
    threads: int,
    *,
    method: str | None,
    threshold: float | None,
    model: Path | None,
    encoder: Path | None,
    search: Search | None,
    high: float | None = None,
    **classifier: Any,
) -> CheckConfig:
    """Return the settings that the method and the values of `models_options` mean.

    Raises `InputError` where they do not fit, `ModelError` where a folder lacks a file.
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.errors import ConfigError
    from cofitcheck.stages import require_files

    config = CheckConfig(
        classify=classify_config(classifier),
        method=cast("Method | None", method),
        model=model,
        encoder=encoder,
        threads=threads,
    )
    if search and config.system != "paper":
        raise ConfigError("--search is for --method paper; leave it out.")
    if config.system == "paper":
        # The paper's system has one threshold, which selects its candidates.
        config = replace(config, filter=replace(config.filter, threshold=threshold, search=search))
    elif threshold is not None:
        config = replace(config, checks=replace(config.checks, threshold=threshold))
    if high is not None:
        config = replace(config, checks=replace(config.checks, high=high))
    require_files(config)
    return config
