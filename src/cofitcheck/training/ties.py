"""Trains the trees that tie a number in prose to a cell, with labels from tags and with decoys.

Run: `python -m cofitcheck.training.ties --list filings.tsv --output runs/model`

Inline XBRL tags numbers in the notes. A number that agrees with a cell is a tie where both have one tag, and
none where they have two (`evaluation/text/gold.py`). The discussion has no tags. There a number may agree by
chance. Decoys, which are the same sentences with random digits, show how often that happens. The trees learn
mostly from tags, and with less weight from numbers without tags and from decoys. Each quarter of the
companies is judged by trees that learnt from the others. The threshold is the least probability at which at
most `CHANCE` of the tied numbers may agree by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, cached_property
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.text.counterparts import Way
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.similar import Similarity
from cofitcheck.checks.text.ties import NEARLY, TIE_NAMES, Agreeing, agreeing, tie_features
from cofitcheck.document import Document
from cofitcheck.encoding import Encoder
from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.gold import Labels, label_tagged
from cofitcheck.evaluation.text.gold import ProseLabels, ProsePair, gold_pairs, label_prose, unclear
from cofitcheck.prose import Prose, ProseMention, read_prose
from cofitcheck.readers import read
from cofitcheck.training.training_examples import SETTINGS, TrainingLessons, asked, left_out
from cofitcheck.weights import bundled

ROUNDS = 200
DECOYS = 3
"""How many decoys are made of each number."""
CHANCE = 0.1
"""The highest share of tied numbers that may agree by chance."""
_UNTAGGED = 1 / 3
"""The weight of a number without tags; one that tags judge has 1."""

Rows = npt.NDArray[np.float32]
Verdicts = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Agreements:
    """The cells, or calculations of cells, that agree with one number.

    `rows` are their features, (agreeing, TIE_NAMES). `verdicts`, (agreeing,), say whether they have the tag
    of the number: 1 for one tag, 0 for two, NaN where tags do not say."""

    rows: Rows
    verdicts: Verdicts


@dataclass(frozen=True)
class TiesLesson:
    """The agreements of each number of a filing, and of each decoy. `gold` counts the pairs with one tag."""

    company: str
    real: tuple[Agreements, ...]
    decoys: tuple[Rows, ...]
    gold: int


def lesson(filing: Filing, seed: int) -> TiesLesson:
    """Return the lesson of a filing."""
    document = read(filing.path)
    prose = read_prose(document)
    links = Links(Grid(document), prose, similarity_of(document, prose))
    rng = Random(f"{seed} {filing.name}")
    decoys: list[Rows] = []
    for _ in range(DECOYS):
        numbers = tuple(decoy(each, rng) for each in links.prose.mentions)
        others = Links(links.grid, replace(prose, mentions=numbers), links.similarity, links.words)
        changed = (each for each in numbers if each is not prose.mentions[each.index])
        decoys += (tie_features(others, found) for found in _found(others, changed))
    judge = TagJudge.of(document, prose)
    real = tuple(
        Agreements(tie_features(links, found), judge.verdicts(found))
        for found in _found(links, prose.mentions)
    )
    return TiesLesson(filing.company, real, tuple(decoys), len(judge.gold))


@dataclass(frozen=True)
class TagJudge:
    """Judges by a filing's tags whether numbers in prose are of cells. `labels` is None without tags."""

    labels: tuple[ProseLabels, Labels] | None
    gold: set[ProsePair]

    @classmethod
    def of(cls, document: Document, prose: Prose) -> TagJudge:
        """Read the tags of a filing."""
        try:
            labels = label_prose(document, prose), label_tagged(document)
        except InputError:
            return cls(None, set())
        return cls(labels, gold_pairs(*labels))

    def verdicts(self, found: Sequence[Agreeing]) -> Verdicts:
        """Return the verdict of the tags on each agreement of a number, (agreeing,)."""
        return np.array([self._verdict(each) for each in found], dtype=np.float32)

    def _verdict(self, each: Agreeing) -> float:
        pair = each.said.index, each.counterpart.cells[0]
        if self.labels is None or each.counterpart.way is not Way.STATED:
            return np.nan
        if pair in self.gold:
            return 1.0
        return np.nan if unclear(*self.labels, pair) else 0.0


def similarity_of(document: Document, prose: Prose) -> Similarity:
    """Return the similarity of sentences to cells by the encoder that ships."""
    encoder = _encoder()
    return Similarity.of(document, prose, encoder.encode(document), encoder)


@cache
def _encoder() -> Encoder:
    return load_encoder(bundled().folder, 1)


def _found(links: Links, said: Iterable[ProseMention]) -> Iterator[list[Agreeing]]:
    """Yield the agreements of each of some numbers. Numbers without any are left out."""
    return (found for each in said if (found := agreeing(links, each)))


