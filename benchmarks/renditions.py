"""How many numbers of a document are paired with those of the same document in another format?

Filings are drawn from one split by the hash of their names, and the made-up sample is the first; each is
printed to PDF with Chromium, and the first few are turned into Word with LibreOffice. All of them state the
same numbers, so that each that differs, or is not found, is a false difference.

Run: `python benchmarks/renditions.py filings.tsv --split train --count 5 --word 1 --json renditions.json`
(needs chromium and libreoffice-writer)
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cofitcheck
from benchmarks.formats import as_word
from benchmarks.printed import print_to_pdf
from cofitcheck.checks.comparatives import Comparison, Kinship, Outcome
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.figures import share, write_figures

SAMPLE = Path(__file__).resolve().parent.parent / "examples" / "annual-report-clean.htm"


def main() -> None:
    """Compare the documents with their renditions and write what was paired."""
    parser = argparse.ArgumentParser(description="Pair the numbers of renditions.")
    parser.add_argument("listed", type=Path, help="list of filings, beside the folder named like it")
    parser.add_argument("--split", default="train")
    parser.add_argument("--count", type=int, default=5, help="filings to print, beside the sample")
    parser.add_argument("--word", type=int, default=1, help="documents to turn into Word as well")
    parser.add_argument("--json", type=Path, required=True)
    arguments = parser.parse_args()
    filings = [filing.path for filing in read_list(arguments.listed, (arguments.split,))]
    drawn = sorted(filings, key=lambda path: hashlib.sha256(path.name.encode()).hexdigest())
    rows = []
    for number, source in enumerate([SAMPLE, *drawn[: arguments.count]]):
        for row in compared(source, word=number < arguments.word):
            print(row, flush=True)
            rows.append(row)
    formats = sorted({row["format"] for row in rows})
    totals = {name: total([row for row in rows if row["format"] == name]) for name in formats}
    write_figures(arguments.json, {"formats": totals, "documents": rows}, "none")


def compared(source: Path, *, word: bool) -> Iterator[dict[str, Any]]:
    """Yield what became of a document's numbers in each other format."""
    document = cofitcheck.read(source)
    with tempfile.TemporaryDirectory() as folder:
        printed = Path(folder, "printed.pdf")
        print_to_pdf(source, printed)
        yield row(document, cofitcheck.read(printed), "PDF")
    if word:
        yield row(document, cofitcheck.read(as_word(document), "word.docx"), "Word")


def row(document: Document, other: Document, name: str) -> dict[str, Any]:
    """Return the counts of one comparison; the sample is named, filings by the hash of their content."""
    begun = time.perf_counter()
    (comparison,) = cofitcheck.compare(document, other, kinship=Kinship.RENDITION).each
    seconds = time.perf_counter() - begun
    return {
        "document": hashlib.sha256(document.source).hexdigest()[:12],
        "format": name,
        **counts(comparison),
        "seconds": round(seconds, 2),
    }


def counts(comparison: Comparison) -> dict[str, int]:
    """Return how many numbers of both documents have each outcome; a pair counts once."""
    found = Counter(each.outcome.value for each in comparison.compared)
    return {
        "numbers": found.total(),
        **{each.value: found[each.value] for each in Outcome if found[each.value]},
    }


def total(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Sum the rows of one format."""
    summed = Counter[str]()
    for each in rows:
        summed.update({name: value for name, value in each.items() if isinstance(value, int)})
    false = summed[Outcome.DIFFER.value] + summed[Outcome.NOT_FOUND.value]
    return {
        "documents": len(rows),
        **summed,
        "paired": share(summed[Outcome.AGREE.value], summed["numbers"]),
        "false_differences": false,
    }


if __name__ == "__main__":
    main()
