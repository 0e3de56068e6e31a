"""Row paths: the section rows over a row, from the outermost in, and the row's own label."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import takewhile

from cofitcheck.document.periods import read_period
from cofitcheck.numbers import Measure, NumberContext, read_number, read_unit_caption
from cofitcheck.numbers.labels import read_label
from cofitcheck.readers.tables.columns import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.empty_items import is_empty_item, may_be_empty_item, sums_up
from cofitcheck.readers.tables.layout import Layout, speaks_of_period
from cofitcheck.readers.tables.row_labels import row_labels
from cofitcheck.readers.tables.section import (
    INDENT_STEP,
    Row,
    Section,
    is_total,
    numbering,
)
from cofitcheck.readers.tables.sections import OpenSections
from cofitcheck.readers.tables.text import EAST_ASIAN

_MOSTLY = 0.9
_BY_CHANCE = 6
"""The fewest digits that amounts have together which rows add up to, and not by chance."""
_REACH = 40
"""How many rows below or above a row are looked at for what belongs to it."""
_FEWEST_ITEMS = 3
"""A table with no more rows may be a section and its total."""
_ABBREVIATION = 5
"""The most letters of a word in capitals that does not stand out by them."""
_ITEM = re.compile(r"^\s*(?:commitments|contingenc|重?大?或有.*承[諾诺])", re.IGNORECASE)
"""What balance sheets list without an amount."""
_SHARE = re.compile(
    r"^(?:%|percent|as a (?:%|percent)|占|[同环環]比|增[长長减減幅]|变动|變動|比[例重])", re.IGNORECASE
)
_PART = re.compile(r"\s*其\s*中\s*[:：]?\s*")
"""How Chinese tables begin to tell the parts of the row above."""
_NO_PART = re.compile(r"^(?:(?:sub-?)?total|net)\b", re.IGNORECASE)
_NO_WHOLE = re.compile(r"^(?:less|add|plus|balances?|beginning|opening|outstanding)\b", re.IGNORECASE)
_CORNER = re.compile(r"[项項]\s*目|科\s*目|名\s*[称稱]")
_UNFINISHED = re.compile(r"(?:[,/&–—-]|\b(?:and|or|of|to|by|for|with|from|in|the))$|: [^\W\d]", re.IGNORECASE)
"""What breaks off at the end of a line, or says a part after its whole as a heading of the last rank does."""


def row_paths(grid: LogicalGrid, layout: Layout) -> dict[int, tuple[str, ...]]:
    """Return, for every body row with a label, its section rows and its own label."""
    return _RowPaths(grid, layout).read()


class _RowPaths:
    """One pass over the body rows of a table."""

    def __init__(self, grid: LogicalGrid, layout: Layout) -> None:
        self.rows = grid.rows
        self.columns = grid.columns
        self.layout = layout
        self.body = range(layout.header_rows, len(grid.rows))
        self.labels = row_labels(grid, layout)
        self.broken = ""  # a label that goes on in the next row
        self._own_texts = Counter(map(self._own_text, self.body))
        self.empty = self._empty_items()
        self.sections = OpenSections(_indents_matter(self.labels[self.body.start :]))
        self.telling = frozenset(row for row in self.body if _PART.match(self._own_text(row)))
        self.added_up = frozenset(row for first in self.telling for row in self._adding_up(first))
        self.paths: dict[int, tuple[str, ...]] = {}
        self.block: Section | None = None  # the title of the block of rows that is reached

    def read(self) -> dict[int, tuple[str, ...]]:
        title = self._title_of_first_block()
        if title is not None:
            self.block = self._section(title)
            self.sections.open(self.block)
        elif self.body.start and self._text(self.body.start - 1).endswith((":", "：")):
            self.sections.open(self._section(self.body.start - 1))
        for number in self.body:
            if number in self.layout.inner_headers:
                self._open_by_header(number)
            elif not self.labels[number]:
                self.paths[number] = () if self._is_bare_total(number) else self._summed(number)
            elif number not in self.layout.section_rows:
                self._read_row(number)
            elif self._goes_on(number):
                self.broken = self._text(number)
            elif self._is_item(number):
                self.sections.reach(self._row(number))
                self.broken = ""
            else:
                self._open_section(number)
                self.broken = ""
        return self.paths | self._parts_of_rows()

    def _open_by_header(self, number: int) -> None:
        """Open the section that a header row names over the labels; a period, a unit or what heads labels
        names none, and ends those of the header rows above it."""
        text = self._text(number)
        again = self.block is not None and text == self._text(self.layout.header_rows - 1)
        restated = any(text == self._own_text(row) for row in range(self.layout.header_rows))
        if again or _CORNER.fullmatch(text):
            self._clear_to_block()
        elif self.labels[number] and not (restated or speaks_of_period(text) or self._states_unit(number)):
            if self.block and self.block.label not in self.sections.labels():
                self._clear_to_block()
            below = number + any(self.labels[number + 1 : number + 2])
            section = self._section(number)
            indent = min(section.indent, self._indent(below))
            self.sections.open(replace(section, indent=indent), int(self.block is not None))

    def _open_section(self, number: int) -> None:
        section = self._section(number)
        if _PART.fullmatch(section.label) and (whole := self._whole_above(number)):
            section = replace(section, label=whole)
        self.sections.open(section)
        if number + 1 in self.layout.inner_headers and self._is_across(number):
            self.block = section

    def _whole_above(self, number: int) -> str:
        """Return the label of the row above, shares of it passed over, where that is no percentage."""
        above = number - 1
        while above in self.paths and _SHARE.match(self._own_text(above)):
            above -= 1
        label = self._own_text(above) if above in self.paths else ""
        return "" if read_label(label, column=False).measure is Measure.PERCENT else label

    def _clear_to_block(self) -> None:
        """Close all sections but the block of rows, which totals of its parts may have closed too early."""
        self.sections.clear()
        if self.block:
            self.sections.open(self.block)

    def _title_of_first_block(self) -> int | None:
        """Return the header row with the title of the first of several blocks, each with a title across the
        table and a header row below it."""
        across = [row for row in range(self.body.start - 1) if self._is_across(row)]
        blocks = (row for row in self.layout.section_rows if row + 1 in self.layout.inner_headers)
        return across[-1] if across and any(map(self._is_across, blocks)) else None

    def _is_across(self, number: int) -> bool:
        """Tell whether a row is one cell over all columns."""
        cells = self.rows[number]
        return len(cells) == 1 and cells[0].column == 0 and cells[0].column_end == self.columns

    def _states_unit(self, number: int) -> bool:
        return read_unit_caption(self._text(number)) is not None

    def _parts_of_rows(self) -> dict[int, tuple[str, ...]]:
        """Return the paths of the rows that only the row above them tells apart, with that row in them: "of
        which abroad" under each of several rows."""
        alike: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, path in self.paths.items():
            if self.labels[number] and not (_NO_PART.match(path[-1]) or is_total(path[-1])):
                alike[path].append(number)
        parts: dict[int, tuple[str, ...]] = {}
        for numbers in alike.values():
            wholes = [self._whole_of(number) for number in numbers]
            if len({whole for whole in wholes if whole}) == len(numbers) > 1:
                parts |= {
                    number: (*whole, self._text(number))
                    for number, whole in zip(numbers, wholes, strict=True)
                }
        return parts

    def _whole_of(self, number: int) -> tuple[str, ...]:
        """Return the path of the row above that a row is a part or a share of, the nearest less indented one
        of the same sections, or ()."""
        share, numbered = _SHARE.match(self._text(number)), False
        for above in range(number - 1, max(self.body.start, number - _REACH) - 1, -1):
            path = self.paths.get(above, ())
            if path and not numbered and _PART.match(path[-1]):
                return path[:-1]
            if not path or path[:-1] != self.paths[number][:-1] or not self.labels[above]:
                return ()
            further_out = self._indent(above) < self._indent(number) - INDENT_STEP / 2
            if further_out or (share and not _SHARE.match(path[-1])):
                return () if _NO_WHOLE.match(path[-1]) or read_period(path[-1]) else path
            numbered |= numbering(path[-1]) >= 0  # parts that are told are not numbered
        return ()

    def _read_row(self, number: int) -> None:
        row, sections = self._row(number), self.sections
        sections.reach(row)
        last = number == self.body[-1]
        if last and sections.is_exceeded_by(row.label) and _stand_apart(self.paths.values()):
            sections.clear()
        self.paths[number] = (*self._told_in_parts(number), row.label)
        sections.leave(row)
        deeper = row.below > row.indent + INDENT_STEP / 2
        if deeper and row.label.endswith((":", "：")) and EAST_ASIAN.search(row.label):
            sections.open(self._section(number))  # a whole with an amount of its own
        self.broken = ""

    def _told_in_parts(self, number: int) -> tuple[str, ...]:
        """Return the sections that hold a row, and the row that it tells a part of: it begins to, or stands
        deeper below one that does, or adds up with it to that row."""
        held, above = self.sections.labels(), number - 1
        if not self.telling or is_total(self._own_text(number)):
            return held
        if number not in self.telling:
            while above in self.paths and above > number - _REACH and above not in self.telling:
                above -= 1
            told = self.paths.get(above, ()) if above in self.telling else ()
            edge = self._indent(above) + INDENT_STEP / 2
            deeper = all(self._indent(row) > edge for row in range(above + 1, number + 1))
            parts = deeper or number in self.added_up
            return told[:-1] if parts and told[:-2] == held else held
        while above in self.paths and above in self.telling:
            above -= 1
        whole = self.paths.get(above, ())
        if not (whole and self.labels[above]) or whole[:-1] != held:
            return held
        return (*held, whole[-1].rstrip(" :："))

    def _adding_up(self, first: int) -> range:
        """Return the rows below one that tells a part which, with it, add up to the row above."""
        whole = first - 1
        if whole not in self.body or whole in self.telling or not self.labels[whole]:
            return range(0)
        amounts = {column: amount for column, amount in self._amounts(whole).items() if amount}
        sums = dict.fromkeys(amounts, Decimal(0))
        for number in range(first, min(self.body.stop, first + _REACH)):
            text, stated = self._own_text(number), self._amounts(number)
            found = {column: stated.get(column, Decimal(0)) for column in amounts}
            again = number > first and (number in self.telling or sums_up(text) or numbering(text) >= 0)
            if again or not text or number in self.layout.section_rows or found == amounts:
                break
            for column, amount in found.items():
                sums[column] += amount
            rounded = number - first + 1
            if all(_is_rounded(sums[c], a, rounded) for c, a in amounts.items()) and _is_no_chance(amounts):
                return range(first + 1, number + 1)
        return range(0)

    def _amounts(self, number: int) -> dict[int, Decimal]:
        """Return the amounts of a row by their columns, percentages left out."""
        cells = (cell for cell in self.rows[number] if "%" not in cell.text)
        return {cell.column: amount for cell in cells if (amount := _amount(cell)) is not None}

    def _row(self, number: int) -> Row:
        below = range(number + 1, min(self.body.stop, number + _REACH))
        later = takewhile(lambda row: row not in self.layout.section_rows, below)
        return Row(
            self._text(number),
            self._indent(number),
            self._indent_above(number),
            self._indent(number + 1) if below else float("-inf"),
            self._is_heading(number + 1),
            tuple(self._own_text(row) for row in later),
        )

    def _text(self, number: int) -> str:
        """Return a row's label, after the line above that goes on in it."""
        return f"{self.broken} {self._own_text(number)}".strip()

    def _own_text(self, number: int) -> str:
        return " ".join(cell.text for cell in self.labels[number])

    def _indent(self, number: int) -> float:
        return self.labels[number][0].indent if self.labels[number] else float("-inf")

    def _indent_above(self, number: int) -> float:
        """Return the indent of the nearest labelled row above, or infinity where there is none."""
        above = (self._indent(row) for row in range(number - 1, self.body.start - 1, -1) if self.labels[row])
        return next(above, float("inf"))

    def _is_bare_total(self, number: int) -> bool:
        """Tell whether a row without a label is a grand total: it sums up all rows, or is the last, as none
        but a grand total is."""
        if self._sums_all(number):
            return True
        if number != self.body[-1] or not all(self.labels[row] for row in self.body[:-1]):
            return False
        return _stand_apart(self.paths.values())

    def _summed(self, number: int) -> tuple[str, ...]:
        """Return the sections that a row without a label sums up: right below another such row, one less."""
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
        for cell in self.rows[number]:
            total = _amount(cell)
            column = {row: a for row in self.paths if (a := self._amount_in(row, cell.column))}
            items = [a for row, a in column.items() if self.labels[row]]
            if total and len(items) > 1 and total in (sum(column.values()), sum(items)):
                return sum(column.get(row, 0) for row in inside) != total
        return False

    def _amount_in(self, number: int, column: int) -> Decimal | None:
        return next((_amount(cell) for cell in self.rows[number] if cell.column == column), None)

    def _strong(self, number: int) -> int:
        capitals = self._text(number).isupper() and len(self._text(number)) > _ABBREVIATION
        return (self.labels[number][0].bold > _MOSTLY) + capitals

    def _section(self, number: int) -> Section:
        return Section(self._indent(number), self._strong(number), self._text(number), self._leads(number))

    def _leads(self, number: int) -> int:
        """Count the section rows right below one that are not set off from it."""
        first = Section(self._indent(number), 0, "")
        below = number + 1
        while self._is_heading(below) and first.level(self._indent(below)) == 0:
            below += 1
        return below - number - 1

    def _is_heading(self, number: int) -> bool:
        return number in self.layout.section_rows and bool(self.labels[number]) and not self._is_item(number)

    def _is_item(self, number: int) -> bool:
        """Tell whether a row without amounts says that there are none, and opens nothing."""
        if number in self.empty:
            return True
        if not _ITEM.match(self._text(number)):
            return False
        below = number + 1
        deeper = number < self.body[-1] and self._indent(below) > self._indent(number) + INDENT_STEP / 2
        return not deeper or below in self.layout.section_rows or is_total(self._own_text(below))

    def _empty_items(self) -> frozenset[int]:
        """Return the rows that are items without an amount: in a table that proves to print such, where two
        follow each other, and so the first heads nothing; elsewhere those right above a total that is not
        theirs, for its name or as the last row of a table without sections."""
        found = {row for row in self.layout.section_rows if row in self.body[:-1] and self._may_be_empty(row)}
        if any(row + 1 in found for row in found):
            return frozenset(found)
        sure = {row for row in found if is_empty_item(self._own_text(row), self._own_text(row + 1))}
        last = {self.body[-1] - 1} if len(self.body) > _FEWEST_ITEMS else set()
        if self.layout.section_rows.intersection(self.body) == last:
            sure |= {row for row in found & last if sums_up(self._own_text(row + 1))}
        return frozenset(sure)

    def _may_be_empty(self, number: int) -> bool:
        below = number + 1
        if not (self.labels[number] and self.labels[below]) or self._is_across(number):
            return False
        if below in self.layout.inner_headers or self._strong(number) > self._strong(below):
            return False
        # Of rows alike only their sections tell which is which.
        unlike = self._own_texts[self._own_text(below)] == 1
        deeper = self._indent(below) > self._indent(number) + INDENT_STEP / 2
        deeper = deeper and not sums_up(self._own_text(below))
        return unlike and not deeper and may_be_empty_item(self._own_text(number), self._own_text(below))

    def _goes_on(self, number: int) -> bool:
        """Tell whether a label without values is the first line of the next row's label."""
        text, following = self._text(number), number + 1
        if text.endswith((":", "：")) or following not in self.body or not self.labels[following]:
            return False
        if self.rows[following][0].column != 0:
            return False
        if text.count("(") > text.count(")") or self.rows[following][0].text[:1].islower():
            return True
        alike = (
            self._is_heading(following)
            and self._strong(following) == self._strong(number)
            and self._indent(following) == self._indent(number)
        )
        return alike and _UNFINISHED.search(text) is not None


def _amount(cell: JoinedCell) -> Decimal | None:
    number = read_number(cell.text, NumberContext(decimal_comma=cell.decimal_comma))
    return number.displayed if number else None


def _is_no_chance(amounts: Mapping[int, Decimal]) -> bool:
    """Tell whether amounts that rows add up to, column by column, have too many digits to do so by chance."""
    return sum(len(amount.as_tuple().digits) for amount in amounts.values()) >= _BY_CHANCE


def _is_rounded(total: Decimal, amount: Decimal, addends: int) -> bool:
    """Tell whether so many rounded addends may have a rounded amount as their sum."""
    unit = Decimal(1).scaleb(int(amount.as_tuple().exponent))
    return abs(total - amount) <= unit * (addends + 1) / 2


def _stand_apart(paths: Iterable[tuple[str, ...]]) -> bool:
    """Tell whether rows stand in different outermost sections, or some in none."""
    return len({path[:-1][:1] for path in paths}) > 1


def _indents_matter(labels: Iterable[Sequence[JoinedCell]]) -> bool:
    """Tell whether labels begin at several places; numbers and codes of rows beside them do not count."""
    return len({round(row[0].indent / INDENT_STEP) for row in labels if row}) > 1
