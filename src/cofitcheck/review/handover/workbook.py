"""The review as an Excel workbook: for the file, and for people who do not open the page."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from cofitcheck.reports.words import Phrase, Words, phrase
from cofitcheck.review.handover.reviewed import Reviewed
from cofitcheck.review.handover.sheets import Amount, Link, Share, sheets_of
from cofitcheck.review.handover.summary import signatures, summary

_HEAD = Font(bold=True)
_LINK = Font(color="1C4F8A", underline="single")
_WRAP = Alignment(vertical="top", wrap_text=True)
_LINE = Border(bottom=Side(style="thin"))
_LONGEST_CELL = 32_000
"""Excel takes 32,767 characters in a cell."""
# What XML cannot carry, or only as a character reference that Excel takes for damage.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SHARE = "0.0%"
_MOMENT = "yyyy-mm-dd hh:mm"


@dataclass(frozen=True)
class _Written:
    """What a cell gets: its value, and the format that shows it."""

    value: Any
    form: str = "General"


def workbook(reviewed: Reviewed, report: bytes, base: str) -> bytes:
    """Return the workbook (xlsx): summary with sign-off, findings, what was left open, ties, sums, what no
    check reaches, what was not checked, and the trail of all drafts.

    `report` is the draft's report as JSON. Links lead to the server at the address `base`, and into the
    marked copy where that lies beside it.
    """
    address = f"{base.rstrip('/')}/drafts/{reviewed.draft.id}"
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)
    first.title = str(phrase("Summary"))
    last = _fill(first, (34, 60), None, summary(reviewed, address))
    _sign_off(first, last + 2, reviewed)
    _print_set_up(first, reviewed, None)
    for sheet in sheets_of(reviewed, report, address):
        made = book.create_sheet(str(sheet.name))
        _fill(made, [width for _, width in sheet.columns], [head for head, _ in sheet.columns], sheet.rows)
        _print_set_up(made, reviewed, "1:1")
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _fill(
    sheet: Worksheet, widths: Sequence[int], heads: Sequence[Words] | None, rows: Iterable[Sequence[Any]]
) -> int:
    """Write rows under their heads, and return the number of the last one."""
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    start = 1
    if heads:
        for column, head in enumerate(heads, 1):
            _write(sheet.cell(1, column), head).font = _HEAD
        sheet.freeze_panes = "A2"
        start = 2
    last = start - 1
    for last, row in enumerate(rows, start):
        for column, value in enumerate(row, 1):
            _write(sheet.cell(last, column), value)
    if heads:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(heads))}{max(last, 1)}"
    return last


def _write(cell: Cell | MergedCell, value: Any) -> Cell:
    """Write a value; text is always text, whatever it begins with, so that no cell of a document computes."""
    assert isinstance(cell, Cell)
    if isinstance(value, Link):
        cell.hyperlink = value.address
        cell.font = _LINK
        value = value.text
    written = _written(value)
    if isinstance(written.value, str):
        cell.value = _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", written.value)[:_LONGEST_CELL]
        cell.data_type = "s"
    else:
        cell.value = written.value
        cell.number_format = written.form
    cell.alignment = _WRAP
    return cell


def _written(value: Any) -> _Written:
    match value:
        case Amount(number=number):
            return _Written(number if number is None else float(number), _amount_format(number))
        case Share(share=share):
            return _Written(share, _SHARE)
        case Phrase():
            return _Written(str(value))
        case datetime.datetime():
            # A cell has no time zone: all moments of the book are in UTC, as its summary says.
            return _Written(value.replace(tzinfo=None), _MOMENT)
        case int() if not isinstance(value, bool):
            return _Written(value, "#,##0")
    return _Written(value)


def _amount_format(number: Decimal | None) -> str:
    exponent = number.normalize().as_tuple().exponent if number is not None else 0
    decimals = max(0, -exponent) if isinstance(exponent, int) else 0
    return "#,##0" + ("." + "0" * min(decimals, 6) if decimals else "") if decimals <= 6 else "General"


def _sign_off(sheet: Worksheet, row: int, reviewed: Reviewed) -> None:
    """Write the block for signatures: who has signed on the page, or lines to sign on paper."""
    for offset, line in enumerate(signatures(reviewed.draft)):
        for column, value in enumerate(line, 1):
            cell = _write(sheet.cell(row + offset, column), value)
            if offset == 0 or column == 1:
                cell.font = _HEAD
            if offset and column > 1:
                cell.border = _LINE
    sheet.column_dimensions["C"].width = 24


def _print_set_up(sheet: Worksheet, reviewed: Reviewed, heads: str | None) -> None:
    """Let a sheet fit the width of its paper, with its heads on each page and what it is of below."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToHeight = 0
    assert sheet.sheet_properties.pageSetUpPr is not None
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = heads
    # An ampersand begins a code of the footer.
    name = reviewed.draft.document.name.replace("&", "&&")[:200]
    footer: Any = sheet.oddFooter
    footer.left.text, footer.center.text, footer.right.text = name, "&A", "&P / &N"
