"""Columns of money: printers set the sign beside the first and the last amount only."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cofitcheck import patterns as re
from cofitcheck.document import Cell, Document, Mention
from cofitcheck.language.table_words import LABELS, UNITS, any_of
from cofitcheck.numbers import Measure, Number, UnitCaption, read_unit_caption
from cofitcheck.numbers.labels import read_label
from cofitcheck.numbers.model import SIGNS, code_of
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.east_asian_units import counts_things, heads_foreign

_DASHES = " -−–—"
# What a label counts is its head noun: "tax on vesting of stock units" and "customers payable" are money.
_HEAD = rf"^(?:(?!{any_of(UNITS.of_counted)}\b)[\w'’-]+[\s,]+){{0,4}}?"
_FOLLOWED = rf"\b(?!['’-]|\s+{any_of(UNITS.money_behind_counted)})"
_MEMBERS = re.compile(rf"{_HEAD}{any_of(UNITS.members)}{_FOLLOWED}", re.IGNORECASE)
_THINGS = re.compile(rf"{_HEAD}{any_of(UNITS.counted_things, UNITS.members)}{_FOLLOWED}", re.IGNORECASE)
_PRICE = re.compile(rf"\b{any_of(UNITS.per)}\b", re.IGNORECASE)
_CLOSING = re.compile(any_of(LABELS.closes), re.IGNORECASE)
_FEW = 2
"""The most rows that may count things, above an amount that closes nothing."""
_NEARLY_ALL = 0.9
"""The share of the amounts that are in a document's own currency."""
_MONEY = (Measure.MONEY, Measure.UNKNOWN)
_SAYS_SO = re.compile(any_of(UNITS.truncated))


@dataclass(frozen=True, slots=True)
class _Sign:
    """A currency sign in a column: its row, its currency, and its amount, None beside a dash or nothing."""

    row: int
    currency: str
    number: Number | None = None


def settle_money(mentions: Iterable[Mention], cells: Iterable[Cell], currency: str) -> list[Mention]:
    """Give bare numbers their measure and currency: those between two signs of a column, above its first,
    below its last, or beside a sign in their row. Prices per share below a signed one take its currency.

    Only numbers of the same scale are settled: a count of customers among amounts in millions is no money.
    `cells` are the table's cells below its headers, as a sign may stand beside a dash; `currency` is the
    caption's. Amounts that are each in the currency of their row lend each other none.
    """
    settled = list(mentions)
    columns: dict[int, list[int]] = defaultdict(list)
    for at, mention in enumerate(settled):
        if not heads_foreign(mention.column_path):
            columns[mention.column].append(at)
    signs = _signs(settled, cells, currency)
    signed_rows = {(sign.row, sign.number.scale) for found in signs.values() for sign in found if sign.number}
    for number, column in columns.items():
        if not signs[number] and (lent := _sign_beside(settled[column[0]], settled)):
            signs[number] = [lent]
            settled[column[0]] = _signed(settled[column[0]], lent.currency)
        signed = {sign.row for sign in signs[number]}
        # From the last signed amount down, as printed: whether all is money under one header.
        header, only_money = settled[column[0]].column_path, True
        for at in column:
            mention = settled[at]
            if mention.row in signed:
                header, only_money = mention.column_path, True
            only_money = only_money and mention.column_path == header and _is_money(mention)
            beside = (mention.row, mention.number.scale) in signed_rows
            settled[at] = _settle(mention, signs[number], beside or only_money)
        _settle_above(settled, column, signs[number])
        _settle_prices(settled, column)
    return settled


def _sign_beside(first: Mention, mentions: Sequence[Mention]) -> _Sign | None:
    """Return a sign for a column without any: that of an amount in the row of its first number, where both
    stand under a period."""
    number = first.number
    if not _is_dated(first) or number.measure not in _MONEY or _counts(first, _THINGS):
        return None
    row = (mention for mention in mentions if mention.row == first.row and _is_dated(mention))
    alike = (m.number for m in row if m.number.scale == number.scale and m.number.measure is Measure.MONEY)
    currency = next((other.currency for other in alike if other.currency), "")
    return _Sign(first.row, currency, number) if currency else None


def _is_dated(mention: Mention) -> bool:
    return bool(mention.column_path and read_period(mention.column_path[-1]))


def _signed(mention: Mention, currency: str) -> Mention:
    return replace(mention, number=replace(mention.number, measure=Measure.MONEY, currency=currency))


def _settle_above(settled: list[Mention], column: Sequence[int], signs: Sequence[_Sign]) -> None:
    """Make money of the bare numbers above the first sign of a column, where nothing else stands among them:
    some printers set it beside the total only.

    One or two rows above an amount that closes nothing may count things whose names are not known here.
    """
    first = next((sign for sign in signs if sign.number), None)
    if first is None or first.number is None:
        return
    above = [at for at in column if settled[at].row < first.row]
    closes = any(_CLOSING.search(_label(settled[at])) for at in column if settled[at].row == first.row)
    if not (closes or len(above) > _FEW) or not _only_money([settled[at] for at in above]):
        return
    for at in above:
        number = settled[at].number
        if not number.currency and number.scale == first.number.scale:
            settled[at] = _signed(settled[at], first.currency)


