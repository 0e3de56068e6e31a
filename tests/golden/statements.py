"""Made-up statements as text, and the forms that they are read in.

In a text "# " begins a title, "> " what stands over a table, "|" each cell of a row; two spaces before a
label indent it by a step, and a cell "<" is covered by the one before it. All else is prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import docx
from openpyxl import Workbook

from tests.readers.office_files import ACCOUNTING, book_bytes, word_bytes, word_table, zip_of
from tests.readers.pdf_pages import HEIGHT, Sheet, chinese, pdf
from tests.readers.tagged_pages import Row, Tagged, Text, tagged_bytes

FOLDER = Path(__file__).with_name("texts")
_STEP = 12
_COVERED = "<"
_NUMBER = re.compile(r"[($£€\d.,\s-]*\d[\d.,\s]*[)%]?")
_PLAIN = re.compile(r"\(?\d{1,3}(?:,\d{3})*\)?")


class Part(NamedTuple):
    """A title, a line over a table, prose, or the rows of one table."""

    kind: str
    lines: tuple[str, ...]

    @property
    def rows(self) -> list[list[str]]:
        """The cells of a table; every row has as many."""
        cells = [[cell.removeprefix(" ").rstrip() for cell in line.split("|")] for line in self.lines]
        width = max(map(len, cells))
        return [row + [""] * (width - len(row)) for row in cells]


def parts(name: str) -> list[Part]:
    """Return the parts of a statement."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for kind, held in groupby(filter(None, lines), key=lambda line: line[0] if line[0] in "#>|" else ""):
        texts = tuple(line[1:] if kind else line for line in held)
        found += [Part(kind, texts)] if kind == "|" else [Part(kind, (text.strip(),)) for text in texts]
    return found


def html(name: str, *, tagged: bool = False, of: slice = slice(None)) -> bytes:
    """Return a statement as a page; `tagged` has its numbers in inline XBRL, `of` takes some of its parts."""
    body = "".join(_as_html(part, tagged) for part in parts(name)[of])
    return f'<html><head><meta charset="utf-8"/></head><body>{body}</body></html>'.encode()


def _as_html(part: Part, tagged: bool) -> str:
    if part.kind == "|":
        return f"<table>{''.join(_row(cells, tagged) for cells in part.rows)}</table>"
    name = "h2" if part.kind == "#" else "p"
    return f"<{name}>{escape(part.lines[0])}</{name}>"


def _row(cells: Sequence[str], tagged: bool) -> str:
    label = cells[0]
    indent = f' style="padding-left:{_STEP * _indent(label)}pt"' if _indent(label) else ""
    line = [f"<td{indent}>{_escaped(label.strip())}</td>"]
    for at, cell in enumerate(cells[1:], start=1):
        if cell != _COVERED:
            span = ' colspan="2"' if cells[at + 1 : at + 2] == [_COVERED] else ""
            line.append(f"<td{span}>{_tagged(cell) if tagged else _escaped(cell)}</td>")
    return f"<tr>{''.join(line)}</tr>"


def _escaped(text: str) -> str:
    return escape(text, quote=False).replace("&lt;br&gt;", "<br/>")


def _tagged(text: str) -> str:
    number = f'<ix:nonFraction name="ifrs-full:X" contextRef="c" unitRef="u">{escape(text)}</ix:nonFraction>'
    return number if _NUMBER.fullmatch(text) else _escaped(text)


def _indent(label: str) -> int:
    return (len(label) - len(label.lstrip())) // 2


def esef(name: str) -> bytes:
    """Return a statement as a report package with one tagged report."""
    report = {
        f"{name}/META-INF/reportPackage.json": b"{}",
        f"{name}/reports/{name}.xhtml": html(name, tagged=True),
    }
    return zip_of(report)


def edinet(name: str) -> bytes:
    """Return a statement as an archive of two tagged files: its first table, and the others."""
    folder = "XBRL/PublicDoc"
    files = {"0101010_honbun_ixbrl.htm": slice(3), "0105010_honbun_ixbrl.htm": slice(3, None)}
    return zip_of({f"{folder}/{file}": html(name, tagged=True, of=of) for file, of in files.items()})


def markdown(name: str) -> bytes:
    """Return a statement as Markdown; the first row of a table is its header."""
    return "\n\n".join(map(_as_markdown, parts(name))).encode()


def _as_markdown(part: Part) -> str:
    if part.kind != "|":
        return f"## {part.lines[0]}" if part.kind == "#" else part.lines[0]
    head, *body = (f"| {' | '.join(map(str.strip, row)).replace(_COVERED, '')} |" for row in part.rows)
    return "\n".join([head, f"|{'---|' * len(part.rows[0])}", *body])


def word(name: str) -> bytes:
    """Return a statement as a Word document with real headings."""
    made = docx.Document()
    for part in parts(name):
        if part.kind == "|":
            table = word_table(made, *part.rows)
            for row, column in _covered(part):
                text = part.rows[row][column - 1]
                table.cell(row, column - 1).merge(table.cell(row, column)).text = text
        elif part.kind == "#":
            made.add_heading(part.lines[0], 1)
        else:
            made.add_paragraph(part.lines[0])
    return word_bytes(made)


