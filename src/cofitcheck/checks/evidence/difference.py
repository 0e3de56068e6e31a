"""Judge whether a difference between two numbers of one fact is an error.

The values may count here, because the classifier judged without them whether the facts are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import exp, log, log1p
from pathlib import Path

import msgspec

from cofitcheck.checks.evidence.footing import Footing
from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.checks.evidence.rounding import slip_between
from cofitcheck.document import Mention
from cofitcheck.errors import ModelError
from cofitcheck.facts import probability_of
from cofitcheck.numbers import Relation, Slip, compare

_DIGITS = 3
"""The fewest digits of a number in which a digit slip, or an equal neighbour, counts. Shorter numbers are
often alike by chance."""

USUAL_DIGITS = 5
"""The number of digits that speaks neither for nor against an error."""
MOST_DIGITS = 6
"""The number of digits beyond which more digits add nothing: all amounts printed to the cent are as long."""


class DifferenceKind(StrEnum):
    """The simplest explanation of how one number came to differ from the other."""

    SIGN = Slip.SIGN.value
    SCALE = Slip.SCALE.value
    DIGIT = Slip.DIGIT.value
    TRANSPOSITION = Slip.TRANSPOSITION.value
    DROPPED_DIGIT = Slip.DROPPED_DIGIT.value
    ROUNDING = Slip.ROUNDING.value
    STALE = "stale"
    """The number of another period, from the mention's own row or from the counterpart's."""
    WRONG_ROW = "wrong row"
    """The number of the row above or below, in the mention's own table or in the counterpart's."""
    OTHER = "other"
    """None of these: mostly two facts that were taken for one."""


_BEFORE_NEIGHBOURS = frozenset({Slip.SIGN, Slip.SCALE, Slip.ROUNDING})


def explain_difference(grid: Grid, mention: int, counterpart: int) -> DifferenceKind:
    """Return what would explain `mention` as a wrong statement of what `counterpart` states. The two numbers
    differ.

    A neighbour that states the same number is asked first: it explains more than a changed digit does.
    """
    slip = slip_between(grid[mention].number, grid[counterpart].number)
    if slip in _BEFORE_NEIGHBOURS:
        return DifferenceKind(slip)
    if _states(grid[mention], _other_periods(grid, mention, counterpart)):
        return DifferenceKind.STALE
    adjacent = (*grid.above_and_below(mention), *grid.above_and_below(counterpart))
    if _states(grid[mention], (other for other in adjacent if other.index != mention)):
        return DifferenceKind.WRONG_ROW
    longest = max(grid[mention].number.digits, grid[counterpart].number.digits)
    return DifferenceKind.OTHER if slip is Slip.NONE or longest < _DIGITS else DifferenceKind(slip)


def _other_periods(grid: Grid, mention: int, counterpart: int) -> Iterable[Mention]:
    for of in (mention, counterpart):
        own = years(grid[of].column_path)
        yield from (
            other
            for other in grid.row(of)
            if other.index != mention and years(other.column_path) not in (own, [])
        )


def _states(mention: Mention, others: Iterable[Mention]) -> bool:
    """Tell whether any other mention states the mention's number, signs aside, in three digits or more."""
    number = mention.number
    return number.digits >= _DIGITS and any(
        compare(number, other.number).relation in (Relation.EQUAL, Relation.SIGN_DIFFERS) for other in others
    )


def _default_ratios() -> dict[DifferenceKind, float]:
    return {
        DifferenceKind.SIGN: 2.0,
        DifferenceKind.SCALE: 2.5,
        DifferenceKind.DIGIT: 2.0,
        DifferenceKind.TRANSPOSITION: 3.5,
        DifferenceKind.DROPPED_DIGIT: 1.5,
        DifferenceKind.ROUNDING: 0.5,
        DifferenceKind.STALE: 0.0,
        DifferenceKind.WRONG_ROW: 0.0,
        DifferenceKind.OTHER: -2.0,
    }


def _no_footing() -> dict[Footing, float]:
    return dict.fromkeys(Footing, 0.0)


