"""Systems scored document by document, and what two of them differ by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
import numpy as np

from benchmarks.paper.steps import Json, Piece, Steps
from cofitcheck.cli.common import cores
from cofitcheck.config import CheckConfig, ClassifyConfig
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.figures import figures, mean
from cofitcheck.evaluation.matching import measure, summary
from cofitcheck.evaluation.methods import MethodOptions
from cofitcheck.evaluation.metrics import Counts

Command = TypeVar("Command", bound=Callable[..., Any])
GOLDS = ("clear", "strict", "merged")
DRAWS = 1000


def filings_of(documents: Path, splits: Sequence[str], drawn: int | None) -> list[Filing]:
    """Return the documents of some splits in their order: all of them, or so many drawn at random.

    What is drawn follows from the list and the number alone (seed 0), so that it is the same for all systems.
    """
    filings = read_list(documents, splits)
    if drawn is None or drawn >= len(filings):
        return filings
    places = np.random.default_rng(0).choice(len(filings), drawn, replace=False)
    return [filings[place] for place in sorted(places.tolist())]


def measured_on(command: Command) -> Command:
    """Add the documents that are measured on."""
    for add in (
        click.option("--drawn", type=click.IntRange(min=1), help="Measure only so many, drawn by seed 0."),
        click.option("--split", "splits", multiple=True),
        click.argument("documents", type=click.Path(exists=True, path_type=Path)),
    ):
        command = add(command)
    return command


def told(encoder: Path | None = None, classifier: Path | None = None) -> MethodOptions:
    """Return what a method is told; the method `paper` takes both models, others neither."""
    config = CheckConfig(threads=cores())
    if classifier:
        classify = ClassifyConfig(model=classifier)
        config = replace(config, classify=classify, encoder=encoder, method="paper")
    return MethodOptions(cores(), None, config)


def score_pieces(
    name: str, method: str, filings: Sequence[Filing], encoder: Path | None, classifier: Path | None
) -> dict[str, Piece]:
    """Return a piece a document: its pairs by a method."""
    return {
        f"{name}, {filing.name}": partial(_score, method, filing, encoder, classifier) for filing in filings
    }


def _score(
    method: str, filing: Filing, encoder: Path | None, classifier: Path | None, steps: Steps
) -> Json | None:
    if classifier and not (classifier / "CARD.md").is_file():
        return None  # its training is not at its end
    options = told(encoder, classifier)
    (row,) = _rows(summary(method, options, [measure(filing, method, options)]))
    return {"form": filing.form, **row}


def _rows(found: Mapping[str, Any]) -> Sequence[Json]:
    rows: Sequence[Json] = found["per_document"]
    return rows


def of(done: Mapping[str, Json], name: str) -> list[Json]:
    """Return the scored documents of a name by theirs: a run that is gone on with has done them in another
    order."""
    rows = (row for piece, row in done.items() if piece.startswith(f"{name}, "))
    return sorted(rows, key=lambda row: str(row["document"]))


def summed(rows: Sequence[Json]) -> Json:
    """Return set-level precision, recall and F1 against each gold, and what it costs a document."""
    return {
        "documents": len(rows),
        **{gold: figures(sum((counts(row, gold) for row in rows), Counts())) for gold in GOLDS},
        "candidates_per_document": mean([row["candidates"] for row in rows]),
        "seconds_per_document": mean([sum(row["seconds"].values()) for row in rows]),
    }


def counts(row: Mapping[str, Any], gold: str) -> Counts:
    """Return what was counted of a document against a gold."""
    held = row[gold]
    return Counts(held["predicted"], held["pairs"], held["hits"])


def difference(
    one: Sequence[Sequence[Json]], other: Sequence[Sequence[Json]], gold: str = "clear"
) -> Json | None:
    """Return by how much the F1 of `one` is above that of `other`, with its 95% interval.

    Each holds the scored documents of every seed. Documents are drawn again and again, the same ones for both
    sides and all seeds; F1 is the mean over seeds. None where the two are not of the same documents.
    """
    if not one or not other or len({tuple(row["document"] for row in rows) for rows in (*one, *other)}) != 1:
        return None
    sides = [np.array([[_triple(row, gold) for row in rows] for rows in side]) for side in (one, other)]
    documents = sides[0].shape[1]
    random = np.random.default_rng(0)
    weights = random.multinomial(documents, [1 / documents] * documents, DRAWS)  # (draws, documents)
    drawn = _f1(sides[0], weights) - _f1(sides[1], weights)
    whole = np.ones((1, documents), np.int64)
    low, high = np.quantile(drawn, (0.025, 0.975))
    value = (_f1(sides[0], whole) - _f1(sides[1], whole))[0]
    return {name: round(float(each), 4) for name, each in (("value", value), ("low", low), ("high", high))}


def _triple(row: Mapping[str, Any], gold: str) -> tuple[int, int, int]:
    held = counts(row, gold)
    return held.predicted, held.gold, held.hits


def _f1(triples: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return for each draw the mean F1 over seeds; `triples` (seeds, documents, 3)."""
    predicted, gold, hits = np.moveaxis(np.einsum("wd,sdk->wsk", weights, triples), 2, 0)
    found: np.ndarray[Any, Any] = np.mean(2 * hits / np.maximum(predicted + gold, 1), axis=1)
    return found
