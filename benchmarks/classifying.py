"""Speed of packed classification against one prompt a pair, by how many pairs two tables have in common.

Run: `python -m benchmarks.classifying FILE... --json benchmarks/results/classifying.json`
On a GPU: `--architecture qwen2.5-7b --device cuda --dtype bfloat16 --batch-tokens 65536`.

The weights are random, since speed does not depend on them, and the tokenizer is the bundled one. Asked are
the candidates that the bundled first trees score at least `--above`. Beside other work on the machine, look
at the processor's seconds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from shutil import copyfile
from typing import Any, get_args

import numpy as np

from benchmarks.encoding import ARCHITECTURES, machine
from cofitcheck import read
from cofitcheck.classification import Found, Trees, WordClassifier
from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.classification.questions import QuestionLayout
from cofitcheck.classification.questions.layout import Sharing
from cofitcheck.classification.transformers import How, TransformersClassifier
from cofitcheck.config import FilterConfig
from cofitcheck.document import Document
from cofitcheck.encoding.load import load_encoder
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.stages import find_candidates
from cofitcheck.weights import bundled

BUCKETS = (1, 2, 4, 8, 16)
"""The fewest pairs of two tables in each bucket."""


def asked_of(document: Document, above: float) -> Found:
    """Return what the bundled first stage and first trees let through."""
    bundle = bundled()
    encoder = load_encoder(bundle.folder)
    encoded = encoder.encode(document)
    found = find_candidates(document, encoded, FilterConfig(), encoder.threshold)
    likely = WordClassifier(Trees(bundle.first)).classify(document, encoded, found).probability >= above
    return Found(document, encoded, found.take(likely))


def save_model(folder: Path, architecture: str, limit: int, sharing: Sharing) -> None:
    """Write a Qwen2 model of these sizes with random weights and its head, with the bundled tokenizer."""
    import torch
    from transformers import AutoModelForCausalLM, Qwen2Config

    torch.manual_seed(0)
    AutoModelForCausalLM.from_config(Qwen2Config(**ARCHITECTURES[architecture])).save_pretrained(folder)
    copyfile(Path(str(files("cofitcheck.weights"))) / "tokenizer.json", folder / "tokenizer.json")
    ClassifierDescription(limit=limit, sharing=sharing).write(folder)


def by_bucket(layout: QuestionLayout, asked: Found) -> dict[int, list[int]]:
    """Return the places of the candidates by the bucket of their two tables.

    All are in one where a context is read once for all pairs of tables it is in.
    """
    if layout.settings.sharing == "table":
        return {BUCKETS[0]: list(range(len(asked.candidates)))}
    places: dict[int, list[int]] = defaultdict(list)
    for group in layout.groups(asked.document, asked.candidates):
        bucket = max(least for least in BUCKETS if least <= len(group))
        places[bucket] += [each.place for each in group]
    return dict(sorted(places.items()))


def tokens_of(layout: QuestionLayout, asked: Found, how: How) -> tuple[int, int]:
    """Return the tokens that a way reads, and of how many pairs of tables."""
    passes = layout.passes(asked.document, asked.candidates)
    if how == "prefill" and layout.settings.sharing == "table":
        tokens = remembered_tokens(passes)
    elif how == "one-pair-per-pass":
        tokens = sum(each.context() * (len(each.asked) - 1) + len(each) for each in passes)
    else:
        tokens = sum(map(len, passes))
    return tokens, len({each.source for each in passes})


def remembered_tokens(passes: Sequence[PackedPass]) -> int:
    """Return the tokens of all questions, and of every unit of a context once."""
    questions = sum(len(each) - each.context() for each in passes)
    units = {
        each.tokens[each.unit == unit].tobytes(): int((each.unit == unit).sum())
        for each in passes
        for unit in range(int(each.unit[each.queries].min()))
    }
    return questions + sum(units.values())


def measure(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the figures of each way, document and bucket."""
    every = [asked_of(read(path), options.above) for path in options.files]
    for how in options.ways:
        classifier = TransformersClassifier(folder, how, options.device, options.dtype, options.batch_tokens)
        classifier.classify(every[0].document, every[0].encoded, every[0].candidates.take(np.arange(1)))
        for asked in every:
            for bucket, places in by_bucket(classifier.layout, asked).items():
                part = Found(asked.document, asked.encoded, asked.candidates.take(np.sort(places)))
                started, worked = time.perf_counter(), time.process_time()
                if not options.count:
                    classifier.classify(part.document, part.encoded, part.candidates)
                seconds, worked = time.perf_counter() - started, time.process_time() - worked
                tokens, pairs_of_tables = tokens_of(classifier.layout, part, how)
                yield {
                    "how": how,
                    "document": asked.document.name,
                    "pairs_of_two_tables_at_least": bucket,
                    "pairs_of_tables": pairs_of_tables,
                    "pairs": len(places),
                    "tokens": tokens,
                    "seconds": None if options.count else round(seconds, 3),
                    "processor_seconds": None if options.count else round(worked, 3),
                }


def summary(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return for each way its pairs, tokens and seconds, all together and by bucket."""
    found: dict[str, dict[str, Any]] = {}
    for how in dict.fromkeys(row["how"] for row in rows):
        held = [row for row in rows if row["how"] == how]
        found[how] = {"all": _total(held)} | {
            str(bucket): _total([row for row in held if row["pairs_of_two_tables_at_least"] == bucket])
            for bucket in sorted({row["pairs_of_two_tables_at_least"] for row in held})
        }
    return found


def _total(rows: list[dict[str, Any]]) -> dict[str, Any]:
    names = ("pairs_of_tables", "pairs", "tokens")
    total: dict[str, Any] = {name: sum(row[name] for row in rows) for name in names}
    if all(row["seconds"] is not None for row in rows):
        for name in ("seconds", "processor_seconds"):
            total[name] = round(sum(row[name] for row in rows), 3)
    return total | {"documents": len({row["document"] for row in rows})}


def main() -> None:
    """Measure the given files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--architecture", choices=ARCHITECTURES, default="small")
    parser.add_argument("--ways", nargs="+", choices=get_args(How), default=get_args(How))
    parser.add_argument("--sharing", choices=get_args(Sharing), default="pair")
    parser.add_argument("--above", type=float, default=0.1)
    parser.add_argument("--count", action="store_true", help="only count tokens, and time nothing")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    parser.add_argument("--limit", type=int, default=4096, help="tokens of a prompt")
    parser.add_argument("--batch-tokens", type=int, default=8192)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save_model(folder, options.architecture, options.limit, options.sharing)
        rows = list(measure(options, folder))
    result = {
        "options": {key: value for key, value in vars(options).items() if key not in ("files", "json")},
        "machine": machine(options.device),
        "summary": summary(rows),
        "rows": rows,
    }
    print(json.dumps(result["summary"], indent=1))
    if options.json:
        write_figures(options.json, result, f"{options.architecture}, random weights", seed=0)


if __name__ == "__main__":
    main()
