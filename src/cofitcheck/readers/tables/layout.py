"""What each row and column of a logical grid is: header, label, section or values."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from cofitcheck.caching import cached
from cofitcheck.language.lexicon import NUMERALS, is_total
from cofitcheck.numbers import Kind, NumberContext, read_number, read_unit_caption
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.codes import (
    heads_codes,
    heads_notes,
    heads_order,
    heads_types,
    numbers_rows,
)
from cofitcheck.readers.tables.columns import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.notes import note_columns
from cofitcheck.readers.tables.section import states_period_only
from cofitcheck.readers.tables.terms import heads_terms, is_term
from cofitcheck.readers.tables.text import EAST_ASIAN
from cofitcheck.readers.tables.ungrouped import ungrouped_in

_YEAR = re.compile(r"^(?:FY\s*|fiscal\s*)?(?:19|20)\d\d(?:\s*(?:E|A|年|年度))?$", re.IGNORECASE)
_SPAN = re.compile(r"\d+\.\d+\s*(?:years?|months?)", re.IGNORECASE)
"""A span of time that somebody worked out: no header says it so."""
_BEGINS_YEAR = re.compile(r"((?:19|20)\d\d)\b")
_YEAR_IN = re.compile(r"((?:19|20)\d\d)\s*(?:US)?[$£€]")
"""A year and the currency of its column, which alone would be an amount."""
_PERIOD_WORDS = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr"
    r"|jun|jul|aug|sept?|oct|nov|dec|months?|quarters?|years? ended|fiscal|ended|as of|weeks)\b",
    re.IGNORECASE,
)
_NOTE_LENGTH = 200
_ENUMERATION = re.compile(r"(?:[、；。，].*){3}|\A(?=.{25}).*[；。，]")
"""What a Chinese or Japanese text says of a thing, and no head does."""
_REMARK = re.compile(r"[(（][^()（）]*[)）]")
_CODE = re.compile(r"\d{1,4}|\d[\dX]{2,3}")
"""The number of a row, or the code of an item: "1100", "130X", "11XX"."""
_ORDERED = re.compile(r"-?\d{1,2}(?:\.\d+)?%?")
_RANGE = re.compile(
    r"(?!(?:19|20)\d\d\b)(?P<first>\d{1,3}(?:\.\d+)?)\s?%?\s*[-–—~～至]\s*(?P<last>\d{1,3}(?:\.\d+)?)\s?%?年?"
)
"""What stands in the row of a label and heads nothing, unless several follow on each other: spans of time."""
_FEWEST_NUMBERED = 2
_COUNTED = re.compile(rf"[（(]?[{NUMERALS}]{{1,3}}[)）、．.]?")
_ORDER = re.compile(r"\d{1,2}[.、]?")
_PAIR = 2
"""The number of a row and its name, each in a column of its own."""
_ACCOUNT = re.compile(r"\d[\dX]{3}")
_HEADERS = 3
_MOSTLY = 0.9


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The roles of rows and columns.

    `header_rows` counts leading rows; `inner_headers` are body rows that restate column headers for the rows
    below. `numbered` tells that the first column numbers the rows, or has codes of what the next one names;
    `references` are the columns that refer to notes, `notes` those among the labels and those of codes there.
    """

    header_rows: int
    stub_columns: int
    section_rows: frozenset[int]
    inner_headers: frozenset[int]
    numbered: bool = False
    notes: frozenset[int] = frozenset()
    references: frozenset[int] = frozenset()


def is_code(text: str) -> bool:
    """Tell whether a text may be the number of a row or the code of what it is about."""
    return _CODE.fullmatch(text) is not None


def is_value(cell: JoinedCell) -> bool:
    """Tell whether a cell holds a number or a blank, a bare year apart."""
    return _kind(cell.text, cell.decimal_comma) is not None


def _is_digits(cell: JoinedCell) -> bool:
    return _kind(cell.text, cell.decimal_comma) is Kind.VALUE


