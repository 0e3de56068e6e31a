"""Tiny random causal models, built from configurations in code: nothing is downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.encoding.description import EncoderDescription
from tests.encoding.context_documents import tokenizer

HIDDEN = 32
SIZES: dict[str, Any] = {
    "vocab_size": 256,
    "hidden_size": HIDDEN,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 8192,
}
FAMILIES = ("qwen2", "qwen3", "llama")


def body(family: str, attention: str = "sdpa", **changes: Any) -> Any:
    """Return a base model with random weights, large enough to tell tokens apart."""
    import torch
    from transformers import AutoConfig, AutoModel

    torch.manual_seed(0)
    sizes = SIZES | ({"head_dim": 8} if family == "qwen3" else {}) | {"initializer_range": 0.2} | changes
    config = AutoConfig.for_model(family, **sizes)
    return AutoModel.from_config(config, attn_implementation=attention).eval()


def save(
    folder: Path, family: str = "qwen2", description: EncoderDescription | None = None, **changes: Any
) -> Path:
    """Write a model with its tokenizer and description, as training does, and return its folder."""
    folder.mkdir(exist_ok=True)
    body(family, **changes).save_pretrained(folder)
    tokenizer().save(str(folder / "tokenizer.json"))
    (description or EncoderDescription()).write(folder)
    return folder


def save_language_model(
    folder: Path,
    family: str = "qwen2",
    description: ClassifierDescription | None = None,
    *,
    answers: bool = True,
    **changes: Any,
) -> Path:
    """Write a model with its head, as training of stage 2 does; its tokenizer knows the `answers`, or not."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    torch.manual_seed(0)
    folder.mkdir(exist_ok=True)
    sizes = SIZES | {"vocab_size": 300, "initializer_range": 0.2}
    sizes |= ({"head_dim": 8} if family == "qwen3" else {}) | changes
    AutoModelForCausalLM.from_config(AutoConfig.for_model(family, **sizes)).save_pretrained(folder)
    made = tokenizer()
    if answers:
        made.add_tokens([" Yes", " No"])
    made.save(str(folder / "tokenizer.json"))
    (description or ClassifierDescription()).write(folder)
    return folder
