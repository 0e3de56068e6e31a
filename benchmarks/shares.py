"""By kind of document: how many numbers are checked, how many foot, and in how many a large table foots.

A table is large with fourteen numbers, and foots where seven of ten take part in sums that come out.

Run: `python -m benchmarks.shares UK=FOLDER Japanese=FOLDER --most 14 --json FILE`
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from cofitcheck import Checker, Report, read
from cofitcheck.checks.ledger import CheckKind, Outcome
from cofitcheck.errors import InputError
from cofitcheck.evaluation.provenance import write_figures

LARGE = 14
MOSTLY = 0.7


def counts(report: Report) -> Counter[str]:
    """Return the numbers of a document, those that are checked, those that foot; whether a large table
    foots."""
    numbers, footed = Counter[int](), Counter[int]()
    for mention in report.document.mentions:
        numbers[mention.table] += 1
        checks = report.ledger.of(mention)
        footed[mention.table] += any(c.kind is CheckKind.SUM and c.outcome is Outcome.AGREES for c in checks)
    foots = any(times >= LARGE and footed[at] >= MOSTLY * times for at, times in numbers.items())
    found = Counter(finding.severity.value for finding in report.found)
    return Counter(
        documents=1,
        numbers=len(report.document.mentions),
        checked=report.ledger.checked,
        footed=footed.total(),
        with_a_large_table_that_foots=int(foots),
        unread=sum(each.numbers for each in report.document.unread),
        **found,
    )


def main() -> None:
    """Check documents by kind and write what was checked of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="+", help="NAME=FOLDER")
    parser.add_argument("--most", type=int, default=100, help="so many documents a kind, drawn evenly")
    parser.add_argument("--largest", type=float, default=4.0, help="in MB, as stored")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    checker, shares = Checker(), {}
    for kind in args.kinds:
        name, _, folder = kind.partition("=")
        paths = sorted(path for path in Path(folder).iterdir() if _size(path) <= args.largest * 1_000_000)
        total, began = Counter[str](), time.process_time()
        for path in paths[:: max(len(paths) // args.most, 1)][: args.most]:
            try:
                total += counts(checker.check(read(path)))
            except InputError as error:
                print(f"{path.name}: {error}")
        total["seconds"] = round(time.process_time() - began)
        shares[name] = {**total, "share": round(total["checked"] / max(total["numbers"], 1), 3)}
        print(name, shares[name], flush=True)
    if args.json:
        write_figures(args.json, {"kinds": shares}, checker.stages.name)


def _size(path: Path) -> int:
    return sum(each.stat().st_size for each in path.rglob("*")) if path.is_dir() else path.stat().st_size


if __name__ == "__main__":
    main()
