"""Cells of a table that state amounts which were not read: ranges, several in one, numbers among words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from cofitcheck.document import Cell, Mention, Table
from cofitcheck.language.lexicon import NUMERALS, alternation
from cofitcheck.numbers.currencies import SIGNS
from cofitcheck.numbers.text import normalise
from cofitcheck.readers.tables.codes import heads_notes
from cofitcheck.readers.tables.layout import speaks_of_period
from cofitcheck.readers.tables.terms import is_term

_SIGN = re.compile(alternation(SIGNS))
_NUMBER = re.compile(r"\d[\d,.]*")
_LETTER = re.compile(r"[^\W\d_]")
_FEW = 6
"""The most letters of what is an amount all the same: "授信额度5,600万元", "5.2年(含建设期)"."""
_SHOWN = 40
_UNIT = 4
"""The most letters of the units of numbers in a column that has none else: "3至5年"."""
_NOTE = re.compile(
    rf"[(\[]? ?[注註] ?[)\]]? ?[(\[]? ?[\d{NUMERALS}、,]++ ?[)\]]*+|\(\d{{1,2}}\)"
    r"|第\s*\d+\s*[条條类類号號期回]"
)
_CODE = re.compile(r"[A-Za-z][-/ ]?\d|\d[A-Z]{2}|\d[-/]\d++[-/]\d|\d{4}-\d")
"""What names a type, a standard, a file or a telephone."""
_DATED = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|(?:令和|平成|昭和|民[国國])\s*\d+\s*年|\d\s*年\s*(?:\d+\s*月|末|底|初|度)|\d\s*月\s*(?:\d+\s*日|份|末|底|初)"
    r"|(?<!\d)1[01]\d[/.](?:0?[1-9]|1[0-2])(?!\d)"
)
_AGES = re.compile(r"[账賬帐库庫年]\s*龄|[帳庫年]齡|时间|日期|年份|月份|期間|[层樓楼]")
_RANGE = re.compile(
    r"[约約]?\s*+-?\d{1,3}(?:,\d{3})*+(?:\.\d++)?\s*+[%‰]?\s*+(?:[-~至到]|to)\s*+-?\d{1,3}(?:,\d{3})*+(?:\.\d++)?\s*+"
    r"(?:[%‰]|[年天月日]|[个個]月|years?|months?)?|\d{1,3}\s*+年\s*+\d{1,2}\s*+[个個]月"
)
_AMOUNT = re.compile(r"\d,\d{3}|\d\s*[%‰]|\d\.\d")


def unread_cells(table: Table, mentions: Sequence[Mention]) -> list[Cell]:
    """Return the cells of a table that state amounts, in a range or among others, and that no mention is of.

    In the columns of numbers those are all with a number and few letters.
    """
    read = {(mention.row, mention.column) for mention in mentions}
    counted = {mention.column for mention in mentions}
    return [
        cell
        for cell, header in _below_headers(table)
        if (cell.row, cell.column) not in read and _states_amounts(cell.text, header, cell.column in counted)
    ]


def by_page(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Return cells in groups, one a page."""
    ordered = sorted(cells, key=lambda cell: cell.places[0].page)
    return [list(group) for _, group in groupby(ordered, key=lambda cell: cell.places[0].page)]


def unread_reason(text: str) -> str:
    """Say why amounts in such a cell as this text were not read."""
    several = len(_NUMBER.findall(_NOTE.sub("", normalise(text)))) > 1
    why = "state several numbers, as a range does" if several else "could not be read as a number"
    return f'cells such as "{text[:_SHOWN]}" {why}'


def _below_headers(table: Table) -> Iterator[tuple[Cell, str]]:
    """Yield the cells beside the labels and below the headers, with the lowest header over each."""
    over: dict[int, str] = {}
    for cell in sorted(table.cells, key=lambda cell: cell.row):
        if cell.row < table.header_rows or cell.row in table.inner_headers:
            over |= dict.fromkeys(range(cell.column, cell.column + cell.columns), cell.text)
        elif cell.column in table.note_columns:
            continue
        elif cell.column >= max(table.stub_columns, 1) and cell.row not in table.section_rows:
            yield cell, over.get(cell.column, "")


def _states_amounts(text: str, header: str, counted: bool) -> bool:
    spelled = _NOTE.sub("", _SIGN.sub("", normalise(text)))
    numbers = _NUMBER.findall(spelled)
    if not numbers or spelled.isdigit() or heads_notes(header):
        return False
    if _DATED.search(spelled) or speaks_of_period(spelled) or _CODE.search(spelled):
        return False
    letters = len(_LETTER.findall(spelled))
    if counted:
        return letters <= _FEW
    if _AGES.search(header):
        return False
    amounts = _AMOUNT.search(spelled) is not None and letters <= _UNIT
    return amounts or _RANGE.fullmatch(spelled) is not None or is_term(spelled)
