"""Stage 1 on Hugging Face Transformers: a trained causal model, on the CPU or a GPU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.encoding import HEADS, Encoded
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.layouts import split_tables
from cofitcheck.encoding.passes import PackedPass, Pieces, groups, joined, parted
from cofitcheck.errors import ConfigError, MissingDependencyError, ModelError

if TYPE_CHECKING:
    from torch import Tensor

How = Literal["one-pass", "prefill", "one-mention-per-pass"]
"""All mentions of a table in one masked pass, all of them on a cache of their context, or one at a time."""

DataType = Literal["float32", "bfloat16", "float16"]
BATCH_TOKENS = 8192
_MISSING = "A causal encoder needs torch and transformers: pip install 'cofitcheck[train]'."


class TransformersEncoder:
    """Encodes each table in one pass, or as `how` says. The three ways give the same vectors.

    With layers of sliding-window or linear attention only "one-mention-per-pass" is exact; the other two are
    refused. The extractive layout needs no mask of ours: it is always one plain pass for each table.
    """

    def __init__(
        self,
        folder: Path,
        how: How = "one-pass",
        device: str = "cpu",
        dtype: DataType = "float32",
        batch_tokens: int = BATCH_TOKENS,
    ) -> None:
        """Load a folder with a causal model, its `tokenizer.json` and its `cofitcheck.json`.

        Raises `ModelError`, `MissingDependencyError`, `ConfigError` on a wrong `how`, `device` or `dtype`.
        """
        check_choice("how", how, get_args(How))
        check_choice("dtype", dtype, get_args(DataType))
        try:
            import transformers  # noqa: F401 (needed later; said now where it is missing)

            from cofitcheck.encoding.causal import CausalEncoder
        except ImportError as error:
            raise MissingDependencyError(_MISSING) from error
        self.description = EncoderDescription.read(folder)
        tokenizer = folder / "tokenizer.json"
        self.layout = self.description.make_layout(tokenizer)
        self.threshold = self.description.threshold
        self._plain = self.description.layout == "extractive" or how == "one-mention-per-pass"
        self.how, self._batch_tokens = how, batch_tokens
        encoder = CausalEncoder.load(folder, dtype, one_pass=not self._plain)
        check_sizes(folder, encoder.body.config, Pieces.load(tokenizer), self.description.limit)
        self._encoder = on_device(encoder, device).eval()

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention; those of a head that the model lacks have width 0.

        Raises `InputError` when a mention stands where the document has no cell.
        """
        return self.encode_all([document])[0]

    def encode_all(self, documents: Sequence[Document]) -> list[Encoded]:
        """Return the vectors of several documents, as `encode` does.

        Their passes share batches, so that small documents leave no batch half empty."""
        import torch

        passes = [self.layout.passes(document) for document in documents]
        counts = [len(document.mentions) for document in documents]
        widths = self._encoder.widths
        vectors = {name: np.zeros((sum(counts), widths.get(name, 0)), np.float32) for name in HEADS}
        with torch.inference_mode():
            for mentions, states in self._states(list(chain.from_iterable(joined(passes, counts)))):
                for name, output in zip(self._encoder.heads, self._encoder.vectors(states), strict=True):
                    if name in vectors:
                        vectors[name][mentions] = output.cpu().numpy()
        parts = {name: parted(each, counts) for name, each in vectors.items()}
        return [
            Encoded(**{name: parts[name][place] for name in HEADS}, split=split_tables(own))
            for place, own in enumerate(passes)
        ]

    def _states(self, passes: Sequence[PackedPass]) -> Iterator[tuple[npt.NDArray[np.int32], Tensor]]:
        """Yield indices of mentions and their last hidden states, group by group."""
        from cofitcheck.encoding.states import cached_states, masked_states, plain_states

        states = cached_states if self.how == "prefill" else masked_states
        if self.how == "one-mention-per-pass":
            passes = [each.only(which) for each in passes for which in range(len(each.asked))]
        if self._plain:
            states = plain_states
        for group in groups(passes, self._batch_tokens):
            yield np.concatenate([each.asked for each in group]), states(self._encoder.body, group)


def best_device() -> tuple[str, DataType]:
    """Return where a causal model runs best here: a GPU in half precision, or the CPU in full precision.

    Raises `MissingDependencyError`.
    """
    try:
        import torch
    except ImportError as error:
        raise MissingDependencyError(_MISSING) from error
    return ("cuda", "bfloat16") if torch.cuda.is_available() else ("cpu", "float32")


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Raise `ConfigError` where a setting is none of its choices."""
    if value not in choices:
        raise ConfigError(f"{name} must be one of {', '.join(choices)}, not {value!r}.")


def on_device(model: Any, device: str) -> Any:
    """Return a model moved to a device. Raises `ConfigError` where that cannot be used."""
    try:
        return model.to(device)
    except (RuntimeError, AssertionError) as error:  # torch raises both for a device that is not there
        raise ConfigError(f"The device {device!r} cannot be used: {error}") from error


def check_sizes(folder: Path, config: Any, pieces: Pieces, limit: int) -> None:
    """Raise `ModelError` where a causal model knows fewer tokens or positions than its input will have."""
    if pieces.size() > config.vocab_size:
        raise ModelError(
            f"The tokenizer in {folder} has {pieces.size()} tokens, but its model knows {config.vocab_size}: "
            "it is of another model."
        )
    if limit > config.max_position_embeddings:
        raise ModelError(
            f"The length limit {limit} of the model in {folder} is beyond the "
            f"{config.max_position_embeddings} positions that it has."
        )
