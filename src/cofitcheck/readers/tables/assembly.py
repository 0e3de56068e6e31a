"""The blocks of text and the tables of a document, taken in reading order, to a `Document`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from cofitcheck.document import Document, Mention, Place, Table, UnreadTable
from cofitcheck.errors import NoTablesError
from cofitcheck.readers.budget import look
from cofitcheck.readers.tables.build import Surroundings, build_table, has_mentions
from cofitcheck.readers.tables.columns import LogicalGrid, join_columns
from cofitcheck.readers.tables.context import REACH, Context
from cofitcheck.readers.tables.continuation import Carried, Headers, carried_headers, headers_of
from cofitcheck.readers.tables.decimals import Decimals
from cofitcheck.readers.tables.furniture import is_no_data
from cofitcheck.readers.tables.grid import RawGrid
from cofitcheck.readers.tables.layout import is_value
from cofitcheck.readers.tables.registrants import Registrants
from cofitcheck.readers.tables.truncation import truncated_as_said
from cofitcheck.readers.tables.unread import by_page, unread_cells, unread_reason

_AMOUNT = re.compile(r"\d{5}|\d,\d{3}")
"""What amounts in whole units come to."""
EXCERPT = 80
"""How many characters of a table that is not read are kept."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Numbers of a table, by the elements of their places, that are not what they were read as; `reason` says
    why, in a clause, `among` how many numbers the table has."""

    reason: str
    elements: frozenset[int]
    among: int


Check = Callable[[Table, Sequence[Mention]], Doubtful | None]
"""Looks for doubtful numbers in a table as it was read."""


class Assembly:
    """Takes in what a reader finds, from the top of the document down.

    `name` is the document's; `decimals` says how it writes its numbers.
    """

    def __init__(self, name: str, decimals: Decimals) -> None:
        self.name = name
        self.decimals = decimals
        self._context = Context()
        self._registrants = Registrants()
        self._tables: list[Table] = []
        self._mentions: list[Mention] = []
        self._unread: list[UnreadTable] = []
        self._after: list[str] = []  # text since the last table, until it is enough
        self._above: Headers = ()  # those of the last table

    def block(self, text: str, bold: float, chapter: bool = False) -> None:
        """Take in a block of text outside tables: a paragraph or a heading; `bold` is the share of it in
        bold, `chapter` tells that it is the heading of a chapter."""
        self._context.add(text, bold, chapter)
        self._registrants.add(text, bold)
        if self._tables and sum(map(len, self._after)) < REACH:
            self._after.append(text)

    def table(self, raw: RawGrid, place: Place, check: Check | None = None) -> frozenset[int]:
        """Take in a table: one with numbers that state something is read, any other is text laid out.

        What `check` finds doubtful is listed and not read, and so are amounts that cannot be read. Returns
        the elements of the cells so listed.
        """
        look()
        grid = join_columns(raw, self.decimals.uses_comma)
        if is_no_data(grid):
            return frozenset()
        look()
        if not has_mentions(grid):
            self._laid_out(grid)
            return frozenset()
        context = self._context
        carried = self._carried(grid)
        amounts = any(_AMOUNT.search(cell.text) for row in grid.rows for cell in row if is_value(cell))
        caption = context.caption(amounts=amounts) or (self._tables[-1].caption if carried.headers else "")
        around = Surroundings(
            place, context.title(), caption, context.text_before(), context.currency(), context.name()
        )
        table, mentions = build_table(grid, len(self._tables), around, carried)
        doubtful = check(table, mentions) if check else None
        listed = doubtful.elements if doubtful else frozenset()
        kept = [mention for mention in mentions if mention.place.element not in listed]
        if doubtful:
            words = " ".join(cell.text for cell in table.cells)
            cells = [mention.place for mention in mentions if mention.place.element in listed]
            self.give_up(place, doubtful.reason, words, len(listed), doubtful.among, cells)
        if not kept:
            return frozenset(cell.place.element for row in raw.rows for cell in row)
        self._close_after()
        self._above = headers_of(grid, carried)
        self._tables.append(table)
        self._mentions.extend(kept)
        context.close_table(table.caption)
        self._registrants.close_table()
        return listed | self._list_unread(table, mentions)

    def _list_unread(self, table: Table, mentions: Sequence[Mention]) -> frozenset[int]:
        """List the amounts of a table that were not read, once a page, and return their elements."""
        cells = unread_cells(table, mentions)
        for group in by_page(cells):
            first = group[0].places[0]
            place = table.place if table.place.page == first.page else first
            words = ", ".join(cell.text for cell in group)[:EXCERPT]
            reason = unread_reason(group[0].text)
            places = tuple(cell.places[0] for cell in group)
            self._unread.append(UnreadTable(place, reason, words, table.title, len(group), cells=places))
        return frozenset(place.element for cell in cells for place in cell.places)

    def states_numbers(self, raw: RawGrid) -> bool:
        """Tell whether `table` would read numbers from a grid."""
        grid = join_columns(raw, self.decimals.uses_comma)
        return not is_no_data(grid) and has_mentions(grid)

    def give_up(
        self,
        place: Place,
        reason: str,
        words: str,
        numbers: int = 0,
        among: int = 0,
        cells: Iterable[Place] = (),
    ) -> None:
        """List a table as not checked: why, the words it begins with, how many of how many numbers, and where
        they are."""
        title = self._context.title()
        self._unread.append(UnreadTable(place, reason, words[:EXCERPT], title, numbers, among, tuple(cells)))

    def document(self, warnings: tuple[str, ...], source: bytes) -> Document:
        """Return the document at its end. Raises `NoTablesError` where no table has a number."""
        self._close_after()
        if not self._tables and not self._unread:
            raise NoTablesError(
                f"{self.name}: no table with numbers was found; check that the tables are text, not pictures."
            )
        doubt = (self.decimals.doubt,) if self.decimals.doubt else ()
        mentions = tuple(replace(mention, index=index) for index, mention in enumerate(self._mentions))
        tables = tuple(self._registrants.name(self._tables))
        return truncated_as_said(
            Document(self.name, tables, mentions, tuple(self._unread), (*warnings, *doubt), source)
        )

    def _close_after(self) -> None:
        if self._tables and self._after:
            self._tables[-1] = replace(self._tables[-1], text_after=" ".join(self._after)[:REACH])
        self._after.clear()

    def _carried(self, grid: LogicalGrid) -> Carried:
        """Return the headers that a table has from the one before, under the same title."""
        if not self._tables or self._tables[-1].title != self._context.title():
            return Carried()
        return carried_headers(grid, self._above, " ".join(self._after))

    def _laid_out(self, grid: LogicalGrid) -> None:
        for row in grid.rows:
            if row:
                self.block(" ".join(cell.text for cell in row), min(cell.bold for cell in row))
