"""What each stage of a check takes, with and without what makes it fast: the paper's Table IV.

Run: `python -m benchmarks.stages FILE... --threads 2 --json benchmarks/results/stages.json`

Taken away from the bundled model in turn: encoding a table in one pass (then every mention has a pass to
itself), the vectors as filter (then AutoCheck's rules choose the candidates), and stage 1 (then every pair of
two tables is a candidate; the time is that of a sample, as in the paper). Beside other work on the machine,
look at the processor's seconds.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import TypeVar

import numpy as np

from cofitcheck import read
from cofitcheck.config import CheckConfig, FilterConfig
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.methods.autocheck import grouped_pairs
from cofitcheck.evaluation.methods.value import SAMPLE, count_pairs, sample_pairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.stages import Stages

Result = TypeVar("Result")
Seconds = dict[str, float]
"""By the clock, and of the processor."""


def timed(work: Callable[[], Result]) -> tuple[Result, Seconds]:
    """Return what the work gives and how long it took."""
    begun, worked = time.perf_counter(), time.process_time()
    result = work()
    return result, {"wall": time.perf_counter() - begun, "processor": time.process_time() - worked}


def measure(path: Path, stages: Stages) -> dict[str, object]:
    """Return the seconds of one document by stage, as it ships and with each part taken away."""
    document, reading = timed(lambda: read(path))
    encoded, encoding = timed(lambda: stages.encoder.encode(document))
    found, filtering = timed(lambda: stages.candidates(document, encoded, FilterConfig()))
    return {
        "document": path.name,
        "mentions": len(document.mentions),
        "as it ships": {
            "pairs": len(found),
            "read": reading,
            "encode": encoding,
            "filter": filtering,
            "classify": _classifying(stages, document, encoded, found),
        },
        "one mention per pass": {"encode": _one_by_one(stages, document)},
        "heuristic filter": _heuristic(stages, document, encoded),
        "no stage 1": _every_pair(stages, document, encoded),
    }


def _classifying(stages: Stages, document: Document, encoded: Encoded, pairs: CandidatePairs) -> Seconds:
    return timed(lambda: stages.classifier.classify(document, encoded, pairs))[1]


def _one_by_one(stages: Stages, document: Document) -> Seconds:
    encoder = stages.encoder
    assert isinstance(encoder, OnnxEncoder)
    return timed(lambda: encoder.encode_one_mention_per_pass(document))[1]


def _heuristic(stages: Stages, document: Document, encoded: Encoded) -> dict[str, object]:
    grouped, filtering = timed(lambda: grouped_pairs(document))
    left, right = grouped.T
    pairs = CandidatePairs.build(left, right, encoded.fact)
    seconds = _classifying(stages, document, encoded, pairs)
    return {"pairs": len(pairs), "filter": filtering, "classify": seconds}


def _every_pair(stages: Stages, document: Document, encoded: Encoded) -> dict[str, object]:
    tables = np.array([mention.table for mention in document.mentions], dtype=np.int64)
    every, sample = count_pairs(tables), sample_pairs(tables, SAMPLE)
    left, right = sample.T
    seconds = _classifying(stages, document, encoded, CandidatePairs.build(left, right, encoded.fact))
    scale = every / max(len(sample), 1)
    return {"pairs": every, "classify": {name: each * scale for name, each in seconds.items()}}


def summary(rows: list[dict[str, object]]) -> dict[str, object]:
    """Return the means over documents."""
    return _mean([{name: each for name, each in row.items() if name != "document"} for row in rows])


def _mean(rows: list[dict[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in rows[0]:
        values = [row[name] for row in rows]
        nested = [each for each in values if isinstance(each, dict)]
        numbers = [each for each in values if isinstance(each, int | float)]
        found[name] = _mean(nested) if nested else round(mean(numbers), 3)
    return found


def main() -> None:
    """Measure the given files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    stages = Stages.load(CheckConfig(threads=options.threads))
    rows = [measure(path, stages) for path in options.files]
    result = {
        "model": stages.name,
        "threads": options.threads,
        "machine": platform.machine(),
        "summary": summary(rows),
        "rows": rows,
    }
    print(json.dumps(result["summary"], indent=1))
    if options.json:
        write_figures(options.json, result, stages.name)


if __name__ == "__main__":
    main()
