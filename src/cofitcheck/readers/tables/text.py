"""White space as a reader sees it, and letters of Chinese and Japanese."""

from __future__ import annotations

import re

_SPACE = re.compile(r"[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""A letter of Chinese or Japanese."""
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


def fold(text: str) -> str:
    """Fold white space of every kind into single spaces and drop what has no width."""
    return _SPACE.sub(" ", text.translate(_ZERO_WIDTH)).strip()
