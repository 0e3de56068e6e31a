"""The columns of a trial balance by their headers, and the amounts in them.

A column has accounts, names, classes, lines, or amounts of a side and a time.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from cofitcheck.language.books import heads
from cofitcheck.numbers.printed import read_printed
from cofitcheck.periods.text import years_in

Value = Decimal | str
Row = Sequence[Value]

_LABELS = ("code", "name", "kind", "line")
_HEADER_WITHIN = 40
"""The number of first rows in which a header may stand."""
_MOST_ABOVE = 2
"""The most further rows of a header above the row that heads accounts."""
_TIMES = ("movement", "prior", "opening", "closing")
_SIDES = ("debit", "credit")
_LARGEST_YEAR = Decimal(2100)
_SIDE_BEHIND = re.compile(r"(?P<amount>.*\d\)?)\s*\(?(?P<side>[^\W\d]{1,6})\.?\)?")
_SIDE_BEFORE = re.compile(r"(?P<side>[^\W\d]{1,6})\.?\s*(?P<amount>[\d(].*)")
_NOISE = Decimal("0.000001")
"""Amounts that a workbook works out have a binary rest below this."""
_NIL = Decimal(0)


@dataclass(frozen=True, slots=True)
class Side:
    """Amounts of one time: a column of balances, or one of debits and one of credits. `mark` is a column that
    says the side of the balance beside it."""

    debit: int | None = None
    credit: int | None = None
    balance: int | None = None
    mark: int | None = None

    @property
    def is_signed(self) -> bool:
        """Whether the side of an amount is known."""
        return self.balance is None or self.mark is not None


@dataclass(frozen=True, slots=True)
class Columns:
    """Where accounts and amounts stand: `first` is the first row below the header, `labels` are columns by
    what they hold; `sides` are those of this year and, where there is one, of the year before. `opening`
    tells that the second are balances at the beginning of the year, when there is no income. `movement` has
    what was booked in the year, None where that is not there. Where no header names the accounts, each stands
    in one of the columns before `outline`, further right the deeper it is."""

    first: int
    labels: dict[str, int]
    sides: tuple[Side, ...]
    opening: bool = False
    movement: Side | None = None
    outline: int = 0


def find_columns(rows: Sequence[Row], *, comma: bool) -> Columns | None:
    """Return the columns of a trial balance, None where no row heads accounts and amounts; `comma` tells that
    a comma marks decimals."""
    for at, row in enumerate(rows[:_HEADER_WITHIN]):
        labels = _labels(row)
        outline = 0 if "code" in labels or "name" in labels else _outline(row)
        if outline or "code" in labels or "name" in labels:
            bottom = _bottom(rows, at, labels.values() if not outline else range(outline))
            headers, body = _headers(rows, at, bottom), rows[bottom + 1 :]
            times = _with_marks(_times(headers, set(labels.values()), body), body)
            times, movement = _with_movement(times, body, comma)
            if chosen := _years(times):
                sides = tuple(times[time] for time in chosen)
                return Columns(bottom + 1, labels, sides, chosen[-1] == "opening", movement, outline)
    return None


def _outline(row: Row) -> int:
    """Return the first column of amounts of a header of debits and credits whose accounts have none, 0 of any
    other row."""
    headed = [column for column, value in enumerate(row) if _text(value)]
    texts = [_text(row[column]) for column in headed]
    if all(any(heads(side, text) for text in texts) for side in _SIDES) and all(map(_is_of_amounts, texts)):
        return headed[0]
    return 0


def _labels(row: Row) -> dict[str, int]:
    """Return the columns whose header is that of accounts, names, classes or lines; the first of each."""
    found: dict[str, int] = {}
    taken: set[int] = set()
    for field in _LABELS:
        for column, value in enumerate(row):
            text = _text(value)
            if text and column not in taken and heads(field, text, whole=True):
                found[field] = column
                taken.add(column)
                break
    return found


def _text(value: Value) -> str:
    return " ".join(value.split()).strip(" :*") if isinstance(value, str) else format(value, "f")


def _is_amount(value: Value) -> bool:
    if isinstance(value, Decimal):
        return not (value == value.to_integral_value() and 1900 <= value <= _LARGEST_YEAR)
    return any(letter.isdigit() for letter in value) and not years_in(value)


def _bottom(rows: Sequence[Row], at: int, labels: Collection[int]) -> int:
    """Return the last row of a header that begins at `at`: rows without amounts that name sides or times, and
    no account in the columns of `labels`."""
    bottom = at
    while bottom + 1 < len(rows):
        # A cell that two rows share has the header once more.
        named = any(
            _text(each) and each not in rows[at][column : column + 1]
            for column, each in enumerate(rows[bottom + 1])
            if column in labels
        )
        row = [each for each in rows[bottom + 1] if each != ""]
        is_head = any(_is_of_amounts(_text(each)) for each in row) and not any(map(_is_amount, row))
        if named or not is_head:
            break
        bottom += 1
    return bottom


def _is_of_amounts(text: str) -> bool:
    return any(heads(field, text) for field in (*_SIDES, "balance", *_TIMES))


def _headers(rows: Sequence[Row], at: int, bottom: int) -> list[str]:
    """Return the header of each column: its texts from the top down, one that stands over several in each."""
    top = at
    while top > 0 and at - top < _MOST_ABOVE and _heads(rows[top - 1]):
        top -= 1
    width = max(len(row) for row in rows[top : bottom + 1])
    headers = [""] * width
    for number in range(top, bottom + 1):
        before = ""
        for column in range(width):
            value = rows[number][column] if column < len(rows[number]) else ""
            text = _text(value)
            if not text and number < bottom:
                text = before
            before = text
            headers[column] = f"{headers[column]} {text}".strip()
    return headers


def _heads(row: Row) -> bool:
    texts = {_text(each) for each in row if each != ""}
    return len(texts) > 1 and not any(map(_is_amount, row))


def _times(headers: Sequence[str], labels: set[int], body: Sequence[Row]) -> dict[str, Side]:
    """Return the columns of amounts by the time that their headers say."""
    times: dict[str, dict[str, int]] = defaultdict(dict)
    for column, header in enumerate(headers):
        if column in labels or not header or not _has_amounts(body, column):
            continue
        if _is_of_amounts(header) or years_in(header):
            times[_time(header)].setdefault(_side(header), column)
    return {time: Side(**sides) for time, sides in times.items()}


def _with_marks(times: Mapping[str, Side], body: Sequence[Row]) -> dict[str, Side]:
    """Return the columns of amounts, each of balances with the one beside it that says their side."""
    balances = {side.balance: time for time, side in times.items() if side.balance is not None}
    found = dict(times)
    for column in range(max((len(row) for row in body), default=0)):
        if _holds_marks(body, column):
            beside = [each for each in (column - 1, column + 1) if each in balances]
            time = balances[beside[0]] if beside else None
            if time is not None and found[time].mark is None:
                found[time] = replace(found[time], mark=column)
    return found


def _holds_marks(body: Sequence[Row], column: int) -> bool:
    """Tell whether a column says of amounts which side they are of: "S", "H", "Dr", "贷"."""
    held = [_text(row[column]) for row in body if column < len(row) and row[column] != ""]
    return bool(held) and 10 * sum(bool(side_of(text)) for text in held) >= 9 * len(held)


def _with_movement(
    times: Mapping[str, Side], body: Sequence[Row], comma: bool
) -> tuple[dict[str, Side], Side | None]:
    """Return the columns of amounts, and those of what was booked in the year.

    Debits and credits beside balances are what was booked, unless the balances are debits less credits."""
    found = dict(times)
    movement = found.pop("movement", None)
    plain = found.get("")
    if plain and plain.debit is not None and plain.credit is not None:
        sides = Side(plain.debit, plain.credit)
        if plain.balance is not None and "opening" not in found and _leave(body, plain, comma):
            found[""] = sides
        elif plain.balance is not None:
            found[""], movement = replace(plain, debit=None, credit=None), movement or sides
        elif "closing" in found:
            del found[""]
            movement = movement or sides
    return found, movement


def _leave(body: Sequence[Row], side: Side, comma: bool) -> bool:
    """Tell whether the balances of most rows are their debits less their credits."""
    held = same = 0
    for row in body:
        columns = (side.debit, side.credit, side.balance)
        debit, credit, balance = (amount_at(row, column, comma=comma) or _NIL for column in columns)
        held += bool(debit or credit or balance)
        same += bool(debit or credit or balance) and abs(debit - credit) == abs(balance)
    return 2 * same > held


def amount_at(row: Row, column: int | None, *, comma: bool) -> Decimal | None:
    """Return the amount in a column of a row, None where there is none."""
    if column is None or column >= len(row):
        return None
    return amount_of(row[column], comma=comma)


def amount_of(value: Value, *, comma: bool) -> Decimal | None:
    """Return the amount in a cell, credits marked as such negative; None where there is none."""
    if isinstance(value, Decimal):
        rounded = value.quantize(_NOISE).normalize()
        return rounded if abs(rounded) < Decimal("1e15") else value
    text, sign = value.strip(), 1
    for pattern in (_SIDE_BEHIND, _SIDE_BEFORE):
        if (marked := pattern.fullmatch(text)) and (side := side_of(marked["side"])):
            text, sign = marked["amount"], side
            break
    printed = read_printed(text, comma) if text else None
    return None if printed is None or printed.displayed is None else sign * printed.displayed


def side_of(text: str) -> int:
    """Return 1 where a text beside an amount says that it is a debit, -1 a credit, 0 neither."""
    for mark, side in (("credit_mark", -1), ("debit_mark", 1)):
        if heads(mark, text, whole=True):
            return side
    return 0


def _years(times: Collection[str]) -> list[str]:
    """Return which times are this year and the year before; nothing where no amounts are of this year."""
    years = sorted((time for time in times if time.isdecimal()), reverse=True)
    now = next((time for time in ("closing", "", *years) if time in times), None)
    if now is None:
        return []
    last = next((time for time in ("prior", *years, "opening") if time in times and time != now), None)
    return [now] if last is None else [now, last]


def _time(header: str) -> str:
    said = next((field for field in _TIMES if heads(field, header)), "")
    return said or next(iter(years_in(header)), "")


def _side(header: str) -> str:
    said = [side for side in _SIDES if heads(side, header)]
    return said[0] if len(said) == 1 else "balance"


def _has_amounts(body: Sequence[Row], column: int) -> bool:
    held = [row[column] for row in body if column < len(row) and row[column] != ""]
    return any(isinstance(each, Decimal) or any(letter.isdigit() for letter in each) for each in held)
