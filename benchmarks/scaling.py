"""What `cofitcheck batch` takes: by stage, by workers, by size of document, and with 100,000 documents.

Run: `python -m benchmarks.scaling FILE... --json scaling.json` (FILEs are filings; all cores should be
idle), or a part of it: `--only stages workers sizes season`. Documents an hour of one long run, by stage:
`--only workers --workers 2`, and the same on Ray with `--engine ray`.

- stages: processor seconds and wall seconds of each stage, in one process with one thread.
- workers: documents an hour with one worker and with two, the seconds of each stage by the clock as the
  table of documents has them, and the memory of each worker (its proportional share of what it shares, and
  its peak).
- sizes: processor seconds and peak memory against the number of mentions, on made-up documents, and with
  which power of it each stage grows.
- season: the scheduler alone: names of documents that are not there, checked by a STUB in place of the
  model, and how long a run takes that has all of them behind it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.processes import Processes, keep_compiled, taken_by
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.weights import NAME

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 50_000)
SEASON = 100_000
LEAST = 0.05
"""Of fewer processor seconds no growth can be told."""
MEBI = 1 << 20
WORDS = "net gross other total deferred current accrued segment foreign domestic operating leased".split()
THINGS = "revenue cost income expense assets liabilities inventory goodwill tax interest equity cash".split()


def stages(files: Sequence[Path]) -> dict[str, Any]:
    """Return the processor and wall seconds of each stage over `files`, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scaling", "--inside", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def inside(files: Sequence[Path]) -> dict[str, Any]:
    """Check files in this process, with one thread, and note each stage."""
    from cofitcheck import read
    from cofitcheck.batch.schema import TABLES, checked_rows, pack
    from cofitcheck.checker import Checker
    from cofitcheck.config import CheckConfig

    watch = Watch()
    pack({name: [] for name in TABLES})
    checker = Checker(CheckConfig(threads=1))
    mentions = 0
    watch.stage("load")
    for file in files:
        watch.stage("read", new=False)
        document = read(file)
        report = checker.check(document, watch.stage)
        watch.stage("rows")
        pack(checked_rows(str(file), report, report.seconds, []))
        watch.stage("read")
        mentions += len(document.mentions)
    counts = {"documents": len(files), "mentions": mentions, "peak_mib": peak_mib()}
    return counts | {"processor": watch.processor, "wall": watch.wall}


class Watch:
    """Adds up what each stage takes."""

    def __init__(self) -> None:
        self.processor: defaultdict[str, float] = defaultdict(float)
        self.wall: defaultdict[str, float] = defaultdict(float)
        self._name, self._processor, self._wall = "load", time.process_time(), time.perf_counter()

    def stage(self, name: str, new: bool = True) -> None:
        """End the running stage and begin another; `new` False calls the running one by another name."""
        processor, wall = time.process_time(), time.perf_counter()
        if new:
            self.processor[self._name] += processor - self._processor
            self.wall[self._name] += wall - self._wall
        self._name, self._processor, self._wall = name, processor, wall


def workers(files: Sequence[Path], count: int, engine: str) -> dict[str, Any]:
    """Return how long a batch of `files` takes with so many workers, and what each holds in memory."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--output", folder, "--workers", str(count), "--engine", engine, "--quiet"]
        command = [sys.executable, "-m", "cofitcheck", "batch", *map(str, files), *options]
        begun = time.perf_counter()
        with Processes() as processes:
            process = subprocess.Popen(command)
            processes.watch(process.pid)
            process.wait()
        seconds = time.perf_counter() - begun
        outcomes = told(Path(folder))
    return {
        "workers": count,
        "engine": engine,
        "status": process.returncode,
        "seconds": round(seconds, 1),
        "documents_an_hour": round(len(files) / seconds * 3600),
        **outcomes,
        **processes.table(),
    }


def told(results: Path) -> dict[str, Any]:
    """Return what the tables say of all documents: how they came out, and the seconds by stage."""
    import pyarrow.parquet as pq

    rows = pq.read_table(results / "documents", columns=["status", "mentions", "findings"]).to_pylist()
    timings = pq.read_table(results / "timings", columns=["seconds"])["seconds"].to_pylist()
    stages: defaultdict[str, float] = defaultdict(float)
    for name, seconds in (each for timing in timings for each in timing or ()):
        stages[name] += seconds
    return {
        "checked": sum(row["status"] == "checked" for row in rows),
        "not_checked": sum(row["status"] != "checked" for row in rows),
        "mentions": sum(row["mentions"] or 0 for row in rows),
        "findings": sum(row["findings"] or 0 for row in rows),
        "stage_seconds": {name: round(seconds, 1) for name, seconds in stages.items()},
    }


def peak_mib() -> int:
    """Return the most memory that this process has held."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) >> 10


