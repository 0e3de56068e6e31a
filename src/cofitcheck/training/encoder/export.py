"""A trained encoder to ONNX files, float32 and int8."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from cofitcheck.encoding.onnx import INPUTS
from cofitcheck.encoding.protocol import HEADS
from cofitcheck.training.encoder.model import ModelConfig, TableEncoder

_OPSET = 17


def export_onnx(model: TableEncoder, path: Path) -> float:
    """Write the graph and return the largest difference from torch on random input; raise above 1e-4."""
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
    """Write the int8 graph of a float32 one."""
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
