"""Contexts that several passes show are read once: for passes whose contexts do not see each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from cofitcheck.encoding.causal_body import additive
from cofitcheck.encoding.passes import PackedPass

Layers = tuple[tuple[Tensor, Tensor], ...]
"""Keys and values (1, heads, tokens, width) of each layer."""


class ContextMemory:
    """The keys and values of the units of contexts, each read once in sight of the same other units.

    Make one for each document: it grows with what is shown to it. `tokens` counts those that were read.
    """

    def __init__(self, body: Any) -> None:
        """Take a causal model without its head, with full attention in every layer."""
        self.body = body
        self._read: dict[Any, Layers] = {}
        self.tokens = 0

    def cache(self, one: PackedPass) -> Any:
        """Return a cache of the whole context of a pass, in the order of its tokens."""
        from transformers import DynamicCache

        units = range(int(one.unit[one.queries].min()))
        keys = [self._remember(one, unit) for unit in units]
        cache = DynamicCache()
        for number, layers in enumerate(zip(*(self._read[key] for key in keys), strict=True)):
            cache.update(*_joined(layers), number)
        return cache

    def _remember(self, one: PackedPass, unit: int) -> Any:
        """Read a unit, unless it has been, and return under which key it is kept."""
        seen = tuple(self._remember(one, other) for other in np.flatnonzero(one.sees[unit, :unit]).tolist())
        own = one.unit == unit
        tokens, positions = one.tokens[own], one.positions[own]
        key = (tokens.tobytes(), int(positions[0]), seen)
        if key not in self._read:
            self._read[key] = self._layers(tokens, positions, [self._read[other] for other in seen])
            self.tokens += len(tokens)
        return key

    def _layers(self, tokens: Any, positions: Any, seen: Sequence[Layers]) -> Layers:
        from transformers import DynamicCache

        cache = DynamicCache()
        for number, layers in enumerate(zip(*seen, strict=True)):
            cache.update(*_joined(layers), number)
        before, device = sum(each[0][0].shape[2] for each in seen), self.body.device
        attention = torch.ones(1, len(tokens), before + len(tokens), dtype=torch.bool, device=device)
        read = self.body(
            input_ids=torch.from_numpy(tokens).long().unsqueeze(0).to(device),
            position_ids=torch.from_numpy(positions).long().unsqueeze(0).to(device),
            attention_mask=additive(attention.tril(before), self.body.dtype),
            past_key_values=cache,
            use_cache=True,
        ).past_key_values
        return tuple((layer.keys[:, :, before:], layer.values[:, :, before:]) for layer in read.layers)


def _joined(layers: Sequence[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    keys, values = zip(*layers, strict=True)
    return torch.cat(keys, dim=2), torch.cat(values, dim=2)
