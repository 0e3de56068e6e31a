"""Compares two filings as filed, then with errors in the comparatives of the later one, one at a time.

The pairs of filings come from a tab-separated list with one line for each pair.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks.comparatives import Compared, Comparison, Kinship, Outcome
from cofitcheck.comparer import Comparer, JointDocument, OtherDocument, related_documents
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded, encode_all
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_rows
from cofitcheck.evaluation.errors_anywhere import misprint
from cofitcheck.evaluation.gold import Labels, label_tagged, with_keys
from cofitcheck.evaluation.metrics import Judge, PairScores
from cofitcheck.readers import read

_COLUMNS = ("split", "company", "this", "other", "forms")

BY_TAGS = ("same fact", "other fact", "unknown")
"""The three things that tags may say of the two numbers of a difference."""


@dataclass(frozen=True, slots=True)
class Pair(Filing):
    """Two filings of one company. `path` is the later one, `other` the earlier one.

    `form` names both forms ("10-Q, 10-K").
    """

    other: Path = Path()


def read_pairs(path: Path, folder: Path, splits: Sequence[str] = ()) -> list[Pair]:
    """Read a list with the columns split, company, this, other and forms. Its files are in `folder`.

    Raises `InputError` where the list cannot be read or lacks a column, where a split holds nothing, or where
    the folder is missing.
    """
    rows = read_rows(path, _COLUMNS)
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder; name the one that holds the files of {path}.")
    known = dict.fromkeys(row["split"] for row in rows)
    for split in splits:
        if split not in known:
            raise InputError(f"{path}: no pair of the split {split}; name one of {', '.join(known)}.")
    pairs = [
        Pair(folder / row["this"], row["company"], row["split"], row["forms"], other=folder / row["other"])
        for row in rows
        if not splits or row["split"] in splits
    ]
    if not pairs:
        raise InputError(f"{path}: the list names no pair; give it a line for each.")
    return pairs


@dataclass(frozen=True, slots=True)
class Trial:
    """One error planted in a comparative whose fact the other filing states, and the outcome with it."""

    kind: str
    table: int
    row: int
    column: int
    before: str
    after: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A pair of filings: its scores, the outcomes as filed, the trials, and the seconds that it took.

    `differences` counts the differences reported in the pair as filed, by what tags say of the two numbers.
    `seconds` are those of reading and comparing both, `check_seconds` those of reading and checking the later
    one.
    """

    this: str
    other: str
    split: str
    forms: str
    company: str
    scores: PairScores
    outcomes: dict[str, int]
    differences: dict[str, int]
    trials: tuple[Trial, ...]
    seconds: float
    check_seconds: float


def attempt(filing: Filing, planted: int, seed: int, config: CheckConfig) -> Tried:
    """Compare a pair as filed, and again with `planted` errors, one at a time.

    Raises `InputError` where a file cannot be read, has no tags, or the two cannot be compared.
    """
    pair = cast(Pair, filing)
    begun = time.perf_counter()
    this, other = read(pair.path), read(pair.other)
    reading = time.perf_counter() - begun
    comparer = _comparer(config)
    begun = time.perf_counter()
    trying = _Trying.of(comparer, this, other)
    joint = trying.match(this)
    clean = trying.judge(joint, this)
    seconds = reading + time.perf_counter() - begun
    labels = across(label_tagged(this), label_tagged(other))
    rng = Random(f"{seed} {pair.name} {pair.other.name}")
    return Tried(
        this=pair.name,
        other=pair.other.name,
        split=pair.split,
        forms=pair.form,
        company=pair.company,
        scores=_scores(comparer, joint, labels),
        outcomes={outcome.value: count for outcome, count in clean.counts.items()},
        differences=_by_tags(clean, labels),
        trials=tuple(_trials(trying, clean, labels, planted, rng)),
        seconds=seconds,
        check_seconds=_check_seconds(this, reading, config),
    )


