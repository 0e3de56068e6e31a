"""The segment that a passage is about: the last heading at or before it names the segment."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from itertools import chain

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.named_rows import line_called
from cofitcheck.document import Mention, Passage
from cofitcheck.language.meanings import LABEL_BASES
from cofitcheck.periods import Period
from cofitcheck.periods.text import read_period
from cofitcheck.prose import ProseMention

_FEWEST_TABLES = 2
"""The fewest tables whose columns a segment heads."""
_FEWEST_PERIODS = 2
_FEWEST_LINES = 2
_LONGEST = 60
"""The most characters of a heading within a chapter."""
_RUN_IN = re.compile(r"\s?[.:–—-]\s|\s(?=[A-Z][a-z]+\s)")
"""What stands between a heading and the sentence that it runs on into."""
_SUBJECT = re.compile(r"(?:in\s)?(?:(?:our|the)\s)?(.{1,60}?)(?:'s|’s)?\ssegment\b", re.IGNORECASE)
"""How a passage begins that is about a segment, without a heading: "The Fine Wires segment sold more"."""
_NAMES_SEGMENT = re.compile(r"\b(?:division|segment|franchise|business)\b")
"""A word that the name of a segment with rows of its own has: the items of segments have several numbers a
period, too."""
_OF_GROUP = re.compile(LABEL_BASES["consolidated"], re.IGNORECASE)
_SENTENCE = re.compile(r"[.;:]\s*\Z|\d")


class Segments:
    """The segments of a document, and which passages speak of one alone.

    A segment is a name that heads columns of two tables or more, and elsewhere stands over rows or beside
    one: "Advanced Materials". The label of a row is also a segment in two cases: where it has a word such as
    "segment" and two tables state different amounts of one period under it, or where it heads passages and
    stands under two lines of statements, as revenue and income. A passage is of the last segment that is a
    heading before it, until a heading comes that no row of a table has as its label. A passage that begins
    with a segment is of that one.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._document = grid.document

    @cached_property
    def _names(self) -> dict[str, Words]:
        """The names of segments, in lower case, with their words."""
        columns: dict[str, set[int]] = defaultdict(set)
        for mention in self._document.mentions:
            for header in mention.column_path:
                columns[_plain(header)].add(mention.table)
        heads = {name for name, tables in columns.items() if len(tables) >= _FEWEST_TABLES}
        names = ((heads & self._labels) | self._told_of_twice) - {""}
        return {name: words for name in names if not read_period(name) and (words := words_of(name))}

    @cached_property
    def _labels(self) -> set[str]:
        """The labels of rows and sections, in lower case."""
        return {_plain(label) for mention in self._document.mentions for label in mention.row_path}

    @cached_property
    def _told_of_twice(self) -> set[str]:
        """The names of segments among the labels of rows. Two tables state different amounts under such a
        label for each of two periods: it says who the rows are of, and not what they state."""
        amounts: dict[tuple[str, Period], dict[int, Decimal]] = defaultdict(dict)
        for each in self._document.mentions:
            value, period = each.number.value, self._grid.periods[each.index]
            if value and each.row_path and each.number.measure in AMOUNTS and period.year:
                amounts[_plain(each.row_path[-1]), period].setdefault(each.table, value)
        told = Counter(label for (label, _), of in amounts.items() if len(set(of.values())) > 1)
        return {
            label
            for label, count in told.items()
            if count >= _FEWEST_PERIODS and _NAMES_SEGMENT.search(label)
        } | self._with_lines

    @cached_property
    def _with_lines(self) -> set[str]:
        """The labels that head passages and stand under two lines of statements or more: "Revenue > Wires"
        and "Operating income > Wires"."""
        lines: dict[str, set[str]] = defaultdict(set)
        for path in {mention.row_path for mention in self._document.mentions}:
            for section in path[:-1]:
                line = line_called(_plain(section))
                if line and line.field and _plain(path[-1]) in self._headings:
                    lines[_plain(path[-1])].add(line.field)
        return {label for label, fields in lines.items() if len(fields) >= _FEWEST_LINES}

    @cached_property
    def _headings(self) -> set[str]:
        texts = (
            text
            for passage in self._document.passages
            for text in (passage.heading.rpartition(" — ")[2], passage.text)
        )
        return {_plain(text) for text in texts if len(text) <= _LONGEST}

    @cached_property
    def _of_passages(self) -> Sequence[Words]:
        found: list[Words] = []
        chapter, segment = "", Words()
        for passage in self._document.passages:
            if passage.heading != chapter:
                chapter = passage.heading
                segment = self._names.get(_plain(chapter.rpartition(" — ")[2]), Words())
            headed = self._headed(passage)
            segment = segment if headed is None else headed
            subject = _SUBJECT.match(passage.text)
            found.append(self._names.get(_plain(subject[1]), segment) if subject else segment)
        return found

    def _headed(self, passage: Passage) -> Words | None:
        """Return the words of the segment that a passage names as a heading. They are empty where it is the
        heading of something else. Return None where it is no heading, or a heading within the text about a
        segment."""
        text = _plain(passage.text)
        if text in self._names:
            return self._names[text]
        if len(text) <= _LONGEST and not _SENTENCE.search(passage.text):
            return None if text in self._labels else Words()
        opening = passage.text[:_LONGEST]
        for run_in in _RUN_IN.finditer(opening):
            if words := self._names.get(_plain(opening[: run_in.start()])):
                return words
        return None

    def is_of_another(self, said: ProseMention, cell: Mention) -> bool:
        """Tell whether a number is of a segment that nothing about a cell names, and its sentence does not
        speak of the group. A segment that heads no columns is looked for in the whole table of the cell."""
        segment = self._of_passages[said.passage]
        if not segment or _OF_GROUP.search(said.words):
            return False
        table = self._document.tables[cell.table]
        rows = self._grid.table(cell.table) if segment in self._in_rows else (cell,)
        paths = dict.fromkeys(path for each in rows for path in (each.row_path, each.column_path))
        about = (*chain(*paths), table.title, table.caption)
        return not segment <= words_of(" ".join(about))

    @cached_property
    def _in_rows(self) -> set[Words]:
        """The words of the segments that head no columns."""
        return {words_of(name) for name in self._told_of_twice}


def _plain(text: str) -> str:
    return text.strip(" .:–—-").casefold()
