"""The contexts of a question: of each of the two tables as much as there is room for."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck.document.model import Document, Mention
from cofitcheck.encoding.layouts.context import table_parts
from cofitcheck.encoding.layouts.grouping import mentions_by_table
from cofitcheck.encoding.layouts.parts import Placed, Space, TablePart
from cofitcheck.encoding.pieces import Pieces

STEP = 128
"""What a short table leaves to a long one is rounded to so many tokens, so that few layouts are made."""


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A mention, and where its context shows it."""

    part: TablePart
    placed: Placed


class Contexts:
    """The context texts of a document's tables, numbers hidden, each laid out once for each budget.

    A table that its budget does not hold is cut by rows as in stage 1: the rows far from the asked one go,
    its header and its sections stay.
    """

    def __init__(self, document: Document, pieces: Pieces, room: int) -> None:
        """`room` is how many tokens the two contexts of a question have together."""
        self._tables = {table.index: (table, mentions) for table, mentions in mentions_by_table(document)}
        self._pieces, self._room = pieces, room
        self._laid: dict[tuple[int, int], dict[int, AskedTable]] = {}

    def of_pair(self, first: Mention, second: Mention) -> tuple[AskedTable, AskedTable]:
        """Return where the two mentions are shown. The contexts depend on their two tables alone.

        A table that needs less than half of the room leaves the rest to the other. Raises `ConfigError` where
        the room is too small for any table.
        """
        half = self._room // 2
        spare = [half - self._needed(each.table, half) for each in (first, second)]
        return (
            self._show(first, half + _rounded(spare[1])),
            self._show(second, half + _rounded(spare[0])),
        )

    def _needed(self, table: int, budget: int) -> int:
        """Return how many tokens a table takes; all of the budget where it takes more than one part."""
        parts = {id(each.part): each.part for each in self._parts(table, budget).values()}
        return len(next(iter(parts.values())).tokens) if len(parts) == 1 else budget

    def _show(self, mention: Mention, budget: int) -> AskedTable:
        return self._parts(mention.table, budget)[mention.index]

    def _parts(self, index: int, budget: int) -> dict[int, AskedTable]:
        """Return for each mention of a table where it is shown, when the table is laid out in this budget."""
        if (index, budget) not in self._laid:
            table, mentions = self._tables[index]
            space = Space(self._pieces, budget, budget, masked=True)
            self._laid[index, budget] = {
                placed.mention.index: AskedTable(part, placed)
                for part in table_parts(table, mentions, space)
                for placed in part.placed
            }
        return self._laid[index, budget]


def _rounded(spare: int) -> int:
    return max(spare, 0) // STEP * STEP
