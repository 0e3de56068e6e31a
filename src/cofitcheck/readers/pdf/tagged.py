"""Tables that the tags of a PDF name, over all the pages that they stand on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable, without_empty_rows
from cofitcheck.readers.pdf.pages import Page, Rule, TaggedCell, TaggedTable, Word, box_of
from cofitcheck.readers.pdf.pages.text import cell_text, looks_like_value
from cofitcheck.readers.pdf.tagged_columns import Extent, place

# In heights of a line, the size of its font, so that they hold for print of every size.
_RULE_OF_TAGGED_HEAD = 0.8
"""How far below its last line the rule of a head is at the most."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_OUTSIDE_RULE = 3.0
"""How far past the ends of its rule a tagged head may reach."""

_MOST_LINED = 0.5
"""The share of a tagged table in ruled tables above which these are read in its place."""
_CENTRAL = 0.1
"""The most that a head stands off the middle of its rule, in lengths of the rule."""


@dataclass(slots=True)
class Tagged:
    """The tables found by their tags: those that begin on each page, and the numbers of their cells on it."""

    laid_out: dict[int, list[LaidTable]] = field(default_factory=dict)
    cells: dict[int, set[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Row:
    page: int
    cells: tuple[TaggedCell, ...]


class _Table:
    """A tagged table, whose rows are found page by page."""

    def __init__(self, page: int, table: TaggedTable) -> None:
        self.size = table.size
        self.rows = {row.place: _Row(page, row.cells) for row in table.rows}

    def goes_on_in(self, table: TaggedTable) -> bool:
        """Tell whether a table on the next page is this one: it has the rows that are missing here."""
        last = max(self.rows)
        new = [row.place for row in table.rows if row.place not in self.rows]
        return self.size == table.size and bool(new) and min(new) > last

    def add(self, page: int, table: TaggedTable) -> None:
        """Take in the rows of a page; what is repeated at its top is there already."""
        for row in table.rows:
            self.rows.setdefault(row.place, _Row(page, row.cells))


def tagged_tables(pages: Sequence[Page], ruled: Iterable[LaidTable]) -> Tagged:
    """Return the tables of a document that its tags name and that stand on the page as they say.

    A table that stands mostly in one with `ruled` columns is left to that: ruled lines are what readers see,
    and word processors tag each page of a table as one of its own.
    """
    found = Tagged()
    lined = {id(word) for laid in ruled for cell in laid.cells for word in cell.words}
    words = {page.number: _by_cell(page) for page in pages}
    by_number = {page.number: page for page in pages}
    for table in _over_pages(pages):
        laid = _laid_table(table, by_number, words)
        if laid is None or _share_of(laid, lined) > _MOST_LINED:
            continue
        found.laid_out.setdefault(laid.page, []).append(laid)
        for row in table.rows.values():
            found.cells.setdefault(row.page, set()).update(cell.number for cell in row.cells)
    return found


def _share_of(laid: LaidTable, lined: Set[int]) -> float:
    """Return the share of the words of a table that are among others."""
    held = [id(word) in lined for cell in laid.cells for word in cell.words]
    return sum(held) / len(held)


def _over_pages(pages: Sequence[Page]) -> Iterator[_Table]:
    """Yield the tables of all pages, those joined that go on."""
    waiting: _Table | None = None
    for page in pages:
        for number, table in enumerate(page.tagged):
            if waiting is not None and number == 0 and waiting.goes_on_in(table):
                waiting.add(page.number, table)
                continue
            if waiting is not None:
                yield waiting
            waiting = _Table(page.number, table)
        if not page.tagged and waiting is not None:
            yield waiting
            waiting = None
    if waiting is not None:
        yield waiting


def _by_cell(page: Page) -> dict[int, list[Word]]:
    cells: dict[int, list[Word]] = {}
    for word in page.words:
        if word.cell:
            cells.setdefault(word.cell, []).append(word)
    return cells


def _laid_table(
    table: _Table, pages: Mapping[int, Page], words: Mapping[int, dict[int, list[Word]]]
) -> LaidTable | None:
    """Return a table laid out, or nothing where its cells do not stand on the page as its tags say."""
    rows = [table.rows[place] for place in sorted(table.rows)]
    extents = [
        [_extent(cell, words[row.page].get(cell.number, ()), pages[row.page]) for cell in row.cells]
        for row in rows
    ]
    starts = place(extents)
    if starts is None:
        return None
    cells = [
        # A tag may claim more rows than the table has, as in a browser where rows are left empty.
        LaidCell(
            number,
            min(number + cell.rows, len(rows)),
            start,
            start + cell.columns,
            row.page,
            tuple(held),
            declared=cell.declared,
        )
        for number, (row, begun) in enumerate(zip(rows, starts, strict=True))
        for cell, start in zip(row.cells, begun, strict=True)
        if (held := words[row.page].get(cell.number))
    ]
    if not cells or not _goes_down(cells):
        return None
    laid = over_rules(_laid(cells, len(rows)), pages)
    on = {cell.page for cell in laid.cells}
    return None if any(_leaves_out(laid, pages[number]) for number in on) else laid


def _extent(cell: TaggedCell, words: Sequence[Word], page: Page) -> Extent:
    boxes = [(word.left, word.right) for word in words]
    painted = page.painted.get(cell.number)
    if painted is not None:
        boxes.append((painted[0], painted[2]))
    if not boxes:
        return Extent(cell.rows, cell.columns)
    return Extent(cell.rows, cell.columns, min(box[0] for box in boxes), max(box[1] for box in boxes))


def _goes_down(cells: Sequence[LaidCell]) -> bool:
    """Tell whether each row stands below those before, on its page."""
    feet: dict[int, tuple[int, float]] = {}  # by page, the last row and its lowest line
    for cell in cells:
        if cell.row_end > cell.row + 1:
            continue
        row, foot = feet.get(cell.page, (cell.row, 0.0))
        top = min(word.base for word in cell.words)
        if row < cell.row:
            if top <= foot:
                return False
            foot = 0.0
        feet[cell.page] = cell.row, max(foot, top)
    return True


def _laid(cells: Sequence[LaidCell], rows: int) -> LaidTable:
    """Return a table of cells, the columns left out in which none begins or ends."""
    kept, count = without_empty_rows(cells, rows)
    used = sorted({cell.column for cell in kept} | {cell.column_end for cell in kept})
    new = {old: number for number, old in enumerate(used)}
    first = min(cell.page for cell in kept)
    box = box_of([word for cell in kept if cell.page == first for word in cell.words])
    edges = [min((cell.box[0] for cell in kept if cell.column >= edge), default=box[2]) for edge in used]
    moved = (replace(cell, column=new[cell.column], column_end=new[cell.column_end]) for cell in kept)
    return LaidTable(first, box, count, tuple(edges), tuple(moved), ruled=False, tagged=True)


def _leaves_out(laid: LaidTable, page: Page) -> bool:
    """Tell whether a number stands among the cells of a table on a page that no tag says to be of it."""
    words = [word for cell in laid.cells if cell.page == page.number for word in cell.words]
    held = set(map(id, words))
    left, top, right, bottom = box_of(words)
    return any(
        left < word.middle < right
        and top < word.centre < bottom
        and id(word) not in held
        and any(map(str.isdigit, word.text))
        and looks_like_value(word.text)
        for word in page.words
    )


def over_rules(laid: LaidTable, pages: Mapping[int, Page]) -> LaidTable:
    """Return a table in which a head of one column is over all columns of the rule right below it, where it
    shares the middle of the rule and no other cell of its row is over one of them."""
    middles = _middles(laid)
    cells = tuple(_widened(cell, laid, middles, pages[cell.page].level) for cell in laid.cells)
    return replace(laid, cells=cells)


def _middles(laid: LaidTable) -> dict[int, float]:
    """Return where the middles of columns are, by what stands in one alone."""
    boxes: dict[int, list[tuple[float, float]]] = {}
    for cell in laid.cells:
        if cell.column_end == cell.column + 1:
            boxes.setdefault(cell.column, []).append((cell.box[0], cell.box[2]))
    return {
        column: (min(left for left, _ in found) + max(right for _, right in found)) / 2
        for column, found in boxes.items()
    }


def _widened(
    cell: LaidCell, laid: LaidTable, middles: Mapping[int, float], rules: Sequence[Rule]
) -> LaidCell:
    if cell.column == 0 or cell.column_end > cell.column + 1 or looks_like_value(cell_text(cell.words)):
        return cell
    base, size = max(word.base for word in cell.words), cell.words[0].size
    left, _, right, _ = cell.box
    for rule in rules:
        near = 0 < rule.at - base < _RULE_OF_TAGGED_HEAD * size
        inside = rule.start - _OUTSIDE_RULE < left and right < rule.end + _OUTSIDE_RULE
        central = abs(left + right - rule.start - rule.end) / 2 < _CENTRAL * rule.length
        if near and inside and central:
            over = [column for column, middle in middles.items() if rule.start < middle < rule.end]
            first, end = min(over, default=cell.column), max(over, default=cell.column) + 1
            others = [c for c in laid.row(cell.row) if c is not cell]
            free = not any(other.column < end and first < other.column_end for other in others)
            if first > 0 and free and first <= cell.column < end:
                return replace(cell, column=first, column_end=end)
    return cell
