"""Last hidden states of mentions, in three ways that agree: one masked pass, on a cache, one mention a pass.

Each function takes an encoder in evaluation mode and passes of similar length that are run together, and
returns the states (m, hidden) of their mentions, pass after pass.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from cofitcheck.encoding.batching import pad
from cofitcheck.encoding.causal import CausalEncoder, additive
from cofitcheck.encoding.passes import PackedPass

PADDING = 0
"""Any token will do: no other attends to it."""

CHUNK = 2048
"""The most tokens of mentions of one table that attend to its cache at once."""


def masked_states(encoder: CausalEncoder, passes: Sequence[PackedPass]) -> Tensor:
    """Run whole passes with their masks. The model must have full attention in every layer."""
    batch = pad(passes, PADDING)
    arrays = (batch.tokens, batch.positions, batch.attention, batch.queries)
    states = encoder.states(*(_moved(each, encoder) for each in arrays))
    return states[_moved(batch.real, encoder)]


def plain_states(encoder: CausalEncoder, passes: Sequence[PackedPass]) -> Tensor:
    """Run the model as it is, without a mask of ours: for passes of one mention, or of one unit.

    Padding is on the right, where a causal model does not look, whatever its layers are.
    """
    tokens = _moved(_padded([each.tokens for each in passes]), encoder)
    states = encoder.body(input_ids=tokens, use_cache=False).last_hidden_state
    return _asked(states, [each.queries for each in passes])


def cached_states(encoder: CausalEncoder, passes: Sequence[PackedPass], chunk: int = CHUNK) -> Tensor:
    """Read the contexts once, then let the mentions attend to their keys and values.

    The model must have full attention in every layer.
    """
    contexts = [each.context() for each in passes]
    tokens = _padded([each.tokens[:size] for each, size in zip(passes, contexts, strict=True)])
    cache = encoder.body(input_ids=_moved(tokens, encoder), use_cache=True).past_key_values
    found: list[list[Tensor]] = [[] for _ in passes]
    for stretches in _steps(passes, contexts, chunk):
        inputs = _mention_inputs(passes, contexts, stretches)
        states = _continued(encoder.body, cache, *(_moved(each, encoder) for each in inputs))
        for row, (each, (start, stop)) in enumerate(zip(passes, stretches, strict=True)):
            asked = each.queries[(each.queries >= start) & (each.queries < stop)] - start
            found[row].append(states[row, _moved(asked, encoder).long()])
    return torch.cat([part for row in found for part in row])


def _continued(body: Any, cache: Any, tokens: Tensor, positions: Tensor, attention: Tensor) -> Tensor:
    # A layer of the cache makes new tensors when it grows, so that the original keeps the context alone.
    grown = copy.copy(cache)
    grown.layers = [copy.copy(layer) for layer in cache.layers]
    output = body(
        input_ids=tokens,
        attention_mask=additive(attention, body.dtype),
        position_ids=positions,
        past_key_values=grown,
        use_cache=True,
    )
    states: Tensor = output.last_hidden_state
    return states


def _steps(
    passes: Sequence[PackedPass], contexts: Sequence[int], chunk: int
) -> Iterator[list[tuple[int, int]]]:
    """Yield for each pass where its next mentions start and stop; nothing between where it has no more."""
    starts = list(contexts)
    while any(start < len(each) for start, each in zip(starts, passes, strict=True)):
        stops = [_stop(each, start, chunk) for start, each in zip(starts, passes, strict=True)]
        yield list(zip(starts, stops, strict=True))
        starts = stops


def _stop(each: PackedPass, start: int, chunk: int) -> int:
    ends = each.queries[each.queries >= start] + 1
    if not len(ends):
        return len(each)
    return int(max(ends[0], ends[ends <= start + chunk].max(initial=0)))


def _mention_inputs(
    passes: Sequence[PackedPass], contexts: Sequence[int], stretches: Sequence[tuple[int, int]]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Return tokens and positions (B, Q), and which of the cache and of them they attend to (B, Q, C + Q)."""
    parts = [slice(*stretch) for stretch in stretches]
    tokens = _padded([each.tokens[part] for each, part in zip(passes, parts, strict=True)])
    positions = _padded([each.positions[part] for each, part in zip(passes, parts, strict=True)])
    widest, length = max(contexts), tokens.shape[1]
    attention = np.zeros((len(passes), length, widest + length), np.bool_)
    attention[:, np.arange(length), widest + np.arange(length)] = True
    for row, (each, size, part) in enumerate(zip(passes, contexts, parts, strict=True)):
        unit = each.unit[part]
        attention[row, : len(unit), :size] = each.sees[np.ix_(unit, each.unit[:size])]
        attention[row, : len(unit), widest : widest + len(unit)] = np.tril(each.sees[np.ix_(unit, unit)])
    return tokens, positions, attention


def _asked(states: Tensor, queries: Sequence[npt.NDArray[np.int32]]) -> Tensor:
    rows = np.repeat(np.arange(len(queries)), [len(each) for each in queries])
    return states[torch.from_numpy(rows), torch.from_numpy(np.concatenate(queries)).long()]


def _padded(rows: Sequence[npt.NDArray[np.int32]]) -> npt.NDArray[np.int64]:
    padded = np.full((len(rows), max(map(len, rows))), PADDING, np.int64)
    for row, values in enumerate(rows):
        padded[row, : len(values)] = values
    return padded


def _moved(array: npt.NDArray[Any], encoder: CausalEncoder) -> Tensor:
    return torch.from_numpy(array).to(encoder.body.device)
