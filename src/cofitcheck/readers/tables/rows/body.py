"""The body rows of a table: what their labels say, how deep these begin, and the amounts beside them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN
from cofitcheck.numbers import NumberContext, read_number, read_unit_caption
from cofitcheck.readers.tables.grid.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.roles.layout import TableLayout
from cofitcheck.readers.tables.rows.labels import row_labels

REACH = 40
"""How many rows below or above a row are looked at for what belongs to it."""
_MOSTLY = 0.9
"""From this share of bold characters on a label is bold."""
_FEW = 10
"""Few rows of a table are less than one in so many."""
_ABBREVIATION = 5
"""The most letters of a word in capitals that does not stand out by them."""
_CODE = re.compile(r"[A-Z\d]{2,8}")
_ORDER = re.compile(r"\d{1,2}(?:\.\d{1,2})*[.、]?")


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
        """Return the rows that are the last line of a cell above, which has it where it is a label. In a
        table with several such rows they name kinds of what stands in their column."""
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
