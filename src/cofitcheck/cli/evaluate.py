"""`cofitcheck evaluate`: the benchmark, on tagged documents."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cofitcheck.cli.common import EXIT_INCOMPLETE, OneSentenceGroup, cores

if TYPE_CHECKING:
    from cofitcheck.evaluation.corpus import Filing
    from cofitcheck.evaluation.planting.detection import Tried
    from cofitcheck.evaluation.work import Unread

DASH = Path("-")

Command = TypeVar("Command", bound=Callable[..., Any])
Result = TypeVar("Result")


def _documents(command: Command) -> Command:
    """Add what every command on documents takes."""
    for add in (
        click.option(
            "--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default."
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
@click.option("--method", required=True, metavar="M", help="What to measure; an unknown name lists them.")
@_json(required=True)
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
    help="Folder of trained models, for a method that has any that are not bundled.",
)
def matching(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    workers: int | None,
    industries: Path | None,
    method: str,
    output: Path,
    pairs_file: Path | None,
    models: Path | None,
) -> None:
    """Score the pairs that a method takes for the same fact."""
    from cofitcheck.evaluation.matching.measure import Scored, measure, summary
    from cofitcheck.evaluation.methods import MethodOptions, require_known

    require_known(method)
    filings = _filings(documents, splits, industries)
    _require_writable(documents, filings, output, pairs_file)
    workers = _workers(workers, filings)
    options = MethodOptions(threads=max(1, cores() // workers), models=models)
    work = partial(measure, method=method, options=options, with_pairs=pairs_file is not None)
    outcomes = _each(work, filings, workers)
    _write_json(output, summary(method, models, outcomes))
    if pairs_file:
        scored = [outcome for outcome in outcomes if isinstance(outcome, Scored)]
        _write_lines(pairs_file, [pair for row in scored for pair in row.pairs])
    _end(outcomes)


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
    filings = _filings(documents, splits)
    _require_writable(documents, filings, output, plot)
    workers = _workers(workers, filings)
    work = partial(weigh, encoders=chosen, threads=max(1, cores() // workers))
    outcomes = _each(work, filings, workers)
    result = summary(outcomes)
    click.echo(candidates_table(result), err=output == DASH)
    _write_json(output, result)
    if plot:
        draw(curves(result), plot)
    _end(outcomes)


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
def errors(
    documents: tuple[Path, ...],
    splits: tuple[str, ...],
    workers: int | None,
    industries: Path | None,
    seed: int,
    output: Path,
    findings: Path | None,
) -> None:
    """Plant errors and see which are found, and what clean documents are accused of."""
    from cofitcheck.evaluation.planting.detected import summary
    from cofitcheck.evaluation.planting.detection import attempt
    from cofitcheck.evaluation.planting.errors import ErrorKind

    filings = _filings(documents, splits, industries)
    _require_writable(documents, filings, output, findings)
    workers = _workers(workers, filings)
    work = partial(attempt, seed=seed, threads=max(1, cores() // workers))
    outcomes = _each(work, filings, workers)
    _write_json(output, summary("errors", list(ErrorKind), seed, outcomes))
    _write_findings(findings, outcomes)
    _end(outcomes)


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
    workers: int | None,
    verdicts: Path,
    seed: int,
    output: Path,
    findings: Path | None,
) -> None:
    """Plant slips in tables without tags, where people say what is stated twice.

    Documents without verdicts are passed over.
    """
    from cofitcheck.evaluation.planting.detected import summary
    from cofitcheck.evaluation.planting.errors import SLIP_KINDS
    from cofitcheck.evaluation.planting.untagged import attempt_judged, judged

    filings = judged(_filings(documents, splits), verdicts)
    _require_writable(documents, filings, output, findings)
    workers = _workers(workers, filings)
    work = partial(attempt_judged, verdicts=verdicts, seed=seed, threads=max(1, cores() // workers))
    outcomes = _each(work, filings, workers)
    _write_json(output, summary("untagged", SLIP_KINDS, seed, outcomes))
    _write_findings(findings, outcomes)
    _end(outcomes)


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
    workers: int | None,
    output: Path | None,
    faults: Path | None,
) -> None:
    """Count mentions and pairs: the paper's Table 1."""
    from cofitcheck.evaluation.rendering.tables import statistics_table
    from cofitcheck.evaluation.statistics import count, listed_faults, summary

    filings = _filings(documents, splits)
    _require_writable(documents, filings, output, faults)
    outcomes = _each(count, filings, _workers(workers, filings))
    result = summary(outcomes)
    click.echo(statistics_table(result), err=output == DASH)
    if output:
        _write_json(output, result)
    if faults:
        _write_lines(faults, listed_faults(outcomes))
    _end(outcomes)


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


