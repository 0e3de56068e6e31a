"""The header lines of a table without ruled columns: what heads which columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from cofitcheck.document.periods import read_period
from cofitcheck.readers.pdf.columns import Column, Row, label_column
from cofitcheck.readers.pdf.lines import Chunk
from cofitcheck.readers.pdf.page import Page, Rule
from cofitcheck.readers.pdf.remarks import merged, remarks_among, with_remarks
from cofitcheck.readers.pdf.spans import CENTRED, Span, crosses, middle_of, numbers_of, words_in
from cofitcheck.readers.pdf.text import cell_text, is_cjk, is_year

_UNDER = 0.7
_REACHES = 2.0
_SAME = 1.0
_FILLED = 0.5
"""How near to the ends of a ruled line a head begins and ends that fills it, in heights of the line."""
_TIGHT = 1.3
"""The most heights of a line from one line of a head to the next."""


def headed(page: Page, rows: Sequence[Row], columns: Sequence[Column]) -> list[Row]:
    """Return header rows with each head over all the columns it is meant for.

    A ruled line right below a head says which; without one a head is centred over its columns, or over those
    of the head right above that it goes on. What says the unit of all is over all of them.
    """
    middles = [(column.left + column.right) / 2 for column in columns]
    found: list[Row] = []
    rows = merged(rows)
    remarks = remarks_among(rows)
    aside = [row for row in rows if row in remarks or _is_label(row, columns)]
    heads = [row for row in rows if row not in aside]
    reach = 1.0
    for row in reversed(heads):
        if found:
            reach = _reach(row, found[0])
        row = _over_values(row, columns)
        near = [other for other in found if _reach(row, other) < _UNDER]
        held = found[0].placed if found else {}
        lines = _lines_of(row, near)
        spread = _headed(
            _rules_under(page, row, reach), row, columns, middles if found else None, held, lines
        )
        if found and reach < _UNDER:
            spread = _as_lines(spread, near)
        if found:
            if not _is_line_of(page, spread, found[0]):
                spread = _over_all(spread, found[0], columns)
            spread = _over_blocks(spread, found[0], columns)
        for (first, end), chunks in spread.placed.items():
            if end == first + 1:
                middles[first] = middle_of(chunks)
        found.insert(0, spread)
    for number in range(1, len(found)):
        if _reach(found[number - 1], found[number]) < _UNDER:
            found[number] = _as_lines(found[number], [found[number - 1]])
    if found:
        found[-1] = _over_bare(found, columns)
    spread_heads = iter(found)
    found = [row if row in aside else next(spread_heads) for row in rows]
    return with_remarks(found, remarks, columns)


def _over_values(row: Row, columns: Sequence[Column]) -> Row:
    """Return a header row with no head over labels that begins where only the longest of them end."""
    label = label_column(columns)
    middle = (columns[label].left + columns[label].right) / 2
    found: dict[Span, list[Chunk]] = {}
    for (first, end), chunks in row.placed.items():
        beyond = first == label and end > first + 1 and chunks[0].left > middle
        found.setdefault((first + beyond, end), []).extend(chunks)
    return Row(row.line, found)


def _reach(row: Row, below: Row) -> float:
    """Return how far below a row the top of the next one is, in heights of its line."""
    return (below.line.base - 0.8 * below.line.size - row.line.base) / row.line.size


def _is_label(row: Row, columns: Sequence[Column]) -> bool:
    """Tell whether a header row says something over the labels only."""
    label = label_column(columns)
    return set(row.placed) == {(label, label + 1)}


def _is_line_of(page: Page, row: Row, below: Row) -> bool:
    """Tell whether the only head of a row is a line of the head right below that shares its middle: no rule
    parts them, it is no wider than the room of that, and neither says a period. Spread over the rule below
    that, it may stand further off."""
    if len(row.line.chunks) != 1 or _rules_under(page, row, _UNDER):
        return False
    (head,) = row.line.chunks
    under = [chunk for chunk in below.line.chunks if abs(chunk.middle - head.middle) < CENTRED / 2]
    others = [chunk for chunk in below.line.chunks if chunk not in under]
    beside = any(head.left < chunk.right and chunk.left < head.right for chunk in others)
    near = below.line.base - row.line.base < _TIGHT * row.line.size or _fills(page, head, below)
    return near and len(under) == 1 and not beside and not any(map(_dates, (head, *under)))


def _fills(page: Page, head: Chunk, below: Row) -> bool:
    """Tell whether a head fills a ruled line right below the heads under it."""
    near = _FILLED * below.line.size
    return any(
        abs(head.left - rule.start) < near and abs(head.right - rule.end) < near
        for rule in _rules_under(page, below, _UNDER)
    )


def _dates(chunk: Chunk) -> bool:
    return bool(read_period(chunk.text)) or is_year(chunk.text)


def _over_all(row: Row, below: Row, columns: Sequence[Column]) -> Row:
    """Return a row with its only head over all columns where each of those has a head of its own right below
    and it stands over the middle of them, or is a date whose years these are, or one over the middle of the
    whole table."""
    if len(row.line.chunks) == 1 and _dates(row.line.chunks[0]):
        middle = (columns[0].left + columns[-1].right) / 2
        alone = all(abs(chunk.middle - row.line.middle) > CENTRED for chunk in below.line.chunks)
        if alone and abs(row.line.middle - middle) < 2 * CENTRED:
            return Row(row.line, {numbers_of(columns): list(row.line.chunks)})
    heads = {span: chunks for span, chunks in below.placed.items() if columns[span[0]].numbers}
    if len(row.placed) != 1 or len(heads) < 2 or any(span[1] > span[0] + 1 for span in heads):
        return row
    ((span, chunks),) = row.placed.items()
    whole = numbers_of(columns)
    middles = sorted(middle_of(found) for found in heads.values())
    centred = abs((middles[0] + middles[-1]) / 2 - middle_of(chunks)) < CENTRED
    yearless = row.line.text[-1] == "," and all(
        is_year(cell_text(words_in(found))) for found in heads.values()
    )
    if (
        not (centred or yearless)
        or len(heads) < sum(c.numbers for c in columns)
        or not crosses([whole], span)
    ):
        return row
    return Row(row.line, {whole: chunks})


def _over_blocks(row: Row, below: Row, columns: Sequence[Column]) -> Row:
    """Return a row with each head over the columns whose heads in the row below are those of every other head
    too: "Total, Level 1, Total, Level 1" are two blocks."""
    heads = [chunks for span, chunks in sorted(row.placed.items(), key=_first) if span[1] > 1]
    names = [(span, chunks) for span, chunks in sorted(below.placed.items(), key=_first) if span[1] > 1]
    middles = [middle_of(chunks) for _, chunks in names]
    if any(abs(middle_of(head) - middle) < CENTRED for head in heads for middle in middles):
        return row  # a line of a head of one column
    size, odd = divmod(len(names), max(len(heads), 1))
    if len(heads) < 2 or size < 2 or odd or any(span[1] > span[0] + 1 for span, _ in names):
        return row
    blocks = [names[at : at + size] for at in range(0, len(names), size)]
    if len({tuple(cell_text(words_in(chunks)) for _, chunks in block) for block in blocks}) > 1:
        return row
    over = {(block[0][0][0], block[-1][0][1]): head for block, head in zip(blocks, heads, strict=True)}
    spans = sorted(span for span in row.placed if span[1] > 1)
    if any(a < first or b > end for (a, b), (first, end) in zip(spans, over, strict=True)):
        return row  # it is over more than that already
    for (first, end), head in over.items():
        if not columns[first].left - head[0].words[0].size < middle_of(head) < columns[end - 1].right:
            return row
    return Row(row.line, {span: found for span, found in row.placed.items() if span[1] == 1} | over)


def _over_bare(rows: Sequence[Row], columns: Sequence[Column]) -> Row:
    """Return the last header row with each head over the columns beside it without any, where each has as
    many and stands at the same one of them: "2024" over the right one of an amount and its share."""
    heads = sorted(span for span in rows[-1].placed if columns[span[0]].numbers)
    numbers = [n for n, column in enumerate(columns) if column.numbers]
    size, odd = divmod(len(numbers), max(len(heads), 1))
    if len(heads) < 2 or size < 2 or odd or numbers[-1] - numbers[0] >= len(numbers):
        return rows[-1]
    first = numbers[0]
    offsets = {head[0] - first - number * size for number, head in enumerate(heads)}
    alone = all(head[1] == head[0] + 1 for head in heads)
    bare = [n for n in numbers if not any(crosses(row.placed, (n, n + 1)) for row in rows)]
    if not alone or len(offsets) > 1 or not 0 <= min(offsets) < size or len(bare) + len(heads) < len(numbers):
        return rows[-1]
    (offset,) = offsets
    wider = {head: (head[0] - offset, head[0] - offset + size) for head in heads}
    return Row(rows[-1].line, {wider.get(span, span): chunks for span, chunks in rows[-1].placed.items()})


def _first(placed: tuple[Span, list[Chunk]]) -> Span:
    return placed[0]


def _as_lines(row: Row, near: Sequence[Row]) -> Row:
    """Return a header row with each head over the columns of the one right below, or above, that it is a line
    of, if no other is."""
    found: dict[Span, list[Chunk]] = {}
    for span, chunks in row.placed.items():
        wider = [
            other
            for other, heads in _nearest(near, span).items()
            if other[0] <= span[0] and span[1] <= other[1]
            if _are_aligned(heads, chunks)
            if not crosses((each for each in row.placed if each != span), other)
        ]
        found.setdefault(wider[0] if wider else span, []).extend(chunks)
    return Row(row.line, found)


def _lines_of(row: Row, below: Sequence[Row]) -> set[Span]:
    """Return the columns of a row whose heads go on right below."""
    placed = row.placed.items()
    return {span for span, chunks in placed if _are_aligned(_nearest(below, span).get(span), chunks)}


def _nearest(below: Sequence[Row], span: Span) -> dict[Span, list[Chunk]]:
    """Return the heads of the first of several rows that has one over the same columns."""
    return next((row.placed for row in below if crosses(row.placed, span)), {})


def _are_aligned(one: Sequence[Chunk] | None, other: Sequence[Chunk]) -> bool:
    """Tell whether two heads share their middles, or end at the same place."""
    if not one:
        return False
    ends = abs(one[-1].right - other[-1].right) < _SAME
    return ends or abs(middle_of(one) - middle_of(other)) < CENTRED


def _headed(
    rules: Sequence[Rule],
    row: Row,
    columns: Sequence[Column],
    middles: Sequence[float] | None,
    below: Iterable[Span],
    lines: Collection[Span],
) -> Row:
    """Return a header row with its heads spread; `middles` are of the columns, None in the last such row,
    `below` are the columns of the heads in the row below, `lines` those of the heads that go on there."""
    chunks = sorted((chunk for found in row.placed.values() for chunk in found), key=lambda c: c.left)
    found: dict[Span, list[Chunk]] = {}
    rest = chunks
    for rule in _together(rules, chunks):
        over = [n for n, column in enumerate(columns) if _covers(rule, column)]
        held = [chunk for chunk in rest if rule.start - 3 <= chunk.middle <= rule.end + 3]
        whole = len(over) == len(columns) or (len(over) > 1 and label_column(columns) in over)
        if over and held and not whole and _is_one_head(held) and not crosses(found, (over[0], over[-1] + 1)):
            found[over[0], over[-1] + 1] = held
            rest = [chunk for chunk in rest if chunk not in held]
    spans = {span: [c for c in chunks if c in rest] for span, chunks in row.placed.items()}
    for span, kept in spans.items():
        if not kept:
            continue
        others = [*found, *(other for other, held in spans.items() if held and other != span)]
        wide = _centred(kept, span, others, middles, below) if middles and span not in lines else span
        place = span if crosses(others, wide) else wide
        found.setdefault(place, []).extend(kept)
    return Row(row.line, found)


def _together(rules: Sequence[Rule], chunks: Sequence[Chunk]) -> list[Rule]:
    """Return rules with those made one that stand side by side below one head, drawn column by column."""
    left = list(rules)
    for chunk in chunks:
        run = _run_below(left, chunk, [other for other in chunks if other is not chunk])
        if len(run) > 1:
            left = [rule for rule in left if rule not in run]
            left.append(Rule(run[0].at, run[0].start, max(rule.end for rule in run)))
    return left


def _run_below(rules: Sequence[Rule], chunk: Chunk, others: Sequence[Chunk]) -> Sequence[Rule]:
    """Return the rules side by side below a head; where it does not stand over their middle, with those
    beside them that have no head, if it stands over the middle of them all."""
    below = [rule for rule in rules if min(rule.end, chunk.right) - max(rule.start, chunk.left) > _REACHES]
    if not below:
        return ()
    level = [rule for rule in rules if abs(rule.at - below[0].at) < _REACHES]
    level.sort(key=lambda rule: rule.start)
    if any(left.end > right.start + _REACHES for left, right in pairwise(level)):
        return ()  # one below the other, not side by side
    own = [number for number, rule in enumerate(level) if rule in below]
    first, end = own[0], own[-1] + 1
    wider = [
        level[a:b]
        for a in range(first + 1)
        for b in range(end, len(level) + 1)
        if not any(level[a].start < other.right and other.left < level[b - 1].end for other in others)
    ]

    def off(run: Sequence[Rule]) -> float:
        return abs((run[0].start + run[-1].end) / 2 - chunk.middle)

    best = min(wider, key=off, default=level[first:end])
    return best if off(best) < CENTRED / 2 and off(level[first:end]) > CENTRED else level[first:end]


def _is_one_head(chunks: Sequence[Chunk]) -> bool:
    """Tell whether chunks above one ruled line are one head, its characters spread over the columns."""
    return len(chunks) == 1 or any(len(chunk.text) == 1 and is_cjk(chunk.text) for chunk in chunks)


def _rules_under(page: Page, row: Row, reach: float) -> list[Rule]:
    """Return the level rules below a line, as far as `reach` heights of it."""
    line = row.line
    return [
        rule for rule in page.level if -0.1 * line.size < rule.at - line.base < max(reach, _UNDER) * line.size
    ]


def _covers(rule: Rule, column: Column) -> bool:
    common = min(rule.end, column.right) - max(rule.start, column.left)
    return common > 0.5 * min(rule.length, column.right - column.left)


def _centred(
    chunks: Sequence[Chunk],
    span: Span,
    others: Sequence[Span],
    middles: Sequence[float],
    below: Iterable[Span],
) -> Span:
    """Return the columns over whose middle a head stands, which reaches over several or between two.

    None of the heads `below` is under a part of them only.
    """
    middle = middle_of(chunks)
    if span[0] == 0:
        return span
    first = max((other[1] for other in others if other[1] <= span[0]), default=1)
    end = min((other[0] for other in others if other[0] >= span[1]), default=len(middles))
    choices = [(a, b) for a in range(min(first, span[0]), span[0] + 1) for b in range(span[1], end + 1)]
    whole = [place for place in choices if not any(_cuts(place, other) for other in below)]

    def off(place: Span) -> float:
        return abs((middles[place[0]] + middles[place[1] - 1]) / 2 - middle)

    best = min(whole or choices, key=off, default=span)
    if span[1] - span[0] > 1:
        return best
    return best if off(best) < CENTRED and off(span) > 3 * CENTRED else span


def _cuts(span: Span, other: Span) -> bool:
    """Tell whether columns hold a part of others and not all of them."""
    return crosses([other], span) and not (span[0] <= other[0] and other[1] <= span[1])
