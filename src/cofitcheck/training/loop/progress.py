"""How far a training run is, saved with every checkpoint."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from cofitcheck.training.loop.config import Watch

_SMOOTHING = 0.95


@dataclass
class Progress:
    """How far a run is, and what was seen at each look at the dev split; saved with every checkpoint."""

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
        """Take over the state of another."""
        vars(self).update(state)

    def smooth(self, terms: dict[str, float]) -> None:
        """Take the terms of one step into the running means."""
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
        """Tell whether the dev metric has stopped getting better; so says a resumed run too."""
        return bool(watch.patience) and self.step - self.best_step >= watch.patience * watch.every

    def line(self, steps: int) -> str:
        """Return where a run of so many steps is, for people who watch it."""
        terms = "  ".join(f"{name} {term:.3f}" for name, term in self.losses.items())
        return f"{self.step}/{steps}  {self.seconds / 60:.1f} min  {terms}  "
