"""Units that a document states once for all its sentences, or a sentence once for several of its numbers.

"(Dollars in millions, except per share data)" may stand over the notes, where "$1,415" is then 1,415 million.
`uses_comma` tells whether a document writes 1.234,5. Several numbers share a unit in "$10.2 and $9.8
million", "5 to 6%", "10, 12 and 15 stores".
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.document import Document, Passage, PassageKind
from cofitcheck.language.phrases import ABOUT, AT_LEAST, AT_MOST, LISTS, PER_SHARE_BEFORE
from cofitcheck.numbers import Measure, read_unit_caption
from cofitcheck.prose.figures import Figure
from cofitcheck.prose.model import ProseMention, Role

_LONGEST_CONVENTION = 160
_FEWEST = 3
"""This many amounts without a power of ten, and no fewer than with one, show that a unit is meant."""
_LARGEST = {3: 10_000_000, 6: 100_000}
"""By the power of ten of a unit, the number from which amounts have a word for it or are in single units."""
_CENTS = 2
_WITH_COMMA = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+)(?![.,]?\d)")
"""A number as it is written with a decimal comma: with points between its thousands, or with the comma."""
_WITH_POINT = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![.,]?\d)")
_SWAPPED = str.maketrans(".,", ",.")
_BETWEEN = re.compile(rf"(?:\s|[,、~～–—-]|{LISTS}|{ABOUT}|{AT_LEAST}|{AT_MOST}){{1,6}}", re.IGNORECASE)
_LONGEST_BETWEEN = 40
_TO_ONE = re.compile(r"\s?(?:to|:)\s?")
_ONE = re.compile(r"1(?:\.0{1,2})?")
_PER_SHARE = re.compile(PER_SHARE_BEFORE, re.IGNORECASE)
_SMALL = re.compile(r"[0-9]{0,4}(?:\.[0-9]{1,4})?")
_NEAR = 24
"""Whole amounts are of a share where that is said within this many characters before them."""
_REACH = 160
_MEASURES = frozenset(
    {Role.PERCENT, Role.POINTS, Role.BASIS_POINTS, Role.MULTIPLE, Role.SHARES, Role.COUNT, Role.TERM}
)


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
    if (
        following is None
        or following.after_table != passage.after_table
        or len(passage.text) > _LONGEST_CONVENTION
    ):
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


def with_shared_units(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures of a text with the units that later figures state for them too, and the currencies
    that earlier figures do."""
    shared: list[Figure] = []
    for figure in reversed(_ratios(text, figures)):
        if shared and _are_listed(text, figure, shared[-1]):
            figure = _from_behind(figure, shared[-1])
        shared.append(figure)
    found: list[Figure] = []
    for figure in reversed(shared):
        if found and not figure.currency and _are_listed(text, found[-1], figure):
            figure = _from_before(figure, found[-1])
        found.append(_of_a_share(text, figure))
    return found


def _are_listed(text: str, first: Figure, second: Figure) -> bool:
    gap = text[first.end : second.start]
    return 0 < len(gap) <= _LONGEST_BETWEEN and _BETWEEN.fullmatch(gap) is not None


def _from_behind(figure: Figure, following: Figure) -> Figure:
    """Return a figure with the unit of the one behind it, where it has none of its own."""
    if figure.scale or figure.role in _MEASURES or figure.role is Role.PER_SHARE:
        return figure
    if following.scale and ("," not in figure.digits or "," in following.digits):
        if following.currency or following.role is None or not figure.currency:
            currency = figure.currency or following.currency
            return replace(
                figure, scale=following.scale, currency=currency, role=following.role or figure.role
            )
        return figure
    if figure.currency:
        return replace(figure, role=Role.PER_SHARE) if following.role is Role.PER_SHARE else figure
    return replace(figure, role=following.role) if following.role in _MEASURES else figure


def _from_before(figure: Figure, before: Figure) -> Figure:
    """Return a figure of money whose currency only the one before it states: "$10 to 12 million"."""
    same = figure.scale == before.scale and figure.role is None
    lent = before.currency and same and before.role in (Role.AMOUNT, Role.PER_SHARE)
    return replace(figure, currency=before.currency, role=before.role) if lent else figure


def _ratios(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures with "3.50 to 1.00" as one multiple."""
    found: list[Figure] = []
    for figure in figures:
        last = found[-1] if found else None
        if (
            last is not None
            and last.is_bare
            and figure.is_bare
            and _ONE.fullmatch(figure.digits)
            and _TO_ONE.fullmatch(text[last.end : figure.start])
        ):
            found[-1] = replace(last, end=figure.end, role=Role.MULTIPLE)
        else:
            found.append(figure)
    return found


def _of_a_share(text: str, figure: Figure) -> Figure:
    """Return a small amount with cents as one of a share, where the words before it speak of that."""
    if figure.role is not Role.AMOUNT or figure.scale or not _SMALL.fullmatch(figure.digits):
        return figure
    reach = _REACH if "." in figure.digits else _NEAR
    before = text[max(figure.start - reach, 0) : figure.start].rpartition(". ")[2]
    return replace(figure, role=Role.PER_SHARE) if _PER_SHARE.search(before) else figure
