"""Table I: documents, mentions, positive pairs and negatives for each of them, by form.

Run: `python -m benchmarks.paper.table_1 filings.tsv --work runs/table-1 --json table-1.json`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from benchmarks.paper.steps import Json, Steps, run, stepped
from cofitcheck.evaluation import paper_figures
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.figures import mean, share
from cofitcheck.evaluation.statistics import count


def counted(filing: Filing, steps: Steps) -> Json:
    """Return what there is to count in a document."""
    found = count(filing)
    return {
        "form": found.form,
        "mentions": found.mentions,
        "positive": found.positive,
        "negative": found.pairs - found.positive,
    }


def summed(rows: Sequence[Mapping[str, Any]]) -> Json:
    """Return a row of the table."""
    positive = sum(row["positive"] for row in rows)
    return {
        "documents": len(rows),
        "mentions_per_document": mean([row["mentions"] for row in rows]),
        "positive_pairs_per_document": mean([row["positive"] for row in rows]),
        "negatives_per_positive": share(sum(row["negative"] for row in rows), positive),
    }


def figures(done: Mapping[str, Json]) -> Json:
    """Return the table: ours by form, and the paper's."""
    rows = list(done.values())
    forms = sorted({row["form"] for row in rows})
    return {
        "by_form": {form: summed([row for row in rows if row["form"] == form]) for form in forms},
        "all": summed(rows),
        "paper": paper_figures.STATISTICS,
    }


@click.command()
@click.argument("documents", type=click.Path(exists=True, path_type=Path))
@click.option("--split", "splits", multiple=True)
@stepped
def main(documents: Path, splits: tuple[str, ...], work: Path, allowed: float, target: Path) -> None:
    """Count the documents of a list."""
    pieces = {filing.name: partial(counted, filing) for filing in read_list(documents, splits)}
    run(Steps(work, allowed), pieces, figures, target, "none")


if __name__ == "__main__":
    main()
