"""Small documents of a few tables, written in each format that people have them in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any
from unicodedata import east_asian_width

import docx
from openpyxl import Workbook

from cofitcheck import CheckConfig, Checker, read
from tests.readers.office_files import book_bytes, word_bytes, word_table

_NUMBER = re.compile(r"[-(△]?\d{1,3}(?:[.,  ]\d{3})*\)?")


@dataclass(frozen=True)
class Printed:
    """A table as printed: its title, the line with its unit, its header and its rows."""

    title: str
    unit: str
    rows: tuple[tuple[str, ...], ...]


def printed(title: str, unit: str, *lines: str) -> Printed:
    """Return a table: the cells of a line are set apart by a semicolon."""
    rows = [tuple(cell.strip() for cell in line.split(";")) for line in lines]
    widest = max(map(len, rows))
    return Printed(title, unit, tuple(row + ("",) * (widest - len(row)) for row in rows))


@cache
def checker() -> Checker:
    return Checker(CheckConfig(threads=1))


def found(tables: Sequence[Printed], ending: str) -> list[str]:
    """Return the numbers that each finding holds, digits only."""
    return found_in(WRITERS[ending](tables), ending)


def found_in(data: bytes, ending: str) -> list[str]:
    """Return the numbers that each finding in a file holds, digits only."""
    report = checker().check(read(data, f"small.{ending}"))
    numbers = {each.index: digits(each.text) for each in report.document.mentions}
    return [" ".join(numbers[at] for at in each.mentions) for each in report.found]


def digits(text: str) -> str:
    """Return the digits of a number as printed, which every format keeps."""
    return re.sub(r"\D", "", text)


def _html(tables: Sequence[Printed]) -> bytes:
    parts = []
    for table in tables:
        header, *body = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in table.rows]
        rows = "".join(f"<tr>{row}</tr>" for row in (header.replace("td>", "th>"), *body))
        parts.append(f"<h2>{escape(table.title)}</h2><p>{escape(table.unit)}</p><table>{rows}</table>")
    return f'<html><head><meta charset="utf-8"></head><body>{"".join(parts)}</body></html>'.encode()


def _markdown(tables: Sequence[Printed]) -> bytes:
    parts = []
    for table in tables:
        header, *body = table.rows
        grid = "\n".join(f"| {' | '.join(row)} |" for row in (header, ["---"] * len(header), *body))
        parts.append(f"## {table.title}\n\n{table.unit}\n\n{grid}\n")
    return "\n".join(parts).encode()


def _text(tables: Sequence[Printed]) -> bytes:
    parts = []
    for table in tables:
        first, *widths = [max(map(_wide, column)) + 2 for column in zip(*table.rows, strict=True)]
        lines = [
            row[0].ljust(len(row[0]) + first - _wide(row[0]))
            + "".join(_behind(cell, width) for cell, width in zip(row[1:], widths, strict=True))
            for row in table.rows
        ]
        parts.append("\n".join([table.title, table.unit, "", *lines, ""]))
    return "\n".join(parts).encode()


def _behind(cell: str, width: int) -> str:
    return " " * (width + 2 - _wide(cell)) + cell


def _wide(text: str) -> int:
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def _word(tables: Sequence[Printed]) -> bytes:
    document = docx.Document()
    for table in tables:
        document.add_heading(table.title, level=2)
        document.add_paragraph(table.unit)
        word_table(document, *table.rows)
    return word_bytes(document)


def _workbook(tables: Sequence[Printed]) -> bytes:
    book: Any = Workbook()
    book.remove(book.worksheets[0])
    for number, table in enumerate(tables, start=1):
        sheet = book.create_sheet(f"{number}")
        sheet.append([table.title])
        sheet.append([table.unit])
        for row in table.rows:
            sheet.append([row[0], *map(_cell, row[1:])])
        for row in sheet.iter_rows(min_row=4, min_col=2):
            for cell in row:
                cell.number_format = "#,##0;(#,##0)"
    return book_bytes(book)


def _cell(text: str) -> int | str | None:
    """Return what a workbook holds of a cell: a whole number where one is printed."""
    if not _NUMBER.fullmatch(text) or re.fullmatch(r"(?:19|20)\d\d", text):
        return text or None
    return int(digits(text)) * (1 if text[0].isdigit() else -1)


WRITERS: Mapping[str, Callable[[Sequence[Printed]], bytes]] = {
    "md": _markdown,
    "html": _html,
    "txt": _text,
    "docx": _word,
    "xlsx": _workbook,
}
"""What writes each format, by the ending of its files."""
