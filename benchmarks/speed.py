"""Seconds and peak memory of checking one file after another, whole process and by stage.

Run: `python -m benchmarks.speed FILE... --cores 2 --json speed.json`

Each file is checked twice: by the command line in a process of its own (what a user waits for, start and
reports included), and from Python in another, where each stage's seconds and the peak memory at its end are
noted.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.processes import Processes, keep_compiled, pin
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.weights import NAME

MEBI = 1024  # ru_maxrss counts kibibytes on Linux


def peak() -> float:
    """Return the most memory this process has held so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBI


class Stages:
    """Notes, at the end of each stage, its seconds and the peak memory so far in MiB."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []
        self._name = "import"
        self._started = time.perf_counter()

    def next(self, name: str) -> None:
        """End the running stage and begin another."""
        now = time.perf_counter()
        self.rows.append(
            {"stage": self._name, "seconds": round(now - self._started, 3), "peak_mib": round(peak())}
        )
        self._name, self._started = name, now


def inside(path: Path) -> None:
    """Check one file in this process, and print its stages as JSON."""
    stages = Stages()
    from cofitcheck import Checker, read

    stages.next("load the model")
    checker = Checker()
    stages.next("read")
    document = read(path)
    stages.next("check")
    report = checker.check(document, stages.next)
    stages.next("end")
    result = {"mentions": len(document.mentions), "tables": len(document.tables), "stages": stages.rows}
    print(json.dumps(result | {"findings": len(report.found)}))


def whole(path: Path, cores: int) -> dict[str, object]:
    """Check one file by the command line and measure the process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cofitcheck", "check", str(path), "--quiet", "--output", folder]
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=lambda: pin(cores))
        with Processes(every=0.2) as processes:
            processes.watch(process.pid)
            process.wait()
            seconds = time.perf_counter() - started
    taken = processes.table()
    return {
        "file": path.name,
        "status": process.returncode,
        "seconds": round(seconds, 2),
        "cpu_seconds": round(sum(each["processor_seconds"] for each in taken["processes"]), 2),
        "peak_mib": taken["sum_pss_mib"],
    }


def by_stage(path: Path, cores: int) -> dict[str, object]:
    """Check one file in a fresh process that notes its stages."""
    command = [sys.executable, "-m", "benchmarks.speed", "--inside", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, preexec_fn=lambda: pin(cores))
    result: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return result


def main() -> None:
    """Measure the given files."""
    keep_compiled()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        inside(options.inside)
        return
    results = [whole(path, options.cores) | by_stage(path, options.cores) for path in options.files]
    print(json.dumps(results, indent=1))
    if options.json:
        write_figures(options.json, results, NAME)


if __name__ == "__main__":
    main()
