"""Value equality between numbers whose headers are read as the same period."""

from __future__ import annotations

from cofitcheck.document import Document
from cofitcheck.evaluation.methods.autocheck_filter import Keys
from cofitcheck.evaluation.methods.model import Method, MethodOptions, Pairs
from cofitcheck.evaluation.methods.value import ValueEquality
from cofitcheck.filtering.groups import Mask
from cofitcheck.mentions.arrays import mention_arrays


def load(options: MethodOptions) -> Method:
    """Return the method; it has nothing to load."""
    return ValueEquality(same_period)


def same_period(document: Document, pairs: Pairs) -> Mask:
    """Tell which pairs (k, 2) have the same year, month and length of period, unread ones included."""
    arrays = mention_arrays(document)
    year = Keys.of(arrays).year
    left, right = pairs.T
    same: Mask = year[left] == year[right]
    same &= arrays.month[left] == arrays.month[right]
    same &= arrays.months[left] == arrays.months[right]
    return same
