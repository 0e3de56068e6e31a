"""Which cells label the rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, HAN_LETTERS, is_bare_subtotal, is_total
from cofitcheck.language.table_words import LABELS, any_of
from cofitcheck.readers.tables.grid.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.roles.cells import is_code, is_value
from cofitcheck.readers.tables.roles.codes import numbers_rows
from cofitcheck.readers.tables.roles.layout import TableLayout

_NUMBER_OF_ROW = re.compile(r"\d{1,3}")
_DITTO = re.compile(rf"[\"〃″”“〝〞〟]|{any_of(LABELS.ditto)}")
_PAIR = 2
"""A group and its item stand in so many columns of labels."""
_KIND = re.compile(rf"(?P<head>[^－—–-]*)[－—–-](?=\s*[{HAN_LETTERS}])")
"""What stands before a dash and is told apart behind it: "处分－成本"."""


def row_labels(grid: LogicalGrid, layout: TableLayout) -> list[list[JoinedCell]]:
    """Return the cells that label each row: those that reach into it from rows above, then its own. One
    beside the headers is such too where it reaches down through several rows.

    A mark that says "the same" is the label above; in Chinese tables an item in the first column is that of
    the details below each other in the second.
    """
    labels: list[list[JoinedCell]] = [[] for _ in grid.rows]
    alone = layout.section_rows | layout.inner_headers | set(range(layout.header_rows))
    for row in grid.rows:
        for cell in row:
            if cell.column >= max(layout.stub_columns, 1) or (layout.stub_columns == 0 and is_value(cell)):
                continue
            if len(row) > 1 and (_refers(cell, layout) or _numbers_row(cell, layout)):
                continue
            if cell.column and _NUMBER_OF_ROW.fullmatch(cell.text) and layout.stub_columns > cell.column + 1:
                continue
            blank = not (any(map(str.isalnum, cell.text)) or _DITTO.fullmatch(cell.text))
            if cell.column and blank and len(row) > 1:
                continue  # the dash beside "Total" in a column of names
            labels[cell.row].append(cell)
            names = cell.row not in alone or cell.row_end > layout.header_rows + 1 > cell.row + 1
            for reached in range(cell.row + 1, cell.row_end):
                if names and reached not in alone:
                    labels[reached].append(cell)
    return _with_groups(_with_heads(_without_dittos(labels), alone), grid, layout)


def _without_dittos(labels: Sequence[list[JoinedCell]]) -> list[list[JoinedCell]]:
    """Return labels with those that only say that they are the one above put in its words."""
    above: dict[int, str] = {}
    named: list[list[JoinedCell]] = []
    for row in labels:
        named.append([replace(cell, text=_said(cell, above)) for cell in row])
        above |= {cell.column: cell.text for cell in named[-1]}
    return named


def _said(cell: JoinedCell, above: Mapping[int, str]) -> str:
    return above.get(cell.column, cell.text) if _DITTO.fullmatch(cell.text) else cell.text


def _with_heads(labels: list[list[JoinedCell]], alone: AbstractSet[int]) -> list[list[JoinedCell]]:
    """Return labels with those that begin with a dash behind what stands before it in the row above, the
    first of several: "Disposals - cost", "- depreciation"."""
    head = ""
    for number, row in enumerate(labels):
        kind = _KIND.match(row[0].text) if row and number not in alone else None
        if kind and kind["head"]:
            head = kind["head"]
        elif kind and head:
            row[0] = replace(row[0], text=head + row[0].text)
        elif row:
            head = ""
    return labels


def _with_groups(
    labels: list[list[JoinedCell]], grid: LogicalGrid, layout: TableLayout
) -> list[list[JoinedCell]]:
    """Return labels with those of the first column for the rows below that have one in the second alone, in a
    table with a header over each: "Item, Details". A row without a label and a total end them."""
    heads = {
        cell.column
        for row in grid.rows[: layout.header_rows]
        for cell in row
        if cell.column_end == cell.column + 1 and not numbers_rows(cell.text)
    }
    if layout.stub_columns != _PAIR or not heads.issuperset(range(_PAIR)):
        return labels
    group: JoinedCell | None = None
    alone = layout.section_rows | layout.inner_headers
    for number in range(layout.header_rows, len(labels)):
        row = labels[number]
        if number in alone:
            group = None
        elif len(row) == _PAIR and EAST_ASIAN.search(row[0].text):
            group = row[0]
        elif group and len(row) == 1 and row[0].column and not is_total(row[0].text):
            row.insert(0, group)
        else:
            group = None
    return labels


def _refers(cell: JoinedCell, layout: TableLayout) -> bool:
    """Tell whether a cell stands among the notes and codes beside labels, and is no total of the rows that
    they number."""
    total = is_total(cell.text) or is_bare_subtotal(cell.text)
    return cell.column in layout.notes and not total


def _numbers_row(cell: JoinedCell, layout: TableLayout) -> bool:
    """Tell whether a cell numbers its row, or is the code of what the next column names."""
    if cell.column or layout.stub_columns < 2:
        return False
    return is_value(cell) or (layout.numbered and is_code(cell.text))
