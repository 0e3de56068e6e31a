"""Fits the model of differences: planted errors against the disagreements of clean documents.

Run: `python -m cofitcheck.training.difference --list filings.tsv --model runs/model --output runs/model`

It is fitted on the documents that the trees learn from. Each is judged by trees that have not seen its
company (`training.dataset.part`); otherwise the trees would look surer than they are. An error is planted in
the document's own text, and the document is read again. It is matched with the vectors of the clean document,
which are the same, because numbers are masked in the encoder's input.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from math import log1p
from pathlib import Path
from random import Random

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks import CheckSettings, DifferenceKind, DifferenceModel, Grid
from cofitcheck.checks.evidence.difference import log_odds
from cofitcheck.checks.evidence.footing import Footing
from cofitcheck.checks.repeats.compare import Contradiction, compare_facts
from cofitcheck.classification import Trees, WordClassifier
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.planting import ErrorKind, plant
from cofitcheck.readers import read
from cofitcheck.reconciliation import Reconciler
from cofitcheck.stages import Stages
from cofitcheck.training.dataset import part
from cofitcheck.weights import Bundle

PLANTED = tuple(kind for kind in ErrorKind if kind is not ErrorKind.ROUNDING)
OF_A_COMPANY = 3
"""The most filings of one company that are used."""

_STRENGTH = 0.3
"""The inverse of the penalty on the fitted weights. It keeps the weights of rare kinds near zero."""


@dataclass(frozen=True)
class Case:
    """A disagreement, and whether it was planted."""

    contradiction: Contradiction
    planted: bool


@cache
def _stages(folder: Path, unseen: int) -> Stages:
    """Return the model of a folder, with the trees that were trained without the part `unseen`."""
    trees = Bundle("in training", folder / "parts" / str(unseen))
    words = WordClassifier(Trees(trees.first, threads=1))
    classifier = Reconciler(words, Trees(trees.second, threads=1))
    return Stages(load_encoder(folder, threads=1), classifier, DifferenceModel(), trees.name)


def cases(chosen: tuple[Filing, int], folder: Path, config: CheckConfig, seed: int) -> list[Case]:
    """Return the disagreements of a clean filing, and those that planted errors cause.

    The filing comes with its part N. The trees in `folder`/parts/N have not seen the companies of that part.
    """
    filing, unseen = chosen
    return list(_cases(filing, _stages(folder, unseen), config, seed))


def _cases(filing: Filing, stages: Stages, config: CheckConfig, seed: int) -> Iterator[Case]:
    document = read(filing.path)
    encoded = stages.encoder.encode(document)
    for contradiction in disagreements(document, encoded, stages, config):
        yield Case(contradiction, planted=False)
    for _, mention, wrong in planted_in(filing, document, seed):
        for contradiction in disagreements(wrong, encoded, stages, config):
            if mention in (contradiction.mention, contradiction.counterpart):
                yield Case(contradiction, planted=True)


def planted_in(filing: Filing, document: Document, seed: int) -> Iterator[tuple[ErrorKind, int, Document]]:
    """Yield the document of a filing with an error of each kind, one at a time.

    Each is (kind, wrong mention, document read again). Errors that change which numbers are read are left
    out."""
    labels = label(document)
    for kind in PLANTED:
        planted = plant(document, labels, kind, Random(f"{seed} {filing.name} {kind}"))
        wrong = read(planted.data, filing.name) if planted else None
        if planted and wrong and len(wrong.mentions) == len(document.mentions):
            yield kind, planted.mention, wrong


def disagreements(
    document: Document, encoded: Encoded, stages: Stages, config: CheckConfig
) -> tuple[Contradiction, ...]:
    """Return the contradiction of every fact set of a document whose mentions disagree, however unlikely."""
    candidates = stages.candidates(document, encoded, config.filter)
    scored = stages.classifier.classify(document, encoded, candidates)
    facts = Checker(config, stages).facts(document, scored)
    return compare_facts(Grid(document), facts, config.checks).contradictions


def fit_difference(known: Sequence[Case]) -> DifferenceModel:
    """Return the logistic model that tells planted errors from the disagreements of clean documents."""
    from sklearn.linear_model import LogisticRegression

    kinds, sums = list(DifferenceKind), list(Footing)
    rows = np.array(
        [
            [
                log_odds(case.contradiction.evidence.same_fact),
                *(case.contradiction.evidence.kind is kind for kind in kinds),
                *(case.contradiction.evidence.footing is each for each in sums),
                log1p(case.contradiction.evidence.agreeing),
                log1p(case.contradiction.evidence.differing),
            ]
            for case in known
        ],
        dtype=np.float64,
    )
    fitted = LogisticRegression(C=_STRENGTH, max_iter=2000).fit(rows, [case.planted for case in known])
    weight, *ratios, agreeing, differing = (round(float(value), 3) for value in fitted.coef_[0])
    of_kinds, of_sums = ratios[: len(kinds)], ratios[len(kinds) :]
    return DifferenceModel(
        bias=round(float(fitted.intercept_[0]), 3),
        weight=weight,
        log_likelihood_ratio=dict(zip(kinds, of_kinds, strict=True)),
        footing=dict(zip(sums, of_sums, strict=True)),
        agreeing=agreeing,
        differing=differing,
    )


def some_of_each(filings: Sequence[Filing]) -> list[tuple[Filing, int]]:
    """Return the first filings of each company that the trees learn from, with their part.

    With all filings the habits of a few companies would outweigh the others.
    """
    taken: Counter[str] = Counter()
    chosen = []
    for filing in filings:
        number = part(filing.split, filing.company)
        if number is not None and taken[filing.company] < OF_A_COMPANY:
            taken[filing.company] += 1
            chosen.append((filing, number))
    return chosen


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit and write `difference.json` from the command line."""
    parser = argparse.ArgumentParser(description="Fit what a difference says.")
    parser.add_argument(
        "--list", type=Path, required=True, help="tab-separated list with file, split and company"
    )
    parser.add_argument(
        "--model", type=Path, required=True, help="folder with the encoder and the trees of each part"
    )
    parser.add_argument(
        "--threshold", type=float, default=None, help="of the classifier (default: the package's)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    config = CheckConfig(checks=CheckSettings(threshold=0.0))
    if options.threshold is not None:
        config = replace(config, classify=replace(config.classify, threshold=options.threshold))
    known: list[Case] = []
    filings = some_of_each(read_list(options.list, ["train", "dev"]))
    work = partial(cases, folder=options.model, config=config, seed=options.seed)
    with ProcessPoolExecutor(options.workers) as pool:
        for (filing, _), found in zip(filings, pool.map(work, filings), strict=True):
            known.extend(found)
            planted = sum(case.planted for case in found)
            print(f"{filing.name}: {planted} planted, {len(found) - planted} clean", flush=True)
    model = fit_difference(known)
    model.save(options.output / "difference.json")
    print(
        json.dumps(
            {"planted": sum(case.planted for case in known), "clean": sum(not c.planted for c in known)}
        )
    )


if __name__ == "__main__":
    main()
