"""CNAP, reading order and no pretraining with the same budget, on several seeds (the paper's Figure 5).

Run: `python benchmarks/pretraining.py --data runs/data --untagged runs/pretraining
--candidates runs/candidates --tokenizer runs/tokenizer --work runs/cnap
--json benchmarks/results/pretraining.json`

A small causal model begins with random weights, is pretrained on tables with their numbers in one of the two
orders or not at all, and then learns to classify candidate pairs. F1 is end to end against clear gold, on the
documents that the training of the classifier watches, at the best threshold there. A run that is done is not
done again: stop it and start it as you like.
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

ARMS = ("none", "reading", "cnap")
SIZES = {"kind": "qwen2", "layers": 4, "width": 128, "heads": 2, "inner": 384}


def run(options: argparse.Namespace, seed: int, arm: str) -> dict[str, Any]:
    """Pretrain where the arm says so, teach the answers, and return the figures."""
    folder = options.work / f"{arm}-{seed}"
    model, classifier = folder / "model", folder / "classifier"
    begun = time.perf_counter()
    pretraining = _pretrain_config(options, seed, "cnap" if arm == "none" else arm, model)
    if not (model / "config.json").is_file():
        if arm == "none":
            _save_untrained(pretraining, model)
        else:
            _command("pretrain", pretraining, folder / "pretrain.yaml")
    if not (classifier / "CARD.md").is_file():
        _command(
            "train classifier", _classifier_config(options, seed, model, classifier), folder / "run.yaml"
        )
    looks = _log(classifier)
    best = max(looks, key=lambda look: float(look["dev"]["f1"]))
    return {
        "arm": arm,
        "seed": seed,
        **best["dev"],
        "perplexity": _log(model)[-1]["dev"]["perplexity"] if arm != "none" else None,
        "pretraining minutes": _log(model)[-1]["minutes"] if arm != "none" else 0.0,
        "training minutes": looks[-1]["minutes"],
        "seconds": round(time.perf_counter() - begun),
    }


def _pretrain_config(options: argparse.Namespace, seed: int, order: str, output: Path) -> dict[str, Any]:
    return {
        "data": str(options.data),
        "untagged": str(options.untagged),
        "output": str(output),
        "tokenizer": str(options.tokenizer),
        "architecture": SIZES,
        "order": order,
        "context": 1024,
        "batch": 2,
        "watch": {"every": options.pretrain_steps, "sequences": 64},
        "steps": options.pretrain_steps,
        "body_rate": 2e-3,
        "weight_decay": 0.1,
        "seed": seed,
        "threads": 1,
    }


def _classifier_config(options: argparse.Namespace, seed: int, model: Path, output: Path) -> dict[str, Any]:
    return {
        "data": str(options.data),
        "candidates": str(options.candidates),
        "output": str(output),
        "model": str(model),
        "questions": {"prompt": "english-1", "limit": 1280, "sharing": "pair"},
        "choice": {"above": 0.05, "negatives": 4},
        "batch": {"documents": 2, "tokens": 8192, "pass_tokens": 4096},
        "watch": {"every": options.steps, "per_company": 1},
        "steps": options.steps,
        "body_rate": 1e-3,
        "documents": options.documents,
        "seed": seed,
        "threads": 1,
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
    """Return the mean and the spread over seeds of each arm that was run."""
    by_arm = {arm: [each["f1"] for each in runs if each["arm"] == arm] for arm in ARMS}
    return {
        arm: {"f1": mean(found), "spread": stdev(found) if len(found) > 1 else None, "seeds": len(found)}
        for arm, found in by_arm.items()
        if found
    }


def main() -> None:
    """Run every arm on every seed, and write the figures after each."""
    parser = argparse.ArgumentParser(description="Compare orders of pretraining.")
    for name in ("data", "untagged", "candidates", "tokenizer", "work", "json"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--pretrain-steps", type=int, default=800)
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--documents", type=int, default=60, help="documents that teach the answers")
    options = parser.parse_args()
    runs = []
    for seed in options.seeds:
        for arm in ARMS:
            runs.append(run(options, seed, arm))
            found = {"settings": _settings(options), "summary": summary(runs), "runs": runs}
            options.json.write_text(json.dumps(found, indent=1) + "\n")
            print(json.dumps(runs[-1]), flush=True)


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    names = ("pretrain_steps", "steps", "documents", "seeds")
    return {"model": SIZES, **{name: getattr(options, name) for name in names}}


if __name__ == "__main__":
    main()
