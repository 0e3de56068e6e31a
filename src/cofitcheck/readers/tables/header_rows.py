"""Which rows head columns: those above the first amounts, and those that restate headers further down."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN
from cofitcheck.language.table_words import TIMES, any_of
from cofitcheck.numbers import read_unit_caption
from cofitcheck.periods.text import read_period, speaks_of_period, states_period_only
from cofitcheck.readers.tables.cells import NOTE_LENGTH, is_digits, is_numbered_section, is_value
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid

FIRST_ROWS = 3
"""How many of the first rows of a table are looked at for the words of headers."""
_MOSTLY = 0.9
"""The share of bold characters from which a cell is bold."""
_SPAN = re.compile(rf"\d+\.\d+\s*{any_of(TIMES.length_words)}", re.IGNORECASE)
"""A length of time with decimals, which was worked out: no header has one."""
_BEGINS_YEAR = re.compile(r"((?:19|20)\d\d)\b")
_YEAR_IN = re.compile(r"(?:(?:[£€]|[A-Z]{3})\s?)?((?:19|20)\d\d)(?:\s*(?:(?:US)?[$£€¥]|[A-Z]{3}))?")
"""A year and the currency of its column, which alone would be an amount."""
_ENUMERATION = re.compile(r"(?:[、；。，].*){3}|\A(?=.{25}).*[；。，]")
"""An enumeration or a sentence in Chinese or Japanese, which no header is."""
_REMARK = re.compile(r"[(（][^()（）]*[)）]")
_ORDERED = re.compile(r"-?\d{1,2}(?:\.\d+)?%?")
_RANGE = re.compile(
    r"(?!(?:19|20)\d\d\b)(?P<first>\d{1,3}(?:\.\d+)?)\s?%?\s*"
    rf"(?:[-–—~～]|{any_of(TIMES.to_in_range)})\s*(?P<last>\d{{1,3}}(?:\.\d+)?)\s?%?{any_of(TIMES.year_behind)}?"
)
"""A range, which stands in the row of a label and heads nothing, unless several follow on each other: spans
of time."""


def count_header_rows(grid: LogicalGrid, stub: int) -> int:
    """Count the leading rows before the first row with values, less the section rows that close them."""
    first = next((r for r, row in enumerate(grid.rows) if _has_values(row, stub)), len(grid.rows))
    first = max(first, _corner(grid, stub) if first else 0)
    first += _tells_apart(grid.rows[first - 1 : first + 2], stub) if first else 0
    last = -1
    for row in range(first):
        if stub and last >= 0 and is_numbered_section(grid, row, stub):
            break
        if any(cell.column >= stub for cell in grid.rows[row]) or is_caption(grid.rows[row]):
            last = row
    return last + 1


def _corner(grid: LogicalGrid, stub: int) -> int:
    """Return how many rows at the top the header over the labels reaches down through, 0 where it is in one
    row: what stands beside it are headers, numbers too ("1", "5%")."""
    over = [cell for cell in grid.rows[0] if cell.column < stub]
    covered = {column for cell in over for column in range(cell.column, cell.column_end)}
    deep = min((cell.row_end for cell in over), default=0)
    if not (covered >= set(range(stub)) and 1 < deep <= FIRST_ROWS and deep < len(grid.rows)):
        return 0
    beside = [cell.text for row in grid.rows[:deep] for cell in row if cell.column >= stub and is_value(cell)]
    return deep if all(map(_ORDERED.fullmatch, beside)) else 0


def _tells_apart(rows: Sequence[tuple[JoinedCell, ...]], stub: int) -> bool:
    """Tell whether the second of three rows has numbers that only tell the columns below one header apart: it
    has no label, and the next one has."""
    if len(rows) < 3 or not stub:
        return False
    head, row, below = rows
    if any(cell.column < stub for cell in row) or not any(cell.column < stub for cell in below):
        return False
    over = [cell for cell in head if cell.column >= stub]
    texts = [cell.text for cell in row]
    shares = all(_ORDERED.fullmatch(text) and text.endswith("%") for text in texts)
    if len(over) != 1 or len(row) < 2 or not (shares or texts == [str(n + 1) for n in range(len(texts))]):
        return False
    return all(over[0].column <= cell.column < over[0].column_end for cell in row)


def is_caption(row: tuple[JoinedCell, ...]) -> bool:
    """Tell whether a row only states a unit."""
    return len(row) == 1 and read_unit_caption(row[0].text) is not None


def _has_values(row: tuple[JoinedCell, ...], stub: int) -> bool:
    beyond = [cell for cell in row if cell.column >= stub]
    values = [cell for cell in beyond if is_value(cell)]
    if not values:
        labelled = any(cell.column < stub for cell in row)
        ranges = [match for cell in beyond if (match := _RANGE.fullmatch(cell.text))]
        return labelled and (_are_values(ranges) or any(_SPAN.fullmatch(cell.text) for cell in beyond))
    if _are_years_in(values, beyond, labelled=any(cell.column < stub for cell in row)):
        return False
    # A lone "$" or dash under a heading is no body row unless something labels it.
    return any(is_digits(cell) for cell in values) or any(cell.column < stub for cell in row)


def _are_years_in(values: Sequence[JoinedCell], beyond: Sequence[JoinedCell], *, labelled: bool) -> bool:
    """Tell whether what look like amounts of a row are years and their currencies: where a label stands
    beside them, cells of it begin with several years ("2019 £", "2018 as restated £")."""
    years = [_YEAR_IN.fullmatch(cell.text) for cell in values]
    begun = [_BEGINS_YEAR.match(cell.text) for cell in beyond]
    return all(years) and (not labelled or len({year[1] for year in (*years, *begun) if year}) > 1)


def _are_values(ranges: Sequence[re.Match[str]]) -> bool:
    """Tell whether ranges in a row are what it states: "5-20", "3.00-5.00", and not "1-2", "2-3"."""
    follow = len(ranges) > 1 and all(float(a["last"]) <= float(b["first"]) for a, b in pairwise(ranges))
    return bool(ranges) and not follow


def is_inner_header(row: tuple[JoinedCell, ...], stub: int, amounts: Set[int]) -> bool:
    """Tell whether a row heads columns; what looks like a year is an amount in the columns of `amounts`."""
    beyond = [cell for cell in row if cell.column >= stub]
    if not beyond or any(is_value(cell) for cell in beyond):
        return False
    labels = [cell for cell in row if cell.column < stub]
    if labels and all(cell.column in amounts and cell.text.isdigit() for cell in beyond):
        return False
    if not labels:
        said = [cell.text for cell in beyond if not _is_remark(cell.text)]
        return any(len(text) < NOTE_LENGTH for text in said)
    if all(speaks_of_period(cell.text) for cell in beyond):
        return True
    if any(_ENUMERATION.search(cell.text) for cell in beyond):
        return False
    corner = labels[0].text
    heads = len(beyond) > 1 and (read_unit_caption(corner) is not None or states_period_only(corner))
    return heads or all(cell.bold > _MOSTLY for cell in row)


def _is_remark(text: str) -> bool:
    """Tell whether a Chinese or Japanese text is a remark in brackets on the number above it, and neither a
    unit nor a time."""
    remark = _REMARK.fullmatch(text) is not None and EAST_ASIAN.search(text) is not None
    return remark and read_unit_caption(text) is None and not read_period(text)


def heads_below(row: tuple[JoinedCell, ...], stub: int) -> bool:
    """Tell whether a row above one that heads columns does so too: its label reaches down beside that one,
    and words stand beside it."""
    beyond = [cell for cell in row if cell.column >= stub]
    deep = any(cell.column < stub and cell.row_end > cell.row + 1 for cell in row)
    return deep and bool(beyond) and not any(map(is_value, beyond))


def states_one_thing(grid: LogicalGrid, number: int, stub: int) -> bool:
    """Tell whether a row is a label and one cell over all other columns, and the next row a title over them
    all: it says something in words, and heads nothing."""
    row, below = (grid.rows[at] if at < len(grid.rows) else () for at in (number, number + 1))
    labelled = len(row) == 2 and row[0].column < stub <= row[1].column < row[1].column_end - 1
    across = len(below) == 1 and (below[0].column, below[0].column_end) == (0, grid.columns)
    return labelled and across and row[1].column_end == grid.columns
