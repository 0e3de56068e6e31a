"""Last hidden states of what is asked, in three ways that agree: one masked pass, on a cache, one at a time.

Each function takes a causal model without its head, in evaluation mode, and passes of similar length that are
run together. It returns the states (m, hidden) of what they ask, pass after pass. Where the contexts of
passes do not see each other, a context that several passes show is read once.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from inspect import signature
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from cofitcheck.encoding.causal import additive, attends, hidden_states, inputs_of, padding_itself
from cofitcheck.encoding.passes import PackedPass, pad, sees_of

Layers = tuple[tuple[Tensor, Tensor], ...]
"""Keys and values (1, heads, tokens, width) of each layer."""

PADDING = 0
"""The token that fills shorter passes. Any token will do, since no other attends to it."""

CHUNK = 2048
"""The most tokens of mentions of one table that attend to its cache at once."""

_Unit = tuple[bytes, bytes, tuple[int, ...]]
"""The tokens and positions of a unit, and the contexts that it sees."""


class ContextMemory:
    """The keys and values of contexts. A unit is read once for each set of other units that it sees.

    Make one for each document, since it grows with the contexts that are read. `tokens` counts the tokens
    that were read.
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
        """Read a unit unless it was read before, and return the key under which it is kept."""
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
        self.body(
            input_ids=torch.from_numpy(tokens).long().unsqueeze(0).to(device),
            position_ids=torch.from_numpy(positions).long().unsqueeze(0).to(device),
            attention_mask=additive(attention.tril(before), self.body.dtype),
            use_cache=True,
            **_named(self.body, cache),
        )
        return tuple((layer.keys[:, :, before:], layer.values[:, :, before:]) for layer in cache.layers)


def _named(body: Any, cache: Any) -> dict[str, Any]:
    """Return a cache, which a model adds to, as a keyword argument.

    Releases of Transformers differ in its name."""
    named = "cache" if "cache" in signature(body.forward).parameters else "past_key_values"
    return {named: cache}


