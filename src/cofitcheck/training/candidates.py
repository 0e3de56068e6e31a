"""Finds the candidates of labelled documents, with their labels, for training a language model of stage 2.

Run: `python -m cofitcheck.training.candidates --data runs/data --model runs/model --output runs/candidates`,
or with the paper's method, an encoder alone: `... --encoder runs/encoder-qwen --output runs/candidates-qwen`

`facet_labels` gives the facets in which the tags of two mentions agree, for training trees.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from cofitcheck import patterns as re
from cofitcheck.classification import Trees, WordClassifier
from cofitcheck.classification.trees import Facet
from cofitcheck.config import FilterConfig
from cofitcheck.encoding.load import TrainedEncoder, load_encoder
from cofitcheck.errors import CofitcheckError
from cofitcheck.filtering import CandidatePairs
from cofitcheck.stages import find_candidates, require_encoder
from cofitcheck.training.dataset import TrainingDocument, load, part

Mask = npt.NDArray[np.bool_]

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MEASURES = frozenset(
    """accumulated after basic before current diluted excluding gross including net noncurrent pretax
    tax""".split()
)
"""Words of a concept that say how it is measured. The others say what is measured."""

Labels = Mapping[Facet, npt.NDArray[np.int8]]
"""For each facet int8 (pairs,): 1 where a pair agrees in it, 0 where it does not, -1 without a tag."""


@dataclass(frozen=True)
class LabelledPairs:
    """The candidate pairs of one labelled document, arrays of (n,).

    `score` float32 is the probability of the first trees, from trees that have not seen the document. It is 1
    where an encoder alone found the pairs, because then every candidate is asked about, as in the paper.
    `same` tells whether both mentions are tagged with one fact, `learnt` whether both are tagged and the pair
    is not ambiguous. `gold` counts the document's positive pairs, candidates or not.
    """

    pairs: CandidatePairs
    score: npt.NDArray[np.float32]
    same: Mask
    learnt: Mask
    gold: int

    def take(self, chosen: npt.NDArray[np.bool_]) -> LabelledPairs:
        """Return the pairs under a mask."""
        return LabelledPairs(
            self.pairs.take(chosen), self.score[chosen], self.same[chosen], self.learnt[chosen], self.gold
        )

    def save(self, path: Path) -> None:
        """Write the pairs as a compressed NumPy archive."""
        np.savez_compressed(
            path,
            left=self.pairs.left,
            right=self.pairs.right,
            similarity=self.pairs.similarity,
            score=self.score,
            same=self.same,
            learnt=self.learnt,
            gold=self.gold,
        )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as stored:
            pairs = CandidatePairs(stored["left"], stored["right"], stored["similarity"])
            return cls(pairs, stored["score"], stored["same"], stored["learnt"], int(stored["gold"]))


Find = Callable[[TrainingDocument], LabelledPairs]
"""Finds the candidates of a labelled document."""


def labels_of(example: TrainingDocument, pairs: CandidatePairs) -> tuple[Mask, Mask, Mask]:
    """Return three masks of pairs: both mentions state one fact, both are tagged, tags cannot judge them."""
    a, b, fact = pairs.left, pairs.right, example.fact
    tagged = (fact[a] >= 0) & (fact[b] >= 0)
    return tagged & (fact[a] == fact[b]), tagged, _among(pairs, example.ambiguous, len(fact))


def gold_of(example: TrainingDocument) -> int:
    """Return how many pairs of mentions in different tables state one fact."""
    tables: dict[int, list[int]] = {}
    for mention, fact in zip(example.document.mentions, example.fact.tolist(), strict=True):
        if fact >= 0:
            tables.setdefault(fact, []).append(mention.table)
    return sum(
        first != second
        for group in tables.values()
        for at, first in enumerate(group)
        for second in group[at + 1 :]
    )


def _among(pairs: CandidatePairs, others: npt.NDArray[np.int32], size: int) -> Mask:
    keys = (
        others.min(axis=1).astype(np.int64) * size + others.max(axis=1)
        if len(others)
        else np.zeros(0, dtype=np.int64)
    )
    return np.isin(pairs.left.astype(np.int64) * size + pairs.right, keys)


def find_labelled(example: TrainingDocument, model: Path) -> LabelledPairs:
    """Run stage 1 and the first trees of a model's folder over a labelled document.

    Where the folder has `parts`, the trees are those of the document's part, which have not seen it.
    """
    encoder = _encoder(model)
    encoded = encoder.encode(example.document)
    pairs = find_candidates(example.document, encoded, FilterConfig(), encoder.threshold)
    number = part(example.split, example.company)
    of_part = model / "parts" / str(number) / "first.onnx"
    trees = _trees(of_part if of_part.is_file() else model / "first.onnx")
    score = WordClassifier(trees).classify(example.document, encoded, pairs).probability
    same, tagged, ambiguous = labels_of(example, pairs)
    return LabelledPairs(pairs, score, same, tagged & ~ambiguous, gold_of(example))


def find_by_encoder(example: TrainingDocument, encoder: Path, filtering: FilterConfig) -> LabelledPairs:
    """Return the candidates of an encoder alone in a labelled document, as in the paper."""
    loaded = _encoder(encoder)
    encoded = loaded.encode(example.document)
    pairs = find_candidates(example.document, encoded, filtering, loaded.threshold)
    same, tagged, ambiguous = labels_of(example, pairs)
    return LabelledPairs(pairs, np.ones(len(pairs), np.float32), same, tagged & ~ambiguous, gold_of(example))


@lru_cache(maxsize=1)
def _encoder(model: Path) -> TrainedEncoder:
    return load_encoder(model, threads=1)


@lru_cache(maxsize=8)
def _trees(path: Path) -> Trees:
    return Trees(path, threads=1)


def _find_and_save(example: TrainingDocument, find: Find, folder: Path) -> str:
    found = find(example)
    found.save(path_of(folder, example))
    recall = int(found.same.sum()) / max(found.gold, 1)
    return f"{example.document.name}: {len(found.pairs)} candidates, recall {recall:.3f}"


def path_of(folder: Path, example: TrainingDocument) -> Path:
    """Return the path of the file that keeps the candidate pairs of a labelled document."""
    return folder / f"{Path(example.document.name).name}.npz"


def main(arguments: Sequence[str] | None = None) -> None:
    """Find the candidates of every document of a cache, from the command line."""
    parser = argparse.ArgumentParser(description="Find the candidate pairs of labelled documents.")
    parser.add_argument("--data", type=Path, required=True, help="cache made by cofitcheck.training.dataset")
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--model", type=Path, help="folder of an encoder and the first trees, which score")
    either.add_argument("--encoder", type=Path, help="folder of an encoder alone, by the paper's method")
    parser.add_argument("--threshold", type=float, help="with --encoder: the cosine; the encoder's own")
    parser.add_argument("--search", choices=("hnsw", "exact"), default="hnsw", help="with --encoder")
    parser.add_argument("--output", type=Path, required=True, help="folder for the pairs")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    try:
        find = _finder(options)
    except CofitcheckError as error:
        parser.exit(2, f"Error: {error}\n")
    options.output.mkdir(parents=True, exist_ok=True)
    examples = load(options.data, ["train", "dev"])
    with ProcessPoolExecutor(options.workers) as pool:
        for line in pool.map(partial(_find_and_save, find=find, folder=options.output), examples):
            print(line, flush=True)


def _finder(options: argparse.Namespace) -> Find:
    """Return the function that finds candidates. Raises `ModelError` where files are missing."""
    if options.model:
        require_encoder(options.model)
        return partial(find_labelled, model=options.model)
    require_encoder(options.encoder)
    filtering = FilterConfig(options.threshold, limit=None, search=options.search, alone=True)
    return partial(find_by_encoder, encoder=options.encoder, filtering=filtering)


def facet_labels(example: TrainingDocument, pairs: CandidatePairs) -> Labels:
    """Return the `Labels` of pairs for each facet that is learnt."""
    concepts = [None if concept is None else _split(concept) for concept in example.concept]
    stated: dict[Facet, Iterable[Hashable]] = {
        Facet.INDICATOR: [concept and concept[0] for concept in concepts],
        Facet.MEASURE: [concept and concept[1] for concept in concepts],
        Facet.PERIOD: example.period,
        Facet.BREAKDOWN: example.members,
    }
    return {facet: _agree(_numbered(values), pairs) for facet, values in stated.items()}


def _split(concept: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a concept that say what is measured, and those that say how it is measured."""
    words = [word.lower() for word in _WORD.findall(concept.rpartition(":")[2])]
    what = tuple(word for word in words if word not in _MEASURES)
    return what, tuple(sorted(word for word in words if word in _MEASURES))


def _numbered(values: Iterable[Hashable]) -> npt.NDArray[np.int32]:
    """Return equal numbers for equal values, -1 for None."""
    known: dict[Hashable, int] = {None: -1}
    return np.array([known.setdefault(value, len(known) - 1) for value in values], dtype=np.int32)


def _agree(values: npt.NDArray[np.int32], pairs: CandidatePairs) -> npt.NDArray[np.int8]:
    left, right = values[pairs.left], values[pairs.right]
    return np.where((left < 0) | (right < 0), -1, left == right).astype(np.int8)


if __name__ == "__main__":
    main()
