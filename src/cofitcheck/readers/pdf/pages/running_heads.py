"""What runs along the tops and feet of pages, which is left out; and the paragraphs of the other lines.

What runs along pages is no part of what they say. Lines outside of tables become paragraphs: headings, prose
and unit captions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.language.table_words import PAGES, any_of, letters
from cofitcheck.periods.text import states_period_only
from cofitcheck.readers.pdf.pages import Box, Page, Word, box_of
from cofitcheck.readers.pdf.pages.lines import Line, page_lines
from cofitcheck.readers.pdf.pages.text import bold_share, cell_text, is_year

# In heights of a line, the size of its font, so that they hold for print of every size.
_RUNNING_LINES_STEP = 1.5
"""From one line along the edge of a page to the next, at the most."""
_RUNNING_FAR = 3.0
"""How far from the next line a line at the top of a page may stand that is a head."""
_RUNNING_UNDERLINED = 2.5
"""The same of a line that is underlined."""
_RUNNING_HEAD_STEP = 2.0
"""From one line of a head at the top of a page to the next, at the most."""
_RUNNING_UNDERLINE = 0.7
"""How far below a line its underlines are at the most."""
_RUNNING_GRID = 2.0
"""How far a rule reaches below a line that it divides with those below."""
_PARAGRAPH_STEP = 2.4
"""From one line of a paragraph to the next, at the most."""
_FULL_LINE = 2.5
"""How near to the right edge a line ends that goes on in the next."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_HEAD_MIDDLE = 1.5
"""How far apart the middles of a head and of what it is over may stand."""
_RUNNING_STEP = 6.0
"""How far from one height the same line may stand on several pages."""

_ZONE = 0.13
"""The share of a page's height, at its top and at its foot, where running lines stand."""
_FOOT = 0.93
"""The share of the height of a page below which its number stands."""
_OFTEN = 3
"""The fewest pages with a line that runs along their edges; two in a short document."""
_SHORT = 5
"""The most pages of a short document."""
_DIGITS = re.compile(r"\d+|[ivxlcIVXLC]+\b")
_LETTERS = re.compile(r"[^\W\d_]")
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(
    rf"[-–—~～\s.·{letters(PAGES.ordinal)}]*+{any_of(PAGES.page, PAGES.page_short)}?"
    rf"\s*+[\w]{{0,3}}[-–]?(?:\d{{1,4}}[-–]){{0,3}}\d{{1,4}}\s*+"
    rf"(?:{any_of(PAGES.pages)}|/\s*+\d++)?[-–—~～\s.·]*+",
    re.IGNORECASE,
)
_LINES = 3
"""The most lines along the edge of a page."""
_NARROW = 0.5
"""A rule below a header of columns is shorter than this share of the page's width."""
_PARTS = 3
"""A line along the top of a page has no more than a left, a middle and a right part."""
_UNIT = re.compile(rf"[(（]?{any_of(PAGES.unit_of_page)}")
_NUMBERED_PART = re.compile(r"\d{1,2}(?:-\d{1,2}){1,2}-\d{1,4}")
_BARE = re.compile(r"[0-9]{1,4}")


class Running:
    """Learns from the pages of a document which lines run along their edges."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._counts: Counter[tuple[str, int]] = Counter()
        self._often = _OFTEN if len(pages) > _SHORT else 2
        self._feet: dict[int, int] = {}  # the number that is the last line of a page, by the page
        self._lines = {page.number: page_lines(page.words) for page in pages}
        for page in pages:
            lines = self._lines[page.number]
            if lines and _BARE.fullmatch(lines[-1].text):
                self._feet[page.number] = int(lines[-1].text)
            edges = (*_top_lines(page, lines), *_foot_lines(page, lines))
            for line in {self._key(page, line) for line in edges}:
                self._counts[line] += 1

    def without(self, page: Page) -> tuple[Word, ...]:
        """Return the words of a page less those that run along its edges."""
        lines = self._lines[page.number]
        if self._is_numbered(page):
            lines = lines[:-1]
        foot = self._count(page, _foot_lines(page, lines))
        lines = lines[: len(lines) - foot]
        top = self._count(page, _top_lines(page, lines))
        while top and _heads(page, lines[top - 1 : top + 1]):
            top -= 1
        return tuple(word for line in lines[top:] for word in line.words)

    def _count(self, page: Page, edge: Sequence[Line]) -> int:
        """Count the lines that run along an edge, up to the first line of the page's own."""
        for count, line in enumerate(edge):
            if not (self._runs(page, line) or _is_page_number(page, line)):
                return count
        return len(edge)

    def _is_numbered(self, page: Page) -> bool:
        """Tell whether the last line is the page's number: those of the pages near by count on from it."""
        number = self._feet.get(page.number)
        if number is None:
            return False
        near = {step: self._feet.get(page.number + step) for step in (-2, -1, 1, 2)}
        return any(
            other is not None and 0 < (other - number) * step <= step * step for step, other in near.items()
        )

    def _runs(self, page: Page, line: Line) -> bool:
        if len(line.chunks) > 1 and not _LETTERS.search(line.text):
            return False  # the years over the columns of a table that begins on many pages
        if len(line.chunks) > _PARTS:
            return False  # the heads of a table that goes on over many pages
        if _stands_in_grid(page, line):
            return False  # the header that a table repeats
        if _UNIT.match(line.text):
            return False  # the unit of a table that begins a page
        text, place = self._key(page, line)
        return sum(self._counts[text, near] for near in (place - 1, place, place + 1)) >= self._often

    @staticmethod
    def _key(page: Page, line: Line) -> tuple[str, int]:
        return _DIGITS.sub("#", _SPACE.sub("", line.text)), round(line.base / _RUNNING_STEP)


