"""Are planted errors found, and how often is a clean document accused?

One error of each kind is planted in each document, in the HTML itself. It counts as found when a finding
names the planted mention, as the one that stands against the others or as the witness against it.

Run: `python benchmarks/planted_errors.py filings.tsv --split dev --json planted.json --findings findings.md`
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from random import Random

import numpy as np

from cofitcheck import CheckConfig, Checker, Document, Finding, Report, read
from cofitcheck.document import Mention
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.errors import ErrorKind, Planted, plant
from cofitcheck.evaluation.gold import Labels, label

KINDS = (ErrorKind.DIGIT, ErrorKind.TRANSPOSITION, ErrorKind.SCALE, ErrorKind.SIGN, ErrorKind.STALE)
SLIPS = frozenset(KINDS[:3]) | {ErrorKind.DROPPED_DIGIT, ErrorKind.ADDED_DIGIT}


@dataclass(frozen=True)
class Trial:
    """One planted error and what came of it; `outcome` is "found", or how it was missed.

    `named_first` tells that the finding holds the planted mention, not its witness, to be wrong;
    `accused_before` that the clean document has a finding there already, so that finding it now proves
    little.
    """

    file: str
    kind: str
    before: str
    after: str
    where: str
    outcome: str
    named_first: bool
    accused_before: bool


@dataclass(frozen=True)
class Accusation:
    """A finding on a clean document, for a person to judge; `tags` is what the labels say of it."""

    file: str
    severity: str
    relation: str
    slip: str
    probability: float
    same_fact: float
    tags: str
    mention: str
    counterpart: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One document: its findings when clean, and its trials."""

    file: str
    accusations: tuple[Accusation, ...]
    trials: tuple[Trial, ...]


@cache
def checker() -> Checker:
    """Return this process's checker, loaded once; one thread, because the documents run side by side."""
    return Checker(CheckConfig(threads=1))


def measure(filing: Filing, kinds: Sequence[ErrorKind], seed: int) -> Row:
    """Check one document clean, and again with each kind of error."""
    document = read(filing.path)
    labels = label(document)
    clean = checker().check(document)
    accusations = tuple(accuse(filing.name, document, labels, finding) for finding in clean.findings)
    trials = []
    for kind in kinds:
        planted = plant(document, labels, kind, Random(f"{seed} {filing.name} {kind}"))
        if planted:
            trials.append(attempt(filing.name, document, clean, planted))
    return Row(filing.name, accusations, tuple(trials))


def attempt(file: str, document: Document, clean: Report, planted: Planted) -> Trial:
    """Check a document with a planted error and tell whether it is found."""
    report = checker().check(read(planted.data, name=document.name))
    cell = planted.table, planted.row, planted.column
    index = next((m.index for m in report.document.mentions if (m.table, m.row, m.column) == cell), None)
    naming = [finding for finding in report.findings if index in (finding.mention, finding.counterpart)]
    return Trial(
        file=file,
        kind=planted.kind,
        before=planted.before,
        after=planted.after,
        where=tell(document, document.mentions[planted.mention]),
        outcome="found" if naming else missed(report, index),
        named_first=any(finding.mention == index for finding in naming),
        accused_before=any(
            planted.mention in (finding.mention, finding.counterpart) for finding in clean.findings
        ),
    )


def missed(report: Report, index: int | None) -> str:
    """Say at which stage a planted error was lost."""
    if index is None:
        return "the cell was not read as a number"
    if not any(index in fact.mentions for fact in report.facts):
        return "in no fact set"
    if any(index in finding.fact.mentions for finding in report.findings):
        return "its fact set has a finding that names others"
    return "in a fact set without a finding"


