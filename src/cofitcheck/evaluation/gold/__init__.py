"""Gold labels: which mentions of an inline XBRL document state the same fact, from its tags."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from cofitcheck import patterns as re
from cofitcheck.document import Document, Mention
from cofitcheck.errors import InputError
from cofitcheck.evaluation.gold.contexts import (
    Declarations,
    Fault,
    XbrlContext,
    count,
    read_declarations,
    shared,
)
from cofitcheck.evaluation.gold.tags import Tag, read_tags, tag_faults
from cofitcheck.readers.html.parse import parse_tree

Pairs = npt.NDArray[np.int64]
"""Pairs of mention indices, shape (k, 2), left < right, in ascending order."""

_NO_DIGIT = re.compile(r"\D")
AMBIGUOUS_DIGITS = 3
"""The least digits of a value whose equality means something; shorter values are too common."""


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a fact, which its tags share: concept, context (entity, period, dimensions) and unit."""

    concept: str
    context: XbrlContext
    unit: str


@dataclass(frozen=True)
class Labels:
    """The labels of one document's mentions by its tags. All sequences are parallel to `Document.mentions`.

    `tag` is the tag of each mention, None where it has none. `key` is what the tag resolves to, None where
    there is no tag or its context or unit is not declared. `fact` (n,) int32 numbers the different keys in
    document order, -1 for None. `value` is the tagged value in base units, None for nil and where there is no
    key. `table` (n,) int32 is the mention's table, `digits` (n,) int32 the number of digits shown without
    leading zeros. `faults` lists the faults of all tags of the document, also of those at no mention.
    """

    tag: tuple[Tag | None, ...]
    key: tuple[Key | None, ...]
    value: tuple[Decimal | None, ...]
    fact: npt.NDArray[np.int32]
    table: npt.NDArray[np.int32]
    digits: npt.NDArray[np.int32]
    faults: tuple[Fault, ...]

    @property
    def problems(self) -> Counter[str]:
        """The faults counted by kind."""
        return count(self.faults)

    @property
    def concept(self) -> list[str | None]:
        """The tag's concept for each mention, such as "us-gaap:NetIncomeLoss"."""
        return [key.concept if key else None for key in self.key]

    @property
    def members(self) -> list[tuple[str, ...] | None]:
        """The dimensions for each mention, sorted, each written "axis=member"."""
        return [tuple("=".join(pair) for pair in key.context.members) if key else None for key in self.key]


def label(document: Document) -> Labels:
    """Label the mentions of a document from the inline XBRL tags in its `source`, or its `files`.

    A mention takes the tag inside its own source cell. In a report of several files a context or unit
    declared in one holds in all. Tags whose context or unit is not declared label nothing and are listed.
    Raises `UnreadableDocumentError` where a file holds no markup.
    """
    roots = {
        name: parse_tree(data) for name, data in (document.files or {document.name: document.source}).items()
    }
    declared = {name: read_declarations(root, name) for name, root in roots.items()}
    report = tuple(declared.values())
    taken: list[tuple[Tag, Key | None] | None] = [None] * len(document.mentions)
    faults: list[Fault] = []
    for name, root in roots.items():
        tags = read_tags(root)
        known = shared(declared[name], report)
        faults += [*known.faults, *tag_faults(tags, known, name)]
        mentions = [mention for mention in document.mentions if mention.place.file == name]
        for mention, tag in zip(mentions, attach(mentions, tags), strict=True):
            taken[mention.index] = (tag, _key(tag, known)) if tag else None
    keys = tuple(pair[1] if pair else None for pair in taken)
    return Labels(
        tag=tuple(pair[0] if pair else None for pair in taken),
        key=keys,
        value=tuple(pair[0].value if pair and pair[1] else None for pair in taken),
        fact=_number(keys),
        table=np.array([mention.table for mention in document.mentions], dtype=np.int32),
        digits=np.array([_shown_digits(mention) for mention in document.mentions], dtype=np.int32),
        faults=tuple(faults),
    )


def label_tagged(document: Document) -> Labels:
    """Label a document as `label` does.

    Raises `InputError` where it has no numeric tag at all, since nothing can be scored then."""
    labels = label(document)
    if not any(labels.tag) and not labels.faults:
        raise InputError(f"{document.name}: no number in it has an inline XBRL tag; give a tagged document.")
    return labels


def with_keys(labels: Labels, keys: Sequence[Key | None]) -> Labels:
    """Return the labels with other keys, and the facts numbered by them."""
    return replace(labels, key=tuple(keys), fact=_number(keys))


