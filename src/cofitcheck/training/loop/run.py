"""A training run from its first step to its last, whatever is trained."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from cofitcheck.training.loop.checkpoints import CHECKPOINT, CONFIG_FILE, remove_checkpoint
from cofitcheck.training.loop.config import RunConfig, save_config
from cofitcheck.training.loop.trainer import Trainer

BEST = "best.pt"


def set_up(config: RunConfig) -> None:
    """Set the threads and the seed of a run, before its model is made."""
    if config.threads:
        torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)


def train(trainer: Trainer, resumed: Path | None) -> None:
    """Begin anew in the output folder, or go on from the checkpoint `resumed`, to the end of the run.

    Raises `ConfigError` where the checkpoint does not fit.
    """
    config, accelerator = trainer.run_config, trainer.accelerator
    if accelerator.is_main_process:
        config.output.mkdir(parents=True, exist_ok=True)
        if not resumed:
            remove_checkpoint(config.output)
        save_config(config, config.output / CONFIG_FILE)
    accelerator.init_trackers("tensorboard")
    if resumed:
        trainer.resume(resumed)
    run(trainer)
    accelerator.end_training()


def run(trainer: Trainer) -> None:
    """Train to the last step, or until the dev metric has stopped getting better.

    Leaves `checkpoint` (the last state), `best.pt` (the model's state at the best look) and `log.jsonl` in
    the output folder.
    """
    config, progress = trainer.run_config, trainer.progress
    config.output.mkdir(parents=True, exist_ok=True)
    while progress.step < trainer.steps and not progress.stale(config.watch):
        trainer.step()
        if trainer.accelerator.is_main_process:
            print(f"\r{progress.line(trainer.steps)}", end="", flush=True)
        if progress.step % config.watch.every == 0 or progress.step == trainer.steps:
            _look(trainer)


def _look(trainer: Trainer) -> None:
    """Take the dev metric, note it, and save."""
    found, progress, accelerator = trainer.look(), trainer.progress, trainer.accelerator
    output = trainer.run_config.output
    better = progress.better(found.score)
    minutes = round(progress.seconds / 60, 2)
    progress.looks.append(
        {"step": progress.step, "minutes": minutes, **progress.losses, "dev": found.figures}
    )
    losses = {f"loss/{name}": term for name, term in progress.losses.items()}
    figures = {f"dev/{name}": each for name, each in found.figures.items() if isinstance(each, float)}
    accelerator.log(losses | figures, step=progress.step)
    weights = accelerator.get_state_dict(trainer.model) if better else None
    if accelerator.is_main_process:
        if weights is not None:
            torch.save(weights, output / BEST)
        (output / "log.jsonl").write_text("".join(json.dumps(look) + "\n" for look in progress.looks))
        print(f"\n  {found.said}")
    trainer.save(output / CHECKPOINT)
