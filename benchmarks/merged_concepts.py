"""Mine the names that are the same fact from tagged filings: candidates for the merged gold.

Run: `python benchmarks/merged_concepts.py filings.tsv --split train --held-out dev --json merged.json`

A name is a concept, alone or with one dimension member. Two names, one of them without a member, are a
candidate when they have equal values (three digits or more) in table cells of one context, in `--companies`
companies or more, and no filing states them with different values in one context. Signs are left out:
treasury stock is negative as a column of equity, positive as a balance. What is mined is equality, which is
also how total assets and total liabilities and equity look: a person reads every candidate, and only what the
map of `evaluation/gold/merged_concepts.tsv` takes counts as the same fact.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from pathlib import Path

from cofitcheck import read
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import (
    AMBIGUOUS_DIGITS,
    Labels,
    Name,
    ambiguous_pairs,
    label,
    merged,
    merged_names,
    same_table_pairs,
    strict_pairs,
)
from cofitcheck.evaluation.gold.contexts import XbrlContext, read_declarations
from cofitcheck.evaluation.gold.tags import read_tags
from cofitcheck.readers.html.parse import parse_tree

Where = tuple[str, str, tuple[tuple[str, str], ...], str]
"""Start, end, the members that are no part of the name, and the unit."""


@dataclass(frozen=True)
class Stated:
    """What one filing states in its tables: by name and place the values, and those of enough digits."""

    company: str
    values: dict[Name, dict[Where, set[Decimal]]]
    telling: set[Decimal]


@dataclass
class Evidence:
    """How often two names have equal values, of how many companies, and how often different ones."""

    equal: int = 0
    different: int = 0
    companies: set[str] = field(default_factory=set)
    differing: set[str] = field(default_factory=set)


def stated(path: Path, company: str) -> Stated:
    """Read the table facts of one filing."""
    root = parse_tree(gzip.decompress(path.read_bytes()))
    declared = read_declarations(root)
    values: dict[Name, dict[Where, set[Decimal]]] = defaultdict(lambda: defaultdict(set))
    telling = set()
    for tag in read_tags(root):
        context, unit = declared.contexts.get(tag.context), declared.units.get(tag.unit)
        if tag.cell is None or tag.value is None or context is None or unit is None:
            continue
        for name, where in names(tag.concept, context, unit):
            values[name][where].add(abs(tag.value))
        if len(re.sub(r"\D", "", tag.text).lstrip("0")) >= AMBIGUOUS_DIGITS:
            telling.add(abs(tag.value))
    return Stated(company, {name: dict(places) for name, places in values.items()}, telling)


def names(concept: str, context: XbrlContext, unit: str) -> Iterator[tuple[Name, Where]]:
    """Yield the names of a fact: its concept, and its concept with each one of its members."""
    for member in (None, *context.members):
        rest = tuple(other for other in context.members if other != member)
        yield (concept, member), (context.start, context.end, rest, unit)


def equal_names(filing: Stated) -> set[tuple[Name, Name]]:
    """Return the pairs of names with an equal value of enough digits in one place; one has no member."""
    by_value: dict[tuple[Where, Decimal], set[Name]] = defaultdict(set)
    for name, places in filing.values.items():
        for where, values in places.items():
            for value in values & filing.telling:
                by_value[where, value].add(name)
    pairs = (pair for group in by_value.values() for pair in combinations(sorted(group, key=str), 2))
    return {(a, b) for a, b in pairs if None in (a[1], b[1])}


def weigh(filing: Stated, pair: tuple[Name, Name], evidence: Evidence) -> None:
    """Add what one filing says of a pair of names."""
    first, second = (filing.values.get(name, {}) for name in pair)
    for where in first.keys() & second.keys():
        if not first[where] & second[where]:
            evidence.different += 1
            evidence.differing.add(filing.company)
        elif first[where] & second[where] & filing.telling:
            evidence.equal += 1
            evidence.companies.add(filing.company)


def mine(filings: Sequence[Stated], companies: int) -> dict[tuple[Name, Name], Evidence]:
    """Return the candidates, those of most companies first."""
    seen: dict[tuple[Name, Name], set[str]] = defaultdict(set)
    for filing in filings:
        for pair in equal_names(filing):
            seen[pair].add(filing.company)
    found = {pair: weighed(filings, pair) for pair, who in seen.items() if len(who) >= companies}
    kept = {pair: evidence for pair, evidence in found.items() if not evidence.different}
    return dict(sorted(kept.items(), key=lambda item: (-len(item[1].companies), str(item[0]))))


def weighed(filings: Sequence[Stated], pair: tuple[Name, Name]) -> Evidence:
    """Return what all filings say of a pair of names."""
    evidence = Evidence()
    for filing in filings:
        weigh(filing, pair, evidence)
    return evidence


def merged_facts(filings: Sequence[Stated]) -> dict[str, int]:
    """Count the facts that tables state under several names of the map, and those without a common value."""
    merges = dict(merged_names())
    merges |= {(concept, None): concept for concept in merged_names().values()}
    counts = {"facts": 0, "without_a_common_value": 0}
    for filing in filings:
        facts: dict[tuple[str, Where], list[set[Decimal]]] = defaultdict(list)
        for name, concept in merges.items():
            for where, values in filing.values.get(name, {}).items():
                facts[concept, where].append(values)
        several = [stated for stated in facts.values() if len(stated) > 1]
        counts["facts"] += len(several)
        counts["without_a_common_value"] += sum(not set.intersection(*stated) for stated in several)
    return counts


def taken(pair: tuple[Name, Name]) -> bool:
    """Tell whether the map treats two names as the same."""
    first, second = (merged_names().get(name, name[0] if name[1] is None else None) for name in pair)
    return first is not None and first == second


def written(name: Name) -> str:
    """Write a name as the concept, or as "concept [dimension=member]"."""
    concept, member = name
    return concept if member is None else f"{concept} [{'='.join(member)}]"


def candidate_row(pair: tuple[Name, Name], found: Evidence, held_out: Evidence) -> dict[str, object]:
    """Return what the JSON says of one candidate."""
    return {
        "names": [written(name) for name in pair],
        "companies": len(found.companies),
        "equal": found.equal,
        "different": found.different,
        "held_out": {
            "companies": len(held_out.companies),
            "equal": held_out.equal,
            "different": held_out.different,
        },
        "merged": taken(pair),
    }


def pair_counts(labels: Labels) -> dict[str, int]:
    """Count the pairs of one document under one gold."""
    return {
        "across_tables": len(strict_pairs(labels)),
        "same_table": len(same_table_pairs(labels)),
        "ambiguous": len(ambiguous_pairs(labels)),
    }


def golds(path: Path) -> dict[str, dict[str, int]]:
    """Count the pairs of one filing under strict and under merged gold."""
    labels = label(read(path))
    return {"strict": pair_counts(labels), "merged": pair_counts(merged(labels))}


def total(rows: Sequence[dict[str, dict[str, int]]]) -> dict[str, dict[str, int]]:
    """Sum the counts of all filings."""
    return {gold: {what: sum(row[gold][what] for row in rows) for what in rows[0][gold]} for gold in rows[0]}


def main() -> None:
    """Mine one split, look at the candidates in another, and count the pairs of both golds there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", default="train")
    parser.add_argument("--held-out", default="dev")
    parser.add_argument("--companies", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    with options.list.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    # A company is its number: its name is spelt in several ways.
    chosen = {
        split: [
            (options.list.with_suffix("") / row["file"], row["cik"]) for row in rows if row["split"] == split
        ]
        for split in (options.split, options.held_out)
    }
    with ProcessPoolExecutor(options.workers) as pool:
        filings = {
            split: list(pool.map(stated, *zip(*files, strict=True))) for split, files in chosen.items()
        }
        counts = list(pool.map(golds, [path for path, _ in chosen[options.held_out]]))
    candidates = mine(filings[options.split], options.companies)
    result = {
        "mined_on": {
            "split": options.split,
            "filings": len(filings[options.split]),
            "companies": len({filing.company for filing in filings[options.split]}),
            "least_companies": options.companies,
        },
        "held_out": {"split": options.held_out, "filings": len(counts), "pairs": total(counts)},
        "merged_facts": {split: merged_facts(those) for split, those in filings.items()},
        "candidates": [
            candidate_row(pair, evidence, weighed(filings[options.held_out], pair))
            for pair, evidence in candidates.items()
        ],
    }
    write_figures(options.json, result, "none")
    print(f"{len(candidates)} candidates, {sum(map(taken, candidates))} of them merged; see {options.json}")


if __name__ == "__main__":
    main()
