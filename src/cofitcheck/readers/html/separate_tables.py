"""Rows that are tables of their own, as accounting software prints them: consecutive ones are one statement.

Each row says in its widths, or in its count of cells, where its cells stand. Amounts end at the right edge of
their column, and a head covers the columns whose right edges lie below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Place
from cofitcheck.numbers import NumberContext, is_side_text, read_number
from cofitcheck.periods.text import is_bare_year
from cofitcheck.readers.html.text import is_hidden, shown
from cofitcheck.readers.tables import RawCell, RawGrid

FEWEST = 4
"""The fewest consecutive rows with amounts, each a table of its own, that are read as statements."""
_NEAR = 1.0
"""How far apart edges may lie that count as one, in per cent of the width."""
_LETTER = re.compile(r"[^\W\d_]{2}")
_LABELS = 20
"""A number at the left edge that ends before this place numbers its row; in per cent of the width."""
_TITLES = 40
"""What begins left of this place heads no column, unless it is a currency or aligned right; in per cent of
the width."""
_WIDTH = re.compile(r"(?:^|;)\s*width\s*:\s*([\d.]{1,12})%", re.IGNORECASE)
_ALIGNED = re.compile(r"text-align\s*:\s*(center|right)", re.IGNORECASE)
_LONGEST_LABEL = 120
"""The most characters of a label alone in its row; a longer text is a paragraph."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A cell of such a row, with its left and its right edge in per cent of the width."""

    left: float
    right: float
    cell: RawCell
    aligned: str
    amount: bool = False
    """Whether it states an amount: a number, or a dash for none, with no words right of it."""

    @property
    def narrow(self) -> bool:
        """Tell whether it ends where the amounts below it do, wherever it begins."""
        return self.aligned == "right" or is_side_text(self.cell.text)

    @property
    def sign(self) -> bool:
        """Tell whether it only closes the number left of it."""
        return is_side_text(self.cell.text) and self.cell.text[0] in ")%"


Row = tuple[Piece, ...]


def single_row(table: etree._Element, place: Callable[[etree._Element], Place]) -> Row | None:
    """Return the cells of a table of one row, or of none; None where it has more."""
    rows = [row for row in table.iter("tr") if not is_hidden(row)]
    if len(rows) > 1 or any(cell.get("rowspan", "1") != "1" for cell in table.iter("td", "th")):
        return None
    cells = [cell for row in rows for cell in row if cell.tag in {"td", "th"} and not is_hidden(cell)]
    pieces = list(_pieces(cells, place))
    behind = max((at for at, piece in enumerate(pieces) if _LETTER.search(piece.cell.text)), default=-1)
    return tuple(
        replace(piece, amount=_is_amount(piece, at > behind, len(pieces))) for at, piece in enumerate(pieces)
    )


def _is_amount(piece: Piece, last: bool, pieces: int) -> bool:
    """Tell whether a piece states an amount; `last` tells that no words stand right of it. The number of a
    note between the label and the words of a column is no amount."""
    text = piece.cell.text + ")" * (piece.cell.text.count("(") > piece.cell.text.count(")"))
    numbers_row = not piece.left and piece.right < _LABELS and pieces > 1
    return last and not (numbers_row or is_bare_year(text)) and read_number(text, NumberContext()) is not None


def _pieces(cells: Sequence[etree._Element], place: Callable[[etree._Element], Place]) -> Iterator[Piece]:
    said = [_WIDTH.search(cell.get("style", "")) for cell in cells]
    widths = [float(width[1]) if width else 0.0 for width in said]
    if not all(widths) and len(cells) > 1:
        widths = [100 / len(cells)] * len(cells)
    left = 0.0
    for cell, width in zip(cells, widths, strict=True):
        says = shown(cell)
        if says.text:
            raw = RawCell(0, 1, 0, 1, says.text, says.bold, says.indent, place(cell))
            aligned = _ALIGNED.search(cell.get("style", ""))
            yield Piece(left, left + width, raw, aligned[1].lower() if aligned else "")
        left += width


def is_text(row: Row) -> bool:
    """Tell whether a row is a title or a paragraph: one that is long or centred, or a title behind the number
    of a note."""
    if any(piece.amount for piece in row) or heads(row):
        return False
    return len(row) > 1 or row[0].aligned == "center" or len(row[0].cell.text) > _LONGEST_LABEL


