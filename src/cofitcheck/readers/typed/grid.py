"""A typed table to rows of cells: columns by where the amounts stand, headers by what they stand over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cofitcheck import patterns as re
from cofitcheck.numbers import read_unit_caption
from cofitcheck.periods.text import read_period
from cofitcheck.readers.typed.blocks import TypedTable
from cofitcheck.readers.typed.lines import Kind, Line, Piece, split_at

_BEFORE = 8
"""How far left of all other amounts, in characters, one stands that is part of a label."""
_JOINING = (
    ",",
    "-",
    "(",
    " and",
    " of",
    " or",
    " in",
    " to",
    " for",
    " the",
    " from",
    " on",
    " with",
    " by",
    "/",
)
"""How a label ends that goes on in the next line."""
_MONTH = re.compile(r"[A-Z][a-z]{2,8}\.? \d{1,2},?(?: (?:19|20)\d\d)?")
_SLACK = 2
"""How far beside the column that it stands over a header may end, in characters."""
Span = tuple[int, int]
"""Where a column begins and ends, in characters from the left."""


@dataclass(frozen=True, slots=True)
class TypedCell:
    """A cell: the columns that it covers, half open, and how far it is indented, in characters."""

    column: int
    end: int
    text: str
    indent: int = 0


@dataclass(frozen=True, slots=True)
class TypedRow:
    """The cells of a row; `heads` tells that they head columns."""

    cells: tuple[TypedCell, ...]
    heads: bool = False


def rows_of(table: TypedTable) -> list[TypedRow]:
    """Return the rows of a typed table; column 0 has the labels."""
    body: Sequence[Line] = table.lines[table.heads :]
    columns = _columns(body, table.left)
    body = [_by_position(line, columns) if line.kind is Kind.ROW else line for line in body]
    labels = list(_labelled(body, table.left))
    heads = _heads(table.lines[: table.heads], columns, table.left)
    return [*heads, *(_row(line, label, columns) for line, label in labels)]


def _columns(lines: Iterable[Line], left: int) -> list[Span]:
    """Return from where to where each column of amounts goes: amounts below each other overlap, and those of
    two columns never do."""
    amounts = [
        (piece.start, piece.end)
        for line in lines
        if line.kind is Kind.ROW
        for piece in line.amounts
        if piece.start >= left - _BEFORE
    ]
    columns: list[Span] = []
    for start, end in sorted(amounts):
        if columns and start < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(end, columns[-1][1]))
        else:
            columns.append((start, end))
    return columns


def _by_position(line: Line, columns: Sequence[Span]) -> Line:
    """Return a row whose label runs into its first amount with the two apart."""
    if not columns or len(line.amounts) == len(columns):
        return line
    pieces: list[Piece] = []
    for piece in line.pieces:
        into = next((start for start, end in columns if piece.start < start < piece.end), None)
        pieces += [piece] if piece.amount or into is None else split_at(piece, into)
    return replace(line, pieces=tuple(pieces))


def _labelled(lines: Sequence[Line], left: int) -> Iterator[tuple[Line | None, tuple[str, int]]]:
    """Yield the rows with their labels and how far these are indented: lines of words that a label goes on
    over are joined to it, others are rows of their own, without amounts."""
    held: list[tuple[Line | None, tuple[str, int]]] = []
    for line in lines:
        if line.kind in (Kind.BLANK, Kind.RULE):
            if line.kind is Kind.BLANK and held and held[-1][0] is not None:
                yield from held
                held = []
            continue
        said = (
            " ".join(piece.text for piece in line.pieces if not piece.amount)
            if line.kind is not Kind.ROW
            else _label(line, left)
        )
        row = line if line.kind is Kind.ROW else None
        last = held[-1] if held else None
        bracket = last is not None and last[0] is None and said.startswith("(")
        if last and said and (bracket or _goes_on(last[1][0], said)) and not (row and last[0]):
            held[-1] = (row or last[0], (f"{last[1][0]} {said}", last[1][1]))
        else:
            held.append((row, (said, line.indent if said else 0)))
    yield from held


def _goes_on(label: str, said: str) -> bool:
    opened = label.count("(") > label.count(")")
    return opened or label.endswith(_JOINING) or said[0].islower() or said[0] == "$"


def _label(line: Line, left: int) -> str:
    """Return what stands in a row before its first amount."""
    words: list[str] = []
    for piece in line.pieces:
        if piece.amount and piece.start >= left - _BEFORE:
            break
        words.append(piece.text)
    return " ".join(words)


def _row(line: Line | None, label: tuple[str, int], columns: Sequence[Span]) -> TypedRow:
    text, indent = label
    cells = [TypedCell(0, 1, text, indent)] if text else []
    if line is None:
        return TypedRow(tuple(cells))
    held: dict[int, list[str]] = {}
    for piece in line.pieces:
        column = _column_of(piece, columns)
        if column is not None and (piece.amount or piece.start >= columns[0][0]):
            held.setdefault(column, []).append(piece.text)
    cells += [TypedCell(at + 1, at + 2, " ".join(texts)) for at, texts in sorted(held.items())]
    return TypedRow(tuple(cells))


def _column_of(piece: Piece, columns: Sequence[Span]) -> int | None:
    """Return the column that a piece overlaps, or the nearest one, None where it stands before them all."""
    if not columns or piece.end <= columns[0][0]:
        return None
    shared = [min(piece.end, end) - max(piece.start, start) for start, end in columns]
    best = max(range(len(columns)), key=lambda at: shared[at])
    return best


def _heads(lines: Sequence[Line], columns: Sequence[Span], left: int) -> Iterator[TypedRow]:
    """Yield the rows above the first amounts: those that head columns, and the names of the rows below."""
    corner: list[str] = []
    columns = _with_heads(lines, columns, left)
    for at, line in enumerate(lines):
        below = lines[at + 1] if at + 1 < len(lines) else None
        if line.kind in (Kind.BLANK, Kind.RULE):
            continue
        stub, over = _over_labels(line, left)
        ruled = below is not None and below.kind is Kind.RULE
        lower = next((each for each in lines[at + 1 :] if each.kind not in (Kind.BLANK, Kind.RULE)), None)
        beside = _over_labels(lower, left)[1] if lower else []
        cells = list(_headers(over, below.pieces if below and ruled else (), columns, beside))
        corner += [piece.text for piece in stub]
        if corner and not (below is not None and not ruled and _continues(" ".join(corner), line, below)):
            cells.insert(0, TypedCell(0, 1, " ".join(corner), line.indent))
            corner = []
        if cells:
            yield TypedRow(tuple(cells), bool(over))


def _with_heads(lines: Sequence[Line], columns: Sequence[Span], left: int) -> list[Span]:
    """Return from where to where columns go with the heads right above them, if there is one for each."""
    lowest = next(
        (line for line in reversed(lines) if _over_labels(line, left)[1] and line.kind is not Kind.RULE), None
    )
    heads = _over_labels(lowest, left)[1] if lowest else []
    if len(heads) != len(columns):
        return list(columns)
    return [
        (min(start, head.start), max(end, head.end))
        for (start, end), head in zip(columns, heads, strict=True)
    ]


def _continues(corner: str, line: Line, below: Line) -> bool:
    """Tell whether a text over the labels goes on in the line below: neither is a unit of its own."""
    if not below.pieces or below.indent != line.indent or read_unit_caption(corner) is not None:
        return False
    opened = corner.count("(") > corner.count(")")
    return opened or not below.pieces[0].text.startswith("(")


def _by_period(piece: Piece, columns: Sequence[Span]) -> list[Piece]:
    """Return the periods that stand over a column each with one blank between them, or the piece."""
    over = [span for span in columns if piece.start <= (span[0] + span[1]) / 2 <= piece.end]
    texts = _MONTH.findall(piece.text)
    if len(over) < 2 or len(texts) != len(over) or " ".join(texts) != piece.text:
        return [piece]
    starts = [piece.start + found.start() for found in _MONTH.finditer(piece.text)]
    return [Piece(at, at + len(text), text) for at, text in zip(starts, texts, strict=True)]


def _over_labels(line: Line, left: int) -> tuple[list[Piece], list[Piece]]:
    """Return the pieces of a line of headers that stand over the labels, and those over amounts."""
    stub = [piece for piece in line.pieces if piece.middle < left - _SLACK and piece.end <= left + _SLACK]
    return stub, [piece for piece in line.pieces if piece not in stub]


def _headers(
    pieces: Sequence[Piece], rules: Sequence[Piece], columns: Sequence[Span], below: Sequence[Piece]
) -> Iterator[TypedCell]:
    taken: Counter[int] = Counter()
    parts = [part for piece in pieces for part in _by_period(piece, columns)]
    groups = _groups(parts, rules, columns, below)
    for number, piece in enumerate(parts if columns else ()):
        if groups:
            yield TypedCell(groups[number].start + 1, groups[number].stop + 1, piece.text)
            continue
        start, end = next(
            ((r.start, r.end) for r in rules if r.start - _SLACK <= piece.middle <= r.end + _SLACK),
            (piece.start, piece.end),
        )
        over = [n for n, (a, b) in enumerate(columns) if min(end, b) > max(start, a) and not taken[n]]
        if not over:
            nearest = min(range(len(columns)), key=lambda n: abs(piece.middle - sum(columns[n]) / 2))
            over = [nearest] if not taken[nearest] else []
        if over:
            taken.update(over)
            yield TypedCell(over[0] + 1, over[-1] + 2, piece.text)


def _groups(
    pieces: Sequence[Piece], rules: Sequence[Piece], columns: Sequence[Span], below: Sequence[Piece]
) -> list[range]:
    """Return the columns of heads of equally many columns each, as the next line has a head for each column;
    nothing where rules tell, or where a head does not stand over the middle of its columns."""
    size = len(columns) // max(len(pieces), 1)
    if len(pieces) == 1 and size > 1 and not rules and len(below) > 1 and read_period(pieces[0].text):
        middle = (columns[0][0] + columns[-1][1]) / 2
        if abs(pieces[0].middle - middle) <= 2 * _SLACK:
            return [range(size)]
    if rules or size < 2 or size * len(pieces) != len(columns) or len(below) <= len(pieces):
        return []
    groups = [range(at, at + size) for at in range(0, len(columns), size)]
    for piece, group in zip(pieces, groups, strict=True):
        first, last = columns[group.start][0], columns[group.stop - 1][1]
        within = any(a - _SLACK <= piece.start and piece.end <= b + _SLACK for a, b in columns)
        if within or abs(piece.middle - (first + last) / 2) > max((last - first) / 12, _SLACK):
            return []
    return groups
