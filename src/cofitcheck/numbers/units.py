"""Reads the text of a cell as a `Number`: what it counts, its scale and its currency.

These come from the cell, its labels and its caption together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, UNIT_IN, alternation
from cofitcheck.language.meanings import CAPTIONS, MEASURES
from cofitcheck.numbers.captions import UnitCaption, stated_unit, without_units
from cofitcheck.numbers.labels import Hint, read_label
from cofitcheck.numbers.model import SIGNS, Kind, Measure, Number, code_of, normalise
from cofitcheck.numbers.printed import PrintedNumber, read_printed

_UNSCALED = frozenset({Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO})
_YEARS = range(1900, 2101)
# No company reports a hundred trillion dollars, and those with ten billion shares do not count them in
# thousands: these are share counts under a caption that speaks of money only.
_ABSURD = {
    Measure.SHARES: Decimal(10) ** 10,
    Measure.MONEY: Decimal(10) ** 14,
    Measure.UNKNOWN: Decimal(10) ** 14,
}
_A_SHARE = 10
"""A smaller number with a decimal is what is earned on a share, whatever the unit of the table."""
_WHOLE_UNIT = re.compile(rf"{CAPTIONS['all_amounts']}?{UNIT_IN} .*|.*[^\x00-\x7f].*", re.IGNORECASE)

_NAME = re.compile(f"[{EAST_ASIAN_LETTERS}]{{2,}}")
_SIDE = re.compile(
    rf"(?:{alternation(sign for sign in SIGNS if not _NAME.fullmatch(sign))}"
    rf"|[()\[\]%*†‡§#^+]|{MEASURES['beside']}|\((?:[a-z]|[ivx]{{2,4}})\)"
    r"|※ ?\d{0,2})(?:\s*[()%*†‡§])*",
    re.IGNORECASE,
)
_LONGEST_SIDE = 12
"""A text of this many characters or more is not looked at."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What a displayed number counts: `value = displayed * 10**scale`."""

    measure: Measure
    scale: int
    currency: str


@dataclass(frozen=True, slots=True)
class LabelHints:
    """The hints of the labels around a number, innermost first."""

    rows: tuple[Hint, ...]
    columns: tuple[Hint, ...]

    @classmethod
    def read(cls, row_path: tuple[str, ...], column_path: tuple[str, ...]) -> LabelHints:
        """Read row labels (outermost first) and column headers (top first)."""
        return cls(_row_hints(row_path), _column_hints(column_path))

    @property
    def by_row(self) -> tuple[Hint, ...]:
        """All hints, those of the row before those of the column."""
        return self.rows + self.columns

    @property
    def by_column(self) -> tuple[Hint, ...]:
        """All hints, those of the column before those of the row."""
        return self.columns + self.rows


@cached(65536)
def _row_hints(path: tuple[str, ...]) -> tuple[Hint, ...]:
    hints = [read_label(label, column=False) for label in reversed(path)]
    if path[-2:-1] and path[-2].lower() == "currency":
        hints[0] = replace(hints[0], unit=stated_unit(path[-1]))
    return tuple(hints)


@cached(65536)
def _column_hints(path: tuple[str, ...]) -> tuple[Hint, ...]:
    """Read the headers one by one, and as one: "Average", "Exercise", "Price" may be one header in three."""
    together = (" ".join(path),) if len(path) > 1 else ()
    return tuple([read_label(label, column=True) for label in (*reversed(path), *together)])


def read_unit_caption(text: str) -> UnitCaption | None:
    """Return what a unit caption states, or None when the text states no unit.

    The unit must stand in brackets, or be (nearly) all that the text says: prose such as "in millions of
    homes" states none. Nor does a header that speaks for its own row or column only: "Shares", "%", "Options
    (in thousands)".
    """
    unit, spelled = stated_unit(text), normalise(text)
    if unit is None:
        return None
    label = without_units(spelled).strip()
    if label == spelled and not unit.scale and not _WHOLE_UNIT.fullmatch(spelled):
        return None
    if label not in ("", spelled) and (not unit.scale or _speaks_for_itself(label)):
        return None
    return UnitCaption(unit.scale or 0, unit.currency, unit.measure, unit.shares_scale)


