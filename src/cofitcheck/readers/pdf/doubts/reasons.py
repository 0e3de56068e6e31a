"""Why numbers of a table are doubtful, by the elements of their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cofitcheck.document import Mention, UncheckedReason

Doubts = dict[int, UncheckedReason]

_SHOWN = 40
"""The most characters of a label that a reason quotes."""


def elements_of(mentions: Iterable[Mention]) -> frozenset[int]:
    """Return the elements of the places of numbers."""
    return frozenset(mention.place.element for mention in mentions)


def all_odd(mentions: Iterable[Mention], why: UncheckedReason) -> Doubts:
    """Return the same reason, told once, for several numbers."""
    return dict.fromkeys(elements_of(mentions), why)


def odd_by_text(
    mentions: Sequence[Mention],
    texts: Callable[[Mention], Sequence[str]],
    wrong: Callable[[str], UncheckedReason | None],
) -> Doubts:
    """Return the numbers one of whose texts is wrong, with the first reason that `wrong` gives."""
    odd: Doubts = {}
    whys = {text: wrong(text) for text in {text for mention in mentions for text in texts(mention)}}
    for mention in mentions:
        why = next((found for text in texts(mention) if (found := whys[text])), None)
        if why:
            odd[mention.place.element] = why
    return odd


def shortened(text: str) -> str:
    """Return a text as a reason quotes it, a long one cut."""
    return text if len(text) <= _SHOWN else text[:_SHOWN].rstrip() + "…"


def is_cut(text: str) -> bool:
    """Tell whether a text has a bracket without the other."""
    return sum(map(text.count, "(（[【")) != sum(map(text.count, ")）]】"))