@cached(65536)
def _kind(text: str, decimal_comma: bool) -> Kind | None:
    number = None if _YEAR.match(text) else read_number(text, NumberContext(decimal_comma=decimal_comma))
    return number.kind if number else None


def speaks_of_period(text: str) -> bool:
    """Tell whether words about time stand in a text."""
    return bool(_YEAR.match(text) or _PERIOD_WORDS.search(text))


def find_layout(grid: LogicalGrid) -> TableLayout:
    """Return the roles of a grid's rows and columns."""
    stub, numbered = _stub_columns(grid)
    header = _header_rows(grid, stub)
    body = range(header, len(grid.rows))
    amounts = ungrouped_in(cell for row in grid.rows for cell in row).columns
    inner = frozenset(
        row
        for row in body
        if _is_inner_header(grid.rows[row], stub, amounts) and not _states_one_thing(grid, row, stub)
    )
    inner |= {row for row in body if row + 1 in inner and _heads_below(grid.rows[row], stub)}
    references = note_columns(grid, header, stub)
    notes = _notes(grid, header, stub) | references
    reached = _reached_by_numbers(grid)
    sections = frozenset(
        row
        for row in body
        if row not in inner
        and row not in reached
        and (_is_section(_without(grid.rows[row], notes), stub) or _is_numbered_section(grid, row, stub))
    )
    return TableLayout(header, stub, sections, inner, numbered and stub > 1, notes, references)


def _reached_by_numbers(grid: LogicalGrid) -> frozenset[int]:
    """Return the rows that a number of a row above stands beside too: what they say is of that row."""
    numbers = (cell for row in grid.rows for cell in row if _is_digits(cell))
    return frozenset(row for cell in numbers for row in range(cell.row + 1, cell.row_end))


def _without(row: tuple[JoinedCell, ...], notes: Set[int]) -> tuple[JoinedCell, ...]:
    """Return a row without the notes beside its label."""
    return tuple(cell for cell in row if cell.column not in notes) or row


def _notes(grid: LogicalGrid, header: int, stub: int) -> frozenset[int]:
    """Return the columns among the labels, the first apart, whose header says that they refer to notes or
    hold codes; what has the header of a code and no digits are names ("产品类别"), and so are types right
    behind the numbers of rows."""
    heads = [cell for row in grid.rows[:header] for cell in row if 0 < cell.column < cell.column_end <= stub]
    held = {cell.column for row in grid.rows[header:] for cell in row if any(map(str.isdigit, cell.text))}
    ordered = any(cell.column == 0 and heads_order(cell.text) for row in grid.rows[:header] for cell in row)
    return frozenset(
        head.column
        for head in heads
        if heads_notes(head.text)
        and (head.column in held or not heads_codes(head.text))
        and not (ordered and head.column == 1 and heads_types(head.text))
    )


def _stub_columns(grid: LogicalGrid) -> tuple[int, bool]:
    """Count the leading columns that label rows, and tell whether the first numbers them; the first column
    labels unless most of it are numbers.

    One that only numbers the rows, or gives the code of what the next column names, is one of them.
    """
    words, values, digits = [0] * grid.columns, [0] * grid.columns, [0] * grid.columns
    labels: list[list[JoinedCell]] = [[] for _ in range(grid.columns)]
    for row in grid.rows:
        if not any(is_value(cell) for cell in row):
            continue
        for cell in row:
            (values if is_value(cell) else words)[cell.column] += 1
            digits[cell.column] += _is_digits(cell)
            if not is_value(cell):
                labels[cell.column].append(cell)
    numbered = _numbers_rows(grid, words, values)
    stub = int(numbered)
    codes, terms = _headed(grid, heads_codes), _term_columns(grid)
    orders = _headed(grid, heads_order)
    while (
        stub < grid.columns
        and not (stub and stub in terms)
        and (stub in codes or (words[stub] and words[stub] > values[stub]))
    ):
        shared = any(map(_are_shared, labels[:stub]))
        named = numbered or (shared and _differ(labels[stub])) or any(column > stub for column in orders)
        if stub and stub not in codes and (digits if named else values)[stub]:
            break  # the dash of a total, or of no name, beside what tells rows apart, is none
        stub += 1
    while stub > 1 and stub - 1 in codes and words[stub - 1] <= values[stub - 1]:
        stub -= 1  # codes with no names beside them
    if numbered and not any(words[1:stub]):
        return 0, False
    return min(stub, max(grid.columns - 1, 0)), numbered


