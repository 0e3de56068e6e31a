"""How often each rule that keeps two facts apart is right, by the tags of filings.

Run: `python -m benchmarks.opposite_rules filings.tsv --count 40 --json opposite-rules.json`

The filings are the first so many of train by the hash of their names. Of each, the pairs are looked at that
the classifier holds for one fact with at least `LEAST`, and of which both numbers have a tag. A rule is right
where the two tags are of two facts; pairs of which tags cannot tell (equal value, unit and day under two
names) are left out. A rule counts wherever it speaks, also behind another.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cofitcheck.checker import Checker
from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.opposites import RULES
from cofitcheck.checks.evidence.opposites.labels import MentionPair
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.figures import Json, share, write_figures
from cofitcheck.evaluation.gold import ambiguous_pairs, label
from cofitcheck.readers import read
from cofitcheck.weights import NAME

LEAST = 0.1
"""Pairs that the classifier holds for one fact with less come into no fact."""
ANY = "any rule"
ALL = "all pairs"


def judged(document: Document, checker: Checker) -> Iterator[tuple[int, int, bool]]:
    """Yield the pairs that tags can judge, and whether they are of two facts."""
    labels, scored = label(document), checker.match(document).classified()
    untold = {tuple(pair) for pair in ambiguous_pairs(labels).tolist()}
    for left, right, probability in zip(
        scored.left.tolist(), scored.right.tolist(), scored.probability.tolist(), strict=True
    ):
        tagged = labels.key[left] is not None and labels.key[right] is not None
        if tagged and probability >= LEAST and (left, right) not in untold:
            yield left, right, labels.key[left] != labels.key[right]


def measure(filings: Sequence[Filing]) -> Json:
    """Return for each rule of how many pairs it speaks, and how many of them are two facts."""
    checker = Checker(CheckConfig())
    pairs: Counter[str] = Counter()
    apart: Counter[str] = Counter()
    for filing in filings:
        document = read(filing.path)
        grid = Grid(document)
        for left, right, are_two in judged(document, checker):
            pair = MentionPair(grid, grid[left], grid[right])
            speaking = [rule.name for rule in RULES if rule.speaks(pair)]
            for name in (ALL, *speaking, *[ANY] * bool(speaking)):
                pairs[name] += 1
                apart[name] += are_two
        print(filing.name, pairs[ALL], pairs[ANY], flush=True)
    names = (ALL, ANY, *(rule.name for rule in RULES))
    rows = [
        {
            "rule": name,
            "pairs": pairs[name],
            "two_facts": apart[name],
            "share": share(apart[name], pairs[name]),
        }
        for name in names
    ]
    return {"documents": len(filings), "least": LEAST, "rows": rows}


def main() -> None:
    """Measure the rules on some of the train filings of a list."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("--count", type=int)
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    filings = sorted(
        read_list(options.list, ("train",)),
        key=lambda filing: hashlib.sha256(filing.name.encode()).hexdigest(),
    )[: options.count]
    write_figures(options.json, measure(filings), NAME)


if __name__ == "__main__":
    main()
