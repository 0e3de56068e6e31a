"""Speed of the three ways to encode a document with a causal model, against the floor of the arithmetic.

Run: `python benchmarks/encoding.py FILE... --json encoding.json`, or without files on made-up documents.
On a GPU: `--architecture qwen2.5-0.5b --device cuda --dtype bfloat16 --batch-tokens 65536`.

The weights are random, since speed does not depend on them, and the tokenizer is the bundled one. The floor
is the fewest operations that the tokens need (two for each weight of the layers, and attention to the tokens
that are seen, nothing for padding) at the machine's peak: `--peak-tflops`, or a large product measured here.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from shutil import copyfile
from statistics import median
from typing import Any, get_args

import numpy as np

from cofitcheck import read
from cofitcheck.document import Cell, Document, Mention, Place, Table, TableStructure
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.passes import PackedPass, groups
from cofitcheck.encoding.transformers import How, TransformersEncoder
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.numbers import Kind, Number

ARCHITECTURES: dict[str, dict[str, Any]] = {
    "tiny": {
        "vocab_size": 30_522,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 32_768,
    },
    "small": {
        "vocab_size": 30_522,
        "hidden_size": 256,
        "intermediate_size": 1024,
        "num_hidden_layers": 6,
        "num_attention_heads": 8,
        "num_key_value_heads": 4,
        "max_position_embeddings": 32_768,
    },
    "qwen2.5-0.5b": {
        "vocab_size": 151_936,
        "hidden_size": 896,
        "intermediate_size": 4864,
        "num_hidden_layers": 24,
        "num_attention_heads": 14,
        "num_key_value_heads": 2,
        "max_position_embeddings": 32_768,
        "tie_word_embeddings": True,
    },
    "qwen2.5-7b": {
        "vocab_size": 152_064,
        "hidden_size": 3584,
        "intermediate_size": 18_944,
        "num_hidden_layers": 28,
        "num_attention_heads": 28,
        "num_key_value_heads": 4,
        "max_position_embeddings": 32_768,
    },
}
ALONE = "one-mention-per-pass"


@dataclass(frozen=True)
class Work:
    """What a way has to compute for a document: tokens, tokens with padding, operations at least."""

    tokens: int
    padded: int
    operations: float


def save_model(folder: Path, architecture: str, layout: Any, limit: int) -> None:
    """Write a Qwen2 model of these sizes with random weights, with the bundled tokenizer."""
    import torch
    from transformers import AutoModel, Qwen2Config

    torch.manual_seed(0)
    AutoModel.from_config(Qwen2Config(**ARCHITECTURES[architecture])).save_pretrained(folder)
    copyfile(Path(str(files("cofitcheck.weights"))) / "tokenizer.json", folder / "tokenizer.json")
    EncoderDescription(layout, limit=limit).write(folder)


def made_up(name: str, tables: int = 60, rows: int = 16, columns: int = 3) -> Document:
    """Return a document of equal tables, about as many and as large as a quarterly report has."""
    place = Place(name, 0)
    made: list[Table] = []
    mentions: list[Mention] = []
    for index in range(tables):
        years = [str(2024 - column) for column in range(columns)]
        cells = [Cell(0, column, year, (place,)) for column, year in enumerate(years, start=1)]
        for row in range(1, rows + 1):
            label = f"Deferred revenue of product line {row}, net of current portion"
            cells.append(Cell(row, 0, label, (place,)))
            for column, year in enumerate(years, start=1):
                cells.append(Cell(row, column, "1,234", (place,)))
                number = Number(Kind.VALUE, Decimal(1234), Decimal(1234))
                mentions.append(
                    Mention(len(mentions), index, row, column, "1,234", number, (label,), (year,), place)
                )
        title, words = f"Note {index}. Revenue by product line", "The table shows revenue by product. " * 12
        made.append(
            Table(
                index,
                tuple(cells),
                TableStructure.of(rows + 1, columns + 1),
                place,
                title=title,
                text_before=words[:500],
            )
        )
    return Document(name, tuple(made), tuple(mentions))


def shortened(document: Document, mentions: int) -> Document:
    """Return the document with the mentions of its first tables, `mentions` of them at most (0: all)."""
    kept = document.mentions[: mentions or None]
    return replace(document, mentions=kept)


def work(encoder: TransformersEncoder, document: Document, sizes: dict[str, Any], budget: int) -> Work:
    """Count what the encoder's way has to compute."""
    passes = encoder.layout.passes(document)
    if encoder.how == ALONE:
        passes = [each.only(which) for each in passes for which in range(len(each.asked))]
    padded = sum(len(group) * max(map(len, group)) for group in groups(passes, budget))
    return Work(sum(map(len, passes)), padded, operations(passes, sizes))


def operations(passes: Sequence[PackedPass], sizes: dict[str, Any]) -> float:
    """Return the fewest operations that passes need in a model of these sizes."""
    tokens = sum(map(len, passes))
    width, attention = sizes["hidden_size"], sizes["hidden_size"] * sizes["num_key_value_heads"]
    keys = attention // sizes["num_attention_heads"]
    weights = 2 * width * (width + keys) + 3 * width * sizes["intermediate_size"]
    each_layer = 2 * weights * tokens + 4 * width * sum(map(attended, passes))
    return float(sizes["num_hidden_layers"] * each_layer)