def _are_shared(labels: Sequence[JoinedCell]) -> bool:
    """Tell whether labels below each other are of several rows: merged, or the same."""
    merged = any(label.row_end - label.row > 1 for label in labels)
    return merged or len({label.text for label in labels}) < len(labels)


def _differ(labels: Sequence[JoinedCell]) -> bool:
    """Tell whether words of a Chinese or Japanese table that stand below each other tell its rows apart: no
    dates, several, and half of them at the least are unlike the others."""
    texts = [label.text for label in labels if EAST_ASIAN.search(label.text) and not read_period(label.text)]
    return 1 < len(texts) <= 2 * len(set(texts))


def _headed(grid: LogicalGrid, heads: Callable[[str], bool]) -> frozenset[int]:
    """Return the columns with a header that `heads` knows, of codes for one."""
    return frozenset(cell.column for row in grid.rows[:_HEADERS] for cell in row if heads(cell.text))


def _term_columns(grid: LogicalGrid) -> frozenset[int]:
    """Return the columns whose header says that they hold terms, and that hold one."""
    held = frozenset(cell.column for row in grid.rows for cell in row if is_term(cell.text))
    return held & _headed(grid, heads_terms)


def _numbers_rows(grid: LogicalGrid, words: list[int], values: list[int]) -> bool:
    """Tell whether the first column holds numbers or codes, as its header says, or rising numbers, and the
    second names beside them."""
    if grid.columns < 3:
        return False
    if any(numbers_rows(cell.text) for row in grid.rows[:_HEADERS] for cell in row[:1] if cell.column == 0):
        return words[0] <= values[0] and any(words[1:])
    first = [row[0].text for row in grid.rows if row and row[0].column == 0 and _is_digits(row[0])]
    if 2 * words[0] > values[0] or len(first) < _FEWEST_NUMBERED:
        return False
    if not all(map(is_code, first)):
        return False
    order = [int(text.replace("X", "0")) for text in first]
    rising = sum(a < b for a, b in pairwise(order))
    return 3 * words[1] > 2 * values[0] and 3 * rising >= 2 * (len(first) - 1)


def _header_rows(grid: LogicalGrid, stub: int) -> int:
    """Count the leading rows before the first row with values, less the section rows that close them."""
    first = next((r for r, row in enumerate(grid.rows) if _has_values(row, stub)), len(grid.rows))
    first = max(first, _corner(grid, stub) if first else 0)
    first += _tells_apart(grid.rows[first - 1 : first + 2], stub) if first else 0
    last = -1
    for row in range(first):
        if stub and last >= 0 and _is_numbered_section(grid, row, stub):
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
    if not (covered >= set(range(stub)) and 1 < deep <= _HEADERS and deep < len(grid.rows)):
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
    return any(_is_digits(cell) for cell in values) or any(cell.column < stub for cell in row)


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


def _is_inner_header(row: tuple[JoinedCell, ...], stub: int, amounts: Set[int]) -> bool:
    """Tell whether a row heads columns; what looks like a year is an amount in the columns of `amounts`."""
    beyond = [cell for cell in row if cell.column >= stub]
    if not beyond or any(is_value(cell) for cell in beyond):
        return False
    labels = [cell for cell in row if cell.column < stub]
    if labels and all(cell.column in amounts and cell.text.isdigit() for cell in beyond):
        return False
    if not labels:
        said = [cell.text for cell in beyond if not _is_remark(cell.text)]
        return any(len(text) < _NOTE_LENGTH for text in said)
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


