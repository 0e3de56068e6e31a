"""One pass over an HTML document: its blocks of text and its tables, in order."""

from __future__ import annotations

from lxml import etree

from cofitcheck.document import Document, Place
from cofitcheck.errors import UnreadableDocumentError
from cofitcheck.readers.html import parse
from cofitcheck.readers.html.grid import holds_table, read_grid
from cofitcheck.readers.html.style import is_bold, is_hidden
from cofitcheck.readers.html.text import BLOCKS, shown
from cofitcheck.readers.tables import Assembly, RawGrid, TableTooLargeError, fold, uses_decimal_comma


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
    unended = ("the file ends without </html>: what may have followed was not read",)
    return walk.assembly.document(unended if parse.lacks_end(data) else (), data)


class _Walk:
    """Goes through the tree once, in document order, and without recursion."""

    def __init__(self, name: str, root: etree._Element) -> None:
        self.name = name
        self.root = root
        self.elements: dict[object, int] = {element: number for number, element in enumerate(root.iter("*"))}
        self.assembly = Assembly(name, uses_decimal_comma(map(str.strip, map(str, root.itertext("*")))))
        self._text: list[str] = []
        self._bold = self._total = 0

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

    def _add(self, text: str | None, bold: bool) -> None:
        if text:
            self._text.append(text)
            size = len(text.strip())
            self._total += size
            self._bold += size if bold else 0

    def _flush(self) -> None:
        if self._total:
            self.assembly.block(fold("".join(self._text)), self._bold / self._total)
        self._text.clear()
        self._bold = self._total = 0

    def _table(self, element: etree._Element) -> None:
        grid = self._grid(element)
        if grid is not None:
            self.assembly.table(grid, self._place(element))

    def _outer_table(self, element: etree._Element) -> None:
        """List a table around other tables, which are read, when it has numbers of its own, which are not."""
        grid = self._grid(element)
        if grid is not None and self.assembly.states_numbers(grid):
            words = " ".join(cell.text for row in grid.rows for cell in row)
            reason = "tables stand inside this table, and only those were read"
            self.assembly.give_up(self._place(element), reason, words)

    def _grid(self, element: etree._Element) -> RawGrid | None:
        try:
            return read_grid(element, self._place)
        except TableTooLargeError:
            reason = "the table spans more rows or columns than can be laid out"
            self.assembly.give_up(self._place(element), reason, shown(element).text)
            return None

    def _place(self, element: etree._Element) -> Place:
        return Place(self.name, self.elements[element])
