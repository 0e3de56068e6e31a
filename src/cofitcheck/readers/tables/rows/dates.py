"""Section rows that date the blocks of a table: each holds to the next, whatever totals come between."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import is_total
from cofitcheck.periods.text import states_period_only
from cofitcheck.readers.tables.rows.body import Body
from cofitcheck.readers.tables.rows.section import summed

_BALANCE = re.compile(r"\bbalances?\b", re.IGNORECASE)
"""What opens or ends a movement, and dates none."""


class DatedBlocks:
    """The dates of the blocks of a table that is nothing but such blocks, and the one that is reached.

    They begin with the first row, and are of one depth and of different periods.
    """

    def __init__(self, body: Body) -> None:
        self.body = body
        self._rows = self._found()
        self._date = ""

    def _found(self) -> frozenset[int]:
        body = self.body
        rows = [
            row
            for row in body.layout.section_rows
            if row in body.numbers and body.labels[row] and _dates(body.text(row))
        ]
        first = next((row for row in body.numbers if body.labels[row]), None)
        several = len({body.text(row) for row in rows}) == len(rows) > 1
        beside = len({body.indent(row) for row in rows}) == 1
        return frozenset(rows) if first in rows and several and beside else frozenset()

    def reach(self, section: int) -> None:
        """Take in the next section row."""
        if section in self._rows:
            self._date = self.body.text(section).rstrip(" :：")

    def around(self, sections: tuple[str, ...], label: str) -> tuple[str, ...]:
        """Return the open sections over a row with the date of its block; a total that names nothing may be
        one of all blocks."""
        of_all = is_total(label) and not summed(label)
        return sections if not self._date or self._date in sections or of_all else (self._date, *sections)


def _dates(label: str) -> bool:
    return states_period_only(label) and not _BALANCE.search(label)
