"""HTML (inline XBRL included, its tags ignored) to `Document`: one pass over blocks of text and tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from lxml import etree

from cofitcheck.document import Document, PassageKind, Place, UncheckedCode, UncheckedReason
from cofitcheck.errors import TooLargeError, UnreadableDocumentError
from cofitcheck.readers.contract import LABEL, SourceFile
from cofitcheck.readers.html import parse
from cofitcheck.readers.html.grid import holds_table, read_grid
from cofitcheck.readers.html.separate_tables import FEWEST, Row, grid_of, single_row, statements_of
from cofitcheck.readers.html.text import BLOCKS, is_bold, is_hidden, shown
from cofitcheck.readers.settings import step
from cofitcheck.readers.tables import Assembly, Decimals, RawGrid, Source, TableTooLargeError, fold
from cofitcheck.readers.tables.over_pages import joined
from cofitcheck.readers.typed import with_tables

__all__ = ["read_html", "read_markup"]

_PRE = b"<pre"
_BETWEEN = 240
"""The most characters between two parts of one table: titles, and what runs along the edges of pages."""
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def read_html(file: SourceFile) -> Document:
    """Read an HTML document; inline XBRL tags are passed over, their text counts like any other."""
    return read_markup(file.data, file.name)


def read_markup(data: bytes, name: str, decimals: Decimals | None = None) -> Document:
    """Read HTML, be it a document, a part of one, or the rendition of another format.

    `decimals` says how the document that this is a part of writes numbers, None where this is the whole
    document. Raises `UnreadableDocumentError` for what is not HTML or is cut off, `NoTablesError` where no
    table has a number.
    """
    if parse.is_cut_off(data):
        raise UnreadableDocumentError(
            f"{name}: the file ends in the middle of a table; get the whole document."
        )
    try:
        root = parse.parse_tree(data)
    except TooLargeError:
        raise
    except UnreadableDocumentError as error:
        raise UnreadableDocumentError(
            f"{name}: {error}; save the document as HTML and check that."
        ) from error
    if _PRE in data.lower() and with_tables(root):
        page = b"<!DOCTYPE html>\n" + etree.tostring(root, encoding="utf-8", method="html")
        return replace(read_markup(page, name, decimals), original=data)
    if parse.depth(root) >= parse.MAX_DEPTH:
        raise UnreadableDocumentError(
            f"{name}: elements are nested more than {parse.MAX_DEPTH} deep; save the document anew."
        )
    walk = _Walk(name, root, decimals or decimals_of(root))
    walk.run()
    unended = (UncheckedReason(UncheckedCode.HTML_CUT_SHORT),)
    return walk.assembly.document(unended if parse.lacks_end(data) else (), data)


def decimals_of(root: etree._Element) -> Decimals:
    """Return how the numbers in a tree are written: with a decimal comma or with a decimal point."""
    return Decimals.of(map(str.strip, map(str, root.itertext("*"))))


@dataclass(frozen=True, slots=True)
class Block:
    """A block of text: the share of it in bold, where it comes from, and whether it is in the heading of a
    chapter."""

    text: str
    bold: float
    source: Source
    chapter: bool


@dataclass(frozen=True, slots=True)
class HeldTable:
    """A table and where it begins."""

    grid: RawGrid
    place: Place


Held = Block | HeldTable


class _Walk:
    """Goes through the tree once, in document order, and without recursion."""

    def __init__(self, name: str, root: etree._Element, decimals: Decimals) -> None:
        self.name = name
        self.root = root
        self.elements: dict[object, int] = {element: number for number, element in enumerate(root.iter("*"))}
        self.assembly = Assembly(name, decimals)
        self.chapter_tags = _chapter_tags(root)
        self._blocks: list[etree._Element] = [root]
        self._parts: Counter[int] = Counter()
        self._text: list[str] = []
        self._bold = self._total = 0
        self._in_chapter_tag = False
        self._held: list[Held] = []  # a table that may go on, and the blocks below it
        self._apart: list[tuple[etree._Element, Row]] = []  # the last tables of one row each

    def run(self) -> None:
        walker = etree.iterwalk(self.root, events=("start", "end"))
        bolds = [False]
        for event, element in walker:
            step()
            if event == "end":
                bolds.pop()
                if element.tag in BLOCKS:
                    self._flush()
                    if self._blocks[-1] is element:
                        self._blocks.pop()
                    self._in_chapter_tag &= element.tag not in self.chapter_tags
                self._add(element.tail, bolds[-1])
                continue
            bolds.append(is_bold(element, bolds[-1]))
            if is_hidden(element) and element is not self.root:
                walker.skip_subtree()
                continue
            if element.tag in BLOCKS:
                self._flush()
                self._blocks.append(element)
                self._in_chapter_tag |= element.tag in self.chapter_tags
            if element.tag == "table" and holds_table(element):
                self._outer_table(element)
            elif element.tag == "table":
                self._table(element)
                walker.skip_subtree()
                continue
            self._add(element.text, bolds[-1])
        self._flush()
        self._join_rows()
        self._release()

    def _add(self, text: str | None, bold: bool) -> None:
        if text:
            self._text.append(text)
            size = len(text.strip())
            self._total += size
            self._bold += size if bold else 0

    def _flush(self) -> None:
        if self._total:
            self._join_rows()
            self._block(
                Block(
                    fold("".join(self._text)), self._bold / self._total, self._source(), self._in_chapter_tag
                )
            )
        self._text.clear()
        self._bold = self._total = 0

    def _source(self) -> Source:
        """Return where the text since the last border of a block comes from."""
        block = self._blocks[-1]
        place = self._place(block)
        part = self._parts[place.element]
        self._parts[place.element] += 1
        return Source(place, part, _kind_of(block))

    def _table(self, element: etree._Element) -> None:
        row = single_row(element, self._place)
        if row is not None:
            self._apart += [(element, row)] if row else []
            return
        self._join_rows()
        self._read_table(element)

    def _join_rows(self) -> None:
        """Read the tables of one row each that followed each other; several of them are joined to
        statements."""
        rows, self._apart = self._apart, []
        several = sum(any(piece.amount for piece in row) for _, row in rows) >= FEWEST
        for statement in statements_of(rows) if several else ([each] for each in rows):
            if any(piece.amount for _, row in statement for piece in row) and len(statement) > 1:
                self._hand_over(grid_of([row for _, row in statement]), self._place(statement[0][0]))
            else:
                for table, _ in statement:
                    self._read_table(table)

    def _read_table(self, element: etree._Element) -> None:
        grid = self._grid(element)
        if grid is not None:
            self._hand_over(grid, self._place(element))

    def _hand_over(self, grid: RawGrid, place: Place) -> None:
        """Take in a table, as part of the one before where it goes on in it."""
        first = self._held[0] if self._held else None
        if isinstance(first, HeldTable):
            whole = joined(first.grid, grid, [each.text for each in self._held if isinstance(each, Block)])
            if whole is not None:
                self._held = [HeldTable(whole, first.place)]
                return
        self._release()
        self._held = [HeldTable(grid, place)]

    def _block(self, block: Block) -> None:
        """Take in a block of text. Blocks below a table are held until there is too much text for the table
        to go on."""
        self._held.append(block)
        said = sum(len(each.text) for each in self._held if isinstance(each, Block))
        if isinstance(self._held[0], Block) or said > _BETWEEN:
            self._release()

    def _release(self) -> None:
        """Hand over the held table, which has no further part, and the blocks below it."""
        held, self._held = self._held, []
        for each in held:
            if isinstance(each, HeldTable):
                self.assembly.table(each.grid, each.place)
            else:
                self.assembly.block(each.text, each.bold, each.source, each.chapter)

    def _outer_table(self, element: etree._Element) -> None:
        """List a table around other tables as not read where it has numbers of its own; the inner tables are
        read."""
        self._join_rows()
        self._release()
        grid = self._grid(element)
        if grid is not None and self.assembly.states_numbers(grid):
            words = " ".join(cell.text for row in grid.rows for cell in row)
            self.assembly.give_up(self._place(element), UncheckedReason(UncheckedCode.TABLES_INSIDE), words)

    def _grid(self, element: etree._Element) -> RawGrid | None:
        try:
            return read_grid(element, self._place)
        except TableTooLargeError:
            self.assembly.give_up(
                self._place(element), UncheckedReason(UncheckedCode.TOO_LARGE), shown(element).text
            )
            return None

    def _place(self, element: etree._Element) -> Place:
        return Place(self.name, self.elements[element], label=element.get(LABEL, ""))


def _kind_of(block: etree._Element) -> PassageKind | None:
    """Return what the tag of a block says of its text, None where it says nothing."""
    if block.tag in _HEADINGS:
        return PassageKind.HEADING
    parent = block.getparent()
    in_item = block.tag == "li" or (parent is not None and parent.tag == "li")
    return PassageKind.LIST_ITEM if in_item else None


def _chapter_tags(root: etree._Element) -> frozenset[str]:
    """Return the tags of the headings that open chapters.

    They are those of the first level that has several headings, and of the levels above it. There are none
    where no headings stand under these.
    """
    counts = Counter(str(element.tag) for element in root.iter(*_HEADINGS))
    levels = sorted(counts)
    first = next((level for level in levels if counts[level] > 1), "")
    return (
        frozenset(level for level in levels if level <= first)
        if levels and first < levels[-1]
        else frozenset()
    )
