"""One training run of stage 1: steps, looks at the dev split, checkpoints that go on as if never stopped."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from accelerate import Accelerator
from accelerate.utils import gather_object
from torch import Tensor
from transformers import get_cosine_schedule_with_warmup

from cofitcheck.encoding.batching import Batch, batches
from cofitcheck.errors import ConfigError
from cofitcheck.training.encoder.config import EncoderConfig
from cofitcheck.training.encoder.examples import Example, draw_step
from cofitcheck.training.encoder.metrics import CandidateMetrics, candidate_ranks, summarise
from cofitcheck.training.encoder.objective import Objective
from cofitcheck.training.encoder.processes import as_many_as_others, check_launch, write_launch
from cofitcheck.training.encoder.step_model import StepModel

_SMOOTHING = 0.95
_CHECKPOINT = "checkpoint"
_PREVIOUS = "checkpoint.previous"
"""The checkpoint for the moment in which a new one takes its place."""


@dataclass
class Progress:
    """How far a run is, and what was seen at each look at the dev split; saved with every checkpoint."""

    step: int = 0
    seconds: float = 0.0
    best: float = -1.0
    best_step: int = 0
    losses: dict[str, float] = field(default_factory=dict)
    looks: list[dict[str, Any]] = field(default_factory=list)

    def state_dict(self) -> dict[str, Any]:
        """Return what `load_state_dict` takes."""
        return asdict(self)

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take over the state of another."""
        vars(self).update(state)

    def smooth(self, terms: dict[str, float]) -> None:
        """Take the terms of one step into the running means."""
        self.losses = {
            name: _SMOOTHING * self.losses.get(name, term) + (1 - _SMOOTHING) * term
            for name, term in terms.items()
        }


class Trainer:
    """Holds the model, the optimiser and how far they are.

    What a step draws, and its dropout, follow from the seed, the step and the process alone, so a resumed run
    does what an uninterrupted one does.
    """

    def __init__(
        self, model: StepModel, config: EncoderConfig, accelerator: Accelerator, padding: int, blank: int
    ) -> None:
        self.config, self.accelerator = config, accelerator
        self.padding, self.blank = padding, blank
        self.objective = Objective(config.loss, config.facets)
        optimiser = torch.optim.AdamW(
            self._groups(model), weight_decay=config.weight_decay, betas=(0.9, 0.98)
        )
        self.model, self.optimiser = accelerator.prepare(model, optimiser)
        self.schedule = get_cosine_schedule_with_warmup(
            self.optimiser, round(config.warmup * config.steps), config.steps
        )
        self.progress = Progress()
        accelerator.register_for_checkpointing(self.schedule, self.progress)

    def _groups(self, model: StepModel) -> list[dict[str, Any]]:
        """Return the parameters that start from a checkpoint, and those that start from nothing."""
        new = ("concepts.", "encoder.projections.", *(f"encoder.{head}." for head in model.heads))
        trained = [(name, each) for name, each in model.named_parameters() if each.requires_grad]
        body = [each for name, each in trained if not name.startswith(new)]
        heads = [each for name, each in trained if name.startswith(new)]
        groups = [
            {"params": body, "lr": self.config.body_rate},
            {"params": heads, "lr": self.config.head_rate},
        ]
        return [group for group in groups if group["params"]]

    def train_step(self, examples: Sequence[Example]) -> dict[str, float]:
        """Take one step on the documents that this process has, and return the loss terms, means over
        processes."""
        started = time.monotonic()
        place = (self.config.seed, 1, self.progress.step, self.accelerator.process_index)
        rng = np.random.default_rng(place)
        torch.manual_seed(int(rng.integers(2**62)))
        self.model.train()
        step = draw_step(examples, self.config.batch, self.padding, self.blank, rng)
        vectors, indicator = self._forward(step.batches, step.concept)
        terms = self.objective.terms(vectors, step)
        if indicator is not None:
            terms["indicator"] = indicator
        self.accelerator.backward(self.objective.weighted(terms))
        self.accelerator.clip_grad_norm_(self.model.parameters(), self.config.clip)
        self.optimiser.step()
        self.schedule.step()
        self.optimiser.zero_grad()
        self.progress.step += 1
        self.progress.seconds += time.monotonic() - started
        found = self.accelerator.reduce(torch.stack([term.detach() for term in terms.values()]), "mean")
        means = dict(zip(terms, found.tolist(), strict=True))
        self.progress.smooth(means)
        return means

    def _forward(
        self, batches: Sequence[Batch], concept: npt.NDArray[np.int64]
    ) -> tuple[dict[str, Tensor], Tensor | None]:
        """Return what `StepModel` does, in float32: sharding turns its results to the type of its weights."""
        labels = torch.from_numpy(concept).to(self.accelerator.device)
        shared = as_many_as_others(batches, self.accelerator, self.padding)
        vectors, indicator = self.model(shared, labels)
        floats = {name: each.float() for name, each in vectors.items()}
        return floats, None if indicator is None else indicator.float()

    def documents_of(self, step: int, train: Sequence[Example]) -> list[Example]:
        """Return the documents that this process takes at a step; every epoch has an order of its own."""
        processes, each = self.accelerator.num_processes, self.config.batch.documents
        first = (step * processes + self.accelerator.process_index) * each
        drawn = []
        for place in range(first, first + each):
            epoch, at = divmod(place, len(train))
            order = np.random.default_rng((self.config.seed, 0, epoch)).permutation(len(train))
            drawn.append(train[order[at]])
        return drawn

    def evaluate(self, dev: Sequence[Example]) -> CandidateMetrics:
        """Return the candidate metrics of whole documents, which the processes share; all get the same."""
        self.model.eval()
        found: list[tuple[int, npt.NDArray[np.int64]]] = []
        processes = self.accelerator.num_processes
        for first in range(0, len(dev), processes):
            place = first + self.accelerator.process_index
            # Where no document is left the first ones are encoded again: all processes take part in a pass.
            example = dev[place % len(dev)]
            vectors, mentions = self.encode(example)
            if place < len(dev):
                found.append(
                    (place, candidate_ranks(vectors, example.fact[mentions], example.table[mentions]))
                )
        ranks = dict(gather_object(found))
        return summarise([ranks[place] for place in range(len(dev))], self.config.watch.candidates)

    def encode(self, example: Example) -> tuple[np.ndarray, np.ndarray]:
        """Return the fact vectors float32 (n, d) of a document and the mentions they are of, int32 (n,).

        All processes must call this together, each with a document of its own.
        """
        made: list[Batch] = list(batches(example.passes, self.padding, self.config.batch.pass_tokens))
        mentions = np.concatenate([batch.asked for batch in made])
        with torch.no_grad():
            vectors = self._forward(made, np.full(len(mentions), -1, np.int64))[0]
        return vectors["fact"].cpu().numpy(), mentions

    def save(self, folder: Path) -> None:
        """Write everything a resumed run needs, by way of a second folder so that no half-written one is
        left."""
        unfinished = folder.with_suffix(".unfinished")
        if self.accelerator.is_main_process:
            shutil.rmtree(unfinished, ignore_errors=True)
        self.accelerator.wait_for_everyone()
        self.accelerator.save_state(str(unfinished))
        self.accelerator.wait_for_everyone()
        if self.accelerator.is_main_process:
            write_launch(self.accelerator, unfinished)
            _replace(unfinished, folder)
        self.accelerator.wait_for_everyone()

    def resume(self, folder: Path) -> None:
        """Continue where `save` left off: the same weights, moments, rates and step.

        Raises `ConfigError` where another number of processes, another sharding or another model wrote the
        checkpoint.
        """
        check_launch(self.accelerator, folder)
        try:
            self.accelerator.load_state(str(folder))
        except (RuntimeError, ValueError) as error:  # torch raises these for other names, shapes or groups
            raise ConfigError(
                f"{folder} is of another architecture than {self.config.model} with these settings: "
                "resume it with the configuration it was begun with, or begin anew with --restart"
            ) from error


