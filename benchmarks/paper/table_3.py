"""Table III: accuracy, precision, recall and F1 on sampled candidate pairs.

Any classifier is measured on the sample of `benchmarks.paper.sample`, here or where an API model is reached:

    python -m benchmarks.paper.table_3 DOCS.tsv SAMPLE --work runs/t3/trees --json trees.json
    python -m benchmarks.paper.table_3 DOCS.tsv SAMPLE --words --work runs/t3/words --json words.json
    python -m benchmarks.paper.table_3 DOCS.tsv SAMPLE --method autocheck --work runs/t3/auto --json auto.json
    python -m benchmarks.paper.table_3 DOCS.tsv SAMPLE --classifier DIR --work runs/t3/model --json model.json
    python -m benchmarks.paper.table_3 DOCS.tsv SAMPLE --server URL --server-model NAME --allow-remote \\
        --server-cache answers.db --price-in 2.5 --price-out 10 --work runs/t3/gpt --json gpt.json

A pair whose cells are no more, or whose tags say otherwise since, is left out, and counted as `gone`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from benchmarks.paper.sample import Pair, mentions_of, read_sample, standing
from benchmarks.paper.steps import Json, Steps, run, stepped
from cofitcheck import read
from cofitcheck.classification import Cascade
from cofitcheck.cli.common import OneSentence, cores
from cofitcheck.cli.options import classifier_options, classify_config
from cofitcheck.config import CheckConfig, FilterConfig
from cofitcheck.document import Document
from cofitcheck.evaluation import paper_figures
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.figures import DIGITS, figures, share
from cofitcheck.evaluation.methods import Method, MethodOptions, load_method
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.facts import Usage
from cofitcheck.filtering import CandidatePairs, union
from cofitcheck.stages import Stages

Judge = Callable[[Document, Sequence[Pair]], Json]
"""Says what a classifier makes of the sampled pairs of a document."""


def classify(stages: Stages, every: bool, document: Document, pairs: Sequence[Pair]) -> Json:
    """Classify the sampled pairs of a document; `every` classifies all its candidates with them.

    A sampled pair is judged too where stage 1 has changed since and lets it through no more.
    """
    encoded = stages.encoder.encode(document)
    asked = mentions_of(document, pairs)
    sampled = CandidatePairs.build(asked[:, 0], asked[:, 1], encoded.fact)
    candidates = sampled
    if every:
        candidates = union(stages.candidates(document, encoded, FilterConfig()), sampled)
    begun = time.perf_counter()
    scored = stages.classifier.classify(document, encoded, candidates)
    seconds = time.perf_counter() - begun
    ends = zip(scored.left.tolist(), scored.right.tolist(), strict=True)
    known = dict(zip(ends, scored.probability.tolist(), strict=True))
    return {
        "same_fact": [pair.same_fact for pair in pairs],
        "probability": [known[left, right] for left, right in asked.tolist()],  # NaN, in JSON null: no answer
        "seconds": seconds,
        "classified": len(candidates),
        "unclassified": dict(scored.unclassified),
        "usage": asdict(scored.usage or Usage()),
    }


def claim(method: Method, document: Document, pairs: Sequence[Pair]) -> Json:
    """Return 1 for the sampled pairs that a method of the benchmark takes for one fact, 0 for the others."""
    begun = time.perf_counter()
    matches = method.match(document)
    seconds = time.perf_counter() - begun
    claimed = set(map(tuple, matches.predicted.tolist()))
    return {
        "same_fact": [pair.same_fact for pair in pairs],
        "probability": [float(tuple(each) in claimed) for each in mentions_of(document, pairs).tolist()],
        "seconds": seconds,
        "classified": len(matches.candidates),
        "unclassified": {},
        "usage": asdict(Usage()),
    }


def judged(path: Path, pairs: Sequence[Pair], judge: Judge, _: Steps) -> Json:
    """Return what is said of the pairs of a document that still stand, and how many do not."""
    document = read(path)
    left = standing(document, pairs)
    said = judge(document, left) if left else {"same_fact": [], "probability": []}
    return {**said, "gone": len(pairs) - len(left)}


def summary(threshold: float, done: Mapping[str, Json]) -> Json:
    """Sum the documents; a pair without an answer counts as not the same fact, and is counted."""
    rows = list(done.values())
    same = np.array([each for row in rows for each in row["same_fact"]], bool)
    answers = [each for row in rows for each in row["probability"]]
    probability = np.array([np.nan if each is None else each for each in answers], np.float32)
    said = np.nan_to_num(probability) >= threshold
    counts = Counts(int(said.sum()), int(same.sum()), int((said & same).sum()))
    reasons: Counter[str] = Counter()
    for row in rows:
        reasons.update(row.get("unclassified", {}))
    usage = sum((Usage(**row["usage"]) for row in rows if "usage" in row), Usage())
    return {
        "pairs": len(same),
        "gone": sum(row["gone"] for row in rows),
        "accuracy": share(int((said == same).sum()), len(same)),
        **{name: value for name, value in figures(counts).items() if name != "pairs"},
        "positive": counts.gold,
        "not_classified": int(np.isnan(probability).sum()),
        "reasons": dict(reasons),
        "threshold": threshold,
        "candidates_classified": sum(row.get("classified", 0) for row in rows),
        "seconds": round(sum(row.get("seconds", 0) for row in rows), DIGITS),
        "usage": asdict(usage),
        "paper": paper_figures.SAMPLED,
    }


def load_judge(method: str | None, config: CheckConfig) -> tuple[str, Judge, float]:
    """Return what is measured: its name, what it does, and the threshold that is its own."""
    if method:
        loaded = load_method(method, MethodOptions(cores()))
        return method, partial(claim, loaded), 0.5
    stages = Stages.load(config)
    # A language model is asked about every pair of the sample, whatever the trees say of its words.
    model = stages.classifier.judge if isinstance(stages.classifier, Cascade) else None
    stages = replace(stages, classifier=model or stages.classifier)
    own = config.classify.threshold
    # The trees judge a pair by its neighbours too, so they see all candidates.
    return (
        stages.name,
        partial(classify, stages, model is None),
        stages.classifier.threshold if own is None else own,
    )


@click.command(cls=OneSentence)
@click.argument("documents", type=click.Path(path_type=Path))
@click.argument("sample_file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--threshold", type=click.FloatRange(0, 1), help="The configuration's own by default.")
@click.option("--words", is_flag=True, help="The bundled trees without reconciliation.")
@click.option("--method", metavar="M", help="A method of `evaluate matching` instead of a classifier.")
@stepped
@classifier_options
def main(
    documents: Path,
    sample_file: Path,
    threshold: float | None,
    words: bool,
    method: str | None,
    work: Path,
    allowed: float,
    target: Path,
    **classifier: Any,
) -> None:
    """Judge the sampled pairs: by the bundled trees, a trained language model, a server's, or a method."""
    config = CheckConfig(
        classify=classify_config(classifier), method="words" if words else None, threads=cores()
    )
    name, judge, own = load_judge(method, config)
    paths = {filing.name: filing.path for filing in read_list(documents)}
    pieces = {
        filing: partial(judged, paths[filing], pairs, judge)
        for filing, pairs in read_sample(sample_file).items()
    }
    at = own if threshold is None else threshold

    def figures_of(done: Mapping[str, Json]) -> Json:
        return {"benchmark": "sampled candidates", "model": name, **summary(at, done)}

    run(Steps(work, allowed), pieces, figures_of, target, name)


if __name__ == "__main__":
    main()
