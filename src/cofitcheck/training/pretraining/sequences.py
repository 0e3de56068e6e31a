"""Documents as token sequences: their tables in some order, numbers visible, cut to the context length."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cofitcheck.document.model import Document
from cofitcheck.encoding.layouts.context import context_parts
from cofitcheck.encoding.layouts.parts import Space
from cofitcheck.encoding.pieces import Ids, Pieces
from cofitcheck.training.pretraining.config import Order
from cofitcheck.training.pretraining.graph import relevance_graph
from cofitcheck.training.pretraining.paths import cnap_path, reading_order_path

SEPARATOR = "\n"
"""Between two tables."""

_WHOLE = 1 << 40
"""Room for any table: what is too long for a context is cut with the path, not by rows."""

Sequence = npt.NDArray[np.int32]


def table_tokens(document: Document, pieces: Pieces, *, masked: bool = False) -> dict[int, Ids]:
    """Return the context text (paper III-A) of every table with mentions, without an opening token."""
    opening = len(pieces.opening())
    parts = context_parts(document, Space(pieces, _WHOLE, _WHOLE, masked))
    return {part.table: part.tokens[opening:] for part in parts}


def table_order(document: Document, order: Order, digits: int, rng: np.random.Generator) -> list[int]:
    """Return the tables with mentions in the order in which they are learnt."""
    graph = relevance_graph(document, digits)
    return cnap_path(graph, rng) if order == "cnap" else reading_order_path(graph)


def sequences(document: Document, path: list[int], pieces: Pieces, length: int) -> list[Sequence]:
    """Return the tables along the path as sequences of `length` tokens, int32; the last one may be shorter.

    One token alone teaches nothing and is left out.
    """
    tokens = table_tokens(document, pieces)
    separator = pieces.ids(SEPARATOR)
    joined = [*pieces.opening()]
    for table in path:
        joined += (*tokens[table], *separator)
    whole = np.array(joined, np.int32)
    cut = [whole[first : first + length] for first in range(0, len(whole), length)]
    return [each for each in cut if len(each) > 1]
