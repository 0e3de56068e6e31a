"""References to notes, and years over tables: what is told as filed, and what is found once they are wrong.

Run: `python -m benchmarks.references filings.tsv --split dev --json benchmarks/results/references.json`.

Of each place that refers to one note and says what it is about, the number is moved up and down by one. It is
counted by what the place is: a title, words behind "for information on" (subject), or the label of a row. Of
each list of years that leads to a table all years are moved back by one; that is seen where the columns have
those years.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cofitcheck.checks.references.found import Reference, references
from cofitcheck.checks.references.notes import Notes
from cofitcheck.checks.references.subjects import misreferences
from cofitcheck.checks.references.titles import dated_titles, is_shifted, misdated_titles
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.provenance import write_figures
from cofitcheck.readers import read


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("filings", type=Path, help="a list with the columns file and split")
    parser.add_argument("--split", default="dev")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    planted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    told: list[str] = []
    documents = 0
    for filing in read_list(options.filings, [options.split]):
        document = read(filing.path)
        documents += 1
        told += [f"{filing.name}: {words}" for words in _told(document)]
        for kind, is_found in _planted(document):
            planted[kind] += 1
            found[kind] += is_found
    figures = {
        "documents": documents,
        "told_as_filed": told,
        "planted": {kind: {"planted": planted[kind], "found": found[kind]} for kind in sorted(planted)},
    }
    write_figures(options.json, figures, "rules")


def _told(document: Document) -> Iterator[str]:
    yield from (each.reference.words for each in misreferences(Notes(document), list(references(document))))
    yield from (each.words for each in misdated_titles(document))


def _planted(document: Document) -> Iterator[tuple[str, bool]]:
    notes = Notes(document)
    last = max((note.number for note in notes.all), default=0)
    for reference in references(document):
        for moved in (reference.numbers[0] - 1, reference.numbers[0] + 1):
            if len(reference.numbers) == 1 and 1 <= moved <= last:
                wrong = replace(reference, numbers=(moved,))
                yield _kind(reference), any(misreferences(notes, [wrong]))
    for each in dated_titles(document):
        yield "years", is_shifted(tuple(year - 1 for year in each.named), each.columns)


def _kind(reference: Reference) -> str:
    return "title" if reference.titled else "label" if reference.table >= 0 else "subject"


if __name__ == "__main__":
    main()
