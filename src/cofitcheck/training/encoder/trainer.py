"""The trainer of stage 1: its losses, the model that is trained, and the figures on the dev split.

The losses of a step are the pair loss, and beside it those of the facets. The model is an encoder, with
concept classes that only training needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from accelerate import Accelerator
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from cofitcheck.encoding.causal import inputs_of
from cofitcheck.encoding.passes import Batch, batches
from cofitcheck.training.encoder.config import EncoderConfig, FacetWeights
from cofitcheck.training.encoder.examples import Drawn, Example, TrainingStep, draw_passes, lots_of, make_step
from cofitcheck.training.encoder.losses import BatchMentions, LossConfig, decoupled_info_nce, gather, info_nce
from cofitcheck.training.encoder.metrics import CandidateMetrics, candidate_ranks, summarise
from cofitcheck.training.loop import steps_of
from cofitcheck.training.loop.processes import as_many_as_others
from cofitcheck.training.loop.trainer import Look, Trainer


class Objective:
    """Makes the loss terms of one step from its vectors. Each is a mean, not yet weighted."""

    def __init__(self, loss: LossConfig, facets: FacetWeights) -> None:
        self.loss, self.facets = loss, facets
        # A facet value that only one mention has counts as a negative of the others, and has no positive.
        self._facet_loss = LossConfig(facets.temperature, 1.0, 0.0, isolated_as_negatives=True)

    def weighted(self, terms: dict[str, Tensor]) -> Tensor:
        """Return the sum of the weighted terms, which is minimised."""
        weights = {"pair": 1.0, **{name: getattr(self.facets, name) for name in terms if name != "pair"}}
        return torch.stack([weights[name] * term for name, term in terms.items()]).sum()

    def terms(self, vectors: Mapping[str, Tensor], step: TrainingStep) -> dict[str, Tensor]:
        """Return the contrastive terms by name: "pair", and the facets within a document that have a weight.

        `vectors` has the unit vectors (m, .) of the step's m mentions by the name of their head.
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


class ConceptClassifier(nn.Module):
    """A cosine softmax over the concepts that companies share.

    It brings the vectors of one indicator near each other in all documents."""

    def __init__(self, width: int, classes: int, temperature: float) -> None:
        super().__init__()
        self.temperature = temperature
        self.centres = nn.Parameter(torch.randn(classes, width) / width**0.5)

    def forward(self, vectors: Tensor, labels: Tensor) -> Tensor:
        """Return the mean cross-entropy of unit `vectors` (n, width) for `labels` int64 (n,), without -1."""
        logits = vectors @ F.normalize(self.centres, dim=-1).T / self.temperature
        summed = F.cross_entropy(logits, labels, ignore_index=-1, reduction="sum")
        return summed / (labels >= 0).sum().clamp(min=1)


