"""Rows of Chinese and Japanese statements that have a label and nothing else: an item without an amount, or a
section of the rows below."""

from __future__ import annotations

import re

from cofitcheck.readers.tables.section import BY_DIGITS, numbering, states_period_only
from cofitcheck.readers.tables.text import EAST_ASIAN

_SECTION = re.compile(
    r".*[:：]|(?:非?流动|非?流動|固定)(?:资产|负債|资产类|负债|資産|資產)"
    r"|.*(?:权益|權益|純資産|合并|公司)|.*(?:部分|の部)|其中"
)
_TOTAL = re.compile(r"[合小总總]\s*[计計]\Z")
_COARSEST = 0
_FINEST = 3
_NAME = 2
"""The fewest characters that name what a total is of."""


def sums_up(label: str) -> bool:
    """Tell whether a label is that of a total or subtotal."""
    return _TOTAL.search(label) is not None


def may_be_empty_item(label: str, below: str) -> bool:
    """Tell whether a label without an amount may be an item, by its words and the label of the row below.

    A numbered label heads the rows below it, unless the next one is numbered as it is or more coarsely; and
    nothing that a total follows at once heads anything, but what is numbered in the coarsest way: statements
    in short tell "一、经营活动产生的现金流量" by its totals alone.
    """
    words = BY_DIGITS.sub("", label).lstrip("（( ")
    if not EAST_ASIAN.match(words) or label.endswith((":", "：")) or states_period_only(label):
        return False
    rank = _rank(label)
    if sums_up(below):
        return rank != _COARSEST
    if rank >= 0:
        return 0 <= _rank(below) <= rank
    return _SECTION.fullmatch(label) is None


def is_empty_item(label: str, below: str) -> bool:
    """Tell whether a label without an amount, which may be an item, is one for sure: the total of something
    else follows it at once."""
    total = _TOTAL.search(below)
    name = below[: total.start()].strip() if total else ""
    words = BY_DIGITS.sub("", label).strip()
    return len(name) >= _NAME and name not in words and words not in name


def _rank(label: str) -> int:
    rank = numbering(label)
    return _FINEST if rank < 0 and BY_DIGITS.match(label) else rank
