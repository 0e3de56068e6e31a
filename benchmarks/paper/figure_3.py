"""Figure 3: F1 by the size of the classifier, with CNAP and without.

Run: `python -m benchmarks.paper.figure_3 filings.tsv --split test --data runs/data \\
    --untagged runs/pretraining --encoder runs/encoder --candidates runs/candidates \\
    --tokenizer runs/tokenizer --size 2x64 --size 4x128 --size 6x256 \\
    --work runs/figure-3 --json figure-3.json --plot figure-3.svg`

A size is layers and width of a new model, or a folder of a model that is there (Qwen2.5 of 0.5B, 1.5B, ...).
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
    """Draw a line for each order of pretraining, over the sizes."""
    with axes_of(path, "F1 by the size of the classifier") as axes:
        for order in dict.fromkeys(each["pretraining"] for each in found["models"]):
            held = [each for each in found["models"] if each["pretraining"] == order]
            shown = [each for each in held if each["clear_f1"] is not None]
            axes.errorbar(
                [each["backbone"] for each in shown],
                [each["clear_f1"]["mean"] for each in shown],
                [each["clear_f1"]["deviation"] or 0 for each in shown],
                marker="o",
                capsize=3,
                label=ARMS[order],
            )
        axes.set(xlabel="classifier", ylabel="F1 against clear gold (bars: standard deviation of seeds)")
        if found["models"]:
            axes.legend()


@click.command()
@training_options
@click.option("--size", "sizes", multiple=True, required=True)
@stepped
@plotted
def main(
    documents: Path,
    splits: tuple[str, ...],
    drawn: int | None,
    sizes: tuple[str, ...],
    seeds: tuple[int, ...],
    work: Path,
    allowed: float,
    target: Path,
    plot: Path | None,
    **plan: Any,
) -> None:
    """Train and score classifiers of several sizes."""
    arms = [Arm(size, order, seed) for seed in seeds for size in sizes for order in ("none", "cnap")]
    pieces = pieces_of(Plan(filings=filings_of(documents, splits, drawn), work=work, **plan), arms)
    model = ", ".join(Path(size).name for size in sizes)
    found = run(Steps(work, allowed), pieces, lambda done: figures(arms, done), target, model, list(seeds))
    if plot:
        draw(found, plot)


if __name__ == "__main__":
    main()
