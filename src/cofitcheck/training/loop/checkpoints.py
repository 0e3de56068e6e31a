"""Files and weights that all training runs handle alike: checkpoints, tokenizer files, low-rank adapters.

The output folder of a run has a checkpoint at any moment, even when the run is killed. A tokenizer's files
are copied with its model. Every causal model has the same kind of adapters.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from cofitcheck.errors import ConfigError, InputError
from cofitcheck.training.loop import LoraConfig, RunConfig, load_config

CHECKPOINT = "checkpoint"
CONFIG_FILE = "config.yaml"
_PREVIOUS = "checkpoint.previous"
"""The name of the last checkpoint while a new one takes its place."""


def checkpoint_of(output: Path) -> Path | None:
    """Return the checkpoint to resume from, None where there is none."""
    return next((output / each for each in (CHECKPOINT, _PREVIOUS) if (output / each).exists()), None)


def remove_checkpoint(output: Path) -> None:
    """Remove all checkpoints of a run."""
    for each in (CHECKPOINT, _PREVIOUS):
        shutil.rmtree(output / each, ignore_errors=True)


def replace_checkpoint(new: Path, old: Path) -> None:
    """Put a finished checkpoint in the place of the last one. `checkpoint_of` finds one at every moment."""
    previous = old.with_name(_PREVIOUS)
    if old.exists():
        shutil.rmtree(previous, ignore_errors=True)
        old.rename(previous)
    new.rename(old)
    shutil.rmtree(previous, ignore_errors=True)


def find_resumed(config: RunConfig, *, resume: bool, restart: bool) -> Path | None:
    """Return the checkpoint that a run goes on from, None for a run that begins.

    Raises `InputError` where a run was begun in the output folder and neither `resume` nor `restart` is set.
    Raises `ConfigError` where the run was begun with other settings.
    """
    saved = checkpoint_of(config.output)
    if saved and not (resume or restart):
        raise InputError(
            f"{config.output} holds a run that was begun: go on with --resume, begin anew with --restart, or "
            "name another output"
        )
    if restart or not saved:
        return None
    _require_same(config)
    return saved


def _require_same(config: RunConfig) -> None:
    """Raise `ConfigError` where the run in the output folder was begun with other settings."""
    begun = load_config(config.output / CONFIG_FILE, type(config))
    changed = [
        name
        for name in config.__struct_fields__
        if name not in ("output", "threads") and getattr(config, name) != getattr(begun, name)
    ]
    if changed:
        raise ConfigError(
            f"{config.output} holds a run that was begun with another {', '.join(changed)}: resume it as it "
            "was begun, begin anew with --restart, or name another output"
        )


def copy_tokenizer(source: Path, folder: Path) -> None:
    """Copy `tokenizer.json`, the files that belong to it, and the chat template where there is one."""
    for pattern in ("*token*", "chat_template*"):
        for each in source.glob(pattern):
            if each.is_file():
                shutil.copyfile(each, folder / each.name)


def add_adapters(body: Any, lora: LoraConfig) -> Any:
    """Return a transformers model whose linear layers have adapters. Only the adapters are trained."""
    import peft

    adapters = peft.LoraConfig(
        r=lora.rank, lora_alpha=lora.alpha, lora_dropout=lora.dropout, target_modules="all-linear"
    )
    return peft.get_peft_model(body, adapters)


def merge_adapters(body: Any) -> Any:
    """Return the model with its adapters, if any, added to its weights."""
    return body.merge_and_unload() if hasattr(body, "merge_and_unload") else body
