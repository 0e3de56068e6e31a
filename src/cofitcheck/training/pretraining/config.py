"""The settings of a pretraining run, which one YAML file holds."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from cofitcheck.errors import ConfigError
from cofitcheck.mentions import EVIDENCE_DIGITS
from cofitcheck.training.loop import NotNegative, Positive, RunConfig, Watch

Order = Literal["cnap", "reading"]


class Architecture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sizes of a new causal model. `inner` is the width inside the feed-forward part of a layer.

    `positions` is the number of positions that its configuration allows.
    """

    kind: Literal["qwen2", "llama"] = "qwen2"
    layers: Positive = 4
    width: Positive = 256
    heads: Positive = 4
    inner: Positive = 768
    positions: Positive = 32768


class PretrainWatch(Watch, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When to look at the dev split.

    A look measures the perplexity of `sequences` sequences, taken evenly from one document of each
    company."""

    sequences: Positive = 64


class PretrainConfig(RunConfig, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pretraining run on tables in the `order` of equal numbers (CNAP) or of reading (the paper's ROPT).

    `data` is a folder written by `python -m cofitcheck.training.dataset`: its train split teaches, its dev
    split is watched. `untagged`, where given, is a folder written by
    `python -m cofitcheck.training.pretraining.documents`, and teaches too. With `held_out` the train
    companies that `training.dataset` holds out are watched, and teach nothing. The model is a folder that
    transformers reads, or a new one of an `architecture` with the `tokenizer` of a folder. A step takes
    `batch` sequences of at most `context` tokens in each process. Numbers of at least `digits` significant
    digits make tables relevant to each other; 0 uses every number, as the paper does.
    """

    data: Path
    untagged: Path | None = None
    model: Path | None = None
    architecture: Architecture | None = None
    tokenizer: Path | None = None
    order: Order = "cnap"
    digits: NotNegative = EVIDENCE_DIGITS
    context: Positive = 2048
    batch: Positive = 4
    held_out: bool = True
    watch: PretrainWatch = PretrainWatch()

    def __post_init__(self) -> None:
        if (self.model is None) == (self.architecture is None):
            raise ConfigError("name a model to go on from, or an architecture to begin with, and not both")
        if self.architecture and not self.tokenizer:
            raise ConfigError("an architecture needs a tokenizer: name a folder with a tokenizer.json")
        if self.architecture and self.lora:
            raise ConfigError("lora adapts a model that is there; leave it out with an architecture")
        if self.context < 2:
            raise ConfigError("context must be 2 tokens or more: the first one predicts the next")

    @property
    def tokenizer_folder(self) -> Path:
        """The folder of `tokenizer.json`: that of the model, unless another is named."""
        folder = self.tokenizer or self.model
        assert folder is not None
        return folder
