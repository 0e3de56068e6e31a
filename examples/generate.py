"""Write the sample: the annual report of a company that does not exist, with contradictions and without.

    python examples/generate.py [--seed N] [--output DIR]

writes `annual-report.htm` (with planted contradictions), `annual-report-clean.htm` (the same report without
them) and `planted.json` (what was planted where). The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from sample.company import build
from sample.planting import plant
from sample.report import compose
from sample.report.words import NAME
from sample.writer import write

HERE = Path(__file__).resolve().parent
SEED = 2025


def generate(seed: int = SEED) -> dict[str, str]:
    """The text of each file by its name."""
    company = build(seed)
    clean = compose(company)
    marred, planted = plant(company, clean)
    title = f"{NAME}: annual report 2025"
    records = [item.record() for item in planted]
    return {
        "annual-report.htm": write(title, marred),
        "annual-report-clean.htm": write(title, clean),
        "planted.json": json.dumps(records, indent=2, ensure_ascii=False) + "\n",
    }


def main() -> None:
    """Write the files to the folder asked for."""
    parser = argparse.ArgumentParser(description="Write the sample annual report.")
    parser.add_argument(
        "--seed", type=int, default=SEED, help=f"what the numbers are drawn from (default {SEED})"
    )
    parser.add_argument(
        "--output", type=Path, default=HERE, help="the folder to write to (default: beside this script)"
    )
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, text in generate(arguments.seed).items():
        (arguments.output / name).write_bytes(text.encode())


if __name__ == "__main__":
    main()
