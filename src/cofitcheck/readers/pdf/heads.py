"""The header lines of a table without ruled columns: what heads which columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cofitcheck.numbers import read_unit_caption
from cofitcheck.readers.pdf.columns import Column, Row, label_column
from cofitcheck.readers.pdf.draft import Laid
from cofitcheck.readers.pdf.lines import Chunk
from cofitcheck.readers.pdf.page import Page, Rule, Word, box_of
from cofitcheck.readers.pdf.text import cell_text, is_cjk, is_remark

Span = tuple[int, int]
_UNDER = 0.7
_REACHES = 2.0
_CENTRED = 3.0
"""How far from the middle of its columns a head may stand, in points."""


def headed(page: Page, rows: Sequence[Row], columns: Sequence[Column]) -> list[Row]:
    """Return header rows with each head over all the columns it is meant for.

    A ruled line right below a head says which; without one a head is centred over its columns, or over those
    of the head right above that it goes on. What says the unit of all is over all of them.
    """
    middles = [(column.left + column.right) / 2 for column in columns]
    found: list[Row] = []
    heads = [row for row in rows if not _is_of_all(row)]
    reach = 1.0
    for row in reversed(heads):
        if found:
            reach = _reach(row, found[0])
        row = _over_values(row, columns)
        held = found[0].placed if found else {}
        spread = _headed(_rules_under(page, row, reach), row, columns, middles if found else None, held)
        if found and reach < _UNDER:
            spread = _as_below(spread, found[0])
        if found:
            spread = _over_all(spread, found[0], columns)
            spread = _over_blocks(spread, found[0], columns)
        for (first, end), chunks in spread.placed.items():
            if end == first + 1:
                middles[first] = _middle(chunks)
        found.insert(0, spread)
    for number in range(1, len(found)):
        if _reach(found[number - 1], found[number]) < _UNDER:
            found[number] = _as_above(found[number], found[number - 1])
    return _with_remarks(rows, found, columns)


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


def _is_of_all(row: Row) -> bool:
    """Tell whether a row only says the unit of all columns, or a remark on several, wherever it stands."""
    if len(row.placed) != 1:
        return False
    ((first, end),) = row.placed
    wide = end > first + 1 and is_remark(row.line.text)
    return first > 0 and (wide or read_unit_caption(row.line.text) is not None)


def _with_remarks(rows: Sequence[Row], heads: Sequence[Row], columns: Sequence[Column]) -> list[Row]:
    """Return the header rows in order, the remarks among them over all numbers, and so the only head right
    above a remark that shares its middle."""
    spread = iter(heads)
    found = [_over_numbers(row, columns) if _is_of_all(row) else next(spread) for row in rows]
    for at, row in enumerate(rows[1:]):
        above = found[at]
        alone = len(above.line.chunks) == 1 and min(above.placed)[0] > 0
        if alone and _is_of_all(row) and abs(_centre(above) - _centre(row)) < _CENTRED:
            found[at] = _over_numbers(above, columns)
    return found


def _centre(row: Row) -> float:
    return (row.line.left + row.line.right) / 2


def _over_numbers(row: Row, columns: Sequence[Column]) -> Row:
    chunks = [chunk for found in row.placed.values() for chunk in found]
    return Row(row.line, {_numbers(columns): chunks})


def _numbers(columns: Sequence[Column]) -> Span:
    """Return the columns from the first of numbers to the last."""
    numbers = [n for n, column in enumerate(columns) if column.numbers]
    return numbers[0], numbers[-1] + 1


def _over_all(row: Row, below: Row, columns: Sequence[Column]) -> Row:
    """Return a row with its only head over all columns where each of those has a head of its own right below
    and it stands over the middle of them."""
    heads = {span: chunks for span, chunks in below.placed.items() if columns[span[0]].numbers}
    if len(row.placed) != 1 or len(heads) < 2 or any(span[1] > span[0] + 1 for span in heads):
        return row
    ((span, chunks),) = row.placed.items()
    whole = _numbers(columns)
    middles = sorted(_middle(found) for found in heads.values())
    centred = abs((middles[0] + middles[-1]) / 2 - _middle(chunks)) < _CENTRED
    if not centred or len(heads) < sum(c.numbers for c in columns) or not _crosses([whole], span):
        return row
    return Row(row.line, {whole: chunks})


def _over_blocks(row: Row, below: Row, columns: Sequence[Column]) -> Row:
    """Return a row with each head over the columns whose heads in the row below are those of every other head
    too: "Total, Level 1, Total, Level 1" are two blocks."""
    heads = [chunks for span, chunks in sorted(row.placed.items(), key=_first) if span[1] > 1]
    names = [(span, chunks) for span, chunks in sorted(below.placed.items(), key=_first) if span[1] > 1]
    middles = [_middle(chunks) for _, chunks in names]
    if any(abs(_middle(head) - middle) < _CENTRED for head in heads for middle in middles):
        return row  # a line of a head of one column
    size, odd = divmod(len(names), max(len(heads), 1))
    if len(heads) < 2 or size < 2 or odd or any(span[1] > span[0] + 1 for span, _ in names):
        return row
    blocks = [names[at : at + size] for at in range(0, len(names), size)]
    if len({tuple(cell_text(_words(chunks)) for _, chunks in block) for block in blocks}) > 1:
        return row
    over = {(block[0][0][0], block[-1][0][1]): head for block, head in zip(blocks, heads, strict=True)}
    for (first, end), head in over.items():
        if not columns[first].left - head[0].words[0].size < _middle(head) < columns[end - 1].right:
            return row
    return Row(row.line, {span: found for span, found in row.placed.items() if span[1] == 1} | over)


def _first(placed: tuple[Span, list[Chunk]]) -> Span:
    return placed[0]


def _words(chunks: Sequence[Chunk]) -> tuple[Word, ...]:
    return tuple(word for chunk in chunks for word in chunk.words)


def _as_below(row: Row, below: Row) -> Row:
    """Return a header row with each head over the columns of the one right below that it alone goes on in."""
    found: dict[Span, list[Chunk]] = {}
    for span, chunks in row.placed.items():
        wider = [
            other
            for other, heads in below.placed.items()
            if other[0] <= span[0] and span[1] <= other[1]
            if abs(_middle(heads) - _middle(chunks)) < _CENTRED
            if not _crosses((each for each in row.placed if each != span), other)
        ]
        found.setdefault(wider[0] if wider else span, []).extend(chunks)
    return Row(row.line, found)


def _as_above(row: Row, above: Row) -> Row:
    """Return a header row with each head that alone goes on one right above it over the columns of that."""
    found: dict[Span, list[Chunk]] = {}
    for span, chunks in row.placed.items():
        wider = [
            other
            for other, heads in above.placed.items()
            if other[0] <= span[0] and span[1] <= other[1]
            if abs(_middle(heads) - _middle(chunks)) < _CENTRED
            if not _crosses((each for each in row.placed if each != span), other)
        ]
        found.setdefault(wider[0] if wider else span, []).extend(chunks)
    return Row(row.line, found)


def _middle(chunks: Sequence[Chunk]) -> float:
    return (chunks[0].left + chunks[-1].right) / 2


def _headed(
    rules: Sequence[Rule],
    row: Row,
    columns: Sequence[Column],
    middles: Sequence[float] | None,
    below: Iterable[Span],
) -> Row:
    """Return a header row with its heads spread; `middles` are of the columns, None in the last such row,
    `below` are the columns of the heads in the row below."""
    chunks = sorted((chunk for found in row.placed.values() for chunk in found), key=lambda c: c.left)
    found: dict[Span, list[Chunk]] = {}
    rest = chunks
    for rule in _together(rules, chunks):
        over = [n for n, column in enumerate(columns) if _covers(rule, column)]
        held = [chunk for chunk in rest if rule.start - 3 <= chunk.middle <= rule.end + 3]
        whole = len(over) == len(columns) or (len(over) > 1 and label_column(columns) in over)
        if (
            over
            and held
            and not whole
            and _is_one_head(held)
            and not _crosses(found, (over[0], over[-1] + 1))
        ):
            found[over[0], over[-1] + 1] = held
            rest = [chunk for chunk in rest if chunk not in held]
    spans = {span: [c for c in chunks if c in rest] for span, chunks in row.placed.items()}
    for span, kept in spans.items():
        if not kept:
            continue
        others = [*found, *(other for other, held in spans.items() if held and other != span)]
        wide = _centred(kept, span, others, middles, below) if middles else span
        place = span if _crosses(others, wide) else wide
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
    return best if off(best) < _CENTRED / 2 and off(level[first:end]) > _CENTRED else level[first:end]


def _is_one_head(chunks: Sequence[Chunk]) -> bool:
    """Tell whether chunks above one ruled line are one head, its characters spread over the columns."""
    return len(chunks) == 1 or any(len(chunk.text) == 1 and is_cjk(chunk.text) for chunk in chunks)


def _crosses(spans: Iterable[Span], span: Span) -> bool:
    return any(span[0] < other[1] and other[0] < span[1] for other in spans)


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
    middle = _middle(chunks)
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
    return best if off(best) < _CENTRED and off(span) > 3 * _CENTRED else span


def _cuts(span: Span, other: Span) -> bool:
    """Tell whether columns hold a part of others and not all of them."""
    return _crosses([other], span) and not (span[0] <= other[0] and other[1] <= span[1])


def head_cells(page: Page, rows: Sequence[Row]) -> list[Laid]:
    """Return the cells of header rows: lines below each other over the same columns are one head."""
    cells: list[Laid] = []
    above: dict[Span, int] = {}
    for number, row in enumerate(rows):
        reached: dict[Span, int] = {}
        for (column, end), chunks in row.placed.items():
            words = tuple(word for chunk in chunks for word in chunk.words)
            at = above.get((column, end))
            alone = column == 0 or len(row.placed) == 1
            if at is not None and not _ruled_off(page, cells[at], words) and not (alone and _is_unit(words)):
                words = (*cells[at].words, *words)
                cells[at] = Laid(cells[at].row, number + 1, column, end, page.number, words)
            else:
                at = len(cells)
                cells.append(Laid(number, number + 1, column, end, page.number, words))
            if not (alone and _is_unit(words)):
                reached[column, end] = at
        above = {span: at for span, at in above.items() if not _crosses(row.placed, span)} | reached
    return cells


def _is_unit(words: Sequence[Word]) -> bool:
    """Tell whether words state a unit: alone in their line or over the labels, that of the whole table."""
    return read_unit_caption(cell_text(words)) is not None


def _ruled_off(page: Page, above: Laid, words: Sequence[Word]) -> bool:
    """Tell whether a ruled line parts a head from the words below it; underlined labels are one."""
    left, _, right, bottom = above.box
    top = box_of(words)[1]
    return any(
        bottom - 3 <= rule.at <= top + 3
        and rule.start < right
        and rule.end > left
        and not (above.column == 0 and abs(rule.start - left) < 2 and abs(rule.end - right) < 2)
        for rule in page.level
    )
