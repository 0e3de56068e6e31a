"""Classifiers of several sizes, pretrained in one order or another or not at all: Figures 3 and 5.

A causal model, new or from a folder, is pretrained on tables with their numbers in the order of CNAP, in
reading order (ROPT) or not at all, then learns to classify candidate pairs as `--teach` says: first by their
labels alone, say, which are many questions for few tokens, then with both tables. It is scored end to end by
the paper's method, with one encoder for all.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, stdev
from typing import Any, TypeVar

import click
import msgspec

from benchmarks.paper.scoring import difference, measured_on, of, score_pieces, summed
from benchmarks.paper.steps import Json, Piece, Steps, logged
from cofitcheck.evaluation.corpus import Filing

ARMS = {"none": "no pretraining", "reading": "ROPT", "cnap": "CNAP"}
Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is trained, and for how long."""

    data: Path
    untagged: Path | None
    candidates: Path
    encoder: Path
    tokenizer: Path | None
    filings: Sequence[Filing]
    work: Path
    pretrain_steps: int
    teach: Sequence[str]
    context: int
    tokens: int
    limit: int
    rate: float
    pretrain_rate: float
    every: int
    precision: str
    lora: bool


@dataclass(frozen=True)
class Arm:
    """One model: its backbone, how it was pretrained, and the seed."""

    backbone: str
    order: str
    seed: int

    @property
    def name(self) -> str:
        """How it is told from the others."""
        return f"{Path(self.backbone).name} {self.order} {self.seed}"


def pieces_of(plan: Plan, arms: Sequence[Arm]) -> dict[str, Piece]:
    """Return the trainings and the scored documents of every arm."""
    pieces: dict[str, Piece] = {}
    for arm in arms:
        folder = plan.work / arm.name.replace(" ", "-")
        begun_with = folder / "model"
        pieces[f"pretrain {arm.name}"] = partial(pretrained, plan, arm, begun_with)
        for lesson in plan.teach:
            sharing, _, steps = lesson.partition(":")
            taught = folder / sharing
            pieces[f"teach {sharing} {arm.name}"] = partial(
                classified, plan, arm, begun_with, taught, sharing, int(steps)
            )
            begun_with = taught
        pieces |= score_pieces(arm.name, "paper", plan.filings, plan.encoder, begun_with)
    return pieces


def pretrained(plan: Plan, arm: Arm, model: Path, steps: Steps) -> Json | None:
    """Pretrain where the arm says so; else write the model that the others begin with."""
    config = pretraining(plan, arm)
    if arm.order != "none":
        return steps.train("pretrain", config, model)
    if not (model / "config.json").is_file():
        _save_untrained({**config, "output": str(model)}, model)
    return {}


def classified(
    plan: Plan, arm: Arm, model: Path, output: Path, sharing: str, count: int, steps: Steps
) -> Json | None:
    """Teach the answers, and return what the best look at the watched documents was."""
    if not (model / "config.json").is_file():
        return None  # what it begins with is not there yet
    config = {
        "data": str(plan.data),
        "candidates": str(plan.candidates),
        "model": str(model),
        "questions": {"prompt": "english-1", "limit": plan.limit, "sharing": sharing},
        "choice": {"negatives": 1.5},
        "batch": {"documents": 1, "tokens": plan.tokens, "pass_tokens": min(plan.tokens, 4096)},
        "watch": {"every": min(plan.every, count), "per_company": 1},
        "steps": count,
        "body_rate": plan.rate,
        **common(plan, arm),
    }
    if steps.train("train classifier", config, output) is None:
        return None
    looks: list[Json] = [line["dev"] for line in logged(output) if "dev" in line]
    return max(looks, key=lambda look: float(look["f1"]))


def pretraining(plan: Plan, arm: Arm) -> Json:
    """Return the configuration of an arm's pretraining."""
    return {
        **({"model": arm.backbone} if Path(arm.backbone).is_dir() else new(plan, arm.backbone)),
        "data": str(plan.data),
        **({"untagged": str(plan.untagged)} if plan.untagged else {}),
        "order": "cnap" if arm.order == "none" else arm.order,
        "digits": 0,
        "context": plan.context,
        "batch": 2,
        "watch": {"every": min(plan.every, plan.pretrain_steps), "sequences": 16},
        "steps": plan.pretrain_steps,
        "body_rate": plan.pretrain_rate,
        **common(plan, arm),
    }


