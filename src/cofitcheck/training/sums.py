"""Fit what a broken sum says: numbers made wrong anywhere in tables, against filings as they are.

Run: `python -m cofitcheck.training.sums --list filings.tsv --output runs/model`

Learnt from the train companies and judged by companies that were left out (`FOLDS` parts of them). The
threshold is the least probability from which filings as they are bring at most `FALSE` findings each.
"""

from __future__ import annotations

import argparse
import json
import time
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
from cofitcheck.checks.sums.features import NAMES, features
from cofitcheck.checks.sums.findings import groups
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.table import TableSums, sums_of
from cofitcheck.evaluation.anywhere.misprints import misprints
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.provenance import write_figures
from cofitcheck.readers import read
from cofitcheck.training.judged import FOLDS, JudgedFilings, few_of_a_company, fold_of
from cofitcheck.training.trees import ROUNDS, export
from cofitcheck.training.trees import SETTINGS as TREES

SETTINGS = TREES | {"learning_rate": 0.05, "min_data_in_leaf": 40}

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True)
class SumsLesson:
    """What one filing teaches.

    `clean` are the features of its breaks as filed, by table, with the cells of each. `planted` has for each
    number made wrong those of the breaks that it brought about; none where it brought about none.
    """

    company: str
    clean: tuple[tuple[Rows, list[Instance]], ...]
    planted: tuple[Rows, ...]


def lesson(filing: Filing, count: int, seed: int) -> SumsLesson:
    """Return what a filing teaches, with so many numbers made wrong, one at a time."""
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
    """Train the ensemble that tells breaks by a wrong number from those of filings as they are."""
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
    for fold in range(FOLDS):
        ensemble = fit([each for each in lessons if fold_of(each.company) != fold])
        for each in lessons:
            if fold_of(each.company) == fold:
                judged.clean.append(
                    [p for rows, breaks in each.clean for p in groups(breaks, ensemble.predict(rows))]
                )
                judged.planted.extend(
                    float(ensemble.predict(rows).max()) if len(rows) else 0.0 for rows in each.planted
                )
    return judged


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, cross-validate and write `sums.onnx` and `sums.json` from the command line."""
    parser = argparse.ArgumentParser(description="Fit what a broken sum says.")
    parser.add_argument(
        "--list", type=Path, required=True, help="tab-separated list with file, split and company"
    )
    parser.add_argument("--planted", type=int, default=40, help="numbers made wrong in each filing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    filings = few_of_a_company(read_list(options.list, ["train"]))
    work = partial(lesson, count=options.planted, seed=options.seed)
    with ProcessPoolExecutor(options.workers) as pool:
        lessons = list(pool.map(work, filings))
    judged = cross_validate(lessons)
    threshold = judged.threshold
    options.output.mkdir(parents=True, exist_ok=True)
    export(fit(lessons), options.output / "sums.onnx")
    description = {"threshold": threshold, "features": list(NAMES)}
    (options.output / "sums.json").write_text(json.dumps(description, indent=1) + "\n")
    figures = {
        "filings": len(filings),
        "planted": len(judged.planted),
        "threshold": threshold,
        "false": judged.false(threshold),
        "recall": judged.recall(threshold),
        "bound": judged.recall(1e-9),
        "seconds": round(time.perf_counter() - begun),
    }
    write_figures(options.output / "sums-training.json", figures, "sums.onnx", options.seed)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
