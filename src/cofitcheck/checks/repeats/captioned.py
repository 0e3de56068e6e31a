"""Find lines of one caption that two statements, or a statement and its note, state differently.

Two lines of one caption state one fact, whatever vectors say of them, where period, unit, basis and company
are the same too. They must also agree in all other periods, or be of the lines that every statement has (net
income). Then only one number is not the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, product

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.addends import names_closing, names_opening
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.difference import DifferenceKind, explain_difference
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites import are_incompatible
from cofitcheck.checks.evidence.reconciling import line_between
from cofitcheck.checks.evidence.statement_lines import (
    AMOUNTS,
    BALANCE_SHEET,
    CASH_FLOWS,
    INCOME,
    are_undated,
    label_of,
    lines_by_table,
    statement_of,
)
from cofitcheck.checks.repeats.note_totals import comes_out, heading, is_numbered, named_by_heading
from cofitcheck.checks.repeats.repeated_rows import SLIPS
from cofitcheck.checks.repeats.ties import of_one_period
from cofitcheck.document import Mention
from cofitcheck.facts import FactSet
from cofitcheck.language.lexicon import REFERENCES, without_total
from cofitcheck.mentions.words import MentionBasis, mention_bases, word_set
from cofitcheck.numbers import Relation, compare
from cofitcheck.periods.header_periods import named_balance
from cofitcheck.periods.text import said_besides

_OF_ALL_STATEMENTS = ("net_income", "comprehensive")
"""The lines that statements share under many names: they need no other period that agrees."""
_EQUITY = "equity"
_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT, Relation.SIGN_DIFFERS})
_SLIPS = SLIPS | {DifferenceKind.ROUNDING}
_LEAST = 100
"""The least number, in units of its last digit, that shows that two lines agree: smaller ones agree by
chance."""
_MOST = 40
"""How many lines of one caption are compared."""
_NOTE = re.compile(rf"[(（]\s{{0,3}}{REFERENCES}[^()（）]{{0,80}}[)）]", re.IGNORECASE)
_REMARK = re.compile(r"[(（](?:[a-z]|\d{1,2}|[ivx]+)[)）]\W*$|[*†‡§]\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Line:
    """The numbers of a row whose headers, the time apart, are `headers`; `statement` says which statement the
    table is, "" for a note."""

    table: int
    headers: frozenset[str]
    statement: str
    cells: tuple[Mention, ...]


def captioned_facts(grid: Grid) -> Iterator[FactSet]:
    """Yield a fact set of two numbers for each captioned line whose numbers differ.

    Where two tables differ in several lines, only differences by a slip count: others show that the tables
    are of two scopes.
    """
    found: dict[frozenset[int], list[tuple[Mention, Mention]]] = defaultdict(list)
    for caption, lines in _lines_by_caption(grid).items():
        for one, other in combinations(lines[:_MOST], 2):
            if one.table == other.table or one.headers != other.headers:
                continue
            if pair := _differing(grid, caption, one, other, lines):
                found[frozenset((one.table, other.table))].append(pair)
    told: set[int] = set()
    for pairs in found.values():
        slips = [pair for pair in pairs if _is_slip(grid, *pair)]
        for first, second in pairs if len(pairs) == 1 else slips:
            if told.isdisjoint((first.index, second.index)):
                told |= {first.index, second.index}
                left, right = sorted((first.index, second.index))
                yield FactSet(0, (left, right), ((left, right, 1.0),))


def _lines_by_caption(grid: Grid) -> Mapping[str, Sequence[_Line]]:
    """Return the lines of statements and other tables by their captions."""
    lines: dict[str, list[_Line]] = defaultdict(list)
    bases = mention_bases(grid.document)
    for table in grid.document.tables:
        mentions = grid.table(table.index)
        if any(bases[each.index].stated for each in mentions):
            continue  # what leads to an adjusted number may leave out a part of a line
        if len({bool(named_balance(" ".join(each.column_path))) for each in mentions}) > 1:
            continue  # columns from one balance to the next are not of the period that they name last
        named = lines_by_table(grid.document)[table.index]
        statement = statement_of(named) or (_EQUITY if _is_equity(grid, named) else "")
        known = {next(iter(named[line].values())).row: line for line in _OF_ALL_STATEMENTS if line in named}
        rows: dict[int, list[Mention]] = defaultdict(list)
        for each in mentions:
            if _is_amount(each):
                rows[each.row].append(each)
        captions = {row: known.get(row) or _caption(cells[0]) for row, cells in rows.items()}
        if not statement and captions and not word_set(captions[last := max(captions)]):
            captions[last] = named_by_heading(grid, table.index)
        stated = list(captions.values())
        for row, caption in captions.items():
            if stated.count(caption) == 1 and word_set(caption):
                parts: dict[frozenset[str], list[Mention]] = defaultdict(list)
                for each in rows[row]:
                    parts[said_besides(each.column_path)].append(each)
                for headers, cells in parts.items():
                    lines[caption].append(_Line(table.index, headers, statement, tuple(cells)))
    return lines


def _is_equity(grid: Grid, named: Mapping[str, Mapping[int, Mention]]) -> bool:
    """Tell whether a table has net income among the lines that add up to equity."""
    totals = named.get("equity", {}).values() if "net_income" in named else ()
    return bool(totals) and all(comes_out(grid, each) for each in totals)


def _is_amount(mention: Mention) -> bool:
    number = mention.number
    return number.measure in AMOUNTS and bool(number.value) and not says_change(mention.column_path)


def _caption(mention: Mention) -> str:
    """Return the label of a row without "total", and without the note that it refers to."""
    return without_total(_NOTE.sub(" ", label_of(mention))).strip(" :,.")


def _differing(
    grid: Grid, caption: str, one: _Line, other: _Line, lines: Sequence[_Line]
) -> tuple[Mention, Mention] | None:
    """Return the one pair of numbers of two lines that differs while nothing speaks for two facts, None where
    there is none, or several."""
    if not _may_share(caption, one, other):
        return None
    agreeing, differing = [], []
    for first, second in product(one.cells, other.cells):
        if _of_one_fact(grid, first, second, one, other):
            relation = compare(first.number, second.number).relation
            if relation in _AGREE:
                agreeing.append(_units(first))
            elif relation is Relation.INCONSISTENT and first.number.precision == second.number.precision:
                differing.append((first, second))
    if len(differing) != 1:
        return None
    first, second = differing[0]
    known = caption in _OF_ALL_STATEMENTS and _are_the_only(grid, one, other, first, lines)
    total_of_note = _is_total_of_its_note(grid, caption, one, other)
    if _is_a_unit(first, second) and not total_of_note and not (one.statement and other.statement):
        return None  # a list further on is rounded by itself
    of_note = total_of_note and not agreeing and len(lines) == 2
    kept = known or of_note or max(agreeing, default=0) >= _LEAST
    if not kept or _is_explained(grid, first, second) or _are_both_told_again(grid, first, second, lines):
        return None
    # Cash flows add back a part of an item, and a remark may say that a line leaves out a part.
    printed = _is_a_unit(first, second) or _is_swapped(grid, first, second)
    if not known and not printed and _takes_in_other_lines(first, second, one, other):
        return None
    rolled = any(line.statement == CASH_FLOWS or _is_rolled(grid, line.table) for line in (one, other))
    apart = rolled or _has_remarks(grid, one, other)
    if apart and not known and not _is_slip(grid, first, second):
        return None
    return None if are_incompatible(grid, first.index, second.index) else (first, second)


def _takes_in_other_lines(first: Mention, second: Mention, one: _Line, other: _Line) -> bool:
    """Tell whether cash flows add back more than one line of costs has: depreciation in the cost of sales."""
    of_flows = {one.statement: _units(first), other.statement: _units(second)}
    return of_flows.keys() == {CASH_FLOWS, INCOME} and of_flows[CASH_FLOWS] > of_flows[INCOME]


def _are_both_told_again(grid: Grid, first: Mention, second: Mention, lines: Sequence[_Line]) -> bool:
    """Tell whether each of two numbers stands in a further table under the caption: one is then a part, and
    the other the whole."""
    further = [
        cell
        for line in lines
        if line.table not in (first.table, second.table)
        for cell in line.cells
        if of_one_period(grid, first.index, cell.index)
    ]
    return all(any(each.number.value == cell.number.value for cell in further) for each in (first, second))


def _units(mention: Mention) -> int:
    """Return an amount in units of its last digit."""
    return abs(int((mention.number.value or Decimal(0)).scaleb(-mention.number.precision)))


def _is_a_unit(first: Mention, second: Mention) -> bool:
    return abs(_units(first) - _units(second)) == 1


def _is_slip(grid: Grid, first: Mention, second: Mention) -> bool:
    pairs = ((first.index, second.index), (second.index, first.index))
    return any(explain_difference(grid, *pair) in _SLIPS for pair in pairs)


def _is_swapped(grid: Grid, first: Mention, second: Mention) -> bool:
    return explain_difference(grid, first.index, second.index) is DifferenceKind.TRANSPOSITION


def _is_rolled(grid: Grid, table: int) -> bool:
    """Tell whether a table leads from balances to balances: its lines may be a part of what others state."""
    paths = [each.row_path for each in grid.table(table)]
    return any(map(names_opening, paths)) and any(map(names_closing, paths))


def _has_remarks(grid: Grid, *lines: _Line) -> bool:
    """Tell whether a label of a table that is no statement has the mark of a remark."""
    notes = (line.table for line in lines if not line.statement)
    return any(
        _REMARK.search(label) for note in notes for each in grid.table(note) for label in each.row_path
    )


def _may_share(caption: str, one: _Line, other: _Line) -> bool:
    """Tell whether two tables may state one line: a statement and a note, or two statements of flows. A
    balance sheet or a statement of equity shares no line with another statement: cash flows have the changes
    of its lines. Only net income stands in equity under the same name."""
    statements = {one.statement, other.statement}
    same = caption in _OF_ALL_STATEMENTS and label_of(one.cells[0]) == label_of(other.cells[0])
    of_balances = statements & {BALANCE_SHEET, _EQUITY}
    return statements != {""} and (same or not (of_balances and len(statements - {""}) > 1))


def _of_one_fact(grid: Grid, first: Mention, second: Mention, one: _Line, other: _Line) -> bool:
    """Tell whether two numbers are of one period, basis and company, as far as all of it is said.

    In cash flows a line of a note may be the change of a balance: there the span must be said of both.
    """
    periods = grid.periods[first.index], grid.periods[second.index]
    if are_undated(grid, first, second):
        return _are_of_one_company(grid, first, second)
    if not periods[0].year or not of_one_period(grid, first.index, second.index):
        return False
    spans = {each.months for each in periods}
    of_flows_and_note = {one.statement, other.statement} == {CASH_FLOWS, ""}
    if len(spans) > 1 and (of_flows_and_note or _has_parts_of_years(grid)):
        return False
    if of_flows_and_note and max(spans) <= 0:
        return False
    return _are_of_one_company(grid, first, second)


def _are_of_one_company(grid: Grid, first: Mention, second: Mention) -> bool:
    """Tell whether two numbers are of one basis, and of one company."""
    bases: tuple[MentionBasis, ...] = mention_bases(grid.document)
    tables = grid.document.tables
    return (
        bases[first.index] == bases[second.index]
        and tables[first.table].registrant == tables[second.table].registrant
    )


def _has_parts_of_years(grid: Grid) -> bool:
    return any(0 < each.months < 12 for each in grid.periods)


def _are_the_only(grid: Grid, one: _Line, other: _Line, first: Mention, lines: Sequence[_Line]) -> bool:
    """Tell whether two lines are of two statements of other kinds, and no other statement of these kinds
    states the line."""
    if not (one.statement and other.statement) or one.statement == other.statement:
        return False
    return not any(
        each.table not in (one.table, other.table)
        and each.statement in (one.statement, other.statement)
        and any(of_one_period(grid, first.index, cell.index) for cell in each.cells)
        for each in lines
    )


def _is_total_of_its_note(grid: Grid, caption: str, *lines: _Line) -> bool:
    """Tell whether one of two lines is the last of a note whose title has the caption of the line, or whose
    other lines add up to it."""
    notes = [line for line in lines if not line.statement]
    titles = (heading(grid, line.table) for line in lines if line.statement)
    if len(notes) != 1 or any(map(is_numbered, titles)):
        return False
    cell, title = notes[0].cells[0], grid.document.tables[notes[0].table].title
    is_last = cell.row == max(each.row for each in grid.table(cell.table) if _is_amount(each))
    of_sheet = any(line.statement == BALANCE_SHEET for line in lines)
    return is_last and (
        caption in title.casefold() or (of_sheet and all(comes_out(grid, each) for each in notes[0].cells))
    )


def _is_explained(grid: Grid, first: Mention, second: Mention) -> bool:
    """Tell whether the difference is printed as a line of its own: a part that the one leaves out, in one of
    the two columns, or a reconciling item elsewhere."""
    off = abs((first.number.value or 0) - (second.number.value or 0))
    beside = (*grid.column(first.index), *grid.column(second.index))
    if any(each.number.value is not None and abs(each.number.value) == off for each in beside):
        return True
    return not _is_slip(grid, first, second) and line_between(grid, first.index, second.index) is not None
