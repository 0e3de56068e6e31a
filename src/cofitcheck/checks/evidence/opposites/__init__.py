"""Named rules that keep two numbers apart by what labels, headers and notes say."""

from __future__ import annotations

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites import bases, labels
from cofitcheck.checks.evidence.opposites.labels import MentionPair, OppositeRule

__all__ = ["RULES", "are_incompatible", "opposing_rule"]

RULES = (
    *labels.RULES,
    *bases.RULES,
    OppositeRule(
        "fiscal years", lambda pair: pair.grid.named_years.are_apart(pair.one.index, pair.other.index)
    ),
)
"""All rules, in the order in which they are asked: the first that speaks is named."""


def opposing_rule(grid: Grid, first: int, second: int) -> str:
    """Return the name of the first rule that keeps two mentions apart, "" where none does."""
    pair = MentionPair(grid, grid[first], grid[second])
    return next((rule.name for rule in RULES if rule.speaks(pair)), "")


def are_incompatible(grid: Grid, first: int, second: int) -> bool:
    """Tell whether labels and headers of two mentions cannot both be true of one fact."""
    return bool(opposing_rule(grid, first, second))
