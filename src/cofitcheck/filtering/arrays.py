"""The mentions of a document as arrays of small numbers, so that joins run in NumPy."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document, Mention
from cofitcheck.encoding.glossary import translated
from cofitcheck.filtering.labels import Words, row_words, years
from cofitcheck.numbers import Measure
from cofitcheck.periods.upright import upright

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SearchArrays:
    """One entry a mention, each int64 of shape (n,); equal numbers mean equal things, -1 means nothing there.

    `row` and `column` number the rows and columns of the whole document, in the order of their tables.
    `value` is the absolute value (-1 for fewer significant digits than asked); `measure` and `currency` are
    -1 where nothing states them. `label` indexes `labels`, `heading` is the last column header, `period` the
    set of years. `stated` says which mentions state a value at all.
    """

    table: Integers
    row: Integers
    column: Integers
    value: Integers
    measure: Integers
    currency: Integers
    label: Integers
    heading: Integers
    period: Integers
    stated: npt.NDArray[np.bool_]
    labels: tuple[Words, ...]

    @classmethod
    def of(cls, document: Document, digits: int = 3) -> SearchArrays:
        """Number the mentions of `document`, its tables upright; values count from `digits` significant
        digits."""
        document = upright(document)
        mentions = document.mentions
        table = np.array([mention.table for mention in mentions], dtype=np.int64)
        label, labels = _labels(document)
        return cls(
            table=table,
            row=_places(table, [mention.row for mention in mentions]),
            column=_places(table, [mention.column for mention in mentions]),
            value=_numbered(_value(mention, digits) for mention in mentions),
            measure=_numbered(_measure(mention) for mention in mentions),
            currency=_numbered(mention.number.currency or None for mention in mentions),
            label=label,
            heading=_numbered(_heading(mention) for mention in mentions),
            period=_numbered(years(mention) or None for mention in mentions),
            stated=np.array([mention.number.value is not None for mention in mentions], dtype=bool),
            labels=labels,
        )

    def comparable(self, left: Integers, right: Integers) -> npt.NDArray[np.bool_]:
        """Tell which pairs stand in different tables and do not state different units."""
        comparable: npt.NDArray[np.bool_] = self.table[left] != self.table[right]
        for unit in (self.measure, self.currency):
            first, second = unit[left], unit[right]
            comparable &= (first == second) | (first < 0) | (second < 0)
        return comparable


def _numbered(keys: Iterable[Hashable | None]) -> Integers:
    known: dict[Hashable, int] = {}
    numbers = [-1 if key is None else known.setdefault(key, len(known)) for key in keys]
    return np.array(numbers, dtype=np.int64)


def _places(table: Integers, line: list[int]) -> Integers:
    lines = np.array(line, dtype=np.int64)
    width = int(lines.max(initial=0)) + 1
    numbers: Integers = np.unique(table * width + lines, return_inverse=True)[1].astype(np.int64)
    return numbers


def _value(mention: Mention, digits: int) -> Hashable | None:
    number = mention.number
    return None if number.value is None or number.digits < digits else abs(number.value)


def _measure(mention: Mention) -> Hashable | None:
    measure = mention.number.measure
    return None if measure is Measure.UNKNOWN else measure


def _heading(mention: Mention) -> str | None:
    lowest = translated(mention.column_path[-1]) if mention.column_path else ""
    return " ".join(lowest.casefold().split()) or None


def _labels(document: Document) -> tuple[Integers, tuple[Words, ...]]:
    """Return each mention's label number (n,), -1 for a label without words, and the labels."""
    titles = {table.index: table.title for table in document.tables}
    seen: dict[tuple[tuple[str, ...], str], Words] = {}
    found: list[Words | None] = []
    for mention in document.mentions:
        key = (mention.row_path, titles.get(mention.table, ""))
        if key not in seen:
            seen[key] = row_words(mention, key[1])
        found.append(seen[key] or None)
    return _numbered(found), tuple(dict.fromkeys(words for words in found if words is not None))
