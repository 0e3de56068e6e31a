"""What a step is trained on: the pair loss and the losses of the facets beside it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from cofitcheck.training.encoder.config import FacetWeights
from cofitcheck.training.encoder.examples import TrainingStep
from cofitcheck.training.encoder.gather import BatchMentions, gather
from cofitcheck.training.encoder.losses import LossConfig, decoupled_info_nce, info_nce


class Objective:
    """Turns the vectors of one step into its loss terms; each is a mean, not yet weighted."""

    def __init__(self, loss: LossConfig, facets: FacetWeights) -> None:
        self.loss, self.facets = loss, facets
        # A facet value that only one mention has is told from the others, and has no equal to be near to.
        self._facet_loss = LossConfig(facets.temperature, 1.0, 0.0, isolated_as_negatives=True)

    def weighted(self, terms: dict[str, Tensor]) -> Tensor:
        """Return what is minimised."""
        weights = {"pair": 1.0, **{name: getattr(self.facets, name) for name in terms if name != "pair"}}
        return torch.stack([weights[name] * term for name, term in terms.items()]).sum()

    def terms(self, vectors: Mapping[str, Tensor], step: TrainingStep) -> dict[str, Tensor]:
        """Return the contrastive terms by name: "pair", and the facets within a document that have a weight.

        `vectors` are unit vectors (m, .) of the step's m mentions by the name of their head.
        """
        place = vectors["fact"].device
        tagged = torch.from_numpy(np.flatnonzero(step.fact >= 0)).to(place)
        own = _mentions(vectors["fact"], step.fact, step, step.ambiguous, tagged)
        everyone = gather(own)
        terms = {"pair": info_nce(everyone.e, everyone.batch_facts(), everyone.ignored(), self.loss)}
        for name, labels_of in (("breakdown", step.members), ("period", step.period)):
            if getattr(self.facets, name):
                terms[name] = self._within(vectors[name], labels_of, step, tagged)
        return terms

    def _within(
        self, vectors: Tensor, labels: npt.NDArray[np.int64], step: TrainingStep, tagged: Tensor
    ) -> Tensor:
        """Return the contrastive loss of one facet among the mentions of each document."""
        mentions = _mentions(vectors, labels, step, np.zeros((0, 2), np.int64), tagged)
        elsewhere = mentions.document[:, None] != mentions.document
        return decoupled_info_nce(mentions.e, mentions.batch_facts(), elsewhere, self._facet_loss)


def _mentions(
    vectors: Tensor,
    labels: npt.NDArray[np.int64],
    step: TrainingStep,
    ambiguous: npt.NDArray[np.int64],
    tagged: Tensor,
) -> BatchMentions:
    """Return the tagged mentions of a step, with the ambiguous pairs among them."""
    place = torch.full((len(step.fact),), -1, dtype=torch.int64, device=vectors.device)
    place[tagged] = torch.arange(len(tagged), device=vectors.device)
    pairs = place[torch.from_numpy(ambiguous).to(vectors.device)]

    def kept(values: npt.NDArray[np.int64]) -> Tensor:
        return torch.from_numpy(values).to(vectors.device)[tagged]

    return BatchMentions(
        e=vectors[tagged],
        fact=kept(labels),
        document=kept(step.document),
        company=kept(step.company),
        ambiguous=pairs[(pairs >= 0).all(dim=1)],
    )
