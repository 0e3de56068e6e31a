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
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from cofitcheck.document import Document
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.readers import read
from cofitcheck.weights import NAME

CHECK = (sys.executable, "-m", "cofitcheck", "check", "--quiet")
ALONE, KEPT = "alone", "vectors kept"
FIRST, AGAIN, CHANGED = "service, first", "service, again", "service, one table changed"


def changed(text: str, document: Document) -> str:
    """Return a document in which one row of a table is called otherwise."""
    half = len(document.mentions) // 2
    for mention in document.mentions[half:]:
        label = f">{mention.row_path[-1]}<" if mention.row_path else ""
        if label and label in text:
            at = text.rindex(label)
            return f"{text[:at]}>Restated {label[1:]}{text[at + len(label) :]}"
    raise ValueError(f"{document.name}: no label stands in one piece")


@dataclass(frozen=True)
class Taken:
    """What a check takes by the clock and of the processor, that of the service included, in seconds."""

    seconds: float
    processor: float


class Service:
    """A service that listens while the block lasts; `environment` leads to it."""

    def __init__(self, folder: Path) -> None:
        self.place = folder / "own" / "service.sock"
        self.environment = {"COFITCHECK_SERVICE": str(self.place)}

    def __enter__(self) -> Service:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cofitcheck", "serve"],
            env={**os.environ, **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while not self.place.exists() and self._process.poll() is None:
            sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def processor(self) -> float:
        """Return the processor seconds of the service and its forks so far (Linux)."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def check(file: Path, folder: Path, service: Service | None, *options: str) -> Taken:
    """Return what a check takes, asked of a service or alone."""
    environment = service.environment if service else {"COFITCHECK_SERVICE": "off"}
    command = [*CHECK, str(file), "--output", str(folder / "out"), *options]
    served, own, begun = service.processor() if service else 0.0, os.times(), perf_counter()
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True)
    assert done.returncode < 2, done.stderr.decode()
    seconds, after = perf_counter() - begun, os.times()
    used = after.children_user + after.children_system - own.children_user - own.children_system
    used += service.processor() - served if service else 0.0
    return Taken(round(seconds, 2), round(used, 2))


@dataclass(frozen=True)
class Measured:
    """A document by its size, and what each way takes."""

    mentions: int
    taken: dict[str, Taken]


def measure(file: Path) -> Measured:
    """Return what one document takes in each way."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8", "replace")
    document = read(file)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        draft, other = folder / "draft.htm", folder / "changed.htm"
        draft.write_text(text, encoding="utf-8")
        other.write_text(changed(text, document), encoding="utf-8")
        cache = ("--vector-cache", str(folder / "cache"))
        check(draft, folder, None, *cache)
        taken = {ALONE: check(draft, folder, None), KEPT: check(draft, folder, None, *cache)}
        with Service(folder) as service:
            for what, which in ((FIRST, draft), (AGAIN, draft), (CHANGED, other)):
                taken[what] = check(which, folder, service)
    return Measured(len(document.mentions), taken)


def middle(rows: Sequence[Measured], what: str) -> Taken:
    """Return the medians of a way."""
    every = [row.taken[what] for row in rows]
    return Taken(
        round(median(each.seconds for each in every), 2), round(median(each.processor for each in every), 2)
    )


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
    medians = {what: asdict(middle(rows, what)) for what in rows[0].taken}
    print(medians)
    result = {"documents": [asdict(row) for row in rows], "median": medians}
    if options.json:
        write_figures(options.json, result, NAME)


if __name__ == "__main__":
    main()
