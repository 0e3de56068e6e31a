"""PDFs made for tests, of companies that do not exist; places are counted from the top left."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from cofitcheck.document import Document, Mention
from cofitcheck.readers import read

WIDTH, HEIGHT = 595.0, 842.0
SIZE = 9.0
ROW = 16.0
Span = tuple[float, float]
Cells = Sequence[Sequence[str]]
CHINESE = "STSong-Light"


class Sheet:
    """One page to draw on."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def text(
        self, x: float, y: float, text: str, *, right: bool = False, bold: bool = False, font: str = ""
    ) -> None:
        """Write text with its baseline at `y` from the top; `right` ends it at `x`."""
        self.canvas.setFont(font or ("Helvetica-Bold" if bold else "Helvetica"), SIZE)
        draw = self.canvas.drawRightString if right else self.canvas.drawString
        draw(x, HEIGHT - y, text)

    def line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw a thin line."""
        self.canvas.setLineWidth(0.5)
        self.canvas.line(x0, HEIGHT - y0, x1, HEIGHT - y1)

    def ruled(self, left: float, top: float, widths: Sequence[float], rows: Cells, font: str = "") -> None:
        """Draw a table with all its lines; a cell "<" is of the one at its left, "^" of the one above."""
        edges = [left]
        for width in widths:
            edges.append(edges[-1] + width)
        for r in range(len(rows) + 1):
            for c in range(len(widths)):
                if not (0 < r < len(rows) and rows[r][c] == "^"):
                    self.line(edges[c], top + r * ROW, edges[c + 1], top + r * ROW)
        for r, row in enumerate(rows):
            for c in range(len(widths) + 1):
                if not (0 < c < len(widths) and row[c] == "<"):
                    self.line(edges[c], top + r * ROW, edges[c], top + (r + 1) * ROW)
            for c, text in enumerate(row):
                if text not in ("<", "^"):
                    number = c > 0 and r > 0 and text[:1] in "(-0123456789"
                    x = edges[c + 1] - 4 if number else edges[c] + 4
                    self.text(x, top + r * ROW + 11, text, right=number, font=font)

    def aligned(self, rights: Sequence[float], top: float, rows: Cells, left: float = 60) -> None:
        """Write a table without lines: labels from `left`, the other columns ending at `rights`."""
        for r, (label, *values) in enumerate(rows):
            if label:
                self.text(left + 8 * (len(label) - len(label.lstrip())), top + r * ROW, label.strip())
            for x, value in zip(rights, values, strict=False):
                if value:
                    self.text(x, top + r * ROW, value, right=True)


def pdf(*pages: Callable[[Sheet], None], rotate: int = 0, **options: object) -> bytes:
    """Return a PDF whose pages are drawn by functions."""
    buffer = io.BytesIO()
    # The library turns the page itself with its rotation: this turns it back.
    size = (HEIGHT, WIDTH) if rotate % 180 else (WIDTH, HEIGHT)
    canvas = Canvas(buffer, pagesize=size, invariant=1, **options)
    for draw in pages:
        if rotate:
            canvas.setPageRotation(rotate)
        draw(Sheet(canvas))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def chinese() -> str:
    """Register the Chinese font that every viewer has, and return its name."""
    pdfmetrics.registerFont(UnicodeCIDFont(CHINESE))
    return CHINESE


def read_pages(*pages: Callable[[Sheet], None], rotate: int = 0) -> Document:
    """Return the document that pages make."""
    return read(pdf(*pages, rotate=rotate), "annual.pdf")


def read_ruled(rows: Cells, caption: str = "", widths: Sequence[float] = ()) -> Document:
    """Return the document of one ruled table in Chinese, `caption` above its right end."""

    def draw(sheet: Sheet) -> None:
        if caption:
            sheet.text(300, 95, caption, font=chinese())
        sheet.ruled(40, 100, widths or (85,) * len(rows[0]), rows, font=chinese())

    return read_pages(draw)


def stated(document: Document) -> dict[tuple[str, str], str]:
    """Return every number as printed, by the last of its row labels and its headers joined."""
    return {(_row(mention), " / ".join(mention.column_path)): mention.text for mention in document.mentions}


def _row(mention: Mention) -> str:
    return mention.row_path[-1] if mention.row_path else ""


def grids(document: Document) -> list[list[list[str]]]:
    """Return the texts of each table by rows."""
    found = []
    for table in document.tables:
        rows: list[list[str]] = [[] for _ in range(table.rows)]
        for cell in sorted(table.cells, key=lambda cell: cell.column):
            rows[cell.row].append(cell.text)
        found.append(rows)
    return found


def words(lines: Iterable[str], x: float = 60, top: float = 100) -> Callable[[Sheet], None]:
    """Return a page of plain lines."""

    def draw(sheet: Sheet) -> None:
        for number, line in enumerate(lines):
            sheet.text(x, top + number * ROW, line)

    return draw


def spread(sheet: Sheet, span: Span, y: float, text: str, *, underlined: bool = True) -> None:
    """Write characters from one end of a span to the other, with a line below them."""
    left, right = span
    step = (right - left - SIZE) / (len(text) - 1)
    for number, char in enumerate(text):
        sheet.text(left + number * step, y, char, font=chinese())
    if underlined:
        sheet.line(left, y + 2, right, y + 2)


def underlined(sheet: Sheet, span: Span, y: float, text: str) -> None:
    """Write a head over the middle of a span, with a line below it."""
    left, right = span
    sheet.text((left + right - SIZE * len(text)) / 2, y, text, font=chinese())
    sheet.line(left, y + 2, right, y + 2)


def row_of(
    sheet: Sheet, y: float, words: Sequence[tuple[float, str]], numbers: Sequence[tuple[float, str]]
) -> None:
    for x, text in words:
        sheet.text(x, y, text, font=chinese())
    for x, text in numbers:
        sheet.text(x, y, text, right=True)


def pair_of(number: int, rights: Span) -> list[tuple[float, str]]:
    """Return the two amounts of a row, told from those of other rows by their thousands: 1,100 and 1,200."""
    first, second = rights
    return [(first, f"{number + 1},100"), (second, f"{number + 1},200")]


def statement_heads(sheet: Sheet) -> None:
    for span, head in zip(((60, 220), (224, 280)), ("資產", "附註"), strict=True):
        underlined(sheet, span, 80, head)
    for span, head in zip(((300, 360), (380, 440)), ("113年度", "112年度"), strict=True):
        underlined(sheet, span, 80, head)
