"""Figure 4: the encoder's losses and encodings on a causal model, as candidates against recall.

Run: `python -m benchmarks.paper.figure_4 filings.tsv --split test --data runs/data --model runs/pretrained \\
    --steps 200 --work runs/figure-4 --json figure-4.json --plots docs`

One backbone, seed for seed the same documents and steps; a variant differs from the first, the paper's, in
one thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from benchmarks.paper.scoring import filings_of, measured_on
from benchmarks.paper.steps import Json, Piece, Steps, run, stepped
from cofitcheck.cli.common import cores
from cofitcheck.evaluation.candidate_curve import THRESHOLDS
from cofitcheck.evaluation.candidates import Measured, draw, weigh
from cofitcheck.evaluation.corpus import Filing

DECOUPLED = {"kind": "decoupled", "temperature": 0.15, "shared_weight": 0.75, "isolated_weight": 0.25}
VARIANTS: dict[str, Json] = {
    "decoupled, CIPE": {},
    "standard InfoNCE": {"loss": {"kind": "standard", "temperature": 0.15}},
    "EPE": {"layout": {"kind": "extractive"}},
    "without the isolated term": {"loss": {**DECOUPLED, "isolated_weight": 0.0}},
}
PANELS = {
    "a": ("decoupled, CIPE", "standard InfoNCE"),
    "b": ("decoupled, CIPE", "EPE"),
    "c": ("decoupled, CIPE", "without the isolated term"),
}
"""The three plots of the figure, and what each compares."""

ASKED = (0.8, 0.9, 0.95)
EVERY = 50
"""Of the thresholds that are counted, every one at a two-hundredth is kept."""


def pieces_of(plain: Json, filings: Sequence[Filing], seeds: Sequence[int], work: Path) -> dict[str, Piece]:
    """Return the trainings and the weighed documents of every variant and seed."""
    pieces: dict[str, Piece] = {}
    for seed in seeds:
        for name, change in VARIANTS.items():
            output = work / f"{name} {seed}".replace(",", "").replace(" ", "-")
            layout = {**plain["layout"], **change.get("layout", {})}
            config = {**plain, **change, "layout": layout, "seed": seed}
            pieces[f"train {name} {seed}"] = partial(_train, config, output)
            for filing in filings:
                pieces[f"{name} {seed}, {filing.name}"] = partial(_weigh, output, filing)
    return pieces


def _train(config: Json, output: Path, steps: Steps) -> Json | None:
    return steps.train("train encoder", config, output)


def _weigh(encoder: Path, filing: Filing, _: Steps) -> Json | None:
    if not (encoder / "cofitcheck.json").is_file():
        return None  # its training is not at its end
    measured = Measured(encoder.name, encoder)
    weighed = weigh(filing, [measured], cores())
    tally = weighed.tallies[measured.name]["encoder"]
    return {
        "gold": tally.gold,
        "candidates": tally.candidates[::EVERY].tolist(),
        "found": tally.found[::EVERY].tolist(),
    }


def figures(seeds: Sequence[int], done: Mapping[str, Json]) -> Json:
    """Return what each variant lets through by recall, one curve a seed, and their means at `ASKED`."""
    by_variant = {
        name: [held for seed in seeds if (held := _curve(done, f"{name} {seed}"))] for name in VARIANTS
    }
    return {
        "variants": {
            name: {
                "needed": {str(at): _mean([_needed(curve, at) for curve in held]) for at in ASKED},
                "seeds": held,
            }
            for name, held in by_variant.items()
            if held
        },
        "trainings": {name: kept for name, kept in done.items() if name.startswith("train ")},
    }


def _curve(done: Mapping[str, Json], name: str) -> Json | None:
    """Return the recall and the candidates a document above each threshold, one for all documents."""
    rows = [row for piece, row in done.items() if piece.startswith(f"{name}, ")]
    gold = sum(row["gold"] for row in rows)
    if not gold:
        return None
    candidates = np.sum([row["candidates"] for row in rows], axis=0) / len(rows)
    found = np.sum([row["found"] for row in rows], axis=0) / gold
    points = zip(THRESHOLDS[::EVERY].tolist(), found.tolist(), candidates.tolist(), strict=True)
    return {
        "documents": len(rows),
        "recalls": [
            {"threshold": round(at, 4), "recall": round(recall, 4), "candidates_per_document": round(each, 2)}
            for at, recall, each in points
        ],
    }


def _needed(curve: Json, recall: float) -> float:
    """Return the fewest candidates a document among which so much of the gold is."""
    enough = [
        point["candidates_per_document"] for point in curve["recalls"] if point["recall"] >= recall - 1e-9
    ]
    return float(min(enough))


def _mean(found: Sequence[float]) -> Json:
    return {"mean": round(float(np.mean(found)), 1), "low": min(found), "high": max(found)}


def plots(found: Mapping[str, Any], folder: Path) -> None:
    """Draw the three panels, the first seed of each variant."""
    folder.mkdir(parents=True, exist_ok=True)
    for panel, names in PANELS.items():
        shown = {name: held["seeds"][0] for name in names if (held := found["variants"].get(name))}
        if len(shown) > 1:
            draw(shown, folder / f"figure-4{panel}.svg")


@click.command()
@measured_on
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--model", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--seed", "seeds", type=int, multiple=True, default=(0, 1, 2), show_default=True)
@click.option("--steps", "count", default=200, show_default=True)
@click.option("--every", default=20, show_default=True, help="Steps between two checkpoints.")
@click.option("--tokens", default=8000, show_default=True, help="Tokens of a step.")
@click.option("--limit", default=4096, show_default=True, help="Most tokens of a table.")
@click.option("--rate", default=1e-3, show_default=True)
@click.option("--visible", is_flag=True, help="Show the numbers, as the paper does.")
@click.option("--precision", type=click.Choice(["no", "bf16"]), default="no", show_default=True)
@click.option("--plots", "folder", type=click.Path(file_okay=False, path_type=Path))
@stepped
def main(
    documents: Path,
    splits: tuple[str, ...],
    drawn: int | None,
    data: Path,
    model: Path,
    seeds: tuple[int, ...],
    count: int,
    every: int,
    tokens: int,
    limit: int,
    rate: float,
    visible: bool,
    precision: str,
    folder: Path | None,
    work: Path,
    allowed: float,
    target: Path,
) -> None:
    """Train every variant, and weigh recall against candidates."""
    plain = {
        "data": str(data),
        "model": str(model),
        "layout": {"kind": "parallel", "tokens": limit, "masked": not visible},
        "loss": DECOUPLED,
        "facets": {"indicator": 0.0, "breakdown": 0.0, "period": 0.0},
        "batch": {"documents": 1, "tokens": tokens, "pass_tokens": tokens, "blur": 0.0},
        "watch": {"every": min(every, count), "candidates": 2000},
        "steps": count,
        "body_rate": rate,
        "weight_decay": 0.0,
        "precision": precision,
        "held_out": False,
    }
    pieces = pieces_of(plain, filings_of(documents, splits, drawn), seeds, work)
    found = run(
        Steps(work, allowed), pieces, lambda done: figures(seeds, done), target, model.name, list(seeds)
    )
    if folder:
        plots(found, folder)


if __name__ == "__main__":
    main()
