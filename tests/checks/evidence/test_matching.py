"""Numbers of two lines are matched as if each were held against every other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks.repeats.reasons import count_agreeing
from cofitcheck.numbers import Kind, Measure, Number, Relation, compare

AGREE = {Relation.EQUAL, Relation.CONSISTENT, Relation.SIGN_DIFFERS}


def held_against_every_other(first: Sequence[Number], second: Sequence[Number]) -> int:
    left = list(second)
    for number in first:
        relations = [compare(number, other).relation for other in left]
        match = next((at for at, relation in enumerate(relations) if relation in AGREE), None)
        if match is not None:
            left.pop(match)
    return len(second) - len(left)


def line(rng: random.Random, length: int) -> list[Number]:
    """Numbers that often agree: few digits, of several precisions, signs, measures and units."""

    def number() -> Number:
        precision = rng.choice([-1, 0, 0, 0, 1, 3])
        value = Decimal(rng.randint(-60, 60)).scaleb(precision)
        measure = rng.choice(
            [Measure.MONEY, Measure.MONEY, Measure.UNKNOWN, Measure.PERCENT, Measure.BASIS_POINTS]
        )
        if measure is Measure.BASIS_POINTS:
            value, precision = value * 100, precision + 2
        made = Number(Kind.VALUE, value, value, 0, precision, measure, rng.choice(["USD", "USD", "EUR", ""]))
        if rng.random() < 0.05:
            return Number(Kind.DASH, None, None, measure=measure)
        return replace(made, truncated=rng.random() < 0.1)

    return [number() for _ in range(length)]


@pytest.mark.parametrize("seed", range(60))
def test_as_many_agree_as_if_each_were_held_against_every_other(seed: int) -> None:
    rng = random.Random(seed)
    first, second = line(rng, rng.randint(0, 30)), line(rng, rng.randint(0, 30))
    assert count_agreeing(first, second) == held_against_every_other(first, second)


def test_a_long_column_is_compared_with_what_is_of_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(one: Number, other: Number) -> object:
        asked.append((one, other))
        return compare(one, other)

    monkeypatch.setattr("cofitcheck.checks.repeats.reasons.compare", counted)
    numbers = [
        Number(Kind.VALUE, Decimal(7919 * n), Decimal(7919 * n), 0, 0, Measure.MONEY, "USD")
        for n in range(500)
    ]
    assert count_agreeing(numbers, numbers[::-1]) == 500
    assert len(asked) == 500
