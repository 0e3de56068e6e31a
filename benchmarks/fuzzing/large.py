"""Documents that are large or laid out to cost much: each makes its bytes when it is called.

A check of each ends within its bounds, with a report, in part where that takes longer, or with a sentence.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable
from random import Random

from tests.readers.html_pages import YEARS, page, table
from tests.readers.office_files import changed, word_bytes, word_of
from tests.readers.pdf_pages import pdf, words

_SALES = ("Sales", "1,100", "1,200")
_NAMES = ("Net sales", "Cost of sales", "Gross profit", "Interest expense", "Net income", "Total assets")
_BODY = "word/document.xml"


def _grid(rows: int, columns: int, least: int, most: int, seed: int = 1) -> str:
    random = Random(seed)
    heads = ("", *(str(1_950 + column % 80) for column in range(columns)))
    lines = (
        (f"Item {row}", *(f"{random.randint(least, most):,}" for _ in range(columns))) for row in range(rows)
    )
    return table(heads, *lines)


def _sentences(count: int) -> Iterable[str]:
    random = Random(count)
    for number in range(count):
        amounts = ", ".join(f"${random.randint(100, 9_999):,} million" for _ in range(5))
        yield f"<p>In {2_000 + number % 25}, {_NAMES[number % 6].lower()} by region were {amounts}.</p>"


def _word(change: Callable[[bytes], bytes]) -> bytes:
    data = word_bytes(word_of(YEARS, _SALES))
    body = zipfile.ZipFile(io.BytesIO(data)).read(_BODY)
    return changed(data, {_BODY: change(body)})


def _html(encoding: str) -> bytes:
    return page(table(YEARS, _SALES)).decode().encode(encoding)


LARGE: dict[str, Callable[[], bytes]] = {
    "100,000 cells in 1,000 rows": lambda: page(_grid(1_000, 100, 1_000, 9_999_999)),
    "100,000 cells in 100 rows": lambda: page(_grid(100, 1_000, 1_000, 9_999_999)),
    "100,000 cells in 1,000 tables": lambda: page(
        *(_grid(25, 4, 1_000, 9_999_999, seed) for seed in range(1_000))
    ),
    "500 equal tables": lambda: page(*[_grid(40, 4, 1_000, 9_999_999)] * 500),
    "300 x 40 small whole numbers": lambda: page(_grid(300, 40, 1, 30)),
    "3,000 sentences beside a table": lambda: page(table(YEARS, _SALES), *_sentences(3_000)),
    "3,000 sentences alone": lambda: page(*_sentences(3_000)),
    "a PDF of 3,000 pages": lambda: pdf(*[words(["Our sales were 1,100 in 2024."])] * 3_000),
    "4 million empty paragraphs": lambda: _word(
        lambda body: body.replace(b"</w:body>", b"<w:p/>" * 4_000_000 + b"</w:body>")
    ),
    "2 million cells": lambda: page("<table>", ("<tr>" + "<td>1</td>" * 100 + "</tr>") * 20_000, "</table>"),
    "200,000 attributes of one element": lambda: page(
        table(YEARS, _SALES), "<p ", " ".join(f"a{number}=1" for number in range(200_000)), ">x</p>"
    ),
    "a column of rowspans": lambda: page(
        "<table>", "".join(f"<tr><td rowspan=1000>{row}</td></tr>" for row in range(20_000)), "</table>"
    ),
    "halves of surrogate pairs": lambda: page(table(YEARS, ("S&#xD800;ales &#57343;", "1,100", "1,200"))),
    "such halves in bytes": lambda: page(table(YEARS, _SALES)).replace(b"ales", b"\xed\xa0\x80"),
    "a Word document of another kind": lambda: _word(lambda _: b"<x/>"),
    "UTF-16 without a mark": lambda: _html("utf-16-le"),
    "UTF-32": lambda: _html("utf-32"),
}