def new(plan: Plan, size: str) -> Json:
    """Return a new Qwen2 of a size, said as layers and width: 4x128."""
    layers, width = map(int, size.split("x"))
    sizes = {"kind": "qwen2", "layers": layers, "width": width, "inner": 3 * width}
    return {"tokenizer": str(plan.tokenizer), "architecture": {**sizes, "heads": max(2, width // 64)}}


def common(plan: Plan, arm: Arm) -> Json:
    """Return what all trainings of an arm have in common."""
    adapters = {"lora": {"rank": 16}} if plan.lora else {}
    return {"held_out": False, "precision": plan.precision, "seed": arm.seed, **adapters}


def _save_untrained(config: Mapping[str, Any], folder: Path) -> None:
    from cofitcheck.encoding.passes import Pieces
    from cofitcheck.training.loop.trainer import set_up
    from cofitcheck.training.pretraining.config import PretrainConfig
    from cofitcheck.training.pretraining.pretrain import load_model

    made = msgspec.convert(config, PretrainConfig, dec_hook=lambda kind, value: kind(value))
    set_up(made)
    load_model(made, Pieces.load(made.tokenizer_folder / "tokenizer.json")).save_pretrained(folder)
    for each in made.tokenizer_folder.glob("tokenizer*"):
        shutil.copyfile(each, folder / each.name)


def figures(arms: Sequence[Arm], done: Mapping[str, Json]) -> Json:
    """Return what came of each backbone and order over seeds, and what an order gains over none."""
    groups: dict[tuple[str, str], list[Arm]] = {}
    for arm in arms:
        groups.setdefault((Path(arm.backbone).name, arm.order), []).append(arm)
    rows = {key: [held for arm in each if (held := of(done, arm.name))] for key, each in groups.items()}
    return {
        "models": [
            {
                "backbone": backbone,
                "pretraining": order,
                "seeds": [summed(held) for held in rows[backbone, order]],
                "clear_f1": _spread([_f1(held) for held in rows[backbone, order]]),
                "above_no_pretraining": difference(rows[backbone, order], rows.get((backbone, "none"), [])),
            }
            for backbone, order in groups
        ],
        "trainings": {name: kept for name, kept in done.items() if name.startswith(("pretrain ", "teach "))},
    }


def _f1(rows: Sequence[Json]) -> float:
    clear = summed(rows)["clear"]
    return float(clear["f1"])


def _spread(found: Sequence[float]) -> Json | None:
    if not found:
        return None
    deviation = round(stdev(found), 4) if len(found) > 1 else None
    return {"mean": round(mean(found), 4), "deviation": deviation}


def training_options(command: Command) -> Command:
    """Add what the plan of both figures is made of."""
    folder = click.Path(exists=True, file_okay=False, path_type=Path)
    for add in (
        click.option("--lora", is_flag=True, help="Adapters in place of all weights."),
        click.option("--precision", type=click.Choice(["no", "bf16"]), default="no", show_default=True),
        click.option("--every", default=20, show_default=True, help="Steps between two checkpoints."),
        click.option("--pretrain-rate", default=2e-3, show_default=True),
        click.option("--rate", default=1e-3, show_default=True, help="Peak rate of what teaches."),
        click.option("--limit", default=1280, show_default=True, help="Most tokens of a prompt."),
        click.option("--tokens", default=8192, show_default=True, help="Tokens of a step that teaches."),
        click.option("--context", default=1024, show_default=True, help="Tokens of a sequence of CNAP."),
        click.option(
            "--teach", multiple=True, default=("labels:500",), show_default=True, help="Sharing and steps."
        ),
        click.option("--pretrain-steps", default=600, show_default=True),
        click.option("--seed", "seeds", type=int, multiple=True, default=(0, 1, 2), show_default=True),
        click.option("--tokenizer", type=folder, help="For new models."),
        click.option("--encoder", type=folder, required=True, help="That has found the candidates."),
        click.option("--candidates", type=folder, required=True),
        click.option("--untagged", type=folder),
        click.option("--data", type=folder, required=True),
    ):
        command = add(command)
    return measured_on(command)
