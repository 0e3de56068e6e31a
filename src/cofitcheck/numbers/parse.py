"""Text of a cell, and what its surroundings say of units, to a `Number`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context

from cofitcheck.numbers.captions import StatedUnit, UnitCaption, read_unit_caption
from cofitcheck.numbers.currencies import SIGNS, alternation, code_of
from cofitcheck.numbers.labels import Hint, read_label
from cofitcheck.numbers.model import Kind, Measure, Number
from cofitcheck.numbers.printed import Printed, read_printed
from cofitcheck.numbers.text import normalise

__all__ = ["NumberContext", "UnitCaption", "is_side_text", "read_number", "read_unit_caption"]

_EXACT = Context(prec=100)
_YEARS = range(1900, 2101)
_UNSCALED = frozenset({Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO})
_SIDE = re.compile(
    rf"(?:{alternation(SIGNS)}|[()\[\]%*†‡§#^+]|bps?|x|pts?\.?|\((?:[a-zA-Z]|[ivx]{{2,4}})\))(?:\s*[()%*†‡§])*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NumberContext:
    """What surrounds a number: its caption, its row labels (outermost first) and its column headers (top first)."""

    caption: UnitCaption = UnitCaption()
    row_path: tuple[str, ...] = ()
    column_path: tuple[str, ...] = ()
    decimal_comma: bool = False


def is_side_text(text: str) -> bool:
    """Tell whether a cell holds only what belongs to a number beside it: "$", ")", "%", "(a)" footnote marks.

    "(1)" may be a negative one, so it is no side text; nor is anything with a digit, superscripts apart.
    """
    spelled = normalise(text)
    if not spelled:
        return bool(text.strip())
    return len(spelled) < 12 and _SIDE.fullmatch(spelled) is not None


def read_number(text: str, context: NumberContext) -> Number | None:
    """Return the number a cell states, a blank (dash, nil, NM), or None when it states no number at all."""
    printed = read_printed(text, context.decimal_comma)
    if printed is None:
        return None
    displayed = printed.displayed
    if displayed is None:
        return Number(printed.kind, None, None)
    rows = [read_label(label) for label in reversed(context.row_path)]
    columns = [read_label(label) for label in reversed(context.column_path)]
    if printed.bare and _is_label(printed, rows, columns):
        return None
    measure = _measure(printed, [*columns, *rows], context.caption)
    scale = printed.scale if printed.scale is not None else _scale(measure, [*rows, *columns], context.caption)
    value = displayed.scaleb(scale, _EXACT)
    currency = _currency(printed, measure, [*rows, *columns], context.caption)
    return Number(Kind.VALUE, value, displayed, scale, scale - printed.decimals, measure, currency)


def _is_label(printed: Printed, rows: list[Hint], columns: list[Hint]) -> bool:
    """Tell whether a bare integer is a year or a reference, not an amount."""
    displayed = printed.displayed
    if displayed is None:
        return False
    if columns and columns[0].reference and displayed < 1000:
        return True
    return displayed in _YEARS and any(hint.year for hint in [*rows, *columns[:1]])


def _measure(printed: Printed, hints: list[Hint], caption: UnitCaption) -> Measure:
    if printed.measure is not None:
        return printed.measure
    stated = [hint.measure for hint in hints if hint.measure is not None]
    if printed.sign:
        return Measure.PER_SHARE if stated and stated[0] is Measure.PER_SHARE else Measure.MONEY
    if Measure.PERCENT in stated or _looks_like_percent(printed, hints):
        return Measure.PERCENT
    if stated:
        return stated[0]
    if any(hint.counted for hint in hints):
        return Measure.UNKNOWN
    units = [hint.unit.measure for hint in hints if hint.unit and hint.unit.measure is not Measure.UNKNOWN]
    return units[0] if units else caption.measure


def _looks_like_percent(printed: Printed, hints: list[Hint]) -> bool:
    small = printed.displayed is not None and abs(printed.displayed) <= 100
    return small and printed.decimals > 0 and any(hint.percent_look for hint in hints)


def _scale(measure: Measure, hints: list[Hint], caption: UnitCaption) -> int:
    """Return the power of ten that labels (innermost first) or else the caption give to this measure."""
    if measure in _UNSCALED:
        return 0
    if measure is Measure.PER_SHARE:
        return next((u.scale for h in hints if (u := h.unit) and u.scale is not None and u.scale < 0), 0)
    if measure is Measure.SHARES:
        return _shares_scale(hints, caption)
    if any(hint.counted for hint in hints):
        return next((u.scale for h in hints if h.counted and (u := h.unit) and u.scale is not None), 0)
    return next((u.scale for h in hints if _scales_money(u := h.unit) and u and u.scale is not None), caption.scale)


def _scales_money(unit: StatedUnit | None) -> bool:
    return unit is not None and unit.scale is not None and unit.measure in (Measure.MONEY, Measure.UNKNOWN)


def _shares_scale(hints: list[Hint], caption: UnitCaption) -> int:
    for hint in hints:
        if hint.unit is None or hint.unit.scale is None:
            continue
        if hint.measure is Measure.SHARES or hint.unit.measure is Measure.SHARES:
            return hint.unit.scale
        if hint.unit.shares_scale is not None:
            return hint.unit.shares_scale
    if caption.measure is Measure.SHARES:
        return caption.scale
    return caption.shares_scale or 0


def _currency(printed: Printed, measure: Measure, hints: list[Hint], caption: UnitCaption) -> str:
    stated = next((h.unit.currency for h in hints if h.unit and h.unit.currency), caption.currency)
    if printed.sign:
        return code_of(printed.sign, stated)
    return stated if measure in (Measure.MONEY, Measure.PER_SHARE) else ""
