"""A PDF with a text layer to a `Document`, page by page."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cofitcheck.document import Document, Place
from cofitcheck.errors import NoTablesError
from cofitcheck.readers.pdf.aligned.spread import with_spread_heads
from cofitcheck.readers.pdf.aligned.tables import aligned_tables
from cofitcheck.readers.pdf.doubts.amounts import Amounts
from cofitcheck.readers.pdf.doubts.layout import doubts_of, numbers_in, unsure_numbers, whole
from cofitcheck.readers.pdf.doubts.loose import loose_rows
from cofitcheck.readers.pdf.doubts.oddities import Check, oddities
from cofitcheck.readers.pdf.doubts.suspects import suspects_of, undated
from cofitcheck.readers.pdf.drafts.draft import Draft, Laid
from cofitcheck.readers.pdf.drafts.halves import halves
from cofitcheck.readers.pdf.drafts.joining import Growing
from cofitcheck.readers.pdf.drafts.unfilled import unfilled
from cofitcheck.readers.pdf.pages.lines import Line, page_lines
from cofitcheck.readers.pdf.pages.page import Box, Page, Word, box_of
from cofitcheck.readers.pdf.pages.paragraphs import Paragraph, paragraphs_of
from cofitcheck.readers.pdf.pages.running import Running
from cofitcheck.readers.pdf.pages.source import open_pdf
from cofitcheck.readers.pdf.pages.text import bold_share, cell_text, is_year, looks_like_value
from cofitcheck.readers.pdf.ruled import ruled_tables
from cofitcheck.readers.pdf.tags.tables import tagged_tables
from cofitcheck.readers.tables import Assembly, Decimals, RawCell, RawGrid
from cofitcheck.readers.tables import Check as TableCheck

Progress = Callable[[str], None]

_UNREADABLE = 0.25
"""The share of characters without a meaning from which a page's text is no text."""
_EVERY = 10
_SHIFTED = 1.0
"""How far from where they end on one page the numbers of a column may end on another, in points."""
_CENTRED = 0.5
"""How much deeper than all labels a title over some of them begins at the least, in heights of its line."""
_READ_PICTURES = "--ocr, with the extra cofitcheck[ocr],"


def read_pdf(
    data: bytes,
    name: str,
    progress: Progress | None = None,
    *,
    ocr: bool = False,
    check: Check = oddities,
) -> Document:
    """Read a PDF, with `ocr` also its pages that are pictures; `progress` is told how far it is.

    The numbers that `check` finds doubtful in a table are listed and not read.
    Raises `UnreadableDocumentError` for what cannot be opened, `NoTablesError` where no table has a number,
    `MissingDependencyError` where there is a picture to read and no RapidOCR.
    """
    with open_pdf(data, name) as source:
        pages = []
        for number in range(1, source.pages + 1):
            if progress and (ocr or number % _EVERY == 1):
                progress(f"read page {number:,} of {source.pages:,}")
            page = source.read(number)
            pages.append(source.read_picture(number) if ocr and page.is_picture else page)
    unusable = _unusable(pages, ocr)
    if not any(page.words for page in pages if page.number not in unusable.all()):
        raise NoTablesError(f"{name}: {_nothing_to_read(unusable)}")
    decimals = Decimals.of(word.text for page in pages for word in page.words)
    reading = _Reading(Assembly(name, decimals), name, check)
    reading.run([page for page in pages if page.number not in unusable.unreadable])
    warnings = (*unusable.warnings(), *_by_ocr(pages))
    return reading.amounts.listed(reading.assembly.document(warnings, data))


@dataclass(frozen=True, slots=True)
class _Unusable:
    """The pages that cannot be read, or not as a whole, by why; `ocr` tells whether it was tried."""

    pictures: list[int]
    unreadable: list[int]
    askew: list[int]
    ocr: bool

    def all(self) -> set[int]:
        """Return the pages of which nothing can be read."""
        return {*self.pictures, *self.unreadable}

    def warnings(self) -> tuple[str, ...]:
        """Say which pages were not read."""
        said = []
        if self.pictures:
            way_out = "OCR found no text" if self.ocr else f"{_READ_PICTURES} reads such pages"
            said.append(f"{_pages(self.pictures)}: image only, without text; not checked ({way_out})")
        if self.unreadable:
            said.append(
                f"{_pages(self.unreadable)}: the fonts do not say which characters they show; not checked"
            )
        if self.askew:
            said.append(f"{_pages(self.askew)}: numbers written at an angle are not read; not checked")
        return tuple(said)


