"""What is trained: an encoder, and the concept classes that only training needs."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 (torch's own name for it)

from cofitcheck.encoding.batching import Batch


class ConceptClassifier(nn.Module):
    """A cosine softmax over the concepts that companies share: one indicator is near itself in all
    documents."""

    def __init__(self, width: int, classes: int, temperature: float) -> None:
        super().__init__()
        self.temperature = temperature
        self.centres = nn.Parameter(torch.randn(classes, width) / width**0.5)

    def forward(self, vectors: Tensor, labels: Tensor) -> Tensor:
        """Return the mean cross-entropy of unit `vectors` (n, width); `labels` int64 (n,), -1 left out."""
        logits = vectors @ F.normalize(self.centres, dim=-1).T / self.temperature
        summed = F.cross_entropy(logits, labels, ignore_index=-1, reduction="sum")
        return summed / (labels >= 0).sum().clamp(min=1)


class StepModel(nn.Module):
    """An encoder and its concept classifier in one module, called once a step.

    One call a step, over all batches, is what wrappers that shard or average gradients ask for. Where `half`,
    it computes in bfloat16 under autocast; not every wrapper does so by itself.
    """

    def __init__(
        self,
        encoder: nn.Module,
        heads: Sequence[str],
        concepts: ConceptClassifier | None,
        *,
        half: bool = False,
    ) -> None:
        super().__init__()
        self.encoder, self.heads, self.concepts, self.half = encoder, tuple(heads), concepts, half
        # Where accelerate finds the names of the layers that are sharded one by one.
        self._no_split_modules = getattr(getattr(encoder, "body", None), "_no_split_modules", None)

    def forward(self, batches: Sequence[Batch], concept: Tensor) -> tuple[dict[str, Tensor], Tensor | None]:
        """Return the unit vectors (m, .) by head, in the order of the batches' mentions, and the concept
        loss.

        `concept` int64 (m,) is -1 where unknown.
        """
        with torch.autocast(concept.device.type, torch.bfloat16, enabled=self.half):
            vectors = self._vectors(batches, concept.device)
            return vectors, self.concepts(vectors["indicator"], concept) if self.concepts else None

    def _vectors(self, batches: Sequence[Batch], place: torch.device) -> dict[str, Tensor]:
        parts: list[tuple[Tensor, ...]] = []
        for batch in batches:
            arrays = (batch.tokens, batch.positions, batch.attention, batch.queries)
            outputs = self.encoder(*(torch.from_numpy(each).to(place) for each in arrays))
            real = torch.from_numpy(batch.real).to(place)
            parts.append(tuple(output[real] for output in outputs))
        joined = (torch.cat(each) for each in zip(*parts, strict=True))
        return dict(zip(self.heads, joined, strict=True))
