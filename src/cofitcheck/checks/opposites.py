"""Words that keep two numbers apart: what one label says and the other denies is never one fact."""

from __future__ import annotations

import re

from cofitcheck.checks.grid import Grid
from cofitcheck.document import Mention

_SAID_BY_LABELS = (
    ("basic|基本", "diluted|稀释|稀釋"),
    ("(?<![净淨])流入", "(?<![净淨])流出", "净额|淨額|[净淨]流"),
    ("before (?:income )?tax(?:es)?|pre-?tax|税前|稅前", "(?:after|net of) (?:income )?tax(?:es)?|税后|稅後"),
)
"""Groups of which one fact has one: earnings a share, cash that moved, and taxes taken off or not."""
_SAID_BY_PARTS = ("损失|損失", "利得|收益", "损益|損益")
"""What a part of a list has one of: elsewhere one word or the other tells gains less losses."""
_PART = re.compile(r"\s*其中")
_SIDES = ("assets?|资产|資産|資產", "liabilit(?:y|ies)|负债|負債")
"""A section or a header names the side of a balance sheet as well as a label."""
_BOTH_SIDES = re.compile(r"\b(?:equity|capital|deficit)|权益|權益|资本|資本|純資産", re.IGNORECASE)
"""Liabilities and equity are as much as the assets."""
_NET = re.compile(
    r"\bnet\b[\w ,-]{0,30}\b(?:assets?|liabilit(?:y|ies))|[净淨](?:资产|資產|负债|負債)", re.IGNORECASE
)
"""What is left of both sides holds numbers of either."""


def are_opposed(grid: Grid, first: int, second: int) -> bool:
    """Tell whether labels and headers say of two mentions what cannot be said of one fact.

    One is basic and the other diluted, one of the assets and the other of the liabilities; or one is a
    balance, and the other moved it.
    """
    one, other = grid[first], grid[second]
    labels, paths = [" ".join(each.row_path[-1:]) for each in (one, other)], [_path(one), _path(other)]
    return (
        any(_exclude(group, *labels) for group in _SAID_BY_LABELS)
        or (any(map(_PART.match, labels)) and _exclude(_SAID_BY_PARTS, *labels))
        or (not any(map(_holds_both, paths)) and _exclude(_SIDES, *paths))
        or _moves(grid, one, other)
        or _moves(grid, other, one)
    )


def _moves(grid: Grid, one: Mention, other: Mention) -> bool:
    """Tell whether the one is what happened between two balances, and the other a balance."""
    return grid.roll_forward(one.table).is_movement(one) and grid.roll_forward(other.table).is_balance(other)


def _holds_both(path: str) -> bool:
    """Tell whether what a number is told under holds assets and liabilities alike."""
    return bool(_BOTH_SIDES.search(path) or _NET.search(path))


def _exclude(group: tuple[str, ...], first: str, second: str) -> bool:
    """Tell whether each text says something of a group, and none of it both."""
    said, other = _said(group, first), _said(group, second)
    return bool(said and other) and said.isdisjoint(other)


def _said(group: tuple[str, ...], text: str) -> set[str]:
    return {words for words in group if re.search(rf"(?<![a-z])(?:{words})(?![a-z])", text, re.IGNORECASE)}


def _path(mention: Mention) -> str:
    return " ".join((*mention.row_path, *mention.column_path))
