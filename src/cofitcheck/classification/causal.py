"""A causal language model as a classifier: the probability of "yes" where it answers (paper III-B)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor, nn

from cofitcheck.encoding.causal import hidden_states, load_language_model


class CausalClassifier(nn.Module):
    """A model that returns the logits of the whole vocabulary at the places of the answers.

    It takes tokens, positions and attention. It trains like any module. An answer is one token.
    """

    def __init__(self, model: Any) -> None:
        """Wrap a model with its language-model head."""
        super().__init__()
        self.model = model

    @classmethod
    def load(cls, folder: Path, dtype: str = "float32", one_pass: bool = True) -> Self:
        """Read a folder written by `save_pretrained`.

        With `one_pass` the model must be able to keep the questions of one pass apart. Raises `ModelError`
        where it cannot.
        """
        return cls(load_language_model(folder, dtype, one_pass=one_pass))

    @property
    def body(self) -> Any:
        """The model without its head."""
        return getattr(self.model, self.model.base_model_prefix)

    def replace_body(self, other: Any) -> None:
        """Replace the body by another model: mostly the same one, with adapters or without."""
        setattr(self.model, self.model.base_model_prefix, other)

    def forward(self, tokens: Tensor, positions: Tensor, attention: Tensor, queries: Tensor) -> Tensor:
        """Return float32 logits (B, M, vocabulary), for the arrays of `encoding.passes.Batch`."""
        return self.logits(hidden_states(self.body, tokens, positions, attention, queries))

    def logits(self, states: Tensor) -> Tensor:
        """Return the float32 logits (..., vocabulary) of last hidden states (..., hidden)."""
        answered: Tensor = self.model.get_output_embeddings()(states)
        return answered.float()

    def probability(self, states: Tensor, answers: tuple[int, int]) -> Tensor:
        """Return the probability (...,) of the first of two answers against the second.

        `states` are (..., hidden)."""
        yes, no = self.logits(states)[..., list(answers)].unbind(-1)
        return torch.sigmoid(yes - no)
