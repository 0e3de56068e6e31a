"""A Hugging Face causal model as an encoder: the last hidden states of mentions (paper III-A)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 (torch's own name for it)

from cofitcheck.encoding.causal_body import check_attention, hidden_states, load_body
from cofitcheck.errors import ModelError

HEADS_FILE = "heads.safetensors"


class CausalEncoder(nn.Module):
    """Tokens, positions, attention and the mentions' places to unit vectors, one tensor for each of `heads`.

    Without heads there is one vector, "fact": the last hidden state. It trains like any module; gradient
    checkpointing is switched on at `body`.
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

        Where `one_pass`, the model must be able to keep mentions apart within a pass. Raises `ModelError`.
        """
        body = load_body(folder, dtype, attention, one_pass)
        weights = _load_heads(folder / HEADS_FILE, body.config.hidden_size)
        widths = {name.removesuffix(".weight"): len(each) for name, each in weights.items() if each.ndim == 2}
        encoder = cls(body, widths)
        encoder.projections.load_state_dict(weights)
        return encoder

    def save(self, folder: Path) -> None:
        """Write what `load` reads; the tokenizer and the description are the caller's."""
        from safetensors.torch import save_file

        self.body.save_pretrained(folder)
        if self.projections:
            weights = self.projections.state_dict()
            save_file({name: each.contiguous() for name, each in weights.items()}, folder / HEADS_FILE)

    def forward(
        self, tokens: Tensor, positions: Tensor, attention: Tensor, queries: Tensor
    ) -> tuple[Tensor, ...]:
        """Return a float32 tensor (B, M, width) for each of `heads`, for the arrays of
        `encoding.batching.Batch`."""
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