def _filings(paths: Sequence[Path], splits: Sequence[str], industries: Path | None = None) -> list[Filing]:
    from cofitcheck.engines.inputs import collect
    from cofitcheck.errors import InputError
    from cofitcheck.evaluation.corpus import Filing, read_industries, read_list
    from cofitcheck.readers import is_report_folder

    if DASH in paths:
        raise InputError("Standard input cannot be evaluated; name files, folders or a list.")
    lists = [path for path in paths if path.suffix == ".tsv"]
    if splits and not lists:
        raise InputError("--split chooses from a list of documents, and none is given; name one (.tsv).")
    industry = read_industries(industries) if industries else {}
    listed = [
        replace(filing, industry=industry.get(filing.company, ""))
        for path in lists
        for filing in read_list(path, splits)
    ]
    for path in lists:
        if not (folder := path.with_suffix("")).is_dir():
            raise InputError(
                f"{path}: the folder {folder} is missing; put the documents there, or the list beside a "
                "folder and name it like that."
            )
    jobs = collect([path for path in paths if path not in lists], None, wants_json=False)
    found = [job.source for job in jobs if isinstance(job.source, Path)]
    for path in found:
        if path.is_dir() and not is_report_folder(path):
            raise InputError(f"{path}: holds no .htm or .html file (gzip'd or not); name a folder that does.")
    return [*listed, *map(Filing, found)]


def _require_writable(documents: Sequence[Path], filings: Sequence[Filing], *outputs: Path | None) -> None:
    """Raise `InputError` before the work, not after it, for a file that cannot be written, or must not be."""
    from cofitcheck.errors import InputError

    taken = {path.resolve() for path in (*documents, *(filing.path for filing in filings))}
    for path in outputs:
        if path is None or path == DASH:
            continue
        if path.resolve() in taken:
            raise InputError(f"{path}: is a document, a list or another output here; name another file.")
        taken.add(path.resolve())
        try:
            _try_to_write(path)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror}); name another file.") from error


def _try_to_write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    path.open("ab").close()
    if is_new:
        path.unlink()


def _workers(asked: int | None, filings: Sequence[Filing]) -> int:
    return min(asked or cores(), len(filings))


def _each(work: Callable[[Filing], Result], filings: Sequence[Filing], workers: int) -> list[Result | Unread]:
    """Do the work on every document, and say on standard error how far it has come."""
    from cofitcheck.evaluation.work import Unread, each
    from cofitcheck.progress import printable

    outcomes = []
    shown = len(filings) > 1 and sys.stderr.isatty()
    for number, outcome in enumerate(each(work, filings, workers), start=1):
        outcomes.append(outcome)
        if shown:
            click.echo(f"{number} of {len(filings)} documents\r", err=True, nl=False)
        if isinstance(outcome, Unread):
            click.echo(printable(f"{outcome.document}: left out: {outcome.reason}"), err=True)
    return outcomes


def _write_findings(path: Path | None, outcomes: Sequence[Tried | Unread]) -> None:
    """Write the findings on clean documents that a report would hold, where there is a file for them."""
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.planting.accusations import markdown
    from cofitcheck.evaluation.work import parted

    if path:
        threshold = CheckConfig().checks.threshold
        every = (accusation for row in parted(outcomes)[0] for accusation in row.accusations)
        _write(path, markdown(each for each in every if each.probability >= threshold).encode())


def _write_json(path: Path, value: object) -> None:
    import msgspec

    _write(path, msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def _write_lines(path: Path, values: Sequence[object]) -> None:
    import msgspec

    _write(path, b"".join(msgspec.json.encode(value) + b"\n" for value in values))


def _write(path: Path, data: bytes) -> None:
    if path == DASH:
        sys.stdout.buffer.write(data)
    else:
        path.write_bytes(data)


def _end(outcomes: Sequence[object]) -> None:
    from cofitcheck.evaluation.work import Unread

    if any(isinstance(outcome, Unread) for outcome in outcomes):
        sys.exit(EXIT_INCOMPLETE)
