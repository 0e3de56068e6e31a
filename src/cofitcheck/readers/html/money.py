"""Columns of money: printers set the sign beside the first and the last amount only."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cofitcheck.document import Cell, Mention
from cofitcheck.numbers import Measure, Number
from cofitcheck.numbers.currencies import SIGNS, code_of
from cofitcheck.numbers.labels import read_label

_DASHES = " -−–—"
_THINGS = re.compile(r"\b(?:shares|units|employees|customers|stores|members|subscribers)\b", re.IGNORECASE)
_MONEY = (Measure.MONEY, Measure.UNKNOWN)


@dataclass(frozen=True, slots=True)
class _Sign:
    """A currency sign in a column: its row, its currency, and its amount, None beside a dash or nothing."""

    row: int
    currency: str
    number: Number | None = None


def settle_money(mentions: Iterable[Mention], cells: Iterable[Cell], currency: str) -> list[Mention]:
    """Give bare numbers between two signs of a column, or below its last, their measure and currency.

    Only those of the same scale: a count of customers among amounts in millions is no money. `cells` are the
    table's cells below its headers, as a sign may stand beside a dash; `currency` is the caption's.
    """
    settled = list(mentions)
    columns: dict[int, list[int]] = defaultdict(list)
    for at, mention in enumerate(settled):
        columns[mention.column].append(at)
    signs = _signs(settled, cells, currency)
    for number, column in columns.items():
        only_money = _only_money([settled[at] for at in column])
        for at in column:
            settled[at] = _settle(settled[at], signs[number], only_money)
    return settled


def _signs(mentions: list[Mention], cells: Iterable[Cell], currency: str) -> dict[int, list[_Sign]]:
    """Return the signs by column, from the top down."""
    signs: dict[int, list[_Sign]] = defaultdict(list)
    for cell in cells:
        if cell.text.strip(_DASHES) in SIGNS:
            signs[cell.column].append(_Sign(cell.row, code_of(cell.text.strip(_DASHES), currency)))
    for mention in mentions:
        number = mention.number
        if number.measure is Measure.MONEY and number.currency:
            signs[mention.column].append(_Sign(mention.row, number.currency, number))
    return defaultdict(list, {at: sorted(found, key=lambda sign: sign.row) for at, found in signs.items()})


def _settle(mention: Mention, signs: Sequence[_Sign], only_money: bool) -> Mention:
    number = mention.number
    above = next((sign for sign in reversed(signs) if sign.row < mention.row), None)
    below = next((sign for sign in signs if sign.row > mention.row), None)
    if number.measure not in _MONEY or number.currency or above is None:
        return mention
    beside = [sign for sign in (above, below) if sign and sign.number]
    if any(sign.number and sign.number.scale != number.scale for sign in beside):
        return mention
    if len(beside) < 2 and _counts(mention):
        return mention
    if below is None and not (above.number and only_money):
        return mention
    currency = (beside or [above])[0].currency
    return replace(mention, number=replace(number, measure=Measure.MONEY, currency=currency))


def _counts(mention: Mention) -> bool:
    """Tell whether the labels of a number say that it counts things."""
    return any(
        read_label(label, column=of_column).counted or _THINGS.search(label)
        for of_column, path in ((False, mention.row_path), (True, mention.column_path))
        for label in path
    )


def _only_money(column: list[Mention]) -> bool:
    """Tell whether a column stands under one header and nothing in it is anything but money."""
    one_header = len({mention.column_path for mention in column}) == 1
    return one_header and all(mention.number.measure in _MONEY and not _counts(mention) for mention in column)
