"""How the trees of a check are trained: a lesson from each filing, companies left out, files written.

The trees tell planted errors from documents as filed. They are judged on companies that were left out. The
modules of the trees (such as `training.sums`) define what a lesson is and what the trees learn from it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from cofitcheck.classification.trees import ThresholdTrees
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.training.dataset import first_of_each
from cofitcheck.training.trees import SETTINGS as TREES
from cofitcheck.training.trees import export

FOLDS = 4
"""The number of parts of the companies. Each is judged by trees that learnt from the others."""
FALSE = 0.2
"""The most findings on a filing as it was filed, on average."""
OF_A_COMPANY = 4
"""The most filings of one company that teach."""

SETTINGS = TREES | {"learning_rate": 0.05, "min_data_in_leaf": 40}
"""The settings of the trees of stage 2, with another learning rate and another size of leaves."""

Ensemble = Any
"""Trees of LightGBM."""


@dataclass(frozen=True)
class JudgedFilings:
    """The probabilities by an ensemble for filings of companies that it did not learn from.

    `clean` has the probability of each finding of each filing as filed. `planted` has the highest probability
    that each planted error caused (0: none)."""

    clean: list[list[float]]
    planted: list[float]

    def false(self, threshold: float) -> float:
        """Return the mean number of findings of a filing as filed."""
        return float(np.mean([sum(p >= threshold for p in each) for each in self.clean]))

    def recall(self, threshold: float) -> float:
        """Return the share of the planted errors that are found."""
        return float(np.mean([p >= threshold for p in self.planted]))

    @property
    def threshold(self) -> float:
        """The least threshold, to three digits, at which filings as filed have at most `FALSE` findings."""
        allowed = [t for t in np.arange(0.5, 0.9995, 0.001) if self.false(float(t)) <= FALSE]
        return round(float(allowed[0]), 3) if allowed else 0.999


def fold_of(company: str) -> int:
    """Return the part that a company belongs to."""
    return int(hashlib.sha256(company.encode()).hexdigest(), 16) % FOLDS


class FilingLesson(Protocol):
    """The lesson of one filing."""

    @property
    def company(self) -> str:
        """The company that the filing is of."""


LessonT = TypeVar("LessonT", bound=FilingLesson)


def asked(what: str, arguments: Sequence[str] | None, planted: str = "") -> argparse.Namespace:
    """Return the options of a training from the command line.

    `what` says what is trained. `planted` names the things that are made wrong in each filing, "" for none.
    """
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument(
        "--list", type=Path, required=True, help="tab-separated list with file, split and company"
    )
    if planted:
        parser.add_argument("--planted", type=int, default=40, help=f"{planted} made wrong in each filing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args(arguments)


@dataclass(frozen=True)
class TrainingLessons(Generic[LessonT]):
    """The lessons of the train companies, and the time at which they were begun."""

    options: argparse.Namespace
    lessons: Sequence[LessonT]
    begun: float

    @classmethod
    def take(
        cls, options: argparse.Namespace, lesson: Callable[..., LessonT], **settings: object
    ) -> TrainingLessons[LessonT]:
        """Take a lesson from each filing of the train split, at most `OF_A_COMPANY` of one company."""
        begun = time.perf_counter()
        filings: list[Filing] = first_of_each(read_list(options.list, ["train"]), OF_A_COMPANY)
        with ProcessPoolExecutor(options.workers) as pool:
            return cls(options, list(pool.map(partial(lesson, **settings), filings)), begun)

    def write(
        self,
        name: str,
        ensemble: Ensemble,
        threshold: float,
        features: Sequence[str],
        figures: Mapping[str, object],
    ) -> None:
        """Write `name`.onnx with the trees, `name`.json with threshold and features, and the figures."""
        output: Path = self.options.output
        output.mkdir(parents=True, exist_ok=True)
        export(ensemble, output / f"{name}.onnx")
        description = {"threshold": threshold, "features": list(features)}
        (output / f"{name}.json").write_text(json.dumps(description, indent=1) + "\n")
        told = {
            "filings": len(self.lessons),
            **figures,
            "seconds": round(time.perf_counter() - self.begun),
        }
        write_figures(output / f"{name}-training.json", told, f"{name}.onnx", self.options.seed)
        print(json.dumps(told))


def write_threshold_trees(
    output: Path,
    kind: type[ThresholdTrees],
    ensemble: Ensemble,
    threshold: float,
    figures: Mapping[str, object],
    seed: int,
) -> None:
    """Write the two files of trees with a threshold, and the figures of their training."""
    trees, described = kind.files()
    output.mkdir(parents=True, exist_ok=True)
    export(ensemble, output / trees)
    (output / described).write_text(json.dumps({"threshold": threshold}) + "\n")
    write_figures(output / f"{kind.name}-training.json", figures, trees, seed)
    print(json.dumps(figures))


def left_out(
    lessons: Sequence[LessonT], fit: Callable[[Sequence[LessonT]], Ensemble]
) -> Iterator[tuple[Ensemble, LessonT]]:
    """Yield each lesson with trees that learnt without the part of its company."""
    for fold in range(FOLDS):
        ensemble = fit([each for each in lessons if fold_of(each.company) != fold])
        for each in lessons:
            if fold_of(each.company) == fold:
                yield ensemble, each
