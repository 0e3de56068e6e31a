"""Find lines that were renamed, split or joined, or between which amounts moved.

The proof is that they come to the same amounts in both documents.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from cofitcheck.checks.comparatives import Compared, Outcome
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Mention, RowRole
from cofitcheck.numbers import Measure
from cofitcheck.numbers.relations import EXACT

_ANCHORS = 3
"""How many numbers of two columns must agree for the columns to be of one statement."""
_FEWEST_DIGITS = {2: 3, 3: 4}
"""By the number of amounts that cancel: the fewest digits of the smallest. Shorter amounts cancel by
chance."""
_RUN = 3
"""The fewest lines in a row that may have come together in one."""
_MOST = 40
"""The most unmatched lines among which groups are sought. With more, the two are different tables."""
_ROWS = 12
"""Within how many rows two lines of one group stand; twice as many for three lines."""
_AMOUNTS = frozenset({Measure.MONEY, Measure.SHARES, Measure.UNKNOWN})


_Column = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of two columns: its amount in this document less that in the other, and where it stands."""

    delta: Decimal
    digits: int
    row: int
    compared: int | None
    lone: int | None
    """The mention of the other document, for a line that only that document has."""


def regrouped(grid: Grid, boundary: int, compared: Sequence[Compared]) -> list[Compared]:
    """Return what was compared, with lines as explained, or as agreeing, whose amounts come to the same.

    `grid` holds both documents, the other's mentions from `boundary` on. In two columns that agree in several
    numbers, the lines that differ and those without a counterpart are added up, this document less the other.
    Where a group of them comes to nothing, they are the same amounts under other lines.
    """
    result = list(compared)
    used = {each.counterpart for each in compared if each.counterpart is not None}
    by_column = _by_column(grid, compared)
    for (mine, its), places in _paired(grid, compared).items():
        lines = [
            *_lines(grid, result, by_column[mine], its),
            *_lone(grid, its, used, places),
        ]
        for group in _come_to_nothing(lines):
            _tell(grid, result, group)
            used.update(line.lone for line in group if line.lone is not None)
            lines = [line for line in lines if line not in group]
        for total, parts in _grown(grid, result, lines):
            _tell_grown(grid, result, total, parts)
    return result


def _by_column(grid: Grid, compared: Sequence[Compared]) -> dict[_Column, list[int]]:
    places: dict[_Column, list[int]] = defaultdict(list)
    for at, each in enumerate(compared):
        if each.mention is not None:
            places[_column(grid[each.mention])].append(at)
    return places


def _paired(grid: Grid, compared: Sequence[Compared]) -> Mapping[tuple[_Column, _Column], Mapping[int, int]]:
    """Return the pairs of columns that agree in several numbers, with the rows that stand for each other."""
    anchors: dict[tuple[_Column, _Column], dict[int, int]] = defaultdict(dict)
    for each in compared:
        if each.outcome is Outcome.AGREE and each.mention is not None and each.counterpart is not None:
            mine, its = grid[each.mention], grid[each.counterpart]
            anchors[_column(mine), _column(its)][its.row] = mine.row
    best = Counter[_Column]()
    for (mine_column, _), rows in anchors.items():
        best[mine_column] = max(best[mine_column], len(rows))
    return {
        pair: rows for pair, rows in anchors.items() if len(rows) >= _ANCHORS and len(rows) == best[pair[0]]
    }


def _lines(grid: Grid, compared: Sequence[Compared], places: Sequence[int], its: _Column) -> Iterator[_Line]:
    """Yield the lines of this document's column that differ, or have no counterpart."""
    for at in places:
        each = compared[at]
        assert each.mention is not None
        here = grid[each.mention]
        if here.number.value is None or here.number.measure not in _AMOUNTS:
            continue
        if each.outcome is Outcome.NOT_FOUND:
            digits = _digits(here.number.value, here.number.scale)
            yield _Line(here.number.value, digits, here.row, at, None)
        elif each.outcome in (Outcome.DIFFER, Outcome.LEFT_OPEN) and each.counterpart is not None:
            there = grid[each.counterpart]
            if _column(there) == its and there.number.value is not None:
                delta = EXACT.subtract(here.number.value, there.number.value)
                yield _Line(delta, _digits(delta, here.number.scale), here.row, at, None)


def _lone(grid: Grid, its: _Column, used: set[int], rows: Mapping[int, int]) -> Iterator[_Line]:
    """Yield the lines of the other document's column that are no counterpart of a number.

    Each is placed in this document by the nearest row that has a counterpart.
    """
    table, column = its
    for there in grid.table(table):
        number = there.number
        if there.column != column or there.index in used or not number.value:
            continue
        if number.measure in _AMOUNTS:
            nearest = min(rows, key=lambda row: abs(row - there.row))
            row = rows[nearest] + there.row - nearest
            yield _Line(-number.value, _digits(number.value, number.scale), row, None, there.index)


