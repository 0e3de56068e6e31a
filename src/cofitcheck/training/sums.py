"""Trains the trees for broken sums: numbers made wrong anywhere in tables, against filings as filed.

Run: `python -m cofitcheck.training.sums --list filings.tsv --output runs/model`

The trees learn from the train companies. They are judged on companies that were left out, in `FOLDS` parts.
The threshold is the least probability at which filings as filed have at most `FALSE` findings on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.repeats.ties import find_ties
from cofitcheck.checks.sums.features import NAMES, features
from cofitcheck.checks.sums.findings import groups
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.table import TableSums, sums_of
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.errors_anywhere import misprints
from cofitcheck.readers import read
from cofitcheck.training.training_examples import SETTINGS, JudgedFilings, TrainingLessons, asked, left_out
from cofitcheck.training.trees import ROUNDS

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True)
class SumsLesson:
    """The lesson of one filing.

    `clean` has for each table the features of its breaks as filed, and the breaks. `planted` has for each
    number made wrong the features of the breaks that it caused; no rows where it caused none.
    """

    company: str
    clean: tuple[tuple[Rows, list[Instance]], ...]
    planted: tuple[Rows, ...]


def lesson(filing: Filing, count: int, seed: int) -> SumsLesson:
    """Return the lesson of a filing, with `count` numbers made wrong, one at a time."""
    document = read(filing.path)
    grid = Grid(document)
    tables = {table.index: sums_of(grid, table.index) for table in document.tables}
    tied = {mention for tie in find_ties(grid) for mention in tie}
    clean = tuple(
        (features(sums, document.mentions, tied), sums.breaks) for sums in tables.values() if sums.breaks
    )
    planted = []
    for wrong in misprints(document, count, Random(f"{seed} {filing.name}")):
        before = {_name(each) for each in tables[wrong.mention.table].breaks}
        table = document.tables[wrong.mention.table]
        after = TableSums(wrong.in_table(grid.table(table.index)), table.structure)
        new = [wrong.mention.index in each.stated and _name(each) not in before for each in after.breaks]
        planted.append(
            features(after, document.mentions, tied - {wrong.mention.index})[np.array(new, dtype=np.bool_)]
        )
    return SumsLesson(filing.company, clean, tuple(planted))


def _name(instance: Instance) -> tuple[object, ...]:
    return instance.sheet.down, instance.total, instance.addends, instance.residual


def fit(lessons: Sequence[SumsLesson]) -> Any:
    """Train the ensemble that tells breaks caused by a wrong number from those of filings as filed."""
    import lightgbm

    clean = [rows for each in lessons for rows, _ in each.clean]
    planted = [rows for each in lessons for rows in each.planted]
    data = np.concatenate([*clean, *planted])
    labels = np.repeat([0.0, 1.0], [sum(map(len, clean)), sum(map(len, planted))])
    examples = lightgbm.Dataset(data, labels, feature_name=list(NAMES))
    return lightgbm.train(SETTINGS, examples, ROUNDS)


def cross_validate(lessons: Sequence[SumsLesson]) -> JudgedFilings:
    """Judge each company by an ensemble that was trained without it."""
    judged = JudgedFilings([], [])
    for ensemble, each in left_out(lessons, fit):
        judged.clean.append(
            [p for rows, breaks in each.clean for p in groups(breaks, ensemble.predict(rows))]
        )
        judged.planted.extend(
            float(ensemble.predict(rows).max()) if len(rows) else 0.0 for rows in each.planted
        )
    return judged


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, cross-validate and write `sums.onnx` and `sums.json` from the command line."""
    options = asked("Fit what a broken sum says.", arguments, planted="numbers")
    course = TrainingLessons.take(options, lesson, count=options.planted, seed=options.seed)
    judged = cross_validate(course.lessons)
    threshold = judged.threshold
    figures = {
        "planted": len(judged.planted),
        "threshold": threshold,
        "false": judged.false(threshold),
        "recall": judged.recall(threshold),
        "bound": judged.recall(1e-9),
    }
    course.write("sums", fit(course.lessons), threshold, NAMES, figures)


if __name__ == "__main__":
    main()
