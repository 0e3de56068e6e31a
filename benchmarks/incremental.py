"""Seconds of a draft that is checked again: alone, by a warm service, and with one table changed.

Run: `python -m benchmarks.incremental FILE... --json benchmarks/results/incremental.json`

For each file the command `cofitcheck check` runs as a user would: by itself, with vectors kept in a folder
from a run before, and asked of `cofitcheck serve` (the first time, the same file again, and the file with
another label in one table). A row of the first table in the second half of the document is called otherwise.
"""

from __future__ import annotations

import argparse
import gzip
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from cofitcheck.document import Document
from cofitcheck.evaluation.provenance import write_figures
from cofitcheck.readers import read
from cofitcheck.weights import NAME

CHECK = (sys.executable, "-m", "cofitcheck", "check", "--quiet")
ALONE, KEPT, FIRST, AGAIN, CHANGED = (
    "alone",
    "vectors kept",
    "service, first",
    "service, again",
    "service, changed",
)


def changed(text: str, document: Document) -> str:
    """Return a document in which one row of a table is called otherwise."""
    half = len(document.mentions) // 2
    for mention in document.mentions[half:]:
        label = f">{mention.row_path[-1]}<" if mention.row_path else ""
        if label and label in text:
            at = text.rindex(label)
            return f"{text[:at]}>Restated {label[1:]}{text[at + len(label) :]}"
    raise ValueError(f"{document.name}: no label stands in one piece")


def seconds(file: Path, folder: Path, environment: Mapping[str, str], *options: str) -> float:
    """Return the wall seconds of a check."""
    begun = perf_counter()
    command = [*CHECK, str(file), "--output", str(folder / "out"), *options]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True)
    assert done.returncode < 2, done.stderr.decode()
    return perf_counter() - begun


@contextmanager
def service(folder: Path) -> Iterator[Mapping[str, str]]:
    """Return the environment that leads to a service, while it runs."""
    place = folder / "own" / "service.sock"
    environment = {"COFITCHECK_SERVICE": str(place)}
    serving = subprocess.Popen(
        [sys.executable, "-m", "cofitcheck", "serve"],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not place.exists() and serving.poll() is None:
        sleep(0.1)
    try:
        yield environment
    finally:
        serving.send_signal(signal.SIGINT)
        serving.wait()


@dataclass(frozen=True)
class Measured:
    """A document by its size, and the seconds of each way."""

    mentions: int
    seconds: dict[str, float]


def measure(file: Path) -> Measured:
    """Return the seconds of one document in each way."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8", "replace")
    document = read(file)
    off = {"COFITCHECK_SERVICE": "off"}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        draft, other = folder / "draft.htm", folder / "changed.htm"
        draft.write_text(text, encoding="utf-8")
        other.write_text(changed(text, document), encoding="utf-8")
        cache = ("--vector-cache", str(folder / "cache"))
        seconds(draft, folder, off, *cache)
        taken = {ALONE: seconds(draft, folder, off), KEPT: seconds(draft, folder, off, *cache)}
        with service(folder) as on:
            for what, which in ((FIRST, draft), (AGAIN, draft), (CHANGED, other)):
                taken[what] = seconds(which, folder, on)
    return Measured(len(document.mentions), {what: round(each, 2) for what, each in taken.items()})


def main() -> None:
    """Measure the given files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows: list[Measured] = []
    for file in options.files:
        rows.append(measure(file))
        print(file.name, rows[-1], flush=True)
    middle = {what: round(median(row.seconds[what] for row in rows), 2) for what in rows[0].seconds}
    print(middle)
    result = {"documents": [asdict(row) for row in rows], "median": middle}
    if options.json:
        write_figures(options.json, result, NAME)


if __name__ == "__main__":
    main()