def log_odds(probability: float) -> float:
    """Return the log of p / (1 - p), kept finite so that no other evidence is ignored."""
    certain = 1e-4
    probability = min(max(probability, certain), 1.0 - certain)
    return log(probability / (1.0 - probability))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for and against an error where two members of a fact set disagree.

    `same_fact` is the probability that the two state one fact, judged without their values. `corroborated` is
    the probability that the one states one fact with the other, or with a member of a third table that agrees
    with the other. `kind` explains the difference. `footing` is what the sums in their own tables say.
    `statements` counts the members that state the one number and those that state the other. `rule` names the
    rule that makes the two different facts (see `LeftOpen.rule`), "" where no rule speaks. `agreeing` and
    `differing` count the other facts that the two tables share; facts that a sum says to be wrong are not
    counted. `digits` is how many digits of the shorter number are printed, without outer zeros, six at the
    most. `rounded_apart` tells that the last digits of the two stand for different powers of ten.
    """

    same_fact: float
    corroborated: float
    kind: DifferenceKind
    footing: Footing
    statements: tuple[int, int]
    rule: str = ""
    agreeing: int = 0
    differing: int = 0
    digits: int = USUAL_DIGITS
    rounded_apart: bool = False

    @property
    def is_error(self) -> bool:
        """Whether sums say which number is wrong. Such an error says nothing of other facts of its table."""
        return self.footing is Footing.MENDED


@dataclass(frozen=True)
class DifferenceModel:
    """The probability that a difference is an error.

    It depends on how alike the facts are, how the values differ, whether the tables agree otherwise, and
    whether the numbers foot in their own tables. An error mostly stands alone, and a restated table differs
    everywhere. An error also breaks the sums of its table.

    logit(error) = `bias` + `weight` x logit(same fact) + `log_likelihood_ratio[kind]` + `footing[sums]` +
    `agreeing` x log(1 + a) + `differing` x log(1 + d) + `digits` x (n - 5) + `rounded_apart` (the last where
    the two are rounded apart). The ratio is the log of P(kind | slip) / P(kind | two different facts). The
    numbers a and d count the other facts that the two tables share: those that agree and those that differ.
    The number n counts the digits of the shorter number.

    The defaults hold before any fitting. About one slip in four changes a digit or swaps two, and about one
    pair of different facts in thirty differs so by chance (e^2). A number of another period is as common by
    confusion of periods as by error (e^0). Unlike numbers are seven times as likely to be two facts (e^-2).
    The other facts and the sums count nothing.
    """

    bias: float = 0.0
    weight: float = 1.0
    # A mapping has no hash. Without it equal models still have equal hashes.
    log_likelihood_ratio: Mapping[DifferenceKind, float] = field(default_factory=_default_ratios, hash=False)
    footing: Mapping[Footing, float] = field(default_factory=_no_footing, hash=False)
    agreeing: float = 0.0
    differing: float = 0.0
    digits: float = 0.0
    rounded_apart: float = 0.0

    def probability(
        self,
        same_fact: float,
        kind: DifferenceKind,
        *,
        footing: Footing = Footing.NONE,
        agreeing: int = 0,
        differing: int = 0,
        digits: int = USUAL_DIGITS,
        rounded_apart: bool = False,
    ) -> float:
        """Return the probability that a difference of this kind is an error, from 0 to 1."""
        odds = self.bias + self.weight * log_odds(same_fact) + self.log_likelihood_ratio[kind]
        odds += self.footing[footing]
        odds += self.agreeing * log1p(agreeing) + self.differing * log1p(differing)
        odds += self.digits * (digits - USUAL_DIGITS) + self.rounded_apart * rounded_apart
        return probability_of(1.0 / (1.0 + exp(-odds)))

    def judge(self, evidence: Evidence) -> float:
        """Return the probability that a difference is an error. For two roundings of one value, return the
        probability that they state one fact."""
        if evidence.kind is DifferenceKind.ROUNDING:
            return evidence.same_fact
        return self.probability(
            evidence.corroborated,
            evidence.kind,
            agreeing=evidence.agreeing,
            differing=evidence.differing,
            footing=evidence.footing,
            digits=evidence.digits,
            rounded_apart=evidence.rounded_apart,
        )

    def save(self, path: str | Path) -> None:
        """Write the model as JSON."""
        Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(self, order="sorted")) + b"\n")

    @classmethod
    def load(cls, path: str | Path) -> DifferenceModel:
        """Read what `save` wrote; `ModelError` when the file cannot be read or lacks a kind."""
        try:
            model = msgspec.json.decode(Path(path).read_bytes(), type=cls)
        except (OSError, msgspec.MsgspecError) as error:
            raise ModelError(f"{path} does not hold a difference model: {error}") from error
        missing = [kind.value for kind in DifferenceKind if kind not in model.log_likelihood_ratio]
        missing += [f"footing {each.value}" for each in Footing if each not in model.footing]
        if missing:
            raise ModelError(f"{path} has no likelihood ratio for {', '.join(missing)}")
        return model
