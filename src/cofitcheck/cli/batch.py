"""`cofitcheck batch`: checks very many documents and writes the results as tables."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from cofitcheck import __version__
from cofitcheck.cli.checking import check_budget, check_config, checking_options
from cofitcheck.cli.common import cores, exit_status, interrupt, language_option, never_fail_to_print
from cofitcheck.cli.configuration import Configured
from cofitcheck.cli.options import choice_of, choosing_options, failing_options, least_of, quiet_option

if TYPE_CHECKING:
    from cofitcheck.batch import BatchEngine, DocumentWork
    from cofitcheck.config import CheckConfig
    from cofitcheck.engines.budget import CheckBudget
    from cofitcheck.readers.settings import TrackedChanges

EngineName = Literal["local", "ray"]


@click.command(cls=Configured)
@click.argument("inputs", nargs=-1, metavar="INPUT...")
@click.option(
    "--pairs",
    "pairs_file",
    metavar="LIST",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Compare the documents of a list instead (.tsv with the columns this and other, and as where "
    "that is to be said; see compare --as); paths are from the list.",
)
@click.option(
    "--output",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the results; a run that was stopped goes on in the same one.",
)
@click.option("--reports", is_flag=True, help="Also write the reports of each document, to DIR/reports.")
@click.option(
    "--engine",
    "engine_name",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="Processes on this machine, or Ray actors here or on a cluster.",
)
@click.option(
    "--ray-address",
    metavar="ADDRESS",
    help="The Ray cluster, host:port or auto; by default one is started here.",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default.")
@click.option(
    "--gpus",
    type=click.FloatRange(min=0),
    default=0,
    metavar="N",
    help="GPUs for each Ray worker; .5 lets two share one.",
)
@click.option(
    "--together",
    type=click.IntRange(min=1),
    metavar="N",
    help="Documents a worker takes at once, to share a model's batches; 8 with a language model, else 1.",
)
@language_option
@checking_options
@choosing_options
@quiet_option("No progress and no counts; what could not be checked is said.")
@failing_options
def batch(
    inputs: tuple[str, ...],
    pairs_file: Path | None,
    output: Path,
    reports: bool,
    language: str | None,
    engine_name: EngineName,
    ray_address: str | None,
    workers: int | None,
    gpus: float,
    together: int | None,
    tracked_changes: TrackedChanges,
    ocr: bool,
    convert: bool,
    seconds: int | None,
    memory: int | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: Path | None,
    materiality: str | None,
    quiet: bool,
    fail_on: str,
    exit_zero: bool,
    **options: Any,
) -> None:
    """Check very many documents, and write what came out as Parquet tables.

    An INPUT is a file, a folder, a pattern ("filings/**/*.htm.gz") or a URL of an object store
    ("s3://bucket/2025/"). The tables documents, mentions, facts and findings grow by whole parts. The same
    command again goes on where the last one stopped. With --pairs each line is a pair, its findings are the
    differences, and the table comparisons sums it up.

    \b
    Exit status: 0 nothing found, 1 findings (see --fail-on), 2 something could not be checked, or not to
    its end, 130 interrupted (what is finished is kept).
    """
    _require_libraries()
    from cofitcheck.batch import BatchDisplay, DocumentWork, run_batch
    from cofitcheck.batch.results import open_results
    from cofitcheck.readers import ReadSettings

    never_fail_to_print()
    workers = workers or cores()
    config = replace(check_config(1, **options), seconds=seconds)
    wanted = DocumentWork(
        reports,
        together or _together(config),
        ReadSettings(tracked_changes, ocr, convert=convert),
        language or "",
        compares=pairs_file is not None,
        choice=choice_of(select=select, ignore=ignore, baseline=baseline, materiality=materiality),
    )
    documents = _documents(inputs, pairs_file, convert=convert)
    with open_results(output, _settings(config, wanted)) as results, BatchDisplay(quiet) as display:
        budget = check_budget(seconds, memory, config, ocr=ocr)
        engine = _engine(engine_name, config, budget, workers, ray_address, gpus)
        signal.signal(signal.SIGTERM, interrupt)
        unfinished = run_batch(documents, wanted, engine, workers, results, display)
        tally = results.tally
    if not quiet:
        click.echo(f"{tally}. Results: {output}")
    if unfinished:
        click.echo(f"Interrupted: {unfinished:,} not checked; run the same command again to go on.", err=True)
    least = least_of(fail_on, exit_zero=exit_zero)
    sys.exit(
        exit_status(
            findings=least is not None and tally.at_least(least) > 0,
            incomplete=bool(tally.unchecked or tally.in_part or tally.postponed),
            interrupted=bool(unfinished),
        )
    )


def _documents(inputs: tuple[str, ...], pairs_file: Path | None, *, convert: bool) -> Iterator[str]:
    """Return what is to be checked, or the pairs that are to be compared."""
    from cofitcheck.batch.stores import find_documents, read_pairs
    from cofitcheck.errors import InputError

    if bool(inputs) is (pairs_file is not None):
        raise InputError("Name documents to check, or a list of pairs with --pairs, and not both.")
    return find_documents(inputs, convert=convert) if pairs_file is None else read_pairs(pairs_file)


def _engine(
    name: EngineName,
    config: CheckConfig,
    budget: CheckBudget,
    workers: int,
    address: str | None,
    gpus: float,
) -> BatchEngine:
    from cofitcheck.batch.work import load_work
    from cofitcheck.engines.budget import bounded
    from cofitcheck.engines.worker import load_checker
    from cofitcheck.errors import ConfigError

    # A worker has one core. Libraries that start a thread for each core would slow each other down.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    load = bounded(budget, partial(load_work, partial(load_checker, config)))
    if name == "ray":
        from cofitcheck.engines.ray import RayEngine

        return RayEngine(load, workers, address, gpus)
    if address or gpus:
        raise ConfigError("--ray-address and --gpus are for Ray; add --engine ray.")
    from cofitcheck.engines.local import LocalEngine
    from cofitcheck.engines.template import sharing

    if _forks(config):
        return sharing(load)
    return LocalEngine(load, parents=config.classify.starts_processes)


def _forks(config: CheckConfig) -> bool:
    """Tell whether the models of a checker survive a fork: models on ONNX Runtime with one thread do."""
    return not (config.classify.model or config.classify.server) and _encodes_with_onnx(config)


def _together(config: CheckConfig) -> int:
    """Return how many documents a worker takes at once: a batch of a language model holds several."""
    return 8 if config.classify.model or not _encodes_with_onnx(config) else 1


def _encodes_with_onnx(config: CheckConfig) -> bool:
    folder = config.encoder or config.model
    return folder is None or (folder / "encoder.onnx").is_file()


def _settings(config: CheckConfig, wanted: DocumentWork) -> dict[str, str]:
    """Return what the results depend on, in words: one folder holds results of one kind."""
    from cofitcheck.batch.schema import VERSION

    server, filtering = config.classify.server, config.filtering
    local = config.classify.model and f"{config.classify.model} on {config.classify.backend}"
    asked = f"{server.model} at {server.url}" if server else local
    above = f" above {config.classify.ask_above}" if config.system == "cascade" else ""
    return {
        "cofitcheck": __version__,
        "format": str(VERSION),
        "method": config.system,
        "threshold": str(config.checks.threshold),
        "high severity": f"from {config.checks.high}",
        "model": str(config.encoder or config.model or "bundled"),
        "candidates": f"{filtering.search or 'exact'} above {filtering.threshold or 'its own threshold'}",
        "classifier": f"{asked}{above}" if asked else "bundled",
        "asked in": config.classify.language or "what the model has learnt",
        "tracked changes": wanted.settings.tracked_changes,
        "pictures": "read by OCR" if wanted.settings.ocr else "not read",
        "converted": "files of other office formats" if wanted.settings.convert else "nothing",
        "reports": _reports(wanted),
        "kinds of findings": str(wanted.choice),
        "documents": "compared in pairs" if wanted.compares else "checked",
    }


def _reports(wanted: DocumentWork) -> str:
    if not wanted.reports:
        return "not wanted"
    return f"wanted in {wanted.language}" if wanted.language else "wanted"


def _require_libraries() -> None:
    from cofitcheck.errors import MissingDependencyError

    if missing := [name for name in ("fsspec", "pyarrow") if find_spec(name) is None]:
        raise MissingDependencyError(
            f"A batch needs {' and '.join(missing)}: pip install 'cofitcheck[batch]'."
        )
