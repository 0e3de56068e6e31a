"""Everything the pipeline decides about documents, as canonical JSON lines; and how two such files differ.

A change of the code that should change nothing leaves no difference; one that should is read line by line.
Each line is one record: a table, a mention, what was not read, a candidate pair with its scores, a fact, a
finding with every word of its reasons, a fact left open, a gap; and digests of the vectors and features.

Run: `python -m benchmarks.snapshot FILES... --output F`, or, for the list of documents of every format,
`python -m benchmarks.snapshot --list benchmarks/manifest/snapshot.tsv --data ../shared/data --output F`;
then `python -m benchmarks.snapshot diff A B`. A name that ends in .gz is compressed. What the list wants
printed (needs chromium) or written as an office file is made once, in the folder `--made`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from benchmarks.snapshots.difference import differences, read_lines
from benchmarks.snapshots.forms import Listed, load, read_list
from benchmarks.snapshots.record import Record, Recorder
from cofitcheck.errors import InputError


def lines(name: str, records: Iterable[Record]) -> list[str]:
    """Return records as lines of canonical JSON."""
    named = ({"document": name, **record} for record in records)
    return [json.dumps(record, ensure_ascii=False, sort_keys=True) for record in named]


def take(listed: Sequence[Listed], data: Path, made: Path, output: Path) -> None:
    """Write the snapshot of documents, one after another; one that cannot be read has its error instead."""
    recorder = Recorder()
    with _opened(output) as file:
        for document in listed:
            begun = time.monotonic()
            try:
                records = recorder.records(load(document, data, made))
            except InputError as error:
                records = [{"record": "error", "key": "", "message": str(error)}]
            file.writelines(f"{line}\n" for line in lines(document.name, records))
            file.flush()
            print(f"{document.name}: {len(records):,} records, {time.monotonic() - begun:.0f} s", flush=True)


def _opened(output: Path) -> IO[str]:
    if output.suffix == ".gz":
        return gzip.open(output, "wt", encoding="utf-8")
    return output.open("w", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Take a snapshot, or say what differs between two; then the status is 1 where anything does."""
    if arguments[:1] == ["diff"]:
        return _diff(arguments[1:])
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--list", type=Path, help="tab-separated, with the columns file and form")
    parser.add_argument("--data", type=Path, default=Path(), help="the folder that the list's paths begin in")
    parser.add_argument("--made", type=Path, default=Path("build/snapshot"), help="keeps what is made")
    parser.add_argument("--only", default="", help="only names of the list with this in them")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    listed = [Listed(str(path)) for path in options.files]
    if options.list:
        listed += [each for each in read_list(options.list) if options.only in each.name]
    take(listed, options.data, options.made, options.output)
    return 0


def _diff(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="snapshot diff", description="What changed from one to the other.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--examples", type=int, default=5, help="how many to show of each kind of change")
    options = parser.parse_args(arguments)
    told = list(differences(read_lines(options.before), read_lines(options.after), options.examples))
    print("\n".join(told) or "no difference")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