def _joined(layers: Sequence[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    keys, values = zip(*layers, strict=True)
    return torch.cat(keys, dim=2), torch.cat(values, dim=2)


def masked_states(body: Any, passes: Sequence[PackedPass]) -> Tensor:
    """Run whole passes with their masks. The model must have full attention in every layer."""
    batch = pad(passes, PADDING)
    return hidden_states(body, *inputs_of(batch, body.device))[_moved(batch.real, body)]


def plain_states(body: Any, passes: Sequence[PackedPass]) -> Tensor:
    """Run the model as it is, without a mask of ours. This is for passes of one mention, or of one unit.

    Padding is on the right, where a causal model does not look, whatever its layers are.
    """
    tokens = _moved(_padded([each.tokens for each in passes]), body)
    states = body(input_ids=tokens, use_cache=False).last_hidden_state
    return _asked(states, [each.queries for each in passes])


def cached_states(body: Any, passes: Sequence[PackedPass], chunk: int = CHUNK) -> Tensor:
    """Read the contexts once, then let what is asked attend to their keys and values.

    The model must have full attention in every layer.
    """
    from transformers import DynamicCache

    parts = [slice(0, each.context()) for each in passes]
    tokens, positions, unit, sees = _parts(body, passes, parts)
    attention = attends(sees, unit, unit).tril() | padding_itself(sees, unit)
    cache = DynamicCache()
    _read(body, tokens, positions, attention, cache)
    return _asked_states(body, cache, passes, chunk)


def remembered_states(memory: ContextMemory, one: PackedPass, chunk: int = CHUNK) -> Tensor:
    """Return the states of one pass. Its contexts are read only where the memory does not have them."""
    return _asked_states(memory.body, memory.cache(one), [one], chunk)


def _asked_states(body: Any, cache: Any, passes: Sequence[PackedPass], chunk: int) -> Tensor:
    contexts = [each.context() for each in passes]
    found: list[list[Tensor]] = [[] for _ in passes]
    before = _parts(body, passes, [slice(0, size) for size in contexts])[2]
    for stretches in _steps(passes, contexts, chunk):
        tokens, positions, unit, sees = _parts(body, passes, [slice(*each) for each in stretches])
        own = attends(sees, unit, unit).tril() | padding_itself(sees, unit)
        attention = torch.cat([attends(sees, unit, before), own], dim=2)
        states = _continued(body, cache, tokens, positions, attention)
        for row, (each, (start, stop)) in enumerate(zip(passes, stretches, strict=True)):
            asked = each.queries[(each.queries >= start) & (each.queries < stop)] - start
            found[row].append(states[row, _moved(asked, body).long()])
    return torch.cat([part for row in found for part in row])


def _continued(body: Any, cache: Any, tokens: Tensor, positions: Tensor, attention: Tensor) -> Tensor:
    # A layer of the cache makes new tensors when it grows, so the original still holds only the context.
    grown = copy.copy(cache)
    grown.layers = [copy.copy(layer) for layer in cache.layers]
    states: Tensor = _read(body, tokens, positions, attention, grown).last_hidden_state
    return states


def _read(body: Any, tokens: Tensor, positions: Tensor, attention: Tensor, cache: Any) -> Any:
    return body(
        input_ids=tokens,
        attention_mask=additive(attention, body.dtype),
        position_ids=positions,
        use_cache=True,
        **_named(body, cache),
    )


def _parts(
    body: Any, passes: Sequence[PackedPass], parts: Sequence[slice]
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the tokens, positions and units (B, L) of a part of each pass, and which unit sees which.

    The latter is (B, U, U); its last unit is padding, and sees nothing."""
    sees = sees_of(passes)
    taken = list(zip(passes, parts, strict=True))
    tokens = _padded([each.tokens[part] for each, part in taken])
    positions = _padded([each.positions[part] for each, part in taken])
    unit = _padded([each.unit[part] for each, part in taken], sees.shape[1] - 1)
    return _moved(tokens, body), _moved(positions, body), _moved(unit, body), _moved(sees, body)


def _steps(
    passes: Sequence[PackedPass], contexts: Sequence[int], chunk: int
) -> Iterator[list[tuple[int, int]]]:
    """Yield for each pass where its next mentions start and stop. The two are equal where it has no more."""
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


def _asked(states: Tensor, queries: Sequence[npt.NDArray[np.int32]]) -> Tensor:
    rows = np.repeat(np.arange(len(queries)), [len(each) for each in queries])
    return states[torch.from_numpy(rows), torch.from_numpy(np.concatenate(queries)).long()]


def _padded(rows: Sequence[npt.NDArray[np.int32]], padding: int = PADDING) -> npt.NDArray[np.int64]:
    padded = np.full((len(rows), max(map(len, rows))), padding, np.int64)
    for row, values in enumerate(rows):
        padded[row, : len(values)] = values
    return padded


def _moved(array: npt.NDArray[Any], body: Any) -> Tensor:
    return torch.from_numpy(array).to(body.device)


def shared(passes: Sequence[PackedPass], most: int) -> list[PackedPass]:
    """Return the passes of one document, joined to passes of at most `most` tokens each.

    A context that several of them show, and that sees the same other contexts, stands there once. Each thing
    asked is a unit whose last token answers. It keeps its positions and sees what it saw before.
    """
    made: list[_Joined] = []
    for each in passes:
        if not made or made[-1].tokens_with(each) > most:
            made.append(_Joined())
        made[-1].take(each)
    return [each.packed(source) for source, each in enumerate(made)]


class _Joined:
    """The contexts of passes, each once, and what is asked after them."""

    def __init__(self) -> None:
        self._contexts: dict[_Unit, int] = {}
        self._questions: list[_Unit] = []
        self._asked: list[npt.NDArray[np.int32]] = []
        self._causal = False
        self._tokens = 0

    def tokens_with(self, one: PackedPass) -> int:
        """Return how many tokens there would be if another pass were added."""
        known = dict(self._contexts)
        units = _units(one, known)
        return self._tokens + sum(_tokens(each) for each, new in units if new)

    def take(self, one: PackedPass) -> None:
        """Add a pass."""
        self._tokens = self.tokens_with(one)
        first = len(one.sees) - len(one.asked)
        self._questions += [each for each, _ in _units(one, self._contexts)[first:]]
        self._asked.append(one.asked)
        self._causal = one.causal

    def packed(self, source: int) -> PackedPass:
        """Return all contexts and questions as one pass."""
        units = [*self._contexts, *self._questions]
        parts = [np.frombuffer(each[0], np.int32) for each in units]
        sees = np.eye(len(units), dtype=np.bool_)
        for number, (_, _, seen) in enumerate(units):
            sees[number, list(seen)] = True
        ends = np.cumsum([len(each) for each in parts])
        return PackedPass(
            tokens=np.concatenate(parts),
            positions=np.concatenate([np.frombuffer(each[1], np.int32) for each in units]),
            unit=np.repeat(np.arange(len(units), dtype=np.int32), [len(each) for each in parts]),
            sees=sees,
            queries=(ends[len(self._contexts) :] - 1).astype(np.int32),
            asked=np.concatenate(self._asked),
            source=source,
            causal=self._causal,
        )


def _units(one: PackedPass, contexts: dict[_Unit, int]) -> list[tuple[_Unit, bool]]:
    """Return the units of a pass, each with whether it is new. New contexts are added to `contexts`."""
    first = len(one.sees) - len(one.asked)
    numbers: list[int] = []
    found: list[tuple[_Unit, bool]] = []
    for number in range(len(one.sees)):
        own = one.unit == number
        seen = tuple(numbers[other] for other in np.flatnonzero(one.sees[number, : min(number, first)]))
        each = one.tokens[own].tobytes(), one.positions[own].tobytes(), seen
        found.append((each, number >= first or each not in contexts))
        if number < first:
            numbers.append(contexts.setdefault(each, len(contexts)))
    return found


def _tokens(each: _Unit) -> int:
    return len(each[0]) // np.dtype(np.int32).itemsize
