"""Which numbers of a tagged document are stated twice: where an error contradicts the rest of it.

Encoding a document once for all the errors that are planted in it.
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
"""The tables and the sentences of a document, and one of them with an error in it."""


class Repeated(StrEnum):
    """Where else a document states the fact of a number."""

    ACROSS = "across tables"
    """In another table, whatever its own one says."""
    WITHIN = "within a table"
    """In another row of its table, and in no other table."""


def stated_twice(document: Document, labels: Labels, where: Repeated, *, one_sign: bool) -> list[int]:
    """Return the mentions whose fact is stated elsewhere, by index, always with the same absolute value by
    the tags, and with `one_sign` always shown with the same sign."""
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
    # Where signs are shown in two ways already, one more proves nothing.
    return not one_sign or len({number > 0 for number in shown if number}) == 1


class RememberingEncoder:
    """An encoder that runs only where it would see something else than the last few times.

    Numbers are masked before it sees them, so a document with another number in one cell mostly is the same
    to it, and the vectors are those that a new run would give.
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
        self._last.append(last)  # What was of use last is forgotten last.
        return last[1]


def _same(first: list[PackedPass], second: list[PackedPass]) -> bool:
    return len(first) == len(second) and all(
        np.array_equal(one, other)
        for both in zip(first, second, strict=True)
        for one, other in zip(*map(astuple, both), strict=True)
    )
