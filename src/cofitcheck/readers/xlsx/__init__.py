"""Excel workbooks to `Document`: one is rendered as an HTML tree, which the HTML reader reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Document, FormulaSheet, UncheckedCode, UncheckedReason
from cofitcheck.numbers import read_unit_caption
from cofitcheck.readers.contract import (
    ADDRESS,
    LABEL,
    STORED,
    Archive,
    Rendition,
    SourceFile,
    add,
    keep_leading,
)
from cofitcheck.readers.html import read_markup
from cofitcheck.readers.settings import Cost, spend
from cofitcheck.readers.tables import Decimals

if TYPE_CHECKING:
    from cofitcheck.readers.xlsx.book import StoredSheet


__all__ = ["read_xlsx", "workbook_rows"]

_DEFAULT_TITLE = re.compile(r"(?:sheet|tabelle|feuil|foglio|hoja|blad)\s*\d*\Z", re.IGNORECASE)
_NAMED = 5
"""How many cells are named before the rest is counted."""
_LONGEST_TITLE = 80
_LARGEST_MERGED = 1_000
"""The most cells of a merged area that may be a header."""


def read_xlsx(file: SourceFile) -> Document:
    """Read an Excel workbook: every number as it is shown, with what is stored beside it.

    The address of a cell (ADDRESS in `Document.source`) is its sheet and place ("Balance!C7").
    Formulas count with the values that were stored with them; links to other workbooks are not followed.
    Raises `UnreadableDocumentError` where the file is damaged, `TooLargeError` where it is too large.
    """
    from cofitcheck.readers.xlsx.book import Book
    from cofitcheck.readers.xlsx.sheet import read_sheet, sums_of, texts_of

    archive = Archive(file.data, file.name)
    archive.require_office()
    book = Book(file.data, file.name)
    sources = book.sheets()
    decimals = Decimals.of(text.strip() for source in sources for text in texts_of(source))
    rendition = Rendition()
    rendition.warnings += _of_book(book.hidden, archive)
    for source in sources:
        sheet = read_sheet(source, decimals.uses_comma)
        _render(sheet, rendition.body)
        rendition.warnings += _of_sheet(sheet)
    document = read_markup(rendition.to_bytes(), file.name, decimals)
    return replace(
        document,
        original=file.data,
        warnings=(*document.warnings, *rendition.warnings),
        formulas=sums_of(sources, document.mentions),
        sheets=tuple(_with_formulas(source) for source in sources if any(source.formulas.values())),
    )


def _with_formulas(sheet: StoredSheet) -> FormulaSheet:
    return FormulaSheet(sheet.title, _stored(sheet), sheet.formulas, sheet.hidden_rows)


def workbook_rows(data: bytes, name: str) -> dict[str, list[list[Decimal | str]]]:
    """Return the values of the sheets that are shown, by their titles, as they are stored: hidden rows too,
    and in merged cells each the value of the first. Raises what `read_xlsx` raises."""
    from cofitcheck.readers.xlsx.book import Book

    Archive(data, name).require_office()
    return {sheet.title: _values(sheet) for sheet in Book(data, name).sheets()}


def _stored(sheet: StoredSheet) -> dict[tuple[int, int], Decimal | str]:
    """Return the numbers and texts of a sheet by their address; errors are left out."""
    from cofitcheck.readers.xlsx.display import plain

    held: dict[tuple[int, int], Decimal | str] = {}
    for place, cell in sheet.cells.items():
        if cell.value is not None and not cell.is_error:
            text, number = plain(cell.value), isinstance(cell.value, int | float)
            held[place] = Decimal(text) if number and not isinstance(cell.value, bool) else text
    return held


def _values(sheet: StoredSheet) -> list[list[Decimal | str]]:
    held = _stored(sheet)
    for (top, left), (bottom, right) in sheet.merged.items():
        if (top, left) in held and (bottom - top + 1) * (right - left + 1) <= _LARGEST_MERGED:
            for row in range(top, bottom + 1):
                held |= {(row, column): held[top, left] for column in range(left, right + 1)}
    last_row = max((row for row, _ in held), default=0)
    last_column = max((column for _, column in held), default=0)
    spend(Cost.PLACES, last_row * last_column, f"sheet “{sheet.title}”")
    return [
        [held.get((row, column), "") for column in range(1, last_column + 1)]
        for row in range(1, last_row + 1)
    ]


def _of_book(hidden: Sequence[str], archive: Archive) -> Iterator[UncheckedReason]:
    if hidden:
        yield UncheckedReason.of(
            UncheckedCode.HIDDEN_SHEETS, names=UncheckedReason.some(tuple(hidden), _NAMED)
        )
    if any(part.startswith("xl/externalLinks/") for part in archive.names):
        yield UncheckedReason(UncheckedCode.LINKED_CELLS)


def _of_sheet(sheet: Any) -> Iterator[UncheckedReason]:
    if sheet.hidden_rows:
        yield _in_sheet(UncheckedCode.HIDDEN_ROWS, sheet.title, [*map(str, sheet.hidden_rows)])
    if sheet.hidden_columns:
        yield _in_sheet(UncheckedCode.HIDDEN_COLUMNS, sheet.title, sheet.hidden_columns)
    if sheet.unknown:
        yield _in_sheet(UncheckedCode.FORMULAS_WITHOUT_VALUE, sheet.title, sheet.unknown)
    if sheet.errors:
        yield _in_sheet(UncheckedCode.CELLS_IN_ERROR, sheet.title, sheet.errors)


def _in_sheet(cause: UncheckedCode, title: str, names: Sequence[str]) -> UncheckedReason:
    return UncheckedReason.of(cause, sheet=title, names=UncheckedReason.some(tuple(names), _NAMED))


def _render(sheet: Any, target: etree._Element) -> None:
    from cofitcheck.readers.xlsx.regions import regions

    if sheet.cells and not _DEFAULT_TITLE.match(sheet.title):
        add(target, "h1", sheet.title)
    for at, region in enumerate(regions(sheet.cells)):
        if region.is_table:
            _render_table(region.rows, target)
            continue
        for place, row in enumerate(region.rows):
            text = " ".join(cell.text for cell in row)
            heads = all(cell.bold for cell in row) or (at == place == 0 and _is_title(text))
            add(target, "h2" if heads else "p", text)


def _is_title(text: str) -> bool:
    """Tell whether what a sheet begins with is its title: no sentence, and no unit."""
    return len(text) <= _LONGEST_TITLE and text[-1:] not in ".。:：" and read_unit_caption(text) is None


def _render_table(rows: Sequence[Sequence[Any]], target: etree._Element) -> None:
    table = add(target, "table")
    first = min(cell.column for row in rows for cell in row)
    by_number = {row[0].row: row for row in rows}
    taken: dict[int, int] = {}  # column -> the row where it is free again
    for number in range(min(by_number), max(by_number) + 1):
        line = add(table, "tr")
        column = first
        for cell in by_number.get(number, ()):
            spend(Cost.PLACES, cell.column_end - column, cell.address)
            free = [at for at in range(column, cell.column) if taken.get(at, 0) <= number]
            if free:
                add(line, "td", colspan=str(len(free)))
            _render_cell(cell, line)
            taken |= dict.fromkeys(range(cell.column, cell.column_end), cell.row_end)
            column = cell.column_end


def _render_cell(cell: Any, line: etree._Element) -> None:
    element = add(line, "td", keep_leading(cell.text), **{ADDRESS: cell.address, LABEL: cell.address})
    if cell.stored:
        element.set(STORED, cell.stored)
    if cell.rows > 1:
        element.set("rowspan", str(cell.rows))
    if cell.columns > 1:
        element.set("colspan", str(cell.columns))
    styles = ["font-weight:bold"] * cell.bold + [f"padding-left:{cell.indent:g}pt"] * bool(cell.indent)
    if styles:
        element.set("style", ";".join(styles))
