"""Lays out labelled documents for the trainer, and makes the inputs of a step."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cofitcheck.encoding.layouts import Layout
from cofitcheck.encoding.passes import Batch, PackedPass, batches
from cofitcheck.training.dataset import TrainingDocument
from cofitcheck.training.encoder.config import BatchConfig

Labels = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Example:
    """A document laid out, with its labels; arrays are indexed by the mention's place in the document.

    `fact`, `members` and `period` int64 (n,) have equal numbers for equal values within the document.
    `concept` int64 (n,) has equal numbers for equal concepts of all documents. All are -1 where unknown.
    `ambiguous` is int32 (k, 2), `table` int32 (n,). `company` tells which documents may state the same facts.
    """

    name: str
    company: int
    passes: tuple[PackedPass, ...]
    fact: Labels
    concept: Labels
    members: Labels
    period: Labels
    ambiguous: npt.NDArray[np.int32]
    table: npt.NDArray[np.int32]


@dataclass(frozen=True)
class TrainingStep:
    """The inputs of one step and the labels of its mentions, in the order of the batches' mentions.

    `document` int64 (m,) numbers the documents of the step; the other arrays are those of `Example`.
    `ambiguous` int64 (k, 2) are places in these arrays.
    """

    batches: tuple[Batch, ...]
    document: Labels
    company: Labels
    fact: Labels
    concept: Labels
    members: Labels
    period: Labels
    ambiguous: Labels


Drawn = tuple[Example, Sequence[PackedPass]]
"""A document, and those of its passes that a step sees."""


def shared_concepts(documents: Iterable[TrainingDocument], companies: int = 3) -> dict[str, int]:
    """Return the concepts that at least `companies` companies report, each with its class number."""
    seen: dict[str, set[str]] = defaultdict(set)
    for document in documents:
        for concept in {each for each in document.concept if each is not None}:
            seen[concept].add(document.company)
    return {
        concept: number
        for number, concept in enumerate(sorted(each for each, by in seen.items() if len(by) >= companies))
    }


def lay_out(documents: Iterable[TrainingDocument], layout: Layout, concepts: dict[str, int]) -> list[Example]:
    """Lay out labelled documents. A document without a tagged mention is left out."""
    companies: dict[str, int] = {}
    return [
        Example(
            name=each.document.name,
            company=companies.setdefault(each.company, len(companies)),
            passes=tuple(layout.passes(each.document)),
            fact=each.fact.astype(np.int64),
            concept=np.array([concepts.get(name or "", -1) for name in each.concept], np.int64),
            members=_numbered(each.members),
            period=_numbered(each.period),
            ambiguous=each.ambiguous.astype(np.int32).reshape(-1, 2),
            table=np.array([mention.table for mention in each.document.mentions], np.int32),
        )
        for each in documents
        if (each.fact >= 0).any()
    ]


def draw_passes(example: Example, budget: int, rng: np.random.Generator) -> list[PackedPass]:
    """Return passes of at most about `budget` tokens, in random order.

    Passes that share facts with another pass come first."""
    holders: Counter[int] = Counter()
    facts = [set(example.fact[each.asked].tolist()) - {-1} for each in example.passes]
    for each in facts:
        holders.update(each)
    shares = [any(holders[fact] > 1 for fact in each) for each in facts]
    order = sorted(rng.permutation(len(example.passes)).tolist(), key=lambda number: not shares[number])
    drawn: list[PackedPass] = []
    used = 0
    for number in order:
        if not drawn or used + len(example.passes[number]) <= budget:
            drawn.append(example.passes[number])
            used += len(example.passes[number])
    return drawn


@dataclass(frozen=True, slots=True)
class TableLot:
    """A lot of at most `size` tables of one document. The document's tables are dealt into numbered lots."""

    example: int
    number: int
    size: int

    def passes(self, example: Example, epoch: tuple[int, int]) -> list[PackedPass]:
        """Return the passes of the lot.

        Each pass of a document is in one of its lots. In every `epoch` (a seed and the epoch's number) they
        are dealt anew."""
        order = np.random.default_rng((*epoch, 3, self.example)).permutation(len(example.passes))
        first = self.number * self.size
        return [example.passes[place] for place in order[first : first + self.size].tolist()]


def lots_of(examples: Sequence[Example], size: int) -> list[TableLot]:
    """Return the lots of an epoch: lots of `size` tables, or with size 0 one lot for each document."""
    return [
        TableLot(place, number, size)
        for place, example in enumerate(examples)
        for number in range(math.ceil(len(example.passes) / size) if size else 1)
    ]


def make_step(
    chosen: Sequence[Drawn], config: BatchConfig, padding: int, blank: int, rng: np.random.Generator
) -> TrainingStep:
    """Return one step over the given tables of documents. A share of the tokens is replaced by `blank`.

    Passes of different documents are never in one batch, so that the mentions of a batch are numbered by
    their places in one document.
    """
    made: list[Batch] = []
    labels: list[tuple[Labels, ...]] = []
    ambiguous: list[Labels] = []
    used = 0
    for number, (example, drawn) in enumerate(chosen):
        own = [_blur(each, config.blur, blank, rng) for each in batches(drawn, padding, config.pass_tokens)]
        mentions = np.concatenate([batch.asked for batch in own])
        labels.append(_labels(example, mentions, number))
        ambiguous.append(used + _among(example.ambiguous, mentions, len(example.fact)))
        made += own
        used += len(mentions)
    joined = (np.concatenate(each) for each in zip(*labels, strict=True))
    document, company, fact, concept, members, period = joined
    return TrainingStep(
        tuple(made), document, company, fact, concept, members, period, np.concatenate(ambiguous)
    )


def _labels(example: Example, mentions: npt.NDArray[np.int32], number: int) -> tuple[Labels, ...]:
    return (
        np.full(len(mentions), number, np.int64),
        np.full(len(mentions), example.company, np.int64),
        example.fact[mentions],
        example.concept[mentions],
        example.members[mentions],
        example.period[mentions],
    )


def _among(pairs: npt.NDArray[np.int32], mentions: npt.NDArray[np.int32], count: int) -> Labels:
    """Return the pairs whose mentions are both among `mentions`, as places in it."""
    place = np.full(count, -1, np.int64)
    place[mentions] = np.arange(len(mentions))
    found = place[pairs]
    kept: Labels = found[(found >= 0).all(axis=1)].reshape(-1, 2)
    return kept


def _blur(batch: Batch, share: float, blank: int, rng: np.random.Generator) -> Batch:
    """Return the batch with a share of its tokens blanked, so that the model relies on no single word."""
    return replace(batch, tokens=np.where(rng.random(batch.tokens.shape) < share, blank, batch.tokens))


def _numbered(values: Iterable[Hashable]) -> Labels:
    known: dict[Hashable, int] = {None: -1}
    return np.array([known.setdefault(value, len(known) - 1) for value in values], np.int64)
