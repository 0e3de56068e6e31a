"""The relations between two numbers that are meant to state the same fact, in `Decimal` intervals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from cofitcheck.numbers.model import Number


class Relation(StrEnum):
    """How two statements of one fact relate."""

    EQUAL = "equal"
    CONSISTENT = "consistent"
    SCALE_DIFFERS = "scale differs"
    SIGN_DIFFERS = "sign differs"
    INCONSISTENT = "inconsistent"
    NOT_COMPARABLE = "not comparable"


class Slip(StrEnum):
    """The simplest slip of the pen that turns one number into the other."""

    NONE = "none"
    SIGN = "sign"
    SCALE = "scale"
    DIGIT = "digit"
    TRANSPOSITION = "transposition"
    DROPPED_DIGIT = "dropped digit"
    ROUNDING = "rounding"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The relation of two numbers, the slip that would explain it, and first minus second in base units."""

    relation: Relation
    slip: Slip
    difference: Decimal | None


def compare(first: Number, second: Number) -> Comparison:
    """Compare two numbers within what their stated precision allows."""
    raise NotImplementedError
