"""Small roll-forwards: allowances, warranties, restructuring, acquisitions, goodwill."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal

from sample.arithmetic import draw, split, whole
from sample.company.operations import SEGMENTS

CLASSES = ("Customer relationships", "Developed technology", "Trade names")
AMORTIZATION = {2023: 58, 2024: 63, 2025: 61}


@dataclass(frozen=True)
class Roll:
    """A reserve: what it began with, and each year's movements in their order on the page."""

    labels: tuple[str, ...]
    opening: int
    movements: dict[int, tuple[int, ...]]

    def balance(self, year: int) -> int:
        """The balance at the end of `year`."""
        return self.opening + sum(sum(parts) for when, parts in self.movements.items() if when <= year)


@dataclass(frozen=True)
class Reserves:
    """All reserves, in millions of dollars."""

    allowance: Roll
    warranty: Roll
    severance: Roll
    facilities: Roll

    def restructuring(self, year: int) -> int:
        """The restructuring liability at the end of `year`."""
        return self.severance.balance(year) + self.facilities.balance(year)


def reserve(chance: random.Random, restructuring: dict[int, int]) -> Reserves:
    """Draw the reserves; the restructuring charges split what the statement of income shows."""
    years = (2023, 2024, 2025)
    charges = {year: split(restructuring[year], (7, 3)) for year in years}
    return Reserves(
        allowance=Roll(
            ("Charged to expense", "Write-offs, net of recoveries", "Currency translation"),
            24,
            {year: (draw(chance, 5, 9), -draw(chance, 3, 6), (1, -1, 1)[year - 2023]) for year in years},
        ),
        warranty=Roll(
            ("Provision for warranties issued", "Settlements made", "Currency translation and other"),
            41,
            {year: (draw(chance, 26, 33), -draw(chance, 25, 30), draw(chance, -2, 2)) for year in years},
        ),
        severance=Roll(
            ("Charges", "Cash payments"), 14, _paid(chance, {y: c[0] for y, c in charges.items()})
        ),
        facilities=Roll(
            ("Charges", "Cash payments"), 6, _paid(chance, {y: c[1] for y, c in charges.items()})
        ),
    )


def _paid(chance: random.Random, charges: dict[int, int]) -> dict[int, tuple[int, ...]]:
    return {
        year: (charge, -whole(charge * Decimal(draw(chance, 82, 97)) / 100))
        for year, charge in charges.items()
    }


@dataclass(frozen=True)
class Deal:
    """A business bought: price and what was taken over besides goodwill, in millions of dollars."""

    name: str
    segment: str
    price: int
    taken: dict[str, int]
    """Debit-positive, by account of the books."""

    @property
    def goodwill(self) -> int:
        """What the price exceeds the net assets by."""
        return self.price - sum(self.taken.values())


def deals(chance: random.Random) -> dict[int, Deal]:
    """Draw the two acquisitions by year."""
    return {
        2024: Deal(
            "Lumenquay Analytics",
            SEGMENTS[1],
            draw(chance, 262, 279),
            {
                "receivables": draw(chance, 18, 24),
                "inventories": draw(chance, 15, 20),
                "property": draw(chance, 20, 27),
                "intangibles": draw(chance, 106, 118),
                "payables": -draw(chance, 13, 18),
                "deferred taxes": -draw(chance, 24, 29),
            },
        ),
        2025: Deal(
            "Brenholt Filter Works",
            SEGMENTS[2],
            draw(chance, 61, 73),
            {
                "receivables": draw(chance, 6, 9),
                "inventories": draw(chance, 5, 8),
                "property": draw(chance, 9, 12),
                "intangibles": draw(chance, 21, 26),
                "payables": -draw(chance, 4, 7),
                "deferred taxes": -draw(chance, 4, 6),
            },
        ),
    }


@dataclass(frozen=True)
class Goodwill:
    """Goodwill by segment: balances by year end, and currency translation by year."""

    balances: dict[tuple[int, str], int]
    translation: dict[tuple[int, str], int]


def goodwill(bought: dict[int, Deal], rates: dict[int, Decimal]) -> Goodwill:
    """Roll goodwill forward from 2022."""
    balances = {(2022, name): amount for name, amount in zip(SEGMENTS, (417, 336, 209), strict=True)}
    translation = {}
    for year, rate in sorted(rates.items()):
        for name in SEGMENTS:
            before = balances[year - 1, name]
            translation[year, name] = whole(before * rate)
            deal = bought.get(year)
            added = deal.goodwill if deal and deal.segment == name else 0
            balances[year, name] = before + translation[year, name] + added
    return Goodwill(balances, translation)
