"""Whether the ticks of marked copies are right: numbers that agree, held against the tags of the filings.

Run: `python benchmarks/ties.py filings.tsv --split dev --json ties.json`; `--count` takes the first so many
by the hash of their names.

Of the tagged numbers with a tick it counts how many agree with a number of the same tag, with one of another
tag but of the same value, unit and day (tags cannot say whether those are one fact), or with others only;
of the numbers whose tag stands in two tables, and whose values agree there, how many have a tick; and of
those that another table repeats exactly (label, period, unit and value), how many are compared with any.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections import Counter, defaultdict
from pathlib import Path

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import Labels, Pairs, ambiguous_pairs, label, strict_pairs
from cofitcheck.numbers import compare
from cofitcheck.periods.dating import stated_periods
from cofitcheck.readers import read
from cofitcheck.reports.model.coverage import AGREEING, facts_agreeing, facts_with_finding
from cofitcheck.reports.model.report import Report
from cofitcheck.weights import NAME


def ticked(report: Report) -> list[tuple[int, ...]]:
    """Return the facts whose numbers have a tick, as mention indices."""
    passed = facts_agreeing(report) - facts_with_finding(report)
    return [fact.mentions for fact in report.facts if fact.index in passed]


def counts(report: Report, labels: Labels) -> Counter[str]:
    """Return how many ticks there are by what the tags say of them, and how many could be."""
    tallies: Counter[str] = Counter()
    same, untold = _neighbours(strict_pairs(labels)), _neighbours(ambiguous_pairs(labels))
    with_tick: set[int] = set()
    for fact in ticked(report):
        with_tick.update(fact)
        for index in fact:
            others = {other for other in fact if other != index and labels.key[other]}
            if labels.key[index] is None or not others:
                tallies["without a tag, or beside none"] += 1
            elif any(labels.key[other] == labels.key[index] for other in others):
                tallies["same tag"] += 1
            elif others & untold.get(index, set()):
                tallies["tags cannot tell"] += 1
            else:
                tallies["other tag"] += 1
    mentions = report.document.mentions
    for index, others in same.items():
        if any(compare(mentions[index].number, mentions[o].number).relation in AGREEING for o in others):
            tallies["stated twice"] += 1
            tallies["stated twice, with a tick"] += index in with_tick
    compared = {index for fact in report.facts for index in fact.mentions}
    for index in repeated(report.document):
        tallies["repeated exactly"] += 1
        tallies["repeated exactly, and compared"] += index in compared
    return tallies


def repeated(document: Document) -> set[int]:
    """Return the numbers, nought apart, that another table repeats: by label, period, unit and value."""
    periods, tables = stated_periods(document), defaultdict[tuple[object, ...], dict[int, list[int]]](dict)
    for mention in document.mentions:
        label_of_row = " ".join("".join(mention.row_path[-1:]).casefold().split()).rstrip(": ")
        if label_of_row and mention.number.value:
            number = mention.number
            key = (label_of_row, periods[mention.index], number.measure, number.currency, number.value)
            tables[key].setdefault(mention.table, []).append(mention.index)
    return {index for found in tables.values() if len(found) > 1 for each in found.values() for index in each}


def _neighbours(pairs: Pairs) -> dict[int, set[int]]:
    beside: dict[int, set[int]] = {}
    for left, right in pairs.tolist():
        beside.setdefault(left, set()).add(right)
        beside.setdefault(right, set()).add(left)
    return beside


def main() -> None:
    """Count the ticks of a split, and write them document by document."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--count", type=int)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    filings = sorted(
        read_list(arguments.list, (arguments.split,)),
        key=lambda filing: hashlib.sha256(filing.name.encode()).hexdigest(),
    )[: arguments.count]
    checker, rows, begun = Checker(CheckConfig()), {}, time.monotonic()
    for filing in filings:
        document = read(filing.path)
        rows[filing.name] = counts(checker.check(document), label(document))
        print(filing.name, dict(rows[filing.name]), flush=True)
    total = sum(rows.values(), Counter[str]())
    print("all", dict(total), f"{time.monotonic() - begun:.0f} s")
    if arguments.json:
        result = {"split": arguments.split, "documents": len(rows), "all": total, "by_document": rows}
        write_figures(arguments.json, result, NAME)


if __name__ == "__main__":
    main()
