"""The total of a note, which is the line of a statement that the note explains."""

from __future__ import annotations

from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import NUMERALS, REFERENCES
from cofitcheck.numbers.relations import EXACT

_NUMBERED = re.compile(r"\W*\d")
"""How the heading of a note begins: a table of segments may look like a statement of income."""
_NUMBER = re.compile(
    rf"\W*+(?:{REFERENCES}\s*)?[(（]?(?:\d{{1,2}}|[{NUMERALS}]{{1,3}})(?:[.)）、:：–—-]\s*|\s+)",
    re.IGNORECASE,
)
_FEWEST = 2
"""The fewest lines that add up to a total."""


def heading(grid: Grid, table: int) -> str:
    """Return the heading next to a table."""
    return grid.document.tables[table].title.rpartition(" — ")[2]


def is_numbered(title: str) -> bool:
    """Tell whether a heading begins with a number, as that of a note."""
    return _NUMBERED.match(title) is not None


def named_by_heading(grid: Grid, table: int) -> str:
    """Return what a note is of, as its heading says; "" where this has no number of a note."""
    title = heading(grid, table)
    number = _NUMBER.match(title)
    return title[number.end() :].casefold().strip(" :,.") if number else ""


def comes_out(grid: Grid, total: Mention) -> bool:
    """Tell whether a number is exactly the sum of all others of its column."""
    parts = [each for each in grid.column(total.index) if each.number.measure in AMOUNTS]
    values = [each.number.value for each in parts if each.number.value is not None]
    return len(values) >= _FEWEST and sum(values, Decimal(0)) == EXACT.plus(total.number.value or Decimal(0))
