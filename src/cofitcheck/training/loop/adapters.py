"""Low-rank adapters, the same for every causal model that is trained."""

from __future__ import annotations

from typing import Any

from cofitcheck.training.loop.config import LoraConfig


def add_adapters(body: Any, lora: LoraConfig) -> Any:
    """Return a transformers model whose linear layers have adapters, which alone are trained."""
    import peft

    adapters = peft.LoraConfig(
        r=lora.rank, lora_alpha=lora.alpha, lora_dropout=lora.dropout, target_modules="all-linear"
    )
    return peft.get_peft_model(body, adapters)


def merge_adapters(body: Any) -> Any:
    """Return the model with its adapters, if any, added to its weights."""
    return body.merge_and_unload() if hasattr(body, "merge_and_unload") else body
