"""The protocol of layouts, and their context text as tokens: words around a table, and the table in Markdown.

The text is that of paper III-A. A table that is too long is cut by rows into *parts*; one whose rows are too
long is cut by columns. Each part has the words, the header and the row labels again. Every mention is in
exactly one part.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from cofitcheck.document import Document, Mention, Table
from cofitcheck.encoding.layouts.parts import BAR, DASHES, Space, TablePart, TableSlice
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.encoding.texts import MarkdownTable, markdown_table
from cofitcheck.errors import InputError

LIMIT = 4096
"""The most tokens of a pass."""


def mentions_by_table(document: Document) -> list[tuple[Table, list[Mention]]]:
    """Return the tables with mentions, each with its own, in the order of their first mentions.

    Raises `InputError` when a mention stands in a table that the document does not have.
    """
    tables = {table.index: table for table in document.tables}
    held: dict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        if mention.table not in tables:
            raise misplaced(document, mention, "table")
        held[mention.table].append(mention)
    return [(tables[index], mentions) for index, mentions in held.items()]


def misplaced(document: Document, mention: Mention, missing: str) -> InputError:
    """Return the error for a mention whose table or cell (`missing` says which) is not there."""
    return InputError(
        f"{document.name}: mention {mention.index} is said to stand in table {mention.table}, row "
        f"{mention.row}, column {mention.column}, but there is no such {missing}: read the document again."
    )


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """The settings of a pass: it has at most `limit` tokens, and its numbers are hidden where `masked`.

    Attention is `causal` or not. `positions` is for models with few of them: every token stands below it (0:
    only the limit holds).
    """

    limit: int = LIMIT
    masked: bool = True
    causal: bool = True
    positions: int = 0

    @property
    def reach(self) -> int:
        """How many positions a pass may use."""
        return min(self.limit, self.positions or self.limit)


def context_parts(document: Document, space: Space) -> Iterator[TablePart]:
    """Yield the parts of every table with mentions.

    Raises `InputError` when a mention stands where the document has no table or no cell.
    """
    by_table = mentions_by_table(document)
    _check_cells(document, by_table)
    laid = [markdown_table(table, mentions, space.masked) for table, mentions in by_table]
    space.pieces.remember(chain.from_iterable(map(_cell_texts, laid)))
    for (table, mentions), markdown in zip(by_table, laid, strict=True):
        for each in _slices(table, markdown, mentions, space):
            yield from each.parts()


def table_parts(table: Table, mentions: Sequence[Mention], space: Space) -> tuple[TablePart, ...]:
    """Return the parts of one table; each of its mentions is in exactly one."""
    markdown = markdown_table(table, mentions, space.masked)
    space.pieces.remember(_cell_texts(markdown))
    return tuple(part for each in _slices(table, markdown, mentions, space) for part in each.parts())


def _slices(
    table: Table, markdown: MarkdownTable, mentions: Sequence[Mention], space: Space
) -> Iterator[TableSlice]:
    """Yield the whole table, or groups of its columns where some of its rows would not fit."""
    whole = TableSlice(space, table, markdown, mentions, markdown.columns)
    if whole.fits():
        yield whole
        return
    for columns in _column_groups(markdown, whole.needed_by_column(), space):
        held = [mention for mention in mentions if mention.column in columns]
        if held:
            yield TableSlice(space, table, markdown, held, columns)


def _column_groups(
    markdown: MarkdownTable, needed: Mapping[int, int], space: Space
) -> Iterator[tuple[int, ...]]:
    """Yield groups of columns, label columns first. Rows take at most half a part, the header a quarter."""
    bar = len(space.pieces.ids(BAR))
    most = space.context // 4 // (bar + len(space.pieces.ids(DASHES)))
    stubs = markdown.stubs[: most // 2]
    group: list[int] = []
    width = len(stubs) * bar
    for column in (each for each in markdown.columns if each not in stubs):
        if group and (len(stubs) + len(group) == most or width + needed[column] > space.context // 2):
            yield (*stubs, *group)
            group, width = [], len(stubs) * bar
        group.append(column)
        width += needed[column]
    yield (*stubs, *group)


def split_tables(passes: Sequence[PackedPass]) -> dict[int, int]:
    """Return the number of passes of each table that takes more than one."""
    return {table: count for table, count in Counter(each.source for each in passes).items() if count > 1}


def _cell_texts(markdown: MarkdownTable) -> Iterator[str]:
    texts = chain(markdown.header.values(), *(row.values() for row in markdown.body.values()))
    return (f" {text}" for text in texts)


def _check_cells(document: Document, by_table: Sequence[tuple[Table, Sequence[Mention]]]) -> None:
    for table, mentions in by_table:
        cells = {(cell.row, cell.column) for cell in table.cells}
        for mention in mentions:
            if (mention.row, mention.column) not in cells:
                raise misplaced(document, mention, "cell")


class Layout(Protocol):
    """Lays out the tables of a document for an encoder; training and inference share it."""

    @property
    def padding(self) -> int:
        """The token that fills the shorter passes of a batch."""
        ...

    def passes(self, document: Document) -> list[PackedPass]:
        """Return the passes; every mention of the document is in exactly one of them."""
        ...
