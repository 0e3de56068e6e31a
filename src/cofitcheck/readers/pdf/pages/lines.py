"""Lines of a page: the words at one height, and the chunks that stand apart in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import MONTH_NAMES, alternation
from cofitcheck.language.table_words import PAGES, any_of, letters
from cofitcheck.numbers import is_side_text
from cofitcheck.readers.pdf.pages import Word
from cofitcheck.readers.pdf.pages.text import (
    bold_share,
    calls_for_more,
    is_year,
    line_text,
    lines_of,
    looks_like_value,
    says_date,
)

# In heights of a line, the size of its font, so that they hold for print of every size.
_CHUNK_GAP = 0.95
"""The least gap between two chunks; justified text has less between its words."""
_CHUNK_GAP_BESIDE = 0.7
"""The same behind a number that stands apart from what is before it, as no words of a sentence do."""
_CHUNK_GAP_NUMBERS = 0.4
"""The same between two numbers."""
_CHUNK_OVERLAP = -0.6
"""Words that overlap by more are of two lines."""
_SQUEEZED_OVERLAP = -1.1
"""The same where two signs meet that leave half of their width empty."""
_CLOSING_SIGN = 2.5
"""From a number to the sign that closes it."""
_LABEL_STEP = 1.6
"""From a line of a label to the one that it goes on in, at the most."""
_HUNG_LABEL = 2.0
"""How much deeper than a label its next line begins at the most."""

_CLOSED, _OPENED = "》）」』】。，、；：", "《（「『【"
_COMPLETE = re.compile(r"-?\d{1,3}(?:,\d{3})+\.\d\d")
_OPENING = re.compile(r"[(（]?\s*(?:US|NT|HK|RMB)?[$¥€£￥＄]?|[$¥€£￥＄]?\s*[(（]")
_END_OF_UNIT = re.compile(rf"[{letters(PAGES.unit_ends)}]\s*[)）]")
"""The last line of a label that ends in its unit: "（百万" and "元）"."""
_SIGNS = frozenset("$¥€£￥＄")
_OF_DATE = letters(PAGES.year, PAGES.date_letters)
_FROM_OR_TO = re.compile(rf"[(（]?[{letters(PAGES.spans)}]")
"""The word before the first or the last day of a span of time in Japanese, from which a blank parts the
day."""
_DATE = re.compile(rf"\d|{any_of(PAGES.eras)}")
_MARK = re.compile(r"[(（]\d[)）]")
_NOTE = re.compile(r"\((?:[a-z]|[ivx]{2,4})\)")
_NO_MARK = 10
"""How far from a label the mark of its note stands at the most, in heights of the line."""
_MONTH = re.compile(rf"\b(?:{alternation(MONTH_NAMES)})\Z", re.IGNORECASE)
_DAY = re.compile(r"(?:[12]?\d|3[01]),|2[89]|3[01]")
"""A day that a date in a header goes on with; without a comma, only one at the end of a month."""
_TIME = re.compile(rf"{any_of(PAGES.time_ends)}\Z", re.IGNORECASE)
_LEADER = re.compile(r"[.…·．]{4,}|(?:\. ){4,}")


@dataclass(frozen=True)
class _Run:
    """Words beside each other, from the left."""

    words: tuple[Word, ...]

    @cached_property
    def text(self) -> str:
        """The text of the words."""
        return line_text(self.words)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.words[-1].right

    @property
    def middle(self) -> float:
        """Half way between."""
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class Chunk(_Run):
    """Words of one line that belong together; signs that stand apart of their number are joined to it."""

    core: tuple[Word, ...]
    """The words less the signs at their sides."""

    @cached_property
    def is_value(self) -> bool:
        """Whether it looks like a number in a table."""
        return looks_like_value(line_text(self.core)) or looks_like_value(self.text)


@dataclass(frozen=True)
class Line(_Run):
    """One line of a page; `spoken` are the words that look like numbers but go on with the line above.

    `parts` are its chunks where more than the gaps between its words says what they are.
    """

    spoken: frozenset[Word] = frozenset()
    parts: tuple[Chunk, ...] = ()

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        """What stands apart in it, from the left."""
        return self.parts or tuple(chunks_of(self.words))

    @cached_property
    def bold(self) -> float:
        """The share of the text in bold, 0 to 1."""
        return bold_share(self.words)

    @property
    def base(self) -> float:
        """Its baseline."""
        return self.words[0].base

    @cached_property
    def size(self) -> float:
        """The height of its largest word."""
        return max(word.size for word in self.words)

    @cached_property
    def values(self) -> tuple[Chunk, ...]:
        """The chunks that look like numbers, less those of dates and the one that numbers the line."""
        if self.is_leader:
            return ()
        chunks = self.chunks
        found = [
            chunk
            for chunk, following in zip(chunks, (*chunks[1:], None), strict=True)
            if chunk.is_value and not self.speaks(chunk) and not (following and following.text[0] in _OF_DATE)
        ]
        if found and found[0] is chunks[0] and self._begins_with_label:
            found = found[1:]
        if all(_MARK.fullmatch(chunk.text) for chunk in found) and not self._is_row(found):
            return ()  # footnote marks at headers
        return tuple(found)

    def speaks(self, chunk: Chunk) -> bool:
        """Tell whether a chunk of the line goes on with what the line above says."""
        return chunk.words[0] in self.spoken

    def _is_row(self, marks: Sequence[Chunk]) -> bool:
        """Tell whether what look like footnote marks are the numbers of a row: nothing else is beside its
        label, and a lone one stands too far from it to be its mark."""
        if not marks or len(marks) != len(self.chunks) - 1 or marks[0] is self.chunks[0]:
            return False
        return len(marks) > 1 or marks[0].left - self.chunks[0].right > _NO_MARK * self.size

    @property
    def _begins_with_label(self) -> bool:
        """Whether the first chunk is the number of the line, a label itself ("5 years"), or the last word of
        one, a year."""
        others = self.chunks[1:]
        if not others or not others[0].is_value:
            return bool(others)
        if _TIME.search(self.chunks[0].text):
            return True
        return is_year(self.chunks[0].text) and not all(is_year(chunk.text) for chunk in others)

    @cached_property
    def is_leader(self) -> bool:
        """Whether dots lead to a page number, as in a table of contents."""
        return _LEADER.search(self.text) is not None

    @cached_property
    def states_years(self) -> bool:
        """Whether its numbers are years, as those of headers are."""
        return bool(self.values) and all(is_year(chunk.text) for chunk in self.values)

    @cached_property
    def is_years(self) -> bool:
        """Whether it is nothing but years, as a header is."""
        return self.states_years and len(self.values) == len(self.chunks)


def page_lines(words: Iterable[Word]) -> list[Line]:
    """Return the lines of words, from the top."""
    found: list[Line] = []
    for line in lines_of(words):
        found.append(Line(tuple(line), _spoken(found[-2:], line)))
    return found


def _spoken(above: Sequence[Line], words: Sequence[Word]) -> frozenset[Word]:
    """Return the words of a line that go on with those above: the day of a month, the end of a label or of
    what stands in brackets. Between the two lines of a label its numbers may stand."""
    near = [line for line in above if words[0].base - line.base <= _LABEL_STEP * line.size]
    if not near:
        return frozenset()
    over = [
        (word, [c for line in near for c in line.chunks if c.left < word.middle < c.right]) for word in words
    ]
    under = [(chunks[-1].text, word) for word, chunks in over if chunks]
    ends = {word for text, word in under if _closes_bracket(text, word.text) or _is_listed(text, word.text)}
    ends |= _days(words, under)
    label = next((line for line in reversed(near) if line.left < words[0].right), near[-1])
    alone = not label.values and len(label.chunks) == 1
    if (
        alone
        and -_LABEL_STEP < words[0].left - label.left < _HUNG_LABEL * label.size
        and calls_for_more(label.text)
    ):
        ends.add(words[0])
    return frozenset(ends)


def _is_listed(text: str, word: str) -> bool:
    """Tell whether an amount goes on with what a head lists: "Common Stock," and "$0.001" below it."""
    return text[-1] == "," and not is_year(word) and not says_date(text)


def _days(words: Sequence[Word], under: Iterable[tuple[str, Word]]) -> set[Word]:
    """Return the words of a line that are days of the months above them. Those without a comma are days only
    where all numbers of the line are, or follow their month."""
    days = {word for text, word in under if _MONTH.search(text) and _DAY.fullmatch(word.text)}
    dated = {word for month, word in pairwise(words) if _MONTH.search(month.text)}
    numbers = [word for word in words if word.text[0].isdigit() and looks_like_value(word.text)]
    if all(word in days or word in dated for word in numbers):
        return days
    return {word for word in days if word.text[-1] == ","}


def closes_remark(above: Line, line: Line) -> bool:
    """Tell whether a line ends what the one right above says in brackets of a whole table."""
    alone = len(above.chunks) == len(line.chunks) == 1 and line.base - above.base < _LABEL_STEP * line.size
    return alone and above.text[0] in "(（[" and _closes_bracket(above.text, line.text)


def _closes_bracket(text: str, following: str) -> bool:
    return text.count("(") > text.count(")") and following[-1] == ")" and "(" not in following


def chunks_of(words: Sequence[Word]) -> list[Chunk]:
    """Return the chunks that the gaps between words make, from the left."""
    groups: list[list[Word]] = []
    for word in words:
        number = len(groups) > 1 and len(groups[-1]) == 1 and looks_like_value(groups[-1][0].text)
        if groups and not _stands_apart(groups[-1], word, _CHUNK_GAP_BESIDE if number else _CHUNK_GAP):
            groups[-1].append(word)
        else:
            groups.append([word])
    return _joined(groups)


def _stands_apart(before: list[Word], word: Word, apart: float) -> bool:
    gap = (word.left - before[-1].right) / max(before[-1].size, word.size)
    left, right = line_text(before), word.text
    if _FROM_OR_TO.fullmatch(left) and 0 <= gap < _CLOSING_SIGN and _DATE.match(right):
        return False
    squeezed = left[-1] in _CLOSED and right[0] in _OPENED
    if gap > apart or gap < (_SQUEEZED_OVERLAP if squeezed else _CHUNK_OVERLAP):
        return True
    if left[-1] in ")）%" and right[0] in "(（$" and looks_like_value(left):
        return True
    if right in _SIGNS and not _is_side(left):
        return gap > 0.0  # the sign of the first column stands where the longest label ends
    if _is_side(left) or _is_side(right):
        return gap > _CHUNK_GAP_NUMBERS
    if _COMPLETE.fullmatch(before[-1].text) and _COMPLETE.fullmatch(right):
        return True  # two columns that all but touch
    numbers = _is_number(left) and _is_number(right)
    return numbers and gap > _CHUNK_GAP_NUMBERS


def _is_side(text: str) -> bool:
    if _END_OF_UNIT.fullmatch(text):
        return False
    return is_side_text(text) or _OPENING.fullmatch(text) is not None


def _is_number(text: str) -> bool:
    return looks_like_value(text) and (len(text) > 2 or not text.isdigit())


def _joined(groups: list[list[Word]]) -> list[Chunk]:
    """Join the signs that stand apart to their numbers: "$" and "(" to the next, ")" and "%" to the one
    before."""
    chunks: list[Chunk] = []
    waiting: list[Word] = []
    for group, following in zip(groups, (*groups[1:], None), strict=True):
        text = line_text(group)
        if _is_side(text) and not _is_mark(group, following):
            if text[0] in ")）%％*†‡":
                if chunks and chunks[-1].is_value and not waiting and _closes(chunks[-1], group[0]):
                    chunks[-1] = Chunk((*chunks[-1].words, *group), chunks[-1].core)
                    continue
            else:
                if _has_sign(waiting) and _has_sign(group):
                    chunks.append(Chunk(tuple(waiting), tuple(waiting)))  # the units of columns, side by side
                    waiting = []
                waiting.extend(group)
                continue
        whole = Chunk((*waiting, *group), tuple(group))
        if waiting and not looks_like_value(text):
            chunks.append(Chunk(tuple(waiting), tuple(waiting)))
            whole = Chunk(tuple(group), tuple(group))
        chunks.append(whole)
        waiting = []
    if waiting:
        chunks.append(Chunk(tuple(waiting), tuple(waiting)))
    return chunks


def _is_mark(group: Sequence[Word], following: Sequence[Word] | None) -> bool:
    """Tell whether words are the mark of a note on what is before them, far from the number behind them."""
    if not _NOTE.fullmatch(line_text(group)):
        return False
    return following is not None and following[0].left - group[-1].right > _CLOSING_SIGN * group[-1].size


def _has_sign(words: Sequence[Word]) -> bool:
    """Tell whether the sign of a currency is among words."""
    return any(not _SIGNS.isdisjoint(word.text) for word in words)


def _closes(number: Chunk, sign: Word) -> bool:
    """Tell whether a sign stands near enough to the number before it to be its own."""
    return sign.left - number.right < _CLOSING_SIGN * sign.size
