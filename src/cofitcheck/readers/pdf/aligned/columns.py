"""The columns that numbers below each other make, and the columns that each chunk of a line stands in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.table_words import TIMES, any_of
from cofitcheck.readers.pdf.pages import Rule, Word
from cofitcheck.readers.pdf.pages.lines import Chunk, Line
from cofitcheck.readers.pdf.pages.text import is_cjk, is_year

# In heights of a line, the size of its font, so that they hold for print of every size.
BESIDE = 0.85
"""How far below each other lines of one row may stand that share no column."""
_WORD_BREAK = 0.45
"""A gap between two Latin words that is wider than a space."""
_SPACE = 0.33
"""A gap that a space of most fonts fills: it parts no two heads, however narrow the other gaps are."""
_WORD_BREAK_CJK = 0.15
"""A gap between two Chinese or Japanese words, which no space parts."""
_OVERLAPPING_STEP = 0.7
"""How far below each other two lines stand at the most that overlap."""
_BRACKET = 0.4
"""How far right of the end of its column a number may end: by the bracket that closes it."""
_RULE_BELOW_HEAD = 1.4
"""How far below a line of a head of two lines its rule is."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_SAME_END = 1.0
"""How far left of the end of a column of numbers a number may end."""
_SAME_START = 0.3
"""How far from the beginning of a column a word may begin."""
_RULE_SLACK = 3.0
"""How far past the ends of its rule a head may reach."""
_RULE_PADDING = 6.0
"""How far inside the ruled line of its head a word begins at the most."""

_OVERLAP = 0.3
"""The share of their width that words and a column have in common where the words are over the column."""
_WIDER = 1.5
"""How many times the usual gap of its line a gap is that is wider than a space; such a gap is at least
`_SPACE`."""
_FEWEST_STARTS = 3
"""The fewest words that begin at one place where a column begins."""
_INSIDE = 4
"""How far from both ends of one column a second begins, in heights of a line or points."""
_LABEL = 2
"""How far from its column's left edge a long label begins at the most, in heights of a line."""
_SPACED = 1.15
"""How many times the narrowest gap of its line a gap is that is no space, where a column begins behind it."""
_MARK = re.compile(r"[(（]\d[)）]")
_SPAN_OF_TIME = re.compile(any_of(TIMES.span_heads), re.IGNORECASE)
"""A span of time, which is one head wherever its words end: "Three months ended June 30"."""


