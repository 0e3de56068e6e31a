"""What stands on a page: words and ruled lines, in points from the top left corner of the page as it is
read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cofitcheck.readers.pdf.pages.structure import TaggedTable

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_PICTURE = 0.3
"""The share of a page that pictures cover, where they are all it shows."""
_DRAWING = 200
"""Text that is drawn as outlines, not written, has an object or more for every letter."""
_FEW = 20
"""A scanned page may have a stamp or a page number as text."""


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
