"""What the numbers of whole columns are: percentages whose sign is printed once, footnote marks, codes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cofitcheck.language.lexicon import EAST_ASIAN, NUMERALS
from cofitcheck.language.table_words import HEADERS, any_of
from cofitcheck.readers.tables.grid.logical import JoinedCell
from cofitcheck.readers.tables.roles.cells import is_value

_PLAIN = re.compile(r"[(−–-]?\s*\d{1,3}(?:\.\d+|,\d\d?)?\s*\)?")
_MARK = re.compile(r"\(\d{1,2}\)")
_NOTE = any_of(HEADERS.note)
_EXPLAINED = re.compile(
    rf".+(?:[(（]{_NOTE}\s*[\d{NUMERALS}]+[)）]|{_NOTE}\s*[(（][\d{NUMERALS}]+[)）])"
    rf"|.*{any_of(HEADERS.related)}\s*[(（]{_NOTE}[)）]"
)
"""A header that a note explains."""
_DIGIT = re.compile(r"\d")
_CODE = re.compile(r"\d\d?")
_RATE = re.compile(any_of(HEADERS.rates))


def percent_columns(cells: list[JoinedCell]) -> frozenset[int]:
    """Return the columns whose sign stands beside the first or last number only, as printers of percentages
    do."""
    signed, plain = set(), set()
    for cell in cells:
        if cell.text.endswith("%"):
            signed.add(cell.column)
        elif _PLAIN.fullmatch(cell.text) is None and any(character.isdigit() for character in cell.text):
            plain.add(cell.column)
    return frozenset(signed - plain)


def signed_throughout(
    cells: list[JoinedCell], labels: Mapping[int, tuple[str, ...]], headers: Mapping[int, tuple[str, ...]]
) -> frozenset[int]:
    """Return the columns where each percentage has its sign, as in Chinese and Japanese tables: a number
    without one is of another kind, unless the header speaks of rates, or its label does."""
    if not any(EAST_ASIAN.search(text) for cell in cells for text in labels.get(cell.row, ())):
        return frozenset()
    rates = {column for column, texts in headers.items() if any(map(_RATE.search, texts))}
    return frozenset(cell.column for cell in cells) - rates


def mark_columns(cells: list[JoinedCell], headers: Mapping[int, tuple[str, ...]]) -> frozenset[int]:
    """Return the columns of footnote marks: "(1)" right of a number, and no header but that number's."""
    numbers = [cell for cell in cells if is_value(cell)]
    ends = {(cell.row, cell.column_end) for cell in numbers}
    others = {
        cell.column
        for cell in numbers
        if _MARK.fullmatch(cell.text) is None or (cell.row, cell.column) not in ends
    }
    return frozenset(
        cell.column
        for cell in numbers
        if cell.column not in others
        and headers.get(cell.column - 1)
        and headers.get(cell.column, ()) in ((), headers[cell.column - 1])
    )


def code_columns(cells: list[JoinedCell], headers: Mapping[int, tuple[str, ...]]) -> frozenset[int]:
    """Return the columns of codes that a note explains: digits alone, below "關係 (註1)"; below "(註1)" two
    of them too."""
    numbers = [cell for cell in cells if is_value(cell) and any(map(str.isdigit, cell.text))]
    bare = {c for c, texts in headers.items() if texts and _EXPLAINED.fullmatch("." + texts[-1])}
    explained = {c for c in bare if _EXPLAINED.fullmatch(headers[c][-1])}
    others = {
        cell.column
        for cell in numbers
        if (_DIGIT if cell.column in explained else _CODE).fullmatch(cell.text) is None
    }
    return frozenset({cell.column for cell in numbers} & bare - others)
