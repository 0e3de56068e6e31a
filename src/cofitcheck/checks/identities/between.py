"""Equations between two tables: the parts stand in one table and the total in another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, NAMED, are_undated, label_of, lines_by_table
from cofitcheck.checks.identities.equations import (
    Equation,
    Family,
    digits,
    is_interim,
    same_date,
    same_period,
    value,
)
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import (
    CURRENT_SIGNS,
    CURRENT_WORDS,
    NONCURRENT_SIGNS,
    NONCURRENT_WORDS,
    without_total,
)
from cofitcheck.language.meanings import OPPOSITES
from cofitcheck.mentions.words import mention_bases
from cofitcheck.periods import Period

_WORD = re.compile(r"\w+")
_REST = re.compile(rf"\b(?:{OPPOSITES['rest']})\b|^(?:{OPPOSITES['left_over']})$", re.IGNORECASE)
_MOST_RESTRICTED = 3
"""The most lines of restricted cash that are used. Of more, some are parts of others."""
_NON_CURRENT = re.compile(rf"\b{NONCURRENT_WORDS}\b|{NONCURRENT_SIGNS}", re.IGNORECASE)
_CURRENT = re.compile(rf"\b{CURRENT_WORDS}\b|{CURRENT_SIGNS}", re.IGNORECASE)

_FEWEST = 2
"""How many columns must come to numbers of one line."""
_MOST = 12
"""The most rows of a table without a total that is added up. A longer one is a list."""
_SHORTEST = 3
"""The fewest digits of a total in another table. Shorter numbers are equal by chance."""


def cash(grid: Grid) -> Iterator[Family]:
    """Yield the equations of opening and closing cash in cash flows with the cash of the balance sheet.

    Lines of restricted cash may be part of the cash or not.
    """
    tables = lines_by_table(grid.document)
    holding = {at: lines.keys() for at, lines in tables.items() if "cash" in lines and "assets" in lines}
    sheets = [at for at, lines in holding.items() if "funding" in lines]
    sheets = sheets or [at for at, lines in holding.items() if "current_assets" in lines]
    flows = [lines for lines in tables.values() if {"opening", "closing"} <= lines.keys()]
    if len(sheets) != 1:
        return
    held = tables[sheets[0]]["cash"].values()
    restricted = _restricted(grid.table(sheets[0]))
    interim = is_interim(grid.periods)
    for lines in flows:
        closing = list(lines["closing"].values())
        ends = [(each, grid.periods[each.index]) for each in closing]
        if not are_undated(grid, *closing[:1], *held):
            ends += _opening(grid, lines, interim=interim)
        dated = [
            (end, at)
            for end, period in ends
            if not says_change(end.column_path) and (period.month or not interim)
            for at in held
            if same_date(period, grid.periods[at.index]) or are_undated(grid, end, at)
        ]
        equations = tuple(
            Equation(end, ((at, 1),), tuple((each, 1) for each in restricted.get(at.column, ())))
            for end, at in dated or _in_order(grid, closing, [*held])
        )
        if equations:
            stated = bool(restricted) or not _names_restricted(lines["closing"].values())
            whole = stated and not _holds_for_sale(grid.table(sheets[0]))
            yield Family(ReasonCode.CASH_OF_STATEMENTS, equations, CheckKind.REPEAT, sole=True, whole=whole)


def _opening(
    grid: Grid, lines: Mapping[str, Mapping[int, Mention]], *, interim: bool
) -> Iterator[tuple[Mention, Period]]:
    """Yield opening cash with the period whose end it is of.

    Opening cash of "1 January" is that of the end of the year before.
    """
    for column, begun in lines["opening"].items():
        period = grid.periods[begun.index]
        ended = lines["closing"].get(column)
        if ended is None or period.year != grid.periods[ended.index].year:
            yield begun, period
        elif period.year and not interim:
            yield begun, replace(grid.periods[ended.index], year=period.year - 1)


def _in_order(
    grid: Grid, closing: Sequence[Mention], held: Sequence[Mention]
) -> Sequence[tuple[Mention, Mention]]:
    """Return closing cash and that of the balance sheet, paired by the order of their columns.

    No header may say a year, and one pair must be equal.
    """
    pairs = [*zip(closing, held, strict=False)] if len(closing) == len(held) else []
    dated = any(grid.periods[each.index].year for each in (*closing, *held))
    alike = any(value(end) == value(at) and digits(end) > _SHORTEST for end, at in pairs)
    return pairs if alike and not dated else []


def _names_restricted(closing: Iterable[Mention]) -> bool:
    return any(NAMED["restricted_cash"].search(label_of(each)) for each in closing)


def _holds_for_sale(sheet: Iterable[Mention]) -> bool:
    """Tell whether a balance sheet has assets held for sale. They may include cash that the flows have
    too."""
    return any(NAMED["held_for_sale"].fullmatch(label_of(each)) for each in sheet)


def _restricted(mentions: Sequence[Mention]) -> Mapping[int, Sequence[Mention]]:
    """Return the lines of restricted cash of a balance sheet by column; none where they are many."""
    found: dict[int, list[Mention]] = defaultdict(list)
    for each in mentions:
        if each.number.measure in AMOUNTS and NAMED["restricted_cash"].fullmatch(label_of(each)):
            found[each.column].append(each)
    return {column: each for column, each in found.items() if len(each) <= _MOST_RESTRICTED}


def quarters(grid: Grid) -> Iterator[Family]:
    """Yield the equations of four quarters in one table with the year of the same line in another."""
    spans: dict[str, dict[int, dict[Period, list[Mention]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    bases = mention_bases(grid.document)
    # A table that leads to an adjusted number may leave out a part of a line, or turn its sign.
    adjusted = {each.table for each in grid.document.mentions if bases[each.index].stated}
    for each in grid.document.mentions:
        period = replace(grid.periods[each.index], day=0)
        amount = each.number.measure in AMOUNTS and each.number.value is not None
        if amount and period.months in (3, 12) and each.table not in adjusted:
            spans[label_of(each)][each.table][period].append(each)
    families: dict[tuple[int, int], list[Equation]] = defaultdict(list)
    for label, tables in spans.items():
        if not label:
            continue
        of_label: dict[tuple[int, int], list[Equation]] = defaultdict(list)
        for table, stated in tables.items():
            for period in [each for each in stated if each.months == 3 and each.year and each.month]:
                four = [stated.get(_earlier(period, back), []) for back in (9, 6, 3, 0)]
                years = [
                    beside.get(replace(period, months=12), []) for at, beside in tables.items() if at != table
                ]
                # A table that has the label twice uses it for two items.
                if all(len(each) == 1 for each in four):
                    parts = tuple((each[0], 1) for each in four)
                    for year in (each[0] for each in years if len(each) == 1):
                        of_label[table, year.table].append(Equation(year, parts))
        printed = {between: _as_printed(equations) for between, equations in of_label.items()}
        if _REST.search(label):  # a rest of items, which may differ between tables
            printed = {between: each for between, each in printed.items() if _comes_out(each)}
        every = [each for equations in printed.values() for each in equations]
        # Where no year of a line comes out, the quarters have another line of that name.
        if len(every) == 1 or _comes_out(every):
            for between, equations in printed.items():
                families[between] += equations
    for equations in families.values():
        yield Family(ReasonCode.QUARTERS, tuple(equations), closed=True)


def _comes_out(equations: Iterable[Equation]) -> bool:
    return any(each.holding is not None for each in equations)


def _as_printed(equations: Sequence[Equation]) -> Sequence[Equation]:
    """Return the equations of quarters, with signs turned where all years then hold.

    A reconciliation deducts what the statement adds. With one year alone the sign may be wrong instead.
    """
    turned = [replace(each, terms=tuple((term, -1) for term, _ in each.terms)) for each in equations]
    deducted = len(turned) > 1 and all(each.holding is not None for each in turned)
    return turned if deducted else equations


def _earlier(period: Period, months: int) -> Period:
    years, month = divmod(period.year * 12 + period.month - 1 - months, 12)
    return replace(period, year=years, month=month + 1)


def halves(grid: Grid) -> Iterator[Family]:
    """Yield the equations of the current and the non-current part of an item with its total in another
    table."""
    totals: dict[str, list[Mention]] = defaultdict(list)
    parts: dict[tuple[str, int, int], dict[bool, list[Mention]]] = defaultdict(lambda: defaultdict(list))
    for each in grid.document.mentions:
        if each.number.measure not in AMOUNTS or each.number.value is None:
            continue
        label = label_of(each)
        bare = _NON_CURRENT.sub(" ", label)
        current = bare == label
        bare = _CURRENT.sub(" ", bare) if current else bare
        if bare != label:
            parts[_item(bare), each.table, each.column][current].append(each)
        elif (item := without_total(label)) != label:
            totals[_item(item)].append(each)
    families: dict[tuple[str, int, int, int], list[Equation]] = defaultdict(list)
    for (item, table, _), sides in parts.items():
        if not item or [len(sides[side]) for side in (True, False)] != [1, 1]:
            continue
        terms = tuple((sides[side][0], 1) for side in (True, False))
        date = grid.periods[terms[0][0].index]
        for total in totals.get(item, ()):
            if total.table != table and same_date(date, grid.periods[total.index]):
                families[item, table, total.table, total.row].append(Equation(total, terms))
    for equations in families.values():
        yield Family(ReasonCode.CURRENT_AND_OTHER, tuple(equations), closed=True)


def _item(label: str) -> str:
    return " ".join(_WORD.findall(label))


def parts_elsewhere(grid: Grid, totals: Iterable[int]) -> Iterator[Family]:
    """Yield the equations of tables whose columns come to the numbers of one line elsewhere. `totals` are the
    mentions that are the sum of others of their own column."""
    own = {(grid[each].table, grid[each].column) for each in totals}
    stated: dict[Decimal, list[Mention]] = defaultdict(list)
    for each in grid.document.mentions:
        if each.number.measure in AMOUNTS and each.number.value and digits(each) >= _SHORTEST:
            stated[value(each)].append(each)
    for table in grid.document.tables:
        columns = {
            column: each
            for column, each in _columns(grid, table.index).items()
            if (table.index, column) not in own and 2 <= len(each) <= _MOST
        }
        yield from _lines(grid, columns, stated)


def _columns(grid: Grid, table: int) -> Mapping[int, list[Mention]]:
    """Return the amounts of a table by column.

    Columns with anything but amounts are left out. So are columns of changes, which are of no single period.
    """
    columns: dict[int, list[Mention]] = defaultdict(list)
    for each in grid.table(table):
        if not says_change(each.column_path):
            columns[each.column].append(each)
    return {
        column: found
        for column, found in columns.items()
        if all(each.number.measure in AMOUNTS and each.number.value is not None for each in found)
    }


def _lines(
    grid: Grid, columns: Mapping[int, list[Mention]], stated: Mapping[Decimal, list[Mention]]
) -> Iterator[Family]:
    met: dict[tuple[int, int], set[int]] = defaultdict(set)
    for column, parts in columns.items():
        date = grid.periods[parts[0].index]
        for total in stated.get(sum(map(value, parts), Decimal(0)), ()):
            if total.table != parts[0].table and same_period(grid.periods[total.index], date):
                met[total.table, total.row].add(column)
    for line, kept in met.items():
        if len(kept) >= _FEWEST:
            yield Family(ReasonCode.PARTS_ELSEWHERE, tuple(_equations(grid, columns, grid.line(*line))))
            return


def _equations(grid: Grid, columns: Mapping[int, list[Mention]], line: list[Mention]) -> Iterator[Equation]:
    for parts in columns.values():
        date = grid.periods[parts[0].index]
        of_date = [each for each in line if same_period(grid.periods[each.index], date)]
        if len(of_date) == 1:
            yield Equation(of_date[0], tuple((each, 1) for each in parts))