def decoy(mention: ProseMention, rng: Random) -> ProseMention:
    """Return a mention with as many random digits in place of its own; itself where these are the same."""
    number = mention.number
    if not number.displayed:
        return mention
    digits = len(number.displayed.as_tuple().digits)
    drawn = "".join(str(rng.randrange(not at, 10)) for at in range(digits))
    shown = Decimal(drawn).scaleb(number.precision - number.scale).copy_sign(number.displayed)
    if shown == number.displayed:
        return mention
    return replace(mention, number=replace(number, displayed=shown, value=shown.scaleb(number.scale)))


def fit(lessons: Sequence[TiesLesson]) -> Any:
    """Train the ensemble that tells the cells that a number is of from cells that agree by chance."""
    import lightgbm

    parts: list[tuple[Rows, float, float]] = []
    for each in lessons:
        for held in each.real:
            judged = ~np.isnan(held.verdicts)
            parts += ((held.rows[held.verdicts == label], label, 1.0) for label in (1.0, 0.0))
            # Where tags judge some agreements of a number, the others are left out.
            if not judged.any():
                parts.append((held.rows, 1.0, _UNTAGGED))
        parts += ((rows, 0.0, _UNTAGGED / DECOYS) for rows in each.decoys)
    data = np.concatenate([rows for rows, _, _ in parts])
    counts = [len(rows) for rows, _, _ in parts]
    labels, weights = (np.repeat([each[at] for each in parts], counts) for at in (1, 2))
    examples = lightgbm.Dataset(data, labels, weight=weights, feature_name=list(TIE_NAMES))
    return lightgbm.train(SETTINGS, examples, ROUNDS)


@dataclass(frozen=True)
class JudgedTies:
    """The probabilities by trees that learnt from other companies.

    `real` has for each number the probabilities and the verdicts of its agreements, `decoys` for each decoy
    the best probability."""

    real: tuple[tuple[npt.NDArray[np.float64], Verdicts], ...]
    decoys: tuple[float, ...]

    @cached_property
    def best(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The best probability of each number, and of each decoy."""
        return np.array([each.max() for each, _ in self.real]), np.array(self.decoys)

    def tied(self, threshold: float) -> int:
        """Return how many numbers are tied at a threshold."""
        return int((self.best[0] >= threshold).sum())

    def by_chance(self, threshold: float) -> float:
        """Return the share of the numbers tied at a threshold that may agree by chance."""
        tied = self.tied(threshold)
        return float((self.best[1] >= threshold).sum()) / DECOYS / tied if tied else 0.0

    def pairs(self, threshold: float) -> tuple[int, int]:
        """Return how many ties at a threshold are judged by tags, and how many of these have one tag."""
        verdicts = np.concatenate([v[p >= max(threshold, NEARLY * p.max())] for p, v in self.real])
        judged = verdicts[~np.isnan(verdicts)]
        return len(judged), int(judged.sum())


def cross_validate(lessons: Sequence[TiesLesson]) -> JudgedTies:
    """Judge each filing by trees that learnt from other companies."""
    real: list[tuple[npt.NDArray[np.float64], Verdicts]] = []
    decoys: list[float] = []
    for ensemble, each in left_out(lessons, fit):
        of_real = _predicted(ensemble, [held.rows for held in each.real])
        real += zip(of_real, (held.verdicts for held in each.real), strict=True)
        decoys += (float(p.max()) for p in _predicted(ensemble, each.decoys))
    return JudgedTies(tuple(real), tuple(decoys))


def _predicted(ensemble: Any, rows: Sequence[Rows]) -> list[npt.NDArray[np.float64]]:
    """Return the probabilities of several numbers, which are judged all at once."""
    if not rows:
        return []
    ends = np.cumsum([len(each) for each in rows])[:-1]
    return np.split(ensemble.predict(np.concatenate(rows)), ends)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, cross-validate and write `ties.onnx` and `ties.json` from the command line."""
    options = asked("Fit what ties a number in prose to a cell.", arguments)
    course = TrainingLessons.take(options, lesson, seed=options.seed)
    judged = cross_validate(course.lessons)
    steps = np.arange(0.3, 0.999, 0.01)
    threshold = round(float(next((t for t in steps if judged.by_chance(t) <= CHANCE), 0.99)), 2)
    pairs, right = judged.pairs(threshold)
    figures = {
        "numbers_with_agreement": len(judged.real),
        "threshold": threshold,
        "tied": judged.tied(threshold),
        "by_chance": round(judged.by_chance(threshold), 4),
        "pairs_by_tags": {"gold": sum(each.gold for each in course.lessons), "tied": pairs, "right": right},
    }
    course.write("ties", fit(course.lessons), threshold, TIE_NAMES, figures)


if __name__ == "__main__":
    main()
