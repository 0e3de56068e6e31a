"""Make the published lists of filings from those of the copies that we measured on and trained with.

Run: `python benchmarks/manifest/make.py ../shared/data/filings.tsv ../shared/data/untagged.tsv`

The first has the columns of a manifest, the second, of filings without tags, a company, a form and a year;
both say in `source` where each copy was found. Where the path there holds the SEC's accession number, the
published list has it; nothing else of the path goes into it.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from cofitcheck.datasets import Entry, read_manifest, write_manifest
from cofitcheck.datasets.records import alterations, identify
from cofitcheck.readers.html.parse import parse_tree

MANIFEST = Path(__file__).with_name("filings.tsv")
UNTAGGED = Path(__file__).with_name("untagged.tsv")
_COLUMNS = ("file", "company", "form", "year", "accession", "sha256", "bytes")

_ACCESSION = re.compile(r"(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)")


def main() -> None:
    """Write the lists beside this file and say what they hold."""
    parser = argparse.ArgumentParser(description="Make the published lists.")
    parser.add_argument("listed", type=Path, help="list of the copies, beside the folder named like it")
    parser.add_argument("untagged", type=Path, help="list of the copies of filings without tags")
    arguments = parser.parse_args()
    write_untagged(rows_of(arguments.untagged))
    listed: Path = arguments.listed
    sources = {row["file"]: row["source"] for row in rows_of(listed)}
    entries = [
        described(entry, listed.with_suffix("") / entry.file, sources[entry.file])
        for entry in read_manifest(listed)
    ]
    MANIFEST.write_bytes(write_manifest(entries))
    known = sum(bool(entry.accession) for entry in entries)
    altered = sum(bool(entry.altered) for entry in entries)
    print(f"{len(entries)} filings, {known} with an accession number, {altered} altered copies")


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a list by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def write_untagged(rows: Iterable[dict[str, str]]) -> None:
    """Write the list of the filings without tags."""
    with UNTAGGED.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, _COLUMNS, delimiter="\t", lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows({**row, "accession": accession_in(row["source"])} for row in rows)


def accession_in(source: str) -> str:
    """Return the accession number in the path of a source, "" where it holds none."""
    found = _ACCESSION.search(source.partition(":")[2])
    return "-".join(found.groups()) if found else ""


def described(entry: Entry, path: Path, source: str) -> Entry:
    """Return the entry with its accession number, if the source tells it, and with what its copy is like."""
    content = gzip.decompress(path.read_bytes())
    who = identify(parse_tree(content))
    assert entry.sha256 == hashlib.sha256(content).hexdigest(), f"{path} is not the listed copy"
    assert entry.cik == who.entity, f"{path} is of {who.entity}, not of {entry.cik}"
    if (who.form, who.period) != (entry.form, entry.period):
        print(f"{entry.file}: listed as {entry.form} to {entry.period}, says {who.form} to {who.period}")
    return replace(
        entry,
        accession=accession_in(source),
        bytes=str(len(content)),
        altered=alterations(content),
    )


if __name__ == "__main__":
    main()
