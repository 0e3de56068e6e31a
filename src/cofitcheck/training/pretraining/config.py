"""Everything about a pretraining run that is not data; one YAML file holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from cofitcheck.errors import ConfigError
from cofitcheck.mentions import EVIDENCE_DIGITS
from cofitcheck.training.loop import NotNegative, Positive, RunConfig, Watch

Order = Literal["cnap", "reading"]


class Architecture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sizes of a causal model that starts from nothing; `inner` is the width between its layers.

    `positions` are those that its configuration admits.
    """

    kind: Literal["qwen2", "llama"] = "qwen2"
    layers: Positive = 4
    width: Positive = 256
    heads: Positive = 4
    inner: Positive = 768
    positions: Positive = 32768


class PretrainWatch(Watch, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When to look at the dev split: the perplexity of `sequences` sequences, evenly from one document of
    each company."""

    sequences: Positive = 64


class PretrainConfig(RunConfig, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pretraining run on tables in the `order` of equal numbers (CNAP) or of reading (the paper's ROPT).

    `data` is a folder written by `python -m cofitcheck.training.dataset`: its train split teaches, its dev
    split is watched. `untagged`, if any, is one by `python -m cofitcheck.training.pretraining.documents` and
    teaches too. `held_out` keeps the train companies of `training.dataset` from the model and watches them.
    The model is a folder that transformers reads, or of an `architecture` with the `tokenizer` of a folder. A
    step takes `batch` sequences of at most `context` tokens in each process. Numbers of at least `digits`
    significant digits make tables relevant to each other; 0 takes every number, as the paper does.
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
        """Where `tokenizer.json` is: beside the model, unless another is named."""
        folder = self.tokenizer or self.model
        assert folder is not None
        return folder
