"""The trainer of stage 2: its questions, the model that is trained, and the figures on the dev split.

Labelled candidate pairs are laid out as questions. A causal model, which is called once in each step, learns
the answers. On the dev split its answers are compared with the gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from accelerate import Accelerator
from sklearn.metrics import roc_auc_score
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from cofitcheck.classification.causal import CausalClassifier
from cofitcheck.classification.questions import QuestionLayout
from cofitcheck.encoding.causal import inputs_of
from cofitcheck.encoding.passes import Batch, PackedPass, batches
from cofitcheck.encoding.states import shared
from cofitcheck.errors import InputError
from cofitcheck.training.candidates import LabelledPairs, Mask, path_of
from cofitcheck.training.classifier.config import ChoiceConfig, ClassifierConfig
from cofitcheck.training.dataset import TrainingDocument
from cofitcheck.training.loop import steps_of
from cofitcheck.training.loop.processes import as_many_as_others
from cofitcheck.training.loop.trainer import Look, Trainer

Probabilities = npt.NDArray[np.float32]

PADDING = 0
"""The token that fills shorter passes. Any token will do, since no other attends to it."""


@dataclass(frozen=True)
class DocumentQuestions:
    """A document's questions. `passes` ask about pairs by their places in `same`, bool (pairs,).

    `gold` counts the document's positive pairs, asked about or not.
    """

    name: str
    company: str
    passes: tuple[PackedPass, ...]
    same: Mask
    gold: int


def labelled_pairs(example: TrainingDocument, folder: Path) -> LabelledPairs:
    """Return the candidate pairs of a labelled document. Raises `InputError` where they were not made."""
    path = path_of(folder, example)
    if not path.is_file():
        raise InputError(
            f"{path} is missing: make the candidates with python -m cofitcheck.training.candidates"
        )
    return LabelledPairs.load(path)


def lay_out(
    documents: Iterable[TrainingDocument],
    folder: Path,
    layout: QuestionLayout,
    chosen: ChoiceConfig,
    seed: int,
    most: int,
) -> list[DocumentQuestions]:
    """Lay out the chosen pairs of each document. A document without such a pair is left out.

    Where tables do not see each other, a table is read once for its questions with several others, in passes
    of at most `most` tokens.
    """
    apart = layout.settings.sharing == "table"
    made = []
    for each in documents:
        found = labelled_pairs(each, folder)
        pairs = found.take(choose(found, chosen, np.random.default_rng((seed, len(found.same)))))
        if len(pairs.pairs):
            passes = layout.passes(each.document, pairs.pairs)
            passes = shared(passes, most) if apart else passes
            name, company = each.document.name, each.company
            made.append(DocumentQuestions(name, company, tuple(passes), pairs.same, found.gold))
    return made


def choose(found: LabelledPairs, chosen: ChoiceConfig, rng: np.random.Generator) -> Mask:
    """Return a mask of the pairs that teach: all that are able and of one fact, and drawn others."""
    able: Mask = found.learnt & (found.score >= chosen.above)
    if not chosen.negatives:
        return able
    mask: Mask = able & found.same
    positives = int(mask.sum())
    for others, times, least in ((able, chosen.negatives, 1), (found.learnt & ~able, chosen.easy, 0)):
        drawn = rng.permutation(np.flatnonzero(others & ~found.same))
        mask[drawn[: max(least, round(times * positives))]] = True
    return mask


def draw_passes(passes: Sequence[PackedPass], budget: int, rng: np.random.Generator) -> list[PackedPass]:
    """Return passes in random order, together at most about `budget` tokens and at least one."""
    drawn: list[PackedPass] = []
    used = 0
    for number in rng.permutation(len(passes)).tolist():
        if not drawn or used + len(passes[number]) <= budget:
            drawn.append(passes[number])
            used += len(passes[number])
    return drawn


@dataclass(frozen=True, slots=True)
class AnswerMetrics:
    """Figures over all documents together: F1 end to end against clear gold at the best threshold.

    Pairs that were never asked about count as missed. `loss` is the mean log-loss of the answers, `auc` the
    area under their ROC curve: .5 where answers mean nothing, however many of the pairs are of one fact.
    """

    f1: float
    precision: float
    recall: float
    threshold: float
    loss: float
    auc: float


def summarise(answered: Sequence[tuple[Probabilities, Mask]], gold: int) -> AnswerMetrics:
    """Return the figures for each document's probabilities and labels, both (pairs,)."""
    probability = np.concatenate([each for each, _ in answered]).astype(np.float64)
    same = np.concatenate([each for _, each in answered])
    order = np.argsort(-probability, kind="stable")
    hits = np.cumsum(same[order])
    taken = np.arange(1, len(order) + 1)
    f1 = 2 * hits / (taken + gold)
    # Equal probabilities are taken together or not at all.
    ends = np.append(np.diff(probability[order]) != 0, True)
    best = int(np.argmax(np.where(ends, f1, -1)))
    clipped = np.clip(probability, 1e-7, 1 - 1e-7)
    return AnswerMetrics(
        f1=float(f1[best]),
        precision=float(hits[best] / taken[best]),
        recall=float(hits[best] / max(gold, 1)),
        threshold=float(probability[order][best]),
        loss=float(-np.log(np.where(same, clipped, 1 - clipped)).mean()),
        auc=float(roc_auc_score(same, probability)) if 0 < same.sum() < len(same) else 0.5,
    )


class AnswerModel(nn.Module):
    """A classifier over all batches of a step.

    It is called once in each step, as wrappers need that shard or average gradients. With `half` it computes
    in bfloat16 under autocast, because not every wrapper does so by itself.
    """

    def __init__(self, classifier: CausalClassifier, *, half: bool = False) -> None:
        super().__init__()
        self.classifier, self.half = classifier, half
        # accelerate finds here the names of the layers that are sharded one by one.
        self._no_split_modules = getattr(classifier.model, "_no_split_modules", None)

    def forward(self, batches: Sequence[Batch], place: torch.device) -> Tensor:
        """Return the logits (m, vocabulary) in the order of the questions in the batches."""
        with torch.autocast(place.type, torch.bfloat16, enabled=self.half):
            return torch.cat([self._answers(batch, place) for batch in batches])

    def _answers(self, batch: Batch, place: torch.device) -> Tensor:
        logits = self.classifier(*inputs_of(batch, place))
        asked: Tensor = logits[torch.from_numpy(batch.real).to(place)]
        return asked


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
        """See `Trainer.terms`. The term is the cross-entropy of the answers, the mean over all processes."""
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
        """See `Trainer.look`. The score is F1 end to end at the best threshold."""
        found = self.evaluate()
        said = (
            f"dev F1 {found.f1:.3f} (precision {found.precision:.3f}, recall {found.recall:.3f}) at "
            f"{found.threshold:.2f}; log-loss {found.loss:.3f}, AUC {found.auc:.3f}"
        )
        return Look(found.f1, asdict(found), said)

    def evaluate(self) -> AnswerMetrics:
        """Return the metrics of the dev documents. The processes share these, and all return the same."""
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
