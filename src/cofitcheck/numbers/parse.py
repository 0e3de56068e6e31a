"""Text of a cell, and what its surroundings say of units, to a `Number`."""

from __future__ import annotations

from dataclasses import dataclass, field

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, alternation
from cofitcheck.language.meanings import MEASURES
from cofitcheck.numbers.captions import UnitCaption
from cofitcheck.numbers.model import SIGNS, Kind, Number, normalise
from cofitcheck.numbers.printed import read_printed
from cofitcheck.numbers.units import LabelHints, is_label, unit_of

_NAME = re.compile(f"[{EAST_ASIAN_LETTERS}]{{2,}}")
_SIDE = re.compile(
    rf"(?:{alternation(sign for sign in SIGNS if not _NAME.fullmatch(sign))}"
    rf"|[()\[\]%*†‡§#^+]|{MEASURES['beside']}|\((?:[a-z]|[ivx]{{2,4}})\)"
    r"|※ ?\d{0,2})(?:\s*[()%*†‡§])*",
    re.IGNORECASE,
)
_LONGEST_SIDE = 12
"""A text of so many characters or more is not looked at."""


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
