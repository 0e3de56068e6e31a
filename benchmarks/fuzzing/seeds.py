"""Small documents in every format, of companies that do not exist: what cases are made from."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path

from benchmarks.fuzzing.archives import packed, timeless
from tests.readers.html_pages import YEARS, page, table
from tests.readers.office_files import ACCOUNTING, book_bytes, book_of, word_bytes, word_of, word_table
from tests.readers.pdf_pages import Sheet, pdf

LARGEST = 60_000
"""The most bytes of a shared document that cases are made from: what is larger takes long however it is."""
_SUFFIXES = (".htm", ".html", ".xhtml", ".pdf", ".docx", ".xlsx", ".md", ".zip", ".xbri", ".gz")

_ROWS = (
    ("(in millions)", "2025", "2024"),
    ("Revenue", "1,234", "1,100"),
    ("Costs", "(1,034)", "—"),
    ("Profit for the year", "200", "12.5%"),
)
_CHINESE = (
    ("单位：万元", "2025年12月31日", "2024年度"),
    ("货币资金", "1,234.56", "-"),
    ("资产总计", "（78）", "90"),
)
_INLINE = """<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance">
<body><ix:header><ix:resources><xbrli:context id="y"><xbrli:entity>
<xbrli:identifier scheme="http://www.sec.gov/CIK">0</xbrli:identifier></xbrli:entity><xbrli:period>
<xbrli:startDate>2025-01-01</xbrli:startDate><xbrli:endDate>2025-12-31</xbrli:endDate></xbrli:period>
</xbrli:context><xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources>
</ix:header><table><tr><td></td><td>Year ended December 31, 2025</td></tr><tr><td>Revenue</td><td>$
<ix:nonFraction name="us-gaap:Revenues"
contextRef="y" unitRef="usd" scale="6" decimals="-6">1,234</ix:nonFraction></td>
</tr></table></body></html>"""
_SPANS = """<html><head><style>.n{padding-left:12pt;text-indent:-3px}</style></head><body><h2>Results</h2>
<p style="font-weight:bold">Revenue by region (in thousands)</p><table><tr><th rowspan="2">Region</th>
<th colspan="2">Year ended June 30,</th></tr><tr><th>2025</th><th>2024</th></tr>
<tr><td class="n" style="padding-left:8.5px">North<sup>(1)</sup></td><td>$1,100</td><td>900)</td></tr>
<tr><td colspan="1">South</td><td>134</td><td>n/a</td></tr><tr><td>Total</td><td>1,234</td><td>1,000</td></tr>
</table><p>Revenue was $1,234 thousand.</p></body></html>"""
_PIPES = """# Annual report

Revenue (in millions):

|  | 2025 | 2024 |
|:---|---:|---:|
| Revenue | **1,234** | 1,100 |
| Costs \\| other | (69) | — |

<table><tr><td>Cash</td><td>5</td></tr></table>
"""
_SUBMISSION = (
    "<SEC-DOCUMENT>x\n<DOCUMENT>\n<TYPE>10-K\n<SEQUENCE>1\n<FILENAME>a.htm\n<TEXT>\n%s\n</TEXT>\n</DOCUMENT>\n"
    "<DOCUMENT>\n<TYPE>EX-13\n<SEQUENCE>2\n<FILENAME>b.htm\n<TEXT>\n%s\n</TEXT>\n</DOCUMENT>\n"
)


def made_up() -> dict[str, bytes]:
    """Return small documents in every format, by their names: the same in every run."""
    plain, chinese = page("<h1>Results</h1>", table(*_ROWS)), page(table(*_CHINESE))
    twice = page("<h2>Results</h2>", table(*_ROWS), "<h2>Segments</h2>", table(*_ROWS, YEARS))
    word = word_of(*_ROWS)
    word.add_heading("Note 2", 1)
    word_table(word, *_ROWS).cell(0, 0).merge(word.tables[-1].cell(1, 0))
    book = book_of(*_ROWS[:1], ("Revenue", 1234, 1100.5), ("Costs", -1034, 0.125), number_format=ACCOUNTING)
    book.active.merge_cells("A5:C6")
    book.active["A5"] = "Notes"
    submission = _SUBMISSION % (plain.decode(), twice.decode())
    return {
        "plain.htm": plain,
        "twice.htm": twice,
        "spans.htm": _SPANS.encode(),
        "chinese.htm": chinese,
        "inline.xhtml": _INLINE.encode(),
        "page.htm.gz": gzip.compress(plain, mtime=0),
        "ruled.pdf": _ruled(),
        "aligned.pdf": _aligned(),
        "report.docx": timeless(word_bytes(word)),
        "report.xlsx": timeless(book_bytes(book)),
        "report.md": _PIPES.encode(),
        "docling.json": json.dumps(_docling()).encode(),
        "package.zip": packed({"a/reports/report.xhtml": _INLINE.encode(), "a/META-INF/x.xml": b"<x/>"}),
        "submission.txt": submission.encode(),
    }


def shared(folder: Path) -> Mapping[str, bytes]:
    """Return the documents below a folder that are small enough, by their paths in it."""
    paths = sorted(path for path in folder.rglob("*") if path.name.endswith(_SUFFIXES))
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if path.is_file() and path.stat().st_size <= LARGEST
    }


def _ruled() -> bytes:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 60, "Results", bold=True)
        sheet.ruled(60, 80, (150, 80, 80), _ROWS)

    return pdf(draw, pageCompression=0)


def _aligned() -> bytes:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 60, "Consolidated balance sheet", bold=True)
        sheet.aligned((320, 400), 90, _ROWS)

    return pdf(draw, draw, pageCompression=0)


def _docling() -> dict[str, object]:
    cells = [
        {
            "text": text, "start_row_offset_idx": row, "end_row_offset_idx": row + 1,
            "start_col_offset_idx": column, "end_col_offset_idx": column + 1, "row_span": 1, "col_span": 1,
            "column_header": row == 0, "row_header": column == 0, "row_section": False,
        }
        for row, texts in enumerate(_ROWS)
        for column, text in enumerate(texts)
    ]  # fmt: skip
    return {
        "schema_name": "DoclingDocument",
        "version": "1.8.0",
        "name": "report",
        "body": {"self_ref": "#/body", "children": [{"$ref": "#/texts/0"}, {"$ref": "#/tables/0"}]},
        "groups": [],
        "texts": [
            {
                "self_ref": "#/texts/0",
                "label": "section_header",
                "text": "Results",
                "level": 1,
                "children": [],
            }
        ],
        "tables": [
            {
                "self_ref": "#/tables/0",
                "label": "table",
                "children": [],
                "captions": [],
                "data": {"num_rows": len(_ROWS), "num_cols": 3, "table_cells": cells},
            }
        ],
    }
