"""Makes single sentences about a filing from its tagged facts, true and false ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from random import Random

from cofitcheck.document import Document
from cofitcheck.evaluation.gold.contexts import read_declarations
from cofitcheck.evaluation.gold.tags import read_tags
from cofitcheck.readers.html.parse import parse_tree

NAMES: Mapping[str, str] = {
    "Revenues": "revenue | total revenues | net sales | the company's revenue",
    "RevenueFromContractWithCustomerExcludingAssessedTax": "revenue | total revenue | net sales",
    "CostOfRevenue": "cost of revenue | cost of sales",
    "CostOfGoodsAndServicesSold": "cost of sales | cost of goods sold",
    "GrossProfit": "gross profit | the company's gross profit",
    "OperatingIncomeLoss": "operating income | income from operations",
    "OperatingExpenses": "operating expenses | total operating expenses",
    "NetIncomeLoss": "net income | the company's net income | net earnings",
    "ResearchAndDevelopmentExpense": "research and development expenses | R&D expense",
    "SellingGeneralAndAdministrativeExpense": "selling, general and administrative expenses | SG&A expenses",
    "InterestExpense": "interest expense",
    "IncomeTaxExpenseBenefit": "income tax expense | the provision for income taxes",
    "Assets": "total assets | the company's total assets",
    "AssetsCurrent": "total current assets | current assets",
    "Liabilities": "total liabilities",
    "LiabilitiesCurrent": "total current liabilities | current liabilities",
    "StockholdersEquity": "stockholders' equity | shareholders' equity",
    "CashAndCashEquivalentsAtCarryingValue": "cash and cash equivalents | the company's cash",
    "InventoryNet": "inventories | inventory",
    "AccountsReceivableNetCurrent": "accounts receivable",
    "Goodwill": "goodwill",
    "PropertyPlantAndEquipmentNet": "property, plant and equipment, net | net property, plant and equipment",
    "NetCashProvidedByUsedInOperatingActivities": "net cash provided by operating activities",
    "PaymentsToAcquirePropertyPlantAndEquipment": "capital expenditures",
    "ShareBasedCompensation": "stock-based compensation expense | share-based compensation",
    "RetainedEarningsAccumulatedDeficit": "retained earnings",
}
"""The names that analysts use for concepts of the US taxonomy."""
_RATIOS = (
    ("gross margin", "GrossProfit", "Revenue"),
    ("operating margin", "OperatingIncomeLoss", "Revenue"),
    ("net profit margin", "NetIncomeLoss", "Revenue"),
    ("effective tax rate", "IncomeTaxExpenseBenefit", "Pretax"),
    ("current ratio", "AssetsCurrent", "LiabilitiesCurrent"),
    ("ratio of total liabilities to stockholders' equity", "Liabilities", "StockholdersEquity"),
    (
        "research and development expenses as a percentage of revenue",
        "ResearchAndDevelopmentExpense",
        "Revenue",
    ),
    (
        "cash and cash equivalents as a percentage of total assets",
        "CashAndCashEquivalentsAtCarryingValue",
        "Assets",
    ),
)
"""The name of a ratio, its part and its whole."""
_ALIASES: Mapping[str, tuple[str, ...]] = {
    "Revenue": ("Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax"),
    "Pretax": (
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
    ),
}
_YEAR_DAYS = range(350, 381)
_WRONG_BY = (
    Decimal("0.55"),
    Decimal("0.72"),
    Decimal("0.84"),
    Decimal("1.17"),
    Decimal("1.31"),
    Decimal("1.6"),
)
_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Fact:
    """A tagged amount of the whole company. `start` is "" for a balance."""

    concept: str
    start: str
    end: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence about a filing, and whether the filing supports it."""

    kind: str
    text: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Series:
    """The amounts of one concept at the ends of fiscal years, the latest first."""

    concept: str
    instant: bool
    values: tuple[tuple[date, Decimal], ...]


