"""Merged gold: the strict gold with concepts that are one fact under two names counted as one.

The names stand in `merged_concepts.tsv`, each with its reason: `concept` (where `member` is given: of that
one member) is the same fact as `same_as` in the same context, that member left out. They were mined on
training filings and judged one by one; docs/gold.md says how they were judged.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files

from cofitcheck.evaluation.gold.labels import Key, Labels, with_keys

Name = tuple[str, tuple[str, str] | None]
"""A concept, and the one (dimension, member) that is part of the name, None for a plain concept."""


@cache
def merged_names() -> Mapping[Name, str]:
    """Return the names that are left out, each with the concept that stands for it."""
    lines = (
        files("cofitcheck.evaluation.gold").joinpath("merged_concepts.tsv").read_text("utf-8").splitlines()
    )
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return {(row["concept"], _member(row["member"])): row["same_as"] for row in rows}


def merged(labels: Labels) -> Labels:
    """Return the labels with one name for each fact that the map knows two of; values stay as they are."""
    return with_keys(labels, [key and merged_key(key) for key in labels.key])


def merged_key(key: Key) -> Key:
    """Return the key under the name that stands for its own, the key itself where the map has none."""
    members = key.context.members
    for member in (*members, None):
        if concept := merged_names().get((key.concept, member)):
            rest = tuple(other for other in members if other != member)
            return Key(concept, replace(key.context, members=rest), key.unit)
    return key


def _member(written: str) -> tuple[str, str] | None:
    axis, equals, member = written.partition("=")
    return (axis, member) if equals else None