def _settle_prices(settled: list[Mention], column: Sequence[int]) -> None:
    """Give each price per share below a signed one the currency of the nearest."""
    currency = ""
    for at in column:
        number = settled[at].number
        if number.measure is Measure.PER_SHARE:
            currency = number.currency or currency
            settled[at] = replace(settled[at], number=replace(number, currency=currency))


def _signs(mentions: list[Mention], cells: Iterable[Cell], currency: str) -> dict[int, list[_Sign]]:
    """Return the signs by column, from the top down."""
    signs: dict[int, list[_Sign]] = defaultdict(list)
    for cell in cells:
        if cell.text.strip(_DASHES) in SIGNS:
            signs[cell.column].append(_Sign(cell.row, code_of(cell.text.strip(_DASHES), currency)))
    for mention in mentions:
        number = mention.number
        if number.measure is Measure.MONEY and number.currency and not _is_price(mention):
            signs[mention.column].append(_Sign(mention.row, number.currency, number))
    return defaultdict(list, {at: sorted(found, key=lambda sign: sign.row) for at, found in signs.items()})


def _is_price(mention: Mention) -> bool:
    """Tell whether an amount is a price per something: no part of the sums around it."""
    return mention.number.scale == 0 and bool(_PRICE.search(_label(mention)))


def _label(mention: Mention) -> str:
    return mention.row_path[-1] if mention.row_path else ""


def _settle(mention: Mention, signs: Sequence[_Sign], goes_on: bool) -> Mention:
    """Settle one mention; `goes_on` tells that the money above it goes on below its last sign."""
    number = mention.number
    above = next((sign for sign in reversed(signs) if sign.row < mention.row), None)
    below = next((sign for sign in signs if sign.row > mention.row), None)
    if number.measure not in _MONEY or number.currency or above is None:
        return mention
    beside = [sign for sign in (above, below) if sign and sign.number]
    if any(sign.number and sign.number.scale != number.scale for sign in beside):
        return mention
    if _counts(mention, _MEMBERS if len(beside) == 2 else _THINGS):
        return mention
    if below is None and not (above.number and goes_on):
        return mention
    return _signed(mention, (beside or [above])[0].currency)


def _counts(mention: Mention, things: re.Pattern[str]) -> bool:
    """Tell whether the labels of a number say that it counts things, and its header is not one of money."""
    if any(read_label(header, column=True).measure is Measure.MONEY for header in mention.column_path):
        return False
    hinted = things is _THINGS
    return any(
        (hinted and read_label(label, column=of_column).counted)
        or things.search(label)
        or counts_things(label)
        for of_column, path in ((False, mention.row_path), (True, mention.column_path))
        for label in path
    )


def _only_money(block: list[Mention]) -> bool:
    """Tell whether amounts stand under one header and none of them is anything but money."""
    return len({mention.column_path for mention in block}) == 1 and all(map(_is_money, block))


def _is_money(mention: Mention) -> bool:
    """Tell whether a number may be an amount of money."""
    return mention.number.measure in _MONEY and not _counts(mention, _THINGS)


def in_document_currency(document: Document) -> Document:
    """Return a document in which amounts under "(in billions)" are money in its own currency, where a table
    in another power of ten has a row of the same name. Without a sign nothing else says that they are money.

    Only tables are meant in which no amount has a sign.
    """
    bare = {table.index: unit.scale for table in document.tables if (unit := _bare_unit(table.caption))}
    rows: dict[int, list[Mention]] = defaultdict(list)
    scales: dict[str, set[int]] = defaultdict(set)
    for mention in document.mentions:
        rows[mention.table].append(mention)
        if mention.number.measure in _MONEY and mention.number.scale:
            scales[_label(mention).lower()].add(mention.number.scale)
    signed = {at for at, found in rows.items() if any(m.number.measure is Measure.MONEY for m in found)}
    spoken = {
        at
        for at in bare.keys() - signed
        if any(_is_money(m) and scales[_label(m).lower()] - {bare[at]} for m in rows[at] if _label(m))
    }
    if not spoken:
        return document
    currency = _own_currency(document)
    mentions = (
        _signed(mention, currency)
        if mention.table in spoken and mention.number.scale == bare[mention.table] and _is_money(mention)
        else mention
        for mention in document.mentions
    )
    return replace(document, mentions=tuple(mentions))


def _bare_unit(caption: str) -> UnitCaption | None:
    """Return the unit of a caption that states a power of ten and nothing else."""
    unit = read_unit_caption(caption)
    return unit if unit and unit.scale and unit.measure is Measure.UNKNOWN and not unit.currency else None


def _own_currency(document: Document) -> str:
    """Return the currency of nearly all amounts of a document, "" where there is none."""
    stated = Counter(m.number.currency for m in document.mentions if m.number.currency)
    ((currency, times),) = stated.most_common(1) or [("", 0)]
    return currency if times >= _NEARLY_ALL * stated.total() else ""


def truncated_as_said(document: Document) -> Document:
    """Return a document whose amounts of money are truncated if it says so near any of its tables."""
    said = any(
        _SAYS_SO.search(text)
        for table in document.tables
        for text in (table.title, table.caption, table.text_before, table.text_after)
    )
    if not said:
        return document
    return replace(document, mentions=tuple(map(_truncated, document.mentions)))


def _truncated(mention: Mention) -> Mention:
    if mention.number.measure is not Measure.MONEY:
        return mention
    return replace(mention, number=replace(mention.number, truncated=True))
