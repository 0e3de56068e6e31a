"""The blocks of text and the tables of a document, taken in reading order, to a `Document`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from cofitcheck import patterns as re
from cofitcheck.document import (
    Document,
    Listed,
    Mention,
    Place,
    Table,
    UncheckedCode,
    UncheckedReason,
    UnreadTable,
)
from cofitcheck.errors import NoTablesError
from cofitcheck.prose import read_prose
from cofitcheck.readers.settings import look
from cofitcheck.readers.tables.analysis import (
    NEAR,
    CarriedHeaders,
    Headers,
    HeadsAbove,
    TableAnalysis,
    carried_headers,
    headers_of,
    lent_headers,
)
from cofitcheck.readers.tables.around import REACH, DocumentContext
from cofitcheck.readers.tables.cells import is_value
from cofitcheck.readers.tables.decimals import Decimals
from cofitcheck.readers.tables.logical import LogicalGrid, join_columns
from cofitcheck.readers.tables.money import in_document_currency, truncated_as_said
from cofitcheck.readers.tables.no_data import (
    by_page,
    headless,
    headless_reason,
    is_no_data,
    page_number,
    unread_cells,
    unread_reason,
)
from cofitcheck.readers.tables.passages import Passages, Source
from cofitcheck.readers.tables.raw import RawGrid
from cofitcheck.readers.tables.registrants import Reached, Registrants
from cofitcheck.readers.tables.table import Surroundings, build_table, has_mentions

_AMOUNT = re.compile(r"\d{5}|\d,\d{3}")
"""An amount of five digits or more, or one with a separator, as amounts in whole units are."""
EXCERPT = 80
"""How many characters of a table that is not read are kept."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Numbers of a table, by the elements of their places, that are not what they were read as; `reason` says
    why, `among` how many numbers the table has."""

    reason: UncheckedReason
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
        self._context = DocumentContext()
        self._registrants = Registrants()
        self._passages = Passages()
        self._tables: list[Table] = []
        self._mentions: list[Mention] = []
        self._unread: list[UnreadTable] = []
        self._listings: list[tuple[Listed, ...]] = []
        self._after: list[str] = []  # text since the last table, until it is enough
        self._above: Headers = ()  # those of the last table
        self._heads = HeadsAbove()
        self._in_pieces = (
            False  # whether the last table is one of several below headers that none of them has
        )
        self._beside_notes = (
            0  # how many columns of amounts those headers, or the last table, have beside notes
        )

    def block(self, text: str, bold: float, source: Source, chapter: bool = False) -> None:
        """Take in a block of text outside tables: a paragraph or a heading; `bold` is the share of it in
        bold, `chapter` tells that it is the heading of a chapter."""
        self._heads.add([(0, text)])
        self._say(text, bold, chapter)
        self._passages.add(text, bold, source, self._context, self._reached)

    @property
    def _reached(self) -> Reached:
        return self._registrants.reached

    def _say(self, text: str, bold: float, chapter: bool = False) -> None:
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
        analysis = TableAnalysis(join_columns(raw, self.decimals.uses_comma))
        if is_no_data(analysis):
            self._list_parts(analysis.grid)
            return frozenset()
        look()
        if not has_mentions(analysis):
            self._laid_out(analysis.grid)
            return frozenset()
        context = self._context
        analysis, carried = self._under_headers(analysis)
        shown = (cell for row in analysis.grid.rows for cell in row)
        amounts = any(_AMOUNT.search(cell.text) for cell in shown if is_value(cell))
        caption = context.caption(amounts=amounts) or carried.caption
        around = Surroundings(
            place, context.title(), caption, context.text_before(), context.currency(), context.name()
        )
        table, mentions = build_table(analysis, len(self._tables), around, carried)
        doubtful = check(table, mentions) if check else None
        listed = doubtful.elements if doubtful else frozenset()
        kept = [mention for mention in mentions if mention.place.element not in listed]
        if doubtful:
            words = " ".join(cell.text for cell in table.cells)
            cells = [mention.place for mention in mentions if mention.place.element in listed]
            self.give_up(place, doubtful.reason, words, len(listed), doubtful.among, cells)
        lost = self._in_pieces and not carried.headers
        if bare := headless(kept, lost):
            words = " ".join(cell.text for cell in table.cells)
            reason = headless_reason(bare)
            self.give_up(place, reason, words, len(bare), len(mentions), [mention.place for mention in bare])
            listed |= {mention.place.element for mention in bare}
            kept = [mention for mention in kept if mention.place.element not in listed]
        if not lost:
            self._above = headers_of(analysis, carried)
            self._beside_notes = len(self._above) if table.note_columns else self._beside_notes
        if not kept:
            return frozenset(cell.place.element for row in raw.rows for cell in row)
        self._close_after()
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
        table = TableAnalysis(join_columns(raw, self.decimals.uses_comma))
        return not is_no_data(table) and has_mentions(table)

    def give_up(
        self,
        place: Place,
        reason: UncheckedReason,
        words: str,
        numbers: int = 0,
        among: int = 0,
        cells: Iterable[Place] = (),
    ) -> None:
        """List a table as not checked: why, the words it begins with, how many of how many numbers are meant
        (`numbers` of `among`), and where they are."""
        title = self._context.title()
        self._unread.append(UnreadTable(place, reason, words[:EXCERPT], title, numbers, among, tuple(cells)))

    def document(self, warnings: tuple[UncheckedReason, ...], source: bytes) -> Document:
        """Return the document at its end; one of sentences alone has a warning that says so.

        Raises `NoTablesError` where neither a table nor a sentence has a number.
        """
        self._close_after()
        alone = not self._tables and not self._unread
        if alone:
            warnings = (*warnings, UncheckedReason(UncheckedCode.NO_TABLES))
        doubt = (self.decimals.doubt,) if self.decimals.doubt else ()
        mentions = tuple(replace(mention, index=index) for index, mention in enumerate(self._mentions))
        tables = tuple(self._registrants.name(self._tables))
        document = Document(self.name, tables, mentions, tuple(self._unread), (*warnings, *doubt), source)
        passages = self._passages.passages(self._registrants)
        document = replace(
            document,
            passages=passages,
            listings=tuple(self._listings),
            page_labels=tuple(self._passages.page_labels),
        )
        document = truncated_as_said(in_document_currency(document))
        if alone and not read_prose(document).mentions:
            raise NoTablesError(
                f"{self.name}: no table with numbers was found; check that the tables are text, not pictures."
            )
        return document

    def _close_after(self) -> None:
        if self._tables and self._after:
            self._tables[-1] = replace(self._tables[-1], text_after=" ".join(self._after)[:REACH])
        self._after.clear()

    def _under_headers(self, table: TableAnalysis) -> tuple[TableAnalysis, CarriedHeaders]:
        """Return a table and the headers that it has from above.

        The table is told of the notes that headers above it name. The headers are those of the rows above it,
        or those of the table before, where that has the same title or stands under the same headers.
        """
        heads, near = self._heads, self._heads.length <= NEAR
        if heads.columns:
            self._beside_notes = heads.columns if heads.name_notes else 0
        elif not near:
            self._beside_notes = 0
        table = table.beside_notes(self._beside_notes)
        carried, own = lent_headers(table, heads), bool(table.own_headers)
        unfit = heads.columns > 1 and not (carried.headers or own)
        goes_on = near and self._in_pieces and not heads.columns
        self._in_pieces = bool(carried.headers or unfit or goes_on) and not own
        heads.pass_table(headed=bool(carried.headers or own))
        if carried.headers or unfit or not self._tables:
            return table, carried
        if not self._in_pieces and self._tables[-1].title != self._context.title():
            return table, CarriedHeaders()
        between = "" if goes_on else " ".join(self._after)
        return table, carried_headers(table, self._above, self._tables[-1].caption, between)

    def _list_parts(self, grid: LogicalGrid) -> None:
        """Keep the rows of a table of contents or an index of exhibits, or the number of a page."""
        rows = [Listed(tuple(cell.text for cell in row), row[0].parts[0].place) for row in grid.rows if row]
        if len(rows) > 1:
            self._listings.append(tuple(rows))
        else:
            self._passages.page_labels += [replace(row, texts=(page_number(row.texts),)) for row in rows]

    def _laid_out(self, grid: LogicalGrid) -> None:
        for row in grid.rows:
            if row:
                self._heads.add([(cell.column, cell.text) for cell in row])
                self._say(" ".join(cell.text for cell in row), min(cell.bold for cell in row))
                self._passages.add_row(row, self._context, self._reached)
