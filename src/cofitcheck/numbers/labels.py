"""What a row label or a column header says of the numbers in its row or column."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import PER_SHARE, REFERENCES
from cofitcheck.language.meanings import MEASURES
from cofitcheck.numbers.captions import StatedUnit, stated_unit, without_units
from cofitcheck.numbers.model import Measure, normalise

# A balance sheet line that spells out its shares ("$0.01 par value; 500 shares authorized") reports money.
_PAR_LINE = re.compile(MEASURES["par_line"])
_STATED_PER_SHARE = re.compile(MEASURES["stated_per_share"])
_PER_SHARE = re.compile(rf"{PER_SHARE}|{MEASURES['per_share_label']}")
_SHARE_COUNT = re.compile(MEASURES["share_count"])
_SHARE_COLUMN = re.compile(MEASURES["share_column"])
_MONEY = re.compile(MEASURES["money"])
# The columns of a statement of equity: in their rows "shares repurchased" is money.
_MONEY_COLUMN = re.compile(MEASURES["money_column"])
_PERCENT = re.compile(MEASURES["percentage"])
_CURRENCY_NAME = re.compile(r"[^\W\d_][^()（）\[\]]*")
_PERCENT_LOOK = re.compile(MEASURES["rate"])
_NOT_A_RATE = re.compile(MEASURES["no_rate"])
_COUNT = re.compile(MEASURES["count"])
_PRICE = re.compile(MEASURES["price"])
_TERM = re.compile(MEASURES["term"])
_RATIO = re.compile(MEASURES["ratio"])
_YEAR = re.compile(MEASURES["years"])
_REFERENCE = re.compile(REFERENCES)
_ITEM = re.compile(MEASURES["item"])


@dataclass(frozen=True, slots=True)
class Hint:
    """What one label says; `measure` None where it says nothing, `unit` None where it states no unit."""

    measure: Measure | None
    unit: StatedUnit | None
    percent_look: bool = False
    """A rate or a margin: a percentage where the number looks like one."""
    counted: bool = False
    """Counts things or years, so that a money caption does not scale it."""
    price: bool = False
    """A price or a fair value of one share, which may be printed without cents."""
    term: bool = False
    """A number of years or a coefficient: no percentage, though its column has them."""
    year: bool = False
    reference: bool = False


@cached(65536)
def read_label(label: str, *, column: bool) -> Hint:
    """Return what a row label or (`column`) a column header says of its numbers."""
    unit = stated_unit(label)
    if unit and unit.scale is None and not column and _CURRENCY_NAME.fullmatch(label.strip()):
        unit = None  # what the row is about: an exposure, a rate of exchange
    text = " ".join(without_units(normalise(label)).lower().split()).rstrip(" :,.")
    measure = (_column_measure(text) if column else None) or _measure(text)
    if measure is None and unit and unit.measure not in (Measure.UNKNOWN, Measure.MONEY):
        measure = unit.measure
    counted = bool(_COUNT.search(text)) or bool(unit and not unit.scale and unit.measure is Measure.UNKNOWN)
    rate = bool(_PERCENT_LOOK.search(text)) and not _NOT_A_RATE.search(text)
    term = measure is None and bool(_TERM.search(" ".join(normalise(label).lower().split())))
    year, reference = bool(_YEAR.search(text)), is_reference(text) or bool(_ITEM.fullmatch(text))
    price = measure is Measure.PER_SHARE and bool(_PRICE.search(text))
    return Hint(measure, unit, rate, counted, price, term, year, reference)


@cached(65536)
def is_reference(header: str) -> bool:
    """Tell whether a header says that the numbers below it refer to notes, pages or exhibits."""
    words = normalise(header).lower().replace(".", " ").replace("(s)", "s").split()
    return _REFERENCE.fullmatch(" ".join(words).rstrip(" :,")) is not None


def _column_measure(text: str) -> Measure | None:
    if _SHARE_COLUMN.search(text):
        return Measure.SHARES
    return Measure.MONEY if _MONEY_COLUMN.search(text) else None


def _measure(text: str) -> Measure | None:
    if _PAR_LINE.search(text) or _MONEY.search(text):
        return Measure.MONEY
    if _PERCENT.search(text):
        return Measure.PERCENT
    per, count = _PER_SHARE.search(_STATED_PER_SHARE.sub(" ", text)), _SHARE_COUNT.search(text)
    # "Shares used in computing earnings per share" counts shares; "income per share outstanding" does not.
    if per and (not count or per.start() < count.start() or "price" in per.group() or "value" in per.group()):
        return Measure.PER_SHARE
    if count:
        return Measure.SHARES
    return Measure.RATIO if _RATIO.search(text) else None
