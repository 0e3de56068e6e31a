"""CNAP, reading order and no pretraining with the same budget, on several seeds (the paper's Figure 5).

Run: `python benchmarks/pretraining.py --data runs/data --untagged runs/pretraining
--candidates runs/candidates --tokenizer runs/tokenizer --work runs/cnap
--json benchmarks/results/pretraining.json`

A small causal model, with random weights or those of `--model`, is pretrained on tables with their numbers in
one of the two orders or not at all, and then learns to classify candidate pairs as `--teach` says: first by
their labels alone, say, which are many questions for few tokens, then with both tables. F1 is end to end
against clear gold, on the documents that the training of the classifier watches, at the best threshold there.
What is done is not done again: stop it and start it as you like.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import msgspec

from cofitcheck.evaluation.provenance import write_figures

ARMS = ("none", "reading", "cnap")
SIZES = {"kind": "qwen2", "layers": 4, "width": 128, "heads": 2, "inner": 384}
MACHINE = {"threads": 1, "precision": "no"}
"""So small a model is half as fast again in float32 as under autocast."""


def run(options: argparse.Namespace, seed: int, arm: str) -> dict[str, Any]:
    """Pretrain where the arm says so, teach the answers, and return the figures."""
    folder = options.work / f"{arm}-{seed}"
    model = options.model if options.model and arm == "none" else folder / "model"
    begun = time.perf_counter()
    pretraining = _pretrain_config(options, seed, "cnap" if arm == "none" else arm, model)
    if not (model / "config.json").is_file():
        if arm == "none":
            _save_untrained(pretraining, model)
        else:
            _command("pretrain", pretraining, folder / "pretrain.yaml")
    taught = model
    lessons = {sharing: int(steps) for sharing, steps in (each.split(":") for each in options.teach)}
    for sharing, steps in lessons.items():
        begun_with, taught = taught, folder / sharing
        if not (taught / "CARD.md").is_file():
            config = _classifier_config(options, seed, begun_with, taught, sharing, steps)
            _command("train classifier", config, folder / f"{sharing}.yaml")
    return {
        "arm": arm,
        "seed": seed,
        **_best(taught),
        "lessons": {sharing: _best(folder / sharing) for sharing in lessons},
        "perplexity": _log(model)[-1]["dev"]["perplexity"] if arm != "none" else None,
        "pretraining minutes": _log(model)[-1]["minutes"] if arm != "none" else 0.0,
        "training minutes": sum(_log(folder / sharing)[-1]["minutes"] for sharing in lessons),
        "seconds": round(time.perf_counter() - begun),
    }


def _best(classifier: Path) -> dict[str, Any]:
    looks: list[dict[str, Any]] = [look["dev"] for look in _log(classifier)]
    return max(looks, key=lambda look: float(look["f1"]))


def _pretrain_config(options: argparse.Namespace, seed: int, order: str, output: Path) -> dict[str, Any]:
    new = {"tokenizer": str(options.tokenizer), "architecture": SIZES}
    return {
        **({"model": str(options.model)} if options.model else new),
        "data": str(options.data),
        "untagged": str(options.untagged),
        "output": str(output),
        "order": order,
        "context": 1024,
        "batch": 2,
        "watch": {"every": options.pretrain_steps, "sequences": 64},
        "steps": options.pretrain_steps,
        "body_rate": options.pretrain_rate,
        "weight_decay": 0.1,
        "seed": seed,
        **MACHINE,
    }


def _classifier_config(
    options: argparse.Namespace, seed: int, model: Path, output: Path, sharing: str, steps: int
) -> dict[str, Any]:
    return {
        "data": str(options.data),
        "candidates": str(options.candidates),
        "output": str(output),
        "model": str(model),
        "questions": {"prompt": "english-1", "limit": options.limit, "sharing": sharing},
        "choice": {"above": options.above, "negatives": 4, "easy": options.easy},
        "batch": {"documents": 2, "tokens": options.tokens, "pass_tokens": 4096},
        "watch": {"every": steps, "per_company": 1},
        "steps": steps,
        "body_rate": options.rate,
        "documents": options.documents,
        "seed": seed,
        **MACHINE,
    }


def _save_untrained(config: dict[str, Any], folder: Path) -> None:
    """Write the model that the other arms begin with."""
    import shutil

    from cofitcheck.encoding.pieces import Pieces
    from cofitcheck.training.loop.run import set_up
    from cofitcheck.training.pretraining.config import PretrainConfig
    from cofitcheck.training.pretraining.model import load_model

    made = msgspec.convert(config, PretrainConfig, dec_hook=lambda kind, value: kind(value))
    set_up(made)
    load_model(made, Pieces.load(made.tokenizer_folder / "tokenizer.json")).save_pretrained(folder)
    shutil.copyfile(made.tokenizer_folder / "tokenizer.json", folder / "tokenizer.json")


def _command(name: str, config: dict[str, Any], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.yaml.encode(config))
    command = [sys.executable, "-m", "cofitcheck", *name.split(), "--config", str(path), "--restart"]
    subprocess.run(command, check=True)


def _log(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


def summary(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the means and the spread over seeds of each arm that was run."""
    return {
        arm: {
            "seeds": len(mine),
            **{figure: _spread([each[figure] for each in mine]) for figure in ("f1", "auc")},
        }
        for arm in ARMS
        if (mine := [each for each in runs if each["arm"] == arm])
    }


