"""Labels across two filings: which of their numbers have the tags of one fact."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cofitcheck.evaluation.gold.labels import Labels, with_keys


def across(this: Labels, other: Labels) -> Labels:
    """Return the labels of two documents as those of one, whose two "tables" are the documents.

    Mention i of `other` is mention `len(this.key) + i`. Pairs in different tables, the gold, are then those
    across the two: numbers of the same concept, context and unit.
    """
    keys = this.key + other.key
    joined = replace(
        this,
        tag=this.tag + other.tag,
        key=keys,
        value=this.value + other.value,
        table=np.repeat(np.array([0, 1], dtype=np.int32), [len(this.key), len(other.key)]),
        digits=np.concatenate([this.digits, other.digits]),
        faults=this.faults + other.faults,
    )
    return with_keys(joined, keys)
