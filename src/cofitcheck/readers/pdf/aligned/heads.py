"""The header lines of a table without ruled columns: what heads which columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.table_words import PAGES
from cofitcheck.periods.text import states_period_only
from cofitcheck.readers.pdf.aligned.blocks import are_aligned, columns_with, in_blocks, over_bare, over_blocks
from cofitcheck.readers.pdf.aligned.columns import Column, PlacedLine, label_column
from cofitcheck.readers.pdf.aligned.spanning_heads import (
    CENTRED,
    Span,
    crosses,
    merged,
    middle_of,
    numbers_of,
    remarks_among,
    with_remarks,
    words_in,
)
from cofitcheck.readers.pdf.pages import Page, Rule
from cofitcheck.readers.pdf.pages.lines import Chunk
from cofitcheck.readers.pdf.pages.text import cell_text, is_cjk, is_remark, is_year, says_date

# In heights of a line, the size of its font, so that they hold for print of every size.
_HEAD_UNDERLINE = 0.7
"""How far below a line of a head the rule below it, or the top of the line it goes on in, may be."""
_FILLS_RULE = 0.5
"""How near to the ends of a ruled line a head begins and ends that fills it."""
_HEAD_SPACE = 0.45
"""The most room between two words of one head."""
_PARTED_HEAD_STEP = 1.7
"""The most heights of a line between two lines of a head, if another head stands at half their height."""
_HEAD_STEP = 1.3
"""From one line of a head to the next."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_OVER_RULE = 2.0
"""How much of a rule a head must stand over, at the least, to be over it."""
_FLUSH_WITH_RULE = 6.0
"""How far inside a rule a head that begins or ends where it does may stand: about a blank of print or the
padding of a cell."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_CENTRAL = 0.25
"""The most that a head stands off the middle of a rule that is its own, in lengths of the rule."""
_DATED = 0.2
"""How far from the middle of several columns a date may stand, as a share of how far it is from that of
one."""


def headed(page: Page, rows: Sequence[PlacedLine], columns: Sequence[Column]) -> list[PlacedLine]:
    """Return header rows with each head over all the columns it is meant for.

    A ruled line right below a head says which columns these are. Without one a head is centred over its
    columns, or it goes on with the head right above and has the columns of that. A remark that states the
    unit of all columns is over all of them.
    """
    middles = [(column.left + column.right) / 2 for column in columns]
    found: list[PlacedLine] = []
    rows = merged(rows)
    remarks = remarks_among(rows)
    units = _units_of_blocks(rows, remarks, columns)
    aside = [row for row in rows if row in remarks or id(row) in units or _is_label(row, columns)]
    heads = [row for row in rows if row not in aside]
    reach = 1.0
    for row in reversed(heads):
        if found:
            reach = _reach(row, found[0])
        others = [other for other in heads if other is not row]
        row = _rejoined(_over_values(row, columns), found)
        near = [other for other in found if _reach(row, other) < _HEAD_UNDERLINE]
        held = found[0].placed if found else {}
        lines = _lines_of(row, near)
        rules = _rules_under(page, row, reach)
        shared = in_blocks(row, columns_with(columns, others), rules)
        if rules and shared is None:
            shared = in_blocks(row, columns, rules)
        between = not rules and _stands_between(row, heads)
        spread = shared or (
            row if between else _headed(rules, row, columns, middles if found else None, held, lines)
        )
        if found and reach < _HEAD_UNDERLINE and not shared:
            spread = _as_lines(spread, near)
        if found and not shared and not between:
            if not _is_line_of(page, spread, found[0]):
                spread = _over_all(spread, found[0], columns, max((r.end for r in rules), default=0.0))
            spread = over_blocks(spread, found[0], columns)
        for (first, end), chunks in spread.placed.items():
            if end == first + 1:
                middles[first] = middle_of(chunks)
        found.insert(0, spread)
    for number in range(1, len(found)):
        above, row = found[number - 1], found[number]
        if _reach(above, row) < _HEAD_UNDERLINE:
            found[number] = _as_lines(row, [PlacedLine(above.line, _unruled(page, above, row))])
    if found:
        found[-1] = over_bare(found, columns)
    spread_heads = iter(_off_labels(row, columns) for row in found)
    found = [units.get(id(row), row) if row in aside else next(spread_heads) for row in rows]
    return with_remarks(found, remarks, columns)


def _stands_between(row: PlacedLine, heads: Sequence[PlacedLine]) -> bool:
    """Tell whether a row stands between the two lines of the heads beside it and overlaps them: its own heads
    take one line, and are over one column each as those are."""
    at = next(number for number, other in enumerate(heads) if other.line is row.line)
    if not 0 < at < len(heads) - 1:
        return False
    above, below = heads[at - 1], heads[at + 1]
    near = below.line.base - above.line.base < _PARTED_HEAD_STEP * row.line.size
    both = above.placed.keys() & below.placed.keys()
    return near and bool(both) and not any(crosses(both, span) for span in row.placed)


def _off_labels(row: PlacedLine, columns: Sequence[Column]) -> PlacedLine:
    """Return a header row whose heads of several columns begin at the first column of numbers: a rule may
    begin left of that, over the sign of a currency or the ends of long labels."""
    first = numbers_of(columns)[0]
    return PlacedLine(
        row.line,
        {
            ((max(span[0], first), span[1]) if span[1] > first + 1 else span): chunks
            for span, chunks in row.placed.items()
        },
    )


def _over_values(row: PlacedLine, columns: Sequence[Column]) -> PlacedLine:
    """Return a header row in which a head of several columns is not over the labels where it begins right of
    their middle: only the longest labels end there."""
    label = label_column(columns)
    middle = (columns[label].left + columns[label].right) / 2
    found: dict[Span, list[Chunk]] = {}
    for (first, end), chunks in row.placed.items():
        beyond = first == label and end > first + 1 and chunks[0].left > middle
        found.setdefault((first + beyond, end), []).extend(chunks)
    return PlacedLine(row.line, found)


def _rejoined(row: PlacedLine, below: Sequence[PlacedLine]) -> PlacedLine:
    """Return a header row in which heads a space apart are one where a head in the row below stands over the
    columns of both and right under them: they are a line of that head, broken where numbers end."""
    placed = _with_whole_years(row.placed)
    for first, end in below[0].placed if below else ():
        parts = sorted(span for span in placed if first <= span[0] and span[1] <= end)
        words = [word for span in parts for word in words_in(placed[span])]
        apart = any(b.left - a.right > _HEAD_SPACE * row.line.size for a, b in pairwise(words))
        if len(parts) < 2 or apart:
            continue
        whole = Chunk(tuple(words), tuple(words))
        if are_aligned([whole], below[0].placed[first, end]):
            placed = {span: chunks for span, chunks in placed.items() if span not in parts}
            placed[first, end] = [whole]
    return PlacedLine(row.line, placed)


def _with_whole_years(placed: Mapping[Span, list[Chunk]]) -> dict[Span, list[Chunk]]:
    """Return heads with a year and the Chinese word for it in the next columns, "2007" and "年度", as one."""
    whole: dict[Span, list[Chunk]] = {}
    for span in sorted(placed):
        before = max(whole, default=span)
        words = words_in(placed[span])
        goes_on = before[1] == span[0] and words[0].text[0] in PAGES.year
        if goes_on and is_year(cell_text(words_in(whole[before]))):
            words = (*words_in(whole.pop(before)), *words)
            whole[before[0], span[1]] = [Chunk(words, words)]
        else:
            whole[span] = placed[span]
    return whole


def _reach(row: PlacedLine, below: PlacedLine) -> float:
    """Return how far below a row the top of the next one is, in heights of its line."""
    return (below.line.base - 0.8 * below.line.size - row.line.base) / row.line.size


def _is_label(row: PlacedLine, columns: Sequence[Column]) -> bool:
    """Tell whether a header row says something over the labels only."""
    label = label_column(columns)
    return set(row.placed) == {(label, label + 1)}


def _units_of_blocks(
    rows: Sequence[PlacedLine], remarks: Sequence[PlacedLine], columns: Sequence[Column]
) -> dict[int, PlacedLine]:
    """Return, by the identity of the row, the header rows that only state units of blocks of columns, with
    each unit over its block."""
    others = [row for row in rows if row not in remarks and not _states_units(row, columns)]
    wide = columns_with(columns, others)
    spread = {id(row): in_blocks(row, wide, ()) for row in rows if row not in remarks and row not in others}
    return {number: row for number, row in spread.items() if row}


def _states_units(row: PlacedLine, columns: Sequence[Column]) -> bool:
    """Tell whether a header row has several texts over numbers, and all of them are units."""
    over = [c for span, chunks in row.placed.items() if columns[span[0]].numbers for c in chunks]
    return len(over) > 1 and all(is_remark(chunk.text) for chunk in over)


def _is_line_of(page: Page, row: PlacedLine, below: PlacedLine) -> bool:
    """Tell whether the only head of a row is a line of the head right below it.

    The two share their middle, no rule parts them, the line reaches over no other head, and neither says a
    period. The line may stand further off where it fills the rule below that head.
    """
    if len(row.line.chunks) != 1 or _rules_under(page, row, _HEAD_UNDERLINE):
        return False
    (head,) = row.line.chunks
    under = [chunk for chunk in below.line.chunks if abs(chunk.middle - head.middle) < CENTRED / 2]
    others = [chunk for chunk in below.line.chunks if chunk not in under]
    beside = any(head.left < chunk.right and chunk.left < head.right for chunk in others)
    near = below.line.base - row.line.base < _HEAD_STEP * row.line.size or _fills(page, head, below)
    return (
        near and len(under) == 1 and not beside and not any(says_date(each.text) for each in (head, *under))
    )


def _fills(page: Page, head: Chunk, below: PlacedLine) -> bool:
    """Tell whether a head fills a ruled line right below the heads under it."""
    near = _FILLS_RULE * below.line.size
    return any(
        abs(head.left - rule.start) < near and abs(head.right - rule.end) < near
        for rule in _rules_under(page, below, _HEAD_UNDERLINE)
    )


def _over_all(row: PlacedLine, below: PlacedLine, columns: Sequence[Column], reach: float) -> PlacedLine:
    """Return a row with its only head over all columns of numbers, where it is meant for all of them.

    A head is where each column has a head of its own right below, and it stands over the middle of these or
    is a date whose years these are. A date is, too, where it stands over the middle of the table, with or
    without the labels, and shares its middle with no head below. `reach` is where the rules right below the
    row end.
    """
    if len(row.line.chunks) == 1 and says_date(row.line.chunks[0].text):
        numbers = columns[numbers_of(columns)[0]]
        rights = (columns[-1].right, max(columns[-1].right, reach))
        middles = [(left + right) / 2 for left in (columns[0].left, numbers.left) for right in rights]
        alone = all(abs(chunk.middle - row.line.middle) > CENTRED for chunk in below.line.chunks)
        if alone and any(abs(row.line.middle - middle) < 2 * CENTRED for middle in middles):
            return PlacedLine(row.line, {numbers_of(columns): list(row.line.chunks)})
    heads = {span: chunks for span, chunks in below.placed.items() if columns[span[0]].numbers}
    if len(row.placed) != 1 or len(heads) < 2 or any(span[1] > span[0] + 1 for span in heads):
        return row
    ((span, chunks),) = row.placed.items()
    whole = numbers_of(columns)
    middles = sorted(middle_of(found) for found in heads.values())
    centred = abs((middles[0] + middles[-1]) / 2 - middle_of(chunks)) < CENTRED
    yearless = _calls_for_year(row.line.text) and all(
        is_year(cell_text(words_in(found))) for found in heads.values()
    )
    if (
        not (centred or yearless)
        or len(heads) < sum(c.numbers for c in columns)
        or not crosses([whole], span)
    ):
        return row
    return PlacedLine(row.line, {whole: chunks})


def _calls_for_year(text: str) -> bool:
    """Tell whether a head is a date without its year."""
    return text[-1] == "," or (states_period_only(text) and not _YEAR.search(text))


def _as_lines(row: PlacedLine, near: Sequence[PlacedLine]) -> PlacedLine:
    """Return a header row in which each head that is a line of one right below, or above, has the columns of
    that, unless another head of the row has some of them."""
    found: dict[Span, list[Chunk]] = {}
    for span, chunks in row.placed.items():
        wider = [
            other
            for other, heads in _nearest(near, span).items()
            if other[0] <= span[0] and span[1] <= other[1]
            if are_aligned(heads, chunks)
            if not crosses((each for each in row.placed if each != span), other)
        ]
        found.setdefault(wider[0] if wider else span, []).extend(chunks)
    return PlacedLine(row.line, found)


def _unruled(page: Page, row: PlacedLine, below: PlacedLine) -> dict[Span, list[Chunk]]:
    """Return the heads of a row that no rule parts from the row below."""
    between = [
        rule for rule in page.level if row.line.base < rule.at < below.line.base - 0.5 * below.line.size
    ]
    return {
        span: chunks
        for span, chunks in row.placed.items()
        if not any(
            min(rule.end, chunks[-1].right) - max(rule.start, chunks[0].left) > _OVER_RULE for rule in between
        )
    }


def _lines_of(row: PlacedLine, below: Sequence[PlacedLine]) -> set[Span]:
    """Return the columns of a row whose heads go on right below."""
    return {
        span
        for span, chunks in row.placed.items()
        if any(
            are_aligned(heads, chunks)
            for other, heads in _nearest(below, span).items()
            if crosses([other], span)
        )
    }


def _nearest(below: Sequence[PlacedLine], span: Span) -> dict[Span, list[Chunk]]:
    """Return the heads of the first of several rows that has one over the same columns."""
    return next((row.placed for row in below if crosses(row.placed, span)), {})


def _headed(
    rules: Sequence[Rule],
    row: PlacedLine,
    columns: Sequence[Column],
    middles: Sequence[float] | None,
    below: Iterable[Span],
    lines: Collection[Span],
) -> PlacedLine:
    """Return a header row with its heads spread over their columns.

    `middles` are those of the columns, None in the last header row. `below` are the columns of the heads in
    the row below, `lines` those of the heads that go on there.
    """
    chunks = sorted((chunk for found in row.placed.values() for chunk in found), key=lambda c: c.left)
    found: dict[Span, list[Chunk]] = {}
    rest = chunks
    for rule in _together(rules, chunks):
        over = [n for n, column in enumerate(columns) if _covers(rule, column)]
        held = [chunk for chunk in rest if rule.start - 3 <= chunk.middle <= rule.end + 3]
        whole = len(over) == len(columns) or (len(over) > 1 and label_column(columns) in over)
        own = held and not whole and _is_one_head(held) and (len(over) == 1 or _fits(held, rule))
        if over and own and not crosses(found, (over[0], over[-1] + 1)):
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
    return PlacedLine(row.line, found)


def _together(rules: Sequence[Rule], chunks: Sequence[Chunk]) -> list[Rule]:
    """Return rules; those that stand side by side below one head, drawn column by column, are made one."""
    left = list(rules)
    for chunk in chunks:
        run = _run_below(left, chunk, [other for other in chunks if other is not chunk])
        if len(run) > 1:
            left = [rule for rule in left if rule not in run]
            left.append(Rule(run[0].at, run[0].start, max(rule.end for rule in run)))
    return left


def _run_below(rules: Sequence[Rule], chunk: Chunk, others: Sequence[Chunk]) -> Sequence[Rule]:
    """Return the rules side by side below a head. Rules beside them that have no head are added where the
    head stands over the middle of them all, and not over that of its own."""
    below = [rule for rule in rules if min(rule.end, chunk.right) - max(rule.start, chunk.left) > _OVER_RULE]
    if not below:
        return ()
    level = [rule for rule in rules if abs(rule.at - below[0].at) < _OVER_RULE]
    level.sort(key=lambda rule: rule.start)
    if any(left.end > right.start + _OVER_RULE for left, right in pairwise(level)):
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
    return best if off(best) < CENTRED < off(level[first:end]) else level[first:end]


def _fits(heads: Sequence[Chunk], rule: Rule) -> bool:
    """Tell whether a head stands over the middle of a rule, or begins or ends where it does."""
    left, right = heads[0].left, heads[-1].right
    flush = left - rule.start < _FLUSH_WITH_RULE or rule.end - right < _FLUSH_WITH_RULE
    return flush or abs((left + right - rule.start - rule.end) / 2) < _CENTRAL * rule.length


def _is_one_head(chunks: Sequence[Chunk]) -> bool:
    """Tell whether chunks above one ruled line are one head, its characters spread over the columns."""
    return len(chunks) == 1 or any(len(chunk.text) == 1 and is_cjk(chunk.text) for chunk in chunks)


def _rules_under(page: Page, row: PlacedLine, reach: float) -> list[Rule]:
    """Return the level rules below a line, as far as `reach` heights of it."""
    line = row.line
    return [
        rule
        for rule in page.level
        if -0.1 * line.size < rule.at - line.base < max(reach, _HEAD_UNDERLINE) * line.size
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
    room = max(CENTRED, off(span) * _DATED) if says_date(cell_text(words_in(chunks))) else CENTRED
    return best if off(best) < room and off(span) > 3 * CENTRED else span


def _cuts(span: Span, other: Span) -> bool:
    """Tell whether columns hold a part of others and not all of them."""
    return crosses([other], span) and not (span[0] <= other[0] and other[1] <= span[1])
