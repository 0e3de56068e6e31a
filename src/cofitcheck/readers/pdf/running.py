"""What runs along the tops and feet of pages, and is no part of what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cofitcheck.readers.pdf.lines import Line, page_lines
from cofitcheck.readers.pdf.page import Page, Word

_ZONE = 0.13
"""The share of a page's height at its top and at its foot where such lines stand."""
_FOOT = 0.93
_OFTEN = 3
_SHORT = 5
"""A document of so few pages need not repeat a line often."""
_DIGITS = re.compile(r"\d+|[ivxlcIVXLC]+\b")
_LETTERS = re.compile(r"[^\W\d_]")
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(
    r"[-–—~～\s.·第]*(?:page|p\.)?\s*[\w]{0,3}[-–]?(?:\d{1,4}[-–]){0,3}\d{1,4}\s*(?:页|頁|/\s*\d+|of \d+)?"
    r"[-–—~～\s.·]*",
    re.IGNORECASE,
)
_LINES = 3
_STEP = 6.0


class Running:
    """Learns from the pages of a document which lines run along their edges."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._counts: Counter[tuple[str, int]] = Counter()
        self._often = _OFTEN if len(pages) > _SHORT else 2
        for page in pages:
            for line in {self._key(page, line) for line in _edge_lines(page)}:
                self._counts[line] += 1

    def without(self, page: Page) -> tuple[Word, ...]:
        """Return the words of a page less those that run along its edges."""
        dropped: set[int] = set()
        for edge in (_top_lines(page), _foot_lines(page)):
            for line in edge:  # from the edge inwards, up to the first line of the page's own
                if not (self._runs(page, line) or _is_page_number(page, line)):
                    break
                dropped.update(map(id, line.words))
        return tuple(word for word in page.words if id(word) not in dropped)

    def _runs(self, page: Page, line: Line) -> bool:
        if len(line.chunks) > 1 and not _LETTERS.search(line.text):
            return False  # the years over the columns of a table that begins on many pages
        text, place = self._key(page, line)
        return sum(self._counts[text, near] for near in (place - 1, place, place + 1)) >= self._often

    @staticmethod
    def _key(page: Page, line: Line) -> tuple[str, int]:
        return _DIGITS.sub("#", _SPACE.sub("", line.text)), round(line.base / _STEP)


def _edge_lines(page: Page) -> list[Line]:
    return [*_top_lines(page), *_foot_lines(page)]


def _top_lines(page: Page) -> list[Line]:
    """Return the first few lines of a page that stand at its top."""
    return page_lines(word for word in page.words if word.base < _ZONE * page.height)[:_LINES]


def _foot_lines(page: Page) -> list[Line]:
    """Return the last few lines of a page that stand at its foot, from the last."""
    return page_lines(word for word in page.words if word.base > (1 - _ZONE) * page.height)[
        : -_LINES - 1 : -1
    ]


def _is_page_number(page: Page, line: Line) -> bool:
    return line.base > _FOOT * page.height and _NUMBER.fullmatch(line.text) is not None
