"""What numbers in running text are tied to, against verdicts by reading.

Run: `python -m benchmarks.text_verdicts filings.tsv small.tsv --json benchmarks/results/text-verdicts.json`

`text_verdicts.tsv` has 300 numbers of twelve filings (six of test, six of small companies), 25 drawn
from each, judged without seeing what the program says: which cells state the fact that the sentence tells
("T3r5c2": table, row and column from 0), or from which it is derived. A document is known by the SHA-256 of
its source, a number by its passage and its first character there.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cofitcheck.checker import Checker
from cofitcheck.evaluation.corpus import checksum, read_rows
from cofitcheck.evaluation.figures import Json, share, write_figures
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report

VERDICTS = Path(__file__).with_name("text_verdicts.tsv")
Number = tuple[int, int]
"""A passage and a character of it."""


def verdicts() -> dict[str, dict[Number, tuple[str, set[str]]]]:
    """Return the verdict on each number of each document, with the cells."""
    found: dict[str, dict[Number, tuple[str, set[str]]]] = {}
    with VERDICTS.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            cells = set(filter(None, row["cells"].split(";")))
            number = int(row["passage"]), int(row["start"])
            found.setdefault(row["document"], {})[number] = row["verdict"], cells
    return found


def judged(report: Report, numbers: dict[Number, tuple[str, set[str]]]) -> Iterator[str]:
    """Yield for each judged number its verdict, and what the program ties it to: the right cells, others or
    nothing."""
    account, mentions = report.text, report.document.mentions
    at = {(each.passage, each.start): each.index for each in account.mentions}
    for number, (verdict, cells) in numbers.items():
        index = at.get(number)
        tied = account.tied.get(index, ()) if index is not None else ()
        named = {f"T{m.table}r{m.row}c{m.column}" for m in (mentions[cell] for cell in tied)}
        to = "nothing" if not named else "right" if named & cells else "wrong"
        yield f"{verdict}, {'not read' if index is None else to}"


def measure(files: Sequence[Path]) -> Json:
    """Check the documents that verdicts are of, and count."""
    wanted, checker = verdicts(), Checker()
    counts: Counter[str] = Counter()
    documents = 0
    for file in files:
        document = read(file)
        numbers = wanted.pop(checksum(document), None)
        if numbers is not None:
            documents += 1
            counts.update(judged(checker.check(document), numbers))
            print(file.name, dict(counts), flush=True)
    told = sum(n for name, n in counts.items() if not name.startswith("none"))
    right = sum(n for name, n in counts.items() if name.endswith("right"))
    wrong = sum(n for name, n in counts.items() if name.endswith("wrong"))
    return {
        "documents": documents,
        "numbers": sum(counts.values()),
        "with_counterpart": told,
        "tied_right": share(right, told),
        "ties": right + wrong,
        "right_of_ties": share(right, right + wrong),
        "counts": dict(sorted(counts.items())),
    }


def main() -> None:
    """Measure the documents of lists that have verdicts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lists", type=Path, nargs="+", help="lists with file and sha256")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    known = set(verdicts())
    files = [
        path.with_suffix("") / row["file"]
        for path in options.lists
        for row in read_rows(path, ("file", "sha256"))
        if row["sha256"] in known
    ]
    write_figures(options.json, measure(files), "cofitcheck-base-5")


if __name__ == "__main__":
    main()
