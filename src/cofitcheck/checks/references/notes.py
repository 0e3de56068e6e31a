"""The notes of a document: their words, remarks on their numbers, and the lines that refer to them.

Equal numbers in a line of a statement and in a note that it refers to are one fact.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites import are_incompatible
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.references.found import Reference
from cofitcheck.checks.references.headings import Note, notes_of
from cofitcheck.document import Document, Mention, Table, UncheckedCode, UncheckedReason
from cofitcheck.document.structure import PassageKind, RowRole
from cofitcheck.numbers import Relation, compare

_LONG = 4
"""The fewest digits of amounts that are not alike by chance."""

_FEWEST = 2
"""How many numbers of a line must stand in one table of the note."""
_LONG_ALONE = 5
"""How many digits the only number of a line must have: a shorter one may stand there by chance."""
_FEWEST_DIGITS = 3

Pair = tuple[int, int]


class Notes:
    """The notes of a document in reading order: a run of numbers from 1 for each set of statements."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.all: tuple[Note, ...] = notes_of(document.passages)

    @property
    def chapter(self) -> str:
        """The chapter that the notes are items of, as printed, "" where they are no items of one."""
        return self.all[0].chapter if self.all else ""

    @cached_property
    def runs(self) -> list[list[Note]]:
        """The notes, cut where the numbers begin anew."""
        runs: list[list[Note]] = []
        for note in self.all:
            if not runs or note.number <= runs[-1][-1].number:
                runs.append([])
            runs[-1].append(note)
        return runs

    def numbering(self, referred: Collection[int]) -> Iterator[UncheckedReason]:
        """Yield the remarks on the numbers of the notes, where there is one set: numbers left out, numbers
        that stand twice, and, where most are referred to, those that nothing refers to."""
        numbers = [note.number for note in self.all]
        if not numbers or self.all[0].chapter or numbers.count(1) != 1:
            return
        counted = Counter(numbers)
        missing = [each for each in range(1, numbers[-1]) if each not in counted]
        twice = [each for each, count in counted.items() if count > 1]
        alone = [each for each in counted if each not in referred]
        for cause, those in (
            (UncheckedCode.NOTES_LEFT_OUT, missing),
            (UncheckedCode.NOTES_TWICE, twice),
            (UncheckedCode.NOTES_ALONE, alone if 2 * len(alone) <= len(counted) else []),
        ):
            if those:
                yield UncheckedReason.of(cause, numbers=", ".join(map(str, those)))

    def numbered(self, number: int) -> list[Note]:
        """Return the notes of a number: several where a document holds several sets of statements."""
        return [note for note in self.all if note.number == number]

    def tables_of(self, number: int) -> list[int]:
        """Return the tables of the notes of a number."""
        return [table.index for note in self.numbered(number) for table in self._tables[note]]

    def at(self, passage: int) -> Note | None:
        """Return the note that a passage stands in."""
        place = bisect_right([note.first for note in self.all], passage) - 1
        found = self.all[place] if place >= 0 else None
        return found if found and passage <= found.last else None

    @cached_property
    def said(self) -> dict[Note, list[Words]]:
        """The words of each passage of each note."""
        passages = self.document.passages
        return {
            note: [words_of(each.text) for each in passages[note.first : note.last + 1]] for note in self.all
        }

    @cached_property
    def words(self) -> dict[Note, list[Words]]:
        """The words of each note: of each of its passages, and of the labels and titles of its tables."""
        found = {}
        for note in self.all:
            texts = []
            for table in self._tables[note]:
                texts += [table.title, *(cell.text for cell in table.cells if not cell.text[:1].isdigit())]
            found[note] = [*self.said[note], *(words_of(text) for text in dict.fromkeys(texts))]
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
    def rows(self) -> dict[Note, list[frozenset[Decimal]]]:
        """The amounts of each row, and of each column, of the tables of each note."""
        found: dict[Note, list[frozenset[Decimal]]] = {}
        for note in self.all:
            tables = [table.index for table in self._tables[note]]
            found[note] = [row for at in tables for row in self._amounts.get(at, {}).values()]
        return found

    def line_of_statement(self, table: int, row: int) -> frozenset[Decimal]:
        """Return the amounts of a row of a table that stands in no note."""
        if any(table == each.index for tables in self._tables.values() for each in tables):
            return frozenset()
        return self._amounts.get(table, {}).get((row, -1), frozenset())

    @cached_property
    def _amounts(self) -> dict[int, dict[tuple[int, int], frozenset[Decimal]]]:
        """The long amounts of each table without their signs, by its row or its column, the other -1."""
        found: dict[int, dict[tuple[int, int], set[Decimal]]] = {}
        for each in self.document.mentions:
            if each.number.digits >= _LONG and each.number.value:
                lines = found.setdefault(each.table, {})
                for line in ((each.row, -1), (-1, each.column)):
                    lines.setdefault(line, set()).add(abs(each.number.value))
        return {
            table: {line: frozenset(amounts) for line, amounts in lines.items()}
            for table, lines in found.items()
        }

    @cached_property
    def _tables(self) -> dict[Note, list[Table]]:
        """The tables of each note: those behind its heading."""
        found: dict[Note, list[Table]] = {note: [] for note in self.all}
        tables, passages = self.document.tables, self.document.passages
        for note in self.all:
            first = passages[note.first].after_table + 1
            last = passages[note.last + 1].after_table if note.last + 1 < len(passages) else len(tables) - 1
            found[note] += tables[first : last + 1]
        return found


