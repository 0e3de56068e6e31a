"""Characters to words: runs of one line without a gap, broken where a ruled line passes between two."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.language.table_words import PAGES, any_of
from cofitcheck.readers.pdf.pages import Rule, Word
from cofitcheck.readers.pdf.pages.text import looks_like_value

# In heights of a line, the size of its font, so that they hold for print of every size.
_CHARACTER_GAP = 0.16
"""The gap that parts two characters: a space has 0.2 at the least."""
_NARROW_SPACE = 0.08
"""The same where the file itself has a space there."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_NOTE_BEHIND_MARK = 12.0
"""How far right of its mark a note may begin."""
_MARK_BESIDE = 4.0
"""How far right of its word a mark of a note may begin."""
_MARK_FAR_BESIDE = 12.0
"""How far right of its word a mark may begin: one in brackets, or tiny, or half a line above a number is
nothing else."""

_RAISED = 0.84
"""The greatest height of a mark, as a share of that of its word: browsers print it at five sixths."""
_MARK = re.compile(
    r"[(\[（]?(?:\d{1,2}|[a-zA-Z]|[ivx]{2,4}|[*†‡§#])[)\]）]?(?:[,，][(\[（]?(?:\d{1,2}|[a-z])[)\]）]?)*[,，]?"
)
_LENGTH = re.compile(rf"(?<![A-Za-z]){any_of(PAGES.lengths)}\Z")
"""A unit of length, which a raised 2 or 3 makes one of area or volume."""
_TINY = 0.65
"""A raised word smaller than this share of the one beside it is a mark, however far right it stands."""
_TINY_MARK = 0.7
"""A mark before the first word of its note is smaller than this share of that word."""
_HALF = (0.35, 0.65)
"""From where to where above a line, in its heights, a raised word stands that can only be a mark."""
_CLOSED = re.compile(r"[)）%]\Z")
_LATIN = re.compile(r"[A-Za-z]")
_OPENS = re.compile(r"[(（$＄]")


