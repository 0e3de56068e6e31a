"""Which numbers of a tagged document are stated twice: where an error contradicts the rest of it."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum

from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.gold.labels import Labels


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