class StepModel(nn.Module):
    """An encoder and its concept classifier in one module.

    It is called once in each step, over all batches, as wrappers need that shard or average gradients. With
    `half` it computes in bfloat16 under autocast, because not every wrapper does so by itself.
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
        # accelerate finds here the names of the layers that are sharded one by one.
        self._no_split_modules = getattr(getattr(encoder, "body", None), "_no_split_modules", None)

    def forward(self, batches: Sequence[Batch], concept: Tensor) -> tuple[dict[str, Tensor], Tensor | None]:
        """Return the unit vectors (m, .) by head, and the concept loss.

        The vectors are in the order of the batches' mentions. `concept` int64 (m,) is -1 where unknown.
        """
        with torch.autocast(concept.device.type, torch.bfloat16, enabled=self.half):
            vectors = self._vectors(batches, concept.device)
            return vectors, self.concepts(vectors["indicator"], concept) if self.concepts else None

    def _vectors(self, batches: Sequence[Batch], place: torch.device) -> dict[str, Tensor]:
        parts: list[tuple[Tensor, ...]] = []
        for batch in batches:
            outputs = self.encoder(*inputs_of(batch, place))
            real = torch.from_numpy(batch.real).to(place)
            parts.append(tuple(output[real] for output in outputs))
        joined = (torch.cat(each) for each in zip(*parts, strict=True))
        return dict(zip(self.heads, joined, strict=True))


class EncoderTrainer(Trainer):
    """Brings mentions of one fact together. On dev it watches how few candidates include the gold pairs."""

    def __init__(
        self,
        model: StepModel,
        config: EncoderConfig,
        accelerator: Accelerator,
        padding: int,
        blank: int,
        train: Sequence[Example],
        dev: Sequence[Example],
    ) -> None:
        self.lots = lots_of(train, config.batch.tables)
        steps = steps_of(config, len(self.lots), config.batch.documents, accelerator.num_processes)
        super().__init__(model, _groups(model, config), config, accelerator, steps)
        self.config = config
        self.padding, self.blank = padding, blank
        self.train, self.dev = train, dev
        self.objective = Objective(config.loss, config.facets)

    def terms(self, rng: np.random.Generator) -> dict[str, Tensor]:
        """See `Trainer.terms`. The terms are those of the objective, and the loss of the concepts."""
        step = make_step(self._drawn(rng), self.config.batch, self.padding, self.blank, rng)
        vectors, indicator = self._forward(step.batches, step.concept)
        terms = self.objective.terms(vectors, step)
        return terms if indicator is None else terms | {"indicator": indicator}

    def _drawn(self, rng: np.random.Generator) -> list[Drawn]:
        """Return the documents of this step, each with its tables: drawn by tokens, or of the next lot."""
        size = self.config.batch
        if not size.tables:
            budget = size.tokens // size.documents
            return [(each, draw_passes(each, budget, rng)) for each in self.share(self.train, size.documents)]
        return [
            (self.train[lot.example], lot.passes(self.train[lot.example], (self.config.seed, epoch)))
            for epoch, lot in self.dealt(self.lots, size.documents)
        ]

    def weighted(self, terms: dict[str, Tensor]) -> Tensor:
        """See `Trainer.weighted`."""
        return self.objective.weighted(terms)

    def _forward(
        self, batches: Sequence[Batch], concept: npt.NDArray[np.int64]
    ) -> tuple[dict[str, Tensor], Tensor | None]:
        """Return the results of `StepModel` in float32, as sharding gives them the type of the weights."""
        labels = torch.from_numpy(concept).to(self.accelerator.device)
        shared = as_many_as_others(batches, self.accelerator, self.padding)
        vectors, indicator = self.model(shared, labels)
        floats = {name: each.float() for name, each in vectors.items()}
        return floats, None if indicator is None else indicator.float()

    def look(self) -> Look:
        """See `Trainer.look`. The score is the recall among the first candidates."""
        found = self.evaluate()
        needed = "  ".join(f"{goal}: {count:,.0f}" for goal, count in found.needed.items())
        said = f"dev recall {found.recall:.3f}; candidates needed for recall  {needed}"
        return Look(found.recall, asdict(found), said)

    def evaluate(self) -> CandidateMetrics:
        """Return the candidate metrics of whole dev documents.

        The processes share the documents, and all return the same."""
        return summarise(self.all_of(self.dev, self._ranks), self.config.watch.candidates)

    def _ranks(self, example: Example) -> npt.NDArray[np.int64]:
        made: list[Batch] = list(batches(example.passes, self.padding, self.config.batch.pass_tokens))
        mentions = np.concatenate([batch.asked for batch in made])
        vectors = self._forward(made, np.full(len(mentions), -1, np.int64))[0]
        facts = vectors["fact"].cpu().numpy()
        return candidate_ranks(facts, example.fact[mentions], example.table[mentions])


def _groups(model: StepModel, config: EncoderConfig) -> list[dict[str, Any]]:
    """Return the parameters that start from a checkpoint, and those that are new, each with their rate."""
    new = ("concepts.", "encoder.projections.", *(f"encoder.{head}." for head in model.heads))
    trained = [(name, each) for name, each in model.named_parameters() if each.requires_grad]
    body = [each for name, each in trained if not name.startswith(new)]
    heads = [each for name, each in trained if name.startswith(new)]
    return [{"params": body, "lr": config.body_rate}, {"params": heads, "lr": config.head_rate}]
