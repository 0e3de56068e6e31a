"""One pass over an HTML document: its blocks of text and its tables, in order."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from cofitcheck.document import Document, Mention, Place, Table, UnreadTable
from cofitcheck.errors import NoTablesError, UnreadableDocumentError
from cofitcheck.readers.html import parse
from cofitcheck.readers.html.columns import LogicalGrid, join_columns
from cofitcheck.readers.html.context import REACH, Context
from cofitcheck.readers.html.continuation import Carried, Headers, carried_headers, headers_of
from cofitcheck.readers.html.decimals import uses_decimal_comma
from cofitcheck.readers.html.furniture import is_no_data
from cofitcheck.readers.html.grid import TableTooLargeError, holds_table, read_grid
from cofitcheck.readers.html.registrants import Registrants
from cofitcheck.readers.html.style import is_bold, is_hidden
from cofitcheck.readers.html.tables import Surroundings, build_table, has_mentions
from cofitcheck.readers.html.text import BLOCKS, fold, shown


def read_html(data: bytes, name: str) -> Document:
    """Read an HTML document; inline XBRL tags are passed over, their text counts like any other.

    Raises `UnreadableDocumentError` for what is not HTML or is cut off, `NoTablesError` where no table has a
    number.
    """
    if parse.is_cut_off(data):
        raise UnreadableDocumentError(
            f"{name}: the file ends in the middle of a table; get the whole document."
        )
    try:
        root = parse.parse_tree(data)
    except UnreadableDocumentError as error:
        raise UnreadableDocumentError(
            f"{name}: {error}; save the document as HTML and check that."
        ) from error
    if parse.depth(root) >= parse.MAX_DEPTH:
        raise UnreadableDocumentError(
            f"{name}: elements are nested more than {parse.MAX_DEPTH} deep; save the document anew."
        )
    walk = _Walk(name, root)
    walk.run()
    if not walk.tables and not walk.unread:
        raise NoTablesError(
            f"{name}: no table with numbers was found; check that the tables are text, not pictures."
        )
    mentions = tuple(replace(mention, index=index) for index, mention in enumerate(walk.mentions))
    unended = ("the file ends without </html>: what may have followed was not read",)
    warnings = unended if parse.lacks_end(data) else ()
    return Document(name, tuple(walk.tables), mentions, tuple(walk.unread), warnings, data)


class _Walk:
    """Goes through the tree once, in document order, and without recursion."""

    def __init__(self, name: str, root: etree._Element) -> None:
        self.name = name
        self.root = root
        self.elements: dict[object, int] = {element: number for number, element in enumerate(root.iter("*"))}
        self.decimal_comma = uses_decimal_comma(map(str.strip, map(str, root.itertext("*"))))
        self.context = Context()
        self.registrants = Registrants()
        self.tables: list[Table] = []
        self.mentions: list[Mention] = []
        self.unread: list[UnreadTable] = []
        self._text: list[str] = []
        self._bold = self._total = 0
        self._after: list[str] = []  # text since the last table, until it is enough
        self._above: Headers = ()  # those of the last table

    def run(self) -> None:
        walker = etree.iterwalk(self.root, events=("start", "end"))
        bolds = [False]
        for event, element in walker:
            if event == "end":
                bolds.pop()
                if element.tag in BLOCKS:
                    self._flush()
                self._add(element.tail, bolds[-1])
                continue
            bolds.append(is_bold(element, bolds[-1]))
            if is_hidden(element) and element is not self.root:
                walker.skip_subtree()
                continue
            if element.tag in BLOCKS:
                self._flush()
            if element.tag == "table" and holds_table(element):
                self._outer_table(element)
            elif element.tag == "table":
                self._table(element)
                walker.skip_subtree()
                continue
            self._add(element.text, bolds[-1])
        self._flush()
        self._close_after()
        self.tables = self.registrants.name(self.tables)

    def _add(self, text: str | None, bold: bool) -> None:
        if text:
            self._text.append(text)
            size = len(text.strip())
            self._total += size
            self._bold += size if bold else 0

    def _flush(self) -> None:
        if self._total:
            self._block(fold("".join(self._text)), self._bold / self._total)
        self._text.clear()
        self._bold = self._total = 0

    def _block(self, text: str, bold: float) -> None:
        self.context.add(text, bold)
        self.registrants.add(text, bold)
        if self.tables and sum(map(len, self._after)) < REACH:
            self._after.append(text)

    def _close_after(self) -> None:
        if self.tables and self._after:
            self.tables[-1] = replace(self.tables[-1], text_after=" ".join(self._after)[:REACH])
        self._after.clear()

    def _table(self, element: etree._Element) -> None:
        grid = self._grid(element)
        if grid is None or is_no_data(grid):
            return
        if not has_mentions(grid):
            self._layout_table(grid)
            return
        context = self.context
        carried = self._carried(grid)
        self._close_after()
        around = Surroundings(
            Place(self.name, self.elements[element]),
            context.title(),
            context.caption(),
            context.text_before(),
        )
        table, mentions = build_table(grid, len(self.tables), around, self.elements, carried)
        self._above = headers_of(grid, carried)
        self.tables.append(table)
        self.mentions.extend(mentions)
        context.close_table(table.caption)
        self.registrants.close_table()

    def _carried(self, grid: LogicalGrid) -> Carried:
        """Return the headers that a table has from the one before, under the same title."""
        if not self.tables or self.tables[-1].title != self.context.title():
            return Carried()
        return carried_headers(grid, self._above, " ".join(self._after))

    def _outer_table(self, element: etree._Element) -> None:
        """List a table around other tables, which are read, when it has numbers of its own, which are not."""
        grid = self._grid(element)
        if grid is not None and not is_no_data(grid) and has_mentions(grid):
            words = " ".join(cell.text for row in grid.rows for cell in row)
            self._give_up(element, "tables stand inside this table, and only those were read", words)

    def _grid(self, element: etree._Element) -> LogicalGrid | None:
        try:
            return join_columns(read_grid(element), self.decimal_comma)
        except TableTooLargeError:
            reason = "the table spans more rows or columns than can be laid out"
            self._give_up(element, reason, shown(element).text)
            return None

    def _give_up(self, element: etree._Element, reason: str, words: str) -> None:
        self.unread.append(UnreadTable(Place(self.name, self.elements[element]), reason, words[:80]))

    def _layout_table(self, grid: LogicalGrid) -> None:
        for row in grid.rows:
            if row:
                self._block(" ".join(cell.text for cell in row), min(cell.bold for cell in row))