def accuse(file: str, document: Document, labels: Labels, finding: Finding) -> Accusation:
    """Describe a finding on a clean document."""
    facts = labels.fact[[finding.mention, finding.counterpart]]
    if (facts < 0).any():
        tags = "unknown (a cell has no tag)"
    else:
        tags = "the same fact" if facts[0] == facts[1] else "two facts"
    return Accusation(
        file=file,
        severity=finding.severity,
        relation=finding.relation,
        slip=finding.slip,
        probability=round(finding.probability, 4),
        same_fact=round(finding.same_fact, 4),
        tags=tags,
        mention=tell(document, document.mentions[finding.mention]),
        counterpart=tell(document, document.mentions[finding.counterpart]),
        reasons=finding.reasons,
    )


def tell(document: Document, mention: Mention) -> str:
    """Say in a line what a mention shows and where."""
    rows, columns = " / ".join(mention.row_path), " / ".join(mention.column_path)
    title = document.tables[mention.table].title
    return f"{mention.text} | row: {rows} | column: {columns} | table {mention.table}: {title[:100]}"


def summary(rows: list[Row]) -> dict[str, object]:
    """Return recall by kind, over slips and over all, and false findings a clean document."""
    groups: dict[str, list[Trial]] = defaultdict(list)
    for trial in (trial for row in rows for trial in row.trials):
        slip = ["slips"] if trial.kind in SLIPS else []
        for name in (trial.kind, "all", *slip):
            groups[name].append(trial)
    false = np.array([len(row.accusations) for row in rows])
    return {
        "documents": len(rows),
        "planted": {name: recall(trials) for name, trials in groups.items()},
        "findings_per_clean_document": {
            "mean": round(float(false.mean()), 3),
            "median": float(np.median(false)),
            "p90": float(np.percentile(false, 90)),
            "severity": Counter(accusation.severity for row in rows for accusation in row.accusations),
            "tags_say": Counter(accusation.tags for row in rows for accusation in row.accusations),
        },
    }


def recall(trials: list[Trial]) -> dict[str, object]:
    """Return how many errors were planted and which share was found, and how the rest was missed."""
    found = [trial for trial in trials if trial.outcome == "found"]
    return {
        "planted": len(trials),
        "found": len(found),
        "recall": round(len(found) / len(trials), 4),
        "named_first": sum(trial.named_first for trial in found),
        "accused_before": sum(trial.accused_before for trial in found),
        "missed": Counter(trial.outcome for trial in trials if trial.outcome != "found"),
    }


def markdown(rows: list[Row]) -> str:
    """Write all findings on clean documents as a list for a person to judge."""
    lines = ["# Findings on clean documents", ""]
    for number, accusation in enumerate((a for row in rows for a in row.accusations), start=1):
        lines += [
            f"## {number}. {accusation.file}",
            f"{accusation.severity}, {accusation.relation}, slip: {accusation.slip}, "
            f"error {accusation.probability}, same fact {accusation.same_fact}; tags say: {accusation.tags}",
            f"- {accusation.mention}",
            f"- {accusation.counterpart}",
            *(f"- why: {reason}" for reason in accusation.reasons),
            "",
        ]
    return "\n".join(lines)


def main() -> None:
    """Measure a split."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", action="append", required=True)
    parser.add_argument("--kind", action="append", choices=[kind.value for kind in ErrorKind])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=1, help="take only every so manieth document")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--findings", type=Path, help="Markdown file for the findings on clean documents")
    options = parser.parse_args()
    kinds = tuple(ErrorKind(kind) for kind in options.kind or KINDS)
    filings = read_list(options.list, options.split)[:: options.every]
    rows = []
    with ProcessPoolExecutor(options.workers) as pool:
        for row in pool.map(partial(measure, kinds=kinds, seed=options.seed), filings):
            rows.append(row)
            found = ", ".join(f"{trial.kind} {trial.outcome}" for trial in row.trials)
            print(f"{row.file}: {len(row.accusations)} findings when clean; {found}", flush=True)
    result = {"summary": summary(rows), "documents": [asdict(row) for row in rows]}
    print(json.dumps(result["summary"], indent=1))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
    if options.findings:
        options.findings.write_text(markdown(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
