"""Stage 1's ablations: one encoder a variant, trained alike, and the candidates that each needs.

Run: `python benchmarks/ablations.py --data runs/data --output runs/ablations --json FILE --plots DIR`

Every variant has the same backbone (MiniLM, with its 512 positions), seed, documents and number of steps.
Those over running text see fewer tables a step than the others, and are to be compared with each other. A
variant that is trained already is not trained again. Figures are those of the last look at the watched
documents: one of each dev company, and of each train company that is kept from the encoder; the mean over
documents, each with the threshold that it needs itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from msgspec import structs

from cofitcheck.evaluation.candidates import draw
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.training.encoder.config import (
    BatchConfig,
    EncoderConfig,
    FacetWeights,
    LayoutConfig,
    WatchConfig,
)
from cofitcheck.training.encoder.losses import LossConfig
from cofitcheck.training.loop import save_config

STEPS = 200
PANELS = {
    "loss": ("decoupled", "standard", "ours"),
    "encoding": ("CIPE", "EPE", "CIPE, numbers visible"),
    "isolated": ("decoupled", "without the isolated term"),
    "facets": ("ours", "ours, facets"),
}
"""The plots, like the three of the paper's Figure 4, and what each compares."""

NO_FACETS = FacetWeights(indicator=0.0, breakdown=0.0, period=0.0)
OURS = LossConfig(temperature=0.07, isolated_as_negatives=True)
STRUCTURED = LayoutConfig("structured")
# Running text is six times as long; twice the tokens a step are what the time allows.
SHORT, LONG = BatchConfig(tokens=4000), BatchConfig(tokens=8000)


def variants(data: Path, output: Path) -> dict[str, EncoderConfig]:
    """Return the runs by name; each differs from the first of its group in one thing."""
    plain = EncoderConfig(
        data=data,
        output=output,
        loss=OURS,
        facets=NO_FACETS,
        batch=SHORT,
        watch=WatchConfig(every=STEPS, per_company=1),
        steps=STEPS,
        body_rate=1.5e-4,
    )
    paper = structs.replace(plain, loss=LossConfig())
    text = structs.replace(paper, layout=LayoutConfig("parallel"), batch=LONG)
    changes = {
        "ours": plain,
        "ours, facets": structs.replace(plain, facets=FacetWeights()),
        "decoupled": paper,
        "standard": structs.replace(plain, loss=LossConfig(kind="standard")),
        "without the isolated term": structs.replace(plain, loss=LossConfig(isolated_weight=0.0)),
        "CIPE": text,
        "EPE": structs.replace(text, layout=LayoutConfig("extractive")),
        "CIPE, numbers visible": structs.replace(text, layout=LayoutConfig("parallel", masked=False)),
    }
    return {
        name: structs.replace(run, output=output / name.replace(",", "").replace(" ", "-").lower())
        for name, run in changes.items()
    }


@click.command()
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--only", multiple=True, help="Train only this variant (may be given more than once).")
@click.option("--json", "target", type=click.Path(dir_okay=False, path_type=Path), required=True)
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), required=True)
def main(data: Path, output: Path, only: tuple[str, ...], target: Path, plots: Path) -> None:
    """Train what is not trained yet, write what every variant needed, and draw it."""
    runs = variants(data, output)
    for name, run in runs.items():
        if (not only or name in only) and not _figures(run):
            click.echo(name)
            _train(run)
    measured = {name: figures for name, run in runs.items() if (figures := _figures(run))}
    write_figures(target, measured, "all-MiniLM-L6-v2", seed=0)
    plots.mkdir(parents=True, exist_ok=True)
    for panel, names in PANELS.items():
        shown = {name: _curve(measured[name]) for name in names if name in measured}
        if len(shown) > 1:
            draw(shown, plots / f"stage-1-{panel}.svg")


def _figures(run: EncoderConfig) -> dict[str, Any]:
    """Return the last line of a finished run's log; nothing where it has not finished."""
    log = run.output / "log.jsonl"
    lines = log.read_text().splitlines() if log.is_file() else []
    last: dict[str, Any] = json.loads(lines[-1]) if lines else {}
    return last if last.get("step") == STEPS else {}


def _curve(figures: dict[str, Any]) -> dict[str, Any]:
    points = figures["dev"]["needed"].items()
    return {"recalls": [{"recall": float(at), "candidates_per_document": needed} for at, needed in points]}


def _train(run: EncoderConfig) -> None:
    run.output.mkdir(parents=True, exist_ok=True)
    path = run.output.with_suffix(".yaml")
    save_config(run, path)
    train = [sys.executable, "-m", "cofitcheck", "train", "encoder", "--config", str(path), "--resume"]
    subprocess.run(train, check=True)


if __name__ == "__main__":
    main()
