"""Candidate pairs drawn at random from tagged filings, to measure classifiers on: the sample of Table III.

Run: `python -m benchmarks.paper.sample filings.tsv --split test --output benchmarks/sampled-candidates.jsonl`

The pairs are candidates of the bundled first stage with both numbers tagged, and not those that tags cannot
judge. The paper takes 1,000 at random from the test set of its classifier. It does not print how many of them
are positive; its figures (GPT-4o-mini: 61.1 accurate, 87.5 precise, 1.8 recalled) allow only 39.5 of 100, so
that share is taken of the pairs that state the same fact, and the rest of the others, each at random.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck import read
from cofitcheck.cli.common import OneSentence, cores
from cofitcheck.config import CheckConfig, FilterConfig
from cofitcheck.document import Document, Mention
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold import label_tagged
from cofitcheck.evaluation.metrics import Judge
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


def _place(mention: Mention) -> Place:
    return Place(mention.table, mention.row, mention.column)


def judged(filing: Filing, stages: Stages) -> Iterator[Pair]:
    """Yield the candidate pairs of a filing that its tags can judge."""
    document = read(filing.path)
    judge = Judge(label_tagged(document))
    candidates = stages.candidates(document, stages.encoder.encode(document), FilterConfig())
    pairs = np.stack([candidates.left, candidates.right], axis=1)
    pairs = pairs[judge.tagged(pairs) & ~judge.is_ambiguous(pairs)]
    places = [_place(each) for each in document.mentions]
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


def standing(document: Document, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs that are still what they were: both numbers are read, and tags say of them the same.

    The reader numbers tables, rows and columns, so that another reader may have something else there.
    """
    at = {_place(each): each.index for each in document.mentions}
    found = [pair for pair in pairs if pair.left in at and pair.right in at]
    if not found:
        return []
    ends = np.sort([[at[pair.left], at[pair.right]] for pair in found], axis=1)
    judge = Judge(label_tagged(document))
    same = np.array([pair.same_fact for pair in found])
    known = judge.tagged(ends) & ~judge.is_ambiguous(ends) & (judge.is_gold(ends) == same)
    return [pair for pair, stands in zip(found, known.tolist(), strict=True) if stands]


def mentions_of(document: Document, pairs: Sequence[Pair]) -> npt.NDArray[np.int64]:
    """Return the mentions of each pair, (n, 2), the first in the document first."""
    at = {_place(each): each.index for each in document.mentions}
    return np.sort([[at[pair.left], at[pair.right]] for pair in pairs], axis=1)


def read_sample(path: Path) -> dict[str, list[Pair]]:
    """Return the pairs of a sample by filing."""
    by_filing: defaultdict[str, list[Pair]] = defaultdict(list)
    for line in path.read_bytes().splitlines():
        pair = msgspec.json.decode(line, type=Pair)
        by_filing[pair.filing].append(pair)
    return dict(by_filing)


@click.command(cls=OneSentence)
@click.argument("documents", type=click.Path(path_type=Path))
@click.option("--split", required=True)
@click.option("--size", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--positives", type=click.FloatRange(0, 1), default=POSITIVES, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--most", type=click.IntRange(min=1), help="Only so many documents, to try it out.")
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(
    documents: Path, split: str, size: int, positives: float, seed: int, most: int | None, output: Path
) -> None:
    """Draw candidate pairs from the documents of a split; one JSON object a line."""
    stages = Stages.load(CheckConfig(threads=cores()))
    pairs = [pair for filing in read_list(documents, [split])[:most] for pair in judged(filing, stages)]
    chosen = drawn(pairs, size, positives, seed)
    output.write_bytes(b"".join(msgspec.json.encode(pair) + b"\n" for pair in chosen))
    click.echo(f"{len(chosen)} of {len(pairs)} candidate pairs that can be judged: {output}")


if __name__ == "__main__":
    main()