def attach(mentions: Sequence[Mention], tags: Iterable[Tag]) -> list[Tag | None]:
    """Return the tag of each mention: of the outermost tags in its cell the one that shows its digits."""
    inside: dict[int, list[Tag]] = defaultdict(list)
    for tag in tags:
        if tag.cell is not None and not tag.inner:
            inside[tag.cell].append(tag)
    return [_best(mention, inside.get(mention.place.element, ())) for mention in mentions]


def strict_pairs(labels: Labels) -> Pairs:
    """Return the pairs of mentions in different tables whose tags have the same key."""
    return pairs_across(labels.fact, labels.table)


def pairs_across(fact: npt.NDArray[np.int32], table: npt.NDArray[np.int32]) -> Pairs:
    """Return the pairs of mentions in different tables with the same fact number of 0 or more; both (n,)."""
    return _select(_pairs_within(fact), table, same=False)


def same_table_pairs(labels: Labels) -> Pairs:
    """Return the pairs of mentions inside one table whose tags have the same key."""
    return _select(_pairs_within(labels.fact), labels.table, same=True)


def ambiguous_pairs(labels: Labels) -> Pairs:
    """Return the pairs, across tables and inside them, that tags cannot judge.

    They have equal absolute value (both shown with three digits or more), unit and period end, and
    different keys.
    """
    groups = [
        (abs(value), key.unit, key.context.end)
        if key and value is not None and digits >= AMBIGUOUS_DIGITS
        else None
        for key, value, digits in zip(labels.key, labels.value, labels.digits, strict=True)
    ]
    return _select(_pairs_within(_number(groups)), labels.fact, same=False)


def _best(mention: Mention, tags: Sequence[Tag]) -> Tag | None:
    digits = _digits(mention.text)
    shown = mention.number.displayed
    for tag in tags:
        # The text may hold a footnote mark beside the number, so the number read from it may match as well.
        if _digits(tag.text) == digits or (
            shown is not None and _digits(tag.text) == _digits(format(shown, "f"))
        ):
            return tag
    return None


def _digits(text: str) -> str:
    return _NO_DIGIT.sub("", text).lstrip("0")


def _shown_digits(mention: Mention) -> int:
    return 0 if mention.number.displayed is None else len(_digits(format(mention.number.displayed, "f")))


def _key(tag: Tag, declared: Declarations) -> Key | None:
    context, unit = declared.contexts.get(tag.context), declared.units.get(tag.unit)
    return Key(tag.concept, context, unit) if context and unit else None


def _number(groups: Iterable[Hashable | None]) -> npt.NDArray[np.int32]:
    """Number the different groups in order of appearance, -1 for None: int32 (n,)."""
    known: dict[Hashable, int] = {}
    return np.array(
        [-1 if group is None else known.setdefault(group, len(known)) for group in groups], dtype=np.int32
    )


def _select(pairs: Pairs, by: npt.NDArray[np.int32], same: bool) -> Pairs:
    """Keep the pairs whose mentions have the same number in `by` (n,), or where not `same` the others."""
    kept: Pairs = pairs[(by[pairs[:, 0]] == by[pairs[:, 1]]) == same]
    return kept


def _pairs_within(group: npt.NDArray[np.int32]) -> Pairs:
    """Return all pairs of positions that share a group number of 0 or more: int64 (k, 2), sorted."""
    order = np.argsort(group, kind="stable")
    order = order[group[order] >= 0]
    runs = np.split(order, np.flatnonzero(np.diff(group[order])) + 1)
    blocks = [
        np.stack([run[left], run[right]], axis=1)
        for run in runs
        for left, right in [np.triu_indices(len(run), 1)]
    ]
    pairs = np.concatenate([*blocks, np.empty((0, 2), dtype=np.int64)]).astype(np.int64)
    ordered: Pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    return ordered


Name = tuple[str, tuple[str, str] | None]
"""A concept, and the one (dimension, member) that is part of the name, None for a plain concept."""


@cache
def merged_names() -> Mapping[Name, str]:
    """Return the names that are replaced, each with the concept that stands for it."""
    lines = (
        files("cofitcheck.evaluation.gold").joinpath("merged_concepts.tsv").read_text("utf-8").splitlines()
    )
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return {(row["concept"], _member(row["member"])): row["same_as"] for row in rows}


def merged(labels: Labels) -> Labels:
    """Return the labels with one name for facts of which the map knows two names. Values do not change."""
    return with_keys(labels, [key and merged_key(key) for key in labels.key])


def merged_key(key: Key) -> Key:
    """Return the key under the name that stands for its own, or the key itself where the map has none."""
    members = key.context.members
    for member in (*members, None):
        if concept := merged_names().get((key.concept, member)):
            rest = tuple(other for other in members if other != member)
            return Key(concept, replace(key.context, members=rest), key.unit)
    return key


def _member(written: str) -> tuple[str, str] | None:
    axis, equals, member = written.partition("=")
    return (axis, member) if equals else None
