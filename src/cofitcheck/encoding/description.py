"""What a trained encoder says of itself beside its weights: how its input has to look."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec

from cofitcheck.encoding.chat import Frame, chat_frame
from cofitcheck.encoding.described import Described
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


class EncoderDescription(Described, frozen=True, forbid_unknown_fields=True):
    """The layout of a trained encoder, and the threshold of candidate pairs calibrated for it.

    `limit` is the most tokens of a pass, `positions` the most positions (0: the limit); whether attention is
    `causal`, and `masked` numbers, matter to layouts of running text alone. In a `chat` the parallel layout's
    context and prompt stand in the frame of the tokenizer's template. `threshold` is a cosine, in
    [-1, 1].
    """

    file: ClassVar[str] = FILE
    kind: ClassVar[str] = "encoders"
    layout: LayoutKind = "parallel"
    prompt_version: int = PROMPT_VERSION
    masked: bool = True
    causal: bool = True
    chat: bool = False
    limit: Annotated[int, msgspec.Meta(gt=0)] = LIMIT
    positions: Annotated[int, msgspec.Meta(ge=0)] = 0
    threshold: Annotated[float, msgspec.Meta(ge=-1, le=1)] = 0.5

    def make_layout(self, tokenizer: Path) -> Layout:
        """Return the layout with the model's own tokenizer file. Raises `ModelError`."""
        settings = ContextSettings(self.limit, self.masked, self.causal, self.positions)
        try:
            if self.layout == "structured":
                return StructuredLayout(Wordpieces.load(tokenizer), PassLimits(self.limit))
            frame = chat_frame(tokenizer.parent) if self.chat else Frame()
            pieces = Pieces.load(tokenizer, frame.before)
            if self.layout == "extractive":
                return ExtractiveLayout(pieces, settings)
            return ParallelLayout(pieces, settings, self.prompt_version, frame.after)
        except ConfigError as error:
            raise ModelError(f"The limit in {FILE} cannot be used. {error}") from error
