"""What a document says outside its tables: one passage for each block of running text.

Where something stands in its source file.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in its source file.

    `element` counts the elements of the parsed HTML tree in document order (`root.iter("*")`), from 0; in a
    format without such a tree it counts what a reader found, and no two of them share a number.
    `page` counts from 1, 0 where the format has no pages. `box` is left, top, right and bottom in points from
    the top left corner of the page as it is shown. `label` is what a person calls the place
    ("Balance!C7"), "" where it has none.
    """

    file: str
    element: int
    page: int = 0
    box: tuple[float, float, float, float] | None = None
    label: str = ""

    @property
    def words(self) -> str:
        """Where this is, in words that a person can follow ("page 12"), or "" where `element` is all."""
        return self.label or (f"page {self.page}" if self.page else "")


class PassageKind(StrEnum):
    """What a block of text is, as far as its reader can tell."""

    PARAGRAPH = "paragraph"
    """Running text, and whatever is none of the others."""
    HEADING = "heading"
    """Text that stands out: by its tag, in bold, in capitals or by its number."""
    LIST_ITEM = "list item"
    """An item of a list, by its tag or by the mark that it begins with."""
    FOOTNOTE = "footnote"
    """A remark under a table that begins with its mark: "(1) Includes ..."."""
    CAPTION = "caption"
    """What states the unit of a table: "(in millions)"."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a passage: the character that it begins with, where it stands, and its `Passage.part`."""

    start: int
    place: Place
    part: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """A block of text outside data tables; `index` is its place in `Document.passages`.

    `text` is as shown, white space folded. `place` is the block element, or page and box; where blocks nest,
    an element may hold several runs of text of its own, and `part` says which of them this is, from 0.
    `more` are the pieces behind the first of a passage that is torn apart, as by the end of a page.

    `heading` is the chapter and the nearest title, as `Table.title` is; a heading's own is itself.
    `after_table` is the index of the last table before it, -1 before the first. `registrant` is the company
    that the headings above name, as in a `Table`. `laid_out` tells that it is a cell of a table that only
    lays text out.
    """

    index: int
    text: str
    place: Place
    kind: PassageKind = PassageKind.PARAGRAPH
    heading: str = ""
    after_table: int = -1
    registrant: str = ""
    part: int = 0
    more: tuple[Piece, ...] = ()
    laid_out: bool = False

    def piece_at(self, position: int) -> Piece:
        """Return the piece that holds a character of the text."""
        at = bisect_right([piece.start for piece in self.more], position)
        return self.more[at - 1] if at else Piece(0, self.place, self.part)