def facts_of(document: Document) -> list[Fact]:
    """Return the amounts of money of the whole company that the tags of a document state."""
    root = parse_tree(document.source)
    declared = read_declarations(root)
    found = []
    for tag in read_tags(root):
        context, unit = declared.contexts.get(tag.context), declared.units.get(tag.unit, "")
        money = "usd" in unit.lower() and "/" not in unit
        if context and not context.members and money and tag.value is not None and not tag.inner:
            concept = tag.concept.rpartition(":")[2]
            found.append(Fact(concept, context.start, context.end, tag.value))
    return found


def series_of(facts: Iterable[Fact]) -> dict[str, Series]:
    """Return the concepts that are stated for the latest fiscal year and the one before it."""
    found: dict[tuple[str, bool], dict[date, Decimal]] = {}
    for each in facts:
        end = date.fromisoformat(each.end[:10])
        days = (end - date.fromisoformat(each.start[:10])).days if each.start else 0
        if not days or days in _YEAR_DAYS:
            found.setdefault((each.concept, not days), {}).setdefault(end, each.value)
    last = max((end for (_, instant), values in found.items() if not instant for end in values), default=None)
    return {
        concept: Series(concept, instant, tuple(sorted(values.items(), reverse=True)))
        for (concept, instant), values in found.items()
        if len(values) > 1 and max(values) == last
    }


def claims_of(facts: Iterable[Fact], random: Random) -> Iterator[Claim]:
    """Yield true and false sentences of each kind about a filing, where its facts allow."""
    held = series_of(facts)
    for concept in sorted(NAMES.keys() & held.keys()):
        series, name = held[concept], random.choice(NAMES[concept].split(" | "))
        if all(value > 0 for _, value in series.values[:2]):
            kinds = random.sample(_KINDS, 3)
            for kind in kinds:
                yield from kind(series, name, random)
    for name, part, whole in _RATIOS:
        yield from _ratios(held, name, part, whole, random)


def _level(series: Series, name: str, random: Random) -> Iterator[Claim]:
    at = random.randrange(2)
    end, value = series.values[at]
    for factor, holds in ((Decimal(1), True), (random.choice(_WRONG_BY), False)):
        yield Claim(
            "level", _said(f"{name} was {_money(value * factor)} {_when(series, end, random)}"), holds
        )
    other = series.values[1 - at][1]
    if _money(other) != _money(value):
        yield Claim("other year", _said(f"{name} was {_money(other)} {_when(series, end, random)}"), False)


def _percent(series: Series, name: str, random: Random) -> Iterator[Claim]:
    (end, now), (_, before) = series.values[:2]
    change = _HUNDRED * (now - before) / before
    if abs(change) < 1:
        return
    shown = round(abs(change), random.randrange(2))
    up, down = random.choice((("increased", "decreased"), ("rose", "fell"), ("grew", "declined")))
    verb, turned = (up, down) if change > 0 else (down, up)
    when = _when(series, end, random)
    wrong = shown + random.choice((-1, 1)) * max(Decimal(2), round(shown * Decimal("0.4"), 1))
    wrong = abs(wrong) or shown + 3
    yield Claim("percent", _said(f"{name} {verb} by {shown}% {when}"), holds=True)
    yield Claim("percent", _said(f"{name} {verb} by {wrong}% {when}"), holds=False)
    yield Claim("direction", _said(f"{name} {turned} by {shown}% {when}"), holds=False)


def _amount(series: Series, name: str, random: Random) -> Iterator[Claim]:
    (end, now), (_, before) = series.values[:2]
    if now == before:
        return
    verb = "increased" if now > before else "decreased"
    when = _when(series, end, random)
    for factor, holds in ((Decimal(1), True), (random.choice(_WRONG_BY), False)):
        yield Claim("amount", _said(f"{name} {verb} by {_money(abs(now - before) * factor)} {when}"), holds)


