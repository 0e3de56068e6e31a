"""Lines outside of tables to paragraphs: headings, prose and unit captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck.readers.pdf.distances import FULL_LINE, PARAGRAPH_STEP
from cofitcheck.readers.pdf.pages.lines import Line
from cofitcheck.readers.pdf.pages.page import Box, Word, box_of
from cofitcheck.readers.pdf.pages.text import bold_share, cell_text


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
    if line.base - above.base > PARAGRAPH_STEP * line.size or abs(line.size - above.size) > 0.25 * line.size:
        return False
    if (above.bold > 0.9) != (line.bold > 0.9) or any(above.base < top < line.base for top in tops):
        return False
    return above.right > right - FULL_LINE * above.size and len(above.chunks) == 1


def _paragraph(top: float, words: tuple[Word, ...]) -> Paragraph:
    return Paragraph(top, cell_text(words), bold_share(words), box_of(words))
