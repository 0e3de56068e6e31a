"""Causal models of Hugging Face Transformers: loaded from a folder, checked, and used as encoders.

A model is checked to honour our mask. As an encoder it gives the last hidden states of mentions (paper
III-A).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from cofitcheck.encoding.passes import Batch
from cofitcheck.errors import ModelError

ATTENTION = ("sdpa", "eager")
"""The implementations that honour an additive mask; others ignore it or stop."""

FULL = "full_attention"
LEAK = 1e-5

HEADS_FILE = "heads.safetensors"


def check_attention(implementation: str) -> None:
    """Raise `ModelError` when an attention implementation would not honour the mask."""
    if implementation not in ATTENTION:
        raise ModelError(
            f"The attention implementation {implementation} ignores the mask that keeps apart what is asked; "
            f"load the model with {' or '.join(ATTENTION)}."
        )


def hidden_states(body: Any, tokens: Tensor, positions: Tensor, attention: Tensor, queries: Tensor) -> Tensor:
    """Return the last hidden states (B, M, hidden) at the queries, for the arrays of
    `encoding.passes.Batch`."""
    states: Tensor = body(
        input_ids=tokens,
        attention_mask=additive(attention, body.dtype),
        position_ids=positions,
        use_cache=False,
    ).last_hidden_state
    return states.gather(1, queries.unsqueeze(-1).expand(-1, -1, states.shape[-1]))


def inputs_of(batch: Batch, device: torch.device) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the tokens, positions, attention and queries of a batch, as models take them, on a device.

    The mask is made on the device: it has a value for each two tokens, while its inputs are much smaller.
    """
    names = ("tokens", "positions", "queries", "unit", "sees", "causal")
    tokens, positions, queries, unit, sees, causal = (
        torch.from_numpy(getattr(batch, name)).to(device) for name in names
    )
    attention = attends(sees, unit, unit)
    attention &= torch.ones_like(attention).tril() | ~causal[:, None, None]
    return tokens, positions, attention | padding_itself(sees, unit), queries


def attends(sees: Tensor, queries: Tensor, keys: Tensor) -> Tensor:
    """Return which tokens attend to which, bool (B, Q, K), by their units (B, Q) and (B, K).

    `sees`, bool (B, U, U), says which unit sees which."""
    rows = torch.arange(len(sees), device=sees.device)[:, None, None]
    found: Tensor = sees[rows, queries.unsqueeze(2), keys.unsqueeze(1)]
    return found


def padding_itself(sees: Tensor, unit: Tensor) -> Tensor:
    """Return a mask, bool (B, L, L), in which each token of the last unit, padding, attends to itself."""
    return torch.diag_embed(unit == sees.shape[1] - 1)


def additive(attention: Tensor, dtype: torch.dtype) -> Tensor:
    """Return the mask (B, 1, Q, K) to add to attention scores, for a bool mask (B, Q, K), True to attend."""
    mask = torch.zeros(attention.shape, dtype=dtype, device=attention.device)
    return mask.masked_fill_(~attention, torch.finfo(dtype).min).unsqueeze(1)


def load_body(folder: Path, dtype: str = "float32", attention: str = "sdpa", one_pass: bool = True) -> Any:
    """Return the model of a folder without its language-model head.

    With `one_pass` it must be able to keep apart what is asked within a pass. Raises `ModelError`.
    """
    from transformers import AutoModel

    body = _load(AutoModel, folder, dtype, attention, one_pass)
    if one_pass:
        check_isolation(body, folder)
    return body


def load_language_model(
    folder: Path, dtype: str = "float32", attention: str = "sdpa", one_pass: bool = True
) -> Any:
    """Return the model of a folder with its head. Its `base_model` is the model that `load_body` returns."""
    from transformers import AutoModelForCausalLM

    model = _load(AutoModelForCausalLM, folder, dtype, attention, one_pass)
    if one_pass:
        check_isolation(model.base_model, folder)
    return model


def _load(kind: Any, folder: Path, dtype: str, attention: str, one_pass: bool) -> Any:
    from transformers.utils import logging

    check_attention(attention)
    config = _load_config(folder)
    logging.disable_progress_bar()  # a bar for a model that is read in a second hides our own progress
    if one_pass:
        _check_full_attention(folder, config)
    try:
        model, found = kind.from_pretrained(
            folder,
            config=config,
            dtype=getattr(torch, dtype),
            attn_implementation=attention,
            local_files_only=True,
            output_loading_info=True,
        )
    except Exception as error:  # files of many libraries are read here
        raise ModelError(f"The model in {folder} cannot be loaded: {_first_line(error)}") from error
    if found["missing_keys"]:
        missing = sorted(found["missing_keys"])
        raise ModelError(
            f"The weights in {folder} are of another architecture than its config.json, {config.model_type}: "
            f"{len(missing)} tensors are missing, {missing[0]} among them."
        )
    return model


def require_model(folder: Path) -> None:
    """Raise `ModelError` where a folder holds no model of Hugging Face. The error says where models are."""
    if not (folder / "config.json").is_file():
        raise ModelError(
            f"{folder} is not the folder of a model: it has no config.json. docs/paper.md says where models "
            "come from."
        )


