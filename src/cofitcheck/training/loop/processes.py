"""Training in several processes: checks that accelerate runs as asked, and gives processes equal shares."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from accelerate import Accelerator

from cofitcheck.encoding.passes import Batch
from cofitcheck.errors import ConfigError, MissingDependencyError
from cofitcheck.training.loop import RunConfig

_LAUNCH_FILE = "processes.txt"


def make_accelerator(config: RunConfig, batch: int) -> Accelerator:
    """Return the accelerator of this launch. A process takes `batch` examples in each step.

    Raises `ConfigError` where accelerate does not know of processes that were started, or of sharding that
    was asked for: each process would then train alone, and all would write the same files. Raises
    `MissingDependencyError` where DeepSpeed is asked for and not installed.
    """
    if _asked("DEEPSPEED") and find_spec("deepspeed") is None:
        raise MissingDependencyError(
            "training with DeepSpeed needs deepspeed: pip install 'cofitcheck[deepspeed]'"
        )
    accelerator = Accelerator(
        mixed_precision=config.precision, log_with="tensorboard", project_dir=str(config.output)
    )
    started = int(os.environ.get("WORLD_SIZE", "1"))
    if started != accelerator.num_processes:
        raise ConfigError(
            f"{started} processes were started and accelerate sees {accelerator.num_processes}, as it finds "
            "no GPU: set ACCELERATE_USE_CPU=true to train on CPUs, or start one process"
        )
    for name in ("FSDP", "DEEPSPEED"):
        if _asked(name) and accelerator.distributed_type != name:
            raise ConfigError(
                f"{name} was asked for and accelerate runs without it: it shards on GPUs only, so take "
                "configs/accelerate/ddp.yaml on CPUs"
            )
    if accelerator.distributed_type == "DEEPSPEED":
        _set_up_deepspeed(accelerator, config, batch)
    return accelerator


def _asked(name: str) -> bool:
    """Tell whether `accelerate launch` was configured for this kind of sharding."""
    return os.environ.get(f"ACCELERATE_USE_{name}", "").lower() == "true"


def _set_up_deepspeed(accelerator: Accelerator, config: RunConfig, batch: int) -> None:
    """Set what DeepSpeed reads only from its own settings. It clips by itself, and has no data loader."""
    from transformers.integrations import unset_hf_deepspeed_config

    settings = accelerator.state.deepspeed_plugin.deepspeed_config
    settings["gradient_clipping"] = config.clip
    settings["train_micro_batch_size_per_gpu"] = batch
    settings["zero_optimization"]["stage3_gather_16bit_weights_on_model_save"] = True
    # Under ZeRO-3 transformers would load every model in shards. Ours is checked before it is sharded, and
    # the finished one is loaded whole.
    unset_hf_deepspeed_config()


def as_many_as_others(batches: Sequence[Batch], accelerator: Accelerator, padding: int) -> list[Batch]:
    """Return the batches, followed by batches without a mention until every process has the same number.

    Where weights are sharded, all processes must take part in every forward and backward pass.
    """
    if accelerator.num_processes == 1:
        return list(batches)
    counts = accelerator.gather(torch.tensor([len(batches)], device=accelerator.device))
    return [*batches, *[_empty(padding)] * (int(counts.max()) - len(batches))]


def _empty(padding: int) -> Batch:
    place = np.zeros((1, 1), np.int64)
    return Batch(
        tokens=np.full((1, 1), padding, np.int64),
        positions=place,
        unit=place,
        sees=np.zeros((1, 1, 1), np.bool_),
        causal=np.zeros(1, np.bool_),
        queries=place,
        real=np.zeros((1, 1), np.bool_),
        asked=np.zeros(0, np.int32),
    )


def write_launch(accelerator: Accelerator, folder: Path) -> None:
    """Write into a checkpoint how many processes wrote it, and how they shared the model."""
    (folder / _LAUNCH_FILE).write_text(_launch(accelerator))


def check_launch(accelerator: Accelerator, folder: Path) -> None:
    """Raise `ConfigError` where a checkpoint is of another number of processes or another sharding."""
    wrote, ours = (folder / _LAUNCH_FILE).read_text(), _launch(accelerator)
    if wrote != ours:
        raise ConfigError(
            f"{folder} was written by {wrote}, and this run is {ours}: resume it as it was begun, or begin "
            "anew with --restart"
        )


def _launch(accelerator: Accelerator) -> str:
    kind: str = accelerator.distributed_type.value
    if kind == "DEEPSPEED":
        kind = f"ZeRO-{accelerator.state.deepspeed_plugin.zero_stage}"
    sharding = kind if kind == "FSDP" or kind.startswith("ZeRO") else "no"
    return f"{accelerator.num_processes} process(es) with {sharding} sharding"
