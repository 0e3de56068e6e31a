"""`cofitcheck evaluate`: the benchmark, on tagged documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from cofitcheck.cli.checking import SYSTEMS, method_config, models_options
from cofitcheck.cli.common import OneSentenceGroup, cores
from cofitcheck.cli.evaluating import (
    DASH,
    each_filing,
    end,
    find_filings,
    how_many,
    require_writable,
    write_findings,
    write_json,
    write_lines,
)

Command = TypeVar("Command", bound=Callable[..., Any])


def _documents(command: Command) -> Command:
    """Add what every command on documents takes."""
    for add in (
        click.option(
            "--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default."
        ),
        click.option(
            "--by-document",
            is_flag=True,
            help="Split the documents of a list anew, 8:1:1, whatever company they are of, as in the paper.",
        ),
        click.option(
            "--split",
            "splits",
            multiple=True,
            metavar="SPLIT",
            help="Only this split of a list (may be given more than once).",
        ),
        click.argument(
            "documents", nargs=-1, required=True, metavar="DOCS...", type=click.Path(path_type=Path)
        ),
    ):
        command = add(command)
    return command


def _json(required: bool) -> Callable[[Command], Command]:
    return click.option(
        "--json",
        "output",
        required=required,
        metavar="OUT",
        type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
        help="File for the figures, as JSON; - for standard output.",
    )


def _industries(command: Command) -> Command:
    return click.option(
        "--industries",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="List of the companies' industries (.tsv with the columns company and industry), to break the "
        "figures down by.",
    )(command)


@click.group(cls=OneSentenceGroup)
def evaluate() -> None:
    """Measure the methods on tagged documents.

    DOCS are files (.htm, .html, .xhtml, also .gz), folders of them, or a list of them (.tsv with the columns
    file, split and company, beside the folder of the same name that holds them) with --split. A folder that
    is one report of several files, as in Japan, is one document.

    \b
    Exit status: 0 done, 2 a document could not be used (the others count), or nothing could be done,
    130 interrupted.
    """


@evaluate.command()
@_documents
@_industries
@click.option(
    "--method",
    default="default",
    show_default=True,
    metavar="M",
    help="What to measure; an unknown name lists them.",
)
@_json(required=True)
@models_options
@click.option(
    "--pairs",
    "pairs_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write each gold and each predicted pair for people to read, one JSON object a line.",
)
@click.option(
    "--models",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of trained baselines, for a method that has any that are not bundled.",
)
def matching(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    by_document: bool,
    workers: int | None,
    industries: Path | None,
    method: str,
    output: Path,
    pairs_file: Path | None,
    models: Path | None,
    **options: Any,
) -> None:
    """Score the pairs that a method takes for the same fact.

    The methods default, words, cascade and paper are those of `check`, with the same options.
    """
    from cofitcheck.evaluation.matching.measure import Scored, measure, summary
    from cofitcheck.evaluation.methods import MethodOptions, require_known

    require_known(method)
    filings = find_filings(documents, splits, industries, by_document=by_document)
    require_writable(documents, filings, output, pairs_file)
    workers = how_many(workers, filings)
    threads = max(1, cores() // workers)
    told = MethodOptions(threads, models, method_config(method, threads, options))
    work = partial(measure, method=method, options=told, with_pairs=pairs_file is not None)
    outcomes = each_filing(work, filings, workers)
    figures = summary(method, told, outcomes)
    write_json(output, figures, str(figures["model"]))
    if pairs_file:
        scored = [outcome for outcome in outcomes if isinstance(outcome, Scored)]
        write_lines(pairs_file, [pair for row in scored for pair in row.pairs])
    end(outcomes)


@evaluate.command()
@_documents
@click.option(
    "--encoder",
    "encoders",
    multiple=True,
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Folder of a trained encoder, or one .onnx file in it (may be given more than once); the bundled "
    "encoder by default.",
)
@_json(required=True)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw the curves, as SVG.",
)
def candidates(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    by_document: bool,
    workers: int | None,
    encoders: tuple[Path, ...],
    output: Path,
    plot: Path | None,
) -> None:
    """Weigh recall against the number of candidates: the paper's Figure 4.

    One threshold holds for all documents; at each, the pairs above it are counted, with and without those
    that are candidates whatever their cosine, and the strict gold pairs among them.
    """
    from cofitcheck.evaluation.candidates.measure import Measured, summary, weigh
    from cofitcheck.evaluation.candidates.render import candidates_table, curves, draw

    chosen = tuple(map(Measured.of, dict.fromkeys(encoders) or (None,)))
    filings = find_filings(documents, splits, by_document=by_document)
    require_writable(documents, filings, output, plot)
    workers = how_many(workers, filings)
    work = partial(weigh, encoders=chosen, threads=max(1, cores() // workers))
    outcomes = each_filing(work, filings, workers)
    result = summary(outcomes)
    click.echo(candidates_table(result), err=output == DASH)
    write_json(output, result, ", ".join(each.name for each in chosen))
    if plot:
        draw(curves(result), plot)
    end(outcomes)


_seed = click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Draws the errors.")
_findings = click.option(
    "--findings",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the findings on clean documents for people to read, as Markdown.",
)


@evaluate.command()
@_documents
@_industries
@_seed
@_json(required=True)
@_findings
@click.option("--method", type=click.Choice(SYSTEMS), default=SYSTEMS[0], help="The system that is measured.")
@models_options
def errors(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    by_document: bool,
    workers: int | None,
    industries: Path | None,
    seed: int,
    output: Path,
    findings: Path | None,
    method: str,
    **options: Any,
) -> None:
    """Plant errors and see which are found, and what clean documents are accused of."""
    from cofitcheck.evaluation.planting.detected import summary
    from cofitcheck.evaluation.planting.detection import attempt
    from cofitcheck.evaluation.planting.errors import ErrorKind

    filings = find_filings(documents, splits, industries, by_document=by_document)
    require_writable(documents, filings, output, findings)
    workers = how_many(workers, filings)
    config = method_config(method, max(1, cores() // workers), options)
    outcomes = each_filing(partial(attempt, seed=seed, config=config), filings, workers)
    figures = summary("errors", list(ErrorKind), seed, config, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    write_findings(findings, outcomes)
    end(outcomes)


@evaluate.command()
@_documents
@_industries
@_seed
@_json(required=True)
@click.option(
    "--planted",
    type=click.IntRange(min=1),
    default=12,
    show_default=True,
    metavar="N",
    help="Slips at any number, one at a time, in each document; of each other kind a quarter as many.",
)
@click.option(
    "--together",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    metavar="N",
    help="How often six slips are planted in a document at once.",
)
@click.option("--method", type=click.Choice(SYSTEMS), default=SYSTEMS[0], help="The system that is measured.")
@models_options
def anywhere(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    by_document: bool,
    workers: int | None,
    industries: Path | None,
    seed: int,
    output: Path,
    planted: int,
    together: int,
    method: str,
    **options: Any,
) -> None:
    """Plant errors at any number of a table, and see which kind of check finds them.

    The numbers are changed in the document as read, so that any format will do.
    """
    from cofitcheck.evaluation.anywhere.kinds import Planting
    from cofitcheck.evaluation.anywhere.summary import summary
    from cofitcheck.evaluation.anywhere.trials import attempt

    filings = find_filings(documents, splits, industries, by_document=by_document)
    require_writable(documents, filings, output)
    workers = how_many(workers, filings)
    config = method_config(method, max(1, cores() // workers), options)
    counts = {kind: planted if kind is Planting.ANYWHERE else max(1, planted // 4) for kind in Planting}
    work = partial(attempt, counts=counts, together=together, seed=seed, config=config)
    outcomes = each_filing(work, filings, workers)
    figures = summary(seed, config, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    end(outcomes)


@evaluate.command()
@_documents
@_industries
@_seed
@_json(required=True)
@click.option(
    "--planted",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    metavar="N",
    help="Errors of each kind, one at a time, in each document.",
)
def text(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    by_document: bool,
    workers: int | None,
    industries: Path | None,
    seed: int,
    output: Path,
    planted: int,
) -> None:
    """Tie the numbers in sentences to cells, make sentences wrong, and see which are found.

    The sentences are changed in the document as read; only they are checked again.
    """
    from cofitcheck.evaluation.text.summary import summary
    from cofitcheck.evaluation.text.trials import attempt

    filings = find_filings(documents, splits, industries, by_document=by_document)
    require_writable(documents, filings, output)
    workers = how_many(workers, filings)
    outcomes = each_filing(partial(attempt, planted=planted, seed=seed), filings, workers)
    figures = summary(seed, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    end(outcomes)


@evaluate.command("compare")
@click.argument("pairs", metavar="PAIRS", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder that holds the files of the list; one beside it, named like it, by default.",
)
@click.option("--split", "splits", multiple=True, metavar="SPLIT", help="Only this split of the list.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default.")
@_seed
@_json(required=True)
@click.option(
    "--planted",
    type=click.IntRange(min=0),
    default=8,
    show_default=True,
    metavar="N",
    help="Errors in comparatives, one at a time, in each pair.",
)
def compared(
    pairs: Path,
    folder: Path | None,
    splits: tuple[str, ...],
    workers: int | None,
    seed: int,
    output: Path,
    planted: int,
) -> None:
    """Match the numbers of two filings, plant errors in comparatives, and see which are found.

    PAIRS is a list of pairs (.tsv with the columns split, company, this, other and forms).
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.compare.pairs import read_pairs
    from cofitcheck.evaluation.compare.summary import summary
    from cofitcheck.evaluation.compare.trials import attempt

    filings = read_pairs(pairs, folder or pairs.with_suffix(""), splits)
    require_writable((pairs,), filings, output)
    workers = how_many(workers, filings)
    config = CheckConfig(threads=max(1, cores() // workers))
    outcomes = each_filing(partial(attempt, planted=planted, seed=seed, config=config), filings, workers)
    figures = summary(seed, config, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    end(outcomes)


@evaluate.command()
@_documents
@click.option(
    "--verdicts",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of verdicts on pairs of cells, one .jsonl file a document, named by its SHA-256.",
)
@_seed
@_json(required=True)
@_findings
def untagged(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    by_document: bool,
    workers: int | None,
    verdicts: Path,
    seed: int,
    output: Path,
    findings: Path | None,
) -> None:
    """Plant slips in tables without tags, where people say what is stated twice.

    Documents without verdicts are passed over.
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.planting.detected import summary
    from cofitcheck.evaluation.planting.errors import SLIP_KINDS
    from cofitcheck.evaluation.planting.untagged import attempt_judged, judged

    filings = judged(find_filings(documents, splits, by_document=by_document), verdicts)
    require_writable(documents, filings, output, findings)
    workers = how_many(workers, filings)
    config = CheckConfig(threads=max(1, cores() // workers))
    work = partial(attempt_judged, verdicts=verdicts, seed=seed, config=config)
    outcomes = each_filing(work, filings, workers)
    figures = summary("untagged", SLIP_KINDS, seed, config, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    write_findings(findings, outcomes)
    end(outcomes)


@evaluate.command()
@click.argument("listed", metavar="LIST", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--verdicts",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of verdicts: repeats.tsv, sums.tsv, text.tsv, and documents.tsv with their sources.",
)
@_json(required=True)
@click.option(
    "--reports",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="What check --json wrote of these documents, in place of checking them again.",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default.")
def real(listed: Path, verdicts: Path, output: Path, reports: Path | None, workers: int | None) -> None:
    """Hold what is told of published filings against verdicts by people.

    LIST is a list of documents (.tsv with the columns file and sha256). Findings that nobody has read are
    listed, and count neither as right nor as wrong.
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.real.claims import Claims, check_listed, read_listed, read_reports
    from cofitcheck.evaluation.real.summary import summary
    from cofitcheck.evaluation.real.verdicts import read_sources, read_verdicts
    from cofitcheck.evaluation.work import Unread

    filings, judged, sources = read_listed(listed), read_verdicts(verdicts), read_sources(verdicts)
    require_writable((listed,), filings, output)
    outcomes: list[Claims | Unread]
    if reports:
        outcomes = list(read_reports(reports, filings))
    else:
        workers = how_many(workers, filings)
        config = CheckConfig(threads=max(1, cores() // workers))
        outcomes = each_filing(partial(check_listed, config=config), filings, workers)
    figures = summary(outcomes, judged, sources)
    write_json(output, figures, str(figures["model"]))
    end(outcomes)


@evaluate.command()
@_documents
@_json(required=False)
@click.option(
    "--faults",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also list what is wrong with tags, each fault with its place, one JSON object a line.",
)
def statistics(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    by_document: bool,
    workers: int | None,
    output: Path | None,
    faults: Path | None,
) -> None:
    """Count mentions and pairs: the paper's Table 1."""
    from cofitcheck.evaluation.rendering.tables import statistics_table
    from cofitcheck.evaluation.statistics import count, listed_faults, summary

    filings = find_filings(documents, splits, by_document=by_document)
    require_writable(documents, filings, output, faults)
    outcomes = each_filing(count, filings, how_many(workers, filings))
    result = summary(outcomes)
    click.echo(statistics_table(result), err=output == DASH)
    if output:
        write_json(output, result, "none")
    if faults:
        write_lines(faults, listed_faults(outcomes))
    end(outcomes)


@evaluate.command()
@click.argument(
    "results", nargs=-1, required=True, metavar="RESULTS...", type=click.Path(path_type=Path, dir_okay=False)
)
@click.option(
    "--output",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for benchmark.md and the plots.",
)
@click.option(
    "--notes",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Markdown to put at the end of the page.",
)
def render(results: tuple[Path, ...], output: Path, notes: Path | None) -> None:
    """Make Markdown tables and plots of saved JSON."""
    from cofitcheck.evaluation.rendering.page import render_results

    for path in render_results(results, output, notes):
        click.echo(path)