def _heads_below(row: tuple[JoinedCell, ...], stub: int) -> bool:
    """Tell whether a row above one that heads columns does so too: its label reaches down beside that one,
    and words stand beside it."""
    beyond = [cell for cell in row if cell.column >= stub]
    deep = any(cell.column < stub and cell.row_end > cell.row + 1 for cell in row)
    return deep and bool(beyond) and not any(map(is_value, beyond))


def _states_one_thing(grid: LogicalGrid, number: int, stub: int) -> bool:
    """Tell whether a row is a label and one cell over all other columns, and the next row a title over them
    all: it says something in words, and heads nothing."""
    row, below = (grid.rows[at] if at < len(grid.rows) else () for at in (number, number + 1))
    labelled = len(row) == 2 and row[0].column < stub <= row[1].column < row[1].column_end - 1
    across = len(below) == 1 and (below[0].column, below[0].column_end) == (0, grid.columns)
    return labelled and across and row[1].column_end == grid.columns


def _names_rows(row: tuple[JoinedCell, ...]) -> bool:
    """Tell whether a Chinese or Japanese label that ends in a colon stands beside blanks only; in other
    languages that is also how an item without an amount is printed."""
    label, beyond = row[0].text, row[1:]
    if not (label.endswith((":", "：")) and EAST_ASIAN.search(label)):
        return False
    return all(is_value(cell) and not _is_digits(cell) for cell in beyond)


def _is_numbered_section(grid: LogicalGrid, number: int, stub: int) -> bool:
    """Tell whether a row is a name and, in the column left of it, its number in Chinese or the code of its
    account, or a number that the next row is part of; beside a number a remark may stand in the last
    column, and dashes in the others."""
    row = grid.rows[number]
    if stub < _PAIR or len(row) < _PAIR or row[0].column or row[1].column != 1:
        return False
    counted = _COUNTED.fullmatch(row[0].text) is not None or _heads_parts(grid, number)
    if not (counted or _heads_accounts(grid, number)) or is_value(row[1]):
        return False
    if row[1].column_end > stub and row[1].column_end < grid.columns:
        return False
    remarks = [cell for cell in row[2:] if not (counted and is_value(cell) and not _is_digits(cell))]
    alone = all(cell.column_end == grid.columns and not is_value(cell) for cell in remarks)
    return not remarks or (counted and len(remarks) == 1 and alone)


def _heads_parts(grid: LogicalGrid, number: int) -> bool:
    """Tell whether a row is numbered in digits, and the next one as a part of it ("1", "1.1") or not at
    all."""
    row, below = grid.rows[number], grid.rows[number + 1 : number + 2]
    if not _ORDER.fullmatch(row[0].text) or row[0].row_end > number + 1 or not (below and below[0]):
        return False
    first = below[0][0]
    bare = first.column == 1 and not is_value(first) and EAST_ASIAN.search(first.text) is not None
    return is_part(first.text, row[0].text) if first.column == 0 else bare and not is_total(first.text)


def is_part(order: str, whole: str) -> bool:
    """Tell whether the number of a row is that of a part of another row: "1.1" of "1"."""
    return order.startswith(whole.rstrip(".、") + ".")


def _heads_accounts(grid: LogicalGrid, number: int) -> bool:
    """Tell whether a row has the code of an account that the account of the next row is part of."""
    code, below = grid.rows[number][0].text, grid.rows[number + 1 : number + 2]
    part = below[0][0].text if below and below[0] else ""
    return all(map(_ACCOUNT.fullmatch, (code, part))) and part.startswith(code.rstrip("0X"))


def _is_section(row: tuple[JoinedCell, ...], stub: int) -> bool:
    return (
        (len(row) == 1 or _names_rows(row))
        and row[0].column < max(stub, 1)
        and len(row[0].text) <= _NOTE_LENGTH
        and not is_value(row[0])
        and row[0].parts[0].heads
    )