class Glyph(NamedTuple):
    """A character on the page as it is read; `cell` is the number of the tagged cell that holds it, or 0."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool
    spaced: bool = False
    cell: int = 0


class Rulers:
    """Tells whether an upright rule passes between two places of a line."""

    def __init__(self, upright: Sequence[Rule]) -> None:
        self._rules = sorted(upright, key=lambda rule: rule.at)
        self._at = [rule.at for rule in self._rules]

    def between(self, left: float, right: float, y: float) -> bool:
        """Tell whether a rule stands between `left` and `right` at the height `y`."""
        at = bisect_left(self._at, left)
        while at < len(self._at) and self._at[at] <= right:
            if self._rules[at].start - 1 <= y <= self._rules[at].end + 1:
                return True
            at += 1
        return False


def words_of(glyphs: Iterable[Glyph], upright: Sequence[Rule]) -> tuple[Word, ...]:
    """Return the words of a page, line by line; raised footnote marks are left out."""
    rulers = Rulers(upright)
    words: list[Word] = []
    for line in _lines(list(glyphs)):
        words.extend(_words(line, rulers))
    return tuple(_without_marks(words))


def _lines(glyphs: list[Glyph]) -> list[list[Glyph]]:
    glyphs.sort(key=lambda glyph: (glyph.base, glyph.left))
    lines: list[list[Glyph]] = []
    for glyph in glyphs:
        if lines and glyph.base - lines[-1][0].base <= max(0.6, 0.12 * min(glyph.size, lines[-1][0].size)):
            lines[-1].append(glyph)
        else:
            lines.append([glyph])
    return [sorted(line, key=lambda glyph: glyph.left) for line in lines]


def _words(line: list[Glyph], rulers: Rulers) -> list[Word]:
    words: list[Word] = []
    run: list[Glyph] = []
    for glyph in line:
        if run and _parts(run[-1], glyph, rulers):
            words.append(_word(run))
            run = []
        run.append(glyph)
    words.append(_word(run))
    return words


def _parts(before: Glyph, after: Glyph, rulers: Rulers) -> bool:
    gap = after.left - before.right
    if before.cell != after.cell:
        return True
    if gap > _CHARACTER_GAP * max(before.size, after.size) or gap < -0.6 * before.size:
        return True
    if _CLOSED.match(before.text) and _OPENS.match(after.text):
        return True  # "(1,234)(" are the end of one number and the beginning of the next
    if _is_spaced(before, after):
        return True
    middle = (before.left + before.right) / 2, (after.left + after.right) / 2
    return rulers.between(*middle, before.base - 0.3 * before.size)


def _is_spaced(before: Glyph, after: Glyph) -> bool:
    """Tell whether a space is between two letters, which kerning or slant makes narrow."""
    latin = _LATIN.match(after.text) is not None and not before.text.isdigit()
    return after.spaced and latin and after.left - before.right > _NARROW_SPACE * max(before.size, after.size)


def _word(run: list[Glyph]) -> Word:
    return Word(
        "".join(glyph.text for glyph in run),
        min(glyph.left for glyph in run),
        max(glyph.right for glyph in run),
        run[0].base,
        max(glyph.size for glyph in run),
        2 * sum(glyph.bold for glyph in run) > len(run),
        spaced=run[0].spaced and _LATIN.match(run[0].text) is not None,
        cell=run[0].cell,
    )


def _without_marks(words: list[Word]) -> list[Word]:
    """Leave out small raised words that are footnote marks right behind a larger word, or right before
    one."""
    by_right: dict[int, list[Word]] = {}
    by_left: dict[int, list[Word]] = {}
    for word in words:
        for place in range(int(word.right) // 4 - 1, int(word.right) // 4 + 5):
            by_right.setdefault(place, []).append(word)
        for place in range(int(word.left) // 4 - 3, int(word.left) // 4 + 2):
            by_left.setdefault(place, []).append(word)
    kept: list[Word] = []
    mark: Word | None = None
    for word in words:
        before = by_right.get(int(word.left) // 4, ())
        if mark and _follows(mark, word):
            mark = word
        elif not _is_mark(word, before):
            if not _leads(word, by_left.get(int(word.right) // 4, ())):
                kept.append(word)
        elif length := _raised_to(word, before):
            lowered = replace(word, base=length.base, size=length.size)
            if lowered not in kept:  # printed twice, as some printers do for bold
                kept.append(lowered)
        else:
            mark = word
    return kept


def _follows(mark: Word, word: Word) -> bool:
    """Tell whether a word is the next of several marks, in brackets or behind a comma: "(1), (2)", "1, 2"."""
    beside = mark.base == word.base and 0 <= word.left - mark.right < _MARK_BESIDE
    listed = word.text[0] in "([（" or mark.text[-1] in ",，"
    return beside and listed and mark.size == word.size and _MARK.fullmatch(word.text) is not None


def _raised_to(word: Word, before: Iterable[Word]) -> Word | None:
    """Return the unit of length right before a raised 2 or 3, which makes it one of area or volume."""
    near = (
        other for other in before if abs(word.left - other.right) < _MARK_BESIDE and other.size > word.size
    )
    return next((other for other in near if word.text in "23" and _LENGTH.search(other.text)), None)


def _leads(word: Word, after: Iterable[Word]) -> bool:
    """Tell whether a word is the mark of a note, or of what the line above says, before a larger word."""
    return bool(_MARK.fullmatch(word.text)) and any(
        word.size < _TINY_MARK * other.size
        and 0.15 * other.size < other.base - word.base < 0.6 * other.size
        and -1.0 <= other.left - word.right <= _NOTE_BEHIND_MARK
        for other in after
    )


def _is_mark(word: Word, before: Iterable[Word]) -> bool:
    if not _MARK.fullmatch(word.text):
        return False
    return any(
        word.size < _RAISED * other.size
        and 0.15 * other.size < other.base - word.base < other.size
        and -1.0 <= word.left - other.right <= (_MARK_FAR_BESIDE if _is_bare(word, other) else _MARK_BESIDE)
        for other in before
    )


def _is_bare(mark: Word, other: Word) -> bool:
    """Tell whether a raised word can only be a mark, however far right of the other it stands."""
    half = _HALF[0] * other.size < other.base - mark.base < _HALF[1] * other.size
    return mark.text[0] in "([（" or mark.size < _TINY * other.size or (half and looks_like_value(other.text))
