"""Amounts of rows added up, column by column, and whether they make up those of another row."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

_BY_CHANCE = 6
"""The fewest digits that amounts have together which rows add up to, and not by chance."""
Amounts = Mapping[int, Decimal]
"""The amounts of a row, by column."""


class Sums:
    """The sums of the amounts of rows, by column."""

    def __init__(self) -> None:
        self._sums: dict[int, tuple[Decimal, int]] = {}  # with how many were added up that are not zero

    def add(self, amounts: Amounts) -> None:
        """Add the amounts of a row."""
        for column, amount in amounts.items():
            self._put(column, amount, 1 if amount else 0)

    def merge(self, other: Sums) -> None:
        """Add what has been added up elsewhere."""
        for column, (total, addends) in other._sums.items():
            self._put(column, total, addends)

    def _put(self, column: int, amount: Decimal, addends: int) -> None:
        total, before = self._sums.get(column, (Decimal(0), 0))
        self._sums[column] = total + amount, before + addends

    def make_up(self, amounts: Amounts) -> bool:
        """Tell whether the sums are the amounts of a row, rounding apart, and not by chance: in one column at
        least two were added up."""
        stated = {column: amount for column, amount in amounts.items() if amount}
        found = [self._sums.get(column, (Decimal(0), 0)) for column in stated]
        if max((addends for _, addends in found), default=0) < 2 or not is_no_chance(stated):
            return False
        return all(
            is_rounded(total, amount, addends)
            for (total, addends), amount in zip(found, stated.values(), strict=True)
        )


def is_no_chance(amounts: Amounts) -> bool:
    """Tell whether amounts that rows add up to, column by column, have too many digits to do so by chance."""
    return sum(len(amount.as_tuple().digits) for amount in amounts.values()) >= _BY_CHANCE


def is_rounded(total: Decimal, amount: Decimal, addends: int) -> bool:
    """Tell whether so many rounded addends may have a rounded amount as their sum."""
    unit = Decimal(1).scaleb(int(amount.as_tuple().exponent))
    return abs(total - amount) <= unit * (addends + 1) / 2
