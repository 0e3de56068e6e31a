"""Helpers for header lines: heads whose characters are spread out, the columns of heads, and remarks.

The characters of a head may be spread over its column, as far as the rule below it. A remark states the unit
of all columns, or something in brackets about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.numbers import read_unit_caption
from cofitcheck.readers.pdf.aligned.columns import Column, PlacedLine
from cofitcheck.readers.pdf.pages import Rule, Word
from cofitcheck.readers.pdf.pages.lines import Chunk, Line, chunks_of, closes_remark
from cofitcheck.readers.pdf.pages.text import is_cjk, is_remark, looks_like_value

# In heights of a line, the size of its font, so that they hold for print of every size.
_UNDERLINE = 0.7
"""How far below a line its underlines are at the most."""
_SPREAD_HEAD_STEP = 1.5
"""How far apart the lines of one head stand at the most."""
_SPREAD_TO_ENDS = 0.5
"""How near to the ends of its underline a spread head begins and ends."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
CENTRED = 3.0
"""How far from the middle of its columns a head may stand."""

_OF_DATE = re.compile(r"\d{1,4}")
_UNEVEN = 3.0
"""How many times the narrowest gap between spread characters the widest may be, plus the height of a line."""
_SYLLABLE = 2
"""The most characters of a word that may be a part of a spread head."""

Span = tuple[int, int]
"""The columns [first, end)."""


def with_spread_heads(lines: Sequence[Line], level: Sequence[Rule]) -> list[Line]:
    """Return lines in which the characters that fill one underline are one word and one chunk.

    The lines of a head above its last one fill the same underline.
    """
    done: list[Line] = []
    held: Sequence[Rule] = ()
    for line in reversed(lines):
        near = bool(done) and done[-1].base - line.base <= _SPREAD_HEAD_STEP * line.size
        rules = _under(line, level) or (held if near else ())
        spread = _spread(line, rules)
        held = rules if spread is not line else ()
        done.append(spread)
    return done[::-1]


def _under(line: Line, level: Sequence[Rule]) -> list[Rule]:
    below = (rule for rule in level if -0.1 * line.size < rule.at - line.base < _UNDERLINE * line.size)
    return sorted(below, key=lambda rule: rule.start)


def _spread(line: Line, rules: Sequence[Rule]) -> Line:
    words = [part for word in line.words for part in _cut(word, rules)]
    heads = [head for rule in rules if (head := _head([w for w in words if _over(w, rule)], rule))]
    if not heads:
        return line
    taken = {id(word) for head in heads for word in head}
    ends = [head[-1].right for head in heads]
    runs: dict[int, list[Word]] = {}
    for word in words:
        if id(word) not in taken:
            runs.setdefault(sum(end < word.middle for end in ends), []).append(word)
    chunks = [chunk for run in runs.values() for chunk in chunks_of(run)]
    chunks += [Chunk(whole, whole) for whole in map(_together, heads)]
    chunks.sort(key=lambda chunk: chunk.left)
    return replace(line, words=tuple(word for chunk in chunks for word in chunk.words), parts=tuple(chunks))


def _cut(word: Word, rules: Sequence[Rule]) -> Iterable[Word]:
    """Cut a Chinese word, whose characters are as wide as each other, where one underline ends and the next
    begins."""
    gaps = [(a.end + b.start) / 2 for a, b in pairwise(rules)]
    at = next((gap for gap in gaps if word.left + 1 < gap < word.right - 1), None)
    if at is None or len(word.text) < 2 or not all(map(is_cjk, word.text)):
        return [word]
    count = round((at - word.left) / (word.right - word.left) * len(word.text))
    if not 0 < count < len(word.text):
        return [word]
    first, second = word.text[:count], word.text[count:]
    return [replace(word, text=first, right=at), *_cut(replace(word, text=second, left=at), rules)]


def _over(word: Word, rule: Rule) -> bool:
    return rule.start <= word.middle <= rule.end


def _head(words: Sequence[Word], rule: Rule) -> Sequence[Word]:
    """Return words that fill an underline, () where they do not, or are no Chinese head."""
    if len(words) < 2 or not any(is_cjk(word.text[0]) for word in words):
        return ()
    if any(looks_like_value(word.text) and not _OF_DATE.fullmatch(word.text) for word in words):
        return ()  # the last row of a table, with a line below all of it
    near = _SPREAD_TO_ENDS * words[0].size
    filled = abs(words[0].left - rule.start) < near and abs(words[-1].right - rule.end) < near
    return words if filled and _is_even(words) else ()


