"""The forms of a document that a list asks for: as it lies there, printed, or as an office file.

What is made is kept, and taken from there the next time: a snapshot compares two states of the code on one
and the same file, whatever printed it.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.formats import as_workbook
from benchmarks.printed import print_to_pdf
from cofitcheck.document import Document
from cofitcheck.readers import read


class Listed(NamedTuple):
    """A document of a list: its path below the data folder, and its form ("" as it lies there)."""

    file: str
    form: str = ""

    @property
    def name(self) -> str:
        """What a snapshot calls the document."""
        return f"{self.file} as {self.form}" if self.form else self.file


def read_list(path: Path) -> list[Listed]:
    """Return the documents of a list with the columns `file` and `form`, tab-separated."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Listed(row["file"], row["form"] or "") for row in csv.DictReader(file, delimiter="\t")]


def load(listed: Listed, data: Path, made: Path) -> Document:
    """Read a document in its form; what has to be made for it is kept in the folder `made`."""
    source = data / listed.file
    if not listed.form:
        return read(source, listed.file)
    suffix, make = FORMS[listed.form]
    target = made / f"{listed.file.replace('/', '-')}{suffix}"
    if not target.exists():
        made.mkdir(parents=True, exist_ok=True)
        make(source, target)
    return read(target, listed.name)


def _print(source: Path, target: Path) -> None:
    print_to_pdf(source, target)


def _print_without_tags(source: Path, target: Path) -> None:
    print_to_pdf(source, target)
    target.write_bytes(target.read_bytes().replace(b"/StructTreeRoot", b"/NoStructTreeRt"))


def _write_workbook(source: Path, target: Path) -> None:
    target.write_bytes(as_workbook(read(source)))


def _write_word(source: Path, target: Path) -> None:
    target.write_bytes(as_typed(read(source)))


FORMS: dict[str, tuple[str, Callable[[Path, Path], None]]] = {
    "pdf": (".pdf", _print),
    "pdf without tags": ("-without-tags.pdf", _print_without_tags),
    "xlsx": (".xlsx", _write_workbook),
    "docx": (".docx", _write_word),
}


def as_typed(document: Document) -> bytes:
    """Return a document's tables as a Word document: title, unit and grid, with merged cells."""
    import docx

    word = docx.Document()
    for table in document.tables:
        for text in (table.title.rpartition(" — ")[2], table.caption):
            if text:
                word.add_paragraph(text)
        rows: dict[int, dict[int, str]] = defaultdict(dict)
        for cell in table.cells:
            rows[cell.row][cell.column] = cell.text
        grid = word.add_table(table.rows, table.columns)
        for number, row in enumerate(grid.rows):
            for column, cell in enumerate(row.cells):
                cell.text = rows[number].get(column, "")
        for cell in table.cells:
            if cell.columns > 1 or cell.rows > 1:
                last = grid.cell(cell.row + cell.rows - 1, cell.column + cell.columns - 1)
                grid.cell(cell.row, cell.column).merge(last).text = cell.text
    buffer = io.BytesIO()
    word.save(buffer)
    return buffer.getvalue()
