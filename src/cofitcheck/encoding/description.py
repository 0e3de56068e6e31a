"""What a trained encoder says of itself beside its weights: how its input has to look."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

import msgspec

from cofitcheck.encoding.layouts import (
    PROMPT_VERSION,
    ContextSettings,
    ExtractiveLayout,
    Layout,
    ParallelLayout,
    PassLimits,
    StructuredLayout,
)
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.encoding.pieces import Pieces
from cofitcheck.encoding.wordpieces import Wordpieces
from cofitcheck.errors import ConfigError, ModelError

FILE = "cofitcheck.json"

LayoutKind = Literal["structured", "parallel", "extractive"]


class EncoderDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a trained encoder, and the threshold of candidate pairs calibrated for it.

    `limit` is the most tokens of a pass, `positions` the most positions (0: the limit); whether attention is
    `causal`, and `masked` numbers, matter to layouts of running text alone. `threshold` is a cosine, in
    [-1, 1].
    """

    layout: LayoutKind = "parallel"
    prompt_version: int = PROMPT_VERSION
    masked: bool = True
    causal: bool = True
    limit: Annotated[int, msgspec.Meta(gt=0)] = LIMIT
    positions: Annotated[int, msgspec.Meta(ge=0)] = 0
    threshold: Annotated[float, msgspec.Meta(ge=-1, le=1)] = 0.5

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the description in a model's folder. Raises `ModelError`."""
        path = folder / FILE
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except FileNotFoundError as error:
            raise ModelError(
                f"The model folder {folder} has no {FILE}, which says how its input is laid out: "
                "only encoders trained with cofitcheck have one."
            ) from error
        except (OSError, msgspec.DecodeError) as error:
            raise ModelError(f"{path} cannot be used: {error}.") from error

    def write(self, folder: Path) -> None:
        """Write the description into a model's folder."""
        (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(self)) + b"\n")

    def make_layout(self, tokenizer: Path) -> Layout:
        """Return the layout with the model's own tokenizer file. Raises `ModelError`."""
        settings = ContextSettings(self.limit, self.masked, self.causal, self.positions)
        try:
            if self.layout == "structured":
                return StructuredLayout(Wordpieces.load(tokenizer), PassLimits(self.limit))
            if self.layout == "extractive":
                return ExtractiveLayout(Pieces.load(tokenizer), settings)
            return ParallelLayout(Pieces.load(tokenizer), settings, self.prompt_version)
        except ConfigError as error:
            raise ModelError(f"The limit in {FILE} cannot be used. {error}") from error
