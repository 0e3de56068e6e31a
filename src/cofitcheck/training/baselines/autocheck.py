"""Trains the AutoCheck baseline: a cell embedding network and a pair classifier over header words.

Run: `python -m cofitcheck.training.baselines.autocheck --data runs/data --output benchmarks/baselines`
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from cofitcheck.classification.trees import PairFeatures
from cofitcheck.evaluation.methods.autocheck import (
    BUCKETS,
    COMPONENTS,
    KEYS,
    WORDS,
    AutoCheck,
    AutoCheckCard,
    Cells,
    Network,
    grouped_pairs,
)
from cofitcheck.mentions import MentionArrays, mention_arrays
from cofitcheck.training.baselines.lexical import Figures, labelled
from cofitcheck.training.dataset import TrainingDocument, load

WORD = 48
"""Dimensions of the vector of a word, and of a component."""
CELL = 64
"""Dimensions of the vector of all components of a cell together."""

COMPANIES = 2
"""The least train companies that use a word of the vocabulary."""


class CellEmbedding(nn.Module):
    """Makes one vector of a cell from word numbers: first of the whole cell, then of each component."""

    def __init__(self, words: int) -> None:
        super().__init__()
        size = 1 + words + BUCKETS
        self.meaning = nn.Embedding(size, WORD, padding_idx=0)
        self.weight = nn.Embedding(size, 1)
        nn.init.zeros_(self.weight.weight)
        self.whole = nn.Sequential(
            nn.Linear(COMPONENTS * WORD, 128), nn.ReLU(), nn.Dropout(0.1), nn.Linear(128, CELL)
        )

    def forward(self, words: Tensor) -> Tensor:
        """Take int64 (n, `COMPONENTS`, `WORDS`), return float32 (n, `CELL` + `COMPONENTS` * `WORD`)."""
        weight = torch.exp(self.weight(words)) * (words > 0).unsqueeze(-1)
        pooled = (weight * self.meaning(words)).sum(dim=2) / (weight.sum(dim=2) + 1e-6)
        parts = functional.normalize(pooled, dim=-1, eps=1e-6).flatten(1)
        return torch.cat([self.whole(parts), parts], dim=1)


class PairClassifier(nn.Module):
    """Gives the logit that two cells state one fact, from their vectors and the agreement of their keys.

    The order of the two cells does not matter."""

    def __init__(self) -> None:
        super().__init__()
        inputs = 2 * CELL + COMPONENTS * (WORD + 1) + 2 + KEYS
        self.decide = nn.Sequential(
            nn.Linear(inputs, 96), nn.ReLU(), nn.Dropout(0.1), nn.Linear(96, 32), nn.ReLU(), nn.Linear(32, 1)
        )

    def forward(self, first: Tensor, second: Tensor, agreement: Tensor) -> Tensor:
        """Take vectors (k, d) of both cells and (k, `KEYS`), return logits (k,)."""
        a, b = first[:, :CELL], second[:, :CELL]
        parts_a = first[:, CELL:].unflatten(1, (COMPONENTS, WORD))
        parts_b = second[:, CELL:].unflatten(1, (COMPONENTS, WORD))
        products = parts_a * parts_b
        # The words of a column header in one table can be those of a row label in the other.
        path, head = 1, 2
        crossed = torch.stack(
            [(parts_a[:, path] * parts_b[:, head]).sum(-1), (parts_a[:, head] * parts_b[:, path]).sum(-1)]
        )
        features = [
            (a - b).abs(),
            a * b,
            products.flatten(1),
            products.sum(-1),
            torch.stack([crossed.amin(0), crossed.amax(0)], dim=1),
            agreement,
        ]
        logits: Tensor = self.decide(torch.cat(features, dim=1)).squeeze(-1)
        return logits


class _Probability(nn.Module):
    def __init__(self, pairs: PairClassifier) -> None:
        super().__init__()
        self.pairs = pairs

    def forward(self, first: Tensor, second: Tensor, agreement: Tensor) -> Tensor:
        return torch.sigmoid(self.pairs(first, second, agreement))


def export(cells: CellEmbedding, pairs: PairClassifier, folder: Path) -> None:
    """Write both halves as ONNX. They take any number of cells and pairs at a time."""
    words = torch.ones((2, COMPONENTS, WORDS), dtype=torch.int64)
    vectors = torch.zeros((2, CELL + COMPONENTS * WORD))
    _export(cells, (words,), ["words"], folder / "autocheck-cells.onnx")
    names = ["first", "second", "agreement"]
    inputs = (vectors, vectors, torch.zeros((2, KEYS)))
    _export(_Probability(pairs), inputs, names, folder / "autocheck-pairs.onnx")


def _export(network: nn.Module, inputs: tuple[Tensor, ...], names: list[str], path: Path) -> None:
    torch.onnx.export(
        network.eval(),
        inputs,
        str(path),
        input_names=names,
        output_names=["output"],
        dynamic_axes={name: {0: "rows"} for name in (*names, "output")},
        opset_version=17,
        dynamo=False,
    )


@dataclass(frozen=True)
class Settings:
    """How to train.

    For each document and epoch `pool` negative pairs are drawn. The `hardest` ones by the network's own score
    and `easy` others teach it, with all positive pairs. `forgotten` is the share of words that are left out.
    """

    epochs: int = 16
    rate: float = 2e-3
    decay: float = 1e-4
    pool: int = 12_000
    hardest: int = 1_500
    easy: int = 500
    forgotten: float = 0.1
    seed: int = 0


@dataclass(frozen=True)
class CellLesson:
    """One train document: its cells, and the cell pairs (k, 2) of positive and of negative mention pairs."""

    cells: Cells
    positive: npt.NDArray[np.int32]
    negative: npt.NDArray[np.int32]


def vocabulary(documents: Sequence[tuple[str, MentionArrays]]) -> list[str]:
    """Return the words that several companies use, in alphabetical order.

    Each document comes as (company, arrays)."""
    users: dict[str, set[str]] = defaultdict(set)
    for company, arrays in documents:
        for texts in (arrays.labels, arrays.paths, arrays.heads, arrays.titles):
            for word in {word for text in texts for word in text}:
                users[word].add(company)
    return sorted(word for word, companies in users.items() if len(companies) >= COMPANIES)


def lesson(example: TrainingDocument, arrays: MentionArrays, numbers: Mapping[str, int]) -> CellLesson:
    """Return the lesson of one labelled document. Untagged and ambiguous pairs are left out."""
    pairs = labelled(example, grouped_pairs(example.document, arrays), PairFeatures(arrays, {}))
    cells = Cells.build(arrays, numbers)
    ends = cells.of[np.stack([pairs.a, pairs.b], axis=1)].astype(np.int32)
    return CellLesson(cells, ends[pairs.learnt & pairs.same], ends[pairs.learnt & ~pairs.same])


class CellTrainer:
    """The network in training."""

    def __init__(self, words: int, lessons: Sequence[CellLesson], settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.random = np.random.default_rng(settings.seed)
        self.cells, self.pairs = CellEmbedding(words), PairClassifier()
        self.lessons = lessons
        self.settings = settings
        self.parameters = [*self.cells.parameters(), *self.pairs.parameters()]
        self.optimizer = torch.optim.AdamW(self.parameters, settings.rate, weight_decay=settings.decay)
        steps = settings.epochs * len(lessons)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer,
            lambda step: min((step + 1) / 50, 0.5 + 0.5 * math.cos(math.pi * step / steps)),
        )

    def run(self) -> None:
        """Go through the lessons once in each epoch, each time in a new order."""
        for epoch in range(self.settings.epochs):
            begun = time.perf_counter()
            order = self.random.permutation(len(self.lessons))
            losses = [self.step(self.lessons[at]) for at in order.tolist()]
            seconds = time.perf_counter() - begun
            print(f"epoch {epoch}: loss {np.mean(losses):.4f}, {seconds:.0f} s", flush=True)

    def step(self, lesson: CellLesson) -> float:
        """Learn from one document, and return the loss."""
        words = torch.from_numpy(lesson.cells.words)
        negative = self._negatives(lesson, words)
        ends = np.concatenate([lesson.positive, negative])
        same = torch.zeros(len(ends))
        same[: len(lesson.positive)] = 1
        self._mode(training=True)
        kept = torch.from_numpy(self.random.random(words.shape) >= self.settings.forgotten)
        logits = self._logits(self.cells(words * kept), lesson.cells, ends)
        loss = functional.binary_cross_entropy_with_logits(logits, same)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        self.schedule.step()
        return float(loss.detach())

    def _negatives(self, lesson: CellLesson, words: Tensor) -> npt.NDArray[np.int32]:
        """Return the hardest of a drawn pool of negative pairs, and some of the others."""
        wanted = min(self.settings.pool, len(lesson.negative))
        pool = lesson.negative[self.random.choice(len(lesson.negative), wanted, replace=False)]
        self._mode(training=False)
        with torch.no_grad():
            logits = self._logits(self.cells(words), lesson.cells, pool)
        order = torch.argsort(logits, descending=True).numpy()
        hardest, others = np.split(order, [self.settings.hardest])
        easy = self.random.permutation(others)[: self.settings.easy]
        chosen: npt.NDArray[np.int32] = pool[np.concatenate([hardest, easy])]
        return chosen

    def _mode(self, training: bool) -> None:
        self.cells.train(training)
        self.pairs.train(training)

    def _logits(self, vectors: Tensor, cells: Cells, ends: npt.NDArray[np.int32]) -> Tensor:
        left, right = torch.from_numpy(ends.astype(np.int64)).T
        agreement = torch.from_numpy(cells.agreement(ends[:, 0], ends[:, 1]))
        logits: Tensor = self.pairs(vectors[left], vectors[right], agreement)
        return logits


def train(
    examples: Sequence[TrainingDocument],
    dev: Sequence[TrainingDocument],
    output: Path,
    settings: Settings | None = None,
) -> Figures:
    """Train on `examples`, choose the threshold on `dev`, and write network and card into a folder."""
    settings = settings or Settings()
    read = [(example.company, mention_arrays(example.document)) for example in examples]
    words = vocabulary(read)
    numbers = {word: number for number, word in enumerate(words, 1)}
    pairs = zip(examples, read, strict=True)
    lessons = [lesson(example, arrays, numbers) for example, (_, arrays) in pairs]
    trainer = CellTrainer(len(words), [each for each in lessons if len(each.positive)], settings)
    trainer.run()
    output.mkdir(parents=True, exist_ok=True)
    export(trainer.cells, trainer.pairs, output)
    figures = measure(dev, output, words)
    card = {
        "threshold": figures.threshold,
        "trained on": len(examples),
        "settings": asdict(settings),
        "dev": figures.as_json(),
        "words": words,
    }
    (output / "autocheck.json").write_text(json.dumps(card) + "\n", encoding="utf-8")
    return figures


def measure(dev: Sequence[TrainingDocument], folder: Path, words: list[str]) -> Figures:
    """Measure the exported network on dev, at its best threshold."""
    network = Network(folder / "autocheck-cells.onnx", folder / "autocheck-pairs.onnx")
    method = AutoCheck(network, AutoCheckCard(threshold=0.5, words=words))
    matches = [method.match(example.document) for example in dev]
    held = [
        labelled(example, each.candidates, PairFeatures(mention_arrays(example.document), {}))
        for example, each in zip(dev, matches, strict=True)
    ]
    return Figures.of(held, [each.probability.astype(np.float32) for each in matches])


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and export, from the command line."""
    parser = argparse.ArgumentParser(description="Train the AutoCheck baseline.")
    parser.add_argument("--data", type=Path, required=True, help="cache made by cofitcheck.training.dataset")
    parser.add_argument("--output", type=Path, required=True, help="folder for the network and its card")
    parser.add_argument("--epochs", type=int, default=Settings.epochs)
    parser.add_argument("--threads", type=int, default=1, help="CPU threads of torch")
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    examples = load(options.data, ["train", "dev"])
    figures = train(
        [example for example in examples if example.split == "train"],
        [example for example in examples if example.split == "dev"],
        options.output,
        Settings(epochs=options.epochs),
    )
    print(json.dumps(figures.as_json()))


if __name__ == "__main__":
    main()
