"""The header lines of a table without ruled columns: what heads which columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cofitcheck.readers.pdf.columns import Column, Row
from cofitcheck.readers.pdf.draft import Laid
from cofitcheck.readers.pdf.lines import Chunk
from cofitcheck.readers.pdf.page import Page, Rule, Word, box_of
from cofitcheck.readers.pdf.text import is_cjk

Span = tuple[int, int]


def headed(page: Page, rows: Sequence[Row], columns: Sequence[Column]) -> list[Row]:
    """Return header rows with each head over all the columns it is meant for.

    A ruled line right below a head says which; without one a head is centred over its columns.
    """
    return [_headed(page, row, columns, last=number + 1 == len(rows)) for number, row in enumerate(rows)]


def _headed(page: Page, row: Row, columns: Sequence[Column], last: bool) -> Row:
    chunks = sorted((chunk for found in row.placed.values() for chunk in found), key=lambda c: c.left)
    found: dict[Span, list[Chunk]] = {}
    rest = chunks
    for rule in _rules_under(page, row):
        over = [n for n, column in enumerate(columns) if _covers(rule, column)]
        held = [chunk for chunk in rest if rule.start - 3 <= chunk.middle <= rule.end + 3]
        whole = len(over) == len(columns)
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
        wide = span if last else _centred(kept, span, others, columns)
        place = span if _crosses(others, wide) else wide
        found.setdefault(place, []).extend(kept)
    return Row(row.line, found)


def _is_one_head(chunks: Sequence[Chunk]) -> bool:
    """Tell whether chunks above one ruled line are one head, its characters spread over the columns."""
    return len(chunks) == 1 or any(len(chunk.text) == 1 and is_cjk(chunk.text) for chunk in chunks)


def _crosses(spans: Iterable[Span], span: Span) -> bool:
    return any(span[0] < other[1] and other[0] < span[1] for other in spans)


def _rules_under(page: Page, row: Row) -> list[Rule]:
    line = row.line
    return [rule for rule in page.level if -0.1 * line.size < rule.at - line.base < 0.7 * line.size]


def _covers(rule: Rule, column: Column) -> bool:
    common = min(rule.end, column.right) - max(rule.start, column.left)
    return common > 0.5 * min(rule.length, column.right - column.left)


def _centred(chunks: Sequence[Chunk], span: Span, others: Sequence[Span], columns: Sequence[Column]) -> Span:
    """Return the columns over whose middle a head stands that reaches over several of them."""
    if span[1] - span[0] < 2:
        return span
    middle = (chunks[0].left + chunks[-1].right) / 2
    first = max((other[1] for other in others if other[1] <= span[0]), default=1)
    end = min((other[0] for other in others if other[0] >= span[1]), default=len(columns))
    choices = [(a, b) for a in range(min(first, span[0]), span[0] + 1) for b in range(span[1], end + 1)]
    return min(
        choices, key=lambda s: abs((columns[s[0]].left + columns[s[1] - 1].right) / 2 - middle), default=span
    )


def head_cells(page: Page, rows: Sequence[Row]) -> list[Laid]:
    """Return the cells of header rows: lines below each other over the same columns are one head."""
    cells: list[Laid] = []
    above: dict[Span, int] = {}
    for number, row in enumerate(rows):
        reached: dict[Span, int] = {}
        for (column, end), chunks in row.placed.items():
            words = tuple(word for chunk in chunks for word in chunk.words)
            at = above.get((column, end))
            if at is not None and not _ruled_off(page, cells[at], words):
                words = (*cells[at].words, *words)
                cells[at] = Laid(cells[at].row, number + 1, column, end, page.number, words)
                reached[column, end] = at
            else:
                reached[column, end] = len(cells)
                cells.append(Laid(number, number + 1, column, end, page.number, words))
        above = {span: at for span, at in above.items() if not _crosses(reached, span)} | reached
    return cells


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
