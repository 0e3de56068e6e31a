"""Body lines to rows: a label, or what stands beside it, may go on over several lines."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence, Set
from itertools import pairwise

from cofitcheck.readers.pdf.aligned.columns import Column, Row, overlaps
from cofitcheck.readers.pdf.aligned.regions import BESIDE
from cofitcheck.readers.pdf.drafts.rows import goes_on
from cofitcheck.readers.pdf.pages.lines import Chunk
from cofitcheck.readers.pdf.pages.text import calls_for_more, counts_on, is_cjk, reads_on
from cofitcheck.readers.tables.section import numbering, states_period_only

_TIGHT = 0.88
"""Lines of one row stand nearer to each other than rows do, where printers leave room between rows."""
_LOOSE = 1.15
_FAR = 1.7
_HANGING = 0.4
"""How far in, at the least, a line goes on that begins deeper than its label, in heights of a line."""
_DEEPEST = 4.0
"""How far in, at the most: what begins deeper is a title over the middle of its rows."""
_NEARER = 0.95
_SAME = 1.0
_OF = "之"
"""The particle that no Chinese label begins with."""
_NAMES_MORE = re.compile(r"[:：]\Z")
_CALLS_FOR_DATE = re.compile(r"\bend(?:ed|ing)\Z", re.IGNORECASE)


def grouped(
    rows: Sequence[Row], columns: Sequence[Column], label: int, titles: Set[int], parted: Set[int]
) -> list[list[Row]]:
    """Return lines in groups that are one row each; `label` is the column of labels, `titles` are the lines,
    by their identity, that are rows of their own, `parted` those below a rule across the table.

    No group has two lines with numbers of one column.
    """
    pitch = _pitch(rows)
    hung = _hung(rows, (label, label + 1))
    chains: list[list[Row]] = []
    for number, row in enumerate(rows):
        titled = id(row.line) in titles and row.line.text[0] != _OF
        own = titled or (chains and id(chains[-1][-1].line) in titles and row.line.text[0] != _OF)
        own = own or id(row.line) in parted
        if chains and not own and _joins(chains[-1], row, columns, label, pitch, number in hung):
            chains[-1].append(row)
        else:
            chains.append([row])
    place = _numbers_at(chains)
    return [group for chain in chains for group in _cut(chain, place, (label, label + 1))]


def _pitch(rows: Sequence[Row]) -> float:
    """Return how far apart rows stand that take one line each; 0 where that cannot be told."""
    gaps = sorted(
        below.line.base - above.line.base
        for above, below in pairwise(rows)
        if above.line.values and below.line.values
    )
    return gaps[len(gaps) // 5] if gaps else 0.0


def _hung(rows: Sequence[Row], label: tuple[int, int]) -> frozenset[int]:
    """Return the lines without numbers that begin where no row with numbers does, and further in than the
    next label: they go on with one and name no rows below."""
    labelled = [number for number, row in enumerate(rows) if label in row.placed]
    starts = [rows[number].line.left for number in labelled if rows[number].line.values]
    found: set[int] = set()
    after = -math.inf
    for number in reversed(labelled):
        line = rows[number].line
        apart = not line.values and all(abs(line.left - start) > _SAME for start in starts)
        if apart and line.left > after + _SAME:
            found.add(number)
        else:
            after = line.left
    return frozenset(found)


def _joins(
    chain: Sequence[Row], row: Row, columns: Sequence[Column], label: int, pitch: float, hung: bool
) -> bool:
    """Tell whether a line may be of one row with the line above it; `hung` tells that it goes on with a
    label by where it begins."""
    above = chain[-1]
    gap = row.line.base - above.line.base
    if row.line.values and above.line.values:
        return False
    if _begins_item(row, label):
        return False
    if _is_beside(above, row, label, gap) or overlaps(row.line, above.line):
        return True
    if gap > max(_FAR * row.line.size, _LOOSE * pitch) or any(span[0] < label for span in row.placed):
        return False
    before, following = above.placed.get((label, label + 1)), row.placed.get((label, label + 1))
    texts = {span for span in row.placed if not columns[span[0]].numbers}
    counted = bool(before and following and counts_on(following[0].text))
    if _NAMES_MORE.search(above.line.text) and not above.line.values and not counted:
        return False
    if following is None:
        if _NAMES_MORE.search(row.line.text):
            return False  # what the rows below are, beside their labels
        return bool(texts) and any(texts & each.placed.keys() for each in chain)
    if before is None:
        return _begins_beside(chain, row, columns)
    upper, lower = before[-1], following[0]
    if lower.left < before[0].left - _HANGING * row.line.size:
        return False
    if counted:
        return True
    near = not pitch or gap < _TIGHT * pitch or (hung and bool(chain[0].line.values))
    title = lower.words[0].bold and not upper.words[-1].bold
    if not row.line.values and near and not title and _hangs(chain, row, texts, label):
        return True
    nearer = 0 < gap < _TIGHT * pitch
    unended = _CALLS_FOR_DATE.search(upper.text) or calls_for_more(upper.text)
    whole = _is_date(above, upper) and not (nearer and unended)
    if (pitch and gap > _LOOSE * pitch) or upper.text[-1] in ":：" or whole:
        return False
    if nearer:
        return upper.words[-1].bold == lower.words[0].bold or calls_for_more(upper.text)
    latin = not is_cjk(upper.text[-1]) and not is_cjk(lower.text[0])
    if latin and not reads_on(upper.text, lower.text):
        return False
    return goes_on(upper.words, lower.words, columns[label].right)


def _begins_item(row: Row, label: int) -> bool:
    """Tell whether the label of a line is that of an item in a numbered list."""
    chunks = row.placed.get((label, label + 1))
    return chunks is not None and numbering(chunks[0].text) >= 0


def _is_date(row: Row, label: Chunk) -> bool:
    """Tell whether a label without numbers is a date, of the rows below it."""
    return not row.line.values and states_period_only(label.text)


def _hangs(chain: Sequence[Row], row: Row, texts: set[tuple[int, int]], label: int) -> bool:
    """Tell whether a line right below a row goes on with what its cells say: with several of them, or deeper
    than the label begins."""
    held = {span for each in chain for span in each.placed}
    if len(texts) > 1:
        return texts <= held
    first = chain[0].placed.get((label, label + 1))
    begins = first[0].left if first and chain[0].line.values else row.line.left
    return _HANGING < (row.line.left - begins) / row.line.size < _DEEPEST


def _begins_beside(chain: Sequence[Row], row: Row, columns: Sequence[Column]) -> bool:
    """Tell whether the words beside a label begin in the line above it, and go on in its own."""
    above = chain[-1]
    nearer = len(chain) == 1 or row.line.base - above.line.base < _NEARER * (
        above.line.base - chain[-2].line.base
    )
    return nearer and all(span in row.placed and not columns[span[0]].numbers for span in above.placed)


def _is_beside(above: Row, row: Row, label: int, gap: float) -> bool:
    """Tell whether numbers stand at half the height between the lines of their label."""
    place = (label, label + 1)
    apart = (place in above.placed) != (place in row.placed)
    return gap < BESIDE * row.line.size and apart and bool(above.line.values) != bool(row.line.values)


def _numbers_at(chains: Sequence[Sequence[Row]]) -> int:
    """Tell where numbers stand beside labels of several lines: -1 at the first, 1 at the last, 0 unknown."""
    above = below = 0
    for chain in chains:
        numbers = [bool(row.line.values) for row in chain]
        if len(chain) > 1 and sum(numbers) == 1:
            above += numbers[0]
            below += numbers[-1]
    return (below > above) - (above > below)


def _cut(chain: list[Row], place: int, label: tuple[int, int]) -> list[list[Row]]:
    """Cut a chain with several lines of numbers into rows: at the widest gap, or where numbers stand."""
    at = [number for number, row in enumerate(chain) if row.line.values]
    if len(at) < 2:
        return _without_section(chain, at, place, label)
    start, end = at[0], at[1]
    gaps = [chain[n + 1].line.base - chain[n].line.base for n in range(start, end)]
    wide = [n for n, gap in enumerate(gaps, start) if gap > 0.95 * max(gaps)]
    cut = (wide[-1] if place < 0 else wide[0]) + 1
    return [chain[:cut], *_cut(chain[cut:], place, label)]


def _without_section(
    chain: list[Row], at: Sequence[int], place: int, label: tuple[int, int]
) -> list[list[Row]]:
    """Part a line that names the rows below from a row whose numbers stand at the end of its label."""
    if not at or label not in chain[at[0]].placed:
        return [chain]
    names_more = chain[-1].line.text[-1] in ":："
    if (place > 0 or names_more) and at[0] + 1 < len(chain) and not _reads_on(chain, at[0] + 1, label):
        return [chain[: at[0] + 1], chain[at[0] + 1 :]]
    if place < 0 < at[0] and not _reads_on(chain, at[0], label):
        return [chain[: at[0]], chain[at[0] :]]
    return [chain]


def _reads_on(chain: Sequence[Row], at: int, label: tuple[int, int]) -> bool:
    """Tell whether the label of a line goes on with that of the line above."""
    above, below = chain[at - 1].placed.get(label), chain[at].placed.get(label)
    return bool(above and below and reads_on(above[-1].text, below[0].text))
