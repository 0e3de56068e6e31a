"""Backbones: the models that an encoder starts from, with their layouts and the files of a trained one.

The sentence encoder is exported to ONNX files, float32 and int8.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from torch import nn

from cofitcheck.encoding import HEADS
from cofitcheck.encoding.causal import CausalEncoder
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.layouts import Layout, PassLimits
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.encoding.onnx import INPUTS
from cofitcheck.encoding.passes import Pieces, Wordpieces
from cofitcheck.encoding.texts import PLACEHOLDER
from cofitcheck.encoding.transformers import check_sizes
from cofitcheck.training.encoder.config import MINILM, EncoderConfig, LayoutConfig
from cofitcheck.training.encoder.model import ModelConfig, TableEncoder, load_pretrained, pretrained_folder
from cofitcheck.training.loop.checkpoints import add_adapters, copy_tokenizer, merge_adapters

_OPSET = 17

SENTENCE_LIMIT, SENTENCE_POSITIONS = 2048, 512
"""For the sentence encoder over running text: the most tokens of a pass, and the positions that it knows."""


def export_onnx(model: TableEncoder, path: Path) -> float:
    """Write the graph, and return the largest difference from torch on random input.

    Raises `ValueError` where it is above 1e-4."""
    model.eval()
    model.compute = torch.float32
    dynamic = {
        "tokens": {0: "tables", 1: "length"},
        "positions": {0: "tables", 1: "length"},
        "attention": {0: "tables", 1: "length", 2: "length"},
        "queries": {0: "tables", 1: "count"},
        **{name: {0: "tables", 1: "count"} for name in HEADS},
    }
    torch.onnx.export(
        model,
        _example(model.config, (2, 12, 3)),
        str(path),
        input_names=list(INPUTS),
        output_names=list(HEADS),
        dynamic_axes=dynamic,
        opset_version=_OPSET,
        dynamo=False,
    )
    model.eval()  # the exporter leaves the model in training mode
    difference = max(
        float(np.abs(ours - theirs).max())
        for shape in ((1, 7, 1), (3, 40, 9))
        for ours, theirs in _both(model, path, shape)
    )
    if difference > 1e-4:
        raise ValueError(f"The exported graph differs from torch by {difference:.1e}.")
    return difference


def quantise(source: Path, target: Path) -> None:
    """Write the int8 graph of a float32 graph."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        source,
        target,
        op_types_to_quantize=["MatMul", "Gather"],
        per_channel=True,
        weight_type=QuantType.QInt8,
    )


def _example(config: ModelConfig, shape: tuple[int, int, int]) -> tuple[torch.Tensor, ...]:
    """Return random inputs of B tables with L tokens and M mentions; every token attends to itself."""
    tables, length, mentions = shape
    generator = torch.Generator().manual_seed(0)
    attention = torch.rand(tables, length, length, generator=generator) < 0.5
    return (
        torch.randint(config.vocabulary, (tables, length), generator=generator),
        torch.randint(config.positions, (tables, length), generator=generator),
        attention | torch.eye(length, dtype=torch.bool),
        torch.randint(length, (tables, mentions), generator=generator),
    )


def _both(
    model: TableEncoder, path: Path, shape: tuple[int, int, int]
) -> list[tuple[np.ndarray, np.ndarray]]:
    import onnxruntime

    inputs = _example(model.config, shape)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    theirs = session.run(HEADS, {name: each.numpy() for name, each in zip(INPUTS, inputs, strict=True)})
    with torch.no_grad():
        ours = [each.numpy() for each in model(*inputs)]
    return list(zip(ours, theirs, strict=True))


class Backbone(Protocol):
    """An encoder to train.

    It has its module, the widths of its outputs by name, its layout, and the token that replaces others."""

    encoder: nn.Module
    widths: dict[str, int]
    layout: Layout
    blank: int

    def save(self, folder: Path) -> Path:
        """Write the encoder as it is now for inference, and return the path for `load_encoder`."""
        ...


class SentenceEncoder:
    """MiniLM with heads.

    The bundled encoder is one. With the paper's layouts it is what that one is compared with."""

    def __init__(self, config: EncoderConfig) -> None:
        tokenizer = pretrained_folder() / "tokenizer.json"
        self.encoder = load_pretrained(pretrained_folder())
        self.encoder.compute = torch.bfloat16 if config.precision == "bf16" else torch.float32
        # These are 12 of the 23 million weights. Frozen, they keep the words that training never shows.
        self.encoder.words.weight.requires_grad = False
        self.widths: dict[str, int] = {name: getattr(self.encoder.config, name) for name in HEADS}
        self.blank = Wordpieces.load(tokenizer).mask
        self.description = _sentence_description(config.layout)
        self.layout = self.description.make_layout(tokenizer)

    def save(self, folder: Path) -> Path:
        """See `Backbone.save`. Writes `encoder.onnx` (float32), `encoder.int8.onnx` and `tokenizer.json`."""
        full, small = folder / "encoder.onnx", folder / "encoder.int8.onnx"
        export_onnx(self.encoder, full)
        quantise(full, small)
        shutil.copyfile(pretrained_folder() / "tokenizer.json", folder / "tokenizer.json")
        self.description.write(folder)
        return small


def _sentence_description(layout: LayoutConfig) -> EncoderDescription:
    running = layout.kind != "structured"
    return EncoderDescription(
        layout.kind,
        masked=layout.masked,
        causal=False,
        limit=layout.tokens or (SENTENCE_LIMIT if running else PassLimits().tokens),
        positions=SENTENCE_POSITIONS if running else 0,
    )


class CausalModel:
    """A causal language model of a folder, trained whole or through adapters (paper III-B)."""

    def __init__(self, config: EncoderConfig) -> None:
        self.folder = Path(config.model)
        layout, tokenizer = config.layout, self.folder / "tokenizer.json"
        self.description = EncoderDescription(
            layout.kind, masked=layout.masked, chat=layout.chat, limit=layout.tokens or LIMIT
        )
        self.layout = self.description.make_layout(tokenizer)
        self.blank = Pieces.load(tokenizer).ids(PLACEHOLDER)[0]
        encoder = CausalEncoder.load(self.folder, one_pass=layout.kind != "extractive")
        check_sizes(self.folder, encoder.body.config, Pieces.load(tokenizer), self.description.limit)
        if config.facets.any() and not encoder.projections:
            encoder = CausalEncoder(encoder.body, {name: getattr(ModelConfig(), name) for name in HEADS})
        if config.gradient_checkpointing:
            encoder.body.activation_checkpointing_enable()
        if config.lora:
            encoder.body = add_adapters(encoder.body, config.lora)
        self.encoder, self.widths = encoder, dict(encoder.widths)

    def save(self, folder: Path) -> Path:
        """See `Backbone.save`. Writes the files of `save_pretrained`, adapters merged, and the tokenizer."""
        self.encoder.body = merge_adapters(self.encoder.body)
        self.encoder.save(folder)
        copy_tokenizer(self.folder, folder)
        self.description.write(folder)
        return folder


def load_backbone(config: EncoderConfig) -> Backbone:
    """Return the backbone that the configuration names. Raises `ModelError`."""
    return SentenceEncoder(config) if config.model == MINILM else CausalModel(config)