@dataclass(frozen=True, slots=True)
class Column:
    """Where the words of a column stand, and whether they are numbers."""

    left: float
    right: float
    numbers: bool

    def shares(self, chunk: Chunk) -> float:
        """Return the share of the narrower of the two widths that a chunk and the column have in common."""
        common = min(self.right, chunk.right) - max(self.left, chunk.left)
        return common / max(min(self.right - self.left, chunk.right - chunk.left), 0.1)


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line, and its chunks by the columns [first, end) they stand in."""

    line: Line
    placed: dict[tuple[int, int], list[Chunk]]


def columns_of(lines: Sequence[Line], heads: Sequence[Rule] = ()) -> list[Column]:
    """Return the columns that the lines with numbers make; `heads` are the rules below their heads."""
    core = [line for line in lines if line.values and not line.states_years]
    core = core or [line for line in lines if line.values]
    stated = [(line, chunk) for line in core for chunk in line.chunks]
    values = [chunk for line, chunk in stated if chunk.is_value and not _is_spoken(line, chunk)]
    marks = _marks(core, values)
    numeric = [chunk for chunk in values if chunk not in marks]
    counted = set(map(id, numeric))
    digits = _united(_spans(numeric, True), True)
    blanks = _spans(
        _apart([[c for c in line.chunks if id(c) in counted] for line in core], digits, heads), False
    )
    numbers = _united([*((column.left, column.right) for column in digits), *blanks], True)
    words = [(chunk.left, chunk.right) for _, chunk in stated if id(chunk) not in counted]
    first = min((column.left for column in numbers), default=0.0)
    reach = max((right for _, right in words), default=first)
    bare = [line for line in lines if not line.values]
    wrapped = {id(line): line for line in bare if any(overlaps(line, other) for other in core)}
    labels = [
        (line.left, line.right)
        for line in bare
        if id(line) not in wrapped and len(line.chunks) == 1 and line.right <= first and line.left <= reach
    ]
    labels += [
        (part.left, part.right)
        for line in wrapped.values()
        for chunk in line.chunks
        for part in _parts(chunk)
    ]
    beside = [
        (left, right)
        for left, right in (*words, *labels)
        if not any(min(right, column.right) - max(left, column.left) > 1 for column in numbers)
    ]
    above = lines[: next((at for at, line in enumerate(lines) if core and line is core[0]), 0)]
    texts = _split_by_starts(_split_by_heads(_united(beside, False), core, heads), core, above)
    return sorted([*numbers, *texts], key=lambda column: column.left)


def _parts(chunk: Chunk) -> list[Chunk]:
    """Return a chunk broken where it leaves more room between two words than Chinese print does."""
    parts = [[chunk.words[0]]]
    for before, word in pairwise(chunk.words):
        apart = is_cjk(before.text[-1]) and is_cjk(word.text[0]) and _gap_between(before, word) > _WORD_BREAK
        if apart:
            parts.append([word])
        else:
            parts[-1].append(word)
    return [Chunk(tuple(part), tuple(part)) for part in parts]


def overlaps(one: Line, other: Line) -> bool:
    """Tell whether two lines stand nearer than lines below each other do: they belong to one row, in which
    the words of some cells take several lines."""
    return abs(one.base - other.base) < _OVERLAPPING_STEP * min(one.size, other.size)


def _spans(values: Sequence[Chunk], digits: bool) -> list[tuple[float, float]]:
    """Return where the values with digits, or those without, stand."""
    return [
        (chunk.core[0].left, chunk.core[-1].right)
        for chunk in values
        if any(map(str.isdigit, chunk.text)) == digits
    ]


def _apart(rows: Sequence[Sequence[Chunk]], columns: Sequence[Column], heads: Sequence[Rule]) -> list[Chunk]:
    """Return the values of rows, less each that stands alone in its row under the ruled head of just one
    column of numbers: a blank there makes no column of its own."""
    single = [
        rule
        for rule in heads
        if sum(rule.start <= (column.left + column.right) / 2 <= rule.end for column in columns) == 1
    ]
    found: list[Chunk] = []
    for row in rows:
        under = [[chunk for chunk in row if _is_under(rule, chunk)] for rule in single]
        alone = [held[0] for held in under if len(held) == 1]
        found.extend(chunk for chunk in row if chunk not in alone)
    return found


def _is_under(rule: Rule, chunk: Chunk) -> bool:
    return rule.start <= chunk.core[0].left and chunk.core[-1].right <= rule.end


def empty_columns(heads: Sequence[Line], columns: Sequence[Column]) -> list[Column]:
    """Return the columns that have a head and no number. The last header line must have a head for each
    column with numbers, and more."""
    numbers = [column for column in columns if column.numbers]
    words = [column for column in columns if not column.numbers]
    last = heads[-1].chunks if heads else ()
    over = [chunk for chunk in last if any(column.shares(chunk) > 0 for column in words)]
    begin = min([numbers[0].left, *(chunk.right for chunk in over)])  # alone left of all, it heads the labels
    chunks = [chunk for chunk in last if chunk not in over and chunk.right > begin]
    bare = [chunk for chunk in chunks if all(column.shares(chunk) <= 0 for column in columns)]
    if any(len(chunk.text) == 1 and is_cjk(chunk.text) for chunk in bare):
        return []  # a character of a head that is spread
    if len(chunks) != len(numbers) + len(bare):
        return []
    return [Column(chunk.left, chunk.right, True) for chunk in bare]


def _marks(core: Sequence[Line], values: Sequence[Chunk]) -> set[Chunk]:
    """Return the numbers in brackets that are footnote marks at the ends of labels: nothing else stands in
    their column, and longer labels reach into it."""
    marks = {chunk for chunk in values if _MARK.fullmatch(chunk.text)}
    if not marks:
        return marks
    others = [chunk for chunk in values if chunk not in marks]
    labels = [line.chunks[0].right for line in core if line.chunks[0] not in values]
    first, longest = min((chunk.left for chunk in others), default=0.0), max(labels, default=0.0)
    return {chunk for chunk in marks if chunk.right < first and chunk.left < longest}


def _is_spoken(line: Line, chunk: Chunk) -> bool:
    """Tell whether what looks like a number is part of a label: a year, or what goes on with the line
    above."""
    if line.speaks(chunk):
        return True
    return is_year(chunk.text) and all(chunk is not value for value in line.values)


def _split_by_heads(columns: list[Column], core: Sequence[Line], heads: Sequence[Rule]) -> list[Column]:
    """Split columns of words where a head ends and the next begins, each with a ruled line below it, and no
    word runs across."""
    split: list[Column] = []
    for column in columns:
        inside = [word for line in core for word in line.words if _holds(column, word)]
        bounds = [(before.end, rule.start) for before, rule in pairwise(heads)]
        if heads and _begin_at(inside, heads[0].start):
            bounds.insert(0, (heads[0].start, heads[0].start))
        cuts = [
            (end + start) / 2
            for end, start in bounds
            if column.left + _INSIDE < start < column.right - _INSIDE
            and not any(_runs_across(word, end, start) for word in inside)
        ]
        edges = [column.left, *cuts, column.right + 1]
        parts = [[w for w in inside if left <= w.middle < right] for left, right in pairwise(edges)]
        split += [_around(part) for part in parts if part] if cuts else [column]
    return split


def _begin_at(words: Sequence[Word], start: float) -> bool:
    """Tell whether the words of several lines begin where the ruled line of their head does: labels, whose
    head has none, end before."""
    return sum(-1 < word.left - start < _RULE_PADDING for word in words) >= _FEWEST_STARTS


def _around(words: Sequence[Word]) -> Column:
    return Column(min(word.left for word in words), max(word.right for word in words), False)


def _runs_across(word: Word, end: float, start: float) -> bool:
    """Tell whether a word begins well before one place and ends behind another."""
    return word.left < end - 0.5 * word.size and word.right > start + 1


def _split_by_starts(columns: list[Column], core: Sequence[Line], above: Sequence[Line]) -> list[Column]:
    """Split columns of words where many words begin below each other and none runs across, or where one
    begins right where a head in the lines `above` does.

    A long label may reach as far as the notes beside it, so that no gap parts the two.
    """
    split: list[Column] = []
    for column in columns:
        at = _gap(core, column) or _word_start(core, column) or _head_start(core, column, above)
        if at:
            split += [Column(column.left, at - 0.5, False), Column(at, column.right, False)]
        else:
            split.append(column)
    return split


def _gap(core: Sequence[Line], column: Column) -> float:
    """Return where a second column begins by the gaps before its words, in most of the lines; what runs
    across is a long label. 0 where there is none."""
    chunks = [c for line in core for c in line.chunks if column.left - 1 <= c.left < column.right - 1]
    at = _common_start([chunk.left for chunk in chunks], chunks[0].words[0].size, column) if chunks else 0.0
    across = [chunk for chunk in chunks if chunk.left < at - 1.5 and chunk.right > at + 1]
    labels = all(chunk.left < column.left + _LABEL * chunk.words[0].size for chunk in across)
    return at if labels and _near([chunk.left for chunk in chunks], at) > 2 * len(across) else 0.0


def _word_start(core: Sequence[Line], column: Column) -> float:
    """Return where the words of a second column begin, which no word of the first reaches over; 0 where there
    is none."""
    inside = [word for line in core for word in line.words if _holds(column, word)]
    at = _common_start([word.left for word in inside], inside[0].size, column) if inside else 0.0
    return 0.0 if any(word.left < at - 1.5 and word.right > at + 1 for word in inside) else at


def _head_start(core: Sequence[Line], column: Column, above: Sequence[Line]) -> float:
    """Return where a second column begins below its head: a word begins there, more than a space behind the
    word before it, and no word reaches over the place. 0 where there is none."""
    inside = [[word for word in line.words if _holds(column, word)] for line in core]
    for at in (chunk.left for line in above for chunk in line.chunks):
        begun = any(
            abs(word.left - at) < _SAME_START and _gap_between(before, word) > _SPACE
            for words in inside
            for before, word in pairwise(words)
        )
        if begun and not any(
            word.left < at - 1 and word.right > at + 1 for words in inside for word in words
        ):
            return at
    return 0.0


def _holds(column: Column, word: Word) -> bool:
    return column.left - 1 <= word.left and word.right <= column.right + 1


def _common_start(lefts: Sequence[float], size: float, column: Column) -> float:
    """Return where most words begin that stand well inside a column, 0 where they begin at no common
    place."""
    starts = [left for left in lefts if left > column.left + _INSIDE * size]
    best = max(starts, key=lambda start: _near(starts, start), default=0.0)
    count = _near(starts, best)
    return best if count >= _FEWEST_STARTS and 2 * count > len(starts) else 0.0


def _near(starts: Sequence[float], start: float) -> int:
    return sum(abs(other - start) <= 1.0 for other in starts)


def label_column(columns: Sequence[Column]) -> int:
    """Return the first column that holds words, not numbers."""
    return next((n for n, column in enumerate(columns) if not column.numbers), 0)


def _united(spans: Sequence[tuple[float, float]], numbers: bool) -> list[Column]:
    columns: list[Column] = []
    for left, right in sorted(spans):
        if columns and left < columns[-1].right - 0.5:
            columns[-1] = Column(columns[-1].left, max(columns[-1].right, right), numbers)
        else:
            columns.append(Column(left, right, numbers))
    return columns


def placed(
    line: Line, columns: Sequence[Column], rules: Sequence[Rule] = ()
) -> dict[tuple[int, int], list[Chunk]]:
    """Return the chunks of a line by the columns they stand in; `rules` are the level ones of the page."""
    below = [rule for rule in rules if -0.1 * line.size < rule.at - line.base < _RULE_BELOW_HEAD * line.size]
    found: dict[tuple[int, int], list[Chunk]] = defaultdict(list)
    for chunk in line.chunks:
        span = _span(chunk, columns)
        underlined = any(_underlines(rule, chunk, columns, below) for rule in below)
        whole = span[1] == span[0] + 1 or _SPAN_OF_TIME.fullmatch(chunk.text) or _is_bracketed(chunk.text)
        parts = [chunk] if whole else _broken(chunk, columns, underlined)
        for part in parts:
            found[_span(part, columns) if len(parts) > 1 else span].append(part)
    return dict(found)


def _is_bracketed(text: str) -> bool:
    """Tell whether a text is one remark in brackets, the unit of a table most often."""
    return text[0] == "(" and text.find(")") == len(text) - 1


def _underlines(rule: Rule, chunk: Chunk, columns: Sequence[Column], level: Sequence[Rule]) -> bool:
    """Tell whether a rule below a head is drawn for it: it runs below all of it, but not all numbers, or
    others are drawn beside it."""
    whole = rule.start - _RULE_SLACK < chunk.left and chunk.right < rule.end + _RULE_SLACK
    over = [column for column in columns if rule.start < (column.left + column.right) / 2 < rule.end]
    numbers = sum(column.numbers for column in columns)
    beside = any(abs(other.at - rule.at) < 1 and other is not rule for other in level)
    return whole and 1 < len(over) < numbers + beside and all(column.numbers for column in over)


def _span(chunk: Chunk, columns: Sequence[Column]) -> tuple[int, int]:
    """Return the columns that a chunk stands in: one for a number or a label, several for what heads them."""
    if chunk.is_value:
        core = Chunk(chunk.core, chunk.core)
        best = max(
            range(len(columns)), key=lambda n: (columns[n].shares(core), -abs(columns[n].right - core.right))
        )
        return best, best + 1
    over = [n for n, column in enumerate(columns) if column.shares(chunk) > _OVERLAP]
    if not over:
        best = min(range(len(columns)), key=lambda n: _distance(columns[n], chunk))
        return best, best + 1
    return over[0], over[-1] + 1


def _distance(column: Column, chunk: Chunk) -> float:
    return max(column.left - chunk.right, chunk.left - column.right, 0.0)


def _broken(chunk: Chunk, columns: Sequence[Column], underlined: bool) -> list[Chunk]:
    """Return the parts of a chunk over several columns.

    It breaks where two words leave more room than a space between them, where a word begins a column of
    words, and where words end as the numbers of their columns do, unless a rule below it says that it is one
    head.
    """
    parts = [[chunk.words[0]]]
    gaps = sorted(_gap_between(before, word) for before, word in pairwise(chunk.words))
    space = _WIDER * gaps[len(gaps) // 2] if len(gaps) > 2 else _WORD_BREAK
    for before, word in pairwise(chunk.words):
        gap = _gap_between(before, word)
        chinese = is_cjk(before.text[-1]) or is_cjk(word.text[0])
        wide = gap > (_WORD_BREAK_CJK if chinese else min(_WORD_BREAK, max(_SPACE, space)))
        ends = not chinese and _ends(before, columns) and _ends(chunk.words[-1], columns)
        begins = not chinese and gap > _SPACED * gaps[0] and _begins(word, columns)
        if (wide or begins or (ends and not underlined)) and _between(before.right, word.left, columns):
            parts.append([word])
        else:
            parts[-1].append(word)
    return [Chunk(tuple(part), tuple(part)) for part in parts]


def _gap_between(before: Word, word: Word) -> float:
    """Return the room between two words, in heights of the line."""
    return (word.left - before.right) / max(before.size, word.size)


def _ends(word: Word, columns: Sequence[Column]) -> bool:
    """Tell whether a word ends where the numbers of a column do, or by a bracket further right."""
    return any(
        column.numbers and -_SAME_END < word.right - column.right < _BRACKET * word.size for column in columns
    )


def _begins(word: Word, columns: Sequence[Column]) -> bool:
    """Tell whether a word begins where a column of words does."""
    return any(not column.numbers and abs(word.left - column.left) < _SAME_START for column in columns)


def _between(left: float, right: float, columns: Sequence[Column]) -> bool:
    """Tell whether a gap lies between the middles of two neighbouring columns."""
    middle = (left + right) / 2
    before = [column for column in columns if (column.left + column.right) / 2 < middle]
    return 0 < len(before) < len(columns)