def _from_to(series: Series, name: str, random: Random) -> Iterator[Claim]:
    (end, now), (start, before) = series.values[:2]
    if _money(now) == _money(before):
        return
    verb = "rose" if now > before else "fell"
    years = f"{start.year} to {end.year}" if start.month > 1 else f"fiscal {start.year - 1} to {end.year - 1}"
    if start.month <= 1:
        return
    text = f"{name} {verb} from {{}} to {{}} from {years}"
    factor = random.choice(_WRONG_BY)
    yield Claim("from to", _said(text.format(_money(before), _money(now))), holds=True)
    yield Claim("from to", _said(text.format(_money(before * factor), _money(now))), holds=False)


def _way(series: Series, name: str, random: Random) -> Iterator[Claim]:
    (end, now), (_, before) = series.values[:2]
    if abs(now - before) * 50 < before:
        return
    when = _when(series, end, random)
    right, wrong = ("increased", "decreased") if now > before else ("decreased", "increased")
    tail = random.choice(("", " compared to the prior year"))
    yield Claim("way", _said(f"{name} {right} {when}{tail}"), holds=True)
    yield Claim("way", _said(f"{name} {wrong} {when}{tail}"), holds=False)


def _multiple(series: Series, name: str, random: Random) -> Iterator[Claim]:
    (end, now), (_, before) = series.values[:2]
    when = _when(series, end, random)
    if now > 2 * before:
        yield Claim("multiple", _said(f"{name} more than doubled {when}"), holds=True)
    elif now * 10 < before * 18:
        word = random.choice(("doubled", "more than doubled", "tripled"))
        yield Claim("multiple", _said(f"{name} {word} {when}"), holds=False)


def _together(series: Series, name: str, random: Random) -> Iterator[Claim]:
    (end, now), (start, before) = series.values[:2]
    if start.month <= 1:
        return
    factor = random.choice(_WRONG_BY)
    for by, holds in ((Decimal(1), True), (factor, False)):
        mean = _money((now + before) / 2 * by)
        yield Claim(
            "average",
            _said(f"the average {name.removeprefix('the ')} for {start.year} and {end.year} was {mean}"),
            holds,
        )


_KINDS: list[Callable[[Series, str, Random], Iterator[Claim]]] = [
    _level,
    _percent,
    _amount,
    _from_to,
    _way,
    _multiple,
    _together,
]


def _ratios(held: Mapping[str, Series], name: str, part: str, whole: str, random: Random) -> Iterator[Claim]:
    parts = next((held[each] for each in _ALIASES.get(part, (part,)) if each in held), None)
    wholes = next((held[each] for each in _ALIASES.get(whole, (whole,)) if each in held), None)
    if not parts or not wholes:
        return
    times = "ratio" in name
    end, value = parts.values[0]
    under = dict(wholes.values).get(end)
    if under is None or under <= 0 or value <= 0:
        return
    shown = round(value / under, 2) if times else round(_HUNDRED * value / under, 1)
    wrong = round(shown * random.choice(_WRONG_BY), 2 if times else 1)
    unit = "" if times else "%"
    for stated, holds in ((shown, True), (wrong, False)):
        yield Claim("ratio", _said(f"the {name} was {stated}{unit} {_when(parts, end, random)}"), holds)


def _said(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _when(series: Series, end: date, random: Random) -> str:
    """Return the words for a point in time or a year.

    Some companies call a year that ends in January by the year before, so that its last day is named."""
    day = f"{end:%B} {end.day}, {end.year}"
    if series.instant:
        return (
            f"as of {day}" if end.month < 12 else random.choice((f"as of {day}", f"at the end of {end.year}"))
        )
    plain = f"for the year ended {day}"
    return plain if end.month <= 2 else random.choice((plain, f"in {end.year}", f"in fiscal {end.year}"))


def _money(value: Decimal) -> str:
    for word, power in (("billion", 9), ("million", 6)):
        if value >= Decimal(1).scaleb(power):
            shown = value.scaleb(-power)
            return (
                f"${shown.quantize(Decimal('0.01') if shown < 10 else Decimal('0.1'), ROUND_HALF_UP)} {word}"
            )
    return f"${int(value):,}"
