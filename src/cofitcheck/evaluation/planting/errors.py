"""Planting one error of a known kind in a real document, to see whether it is found.

The number is changed in the cell's own text, so the page looks as it did but for the number. The parsed
tree is written out again as HTML: comments are lost and entities may be spelt otherwise, nothing that
shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from random import Random

from lxml import etree

from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.gold.labels import Labels
from cofitcheck.evaluation.planting.editing import CellText
from cofitcheck.evaluation.planting.slips import SLIPS, Printed, find_printed
from cofitcheck.readers.html.parse import parse_tree


class ErrorKind(StrEnum):
    """How the number is made wrong."""

    DIGIT = "digit"
    TRANSPOSITION = "transposition"
    DROPPED_DIGIT = "dropped digit"
    ADDED_DIGIT = "added digit"
    SCALE = "scale"
    SIGN = "sign"
    STALE = "stale"
    """The value that the same row states for another period."""
    WRONG_ROW = "wrong row"
    """The value of the row above or below, in the same column."""
    ROUNDING = "rounding"
    """One unit of the last digit up or down."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A document with one wrong number: its HTML, which mention it is, and the number before and after."""

    data: bytes
    mention: int
    table: int
    row: int
    column: int
    kind: ErrorKind
    before: str
    after: str

    def __repr__(self) -> str:
        return f"Planted({self.kind}, mention {self.mention}: {self.before!r} -> {self.after!r})"


def plant(document: Document, labels: Labels, kind: ErrorKind, rng: Random) -> Planted | None:
    """Plant one error in a document, at a mention drawn by `rng`; None where no mention can take this kind.

    Drawn among the mentions whose fact is stated in another table too, always with the same absolute value
    (by the tags), so that what is planted contradicts the rest of the document.
    """
    root = parse_tree(document.source)
    elements = list(root.iter("*"))
    indices = eligible(document, labels, kind)
    for index in rng.sample(indices, len(indices)):
        mention = document.mentions[index]
        cell = CellText(elements[mention.place.element])
        if change := _change(document, labels, mention, cell, kind, rng):
            data = etree.tostring(root.getroottree(), method="html")
            return Planted(data, index, mention.table, mention.row, mention.column, kind, *change)
    return None


def eligible(document: Document, labels: Labels, kind: ErrorKind) -> list[int]:
    """Return the mentions an error of this kind may be planted at, by index."""
    groups: dict[int, list[int]] = defaultdict(list)
    for index, fact in enumerate(labels.fact.tolist()):
        if fact >= 0:
            groups[fact].append(index)
    chosen = []
    for group in groups.values():
        if len({int(labels.table[index]) for index in group}) > 1 and _consistent(
            document, labels, group, kind
        ):
            chosen.extend(group)
    return sorted(chosen)


def _consistent(document: Document, labels: Labels, group: list[int], kind: ErrorKind) -> bool:
    values = [labels.value[index] for index in group]
    shown = [document.mentions[index].number.displayed for index in group]
    if not all(values) or not all(shown) or len({abs(value) for value in values if value}) > 1:
        return False
    # Where signs are shown in two ways already, one more proves nothing.
    return kind is not ErrorKind.SIGN or len({number > 0 for number in shown if number}) == 1


def _change(
    document: Document, labels: Labels, mention: Mention, cell: CellText, kind: ErrorKind, rng: Random
) -> tuple[str, str] | None:
    """Make the change in the tree; return the number's text before and after, None if it cannot be made."""
    text, displayed = cell.text, mention.number.displayed
    printed = find_printed(text, displayed) if displayed else None
    if displayed is None or printed is None:
        return None
    before = text[printed.start : printed.end]
    if kind is ErrorKind.SIGN:
        negative = displayed < 0
        signs = (f"({before})", before) if negative else (before, f"({before})")
        return signs if cell.flip_sign(printed.start, printed.end, negative) else None
    new = _replacement(document, labels, mention, printed, kind, rng)
    if new is None or not _contradicts(document, labels, mention, new):
        return None
    cell.replace(printed.start, printed.end, str(new))
    return before, str(new)


def _replacement(
    document: Document, labels: Labels, mention: Mention, printed: Printed, kind: ErrorKind, rng: Random
) -> Printed | None:
    if kind in SLIPS:
        return SLIPS[kind](printed, rng)
    others = _stale(document, labels, mention) if kind is ErrorKind.STALE else _next_rows(document, mention)
    found = [find_printed(other.text, other.number.displayed) for other in others if other.number.displayed]
    usable = [other for other in found if other and other.value not in (0, printed.value)]
    return rng.choice(usable) if usable else None


def _stale(document: Document, labels: Labels, mention: Mention) -> Iterator[Mention]:
    """Yield what the mention's row states of the same concept, breakdown and unit for other periods."""
    key = labels.key[mention.index]
    for other in _table(document, mention):
        key_there = labels.key[other.index]
        if key and key_there and other.row == mention.row and key_there.context != key.context:
            same_period = replace(key_there.context, start=key.context.start, end=key.context.end)
            if replace(key_there, context=same_period) == key:
                yield other


def _next_rows(document: Document, mention: Mention) -> list[Mention]:
    """Return the nearest mention above and the nearest below in the same column."""
    column = [other for other in _table(document, mention) if other.column == mention.column]
    above = [other for other in column if other.row < mention.row]
    below = [other for other in column if other.row > mention.row]
    return [*above[-1:], *below[:1]]


def _table(document: Document, mention: Mention) -> list[Mention]:
    """Return the mentions of the same table that show the same sign."""
    negative = (mention.number.displayed or 0) < 0
    return [
        other
        for other in document.mentions
        if other.table == mention.table and ((other.number.displayed or 0) < 0) == negative
    ]


def _contradicts(document: Document, labels: Labels, mention: Mention, new: Printed) -> bool:
    """Tell whether a mention in another table is exact enough to disagree with the new value."""
    old, tagged = mention.number.displayed, labels.value[mention.index]
    if not old or tagged is None:
        return False
    difference = abs(abs(tagged) * new.value / abs(old) - abs(tagged))
    for index in (labels.fact == labels.fact[mention.index]).nonzero()[0].tolist():
        witness = document.mentions[index]
        coarser = max(witness.number.precision, mention.number.precision)
        if witness.table != mention.table and difference > Decimal(5).scaleb(coarser - 1):
            return True
    return False
