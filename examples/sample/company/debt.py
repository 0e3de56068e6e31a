"""What the company owes: instruments, maturities, interest, and its leases."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal

from sample.arithmetic import draw, split, whole

BALANCE_YEARS = (2025, 2024, 2023, 2022)
FUTURE = (2026, 2027, 2028, 2029, 2030)


@dataclass(frozen=True)
class Instrument:
    """A borrowing: name, yearly rate in per cent, principal by year end, what falls due in which year."""

    name: str
    rate: Decimal
    principal: dict[int, int]
    due: dict[int, int]


@dataclass(frozen=True)
class Debt:
    """Borrowings by year end, in millions of dollars. `costs` are unamortized issuance costs."""

    instruments: tuple[Instrument, ...]
    paper: dict[int, int]
    costs: dict[int, int]

    def principal(self, year: int) -> int:
        """Principal of all long-term instruments at the end of `year`."""
        return sum(item.principal.get(year, 0) for item in self.instruments)

    def due(self, year: int) -> int:
        """Principal that falls due in `year`."""
        return sum(item.due.get(year, 0) for item in self.instruments)

    def carrying(self, year: int) -> int:
        """Long-term debt with its current portion, less unamortized costs."""
        return self.principal(year) - self.costs[year]

    def current(self, year: int) -> int:
        """The current portion at the end of `year`."""
        return self.due(year + 1)

    def noncurrent(self, year: int) -> int:
        """Long-term debt less its current portion."""
        return self.carrying(year) - self.current(year)

    def borrowed(self, year: int) -> int:
        """All debt: commercial paper, current portion and long-term."""
        return self.paper[year] + self.carrying(year)

    def later(self) -> int:
        """Principal that falls due after the last year of `FUTURE`."""
        return self.principal(2025) - sum(self.due(year) for year in FUTURE)

    def interest(self, year: int) -> int:
        """Interest expense of `year`, on average principal."""
        items = sum(
            (item.rate * (item.principal.get(year, 0) + item.principal.get(year - 1, 0)) / 2)
            for item in self.instruments
        )
        return whole((items + Decimal("5.1") * (self.paper[year] + self.paper[year - 1]) / 2) / 100)


def borrow(chance: random.Random) -> Debt:
    """Draw the borrowings; the notes are the same for every seed, their costs and the paper are not."""
    instruments = (
        _bullet("2.75% Senior notes due 2024", "2.75", 250, (2022, 2023), 2024),
        _bullet("3.10% Senior notes due 2026", "3.10", 300, BALANCE_YEARS, 2026),
        Instrument(
            "Term loan due 2027",
            Decimal("5.85"),
            {2025: 100, 2024: 150, 2023: 200, 2022: 250},
            {2023: 50, 2024: 50, 2025: 50, 2026: 50, 2027: 50},
        ),
        _bullet("3.85% Senior notes due 2028", "3.85", 400, BALANCE_YEARS, 2028),
        _bullet("4.40% Senior notes due 2031", "4.40", 350, BALANCE_YEARS, 2031),
        _bullet("5.05% Senior notes due 2034", "5.05", 400, (2024, 2025), 2034),
        Instrument(
            "Other borrowings",
            Decimal("4.00"),
            {2025: 19, 2024: 24, 2023: 28, 2022: 31},
            {2023: 3, 2024: 4, 2025: 5, 2026: 6, 2027: 5, 2028: 4, 2029: 3, 2030: 1},
        ),
    )
    paper = {2025: 78, 2024: 142, 2023: 96, 2022: 121}
    paper = {year: amount + draw(chance, -7, 7) for year, amount in paper.items()}
    return Debt(instruments, paper, {2022: 9, 2023: 8, 2024: 11, 2025: 9})


def _bullet(name: str, rate: str, amount: int, years: tuple[int, ...], due: int) -> Instrument:
    return Instrument(name, Decimal(rate), {year: amount for year in years}, {due: amount})


@dataclass(frozen=True)
class Leases:
    """Operating leases by year end, in millions of dollars; the asset and the liability move together."""

    asset: dict[int, int]
    liability: dict[int, int]
    current: dict[int, int]
    added: dict[int, int]
    reduced: dict[int, int]
    cost: dict[int, tuple[int, int, int]]
    """Operating, short-term and variable lease cost by year."""
    payments: tuple[int, ...]
    """Undiscounted payments: `FUTURE`, then all later years."""


def lease(chance: random.Random) -> Leases:
    """Draw the leases: the liability at the last year end is the payments less imputed interest."""
    asset, liability = {2022: 151}, {2022: 158}
    added, reduced = {}, {}
    for year in (2023, 2024, 2025):
        added[year], reduced[year] = draw(chance, 38, 51), draw(chance, 36, 41)
        asset[year] = asset[year - 1] + added[year] - reduced[year]
        liability[year] = liability[year - 1] + added[year] - reduced[year]
    cost = {
        year: (reduced[year] + draw(chance, 5, 7), draw(chance, 4, 6), draw(chance, 9, 12))
        for year in reduced
    }
    undiscounted = liability[2025] + draw(chance, 21, 26)
    current = {year: whole(amount * Decimal("0.22")) for year, amount in liability.items()}
    return Leases(
        asset, liability, current, added, reduced, cost, tuple(split(undiscounted, (24, 20, 16, 12, 9, 19)))
    )
