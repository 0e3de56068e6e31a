"""What earlier models had on the test split, as the history of the results has it.

Run in a checkout with its history: `python -m benchmarks.history --json benchmarks/results/history.json`
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from cofitcheck.evaluation.figures import write_figures

MATCHING, ERRORS = "benchmarks/results/matching-default.json", "benchmarks/results/errors.json"


def versions(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every version of a result that was stored, the newest first, with its commit."""
    for commit in _git("log", "--format=%h", "--abbrev=12", "--", path).split():
        held = subprocess.run(["git", "show", f"{commit}:{path}"], capture_output=True, check=False)
        if not held.returncode:
            yield commit, msgspec.json.decode(held.stdout)


def rows() -> list[dict[str, Any]]:
    """Return the figures that were first stored of each model, the oldest model first."""
    found: dict[str, dict[str, Any]] = {}
    for commit, result in versions(MATCHING):
        rates = {gold: result[gold]["f1"] for gold in ("clear", "strict", "merged")}
        found.setdefault(result["model"], {}).update(matching=rates, matching_commit=commit)
    for commit, result in versions(ERRORS):
        errors = {name: result[name] for name in ("recall", "recall_slips")}
        errors["findings"] = result["false_findings_per_clean_document"]["mean"]
        found.setdefault(result["model"], {}).update(errors=errors, errors_commit=commit)
    return [{"model": model, **found[model]} for model in sorted(found)]


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Write what the history holds."""
    parser = argparse.ArgumentParser(description="Sum up the stored results of earlier models.")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    held = rows()
    write_figures(options.json, {"models": held}, ", ".join(row["model"] for row in held))


if __name__ == "__main__":
    main()
