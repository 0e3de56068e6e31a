"""The notes of a document: their numbers, titles and words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.document import Document, Table
from cofitcheck.document.structure import Passage, PassageKind
from cofitcheck.language.meanings import GENERIC_SUBJECTS, POLICIES, REFERENCES

_NAMED = re.compile(
    rf"(?i:{REFERENCES['note']})\s{{0,3}}(?P<number>[0-9]{{1,2}})\b\s{{0,3}}[-–—.:)]{{0,2}}\s{{0,3}}(?P<title>.{{0,160}})"
)
_NUMBERED = re.compile(r"(?P<number>[0-9]{1,2})\s{0,3}[.)–—-]\s{0,3}(?P<title>[^\W\d].{2,120})")
_CONTINUED = re.compile(rf"[\s(–—-]{{0,4}}{REFERENCES['continued']}[\s)]{{0,3}}$", re.IGNORECASE)
_FEWEST = 4
"""Fewer headings with numbers are no notes."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note under its heading; `first` is the passage of the heading, `last` the last one of the note."""

    number: int
    title: str
    first: int
    last: int

    @property
    def is_of_policies(self) -> bool:
        """Whether it tells of each subject how it is accounted for."""
        return self.number == 1 or bool(POLICIES & words_of(self.title))

    @property
    def subject(self) -> Words:
        """The words of its title that say what it is about."""
        return subject_of(self.title)


def subject_of(text: str) -> Words:
    """Return the words of a title or a label that say what it is about."""
    words = words_of(text)
    return frozenset(map(_singular, words - GENERIC_SUBJECTS or words))


def _singular(word: str) -> str:
    """Return a word of `words_of` without what is left of its plural: "taxe", "contingencie"."""
    return f"{word[:-2]}y" if word.endswith("ie") else word.removesuffix("e") if word.endswith("xe") else word


class Notes:
    """The notes of a document in reading order: a run of numbers from 1 for each set of statements."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.all: tuple[Note, ...] = tuple(_notes(document.passages))

    @cached_property
    def runs(self) -> list[list[Note]]:
        """The notes, cut where the numbers begin anew."""
        runs: list[list[Note]] = []
        for note in self.all:
            if not runs or note.number <= runs[-1][-1].number:
                runs.append([])
            runs[-1].append(note)
        return runs

    def numbered(self, number: int) -> list[Note]:
        """Return the notes of a number: several where a document holds several sets of statements."""
        return [note for note in self.all if note.number == number]

    def at(self, passage: int) -> Note | None:
        """Return the note that a passage stands in."""
        place = bisect_right([note.first for note in self.all], passage) - 1
        found = self.all[place] if place >= 0 else None
        return found if found and passage <= found.last else None

    @cached_property
    def words(self) -> dict[Note, list[Words]]:
        """The words of each note: of each of its passages, and of the labels and titles of its tables."""
        found = {}
        for note in self.all:
            texts = [passage.text for passage in self.document.passages[note.first : note.last + 1]]
            for table in self._tables[note]:
                texts += [table.title, *(cell.text for cell in table.cells if not cell.text[:1].isdigit())]
            found[note] = [words_of(text) for text in dict.fromkeys(texts)]
        return found

    @cached_property
    def headings(self) -> dict[Note, list[str]]:
        """The headings within each note, and the titles of its tables."""
        found: dict[Note, list[str]] = {}
        for note in self.all:
            within = self.document.passages[note.first + 1 : note.last + 1]
            texts = [passage.text for passage in within if passage.kind is PassageKind.HEADING]
            texts += [table.title.rpartition(" — ")[2] for table in self._tables[note]]
            found[note] = list(dict.fromkeys(texts))
        return found

    @cached_property
    def _tables(self) -> dict[Note, list[Table]]:
        """The tables of each note: those behind its heading."""
        found: dict[Note, list[Table]] = {note: [] for note in self.all}
        tables, passages = self.document.tables, self.document.passages
        for note, behind in zip(self.all, [*self.all[1:], None], strict=True):
            first = passages[note.first].after_table + 1
            last = passages[behind.first].after_table if behind else len(tables) - 1
            found[note] += tables[first : last + 1]
        return found


def _notes(passages: Sequence[Passage]) -> Iterator[Note]:
    for pattern in (_NAMED, _NUMBERED):
        headed = list(_headed(passages, pattern))
        if len(headed) >= _FEWEST:
            ends = [first - 1 for _, _, first in headed[1:]] + [len(passages) - 1]
            for (number, title, first), last in zip(headed, ends, strict=True):
                yield Note(number, title, first, last)
            return


def _headed(passages: Sequence[Passage], pattern: re.Pattern[str]) -> Iterator[tuple[int, str, int]]:
    """Yield number, title and passage of each heading of a note, a continued one once."""
    before = (0, "")
    for passage in passages:
        found = pattern.fullmatch(passage.text.strip()) if passage.kind is PassageKind.HEADING else None
        if found is None:
            continue
        title = _CONTINUED.sub("", found["title"]).strip() or _next_heading(passages, passage.index)
        number = int(found["number"])
        follows = number == before[0] + 1 or number == 1
        if title and follows and (number, title.casefold()) != before:
            before = (number, title.casefold())
            yield number, title, passage.index


def _next_heading(passages: Sequence[Passage], index: int) -> str:
    behind = passages[index + 1] if index + 1 < len(passages) else None
    return behind.text if behind and behind.kind is PassageKind.HEADING else ""
