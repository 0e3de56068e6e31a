"""Trains the trees for numbers in prose that no cell agrees with.

They learn from sentences made wrong and from filings as filed.

Run: `python -m cofitcheck.training.text --list filings.tsv --output runs/model`

The files of `training.ties` must be in the folder already. The trees learn from the train companies. They are
judged on companies that were left out, in `FOLDS` parts. The threshold is the least probability at which
filings as filed have at most `FALSE` findings on average.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.repeats.ties import find_ties
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.checks.text.counterparts import Way
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.model import NAMES, features
from cofitcheck.checks.text.near_misses import may_be_held, near_misses
from cofitcheck.checks.text.ties import TieModel, ties_of, well_tied
from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import label_tagged
from cofitcheck.evaluation.text.gold import gold_pairs, label_prose, said_of
from cofitcheck.evaluation.text.misstatements import Misstatement, MisstatementKind, Said, any_misstated
from cofitcheck.prose import Operation, Prose, ProseMention, read_prose
from cofitcheck.readers import read
from cofitcheck.training.dataset import first_of_each
from cofitcheck.training.ties import similarity_of
from cofitcheck.training.training_examples import FOLDS, OF_A_COMPANY, JudgedFilings, fold_of
from cofitcheck.training.trees import ROUNDS, export
from cofitcheck.training.trees import SETTINGS as TREES

SETTINGS = TREES | {"learning_rate": 0.03, "min_data_in_leaf": 30}

Rows = npt.NDArray[np.float32]
_CHANGES = (Operation.CHANGE, Operation.PERCENT_CHANGE)


@dataclass(frozen=True)
class MisstatedSentence:
    """One sentence made wrong: its kind, and the features of the near misses of its numbers.

    `right` tells which of the near misses lead to the cells that the sentence stated before."""

    kind: MisstatementKind
    rows: Rows
    right: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class TextLesson:
    """The lesson of one filing.

    `clean` has for each number of its prose, as filed, the features of its near misses.
    """

    company: str
    clean: tuple[Rows, ...]
    planted: tuple[MisstatedSentence, ...]


def _tagged(document: Document, prose: Prose) -> dict[int, list[int]]:
    """Return for each number in prose the cells with its tag; nothing for a document without tags."""
    try:
        tables = label_tagged(document)
    except InputError:
        return {}
    found: dict[int, list[int]] = {}
    for said, cell in sorted(gold_pairs(label_prose(document, prose), tables)):
        found.setdefault(said, []).append(cell)
    return found


class Teacher:
    """One document that teaches. Its tables are read once, its prose anew for each sentence made wrong."""

    def __init__(self, document: Document, model: TieModel) -> None:
        self.document = document
        self.model = model
        self.grid = Grid(document)
        self.tied = {mention for tie in find_ties(self.grid) for mention in tie}
        self.confirmed = {
            mention
            for table in document.tables
            for each in sums_of(self.grid, table.index).holding
            for mention in each.stated
        }
        prose = read_prose(document)
        self.links = Links(self.grid, prose, similarity_of(document, prose))
        self.ties = ties_of(self.links, model, self.links.sentences.values())
        self.tagged = _tagged(document, prose)

    def clean(self) -> tuple[Rows, ...]:
        """Return the features of the near misses of the document as it is, number by number."""
        misses = near_misses(self.links, self.ties, self.links.sentences.values())
        return tuple(features(self.links, each, self.confirmed, self.tied) for each in misses)

    def misstatements(self, count: int, rng: Random) -> list[tuple[ProseMention, Misstatement]]:
        """Return at most `count` numbers that a table agrees with, each made wrong.

        Half of them are changes, where there are enough, and a quarter have the tag of a cell."""
        mentions = [each for each in self.links.prose.mentions if may_be_held(each)]
        held = [each for each in mentions if well_tied(self.ties, each)]
        changes = [each for each in held if each.operation in _CHANGES]
        tagged = [each for each in mentions if each.index in self.tagged]
        levels = [each for each in held if each.operation not in _CHANGES and each.index not in self.tagged]
        drawn = rng.sample(changes, min(count // 2, len(changes)))
        drawn += rng.sample(tagged, min(count // 4, len(tagged)))
        drawn += rng.sample(levels, min(count - len(drawn), len(levels)))
        made = ((each, any_misstated(self._said(each), list(MisstatementKind), rng)) for each in drawn)
        return [(each, wrong) for each, wrong in made if wrong]

    def _said(self, mention: ProseMention) -> Said:
        told = (tie.counterpart for tie in well_tied(self.ties, mention))
        cells = [each.cells[0] for each in told if each.way is Way.STATED]
        return said_of(self.links, mention, self.tagged.get(mention.index) or cells)

    def plant(self, made: Sequence[tuple[ProseMention, Misstatement]]) -> list[MisstatedSentence]:
        """Return the features of sentences made wrong. Sentences of different passages are made at once."""
        found: list[MisstatedSentence] = []
        waiting = list(made)
        while waiting:
            together = {wrong.passage: (said, wrong) for said, wrong in reversed(waiting)}
            waiting = [each for each in waiting if together[each[1].passage] != each]
            document = self.document
            for _, wrong in together.values():
                document = wrong.in_document(document)
            links = Links(Grid(document), read_prose(document), self.links.similarity, self.links.words)
            found += (self._planted(links, said, wrong) for said, wrong in together.values())
        return found

    def _planted(self, links: Links, said: ProseMention, wrong: Misstatement) -> MisstatedSentence:
        sentences = [each for (passage, _), each in links.sentences.items() if passage == wrong.passage]
        ties = ties_of(links, self.model, sentences)
        misses = [
            miss
            for each in near_misses(links, ties, sentences)
            for miss in each
            if (miss.said.start < wrong.end and wrong.start < miss.said.end)
            or (miss.said.operation in _CHANGES and miss.said.sentence.start <= wrong.start < miss.said.start)
        ]
        told = {cell for tie in well_tied(self.ties, said) for cell in tie.cells}
        told.update(self.tagged.get(said.index, ()))
        by_number: dict[int, list[Any]] = {}
        for miss in misses:
            by_number.setdefault(miss.said.index, []).append(miss)
        rows = [features(links, each, self.confirmed, self.tied) for each in by_number.values()]
        right = [not told.isdisjoint(miss.counterpart.cells) for each in by_number.values() for miss in each]
        empty = np.zeros((0, len(NAMES)), dtype=np.float32)
        return MisstatedSentence(wrong.kind, np.concatenate([empty, *rows]), np.array(right, dtype=np.bool_))


def lesson(filing: Filing, folder: Path, count: int, seed: int) -> TextLesson:
    """Return the lesson of a filing, with `count` sentences made wrong. `folder` has `ties.onnx`."""
    teacher = Teacher(read(filing.path), TieModel.load(folder))
    wrong = teacher.misstatements(count, Random(f"{seed} {filing.name}"))
    return TextLesson(filing.company, teacher.clean(), tuple(teacher.plant(wrong)))


def fit(lessons: Sequence[TextLesson]) -> Any:
    """Train the ensemble that tells numbers made wrong from numbers that state something else."""
    import lightgbm

    clean = [rows for each in lessons for rows in each.clean]
    planted = [each.rows[each.right] for lesson in lessons for each in lesson.planted]
    data = np.concatenate([*clean, *planted])
    labels = np.repeat([0.0, 1.0], [sum(map(len, clean)), sum(map(len, planted))])
    examples = lightgbm.Dataset(data, labels, feature_name=list(NAMES))
    return lightgbm.train(SETTINGS, examples, ROUNDS)


def cross_validate(lessons: Sequence[TextLesson]) -> tuple[JudgedFilings, list[MisstatementKind]]:
    """Judge each company by an ensemble that was trained without it.

    The kinds of the planted errors are returned too."""
    judged, kinds = JudgedFilings([], []), []
    for fold in range(FOLDS):
        ensemble = fit([each for each in lessons if fold_of(each.company) != fold])
        for each in lessons:
            if fold_of(each.company) == fold:
                judged.clean.append([float(ensemble.predict(rows).max()) for rows in each.clean])
                for planted in each.planted:
                    rows = planted.rows
                    judged.planted.append(float(ensemble.predict(rows).max()) if len(rows) else 0.0)
                    kinds.append(planted.kind)
    return judged, kinds


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, cross-validate and write `text.onnx` and `text.json` from the command line."""
    parser = argparse.ArgumentParser(description="Fit what a number in prose says that no cell agrees with.")
    parser.add_argument(
        "--list", type=Path, required=True, help="tab-separated list with file, split and company"
    )
    parser.add_argument("--planted", type=int, default=40, help="sentences made wrong in each filing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    filings = first_of_each(read_list(options.list, ["train"]), OF_A_COMPANY)
    work = partial(lesson, folder=options.output, count=options.planted, seed=options.seed)
    with ProcessPoolExecutor(options.workers) as pool:
        lessons = list(pool.map(work, filings))
    judged, kinds = cross_validate(lessons)
    threshold = judged.threshold
    options.output.mkdir(parents=True, exist_ok=True)
    export(fit(lessons), options.output / "text.onnx")
    description = {"threshold": threshold, "features": list(NAMES)}
    (options.output / "text.json").write_text(json.dumps(description, indent=1) + "\n")
    told = Counter(kind for kind, p in zip(kinds, judged.planted, strict=True) if p >= threshold)
    figures = {
        "filings": len(filings),
        "planted": len(judged.planted),
        "threshold": threshold,
        "false": judged.false(threshold),
        "recall": judged.recall(threshold),
        "recall_by_kind": {kind.value: told[kind] / max(1, kinds.count(kind)) for kind in MisstatementKind},
        "bound": judged.recall(1e-9),
        "seconds": round(time.perf_counter() - begun),
    }
    write_figures(options.output / "text-training.json", figures, "text.onnx", options.seed)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
