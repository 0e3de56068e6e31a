"""Trains the trees that judge lines of one table that repeat each other, without the values of a pair.

Run: `python -m cofitcheck.training.lines --list filings.tsv --model runs/model --output runs/model`

They learn from the train companies that the encoder has not seen, by merged gold, like the trees that tie
equal numbers of one table (`within`). Dev is only measured.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from cofitcheck import patterns as re
from cofitcheck.encoding import Encoder
from cofitcheck.reconciliation.lines import LineTrees, line_features, repeated_lines
from cofitcheck.training.dataset import TrainingDocument
from cofitcheck.training.training_examples import write_threshold_trees
from cofitcheck.training.within import SEED, Lesson, figures_of, fit_within, lessons_of, parser_of
from cofitcheck.training.within import lesson as lesson_within

THRESHOLD = 0.5
"""The least probability of one fact, as for two numbers of different tables. On 84 filings as filed, trees of
other companies take seven pairs that differ by a slip for one fact from here on, ten from .3, one from .8."""
UNTOLD = 0.25
"""The weight of a pair that tags cannot judge, and that counts as two facts; a pair that they judge has 1."""
_SPEAKS_FOR = re.compile(
    "cos_.*|.*_overlap|.*_contained|same_label|same_path|one_period|one_month|others_equal|others_long|lines_alike"
)
_SPEAKS_AGAINST = re.compile("others_differ|contrasts")


def lesson(example: TrainingDocument, encoder: Encoder) -> Lesson:
    """Return the lesson of a labelled document."""
    return lesson_within(example, encoder, repeated_lines, line_features)


def fit_lines(taught: Sequence[Lesson]) -> Any:
    """Train the ensemble. Likeness can never lower the probability of one fact, nor unlikeness raise it.

    A thousand pairs are too few to learn that."""
    signs = [
        bool(_SPEAKS_FOR.fullmatch(name)) - bool(_SPEAKS_AGAINST.fullmatch(name)) for name in taught[0].names
    ]
    return fit_within(taught, UNTOLD, monotone_constraints=signs)


def train(taught: Sequence[Lesson], watched: Sequence[Lesson]) -> tuple[Any, dict[str, Any]]:
    """Return the ensemble, and figures on the documents that were watched."""
    trees = fit_lines(taught)
    raw = [np.asarray(trees.predict(each.rows), dtype=np.float32) for each in watched]
    return trees, figures_of(taught, watched, raw, THRESHOLD)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure on dev and export, from the command line."""
    options = parser_of("judge lines of one table").parse_args(arguments)
    begun = time.perf_counter()
    trees, figures = train(*lessons_of(options, lesson))
    figures["seconds"] = round(time.perf_counter() - begun)
    write_threshold_trees(options.output, LineTrees, trees, THRESHOLD, figures, SEED)


if __name__ == "__main__":
    main()
