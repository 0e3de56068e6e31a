"""The words for two documents held against each other: their relation, and what became of numbers."""

from __future__ import annotations

from collections.abc import Mapping

from cofitcheck.checks.comparatives.model import Comparison, Kinship, Outcome
from cofitcheck.reports.words.phrase import Words, counted, listed, phrase

KINSHIPS = {
    Kinship.LAST_YEAR: phrase("an earlier report"),
    Kinship.DRAFT: phrase("an earlier draft"),
    Kinship.RENDITION: phrase("the same document in another format or language"),
    Kinship.RELEASE: phrase("the whole of which this document tells a part"),
}
"""What the other document is to this one."""

OUTCOMES = {
    Outcome.AGREE: phrase("agree"),
    Outcome.EXPLAINED: phrase("differ, and the document says why"),
    Outcome.DIFFER: phrase("differ"),
    Outcome.LEFT_OPEN: phrase("left open"),
    Outcome.NOT_FOUND: phrase("not found there"),
    Outcome.ADDED: phrase("added"),
    Outcome.DROPPED: phrase("dropped"),
    Outcome.MOVED: phrase("moved"),
}

OUTCOME_OF_ONE = {
    Outcome.AGREE: phrase("agrees"),
    Outcome.EXPLAINED: phrase("differs, and the document says why"),
    Outcome.DIFFER: phrase("differs"),
    Outcome.LEFT_OPEN: phrase("left open"),
    Outcome.NOT_FOUND: phrase("not found"),
    Outcome.ADDED: phrase("added"),
    Outcome.DROPPED: phrase("dropped"),
    Outcome.MOVED: phrase("moved"),
}


def coverage_words(comparison: Comparison) -> Words:
    """Return how many numbers have which outcome: "Of 780 comparatives 702 agree, 9 differ."."""
    counts = comparison.counts
    n, said = sum(counts.values()), outcome_counts(counts)
    if comparison.kinship is Kinship.LAST_YEAR:
        return counted("Of {n} comparative {counts}.", "Of {n} comparatives {counts}.", n, counts=said)
    return counted("Of {n} number {counts}.", "Of {n} numbers {counts}.", n, counts=said)


def said_words(comparison: Comparison) -> Words:
    """Return what became of the numbers in sentences, "" where none were looked at."""
    counts = comparison.said_counts
    if not counts:
        return ""
    n, said = sum(counts.values()), outcome_counts(counts)
    if comparison.kinship is Kinship.DRAFT:
        return counted(
            "{n} number in sentences is not as it was: {counts}.",
            "{n} numbers in sentences are not as they were: {counts}.",
            n,
            counts=said,
        )
    return counted(
        "Of {n} number in sentences {counts}.", "Of {n} numbers in sentences {counts}.", n, counts=said
    )


def outcome_counts(counts: Mapping[Outcome, int]) -> Words:
    """Return counts by outcome; of those that are none, only agreements and differences."""
    told = {Outcome.AGREE, Outcome.DIFFER}
    return listed(
        phrase("{n} {outcome}", n=count, outcome=OUTCOMES[outcome])
        for outcome, count in counts.items()
        if count or outcome in told
    )
