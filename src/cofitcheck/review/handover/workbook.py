"""The review as an Excel workbook, with a summary as its first sheet, for readers without the page."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from cofitcheck import patterns as re
from cofitcheck.reports.tied import TieView
from cofitcheck.reports.words import Phrase, Words, phrase
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict
from cofitcheck.review.decisions.sign_off import Statement, exception_words
from cofitcheck.review.handover.ledger import Amount
from cofitcheck.review.handover.reviewed import Reviewed
from cofitcheck.review.handover.sheets import Link, Share, sheets_of

_HEAD = Font(bold=True)
_LINK = Font(color="1C4F8A", underline="single")
_WRAP = Alignment(vertical="top", wrap_text=True)
_LINE = Border(bottom=Side(style="thin"))
_LONGEST_CELL = 32_000
"""The most characters of a cell. Excel takes 32,767."""
# Characters that XML cannot hold, or holds only as a reference that Excel takes for a damaged file.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SHARE = "0.0%"
_PAPER = 200
"""How many characters fit the width of an A4 page in landscape in a size that can be read."""
_LINE_HEIGHT, _HIGHEST_ROW = 15, 409
"""The height of a line, and the largest height of a row that Excel takes, in points."""
_MOMENT = "yyyy-mm-dd hh:mm"


@dataclass(frozen=True)
class _Written:
    """The value of a cell, and the number format that shows it."""

    value: Any
    form: str = "General"


def workbook(reviewed: Reviewed, report: bytes, base: str, books: TieView | None = None) -> bytes:
    """Return the workbook (xlsx).

    Its sheets are the summary with the sign-off, findings, items left open, ties, sums, the books, numbers
    that no check reaches, what was not checked, and the trail of all drafts. `report` is the draft's report
    as JSON. Links lead to the server at the address `base`, and into the marked copy where that lies beside
    it.
    """
    address = f"{base.rstrip('/')}/drafts/{reviewed.draft.id}"
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)
    first.title = str(phrase("Summary"))
    last = _fill(first, (34, 60), None, summary(reviewed, address))
    _sign_off(first, last + 2, reviewed)
    _print_set_up(first, reviewed, None)
    for sheet in sheets_of(reviewed, report, address, books):
        made = book.create_sheet(str(sheet.name))
        widths = [width for _, width in sheet.columns]
        _fill(made, widths, [head for head, _ in sheet.columns], sheet.rows)
        made.freeze_panes = made.cell(2, sheet.kept + 1).coordinate
        _print_set_up(made, reviewed, "1:1")
        made.page_setup.fitToWidth = -(-sum(widths) // _PAPER)
        if sheet.kept:
            made.print_title_cols = f"A:{get_column_letter(sheet.kept)}"
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
        start = 2
    last = start - 1
    for last, row in enumerate(rows, start):
        cells = [_write(sheet.cell(last, column), value) for column, value in enumerate(row, 1)]
        lines = max((_lines(cell, width) for cell, width in zip(cells, widths, strict=False)), default=1)
        if lines > 1:
            # Not every program fits the height of a row to its text when it opens a workbook.
            sheet.row_dimensions[last].height = min(lines * _LINE_HEIGHT, _HIGHEST_ROW)
    if heads:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(heads))}{max(last, 1)}"
    return last


def _lines(cell: Cell, width: int) -> int:
    """Return about how many lines the text of a cell takes in a column; `width` is in characters."""
    if not isinstance(cell.value, str):
        return 1
    return sum(-(-max(1, _columns(line)) // width) for line in cell.value.split("\n"))


def _columns(text: str) -> int:
    """Return the width of a text in characters; characters of East Asian scripts count twice."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _write(cell: Cell | MergedCell, value: Any) -> Cell:
    """Write a value. Text always stays text, so that no text of a document becomes a formula."""
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
            # A cell has no time zone. All times in the workbook are in UTC, as its summary says.
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
    lines = list(signatures(reviewed.draft))
    for offset, line in enumerate(lines):
        for column, value in enumerate(line, 1):
            cell = _write(sheet.cell(row + offset, column), value)
            if offset == 0 or column == 1:
                cell.font = _HEAD
            if offset and column > 1:
                cell.border = _LINE
    for offset, line in enumerate(exceptions(reviewed.statement), len(lines)):
        for column, value in enumerate(line, 1):
            _write(sheet.cell(row + offset, column), value)
    sheet.column_dimensions["C"].width = 24


def _print_set_up(sheet: Worksheet, reviewed: Reviewed, heads: str | None) -> None:
    """Fit a sheet to the width of its paper, with its heads on each page, and the document in the footer."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToHeight = 0
    assert sheet.sheet_properties.pageSetUpPr is not None
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = heads
    # An ampersand begins a code in the footer.
    name = reviewed.draft.document.name.replace("&", "&&")[:200]
    footer: Any = sheet.oddFooter
    footer.left.text, footer.center.text, footer.right.text = name, "&A", "&P / &N"


def summary(reviewed: Reviewed, address: str) -> Iterator[Sequence[Any]]:
    """Yield the lines of the summary; `address` is that of the draft."""
    draft, counts = reviewed.draft, reviewed.draft.counts
    yield phrase("Document"), draft.document.name
    yield phrase("Draft"), draft.number
    yield phrase("File"), draft.file_name
    yield phrase("SHA-256 of the file"), draft.sha256
    yield phrase("Uploaded (UTC)"), draft.uploaded
    yield phrase("Uploaded by"), draft.uploaded_by
    yield phrase("Checked (UTC)"), draft.checked
    yield phrase("Model"), draft.model
    yield phrase("Reported from a probability of"), Share(draft.settings.get("threshold"))
    yield phrase("Materiality"), draft.document.materiality
    yield phrase("Page"), Link(address, address)
    yield ()
    yield phrase("Tables read"), counts["tables"]
    yield phrase("Numbers read in them"), counts["mentions"]
    yield phrase("of them checked"), counts.get("checked")
    yield phrase("Numbers in no check"), counts.get("unreached")
    yield phrase("Numbers only left open"), counts.get("only_left_open")
    yield phrase("Items stated more than once"), counts["facts"]
    yield phrase("of them agree"), counts["passed"]
    yield phrase("With a finding"), counts.get("contradicted")
    yield phrase("left open"), counts.get("left_open")
    yield phrase("Could not be compared"), counts.get("not_comparable")
    yield phrase("Findings"), len(reviewed.findings)
    for verdict in Verdict:
        yield VERDICT_WORDS[verdict], sum(row.verdict == verdict for row in reviewed.findings)
    yield phrase("Items ticked off"), sum(bool(row.ticked_by) for row in reviewed.facts)


def exceptions(statement: Statement) -> Iterator[Sequence[Any]]:
    """Yield the lines below the signatures: what they state, and each exception."""
    for sentence in statement.sentences:
        yield phrase("Statement"), sentence
    for item in statement.exceptions:
        yield phrase("Item {number}", number=item.number), exception_words(item)
    if statement.beyond:
        yield "", phrase("{n} more are in the JSON report ({field}).", n=statement.beyond, field="left_open")


def signatures(draft: DraftRow) -> Iterator[Sequence[Any]]:
    """Yield the lines of the sign-off block."""
    yield phrase("Sign-off"), phrase("Name"), phrase("Date (UTC)")
    yield phrase("Preparer"), draft.prepared_by, draft.prepared
    yield phrase("Reviewer"), draft.reviewed_by, draft.reviewed
