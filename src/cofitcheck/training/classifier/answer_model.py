"""What is trained: a causal model that is called once a step."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from cofitcheck.classification.causal import CausalClassifier
from cofitcheck.encoding.batching import Batch


class AnswerModel(nn.Module):
    """A classifier over all batches of a step: one call is what wrappers that shard or average gradients ask
    for.

    Where `half`, it computes in bfloat16 under autocast; not every wrapper does so by itself.
    """

    def __init__(self, classifier: CausalClassifier, *, half: bool = False) -> None:
        super().__init__()
        self.classifier, self.half = classifier, half
        # Where accelerate finds the names of the layers that are sharded one by one.
        self._no_split_modules = getattr(classifier.model, "_no_split_modules", None)

    def forward(self, batches: Sequence[Batch], place: torch.device) -> Tensor:
        """Return the logits (m, vocabulary) in the order of what the batches ask."""
        with torch.autocast(place.type, torch.bfloat16, enabled=self.half):
            return torch.cat([self._answers(batch, place) for batch in batches])

    def _answers(self, batch: Batch, place: torch.device) -> Tensor:
        arrays = (batch.tokens, batch.positions, batch.attention, batch.queries)
        logits = self.classifier(*(torch.from_numpy(each).to(place) for each in arrays))
        asked: Tensor = logits[torch.from_numpy(batch.real).to(place)]
        return asked
