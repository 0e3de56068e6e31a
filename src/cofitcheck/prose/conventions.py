"""What holds for all sentences of a document: units that it states once for them, as "(Dollars in millions,
except per share data)" over its notes, where "$1,415" is 1,415 million; and whether it writes 1.234,5."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.document import Document, Passage, PassageKind
from cofitcheck.numbers import Measure, read_unit_caption
from cofitcheck.prose.model import ProseMention, Role

_LONGEST = 160
_FEWEST = 3
"""So many amounts without a power of ten, and no fewer than with one, show that a unit is meant for them."""
_LARGEST = {3: 10_000_000, 6: 100_000}
"""An amount of so many thousands or millions is written with a word for them, or is of single units."""
_CENTS = 2
_WITH_COMMA = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+)(?![.,]?\d)")
"""A number as it is written with a decimal comma: with points between its thousands, or with the comma."""
_WITH_POINT = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![.,]?\d)")
_SWAPPED = str.maketrans(".,", ",.")


def uses_comma(document: Document) -> bool:
    """Tell whether the tables of a document write more numbers with a decimal comma than with a point."""
    commas = points = 0
    for mention in document.mentions:
        number = mention.number
        if number.displayed is None:
            continue
        whole = number.precision >= number.scale and abs(number.displayed) >= 1000
        commas += _WITH_COMMA.search(mention.text) is not None and ("." in mention.text) == whole
        points += _WITH_POINT.search(mention.text) is not None and ("," in mention.text) == whole
    return commas > points


def with_points(text: str) -> str:
    """Return a text of the same length with its numbers as they are written with a decimal point."""
    return _WITH_COMMA.sub(lambda found: found[0].translate(_SWAPPED), text)


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