def _unusable(pages: Sequence[Page], ocr: bool) -> _Unusable:
    pictures = [page.number for page in pages if page.is_picture]
    unreadable = [
        page.number for page in pages if page.characters and page.unreadable > _UNREADABLE * page.characters
    ]
    askew = [page.number for page in pages if page.askew]
    return _Unusable(pictures, [number for number in unreadable if number not in pictures], askew, ocr)


def _by_ocr(pages: Sequence[Page]) -> list[str]:
    read = [page.number for page in pages if page.by_ocr and page.words]
    return (
        [f"{_pages(read)}: read from the picture by OCR; check what is found there against the page"]
        if read
        else []
    )


def _nothing_to_read(unusable: _Unusable) -> str:
    if unusable.unreadable:
        return (
            "the fonts of this PDF do not say which characters they show, so its text cannot be read; save "
            "it anew from the program that made it."
        )
    count = len(unusable.pictures)
    if not count:
        return "its pages are blank; get the document again."
    way_out = "OCR found no text on them" if unusable.ocr else f"{_READ_PICTURES} reads such pages"
    return f"image only, {count:,} page{'s' * (count != 1)}; {way_out}."


def _pages(numbers: Sequence[int]) -> str:
    """Return page numbers in words: "pages 3 to 5, 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
    return f"page{'s' * (len(numbers) > 1)} {said}"


class _Reading:
    """Hands the paragraphs and tables of the pages over in reading order, tables joined over pages."""

    def __init__(self, assembly: Assembly, name: str, check: Check) -> None:
        self.assembly = assembly
        self.name = name
        self.check = check
        self.amounts = Amounts()
        self._pages: dict[int, Page] = {}
        self._waiting: Growing | None = None  # the last table, which may go on
        self._count = 0

    def run(self, pages: Sequence[Page]) -> None:
        """Read all pages."""
        self._pages = {page.number: page for page in pages}
        running = Running(pages)
        parted = {page.number: _Parted.of(page, running.without(page)) for page in pages}
        tagged = tagged_tables(pages, [draft for parts in parted.values() for draft in parts.ruled])
        for page in pages:
            parts, named = parted[page.number], tagged.cells.get(page.number)
            if named:
                unnamed = [word for word in running.without(page) if word.cell not in named]
                parts = _Parted.of(page, unnamed)
            items, lines = page_items(page, parts, tagged.drafts.get(page.number, []))
            for item in items:
                if isinstance(item, Draft):
                    self._table(item)
                else:
                    self._release()
                    self.assembly.block(item.text, item.bold)
            self._list(page, loose_rows(lines))
        self._release()

    def _list(self, page: Page, loose: Sequence[Line]) -> None:
        """List the numbers of a page that stand in no table, as one: their first line says where to look."""
        if not loose:
            return
        places = [self._place(page.number, box_of(line.words)) for line in loose]
        reason = "lines with numbers look like no table"
        self.assembly.give_up(places[0], reason, loose[0].text, cells=places)

    def _list_unsure(self, cells: Sequence[Laid]) -> None:
        """List the numbers of a table that may be misread, as one."""
        if not cells:
            return
        places = [self._place(cell.page, cell.box) for cell in cells]
        texts = ", ".join(cell_text(cell.words) for cell in cells)
        reason = "numbers may be misread in the picture"
        self.assembly.give_up(places[0], reason, texts, len(cells), cells=places)

    def _table(self, draft: Draft) -> None:
        before = self._waiting
        if before is not None and draft.page == before.page + 1 and before.goes_on_in(draft):
            before.add(draft)
            return
        self._release()
        self._waiting = Growing(draft)

    def _release(self) -> None:
        """Hand over the table that nothing goes on any more."""
        table, self._waiting = self._waiting, None
        for part in halves(table.draft) if table else ():
            unsure = unsure_numbers(part)
            self._list_unsure(unsure)
            self._hand_over(replace(part, cells=tuple(cell for cell in part.cells if cell not in unsure)))

    def _hand_over(self, draft: Draft) -> None:
        place = self._place(draft.page, draft.box)
        grid = raw_grid(draft, self._place)
        doubts = doubts_of(draft)
        if doubts and self.assembly.states_numbers(grid):
            words = " ".join(cell.text for row in grid.rows for cell in row)
            cells = [self._place(cell.page, cell.box) for cell in numbers_in(draft)]
            self.assembly.give_up(place, doubts[0], words, len(cells), len(cells), cells)
            return
        # The words of labels and headers that the document itself names are not put together wrongly.
        check = None if draft.tagged else self._checked(draft, grid)
        listed = self.assembly.table(grid, place, check)
        self.amounts.note(grid, place, listed)

    def _checked(self, draft: Draft, grid: RawGrid) -> TableCheck:
        """Return what looks for doubtful numbers in a table, those told of that its layout makes so."""
        places = {(cell.row, cell.column): cell.place for row in grid.rows for cell in row}
        suspected = {places[c.row, c.column].element: why for c, why in suspects_of(draft).items()}
        return lambda table, mentions: self.check(table, mentions, suspected)

    def _place(self, page: int, box: Box) -> Place:
        self._count += 1
        shown = self._pages[page].shown(box)
        left, top, right, bottom = (round(edge, 1) for edge in shown)
        return Place(self.name, self._count, page, (left, top, right, bottom))


class _Parted(NamedTuple):
    """Words of a page: the tables with ruled columns, the words in them, the rest."""

    ruled: list[Draft]
    inside: list[Word]
    rest: list[Word]

    @classmethod
    def of(cls, page: Page, words: Sequence[Word]) -> _Parted:
        ruled, rest = ruled_tables(page, words)
        outside = set(map(id, rest))
        return cls(ruled, [word for word in words if id(word) not in outside], rest)


def page_items(
    page: Page, parts: _Parted, tagged: Sequence[Draft]
) -> tuple[list[Draft | Paragraph], list[Line]]:
    """Return the tables and paragraphs of a page from the top down, and the lines that no table holds."""
    lines = with_spread_heads(page_lines(parts.rest), page.level)
    words = (*parts.inside, *(word for line in lines for word in line.words))
    found, between = [], []
    drafts = [*parts.ruled, *tagged]
    for group in _between(lines, drafts):
        tables, left = aligned_tables(page, group)
        found.extend(tables)
        between.append(left)
    left_over = [line for group in between for line in group]
    drafts = [undated(whole(draft, words), left_over) for draft in (*drafts, *found)]
    tops = sorted(draft.box[1] for draft in drafts)
    items: list[tuple[float, Draft | Paragraph]] = [(draft.box[1], draft) for draft in drafts]
    for group in between:
        items.extend((paragraph.top, paragraph) for paragraph in paragraphs_of(group, tops))
    items.sort(key=lambda item: item[0])
    return [item for _, item in items], left_over


def _between(lines: Sequence[Line], drafts: Sequence[Draft]) -> list[list[Line]]:
    """Return the lines of a page in groups, parted by the tables between them."""
    tops = sorted(draft.box[1] for draft in drafts)
    groups: list[list[Line]] = [[] for _ in range(len(tops) + 1)]
    for line in lines:
        groups[sum(top < line.base for top in tops)].append(line)
    return groups


def raw_grid(draft: Draft, place: Callable[[int, Box], Place]) -> RawGrid:
    """Return a table as every reader lays it out."""
    left = _label_edges(draft)
    items = unfilled(draft)
    titles = _centred_titles(draft)
    lone = draft.lone()
    rows: list[list[RawCell]] = [[] for _ in range(draft.rows)]
    for cell in sorted(draft.cells, key=lambda cell: (cell.row, cell.column)):
        text = cell_text(cell.words)
        if text:
            rows[cell.row].append(
                RawCell(
                    cell.row,
                    cell.row_end,
                    cell.column,
                    cell.column_end,
                    text,
                    bold_share(cell.words),
                    0.0 if cell.row in titles else _indent(cell, left, alone=cell.row in lone),
                    place(cell.page, cell.box),
                    heads=cell.row not in items,
                )
            )
    return RawGrid(tuple(map(tuple, rows)), draft.columns)


def _label_edges(draft: Draft) -> dict[tuple[int, int], float]:
    """Return where the labels of each column begin, by page and column; nothing where they are centred.

    A table stands at the same place on pages where the numbers of a column end alike: where its labels begin
    further left on one of them, all on the others are deeper.
    """
    begins: dict[tuple[int, int], list[Laid]] = {}
    for cell in draft.cells:
        if cell.column_end == cell.column + 1:
            begins.setdefault((cell.page, cell.column), []).append(cell)
    edges = {
        key: min(cell.box[0] for cell in cells) for key, cells in begins.items() if not _is_centred(cells)
    }
    leftmost = dict(edges)
    for ends in _ends(draft).values():
        for column in {column for _, column in edges}:
            pages = sorted(((end, page) for page, end in ends.items() if (page, column) in edges))
            lowest = _least_near([end for end, _ in pages], [edges[page, column] for _, page in pages])
            for (_, page), edge in zip(pages, lowest, strict=True):
                leftmost[page, column] = min(leftmost[page, column], edge)
    return leftmost


def _ends(draft: Draft) -> dict[int, dict[int, float]]:
    """Return where the numbers of each column end, by column and page."""
    ends: dict[int, dict[int, float]] = {}
    for cell in draft.cells:
        if cell.column > 0 and cell.column_end == cell.column + 1 and looks_like_value(cell_text(cell.words)):
            held = ends.setdefault(cell.column, {})
            held[cell.page] = max(held.get(cell.page, 0.0), cell.box[2])
    return ends


def _least_near(places: Sequence[float], values: Sequence[float]) -> Iterator[float]:
    """Yield for each of sorted places the least of the values at the places near it."""
    near: deque[int] = deque()  # of which each has a lesser value than those after it
    after = 0
    for place in places:
        while after < len(places) and places[after] - place < _SHIFTED:
            while near and values[near[-1]] >= values[after]:
                near.pop()
            near.append(after)
            after += 1
        while place - places[near[0]] >= _SHIFTED:
            near.popleft()
        yield values[near[0]]


def _centred_titles(draft: Draft) -> frozenset[int]:
    """Return the rows that are a title over the rows below, centred: it begins deeper than all labels of
    numbers, and so says nothing by its indent."""
    labels = {cell.row: cell.words[0] for cell in draft.cells if cell.column == 0}
    stating = {cell.row for cell in draft.cells if cell.column > 0 and _is_amount(cell_text(cell.words))}
    deepest = max((word.left for row, word in labels.items() if row in stating), default=math.inf)
    return frozenset(row for row, word in labels.items() if word.left > deepest + _CENTRED * word.size)


def _is_amount(text: str) -> bool:
    return looks_like_value(text) and not is_year(text)


def _is_centred(cells: Sequence[Laid]) -> bool:
    """Tell whether cells below each other share their middle rather than their left edge."""
    boxes = [cell.box for cell in cells]
    lefts, middles = sorted(box[0] for box in boxes), sorted((box[0] + box[2]) / 2 for box in boxes)
    return _spread(middles) < 0.5 * _spread(lefts) and _spread(middles) < 3.0


def _spread(places: Sequence[float]) -> float:
    """Return the width of the middle half of sorted places."""
    return places[(3 * len(places)) // 4] - places[len(places) // 4] if len(places) > 2 else 0.0


def _indent(cell: Laid, left: dict[tuple[int, int], float], *, alone: bool) -> float:
    """Return how deep a cell begins: behind the dash of a list, unless it names the rows below, `alone`."""
    edge = left.get((cell.page, cell.column))
    begins = cell.words[0].left if alone else cell.start
    return 0.0 if edge is None else round(max(0.0, begins - edge), 1)