def _load_config(folder: Path) -> Any:
    from transformers import AutoConfig
    from transformers.models.auto import modeling_auto

    require_model(folder)
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
    except Exception as error:  # an unknown architecture and broken JSON have no common type
        raise ModelError(f"{folder / 'config.json'} cannot be used: {_first_line(error)}") from error
    kind = config.model_type
    if (
        kind in modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES
        or kind not in modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES
    ):
        raise ModelError(
            f"The model in {folder} is of the architecture {kind}, which is not a causal language model; use "
            "one such as Qwen2, Qwen3 or Llama."
        )
    return config


def _check_full_attention(folder: Path, config: Any) -> None:
    kinds = set(getattr(config, "layer_types", None) or [FULL])
    if getattr(config, "sliding_window", None):
        kinds.add("sliding_attention")
    if kinds != {FULL}:
        others = ", ".join(sorted(kinds - {FULL})).replace("_", " ")
        raise ModelError(_not_one_pass(folder, f"has layers with {others}, which ignore an attention mask"))


def _not_one_pass(folder: Path, reason: str) -> str:
    return (
        f"The model in {folder} {reason}, so that what is asked in one pass would leak into each other: "
        "ask one thing a pass, or take a model with full attention."
    )


def check_isolation(body: Any, folder: Path) -> None:
    """Raise `ModelError` when the model does not honour the mask.

    Then the state of one thing that is asked changes with the other things asked in the pass."""
    tokens = torch.tensor([[1, 2, 3, 4, 6], [1, 2, 3, 5, 6]])
    positions = torch.tensor([[0, 1, 2, 3, 3]]).expand(2, -1)
    attention = torch.ones(5, 5, dtype=torch.bool).tril()
    attention[4, 3] = False
    training = body.training
    body.eval()
    try:
        with torch.no_grad():
            first, second = hidden_states(
                body, tokens, positions, attention.expand(2, -1, -1), torch.tensor([[4], [4]])
            )
    except Exception as error:  # each architecture has its own way not to take a mask or positions
        reason = f"does not take our mask and positions ({_first_line(error)})"
        raise ModelError(_not_one_pass(folder, reason)) from error
    body.train(training)
    if not torch.allclose(first, second, atol=LEAK):
        raise ModelError(_not_one_pass(folder, "does not honour an attention mask"))


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class CausalEncoder(nn.Module):
    """Encodes mentions as unit vectors, one tensor for each of `heads`.

    It takes tokens, positions, attention and the places of the mentions. Without heads there is one vector,
    "fact": the last hidden state. It trains like any module; gradient checkpointing is switched on at `body`.
    """

    def __init__(self, body: Any, widths: Mapping[str, int] | None = None) -> None:
        """Wrap a base model (without its language-model head); `widths` are those of its projections.

        Raises `ModelError` when the model's attention implementation would not honour the mask.
        """
        super().__init__()
        check_attention(body.config._attn_implementation)
        hidden = body.config.hidden_size
        self.body = body
        self.projections = nn.ModuleDict(
            {name: nn.Linear(hidden, width) for name, width in (widths or {}).items()}
        )
        self.widths = dict(widths or {"fact": hidden})
        self.heads = tuple(self.widths)

    @classmethod
    def load(
        cls, folder: Path, dtype: str = "float32", attention: str = "sdpa", one_pass: bool = True
    ) -> Self:
        """Read a folder written by `save_pretrained`, and the projections in its `heads.safetensors`, if any.

        With `one_pass` the model must be able to keep mentions apart within a pass. Raises `ModelError`.
        """
        body = load_body(folder, dtype, attention, one_pass)
        weights = _load_heads(folder / HEADS_FILE, body.config.hidden_size)
        widths = {name.removesuffix(".weight"): len(each) for name, each in weights.items() if each.ndim == 2}
        encoder = cls(body, widths)
        encoder.projections.load_state_dict(weights)
        return encoder

    def save(self, folder: Path) -> None:
        """Write what `load` reads. The caller writes the tokenizer and the description."""
        from safetensors.torch import save_file

        self.body.save_pretrained(folder)
        if self.projections:
            weights = self.projections.state_dict()
            save_file({name: each.contiguous() for name, each in weights.items()}, folder / HEADS_FILE)

    def forward(
        self, tokens: Tensor, positions: Tensor, attention: Tensor, queries: Tensor
    ) -> tuple[Tensor, ...]:
        """Return a float32 tensor (B, M, width) for each of `heads`, for the arrays of
        `encoding.passes.Batch`."""
        return self.vectors(hidden_states(self.body, tokens, positions, attention, queries))

    def vectors(self, states: Tensor) -> tuple[Tensor, ...]:
        """Return the unit vectors (..., width), one tensor a head, of last hidden states (..., hidden)."""
        states = states.float()
        projected = [each(states) for each in self.projections.values()] or [states]
        return tuple(F.normalize(each, dim=-1) for each in projected)


def _load_heads(path: Path, hidden: int) -> dict[str, Tensor]:
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    if not path.is_file():
        return {}
    try:
        weights: dict[str, Tensor] = load_file(path)
    except SafetensorError as error:
        raise ModelError(f"{path} cannot be read: {error}.") from error
    wrong = [name for name, each in weights.items() if name.endswith(".weight") and each.shape[-1] != hidden]
    if wrong or "fact.weight" not in weights:
        raise ModelError(f"{path} holds no heads for a model of width {hidden}: train them with this model.")
    return weights
