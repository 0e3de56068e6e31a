"""Shares and changes under one header in several columns: they are of what stands in the column left of
them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from cofitcheck.readers.tables.text import EAST_ASIAN

Headers = tuple[str, ...]
_OF_ANOTHER = re.compile(r"[%％率比幅]|[增升]|[变變][动動]")
"""What a share or a change is called."""


def with_column_beside(headers: Mapping[int, Headers], columns: frozenset[int]) -> dict[int, Headers]:
    """Return the headers of the `columns` that hold numbers, where shares or changes of one name stand right
    of several of them with the headers of these: "2010年 / 增幅（%）"."""
    alike: defaultdict[Headers, list[int]] = defaultdict(list)
    for column in sorted(columns):
        alike[headers.get(column, ())].append(column)
    told: dict[int, Headers] = {}
    for path, found in alike.items():
        if len(found) < 2 or not path or not (EAST_ASIAN.search(path[-1]) and _OF_ANOTHER.search(path[-1])):
            continue
        lent = [_beside(column, headers, columns, alike) for column in found]
        groups = [over[:-1] for over in lent]
        if all(groups) and len(set(groups)) == len(found):
            lent = groups  # of "2010年 / 金额" the year
        if all(lent) and len(set(lent)) == len(found):
            told |= {
                column: (*over, *(text for text in path if text not in over))
                for column, over in zip(found, lent, strict=True)
            }
    return told


def _beside(
    column: int,
    headers: Mapping[int, Headers],
    columns: frozenset[int],
    alike: Mapping[Headers, list[int]],
) -> Headers:
    """Return the headers of the nearest column of numbers left of one that no other has, other shares and
    changes passed over."""
    left = column - 1
    while left in columns and len(alike[headers.get(left, ())]) > 1:
        left -= 1
    return headers.get(left, ()) if left in columns else ()
