"""Writes made-up statements in each format."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from html import escape
from unicodedata import east_asian_width

from cofitcheck.evaluation.statements.made import MadeStatements, MadeTable

Row = list[str]
_WIDTH = 14


def _rows(made: MadeStatements, table: MadeTable) -> Iterator[Row]:
    """Yield the header and the rows of a table as printed: below zero in brackets."""
    yield ["", *made.years]
    for at, key in enumerate(table.rows):
        yield [made.word(key), *(_printed(column[at]) for column in table.columns)]


def _printed(number: int) -> str:
    return f"({-number:,})" if number < 0 else f"{number:,}"


def _html(made: MadeStatements) -> bytes:
    parts = []
    for table in made.tables:
        header, *body = _rows(made, table)
        head = "".join(f"<th>{escape(text)}</th>" for text in header)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in body)
        parts.append(
            f"<h2>{escape(made.word(table.title))}</h2><p>{escape(made.word('unit'))}</p>"
            f"<table><tr>{head}</tr>{rows}</table>"
        )
    return f'<html><head><meta charset="utf-8"></head><body>{"".join(parts)}</body></html>'.encode()


def _markdown(made: MadeStatements) -> bytes:
    parts = []
    for table in made.tables:
        header, *body = _rows(made, table)
        lines = [header, ["---"] * len(header), *body]
        grid = "\n".join(f"| {' | '.join(row)} |" for row in lines)
        parts.append(f"## {made.word(table.title)}\n\n{made.word('unit')}\n\n{grid}\n")
    return "\n".join(parts).encode()


def _text(made: MadeStatements) -> bytes:
    parts = []
    for table in made.tables:
        rows = list(_rows(made, table))
        widest = max(_wide(row[0]) for row in rows)
        lines = [
            row[0] + " " * (widest - _wide(row[0])) + "".join(f"{text:>{_WIDTH}}" for text in row[1:])
            for row in rows
        ]
        parts.append("\n".join([made.word(table.title), made.word("unit"), "", *lines, ""]))
    return "\n".join(parts).encode()


def _wide(text: str) -> int:
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def _word(made: MadeStatements) -> bytes:
    from docx import Document

    document = Document()
    for table in made.tables:
        document.add_heading(made.word(table.title), level=2)
        document.add_paragraph(made.word("unit"))
        rows = list(_rows(made, table))
        grid = document.add_table(len(rows), len(rows[0]))
        for line, row in zip(grid.rows, rows, strict=True):
            for cell, text in zip(line.cells, row, strict=True):
                cell.text = text
    return _saved(document.save)


def _workbook(made: MadeStatements) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for number, table in enumerate(made.tables, start=1):
        sheet = book.create_sheet(f"{number}")
        sheet.append([made.word(table.title)])
        sheet.append([made.word("unit")])
        sheet.append(["", *made.years])
        for at, key in enumerate(table.rows):
            sheet.append([made.word(key), *(column[at] for column in table.columns)])
        for row in sheet.iter_rows(min_row=4, min_col=2):
            for cell in row:
                cell.number_format = "#,##0;(#,##0)"
    return _saved(book.save)


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


FORMATS: Mapping[str, Callable[[MadeStatements], bytes]] = {
    ".html": _html,
    ".md": _markdown,
    ".docx": _word,
    ".xlsx": _workbook,
    ".txt": _text,
}
"""What writes each format, by the ending of its files."""
