"""Packed tables of similar length, padded into the arrays the encoder takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.encoding.passes import TablePass

BATCH_TOKENS = 1536
"""Small batches waste less on padding: 11% of a 10-K's tokens against 30% at 4,096 (measured)."""


@dataclass(frozen=True)
class Batch:
    """The encoder's inputs for B tables padded to L tokens and M mentions.

    `tokens`, `positions`: int64 (B, L). `attention`: bool (B, L, L). `queries`: int64 (B, M), where each
    mention's (last) token stands in its row. `real`: bool (B, M), False on padding. `mentions`: int32 (number
    of True in `real`,), indices into `Document.mentions` in the order of `outputs[real]`.
    """

    tokens: npt.NDArray[np.int64]
    positions: npt.NDArray[np.int64]
    attention: npt.NDArray[np.bool_]
    queries: npt.NDArray[np.int64]
    real: npt.NDArray[np.bool_]
    mentions: npt.NDArray[np.int32]


def pad(tables: Sequence[TablePass], padding: int) -> Batch:
    """Pad tables into one batch; padding tokens attend to themselves, so that no row of the mask is empty."""
    count, length = len(tables), max(len(table) for table in tables)
    width = max(len(table.mentions) for table in tables)
    tokens = np.full((count, length), padding, np.int64)
    positions = np.zeros((count, length), np.int64)
    attention = np.zeros((count, length, length), np.bool_)
    attention[:, np.arange(length), np.arange(length)] = True
    queries = np.zeros((count, width), np.int64)
    real = np.zeros((count, width), np.bool_)
    for row, table in enumerate(tables):
        size, mentions = len(table), len(table.mentions)
        tokens[row, :size] = table.tokens
        positions[row, :size] = table.positions
        attention[row, :size, :size] = table.attention()
        queries[row, :mentions] = table.queries
        real[row, :mentions] = True
    return Batch(
        tokens, positions, attention, queries, real, np.concatenate([table.mentions for table in tables])
    )


def groups(passes: Sequence[TablePass], budget: int) -> Iterator[list[TablePass]]:
    """Yield passes of similar length, together at most `budget` tokens with padding, the longest first."""
    group: list[TablePass] = []
    for each in sorted(passes, key=len, reverse=True):
        if group and (len(group) + 1) * len(group[0]) > budget:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def batches(passes: Sequence[TablePass], padding: int, budget: int = BATCH_TOKENS) -> Iterator[Batch]:
    """Yield batches of at most `budget` tokens, padding included, longest passes first."""
    return (pad(group, padding) for group in groups(passes, budget))
