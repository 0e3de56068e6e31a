"""`cofitcheck evaluate real` and `kinds`: compare findings in published documents with verdicts by people."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from cofitcheck.cli.evaluating import (
    EvaluationRun,
    end,
    file_option,
    folder_option,
    how_many,
    json_option,
    require_writable,
    workers_option,
    write_json,
)


@click.command()
@click.argument("listed", metavar="LIST", type=click.Path(dir_okay=False, path_type=Path))
@folder_option(
    "--verdicts",
    "Folder of verdicts: repeats.tsv, sums.tsv, text.tsv, and documents.tsv with their sources.",
    required=True,
)
@folder_option("--documents", "Where the documents lie; by default the folder named like LIST.")
@json_option(required=True)
@file_option("--reports", "What check --json wrote of these documents, in place of checking them again.")
@workers_option
def real(
    listed: Path,
    verdicts: Path,
    documents: Path | None,
    output: Path,
    reports: Path | None,
    workers: int | None,
) -> None:
    """Hold what is told of published filings against verdicts by people.

    LIST is a list of documents (.tsv with the columns file and sha256). With a column kind the figures are
    also by kind of document. Findings that nobody has read are listed, and count neither as right nor as
    wrong.
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.corpus import Unread
    from cofitcheck.evaluation.real import read_sources, read_verdicts
    from cofitcheck.evaluation.real.claims import Claims, check_listed, read_listed, read_reports
    from cofitcheck.evaluation.real.summary import summary

    filings, judged, sources = read_listed(listed, documents), read_verdicts(verdicts), read_sources(verdicts)
    require_writable((listed,), filings, output)
    outcomes: list[Claims | Unread]
    if reports:
        outcomes = list(read_reports(reports, filings))
    else:
        run = EvaluationRun(filings, how_many(workers, filings))
        config = CheckConfig(threads=run.threads)
        outcomes = run.each(partial(check_listed, config=config))
    figures = summary(outcomes, judged, sources)
    write_json(output, figures, str(figures["model"]))
    end(outcomes)


@click.command()
@click.argument("listed", metavar="LIST", type=click.Path(dir_okay=False, path_type=Path))
@folder_option("--verdicts", "Folder of verdicts, as for evaluate real.", required=True)
@folder_option("--documents", "Where the documents lie; by default the folder named like LIST.")
@json_option(required=True)
@workers_option
def kinds(listed: Path, verdicts: Path, documents: Path | None, output: Path, workers: int | None) -> None:
    """Measure by kind of document how many numbers are checked, how many foot, and what findings are worth.

    LIST is a list of documents (.tsv with the columns file, kind and sha256). Findings that nobody has read
    are listed.
    """
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.real import read_verdicts
    from cofitcheck.evaluation.real.claims import check_listed, read_listed
    from cofitcheck.evaluation.real.summary import kinds_summary

    filings, judged = read_listed(listed, documents), read_verdicts(verdicts)
    require_writable((listed,), filings, output)
    run = EvaluationRun(filings, how_many(workers, filings))
    outcomes = run.each(partial(check_listed, config=CheckConfig(threads=run.threads)))
    figures = kinds_summary(outcomes, judged)
    write_json(output, figures, str(figures["model"]))
    end(outcomes)
