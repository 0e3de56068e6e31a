"""One pass of a model: tokens, positions and who sees whom, the same for training and inference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class PackedPass:
    """A context, and several things that are asked about it at once, which do not see each other.

    `tokens` and `positions` are int32 (L,); `unit` int32 (L,) numbers each token's unit; `sees` bool (U, U)
    has `sees[a, b]` where tokens of unit a attend to tokens of unit b. `asked` int32 (M,) are the numbers of
    what is asked, `queries` int32 (M,) the places of the tokens whose last hidden states answer. In stage 1
    (paper III-A) the context is a table, or a part of a long one, `source` its index, and mentions are asked;
    in stage 2 (III-B) it is a pair of tables, and candidate pairs are asked. In a `causal` pass no token
    attends to a later one.
    """

    tokens: npt.NDArray[np.int32]
    positions: npt.NDArray[np.int32]
    unit: npt.NDArray[np.int32]
    sees: npt.NDArray[np.bool_]
    queries: npt.NDArray[np.int32]
    asked: npt.NDArray[np.int32]
    source: int
    causal: bool = False

    def __len__(self) -> int:
        return len(self.tokens)

    def attention(self) -> npt.NDArray[np.bool_]:
        """Return the mask, bool (L, L): True where the token of the row attends to the token of the
        column."""
        mask = self.sees[np.ix_(self.unit, self.unit)]
        return np.tril(mask) if self.causal else mask

    def context(self) -> int:
        """Return how many tokens, all at the front, belong to nothing that is asked."""
        first = int(self.unit[self.queries].min())
        return int(np.argmax(self.unit == first)) if first else len(self)

    def only(self, which: int) -> PackedPass:
        """Return the same context with the `which`-th of what is asked alone: the slow twin of a full
        pass."""
        units = self.unit[self.queries]
        keep = ~np.isin(self.unit, units[units != units[which]])
        return PackedPass(
            self.tokens[keep],
            self.positions[keep],
            self.unit[keep],
            self.sees,
            (np.cumsum(keep)[self.queries[which : which + 1]] - 1).astype(np.int32),
            self.asked[which : which + 1],
            self.source,
            self.causal,
        )
