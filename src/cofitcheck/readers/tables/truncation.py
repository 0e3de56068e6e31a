"""Amounts that are cut off, not rounded, as most Japanese reports say of theirs: "百万円未満切捨て"."""

from __future__ import annotations

import re
from dataclasses import replace

from cofitcheck.document import Document, Mention
from cofitcheck.numbers import Measure

_SAYS_SO = re.compile(r"円未満[^。（）()]{0,20}切り?捨")


def truncated_as_said(document: Document) -> Document:
    """Return a document whose amounts of money are truncated if it says so near any of its tables."""
    said = any(
        _SAYS_SO.search(text)
        for table in document.tables
        for text in (table.title, table.caption, table.text_before, table.text_after)
    )
    if not said:
        return document
    return replace(document, mentions=tuple(map(_truncated, document.mentions)))


def _truncated(mention: Mention) -> Mention:
    if mention.number.measure is not Measure.MONEY:
        return mention
    return replace(mention, number=replace(mention.number, truncated=True))