def _come_to_nothing(lines: Sequence[_Line]) -> Iterator[tuple[_Line, ...]]:
    """Yield groups of lines whose differences come to nothing, no line in two groups.

    A group has two or three lines, or more that follow each other.
    """
    left = sorted(lines, key=lambda line: line.row) if len(lines) <= _MOST else []
    for groups in (_small, _runs):
        for group in [*groups(left)]:
            if all(line in left for line in group) and _is_of_both(group) and not _sum(group):
                yield group
                left = [line for line in left if line not in group]


def _small(lines: Sequence[_Line]) -> Iterator[tuple[_Line, ...]]:
    for size, digits in _FEWEST_DIGITS.items():
        for group in combinations(lines, size):
            near = group[-1].row - group[0].row <= _ROWS * (size - 1)
            if near and min(line.digits for line in group) >= digits:
                yield group


def _runs(lines: Sequence[_Line]) -> Iterator[tuple[_Line, ...]]:
    """Yield each run of three or more successive lines. In the tables, lines that agree may stand between."""
    for start in range(len(lines)):
        for end in range(start + _RUN, len(lines) + 1):
            yield tuple(lines[start:end])


def _grown(
    grid: Grid, compared: Sequence[Compared], lines: Sequence[_Line]
) -> Iterator[tuple[_Line, tuple[_Line, ...]]]:
    """Yield totals that differ by the same amount as the lines above them, each with those lines."""
    ordered = sorted(lines, key=lambda line: line.row)
    for at, line in enumerate(ordered):
        if line.compared is None or not _is_total(grid, compared[line.compared]):
            continue
        for start in range(at - 1, -1, -1):
            if _sum(ordered[start:at]) == line.delta:
                yield line, tuple(ordered[start:at])
                break


def _is_total(grid: Grid, each: Compared) -> bool:
    if each.mention is None or each.counterpart is None:
        return False
    mention = grid[each.mention]
    return grid.document.tables[mention.table].structure.rows[mention.row] is RowRole.TOTAL


def _tell_grown(grid: Grid, compared: list[Compared], total: _Line, parts: Sequence[_Line]) -> None:
    assert total.compared is not None
    each = compared[total.compared]
    assert each.mention is not None
    assert each.counterpart is not None
    lines = ", ".join(
        grid[mention].text
        for part in parts
        if (mention := part.lone if part.compared is None else compared[part.compared].mention) is not None
    )
    reason = Reason.of(
        ReasonCode.TOTAL_TAKES_IN,
        here=grid[each.mention].text,
        there=grid[each.counterpart].text,
        lines=lines,
    )
    compared[total.compared] = replace(each, outcome=Outcome.EXPLAINED, reason=reason)


def _sum(group: Sequence[_Line]) -> Decimal:
    return sum((line.delta for line in group), Decimal(0))


def _is_of_both(group: Sequence[_Line]) -> bool:
    """Tell whether a group has lines of this document, and both positive and negative differences."""
    return any(line.compared is not None for line in group) and len({line.delta > 0 for line in group}) == 2


def _tell(grid: Grid, compared: list[Compared], group: Sequence[_Line]) -> None:
    mine = [line.compared for line in group if line.compared is not None]
    lone = tuple(line.lone for line in group if line.lone is not None)
    renamed = len(mine) == len(lone) == 1
    ours, theirs = [], []
    for at in mine:
        each = compared[at]
        assert each.mention is not None
        ours.append(grid[each.mention].text)
        if each.counterpart is not None:
            theirs.append(grid[each.counterpart].text)
    theirs += [grid[mention].text for mention in lone]
    if renamed:
        outcome, reason = Outcome.AGREE, Reason(ReasonCode.RENAMED_LINE)
    else:
        outcome = Outcome.EXPLAINED
        reason = Reason.of(ReasonCode.LINES_COME_TO_THE_SAME, here=" + ".join(ours), there=" + ".join(theirs))
    for at in mine:
        each = compared[at]
        partners = lone if each.counterpart is None else (each.counterpart, *lone)
        first, *others = partners or (None,)
        compared[at] = replace(
            each,
            outcome=outcome,
            counterpart=first,
            others=tuple(other for other in others if other is not None),
            reason=reason,
        )


def _digits(value: Decimal, scale: int) -> int:
    """Return how many digits an amount has as it would be printed."""
    return max(0, value.adjusted() + 1 - scale) if value else 0


def _column(mention: Mention) -> _Column:
    return mention.table, mention.column
