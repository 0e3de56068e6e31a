"""The causal model that is pretrained, and the loss of its next tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModelForCausalLM

from cofitcheck.encoding.causal_body import load_language_model
from cofitcheck.encoding.pieces import Pieces
from cofitcheck.errors import ModelError
from cofitcheck.training.loop.adapters import add_adapters
from cofitcheck.training.pretraining.config import Architecture, PretrainConfig

IGNORED = -100
"""What torch and transformers take for a token that is not to be predicted."""


class NextToken(nn.Module):
    """A causal language model called once a step, on several sequences.

    Where `half`, it computes in bfloat16 under autocast; not every wrapper does so by itself.
    """

    def __init__(self, model: Any, *, half: bool) -> None:
        super().__init__()
        self.model, self.half = model, half
        # Where accelerate finds the names of the layers that are sharded one by one.
        self._no_split_modules = getattr(model, "_no_split_modules", None)

    def forward(self, tokens: Tensor, targets: Tensor) -> Tensor:
        """Return the mean cross-entropy of the next tokens, in nats.

        `tokens` int64 (B, L), padded at the end; `targets` the same, -100 where padded. Nothing real attends
        to what comes after it, so padding needs no mask.
        """
        with torch.autocast(tokens.device.type, torch.bfloat16, enabled=self.half):
            loss: Tensor = self.model(input_ids=tokens, labels=targets, use_cache=False).loss
        return loss.float()


def padded(sequences: Sequence[npt.NDArray[np.int32]], device: torch.device) -> tuple[Tensor, Tensor]:
    """Return the tokens and targets int64 (B, L) of `NextToken` for sequences of up to L tokens."""
    longest = max(map(len, sequences))
    targets = np.full((len(sequences), longest), IGNORED, np.int64)
    for row, each in zip(targets, sequences, strict=True):
        row[: len(each)] = each
    found = torch.from_numpy(targets).to(device)
    return found.clamp(min=0), found


def load_model(config: PretrainConfig, pieces: Pieces) -> Any:
    """Return the causal model that the configuration names, or a new one.

    Raises `ModelError` where its folder cannot be used, or knows fewer tokens than the tokenizer.
    """
    if config.architecture:
        model = _new_model(config.architecture, pieces.size())
    else:
        assert config.model is not None
        model = load_language_model(config.model, one_pass=False)
    known, reach = model.config.vocab_size, getattr(model.config, "max_position_embeddings", config.context)
    if pieces.size() > known:
        raise ModelError(
            f"{config.tokenizer_folder / 'tokenizer.json'} has {pieces.size()} tokens and the model "
            f"{config.model} knows {known}: take the tokenizer that belongs to it."
        )
    if config.context > reach:
        raise ModelError(
            f"The model {config.model or 'of this architecture'} has {reach} positions: lower the context of "
            f"{config.context} tokens."
        )
    if config.gradient_checkpointing:
        model.gradient_checkpointing_enable()
    if config.lora:
        model.enable_input_require_grads()
        model = add_adapters(model, config.lora)
    return model


def _new_model(sizes: Architecture, vocabulary: int) -> Any:
    made = AutoConfig.for_model(
        sizes.kind,
        vocab_size=vocabulary,
        hidden_size=sizes.width,
        intermediate_size=sizes.inner,
        num_hidden_layers=sizes.layers,
        num_attention_heads=sizes.heads,
        num_key_value_heads=sizes.heads,
        max_position_embeddings=sizes.positions,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )
    return AutoModelForCausalLM.from_config(made, attn_implementation="sdpa")
