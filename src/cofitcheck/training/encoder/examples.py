"""Labelled documents packed for the trainer: what one step sees."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.encoding.batching import Batch, batches
from cofitcheck.encoding.layouts import StructuredLayout
from cofitcheck.encoding.passes import TablePass
from cofitcheck.encoding.wordpieces import Wordpieces
from cofitcheck.training.data import TrainingDocument

Labels = npt.NDArray[np.int64]
NO_MEMBER = "none"


@dataclass(frozen=True)
class Facets:
    """The facet values shared by enough companies to be learnt, each with its class number."""

    concepts: dict[str, int]
    members: dict[str, int]


@dataclass(frozen=True)
class PackedExample:
    """A packed document with its labels; arrays are indexed by the mention's place in the document.

    `fact`, `concept`, `member`: int64 (n,), -1 where unknown. `ambiguous`: int32 (k, 2). `table`: int32 (n,).
    """

    name: str
    tables: tuple[TablePass, ...]
    fact: Labels
    concept: Labels
    member: Labels
    ambiguous: npt.NDArray[np.int32]
    table: npt.NDArray[np.int32]


def count_facets(examples: Sequence[TrainingDocument], companies: int = 3, most_members: int = 500) -> Facets:
    """Return the concepts of at least `companies` companies, and the most common first members with
    "none"."""
    concepts: dict[str, set[str]] = defaultdict(set)
    members: Counter[str] = Counter()
    for example in examples:
        for concept in {each for each in example.concept if each is not None}:
            concepts[concept].add(example.company)
        members.update({_first(each) for each in example.members if each is not None})
    shared = sorted(concept for concept, seen in concepts.items() if len(seen) >= companies)
    common = [member for member, count in members.most_common(most_members) if count >= companies]
    return Facets(
        {each: number for number, each in enumerate(shared)}, {each: n for n, each in enumerate(common)}
    )


def pack_example(example: TrainingDocument, wordpieces: Wordpieces, facets: Facets) -> PackedExample:
    """Pack one labelled document."""
    members = (None if each is None else _first(each) for each in example.members)
    return PackedExample(
        name=example.document.name,
        tables=tuple(StructuredLayout(wordpieces).passes(example.document)),
        fact=example.fact.astype(np.int64),
        concept=_numbers(example.concept, facets.concepts),
        member=_numbers(members, facets.members),
        ambiguous=example.ambiguous.astype(np.int32).reshape(-1, 2),
        table=np.array([mention.table for mention in example.document.mentions], np.int32),
    )


def draw_tables(example: PackedExample, budget: int, rng: np.random.Generator) -> list[TablePass]:
    """Return passes of at most about `budget` tokens, in random order, those that share facts with another
    first."""
    holders: Counter[int] = Counter()
    facts = [set(example.fact[table.mentions].tolist()) - {-1} for table in example.tables]
    for each in facts:
        holders.update(each)
    shares = [any(holders[fact] > 1 for fact in each) for each in facts]
    order = sorted(rng.permutation(len(example.tables)).tolist(), key=lambda number: not shares[number])
    drawn: list[TablePass] = []
    used = 0
    for number in order:
        if not drawn or used + len(example.tables[number]) <= budget:
            drawn.append(example.tables[number])
            used += len(example.tables[number])
    return drawn


def blur(batch: Batch, share: float, blank: int, rng: np.random.Generator) -> Batch:
    """Return the batch with a share of its tokens blanked, so that no single word is relied on."""
    chosen = rng.random(batch.tokens.shape) < share
    return Batch(
        np.where(chosen, blank, batch.tokens),
        batch.positions,
        batch.attention,
        batch.queries,
        batch.real,
        batch.mentions,
    )


def training_batches(
    example: PackedExample, wordpieces: Wordpieces, budget: int, share: float, rng: np.random.Generator
) -> list[Batch]:
    """Return the padded and blurred batches of one step."""
    drawn = draw_tables(example, budget, rng)
    return [blur(batch, share, wordpieces.mask, rng) for batch in batches(drawn, wordpieces.pad)]


def _first(members: tuple[str, ...]) -> str:
    return members[0] if members else NO_MEMBER


def _numbers(values: Iterable[str | None], classes: dict[str, int]) -> Labels:
    return np.array([classes.get(value, -1) if value is not None else -1 for value in values], np.int64)
