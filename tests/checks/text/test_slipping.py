"""Slips between numbers of prose and cells, which prose rounds."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.checks.text.slipping import Difference, difference_of


@pytest.mark.parametrize(
    ("said", "precision", "value", "finest", "difference"),
    [
        ("1341e6", 6, "1314e6", 6, Difference.TRANSPOSITION),
        ("1324e6", 6, "1314e6", 6, Difference.DIGIT),
        ("131e6", 6, "1314e6", 6, Difference.DROPPED_DIGIT),
        ("52e6", 6, "512345e3", 3, Difference.DROPPED_DIGIT),
        ("4.8e12", 8, "4812e6", 6, Difference.SCALE),
        ("48e9", 9, "4812e6", 6, Difference.SCALE),
        ("4.9e9", 8, "4812e6", 6, Difference.DIGIT),
        ("5e6", 6, "3e6", 6, None),
        ("9731e6", 6, "1314e6", 6, None),
        ("7.2", -1, "7.31", -2, Difference.DIGIT),
    ],
)
def test_slips(said: str, precision: int, value: str, finest: int, difference: Difference | None) -> None:
    assert difference_of(Decimal(said), precision, Decimal(value), finest) == difference


def test_noughts_behind_the_point_are_stated() -> None:
    said, value = Decimal("13.0e6"), Decimal("127044e3")
    assert difference_of(said, 5, value, 3) is Difference.SCALE
    assert difference_of(said, 5, value, 3, decimals=True) is None
    assert difference_of(said, 5, Decimal("13020e6"), 6, decimals=True) is Difference.SCALE