def _spread(found: list[float]) -> dict[str, float | None]:
    return {"mean": mean(found), "deviation": stdev(found) if len(found) > 1 else None}


def main() -> None:
    """Run every arm on every seed, and write the figures after each."""
    parser = argparse.ArgumentParser(description="Compare orders of pretraining.")
    for name in ("data", "untagged", "candidates", "work", "json"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    start = parser.add_mutually_exclusive_group(required=True)
    start.add_argument("--tokenizer", type=Path, help="begin with random weights and this tokenizer")
    start.add_argument("--model", type=Path, help="begin with the weights in this folder")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--arms", choices=ARMS, nargs="+", default=list(ARMS))
    parser.add_argument("--pretrain-steps", type=int, default=800)
    parser.add_argument("--pretrain-rate", type=float, default=2e-3)
    parser.add_argument("--teach", nargs="+", default=["labels:200", "pair:120"], help="sharing and steps")
    parser.add_argument("--tokens", type=int, default=8192, help="tokens of a step that teaches")
    parser.add_argument("--limit", type=int, default=1280, help="most tokens of a prompt")
    parser.add_argument("--above", type=float, default=0.05, help="first score of what is asked")
    parser.add_argument("--easy", type=float, default=3.0, help="easy pairs for each of one fact")
    parser.add_argument("--rate", type=float, default=1e-3, help="peak rate of what teaches")
    parser.add_argument("--documents", type=int, default=0, help="documents that teach the answers (0: all)")
    options = parser.parse_args()
    runs = []
    for seed in options.seeds:
        for arm in options.arms:
            runs.append(run(options, seed, arm))
            found = {"settings": _settings(options), "summary": summary(runs), "runs": runs}
            write_figures(options.json, found, _model(options), options.seeds)
            print(json.dumps(runs[-1]), flush=True)


def _model(options: argparse.Namespace) -> str:
    return str(options.model.name) if options.model else "qwen2 of 4 layers of 128, from nothing"


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    names = (
        "pretrain_steps",
        "pretrain_rate",
        "teach",
        "tokens",
        "limit",
        "above",
        "easy",
        "rate",
        "documents",
        "seeds",
    )
    return {
        "model": options.model.name if options.model else SIZES,
        **{name: getattr(options, name) for name in names},
    }


if __name__ == "__main__":
    main()
