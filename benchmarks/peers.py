"""What others need to read a document, beside what we need to check it: whole processes, alternating.

Run: `python -m benchmarks.peers FILE... --python peers/bin/python --json benchmarks/results/peers.json`

`--python` names an interpreter that has the others (`pip install edgartools pandas html5lib arelle-release
pdfplumber docling`); one that is missing is said and left out. None of them checks what we check: a parser
reads the tables, and Arelle loads the tags and says which of them are stated twice with different values.
Processor seconds are of the process and all that it starts, and it has to have ended them. All run on one
core, unless `--cores` says more: threads that share a core slow each other, and count twice.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.processes import keep_compiled, pin
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.weights import NAME

OURS = "cofitcheck"


@dataclass(frozen=True)
class Peer:
    """Another program: what it does in its time, which files it takes, what it is called by.

    `code` runs with the file as its first word; `package` is what it needs. One that is `slow` runs in the
    first round alone.
    """

    does: str
    suffixes: tuple[str, ...]
    package: str
    code: str
    slow: bool = False


HTML, PDF = (".htm", ".html", ".xhtml"), (".pdf",)
_EDGARTOOLS = """
import sys, pathlib
from edgar.documents import parse_html
parse_html(pathlib.Path(sys.argv[1]).read_text("utf-8", "replace")).tables
"""
_ARELLE = """
import sys
from arelle.CntlrCmdLine import parseAndRun
offline = ["--internetConnectivity", "offline"]
parseAndRun(["--file", sys.argv[1], *offline, "--validateDuplicateFacts", "inconsistent", "--validate"])
"""
_PDFPLUMBER = """
import sys, pdfplumber
with pdfplumber.open(sys.argv[1]) as document:
    for page in document.pages:
        page.extract_tables()
"""
_DOCLING = """
import sys
from docling.document_converter import DocumentConverter
DocumentConverter().convert(sys.argv[1])
"""
PEERS = {
    "edgartools": Peer(
        "reads headings, text and tables",
        HTML,
        "edgartools",
        _EDGARTOOLS,
    ),
    "pandas.read_html": Peer(
        "reads tables",
        HTML,
        "pandas",
        "import sys, pandas\npandas.read_html(sys.argv[1], flavor='lxml')",
    ),
    "Arelle": Peer(
        "loads tags without their taxonomy, looks for duplicates that differ", HTML, "arelle-release", _ARELLE
    ),
    "pdfplumber": Peer("reads tables", PDF, "pdfplumber", _PDFPLUMBER),
    "docling": Peer("reads text and tables", (*HTML, *PDF), "docling", _DOCLING, slow=True),
}


def installed(python: str, package: str) -> str:
    """Return the version of a package that an interpreter has, "" where it has none."""
    asked = "import sys, importlib.metadata as m; print(m.version(sys.argv[1]))"
    done = subprocess.run([python, "-c", asked, package], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def seconds(command: Sequence[str], good: Sequence[int]) -> tuple[float, float]:
    """Return what a command takes by the clock, and of the processor.

    Raises `CalledProcessError` where its exit status is none of the `good`.
    """
    begun, before = perf_counter(), os.times()
    environment = os.environ | {"COFITCHECK_SERVICE": "off"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    after = os.times()
    if done.returncode not in good:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return perf_counter() - begun, used


def commands(
    file: Path, python: str, versions: dict[str, str], output: str, turn: int
) -> Iterator[tuple[str, list[str]]]:
    """Yield the command of each program that takes a file in a round, ours first."""
    yield OURS, [sys.executable, "-m", "cofitcheck", "check", str(file), "--output", output, "--quiet"]
    for name, peer in PEERS.items():
        if versions.get(name) and file.suffix in peer.suffixes and not (peer.slow and turn):
            yield name, [python, "-c", peer.code, str(file)]


def measured(file: Path, python: str, versions: dict[str, str], rounds: int) -> dict[str, Any]:
    """Return the medians of each program on a file, each round all of them in turn."""
    taken: dict[str, list[tuple[float, float]]] = {}
    failed: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / file.name.removesuffix(".gz")
        plain.write_bytes(gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes())
        for turn in range(rounds):
            for name, command in commands(plain, python, versions, f"{folder}/out", turn):
                try:
                    taken.setdefault(name, []).append(seconds(command, (0, 1) if name == OURS else (0,)))
                except subprocess.CalledProcessError as error:
                    failed[name] = (error.stderr.strip().splitlines() or ["no word"])[-1]
    programs = {
        name: {
            "seconds": round(median(each for each, _ in of), 2),
            "processor_seconds": round(median(each for _, each in of), 2),
        }
        for name, of in taken.items()
        if name not in failed
    }
    return {"document": file.name, "bytes": file.stat().st_size, "programs": programs, "failed": failed}


def ratios(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return for each other program the median of our seconds over its own, document by document."""
    found: dict[str, dict[str, Any]] = {}
    for name in PEERS:
        both = [row["programs"] for row in rows if name in row["programs"] and OURS in row["programs"]]
        if both:
            found[name] = {
                "documents": len(both),
                **{
                    kind: round(median(each[OURS][kind] / each[name][kind] for each in both), 2)
                    for kind in ("seconds", "processor_seconds")
                },
            }
    return found


def main() -> None:
    """Measure the given files."""
    keep_compiled()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has the others")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cores", type=int, default=1, help="on how many cores each program runs")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    pin(options.cores)
    versions = {name: installed(options.python, peer.package) for name, peer in PEERS.items()}
    for name in (name for name, version in versions.items() if not version):
        print(f"{name}: not installed, left out", flush=True)
    rows = []
    for file in options.files:
        rows.append(measured(file, options.python, versions, options.rounds))
        print(json.dumps(rows[-1]), flush=True)
    figures = {
        "versions": {name: version for name, version in versions.items() if version},
        "does": {name: peer.does for name, peer in PEERS.items()},
        "rounds": options.rounds,
        "cores": options.cores,
        "rows": rows,
        "ours_over_theirs": ratios(rows),
    }
    print(json.dumps(figures["ours_over_theirs"], indent=1))
    if options.json:
        write_figures(options.json, figures, NAME)


if __name__ == "__main__":
    main()
