"""The body rows of a table: which cells label them, what the labels say, how deep these begin, and the
amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, HAN_LETTERS, is_bare_subtotal, is_total
from cofitcheck.language.table_words import LABELS, any_of
from cofitcheck.numbers import NumberContext, read_number, read_unit_caption
from cofitcheck.readers.tables.cells import is_code, is_value, numbers_rows
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid

_NUMBER_OF_ROW = re.compile(r"\d{1,3}")
_DITTO = re.compile(rf"[\"〃″”“〝〞〟]|{any_of(LABELS.ditto)}")
_PAIR = 2
"""How many columns of labels hold a group and its item."""
_KIND = re.compile(rf"(?P<head>[^－—–-]*)[－—–-](?=\s*[{HAN_LETTERS}])")
"""A label with a dash: what stands before it is told apart by what stands behind it, "处分－成本"."""

REACH = 40
"""How many rows below or above a row are looked at for what belongs to it."""
_MOSTLY = 0.9
"""The share of bold characters from which a label is bold."""
_FEW = 10
"""Rows of a table are few where this many times their count is no more than all rows."""
_ABBREVIATION = 5
"""The most letters of a word in capitals that does not stand out by them."""
_CODE = re.compile(r"[A-Z\d]{2,8}")
_ORDER = re.compile(r"\d{1,2}(?:\.\d{1,2})*[.、]?")


def row_labels(grid: LogicalGrid, layout: TableLayout) -> list[list[JoinedCell]]:
    """Return the cells that label each row: those that reach into it from rows above, then its own. A cell
    beside the headers labels rows too, where it reaches down through several.

    A mark that says "the same" stands for the label above. In Chinese tables an item in the first column is
    that of all the details below each other in the second.
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
    """Return labels in which each mark that says "the same" has the words of the label above."""
    above: dict[int, str] = {}
    named: list[list[JoinedCell]] = []
    for row in labels:
        named.append([replace(cell, text=_said(cell, above)) for cell in row])
        above |= {cell.column: cell.text for cell in named[-1]}
    return named


def _said(cell: JoinedCell, above: Mapping[int, str]) -> str:
    return above.get(cell.column, cell.text) if _DITTO.fullmatch(cell.text) else cell.text


def _with_heads(labels: list[list[JoinedCell]], alone: AbstractSet[int]) -> list[list[JoinedCell]]:
    """Return labels in which one that begins with a dash has what stands before the dash in the first of
    several such rows: "Disposals - cost", "- depreciation"."""
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
    """Return labels in which one of the first column is that of the rows below too, which have a label in the
    second alone.

    The table must have a header over each of the two: "Item, Details". A row without a label and a total end
    such a group.
    """
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


class Body:
    """The rows below the headers of a table, by their numbers; nothing in it changes.

    `labels` are the cells of each row's label, `hanging` the rows that are the last line of the label above.
    """

    def __init__(self, grid: LogicalGrid, layout: TableLayout) -> None:
        self.rows = grid.rows
        self.columns = grid.columns
        self.layout = layout
        self.numbers = range(layout.header_rows, len(grid.rows))
        self.labels = row_labels(grid, layout)
        self.hanging = self._last_lines()

    def text(self, number: int) -> str:
        """Return the label of a row, "" where it has none."""
        return " ".join(cell.text for cell in self.labels[number])

    def indent(self, number: int) -> float:
        """Return how deep the label of a row begins, minus infinity where it has none."""
        return self.labels[number][0].indent if self.labels[number] else float("-inf")

    def strong(self, number: int) -> int:
        """Return in how many ways the label of a row stands out: bold, in capitals."""
        text = self.text(number)
        capitals = text.isupper() and len(text) > _ABBREVIATION
        return (self.labels[number][0].bold > _MOSTLY) + capitals

    def indent_above(self, number: int) -> float:
        """Return the indent of the nearest labelled row above, or infinity where there is none."""
        above = (
            self.indent(row) for row in range(number - 1, self.numbers.start - 1, -1) if self.labels[row]
        )
        return next(above, float("inf"))

    def amounts(self, number: int) -> dict[int, Decimal]:
        """Return the amounts of a row by their columns, percentages left out."""
        cells = (cell for cell in self.rows[number] if "%" not in cell.text)
        return {cell.column: amount for cell in cells if (amount := amount_of(cell)) is not None}

    def amount_in(self, number: int, column: int) -> Decimal | None:
        """Return the amount of a row in a column, None where there is none."""
        return next((amount_of(cell) for cell in self.rows[number] if cell.column == column), None)

    def order(self, number: int) -> str:
        """Return the number in digits that stands in a column before the label of a row, or ""."""
        first = next(iter(self.rows[number]), None)
        if first is None or first.column or first in self.labels[number]:
            return ""
        return first.text if _ORDER.fullmatch(first.text) else ""

    def below(self, number: int) -> int:
        """Return the next row with anything in it, or the last."""
        rows = (row for row in range(number + 1, self.numbers.stop) if self.rows[row])
        return next(rows, self.numbers[-1])

    def is_across(self, number: int) -> bool:
        """Tell whether a row is one cell over all columns."""
        cells = self.rows[number]
        return len(cells) == 1 and cells[0].column == 0 and cells[0].column_end == self.columns

    def is_header(self, number: int) -> bool:
        """Tell whether a row below the header is one too: it says what the last header row does."""
        if number not in self.numbers or number in self.layout.inner_headers:
            return number in self.numbers
        texts, last = ([cell.text for cell in self.rows[row]] for row in (number, self.numbers.start - 1))
        return texts == last

    def states_unit(self, number: int) -> bool:
        """Tell whether the label of a row is a unit."""
        return read_unit_caption(self.text(number)) is not None

    def _last_lines(self) -> frozenset[int]:
        """Return the rows that are the last line of a cell above; where that is a label, it takes in their
        text. In a table with several such rows they name kinds of what stands in their column, and none is
        returned."""
        found = [row for row in sorted(self.layout.section_rows) if self._hangs(row)]
        if len(found) > 1 and _FEW * len(found) > len(self.numbers):
            return frozenset()
        for row in found:
            above, (line, *_) = self.labels[row - 1], self.labels[row]
            for at, label in enumerate(above):
                if label.column == line.column:
                    between = "" if EAST_ASIAN.search(label.text[-1]) else " "
                    above[at] = replace(label, text=f"{label.text}{between}{line.text}")
        return frozenset(found)

    def _hangs(self, number: int) -> bool:
        """Tell whether all of a row begins further right than the labels of the rows beside it, below a
        longer text. Beside rows with codes, one without is a heading."""
        if not {number - 1, number, number + 1}.issubset(self.numbers) or len(self.rows[number]) > 1:
            return False
        above, line, below = self.labels[number - 1 : number + 2]
        if not (above and line and below) or line[0].text.endswith((":", "：")):
            return False
        if any(_CODE.fullmatch(row[0].text) for row in (above, below)):
            return False
        over = next((label.text for label in above if label.column == line[0].column), "")
        deeper = line[0].column > max(above[0].column, below[0].column)
        return deeper and (not over or len(line[0].text) < len(over))


def amount_of(cell: JoinedCell) -> Decimal | None:
    """Return the number that a cell shows, None where it shows none."""
    number = read_number(cell.text, NumberContext(decimal_comma=cell.decimal_comma))
    return number.displayed if number else None
