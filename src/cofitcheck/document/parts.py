"""Columns of parts ("% of total") that stand each to the right of the dated column whose parts they state."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from cofitcheck.document.model import Mention
from cofitcheck.document.periods import Period, period_of

_PART = re.compile(r"\W*(?:as\s+a\s+)?(?:%|percent(?:age)?\b)(?:\s*of\b.*)?\W*", re.IGNORECASE)
_FEWEST = 2
"""Pairs of a dated column and one of parts that make a pattern: a single "%" may be that of a change."""


def periods_of_parts(mentions: Sequence[Mention], periods: Mapping[int, Period]) -> dict[int, Period]:
    """Return the periods that the parts in a table take over from the columns on their left, by index.

    `periods` holds what is known of each mention. Beside an empty cell a part has the period of the other
    numbers in that column, where all have one.
    """
    columns: dict[int, list[Mention]] = defaultdict(list)
    for mention in mentions:
        columns[mention.column].append(mention)
    taken: dict[int, Period] = {}
    for whole, parts in _pairs([columns[at] for at in sorted(columns)]):
        rows = {mention.row: periods[mention.index] for mention in whole}
        alone = next(iter(rows.values())) if len(set(rows.values())) == 1 else Period()
        for mention in parts:
            known, other = periods[mention.index], rows.get(mention.row, alone)
            if not known.year and known.month in (0, other.month) and known.months in (0, other.months):
                taken[mention.index] = known.or_else(other)
    return taken


def _pairs(columns: Sequence[list[Mention]]) -> Iterator[tuple[list[Mention], list[Mention]]]:
    """Yield each dated column with the parts on its right, where such columns alternate."""
    dated = [all(period_of(m.column_path).year for m in column) for column in columns]
    kept = [
        (column, is_dated)
        for column, is_dated in zip(columns, dated, strict=True)
        if is_dated or all(map(_is_part, column))
    ]
    alternating = [is_dated for _, is_dated in kept] == [True, False] * (len(kept) // 2)
    if alternating and len(kept) >= 2 * _FEWEST:
        for (whole, _), (parts, _) in zip(kept[::2], kept[1::2], strict=True):
            yield whole, parts


def _is_part(mention: Mention) -> bool:
    return bool(mention.column_path and _PART.fullmatch(mention.column_path[-1]))