def heads(row: Row) -> bool:
    """Tell whether a row heads columns: it has no amount, and it has words or currencies right of the
    labels."""
    if any(piece.amount for piece in row):
        return False
    return any(piece.left >= _TITLES or piece.narrow for piece in row)


def grid_of(rows: Sequence[Row]) -> RawGrid:
    """Return the grid of rows that are one table.

    Two columns of amounts under one head become one where no row has amounts in both: they are the inner and
    the outer column of a year.
    """
    edges = _edges(rows)
    columns = _joined(edges, rows)
    made = [tuple(_cells(at, row, edges, columns)) for at, row in enumerate(rows)]
    return RawGrid(tuple(made), 2 * len(edges) + 1)


def _edges(rows: Sequence[Row]) -> list[float]:
    """Return the right edges of the columns of amounts, from the left."""
    found = sorted(piece.right for row in rows for piece in row if piece.amount)
    edges: list[float] = []
    for edge in found:
        if not edges or edge - edges[-1] > _NEAR:
            edges.append(edge)
    return edges


def _column(piece: Piece, edges: Sequence[float]) -> int:
    """Return the last column whose edge a piece reaches."""
    return max((at for at, edge in enumerate(edges) if edge <= piece.right + _NEAR), default=0)


def _nearest(piece: Piece, edges: Sequence[float]) -> int:
    """Return the column whose edge is the nearest to that of a piece."""
    return min(range(len(edges)), key=lambda at: abs(edges[at] - piece.right))


def _covered(piece: Piece, edges: Sequence[float]) -> list[int]:
    return [at for at, edge in enumerate(edges) if piece.left + _NEAR < edge <= piece.right + _NEAR]


def _joined(edges: Sequence[float], rows: Sequence[Row]) -> list[int]:
    """Return for each column the one that it belongs to."""
    columns = list(range(len(edges)))
    together = {
        tuple(covered)
        for row in rows
        if heads(row)
        for piece in row
        if len(covered := _covered(piece, edges)) > 1
    }
    taken = [{_column(piece, edges) for piece in row if piece.amount} for row in rows]
    for group in together:
        for first, second in pairwise(group):
            if not any({first, second} <= each for each in taken):
                columns[second] = columns[first]
    return columns


def _cells(at: int, row: Row, edges: Sequence[float], columns: Sequence[int]) -> Iterator[RawCell]:
    """Yield the cells of a row; raw column 0 has the labels, and each column of amounts has two: the amount
    and the sign that closes it."""
    last = 0
    for piece in row:
        if piece.sign and last:
            first = end = last + 1
        elif piece.amount:
            first = end = last = 2 * columns[_column(piece, edges)] + 1
        else:
            reached = [_nearest(piece, edges)] if piece.narrow else _covered(piece, edges)
            covered = [2 * columns[column] + 1 for column in reached]
            over = (piece.narrow or piece.left > 0) and covered
            first, end = (min(covered), max(covered) + 1) if over else (0, 0)
        yield replace(piece.cell, row=at, row_end=at + 1, column=first, column_end=end + 1)


def statements_of(rows: Sequence[tuple[etree._Element, Row]]) -> Iterator[list[tuple[etree._Element, Row]]]:
    """Yield the rows of each statement, and titles and paragraphs between them one by one: heads begin
    another statement, and so does a title."""
    held: list[tuple[etree._Element, Row]] = []
    for table, row in rows:
        begun = any(piece.amount for _, each in held for piece in each)
        if is_text(row) or (begun and heads(row)):
            names = _names_at_end(held) if begun else []
            yield from filter(None, [held[: len(held) - len(names)], *([name] for name in names)])
            held = []
        if is_text(row):
            yield [(table, row)]
        else:
            held.append((table, row))
    if held:
        yield held


def _names_at_end(held: Sequence[tuple[etree._Element, Row]]) -> list[tuple[etree._Element, Row]]:
    """Return the rows of words behind the last amounts: they name the rows that follow ("Company")."""
    amounts = [at for at, (_, row) in enumerate(held) if any(piece.amount for piece in row)]
    return list(held[amounts[-1] + 1 :])
