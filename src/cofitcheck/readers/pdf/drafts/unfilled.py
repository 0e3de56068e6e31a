"""Rows of Chinese and Japanese statements that have a label and nothing else: an item without an amount, or a
section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from cofitcheck.language.lexicon import is_total
from cofitcheck.readers.pdf.drafts.draft import Draft, Laid
from cofitcheck.readers.pdf.pages.text import bold_share, cell_text
from cofitcheck.readers.tables.empty_items import TOLD, adds_or_deducts, may_be_empty_item

_DEEPER = 2.0
_BOLD = 0.9


def unfilled(draft: Draft) -> frozenset[int]:
    """Return the rows that name an item whose cells are empty, and no rows below: the next label stands no
    deeper and is as bold, and the words are none of a section's and not underlined; or they tell a part of
    the item above, whose cells are empty too."""
    labels = {cell.row: cell for cell in draft.cells if cell.column == 0}
    often = Counter(cell_text(label.words) for label in labels.values())
    alone = draft.lone()
    items = (row for row in alone if _is_item(labels.get(row), labels.get(row + 1), often))
    told = (row for row in alone if row - 1 in alone and _is_told(labels.get(row)))
    return frozenset((*items, *told))


def _is_told(label: Laid | None) -> bool:
    """Tell whether a label tells a part of the item above it."""
    return label is not None and TOLD.match(cell_text(label.words)) is not None


def _is_item(label: Laid | None, below: Laid | None, often: Mapping[str, int]) -> bool:
    if (
        label is None
        or below is None
        or label.titled
        or label.column_end > 1
        or label.row_end > label.row + 1
    ):
        return False
    following = cell_text(below.words)
    if often[following] > 1 and not (is_total(following) or TOLD.match(following)):
        return False  # of rows alike only their sections tell which is which
    if bold_share(label.words) > _BOLD and not bold_share(below.words):
        return False
    deeper = below.page == label.page and below.start > label.words[0].left + _DEEPER
    text = cell_text(label.words)
    return adds_or_deducts(text) or (not deeper and may_be_empty_item(text, following))
