"""What a cell is by its own text, and what headers and labels say of numbers.

By its text a cell is a number or a blank, digits, the code of a row, or an amount without separators. Headers
say which columns hold lengths of time, and which hold numbers that state nothing: notes, pages, codes,
certificates, dates. Some rows only name the rows below them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import EAST_ASIAN, HAN_LETTERS, NUMERALS, is_total
from cofitcheck.language.table_words import HEADERS, TIMES, UNITS, any_of, is_part, letters
from cofitcheck.numbers import Kind, Measure, Number, NumberContext, is_reference, read_number
from cofitcheck.numbers.model import normalise
from cofitcheck.periods.text import is_bare_year, read_period
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid

_CODE = re.compile(r"\d{1,4}|\d[\dX]{2,3}")
"""The number of a row, or the code of an item: "1100", "130X", "11XX"."""
_UNGROUPED = re.compile(r"[1-9]\d{3,8}(?:\.\d+)?")
_PLAIN = re.compile(r"[(-]?[$£€]?\s?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\)?")
_YEARS = range(1900, 2101)
_YEAR_NAMED = re.compile(rf"[{HAN_LETTERS}]*{any_of(HEADERS.years)}")

_NUMBERING = re.compile(any_of(HEADERS.order))
_NO = re.compile(r"no\.?", re.IGNORECASE)
"""A header of the numbers of rows, over the first column; over any other it may be that of a count."""
_NOTE = any_of(HEADERS.note)
_REFERS = re.compile(
    rf"\s{{0,9}}(?:[(（]{_NOTE}\s*+[\d{NUMERALS}]*+[)）]|{_NOTE}\s*+[(（][\d{NUMERALS}]*[)）])\Z"
)
_CODES = re.compile(
    rf".{{0,14}}(?:{any_of(HEADERS.codes)}|(?<![\d{NUMERALS}]){any_of(HEADERS.number_signs)})"
    rf"|{any_of(HEADERS.relations)}"
)
"""Headers of codes. Under the last ones, which say how parties are related, words may stand as well as
codes."""
_CODE_LABEL = re.compile(
    rf".{{1,14}}(?<![{letters(HEADERS.not_identifiers)}\d{NUMERALS}]){any_of(HEADERS.identifiers)}[:：]?"
    rf"|{any_of(HEADERS.identifiers_behind)}"
)
_TYPES = re.compile(rf".{{0,14}}{any_of(HEADERS.types)}")
_AMOUNT = re.compile(r"[$£€¥]|\d,\d{3}")
_UNIT = re.compile(any_of(UNITS.heads))
_DATES = re.compile(rf".*{any_of(HEADERS.dates)}")
_DATE = re.compile(r"(?:19|20)\d\d[./-]?(?:0?[1-9]|1[0-2])(?:[./-]?(?:0?[1-9]|[12]\d|3[01]))?")
_HEADER = re.compile(rf".*{any_of(HEADERS.terms)}\s*(?:[(（].*)?")
_TERM = re.compile(rf"(\d{{1,3}}(?:\.\d+)?)\s*(?:({any_of(TIMES.year)})|{any_of(TIMES.other_terms)})")

NOTE_LENGTH = 200
"""The most characters of what names or heads something; a longer text is a note."""
_COUNTED = re.compile(rf"[（(]?[{NUMERALS}]{{1,3}}[)）、．.]?")
_ORDER = re.compile(r"\d{1,2}[.、]?")
_PAIR = 2
"""How many columns hold the number of a row and its name."""
_ACCOUNT = re.compile(r"\d[\dX]{3}")


def is_code(text: str) -> bool:
    """Tell whether a text may be the number of a row or the code of what it is about."""
    return _CODE.fullmatch(text) is not None


def is_value(cell: JoinedCell) -> bool:
    """Tell whether a cell holds a number or a blank, a bare year apart."""
    return _kind(cell.text, cell.decimal_comma) is not None


def is_digits(cell: JoinedCell) -> bool:
    """Tell whether a cell holds a number, no blank and no bare year."""
    return _kind(cell.text, cell.decimal_comma) is Kind.VALUE


def is_basis_points(cell: JoinedCell) -> bool:
    """Tell whether a cell holds a number of basis points."""
    number = read_number(cell.text, NumberContext(decimal_comma=cell.decimal_comma))
    return number is not None and number.measure is Measure.BASIS_POINTS


@cached(262_144)
def _kind(text: str, decimal_comma: bool) -> Kind | None:
    number = None if is_bare_year(text) else read_number(text, NumberContext(decimal_comma=decimal_comma))
    return number.kind if number else None


@dataclass(frozen=True, slots=True)
class Ungrouped:
    """The rows and the columns of a table in which amounts stand without separators."""

    rows: frozenset[int]
    columns: frozenset[int]


def ungrouped_in(cells: Iterable[JoinedCell]) -> Ungrouped:
    """Return where cells of a Chinese or Japanese table hold amounts of four digits and more, no years,
    without separators; in others four digits are seldom an amount, and nothing tells them from years."""
    held = list(cells)
    if not any(EAST_ASIAN.search(cell.text) for cell in held):
        return Ungrouped(frozenset(), frozenset())
    found = [cell for cell in held if _UNGROUPED.fullmatch(cell.text) and float(cell.text) // 1 not in _YEARS]
    return Ungrouped(frozenset(cell.row for cell in found), frozenset(cell.column for cell in found))


def amounts_like_years(cells: Iterable[JoinedCell]) -> frozenset[tuple[int, int]]:
    """Return the places (row, column) of amounts that look like years, in a table without East Asian text:
    in a column of other ungrouped amounts where the table groups no digits, and behind numbers that they are
    the sum of. A row of nothing but such numbers is one of years."""
    held = list(cells)
    if not any(map(_looks_like_year, held)) or any(EAST_ASIAN.search(cell.text) for cell in held):
        return frozenset()
    rows: dict[int, dict[int, Decimal]] = defaultdict(dict)
    for cell in held:
        if plain := _PLAIN.fullmatch(cell.text):
            sign = -1 if cell.text.startswith(("(", "-")) else 1
            rows[cell.row][cell.column] = sign * Decimal(plain["digits"].replace(",", ""))
    others = [cell.column for cell in held if _UNGROUPED.fullmatch(cell.text) and not _looks_like_year(cell)]
    grouped = any("," in cell.text and _PLAIN.fullmatch(cell.text) for cell in held)
    columns = frozenset(others) if len(others) > 1 and not grouped else frozenset()
    like = {(cell.row, cell.column) for cell in held if _looks_like_year(cell)}
    found = set()
    for row, values in rows.items():
        years = [column for column in values if (row, column) in like]
        last = max(values)
        parts = [value for column, value in values.items() if column != last]
        if len(years) < len(values):
            found |= {(row, column) for column in years if column in columns}
        if last in years and len(parts) > 1 and sum(parts) == values[last]:
            found.add((row, last))
    return frozenset(found)


def _looks_like_year(cell: JoinedCell) -> bool:
    return len(cell.text) == 4 and cell.text.isdecimal() and int(cell.text) in _YEARS


def names_years(text: str) -> bool:
    """Tell whether a header or a label in Chinese is that of years, and says none itself."""
    return _YEAR_NAMED.fullmatch(text) is not None


def numbers_rows(header: str) -> bool:
    """Tell whether the header of a first column is that of the numbers or the codes of rows."""
    return _NO.fullmatch(header) is not None or heads_codes(header)


def heads_order(header: str) -> bool:
    """Tell whether a header is that of the numbers of rows ("序号")."""
    return _NUMBERING.fullmatch(header) is not None


def heads_notes(header: str) -> bool:
    """Tell whether the numbers under a header refer to something or name it."""
    return heads_codes(header) or is_reference(header)


def heads_types(header: str) -> bool:
    """Tell whether a header is that of types of things, which are a part of their names ("规格型号")."""
    return _TYPES.fullmatch(header) is not None


def names_code(label: str) -> bool:
    """Tell whether the numbers of a row are codes, as its label says: "注册号"."""
    return _CODE_LABEL.fullmatch(label) is not None


def states_nothing(text: str, headers: Sequence[str]) -> bool:
    """Tell whether a number refers to something, names it or is a day, as the headers over it say.

    A header over several columns may speak of kinds and codes, and the one below it of amounts.
    """
    notes = any(map(is_reference, headers)) and not _AMOUNT.search(text)  # loan notes are money
    refers = notes or any(map(_UNIT.fullmatch, headers[-1:]))
    return refers or any(heads_codes(header) or _is_date_under(text, header) for header in headers[-1:])


def heads_codes(header: str) -> bool:
    """Tell whether the numbers under a header number rows or are codes of things."""
    bare = _REFERS.sub("", header)
    return _NUMBERING.fullmatch(bare) is not None or _CODES.fullmatch(bare) is not None


def _is_date_under(text: str, header: str) -> bool:
    """Tell whether a number is a day or a month written with points or with nothing between, as a header
    says that is no date itself."""
    dated = _DATES.fullmatch(header) is not None and _DATE.fullmatch(text) is not None
    return dated and not read_period(header).year


def heads_terms(header: str) -> bool:
    """Tell whether a header says that the numbers below it are lengths of time."""
    return _HEADER.fullmatch(header) is not None


def is_term(text: str) -> bool:
    """Tell whether a text is a number of years, months or days, and no year or date."""
    return _TERM.fullmatch(normalise(text)) is not None


def read_term(text: str, headers: Sequence[str]) -> Number | None:
    """Return the number of years that a cell states under headers that speak of time; other lengths of time
    have no common unit with it, and are not read."""
    term = _TERM.fullmatch(normalise(text))
    if term is None or not term[2] or not any(map(heads_terms, headers[-1:])):
        return None
    displayed = Decimal(term[1])
    exponent = displayed.as_tuple().exponent
    return Number(Kind.VALUE, displayed, displayed, 0, int(exponent), Measure.UNKNOWN, "")


def reached_by_numbers(grid: LogicalGrid) -> frozenset[int]:
    """Return the rows that a number of a row above stands beside too: what they say is of that row."""
    numbers = (cell for row in grid.rows for cell in row if is_digits(cell))
    return frozenset(row for cell in numbers for row in range(cell.row + 1, cell.row_end))


def without_notes(row: tuple[JoinedCell, ...], notes: Set[int]) -> tuple[JoinedCell, ...]:
    """Return a row without the notes beside its label."""
    return tuple(cell for cell in row if cell.column not in notes) or row


def _names_rows(row: tuple[JoinedCell, ...]) -> bool:
    """Tell whether a Chinese or Japanese label that ends in a colon stands beside blanks only; in other
    languages that is also how an item without an amount is printed."""
    label, beyond = row[0].text, row[1:]
    if not (label.endswith((":", "：")) and EAST_ASIAN.search(label)):
        return False
    return all(is_value(cell) and not is_digits(cell) for cell in beyond)


def is_numbered_section(grid: LogicalGrid, number: int, stub: int) -> bool:
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
    remarks = [cell for cell in row[2:] if not (counted and is_value(cell) and not is_digits(cell))]
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


def _heads_accounts(grid: LogicalGrid, number: int) -> bool:
    """Tell whether a row has the code of an account that the account of the next row is part of."""
    code, below = grid.rows[number][0].text, grid.rows[number + 1 : number + 2]
    part = below[0][0].text if below and below[0] else ""
    return all(map(_ACCOUNT.fullmatch, (code, part))) and part.startswith(code.rstrip("0X"))


def is_section(row: tuple[JoinedCell, ...], stub: int) -> bool:
    """Tell whether a row is nothing but a short label, or a label that names the rows below it."""
    return (
        (len(row) == 1 or _names_rows(row))
        and row[0].column < max(stub, 1)
        and len(row[0].text) <= NOTE_LENGTH
        and not is_value(row[0])
        and row[0].parts[0].heads
    )
