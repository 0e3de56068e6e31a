"""What grids of cells mean, whatever format they came from: an `Assembly` makes a `Document` of them.

A reader finds the blocks of text and the tables of its format, lays each table out as a `RawGrid`, and hands
them over in reading order. Headers, sections, units, periods, titles and continuations are read here.
"""

from cofitcheck.readers.tables.assembly import Assembly, Check, Doubtful
from cofitcheck.readers.tables.decimals import Decimals
from cofitcheck.readers.tables.passages import Source
from cofitcheck.readers.tables.raw import (
    MAX_COLUMNS,
    MAX_ROWS,
    DeclaredScope,
    RawCell,
    RawGrid,
    TableTooLargeError,
    fold,
)

__all__ = [
    "MAX_COLUMNS",
    "MAX_ROWS",
    "Assembly",
    "Check",
    "Decimals",
    "DeclaredScope",
    "Doubtful",
    "RawCell",
    "RawGrid",
    "Source",
    "TableTooLargeError",
    "fold",
]
