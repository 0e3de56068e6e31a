"""One training run of the table encoder: steps, dev metric, checkpoints that resume on the same schedule."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from cofitcheck.encoding.batching import Batch, batches
from cofitcheck.encoding.wordpieces import Wordpieces
from cofitcheck.training.encoder.examples import Facets, PackedExample, training_batches
from cofitcheck.training.encoder.losses import LossConfig, decoupled_info_nce
from cofitcheck.training.encoder.metrics import CandidateMetrics, candidate_ranks, summarise
from cofitcheck.training.encoder.model import FacetClassifier, TableEncoder
from cofitcheck.training.encoder.schedule import Budget, warmup_cosine


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """Everything about a run that is not data; weights are of the loss terms, rates the peaks of AdamW."""

    budget: Budget = field(default_factory=Budget)
    loss: LossConfig = field(default_factory=lambda: LossConfig(temperature=0.07, isolated_as_negatives=True))
    tokens: int = 12_000
    """The most tokens of one step, padding aside."""
    body_rate: float = 1e-4
    head_rate: float = 1e-3
    indicator_weight: float = 0.5
    breakdown_weight: float = 0.25
    facet_temperature: float = 0.07
    blur: float = 0.05
    bfloat16: bool = True
    seed: int = 0
    report_minutes: float = 4.0


class Trainer:
    """Holds the model, the optimiser and how far they are."""

    def __init__(
        self, model: TableEncoder, facets: Facets, wordpieces: Wordpieces, config: TrainConfig
    ) -> None:
        torch.manual_seed(config.seed)
        self.model = model
        self.config = config
        self.wordpieces = wordpieces
        self.concepts = FacetClassifier(
            model.config.indicator, len(facets.concepts), config.facet_temperature
        )
        self.members = FacetClassifier(model.config.breakdown, len(facets.members), config.facet_temperature)
        # 12 of the 23 million weights: frozen they keep the words that training never shows in their place.
        model.words.weight.requires_grad = False
        model.compute = torch.bfloat16 if config.bfloat16 else torch.float32
        self.optimiser = torch.optim.AdamW(self._groups(), weight_decay=0.01, betas=(0.9, 0.98))
        self.step = 0
        self.seconds = 0.0

    def _groups(self) -> list[dict[str, object]]:
        heads = [self.model.fact, self.model.indicator, self.model.breakdown, self.concepts, self.members]
        of_heads = [parameter for head in heads for parameter in head.parameters()]
        known = {id(parameter) for parameter in of_heads}
        body = [each for each in self.model.parameters() if each.requires_grad and id(each) not in known]
        return [
            {"params": body, "peak": self.config.body_rate},
            {"params": of_heads, "peak": self.config.head_rate},
        ]

    @property
    def progress(self) -> float:
        """How much of the budget is spent, from 0 to 1."""
        return self.config.budget.progress(self.step, self.seconds)

    def train_step(self, example: PackedExample) -> dict[str, float]:
        """Take one step on one document and return its loss terms."""
        started = time.monotonic()
        rng = np.random.default_rng((self.config.seed, 1, self.step))
        factor = warmup_cosine(self.progress)
        for group in self.optimiser.param_groups:
            group["lr"] = group["peak"] * factor
        self.model.train()
        inputs = training_batches(example, self.wordpieces, self.config.tokens, self.config.blur, rng)
        terms = self._losses(inputs, example)
        loss = (
            terms["fact"]
            + self.config.indicator_weight * terms["indicator"]
            + self.config.breakdown_weight * terms["breakdown"]
        )
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_([p for group in self.optimiser.param_groups for p in group["params"]], 1.0)
        self.optimiser.step()
        self.step += 1
        self.seconds += time.monotonic() - started
        return {name: float(term.detach()) for name, term in terms.items()}

    def _losses(self, inputs: Sequence[Batch], example: PackedExample) -> dict[str, Tensor]:
        (fact, indicator, breakdown), mentions = self._forward(inputs)
        known = example.fact[mentions] >= 0
        tagged = torch.from_numpy(mentions[known])
        ours = torch.from_numpy(known)
        ignore = _ignored(example, mentions[known])
        return {
            "fact": decoupled_info_nce(
                fact[ours], torch.from_numpy(example.fact)[tagged], ignore, self.config.loss
            ),
            "indicator": self.concepts.loss(indicator[ours], torch.from_numpy(example.concept)[tagged]),
            "breakdown": self.members.loss(breakdown[ours], torch.from_numpy(example.member)[tagged]),
        }

    def _forward(self, inputs: Sequence[Batch]) -> tuple[tuple[Tensor, Tensor, Tensor], np.ndarray]:
        """Return the three vectors of every mention in the batches, and the mentions' places in the
        document."""
        parts: list[tuple[Tensor, Tensor, Tensor]] = []
        # One autocast region for all batches of a step: each weight is rounded to bfloat16 once.
        with torch.autocast("cpu", torch.bfloat16, enabled=self.config.bfloat16):
            for batch in inputs:
                real = torch.from_numpy(batch.real)
                outputs = self.model(
                    torch.from_numpy(batch.tokens),
                    torch.from_numpy(batch.positions),
                    torch.from_numpy(batch.attention),
                    torch.from_numpy(batch.queries),
                )
                parts.append(tuple(output[real] for output in outputs))
        fact, indicator, breakdown = (torch.cat(each) for each in zip(*parts, strict=True))
        return (fact, indicator, breakdown), np.concatenate([batch.mentions for batch in inputs])

    def evaluate(self, examples: Sequence[PackedExample]) -> CandidateMetrics:
        """Return the candidate metrics of whole documents."""
        self.model.eval()
        ranks = []
        for example in examples:
            with torch.no_grad():
                (fact, _, _), mentions = self._forward(list(batches(example.tables, self.wordpieces.pad)))
            ranks.append(candidate_ranks(fact.numpy(), example.fact[mentions], example.table[mentions]))
        return summarise(ranks)

    def save(self, path: Path) -> None:
        """Write everything a resumed run needs, by way of a second file so that no half-written one is
        left."""
        parts = {
            "model": self.model,
            "concepts": self.concepts,
            "members": self.members,
            "optimiser": self.optimiser,
        }
        state: dict[str, object] = {name: part.state_dict() for name, part in parts.items()}
        unfinished = path.with_suffix(".unfinished")
        torch.save(state | {"step": self.step, "seconds": self.seconds}, unfinished)
        unfinished.replace(path)

    def resume(self, path: Path) -> None:
        """Continue where `save` left off: the same weights, moments, step and time spent."""
        state = torch.load(path, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.concepts.load_state_dict(state["concepts"])
        self.members.load_state_dict(state["members"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.seconds = state["step"], state["seconds"]


def _ignored(example: PackedExample, mentions: np.ndarray) -> Tensor:
    """Return bool (m, m): which pairs of these mentions are ambiguous."""
    place = np.full(len(example.fact), -1)
    place[mentions] = np.arange(len(mentions))
    pairs = place[example.ambiguous]
    pairs = pairs[(pairs >= 0).all(axis=1)]
    ignore = torch.zeros(len(mentions), len(mentions), dtype=torch.bool)
    ignore[pairs[:, 0], pairs[:, 1]] = True
    ignore[pairs[:, 1], pairs[:, 0]] = True
    return ignore


def run(trainer: Trainer, train: Sequence[PackedExample], dev: Sequence[PackedExample], output: Path) -> None:
    """Train to the end of the budget; leaves `checkpoint.pt` and appends to `log.jsonl` in `output`."""
    output.mkdir(parents=True, exist_ok=True)
    checkpoint = output / "checkpoint.pt"
    recent: dict[str, float] = {}
    reported = trainer.seconds
    while trainer.progress < 1.0:
        epoch, place = divmod(trainer.step, len(train))
        order = np.random.default_rng((trainer.config.seed, 0, epoch)).permutation(len(train))
        terms = trainer.train_step(train[order[place]])
        recent = {name: 0.95 * recent.get(name, term) + 0.05 * term for name, term in terms.items()}
        print(f"\r{_line(trainer, recent)}", end="", flush=True)
        if trainer.progress >= 1.0 or trainer.seconds - reported >= 60 * trainer.config.report_minutes:
            reported = trainer.seconds
            trainer.save(checkpoint)
            _report(trainer, recent, trainer.evaluate(dev), output / "log.jsonl")


def _line(trainer: Trainer, recent: dict[str, float]) -> str:
    terms = "  ".join(f"{name} {term:.3f}" for name, term in recent.items())
    return f"{trainer.progress:6.1%}  step {trainer.step}  {trainer.seconds / 60:.1f} min  {terms}  "


def _report(trainer: Trainer, recent: dict[str, float], dev: CandidateMetrics, log: Path) -> None:
    row = {"step": trainer.step, "minutes": round(trainer.seconds / 60, 2), **recent, "dev": asdict(dev)}
    with log.open("a") as lines:
        lines.write(json.dumps(row) + "\n")
    needed = "  ".join(f"{goal}: {count:,.0f}" for goal, count in dev.needed.items())
    print(f"\n  dev recall {dev.recall:.3f}; candidates needed for recall  {needed}")
