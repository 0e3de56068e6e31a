"""The settings that all training runs have in common. One YAML file holds the settings of a run."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from cofitcheck.errors import ConfigError

Positive = Annotated[int, msgspec.Meta(ge=1)]
NotNegative = Annotated[int, msgspec.Meta(ge=0)]
Weight = Annotated[float, msgspec.Meta(ge=0)]
Above = Annotated[float, msgspec.Meta(gt=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class LoraConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Low-rank adapters on every linear layer of a causal model; they are merged when training ends."""

    rank: Positive = 16
    alpha: Positive = 32
    dropout: Share = 0.05


class Watch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When to look at the dev split, and when to stop.

    A look is taken and a checkpoint saved every `every` steps; after `patience` looks without a new best,
    training stops (0: never).
    """

    every: Positive = 250
    patience: NotNegative = 0


class RunConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A training run. `output` is where checkpoints, the log and the finished model go.

    `epochs` are passes over the training data, however many processes share it; 0 takes `steps` steps.
    `body_rate` is the peak rate of AdamW for weights that start from a checkpoint. It is reached after the
    share `warmup` of the steps, and then falls along a cosine. `clip` is the highest norm of the gradients.
    """

    output: Path
    watch: Watch = Watch()
    lora: LoraConfig | None = None
    steps: Positive = 1000
    epochs: Weight = 0.0
    warmup: Share = 0.05
    body_rate: Above = 1e-5
    weight_decay: Weight = 0.01
    clip: Above = 1.0
    precision: Literal["bf16", "no"] = "bf16"
    gradient_checkpointing: bool = False
    seed: int = 0
    threads: NotNegative = 0
    """CPU threads of one process; 0 leaves it to torch."""


def steps_of(config: RunConfig, items: int, each: int, processes: int) -> int:
    """Return the steps of a run over `items` items, of which a process takes `each` at a step."""
    if not config.epochs:
        return config.steps
    return max(1, math.ceil(config.epochs * items / (each * processes)))


Run = TypeVar("Run", bound=RunConfig)


def load_config(path: Path, kind: type[Run]) -> Run:
    """Read a YAML file. Raises `ConfigError` with the file and the place of the mistake in it."""
    try:
        return msgspec.yaml.decode(path.read_bytes(), type=kind, dec_hook=_decode)
    except (msgspec.DecodeError, ConfigError) as error:
        said = " ".join(str(error).split())
        raise ConfigError(f"{path}: {said}") from error


def save_config(config: RunConfig, path: Path) -> None:
    """Write what `load_config` reads."""
    path.write_bytes(msgspec.yaml.encode(config, enc_hook=str))


def _decode(kind: type[Any], value: Any) -> Any:
    return kind(value)
