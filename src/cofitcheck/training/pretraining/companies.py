"""Whether two documents are of one company, by the names that two lists give it."""

from __future__ import annotations

from collections.abc import Iterable

from cofitcheck import patterns as re

_ASIDE = re.compile(r"\([^)]{0,200}\)|/\w*/?")
_WORD = re.compile(r"[^\W_]+")
_LEGAL = frozenset(
    "the inc incorporated corp corporation co company companies ltd limited llc lp plc nv sa ag".split()
)


def company_words(name: str) -> tuple[str, ...]:
    """Return the words that tell a company from others: no legal form, nothing in brackets, lower case."""
    words = tuple(_WORD.findall(_ASIDE.sub(" ", name.lower())))
    return tuple(word for word in words if word not in _LEGAL) or words


def is_among(name: str, companies: Iterable[str]) -> bool:
    """Tell whether a company may be one of these: the words of one name begin those of the other.

    Rather one company too many than one too few. A name without a word may be anybody's.
    """
    words = company_words(name)
    return any(_one_begins_the_other(words, company_words(each)) for each in companies)


def _one_begins_the_other(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    shared = min(len(first), len(second))
    return first[:shared] == second[:shared]