def checkpoint_of(output: Path) -> Path | None:
    """Return the checkpoint to resume from, None where there is none."""
    return next((output / each for each in (_CHECKPOINT, _PREVIOUS) if (output / each).exists()), None)


def remove_checkpoint(output: Path) -> None:
    """Remove what `checkpoint_of` finds."""
    for each in (_CHECKPOINT, _PREVIOUS):
        shutil.rmtree(output / each, ignore_errors=True)


def _replace(new: Path, old: Path) -> None:
    previous = old.with_name(_PREVIOUS)
    if old.exists():
        shutil.rmtree(previous, ignore_errors=True)
        old.rename(previous)
    new.rename(old)
    shutil.rmtree(previous, ignore_errors=True)


def run(trainer: Trainer, train: Sequence[Example], dev: Sequence[Example], output: Path) -> None:
    """Train to the last step, or until the dev metric has stopped getting better.

    Leaves `checkpoint` (the last state), `best` (the model's state at the best look) and `log.jsonl` in
    `output`.
    """
    config, accelerator, progress = trainer.config, trainer.accelerator, trainer.progress
    output.mkdir(parents=True, exist_ok=True)
    while progress.step < config.steps and not _stale(progress, config):
        trainer.train_step(trainer.documents_of(progress.step, train))
        if accelerator.is_main_process:
            print(f"\r{_line(progress, config.steps)}", end="", flush=True)
        if progress.step % config.watch.every == 0 or progress.step == config.steps:
            _look(trainer, dev, output)


def _stale(progress: Progress, config: EncoderConfig) -> bool:
    """Tell whether the dev metric has stopped getting better; so says a resumed run too."""
    since = progress.step - progress.best_step
    return bool(config.watch.patience) and since >= config.watch.patience * config.watch.every


def _look(trainer: Trainer, dev: Sequence[Example], output: Path) -> None:
    """Take the dev metric, note it, and save."""
    found, progress, accelerator = trainer.evaluate(dev), trainer.progress, trainer.accelerator
    better = found.recall > progress.best
    if better:
        progress.best, progress.best_step = found.recall, progress.step
    minutes = round(progress.seconds / 60, 2)
    progress.looks.append(
        {"step": progress.step, "minutes": minutes, **progress.losses, "dev": asdict(found)}
    )
    losses = {f"loss/{name}": term for name, term in progress.losses.items()}
    accelerator.log(losses | {"dev/recall": found.recall}, step=progress.step)
    weights = accelerator.get_state_dict(trainer.model) if better else None
    if accelerator.is_main_process:
        if weights is not None:
            torch.save(weights, output / "best.pt")
        (output / "log.jsonl").write_text("".join(json.dumps(look) + "\n" for look in progress.looks))
        needed = "  ".join(f"{goal}: {count:,.0f}" for goal, count in found.needed.items())
        print(f"\n  dev recall {found.recall:.3f}; candidates needed for recall  {needed}")
    trainer.save(output / _CHECKPOINT)


def _line(progress: Progress, steps: int) -> str:
    terms = "  ".join(f"{name} {term:.3f}" for name, term in progress.losses.items())
    minutes = progress.seconds / 60
    return f"{progress.step}/{steps}  {minutes:.1f} min  {terms}  "
