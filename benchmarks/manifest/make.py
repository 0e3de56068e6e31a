"""Make the published manifest of the benchmark's splits from the list of the copies that we measured on.

Run: `python benchmarks/manifest/make.py ../shared/data/filings.tsv`

The list has the columns of a manifest, and `source`: where each copy was found. Where the path there holds
the SEC's accession number, the manifest has it; nothing else of the path goes into it.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import re
from dataclasses import replace
from pathlib import Path

from cofitcheck.datasets.identity import alterations, identify
from cofitcheck.datasets.manifest import Entry, read_manifest, write_manifest
from cofitcheck.readers.html.parse import parse_tree

MANIFEST = Path(__file__).with_name("filings.tsv")

_ACCESSION = re.compile(r"(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)")


def main() -> None:
    """Write the manifest beside this file and say what it holds."""
    parser = argparse.ArgumentParser(description="Make the published manifest.")
    parser.add_argument("listed", type=Path, help="list of the copies, beside the folder named like it")
    listed: Path = parser.parse_args().listed
    with listed.open(encoding="utf-8", newline="") as lines:
        sources = {row["file"]: row["source"] for row in csv.DictReader(lines, delimiter="\t")}
    entries = [
        described(entry, listed.with_suffix("") / entry.file, sources[entry.file])
        for entry in read_manifest(listed)
    ]
    MANIFEST.write_bytes(write_manifest(entries))
    known = sum(bool(entry.accession) for entry in entries)
    altered = sum(bool(entry.altered) for entry in entries)
    print(f"{len(entries)} filings, {known} with an accession number, {altered} altered copies")


def described(entry: Entry, path: Path, source: str) -> Entry:
    """Return the entry with its accession number, if the source tells it, and with what its copy is like."""
    content = gzip.decompress(path.read_bytes())
    who = identify(parse_tree(content))
    assert entry.sha256 == hashlib.sha256(content).hexdigest(), f"{path} is not the listed copy"
    assert entry.cik == who.entity, f"{path} is of {who.entity}, not of {entry.cik}"
    if (who.form, who.period) != (entry.form, entry.period):
        print(f"{entry.file}: listed as {entry.form} to {entry.period}, says {who.form} to {who.period}")
    found = _ACCESSION.search(source.partition(":")[2])
    return replace(
        entry,
        accession="-".join(found.groups()) if found else "",
        bytes=str(len(content)),
        altered=alterations(content),
    )


if __name__ == "__main__":
    main()
