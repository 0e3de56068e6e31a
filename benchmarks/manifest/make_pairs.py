"""Make the published list of pairs of filings, one earlier than the other, from the list of the filings.

Run: `python benchmarks/manifest/make_pairs.py`

Each filing is paired with what its comparatives are checked against: an annual report with the one of the
year before and with the last quarterly report before it, a quarterly report with the last annual report and
with that of the same quarter a year before. Splits are those of the companies.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from cofitcheck.datasets import Entry, read_manifest

MANIFEST = Path(__file__).with_name("filings.tsv")
PAIRS = Path(__file__).with_name("pairs.tsv")
COLUMNS = ("split", "company", "this", "other", "forms", "months")
APART = {
    ("10-K", "10-K"): range(11, 14),
    ("10-K", "10-Q"): range(1, 10),
    ("10-Q", "10-K"): range(1, 10),
    ("10-Q", "10-Q"): range(11, 14),
}
"""How many months before the end of the one form's period that of the other may lie."""


def main() -> None:
    """Write the list beside this file and say how many pairs each split has."""
    by_company: dict[str, list[Entry]] = defaultdict(list)
    for entry in read_manifest(MANIFEST):
        by_company[entry.cik].append(entry)
    rows = [row for entries in by_company.values() for row in pairs(entries)]
    rows.sort(key=lambda row: (row["split"], row["this"], row["other"]))
    with PAIRS.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    counts = {split: sum(row["split"] == split for row in rows) for split in ("train", "dev", "test")}
    print(", ".join(f"{count} pairs in {split}" for split, count in counts.items()))


def pairs(entries: Sequence[Entry]) -> Iterator[dict[str, str]]:
    """Yield the pairs among the filings of one company, of each kind the nearest before each filing."""
    for this in entries:
        for forms, apart in APART.items():
            before = [
                (months, other.file, other)
                for other in entries
                if (this.form, other.form) == forms and (months := months_between(this, other)) in apart
            ]
            if before:
                months, _, other = min(before)
                yield {
                    "split": this.split,
                    "company": this.company,
                    "this": this.file,
                    "other": other.file,
                    "forms": ", ".join(forms),
                    "months": str(months),
                }


def months_between(this: Entry, other: Entry) -> int:
    """Return how many months the period of `other` ends before that of `this`, by their days: a year of 52
    weeks may end in another month."""
    first, second = (
        12 * int(e.period[:4]) + int(e.period[5:7]) + int(e.period[8:]) / 30 for e in (this, other)
    )
    return round(first - second)


if __name__ == "__main__":
    main()
