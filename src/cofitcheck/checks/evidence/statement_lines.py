"""The lines of the statements by their names: which row of a table is total assets, or net income."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cofitcheck import patterns as re
from cofitcheck.caching import cached, once_a_document
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_roles import (
    ACTIVITIES,
    BALANCE_SHEET,
    CASH_FLOWS,
    INCOME,
    lines_said,
    spellings,
    with_roles,
)
from cofitcheck.document import Document, Mention
from cofitcheck.language.lexicon import STATEMENT_LINES
from cofitcheck.numbers import Measure

AMOUNTS = (Measure.MONEY, Measure.UNKNOWN)
NAMED = {line: re.compile(words) for line, words in STATEMENT_LINES.items()}
"""What the whole label of each line of `language.model.Statements` matches."""
_STATEMENTS = {
    BALANCE_SHEET: (frozenset({"assets"}), frozenset({"assets", "funding", "equity", "liabilities"})),
    CASH_FLOWS: (
        frozenset({"operating"}),
        frozenset({"operating", "investing", "financing", "closing", "opening", "change"}),
    ),
    INCOME: (
        frozenset({"operating_income", "pretax", "net_income"}),
        frozenset(
            {"revenue", "cost", "gross_profit", "expenses", "operating_income", "pretax", "tax", "net_income"}
        ),
    ),
    "comprehensive income": (
        frozenset({"net_income"}),
        frozenset({"net_income", "other_comprehensive", "comprehensive"}),
    ),
}
"""The lines of which each statement has one, and those of which it has two or more: a note has fewer."""
COME_TO = frozenset(
    "assets current_assets other_assets liabilities current_liabilities other_liabilities equity funding "
    "operating investing financing change gross_profit expenses operating_income other_income pretax "
    "net_income comprehensive".split()
)
"""The lines of statements that others come to."""
_SEVERAL = 2


def label_of(mention: Mention) -> str:
    """Return the label of a mention's row as it is compared."""
    return compared(mention.row_path)


@cached(65536)
def compared(path: tuple[str, ...]) -> str:
    """Return the last label of a path as it is compared: in lower case, without a colon at its end."""
    return " ".join(path[-1].split()).casefold().strip(" :.") if path else ""


@cached(65536)
def names_cost(label: str) -> bool:
    """Tell whether a label, as it is compared, is that of a cost, which many print without a sign."""
    return any(NAMED[line].fullmatch(label) for line in ("cost", "expenses", "tax"))


@cached(65536)
def names_sum(label: str) -> bool:
    """Tell whether a label, as it is compared, is that of a line of a statement that others come to."""
    return bool(lines_named(label) & COME_TO) or bool(activities_named(label))


@cached(65536)
def lines_named(label: str) -> frozenset[str]:
    """Return the lines of statements that a label, as it is compared, is a name of."""
    return frozenset(
        line for line, pattern in NAMED.items() if any(pattern.fullmatch(each) for each in spellings(label))
    )


def activities_named(label: str) -> frozenset[str]:
    """Return which of the three activities a label, as it is compared, says the cash of."""
    return (lines_named(label) | lines_said(label)) & ACTIVITIES


def lines_of(mentions: Sequence[Mention]) -> Mapping[str, Mapping[int, Mention]]:
    """Return the numbers of each line that a table has once, by column; a line that no label names by what
    it is called besides, and by where it stands."""
    rows: dict[int, dict[int, Mention]] = {}
    for mention in mentions:
        if mention.number.value is not None and mention.number.measure in AMOUNTS:
            rows.setdefault(mention.row, {})[mention.column] = mention
    labels = {row: label_of(next(iter(cells.values()))) for row, cells in rows.items()}
    found: dict[str, list[int]] = {line: [] for line in NAMED}
    for row, label in labels.items():
        for line in lines_named(label):
            found[line].append(row)
    once = {line: at[0] for line, at in found.items() if len(at) == 1}
    told = with_roles(once, labels)
    return {line: rows[row] for line, row in told.items() if len(found[line]) < _SEVERAL}


@once_a_document
def lines_by_table(document: Document) -> Mapping[int, Mapping[str, Mapping[int, Mention]]]:
    """Return for each table its lines (see `lines_of`)."""
    tables: dict[int, list[Mention]] = {table.index: [] for table in document.tables}
    for each in sorted(document.mentions, key=lambda mention: (mention.row, mention.column)):
        tables[each.table].append(each)
    return {table: lines_of(mentions) for table, mentions in tables.items()}


def statement_of(lines: Mapping[str, object]) -> str:
    """Return which statement a table is that states `lines`, "" where it is none."""
    stated = lines.keys()
    return next(
        (
            name
            for name, (main, every) in _STATEMENTS.items()
            if main & stated and len(every & stated) >= _SEVERAL
        ),
        "",
    )


def rows_of_sums(lines: Mapping[str, Mapping[int, Mention]]) -> frozenset[int]:
    """Return the rows of a statement with these lines that others come to, by their names or by where they
    stand; none of a table that is no statement."""
    sums = (cell.row for line in COME_TO & lines.keys() for cell in lines[line].values())
    return frozenset(sums if statement_of(lines) else ())


def are_undated(grid: Grid, *mentions: Mention) -> bool:
    """Tell whether numbers are of no period that is said, each in a table with one column: of the only one
    that the document speaks of."""
    return not any(grid.periods[each.index].year for each in mentions) and all(
        len({other.column for other in grid.table(each.table) if other.number.measure in AMOUNTS}) == 1
        for each in mentions
    )
