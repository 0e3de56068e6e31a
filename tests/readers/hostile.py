"""Small files that once cost minutes, gigabytes or a crash; each makes its bytes when it is called."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from openpyxl.utils import get_column_letter

from tests.readers.html_pages import YEARS, page, table
from tests.readers.office_files import book_bytes, book_of, changed, word_bytes, word_of, zip_of

SALES = ("Sales", "1,100", "1,200")
REPORT = page(table(YEARS, SALES))
_SHEET = "xl/worksheets/sheet1.xml"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def _styled(*styles: str) -> bytes:
    cells = "".join(f"<td style='{style}'>{text}</td>" for style, text in zip(styles, SALES, strict=False))
    return page(table(YEARS, SALES).replace("<td>Sales</td>", cells, 1), table(YEARS, SALES))


def _book(number: float = 1100, **formats: str) -> bytes:
    return book_bytes(book_of(("", "2024", "2023"), ("Sales", number, 1200.5), **formats))


def _sheet(cells: str, merged: Iterable[str] = ()) -> dict[str, bytes]:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    areas = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    merges = f"<mergeCells>{areas}</mergeCells>" if areas else ""
    return {_SHEET: f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData>{merges}</worksheet>'.encode()}


def _cells(rows: int, columns: int, tag: str = "<c ") -> str:
    letters = [get_column_letter(column + 1) for column in range(columns)]
    lines = (
        "".join(f'{tag}r="{letter}{row}"><v>{row}7</v></c>' for letter in letters)
        for row in range(1, rows + 1)
    )
    return "".join(f"<row>{line}</row>" for line in lines)


def _elsewhere(cells: str) -> bytes:
    """A workbook whose sheet lies outside the folder where they usually do."""
    book = _book()
    relations = (
        f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" Target="/xl/other.xml" Type="http://'
        'schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/></Relationships>'
    )
    moved: Mapping[str, bytes | None] = {
        "xl/other.xml": _sheet(cells)[_SHEET],
        _SHEET: None,
        "xl/_rels/workbook.xml.rels": relations.encode(),
    }
    return changed(book, moved)


def _word(body: str) -> bytes:
    main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    part = f'<w:document xmlns:w="{main}">{body}</w:document>'
    return changed(word_bytes(word_of(YEARS, SALES)), {"word/document.xml": part.encode()})


def _word_table(properties: str) -> str:
    cells = "".join(
        f"<w:tc>{properties}<w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>" for text in ("Sales", "1,100")
    )
    return f"<w:body><w:tbl><w:tr>{cells}</w:tr></w:tbl></w:body>"


def _docling(*cells: tuple[int, int, str]) -> bytes:
    placed: list[dict[str, Any]] = [
        {
            "text": text,
            "start_row_offset_idx": row,
            "end_row_offset_idx": row + 1,
            "start_col_offset_idx": column,
            "end_col_offset_idx": column + 1,
        }
        for row, column, text in cells
    ]
    tables = [{"self_ref": "#/tables/0", "data": {"table_cells": placed}}]
    body = {"self_ref": "#/body", "children": [{"$ref": "#/tables/0"}]}
    return json.dumps({"schema_name": "DoclingDocument", "body": body, "tables": tables}).encode()


_SMALL_TABLE = ((0, 1, "2024"), (0, 2, "2023"), (1, 0, "Sales"), (1, 1, "1,100"), (1, 2, "1,200"))
_SUBMISSION = b"<SEC-DOCUMENT>\n<DOCUMENT>\n<TYPE>10-K\n"
_MARKDOWN = b"# Report\n\n| | 2024 |\n|---|---|\n| Sales | 1,100 |\n\n"
_ZIP = zip_of({"report.htm": REPORT})

HOSTILE: dict[str, Callable[[], bytes]] = {
    "a length of several points": lambda: _styled("padding:1.2.3px", "padding:..", "margin-left:.px"),
    "a length of 400 digits": lambda: _styled(f"padding-left:{'9' * 400}px", f"padding:{'9' * 400}px"),
    "documents that never end": lambda: _SUBMISSION + b"<DOCUMENT>" * 95_000,
    "texts that never end": lambda: _SUBMISSION + b"<TEXT>" * 150_000 + b"</DOCUMENT>",
    "tables in Markdown that never end": lambda: _MARKDOWN + b"<table" * 150_000,
    "a merge of the whole sheet": lambda: changed(_book(), _sheet(_cells(3, 3), ["A1:XFD1048576"])),
    "20,000 merges": lambda: changed(
        _book(), _sheet(_cells(3, 3), (f"A{row}:B{row + 1}" for row in range(5, 40_005, 2)))
    ),
    "merges over each other": lambda: changed(
        _book(), _sheet(_cells(4_000, 3), (f"A{row}:C4000" for row in range(1, 4_000)))
    ),
    "cells whose tags are broken off": lambda: changed(_book(), _sheet(_cells(1_100, 50, "<c\n"))),
    "a sheet elsewhere": lambda: _elsewhere(_cells(1_100, 50)),
    "99,000 cells": lambda: changed(_book(), _sheet(_cells(1_980, 50))),
    "cells far down in a DoclingDocument": lambda: _docling(
        *_SMALL_TABLE, *((20_000 - row, 999, "7") for row in range(1, 180))
    ),
    "a Word document of empty paragraphs": lambda: _word(
        _word_table("").replace("</w:body>", "<w:p/>" * 6_000_000 + "</w:body>")
    ),
    "an archive with one huge report": lambda: zip_of({"report.htm": REPORT + b" " * 60_000_000}),
    "elements without end": lambda: page(table(YEARS, SALES), "<b></b>" * 3_000_000),
    "cells without end": lambda: page("<table>", "<td>" * 3_000_000),
    "wide spans over short rows": lambda: page(
        table(*[["<td rowspan=1000>7</td>"] * 3_000, *([["8"]] * 19_000)])
    ),
    "a vast number": lambda: _book(1e300, number_format="#,##0.00"),
    "a hundred decimals": lambda: _book(number_format="0." + "0" * 100),
    "percentages of percentages": lambda: _book(1e300, number_format="0.00" + "%" * 900),
    "an archive with bytes taken out": lambda: _ZIP[:50] + _ZIP[90:],
    "a Word document without a body": lambda: _word(""),
    "a Word document of another kind": lambda: changed(
        word_bytes(word_of(YEARS, SALES)), {"word/document.xml": b"<x/>"}
    ),
    "a column span of 5,000 digits": lambda: _word(
        _word_table(f'<w:tcPr><w:gridSpan w:val="{"9" * 5_000}"/></w:tcPr>')
    ),
    "a relationship without a target": lambda: changed(
        word_bytes(word_of(YEARS, SALES)),
        {
            "word/_rels/document.xml.rels": (
                f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" Type="t"/></Relationships>'
            ).encode()
        },
    ),
    "a DoclingDocument that is no text": lambda: _docling(*_SMALL_TABLE).replace(b"Sales", b"S\xff\xfe"),
    "raised and circled digits": lambda: page(
        table(YEARS, ("Item 1", "1,100", "¹²³"), ("Note 2", "1,100", "②"), ("Note 3", "1", "9" * 5_000))
    ),
}
