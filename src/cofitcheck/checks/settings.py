"""How strictly fact sets are checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from cofitcheck.checks.evidence.difference import DifferenceModel
from cofitcheck.errors import ConfigError


@dataclass(frozen=True)
class CheckSettings:
    """When a difference is a finding, and how much it matters.

    A difference is reported from a probability of `threshold`, and is of high severity from `high` unless it
    is smaller than `tiny` of the larger value. Two numbers that differ only in sign are a finding when at
    least `sign_witnesses` other cells of their two rows agree in value and sign, and none has the opposite
    sign; otherwise the two tables merely present it differently. `difference` turns evidence into a
    probability.
    """

    threshold: float = 0.5
    high: float = 0.8
    tiny: Decimal = Decimal("0.001")
    sign_witnesses: int = 1
    difference: DifferenceModel = field(default_factory=DifferenceModel)

    def __post_init__(self) -> None:
        if not 0.0 <= self.threshold <= 1.0 or not 0.0 <= self.high <= 1.0:
            raise ConfigError(
                f"threshold and high are probabilities, from 0 to 1; got {self.threshold} and {self.high}"
            )
