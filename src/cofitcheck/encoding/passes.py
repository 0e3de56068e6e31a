"""One pass of an encoder: tokens, positions and who sees whom, the same for training and inference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class TablePass:
    """One pass of an encoder over a table, or over a part of a long one (paper III-B).

    `tokens` and `positions` are int32 (L,); `unit` int32 (L,) numbers each token's unit; `sees` bool (U, U)
    has `sees[a, b]` where tokens of unit a attend to tokens of unit b. `mentions` int32 (M,) are indices into
    `Document.mentions`, `queries` int32 (M,) the places of the tokens whose last hidden states are their
    vectors. `table` is the index of the table. In a `causal` pass no token attends to a later one.
    """

    tokens: npt.NDArray[np.int32]
    positions: npt.NDArray[np.int32]
    unit: npt.NDArray[np.int32]
    sees: npt.NDArray[np.bool_]
    queries: npt.NDArray[np.int32]
    mentions: npt.NDArray[np.int32]
    table: int
    causal: bool = False

    def __len__(self) -> int:
        return len(self.tokens)

    def attention(self) -> npt.NDArray[np.bool_]:
        """Return the mask, bool (L, L): True where the token of the row attends to the token of the
        column."""
        mask = self.sees[np.ix_(self.unit, self.unit)]
        return np.tril(mask) if self.causal else mask

    def context(self) -> int:
        """Return how many tokens, all at the front, belong to no single mention."""
        first = int(self.unit[self.queries].min())
        return int(np.argmax(self.unit == first)) if first else len(self)

    def only(self, which: int) -> TablePass:
        """Return the same context with the `which`-th of its mentions alone: the slow twin of one-pass
        encoding."""
        units = self.unit[self.queries]
        keep = ~np.isin(self.unit, units[units != units[which]])
        return TablePass(
            self.tokens[keep],
            self.positions[keep],
            self.unit[keep],
            self.sees,
            (np.cumsum(keep)[self.queries[which : which + 1]] - 1).astype(np.int32),
            self.mentions[which : which + 1],
            self.table,
            self.causal,
        )