def _top_lines(page: Page, lines: Sequence[Line]) -> list[Line]:
    """Return the first few lines of a page that stand at its top."""
    return [line for line in lines[:_LINES] if line.base < _ZONE * page.height]


def _foot_lines(page: Page, lines: Sequence[Line]) -> list[Line]:
    """Return the last few lines of a page that stand at its foot, from the last."""
    return [line for line in lines[: -_LINES - 1 : -1] if line.base > (1 - _ZONE) * page.height]


def _heads(page: Page, lines: Sequence[Line]) -> bool:
    """Tell whether a line is of the headers of a table, which go on in the next line.

    It has several parts and stands right above that line. It may stand further off where it has many parts,
    where these have ruled lines of their own, or where each stands over the middle of a part below; a single
    part may too, over one of several. A line that says what the years of a table are ("Year ended December
    31,") is a header however often pages begin with it.
    """
    first, *following = lines
    if not following:
        return False
    (below,) = following
    gap = (below.base - first.base) / first.size
    if len(first.chunks) > _PARTS:
        return gap < _RUNNING_FAR
    several = len(first.chunks) > 1
    if several and gap < _RUNNING_LINES_STEP:
        return True
    years = all(is_year(chunk.text) for chunk in below.chunks)
    if years and gap < _RUNNING_HEAD_STEP and states_period_only(first.text):
        return True
    if gap > _RUNNING_UNDERLINED or not (several or len(below.chunks) > 1):
        return False
    return _is_underlined(page, first) or (gap < _RUNNING_HEAD_STEP and _are_over(first, below))


def _are_over(line: Line, below: Line) -> bool:
    """Tell whether each part of a line shares its middle with one of the line below."""
    middles = [chunk.middle for chunk in below.chunks]
    return all(any(abs(chunk.middle - middle) < _HEAD_MIDDLE for middle in middles) for chunk in line.chunks)


def _is_underlined(page: Page, line: Line) -> bool:
    """Tell whether a ruled line right below a part of a line is longer than it and much shorter than the page
    is wide, as those below the headers of several columns are."""
    under = [rule for rule in page.level if -0.1 < (rule.at - line.base) / line.size < _RUNNING_UNDERLINE]
    return any(
        rule.start < chunk.middle < rule.end
        and chunk.right - chunk.left + line.size < rule.length < _NARROW * page.width
        for rule in under
        for chunk in line.chunks
    )


def _stands_in_grid(page: Page, line: Line) -> bool:
    """Tell whether upright rules that go on far below a line part its words."""
    return any(
        line.left < rule.at < line.right
        and rule.start <= line.base
        and rule.end > line.base + _RUNNING_GRID * line.size
        for rule in page.upright
    )


def _is_page_number(page: Page, line: Line) -> bool:
    """Tell whether a line is a page number: at the foot, or, where it has parts ("1-1-182"), near it."""
    foot = (1 - _ZONE if _NUMBERED_PART.fullmatch(line.text) else _FOOT) * page.height
    return line.base > foot and _NUMBER.fullmatch(line.text) is not None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A block of text: where it begins on its page, the share of it in bold, 0 to 1, and the box around
    it."""

    top: float
    text: str
    bold: float
    box: Box


def paragraphs_of(lines: Sequence[Line], tops: Sequence[float]) -> list[Paragraph]:
    """Return the paragraphs of lines, which no table stands in; `tops` are those of the page's tables."""
    right = max((line.right for line in lines), default=0.0)
    groups: list[list[Line]] = []
    for line in lines:
        if groups and _goes_on(groups[-1][-1], line, right, tops):
            groups[-1].append(line)
        else:
            groups.append([line])
    found: list[Paragraph] = []
    for group in groups:
        # Two things side by side on one line ("Company: X      Unit: yuan") are two.
        chunks = [chunk.words for chunk in group[0].chunks] if len(group) == 1 else []
        parts = chunks if 1 < len(chunks) <= 3 else [[word for line in group for word in line.words]]
        found.extend(_paragraph(group[0].base - 0.5, tuple(words)) for words in parts)
    return found


def _goes_on(above: Line, line: Line, right: float, tops: Sequence[float]) -> bool:
    if line.base - above.base > _PARAGRAPH_STEP * line.size or abs(line.size - above.size) > 0.25 * line.size:
        return False
    if (above.bold > 0.9) != (line.bold > 0.9) or any(above.base < top < line.base for top in tops):
        return False
    return above.right > right - _FULL_LINE * above.size and len(above.chunks) == 1


def _paragraph(top: float, words: tuple[Word, ...]) -> Paragraph:
    return Paragraph(top, cell_text(words), bold_share(words), box_of(words))
