"""Row paths: the section rows over a row, from the outermost in, and the row's own label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, is_total
from cofitcheck.language.table_words import HEADERS, LABELS, any_of, is_part
from cofitcheck.periods.text import speaks_of_period
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.rows.body import REACH, Body, amount_of
from cofitcheck.readers.tables.rows.items import PART, Items, Parts
from cofitcheck.readers.tables.rows.names import DatedBlocks, told_by_balances
from cofitcheck.readers.tables.rows.section import INDENT_STEP, LabelledRow, SectionRow
from cofitcheck.readers.tables.rows.sections import OpenSections

_CORNER = re.compile(rf"{any_of(HEADERS.items)}|(?:\w{{2,4}}\s*)?{any_of(HEADERS.names)}")
_UNFINISHED = re.compile(rf"(?:[,/&–—-]|\b{any_of(LABELS.unended)})$|: [^\W\d]", re.IGNORECASE)
"""The end of a label that breaks off at the end of a line, or a label that says a part after its whole, as a
heading of the last rank does."""


@dataclass(frozen=True, slots=True)
class RowPaths:
    """The labels and the parts of body rows.

    `labels` has, for every row with a label, its section rows and its own label. `parts` are the rows that
    tell a part of a row above.
    """

    labels: Mapping[int, tuple[str, ...]]
    parts: frozenset[int]


def row_paths(grid: LogicalGrid, layout: TableLayout) -> RowPaths:
    """Return the row paths of a table."""
    return _RowReader(grid, layout).read()


class _RowReader:
    """One pass over the body rows of a table."""

    def __init__(self, grid: LogicalGrid, layout: TableLayout) -> None:
        self.layout = layout
        self.body = Body(grid, layout)
        self.numbers, self.labels = self.body.numbers, self.body.labels
        self.items = Items(self.body)
        self.sections = OpenSections(_indents_matter(self.labels[self.numbers.start :]))
        self.paths: dict[int, tuple[str, ...]] = {}
        self.parts = Parts(self.body, self.paths)
        self.broken = ""  # a label that goes on in the next row
        self.block: SectionRow | None = None  # the title of the block of rows that is reached
        self.order = ""  # the number, in digits, of the section row that was reached last
        self.dates = DatedBlocks(self.body)

    def read(self) -> RowPaths:
        """Read the rows from the top down."""
        title = self._title_of_first_block()
        if title is not None:
            self.block = self._section(title)
            self.sections.open(self.block)
        elif self.numbers.start and self._text(self.numbers.start - 1).endswith((":", "：")):
            self.sections.open(self._section(self.numbers.start - 1))
        for number in self.numbers:
            if number in self.layout.inner_headers:
                self._open_by_header(number)
            elif not self.labels[number]:
                self.paths[number] = () if self._is_bare_total(number) else self._summed(number)
                if self.labels[min(number + 1, self.numbers[-1])]:
                    self.sections.sum_up(self.body.amounts(number), self.body.indent(number + 1))
            elif number in self.body.hanging:
                continue
            elif number not in self.layout.section_rows:
                self._read_row(number)
            elif self._goes_on(number):
                self.broken = self._text(number)
            elif self.items.holds(number):
                self.sections.reach(self._row(number))
                self.broken = ""
            else:
                self._open_section(number)
                self.broken = ""
        self.paths |= told_by_balances(self.paths)
        apart = self.parts.told_apart()
        return RowPaths(self.paths | apart, frozenset(self.parts.held | apart.keys()))

    def _open_by_header(self, number: int) -> None:
        """Open the section that a header row names over the labels.

        A period, a unit or a header said again names none. What heads labels, or heads the block of rows
        again, closes all sections but the block.
        """
        text = self._text(number)
        again = self.block is not None and text == self._text(self.layout.header_rows - 1)
        restated = any(text == self.body.text(row) for row in range(self.layout.header_rows))
        if again or _CORNER.fullmatch(text):
            self._clear_to_block()
        elif self.labels[number] and not (
            restated or speaks_of_period(text) or self.body.states_unit(number)
        ):
            if self.block and self.block.label not in self.sections.labels():
                self._clear_to_block()
            below = number + any(self.labels[number + 1 : number + 2])
            section = self._section(number)
            indent = min(section.indent, self.body.indent(below))
            self.sections.open(replace(section, indent=indent), int(self.block is not None))

    def _open_section(self, number: int) -> None:
        self._end_numbered(number)
        section = self._section(number)
        self.dates.reach(number)
        self.order = self.body.order(number)
        if PART.fullmatch(section.label) and (whole := self.parts.whole_above(number)):
            section = replace(section, label=whole)
        self.sections.open(section)
        if number + 1 in self.layout.inner_headers and self.body.is_across(number):
            self.block = section

    def _clear_to_block(self) -> None:
        """Close all sections but the block of rows, which totals of its parts may have closed too early."""
        self.sections.clear()
        if self.block:
            self.sections.open(self.block)

    def _title_of_first_block(self) -> int | None:
        """Return the header row with the title of the first of several blocks, each with a title across the
        table and a header row below it."""
        across = [row for row in range(self.numbers.start - 1) if self.body.is_across(row)]
        blocks = (row for row in self.layout.section_rows if self.body.is_header(row + 1))
        return across[-1] if across and any(map(self.body.is_across, blocks)) else None

    def _end_numbered(self, number: int) -> None:
        """Close the section with a number in digits before a row whose number is not that of a part of the
        section, and before a total without a number at the end of the table."""
        order = self.body.order(number)
        ends = not is_part(order, self.order) if order else self._ends_numbered(number)
        if self.order and ends:
            self._clear_to_block()
            self.order = ""

    def _ends_numbered(self, number: int) -> bool:
        """Tell whether a row is a total at the end of the table, below a row with a number."""
        total = number == self.numbers[-1] and is_total(self.body.text(number))
        return total and bool(self.body.order(number - 1))

    def _read_row(self, number: int) -> None:
        self._end_numbered(number)
        row, sections = self._row(number), self.sections
        sections.reach(row)
        last = number == self.numbers[-1]
        if last and sections.is_exceeded_by(row.label) and _stand_apart(self.paths.values()):
            sections.clear()
        held = self.dates.around(sections.labels(), row.label)
        self.paths[number] = (*self.parts.held_in(number, held), row.label)
        sections.leave(row)
        deeper = row.below > row.indent + INDENT_STEP / 2
        if deeper and row.label.endswith((":", "：")) and EAST_ASIAN.search(row.label):
            sections.open(self._section(number))  # a whole with an amount of its own
        self.broken = ""

    def _row(self, number: int) -> LabelledRow:
        below = range(number + 1, min(self.numbers.stop, number + REACH))
        later = takewhile(lambda row: row not in self.layout.section_rows, below)
        return LabelledRow(
            self._text(number),
            self.body.indent(number),
            self.body.indent_above(number),
            self.body.indent(number + 1) if below else float("-inf"),
            self._is_heading(number + 1),
            tuple(self.body.text(row) for row in later),
            self.body.amounts(number),
        )

    def _text(self, number: int) -> str:
        """Return a row's label, after the line above that goes on in it."""
        return f"{self.broken} {self.body.text(number)}".strip()

    def _is_bare_total(self, number: int) -> bool:
        """Tell whether a row without a label is a grand total. It is where it sums up all rows, or where it
        is the last row, as only a grand total is, and does not sum up the last section."""
        if self._sums_all(number):
            return True
        if self.sections.make_up(self.body.amounts(number)):
            return False
        if number != self.numbers[-1] or not all(self.labels[row] for row in self.numbers[:-1]):
            return False
        return _stand_apart(self.paths.values())

    def _summed(self, number: int) -> tuple[str, ...]:
        """Return the sections that a row without a label sums up; right below another such row these are one
        less."""
        held = self.sections.labels()
        if number - 1 in self.paths and not self.labels[number - 1]:
            return min(held, self.paths[number - 1], key=len)[:-1]
        return held

    def _sums_all(self, number: int) -> bool:
        """Tell whether the amounts of a row are the sums of all rows above it, and not of its sections'."""
        held = self.sections.labels()
        inside = [row for row in self.paths if self.paths[row][:-1] == held and self.labels[row]]
        if not held or len(inside) == len(self.paths):
            return False
        for cell in self.body.rows[number]:
            total = amount_of(cell)
            column = {row: a for row in self.paths if (a := self.body.amount_in(row, cell.column))}
            items = [a for row, a in column.items() if self.labels[row]]
            if total and len(items) > 1 and total in (sum(column.values()), sum(items)):
                return sum(column.get(row, 0) for row in inside) != total
        return False

    def _section(self, number: int) -> SectionRow:
        return SectionRow(
            self.body.indent(number), self.body.strong(number), self._text(number), self._leads(number)
        )

    def _leads(self, number: int) -> int:
        """Count the section rows right below one that are not set off from it."""
        first = SectionRow(self.body.indent(number), 0, "")
        below = number + 1
        while self._is_heading(below) and first.level(self.body.indent(below)) == 0:
            below += 1
        return below - number - 1

    def _is_heading(self, number: int) -> bool:
        return (
            number in self.layout.section_rows and bool(self.labels[number]) and not self.items.holds(number)
        )

    def _goes_on(self, number: int) -> bool:
        """Tell whether a label without values is the first line of the next row's label."""
        text, following = self._text(number), number + 1
        if text.endswith((":", "：")) or following not in self.numbers or not self.labels[following]:
            return False
        if self.body.rows[following][0].column != 0:
            return False
        if text.count("(") > text.count(")") or self.body.rows[following][0].text[:1].islower():
            return True
        alike = (
            self._is_heading(following)
            and self.body.strong(following) == self.body.strong(number)
            and self.body.indent(following) == self.body.indent(number)
        )
        return alike and _UNFINISHED.search(text) is not None


def _stand_apart(paths: Iterable[tuple[str, ...]]) -> bool:
    """Tell whether rows stand in different outermost sections, or some in none."""
    return len({path[:-1][:1] for path in paths}) > 1


def _indents_matter(labels: Iterable[Sequence[JoinedCell]]) -> bool:
    """Tell whether labels begin at several places; numbers and codes of rows beside them do not count."""
    return len({round(row[0].indent / INDENT_STEP) for row in labels if row}) > 1
