"""The words of a text: of a label, a title or a sentence."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import EAST_ASIAN, EAST_ASIAN_LETTERS
from cofitcheck.language.phrases import EMPTY, SHORT

Words = frozenset[str]

_WORD = re.compile(rf"[{EAST_ASIAN_LETTERS}]+|[^\W\d_{EAST_ASIAN_LETTERS}]+")
_SHORT = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(SHORT, key=len, reverse=True)))})\b")
_SHORTEST_PLURAL = 4


@cached(65536)
def words_of(text: str) -> Words:
    """Return the words of a text without their plurals; of Chinese and Japanese each two signs that follow
    each other."""
    found: set[str] = set()
    text = text.casefold()
    if "&" in text:
        text = _SHORT.sub(lambda found: SHORT[found[0]], text)
    for word in _WORD.findall(text):
        if not word.isascii() and EAST_ASIAN.match(word):
            found.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        elif word not in EMPTY:
            plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
            found.add(word[:-1] if plural else word)
    return frozenset(found)