def _speaks_for_itself(label: str) -> bool:
    of_row, of_column = read_label(label, column=False).measure, read_label(label, column=True).measure
    return of_row in (Measure.MONEY, Measure.SHARES) or of_column is Measure.SHARES


def is_label(displayed: Decimal, labels: LabelHints, *, ungrouped: bool) -> bool:
    """Tell whether a bare integer is a year or a reference to a note or page, not an amount.

    Amounts from 1900 to 2100 are printed with a separator (none of the tagged ones in 72 reports was bare),
    so a bare one is a year, unless its own label says what it counts, or other amounts beside it are
    `ungrouped`.
    """
    if labels.columns and labels.columns[0].reference and displayed < 1000:
        return True
    if displayed not in _YEARS or ungrouped:
        return False
    nearest = (*labels.rows[:1], *labels.columns[:1])
    return any(hint.year for hint in nearest) or not any(hint.measure or hint.counted for hint in nearest)


def unit_of(printed: PrintedNumber, displayed: Decimal, labels: LabelHints, caption: UnitCaption) -> Unit:
    """Return the unit of a number: what its cell says comes first, then its labels, then the caption."""
    measure = _measure(printed, displayed, labels, caption)
    scale = _scale(measure, labels, caption) if printed.scale is None else printed.scale
    currency = _currency(printed, measure, labels, caption)
    unit = Unit(measure, scale, currency)
    if printed.scale is not None or scale <= 0 or scale != caption.scale or currency not in ("", "USD"):
        return unit
    if _is_absurd(unit, displayed, caption) or _is_price(unit, printed, displayed):
        return Unit(measure if measure is Measure.SHARES else Measure.UNKNOWN, 0, currency)
    return unit


def _is_price(unit: Unit, printed: PrintedNumber, displayed: Decimal) -> bool:
    """Tell whether cents under a caption in thousands or millions show that a number is a price.

    Of 450 tagged amounts with cents under such captions in 14 reports, not one was scaled. What is counted in
    tens of thousands, as in Chinese, often has decimals.
    """
    cents = printed.decimals >= 2 and abs(displayed) < 1000
    return cents and unit.scale in (3, 6) and unit.measure in (Measure.MONEY, Measure.UNKNOWN)


def _is_absurd(unit: Unit, displayed: Decimal, caption: UnitCaption) -> bool:
    """Tell whether a scale that only the caption gives makes the number larger than any that is reported."""
    limit = _ABSURD.get(unit.measure)
    if limit is None:
        return False
    if unit.measure is Measure.SHARES and (caption.measure is Measure.SHARES or unit.scale > 3):
        return False
    return abs(displayed) >= limit.scaleb(-unit.scale)


def _measure(printed: PrintedNumber, displayed: Decimal, labels: LabelHints, caption: UnitCaption) -> Measure:
    if printed.measure is not None:
        return printed.measure
    stated = _fitting(labels, printed, displayed, caption)
    if printed.sign:
        return Measure.PER_SHARE if stated[:1] == [Measure.PER_SHARE] else Measure.MONEY
    if any(hint.term for hint in labels.rows):
        stated = [measure for measure in stated if measure is not Measure.PERCENT]
    elif Measure.PERCENT in stated or _looks_like_percent(printed, displayed, labels):
        return Measure.PERCENT
    if stated:
        return stated[0]
    if any(hint.counted or hint.term for hint in labels.by_column):
        return Measure.UNKNOWN
    units = (hint.unit.measure for hint in labels.by_column if hint.unit)
    return next((measure for measure in units if measure is not Measure.UNKNOWN), caption.measure)


def _fitting(
    labels: LabelHints, printed: PrintedNumber, displayed: Decimal, caption: UnitCaption
) -> list[Measure]:
    """Return the measures that the labels state, without those that the look of the number rules out.

    A section "Net income per share" holds its numerator and its denominator too. Only its results have cents.
    """
    stating = [hint for hint in labels.by_column if hint.measure]
    stated = [hint.measure for hint in stating if hint.measure]
    if Measure.PER_SHARE not in stated:
        return stated
    nearest = stating[0]
    if printed.decimals >= 2 and nearest.measure is not Measure.MONEY:
        return [Measure.PER_SHARE]
    small = abs(displayed) < _A_SHARE and printed.decimals > 0 and nearest in labels.rows[:1]
    whole = small or (abs(displayed) < 1000 and not caption.scale)
    if nearest.measure is Measure.PER_SHARE and (nearest.price or whole):
        return stated
    return [measure for measure in stated if measure is not Measure.PER_SHARE]


