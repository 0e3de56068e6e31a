"""The lines of the balance sheet and the income statement that accounts come to: no sums of others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from cofitcheck.books import AccountClass, StatementKind, StatementLine, Statements
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import (
    AMOUNTS,
    BALANCE_SHEET,
    NAMED,
    label_of,
    lines_by_table,
    statement_of,
)
from cofitcheck.document import Mention
from cofitcheck.document.structure import RowRole
from cofitcheck.errors import InputError
from cofitcheck.language.books import concepts_of
from cofitcheck.language.lexicon import is_total
from cofitcheck.language.meanings import OPPOSITES
from cofitcheck.periods import Period

_INCOME = "income"
_STATEMENTS = {BALANCE_SHEET: StatementKind.POSITION, _INCOME: StatementKind.RESULT}
_SIDES = {
    "assets": AccountClass.ASSET,
    "current_assets": AccountClass.ASSET,
    "other_assets": AccountClass.ASSET,
    "liabilities": AccountClass.LIABILITY,
    "current_liabilities": AccountClass.LIABILITY,
    "other_liabilities": AccountClass.LIABILITY,
    "equity": AccountClass.EQUITY,
    "funding": AccountClass.EQUITY,
}
"""The class of what stands above each total of a balance sheet."""
_RESULTS = ("gross_profit", "operating_income", "pretax", "net_income", "comprehensive")
"""What an income statement comes to, whatever stands above it."""
_EQUITY = re.compile(OPPOSITES["funding"], re.IGNORECASE)
_LIABILITIES = re.compile(OPPOSITES["liabilities"], re.IGNORECASE)
_FEWEST_PARTS, _MOST_PARTS = 2, 10
_SUMMARY = 0.6
"""A table with less than this share of the lines of the longest is a summary."""
_YEARS = 2
_NIL = Decimal(0)


def read_statements(grid: Grid, tables: Sequence[int] = ()) -> Statements:
    """Return the lines of the first balance sheet and the first income statement of a document, or of those
    among `tables`. Raises `InputError` where there is none."""
    found: dict[StatementKind, list[_Face]] = {}
    for table in grid.document.tables:
        name = statement_of(lines_by_table(grid.document)[table.index])
        if name in _STATEMENTS and (not tables or table.index in tables):
            kind = _STATEMENTS[name]
            found.setdefault(kind, []).append(_face(grid, kind, table.index))
    if not found:
        raise InputError(
            f"{grid.document.name}: no balance sheet and no income statement was found in its tables; "
            "cofitcheck inspect lists them, and --table N names one."
        )
    position = _first(_long(found.get(StatementKind.POSITION, [])))
    results = _long(found.get(StatementKind.RESULT, []))
    if position is not None:
        # Selected data of five years may be as long as the statement, which stands with the balance sheet.
        results.sort(key=lambda face: abs(face.table - position.table))
    faces = [face for face in (position, _first(results)) if face]
    lines = [line for face in faces for line in face.lines]
    result = next((face.result for face in faces if face.result), ())
    return Statements(grid.document.name, (), result).of(lines)


@dataclass(frozen=True, slots=True)
class _Face:
    table: int
    lines: list[StatementLine]
    result: tuple[Decimal, ...]


def _long(faces: Sequence[_Face]) -> list[_Face]:
    """Return the statements that are about as long as the longest: a summary has fewer lines."""
    most = max((len(face.lines) for face in faces), default=0)
    return [face for face in faces if len(face.lines) >= _SUMMARY * most]


def _first(faces: Sequence[_Face]) -> _Face | None:
    return next(iter(faces), None)


def _face(grid: Grid, kind: StatementKind, table: int) -> _Face:
    columns = _columns(grid, table)
    rows = _rows(grid, table, columns)
    named = {
        row: line
        for line, pattern in NAMED.items()
        for row, cells in rows.items()
        if pattern.fullmatch(label_of(next(iter(cells.values()))))
    }
    last = _last_row(named, kind)
    structure = grid.document.tables[table].structure
    kept = {row: cells for row, cells in rows.items() if row <= last}
    sums = _sums(kept, columns)
    classes = _classes(rows, named) if kind is StatementKind.POSITION else {}
    turned = _turned(kept)
    lines = []
    for row, cells in kept.items():
        first = next(iter(cells.values()))
        is_result = named.get(row) in (_RESULTS if kind is StatementKind.RESULT else _SIDES)
        is_sum = structure.rows[row] is RowRole.TOTAL or is_total(first.row_path[-1])
        is_sum = is_result or row in sums or (is_sum and _parts_above(row, kept, sums))
        if not is_sum and structure.rows[row] is not RowRole.PART:
            stated = [cells.get(column) for column in columns]
            lines.append(_line(kind, first, stated, classes.get(row), turned=turned))
    net = kept.get(last, {}) if kind is StatementKind.RESULT else {}
    return _Face(table, lines, tuple(_value(net, column) for column in columns) if net else ())


def _columns(grid: Grid, table: int) -> list[int]:
    """Return the columns of this year and, where there is one, of the year before: balances go by their day;
    of spans that end on the same day, the longest counts."""
    periods: dict[int, Counter[Period]] = {}
    for mention in grid.table(table):
        if mention.number.measure in AMOUNTS and not says_change(mention.column_path):
            periods.setdefault(mention.column, Counter())[grid.periods[mention.index]] += 1
    of_column = {column: counts.most_common(1)[0][0] for column, counts in sorted(periods.items())}
    dated = {column: period for column, period in of_column.items() if period.year}
    if not dated:
        return list(of_column)[:_YEARS]
    longest = max(period.months for period in dated.values())
    first_of: dict[tuple[int, int, int], int] = {}
    for column, period in dated.items():
        if period.months == longest:
            first_of.setdefault((period.year, period.month, period.day), column)
    ends = sorted(first_of, reverse=True)
    return [first_of[end] for end in ends[:_YEARS]]


def _rows(grid: Grid, table: int, columns: Sequence[int]) -> dict[int, dict[int, Mention]]:
    """Return the amounts of each row, by column; blanks count as none where the row has an amount."""
    rows: dict[int, dict[int, Mention]] = {}
    for mention in grid.table(table):
        if mention.number.measure in AMOUNTS and mention.row_path and mention.column in columns:
            rows.setdefault(mention.row, {})[mention.column] = mention
    stated = {
        row: cells
        for row, cells in rows.items()
        if any(each.number.value is not None for each in cells.values())
    }
    return dict(sorted(stated.items()))


def _last_row(named: Mapping[int, str], kind: StatementKind) -> int:
    """Return the row behind which a statement has no lines of its own."""
    ends = ("net_income",) if kind is StatementKind.RESULT else ("funding", "assets", "equity")
    if kind is StatementKind.RESULT:
        return min((row for row, line in named.items() if line in ends), default=1 << 30)
    return max((row for row, line in named.items() if line in ends), default=1 << 30)


def _value(cells: Mapping[int, Mention], column: int) -> Decimal:
    mention = cells.get(column)
    return _NIL if mention is None or mention.number.value is None else mention.number.value


def _sums(rows: Mapping[int, Mapping[int, Mention]], columns: Sequence[int]) -> set[int]:
    """Return the rows that are sums of rows above them, in all columns: of all rows since the last such row,
    or of that row and what followed."""
    found: set[int] = set()
    since: list[int] = []
    before: int | None = None
    for row in rows:
        if _comes_to(rows, row, since, before, columns):
            found.add(row)
            before, since = row, []
        else:
            since.append(row)
    return found


def _comes_to(
    rows: Mapping[int, Mapping[int, Mention]],
    row: int,
    since: Sequence[int],
    before: int | None,
    columns: Sequence[int],
) -> bool:
    """Tell whether a row is what stood before with what followed, each added or deducted, in all columns."""
    stated = [_value(rows[row], column) for column in columns]
    if not any(stated) or not since or len(since) > _MOST_PARTS:
        return False
    for first in ([before] if before is not None else []), []:
        if len(first) + len(since) >= _FEWEST_PARTS:
            terms = [*first, *since]
            values = [[_value(rows[each], column) for each in terms] for column in columns]
            signs = product((1, -1), repeat=len(terms) - 1)
            if any(_signed(values, (1, *each)) == stated for each in signs):
                return True
    return False


def _signed(values: Sequence[Sequence[Decimal]], signs: Sequence[int]) -> list[Decimal]:
    return [sum((sign * value for sign, value in zip(signs, column, strict=True)), _NIL) for column in values]


def _parts_above(row: int, rows: Mapping[int, object], sums: set[int]) -> bool:
    """Tell whether lines that are no sums stand right above a row."""
    above = [each for each in rows if each < row]
    return bool(above) and above[-1] not in sums


def _classes(rows: Mapping[int, Mapping[int, Mention]], named: Mapping[int, str]) -> dict[int, AccountClass]:
    """Return the class of each line of a balance sheet: of the total that it leads to, unless its section or
    its name is of another."""
    totals = sorted((row, line) for row, line in named.items() if line in _SIDES)
    row_of = {line: row for row, line in totals}
    found: dict[int, AccountClass] = {}
    for row, cells in rows.items():
        line = next((line for total, line in totals if total >= row), "")
        if line == "equity" and "liabilities" not in row_of:
            found[row] = _funding_class(next(iter(cells.values())))
        elif line == "funding":
            # Behind total equity stand the liabilities, unless their total stands above.
            owed = row_of.get("equity", row) < row and row_of.get("liabilities", row) >= row
            found[row] = AccountClass.LIABILITY if owed else _funding_class(next(iter(cells.values())))
        elif line:
            found[row] = _SIDES[line]
    return found


def _funding_class(mention: Mention) -> AccountClass:
    """Return the class of a line that leads to total equity, or to what funds the assets: not every balance
    sheet has a total of liabilities."""
    sections = " ".join(mention.row_path[:-1]).casefold()
    if _EQUITY.search(sections) and not _LIABILITIES.search(sections):
        return AccountClass.EQUITY
    kinds = [kind for kind, _ in concepts_of(mention.row_path[-1]) if kind in ("liability", "equity")]
    return AccountClass(kinds[0]) if kinds else AccountClass.EQUITY


def _turned(rows: Mapping[int, Mapping[int, Mention]]) -> bool:
    """Tell whether an income statement prints expenses as negative numbers."""
    values = [
        value
        for cells in rows.values()
        for mention in cells.values()
        if (value := mention.number.value) and _class_of_flow(mention) is AccountClass.EXPENSE
    ]
    return 2 * sum(value < 0 for value in values) > len(values)


def _class_of_flow(mention: Mention) -> AccountClass | None:
    label = label_of(mention)
    if any(NAMED[line].fullmatch(label) for line in ("cost", "tax", "expenses")):
        return AccountClass.EXPENSE
    kinds = {AccountClass(kind) for kind, _ in concepts_of(label)}
    of_result = {kind for kind in kinds if kind.is_of_result}
    if len(of_result) == 1:
        return of_result.pop()
    return None


def _line(
    statement: StatementKind,
    first: Mention,
    cells: Sequence[Mention | None],
    kind: AccountClass | None,
    *,
    turned: bool,
) -> StatementLine:
    known = kind or _class_of_flow(first)
    values = [_NIL if cell is None else cell.number.value or _NIL for cell in cells]
    side = 1 if known is None else known.side
    shown_negative = known is AccountClass.EXPENSE and turned
    # An expense below nil among positive ones may be a credit, or be printed in brackets as what it is.
    either = statement is StatementKind.RESULT and (
        known is None or (known is AccountClass.EXPENSE and not turned and any(value < 0 for value in values))
    )
    return StatementLine(
        index=0,
        statement=statement,
        label=" ".join(first.row_path[-1].split()).strip(" :"),
        path=first.row_path[:-1],
        kind=known,
        mentions=tuple(None if cell is None else cell.index for cell in cells),
        texts=tuple("" if cell is None else cell.text for cell in cells),
        amounts=tuple(value * side * (-1 if shown_negative else 1) for value in values),
        unit=Decimal(1).scaleb(max(each.number.precision for each in cells if each is not None)),
        either=either,
    )
