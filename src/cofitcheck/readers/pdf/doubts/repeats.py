"""Doubts about numbers, by the elements of their places; and rows that their labels do not tell apart.

What the labels of such rows lack stands in a row or a cell that was not read as a part of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from cofitcheck import patterns as re
from cofitcheck.document import Mention, Table, UncheckedCode, UncheckedReason
from cofitcheck.numbers import Measure

Doubts = dict[int, UncheckedReason]
"""Why numbers of a table are doubtful, by the elements of their places."""

_SHOWN = 40
"""The most characters of a label that a reason quotes."""

_MOST = 0.8
"""The share of numbers with the labels and headers of others from which the rows of a table are not told
apart; fewer may be meant so."""
_FEWEST = 4
"""The fewest numbers of one label and header that are doubtful; fewer may be meant so."""
_SAYS = re.compile(r"[^\W\d_]|\d[/.-]\d{1,2}[/.-]\d")
"""A word, or a day."""


def elements_of(mentions: Iterable[Mention]) -> frozenset[int]:
    """Return the elements of the places of numbers."""
    return frozenset(mention.place.element for mention in mentions)


def all_odd(mentions: Iterable[Mention], why: UncheckedReason) -> Doubts:
    """Return the same reason, told once, for several numbers."""
    return dict.fromkeys(elements_of(mentions), why)


def odd_by_text(
    mentions: Sequence[Mention],
    texts: Callable[[Mention], Sequence[str]],
    wrong: Callable[[str], UncheckedReason | None],
) -> Doubts:
    """Return the numbers one of whose texts is wrong, with the first reason that `wrong` gives."""
    odd: Doubts = {}
    whys = {text: wrong(text) for text in {text for mention in mentions for text in texts(mention)}}
    for mention in mentions:
        why = next((found for text in texts(mention) if (found := whys[text])), None)
        if why:
            odd[mention.place.element] = why
    return odd


def shortened(text: str) -> str:
    """Return a text as a reason quotes it, a long one cut."""
    return text if len(text) <= _SHOWN else text[:_SHOWN].rstrip() + "…"


def is_cut(text: str) -> bool:
    """Tell whether a text has a bracket without the other."""
    return sum(map(text.count, "(（[【")) != sum(map(text.count, ")）]】"))


def repeated_labels(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers that have the label and the header of different numbers.

    Where nearly all numbers of a table have, these are returned. Elsewhere only some are: percentages, which
    are of what stands in the row above them; numbers without any label; and those of rows that a date or a
    name beside the label tells apart.
    """
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Mention]] = defaultdict(list)
    for mention in mentions:
        alike[mention.row_path, mention.column_path].append(mention)
    groups = [
        group
        for group in alike.values()
        if len({m.row for m in group}) > 1 < len({m.number.value for m in group})
    ]
    if sum(map(len, groups)) < max(_MOST * len(mentions), _FEWEST):
        beside = _beside(table, mentions)
        groups = [
            group
            if not group[0].row_path or _told_apart(group, beside)
            else [m for m in group if m.number.measure is Measure.PERCENT]
            for group in groups
        ]
    return {
        mention.place.element: UncheckedReason.of(
            UncheckedCode.LABEL_REPEATED, label=shortened(_label(mention))
        )
        if mention.row_path
        else UncheckedReason(UncheckedCode.ROWS_WITHOUT_LABEL)
        for group in groups
        for mention in group
    }


def _beside(table: Table, mentions: Sequence[Mention]) -> dict[int, dict[int, str]]:
    """Return the words beside the labels of rows, by rows and columns, that are no number read."""
    numbers = {(mention.row, mention.column) for mention in mentions}
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in table.cells:
        if (
            cell.row >= table.header_rows
            and (cell.row, cell.column) not in numbers
            and _SAYS.search(cell.text)
        ):
            for row in range(cell.row, cell.row + cell.rows):
                found[row][cell.column] = cell.text
    return found


def _told_apart(group: Sequence[Mention], beside: Mapping[int, Mapping[int, str]]) -> bool:
    """Tell whether what stands beside the one label of numbers differs in every row."""
    rows = {mention.row for mention in group}
    said = [beside.get(row, {}) for row in sorted(rows)]
    return any(
        all(column in texts for texts in said) and len({texts[column] for texts in said}) == len(rows)
        for column in said[0]
    )


def _label(mention: Mention) -> str:
    return mention.row_path[-1]
