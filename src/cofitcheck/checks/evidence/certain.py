"""The classes of certain evidence: what arithmetic and structure prove is told without a learnt probability.

`docs/measurements/rules.md` says how often each class was false on clean documents. One that is false more
than once in 200 clean filings is not certain, and its cases go back to the trees.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CertainClass:
    """A kind of evidence that proves an error: `probability` is that of every finding of the class."""

    name: str
    reason: str
    probability: float


CAPTIONED_LINE = CertainClass(
    "one captioned line",
    "A line of a statement has another number in another statement, or in its note, under the same caption, "
    "for the same period, in the same unit, and agrees there in another period.",
    0.95,
)
SOLE_IDENTITY = CertainClass(
    "identity without a line between",
    "The lines of a statement do not come to what they are by their meaning, no other column breaks that, "
    "and no printed number explains the difference.",
    0.95,
)

CERTAIN = (CAPTIONED_LINE, SOLE_IDENTITY)
"""All classes."""
