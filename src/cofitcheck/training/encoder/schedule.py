"""The learning rate as a function of how far training is, by steps or by time spent."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """When training ends: after `steps` where given (repeatable), else after `minutes` of training time."""

    minutes: float = 40.0
    steps: int = 0

    def progress(self, step: int, seconds: float) -> float:
        """Return how much is spent, from 0; 1 or more means the end. A resumed run passes on what it had
        spent."""
        return step / self.steps if self.steps else seconds / (60.0 * self.minutes)


def warmup_cosine(progress: float, warmup: float = 0.05, floor: float = 0.02) -> float:
    """Return the factor of the peak rate: linear up to `warmup`, then a cosine down to `floor`."""
    if progress < warmup:
        return max(progress / warmup, 0.01)
    spent = min((progress - warmup) / (1.0 - warmup), 1.0)
    return floor + (1.0 - floor) * 0.5 * (1.0 + math.cos(math.pi * spent))
