"""Where an encoder starts from, how its tables are laid out, and what it leaves when it is trained."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Protocol

import torch
from torch import nn

from cofitcheck.encoding.layouts import Layout, PassLimits, StructuredLayout
from cofitcheck.encoding.wordpieces import Wordpieces
from cofitcheck.training.encoder.config import MINILM, EncoderConfig
from cofitcheck.training.encoder.export import export_onnx, quantise
from cofitcheck.training.encoder.model import HEADS, load_pretrained, pretrained_folder


class Backbone(Protocol):
    """An encoder to train: its module, the names of its outputs, its layout, and the token that blanks
    others."""

    encoder: nn.Module
    heads: tuple[str, ...]
    layout: Layout
    blank: int

    def save(self, folder: Path) -> str:
        """Write the encoder as it is now for inference, and say in a line what was written."""
        ...


class SentenceEncoder:
    """MiniLM with heads: what the bundled encoder is."""

    def __init__(self, config: EncoderConfig) -> None:
        wordpieces = Wordpieces.load(pretrained_folder() / "tokenizer.json")
        self.encoder = load_pretrained(pretrained_folder())
        self.encoder.compute = torch.bfloat16 if config.precision == "bf16" else torch.float32
        # 12 of the 23 million weights: frozen they keep the words that training never shows in their place.
        self.encoder.words.weight.requires_grad = False
        self.heads: tuple[str, ...] = HEADS
        self.blank = wordpieces.mask
        limits = PassLimits(tokens=config.layout.tokens) if config.layout.tokens else PassLimits()
        self.layout: Layout = StructuredLayout(wordpieces, limits)

    def save(self, folder: Path) -> str:
        """See `Backbone.save`: `encoder.onnx` (float32), `encoder.int8.onnx` and `tokenizer.json`."""
        folder.mkdir(parents=True, exist_ok=True)
        difference = export_onnx(self.encoder, folder / "encoder.onnx")
        agreement = quantise(folder / "encoder.onnx", folder / "encoder.int8.onnx", self.encoder)
        shutil.copyfile(pretrained_folder() / "tokenizer.json", folder / "tokenizer.json")
        cosines = ", ".join(f"{name} {value:.4f}" for name, value in agreement.items())
        return f"encoder.onnx differs from torch by {difference:.1e}; cosine of int8 with torch: {cosines}"


def load_backbone(config: EncoderConfig) -> Backbone:
    """Return the backbone that the configuration names. Raises `ModelError`."""
    if config.model != MINILM:
        raise NotImplementedError
    return SentenceEncoder(config)