def _looks_like_percent(printed: PrintedNumber, displayed: Decimal, labels: LabelHints) -> bool:
    return (
        printed.decimals > 0 and abs(displayed) <= 100 and any(hint.percent_look for hint in labels.by_column)
    )


def _scale(measure: Measure, labels: LabelHints, caption: UnitCaption) -> int:
    """Return the power of ten that labels (innermost first) or else the caption give to this measure."""
    hints = labels.by_row
    if measure in _UNSCALED:
        return 0
    if measure is Measure.PER_SHARE:
        return next((u.scale for h in hints if (u := h.unit) and u.scale is not None and u.scale < 0), 0)
    if measure is Measure.SHARES:
        return _shares_scale(hints, caption)
    if measure is Measure.UNKNOWN and any(hint.counted for hint in hints):
        return next((u.scale for h in hints if h.counted and (u := h.unit) and u.scale is not None), 0)
    return _money_scale(hints, caption)


def _money_scale(hints: tuple[Hint, ...], caption: UnitCaption) -> int:
    for hint in hints:
        unit = hint.unit
        if unit and unit.scale is not None and unit.measure in (Measure.MONEY, Measure.UNKNOWN):
            return unit.scale
    return 0 if caption.measure is Measure.SHARES else caption.scale


def _shares_scale(hints: tuple[Hint, ...], caption: UnitCaption) -> int:
    for hint in hints:
        unit = hint.unit
        if unit is None or unit.scale is None:
            continue
        if Measure.SHARES in (hint.measure, unit.measure):
            return unit.scale
        if unit.shares_scale is not None:
            return unit.shares_scale
    return caption.shares_scale or 0


def _currency(printed: PrintedNumber, measure: Measure, labels: LabelHints, caption: UnitCaption) -> str:
    unit = next((unit for hint in labels.by_row if (unit := hint.unit) and unit.currency), None)
    stated = caption.currency
    if unit and (unit.named or not stated):
        stated = unit.currency
    if printed.sign:
        return code_of(printed.sign, stated)
    return stated if measure in (Measure.MONEY, Measure.PER_SHARE) else ""


@dataclass(frozen=True, slots=True)
class NumberContext:
    """What surrounds a number: its caption, row labels (outermost first) and column headers (top first)."""

    caption: UnitCaption = field(default_factory=UnitCaption)
    row_path: tuple[str, ...] = ()
    column_path: tuple[str, ...] = ()
    decimal_comma: bool = False
    ungrouped: bool = False
    """Whether amounts stand there without separators, so that 2000 may be one."""


def is_side_text(text: str) -> bool:
    """Tell whether a cell holds only what belongs to a number beside it: "$", ")", "%", the mark of a
    footnote such as "(a)".

    "(1)" may be a negative number, so it is none; nor is anything else with a digit, superscripts apart. The
    name of a currency in Chinese or Japanese is none either: it says what a row is about.
    """
    spelled = normalise(text)
    if not spelled:
        return bool(text.strip())
    return len(spelled) < _LONGEST_SIDE and _SIDE.fullmatch(spelled) is not None


def read_number(text: str, context: NumberContext) -> Number | None:
    """Return the number a cell states, a blank (dash, nil, NM), or None when it states no number at all.

    Dates, ranges, years, references, and numbers with words ("3 years") state none. Never raises.
    """
    printed = read_printed(text, context.decimal_comma)
    if printed is None:
        return None
    displayed = printed.displayed
    if displayed is None:
        return Number(printed.kind, None, None)
    labels = LabelHints.read(context.row_path, context.column_path)
    if printed.bare and is_label(displayed, labels, ungrouped=context.ungrouped):
        return None
    unit = unit_of(printed, displayed, labels, context.caption)
    number = Number(Kind.VALUE, displayed, displayed, 0, -printed.decimals, unit.measure, unit.currency)
    return number.at_scale(unit.scale)
