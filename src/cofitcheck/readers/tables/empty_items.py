"""Rows of Chinese and Japanese statements that have a label and nothing else: an item without an amount, or a
section of the rows below."""

from __future__ import annotations

import re

from cofitcheck.language.lexicon import ADDED_SIGNS, DEDUCTED_SIGNS, PART_SIGNS, without_total_at_end
from cofitcheck.readers.tables.section import BY_DIGITS, numbering, states_period_only
from cofitcheck.readers.tables.text import EAST_ASIAN

_SECTION = re.compile(
    r".*[:：]|(?:非?流动|非?流動|固定)(?:资产|负債|资产类|负债|資産|資產)"
    rf"|.*(?:权益|權益|純資産|合并|公司)|.*(?:部分|の部)|{PART_SIGNS}"
)
TOLD = re.compile(rf"\s*{PART_SIGNS}\s*[:：]\s*\S")
"""How labels begin that tell a part of the item above."""
_COUNTED = re.compile(r"\s*[（(]?(\d{1,2})[)）.．、](?!\d)")
_ADDED = re.compile(rf"\s*(?:{ADDED_SIGNS}|{DEDUCTED_SIGNS})\s*[:：]\s*\S")
_COARSEST = 0
_FINEST = 5
_NAME = 2
"""The fewest characters that name what a total is of."""


def adds_or_deducts(label: str) -> bool:
    """Tell whether a label is that of an item which a statement adds or deducts ("加：公允价值变动收益"), to
    its last bracket: the next ones stand deeper, below its name, and are no parts of it."""
    opened = sum(map(label.count, "(（")) > sum(map(label.count, ")）"))
    return _ADDED.match(label) is not None and not opened


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
    if without_total_at_end(below) is not None:
        return rank != _COARSEST
    if rank >= 0:
        return 0 <= _rank(below) <= rank
    return _SECTION.fullmatch(label) is None


def is_empty_item(label: str, below: str) -> bool:
    """Tell whether a label without an amount, which may be an item, is one for sure: it is told as a
    part, the next item of its list follows it at once, or the total of something else."""
    if TOLD.match(label) or 0 <= _rank(below) < _rank(label) or _counts_on(label, below):
        return True
    name = without_total_at_end(below) or ""
    words = BY_DIGITS.sub("", label).strip()
    return len(name) >= _NAME and name not in words and words not in name


def _counts_on(label: str, below: str) -> bool:
    """Tell whether a label is numbered by digits and the one below has the next number, in the same way."""
    number, following = _COUNTED.match(label), _COUNTED.match(below)
    if not (number and following) or numbering(label) != numbering(below):
        return False
    return int(following[1]) == int(number[1]) + 1


def _rank(label: str) -> int:
    rank = numbering(label)
    return _FINEST if rank < 0 and BY_DIGITS.match(label) else rank
