"""Find labels in which one wrong word says the opposite, or names the total of other lines.

The opposite is "due to" for "due from", or "payable" for "receivable". The total of other lines is "Total
current liabilities" under the assets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, label_of, lines_by_table
from cofitcheck.checks.ledger import CheckKind, Confirmed
from cofitcheck.document import Mention
from cofitcheck.language.meanings import NOT_OWED, NOT_OWING, OWED, OWING, SENSES, SIDES, TURNED_SENSES

_OWED, _OWING = re.compile(OWED), re.compile(OWING)
_NOT_OWED, _NOT_OWING = re.compile(NOT_OWED), re.compile(NOT_OWING)
_TURNS = [
    (one, re.compile(rf"\b{one}\b" if one.isascii() else one), other, positive)
    for pairs, positive in ((SENSES, False), (TURNED_SENSES, True))
    for pair in pairs
    for one, other in (pair, pair[::-1])
]
"""Each word of a pair, its pattern, the other word, and whether only numbers above nought may be alike."""
_LIABILITIES = ("liabilities", "current_liabilities", "other_liabilities")
_FEWEST_DIGITS = 4
"""The fewest digits of numbers that are not alike by chance."""
_LONG = 6
"""The fewest digits of a number that does not stand in two lines by chance."""

_Row = tuple[int, int]

_SIDES = [[re.compile(each) for each in group] for group in SIDES]
"""For each group of sides the words of each of them."""
_FEWEST = 2
"""How many lines that are summed must stand under the name of another side."""


@dataclass(frozen=True, slots=True)
class TurnedLabel:
    """A label that says the opposite of what its line is: `mention` is the first number of the line.

    `twin` is a number of the line of another table that has its numbers under the other word; None where the
    line stands on the other side of the balance sheet, among the assets (`owed`) or the liabilities.
    """

    mention: Mention
    twin: Mention | None = None
    owed: bool = False


def turned_labels(grid: Grid) -> Iterator[TurnedLabel]:
    """Yield the labels on the wrong side of a balance sheet, and those that another table turns."""
    told: set[_Row] = set()
    for each in (*_on_other_side(grid), *_turned_twins(grid)):
        row = each.mention.table, each.mention.row
        if row not in told:
            told.add(row)
            yield each


def says_owed(label: str) -> bool:
    """Tell whether a label in lower case is that of what others owe."""
    return _OWED.fullmatch(label) is not None and _NOT_OWED.search(label) is None


def says_owing(label: str) -> bool:
    """Tell whether a label in lower case is that of what is owed to others."""
    return _OWING.fullmatch(label) is not None and _NOT_OWING.search(label) is None


def _on_other_side(grid: Grid) -> Iterator[TurnedLabel]:
    for table in grid.document.tables:
        mentions = grid.table(table.index)
        named = lines_by_table(grid.document)[table.index]
        lines = {name: next(iter(cells.values())).row for name, cells in named.items()}
        ends = [lines[name] for name in _LIABILITIES if name in lines]
        if "assets" not in lines or not ends or not {"funding", "equity"} & lines.keys():
            continue
        assets, liabilities = lines["assets"], max(ends)
        rows = {each.row: each for each in reversed(mentions)}
        for row in sorted(rows) if assets < liabilities else ():
            label = label_of(rows[row])
            if row < assets and says_owing(label):
                yield TurnedLabel(rows[row], owed=True)
            if assets < row <= liabilities and says_owed(label):
                yield TurnedLabel(rows[row])


def _turned_twins(grid: Grid) -> Iterator[TurnedLabel]:
    """Yield the lines that have the numbers of one in another table, under the other word of a pair."""
    rows: dict[_Row, list[Mention]] = defaultdict(list)
    for mention in grid.document.mentions:
        if mention.number.digits >= _FEWEST_DIGITS and mention.number.measure in AMOUNTS:
            rows[mention.table, mention.row].append(mention)
    labels: dict[str, list[_Row]] = defaultdict(list)
    for row, cells in rows.items():
        labels[label_of(cells[0])].append(row)
    for label, its in labels.items():
        for other, positive in _turned(label):
            for row in its:
                for twin in labels.get(other, ()):
                    if twin[0] < row[0] and _are_one(rows, row, twin, positive=positive):
                        yield TurnedLabel(rows[row][0], rows[twin][0])


def _turned(label: str) -> Iterator[tuple[str, bool]]:
    """Yield a label with the other word of each pair, and whether only numbers above nought may be alike."""
    for one, words, other, positive in _TURNS:
        if one in label and other not in label and (turned := words.sub(other, label)) != label:
            yield turned, positive


def _are_one(rows: Mapping[_Row, list[Mention]], row: _Row, twin: _Row, *, positive: bool) -> bool:
    """Tell whether two lines have the same numbers: a long one, two, or all that one of them has. A line of
    gains and losses has one label for both."""
    one, other = (_values(rows[each]) for each in (row, twin))
    if any(min(each) < 0 < max(each) for each in (one, other)) or (positive and min(one) < 0):
        return False
    shared = {abs(each) for each in one & other}
    long = {each.number.value for each in rows[row] if each.number.digits >= _LONG and each.number.value}
    return len(shared) >= min(2, len(one), len(other)) or not shared.isdisjoint(map(abs, long))


def _values(mentions: list[Mention]) -> set[Decimal]:
    return {each.number.value for each in mentions if each.number.value is not None}


@dataclass(frozen=True, slots=True)
class MisnamedTotal:
    """The total of lines under another heading than its own name; `heading` is theirs."""

    total: Mention
    heading: str


def misnamed_totals(mentions: Sequence[Mention], holding: Iterable[Confirmed]) -> Iterator[MisnamedTotal]:
    """Yield the totals that come out as stated and are named after another side; one for each row."""
    told: set[tuple[int, int]] = set()
    for each in holding:
        *lines, total = (mentions[index] for index in each.mentions)
        row = total.table, total.row
        above = all(line.row < total.row for line in lines)
        if each.kind is not CheckKind.SUM or row in told or not total.row_path or not above:
            continue
        heading = other_heading(total, lines)
        if heading:
            told.add(row)
            yield MisnamedTotal(total, heading)


def other_heading(total: Mention, lines: Sequence[Mention]) -> str:
    """Return the one heading over all lines where that names another side than the label of their total, ""
    where it does not."""
    heading = _heading_over(lines)
    return heading if names_other_side(total.row_path[-1], heading) else ""


def names_other_side(label: str, heading: str) -> bool:
    """Tell whether each of two texts names one side of a group, and not the same one."""
    sides = (_sides_in(label), _sides_in(heading))
    return any(one and other and one != other for one, other in zip(*sides, strict=True))


def names_side_of(label: str, lines: Sequence[Mention]) -> bool:
    """Tell whether a label names the side that the heading over lines names."""
    sides = (_sides_in(label), _sides_in(_heading_over(lines)))
    return any(one and one == other for one, other in zip(*sides, strict=True))


def _heading_over(lines: Sequence[Mention]) -> str:
    headings = {line.row_path[-2] if len(line.row_path) > 1 else "" for line in lines}
    return headings.pop() if len(headings) == 1 and len(lines) >= _FEWEST else ""


def _sides_in(text: str) -> list[str]:
    """Return for each group the side that a text names, "" where it names none or several."""
    found = ([side.pattern for side in group if side.search(text.casefold())] for group in _SIDES)
    return [sides[0] if len(sides) == 1 else "" for sides in found]
