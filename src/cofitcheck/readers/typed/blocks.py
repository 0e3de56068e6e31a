"""Lines of typed text to what they make up: paragraphs, and tables with their headers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cofitcheck.periods.text import read_period
from cofitcheck.readers.typed.lines import TAB, Kind, Line, is_sure

_MOST_BLANKS = 3
"""The most blank lines after each other in a table."""
_AHEAD = 9
"""How many lines below words of a table its next amounts stand at the most."""
_HIGHEST = 16
"""How many lines above the first amounts of a table its headers stand at the most."""
_FEWEST = 2
"""The fewest amounts of a table."""
_SLACK = 3
"""How far left of the amounts a header may begin, in characters."""


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A table as typed: its lines, the first `heads` of which head columns, and where its amounts begin."""

    lines: tuple[Line, ...]
    heads: int
    left: int


Block = TypedTable | tuple[Line, ...]
"""A table, or the lines between two."""


def blocks_of(lines: Sequence[Line]) -> Iterator[Block]:
    """Yield the tables of a text, and the lines between them."""
    done = 0
    for start, end in _runs(lines):
        left = _left([line for line in lines[start:end] if line.kind is Kind.ROW])
        top = _top(lines, done, start, left)
        if top > done:
            yield tuple(lines[done:top])
        yield TypedTable(tuple(lines[top:end]), start - top, left)
        done = end
    if done < len(lines):
        yield tuple(lines[done:])


def _left(rows: Sequence[Line]) -> int:
    """Return where the amounts of rows begin, by those that begin with words if there are any: a number that
    a row begins with may be part of its label."""
    behind = [row.amounts[0].start for row in rows if not row.pieces[0].amount]
    return min(behind or [row.amounts[0].start for row in rows])


def _runs(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield the interval of lines from the first row of each table to its last; headers are left out."""
    at = 0
    while at < len(lines):
        if lines[at].kind is not Kind.ROW:
            at += 1
            continue
        end = _end(lines, at)
        rows = [line for line in lines[at:end] if line.kind is Kind.ROW]
        amounts = [piece.text for row in rows for piece in row.amounts]
        if len(amounts) >= _FEWEST and any(map(is_sure, amounts)):
            yield at, end
        at = end


def _end(lines: Sequence[Line], start: int) -> int:
    """Return the line behind the last of a table whose first row of amounts is known."""
    end, blanks = start + 1, 0
    left = _left([lines[start]])
    for at in range(start + 1, len(lines)):
        line = lines[at]
        blanks = blanks + 1 if line.kind is Kind.BLANK else 0
        if blanks > _MOST_BLANKS or line.kind is Kind.HEADS or _dates_columns(lines, at):
            break
        if line.kind is Kind.ROW:
            left = min(left, _left([line]))
            end = at + 1
        elif line.kind is Kind.WORDS and not _belongs(lines, at, left):
            break
        elif line.kind is Kind.WORDS and at == end and lines[at - 1].kind is not Kind.BLANK:
            end = at + 1 if _goes_on(line) else end
        elif line.kind is Kind.RULE and at == end:
            end = at + 1
    return end


def _dates_columns(lines: Sequence[Line], at: int) -> bool:
    """Tell whether words are the periods of columns, below words that are a title or a unit."""
    line, above = lines[at], lines[at - 1]
    if line.kind is not Kind.WORDS or line.indent <= TAB:
        return False
    above = lines[at - 2] if above.kind is Kind.BLANK and at > 1 else above
    titled = above.kind is Kind.WORDS and above.indent < line.indent
    return titled and all(read_period(piece.text).year for piece in line.pieces)


def _goes_on(line: Line) -> bool:
    """Tell whether words below a row are the rest of its label."""
    return line.pieces[0].text[:1].islower() and not line.is_full


def _belongs(lines: Sequence[Line], at: int, left: int) -> bool:
    """Tell whether words among the rows of a table name rows, and begin no paragraph and no other table."""
    line = lines[at]
    if line.is_full and any(each.is_full for each in lines[at + 1 : at + 2]):
        return False
    if _heads(line, left) and (len(line.pieces) > 1 or line.indent >= left - _SLACK):
        return False
    if len(line.pieces) == 1 and line.pieces[0].end > left and line.indent > left / 4 and not line.is_full:
        return False  # a title over the whole of the next table
    return any(each.kind is Kind.ROW for each in lines[at + 1 : at + 1 + _AHEAD])


def _heads(line: Line, left: int) -> bool:
    """Tell whether all pieces of a line but one over the labels stand over amounts."""
    over = [piece for piece in line.pieces if piece.middle >= left or piece.start >= left - _SLACK]
    return bool(over) and len(line.pieces) - len(over) <= 1


def _top(lines: Sequence[Line], floor: int, start: int, left: int) -> int:
    """Return the first line of the headers above a table's first row of amounts: the rows that head columns,
    rules, and the names of the first rows below them."""
    top = at = start
    headed = False
    for at in range(start - 1, max(floor, start - _HIGHEST) - 1, -1):
        line = lines[at]
        if line.kind in (Kind.BLANK, Kind.RULE):
            continue
        over = line.kind is Kind.HEADS or (_heads(line, left) and not _is_title(line, left))
        if over or (headed and at == top - 1 and _is_corner(line, lines[top], left)):
            top, headed = at, True
        elif headed or top - at > _AHEAD or not _may_name_rows(line, left):
            break
    return top if headed else _first_label(lines, floor, start)


def _is_corner(line: Line, below: Line, left: int) -> bool:
    """Tell whether a text over the labels goes on in the line below."""
    alone = len(line.pieces) == 1 and line.pieces[0].end <= left + _SLACK
    return alone and line.indent == below.indent < left - _SLACK


def _may_name_rows(line: Line, left: int) -> bool:
    """Tell whether words below the headers may be the name of the first rows, or a unit over the labels."""
    return not line.is_full and line.indent < left / 3


def _first_label(lines: Sequence[Line], floor: int, start: int) -> int:
    """Return the line of the name of the first rows, right above them, in a table without headers; `start`
    where there is none."""
    above = lines[start - 1] if start > floor else None
    named = above is not None and above.kind is Kind.WORDS and not above.is_full and len(above.pieces) == 1
    return start - 1 if named and above is not None and above.indent <= lines[start].indent else start


def _is_title(line: Line, left: int) -> bool:
    """Tell whether a single text stands over labels and amounts alike, and is no period."""
    if len(line.pieces) != 1 or line.indent >= left - _SLACK:
        return False
    return not read_period(line.pieces[0].text) or line.pieces[0].middle < left
