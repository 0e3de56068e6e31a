"""The paper's Table IV: seconds a document of both stages, with and without what makes them fast.

Run on a GPU, with the paper's two sizes of stage 2, on files and on made-up documents of its sizes:
`python -m benchmarks.table_iv FILE... --made-up 4546 8825 --encoder qwen2.5-0.5b --classifier qwen2.5-7b \
    --device cuda --dtype bfloat16 --batch-tokens 65536 --json table-iv.json`
(and the same with `--classifier qwen2.5-0.5b`). On a CPU: `--encoder tiny --classifier tiny`.

The weights are random, since speed does not depend on them. Each stage runs as it ships (one masked pass a
table; all pairs of two tables in one pass), on a cache of the contexts, and one by one, which is the slow
twin: of that only the first `--alone` mentions or pairs of a document are run, and the seconds of all of them
are reckoned from their tokens. `floor_seconds` is the least that the arithmetic takes at the machine's peak.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from benchmarks import classifying, encoding
from benchmarks.encoding import ARCHITECTURES
from benchmarks.scaling import made_up
from cofitcheck import read
from cofitcheck.classification.protocol import Found
from cofitcheck.classification.transformers import TransformersClassifier
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.encoding.transformers import TransformersEncoder
from cofitcheck.evaluation.provenance import write_figures

PAPER = {"qwen2.5-0.5b": 15.7, "qwen2.5-7b": 40.8}
"""Seconds a document with stage 2 of this size, on four RTX 4090."""


def encoded(options: argparse.Namespace, found: Sequence[Found], peak: float) -> Iterator[dict[str, Any]]:
    """Yield what stage 1 takes for each document, in each way."""
    with tempfile.TemporaryDirectory() as name:
        encoding.save_model(Path(name), options.encoder, "parallel", options.limit)
        for how in ("one-pass", "prefill", "one-mention-per-pass"):
            model = TransformersEncoder(Path(name), how, options.device, options.dtype, options.batch_tokens)
            model.encode(encoding.shortened(found[0].document, 5))
            for each in found:
                whole = _passes(model.layout.passes(each.document), how)
                document = encoding.shortened(each.document, options.alone if how.startswith("one-m") else 0)
                run = _passes(model.layout.passes(document), how)
                seconds = _timed(partial(model.encode, document))
                yield _row("encode", how, options.encoder, each, (whole, run), seconds, peak)


def classified(options: argparse.Namespace, found: Sequence[Found], peak: float) -> Iterator[dict[str, Any]]:
    """Yield what stage 2 takes for each document, in each way."""
    with tempfile.TemporaryDirectory() as name:
        classifying.save_model(Path(name), options.classifier, options.limit, "pair")
        for how in ("packed", "prefill", "one-pair-per-pass"):
            model = TransformersClassifier(
                Path(name), how, options.device, options.dtype, options.batch_tokens
            )
            model.classify(found[0].document, found[0].encoded, found[0].candidates.take(np.arange(1)))
            for each in found:
                whole = _passes(model.layout.passes(each.document, each.candidates), how)
                count = min(options.alone, len(each.candidates)) if how.startswith("one-p") else None
                some = each.candidates.take(np.arange(len(each.candidates))[:count])
                run = _passes(model.layout.passes(each.document, some), how)
                seconds = _timed(partial(model.classify, each.document, each.encoded, some))
                yield _row("classify", how, options.classifier, each, (whole, run), seconds, peak)


def _passes(passes: Sequence[PackedPass], how: str) -> list[PackedPass]:
    if how in ("one-mention-per-pass", "one-pair-per-pass"):
        return [each.only(which) for each in passes for which in range(len(each.asked))]
    return list(passes)


def _timed(do: Callable[[], Any]) -> float:
    started = time.perf_counter()
    do()
    return time.perf_counter() - started


def _row(
    stage: str,
    how: str,
    architecture: str,
    found: Found,
    passes: tuple[Sequence[PackedPass], Sequence[PackedPass]],
    seconds: float,
    peak: float,
) -> dict[str, Any]:
    whole, run = (sum(map(len, each)) for each in passes)
    floor = encoding.operations(passes[0], ARCHITECTURES[architecture]) / peak
    reckoned = seconds * whole / max(run, 1)
    return {
        "stage": stage,
        "how": how,
        "document": found.document.name,
        "mentions": len(found.document.mentions),
        "pairs": len(found.candidates),
        "tokens": whole,
        "measured_share": round(run / max(whole, 1), 4),
        "seconds": round(reckoned, 3),
        "floor_seconds": round(floor, 4),
        "share_of_the_floor": round(floor / reckoned, 4) if reckoned else None,
    }


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the mean seconds a document, and of the floor, of each stage and way."""
    ways = dict.fromkeys((row["stage"], row["how"]) for row in rows)
    held = {way: [row for row in rows if (row["stage"], row["how"]) == way] for way in ways}
    return {
        f"{stage}, {how}": {
            name: round(mean(row[name] for row in each), 3) for name in ("seconds", "floor_seconds")
        }
        for (stage, how), each in held.items()
    }


def main() -> None:
    """Measure the given files and made-up documents."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--made-up", type=int, nargs="+", default=(), help="mentions of each")
    parser.add_argument("--encoder", choices=ARCHITECTURES, default="qwen2.5-0.5b")
    parser.add_argument("--classifier", choices=ARCHITECTURES, default="qwen2.5-7b")
    parser.add_argument("--above", type=float, default=0.1)
    parser.add_argument("--alone", type=int, default=200, help="mentions or pairs run by the slow twins")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    parser.add_argument("--limit", type=int, default=4096, help="tokens of a pass")
    parser.add_argument("--batch-tokens", type=int, default=8192)
    parser.add_argument("--peak-tflops", type=float, default=0.0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    documents = [read(path) for path in options.files]
    documents += [read(made_up(size), f"made-up-{size}.htm") for size in options.made_up]
    found = [classifying.asked_of(document, options.above) for document in documents]
    peak = options.peak_tflops * 1e12 or encoding.measured_peak(options.device, options.dtype)
    rows = [*encoded(options, found, peak), *classified(options, found, peak)]
    result = {
        "options": {key: value for key, value in vars(options).items() if key not in ("files", "json")},
        "machine": encoding.machine(options.device),
        "paper_seconds": PAPER.get(options.classifier),
        "summary": summary(rows),
        "rows": rows,
    }
    print(json.dumps({key: result[key] for key in ("machine", "paper_seconds", "summary")}, indent=1))
    if options.json:
        write_figures(
            options.json, result, f"{options.encoder} and {options.classifier}, random weights", seed=0
        )


if __name__ == "__main__":
    main()
