"""The unit and the currency over a table, against those of the tables that have its numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, label_of, lines_by_table, statement_of
from cofitcheck.document import Mention
from cofitcheck.numbers import Number

_FEWEST = 3
"""So many numbers of a table, each under its own label, must be printed alike in another one."""
_FEWEST_DIGITS = 4
_SCALES = frozenset({3, 6})
"""How many powers of ten apart two units are that are written for each other: thousands and millions."""

_Key = tuple[str, Decimal]
"""A label and a number as printed."""
_Unit = int | str


@dataclass(frozen=True, slots=True)
class MisnamedUnit:
    """A table under a wrong unit: `said` is the scale, or the currency, of its numbers, and `meant` that of
    the `numbers` that tables elsewhere print alike; `other` is one of these."""

    table: int
    said: _Unit
    meant: _Unit
    numbers: int
    other: int


def misnamed_units(grid: Grid) -> Iterator[MisnamedUnit]:
    """Yield the tables whose numbers stand in other tables under the same labels and in another unit."""
    tables = {
        table.index: kept for table in grid.document.tables if (kept := _printed(grid.table(table.index)))
    }
    yield from _misnamed(grid, tables, lambda number: number.scale, _are_scales)
    yield from _misnamed(grid, tables, lambda number: number.currency, _are_currencies)


def _misnamed(
    grid: Grid,
    tables: Mapping[int, Mapping[_Key, Mention]],
    unit_of: Callable[[Number], _Unit],
    are_two: Callable[[_Unit, _Unit], bool],
) -> Iterator[MisnamedUnit]:
    where: dict[_Key, list[int]] = defaultdict(list)
    for table, printed in tables.items():
        for key in printed:
            where[key].append(table)
    differing: dict[int, dict[_Unit, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    agreeing: dict[int, set[str]] = defaultdict(set)
    for key, its in where.items():
        alike: dict[_Unit, list[int]] = defaultdict(list)
        for table in its:
            alike[unit_of(tables[table][key].number)].append(table)
        for table in its:
            own = unit_of(tables[table][key].number)
            if len(alike[own]) > 1:
                agreeing[table].add(key[0])
            for unit, others in alike.items():
                if unit != own and are_two(own, unit):
                    differing[table][unit][key[0]] = others[-1]
    for table, by_unit in differing.items():
        meant, labels = max(by_unit.items(), key=lambda each: len(each[1]))
        other = next(iter(labels.values()))
        if len(labels) >= _FEWEST and not agreeing[table] and _is_wrong(grid, table, other, agreeing):
            said = unit_of(next(iter(tables[table].values())).number)
            yield MisnamedUnit(table, said, meant, len(labels), other)


def _is_wrong(grid: Grid, table: int, other: int, agreeing: Mapping[int, set[str]]) -> bool:
    """Tell whether of two tables that contradict each other the first is wrong: the other has its unit in a
    third one, or is a statement, or stands before it."""
    if agreeing[other]:
        return True
    first, second = (bool(statement_of(lines_by_table(grid.document)[each])) for each in (table, other))
    return second if first is not second else other < table


def _printed(mentions: list[Mention]) -> dict[_Key, Mention]:
    return {
        (label_of(each), abs(each.number.displayed)): each
        for each in mentions
        if each.number.displayed is not None
        and each.number.digits >= _FEWEST_DIGITS
        and each.number.measure in AMOUNTS
        and each.row_path
    }


def _are_scales(one: _Unit, other: _Unit) -> bool:
    """Tell whether two scales are written for each other; without one a table states no unit."""
    both = isinstance(one, int) and isinstance(other, int) and one > 0 and other > 0
    return both and abs(int(one) - int(other)) in _SCALES


def _are_currencies(one: _Unit, other: _Unit) -> bool:
    return bool(one) and bool(other) and one != other
