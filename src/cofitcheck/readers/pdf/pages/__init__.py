"""The pages of a PDF: their words and ruled lines, and the tables that their tags name.

Places are in points from the top left corner of the page as it is read. Tags (tagged PDF, ISO 32000-1, 14.7
and 14.8) are read through PDFium. Word processors, browsers and accessible reports write them as a tree
beside the text: this is a table, that a row of it, that a cell over two columns. The tree names text by the
marks around it in the page's content.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cofitcheck.readers.tables import DeclaredScope

_MAX_DEPTH = 100
"""How deep elements within elements are followed."""
_MAX_ELEMENTS = 50_000
"""A page with more elements is read as if it had no tags."""
_MAX_SPAN = 1_000
"""The most columns or rows that a cell may say it spans."""
_LONGEST_NAME = 64
"""The most bytes of the name of an element's kind."""
_GROUPS = ("THead", "TBody", "TFoot")
_CELLS = ("TD", "TH")
_SCOPES = {"Column": DeclaredScope.COLUMN, "Row": DeclaredScope.ROW, "Both": DeclaredScope.LINE}

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge, in points."""

_PICTURE = 0.3
"""The share of a page that pictures cover from which it is a picture, if it has no text."""
_DRAWING = 200
"""The letters of a page without text are drawn as outlines where it has more objects: each letter is one or
more."""
_FEW = 20
"""The fewest characters on a page that are text: a scanned page may have a stamp or a page number as text."""


@dataclass(frozen=True, slots=True)
class TaggedCell:
    """A cell: its number on the page, how many rows and columns it covers, and the marks of its content.

    `declared` is what its tag says that it is the header of.
    """

    number: int
    rows: int
    columns: int
    marks: tuple[int, ...]
    declared: DeclaredScope | None = None


@dataclass(frozen=True, slots=True)
class TaggedRow:
    """The cells of a row that have content on the page; `place` is where it stands among all rows."""

    place: tuple[int, ...]
    cells: tuple[TaggedCell, ...]


@dataclass(frozen=True, slots=True)
class TaggedTable:
    """The rows of a table that have content on the page; `size` counts what it has on all pages."""

    size: int
    rows: tuple[TaggedRow, ...]


def read_structure(page: Any) -> tuple[TaggedTable, ...]:
    """Return the tables that the tags of a PDFium page name, those around other tables left out."""
    import pypdfium2.raw as pdfium

    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return ()
    try:
        return _Tree(pdfium).tables(tree)
    finally:
        pdfium.FPDF_StructTree_Close(tree)


class _Tree:
    """Walks the elements of one page; where there are too many, none of its tables is returned."""

    def __init__(self, pdfium: Any) -> None:
        self.pdfium = pdfium
        self._elements = 0
        self._cells = 0

    def tables(self, tree: Any) -> tuple[TaggedTable, ...]:
        pdfium = self.pdfium
        count = range(pdfium.FPDF_StructTree_CountChildren(tree))
        elements = (pdfium.FPDF_StructTree_GetChildAtIndex(tree, number) for number in count)
        found = tuple(table for element in elements if element for table in self._tables_in(element, 0))
        return found if self._elements <= _MAX_ELEMENTS else ()

    def _tables_in(self, element: Any, depth: int) -> Iterator[TaggedTable]:
        """Yield the innermost tables at and below an element."""
        below = [
            table
            for _, child in self._children(element, depth)
            for table in self._tables_in(child, depth + 1)
        ]
        if below or self._kind(element) != "Table":
            yield from below
            return
        rows = tuple(row for row in self._rows(element, depth, ()) if row.cells)
        if rows:
            yield TaggedTable(self.pdfium.FPDF_StructElement_CountChildren(element), rows)

    def _rows(self, element: Any, depth: int, place: tuple[int, ...]) -> Iterator[TaggedRow]:
        for number, child in self._children(element, depth):
            kind = self._kind(child)
            if kind in _GROUPS:
                yield from self._rows(child, depth + 1, (*place, number))
            elif kind == "TR":
                cells = (each for _, each in self._children(child, depth + 1) if self._kind(each) in _CELLS)
                yield TaggedRow((*place, number), tuple(self._cell(cell, depth + 2) for cell in cells))

    def _cell(self, element: Any, depth: int) -> TaggedCell:
        self._cells += 1
        marks = tuple(self._marks(element, depth))
        return TaggedCell(self._cells, *self._spans(element), marks, self._declared(element))

    def _marks(self, element: Any, depth: int) -> Iterator[int]:
        pdfium = self.pdfium
        for number in range(pdfium.FPDF_StructElement_CountChildren(element)):
            mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, number)
            if mark >= 0:
                yield mark
        for _, child in self._children(element, depth):
            yield from self._marks(child, depth + 1)

    def _children(self, element: Any, depth: int) -> Iterator[tuple[int, Any]]:
        """Yield the elements right below one that have content on the page, with their numbers."""
        if depth >= _MAX_DEPTH:
            return
        pdfium = self.pdfium
        for number in range(pdfium.FPDF_StructElement_CountChildren(element)):
            child = pdfium.FPDF_StructElement_GetChildAtIndex(element, number)
            self._elements += bool(child)
            if self._elements > _MAX_ELEMENTS:
                return
            if child:
                yield number, child

    def _kind(self, element: Any) -> str:
        name = ctypes.create_string_buffer(_LONGEST_NAME)
        length = self.pdfium.FPDF_StructElement_GetType(element, name, _LONGEST_NAME)
        return (
            name.raw[:length].decode("utf-16-le", "replace").rstrip("\0") if length <= _LONGEST_NAME else ""
        )

    def _declared(self, element: Any) -> DeclaredScope | None:
        """Return what a cell is the header of, as its tag and its scope say."""
        if self._kind(element) != "TH":
            return None
        pdfium = self.pdfium
        for index in range(pdfium.FPDF_StructElement_GetAttributeCount(element)):
            attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, index)
            value = pdfium.FPDF_StructElement_Attr_GetValue(attributes, b"Scope")
            if value and (scope := self._text(value)) in _SCOPES:
                return _SCOPES[scope]
        return DeclaredScope.LINE

    def _text(self, value: Any) -> str:
        text, length = ctypes.create_string_buffer(_LONGEST_NAME), ctypes.c_ulong()
        said = self.pdfium.FPDF_StructElement_Attr_GetStringValue(value, text, _LONGEST_NAME, length)
        if not said or length.value > _LONGEST_NAME:
            return ""
        return text.raw[: length.value].decode("utf-16-le", "replace").rstrip("\0")

    def _spans(self, element: Any) -> tuple[int, int]:
        """Return how many rows and columns a cell covers, one where it does not say."""
        pdfium = self.pdfium
        spans = {b"RowSpan": 1, b"ColSpan": 1}
        number = ctypes.c_float()
        for index in range(pdfium.FPDF_StructElement_GetAttributeCount(element)):
            attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, index)
            for name in spans:
                value = pdfium.FPDF_StructElement_Attr_GetValue(attributes, name)
                if value and pdfium.FPDF_StructElement_Attr_GetNumberValue(value, number):
                    spans[name] = min(max(int(number.value), 1), _MAX_SPAN)
        return spans[b"RowSpan"], spans[b"ColSpan"]


@dataclass(frozen=True, slots=True)
class Word:
    """Characters of one line without a gap between them; `size` is their height, `base` their baseline.

    `sure` is false for a number in a picture that may be another, `spaced` true where a space is before
    it, narrow as that may be, `cell` the number of the tagged cell that holds it, or 0.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool
    sure: bool = True
    spaced: bool = False
    cell: int = 0

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.base - 0.86 * self.size

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.base + 0.14 * self.size

    @property
    def middle(self) -> float:
        """Half way from left to right."""
        return (self.left + self.right) / 2

    @property
    def centre(self) -> float:
        """Half way from top to bottom."""
        return self.base - 0.36 * self.size


