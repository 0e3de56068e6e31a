"""Rows of Chinese and Japanese statements that have a label and nothing else: an item without an amount, or a
section of the rows below."""

from __future__ import annotations

import re

from cofitcheck.readers.tables.section import numbering, states_period_only
from cofitcheck.readers.tables.text import EAST_ASIAN

_SECTION = re.compile(
    r".*[:：]|(?:非?流动|非?流動|固定)(?:资产|负債|资产类|负债|資産|資產)"
    r"|.*(?:权益|權益|純資産|合并|公司)|.*(?:部分|の部)|其中"
)
_BY_DIGITS = re.compile(r"\s*[（(]?\d{1,2}[)）.．、](?!\d)")
_TOTAL = re.compile(r"[合小总總]\s*[计計]\Z")
_FINEST = 3


def may_be_empty_item(label: str, below: str) -> bool:
    """Tell whether a label without an amount may be an item, by its words and the label of the row below.

    A numbered label heads the rows below it, unless the next one is numbered as it is or more coarsely; and
    nothing that a total follows at once heads anything.
    """
    words = _BY_DIGITS.sub("", label).lstrip("（( ")
    if not EAST_ASIAN.match(words) or label.endswith((":", "：")) or states_period_only(label):
        return False
    if _TOTAL.search(below):
        return True
    rank = _rank(label)
    if rank >= 0:
        return 0 <= _rank(below) <= rank
    return _SECTION.fullmatch(label) is None


def _rank(label: str) -> int:
    rank = numbering(label)
    return _FINEST if rank < 0 and _BY_DIGITS.match(label) else rank
