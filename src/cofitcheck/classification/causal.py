"""A causal language model as a classifier: the probability of "yes" where it answers (paper III-B)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor, nn

from cofitcheck.encoding.causal_body import hidden_states, load_language_model


class CausalClassifier(nn.Module):
    """Tokens, positions, attention and the places of the answers to logits of the whole vocabulary.

    It trains like any module; the answer is one token.
    """

    def __init__(self, model: Any) -> None:
        """Wrap a model with its language-model head."""
        super().__init__()
        self.model = model

    @classmethod
    def load(cls, folder: Path, dtype: str = "float32", one_pass: bool = True) -> Self:
        """Read a folder written by `save_pretrained`.

        Where `one_pass`, the model must be able to keep questions apart within a pass. Raises `ModelError`.
        """
        return cls(load_language_model(folder, dtype, one_pass=one_pass))

    @property
    def body(self) -> Any:
        """The model without its head; another may take its place."""
        return getattr(self.model, self.model.base_model_prefix)

    @body.setter
    def body(self, other: Any) -> None:
        setattr(self.model, self.model.base_model_prefix, other)

    def forward(self, tokens: Tensor, positions: Tensor, attention: Tensor, queries: Tensor) -> Tensor:
        """Return float32 logits (B, M, vocabulary), for the arrays of `encoding.batching.Batch`."""
        return self.logits(hidden_states(self.body, tokens, positions, attention, queries))

    def logits(self, states: Tensor) -> Tensor:
        """Return the float32 logits (..., vocabulary) of last hidden states (..., hidden)."""
        answered: Tensor = self.model.get_output_embeddings()(states)
        return answered.float()

    def probability(self, states: Tensor, answers: tuple[int, int]) -> Tensor:
        """Return the probability (...,) of the first of two answers against the other, for states
        (..., hidden)."""
        yes, no = self.logits(states)[..., list(answers)].unbind(-1)
        return torch.sigmoid(yes - no)
