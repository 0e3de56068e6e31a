"""Tables that are no data (contents, exhibit indexes, the feet of pages), and numbers that are listed as not
read: without a header, in ranges, several in one cell, among words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from cofitcheck import patterns as re
from cofitcheck.document import Cell, Mention, Table, UncheckedCode, UncheckedReason
from cofitcheck.language.lexicon import NUMERALS, alternation
from cofitcheck.language.table_words import AROUND, HEADERS, PAGES, TIMES, any_of
from cofitcheck.numbers.model import SIGNS, normalise
from cofitcheck.periods.text import speaks_of_period
from cofitcheck.readers.tables.analysis import TableAnalysis
from cofitcheck.readers.tables.cells import heads_notes, is_term, is_value
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid

_CONTENTS = re.compile(any_of(AROUND.contents), re.IGNORECASE)
_PAGE_HEADER = re.compile(rf"^{any_of(PAGES.page_heads)}$", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"\d{1,3}")
_EXHIBIT = re.compile(
    r"[*#†+‡^]*\(?\d{1,3}(?:\.\d{1,3})*(?:\.[A-Z]{3})?(?:\(?[a-z]{1,2}\)?)?"
    r"(?: ?[*#†+‡^]| ?\([a-z\d*#†+‡^]+\))*\)?"
)
_FILED = re.compile(any_of(AROUND.filed), re.IGNORECASE)
_PAGES_A_FALL = 5
"""A table of contents has more page numbers than this for each that is followed by a lower one."""
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[^\W\d_]{2,}.*?[^\W\d_]{2,}")
_SIGN = re.compile(alternation(SIGNS))
_NUMBER = re.compile(r"\d[\d,.]*")
_LETTER = re.compile(r"[^\W\d_]")
_FEW = 6
"""The most letters of what is an amount all the same: "授信额度5,600万元", "5.2年(含建设期)"."""
_SHOWN = 40
"""The most characters of a cell that a reason quotes."""
_UNIT = 4
"""The most letters of the units of numbers in a column that has none else: "3至5年"."""
_NOTE = re.compile(
    rf"[(\[]? ?{any_of(HEADERS.note)} ?[)\]]? ?[(\[]? ?[\d{NUMERALS}、,]++ ?[)\]]*+|\(\d{{1,2}}\)"
    rf"|{any_of(AROUND.counted)}"
)
_CODE = re.compile(r"[A-Za-z][-/ ]?\d|\d[A-Z]{2}|\d[-/]\d++[-/]\d|\d{4}-\d")
"""The code of a type, a standard, a file or a telephone."""
_DATED = re.compile(
    rf"(?<!\d)(?:19|20)\d\d(?!\d)|{any_of(TIMES.dated)}"
    r"|(?<!\d)1[01]\d[/.](?:0?[1-9]|1[0-2])(?!\d)"
)
_AGES = re.compile(any_of(HEADERS.ages))
_RANGE = re.compile(
    rf"{any_of(TIMES.about)}?\s*+-?\d{{1,3}}(?:,\d{{3}})*+(?:\.\d++)?\s*+[%‰]?\s*+"
    rf"(?:[-~]|{any_of(TIMES.to)})\s*+"
    rf"-?\d{{1,3}}(?:,\d{{3}})*+(?:\.\d++)?\s*+(?:[%‰]|{any_of(TIMES.lengths, TIMES.length_words)})?"
    rf"|{any_of(TIMES.years_and_months)}"
)
_AMOUNT = re.compile(r"\d,\d{3}|\d\s*[%‰]|\d\.\d")


def is_no_data(table: TableAnalysis) -> bool:
    """Tell whether the numbers of a table only number pages or exhibits."""
    grid = table.grid
    return _is_contents(grid, table.layout) or _is_page_foot(grid) or _is_exhibit_index(grid)


def _is_contents(grid: LogicalGrid, layout: TableLayout) -> bool:
    """Tell whether this is a table of contents: rows end in rising page numbers under "Page" or beside such
    words."""
    body = [row for row in grid.rows[layout.header_rows :] if len(row) > 1]
    pages = [int(row[-1].text) for row in body if _PAGE_NUMBER.fullmatch(row[-1].text)]
    headed = any(_PAGE_HEADER.match(cell.text) for row in grid.rows[:3] for cell in row)
    words = sum(bool(_CONTENTS.search(row[0].text)) for row in body)
    fall = sum(one > other for one, other in pairwise(pages))
    return (
        len(pages) >= 2
        and fall * _PAGES_A_FALL < len(pages)
        and 2 * len(pages) > len(body)
        and (headed or words >= 2)
    )


def _is_page_foot(grid: LogicalGrid) -> bool:
    """Tell whether a table is one row of words and the number of a page."""
    texts = [cell.text for row in grid.rows for cell in row]
    pages = list(filter(_PAGE_NUMBER.fullmatch, texts))
    numbers = [cell for row in grid.rows for cell in row if is_value(cell)]
    return len(grid.rows) == 1 and len(pages) == len(numbers) == 1 < len(texts)


def page_number(texts: Iterable[str]) -> str:
    """Return the number among the words at the foot of a page, "" where none is."""
    return next(filter(_PAGE_NUMBER.fullmatch, texts), "")


def _is_exhibit_index(grid: LogicalGrid) -> bool:
    """Tell whether a table lists exhibits: nothing but their numbers, each beside words, some of which say
    how exhibits are filed."""
    numbers = [cell.text for row in grid.rows for cell in row if is_value(cell) and _DIGIT.search(cell.text)]
    if not all(_EXHIBIT.fullmatch(number) for number in numbers):
        return False
    numbered = [row for row in grid.rows if any(_numbers_words(row))]
    filed = any(_FILED.search(cell.text) for row in grid.rows for cell in row)
    return filed and 2 * len(numbered) > sum(len(row) > 1 for row in grid.rows)


def _numbers_words(row: Sequence[JoinedCell]) -> list[bool]:
    """Return for each cell of a row whether it is the number of an exhibit with its name right of it."""
    return [
        bool(_EXHIBIT.fullmatch(cell.text) and any(_WORDS.search(other.text) for other in row[at + 1 :]))
        for at, cell in enumerate(row)
    ]


def headless(mentions: Iterable[Mention], lost: bool) -> list[Mention]:
    """Return the mentions of a table in columns without a header, where such a column has a number beside
    another one of the same label. `lost` tells that its headers are known to stand elsewhere: then all
    mentions without a header are returned.

    Numbers that are the same in all columns, and those with labels of their own, need no header.
    """
    mentions = list(mentions)
    rows: dict[tuple[int, tuple[str, ...]], list[Mention]] = defaultdict(list)
    for mention in mentions:
        rows[mention.row, mention.row_path].append(mention)
    columns = {column for row in rows.values() if _differ(row) for column in _bare_columns(row)}
    return [m for m in mentions if not m.column_path and (lost or m.column in columns)]


def headless_reason(mentions: Sequence[Mention]) -> UncheckedReason:
    """Return what is missing over such numbers, what that means, and the way out."""
    return UncheckedReason.of(UncheckedCode.NO_HEADER_TELLS_APART, number=mentions[0].text)


def _differ(row: Sequence[Mention]) -> bool:
    return len({(m.number.value, m.number.measure) for m in row}) > 1


def _bare_columns(row: Sequence[Mention]) -> set[int]:
    return {mention.column for mention in row if not mention.column_path}


def unread_cells(table: Table, mentions: Sequence[Mention]) -> list[Cell]:
    """Return the cells of a table that state amounts, in a range or among others, and that no mention is of.

    In the columns of numbers, these are all cells with a number and few letters.
    """
    read = {(mention.row, mention.column) for mention in mentions}
    counted = {mention.column for mention in mentions}
    return [
        cell
        for cell, header in _below_headers(table)
        if (cell.row, cell.column) not in read and _states_amounts(cell.text, header, cell.column in counted)
    ]


def by_page(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Return cells in groups, one a page."""
    ordered = sorted(cells, key=lambda cell: cell.places[0].page)
    return [list(group) for _, group in groupby(ordered, key=lambda cell: cell.places[0].page)]


