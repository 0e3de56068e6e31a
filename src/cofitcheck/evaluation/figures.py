"""Counts as the figures that go into JSON, of all documents and by form, size and industry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from cofitcheck.evaluation.matching.metrics import Counts

Json = dict[str, object]

DIGITS = 4

THIRDS = ("few", "some", "many")
"""Parts by the number of mentions, as even as can be."""


def figures(counts: Counts, claimed: bool = True) -> Json:
    """Return precision, recall and F1 with `pairs` (of the gold), `predicted` and `hits`.

    The rates are None, and nothing is said of predictions, where they are not `claimed`.
    """
    if not claimed:
        return {"precision": None, "recall": None, "f1": None, "pairs": counts.gold}
    return {
        "precision": round(counts.precision, DIGITS),
        "recall": round(counts.recall, DIGITS),
        "f1": round(counts.f1, DIGITS),
        "pairs": counts.gold,
        "predicted": counts.predicted,
        "hits": counts.hits,
    }


def share(part: float, whole: float) -> float | None:
    """Return part over whole, None where there is no whole."""
    return round(part / whole, DIGITS) if whole else None


def mean(values: Sequence[float]) -> float | None:
    """Return the mean, None of nothing."""
    return share(sum(values), len(values))


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
