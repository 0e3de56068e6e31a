"""The lines of statements and the notes that they refer to: equal numbers there are one fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites import are_incompatible
from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.references.found import Reference
from cofitcheck.checks.references.notes import Notes
from cofitcheck.document import Mention
from cofitcheck.document.structure import RowRole
from cofitcheck.numbers import Relation, compare

_FEWEST = 2
"""So many numbers of a line stand in one table of the note."""
_LONG = 5
"""The only number of a line is of so many digits: a shorter one may stand there by chance."""
_FEWEST_DIGITS = 3

Pair = tuple[int, int]


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
                alone = len(line) == 1 and line[0].number.digits >= _LONG
                if len(pairs) >= (1 if alone else _FEWEST):
                    yield from pairs
                    break

    def _alike(self, line: Sequence[Mention], table: int) -> Iterator[Pair]:
        """Yield the numbers of a line that stand in a table for the same period, in its total rather."""
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
