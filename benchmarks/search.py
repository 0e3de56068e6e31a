"""Exact and HNSW candidate search from 1,000 to 100,000 mentions: seconds, peak memory, recall of HNSW.

Run: `python benchmarks/search.py ../shared/data/filings.tsv --json benchmarks/results/search.json`

The vectors are those of the bundled encoder on filings of one split, one after another as if they were one
document, cut after so many mentions. Each search runs in a process of its own with the default threshold and
limit, and up to `UNLIMITED` mentions without a limit as well. Counted is what the search returns: pairs of
different tables above the threshold. Recall is the share of the pairs of the exact search that HNSW returns
with the same limit.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck import read
from cofitcheck.config import FilterConfig
from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.filtering import ExactSearch, HnswSearch, PairSearch
from cofitcheck.weights import NAME, bundled

SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
UNLIMITED = 20_000
KINDS = ("exact", "hnsw")
THRESHOLD = 0.5

Figures = dict[str, object]


def peak() -> float:
    """Return the most memory this process has held so far, in MiB (on Linux)."""
    # The resource module would count the parent's memory as well: a new process begins with its maximum.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1024


def encoded(filings: Sequence[Filing], wanted: int) -> Iterator[tuple[npt.NDArray[np.float32], list[int]]]:
    """Yield the vectors of document after document, with the table of each, until there are enough."""
    encoder = load_encoder(bundled().folder)
    mentions = 0
    for filing in filings:
        if mentions >= wanted:
            return
        try:
            document = read(filing.path)
        except InputError as error:
            print(error, file=sys.stderr)
            continue
        mentions += len(document.mentions)
        print(f"{mentions:,} of {wanted:,} mentions", file=sys.stderr)
        yield encoder.encode(document).fact, [mention.table for mention in document.mentions]
    raise InputError(f"The filings have {mentions:,} mentions, fewer than {wanted:,}; give more, or --sizes.")


def prepare(filings: Sequence[Filing], wanted: int, folder: Path) -> int:
    """Save the first `wanted` vectors and their tables; return the number of documents they come from."""
    parts = list(encoded(filings, wanted))
    firsts = accumulate((max(tables) + 1 for _, tables in parts), initial=0)
    tables = np.concatenate(
        [np.array(tables, np.int32) + first for (_, tables), first in zip(parts, firsts, strict=False)]
    )
    np.save(folder / "vectors.npy", np.concatenate([vectors for vectors, _ in parts])[:wanted])
    np.save(folder / "tables.npy", tables[:wanted])
    return len(parts)


def inside(kind: str, mentions: int, limit: int | None, folder: Path) -> None:
    """Search once in this process; print the figures as JSON and save what was found."""
    vectors, tables = (
        np.load(folder / name, mmap_mode="r")[:mentions].copy() for name in ("vectors.npy", "tables.npy")
    )
    search: PairSearch = HnswSearch(limit=limit) if kind == "hnsw" else ExactSearch(limit=limit)
    # The libraries load on first use.
    search.search(vectors[:10], tables[:10], 0.5)
    before, begun = peak(), time.perf_counter()
    found = search.search(vectors, tables, THRESHOLD)
    seconds = time.perf_counter() - begun
    np.save(_pairs(kind, folder), found.left.astype(np.int64) * mentions + found.right)
    figures = {
        "kind": kind,
        "mentions": mentions,
        "limit": limit,
        "seconds": round(seconds, 3),
        "peak_mib": round(peak()),
        "peak_mib_before": round(before),
        "pairs": len(found),
        "least_cosine": round(float(found.similarity.min(initial=1)), 4),
    }
    print(json.dumps(figures))


def measured(kind: str, mentions: int, limit: int | None, folder: Path) -> Figures:
    """Search once in a fresh process."""
    case = [kind, str(mentions), str(limit or 0), str(folder)]
    done = subprocess.run(
        [sys.executable, __file__, "--inside", *case], stdout=subprocess.PIPE, text=True, check=True
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def compared(mentions: int, limit: int | None, folder: Path) -> list[Figures]:
    """Search exactly and with HNSW; the latter's figures get its recall."""
    exact, hnsw = (measured(kind, mentions, limit, folder) for kind in KINDS)
    wanted, found = (np.load(_pairs(kind, folder)) for kind in KINDS)
    hit = np.isin(wanted, found, assume_unique=True)
    rows = [exact, hnsw | {"recall": round(float(hit.mean()), 5) if len(hit) else None}]
    for row in rows:
        print(_line(row), flush=True)
    return rows


def _pairs(kind: str, folder: Path) -> Path:
    return folder / f"{kind}.npy"


def _line(row: Figures) -> str:
    recall = "" if row.get("recall") is None else f"{row['recall']:.4f}"
    return (
        f"| {row['mentions']:>7,} | {row['limit'] or 'none':>6} | {row['kind']:<5} | {row['seconds']:>8.2f} "
        f"| {row['peak_mib']:>6,} | {row['pairs']:>10,} | {row['least_cosine']:.4f} | {recall:>6} |"
    )


def main() -> None:
    """Encode, search each way at each size, and write the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path, help="list of documents (.tsv)")
    parser.add_argument("--split", default="train")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--note", default="", help="what to say of the machine")
    options = parser.parse_args()
    filings = read_list(options.list, [options.split])
    with tempfile.TemporaryDirectory() as folder:
        documents = prepare(filings, max(options.sizes), Path(folder))
        print("| mentions | limit | search | seconds | peak MiB | pairs | least cosine | recall |")
        print("| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
        limits = (FilterConfig().limit, None)
        cases = [(size, limit) for limit in limits for size in options.sizes if limit or size <= UNLIMITED]
        rows = [row for size, limit in cases for row in compared(size, limit, Path(folder))]
    result = {
        "benchmark": "search",
        "vectors": f"{NAME} on {documents} filings of the split {options.split}, one after another",
        "threshold": THRESHOLD,
        "counted": "pairs of different tables above the threshold, the `limit` most similar of them; "
        "`recall` is the share of the exact search's pairs that HNSW returned; `seconds` are of the search "
        "alone, the graph included; `peak_mib` is of the whole process, `peak_mib_before` what it held "
        "before",
        "machine": f"{platform.machine()}, {len(os.sched_getaffinity(0))} cores",
        "note": options.note,
        "rows": rows,
    }
    write_figures(options.json, result, NAME)


def child(arguments: Sequence[str]) -> None:
    """Run one case as `measured` asks for it."""
    kind, mentions, limit, folder = arguments
    inside(kind, int(mentions), int(limit) or None, Path(folder))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        child(sys.argv[2:])
    else:
        main()
