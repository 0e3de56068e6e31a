"""The settings of a training run of stage 1, which one YAML file holds."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cofitcheck.encoding.description import LayoutKind
from cofitcheck.errors import ConfigError
from cofitcheck.training.encoder.losses import LossConfig
from cofitcheck.training.loop import Above, NotNegative, Positive, RunConfig, Share, Watch, Weight

MINILM = "all-MiniLM-L6-v2"
"""The sentence encoder that the bundled model starts from. Any other backbone is named by its folder."""


class LayoutConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tables are laid out: "structured" (the bundled encoder), "parallel" (CIPE) or "extractive" (EPE).

    `tokens` is the most tokens of one pass (0: the layout's own default). `masked` hides numbers in the
    context and after the prompt; the structured layout always does so. `chat` puts the parallel layout's
    context and prompt into the chat template of the model's tokenizer.
    """

    kind: LayoutKind = "structured"
    tokens: NotNegative = 0
    masked: bool = True
    chat: bool = False


class FacetWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of the facet losses beside the pair loss; 0 leaves a loss out.

    `indicator` is a cosine softmax over the concepts that at least three companies share. `breakdown` and
    `period` are contrastive, within one document: for equal dimension members, and for equal first and last
    days.
    """

    indicator: Weight = 0.5
    breakdown: Weight = 0.25
    period: Weight = 0.25
    temperature: Above = 0.07

    def any(self) -> bool:
        """Tell whether any facet is trained."""
        return bool(self.indicator or self.breakdown or self.period)


class BatchConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one process sees in one step: tables of `documents` documents.

    They have about `tokens` tokens in all, and at least one table of each document; tables that share facts
    come first. With `tables` above 0 they are that many tables of a document instead (parts of long ones
    count as tables); then an epoch sees every table once, as in the paper. `blur` is the share of tokens that
    are blanked. `pass_tokens` is the most tokens of one padded forward pass.
    """

    documents: Positive = 1
    tokens: Positive = 7000
    tables: NotNegative = 0
    pass_tokens: Positive = 1536
    blur: Share = 0.05


class WatchConfig(Watch, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When to look at the dev split, and what to measure.

    A look measures the recall of gold pairs among the best `candidates` pairs of each document, on at most
    `per_company` documents of each dev company. `recall` is the share of these documents' gold pairs that the
    threshold of the finished encoder keeps.
    """

    candidates: Positive = 2000
    per_company: Positive = 1
    recall: Share = 0.98


class EncoderConfig(RunConfig, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A training run of stage 1. `head_rate` is the peak rate of the weights that are trained from scratch.

    `data` is a folder written by `python -m cofitcheck.training.dataset`. With `held_out` the encoder does
    not learn from the train companies that `training.dataset` holds out. With `swapped` it learns only from
    those, dev and the documents without tags. So it can judge the documents that the other encoder has learnt
    from.
    """

    data: Path
    model: str = MINILM
    layout: LayoutConfig = LayoutConfig()
    loss: LossConfig = LossConfig()
    facets: FacetWeights = FacetWeights()
    batch: BatchConfig = BatchConfig()
    watch: WatchConfig = WatchConfig()
    head_rate: Above = 1e-3
    held_out: bool = True
    swapped: bool = False
    documents: NotNegative = 0
    """How many training documents are used, the first ones; 0 for all."""

    def __post_init__(self) -> None:
        if self.model == MINILM and (self.lora or self.gradient_checkpointing):
            raise ConfigError(f"lora and gradient_checkpointing are for causal models, not for {MINILM}")
        if self.layout.chat and (self.model == MINILM or self.layout.kind != "parallel"):
            raise ConfigError("chat is for a causal model with the layout kind parallel, which has a prompt")
        if self.model != MINILM and self.layout.kind == "structured":
            raise ConfigError(
                "the structured layout is the bundled encoder's; a causal model takes layout kind parallel "
                "or extractive"
            )