def unread_reason(text: str) -> UncheckedReason:
    """Return why the amounts in a cell with this text were not read."""
    several = len(_NUMBER.findall(_NOTE.sub("", normalise(text)))) > 1
    return UncheckedReason.of(
        UncheckedCode.SEVERAL_NUMBERS if several else UncheckedCode.NO_NUMBER, text=text[:_SHOWN]
    )


def _below_headers(table: Table) -> Iterator[tuple[Cell, str]]:
    """Yield the cells beside the labels and below the headers, with the lowest header over each."""
    over: dict[int, str] = {}
    for cell in sorted(table.cells, key=lambda cell: cell.row):
        if cell.row < table.header_rows or cell.row in table.inner_headers:
            over |= dict.fromkeys(range(cell.column, cell.column + cell.columns), cell.text)
        elif cell.column in table.note_columns:
            continue
        elif cell.column >= max(table.stub_columns, 1) and cell.row not in table.section_rows:
            yield cell, over.get(cell.column, "")


def _states_amounts(text: str, header: str, counted: bool) -> bool:
    spelled = _NOTE.sub("", _SIGN.sub("", normalise(text)))
    numbers = _NUMBER.findall(spelled)
    if not numbers or spelled.isdigit() or heads_notes(header):
        return False
    if _DATED.search(spelled) or speaks_of_period(spelled) or _CODE.search(spelled):
        return False
    letters = len(_LETTER.findall(spelled))
    if counted:
        return letters <= _FEW
    if _AGES.search(header):
        return False
    amounts = _AMOUNT.search(spelled) is not None and letters <= _UNIT
    return amounts or _RANGE.fullmatch(spelled) is not None or is_term(spelled)
