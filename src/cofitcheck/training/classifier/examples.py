"""Labelled candidate pairs laid out as questions: what one step of stage 2's training sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cofitcheck.classification.questions import QuestionLayout
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.errors import InputError
from cofitcheck.training.candidates import LabelledPairs, Mask, path_of
from cofitcheck.training.classifier.config import ChoiceConfig
from cofitcheck.training.data import TrainingDocument


@dataclass(frozen=True)
class DocumentQuestions:
    """A document's questions: `passes` ask pairs by their places in `same`, bool (pairs,).

    `gold` counts the document's positive pairs, asked or not.
    """

    name: str
    company: str
    passes: tuple[PackedPass, ...]
    same: Mask
    gold: int


def labelled_pairs(example: TrainingDocument, folder: Path) -> LabelledPairs:
    """Return the candidate pairs of a labelled document. Raises `InputError` where they were not made."""
    path = path_of(folder, example)
    if not path.is_file():
        raise InputError(
            f"{path} is missing: make the candidates with python -m cofitcheck.training.candidates"
        )
    return LabelledPairs.load(path)


def lay_out(
    documents: Iterable[TrainingDocument],
    folder: Path,
    layout: QuestionLayout,
    chosen: ChoiceConfig,
    seed: int,
) -> list[DocumentQuestions]:
    """Lay out what teaches: the chosen pairs of each document; one without a pair to ask is left out."""
    made = []
    for each in documents:
        found = labelled_pairs(each, folder)
        pairs = found.take(choose(found, chosen, np.random.default_rng((seed, len(found.same)))))
        if len(pairs.pairs):
            passes = tuple(layout.passes(each.document, pairs.pairs))
            made.append(DocumentQuestions(each.document.name, each.company, passes, pairs.same, found.gold))
    return made


def choose(found: LabelledPairs, chosen: ChoiceConfig, rng: np.random.Generator) -> Mask:
    """Return a mask of the pairs that teach: all of one fact that can, and as many others as is balanced."""
    able: Mask = found.learnt & (found.score >= chosen.above)
    if not chosen.negatives:
        return able
    mask: Mask = able & found.same
    positives = int(mask.sum())
    for others, times, least in ((able, chosen.negatives, 1), (found.learnt & ~able, chosen.easy, 0)):
        drawn = rng.permutation(np.flatnonzero(others & ~found.same))
        mask[drawn[: max(least, round(times * positives))]] = True
    return mask


def draw_passes(passes: Sequence[PackedPass], budget: int, rng: np.random.Generator) -> list[PackedPass]:
    """Return passes in random order, together at most about `budget` tokens and at least one."""
    drawn: list[PackedPass] = []
    used = 0
    for number in rng.permutation(len(passes)).tolist():
        if not drawn or used + len(passes[number]) <= budget:
            drawn.append(passes[number])
            used += len(passes[number])
    return drawn
