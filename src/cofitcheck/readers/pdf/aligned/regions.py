"""Where tables without ruled columns begin and end among the lines of a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.table_words import PAGES, any_of
from cofitcheck.numbers import read_unit_caption
from cofitcheck.periods.text import read_period, states_period_only
from cofitcheck.readers.pdf.aligned.columns import BESIDE
from cofitcheck.readers.pdf.layout.rows import goes_on
from cofitcheck.readers.pdf.pages.lines import Chunk, Line, closes_remark
from cofitcheck.readers.pdf.pages.text import introduces, is_remark, is_year, reads_on, says_date

# In heights of a line, the size of its font, so that they hold for print of every size.
_TABLE_STEP = 4.2
"""From one line of a table to the next, at the most."""
_HEAD_TO_BELOW = 3.05
"""The same from a line of a head to what is below it. It is less, as a title may stand as far above a table
as its rows stand apart. One line may be left empty where lines stand one and a half heights apart (3, and a
little more as places are rounded)."""
_LABEL_INDENT = 4.0
"""How far from each other two lines of labels begin at the most."""
_SAME_ROW_STEP = 1.6
"""From one line of a label to the next, at the most."""
_DEEPER_LABEL = 0.4
"""How much deeper a label begins, at the least, that is not level with those above."""
_NEXT_LINE = 1.7
"""From a line to the one right below it, at the most."""
_BESIDE_INDENT = 2.5
"""How far from each other lines that stand beside each other begin at the most."""
_TITLE_STEP = 2.2
"""From one header line of a table to the next, at the most: titles stand further off."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_EDGE_SLACK = 2.0
"""How far past the edge of its column a number or a word may reach."""

_SOFT_LINES = 9
"""The most lines without numbers between two of one table."""
_HEADER_LINES = 16
"""The most lines of a table's head."""
_TITLE_LINES = 3
"""The most lines between two of numbers that name the rows below."""
_LARGER = 1.1
"""How many times as large as the print below it the print of a title is, at the least."""
_NOTE = re.compile(r"[(（\[]?(?:\d{1,2}|[a-zA-Z]|[*†‡§]+)[)）\]]?")
_DAY_OF_YEAR = re.compile(r"(?:as (?:at|of) )?\d{1,2}(?:st|nd|rd|th)? [a-z]+ (?:19|20)\d\d", re.IGNORECASE)
_RANGE = re.compile(
    r"[$€£]?\s?(?:\d++(?:,\d{3})*+(?:\.\d++|(?=.*[%x.]))|[-–—](?=.*[%x]))\s?[%x]?\s?(?:[-–—~]|to)\s?"
    r"[$€£]?\s?\d++(?:,\d{3})*+(?:\.\d++)?\s?[%x]?"
)
"""A range of two numbers with decimals, or with a sign of what they are, which years do not have."""
_LONGEST = 60
"""The most characters of a range."""
_UNIT_LINES = 2
"""In how many lines above the first numbers signs of currencies head columns."""
_SIGNS = frozenset("$¥€£￥＄") | {"US$", "£m", "€m", "$m"}
_UNIT = re.compile(any_of(PAGES.units))