def _covered(part: Part) -> list[tuple[int, int]]:
    return [
        (at, column)
        for at, row in enumerate(part.rows)
        for column, cell in enumerate(row)
        if cell == _COVERED
    ]


def workbook(name: str) -> bytes:
    """Return a statement as a workbook, a sheet a title, whole numbers stored as such."""
    book: Any = Workbook()
    book.remove(book.active)
    for part in parts(name):
        if part.kind == "#":
            sheet = book.create_sheet(re.sub(r"[^\w ]", "", part.lines[0])[:28])
        for row in part.rows if part.kind == "|" else [list(part.lines)]:
            sheet.append([_stored(cell.strip().replace(_COVERED, "")) for cell in row])
    for sheet in book:
        for cell in (cell for line in sheet.iter_rows() for cell in line if isinstance(cell.value, int)):
            cell.number_format = "0" if 1900 < cell.value < 2100 else ACCOUNTING
    return book_bytes(book)


def _stored(text: str) -> Any:
    if not _PLAIN.fullmatch(text):
        return text
    digits = int(text.strip("()").replace(",", ""))
    return -digits if text.startswith("(") else digits


def printed(name: str) -> bytes:
    """Return a statement as a PDF without lines or tags, a title a page."""

    def draw(sheet: Sheet, part: Part, top: float) -> None:
        rows = [[cell.replace(_COVERED, "") for cell in row] for row in part.rows]
        sheet.aligned([280 + 120 * at for at in range(1, len(rows[0]))], top, rows)

    return pdf(*_pages(name, draw))


def ruled(name: str) -> bytes:
    """Return a Chinese statement as a PDF with ruled tables, a title a page."""

    def draw(sheet: Sheet, part: Part, top: float) -> None:
        width = len(part.rows[0])
        rows = [[cell.strip() for cell in row] for row in part.rows]
        sheet.ruled(40, top, (160, *[350 / (width - 1)] * (width - 1)), rows, font=chinese())

    return pdf(*_pages(name, draw, font=chinese()))


def _pages(
    name: str, draw: Callable[[Sheet, Part, float], None], font: str = ""
) -> Iterator[Callable[[Sheet], None]]:
    """Yield a page for each title with what stands below it."""
    chapters: list[list[Part]] = []
    for part in parts(name):
        if part.kind == "#":
            chapters.append([])
        chapters[-1].append(part)
    for chapter in chapters:

        def page(sheet: Sheet, chapter: list[Part] = chapter) -> None:
            top = 80.0
            for part in chapter:
                if part.kind == "|":
                    draw(sheet, part, top)
                else:
                    sheet.text(60, top, part.lines[0], bold=part.kind == "#", font=font)
                top += 24

        yield page


def tagged(name: str) -> bytes:
    """Return a statement as a PDF that says in tags what its tables are, a title a page."""
    tables, texts, page, top = [], [], 0, 0.0
    for part in parts(name):
        if part.kind == "#":
            page, top = page + 1, 60.0
        if part.kind == "|":
            tables.append([_tagged_row(cells, top + 16 * at, page) for at, cells in enumerate(part.rows)])
        else:
            texts.append(Text(60, top, part.lines[0], page))
        top += 24
    assert top < HEIGHT
    return tagged_bytes(tables, texts, page)


def _tagged_row(cells: Sequence[str], y: float, page: int) -> Row:
    label, *values = cells
    held = [Tagged(label.strip(), 60 + 8 * _indent(label))]
    for at, value in enumerate(values):
        if value != _COVERED:
            wide = 2 if values[at + 1 : at + 2] == [_COVERED] else 1
            held.append(Tagged(value.replace("—", "-"), 420 + 120 * (at + wide - 1), wide, right=True))
    return Row(y, held, page)


DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "larch.htm": lambda: html("larch"),
    "larch.pdf": lambda: printed("larch"),
    "larch-tagged.pdf": lambda: tagged("larch"),
    "larch.docx": lambda: word("larch"),
    "larch.xlsx": lambda: workbook("larch"),
    "larch.md": lambda: markdown("larch"),
    "linden.htm": lambda: html("linden"),
    "sorrel.htm": lambda: html("sorrel", tagged=True),
    "rowan.xbri": lambda: esef("rowan"),
    "kirschbaum.xbri": lambda: esef("kirschbaum"),
    "cerisier.xbri": lambda: esef("cerisier"),
    "encina.htm": lambda: html("encina"),
    "encina.docx": lambda: word("encina"),
    "baihe.htm": lambda: html("baihe"),
    "baihe.pdf": lambda: ruled("baihe"),
    "baihe.md": lambda: markdown("baihe"),
    "songlin.htm": lambda: html("songlin"),
    "sakura.zip": lambda: edinet("sakura"),
    "kaede.htm": lambda: html("kaede"),
}
"""The bytes of each document by its name: every format and language that we read."""
