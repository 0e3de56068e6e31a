"""Accuracy, precision, recall and F1 on sampled candidate pairs: the paper's Table III.

Make the sample once, then measure any classifier on it, here or where an API model can be reached:

    python benchmarks/sampled_candidates.py sample DOCS.tsv --split test --output sample.jsonl
    python benchmarks/sampled_candidates.py measure DOCS.tsv sample.jsonl --json trees.json
    python benchmarks/sampled_candidates.py measure DOCS.tsv sample.jsonl --words --json words.json
    python benchmarks/sampled_candidates.py measure DOCS.tsv sample.jsonl --method autocheck --json auto.json
    python benchmarks/sampled_candidates.py measure DOCS.tsv sample.jsonl --classifier DIR --json model.json
    python benchmarks/sampled_candidates.py measure DOCS.tsv sample.jsonl --server URL --server-model NAME \
        --allow-remote --server-cache answers.db --price-in 2.5 --price-out 10 --json gpt.json

The pairs are candidates of the bundled first stage with both numbers tagged, and not those that tags cannot
judge. The paper takes 1,000 at random from the test set of its classifier. It does not print how many of them
are positive; its figures (GPT-4o-mini: 61.1 accurate, 87.5 precise, 1.8 recalled) allow only 39.5 of 100, so
that share is taken of the pairs that state the same fact, and the rest of the others, each at random.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck import read
from cofitcheck.classification import Cascade
from cofitcheck.cli.classifier import classifier_options, classify_config
from cofitcheck.cli.common import OneSentenceGroup, cores
from cofitcheck.config import CheckConfig, FilterConfig
from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.figures import DIGITS, Json, figures, share
from cofitcheck.evaluation.gold.labels import label_tagged
from cofitcheck.evaluation.matching.metrics import Counts, Judge
from cofitcheck.evaluation.methods import Method, MethodOptions, load_method
from cofitcheck.evaluation.provenance import write_figures
from cofitcheck.facts import Usage
from cofitcheck.filtering import CandidatePairs, union
from cofitcheck.stages import Stages

POSITIVES = 0.395
"""The share of positives that the paper's figures allow."""


class Place(msgspec.Struct, frozen=True):
    """Where a number stands, as the reader numbers tables, rows and columns."""

    table: int
    row: int
    column: int


class Pair(msgspec.Struct, frozen=True):
    """A candidate pair of a filing, and whether its tags say that it states the same fact."""

    filing: str
    left: Place
    right: Place
    same_fact: bool


def judged(filing: Filing, stages: Stages) -> Iterator[Pair]:
    """Yield the candidate pairs of a filing that its tags can judge."""
    document = read(filing.path)
    judge = Judge(label_tagged(document))
    candidates = stages.candidates(document, stages.encoder.encode(document), FilterConfig())
    pairs = np.stack([candidates.left, candidates.right], axis=1)
    pairs = pairs[judge.tagged(pairs) & ~judge.is_ambiguous(pairs)]
    places = [Place(each.table, each.row, each.column) for each in document.mentions]
    for (left, right), same in zip(pairs.tolist(), judge.is_gold(pairs).tolist(), strict=True):
        yield Pair(filing.name, places[left], places[right], same)


def drawn(pairs: Sequence[Pair], size: int, positives: float, seed: int) -> list[Pair]:
    """Return so many pairs at random, so large a share of them positive, in their order."""
    random = np.random.default_rng(seed)
    wanted = {True: round(size * positives), False: size - round(size * positives)}
    chosen: list[int] = []
    for same, count in wanted.items():
        places = [place for place, pair in enumerate(pairs) if pair.same_fact == same]
        if len(places) < count:
            kind = "that state the same fact" if same else "of different facts"
            raise InputError(
                f"the documents have {len(places)} candidate pairs {kind}, not {count}; take fewer."
            )
        chosen += random.choice(places, count, replace=False).tolist()
    return [pairs[place] for place in sorted(chosen)]


@dataclass(frozen=True)
class Outcome:
    """What a classifier said of the sampled pairs of one document: float32 (n,), NaN for no answer."""

    same_fact: npt.NDArray[np.bool_]
    probability: npt.NDArray[np.float32]
    seconds: float
    classified: int
    unclassified: Mapping[str, int]
    usage: Usage


def classify(path: Path, pairs: Sequence[Pair], stages: Stages, every: bool) -> Outcome:
    """Classify the sampled pairs of a document; `every` classifies all its candidates with them.

    A sampled pair is judged too where stage 1 has changed since and lets it through no more.
    """
    document = read(path)
    encoded = stages.encoder.encode(document)
    asked = _mentions(path, document, pairs)
    sampled = CandidatePairs.build(asked[:, 0], asked[:, 1], encoded.fact)
    candidates = sampled
    if every:
        candidates = union(stages.candidates(document, encoded, FilterConfig()), sampled)
    begun = time.perf_counter()
    scored = stages.classifier.classify(document, encoded, candidates)
    seconds = time.perf_counter() - begun
    ends = zip(scored.left.tolist(), scored.right.tolist(), strict=True)
    known = dict(zip(ends, scored.probability.tolist(), strict=True))
    return Outcome(
        np.array([pair.same_fact for pair in pairs]),
        np.array([known[left, right] for left, right in asked.tolist()], np.float32),
        seconds,
        len(candidates),
        scored.unclassified,
        scored.usage or Usage(),
    )


