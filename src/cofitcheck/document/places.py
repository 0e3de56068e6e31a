"""Where something stands in its source file."""

from __future__ import annotations

from dataclasses import dataclass


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