def attended(one: PackedPass) -> int:
    """Return how many pairs of tokens attend to each other, without building the mask."""
    context = one.context()
    own = np.bincount(one.unit[context:])
    return int(context * (context + 1) // 2 + (own * context + own * (own + 1) // 2).sum())


def measured_peak(device: str, dtype: str) -> float:
    """Return the operations per second of the best of ten large matrix products."""
    import torch

    size = 8192 if device != "cpu" else 1536
    one = torch.randn(size, size, device=device, dtype=getattr(torch, dtype))
    seconds = []
    for _ in range(10):
        started = time.perf_counter()
        product = one @ one
        float(product[0, 0])  # waits for the device
        seconds.append(time.perf_counter() - started)
    return 2 * size**3 / min(seconds)


@dataclass(frozen=True)
class Timed:
    """The best seconds of several runs: by the clock, of this process on the CPU, and of the layout alone."""

    clock: float
    cpu: float
    layout: float


def timed(encoder: TransformersEncoder, document: Document, repeats: int) -> tuple[Timed, Encoded]:
    """Return how long laying out and encoding a document takes, and its vectors."""
    runs = []
    for _ in range(repeats):
        started = time.perf_counter()
        encoder.layout.passes(document)
        laid, used = time.perf_counter(), time.process_time()
        vectors = encoder.encode(document)
        runs.append((time.perf_counter() - laid, time.process_time() - used, laid - started))
    return Timed(*map(min, zip(*runs, strict=True))), vectors


def measure(
    options: argparse.Namespace, documents: Sequence[Document], folder: Path
) -> Iterator[dict[str, Any]]:
    """Yield the figures of each way and document."""
    sizes = ARCHITECTURES[options.architecture]
    peak = options.peak_tflops * 1e12 or measured_peak(options.device, options.dtype)
    reference: dict[str, Encoded] = {}
    for how in options.ways:
        encoder = TransformersEncoder(folder, how, options.device, options.dtype, options.batch_tokens)
        encoder.encode(shortened(documents[0], 5))  # the first call allocates and chooses kernels
        for document in documents:
            best, vectors = timed(encoder, document, options.repeats)
            done = work(encoder, document, sizes, options.batch_tokens)
            first = reference.setdefault(document.name, vectors)
            yield {
                "how": how,
                "document": document.name,
                "mentions": len(document.mentions),
                "seconds": round(best.clock, 4),
                "cpu_seconds": round(best.cpu, 4),
                "layout_seconds": round(best.layout, 4),
                "tokens": done.tokens,
                "padded_tokens": done.padded,
                "tokens_per_second": round(done.tokens / best.clock),
                "tera_operations": round(done.operations / 1e12, 4),
                "floor_seconds": round(done.operations / peak, 4),
                "times_the_floor": round(best.clock / (done.operations / peak), 2),
                "furthest_from_first_way": float(np.abs(vectors.fact - first.fact).max(initial=0)),
                "peak_tflops": round(peak / 1e12, 3),
            }


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return for each way the median seconds per document, all tokens per second, how much slower it is than
    the fastest, and how much faster than one mention a pass: by the clock, and of the processor, which holds
    beside other work."""
    by_way = {
        how: [row for row in rows if row["how"] == how] for how in dict.fromkeys(row["how"] for row in rows)
    }
    total = {how: sum(row["seconds"] for row in held) for how, held in by_way.items()}
    worked = {how: sum(row["cpu_seconds"] for row in held) for how, held in by_way.items()}
    return {
        how: {
            "median_seconds": median(row["seconds"] for row in held),
            "tokens_per_second": round(sum(row["tokens"] for row in held) / total[how]),
            "times_the_fastest": round(total[how] / min(total.values()), 2),
            "times_the_floor": round(total[how] / sum(row["floor_seconds"] for row in held), 2),
            "times_as_fast_as_alone": round(total[ALONE] / total[how], 2) if ALONE in total else None,
            "times_less_work_than_alone": round(worked[ALONE] / worked[how], 2) if ALONE in total else None,
            "furthest_from_first_way": max(row["furthest_from_first_way"] for row in held),
        }
        for how, held in by_way.items()
    }


def main() -> None:
    """Measure the given files, or made-up documents."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--architecture", choices=ARCHITECTURES, default="small")
    parser.add_argument("--layout", choices=("parallel", "extractive"), default="parallel")
    parser.add_argument("--ways", nargs="+", choices=get_args(How), default=get_args(How))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    parser.add_argument("--limit", type=int, default=4096, help="tokens of a pass")
    parser.add_argument("--batch-tokens", type=int, default=8192)
    parser.add_argument("--mentions", type=int, default=0, help="only the first mentions of a document")
    parser.add_argument("--made-up", type=int, default=1, help="how many documents, where no file is given")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--peak-tflops", type=float, default=0.0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    documents = [read(path) for path in options.files] or [
        made_up(f"made-up-{number}") for number in range(options.made_up)
    ]
    documents = [shortened(document, options.mentions) for document in documents]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save_model(folder, options.architecture, options.layout, options.limit)
        rows = list(measure(options, documents, folder))
    result = {
        "options": {key: value for key, value in vars(options).items() if key not in ("files", "json")},
        "machine": machine(options.device),
        "summary": summary(rows),
        "rows": rows,
    }
    print(json.dumps(result, indent=1))
    if options.json:
        write_figures(options.json, result, f"{options.architecture}, random weights", seed=0)


def machine(device: str) -> dict[str, Any]:
    """Return what the figures were taken on."""
    import torch
    import transformers

    name = torch.cuda.get_device_name(device) if device.startswith("cuda") else platform.machine()
    return {
        "device": name,
        "threads": torch.get_num_threads(),
        "torch": str(torch.__version__),
        "transformers": transformers.__version__,
    }


if __name__ == "__main__":
    main()
