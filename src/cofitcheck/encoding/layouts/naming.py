"""How a mention is named in running text: the labels of its row and column, the same in both stages."""

from __future__ import annotations

from cofitcheck.document.model import Mention
from cofitcheck.encoding.layouts.markdown import shown
from cofitcheck.encoding.layouts.parts import longest
from cofitcheck.encoding.pieces import Ids, Pieces
from cofitcheck.numbers import Measure

MEASURES = (Measure.PER_SHARE, Measure.SHARES, Measure.PERCENT)
"""The measures that a hidden number still says; the sign of money often stands in some rows only."""


def label_ids(pieces: Pieces, mention: Mention, budget: int, masked: bool) -> Ids:
    """Return the tokens of "Assets / Cash | 2023 / June 30 | percent |", the longest labels cut to fit."""
    labels = [pieces.ids(text) for text in label_texts(mention, masked)]
    cut = longest([len(label) for label in labels], budget)
    return tuple(token for label in labels for token in label[:cut])


def label_texts(mention: Mention, masked: bool) -> list[str]:
    """Return the pieces of a mention's labels; joined they read as one line."""
    paths = [[shown(text, masked) for text in path] for path in _paths(mention)]
    return [
        f" {text}{' |' if number == len(path) else ' /'}"
        for path in (list(filter(None, path)) for path in paths)
        for number, text in enumerate(path, start=1)
    ]


def _paths(mention: Mention) -> tuple[tuple[str, ...], ...]:
    """Return what names a mention: its row, its columns, its measure."""
    measure = (mention.number.measure.value,) if mention.number.measure in MEASURES else ()
    return mention.row_path, mention.column_path, measure