def regions_of(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the tables as half-open intervals of lines."""
    regions: list[tuple[int, int]] = []
    core: list[int] = []
    for at, line in enumerate(lines):
        if not line.values or line.is_years:
            continue
        if core and not _belongs(lines, core, at):
            regions.extend(_bounded(lines, core, regions[-1][1] if regions else 0))
            core = []
        core.append(at)
    if core:
        regions.extend(_bounded(lines, core, regions[-1][1] if regions else 0))
    return regions


def _belongs(lines: Sequence[Line], core: list[int], at: int) -> bool:
    """Tell whether the numbers of a line go on with those of the lines above."""
    above, line = lines[core[-1]], lines[at]
    between = lines[core[-1] + 1 : at]
    if len(between) > _SOFT_LINES:
        return False
    reached = above
    for following in (*between, line):
        if following.base - reached.base > _TABLE_STEP * max(following.size, reached.size):
            return False
        reached = following
    recent = [chunk for number in core[-8:] for chunk in lines[number].values]
    limit = min(chunk.left for chunk in (*above.values, *line.values))
    titles = _titles(above, recent, between, line, limit)
    if any(_is_prose(soft, limit, recent) and soft not in titles for soft in between):
        return False
    if between and _heads_on(lines[core[0] : at], line):
        return True
    ends = [
        chunk.right
        for number in core[-8:]
        for chunk in lines[number].chunks
        if chunk.right < lines[number].values[0].left
    ]
    labels = max(ends, default=limit)
    said = [soft for soft, below in pairwise((*between, line)) if not _wraps(soft, below)]
    if any(_is_header(soft, recent, labels) for soft in said) or _begins_anew(above, between, limit):
        return False
    if not above.states_years and (_heads_anew(line) or any(map(_states_unit, between))):
        return False
    if not between and _is_next_row(above, line):
        return True
    alike = len(above.values) == len(line.values)
    heads = alike and (above.states_years or not any(any(map(str.isdigit, v.text)) for v in above.values))
    heads = heads or (not between and _heads_each(above, line))
    columns = (*recent, *_units(lines, core[0]))
    return heads or any(_one_column(chunk, other) for chunk in line.values for other in columns)


def _units(lines: Sequence[Line], first: int) -> list[Chunk]:
    """Return the signs of currencies that head columns right above the first numbers of a table."""
    above = lines[max(first - _UNIT_LINES, 0) : first]
    return [chunk for line in above for chunk in line.chunks if chunk.text in _SIGNS]


def _heads_on(heads: Sequence[Line], line: Line) -> bool:
    """Tell whether the lines right above one of numbers are nothing but heads of its columns: years, and
    words below them."""
    years = [chunk for head in heads for chunk in head.values]
    alone = all(head.states_years for head in heads if head.values) and not line.states_years
    near = all(b.base - a.base < _TITLE_STEP * max(a.size, b.size) for a, b in pairwise((*heads, line)))
    within = line.values[0].left < min(year.left for year in years) and (
        max(year.right for year in years) < line.values[-1].right
    )
    return alone and near and within and len(years) < len(line.values)


def _heads_each(head: Line, line: Line) -> bool:
    """Tell whether a line of years and words right above one of numbers has a head for each of its cells."""
    words = len(head.chunks) > len(head.values)
    return head.states_years and words and len(head.chunks) == len(line.chunks)


def _heads_anew(line: Line) -> bool:
    """Tell whether the numbers of a line are years of columns below it."""
    return line.states_years and len(line.values) > 1


def _states_unit(line: Line) -> bool:
    """Tell whether a line says a unit and nothing else, as lines above a table do."""
    alone = line.text[0] in "(（[" or _UNIT.match(line.text)
    return bool(alone) and read_unit_caption(line.text) is not None


def _is_next_row(above: Line, line: Line) -> bool:
    """Tell whether two lines right below each other are a label and numbers each, whatever their columns."""
    near = line.base - above.base < _NEXT_LINE * max(line.size, above.size)
    beside = (
        line.left - above.left < _BESIDE_INDENT * line.size
        and above.left - line.left < _BESIDE_INDENT * line.size
    )
    return near and beside and all(len(row.chunks) == len(row.values) + 1 for row in (above, line))


def _is_prose(line: Line, limit: float, values: Sequence[Chunk]) -> bool:
    """Tell whether a line between two of numbers runs on through their columns as no label does."""
    if line.is_leader:
        return True
    first = line.chunks[-1] if _is_text(line) else line.chunks[0]
    remark = is_remark(line.text) and not introduces(line.text)
    if first.right <= limit + _EDGE_SLACK or len(line.chunks) > 2 or remark:
        return False
    covered = sum(first.left < value.middle < first.right for value in values[-4:])
    starts_left = first.left < limit - 2 * line.size
    return starts_left and covered > 0


def _begins_anew(above: Line, between: Sequence[Line], limit: float) -> bool:
    """Tell whether a line of several words stands apart from the numbers above it, right of the labels."""
    return any(
        len(line.chunks) > 1 and line.left > limit and line.base - before.base > _SAME_ROW_STEP * line.size
        for before, line in pairwise((above, *between))
    )


def _titles(
    above: Line, values: Sequence[Chunk], between: Sequence[Line], line: Line, limit: float
) -> Sequence[Line]:
    """Return the lines between two of numbers where they name the rows below, however far they run: the
    numbers end exactly where those above do, and no header stands between."""
    if not between or len(between) > _TITLE_LINES or len(line.values) < 2:
        return ()
    if between[0].base - above.base > _TITLE_STEP * between[0].size and between[-1].text[-1] in ":：":
        return ()  # it introduces a table
    if any(len(each.chunks) > 1 or each.left > limit or each.text[-1] in ".。;；,，" for each in between):
        return ()
    ends = [value.core[-1].right for value in values]
    aligned = all(any(abs(value.core[-1].right - end) < _EDGE_SLACK for end in ends) for value in line.values)
    return between if aligned and line.chunks[0] is not line.values[0] else ()


def _is_header(line: Line, values: Sequence[Chunk], labels: float) -> bool:
    """Tell whether a line between two of numbers heads columns of numbers: a table begins anew there. The
    labels above end at `labels`."""
    if is_remark(line.text) or _states_ranges(line):
        return False
    if line.is_years:
        return line.right > min(value.left for value in values)  # left of them it names rows
    over = [
        chunk
        for chunk in line.chunks
        if any(min(chunk.right, v.right) - max(chunk.left, v.left) > 0.3 * (v.right - v.left) for v in values)
    ]
    if any(map(_says, over)) and sum(chunk.left > labels for chunk in line.chunks) > 1:
        return True
    return len(over) > 1 or (
        len(over) == 1 and len(line.chunks) == 1 and over[0].left > values[0].left - line.size
    )


def _states_ranges(line: Line) -> bool:
    """Tell whether a line is a label and ranges of numbers: a row, though none of them is a number."""
    label, *ranges = line.chunks
    return (
        bool(ranges)
        and not label.is_value
        and all(_RANGE.fullmatch(chunk.text[:_LONGEST]) for chunk in ranges)
    )


def _wraps(line: Line, row: Line) -> bool:
    """Tell whether a line is the first of a cell of words that goes on in the row of numbers below."""
    near = len(line.chunks) == 1 and row.base - line.base < _SAME_ROW_STEP * line.size
    words = [chunk for chunk in row.chunks[1:] if not chunk.is_value]
    return near and bool(row.values) and any(abs(chunk.middle - line.middle) < _EDGE_SLACK for chunk in words)


def _says(chunk: Chunk) -> bool:
    """Tell whether a chunk is words without numbers, or a date."""
    return not any(map(str.isdigit, chunk.text)) or states_period_only(chunk.text)


def _one_column(one: Chunk, other: Chunk) -> bool:
    ends = abs(one.core[-1].right - other.core[-1].right)
    overlap = min(one.right, other.right) - max(one.left, other.left)
    return ends < one.core[-1].size or overlap > 0.2 * min(one.right - one.left, other.right - other.left)


def _bounded(lines: Sequence[Line], core: list[int], floor: int) -> list[tuple[int, int]]:
    """Return the interval of lines of a table, with the headers above it, given the lines of its numbers;
    nothing where it is no table."""
    values = sum(len(lines[at].values) for at in core)
    start = _header_start(lines, core, floor)
    headed = start < core[0] or lines[core[0]].states_years
    if values < 2 or (len(core) < 2 and not headed):
        return []
    return [(start, _label_end(lines, core))]


def _header_start(lines: Sequence[Line], core: Sequence[int], floor: int) -> int:
    """Return the topmost line above the first numbers that heads their columns."""
    first = core[0]
    values = [chunk for at in core for chunk in lines[at].values]
    lefts = sorted(chunk.left for chunk in values)
    limit = lefts[len(lefts) // 20]  # a number at the end of a label does not count
    left = min(
        line.left for line in lines[core[0] : core[-1] + 1]
    )  # labels may stand a little off their numbers
    right = max(chunk.right for chunk in values)
    reach = max(lines[at].right for at in core)  # words may stand right of the numbers
    labels = _label_limit([lines[at] for at in core])
    start = at = first
    headed = lines[first].states_years
    while at > floor and first - at < _HEADER_LINES:
        line, below = lines[at - 1], lines[at]
        gap = (below.base - line.base) / max(line.size, below.size)
        if (
            gap > (_TABLE_STEP if _is_of_columns(line, values) else _HEAD_TO_BELOW)
            or line.is_leader
            or (headed and gap > _TITLE_STEP and _is_title(line, below))
        ):
            break
        if line.text[-1] == "。" or introduces(line.text):
            break  # a sentence
        if at - 1 > floor and closes_remark(lines[at - 2], line) and not headed:
            at -= 2
            continue
        if _is_remark(line) and not _heads_chunk(line, below):
            if headed and not _is_dated(lines[floor : at - 1], line, labels, limit):
                break  # the unit above a table is said of it, not in it
            at -= 1
            continue
        if _is_text(line) and _runs_on(line, left, limit):
            break
        if _are_dates(below) and _DAY_OF_YEAR.fullmatch(line.text):
            break  # the date of the whole statement, not of the years below it
        centred = abs(line.middle - (left + right) / 2) < line.size < abs(line.middle - (limit + right) / 2)
        larger = _is_larger(line, below)
        titled = centred and (larger or line.left < limit) and not states_period_only(line.text)
        over_labels = line.left < labels or titled
        beside_next = below.base - line.base < BESIDE * line.size
        alone = len(line.chunks) == 1 and not beside_next and not _heads_one(line, below)
        if headed and alone and over_labels and (centred or larger):
            break  # the title of the table, not the head of its numbers
        beside = len(line.chunks) > 1 and is_remark(line.chunks[0].text) and line.chunks[1].left > labels
        if (
            line.is_years
            or beside
            or any(_is_head(chunk, limit, labels) and chunk.left < reach for chunk in line.chunks)
        ):
            start, headed = at - 1, True
        at -= 1
    if not headed:
        above = _names_periods(lines, first, floor, left) or _begins_label(lines, first, floor, labels)
        return first - above
    return start - _dates_heads(lines, start, floor, left, limit)


def _is_of_columns(line: Line, values: Sequence[Chunk]) -> bool:
    """Tell whether a line is years or signs of currencies that end where numbers do, as no title does."""
    ends = [value.core[-1].right for value in values]
    return all(
        (chunk.text in _SIGNS or is_year(chunk.text))
        and any(abs(chunk.right - end) < line.size for end in ends)
        for chunk in line.chunks
    )


def _are_dates(line: Line) -> bool:
    """Tell whether a line is several dates: those of columns."""
    return len(line.chunks) > 1 and all(says_date(chunk.text) for chunk in line.chunks)


def _dates_heads(lines: Sequence[Line], start: int, floor: int, left: float, limit: float) -> bool:
    """Tell whether the line right above years is the day and month of them, over the labels and in the type
    of the heads."""
    if start <= floor or not lines[start].states_years or read_period(lines[start - 1].text).year:
        return False
    line, head = lines[start - 1], lines[start]
    near = head.base - line.base < _SAME_ROW_STEP * line.size and abs(line.left - left) < line.size
    alike = line.bold == head.bold and line.size == head.size
    return near and alike and line.right < limit and states_period_only(line.text)


def _names_periods(lines: Sequence[Line], first: int, floor: int, left: float) -> bool:
    """Tell whether the line right above a table without heads is the head of its labels: it says what their
    years are."""
    if first <= floor:
        return False
    line, below = lines[first - 1], lines[first]
    near = (
        below.base - line.base < _NEXT_LINE * below.size
        and -_LABEL_INDENT < (line.left - left) / line.size < 1
    )
    return near and len(line.chunks) == 1 and states_period_only(line.text) and is_year(below.chunks[0].text)


def _begins_label(lines: Sequence[Line], first: int, floor: int, labels: float) -> bool:
    """Tell whether the line right above a table without heads is the first of the label of its first row."""
    if first <= floor or not _is_labelled(lines[first]):
        return False
    line, below = lines[first - 1], lines[first]
    label = below.chunks[0]
    near = (
        below.base - line.base < _SAME_ROW_STEP * below.size
        and abs(line.left - below.left) < _LABEL_INDENT * line.size
    )
    whole = len(line.chunks) == 1 and reads_on(line.text, label.text) and not states_period_only(line.text)
    return near and whole and goes_on(line.words, label.words, max(labels, line.right))


def _is_title(line: Line, below: Line) -> bool:
    return len(line.chunks) == 1 and _is_larger(line, below) and not states_period_only(line.text)


def _is_larger(line: Line, below: Line) -> bool:
    return line.size > _LARGER * below.size


def _is_head(chunk: Chunk, limit: float, labels: float) -> bool:
    """Tell whether a chunk stands over the numbers, which begin at `limit`, and not over the labels."""
    return chunk.middle > limit or (chunk.right > limit and chunk.left > labels)


def _is_dated(above: Sequence[Line], line: Line, labels: float, limit: float) -> bool:
    """Tell whether dates of the columns stand right above a line that says their unit: a title that ends with
    one begins over the labels."""
    if not above or line.base - above[-1].base > _TITLE_STEP * above[-1].size:
        return False
    first, *others = above[-1].chunks
    if not others:
        return first.left > labels and first.right > limit and states_period_only(first.text)
    return first.left > labels and _are_dates(above[-1])


def _is_remark(line: Line) -> bool:
    """Tell whether a line says the unit of the table below it, or who drew it up and the unit."""
    texts = [chunk.text for chunk in line.chunks]
    return all(map(is_remark, texts)) or any(map(_UNIT.match, texts))


def _heads_chunk(line: Line, below: Line) -> bool:
    """Tell whether a line in brackets is the beginning of a head that goes on below, not the unit of all."""
    if any(_UNIT.match(chunk.text) for chunk in line.chunks):
        return False
    if read_unit_caption(line.text) is not None or below.base - line.base > _SAME_ROW_STEP * line.size:
        return False
    middle = (line.left + line.right) / 2
    heads = [chunk for chunk in below.chunks if not chunk.is_value]
    return len(line.chunks) > 1 or any(abs(chunk.middle - middle) < line.size for chunk in heads)


def _heads_one(line: Line, below: Line) -> bool:
    """Tell whether a line stands over the middle of a chunk right below it, as the line of its head above."""
    near = below.base - line.base < _SAME_ROW_STEP * line.size
    return near and any(abs(chunk.middle - line.middle) < _EDGE_SLACK for chunk in below.chunks)


def _is_text(line: Line) -> bool:
    """Tell whether a line is one run of words, the mark of a note before it or not: near it, as a head over
    the numbers is not."""
    if len(line.chunks) != 2:
        return len(line.chunks) == 1
    mark, words = line.chunks
    return _NOTE.fullmatch(mark.text) is not None and words.left - mark.right < _LABEL_INDENT * line.size


def _runs_on(line: Line, left: float, limit: float) -> bool:
    """Tell whether a line begins where labels do and goes on over the numbers."""
    return line.left < left + _LABEL_INDENT * line.size and line.right > limit + 2 * line.size


def _label_end(lines: Sequence[Line], core: list[int]) -> int:
    """Return the line after the table; the lines that its last label goes on in belong to it."""
    end = core[-1] + 1
    limit = _label_limit([lines[at] for at in range(core[0], end)])
    while end < len(lines):
        line, above = lines[end], lines[end - 1]
        if line.values or line.base - above.base > _SAME_ROW_STEP * line.size:
            return end
        beside = line.base - lines[core[-1]].base < BESIDE * line.size
        if beside or _continues_cells(line, lines[core[-1]]):
            end += 1
            continue
        if line.right > limit + _EDGE_SLACK:
            return end
        if above.values and above.chunks[0] is above.values[0]:
            return end
        if not goes_on(above.chunks[0].words, line.words, limit):
            return end
        end += 1
    return end


def _continues_cells(line: Line, row: Line) -> bool:
    """Tell whether a line goes on with several cells of words of a row, or with one of them, deeper than it
    begins; none of its chunks stands below anything else."""
    words = [chunk for chunk in row.chunks if not chunk.is_value]
    held = [
        next((cell for cell in words if cell.left - _EDGE_SLACK < chunk.left < cell.right), None)
        for chunk in line.chunks
    ]
    if None in held or len(words) < 2 or line.right > row.right:
        return False
    deeper = [chunk.left - cell.left for chunk, cell in zip(line.chunks, held, strict=True) if cell]
    return len(held) > 1 or deeper[0] > _DEEPER_LABEL * line.size


def _is_labelled(line: Line) -> bool:
    """Tell whether a line begins with a label: with no number, nor the first of several years."""
    first = line.chunks[0]
    if line.states_years and is_year(first.text):
        return False
    return not (line.values and first is line.values[0])


def _label_limit(lines: Sequence[Line]) -> float:
    """Return where the labels end on the right."""
    numbers = min((chunk.left for line in lines for chunk in line.values), default=0.0)
    ends = [line.chunks[0].right for line in lines if _is_labelled(line) and len(line.chunks[0].text) > 1]
    return max((end for end in ends if end <= numbers + _EDGE_SLACK), default=numbers)
