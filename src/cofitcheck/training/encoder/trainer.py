"""What a training run of stage 1 learns at a step, and what it watches on the dev split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from accelerate import Accelerator
from torch import Tensor

from cofitcheck.encoding.batching import Batch, batches
from cofitcheck.training.encoder.config import EncoderConfig
from cofitcheck.training.encoder.examples import (
    Drawn,
    Example,
    draw_passes,
    lots_of,
    make_step,
)
from cofitcheck.training.encoder.metrics import CandidateMetrics, candidate_ranks, summarise
from cofitcheck.training.encoder.objective import Objective
from cofitcheck.training.encoder.step_model import StepModel
from cofitcheck.training.loop.config import steps_of
from cofitcheck.training.loop.processes import as_many_as_others
from cofitcheck.training.loop.trainer import Look, Trainer


class EncoderTrainer(Trainer):
    """Brings mentions of one fact together, and watches how few candidates hold the equal pairs of dev."""

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
        """See `Trainer.terms`: those of the objective, and the loss of the concepts."""
        step = make_step(self._drawn(rng), self.config.batch, self.padding, self.blank, rng)
        vectors, indicator = self._forward(step.batches, step.concept)
        terms = self.objective.terms(vectors, step)
        return terms if indicator is None else terms | {"indicator": indicator}

    def _drawn(self, rng: np.random.Generator) -> list[Drawn]:
        """Return the documents of this step, each with its tables: by tokens, or the next lot of them."""
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
        """Return what `StepModel` does, in float32: sharding turns its results to the type of its weights."""
        labels = torch.from_numpy(concept).to(self.accelerator.device)
        shared = as_many_as_others(batches, self.accelerator, self.padding)
        vectors, indicator = self.model(shared, labels)
        floats = {name: each.float() for name, each in vectors.items()}
        return floats, None if indicator is None else indicator.float()

    def look(self) -> Look:
        """See `Trainer.look`: the score is the recall among the first candidates."""
        found = self.evaluate()
        needed = "  ".join(f"{goal}: {count:,.0f}" for goal, count in found.needed.items())
        said = f"dev recall {found.recall:.3f}; candidates needed for recall  {needed}"
        return Look(found.recall, asdict(found), said)

    def evaluate(self) -> CandidateMetrics:
        """Return the candidate metrics of whole dev documents, which the processes share; all get the
        same."""
        return summarise(self.all_of(self.dev, self._ranks), self.config.watch.candidates)

    def _ranks(self, example: Example) -> npt.NDArray[np.int64]:
        made: list[Batch] = list(batches(example.passes, self.padding, self.config.batch.pass_tokens))
        mentions = np.concatenate([batch.asked for batch in made])
        vectors = self._forward(made, np.full(len(mentions), -1, np.int64))[0]
        facts = vectors["fact"].cpu().numpy()
        return candidate_ranks(facts, example.fact[mentions], example.table[mentions])


def _groups(model: StepModel, config: EncoderConfig) -> list[dict[str, Any]]:
    """Return the parameters that start from a checkpoint, and those that start from nothing."""
    new = ("concepts.", "encoder.projections.", *(f"encoder.{head}." for head in model.heads))
    trained = [(name, each) for name, each in model.named_parameters() if each.requires_grad]
    body = [each for name, each in trained if not name.startswith(new)]
    heads = [each for name, each in trained if name.startswith(new)]
    return [{"params": body, "lr": config.body_rate}, {"params": heads, "lr": config.head_rate}]
