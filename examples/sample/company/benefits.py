"""Pensions and share-based awards: the roll-forwards behind their notes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal

from sample.arithmetic import draw, rounded, split, thousands, whole


@dataclass(frozen=True)
class Pension:
    """The defined benefit plans by year, in millions of dollars; a loss adds to the obligation."""

    service: dict[int, int]
    interest: dict[int, int]
    loss: dict[int, int]
    benefits: dict[int, int]
    expected: dict[int, int]
    returns: dict[int, int]
    contributions: dict[int, int]
    amortized: dict[int, int]
    obligation: dict[int, int]
    assets: dict[int, int]
    payments: tuple[int, ...]
    """Expected benefit payments of the next five years, then of the five after them."""

    def unfunded(self, year: int) -> int:
        """What the obligation exceeds the assets by at the end of `year`."""
        return self.obligation[year] - self.assets[year]

    def other_cost(self, year: int) -> int:
        """Net periodic cost other than service cost."""
        return self.interest[year] - self.expected[year] + self.amortized[year]

    def cost(self, year: int) -> int:
        """Net periodic benefit cost."""
        return self.service[year] + self.other_cost(year)

    def gain(self, year: int) -> int:
        """Gain of the year (loss negative) before tax that goes to other comprehensive income."""
        return self.returns[year] - self.expected[year] - self.loss[year]


def provide(chance: random.Random) -> Pension:
    """Draw three years of the plans."""
    years = (2023, 2024, 2025)
    obligation, assets = {2022: 812}, {2022: 661}
    plan = Pension(
        service={year: draw(chance, 13, 16) for year in years},
        interest={year: draw(chance, 36, 41) for year in years},
        loss={2023: draw(chance, 9, 21), 2024: -draw(chance, 14, 31), 2025: draw(chance, 6, 17)},
        benefits={year: draw(chance, 44, 51) for year in years},
        expected={year: draw(chance, 40, 44) for year in years},
        returns={2023: draw(chance, 52, 66), 2024: draw(chance, 31, 38), 2025: draw(chance, 47, 58)},
        contributions={year: draw(chance, 24, 31) for year in years},
        amortized={year: draw(chance, 9, 13) for year in years},
        obligation=obligation,
        assets=assets,
        payments=tuple(draw(chance, low, low + 3) for low in (48, 52, 56, 60, 64, 341)),
    )
    for year in years:
        obligation[year] = (
            obligation[year - 1]
            + plan.service[year]
            + plan.interest[year]
            + plan.loss[year]
            - plan.benefits[year]
        )
        assets[year] = assets[year - 1] + plan.returns[year] + plan.contributions[year] - plan.benefits[year]
    return plan


@dataclass(frozen=True)
class Roll:
    """A year of awards: thousands of shares with weighted-average dollars for each row."""

    beginning: tuple[int, Decimal]
    granted: tuple[int, Decimal]
    exercised: tuple[int, Decimal]
    """Exercised options, or vested units."""
    forfeited: tuple[int, Decimal]

    @property
    def ending(self) -> tuple[int, Decimal]:
        """What is left, at the average that the displayed rows give."""
        count = self.beginning[0] + self.granted[0] - self.exercised[0] - self.forfeited[0]
        value = sum((sign * row[0] * row[1] for sign, row in self._signed()), Decimal(0))
        return count, rounded(value / count, 2)

    def _signed(self) -> tuple[tuple[int, tuple[int, Decimal]], ...]:
        return (1, self.beginning), (1, self.granted), (-1, self.exercised), (-1, self.forfeited)


@dataclass(frozen=True)
class Awards:
    """Share-based compensation: the expense in thousands of dollars by line, and the award roll-forwards."""

    expense: dict[int, tuple[int, int, int]]
    """Cost of sales, selling and administrative, research; thousands."""
    options: Roll
    units: Roll
    proceeds: dict[int, int]
    withheld: dict[int, int]

    def cost(self, year: int) -> int:
        """The whole expense of `year`, in millions."""
        return whole(Decimal(sum(self.expense[year])) / 1000)


def award(chance: random.Random) -> Awards:
    """Draw the awards; the option proceeds of 2025 are its exercised options at their price."""
    options = Roll(
        (draw(chance, 2600, 2900), _price(chance, 48, 52)),
        (draw(chance, 310, 390), _price(chance, 86, 91)),
        (draw(chance, 520, 610), _price(chance, 39, 43)),
        (draw(chance, 40, 70), _price(chance, 66, 72)),
    )
    units = Roll(
        (draw(chance, 1180, 1290), _price(chance, 69, 73)),
        (draw(chance, 430, 480), _price(chance, 86, 91)),
        (draw(chance, 390, 430), _price(chance, 62, 66)),
        (draw(chance, 50, 80), _price(chance, 74, 79)),
    )
    expense = {}
    for year, amount in ((2025, 46), (2024, 43), (2023, 38)):
        cost, selling, research = thousands(chance, split(amount + draw(chance, -2, 2), (9, 30, 7)))
        expense[year] = (cost, selling, research)
    proceeds = {2025: whole(options.exercised[0] * options.exercised[1] / 1000), 2024: 19, 2023: 14}
    return Awards(expense, options, units, proceeds, {2025: 13, 2024: 12, 2023: 9})


def _price(chance: random.Random, low: int, high: int) -> Decimal:
    return Decimal(chance.randint(low * 100, high * 100)) / 100
