"""The feet of pages that stand in a document as text: "Acme Corp. | 2025 Form 10-K | 20"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cofitcheck import patterns as re
from cofitcheck.document import Passage

_LONGEST = 100
_OFTEN = 5
_NUMBERED = re.compile(r"(?P<foot>.*\D)(?P<page>[0-9]{1,3})", re.DOTALL)


def feet_of(passages: Sequence[Passage]) -> frozenset[int]:
    """Return the indices of short passages that are alike but for a number at their end, which counts on."""
    alike: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for passage in passages:
        named = _NUMBERED.fullmatch(passage.text) if len(passage.text) <= _LONGEST else None
        if named:
            alike[named["foot"]].append((passage.index, int(named["page"])))
    return frozenset(index for found in alike.values() if _counts_on(found) for index, _ in found)


def _counts_on(found: Sequence[tuple[int, int]]) -> bool:
    pages = [page for _, page in found]
    return len(pages) >= _OFTEN and pages == sorted(set(pages))
