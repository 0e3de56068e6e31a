"""A table as it is found on one page, and how the cells between two ruled lines are split into rows.

Its pages are joined and its words are read later. Lines that one label goes on over are one row; others are
rows of their own.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.document import UncheckedReason
from cofitcheck.language.lexicon import (
    ADDED_SIGNS,
    DEDUCTED_SIGNS,
    NUMERALS,
    PART_SIGNS,
    TOTAL_SIGNS,
    TOTAL_WORDS,
)
from cofitcheck.readers.pdf.pages import Box, Word, box_of
from cofitcheck.readers.pdf.pages.lines import Chunk, chunks_of
from cofitcheck.readers.pdf.pages.text import cell_text, line_text, lines_of, looks_like_value
from cofitcheck.readers.tables import DeclaredScope

# In heights of a line, the size of its font, so that they hold for print of every size.
_SAME_LINE = 0.5
"""How far from one height words of one line stand."""

_LISTED = re.compile(r"[-–—―－─]\s*[^\W\d_]")

_TIGHT = 0.8
"""The share of the least gap between rows below which lines are of one row."""
_FRAMED = 3
"""The fewest lines of numbers which show that ruled lines frame several rows."""
_MOST = 0.5
"""The share of all lines with several numbers from which cells hold several columns."""
_NEARLY = 0.8
"""The same share of the lines in one column."""
_IN_CURRENCY = re.compile(r"\([A-Z]{3}\$?\s*(?:\d[\d,.]*|\(\d[\d,.]*\))\)")
_WITHIN_GROUP = re.compile(r"\d[\d,]*,\d{0,2}")
_WITH_CENTS = re.compile(r"\d{1,3}(?:,\d{3})+\.\d\d\D?")
_ENDS = re.compile(r"[:：。；]\Z")
_BEGINS = re.compile(
    rf"[-–—－•·●*]\s*\w|[（(]\s*(?:\d{{1,2}}|[a-z]|[ivx]+|[{NUMERALS}]+)\s*[)）]"
    rf"|[{NUMERALS}]+[、．.]|\d{{1,2}}[、．.)]|"
    rf"(?:{ADDED_SIGNS}|{DEDUCTED_SIGNS})[:：]|{PART_SIGNS}|{TOTAL_SIGNS}|{TOTAL_WORDS}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LaidCell:
    """A cell: rows [row, row_end) and columns [column, column_end), its page and its words.

    `titled` tells that its words are underlined, as those of a title over rows are. `declared` is what its
    tag says that it is the header of.
    """

    row: int
    row_end: int
    column: int
    column_end: int
    page: int
    words: tuple[Word, ...]
    titled: bool = False
    declared: DeclaredScope | None = None

    @property
    def start(self) -> float:
        """Where its words begin: behind the dash of a list."""
        first = self.words[0]
        return first.left + first.size * bool(_LISTED.match("".join(word.text for word in self.words)))

    @property
    def box(self) -> Box:
        """The box around its words."""
        return box_of(self.words)


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table on a page: its cells with words, and the edges between its columns (one more than columns).

    `ruled` tells that the columns are parted by ruled lines, `tagged` that the tags of the document name the
    cells, on all pages; `doubts` say what speaks against the layout.
    """

    page: int
    box: Box
    rows: int
    edges: tuple[float, ...]
    cells: tuple[LaidCell, ...]
    ruled: bool
    doubts: tuple[UncheckedReason, ...] = ()
    tagged: bool = False

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.edges) - 1

    def row(self, number: int) -> list[LaidCell]:
        """Return the cells that begin in a row, from the left."""
        return sorted((cell for cell in self.cells if cell.row == number), key=lambda cell: cell.column)

    def lone(self) -> dict[int, LaidCell]:
        """Return the cells that begin in a row in which no other does, by their rows."""
        held = Counter(cell.row for cell in self.cells)
        return {cell.row: cell for cell in self.cells if held[cell.row] == 1}


def without_empty_rows(cells: Sequence[LaidCell], rows: int) -> tuple[tuple[LaidCell, ...], int]:
    """Return the cells and the count of rows, the rows in which no cell begins left out."""
    used = sorted({cell.row for cell in cells})
    new = {old: number for number, old in enumerate(used)}
    ends = [sum(row < end for row in used) for end in range(rows + 1)]
    return (
        tuple(
            replace(cell, row=new[cell.row], row_end=max(new[cell.row] + 1, ends[cell.row_end]))
            for cell in cells
        ),
        len(used),
    )


