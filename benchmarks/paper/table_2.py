"""Table II: precision, recall and F1 of whole systems, by form.

Run: `python -m benchmarks.paper.table_2 filings.tsv --split test --method default --method words \\
    --method autocheck --method paper --encoder runs/encoder-qwen --classifier runs/classifier-qwen \\
    --work runs/table-2 --json table-2.json`

`--classifier` may be given several times, one a size: each is a row of the method `paper`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from benchmarks.paper.scoring import difference, filings_of, measured_on, of, score_pieces, summed
from benchmarks.paper.steps import Json, Piece, Steps, run, stepped
from cofitcheck.errors import ConfigError
from cofitcheck.evaluation import paper_figures
from cofitcheck.evaluation.corpus import Filing


def pieces_of(
    methods: Sequence[str], filings: Sequence[Filing], encoder: Path | None, classifiers: Sequence[Path]
) -> tuple[list[str], dict[str, Piece]]:
    """Return the rows, and a piece for each of their documents."""
    names: list[str] = []
    pieces: dict[str, Piece] = {}
    for method in methods:
        if method == "paper" and not (encoder and classifiers):
            raise ConfigError("the method paper needs --encoder and --classifier")
        for classifier in classifiers if method == "paper" else (None,):
            names.append(f"paper {classifier.name}" if classifier else method)
            named = encoder if classifier else None
            pieces |= score_pieces(names[-1], method, filings, named, classifier)
    return names, pieces


def figures(names: Sequence[str], done: Mapping[str, Json]) -> Json:
    """Return the table: a row a system, by form and whole, with what it is above the first by."""
    rows = {name: of(done, name) for name in names}
    first = rows[names[0]]
    return {
        "systems": {
            name: {
                "all": summed(held),
                "by_form": {
                    form: summed([row for row in held if row["form"] == form])
                    for form in sorted({row["form"] for row in held})
                },
                "clear_f1_above_the_first": difference([held], [first]),
            }
            for name, held in rows.items()
            if held
        },
        "paper": paper_figures.MATCHING,
    }


@click.command()
@measured_on
@click.option("--method", "methods", multiple=True, default=("default", "words", "autocheck"))
@click.option("--encoder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--classifier",
    "classifiers",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@stepped
def main(
    documents: Path,
    splits: tuple[str, ...],
    drawn: int | None,
    methods: tuple[str, ...],
    encoder: Path | None,
    classifiers: tuple[Path, ...],
    work: Path,
    allowed: float,
    target: Path,
) -> None:
    """Score systems on the documents of a list."""
    names, pieces = pieces_of(methods, filings_of(documents, splits, drawn), encoder, classifiers)
    model = ", ".join(path.name for path in (encoder, *classifiers) if path) or "the bundled model"
    run(Steps(work, allowed), pieces, lambda done: figures(names, done), target, model)


if __name__ == "__main__":
    main()
