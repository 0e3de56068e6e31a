"""An Excel workbook as it is stored: the cells of its sheets, what is merged, what is hidden."""

from __future__ import annotations

import io
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from openpyxl import load_workbook
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser

from cofitcheck.readers.contract import parsing
from cofitcheck.readers.settings import Cost, spend
from cofitcheck.readers.xlsx.display import Stored

_MAX_COLUMNS = 16_384
"""The columns of a sheet that Excel can show."""
_INDENT_POINTS = 9.0
"""How far one step of a cell's indent goes, in points."""
_LONGEST_FORMAT = 255
"""Characters of a number format, as Excel allows: a longer one shows nothing in particular."""

Address: TypeAlias = tuple[int, int]
"""Row and column, from 1."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """What a cell's style says; `spreads` tells that its text is centred across the empty cells behind it."""

    code: str
    bold: bool
    indent: float
    spreads: bool


@dataclass(frozen=True, slots=True)
class StoredCell:
    """A cell of a sheet; `value` is None where it has only a look."""

    value: Stored | None
    is_error: bool
    look: CellLook


@dataclass(frozen=True, slots=True)
class StoredSheet:
    """A worksheet: `merged` has the last address of each merged area by its first, `formulas` are the
    formulas of cells by their address ("=SUM(B2:B5)"); their values are those stored with them."""

    title: str
    cells: dict[Address, StoredCell]
    merged: dict[Address, Address]
    formulas: dict[Address, str]
    hidden_rows: frozenset[int]
    hidden_columns: frozenset[int]


class Book:
    """A workbook. Raises `UnreadableDocumentError` where it is damaged; nothing is calculated or followed."""

    def __init__(self, data: bytes, name: str) -> None:
        self._guard = (f"{name}: this Excel workbook is damaged", "open it in Excel and save it anew")
        # Warnings say what is lost when the workbook is saved again, which is not done.
        with parsing(*self._guard), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._book: Any = load_workbook(
                io.BytesIO(data), read_only=True, data_only=True, keep_links=False
            )
        self._looks: dict[int, CellLook] = {}

    @cached_property
    def hidden(self) -> list[str]:
        """The titles of the sheets that are not shown."""
        return [sheet.title for sheet in self._book.worksheets if sheet.sheet_state != "visible"]

    def sheets(self) -> list[StoredSheet]:
        """Return the sheets that are shown.

        Raises `TooLargeError` where there are too many cells, `UnreadableDocumentError` where one is damaged.
        """
        return [self._read(sheet) for sheet in self._book.worksheets if sheet.sheet_state == "visible"]

    def _read(self, sheet: Any) -> StoredSheet:
        cells: dict[Address, StoredCell] = {}
        with parsing(*self._guard), warnings.catch_warnings(), sheet._get_source() as source:
            warnings.simplefilter("ignore")
            parser = _Parser(sheet, source)
            for _, row in parser.parse():
                for cell in row:
                    stored = StoredCell(cell["value"], cell["data_type"] == "e", self._look(cell["style_id"]))
                    cells[cell["row"], cell["column"]] = stored
            areas = parser.merged_cells.mergeCell if parser.merged_cells else ()
            merged = {(area.min_row, area.min_col): (area.max_row, area.max_col) for area in areas}
            hidden_rows, hidden_columns = _hidden_rows(parser), _hidden_columns(parser)
        _empty_merged(cells, merged, sheet.title)
        return StoredSheet(sheet.title, cells, merged, parser.formulas, hidden_rows, hidden_columns)

    def _look(self, style: int) -> CellLook:
        """Return the look of a style by its number; a workbook has few styles and many cells."""
        if style not in self._looks:
            book = self._book
            found = book._cell_styles[style]
            alignment = book._alignments[found.alignmentId]
            code = _number_format(book, found.numFmtId)
            self._looks[style] = CellLook(
                code if len(code) <= _LONGEST_FORMAT else "General",
                bool(book._fonts[found.fontId].b),
                _INDENT_POINTS * (alignment.indent or 0),
                alignment.horizontal == "centerContinuous",
            )
        return self._looks[style]


class _Parser(WorkSheetParser):
    """Counts cells as they are read, and keeps their formulas."""

    def __init__(self, sheet: Any, source: Any) -> None:
        book = sheet.parent
        super().__init__(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        self.title = sheet.title
        self.formulas: dict[Address, str] = {}

    def parse_cell(self, element: Any) -> dict[str, Any]:
        """Return a cell as openpyxl does. Raises `TooLargeError` at one too many."""
        cell: dict[str, Any] = super().parse_cell(element)
        if cell["value"] is not None:
            spend(Cost.CELLS, 1, f"sheet “{self.title}”")
        if element.find(FORMULA_TAG) is not None:
            # A formula of a whole area is an object; only that there is one is kept.
            formula: object = super().parse_formula(element)  # type: ignore[no-untyped-call]
            self.formulas[cell["row"], cell["column"]] = formula if isinstance(formula, str) else ""
        return cell


def _number_format(book: Any, number: int) -> str:
    from openpyxl.styles.numbers import BUILTIN_FORMATS, BUILTIN_FORMATS_MAX_SIZE

    if number < BUILTIN_FORMATS_MAX_SIZE:
        return str(BUILTIN_FORMATS.get(number, "General"))
    return str(book._number_formats[number - BUILTIN_FORMATS_MAX_SIZE] or "General")


def _is_on(attributes: dict[str, str], name: str) -> bool:
    return attributes.get(name) in {"1", "true"}


def _hidden_rows(parser: _Parser) -> frozenset[int]:
    rows = parser.row_dimensions.items()
    return frozenset(
        int(number) for number, row in rows if _is_on(row, "hidden") or float(row.get("ht", 1)) == 0
    )


def _hidden_columns(parser: _Parser) -> frozenset[int]:
    hidden: set[int] = set()
    for column in parser.column_dimensions.values():
        if _is_on(column, "hidden") or float(column.get("width", 1)) == 0:
            hidden.update(range(int(column["min"]), min(int(column.get("max", 0)), _MAX_COLUMNS) + 1))
    return frozenset(hidden)


def _empty_merged(cells: dict[Address, StoredCell], merged: dict[Address, Address], title: str) -> None:
    """Take out the cells that merged areas cover, all but the first of each: nothing of them is shown."""
    rows = _by_row(cells)
    numbers = list(rows)
    for (top, left), (bottom, right) in merged.items():
        within = numbers[bisect_left(numbers, top) : bisect_right(numbers, bottom)]
        spend(Cost.PLACES, len(within), f"merged cells of sheet “{title}”")
        for row in within:
            columns = rows[row]
            first, last = bisect_left(columns, left), bisect_right(columns, right)
            spend(Cost.PLACES, last - first, f"merged cells of sheet “{title}”")
            for column in columns[first:last]:
                if (row, column) != (top, left):
                    cells.pop((row, column), None)


def _by_row(places: Iterable[Address]) -> dict[int, list[int]]:
    """Return the columns of each row, both in order."""
    rows: dict[int, list[int]] = {}
    for row, column in sorted(places):
        rows.setdefault(row, []).append(column)
    return rows
