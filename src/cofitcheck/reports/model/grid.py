"""A table as a page shows it: the rows and columns around the marked cells, with spans cut to these."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.document import Cell, Mention, Table
from cofitcheck.reports.model.wording import short
from cofitcheck.reports.words import Words, counted

WHOLE_ROWS = 14
"""A body of at most this many rows is shown whole."""
WHOLE_COLUMNS = 10
"""At most this many value columns are shown whole."""
ROWS_AROUND = 4
COLUMNS_AROUND = 3
MAX_DEPTH = 4

_NUMERIC = re.compile(r"[\s$€£¥()\[\]\-–—−+*%.,'’/:\d]*\Z|.{0,4}\d[\d.,\s]*.{0,3}\Z")


@dataclass(frozen=True, slots=True)
class CellMark:
    """A letter and a role ("finding", "witness", "other") for a cell of the fact set."""

    letter: str
    role: str


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One cell to show; `depth` indents a label.

    `kind` is "corner", "head", "label", "value", "words" or "gap".
    """

    text: str
    kind: str
    rows: int = 1
    columns: int = 1
    depth: int = 0
    mark: CellMark | None = None


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One row to show; where `gap` is not empty the row only says what was left out."""

    cells: tuple[ShownCell, ...] = ()
    section: bool = False
    gap: Words = ""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table to show: `columns` in all, of which `value_columns` carry values."""

    head: tuple[ShownRow, ...]
    body: tuple[ShownRow, ...]
    columns: int
    value_columns: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """What is shown of a table: grid indices in order, None for a gap, and the cell at each place."""

    table: Table
    rows: list[int | None]
    columns: list[int | None]
    cells: dict[tuple[int, int], Cell]
    marks: Mapping[tuple[int, int], CellMark]
    depths: Mapping[int, int]


def show_table(table: Table, mentions: Sequence[Mention], marks: Mapping[int, CellMark]) -> ShownTable:
    """Return what to show of `table`.

    `mentions` are all the table's mentions; `marks` maps the indices of those to mark to their marks.
    A long or wide table is cut down to its headers, the marked cells' surroundings and the sections above.
    """
    marked = [mention for mention in mentions if mention.index in marks]
    at = {(mention.row, mention.column): marks[mention.index] for mention in marked}
    rows, columns = _kept_rows(table, marked), _kept_columns(table, marked)
    layout = _Layout(table, rows, columns, _covering(table, rows, columns), at, _depths(table, mentions))
    shown = [_show_row(layout, position) for position in range(len(rows))]
    head = sum(row is not None and row < table.header_rows for row in rows)
    stub = sum(column is not None and column < table.stub_columns for column in columns)
    return ShownTable(tuple(shown[:head]), tuple(shown[head:]), len(columns), len(columns) - stub)


def _kept_rows(table: Table, marked: Sequence[Mention]) -> list[int | None]:
    filled = sorted({cell.row for cell in table.cells if cell.text.strip()})
    head = [row for row in filled if row < table.header_rows]
    body = [row for row in filled if row >= table.header_rows]
    if len(body) <= WHOLE_ROWS:
        return [*head, *body]
    sections = _sections_above(table, marked)
    return [*head, *_windows(body, (mention.row for mention in marked), ROWS_AROUND, sections)]


def _kept_columns(table: Table, marked: Sequence[Mention]) -> list[int | None]:
    filled = sorted({cell.column for cell in table.cells if cell.text.strip()})
    stub = [column for column in filled if column < table.stub_columns]
    values = [column for column in filled if column >= table.stub_columns]
    if len(values) <= WHOLE_COLUMNS:
        return [*stub, *values]
    return [*stub, *_windows(values, (mention.column for mention in marked), COLUMNS_AROUND)]


def _windows(
    filled: Sequence[int], centres: Iterable[int], around: int, also: Iterable[int] = ()
) -> list[int | None]:
    """Return the entries of `filled` near `centres`, with None for each run of two or more left out."""
    keep = {position for entry in also if (position := bisect_left(filled, entry)) < len(filled)}
    for centre in centres:
        position = bisect_left(filled, centre)
        keep |= set(range(max(0, position - around), min(len(filled), position + around + 1)))
    keep = keep or set(range(min(len(filled), 2 * around + 1)))
    kept = {-1, *keep, len(filled)}
    keep |= {p for p in range(len(filled)) if p - 1 in kept and p + 1 in kept}
    shown: list[int | None] = []
    for position, entry in enumerate(filled):
        if position in keep:
            shown.append(entry)
        elif not shown or shown[-1] is not None:
            shown.append(None)
    return shown


def _texts_of_sections(table: Table) -> dict[int, str]:
    texts: dict[int, str] = {}
    for cell in table.cells:
        if cell.row in table.section_rows and cell.text.strip():
            texts.setdefault(cell.row, _plain(cell.text))
    return texts


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(":").casefold()


def _sections_above(table: Table, marked: Sequence[Mention]) -> set[int]:
    """Return the section rows and restated headers that the marked mentions stand under."""
    texts = _texts_of_sections(table)
    found = set()
    for mention in marked:
        for step in mention.row_path[:-1]:
            above = [row for row, text in texts.items() if row < mention.row and text == _plain(step)]
            found |= {max(above)} if above else set()
        found |= set(sorted(row for row in table.inner_headers if row < mention.row)[-1:])
    return found