class NoteLines:
    """The lines of tables outside the notes that refer to notes by their numbers."""

    def __init__(self, grid: Grid, notes: Notes, references: Sequence[Reference]) -> None:
        self.grid, self.notes = grid, notes
        self._numbers = {(each.table, each.row): each.numbers for each in references if each.table >= 0}

    def ties(self) -> Iterator[Pair]:
        """Yield the numbers of lines with those of their notes that are the same, the earlier first."""
        for (table, row), numbers in self._numbers.items():
            line = [each for each in self.grid.line(table, row) if each.number.digits >= _FEWEST_DIGITS]
            tables = {within: None for at in numbers for within in self.notes.tables_of(at)}
            for within in tables if table not in tables else ():
                pairs = list(self._alike(line, within))
                alone = len(line) == 1 and line[0].number.digits >= _LONG_ALONE
                if len(pairs) >= (1 if alone else _FEWEST):
                    yield from pairs
                    break

    def _alike(self, line: Sequence[Mention], table: int) -> Iterator[Pair]:
        """Yield the numbers of a line that stand in a table for the same period, rather in a total of the
        table than elsewhere in it."""
        rows = self.grid.document.tables[table].structure.rows
        by_value: dict[Decimal, list[Mention]] = defaultdict(list)
        for each in sorted(self.grid.table(table), key=lambda each: rows[each.row] is not RowRole.TOTAL):
            if each.number.value:
                by_value[each.number.value].append(each)
        for own in line:
            alike = by_value.get(own.number.value or Decimal(0), [])
            same = next((each for each in alike if self._are_one(own.index, each.index)), None)
            if same:
                alike.remove(same)
                yield min(own.index, same.index), max(own.index, same.index)

    def _are_one(self, one: int, other: int) -> bool:
        grid = self.grid
        return (
            grid.periods[one].year == grid.periods[other].year
            and compare(grid[one].number, grid[other].number).relation is Relation.EQUAL
            and not are_incompatible(grid, min(one, other), max(one, other))
        )

    def told(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """Return findings with the note that one of their two numbers stands in, where the line of the other
        refers to it."""
        return tuple(self._told(each) for each in findings) if self._numbers else tuple(findings)

    def _told(self, finding: Finding) -> Finding:
        if finding.fact is None:
            return finding
        one, other = self.grid[finding.mention], self.grid[finding.counterpart]
        for line, number in ((one, other), (other, one)):
            for at in self._numbers.get((line.table, line.row), ()):
                if number.table in self.notes.tables_of(at):
                    name = self.notes.numbered(at)[0].name
                    reason = Reason.of(ReasonCode.LINE_OF_NOTE, number=name)
                    return replace(finding, reasons=(*finding.reasons, reason))
        return finding
