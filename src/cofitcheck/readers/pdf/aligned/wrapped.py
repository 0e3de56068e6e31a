"""Body lines to rows: a label, or what stands beside it, may go on over several lines."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import NUMERALS, is_total
from cofitcheck.language.table_words import LABELS, PAGES, TIMES, any_of, numbering
from cofitcheck.periods.text import states_period_only
from cofitcheck.readers.pdf.aligned.columns import BESIDE, Column, PlacedLine, overlaps
from cofitcheck.readers.pdf.layout.rows import goes_on
from cofitcheck.readers.pdf.pages.lines import Chunk
from cofitcheck.readers.pdf.pages.text import calls_for_more, counts_on, is_cjk, reads_on

# In heights of a line, the size of its font, so that they hold for print of every size.
_WRAPPED_STEP = 1.7
"""From a line of a label to the one that it goes on in, at the most."""
_HANGING_INDENT = 0.4
"""How far in, at the least, a line goes on that begins deeper than its label."""
_DEEPEST_INDENT = 4.0
"""How far in, at the most: what begins deeper is a title over the middle of its rows."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_SAME_INDENT = 1.0
"""How far from each other lines begin that begin at one place."""

_TIGHT = 0.88
"""The share of the step between rows below which lines are of one row: printers leave more room between
rows."""
_LOOSE = 1.15
"""How many times the step between rows stands between two lines, at the least, that do not go on in each
other."""
_NEARER = 0.95
"""The share of the gap above a line below which it goes on in the next one."""
_OF = frozenset(PAGES.particles)
"""The particles that no Chinese label begins with."""
_NOTE = re.compile(rf"[{NUMERALS}]{{1,3}}\s*[(（][{NUMERALS}]{{1,3}}[)）](?!.*{any_of(PAGES.listing)}\Z)")
_UNENDED = re.compile(rf"{any_of(PAGES.unended)}\Z|[(（][^()（）]*\Z")
_NAMES_MORE = re.compile(r"[:：]\Z")
_NET = re.compile(rf"\b{any_of(LABELS.net)}\Z", re.IGNORECASE)
_CALLS_FOR_DATE = re.compile(rf"\b{any_of(TIMES.ended)}\Z", re.IGNORECASE)


def grouped(
    rows: Sequence[PlacedLine], columns: Sequence[Column], label: int, titles: Set[int], parted: Set[int]
) -> list[list[PlacedLine]]:
    """Return lines in groups that are one row each; `label` is the column of labels, `titles` are the lines,
    by their identity, that are rows of their own, `parted` those below a rule across the table.

    No group has two lines with numbers of one column.
    """
    rows = _level(rows)
    pitch = _pitch(rows)
    place = (label, label + 1)
    hung, ends, items = _hung(rows, place), _ends(rows, place), _items(rows, place)
    chains: list[list[PlacedLine]] = []
    for number, row in enumerate(rows):
        titled = id(row.line) in titles and row.line.text[0] not in _OF
        own = titled or (chains and id(chains[-1][-1].line) in titles and row.line.text[0] not in _OF)
        own = own or id(row.line) in parted or number in items
        joins = number in ends or (chains and _joins(chains[-1], row, columns, label, pitch, number in hung))
        if chains and not own and joins:
            chains[-1].append(row)
        else:
            chains.append([row])
    first = next((at for at in range(label + 1, len(columns)) if columns[at].numbers), len(columns))
    at = _numbers_at(chains, first)
    return [group for chain in chains for group in _cut(chain, at, place)]


def _level(rows: Sequence[PlacedLine]) -> list[PlacedLine]:
    """Return rows; two are made one where they share no column and stand nearer than rows do, as some cells
    of a row stand a little lower."""
    found: list[PlacedLine] = []
    for row in rows:
        above = found[-1] if found else row
        near = row.line.base - above.line.base < BESIDE * row.line.size
        both = bool(found and above.line.values and row.line.values)
        if both and near and above.placed.keys().isdisjoint(row.placed):
            words = sorted((*above.line.words, *row.line.words), key=lambda word: word.left)
            found[-1] = PlacedLine(replace(above.line, words=tuple(words)), above.placed | row.placed)
        else:
            found.append(row)
    return found


