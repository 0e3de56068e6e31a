"""Seconds of a check by two versions of the source, in turn on the same machine: whole process and by stage.

Run: `python -m benchmarks.alternating FILE... --before TREE --json benchmarks/results/alternating.json`

Each round checks each file by both versions, one right after the other, as the command does it, with all its
reports; the order changes with the round. On a machine with other work the least of the rounds is what holds.
The stages are those of one process each, in the last round. Modules are compiled beforehand, as in an
installation.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from cofitcheck.evaluation.figures import write_figures
from cofitcheck.weights import NAME

HERE = Path(__file__).parents[1]
_STAGES = """
import json, sys, time
from pathlib import Path
took, last = {}, ["import", 0.0]
def begin(name):
    now = time.process_time()
    took[last[0]] = round(now - last[1], 3)
    last[:] = name, now
import cofitcheck.cli.check, cofitcheck.engines.files, cofitcheck.engines.engine, cofitcheck.summary
from cofitcheck import Checker, read
from cofitcheck.config import CheckConfig
from cofitcheck.reports.formats import report_files
path = Path(sys.argv[1])
begin("load the models")
checker = Checker(CheckConfig(threads=1))
begin("read")
document = read(path)
report = checker.check(document, begin)
begin("reports")
report_files(report, path.stem)
begin("end")
print(json.dumps({"mentions": len(document.mentions), **took}))
"""
Taken = dict[str, float]


def whole(tree: Path, path: Path, compiled: Path) -> Taken:
    """Return the processor and wall seconds of the command on one file."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cofitcheck", "check", str(path), "--quiet", "--output", folder]
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, env=_environment(tree, compiled), stdout=subprocess.DEVNULL, check=False)
        wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"processor": round(processor, 3), "wall": round(wall, 3)}


def by_stage(tree: Path, path: Path, compiled: Path) -> Taken:
    """Return the processor seconds of each stage, one thread, and how many numbers the file has."""
    command = [sys.executable, "-c", _STAGES, str(path)]
    done = subprocess.run(
        command, env=_environment(tree, compiled), capture_output=True, text=True, check=True
    )
    found: Taken = json.loads(done.stdout.splitlines()[-1])
    return found


def _environment(tree: Path, compiled: Path) -> dict[str, str]:
    kept = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(tree / "src"), "PYTHONPYCACHEPREFIX": str(compiled)}


def measure(files: Sequence[Path], trees: dict[str, Path], rounds: int) -> dict[str, object]:
    """Return what each version took of each file in each round, and the medians over files."""
    taken: dict[str, dict[str, list[Taken]]] = {path.name: {name: [] for name in trees} for path in files}
    stages: dict[str, dict[str, list[Taken]]] = {path.name: {name: [] for name in trees} for path in files}
    load = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder)
        for tree in trees.values():
            whole(tree, files[0], compiled)
        for turn in range(rounds):
            for path in files:
                for name in sorted(trees, reverse=turn % 2 == 0):
                    taken[path.name][name].append(whole(trees[name], path, compiled))
                    if turn == rounds - 1:
                        stages[path.name][name].append(by_stage(trees[name], path, compiled))
            load.append(os.getloadavg()[0])
    return {
        "rounds": rounds,
        "load": [round(each, 1) for each in load],
        "summary": {name: _summary(name, taken, stages) for name in trees},
        "taken": taken,
        "stages": stages,
    }


def _summary(
    name: str, taken: dict[str, dict[str, list[Taken]]], stages: dict[str, dict[str, list[Taken]]]
) -> dict[str, object]:
    """Return the medians over files of the least and of the median of their rounds."""
    of_files = [each[name] for each in taken.values()]
    staged = [each[name] for each in stages.values()]
    return {
        "least": {kind: _median(of_files, kind, min) for kind in ("processor", "wall")},
        "median": {kind: _median(of_files, kind, median) for kind in ("processor", "wall")},
        "stages": {kind: _median(staged, kind, min) for kind in staged[0][0]} if staged[0] else {},
    }


def _median(files: Sequence[Sequence[Taken]], kind: str, of: Callable[[list[float]], float]) -> float:
    return round(median(of([each[kind] for each in rounds]) for rounds in files), 2)


def main() -> None:
    """Measure the given files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--before", type=Path, required=True, help="a checkout of the version before")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.files, {"before": options.before, "after": HERE}, options.rounds)
    print(json.dumps({name: found[name] for name in ("load", "summary")}, indent=1))
    if options.json:
        write_figures(options.json, found, NAME)


if __name__ == "__main__":
    main()
