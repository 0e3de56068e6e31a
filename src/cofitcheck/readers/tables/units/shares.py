"""Share counts that neither their label nor their header names: the rows around them or the sentence before
the table do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.document import Mention
from cofitcheck.language.meanings import MEASURES
from cofitcheck.language.phrases import SAID
from cofitcheck.numbers import Measure
from cofitcheck.numbers.captions import without_units
from cofitcheck.numbers.labels import read_label

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_OF_SHARES = re.compile(SAID["of_shares"], re.IGNORECASE)
_HEADER = re.compile(MEASURES["share_header"], re.IGNORECASE)
_SINGLE = Decimal(10) ** 7
"""What share counts in thousands do not reach: one so large under such a caption is printed in full."""


def settle_shares(mentions: Iterable[Mention], text_before: str, scale: int | None) -> list[Mention]:
    """Make share counts of the numbers of unknown measure between two of them in a column (what dilutes
    "weighted average shares"), and of all such numbers of a table that a sentence about shares introduces.

    `text_before` ends with that sentence; `scale` is the caption's for share counts. Counts of one column
    have one scale: where one is too large for it, it holds for none of them.
    """
    settled = list(mentions)
    columns: defaultdict[int, list[int]] = defaultdict(list)
    for at, mention in enumerate(settled):
        columns[mention.column].append(at)
    if _OF_SHARES.search(_SENTENCE.split(text_before)[-1]) and not any(map(_states_other, settled)):
        for at, mention in enumerate(settled):
            if _is_open(mention):
                settled[at] = _as_shares(mention, _of_caption(mention, scale))
    for at, mention in enumerate(settled):
        header = without_units(mention.column_path[-1]) if mention.column_path else ""
        if _HEADER.search(header) and _is_open(mention):
            own = any(without_units(said) != said for said in mention.column_path)
            settled[at] = _as_shares(mention, mention.number.scale if own else _of_caption(mention, scale))
    for column in columns.values():
        _settle_scale(settled, column)
        _settle_between(settled, column)
    return settled


def _states_other(mention: Mention) -> bool:
    return mention.number.measure in (Measure.MONEY, Measure.PER_SHARE)


def _is_open(mention: Mention) -> bool:
    """Tell whether nothing says what a number counts."""
    labels = ((False, mention.row_path), (True, mention.column_path))
    counted = any(read_label(label, column=column).counted for column, path in labels for label in path)
    return mention.number.measure is Measure.UNKNOWN and not mention.number.currency and not counted


def _of_caption(mention: Mention, scale: int | None) -> int:
    """Return the caption's scale for share counts, where it gives a number its scale."""
    return mention.number.scale and (scale or 0)


def _as_shares(mention: Mention, scale: int) -> Mention:
    return replace(mention, number=replace(mention.number.at_scale(scale), measure=Measure.SHARES))


def _settle_scale(settled: list[Mention], column: Sequence[int]) -> None:
    """Leave the scale off from the first to the last share count of a column with one printed in full."""
    counted = [n for n, at in enumerate(column) if settled[at].number.measure is Measure.SHARES]
    numbers = [settled[column[n]].number for n in counted]
    if not any(n.scale == 0 and n.displayed and abs(n.displayed) >= _SINGLE for n in numbers):
        return
    for at in column[counted[0] : counted[-1] + 1]:
        if settled[at].number.measure is Measure.SHARES or _is_open(settled[at]):
            settled[at] = _as_shares(settled[at], 0)


def _settle_between(settled: list[Mention], column: Sequence[int]) -> None:
    counted = [n for n, at in enumerate(column) if settled[at].number.measure is Measure.SHARES]
    for first, last in pairwise(counted):
        between = [settled[at] for at in column[first + 1 : last]]
        scale = settled[column[first]].number.scale
        if all(_is_open(mention) and mention.number.scale == scale for mention in between):
            for at in column[first + 1 : last]:
                settled[at] = _as_shares(settled[at], scale)
