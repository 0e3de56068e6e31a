"""The columns of a trial balance by their headers: accounts, names, and amounts of which side and time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck.language.books import heads
from cofitcheck.periods.text import years_in

Value = Decimal | str
Row = Sequence[Value]

_LABELS = ("code", "name", "kind", "line")
_HEADER_WITHIN = 40
"""A header stands in the first rows."""
_MOST_ABOVE = 2
"""A header has so many further rows above it at most."""
_TIMES = ("movement", "prior", "opening", "closing")
_SIDES = ("debit", "credit")
_LARGEST_YEAR = Decimal(2100)


@dataclass(frozen=True, slots=True)
class Side:
    """Amounts of one time: a column of balances, or one of debits and one of credits."""

    debit: int | None = None
    credit: int | None = None
    balance: int | None = None


@dataclass(frozen=True, slots=True)
class Columns:
    """Where accounts and amounts stand: `first` is the first row below the header, `labels` are columns by
    what they hold; `sides` are those of this year and, where there is one, of the year before. `opening`
    tells that the second are balances at the beginning, of which no income is. `movement` has what was
    booked in the year, None where that is not there."""

    first: int
    labels: dict[str, int]
    sides: tuple[Side, ...]
    opening: bool = False
    movement: Side | None = None


def find_columns(rows: Sequence[Row]) -> Columns | None:
    """Return the columns of a trial balance, None where no row heads accounts and amounts."""
    for at, row in enumerate(rows[:_HEADER_WITHIN]):
        labels = _labels(row)
        if "code" in labels or "name" in labels:
            bottom = _bottom(rows, at)
            headers = _headers(rows, at, bottom)
            times = _times(headers, set(labels.values()), rows[bottom + 1 :])
            movement = times.pop("movement", None)
            if chosen := _years(times):
                opening = chosen[-1] == "opening"
                return Columns(bottom + 1, labels, tuple(times[time] for time in chosen), opening, movement)
    return None


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


def _bottom(rows: Sequence[Row], at: int) -> int:
    """Return the last row of a header that begins at `at`: rows without amounts that name sides or times."""
    bottom = at
    while bottom + 1 < len(rows):
        row = [each for each in rows[bottom + 1] if each != ""]
        if not row or any(map(_is_amount, row)) or not any(_is_of_amounts(_text(each)) for each in row):
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
