"""A training run from its first step to its last, for any task.

`Trainer` has the optimiser, the random numbers of a step, and the shares of processes. A subclass adds the
task. `Progress` says how far a run is, and is saved with every checkpoint.
"""

from __future__ import annotations

import json
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import gather_object
from torch import Tensor, nn
from transformers import get_cosine_schedule_with_warmup

from cofitcheck.errors import ConfigError
from cofitcheck.training.loop import RunConfig, Watch, save_config
from cofitcheck.training.loop.checkpoints import (
    CHECKPOINT,
    CONFIG_FILE,
    remove_checkpoint,
    replace_checkpoint,
)
from cofitcheck.training.loop.processes import check_launch, write_launch

_SMOOTHING = 0.95

Item = TypeVar("Item")
Found = TypeVar("Found")

BEST = "best.pt"


@dataclass
class Progress:
    """How far a run is, and the figures of each look at the dev split. It is saved with every checkpoint."""

    step: int = 0
    seconds: float = 0.0
    best: float = float("-inf")
    best_step: int = 0
    losses: dict[str, float] = field(default_factory=dict)
    looks: list[dict[str, Any]] = field(default_factory=list)

    def state_dict(self) -> dict[str, Any]:
        """Return what `load_state_dict` takes."""
        return asdict(self)

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take over a state that `state_dict` returned."""
        vars(self).update(state)

    def smooth(self, terms: dict[str, float]) -> None:
        """Add the terms of one step to the running means."""
        self.losses = {
            name: _SMOOTHING * self.losses.get(name, term) + (1 - _SMOOTHING) * term
            for name, term in terms.items()
        }

    def better(self, score: float) -> bool:
        """Tell whether this is the best look so far, and remember it if so."""
        if score <= self.best:
            return False
        self.best, self.best_step = score, self.step
        return True

    def stale(self, watch: Watch) -> bool:
        """Tell whether the dev metric has stopped getting better. A resumed run gives the same answer."""
        return bool(watch.patience) and self.step - self.best_step >= watch.patience * watch.every

    def line(self, steps: int) -> str:
        """Return a line that says how far a run of `steps` steps is, for people who watch it."""
        terms = "  ".join(f"{name} {term:.3f}" for name, term in self.losses.items())
        return f"{self.step}/{steps}  {self.seconds / 60:.1f} min  {terms}  "


@dataclass(frozen=True, slots=True)
class Look:
    """The result of a look at the dev split: the score (higher is better), figures for the log, and a line to
    print."""

    score: float
    figures: dict[str, Any]
    said: str


class Trainer(ABC):
    """Has the model, the optimiser and the progress. A subclass defines what is learnt and what is watched.

    The draws of a step, and its dropout, depend only on the seed, the step and the process. So a resumed run
    does the same as an uninterrupted one.
    """

    def __init__(
        self,
        model: nn.Module,
        groups: list[dict[str, Any]],
        config: RunConfig,
        accelerator: Accelerator,
        steps: int,
    ) -> None:
        """`groups` are those of a torch optimiser: each has its "params" and its peak rate, "lr".

        The run has `steps` steps."""
        self.accelerator = accelerator
        self._run = config
        self.steps = steps
        optimiser = torch.optim.AdamW(
            [group for group in groups if group["params"]],
            weight_decay=config.weight_decay,
            betas=(0.9, 0.98),
        )
        self.model, self.optimiser = accelerator.prepare(model, optimiser)
        self.schedule = get_cosine_schedule_with_warmup(self.optimiser, round(config.warmup * steps), steps)
        self.progress = Progress()
        accelerator.register_for_checkpointing(self.schedule, self.progress)

    @property
    def run_config(self) -> RunConfig:
        """The settings that all trainers have."""
        return self._run

    @abstractmethod
    def terms(self, rng: np.random.Generator) -> dict[str, Tensor]:
        """Return the loss terms of the step `progress.step` by name, scalars with gradient.

        All processes call this together, each on its share. `self.model` must be called once, as wrappers
        need that shard or average gradients.
        """

    @abstractmethod
    def look(self) -> Look:
        """Measure the model on the dev split. All processes call this together and return the same."""

    def weighted(self, terms: dict[str, Tensor]) -> Tensor:
        """Return the loss that is minimised: the sum of the terms, unless a subclass weighs them."""
        return torch.stack(list(terms.values())).sum()

    def step(self) -> dict[str, float]:
        """Take one step, and return the loss terms, means over processes."""
        started = time.monotonic()
        place = (self._run.seed, 1, self.progress.step, self.accelerator.process_index)
        rng = np.random.default_rng(place)
        torch.manual_seed(int(rng.integers(2**62)))
        self.model.train()
        terms = self.terms(rng)
        self.accelerator.backward(self.weighted(terms))
        self.accelerator.clip_grad_norm_(self.model.parameters(), self._run.clip)
        self.optimiser.step()
        self.schedule.step()
        self.optimiser.zero_grad()
        self.progress.step += 1
        self.progress.seconds += time.monotonic() - started
        found = self.accelerator.reduce(torch.stack([term.detach() for term in terms.values()]), "mean")
        means = dict(zip(terms, found.tolist(), strict=True))
        self.progress.smooth(means)
        return means

    def share(self, items: Sequence[Item], each: int) -> list[Item]:
        """Return the `each` items that this process takes at this step. Every epoch has its own order."""
        return [item for _, item in self.dealt(items, each)]

    def dealt(self, items: Sequence[Item], each: int) -> list[tuple[int, Item]]:
        """Return the items of `share`, each with the number of its epoch."""
        processes = self.accelerator.num_processes
        first = (self.progress.step * processes + self.accelerator.process_index) * each
        drawn = []
        for place in range(first, first + each):
            epoch, at = divmod(place, len(items))
            order = np.random.default_rng((self._run.seed, 0, epoch)).permutation(len(items))
            drawn.append((epoch, items[order[at]]))
        return drawn

    def all_of(self, items: Sequence[Item], found: Callable[[Item], Found]) -> list[Found]:
        """Return the result of `found` for each item, without gradients.

        The processes share the items, and all of them return all results."""
        self.model.eval()
        results: list[tuple[int, Found]] = []
        processes = self.accelerator.num_processes
        for first in range(0, len(items), processes):
            place = first + self.accelerator.process_index
            # Where no item is left the first ones are taken again, as all processes must take part.
            with torch.no_grad():
                result = found(items[place % len(items)])
            if place < len(items):
                results.append((place, result))
        by_place = dict(gather_object(results))
        return [by_place[place] for place in range(len(items))]

    def save(self, folder: Path) -> None:
        """Write everything that a resumed run needs.

        It is written to a second folder first, so that no half-written checkpoint is left."""
        unfinished = folder.with_suffix(".unfinished")
        if self.accelerator.is_main_process:
            shutil.rmtree(unfinished, ignore_errors=True)
        self.accelerator.wait_for_everyone()
        self.accelerator.save_state(str(unfinished))
        self.accelerator.wait_for_everyone()
        if self.accelerator.is_main_process:
            write_launch(self.accelerator, unfinished)
            replace_checkpoint(unfinished, folder)
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
                f"{folder} is of another architecture than the model of this run: resume it with the "
                "configuration and the model it was begun with, or begin anew with --restart"
            ) from error


def set_up(config: RunConfig) -> None:
    """Set the threads and the seed of a run, before its model is made."""
    if config.threads:
        torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)


def train(trainer: Trainer, resumed: Path | None) -> None:
    """Train to the end of the run: from the checkpoint `resumed`, or from the beginning.

    Raises `ConfigError` where the checkpoint does not fit.
    """
    config, accelerator = trainer.run_config, trainer.accelerator
    if accelerator.is_main_process:
        config.output.mkdir(parents=True, exist_ok=True)
        if not resumed:
            remove_checkpoint(config.output)
        save_config(config, config.output / CONFIG_FILE)
    accelerator.init_trackers("tensorboard")
    if resumed:
        trainer.resume(resumed)
    run(trainer)
    accelerator.end_training()


def run(trainer: Trainer) -> None:
    """Train to the last step, or until the dev metric has stopped getting better.

    Writes `checkpoint` (the last state), `best.pt` (the model's state at the best look) and `log.jsonl` to
    the output folder.
    """
    config, progress = trainer.run_config, trainer.progress
    config.output.mkdir(parents=True, exist_ok=True)
    while progress.step < trainer.steps and not progress.stale(config.watch):
        trainer.step()
        if trainer.accelerator.is_main_process:
            print(f"\r{progress.line(trainer.steps)}", end="", flush=True)
        if progress.step % config.watch.every == 0 or progress.step == trainer.steps:
            _look(trainer)


def _look(trainer: Trainer) -> None:
    """Measure the model on dev, log the figures, and save a checkpoint."""
    found, progress, accelerator = trainer.look(), trainer.progress, trainer.accelerator
    output = trainer.run_config.output
    better = progress.better(found.score)
    minutes = round(progress.seconds / 60, 2)
    progress.looks.append(
        {"step": progress.step, "minutes": minutes, **progress.losses, "dev": found.figures}
    )
    losses = {f"loss/{name}": term for name, term in progress.losses.items()}
    figures = {f"dev/{name}": each for name, each in found.figures.items() if isinstance(each, float)}
    accelerator.log(losses | figures, step=progress.step)
    weights = accelerator.get_state_dict(trainer.model) if better else None
    if accelerator.is_main_process:
        if weights is not None:
            torch.save(weights, output / BEST)
        (output / "log.jsonl").write_text("".join(json.dumps(look) + "\n" for look in progress.looks))
        print(f"\n  {found.said}")
    trainer.save(output / CHECKPOINT)
