"""What a pretraining run learns at a step, and what it watches on the dev split."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import numpy as np
import numpy.typing as npt
from accelerate import Accelerator
from torch import Tensor

from cofitcheck.training.loop.config import steps_of
from cofitcheck.training.loop.trainer import Look, Trainer
from cofitcheck.training.pretraining.config import PretrainConfig
from cofitcheck.training.pretraining.model import NextToken, padded

TokenArray = npt.NDArray[np.int32]


class Pretrainer(Trainer):
    """Predicts the next token of table sequences, and watches the perplexity of those of dev."""

    def __init__(
        self,
        model: NextToken,
        config: PretrainConfig,
        accelerator: Accelerator,
        train: Sequence[TokenArray],
        dev: Sequence[TokenArray],
    ) -> None:
        trained = [each for each in model.parameters() if each.requires_grad]
        steps = steps_of(config, len(train), config.batch, accelerator.num_processes)
        super().__init__(model, [{"params": trained, "lr": config.body_rate}], config, accelerator, steps)
        self.config, self.train, self.dev = config, train, dev

    def terms(self, rng: np.random.Generator) -> dict[str, Tensor]:
        """See `Trainer.terms`: the mean over the tokens of this process's sequences."""
        return {"next": self._loss(self.share(self.train, self.config.batch))}

    def _loss(self, sequences: Sequence[TokenArray]) -> Tensor:
        loss: Tensor = self.model(*padded(sequences, self.accelerator.device))
        return loss

    def look(self) -> Look:
        """See `Trainer.look`: the score is the mean log likelihood of a token."""
        predicted = np.array([len(each) - 1 for each in self.dev])
        losses = np.array(self.all_of(self.dev, lambda each: float(self._loss([each]))))
        loss = float((losses * predicted).sum() / predicted.sum())
        figures = {"loss": loss, "perplexity": exp(loss)}
        return Look(-loss, figures, f"dev perplexity {exp(loss):.2f} of a token ({loss:.3f} nats)")


def evenly(sequences: Sequence[TokenArray], most: int) -> list[TokenArray]:
    """Return at most so many sequences, at equal distances."""
    places = np.linspace(0, len(sequences), min(most, len(sequences)), endpoint=False).astype(int)
    return [sequences[place] for place in places]
