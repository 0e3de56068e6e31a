"""Units that a document states once for its sentences: "(Dollars in millions, except per share data)" over
its notes, where "$1,415" is 1,415 million."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.document import Passage, PassageKind
from cofitcheck.numbers import Measure, read_unit_caption
from cofitcheck.prose.model import ProseMention, Role

_LONGEST = 160
_FEWEST = 3
"""So many amounts without a power of ten, and no fewer than with one, show that a unit is meant for them."""
_LARGEST = {3: 10_000_000, 6: 100_000}
"""An amount of so many thousands or millions is written with a word for them, or is of single units."""
_CENTS = 2


def in_stated_units(passages: Sequence[Passage], mentions: Sequence[ProseMention]) -> list[ProseMention]:
    """Return the mentions of a document, amounts without a power of ten in the unit that is stated for the
    sentences around them."""
    stated = [(passage.index, scale) for passage in passages if (scale := _stated(passages, passage.index))]
    if not stated:
        return list(mentions)
    starts = [index for index, _ in stated]
    bare: dict[int, list[int]] = {scale: [] for _, scale in stated}
    worded: Counter[int] = Counter()
    for mention in mentions:
        at = bisect_right(starts, mention.passage) - 1
        if at < 0 or mention.role is not Role.AMOUNT:
            continue
        scale = stated[at][1]
        worded[scale] += mention.number.scale > 0
        if _may_be_of(mention, scale):
            bare[scale].append(mention.index)
    found = list(mentions)
    for scale, indices in bare.items():
        if len(indices) >= max(_FEWEST, worded[scale]):
            for index in indices:
                found[index] = replace(found[index], number=found[index].number.at_scale(scale))
    return found


def _stated(passages: Sequence[Passage], index: int) -> int:
    """Return the power of ten that a passage states for the sentences below it, 0 where it states none: what
    stands right above a table is of the table."""
    passage = passages[index]
    following = passages[index + 1] if index + 1 < len(passages) else None
    if following is None or following.after_table != passage.after_table or len(passage.text) > _LONGEST:
        return 0
    if passage.kind not in (PassageKind.CAPTION, PassageKind.HEADING) or passage.text.endswith(":"):
        return 0
    unit = read_unit_caption(passage.text)
    if unit is None or unit.measure not in (Measure.MONEY, Measure.UNKNOWN):  # "amounts in millions"
        return 0
    return unit.scale if unit.scale in _LARGEST else 0


def _may_be_of(mention: ProseMention, scale: int) -> bool:
    number = mention.number
    if number.scale or number.displayed is None or not number.currency:
        return False
    cents = -number.precision >= _CENTS and abs(number.displayed) < 1000
    return abs(number.displayed) < _LARGEST[scale] and not cents
