"""What memory a worker keeps: filings checked one after another, and the largest in a fresh process.

Run: `python -m benchmarks.memory LIST... --documents 500 --json benchmarks/results/memory.json`

Each list is tab-separated with a column `file`, the files in a folder of its name beside it. Each document is
read and checked, and its reports are made, as a worker does it; with `--stage read` it is only read and laid
out for the encoder. Memory is the resident set in MB (Linux).
"""

from __future__ import annotations

import argparse
import json
import random
import resource
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_rows
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.readers import read
from cofitcheck.reports.formats import report_files
from cofitcheck.weights import NAME

EVERY = 25
LARGEST = 5
"""How many of the documents that need most are checked again, each in a fresh process."""

Row = dict[str, Any]


def listed(lists: Sequence[Path], count: int, seed: int) -> list[Path]:
    """Return `count` of the listed files, drawn without preference."""
    files = [path.with_suffix("") / row["file"] for path in lists for row in read_rows(path, ("file",))]
    random.Random(seed).shuffle(files)
    return files[:count]


def worker(stage: str) -> Callable[[Path], None]:
    """Return what a worker does with a document, its model loaded."""
    checker = Checker(CheckConfig(threads=1))
    encoder = checker.stages.encoder
    assert isinstance(encoder, OnnxEncoder)

    def work(path: Path) -> None:
        try:
            document = read(path)
            if stage == "read":
                encoder.layout.passes(document)
            else:
                report_files(checker.check(document), path.stem)
        except InputError as error:
            print(f"not checked: {error}")

    return work


def current() -> float:
    """Return the resident set now, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return round(pages * resource.getpagesize() / 1e6, 1)


def peak() -> float:
    """Return the largest resident set since `forget_peak`, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return round(int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6, 1)


def forget_peak() -> None:
    """Let the peak begin anew."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def one_after_another(files: Sequence[Path], stage: str) -> Iterator[Row]:
    """Yield after each document what it took at most, and what is kept."""
    work = worker(stage)
    for number, path in enumerate(files, 1):
        forget_peak()
        work(path)
        row = {"documents": number, "file": path.name, "peak": peak(), "after": current()}
        if number % EVERY == 0 or number == len(files):
            print(f"{number}: {row['after']:.0f} MB kept, {row['peak']:.0f} MB at most", flush=True)
        yield row


def alone(path: Path, stage: str) -> Row:
    """Return what a document takes at most in this process, where it is the only one."""
    (row,) = one_after_another([path], stage)
    return row


def measure(files: Sequence[Path], stage: str) -> Row:
    """Check all in this process, and then the largest in fresh ones."""
    rows = list(one_after_another(files, stage))
    largest = sorted(rows, key=lambda row: -float(row["peak"]))[:LARGEST]
    by_name = {path.name: path for path in files}
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        fresh = pool.starmap(alone, [(by_name[row["file"]], stage) for row in largest], chunksize=1)
    most, end = max(row["peak"] for row in fresh), rows[-1]["after"]
    summary = {"documents": len(rows), "end": end, "largest_alone": most, "ratio": round(end / most, 2)}
    kept = [row for row in rows if row["documents"] % EVERY == 0 or row is rows[-1]]
    return {"stage": stage, "summary": summary, "kept": kept, "largest": fresh}


def main() -> None:
    """Measure the documents of some lists."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lists", type=Path, nargs="+")
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stage", choices=["read", "check"], default="check")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    result = measure(listed(options.lists, options.documents, options.seed), options.stage)
    print(json.dumps(result["summary"], indent=1))
    if options.json:
        for row in (*result["kept"], *result["largest"]):
            # Which filing it was is of no account.
            row.pop("file", None)
        write_figures(options.json, result, NAME)


if __name__ == "__main__":
    main()
