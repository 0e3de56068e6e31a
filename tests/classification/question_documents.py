"""Two made-up tables of one company, and the pairs of their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cofitcheck.document import Document, Mention, Table
from cofitcheck.filtering import CandidatePairs
from tests.encoding.context_documents import cell, mention, table

TITLES = "Statements of income", "Statements of cash flows"


def statements(rows: int = 3, titles: Sequence[str] = TITLES) -> Document:
    """An income statement and a cash flow statement of `rows` rows each, two years, or tables of other
    titles."""
    labels = ["Net sales", "Net income", "Depreciation", *map(_name, range(rows))][:rows]
    tables: list[Table] = []
    mentions: list[Mention] = []
    for index, title in enumerate(titles):
        cells = [cell(0, 1, "2024"), cell(0, 2, "2023")]
        for row, label in enumerate(labels, start=1):
            cells.append(cell(row, 0, label))
            for column, year in ((1, "2024"), (2, "2023")):
                text = f"{row}{column},{index}45"
                cells.append(cell(row, column, text))
                number = len(mentions)
                paths: dict[str, Any] = {"row_path": (label,), "column_path": (year,), "table": index}
                mentions.append(mention(number, row, column, text, **paths))
        tables.append(table(cells, index=index, title=title))
    return Document("made-up.htm", tuple(tables), tuple(mentions))


def _name(number: int) -> str:
    """Return a label of its own without a number, which would be hidden."""
    letters = "abcdefghij"
    return "Item " + "".join(letters[int(digit)] for digit in str(number))


def pairs(document: Document) -> CandidatePairs:
    """Return every pair of mentions in different tables."""
    table = np.array([each.table for each in document.mentions])
    left, right = np.triu_indices(len(table), 1)
    apart = table[left] != table[right]
    vectors = np.ones((len(table), 1), np.float32)
    return CandidatePairs.build(left[apart], right[apart], vectors)