def made_up(mentions: int, seed: int = 0) -> bytes:
    """Return a report that states about so many numbers, in groups of twenty rows, each group twice."""
    draw = random.Random(seed)
    parts = []
    for group in range(max(1, round(mentions / 120))):
        rows = min(20, max(1, mentions // 6))
        labels = [
            f"{draw.choice(WORDS)} {draw.choice(THINGS)} of unit {group}-{row}".capitalize()
            for row in range(rows)
        ]
        lines = "".join(
            f"<tr><td>{label}</td>"
            + "".join(f"<td>{draw.randrange(10_000, 99_999):,}</td>" for _ in "123")
            + "</tr>"
            for label in labels
        )
        head = "<tr><td></td><td>2025</td><td>2024</td><td>2023</td></tr>"
        for kind in ("Statement", "Note"):
            parts.append(
                f"<p><b>{kind} {group}: results of unit group {group}</b></p><table>{head}{lines}</table>"
            )
    return f"<html><body>{'<p>More words.</p>'.join(parts)}</body></html>".encode()


def sizes(mentions: Sequence[int]) -> list[dict[str, Any]]:
    """Return what documents of growing size take, each in a process of its own."""
    rows: list[dict[str, Any]] = []
    for size in mentions:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "made-up.htm"
            file.write_bytes(made_up(size))
            found = stages([file])
        seconds = sum(value for name, value in found["processor"].items() if name != "load")
        row = {name: found[name] for name in ("mentions", "peak_mib", "processor")} | {"seconds": seconds}
        if rows:
            before = rows[-1]
            growth = (seconds / before["seconds"]) / (row["mentions"] / before["mentions"])
            # Of n log n: how much log n has grown.
            row["growth"], row["allowed"] = growth, math.log(row["mentions"]) / math.log(before["mentions"])
            row["exponents"] = exponents(before, row)
        rows.append(row)
        print(json.dumps(row), flush=True)
    return rows


def exponents(before: dict[str, Any], row: dict[str, Any]) -> dict[str, float]:
    """Return by stage with which power of the mentions its processor seconds grow, where they can be told."""
    more = math.log(row["mentions"] / before["mentions"])
    taken = before["processor"].items()
    return {
        name: round(math.log(row["processor"][name] / seconds) / more, 2)
        for name, seconds in taken
        if name != "load" and seconds >= LEAST
    }


def season(documents: int) -> dict[str, Any]:
    """Return what the driver takes for so many documents, and for a second run that finds them all done."""
    folder = Path(tempfile.mkdtemp())
    try:
        first, second = _season_run(folder, documents), _season_run(folder, documents)
        size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    finally:
        shutil.rmtree(folder)
    return {"documents": documents, "run": first, "resume": second, "results_mib": round(size / MEBI, 1)}


def _season_run(folder: Path, documents: int) -> dict[str, Any]:
    command = [
        sys.executable,
        "-m",
        "benchmarks.scaling",
        "--season-run",
        str(folder),
        "--documents",
        str(documents),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def season_run(folder: Path, documents: int) -> dict[str, Any]:
    """Run the scheduler over made-up names in this process, with two workers and a STUB for the model."""
    from cofitcheck.batch import DocumentWork, run_batch
    from cofitcheck.batch.results import open_results
    from cofitcheck.batch.work import BatchJob, BatchOutcome
    from cofitcheck.engines.local import LocalEngine

    names = Names(documents)
    listener = MemoryListener()
    begun, processor = time.perf_counter(), time.process_time()
    with open_results(folder, {}) as results:
        engine = LocalEngine[BatchJob, BatchOutcome](load_stub)
        run_batch(names, DocumentWork(), engine, 2, results, listener)
        done = results.tally.checked
    return {
        "checked": done,
        "seconds": round(time.perf_counter() - begun, 1),
        "driver_processor_seconds": round(time.process_time() - processor, 1),
        "driver_rss_mib": listener.samples,
        "driver_peak_mib": peak_mib(),
    }


class Names(Sequence[str]):
    """So many names of documents that are not there, made when they are asked for."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if index >= self._count:
            raise IndexError
        return f"season/{index % 365:03}/annual-report-of-company-{index:07}.htm"


class MemoryListener:
    """Notes the driver's memory after every tenth of the documents."""

    def __init__(self) -> None:
        self.samples: list[int] = []
        self._total = self._finished = 0

    def begin(self, total: int, done: int) -> None:
        """Take the number of documents."""
        self._total = total

    def stage(self, shown: str, name: str) -> None:
        """Nothing to note."""

    def finished(self, shown: str) -> None:
        """Count, and sample."""
        self._finished += 1
        if self._finished % max(1, self._total // 10) == 0:
            self.samples.append(round(taken_by(os.getpid())["rss_mib"]))

    def say(self, sentence: str) -> None:
        """Print what went wrong."""
        print(sentence, file=sys.stderr)


def load_stub() -> Callable[..., Any]:
    """Return a STUB in place of the model: the same small report for every document."""
    from cofitcheck.batch.schema import checked_rows, pack
    from cofitcheck.batch.work import BatchJob, DocumentRows
    from cofitcheck.readers import read
    from cofitcheck.reports.model.report import Report

    document = read(made_up(12), "stub.htm")

    def stub(job: BatchJob, progress: Callable[[str], None]) -> tuple[DocumentRows, ...]:
        report = Report(document, facts=(), found=(), passed=0, model="stub")
        return (DocumentRows(job.shown, pack(checked_rows(job.shown, report, {}, [])), {}),)

    return stub


def main() -> None:
    """Measure what is asked for."""
    keep_compiled()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = ("stages", "workers", "sizes", "season")
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--documents", type=int, default=SEASON, help="documents of the season")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=SIZES, help="mentions of the made-up documents"
    )
    parser.add_argument("--workers", type=int, nargs="+", default=(1, 2))
    parser.add_argument("--engine", choices=("local", "ray"), default="local")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--season-run", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(inside(options.files)))
        return
    if options.season_run:
        print(json.dumps(season_run(options.season_run, options.documents)))
        return
    measures: dict[str, Callable[[], Any]] = {
        "stages": lambda: stages(options.files),
        "workers": lambda: [workers(options.files, count, options.engine) for count in options.workers],
        "sizes": lambda: sizes(options.sizes),
        "season": lambda: season(options.documents),
    }
    results = {}
    for part in options.only:
        results[part] = measures[part]()
        print(json.dumps({part: results[part]}, indent=1), flush=True)
        if options.json:
            write_figures(options.json, results, NAME)


if __name__ == "__main__":
    main()
