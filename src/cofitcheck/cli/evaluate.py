"""`cofitcheck evaluate`: measures the methods on tagged documents."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from cofitcheck.cli.checking import method_config, models_options
from cofitcheck.cli.common import OneSentenceGroup
from cofitcheck.cli.evaluate_verdicts import kinds, real
from cofitcheck.cli.evaluating import (
    DASH,
    Corpus,
    EvaluationRun,
    count_option,
    documents_options,
    end,
    file_option,
    findings_option,
    folder_option,
    how_many,
    industries_option,
    json_option,
    planted_option,
    require_writable,
    seed_option,
    system_option,
    workers_option,
    write_findings,
    write_json,
    write_lines,
)


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


evaluate.add_command(real)
evaluate.add_command(kinds)


@evaluate.command()
@documents_options
@industries_option
@click.option(
    "--method",
    default="default",
    show_default=True,
    metavar="M",
    help="What to measure; an unknown name lists them.",
)
@json_option(required=True)
@models_options
@file_option(
    "--pairs",
    "Also write each gold and each predicted pair for people to read, one JSON object a line.",
    "pairs_file",
)
@folder_option("--models", "Folder of trained baselines, for a method that has any that are not bundled.")
def matching(
    corpus: Corpus,
    method: str,
    output: Path,
    pairs_file: Path | None,
    models: Path | None,
    **options: Any,
) -> None:
    """Score the pairs that a method takes for the same fact.

    The methods default, words, cascade and paper are those of `check`, with the same options.
    """
    from cofitcheck.evaluation.matching import Scored, measure, summary
    from cofitcheck.evaluation.methods import MethodOptions, require_known

    require_known(method)
    run = corpus.run(output, pairs_file)
    told = MethodOptions(run.threads, models, method_config(method, run.threads, options))
    work = partial(measure, method=method, options=told, with_pairs=pairs_file is not None)
    outcomes = run.each(work)
    figures = summary(method, told, outcomes)
    write_json(output, figures, str(figures["model"]))
    if pairs_file:
        scored = [outcome for outcome in outcomes if isinstance(outcome, Scored)]
        write_lines(pairs_file, [pair for row in scored for pair in row.pairs])
    end(outcomes)


@evaluate.command()
@documents_options
@click.option(
    "--encoder",
    "encoders",
    multiple=True,
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Folder of a trained encoder, or one .onnx file in it (may be given more than once); the bundled "
    "encoder by default.",
)
@json_option(required=True)
@file_option("--plot", "Also draw the curves, as SVG.")
def candidates(
    corpus: Corpus,
    encoders: tuple[Path, ...],
    output: Path,
    plot: Path | None,
) -> None:
    """Weigh recall against the number of candidates: the paper's Figure 4.

    One threshold holds for all documents; at each, the pairs above it are counted, with and without those
    that are candidates whatever their cosine, and the strict gold pairs among them.
    """
    from cofitcheck.evaluation.candidates import Measured, candidates_table, curves, draw, summary, weigh

    chosen = tuple(map(Measured.of, dict.fromkeys(encoders) or (None,)))
    run = corpus.run(output, plot)
    work = partial(weigh, encoders=chosen, threads=run.threads)
    outcomes = run.each(work)
    result = summary(outcomes)
    click.echo(candidates_table(result), err=output == DASH)
    write_json(output, result, ", ".join(each.name for each in chosen))
    if plot:
        draw(curves(result), plot)
    end(outcomes)


@evaluate.command()
@documents_options
@industries_option
@seed_option
@click.option(
    "--within",
    is_flag=True,
    help="Plant in what a single table states in two of its rows; by default in what two tables state.",
)
@json_option(required=True)
@findings_option
@system_option
@models_options
def errors(
    corpus: Corpus,
    seed: int,
    output: Path,
    findings: Path | None,
    method: str,
    within: bool,
    **options: Any,
) -> None:
    """Plant errors and see which are found, and the findings on clean documents."""
    from cofitcheck.evaluation.planting import ErrorKind
    from cofitcheck.evaluation.planting.detection import attempt
    from cofitcheck.evaluation.planting.detection_summary import summary
    from cofitcheck.evaluation.planting.stated import Repeated

    run = corpus.run(output, findings)
    config = method_config(method, run.threads, options)
    where = Repeated.WITHIN if within else Repeated.ACROSS
    outcomes = run.each(partial(attempt, seed=seed, config=config, where=where))
    figures = {"planted": where, **summary("errors", list(ErrorKind), seed, config, outcomes)}
    write_json(output, figures, str(figures["model"]), seed)
    write_findings(findings, outcomes)
    end(outcomes)


@evaluate.command()
@documents_options
@industries_option
@seed_option
@json_option(required=True)
@planted_option(
    "Slips at any number, one at a time, in each document; of each other kind a quarter as many.", 12
)
@count_option("--together", "How often six slips are planted in a document at once.", 2, 0)
@system_option
@models_options
def anywhere(
    corpus: Corpus,
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
    from cofitcheck.evaluation.anywhere import attempt, summary
    from cofitcheck.evaluation.errors_anywhere import Planting

    run = corpus.run(output)
    config = method_config(method, run.threads, options)
    counts = {kind: planted if kind is Planting.ANYWHERE else max(1, planted // 4) for kind in Planting}
    work = partial(attempt, counts=counts, together=together, seed=seed, config=config)
    outcomes = run.each(work)
    figures = summary(seed, config, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    end(outcomes)


@evaluate.command()
@documents_options
@industries_option
@seed_option
@json_option(required=True)
@planted_option("Errors of each kind, one at a time, in each document.", 4)
def text(
    corpus: Corpus,
    seed: int,
    output: Path,
    planted: int,
) -> None:
    """Tie the numbers in sentences to cells, make sentences wrong, and see which are found.

    The sentences are changed in the document as read; only they are checked again.
    """
    from cofitcheck.evaluation.text import attempt
    from cofitcheck.evaluation.text.summary import summary

    run = corpus.run(output)
    outcomes = run.each(partial(attempt, planted=planted, seed=seed))
    figures = summary(seed, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    end(outcomes)


@evaluate.command()
@documents_options
@seed_option
@json_option(required=True)
def claims(corpus: Corpus, seed: int, output: Path) -> None:
    """Make true and false sentences about tagged filings, and see which the filings contradict.

    The sentences are held against a filing as a text apart from it is by `compare`.
    """
    from cofitcheck.evaluation.text.claims_tried import attempt, summary

    run = corpus.run(output)
    outcomes = run.each(partial(attempt, seed=seed))
    figures = summary(seed, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    end(outcomes)


@evaluate.command("references")
@documents_options
@seed_option
@json_option(required=True)
@planted_option("Labels, units, currencies and ratios made wrong, one at a time, in each document.", 6)
def wrong_references(corpus: Corpus, seed: int, output: Path, planted: int) -> None:
    """Make references to notes, years over tables, labels, units and ratios wrong, and see which are found.

    They are changed in the document as read. What is told of the document as filed is listed.
    """
    from cofitcheck.evaluation.references import attempt, summary

    run = corpus.run(output)
    outcomes = run.each(partial(attempt, planted=planted, seed=seed))
    write_json(output, summary(outcomes), "rules", seed)
    end(outcomes)


@evaluate.command("statements")
@click.option(
    "--half",
    type=click.Choice(["dev", "test", "other"]),
    default="dev",
    show_default=True,
    help="Whose wordings the lines have: those of the rules, those kept for a test, or any of many.",
)
@count_option("--clean", "Documents without error.", 500, 0)
@planted_option("Documents with one error each.", 1000, 0)
@seed_option
@json_option(required=True)
@system_option
@models_options
def made_up(
    half: str, clean: int, planted: int, seed: int, output: Path, method: str, **options: Any
) -> None:
    """Check short made-up statements, without and with one error each: no document is needed.

    They have one to three columns, in English, Chinese, Japanese and German, as HTML, Markdown, Word, Excel
    and text. What a reader refuses is counted apart.
    """
    from cofitcheck.cli.common import cores
    from cofitcheck.evaluation.statements import measure

    figures = measure(seed, half, clean, planted, method_config(method, cores(), options))
    write_json(output, figures, str(figures["model"]), seed)


@evaluate.command("books")
@count_option("--drawn", "So many times the balances of each company are drawn.", 4)
@seed_option
@json_option(required=True)
def books(drawn: int, seed: int, output: Path) -> None:
    """Tie the books of five made-up companies to their statements: no document is needed.

    The books are right, or have a wrong balance, a missing account, or two balances swapped; right ones are
    written in the shapes of other systems too.
    """
    from cofitcheck.evaluation.books import measure

    write_json(output, measure(seed, drawn), "none", seed)


@evaluate.command("compare")
@click.argument("pairs", metavar="PAIRS", type=click.Path(dir_okay=False, path_type=Path))
@folder_option(
    "--folder", "Folder that holds the files of the list; one beside it, named like it, by default."
)
@click.option("--split", "splits", multiple=True, metavar="SPLIT", help="Only this split of the list.")
@workers_option
@seed_option
@json_option(required=True)
@planted_option("Errors in comparatives, one at a time, in each pair.", 8, 0)
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
    from cofitcheck.evaluation.compare import attempt, read_pairs
    from cofitcheck.evaluation.compare_summary import summary

    filings = read_pairs(pairs, folder or pairs.with_suffix(""), splits)
    require_writable((pairs,), filings, output)
    run = EvaluationRun(filings, how_many(workers, filings))
    config = CheckConfig(threads=run.threads)
    outcomes = run.each(partial(attempt, planted=planted, seed=seed, config=config))
    figures = summary(seed, config, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    end(outcomes)


@evaluate.command()
@documents_options
@folder_option(
    "--verdicts",
    "Folder of verdicts on pairs of cells, one .jsonl file a document, named by its SHA-256.",
    required=True,
)
@seed_option
@json_option(required=True)
@findings_option
def untagged(
    corpus: Corpus,
    verdicts: Path,
    seed: int,
    output: Path,
    findings: Path | None,
) -> None:
    """Plant slips in tables without tags, where people say what is stated twice.

    Documents without verdicts are passed over.
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.planting import SLIP_KINDS
    from cofitcheck.evaluation.planting.detection_summary import attempt_judged, judged, summary

    run = corpus.run(output, findings, chosen=partial(judged, verdicts=verdicts))
    config = CheckConfig(threads=run.threads)
    work = partial(attempt_judged, verdicts=verdicts, seed=seed, config=config)
    outcomes = run.each(work)
    figures = summary("untagged", SLIP_KINDS, seed, config, outcomes)
    write_json(output, figures, str(figures["model"]), seed)
    write_findings(findings, outcomes)
    end(outcomes)


