"""What small documents gain where their passes share a language model's batches: one by one, and together.

Run: `python -m benchmarks.together FILE... --json benchmarks/results/together.json`; on a GPU with
`--architecture qwen2.5-0.5b --device cuda --dtype bfloat16 --batch-tokens 65536`. The weights are random,
since speed does not depend on them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import classifying, encoding
from cofitcheck import read
from cofitcheck.classification.transformers import TransformersClassifier
from cofitcheck.encoding.passes import PackedPass, groups
from cofitcheck.encoding.transformers import TransformersEncoder
from cofitcheck.evaluation.figures import write_figures


def compared(
    passes: Sequence[Sequence[PackedPass]],
    run: Callable[[slice], Sequence[np.ndarray[Any, Any]]],
    budget: int,
) -> dict[str, Any]:
    """Return what documents take one by one and together, and how far their results are apart."""
    every = range(len(passes))
    found = {}
    results: dict[str, list[np.ndarray[Any, Any]]] = {}
    for name, parts in (
        ("one by one", [slice(each, each + 1) for each in every]),
        ("together", [slice(0, len(passes))]),
    ):
        batches = [
            group
            for part in parts
            for group in groups([each for document in passes[part] for each in document], budget)
        ]
        started, worked = time.perf_counter(), time.process_time()
        results[name] = [each for part in parts for each in run(part)]
        found[name] = {
            "batches": len(batches),
            "padded_tokens": sum(len(group) * max(map(len, group)) for group in batches),
            "seconds": round(time.perf_counter() - started, 2),
            "processor_seconds": round(time.process_time() - worked, 2),
        }
    apart = zip(*results.values(), strict=True)
    return {
        "passes": sum(map(len, passes)),
        "tokens": sum(len(each) for document in passes for each in document),
        **found,
        "furthest_apart": max(float(np.abs(one - other).max(initial=0)) for one, other in apart),
    }


def main() -> None:
    """Measure the given files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--architecture", choices=encoding.ARCHITECTURES, default="tiny")
    parser.add_argument("--above", type=float, default=0.1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    parser.add_argument("--limit", type=int, default=4096, help="tokens of a pass")
    parser.add_argument("--batch-tokens", type=int, default=8192)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = [classifying.asked_of(read(path), options.above) for path in options.files]
    documents = [each.document for each in found]
    settings = {"device": options.device, "dtype": options.dtype, "batch_tokens": options.batch_tokens}
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        encoding.save_model(Path(first), options.architecture, "parallel", options.limit)
        classifying.save_model(Path(second), options.architecture, options.limit, "pair")
        encoder = TransformersEncoder(Path(first), **settings)
        classifier = TransformersClassifier(Path(second), **settings)
    result = {
        "machine": encoding.machine(options.device),
        "documents": len(found),
        "mentions": sum(len(each.mentions) for each in documents),
        "pairs": sum(len(each.candidates) for each in found),
        "encode": compared(
            [encoder.layout.passes(each) for each in documents],
            lambda part: [each.fact for each in encoder.encode_all(documents[part])],
            options.batch_tokens,
        ),
        "classify": compared(
            [classifier.layout.passes(each.document, each.candidates) for each in found],
            lambda part: [each.probability for each in classifier.classify_all(found[part])],
            options.batch_tokens,
        ),
    }
    print(json.dumps(result, indent=1))
    if options.json:
        write_figures(options.json, result, f"{options.architecture}, random weights", seed=0)


if __name__ == "__main__":
    main()