def _pitch(rows: Sequence[PlacedLine]) -> float:
    """Return how far apart rows stand that take one line each; 0 where that cannot be told."""
    gaps = sorted(
        below.line.base - above.line.base
        for above, below in pairwise(rows)
        if above.line.values and below.line.values
    )
    return gaps[len(gaps) // 5] if gaps else 0.0


def _hung(rows: Sequence[PlacedLine], label: tuple[int, int]) -> frozenset[int]:
    """Return the lines without numbers that begin where no row with numbers does, and further in than the
    next label: they go on with one and name no rows below."""
    labelled = [number for number, row in enumerate(rows) if label in row.placed]
    starts = [rows[number].line.left for number in labelled if rows[number].line.values]
    found: set[int] = set()
    after = -math.inf
    for number in reversed(labelled):
        line = rows[number].line
        apart = not line.values and all(abs(line.left - start) > _SAME_INDENT for start in starts)
        if apart and line.left > after + _SAME_INDENT:
            found.add(number)
        else:
            after = line.left
    return frozenset(found)


def _ends(rows: Sequence[PlacedLine], label: tuple[int, int]) -> frozenset[int]:
    """Return the lines with numbers at which a Chinese or Japanese label of two lines ends.

    Each begins deeper than the line above it, and stands nearer to that than to what is around the two; the
    next label does not begin deeper. Where there is only one such line, none is returned, as the line above
    it may be a section.
    """
    labelled = [number for number, row in enumerate(rows) if label in row.placed]
    found: set[int] = set()
    for above, number in pairwise(labelled):
        upper, lower = rows[above].line, rows[number].line
        text = rows[above].placed[label][-1].text
        deeper = _begins_deeper(rows[above], rows[number], label)
        if upper.values or not lower.values or not deeper or number != above + 1:
            continue
        gap = lower.base - upper.base
        around = [
            pair for pair in ((above - 1, above), (number, number + 1)) if 0 <= pair[0] < pair[1] < len(rows)
        ]
        near = all(gap < _TIGHT * (rows[end].line.base - rows[start].line.base) for start, end in around)
        after = next((rows[other].line.left for other in labelled if other > number), -math.inf)
        if near and after <= upper.left + _SAME_INDENT and is_cjk(text[-1]) and not _NAMES_MORE.search(text):
            found.add(number)
    return frozenset(found) if len(found) > 1 else frozenset()


def _items(rows: Sequence[PlacedLine], label: tuple[int, int]) -> frozenset[int]:
    """Return the lines with numbers right below a Chinese or Japanese title of several: such a line begins
    deeper than the title, and the next one as deep, so that it is not the end of the title."""
    labelled = [number for number, row in enumerate(rows) if label in row.placed]
    found: set[int] = set()
    for above, number, below in zip(labelled, labelled[1:], labelled[2:], strict=False):
        title, first, second = (rows[at].line for at in (above, number, below))
        deeper = _begins_deeper(rows[above], rows[number], label)
        alike = abs(first.left - second.left) < _SAME_INDENT and first.values and second.values
        text = rows[above].placed[label][-1].text
        whole = is_cjk(text[-1]) and not _UNENDED.search(text)
        gap = first.base - title.base
        if not title.values and deeper and alike and whole and gap > _TIGHT * (second.base - first.base):
            found.add(number)
    return frozenset(found)


def _begins_deeper(above: PlacedLine, row: PlacedLine, label: tuple[int, int]) -> bool:
    """Tell whether a label begins deeper than the one in the line above, and is not centred below it."""
    upper, lower = above.placed[label][0], row.placed[label][0]
    centred = abs(upper.left + upper.right - lower.left - lower.right) < 2 * _SAME_INDENT
    return not centred and _HANGING_INDENT < (lower.left - upper.left) / row.line.size < _DEEPEST_INDENT


def _joins(
    chain: Sequence[PlacedLine],
    row: PlacedLine,
    columns: Sequence[Column],
    label: int,
    pitch: float,
    hung: bool,
) -> bool:
    """Tell whether a line may be of one row with the line above it; `hung` tells that it goes on with a
    label by where it begins."""
    above = chain[-1]
    gap = row.line.base - above.line.base
    if row.line.values and above.line.values:
        return False
    if _begins_item(row, label) or _refers_anew(above, row, label):
        return False
    if _is_beside(above, row, label, gap) or overlaps(row.line, above.line):
        return True
    if gap > max(_WRAPPED_STEP * row.line.size, _LOOSE * pitch) or any(
        span[0] < label for span in row.placed
    ):
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
    nearer = 0 < gap < _TIGHT * pitch
    if lower.left < before[0].left - _HANGING_INDENT * row.line.size:
        return nearer and not row.line.values and reads_on(upper.text, lower.text)
    if counted or lower.text[0] in _OF:
        return True
    near = not pitch or gap < _TIGHT * pitch or (hung and bool(chain[0].line.values))
    title = lower.words[0].bold and not upper.words[-1].bold
    if not row.line.values and near and not title and _hangs(chain, row, texts, label):
        return True
    unended = _CALLS_FOR_DATE.search(upper.text) or calls_for_more(upper.text)
    whole = _is_date(above, upper) and not (nearer and unended)
    if (pitch and gap > _LOOSE * pitch) or upper.text[-1] in ":：" or whole:
        return False
    if nearer:
        return upper.words[-1].bold == lower.words[0].bold or calls_for_more(upper.text)
    latin = not is_cjk(upper.text[-1]) and not is_cjk(lower.text[0])
    if latin and not above.line.values and row.line.values and _is_begun(before[0], upper, lower):
        return upper.words[-1].bold == lower.words[0].bold
    if latin and not reads_on(upper.text, lower.text):
        return False
    return goes_on(upper.words, lower.words, columns[label].right)


def _is_begun(label: Chunk, end: Chunk, following: Chunk) -> bool:
    """Tell whether a label without numbers is the first line of one: a total names no rows that begin where
    it does, and what ends in a preposition names none."""
    unended = calls_for_more(end.text) and end.text[-1].isalpha() and not _NET.search(end.text)
    deeper = following.left - label.left > _HANGING_INDENT * label.words[0].size
    return unended or (is_total(label.text) and not deeper)


def _begins_item(row: PlacedLine, label: int) -> bool:
    """Tell whether the label of a line is that of an item in a numbered list."""
    chunks = row.placed.get((label, label + 1))
    return chunks is not None and numbering(chunks[0].text) >= 0


def _refers_anew(above: PlacedLine, row: PlacedLine, label: int) -> bool:
    """Tell whether a line has a note beside its label, and the line above another: "六(十四)"."""
    notes = [
        {span for span, chunks in each.placed.items() if span[0] > label and _NOTE.match(chunks[0].text)}
        for each in (above, row)
    ]
    return (label, label + 1) in row.placed and bool(notes[0] & notes[1])


def _is_date(row: PlacedLine, label: Chunk) -> bool:
    """Tell whether a label without numbers is a date, of the rows below it."""
    return not row.line.values and states_period_only(label.text)


def _hangs(chain: Sequence[PlacedLine], row: PlacedLine, texts: set[tuple[int, int]], label: int) -> bool:
    """Tell whether a line right below a row goes on with what its cells say: with several of them, or deeper
    than the label begins."""
    held = {span for each in chain for span in each.placed}
    if len(texts) > 1:
        return texts <= held
    first = chain[0].placed.get((label, label + 1))
    begins = first[0].left if first and chain[0].line.values else row.line.left
    return _HANGING_INDENT < (row.line.left - begins) / row.line.size < _DEEPEST_INDENT


def _begins_beside(chain: Sequence[PlacedLine], row: PlacedLine, columns: Sequence[Column]) -> bool:
    """Tell whether the words beside a label begin in the line above it, and go on in its own."""
    above = chain[-1]
    nearer = len(chain) == 1 or row.line.base - above.line.base < _NEARER * (
        above.line.base - chain[-2].line.base
    )
    return nearer and all(span in row.placed and not columns[span[0]].numbers for span in above.placed)


def _is_beside(above: PlacedLine, row: PlacedLine, label: int, gap: float) -> bool:
    """Tell whether numbers stand at half the height between the lines of their label."""
    place = (label, label + 1)
    apart = (place in above.placed) != (place in row.placed)
    return gap < BESIDE * row.line.size and apart and bool(above.line.values) != bool(row.line.values)


def _numbers_at(chains: Sequence[Sequence[PlacedLine]], first: int) -> int:
    """Tell where numbers stand beside labels of several lines: -1 at the first, 1 at the last, 0 unknown.
    What stands behind the `first` column of numbers is no part of a label."""
    above = below = 0
    for chain in chains:
        labelled = [row for row in chain if row.line.values or any(at < first for at, _ in row.placed)]
        numbers = [bool(row.line.values) for row in labelled]
        if len(numbers) > 1 and sum(numbers) == 1:
            above += numbers[0]
            below += numbers[-1]
    return (below > above) - (above > below)


def _cut(chain: list[PlacedLine], place: int, label: tuple[int, int]) -> list[list[PlacedLine]]:
    """Cut a chain with several lines of numbers into rows: at the widest gap, or where numbers stand."""
    at = [number for number, row in enumerate(chain) if row.line.values]
    if len(at) < 2:
        return _without_section(chain, at, place, label)
    start, end = at[0], at[1]
    gaps = [chain[n + 1].line.base - chain[n].line.base for n in range(start, end)]
    wide = [n for n, gap in enumerate(gaps, start) if gap > 0.95 * max(gaps)]
    wide = [n for n in wide if not _reads_on(chain, n + 1, label)] or wide
    cut = (wide[-1] if place < 0 else wide[0]) + 1
    return [chain[:cut], *_cut(chain[cut:], place, label)]


def _without_section(
    chain: list[PlacedLine], at: Sequence[int], place: int, label: tuple[int, int]
) -> list[list[PlacedLine]]:
    """Part a line that names the rows below from a row whose numbers stand at the end of its label."""
    if not at or label not in chain[at[0]].placed:
        return [chain]
    names_more = chain[-1].line.text[-1] in ":："
    if (place > 0 or names_more) and at[0] + 1 < len(chain) and not _reads_on(chain, at[0] + 1, label):
        return [chain[: at[0] + 1], chain[at[0] + 1 :]]
    if place < 0 < at[0] and not _reads_on(chain, at[0], label):
        return [chain[: at[0]], chain[at[0] :]]
    return [chain]


def _reads_on(chain: Sequence[PlacedLine], at: int, label: tuple[int, int]) -> bool:
    """Tell whether the label of a line goes on with that of the line above."""
    above, below = chain[at - 1].placed.get(label), chain[at].placed.get(label)
    return bool(above and below and reads_on(above[-1].text, below[0].text))
