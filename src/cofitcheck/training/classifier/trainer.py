"""What a training run of stage 2 learns at a step, and what it watches on the dev split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
import torch
from accelerate import Accelerator
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 (torch's own name for it)

from cofitcheck.encoding.batching import Batch, batches
from cofitcheck.training.candidates import Mask
from cofitcheck.training.classifier.answer_model import AnswerModel
from cofitcheck.training.classifier.config import ClassifierConfig
from cofitcheck.training.classifier.examples import DocumentQuestions, draw_passes
from cofitcheck.training.classifier.metrics import AnswerMetrics, Probabilities, summarise
from cofitcheck.training.loop.config import steps_of
from cofitcheck.training.loop.processes import as_many_as_others
from cofitcheck.training.loop.trainer import Look, Trainer

PADDING = 0
"""Any token will do: no other attends to it."""


class ClassifierTrainer(Trainer):
    """Teaches the answers by cross-entropy over the vocabulary, and watches F1 end to end on dev."""

    def __init__(
        self,
        model: AnswerModel,
        config: ClassifierConfig,
        accelerator: Accelerator,
        answers: tuple[int, int],
        train: Sequence[DocumentQuestions],
        dev: Sequence[DocumentQuestions],
    ) -> None:
        """`answers` are the tokens of yes and no."""
        trained = [each for each in model.parameters() if each.requires_grad]
        steps = steps_of(config, len(train), config.batch.documents, accelerator.num_processes)
        super().__init__(model, [{"params": trained, "lr": config.body_rate}], config, accelerator, steps)
        self.config, self.answers = config, answers
        self.train, self.dev = train, dev

    def terms(self, rng: np.random.Generator) -> dict[str, Tensor]:
        """See `Trainer.terms`: the cross-entropy of the answers, the mean over those of all processes."""
        size, made, same = self.config.batch, [], []
        for example in self.share(self.train, size.documents):
            drawn = draw_passes(example.passes, size.tokens // size.documents, rng)
            own = list(batches(drawn, PADDING, size.pass_tokens))
            made += own
            same += [example.same[batch.asked] for batch in own]
        answers = np.where(np.concatenate(same), *self.answers)
        logits = self._logits(made)
        right = torch.from_numpy(answers).to(logits.device)
        # Gradients are averaged over processes, which have different numbers of questions.
        every = self.accelerator.reduce(torch.tensor(float(len(right)), device=logits.device), "mean")
        return {"answer": F.cross_entropy(logits, right, reduction="sum") / every}

    def look(self) -> Look:
        """See `Trainer.look`: the score is F1 end to end at the best threshold."""
        found = self.evaluate()
        said = (
            f"dev F1 {found.f1:.3f} (precision {found.precision:.3f}, recall {found.recall:.3f}) at "
            f"{found.threshold:.2f}; log-loss {found.loss:.3f}, AUC {found.auc:.3f}"
        )
        return Look(found.f1, asdict(found), said)

    def evaluate(self) -> AnswerMetrics:
        """Return the metrics of the dev documents, which the processes share; all get the same."""
        gold = sum(example.gold for example in self.dev)
        return summarise(self.all_of(self.dev, self._answered), gold)

    def _answered(self, example: DocumentQuestions) -> tuple[Probabilities, Mask]:
        made = list(batches(example.passes, PADDING, self.config.batch.pass_tokens))
        yes, no = self._logits(made)[:, list(self.answers)].unbind(-1)
        asked = np.concatenate([batch.asked for batch in made])
        return torch.sigmoid(yes - no).cpu().numpy(), example.same[asked]

    def _logits(self, made: Sequence[Batch]) -> Tensor:
        shared = as_many_as_others(made, self.accelerator, PADDING)
        logits: Tensor = self.model(shared, self.accelerator.device)
        return logits.float()
