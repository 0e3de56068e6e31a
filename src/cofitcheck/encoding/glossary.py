"""Labels of other languages in English: words of time and the usual line items; the rest stays as it is.

Vectors and trees have learnt English labels. The glossaries in `language/glossary` name the items that most
statements have. In Chinese and Japanese they are found within a label; in languages that set words apart by
blanks a label is an item as a whole, as part of it may be a word of another language.
"""

from __future__ import annotations

from functools import cache

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import SIMPLIFIED
from cofitcheck.language.meanings import glossary
from cofitcheck.periods.east_asian import speaks_east_asian, spelled


@cached(65536)
def translated(text: str) -> str:
    """Return a label with what is known of it in English; any other text as it is."""
    if not speaks_east_asian(text):
        return _labels().get(_plain(text), text)
    items, known = _items()
    simplified = spelled(text).translate(SIMPLIFIED)
    return " ".join(known.sub(lambda found: f" {items[found[0]]} ", simplified).split())


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split()).rstrip(" :")


@cache
def _labels() -> dict[str, str]:
    """Return the items of languages that set words apart, by their names."""
    return {_plain(name): english for name, english in glossary().items() if not speaks_east_asian(name)}


@cache
def _items() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the Chinese and Japanese items by their names in one script, and a pattern that finds the
    longest names first."""
    items = {
        name.translate(SIMPLIFIED): english for name, english in glossary().items() if speaks_east_asian(name)
    }
    return items, re.compile("|".join(sorted(map(re.escape, items), key=len, reverse=True)))
