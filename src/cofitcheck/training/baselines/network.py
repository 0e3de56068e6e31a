"""The network of the AutoCheck baseline in torch, and its export to ONNX."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from cofitcheck.evaluation.methods.autocheck import BUCKETS, COMPONENTS, KEYS, WORDS

WORD = 48
"""Dimensions of a word and of a component."""
CELL = 64
"""Dimensions of what the components of a cell say together."""


class CellEmbedding(nn.Module):
    """Word numbers to one vector a cell: what it says as a whole, then each of its components."""

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
    """Two cells and what their keys say of each other to the logit that they state one fact, in any order."""

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
        # What stands in a column header in one table can stand in a row label in the other.
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
    """Write both halves as ONNX, any number of cells and pairs at a time."""
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
