"""What the company sold and what it cost: sales by segment, quarter and region, down to operating income."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal

from sample.arithmetic import between, draw, split, whole

YEARS = (2025, 2024, 2023)
SEGMENTS = ("Flow Control", "Sensing & Measurement", "Filtration Services")
REGIONS = ("Americas", "Europe, Middle East and Africa", "Asia Pacific")
MARKETS = ("Water and wastewater", "Chemical processing", "Food and beverage", "Energy", "General industrial")
QUARTERS = (1, 2, 3, 4)

_SIZE = {"Flow Control": 402, "Sensing & Measurement": 287, "Filtration Services": 214}
_REGION_WEIGHTS = {
    "Flow Control": ("0.512", "0.291", "0.197"),
    "Sensing & Measurement": ("0.447", "0.318", "0.235"),
    "Filtration Services": ("0.623", "0.228", "0.149"),
}
_SERVICE_SHARE = {"Flow Control": "0.117", "Sensing & Measurement": "0.083", "Filtration Services": "0.684"}
_COST = {"Flow Control": "0.618", "Sensing & Measurement": "0.541", "Filtration Services": "0.664"}
_SELLING = {"Flow Control": "0.147", "Sensing & Measurement": "0.173", "Filtration Services": "0.131"}
_RESEARCH = {"Flow Control": "0.027", "Sensing & Measurement": "0.066", "Filtration Services": "0.012"}

Cut = dict[tuple[int, str], int]
"""An amount in millions by year and name."""


@dataclass(frozen=True)
class Operations:
    """Three years of operations, in millions of dollars; every cut of net sales foots to the same total."""

    quarterly: dict[tuple[int, int, str], int]
    """Net sales by year, quarter and segment."""
    services: Cut
    regions: dict[tuple[int, str, str], int]
    """Net sales by year, segment and region."""
    markets: Cut
    cost: Cut
    selling: Cut
    research: Cut
    corporate: dict[int, int]
    restructuring: dict[int, int]
    orders: Cut
    backlog: Cut
    depreciation: Cut
    capital: Cut

    def segment(self, year: int, name: str) -> int:
        """Net sales of a segment."""
        return sum(self.quarterly[year, quarter, name] for quarter in QUARTERS)

    def quarter(self, year: int, quarter: int) -> int:
        """Net sales of a quarter."""
        return sum(self.quarterly[year, quarter, name] for name in SEGMENTS)

    def sales(self, year: int) -> int:
        """Consolidated net sales."""
        return sum(self.segment(year, name) for name in SEGMENTS)

    def region(self, year: int, region: str) -> int:
        """Net sales in a region."""
        return sum(self.regions[year, name, region] for name in SEGMENTS)

    def service_sales(self, year: int) -> int:
        """Consolidated service revenue."""
        return total(self.services, year)

    def profit(self, year: int, name: str) -> int:
        """Operating income of a segment."""
        spent = self.cost[year, name] + self.selling[year, name] + self.research[year, name]
        return self.segment(year, name) - spent


def total(cut: Cut, year: int) -> int:
    """The sum of a cut over all its names in `year`."""
    return sum(amount for (when, _), amount in cut.items() if when == year)


def operate(chance: random.Random) -> Operations:
    """Draw three years of operations."""
    quarterly = _quarterly(chance)
    annual = {
        (year, name): sum(quarterly[year, quarter, name] for quarter in QUARTERS)
        for year in YEARS
        for name in SEGMENTS
    }
    orders, backlog = _orders(chance, annual)
    return Operations(
        quarterly=quarterly,
        services=_portion(chance, annual, _SERVICE_SHARE),
        regions=_regions(chance, annual),
        markets=_markets(chance, annual),
        cost=_portion(chance, annual, _COST),
        selling=_portion(chance, annual, _SELLING),
        research=_portion(chance, annual, _RESEARCH),
        corporate={year: draw(chance, 83, 96) for year in YEARS},
        restructuring={2025: draw(chance, 17, 24), 2024: draw(chance, 33, 42), 2023: draw(chance, 9, 14)},
        orders=orders,
        backlog=backlog,
        depreciation=_by_part(chance, {2025: 131, 2024: 124, 2023: 118}, ("0.46", "0.27", "0.22", "0.05")),
        capital=_by_part(chance, {2025: 163, 2024: 149, 2023: 137}, ("0.41", "0.30", "0.23", "0.06")),
    )


def _quarterly(chance: random.Random) -> dict[tuple[int, int, str], int]:
    season = {1: Decimal("0.961"), 2: Decimal("1.012"), 3: Decimal("0.993"), 4: Decimal("1.034")}
    sales = {}
    for name in SEGMENTS:
        level = Decimal(_SIZE[name])
        for year in reversed(YEARS):
            for quarter in QUARTERS:
                sales[year, quarter, name] = whole(
                    level * season[quarter] * between(chance, "0.985", "1.015", 3)
                )
            level *= between(chance, "1.024", "1.089", 3)
    return sales


def _portion(chance: random.Random, annual: Cut, shares: dict[str, str]) -> Cut:
    return {
        (year, name): whole(amount * Decimal(shares[name]) * between(chance, "0.980", "1.020", 3))
        for (year, name), amount in annual.items()
    }


def _regions(chance: random.Random, annual: Cut) -> dict[tuple[int, str, str], int]:
    cut = {}
    for (year, name), amount in annual.items():
        weights = [Decimal(weight) * between(chance, "0.96", "1.04", 2) for weight in _REGION_WEIGHTS[name]]
        for region, part in zip(REGIONS, split(amount, weights), strict=True):
            cut[year, name, region] = part
    return cut


def _markets(chance: random.Random, annual: Cut) -> Cut:
    cut = {}
    for year in YEARS:
        weights = [between(chance, low, low + 9) for low in (270, 224, 183, 149, 132)]
        for market, part in zip(MARKETS, split(total(annual, year), weights), strict=True):
            cut[year, market] = part
    return cut


def _orders(chance: random.Random, annual: Cut) -> tuple[Cut, Cut]:
    orders, backlog = {}, {}
    for name in SEGMENTS:
        open_orders = whole(annual[2023, name] * Decimal("0.31"))
        for year in reversed(YEARS):
            orders[year, name] = whole(annual[year, name] * between(chance, "0.985", "1.055", 3))
            open_orders += orders[year, name] - annual[year, name]
            backlog[year, name] = open_orders
    return orders, backlog


def _by_part(chance: random.Random, totals: dict[int, int], weights: tuple[str, ...]) -> Cut:
    cut = {}
    for year, amount in totals.items():
        amount += draw(chance, -4, 4)
        for name, part in zip((*SEGMENTS, "Corporate"), split(amount, weights), strict=True):
            cut[year, name] = part
    return cut