@dataclass(frozen=True)
class _Trying:
    """A pair that is compared several times, each time with other numbers in the later filing.

    It is encoded once, since numbers are masked before the encoder sees them."""

    comparer: Comparer
    kin: OtherDocument
    encoded: tuple[Encoded, Encoded]

    @classmethod
    def of(cls, comparer: Comparer, this: Document, other: Document) -> _Trying:
        (kin,), _ = related_documents(this, [other], Kinship.LAST_YEAR)
        first, second = encode_all(comparer.stages.encoder, [this, other])
        return cls(comparer, kin, (first, second))

    def match(self, this: Document) -> JointDocument:
        return self.comparer.match(this, self.kin.other, self.encoded)

    def judge(self, joint: JointDocument, this: Document) -> Comparison:
        return self.comparer.judge(joint, this, self.kin)


@cache
def _comparer(config: CheckConfig) -> Comparer:
    return Comparer(config)


@cache
def _checker(config: CheckConfig) -> Checker:
    return Checker(config)


def _check_seconds(this: Document, reading: float, config: CheckConfig) -> float:
    """Return the seconds of reading and checking one filing. Reading one counts half of reading both."""
    begun = time.perf_counter()
    _checker(config).check(this)
    return reading / 2 + time.perf_counter() - begun


def _scores(comparer: Comparer, joint: JointDocument, labels: Labels) -> PairScores:
    sure = joint.scored.probability >= comparer.settings.same_fact
    return Judge(labels).score(np.stack([joint.scored.left, joint.scored.right], axis=1)[sure])


def _by_tags(comparison: Comparison, labels: Labels) -> dict[str, int]:
    boundary = len(comparison.this.mentions)
    found = Counter(_said_by_tags(labels, each, boundary) for each in comparison.of(Outcome.DIFFER))
    return {said: found[said] for said in BY_TAGS}


def _said_by_tags(labels: Labels, each: Compared, boundary: int) -> str:
    assert each.mention is not None
    assert each.counterpart is not None
    facts = int(labels.fact[each.mention]), int(labels.fact[each.counterpart + boundary])
    if min(facts) < 0:
        return "unknown"
    return "same fact" if facts[0] == facts[1] else "other fact"


def _trials(trying: _Trying, clean: Comparison, labels: Labels, planted: int, rng: Random) -> list[Trial]:
    places = _places(clean, labels)
    trials: list[Trial] = []
    for index in rng.sample(places, len(places)):
        if len(trials) == planted:
            break
        made = misprint(clean.this.mentions[index], rng)
        if made is None:
            continue
        wrong = made.in_document(clean.this)
        found = trying.judge(trying.match(wrong), wrong)
        outcome = next(each.outcome for each in found.compared if each.mention == index)
        before, after = clean.this.mentions[index], made.mention
        place = before.table, before.row, before.column
        trials.append(Trial(made.kind.value, *place, before.text, after.text, outcome.value))
    return trials


def _places(clean: Comparison, labels: Labels) -> list[int]:
    """Return the comparatives that may be made wrong.

    They are not zero, and the other filing states their fact with their value, by its tags."""
    boundary = len(clean.this.mentions)
    stated: dict[int, set[Decimal | None]] = defaultdict(set)
    for fact, value in zip(labels.fact[boundary:].tolist(), labels.value[boundary:], strict=True):
        stated[fact].add(value)
    return [
        each.mention
        for each in clean.compared
        if each.mention is not None
        and (fact := int(labels.fact[each.mention])) >= 0
        and labels.value[each.mention]
        and labels.value[each.mention] in stated[fact]
    ]


def across(this: Labels, other: Labels) -> Labels:
    """Return the labels of two documents as those of one, whose two "tables" are the documents.

    Mention i of `other` becomes mention `len(this.key) + i`. The gold pairs, which are in different tables,
    are then pairs across the two documents: numbers of the same concept, context and unit.
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
