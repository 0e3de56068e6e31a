"""The same figures for parts of the documents: by form, by number of mentions, by industry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from cofitcheck.evaluation.figures import Json

THIRDS = ("few", "some", "many")
"""Parts by the number of mentions, as even as can be."""


class ScoredDocument(Protocol):
    """What came of a document, as far as it decides where the document belongs."""

    @property
    def form(self) -> str:
        """The form ("10-K"), "" where nothing states it."""

    @property
    def industry(self) -> str:
        """The company's industry, "" where nothing states it."""

    @property
    def mentions(self) -> int:
        """How many numbers it holds."""


SomeRow = TypeVar("SomeRow", bound=ScoredDocument)


def broken_down(rows: Sequence[SomeRow], figures: Callable[[Sequence[SomeRow]], Json]) -> Json:
    """Return the figures of the documents of each form, number of mentions and industry, by these names.

    A document whose form or industry is not known is left out there.
    """
    groups = {
        "form": _by(rows, lambda row: row.form),
        "mentions": _by_mentions(rows),
        "industry": _by(rows, lambda row: row.industry),
    }
    return {
        name: {group: {"documents": len(members), **figures(members)} for group, members in parts.items()}
        for name, parts in groups.items()
    }


def _by(rows: Iterable[SomeRow], name: Callable[[SomeRow], str]) -> dict[str, list[SomeRow]]:
    parts: dict[str, list[SomeRow]] = {}
    for row in rows:
        if name(row):
            parts.setdefault(name(row), []).append(row)
    return dict(sorted(parts.items()))


def _by_mentions(rows: Iterable[SomeRow]) -> dict[str, list[SomeRow]]:
    ordered = sorted(rows, key=lambda row: row.mentions)
    edges = [len(ordered) * edge // len(THIRDS) for edge in range(len(THIRDS) + 1)]
    return {
        f"{name} ({ordered[start].mentions:,} to {ordered[end - 1].mentions:,})": ordered[start:end]
        for name, (start, end) in zip(THIRDS, pairwise(edges), strict=True)
        if end > start
    }
