"""Everything about a training run of stage 1 that is not data; one YAML file holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from cofitcheck.encoding.description import LayoutKind
from cofitcheck.errors import ConfigError
from cofitcheck.training.encoder.losses import LossConfig

Positive = Annotated[int, msgspec.Meta(ge=1)]
NotNegative = Annotated[int, msgspec.Meta(ge=0)]
Weight = Annotated[float, msgspec.Meta(ge=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]

MINILM = "all-MiniLM-L6-v2"
"""The sentence encoder that the bundled model starts from; any other backbone is a folder."""


class LayoutConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tables are laid out: "structured" (the bundled encoder), "parallel" (CIPE) or "extractive" (EPE).

    `tokens` is the most tokens of one pass (0: the layout's own default); `masked` hides numbers in the
    context, and only the structured layout cannot do without.
    """

    kind: LayoutKind = "structured"
    tokens: NotNegative = 0
    masked: bool = True


class FacetWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of the facet losses beside the pair loss, 0 to leave one out.

    `indicator` is a cosine softmax over the concepts that at least three companies share; `breakdown` and
    `period` are contrastive: equal dimension members, and equal first and last day, within one document.
    """

    indicator: Weight = 0.5
    breakdown: Weight = 0.25
    period: Weight = 0.25
    temperature: Annotated[float, msgspec.Meta(gt=0)] = 0.07

    def any(self) -> bool:
        """Tell whether any facet is trained."""
        return bool(self.indicator or self.breakdown or self.period)


class BatchConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one process sees in one step: tables of `documents` documents, about `tokens` tokens in all,
    and at least one table each.

    `blur` is the share of tokens that are blanked. `pass_tokens` bounds one padded forward pass.
    """

    documents: Positive = 1
    tokens: Positive = 7000
    pass_tokens: Positive = 1536
    blur: Share = 0.05


class LoraConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Low-rank adapters on every linear layer of a causal backbone; they are merged when training ends."""

    rank: Positive = 16
    alpha: Positive = 32
    dropout: Share = 0.05


class WatchConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When to look at the dev split, and when to stop.

    Every `every` steps the recall of gold pairs among the best `candidates` pairs a document is taken on at
    most `per_company` documents of each dev company; after `patience` looks without a new best, training
    stops (0: never). A checkpoint is saved at every look. `recall` is the share of these documents' gold
    pairs that the finished encoder's threshold keeps.
    """

    every: Positive = 250
    candidates: Positive = 2000
    per_company: Positive = 1
    patience: NotNegative = 0
    recall: Share = 0.98


class EncoderConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A training run. Rates are the peaks of AdamW: for the body, and for what is trained from scratch.

    `data` is a folder written by `python -m cofitcheck.training.dataset`; `output` is where checkpoints, the
    log and the finished model go. `held_out` keeps the train companies of `training.split` from the encoder.
    """

    data: Path
    output: Path
    model: str = MINILM
    layout: LayoutConfig = LayoutConfig()
    loss: LossConfig = LossConfig()
    facets: FacetWeights = FacetWeights()
    batch: BatchConfig = BatchConfig()
    watch: WatchConfig = WatchConfig()
    lora: LoraConfig | None = None
    steps: Positive = 1000
    warmup: Share = 0.05
    body_rate: float = 1e-5
    head_rate: float = 1e-3
    weight_decay: float = 0.01
    clip: float = 1.0
    precision: Literal["bf16", "no"] = "bf16"
    gradient_checkpointing: bool = False
    held_out: bool = True
    documents: NotNegative = 0
    """Use only the first so many training documents; 0 for all."""
    seed: int = 0
    threads: NotNegative = 0
    """CPU threads of one process; 0 leaves it to torch."""

    def __post_init__(self) -> None:
        if self.model == MINILM and (self.lora or self.gradient_checkpointing):
            raise ConfigError(f"lora and gradient_checkpointing are for causal models, not for {MINILM}")
        if self.model != MINILM and self.layout.kind == "structured":
            raise ConfigError(
                "the structured layout is the bundled encoder's; a causal model takes layout kind parallel "
                "or extractive"
            )
        for name in ("body_rate", "head_rate", "clip"):
            if getattr(self, name) <= 0:
                raise ConfigError(f"{name} must be above 0, not {getattr(self, name)}")


def load_config(path: Path) -> EncoderConfig:
    """Read a YAML file. Raises `ConfigError` with the file and the place of what is wrong in it."""
    try:
        return msgspec.yaml.decode(path.read_bytes(), type=EncoderConfig, dec_hook=_decode)
    except (msgspec.DecodeError, ConfigError) as error:
        said = " ".join(str(error).split())
        raise ConfigError(f"{path}: {said}") from error


def save_config(config: EncoderConfig, path: Path) -> None:
    """Write what `load_config` reads."""
    path.write_bytes(msgspec.yaml.encode(config, enc_hook=str))


def _decode(kind: type[Any], value: Any) -> Any:
    return kind(value)
