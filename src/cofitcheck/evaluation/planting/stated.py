"""Finds the numbers of a tagged document that are stated twice, where an error contradicts the rest.

`RememberingEncoder` encodes a document once for all errors that are planted in it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import astuple
from enum import StrEnum

import numpy as np

from cofitcheck.document import Document, Mention
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.evaluation.gold import Labels

_KEPT = 3
"""How many results are kept: those of the tables and of the sentences of a document, and of one of these with
an error."""


class Repeated(StrEnum):
    """Where else a document states the fact of a number."""

    ACROSS = "across tables"
    """In another table, also where its own table repeats it."""
    WITHIN = "within a table"
    """In another row of its table, and in no other table."""


def stated_twice(document: Document, labels: Labels, where: Repeated, *, one_sign: bool) -> list[int]:
    """Return the indices of the mentions whose fact is stated elsewhere.

    It is always stated with the same absolute value by the tags. With `one_sign` it is also always shown with
    the same sign."""
    groups: dict[int, list[int]] = defaultdict(list)
    for index, fact in enumerate(labels.fact.tolist()):
        if fact >= 0:
            groups[fact].append(index)
    chosen = []
    for group in groups.values():
        if _stands(document, group, where) and _consistent(document, labels, group, one_sign):
            chosen.extend(group)
    return sorted(chosen)


def witnesses(document: Document, labels: Labels, mention: Mention, where: Repeated) -> list[Mention]:
    """Return the mentions elsewhere that are tagged as the same fact."""
    same = (labels.fact == labels.fact[mention.index]).nonzero()[0].tolist()
    others = [document.mentions[index] for index in same]
    if where is Repeated.WITHIN:
        return [each for each in others if each.row != mention.row]
    return [each for each in others if each.table != mention.table]


def _stands(document: Document, group: list[int], where: Repeated) -> bool:
    tables = {document.mentions[index].table for index in group}
    if where is Repeated.WITHIN:
        rows = {document.mentions[index].row for index in group}
        return len(tables) == 1 and len(rows) == len(group) > 1
    return len(tables) > 1


def _consistent(document: Document, labels: Labels, group: list[int], one_sign: bool) -> bool:
    values = [labels.value[index] for index in group]
    shown = [document.mentions[index].number.displayed for index in group]
    if not all(values) or not all(shown) or len({abs(value) for value in values if value}) > 1:
        return False
    # Where the fact is shown with both signs already, a turned sign contradicts nothing.
    return not one_sign or len({number > 0 for number in shown if number}) == 1


class RememberingEncoder:
    """An encoder that runs only where its input differs from the last few inputs.

    Numbers are masked before it sees them. So a document with another number in one cell mostly gives the
    same input, and the vectors are the same as those of a new run.
    """

    def __init__(self, encoder: TrainedEncoder) -> None:
        self.encoder, self.threshold = encoder, encoder.threshold
        self._last: deque[tuple[list[PackedPass], Encoded]] = deque(maxlen=_KEPT)

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention, in the order of `document.mentions`."""
        passes = self.encoder.layout.passes(document)
        at = next((at for at, (known, _) in enumerate(self._last) if _same(known, passes)), None)
        if at is None:
            last = passes, self.encoder.encode(document)
        else:
            last = self._last[at]
            del self._last[at]
        self._last.append(last)  # The result used last is forgotten last.
        return last[1]


def _same(first: list[PackedPass], second: list[PackedPass]) -> bool:
    return len(first) == len(second) and all(
        np.array_equal(one, other)
        for both in zip(first, second, strict=True)
        for one, other in zip(*map(astuple, both), strict=True)
    )