@dataclass(frozen=True, slots=True)
class Rule:
    """A ruled line: at `at` (y of a level one, x of an upright one), from `start` to `end`."""

    at: float
    start: float
    end: float

    @property
    def length(self) -> float:
        """How long it is."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Page:
    """One page as it is read; `turn` is by how many quarter turns clockwise it was turned to be read.

    `width` and `height` are of the page as it is read, `pictures` the share of it that pictures cover,
    `objects` counts all that is drawn on it.
    `unreadable` counts the characters whose font does not say what they are, of `characters` in all; `askew`
    the digits that are written at another angle than most of the page, and are not read. `by_ocr` tells that
    its words are read from its picture. `tagged` are the tables that its tags name, `painted` the boxes that
    are painted for their cells, by number.
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    level: tuple[Rule, ...]
    upright: tuple[Rule, ...]
    turn: int = 0
    pictures: float = 0.0
    objects: int = 0
    characters: int = 0
    unreadable: int = 0
    askew: int = 0
    by_ocr: bool = False
    tagged: tuple[TaggedTable, ...] = ()
    painted: Mapping[int, Box] = field(default_factory=dict)

    @property
    def is_picture(self) -> bool:
        """Whether what it shows is no text: a picture, or letters that are drawn as outlines."""
        return self.characters < _FEW and (self.pictures > _PICTURE or self.objects > _DRAWING)

    def shown(self, box: Box) -> Box:
        """Return a box on the page as it is shown, given it on the page as it is read."""
        left, top, right, bottom = box
        if self.turn == 1:
            return (top, self.width - right, bottom, self.width - left)
        if self.turn == 2:
            return (self.width - right, self.height - bottom, self.width - left, self.height - top)
        if self.turn == 3:
            return (self.height - bottom, left, self.height - top, right)
        return box


def box_of(words: Sequence[Word]) -> Box:
    """Return the box around words, of which there is one at least."""
    return (
        min(word.left for word in words),
        min(word.top for word in words),
        max(word.right for word in words),
        max(word.bottom for word in words),
    )
