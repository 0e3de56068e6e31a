"""Drawings that look like tables: who holds what share of whom, in boxes with percentages beside lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cofitcheck.document import Mention, Table
from cofitcheck.document.periods import read_period
from cofitcheck.numbers import Measure
from cofitcheck.readers.pdf.doubts.odd import Odd, all_odd
from cofitcheck.readers.tables.text import EAST_ASIAN

_SHARE = re.compile(r"\d\s*[%％]|\A[%％]")
_OF_SHARES = re.compile(r"[率比重幅]|[(（]\s*[%％]")
"""What heads or labels percentages in a table."""
_COMPANY = re.compile(r"(?:公司|集[团團]|中心|[院厂廠])\Z")


def drawn_shares(table: Table, mentions: Sequence[Mention]) -> Odd:
    """A table in Chinese of nothing but percentages, of which nothing says that they are such or when: most
    lack a label or a header, have one that is a share itself, one as both, or stand below a company."""
    texts = {text for mention in mentions for text in (*mention.row_path, *mention.column_path)}
    told = any(_OF_SHARES.search(text) or read_period(text) for text in (*texts, table.title))
    if told or not any(map(EAST_ASIAN.search, texts)):
        return {}
    if any(mention.number.measure is not Measure.PERCENT for mention in mentions):
        return {}
    drawn = sum(map(_is_drawn, mentions))
    return all_odd(mentions, "it looks like a drawing of who holds whom") if 2 * drawn > len(mentions) else {}


def _is_drawn(mention: Mention) -> bool:
    labels, headers = mention.row_path, mention.column_path
    if not labels or not headers or labels[-1] in headers:
        return True
    return any(map(_SHARE.search, labels)) or _COMPANY.search(headers[-1]) is not None
