"""What both stages do on Japanese reports, a language no training document is in.

Run: `python benchmarks/japanese.py FOLDER --json FILE [--links FILE]`; FOLDER holds a folder of inline XBRL
files a report, and is read as one document.

Gold are pairs across tables with one tag, as everywhere. A report's summary and its statements have tags of
two taxonomies, so such pairs are few: `--links` names a list (.tsv) that says which two concepts are one, and
how many of these links are found is counted apart.
"""

from __future__ import annotations

import csv
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from decimal import Decimal
from itertools import product
from pathlib import Path

import click

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.errors import InputError
from cofitcheck.evaluation.candidate_curve import Tally, curve, total
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import Labels, label
from cofitcheck.evaluation.methods.default import pairs_within
from cofitcheck.evaluation.metrics import Counts, Judge, PairScores
from cofitcheck.filtering import alignment_pairs
from cofitcheck.readers import read
from cofitcheck.weights import NAME


@dataclass(frozen=True)
class Link:
    """One fact under its two names: in the summary and in the statements; values in yen."""

    concepts: tuple[str, str]
    period: tuple[str, ...]
    values: tuple[Decimal, Decimal]

    def mentions(self, labels: Labels) -> list[tuple[int, int]]:
        """Return the pairs of mentions in different tables that the link says are one fact."""
        summary, statement = (
            [at for at, key in enumerate(labels.key) if key and self._is(labels, at, side)] for side in (0, 1)
        )
        return [
            (min(pair), max(pair))
            for pair in product(summary, statement)
            if labels.table[pair[0]] != labels.table[pair[1]]
        ]

    def _is(self, labels: Labels, at: int, side: int) -> bool:
        key, value = labels.key[at], labels.value[at]
        if key is None or key.concept.rpartition(":")[2] != self.concepts[side]:
            return False
        period = tuple(filter(None, (key.context.start, key.context.end)))
        return period == self.period and value == self.values[side]


def read_links(path: Path) -> dict[str, list[Link]]:
    """Return the links of each report whose two values agree."""
    links = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if row["agree"] == "1":
                concepts = row["summary_concept"], row["statement_concept"]
                values = Decimal(row["summary_value"]), Decimal(row["statement_value"])
                links[row["report_id"]].append(Link(concepts, tuple(row["period"].split("/")), values))
    return links


@dataclass
class Sums:
    """What is summed over the reports."""

    encoder: list[Tally]
    aligned: list[Tally]
    scores: PairScores
    candidates: Counts
    links: Counter[str]
    seconds: float = 0.0

    def add(self, checker: Checker, report: Path, links: Iterable[Link]) -> None:
        """Match a report and count. Raises `InputError` where it cannot be read."""
        document = read(report)
        judge, begun = Judge(label(document)), time.process_time()
        encoded = checker.stages.encoder.encode(document)
        candidates = checker.stages.candidates(document, encoded, checker.config.filter)
        scored = checker.stages.classifier.classify(document, encoded, candidates)
        within = pairs_within(checker.facts(document, scored))
        self.seconds += time.process_time() - begun
        alone = Tally.of_vectors(encoded.fact, judge.labels.table, judge.gold)
        self.encoder.append(alone)
        self.aligned.append(alone.united_with(alignment_pairs(document, encoded.fact), judge.gold))
        self.scores += judge.score(within)
        pairs = set(zip(candidates.left.tolist(), candidates.right.tolist(), strict=True))
        found = sum(pair in pairs for pair in map(tuple, judge.gold.tolist()))
        self.candidates += Counts(len(pairs), len(judge.gold), found)
        one_fact = set(map(tuple, within.tolist()))
        for link in links:
            if meant := link.mentions(judge.labels):
                self.links["links"] += 1
                self.links["candidates"] += not pairs.isdisjoint(meant)
                self.links["one fact"] += not one_fact.isdisjoint(meant)


def described(counts: Counts) -> dict[str, float]:
    """Return counts with what they come to."""
    shares = {name: round(getattr(counts, name), 4) for name in ("precision", "recall", "f1")}
    return {**asdict(counts), **shares}


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--links", "list_", type=click.Path(exists=True, path_type=Path), help="Summary links (.tsv).")
@click.option("--every", default=1, show_default=True, help="Take only every Nth report.")
@click.option("--json", "target", type=click.Path(dir_okay=False, path_type=Path), required=True)
def main(folder: Path, list_: Path | None, every: int, target: Path) -> None:
    """Match every report of the folder, and write what was found."""
    checker = Checker(CheckConfig(threads=1))
    links = read_links(list_) if list_ else {}
    sums, unread = Sums([], [], PairScores(), Counts(), Counter()), []
    for report in sorted(path for path in folder.iterdir() if path.is_dir())[::every]:
        try:
            sums.add(checker, report, links.get(report.name, ()))
        except InputError as error:
            unread.append(str(error))
    curves = {"encoder": curve(total(sums.encoder)), "encoder and alignment": curve(total(sums.aligned))}
    figures = {
        "reports": len(sums.encoder),
        "unread": unread,
        "cpu_seconds": round(sums.seconds, 1),
        "candidates": described(sums.candidates),
        "strict": described(sums.scores.strict),
        "clear": described(sums.scores.clear),
        "links": dict(sums.links),
        "threshold": checker.stages.encoder.threshold,
        "curves": {name: each.to_json() for name, each in curves.items()},
    }
    write_figures(target, figures, NAME)
    click.echo(json.dumps({name: each for name, each in figures.items() if name != "curves"}))
    for name, each in curves.items():
        points = {recall: each.at_recall(recall) for recall in (0.8, 0.9, 0.95, 0.97)}
        click.echo(f"{name}: {each.documents} reports, {each.gold} gold pairs")
        for recall, point in points.items():
            click.echo(f"  {recall}: {point.candidates_per_document if point else None}")


if __name__ == "__main__":
    main()
