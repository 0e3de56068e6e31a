"""What is wrong with the tags of a document: each fault is listed with its place, and the rest goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cofitcheck.document import Place


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that could not be used: what it is, where it stands, and the id or concept it is about."""

    kind: str
    place: Place
    name: str


def count(faults: Iterable[Fault]) -> Counter[str]:
    """Count faults by kind."""
    return Counter(fault.kind for fault in faults)