@evaluate.command()
@documents_options
@json_option(required=False)
@file_option(
    "--faults", "Also list what is wrong with tags, each fault with its place, one JSON object a line."
)
def statistics(
    corpus: Corpus,
    output: Path | None,
    faults: Path | None,
) -> None:
    """Count mentions and pairs, the paper's Table 1, and hold the periods read against the tags."""
    from cofitcheck.evaluation.rendered_tables import periods_table, statistics_table
    from cofitcheck.evaluation.statistics import count, listed_faults, summary

    outcomes = corpus.run(output, faults).each(count)
    result = summary(outcomes)
    click.echo(f"{statistics_table(result)}\n\n{periods_table(result)}", err=output == DASH)
    if output:
        write_json(output, result, "none")
    if faults:
        write_lines(faults, listed_faults(outcomes))
    end(outcomes)


@evaluate.command()
@click.argument(
    "results", nargs=-1, required=True, metavar="RESULTS...", type=click.Path(path_type=Path, dir_okay=False)
)
@folder_option("--output", "Folder for benchmark.md and the plots.", required=True)
@click.option(
    "--notes",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Markdown to put at the end of the page.",
)
def render(results: tuple[Path, ...], output: Path, notes: Path | None) -> None:
    """Make Markdown tables and plots of saved JSON."""
    from cofitcheck.evaluation.rendered_page import render_results

    for path in render_results(results, output, notes):
        click.echo(path)
