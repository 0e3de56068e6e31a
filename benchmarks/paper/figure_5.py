"""Figure 5: F1 of one classifier with CNAP, with reading order (ROPT), and without pretraining.

Run: `python -m benchmarks.paper.figure_5 filings.tsv --split test --data runs/data \\
    --untagged runs/pretraining --encoder runs/encoder --candidates runs/candidates \\
    --tokenizer runs/tokenizer --size 4x128 --work runs/figure-5 --json figure-5.json --plot figure-5.svg`
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from benchmarks.paper.classifiers import ARMS, Arm, Plan, figures, pieces_of, training_options
from benchmarks.paper.scoring import filings_of
from benchmarks.paper.steps import Steps, plotted, run, stepped
from cofitcheck.evaluation.rendered_page import plot as axes_of


def draw(found: Mapping[str, Any], path: Path) -> None:
    """Draw a bar for each order of pretraining."""
    shown = [each for each in found["models"] if each["clear_f1"] is not None]
    with axes_of(path, "F1 by the order of pretraining") as axes:
        axes.bar(
            [ARMS[each["pretraining"]] for each in shown],
            [each["clear_f1"]["mean"] for each in shown],
            yerr=[each["clear_f1"]["deviation"] or 0 for each in shown],
            capsize=4,
        )
        axes.set(ylabel="F1 against clear gold (bars: standard deviation of seeds)")


@click.command()
@training_options
@click.option("--size", required=True, help="Layers and width of a new model, or a model's folder.")
@stepped
@plotted
def main(
    documents: Path,
    splits: tuple[str, ...],
    drawn: int | None,
    size: str,
    seeds: tuple[int, ...],
    work: Path,
    allowed: float,
    target: Path,
    plot: Path | None,
    **plan: Any,
) -> None:
    """Train and score a classifier after each order of pretraining."""
    arms = [Arm(size, order, seed) for seed in seeds for order in ARMS]
    pieces = pieces_of(Plan(filings=filings_of(documents, splits, drawn), work=work, **plan), arms)
    name = Path(size).name
    found = run(Steps(work, allowed), pieces, lambda done: figures(arms, done), target, name, list(seeds))
    if plot:
        draw(found, plot)


if __name__ == "__main__":
    main()
