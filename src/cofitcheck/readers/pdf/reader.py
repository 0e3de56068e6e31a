"""A PDF with a text layer to a `Document`, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cofitcheck.document import Document, Place, UncheckedCode, UncheckedReason
from cofitcheck.errors import NoTablesError
from cofitcheck.readers.contract import SourceFile
from cofitcheck.readers.pdf.aligned import aligned_tables
from cofitcheck.readers.pdf.aligned.spanning_heads import with_spread_heads
from cofitcheck.readers.pdf.doubts.labels import Check, doubtful_numbers
from cofitcheck.readers.pdf.doubts.misplaced import misplaced_of, undated
from cofitcheck.readers.pdf.doubts.unread_numbers import (
    Amounts,
    doubts_of,
    loose_rows,
    numbers_in,
    unsure_numbers,
    whole,
)
from cofitcheck.readers.pdf.layout import halves, raw_grid
from cofitcheck.readers.pdf.layout.joining import GrowingTable
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable
from cofitcheck.readers.pdf.pages import Box, Page, Word, box_of
from cofitcheck.readers.pdf.pages.lines import Line, page_lines
from cofitcheck.readers.pdf.pages.reading import Unusable, pages_apart, read_by_ocr
from cofitcheck.readers.pdf.pages.running_heads import Paragraph, Running, paragraphs_of
from cofitcheck.readers.pdf.pages.source import OpenPdf, open_pdf
from cofitcheck.readers.pdf.pages.text import cell_text
from cofitcheck.readers.pdf.ruled import ruled_tables
from cofitcheck.readers.pdf.tagged import tagged_tables
from cofitcheck.readers.settings import allow_pages, allow_picture, look
from cofitcheck.readers.tables import Assembly, Decimals, RawGrid, Source
from cofitcheck.readers.tables import Check as TableCheck
from cofitcheck.readers.tables.around import says_continued

_EVERY = 10
"""How many pages are read from one report of the progress to the next."""


def read_pdf(file: SourceFile, *, check: Check = doubtful_numbers) -> Document:
    """Read a PDF; where the settings ask for OCR, also its pages that are pictures.

    The numbers that `check` finds doubtful in a table are listed and not read.
    Raises `UnreadableDocumentError` for what cannot be opened, `NoTablesError` where no table has a number,
    `MissingDependencyError` where there is a picture to read and no RapidOCR.
    """
    name, ocr = file.name, file.settings.ocr
    with open_pdf(file.data, name) as source:
        pages = _pages(file, source)
    unusable = Unusable.of(pages, ocr=ocr)
    if not any(page.words for page in pages if page.number not in unusable.all()):
        raise NoTablesError(f"{name}: {unusable.nothing_to_read}")
    decimals = Decimals.of(word.text for page in pages for word in page.words)
    reading = _Reading(Assembly(name, decimals), name, check)
    reading.run([page for page in pages if page.number not in unusable.unreadable])
    warnings = (*unusable.warnings(), *read_by_ocr(pages))
    return reading.amounts.listed(reading.assembly.document(warnings, file.data))


def _pages(file: SourceFile, source: OpenPdf) -> list[Page]:
    """Return all pages in their order; of a long file some are read by other processes meanwhile."""
    ocr, progress, found = file.settings.ocr, file.progress, dict[int, Page]()
    numbers = range(1, source.pages + 1)
    allow_pages(source.pages)
    with pages_apart(file.data, source.pages, 1 if ocr else file.settings.processes) as apart:
        for number in numbers:
            if progress and (ocr or number % _EVERY == 1):
                progress(f"read page {number:,} of {source.pages:,}")
            if number not in apart.numbers:
                found[number] = _page(source, number, ocr=ocr)
        found |= apart.result()
    return [found[each] if each in found else _page(source, each, ocr=ocr) for each in numbers]


def _page(source: OpenPdf, number: int, *, ocr: bool) -> Page:
    look()
    page = source.read(number)
    if ocr and page.is_picture:
        allow_picture()
        page = source.read_picture(number)
    return page


class _Reading:
    """Hands the paragraphs and tables of the pages over in reading order, tables joined over pages."""

    def __init__(self, assembly: Assembly, name: str, check: Check) -> None:
        self.assembly = assembly
        self.name = name
        self.check = check
        self.amounts = Amounts()
        self._pages: dict[int, Page] = {}
        self._waiting: GrowingTable | None = None  # the last table, which may go on
        self._between: list[tuple[Page, Paragraph]] = []  # the titles on its next page that say so
        self._count = 0

    def run(self, pages: Sequence[Page]) -> None:
        """Read all pages."""
        self._pages = {page.number: page for page in pages}
        running = Running(pages)
        parted = {page.number: _Parted.of(page, running.without(page)) for page in pages}
        tagged = tagged_tables(pages, [laid for parts in parted.values() for laid in parts.ruled])
        for page in pages:
            look()
            parts, named = parted[page.number], tagged.cells.get(page.number)
            if named:
                unnamed = [word for word in running.without(page) if word.cell not in named]
                parts = _Parted.of(page, unnamed)
            items, lines = page_items(page, parts, tagged.laid_out.get(page.number, []))
            items = self._opened(page, items, lines)
            for item in items:
                if isinstance(item, LaidTable):
                    self._table(item)
                elif self._waits(page, item):
                    self._between.append((page, item))
                else:
                    self._release()
                    self._say(page, item)
            self._list(page, loose_rows(lines))
        self._release()

    def _waits(self, page: Page, item: Paragraph) -> bool:
        """Tell whether a paragraph at the top of a page says that the table before goes on below it."""
        table = self._waiting
        return table is not None and page.number == table.page + 1 and says_continued(item.text)

    def _say(self, page: Page, item: Paragraph) -> None:
        source = Source(self._place(page.number, item.box), torn=True)
        self.assembly.block(item.text, item.bold, source)

    def _opened(
        self, page: Page, items: list[LaidTable | Paragraph], lines: Sequence[Line]
    ) -> list[LaidTable | Paragraph]:
        """Take in the first table of a page with the lines above it, where they are rows of the last one, and
        return the items that are left."""
        at = next((at for at, item in enumerate(items) if isinstance(item, LaidTable)), 0)
        table, laid = self._waiting, items[at] if at else None
        if table is None or not isinstance(laid, LaidTable) or page.number != table.page + 1:
            return items
        whole = table.opened(laid, [line for line in lines if line.base < laid.box[1] + line.size])
        if whole is None:
            return items
        table.add(whole)
        return items[at + 1 :]

    def _list(self, page: Page, loose: Sequence[Line]) -> None:
        """List the numbers of a page that stand in no table as one entry; its first line says where to
        look."""
        if not loose:
            return
        places = [self._place(page.number, box_of(line.words)) for line in loose]
        self.assembly.give_up(places[0], UncheckedReason(UncheckedCode.NO_TABLE), loose[0].text, cells=places)

    def _list_unsure(self, cells: Sequence[LaidCell]) -> None:
        """List the numbers of a table that may be misread as one entry."""
        if not cells:
            return
        places = [self._place(cell.page, cell.box) for cell in cells]
        texts = ", ".join(cell_text(cell.words) for cell in cells)
        self.assembly.give_up(
            places[0], UncheckedReason(UncheckedCode.MISREAD), texts, len(cells), cells=places
        )

    def _table(self, laid: LaidTable) -> None:
        before = self._waiting
        if before is not None and laid.page == before.page + 1 and before.goes_on_in(laid):
            before.add(laid)
            self._between.clear()
            return
        self._release()
        self._waiting = GrowingTable(laid)

    def _release(self) -> None:
        """Hand over the waiting table, which has no further part."""
        table, self._waiting = self._waiting, None
        for part in halves(table.laid) if table else ():
            unsure = unsure_numbers(part)
            self._list_unsure(unsure)
            self._hand_over(replace(part, cells=tuple(cell for cell in part.cells if cell not in unsure)))
        between, self._between = self._between, []
        for page, item in between:
            self._say(page, item)

    def _hand_over(self, laid: LaidTable) -> None:
        place = self._place(laid.page, laid.box)
        grid = raw_grid(laid, self._place)
        doubts = doubts_of(laid)
        if doubts and self.assembly.states_numbers(grid):
            words = " ".join(cell.text for row in grid.rows for cell in row)
            cells = [self._place(cell.page, cell.box) for cell in numbers_in(laid)]
            self.assembly.give_up(place, doubts[0], words, len(cells), len(cells), cells)
            return
        # Where the document itself names labels and headers, their words are not put together wrongly.
        check = None if laid.tagged else self._checked(laid, grid)
        listed = self.assembly.table(grid, place, check)
        self.amounts.note(grid, place, listed)

    def _checked(self, laid: LaidTable, grid: RawGrid) -> TableCheck:
        """Return a check that finds the doubtful numbers in a table, those included that are doubtful by its
        layout."""
        places = {(cell.row, cell.column): cell.place for row in grid.rows for cell in row}
        misplaced = {places[c.row, c.column].element: why for c, why in misplaced_of(laid).items()}
        return lambda table, mentions: self.check(table, mentions, misplaced)

    def _place(self, page: int, box: Box) -> Place:
        self._count += 1
        shown = self._pages[page].shown(box)
        left, top, right, bottom = (round(edge, 1) for edge in shown)
        return Place(self.name, self._count, page, (left, top, right, bottom))


class _Parted(NamedTuple):
    """Words of a page: the tables with ruled columns, the words in them, the rest."""

    ruled: list[LaidTable]
    inside: list[Word]
    rest: list[Word]

    @classmethod
    def of(cls, page: Page, words: Sequence[Word]) -> _Parted:
        look()
        ruled, rest = ruled_tables(page, words)
        outside = set(map(id, rest))
        return cls(ruled, [word for word in words if id(word) not in outside], rest)


def page_items(
    page: Page, parts: _Parted, tagged: Sequence[LaidTable]
) -> tuple[list[LaidTable | Paragraph], list[Line]]:
    """Return the tables and paragraphs of a page from the top down, and the lines that no table holds."""
    lines = with_spread_heads(page_lines(parts.rest), page.level)
    words = (*parts.inside, *(word for line in lines for word in line.words))
    found, between = [], []
    laid_out = [*parts.ruled, *tagged]
    for group in _between(lines, laid_out):
        tables, left = aligned_tables(page, group)
        found.extend(tables)
        between.append(left)
    left_over = [line for group in between for line in group]
    laid_out = [undated(whole(laid, words), left_over) for laid in (*laid_out, *found)]
    tops = sorted(laid.box[1] for laid in laid_out)
    items: list[tuple[float, LaidTable | Paragraph]] = [(laid.box[1], laid) for laid in laid_out]
    for group in between:
        items.extend((paragraph.top, paragraph) for paragraph in paragraphs_of(group, tops))
    items.sort(key=lambda item: item[0])
    return [item for _, item in items], left_over


def _between(lines: Sequence[Line], laid_out: Sequence[LaidTable]) -> list[list[Line]]:
    """Return the lines of a page in groups, parted by the tables between them."""
    tops = sorted(laid.box[1] for laid in laid_out)
    groups: list[list[Line]] = [[] for _ in range(len(tops) + 1)]
    for line in lines:
        groups[sum(top < line.base for top in tops)].append(line)
    return groups