def claim(path: Path, pairs: Sequence[Pair], method: Method) -> Outcome:
    """Return 1 for the sampled pairs that a method of the benchmark takes for one fact, 0 for the others."""
    document = read(path)
    asked = _mentions(path, document, pairs)
    begun = time.perf_counter()
    matches = method.match(document)
    seconds = time.perf_counter() - begun
    claimed = set(map(tuple, matches.predicted.tolist()))
    return Outcome(
        np.array([pair.same_fact for pair in pairs]),
        np.array([tuple(each) in claimed for each in asked.tolist()], np.float32),
        seconds,
        len(matches.candidates),
        {},
        Usage(),
    )


def _mentions(path: Path, document: Document, pairs: Sequence[Pair]) -> npt.NDArray[np.int64]:
    """Return the mentions of each pair, (n, 2), the first in the document first."""
    at = {Place(each.table, each.row, each.column): each.index for each in document.mentions}
    try:
        return np.sort([[at[pair.left], at[pair.right]] for pair in pairs], axis=1)
    except KeyError as error:
        raise InputError(
            f"{path}: has no number at {error.args[0]}, where the sample has one; make the sample anew."
        ) from error


def summary(outcomes: Sequence[Outcome], threshold: float) -> Json:
    """Sum the outcomes; a pair without an answer counts as not the same fact, and is counted."""
    same = np.concatenate([each.same_fact for each in outcomes])
    probability = np.concatenate([each.probability for each in outcomes])
    said = np.nan_to_num(probability) >= threshold
    counts = Counts(int(said.sum()), int(same.sum()), int((said & same).sum()))
    reasons: Counter[str] = Counter()
    for each in outcomes:
        reasons.update(each.unclassified)
    usage = sum((each.usage for each in outcomes), Usage())
    return {
        "pairs": len(same),
        "accuracy": share(int((said == same).sum()), len(same)),
        **{name: value for name, value in figures(counts).items() if name != "pairs"},
        "positive": counts.gold,
        "not_classified": int(np.isnan(probability).sum()),
        "reasons": dict(reasons),
        "threshold": threshold,
        "candidates_classified": sum(each.classified for each in outcomes),
        "seconds": round(sum(each.seconds for each in outcomes), DIGITS),
        "usage": asdict(usage),
    }


@click.group(cls=OneSentenceGroup)
def main() -> None:
    """Measure classifiers on sampled candidate pairs."""


@main.command()
@click.argument("documents", type=click.Path(path_type=Path))
@click.option("--split", required=True)
@click.option("--size", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--positives", type=click.FloatRange(0, 1), default=POSITIVES, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--most", type=click.IntRange(min=1), help="Only so many documents, to try it out.")
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def sample(
    documents: Path, split: str, size: int, positives: float, seed: int, most: int | None, output: Path
) -> None:
    """Draw candidate pairs from the documents of a split; one JSON object a line."""
    stages = Stages.load(CheckConfig(threads=cores()))
    pairs = [pair for filing in read_list(documents, [split])[:most] for pair in judged(filing, stages)]
    chosen = drawn(pairs, size, positives, seed)
    output.write_bytes(b"".join(msgspec.json.encode(pair) + b"\n" for pair in chosen))
    click.echo(f"{len(chosen)} of {len(pairs)} candidate pairs that can be judged: {output}")


@main.command()
@click.argument("documents", type=click.Path(path_type=Path))
@click.argument("sample_file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--threshold", type=click.FloatRange(0, 1), help="The configuration's own by default.")
@click.option("--words", is_flag=True, help="The bundled trees without reconciliation.")
@click.option("--method", metavar="M", help="A method of `evaluate matching` instead of a classifier.")
@click.option("--json", "output", type=click.Path(dir_okay=False, path_type=Path))
@classifier_options
def measure(
    documents: Path,
    sample_file: Path,
    threshold: float | None,
    words: bool,
    method: str | None,
    output: Path | None,
    **classifier: Any,
) -> None:
    """Judge the sampled pairs: by the bundled trees, a trained language model, a server's, or a method."""
    by_filing: defaultdict[str, list[Pair]] = defaultdict(list)
    for line in sample_file.read_bytes().splitlines():
        pair = msgspec.json.decode(line, type=Pair)
        by_filing[pair.filing].append(pair)
    paths = {filing.name: filing.path for filing in read_list(documents)}
    sampled = {paths[name]: pairs for name, pairs in by_filing.items()}
    if method:
        judged = _by_method(sampled, method)
    else:
        config = CheckConfig(
            classify=classify_config(classifier), method="words" if words else None, threads=cores()
        )
        judged = _by_classifier(sampled, config, threshold)
    result = {"benchmark": "sampled candidates", **judged}
    click.echo(json.dumps(result, indent=1))
    if output:
        write_figures(output, result, str(judged["model"]))


def _by_method(sampled: Mapping[Path, Sequence[Pair]], name: str) -> Json:
    method = load_method(name, MethodOptions(cores()))
    return {"model": name, **summary([claim(path, pairs, method) for path, pairs in sampled.items()], 0.5)}


def _by_classifier(
    sampled: Mapping[Path, Sequence[Pair]], config: CheckConfig, threshold: float | None
) -> Json:
    stages = Stages.load(config)
    # A language model is asked about every pair of the sample, whatever the trees say of its words.
    model = stages.classifier.judge if isinstance(stages.classifier, Cascade) else None
    stages = replace(stages, classifier=model or stages.classifier)
    # The trees judge a pair by its neighbours too, so they see all candidates.
    outcomes = [classify(path, pairs, stages, every=model is None) for path, pairs in sampled.items()]
    at = next(
        each
        for each in (threshold, config.classify.threshold, stages.classifier.threshold)
        if each is not None
    )
    return {"model": stages.name, **summary(outcomes, at)}


if __name__ == "__main__":
    main()