def split_band(cells: Sequence[LaidCell]) -> list[list[LaidCell]]:
    """Return the rows of cells that stand between two ruled lines, [] where they are one row.

    They are several where a cell holds several numbers below each other, and another as many lines. Lines of
    a text that stand nearer to each other than those of the numbers do are of one row.
    """
    lines = [lines_of(cell.words) for cell in cells]
    columns = [found for found, cell in zip(lines, cells, strict=True) if _is_column(found, cell)]
    if not columns:
        return []
    anchors = [line[0].base for line in max(columns, key=len)]
    if not any(len(found) >= len(anchors) for found in lines if found not in columns or len(columns) > 1):
        return []
    rows: dict[float, list[LaidCell]] = {anchor: [] for anchor in anchors}
    tight = _TIGHT * min(below - above for above, below in pairwise(anchors))
    for found, cell in zip(lines, cells, strict=True):
        by_row: dict[float, list[Word]] = {}
        at = last = -math.inf
        for line in found:
            base = line[0].base
            if base - last > tight or looks_like_value(line_text(line)):
                at = min(anchors, key=lambda anchor: abs(anchor - base))
                at = at if abs(at - base) <= _SAME_LINE * line[0].size else base
            by_row.setdefault(at, []).extend(line)
            last = base
        for number, (at, words) in enumerate(by_row.items()):
            shown = _translated(words) if number else words
            rows.setdefault(at, []).append(replace(cell, words=tuple(shown)))
    bases = sorted(rows)
    for above, base in pairwise(bases):
        if rows[base] and all(_IN_CURRENCY.fullmatch(f"({cell_text(cell.words)})") for cell in rows[base]):
            rows[base] = [*_labels_for(rows[base], rows[above], base - above), *rows[base]]
    return [rows[base] for base in bases]


def _labels_for(row: Sequence[LaidCell], above: Sequence[LaidCell], lower: float) -> list[LaidCell]:
    """Return the labels of the row above for one that tells its amounts in another currency."""
    first = min(cell.column for cell in row)
    labels = [cell for cell in above if cell.column < first and not looks_like_value(cell_text(cell.words))]
    return [
        replace(cell, words=tuple(replace(word, base=word.base + lower) for word in cell.words))
        for cell in labels
    ]


def _translated(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words of an amount in another currency, which stands in brackets below an amount, without
    the brackets: it is not negative."""
    if not _IN_CURRENCY.fullmatch(line_text(words)):
        return words
    first, *rest = words
    words = [replace(first, text=first.text[1:]), *rest]
    bare = [*words[:-1], replace(words[-1], text=words[-1].text[:-1])]
    return [word for word in bare if word.text]


def _is_column(lines: list[list[Word]], cell: LaidCell) -> bool:
    """Tell whether the lines of a cell are numbers, one each."""
    texts = [line_text(line) for line in lines]
    if len(texts) < 2 or not all(map(looks_like_value, texts)) or _is_broken(texts):
        return False
    return not looks_like_value(cell_text(cell.words))


def _is_broken(texts: Sequence[str]) -> bool:
    """Tell whether the lines of a cell are one amount that its column was too narrow for: the first ends
    within a group of digits, or they are an amount with two decimals only together."""
    first = texts[0].lstrip("(（-–—−－")
    return bool(_WITHIN_GROUP.fullmatch(first)) or (
        _WITH_CENTS.fullmatch("".join(texts).lstrip("(（-–—−－")) is not None
        and _WITH_CENTS.fullmatch(first) is None
    )


def holds_rows(cell: LaidCell) -> bool:
    """Tell whether a cell holds numbers of several rows: its lines are a frame, not the lines of a table.
    Single characters below each other are written from top to bottom."""
    if is_written_down(cell):
        return False
    lines = [line_text(line) for line in lines_of(cell.words)]
    numbers = sum(map(looks_like_value, lines))
    return numbers >= _FRAMED and 2 * numbers > len(lines)


def is_written_down(cell: LaidCell) -> bool:
    """Tell whether the characters of a cell stand below each other, one a line."""
    lines = lines_of(cell.words)
    return len(lines) > 1 and all(len(line_text(line)) == 1 for line in lines)


def holds_columns(cells: Sequence[LaidCell]) -> bool:
    """Tell whether most lines of cells with numbers hold several of them side by side, or nearly all of one
    column do: then the rules part blocks of columns and not columns, or a rule is missing."""
    counts: dict[int, list[int]] = defaultdict(list)
    for cell in cells:
        for line in lines_of(cell.words):
            counts[cell.column].append(sum(map(_is_amount, chunks_of(line))))
    every = [count for found in counts.values() for count in found]
    return _are_wide(every, _MOST) or any(_are_wide(found, _NEARLY) for found in counts.values())


def _are_wide(counts: Sequence[int], share: float) -> bool:
    """Tell whether more than a share of the lines with numbers hold several."""
    held = [count for count in counts if count]
    wide = sum(count > 1 for count in held)
    return wide >= _FRAMED and wide > share * len(held)


def _is_amount(chunk: Chunk) -> bool:
    return chunk.is_value and any(map(str.isdigit, chunk.text))


def goes_on(line: Sequence[Word], following: Sequence[Word], limit: float) -> bool:
    """Tell whether a label fills its line so far that the first word of the next had no room in it.

    `limit` is where the column of labels ends. In Chinese and Japanese a line breaks at any character.
    """
    first = following[0]
    if _ENDS.search(line[-1].text) or _BEGINS.match(first.text):
        return False
    width = first.size if not first.text[0].isascii() else first.right - first.left
    room = limit - line[-1].right - 0.3 * first.size
    return room < width and line[-1].bold == first.bold
