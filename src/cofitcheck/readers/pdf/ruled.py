"""Tables whose columns are parted by ruled lines: the lines that touch one another make one grid."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.table_words import PAGES, any_of, letters
from cofitcheck.readers.pdf.layout.rows import (
    LaidCell,
    LaidTable,
    holds_columns,
    holds_rows,
    split_band,
    without_empty_rows,
)
from cofitcheck.readers.pdf.pages import Page, Rule, Word
from cofitcheck.readers.pdf.pages.text import cell_text, is_year, line_text, lines_of, looks_like_value

# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_TOUCH = 3.0
"""How far from each other ruled lines may end that touch."""
_ONE_EDGE = 3.5
"""Rules nearer than this are one edge of cells: double lines, and lines drawn cell by cell."""
_OPEN_SIDE = 8.0
"""How far level rules go on past the outermost upright one where a table has no line at its side."""
_HEADER_TO_TABLE = 30.0
"""How far below its header row a table may begin, where a line across the table stands between the two."""

_MOST = 4_000
"""A page with more lines in one direction is read without them."""
_COVERED = 0.5
"""The share of a side of a cell that lines cover where they are its side."""
_YEAR = re.compile(
    rf"(?:19|20)\d\d\s*+{any_of(PAGES.year)}?"
    rf"(?:{any_of(PAGES.year_ends)}|[\d\s{letters(PAGES.date_letters)}—–~～-]++)?"
)
_SAID = re.compile(rf"[。；;.]\Z|{any_of(PAGES.said)}")


@dataclass(frozen=True, slots=True)
class _Grid:
    """The edges of a grid, and which of them part two neighbours."""

    xs: list[float]
    ys: list[float]
    level: Sequence[Rule]
    upright: Sequence[Rule]


def ruled_tables(page: Page, words: Sequence[Word]) -> tuple[list[LaidTable], list[Word]]:
    """Return the tables of a page that have upright rules inside, and the words outside of them."""
    if len(page.level) > _MOST or len(page.upright) > _MOST:
        return [], list(words)
    left = list(words)
    laid_out = []
    for level, upright in _touching(page.level, page.upright):
        grid = _grid(level, upright)
        if len(grid.xs) < 3 or len(grid.ys) < 2:
            continue
        inside = [word for word in left if _holds(grid, word)]
        if not inside:
            continue
        laid = _laid_table(page, grid, inside)
        if laid is None:
            continue
        taken = set(map(id, inside))
        left = [word for word in left if id(word) not in taken]
        laid_out.append(laid)
    laid_out, left = _under_heads(laid_out, left)
    heads = [laid for laid in laid_out if _heads_unruled(laid, left)]
    words = [word for laid in heads for cell in laid.cells for word in cell.words]
    return [laid for laid in laid_out if laid not in heads], [*left, *words]


def _heads_unruled(laid: LaidTable, left: Sequence[Word]) -> bool:
    """Tell whether a table is one row without amounts, and the numbers of its columns stand right below it
    with no lines between them. At the foot of a page it may be the head of what follows."""
    if laid.rows > 1 or any(map(_holds_amount, laid.cells)):
        return False
    below = [
        word for word in left if 0 <= word.centre - laid.box[3] < _HEADER_TO_TABLE and _within(laid, word)
    ]
    return sum(looks_like_value(word.text) for word in below) > 1


def _holds_amount(cell: LaidCell) -> bool:
    return any(looks_like_value(text) and not is_year(text) for text in map(line_text, lines_of(cell.words)))


def _under_heads(laid_out: list[LaidTable], left: list[Word]) -> tuple[list[LaidTable], list[Word]]:
    """Join a table to the one right above it, where at most a line across the table stands between the two:
    the one above is its header row, or its part for another year or under another name."""
    done: list[LaidTable] = []
    for laid in sorted(laid_out, key=lambda laid: laid.box[1]):
        head = done[-1] if done else None
        between = tuple(w for w in left if head and head.box[3] < w.centre < laid.box[1] and _within(laid, w))
        if head is None or not _heads(head, laid, between):
            done.append(laid)
            continue
        if _YEAR.fullmatch(cell_text(between)):
            head, left = _under_year(head, left)
        left = [word for word in left if word not in between]
        spanning = LaidCell(head.rows, head.rows + 1, 0, laid.columns, laid.page, between)
        first = head.rows + bool(between)
        below = (replace(c, row=c.row + first, row_end=c.row_end + first) for c in laid.cells)
        cells = (*head.cells, *([spanning] if between else []), *below)
        box = (*head.box[:2], *laid.box[2:])
        done[-1] = replace(laid, box=box, rows=first + laid.rows, cells=cells)
    return done, left


def _under_year(laid: LaidTable, left: list[Word]) -> tuple[LaidTable, list[Word]]:
    """Return a table with the year in the line right above it as its first row, and the words outside less
    that year: the part below has a year too."""
    near = [w for w in left if 0 < laid.box[1] - w.centre < _HEADER_TO_TABLE and _within(laid, w)]
    above = tuple(lines_of(near)[-1]) if near else ()
    if not _YEAR.fullmatch(cell_text(above)):
        return laid, left
    cells = (replace(cell, row=cell.row + 1, row_end=cell.row_end + 1) for cell in laid.cells)
    titled = (LaidCell(0, 1, 0, laid.columns, laid.page, above), *cells)
    return replace(laid, rows=laid.rows + 1, cells=titled), [word for word in left if word not in above]


def _heads(head: LaidTable, laid: LaidTable, between: Sequence[Word]) -> bool:
    """Tell whether a table has the columns of the one right below it and goes before it: it is the header of
    that, a year stands between them, or one line between them names rows of numbers without a header of their
    own."""
    near = 0 <= laid.box[1] - head.box[3] < _HEADER_TO_TABLE and head.columns == laid.columns
    edges = zip(head.edges, laid.edges, strict=False)
    if not near or any(abs(a - b) > 2 * _ONE_EDGE for a, b in edges):
        return False
    numbers = any(looks_like_value(cell_text(cell.words)) for cell in head.cells)
    if _YEAR.fullmatch(cell_text(between)) or (head.rows <= 2 and not numbers):
        return True
    named = len(lines_of(between)) == 1 and not _SAID.search(cell_text(between))
    bare = any(looks_like_value(cell_text(cell.words)) for cell in laid.row(0) if cell.column)
    return numbers and named and bare


def _within(laid: LaidTable, word: Word) -> bool:
    return laid.box[0] <= word.middle <= laid.box[2]


def _touching(level: Sequence[Rule], upright: Sequence[Rule]) -> Iterable[tuple[list[Rule], list[Rule]]]:
    """Yield the groups of rules that touch one another."""
    parent = list(range(len(level) + len(upright)))

    def find(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    heights = [rule.at for rule in level]  # in order, as rules are
    for number, rule in enumerate(upright, len(level)):
        for at in range(bisect_right(heights, rule.start - _TOUCH), len(level)):
            if heights[at] > rule.end + _TOUCH:
                break
            if level[at].start - _TOUCH <= rule.at <= level[at].end + _TOUCH:
                parent[find(number)] = find(at)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for at, rule in enumerate((*level, *upright)):
        groups[find(at)][at >= len(level)].append(rule)
    return [group for group in groups.values() if group[0] and group[1]]


def _grid(level: list[Rule], upright: list[Rule]) -> _Grid:
    xs, ys = _edges(rule.at for rule in upright), _edges(rule.at for rule in level)
    left, right = min(rule.start for rule in level), max(rule.end for rule in level)
    top, bottom = min(rule.start for rule in upright), max(rule.end for rule in upright)
    if xs[0] - left > _OPEN_SIDE:
        xs.insert(0, left)
    if right - xs[-1] > _OPEN_SIDE:
        xs.append(right)
    if ys[0] - top > _OPEN_SIDE:
        ys.insert(0, top)
    if bottom - ys[-1] > _OPEN_SIDE:
        ys.append(bottom)
    return _Grid(xs, ys, level, upright)


def _edges(places: Iterable[float]) -> list[float]:
    edges: list[list[float]] = []
    for place in sorted(places):
        if edges and place - edges[-1][-1] <= _ONE_EDGE:
            edges[-1].append(place)
        else:
            edges.append([place])
    return [sum(edge) / len(edge) for edge in edges]


def _holds(grid: _Grid, word: Word) -> bool:
    return grid.xs[0] - 1 <= word.middle <= grid.xs[-1] + 1 and grid.ys[0] <= word.centre <= grid.ys[-1]


def _laid_table(page: Page, grid: _Grid, words: list[Word]) -> LaidTable | None:
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    owner = _regions(grid, rows, columns)
    held: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        row = min(max(bisect_right(grid.ys, word.centre) - 1, 0), rows - 1)
        column = min(max(bisect_right(grid.xs, word.middle) - 1, 0), columns - 1)
        held[owner[row * columns + column]].append(word)
    spans: dict[int, list[int]] = defaultdict(list)
    for at, region in enumerate(owner):
        spans[region].append(at)
    cells = []
    for region, inside in held.items():
        places = [divmod(at, columns) for at in spans[region]]
        cells.append(
            LaidCell(
                min(row for row, _ in places),
                max(row for row, _ in places) + 1,
                min(column for _, column in places),
                max(column for _, column in places) + 1,
                page.number,
                tuple(sorted(inside, key=lambda word: (word.base, word.left))),
            )
        )
    if len({cell.column for cell in cells}) < 2:
        return None
    cells = [part for cell in cells for part in _under_head(cell, grid)]
    cells, rows = split_bands(cells, rows)
    if any(holds_rows(cell) for cell in cells) or holds_columns(cells):
        return None
    kept, rows = without_empty_rows(cells, rows)
    box = (grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1])
    return LaidTable(page.number, box, rows, tuple(grid.xs), kept, ruled=True)


def _under_head(cell: LaidCell, grid: _Grid) -> list[LaidCell]:
    """Part a head from the number in the row below it, where the line between them is missing."""
    last, lines = cell.row_end - 1, lines_of(cell.words)
    below = [line for line in lines if line[0].centre > grid.ys[last]]
    above = [word for line in lines[:-1] for word in line]
    if last == cell.row or not cell.column or len(below) != 1 or not above:
        return [cell]
    number = line_text(below[0])
    if not (any(map(str.isdigit, number)) and looks_like_value(number)) or is_year(number):
        return [cell]
    if any(looks_like_value(line_text(line)) for line in lines[:-1]):
        return [cell]
    return [
        replace(cell, row_end=last, words=tuple(above)),
        replace(cell, row=last, words=tuple(below[0])),
    ]


def _regions(grid: _Grid, rows: int, columns: int) -> list[int]:
    """Return, for every place of the grid by rows, the number of the cell it belongs to."""
    across = [
        [_parted(grid.upright, x, top, bottom) for x in grid.xs[1:-1]] for top, bottom in _pairs(grid.ys)
    ]
    down = [[_parted(grid.level, y, left, right) for left, right in _pairs(grid.xs)] for y in grid.ys[1:-1]]
    parent = list(range(rows * columns))

    def find(at: int) -> int:
        while parent[at] != at:
            at = parent[at]
        return at

    for row in range(rows):
        for column in range(columns):
            at = row * columns + column
            if column + 1 < columns and not across[row][column]:
                parent[find(at + 1)] = find(at)
            if row + 1 < rows and not down[row][column]:
                parent[find(at + columns)] = find(at)
    regions: dict[int, list[int]] = defaultdict(list)
    for at in range(rows * columns):
        regions[find(at)].append(at)
    owner = [0] * (rows * columns)
    for root, places in regions.items():
        for at in places:
            owner[at] = root
        if not _is_box(places, columns):
            _by_rows(owner, places, columns, across)
    return owner


def _is_box(places: list[int], columns: int) -> bool:
    rows, across = {at // columns for at in places}, {at % columns for at in places}
    return len(rows) * len(across) == len(places)


def _by_rows(owner: list[int], places: list[int], columns: int, across: list[list[bool]]) -> None:
    """Cut what is no box into its rows."""
    inside = set(places)
    for at in sorted(places):
        row, column = divmod(at, columns)
        beside = at - 1 in inside and column > 0 and not across[row][column - 1]
        owner[at] = owner[at - 1] if beside else at


def _pairs(edges: list[float]) -> list[tuple[float, float]]:
    return list(pairwise(edges))


def _parted(rules: Sequence[Rule], at: float, start: float, end: float) -> bool:
    """Tell whether rules near a place cover most of the way from `start` to `end`."""
    covered = sum(
        max(0.0, min(rule.end, end) - max(rule.start, start))
        for rule in rules
        if abs(rule.at - at) <= _ONE_EDGE
    )
    return covered >= _COVERED * (end - start)


def _of_all(parts: Sequence[Sequence[LaidCell]]) -> list[list[LaidCell]]:
    """Return the rows of a band. Words that stand alone in their column are beside all of these rows.

    Where the first column has one text, the rows state several numbers of one thing, and words in other
    columns go on from row to row.
    """
    columns: dict[int, list[LaidCell]] = defaultdict(list)
    for part in parts:
        for cell in part:
            columns[cell.column].append(cell)
    words = {
        column: cells
        for column, cells in columns.items()
        if not any(looks_like_value(cell_text(cell.words)) for cell in cells)
    }
    first = min(columns)
    one = len(columns[first]) == 1
    if one:
        words[first] = columns[first]
    count = max(len(cells) for column, cells in columns.items() if column not in words)
    words = {
        column: cells
        for column, cells in words.items()
        if len(cells) == 1 or (one and (len(cells) != count or cells[1].words[0].text[0] in "(（"))
    }
    own = [[cell for cell in part if cell.column not in words] for part in parts]
    rows = [part for part in own if part]
    for cells in words.values():
        whole = tuple(word for cell in cells for word in cell.words)
        rows[0].append(replace(cells[0], row_end=cells[0].row + len(rows), words=whole))
    return rows


def split_bands(cells: list[LaidCell], rows: int) -> tuple[list[LaidCell], int]:
    """Split the rows of a grid that hold several rows of numbers without a line between them."""
    done: list[LaidCell] = []
    added = 0
    for row in range(rows):
        band = [cell for cell in cells if cell.row == row]
        alone = [cell for cell in band if cell.row_end == row + 1]
        parts = split_band(alone) if len(alone) == len(band) else []
        if len(parts) > 1 and not any(cell.row < row < cell.row_end for cell in cells):
            parts = _of_all(parts)
            for offset, part in enumerate(parts):
                at = row + added + offset
                for cell in part:
                    end = at + cell.row_end - cell.row
                    done.append(replace(cell, row=at, row_end=end))
            added += len(parts) - 1
        else:
            done.extend(
                LaidCell(
                    cell.row + added,
                    cell.row_end + added,
                    cell.column,
                    cell.column_end,
                    cell.page,
                    cell.words,
                )
                for cell in band
            )
    return done, rows + added
