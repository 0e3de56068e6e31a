"""Heads that divide all columns of numbers among them, and the block of columns that each is over."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from cofitcheck.readers.pdf.aligned.columns import Column, PlacedLine, label_column
from cofitcheck.readers.pdf.aligned.spanning_heads import CENTRED, Span, crosses, middle_of, words_in
from cofitcheck.readers.pdf.pages import Rule
from cofitcheck.readers.pdf.pages.lines import Chunk
from cofitcheck.readers.pdf.pages.text import cell_text, is_cjk, is_remark, says_date

# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_BLOCK_RULES = 2.0
"""How far from one height the rules over blocks of columns stand."""
_BLOCK_ENDS = 1.0
"""How far from each other the last columns of two blocks end that are alike."""

_OFF = 0.05
"""The most that a head stands off the middle of its part of a ruled line, in lengths of the part."""
_FARTHER = 3
"""How many times nearer a head stands to the one name that it is a line of than to the middle of several."""
_NEAR = 0.3
"""How far from the middle of its columns a date may stand, in widths of a column: numbers end on the
right."""


def are_aligned(one: Sequence[Chunk], other: Sequence[Chunk]) -> bool:
    """Tell whether two heads share their middles, or end at the same place."""
    ends = abs(one[-1].right - other[-1].right) < _BLOCK_ENDS
    return ends or abs(middle_of(one) - middle_of(other)) < CENTRED


def columns_with(columns: Sequence[Column], rows: Sequence[PlacedLine]) -> list[Column]:
    """Return columns, each made as wide as the heads that rows have over it alone."""
    wide = list(columns)
    for row in rows:
        for (first, end), chunks in row.placed.items():
            if end == first + 1:
                left, right = chunks[0].left, chunks[-1].right
                held = wide[first]
                wide[first] = Column(min(held.left, left), max(held.right, right), held.numbers)
    return wide


def in_blocks(row: PlacedLine, columns: Sequence[Column], rules: Sequence[Rule]) -> PlacedLine | None:
    """Return a header row with its heads over blocks that take in all columns of numbers, or None.

    Each head stands over the middle of its block. Where all heads are dates or units, the blocks have equally
    many columns. Otherwise a block is a run of the pieces of a ruled line below the heads, or an equal part
    of one rule. `rules` are those below the row.
    """
    label = label_column(columns)
    aside = {span: chunks for span, chunks in row.placed.items() if span == (label, label + 1)}
    heads = [
        c for span, chunks in sorted(row.placed.items(), key=_first) if span not in aside for c in chunks
    ]
    numbers = [n for n, column in enumerate(columns) if column.numbers]
    alone = numbers[-1] - numbers[0] + 1 == len(numbers)
    if not alone or not 0 < len(heads) < len(numbers) or any(_is_letter(head) for head in heads):
        return None
    spans = (
        _of_dates(heads, columns, numbers)
        or _of_rules(heads, columns, numbers, rules)
        or _of_one_rule(heads, columns, numbers, rules)
    )
    if not spans:
        return None
    return PlacedLine(row.line, aside | {span: [head] for span, head in zip(spans, heads, strict=True)})


def _first(placed: tuple[Span, list[Chunk]]) -> Span:
    return placed[0]


def _is_letter(head: Chunk) -> bool:
    """Tell whether a chunk is a character of a head that is spread over its columns."""
    return len(head.text) == 1 and is_cjk(head.text)


def _of_dates(heads: Sequence[Chunk], columns: Sequence[Column], numbers: Sequence[int]) -> list[Span]:
    """Return the blocks over whose middles dates or units stand. All are of one size, but the last may be
    smaller, as the earliest year has no growth."""
    if not all(says_date(head.text) or is_remark(head.text) for head in heads):
        return []
    for begin in (0, 1):  # the numbers of notes stand left of the amounts
        size, end = math.ceil((len(numbers) - begin) / len(heads)), numbers[-1] + 1
        if min(size, len(heads)) < 1 + begin:
            continue
        spans = [(first, min(first + size, end)) for first in range(numbers[begin], end, size)]
        if len(spans) == len(heads) and all(
            _over_middle(head, columns[first:end]) for (first, end), head in zip(spans, heads, strict=True)
        ):
            return spans
    return []


def _over_middle(head: Chunk, columns: Sequence[Column]) -> bool:
    """Tell whether a head stands nearer to the middle of columns than to that of any, if they are even."""
    left, right = columns[0].left, columns[-1].right
    return abs((left + right) / 2 - head.middle) < _NEAR * (right - left) / len(columns)


def _of_rules(
    heads: Sequence[Chunk], columns: Sequence[Column], numbers: Sequence[int], rules: Sequence[Rule]
) -> list[Span]:
    """Return the blocks over whose rules heads stand, those of the first level of rules below them."""
    top = min((rule.at for rule in rules), default=0.0)
    level = sorted((rule for rule in rules if rule.at - top < _BLOCK_RULES), key=lambda rule: rule.start)
    over = [[n for n in numbers if _is_over(columns[n], rule)] for rule in level]
    pieces = [(rule, held) for rule, held in zip(level, over, strict=True) if held]
    beside = pieces and columns[label_column(columns)].right > pieces[0][0].start
    last = any(is_remark(head.text) for head in heads)  # the last line of a head, the unit of its column
    if [n for _, held in pieces for n in held] != list(numbers) or beside or last:
        return []
    return _shared(heads, pieces)


def _of_one_rule(
    heads: Sequence[Chunk], columns: Sequence[Column], numbers: Sequence[int], rules: Sequence[Rule]
) -> list[Span]:
    """Return the blocks, all of one size, of heads that share the ruled line below them: each stands over the
    middle of an equal part of it."""
    size, odd = divmod(len(numbers), len(heads))
    if odd or size < 2 or len(heads) < 2 or len(rules) != 1:
        return []
    (rule,) = rules
    part = rule.length / len(heads)
    middles = [rule.start + (number + 0.5) * part for number in range(len(heads))]
    shared = all(abs(head.middle - middle) < _OFF * part for head, middle in zip(heads, middles, strict=True))
    beside = columns[label_column(columns)].right > rule.start
    if not shared or beside or not all(_is_over(columns[n], rule) for n in numbers):
        return []
    return [(first, first + size) for first in range(numbers[0], numbers[-1] + 1, size)]


def _shared(heads: Sequence[Chunk], pieces: Sequence[tuple[Rule, list[int]]]) -> list[Span]:
    """Return the columns of the runs of pieces that heads stand over the middles of, one run for each.

    The longest run of the first head is tried first. What is left is worked out once for each head and piece,
    as there are too many ways to share the pieces out.
    """

    @cache
    def shared(head: int, first: int) -> tuple[Span, ...] | None:
        if head == len(heads):
            return () if first == len(pieces) else None
        for last in range(len(pieces) - len(heads) + head, first - 1, -1):
            middle = (pieces[first][0].start + pieces[last][0].end) / 2
            rest = shared(head + 1, last + 1) if abs(middle - heads[head].middle) < CENTRED else None
            if rest is not None:
                return (pieces[first][1][0], pieces[last][1][-1] + 1), *rest
        return None

    return list(shared(0, 0) or ())


def _is_over(column: Column, rule: Rule) -> bool:
    return rule.start < (column.left + column.right) / 2 < rule.end


def over_blocks(row: PlacedLine, below: PlacedLine, columns: Sequence[Column]) -> PlacedLine:
    """Return a row with each head over a block of columns where the heads in the row below are the same in
    all blocks: "Total, Level 1, Total, Level 1" are two blocks."""
    heads = [chunks for span, chunks in sorted(row.placed.items(), key=_first) if span[1] > 1]
    names = [(span, chunks) for span, chunks in sorted(below.placed.items(), key=_first) if span[1] > 1]
    said = [chunk for head in heads for chunk in head]
    dated = all(says_date(chunk.text) for _, chunks in names for chunk in chunks) and not any(
        says_date(head.text) for head in said
    )
    if not dated and any(are_aligned(head, name) for head in heads for _, name in names):
        return row  # a line of a head of one column
    size, odd = divmod(len(names), max(len(heads), 1))
    if len(heads) < 2 or size < 2 or odd or any(span[1] > span[0] + 1 for span, _ in names):
        return row
    blocks = [names[at : at + size] for at in range(0, len(names), size)]
    if len({tuple(cell_text(words_in(chunks)) for _, chunks in block) for block in blocks}) > 1:
        return row
    if not dated and all(_is_of_one(head, block) for head, block in zip(heads, blocks, strict=True)):
        return row
    over = {(block[0][0][0], block[-1][0][1]): head for block, head in zip(blocks, heads, strict=True)}
    spans = sorted(span for span in row.placed if span[1] > 1)
    if any(a < first or b > end for (a, b), (first, end) in zip(spans, over, strict=True)):
        return row  # a head is over more columns already
    for (first, end), head in over.items():
        if not columns[first].left - head[0].words[0].size < middle_of(head) < columns[end - 1].right:
            return row
    return PlacedLine(row.line, {span: found for span, found in row.placed.items() if span[1] == 1} | over)


def _is_of_one(head: Sequence[Chunk], block: Sequence[tuple[Span, list[Chunk]]]) -> bool:
    """Tell whether a head stands right over one of several names, far from the middle of them all."""
    middle = middle_of(head)
    off = min(abs(middle_of(name) - middle) for _, name in block)
    whole = abs((block[0][1][0].left + block[-1][1][-1].right) / 2 - middle)
    return off < head[0].words[0].size and _FARTHER * off < whole


def over_bare(rows: Sequence[PlacedLine], columns: Sequence[Column]) -> PlacedLine:
    """Return the last header row with each head over the columns beside it that have no head.

    Each head has equally many columns and stands over the same one of them: "2024" over the right one of an
    amount and its share.
    """
    numbers = [n for n, column in enumerate(columns) if column.numbers]
    if numbers[-1] - numbers[0] >= len(numbers):
        return rows[-1]
    for begin in (0, 1):  # the numbers of notes stand left of the amounts
        wider = _wider(rows, columns, numbers[begin:])
        if wider:
            placed = rows[-1].placed.items()
            return PlacedLine(rows[-1].line, {wider.get(span, span): chunks for span, chunks in placed})
    return rows[-1]


def _wider(rows: Sequence[PlacedLine], columns: Sequence[Column], numbers: Sequence[int]) -> dict[Span, Span]:
    """Return, by the column that each head stands over, the columns that it is meant for; nothing where each
    column has its own head or the heads do not share the columns alike."""
    heads = sorted(span for span in rows[-1].placed if span[0] in numbers)
    size, odd = divmod(len(numbers), max(len(heads), 1))
    if len(heads) < 2 or size < 2 or odd:
        return {}
    offsets = {head[0] - numbers[0] - number * size for number, head in enumerate(heads)}
    alone = all(head[1] == head[0] + 1 for head in heads)
    bare = [
        n
        for n in numbers
        if not any((n, n + 1) in row.placed for row in rows) and not crosses(heads, (n, n + 1))
    ]
    if not alone or len(offsets) > 1 or not 0 <= min(offsets) < size or len(bare) + len(heads) < len(numbers):
        return {}
    (offset,) = offsets
    return {head: (head[0] - offset, head[0] - offset + size) for head in heads}
