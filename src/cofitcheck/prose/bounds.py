"""Words that widen or open a number: "approximately", "more than", "up to", "or less"."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS
from cofitcheck.language.phrases import (
    ABOUT,
    ABOUT_BEHIND,
    AT_LEAST,
    AT_LEAST_BEHIND,
    AT_MOST,
    AT_MOST_BEHIND,
)
from cofitcheck.prose.model import Bound

_REACH = 28
_LETTER = re.compile(rf"[A-Za-z{EAST_ASIAN_LETTERS}.]\s{{0,2}}\Z")
_BEFORE = re.compile(
    rf"(?:(?P<most>{AT_MOST})|(?P<least>{AT_LEAST})|(?P<about>{ABOUT}|~))\s{{0,2}}(?:(?:an?|the|another)\s)?\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"\s?(?:(?P<most>{AT_MOST_BEHIND})|(?P<least>{AT_LEAST_BEHIND})|(?P<about>{ABOUT_BEHIND}))",
    re.IGNORECASE,
)
_BOUNDS = {"most": Bound.AT_MOST, "least": Bound.AT_LEAST, "about": Bound.ABOUT}


def bound_of(text: str, start: int, end: int) -> tuple[Bound, int]:
    """Return the bound of the number between two places, and where the words before it begin."""
    said = text[max(start - _REACH, 0) : start]
    before = _BEFORE.search(said) if said.endswith("~") or _LETTER.search(said) else None
    if before:
        return _BOUNDS[before.lastgroup or ""], start - len(before[0])
    behind = _BEHIND.match(text, end)
    return (_BOUNDS[behind.lastgroup or ""] if behind else Bound.EXACT), start