def _depths(table: Table, mentions: Sequence[Mention]) -> dict[int, int]:
    """Return how deep each row lies under its section rows, as the mentions' row paths tell."""
    depths = {
        mention.row: min(len(mention.row_path) - 1, MAX_DEPTH) for mention in mentions if mention.row_path
    }
    below = sorted(((mention.row, mention.row_path) for mention in mentions), key=lambda pair: pair[0])
    rows = [row for row, _ in below]
    for section, text in _texts_of_sections(table).items():
        following = bisect_left(rows, section)
        steps = [_plain(step) for step in below[following][1]] if following < len(below) else []
        depths[section] = min(steps.index(text), MAX_DEPTH) if text in steps else 0
    return depths


def _covering(table: Table, rows: list[int | None], columns: list[int | None]) -> dict[tuple[int, int], Cell]:
    """Return the cell that covers each shown place; a gap column belongs to the cell on both its sides."""
    by_row = _cells_by_row(table, [row for row in rows if row is not None])
    covering: dict[tuple[int, int], Cell] = {}
    for position, row in enumerate(rows):
        for cell in by_row[row] if row is not None else ():
            for column, grid in enumerate(columns):
                if grid is not None and cell.column <= grid < cell.column + cell.columns:
                    covering.setdefault((position, column), cell)
        for column in (column for column, grid in enumerate(columns) if grid is None):
            left = covering.get((position, column - 1))
            if left is not None and _reaches_over(left, columns[column - 1 : column + 2]):
                covering[position, column] = left
    return covering


def _reaches_over(cell: Cell, around: Sequence[int | None]) -> bool:
    """Tell whether a cell covers the gap in `around`: the column before, None, the column after if any."""
    before, *_, after = (*around, None) if len(around) == 2 else around
    end = cell.column + cell.columns
    return after < end if after is not None else before is not None and before + 1 < end


def _cells_by_row(table: Table, shown: list[int]) -> dict[int, list[Cell]]:
    by_row: dict[int, list[Cell]] = defaultdict(list)
    for cell in table.cells:
        first, end = bisect_left(shown, cell.row), bisect_left(shown, cell.row + cell.rows)
        for row in shown[first:end]:
            by_row[row].append(cell)
    return by_row


def _show_row(layout: _Layout, position: int) -> ShownRow:
    row = layout.rows[position]
    if row is None:
        return ShownRow(gap=counted("… {n} row", "… {n} rows", _left_out(layout, position)))
    if row in layout.table.section_rows and len(cover := _covers(layout, position)) == 1:
        text = short(cover.pop().text, 300)
        cell_of_all = ShownCell(text, "label", columns=len(layout.columns), depth=layout.depths.get(row, 0))
        return ShownRow((cell_of_all,), section=True)
    cells: list[ShownCell] = []
    column = 0
    while column < len(layout.columns):
        cell = layout.cells.get((position, column))
        width = 1
        while cell is not None and layout.cells.get((position, column + width)) is cell:
            width += 1
        if cell is None or layout.cells.get((position - 1, column)) is not cell:
            cells.append(_show_cell(layout, position, column, width))
        column += width
    return ShownRow(tuple(cells), section=row in layout.table.section_rows)


def _covers(layout: _Layout, position: int) -> set[Cell]:
    """Return the cells with text that stand in one shown row."""
    cells = (layout.cells.get((position, column)) for column in range(len(layout.columns)))
    return {cell for cell in cells if cell is not None and cell.text.strip()}


def _left_out(layout: _Layout, position: int) -> int:
    filled = {cell.row for cell in layout.table.cells if cell.text.strip()}
    before = layout.rows[position - 1] if position else None
    after = layout.rows[position + 1] if position + 1 < len(layout.rows) else None
    low = max(layout.table.header_rows - 1, before if before is not None else -1)
    return sum(low < row < (after if after is not None else layout.table.rows) for row in filled)


def _show_cell(layout: _Layout, position: int, column: int, width: int) -> ShownCell:
    cell, row = layout.cells.get((position, column)), layout.rows[position]
    grid = layout.columns[column]
    kind = _kind(layout.table, row or 0, grid, cell.text if cell else "")
    if cell is None:
        return ShownCell("…" if grid is None else "", kind)
    height = 1
    while layout.cells.get((position + height, column)) is cell:
        height += 1
    depth = layout.depths.get(row or 0, 0) if kind == "label" else 0
    mark = layout.marks.get((cell.row, cell.column))
    return ShownCell(short(cell.text, 300), kind, height, width, depth, mark)


def _kind(table: Table, row: int, column: int | None, text: str) -> str:
    if column is None:
        return "gap"
    if row < table.header_rows:
        return "corner" if column < table.stub_columns else "head"
    if column < table.stub_columns:
        return "label"
    if row in table.inner_headers:
        return "head"
    return "value" if _NUMERIC.match(short(text, 60)) else "words"
