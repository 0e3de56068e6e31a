"""Rows of Chinese and Japanese statements that have a label and nothing else: an item without an amount, or a
section."""

from __future__ import annotations

import re

from cofitcheck.readers.pdf.draft import Draft, Laid
from cofitcheck.readers.pdf.text import cell_text, is_cjk

_DEEPER = 2.0
_SECTION = re.compile(
    r".*[:：]|[(（]?[一二三四五六七八九十\d]{1,3}[)）、．.].*|(?:非?流动|非?流動|固定)(?:资产|負債|资产类|负债|資産|資產)"
    r"|.*(?:权益|權益|純資産|合并|公司)|.*(?:部分|の部|其中).*"
)


def unfilled(draft: Draft) -> frozenset[int]:
    """Return the rows that name an item whose cells are empty, and no rows below: the next label stands no
    deeper, and the words are none of a section's and not underlined."""
    labels = {cell.row: cell for cell in draft.cells if cell.column == 0}
    rows = (number for number in range(draft.rows) if len(draft.row(number)) == 1)
    return frozenset(row for row in rows if _is_item(labels.get(row), labels.get(row + 1)))


def _is_item(label: Laid | None, below: Laid | None) -> bool:
    if (
        label is None
        or below is None
        or label.titled
        or label.column_end > 1
        or label.row_end > label.row + 1
    ):
        return False
    text = cell_text(label.words)
    deeper = below.page == label.page and below.start > label.words[0].left + _DEEPER
    return is_cjk(text[0]) and not deeper and not _SECTION.fullmatch(text)