def _is_even(words: Sequence[Word]) -> bool:
    """Tell whether words stand about as far from each other, as spread characters do: several heads above one
    line do not, nor do words of several characters that stand further apart than they are long."""
    gaps = [b.left - a.right for a, b in pairwise(words)]
    long = [word.right - word.left for word in words if len(word.text) > _SYLLABLE and is_cjk(word.text[0])]
    if long and max(gaps) > max(long):
        return False
    return max(gaps) <= _UNEVEN * max(min(gaps), 0.0) + words[0].size


def _together(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return the words of a head as one, where no Latin word with spaces of its own is among them."""
    text = "".join(word.text for word in words)
    if any(char.isascii() and char.isalpha() for char in text):
        return tuple(words)
    return (replace(words[0], text=text, right=words[-1].right, sure=all(word.sure for word in words)),)


def crosses(spans: Iterable[Span], span: Span) -> bool:
    """Tell whether columns have some in common with any of several others."""
    return any(span[0] < other[1] and other[0] < span[1] for other in spans)


def middle_of(chunks: Sequence[Chunk]) -> float:
    """Return where the middle of a head is."""
    return (chunks[0].left + chunks[-1].right) / 2


def words_in(chunks: Sequence[Chunk]) -> tuple[Word, ...]:
    """Return the words of chunks."""
    return tuple(word for chunk in chunks for word in chunk.words)


def numbers_of(columns: Sequence[Column]) -> Span:
    """Return the columns from the first of numbers to the last."""
    numbers = [n for n, column in enumerate(columns) if column.numbers]
    return numbers[0], numbers[-1] + 1


def merged(rows: Sequence[PlacedLine]) -> list[PlacedLine]:
    """Return header rows; two are made one where the second closes the bracket that the first opens."""
    found: list[PlacedLine] = []
    for row in rows:
        above = found[-1] if found else None
        if above and len(above.placed) == len(row.placed) == 1 and closes_remark(above.line, row.line):
            spans = [*above.placed, *row.placed]
            chunks = [*above.line.chunks, *row.line.chunks]
            place = min(first for first, _ in spans), max(end for _, end in spans)
            found[-1] = PlacedLine(Line((*above.line.words, *row.line.words)), {place: chunks})
        else:
            found.append(row)
    return found


def remarks_among(rows: Sequence[PlacedLine]) -> list[PlacedLine]:
    """Return the header rows that only say the unit of all columns, or a remark on them, wherever they
    stand."""
    found: list[PlacedLine] = []
    heads: list[float] = []  # the middles of the last heads of several columns
    for row in rows:
        if _is_of_all(row, heads):
            found.append(row)
        elif len(row.placed) > 1:
            heads = [middle_of(chunks) for (first, _), chunks in row.placed.items() if first > 0]
    return found


def _is_of_all(row: PlacedLine, heads: Sequence[float]) -> bool:
    """Tell whether a row is a remark on all columns. `heads` are the middles of the heads above it: a remark
    below one of them is of that one, unless it stands in the middle of all."""
    if len(row.placed) != 1 or not is_remark(row.line.text):
        return False
    ((first, end),) = row.placed
    if first == 0 or end > first + 1:
        return first > 0
    states_unit = read_unit_caption(row.line.text) is not None
    if len(heads) < 2:
        return states_unit
    own = any(abs(head - _centre(row)) < CENTRED for head in heads)
    of_all = abs((min(heads) + max(heads)) / 2 - _centre(row)) < CENTRED
    return (of_all or not own) if states_unit else (of_all and not own)


def with_remarks(
    rows: Sequence[PlacedLine], remarks: Sequence[PlacedLine], columns: Sequence[Column]
) -> list[PlacedLine]:
    """Return header rows with the remarks among them over all numbers. A head that stands alone right above a
    remark and shares its middle is over all numbers too."""
    found = [_over_numbers(row, columns) if row in remarks else row for row in rows]
    for at, row in enumerate(rows[1:]):
        above = found[at]
        alone = len(above.line.chunks) == 1 and min(above.placed)[0] > 0
        if alone and row in remarks and abs(_centre(above) - _centre(row)) < CENTRED:
            found[at] = _over_numbers(above, columns)
    return found


def _over_numbers(row: PlacedLine, columns: Sequence[Column]) -> PlacedLine:
    chunks = [chunk for found in row.placed.values() for chunk in found]
    return PlacedLine(row.line, {numbers_of(columns): chunks})


def _centre(row: PlacedLine) -> float:
    return (row.line.left + row.line.right) / 2
