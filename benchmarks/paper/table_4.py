"""Table IV: seconds a document of both stages, with and without what makes them fast.

Run on a GPU, with the paper's two sizes of stage 2, on files and on made-up documents of its sizes:
`python -m benchmarks.paper.table_4 FILE... --made-up 4546 --made-up 8825 --encoder qwen2.5-0.5b \
    --classifier qwen2.5-7b --device cuda --dtype bfloat16 --batch-tokens 65536 \
    --work runs/table-4 --json table-4.json`
(and the same with `--classifier qwen2.5-0.5b`). On a CPU: `--encoder tiny --classifier tiny`.

The weights are random, since speed does not depend on them. Each stage runs as it ships (one masked pass a
table; all pairs of two tables in one pass), on a cache of the contexts, and one by one, which is the slow
twin: of that only the first `--alone` mentions or pairs of a document are run, and the seconds of all of them
are reckoned from their tokens. `floor_seconds` is the least that the arithmetic takes at the machine's peak.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from statistics import mean
from typing import Any

import click
import numpy as np

from benchmarks import classifying, encoding
from benchmarks.encoding import ARCHITECTURES
from benchmarks.paper.steps import Json, Piece, Steps, run, stepped
from benchmarks.scaling import made_up
from cofitcheck import read
from cofitcheck.classification import Found
from cofitcheck.classification.transformers import How as ClassifyHow
from cofitcheck.classification.transformers import TransformersClassifier
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.encoding.transformers import DataType, TransformersEncoder
from cofitcheck.encoding.transformers import How as EncodeHow

PAPER = {"qwen2.5-0.5b": 15.7, "qwen2.5-7b": 40.8}
"""Seconds a document with stage 2 of this size, on four RTX 4090."""


@dataclass(frozen=True)
class Settings:
    """What all pieces have in common: architectures, where they run, how many the slow twins run."""

    encoder: str
    classifier: str
    above: float
    alone: int
    device: str
    dtype: DataType
    limit: int
    batch_tokens: int
    peak: float
    work: Path


@dataclass(frozen=True)
class Source:
    """A document: a file, or one made up of so many mentions."""

    name: str
    path: Path | None = None
    mentions: int = 0

    def found(self, above: float) -> Found:
        """Return it with the candidates that the bundled first trees score so much."""
        return _found(self, above)


@lru_cache(maxsize=64)  # `cached` forgets with the next document
def _found(source: Source, above: float) -> Found:
    document = read(source.path) if source.path else read(made_up(source.mentions), source.name)
    return classifying.asked_of(document, above)


def encoded(settings: Settings, how: EncodeHow, source: Source, _: Steps) -> Json:
    """Return what stage 1 takes for a document, in one way."""
    model = _encoder(settings, how)
    found = source.found(settings.above)
    model.encode(encoding.shortened(found.document, 5))  # the first call allocates and chooses kernels
    document = encoding.shortened(found.document, settings.alone if how.startswith("one-m") else 0)
    whole = _passes(model.layout.passes(found.document), how)
    part = _passes(model.layout.passes(document), how)
    seconds = _timed(partial(model.encode, document))
    return _row("encode", how, settings.encoder, found, (whole, part), seconds, settings.peak)


def classified(settings: Settings, how: ClassifyHow, source: Source, _: Steps) -> Json:
    """Return what stage 2 takes for a document, in one way."""
    model = _classifier(settings, how)
    found = source.found(settings.above)
    model.classify(found.document, found.encoded, found.candidates.take(np.arange(1)))
    count = min(settings.alone, len(found.candidates)) if how.startswith("one-p") else None
    some = found.candidates.take(np.arange(len(found.candidates))[:count])
    whole = _passes(model.layout.passes(found.document, found.candidates), how)
    part = _passes(model.layout.passes(found.document, some), how)
    seconds = _timed(partial(model.classify, found.document, found.encoded, some))
    return _row("classify", how, settings.classifier, found, (whole, part), seconds, settings.peak)


@lru_cache(maxsize=1)
def _encoder(settings: Settings, how: EncodeHow) -> TransformersEncoder:
    folder = settings.work / f"encoder-{settings.encoder}"
    if not (folder / "cofitcheck.json").is_file():
        encoding.save_model(folder, settings.encoder, "parallel", settings.limit)
    return TransformersEncoder(folder, how, settings.device, settings.dtype, settings.batch_tokens)


@lru_cache(maxsize=1)
def _classifier(settings: Settings, how: ClassifyHow) -> TransformersClassifier:
    folder = settings.work / f"classifier-{settings.classifier}"
    if not (folder / "cofitcheck.json").is_file():
        classifying.save_model(folder, settings.classifier, settings.limit, "pair")
    return TransformersClassifier(folder, how, settings.device, settings.dtype, settings.batch_tokens)


WAYS: dict[str, tuple[Callable[..., Json], tuple[str, ...]]] = {
    "encode": (encoded, ("one-pass", "prefill", "one-mention-per-pass")),
    "classify": (classified, ("packed", "prefill", "one-pair-per-pass")),
}
"""The stages, and the ways of each: as it ships, on a cache, and the slow twin."""


def pieces_of(settings: Settings, sources: Sequence[Source]) -> dict[str, Piece]:
    """Return a piece for each stage, way and document."""
    return {
        f"{stage}, {how}, {source.name}": partial(measure, settings, how, source)
        for stage, (measure, ways) in WAYS.items()
        for how in ways
        for source in sources
    }


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


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--made-up", "sizes", type=int, multiple=True, help="Mentions of a made-up document.")
@click.option("--encoder", type=click.Choice(list(ARCHITECTURES)), default="qwen2.5-0.5b")
@click.option("--classifier", type=click.Choice(list(ARCHITECTURES)), default="qwen2.5-7b")
@click.option("--above", default=0.1, help="First score of the pairs that are asked about.")
@click.option("--alone", default=200, help="Mentions or pairs run by the slow twins.")
@click.option("--device", default="cpu")
@click.option("--dtype", default="float32", type=click.Choice(["float32", "bfloat16", "float16"]))
@click.option("--limit", default=4096, help="Tokens of a pass.")
@click.option("--batch-tokens", default=8192)
@click.option("--peak-tflops", default=0.0, help="Of the machine; 0 measures it.")
@stepped
def main(
    files: tuple[Path, ...],
    sizes: tuple[int, ...],
    peak_tflops: float,
    work: Path,
    allowed: float,
    target: Path,
    **options: Any,
) -> None:
    """Time both stages on the given files and made-up documents."""
    device, dtype = options["device"], options["dtype"]
    peak = peak_tflops * 1e12 or encoding.measured_peak(device, dtype)
    settings = Settings(peak=peak, work=work, **options)
    sources = [Source(path.name, path) for path in files]
    sources += [Source(f"made-up-{size}.htm", mentions=size) for size in sizes]

    def figures(done: Mapping[str, Json]) -> Json:
        return {
            "options": options,
            "machine": encoding.machine(device),
            "paper_seconds": PAPER.get(settings.classifier),
            "summary": summary(list(done.values())),
            "rows": list(done.values()),
        }

    model = f"{settings.encoder} and {settings.classifier}, random weights"
    run(Steps(work, allowed), pieces_of(settings, sources), figures, target, model, 0)


if __name__ == "__main__":
    main()
