"""White space as a reader sees it."""

from __future__ import annotations

import re

from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS

EAST_ASIAN = re.compile(f"[{EAST_ASIAN_LETTERS}]")
"""A letter of Chinese or Japanese."""
_SPACE = re.compile(r"[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


def fold(text: str) -> str:
    """Fold white space of every kind into single spaces and drop what has no width."""
    return _SPACE.sub(" ", text.translate(_ZERO_WIDTH)).strip()
