"""Read a total by the lines printed around it: a plain sum, one line among others, an average, a quotient."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from itertools import permutations

from cofitcheck import patterns as re
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import AVERAGE_SIGNS, AVERAGE_WORDS

_AVERAGE = re.compile(rf"\b{AVERAGE_WORDS}\b|{AVERAGE_SIGNS}", re.IGNORECASE)


class Places(dict[int, Mention]):
    """The mentions of a table by their indices, and its lines, each looked up once."""

    def line_of(self, total: Mention, *, down: bool) -> list[tuple[int, Decimal, int]]:
        """Return the numbers of a total's column, or of its row, from the first on: the place of each, what
        is displayed, and the exponent of its last digit."""
        return self._lines[down].get(total.column if down else total.row, [])

    @cached_property
    def _lines(self) -> dict[bool, dict[int, list[tuple[int, Decimal, int]]]]:
        lines: dict[bool, dict[int, list[tuple[int, Decimal, int]]]] = {True: {}, False: {}}
        for each in self.values():
            if each.number.displayed is None:
                continue
            shown = each.number.displayed, each.number.precision - each.number.scale
            lines[True].setdefault(each.column, []).append((each.row, *shown))
            lines[False].setdefault(each.row, []).append((each.column, *shown))
        for line in (*lines[True].values(), *lines[False].values()):
            line.sort()
        return lines


def adds_up_plainly(instance: Instance, mentions: Places) -> bool:
    """Tell whether the total is the plain sum of two or more printed numbers right next to it.

    They are added from the total outwards, on the side of its parts. A total above its parts may have the
    other sign. So may the total of parts that all have one sign, as costs in brackets have.

    This catches two cases. A row that is empty in the columns that show the sum may be stated in this one. A
    row that was taken for a rate or a count may be an amount.
    """
    total, down = mentions[instance.total], instance.sheet.down
    at = total.row if down else total.column
    line = mentions.line_of(total, down=down)
    parts = [mentions[each].row if down else mentions[each].column for each, _ in instance.addends]
    above, below = max(parts) < at, min(parts) > at
    block = (
        [each for each in reversed(line) if each[0] < at]
        if above
        else [each for each in line if each[0] > at]
    )
    if not (above or below) or total.number.displayed is None:
        return False
    bracketed = len({shown < 0 for _, shown, _ in block if shown}) == 1
    sought = {total.number.displayed} | ({-total.number.displayed} if not above or bracketed else set())
    come_to, allowed, count = Decimal(0), _half(total.number.precision - total.number.scale), 0
    for _, shown, digits in block:
        come_to, allowed, count = come_to + shown, allowed + _half(digits), count + bool(shown)
        if instance.is_to_the_unit:
            allowed = Decimal(0)
        if count > 1 and any(abs(each - come_to) <= allowed for each in sought):
            return True
    return False


def is_among_parts(instance: Instance, mentions: Places) -> bool:
    """Tell whether a number below or behind is the sum of all printed numbers from there back to the farthest
    part of this sum, or beyond.

    The total of this sum is among them, so it is only one line among others.
    """
    total, down = mentions[instance.total], instance.sheet.down
    at = total.row if down else total.column
    parts = [mentions[each].row if down else mentions[each].column for each, _ in instance.addends]
    line = mentions.line_of(total, down=down)
    for place, (behind, sought, digits) in enumerate(line):
        if behind <= max(at, *parts):
            continue
        come_to, allowed = Decimal(0), _half(digits)
        for one, shown, finest in reversed(line[:place]):
            come_to, allowed = come_to + shown, allowed + _half(finest)
            if abs(come_to - sought) <= allowed:
                if one <= min(at, *parts):
                    return True
                break  # it is the sum of nearer lines
    return False


def is_average(instance: Instance, mentions: Places) -> bool:
    """Tell whether a total is an average, as many totals of rates, terms and prices are.

    It must lie between its parts. And its label or header must say average, or no column that keeps the sum
    is printed to the same digit.
    """
    total = mentions[instance.total]
    matrix = instance.sheet.matrix
    values = [int(matrix.values[line, instance.column]) for line, _ in instance.relation.addends]
    stated = int(matrix.values[instance.relation.total, instance.column])
    named = any(map(_AVERAGE.search, (*total.row_path[-1:], *total.column_path)))
    units = matrix.units[instance.relation.total]
    witnesses = units[instance.relation.keeping(matrix)]
    other = bool(len(witnesses)) and bool((witnesses != units[instance.column]).all())
    # A point among the digits of the sum is a slip.
    other = other and _digits(stated) != _digits(stated - instance.residual)
    return (named or other) and min(each for each in values if each) <= stated <= max(values)


def is_quotient(instance: Instance, mentions: Places) -> bool:
    """Tell whether each number of the sum is the quotient of two other columns, always the same two.

    Rates are not added up.
    """
    if not instance.sheet.down:
        return False
    cells = [mentions[each] for each in instance.stated]
    rows = {each.row for each in cells}
    columns: dict[int, dict[int, Decimal]] = {}
    for each in mentions.values():
        if each.row in rows and each.column != cells[0].column and each.number.displayed:
            columns.setdefault(each.column, {})[each.row] = each.number.displayed
    whole = [column for column in columns.values() if len(column) == len(rows)]
    half = {each.row: _half(each.number.precision - each.number.scale) for each in cells}
    shown = {each.row: each.number.displayed or Decimal(0) for each in cells}
    return any(
        all(abs(over[row] / under[row] - shown[row]) <= half[row] for row in rows)
        for over, under in permutations(whole, 2)
    )


def misses_a_number_apart(instance: Instance, mentions: Sequence[Mention]) -> bool:
    """Tell whether the total includes just one number more than the sum.

    That number stands in the line of the sum and was taken for another measure. Or, in a sum across, it
    stands in the column of the total, and its row states nothing in the columns of the parts: an amount
    without a maturity, for example.
    """
    total = next(each for each in mentions if each.index == instance.total)
    exponent = instance.sheet.matrix.exponent - total.number.scale
    missed = Decimal(instance.residual).scaleb(exponent)
    alike = [each for each in mentions if each.number.displayed == missed and each is not total]
    down, stated = instance.sheet.down, set(instance.stated)
    parts = {each.column for each in mentions if each.index in stated and each is not total}
    for each in (one for one in alike if one.index not in stated):
        beside = each.column == total.column if down else each.row == total.row
        if beside and each.number.measure is not instance.sheet.matrix.measure:
            return True
        in_parts = any(
            other.row == each.row and other.column in parts and other.number.value for other in mentions
        )
        if not down and each.column == total.column and not in_parts:
            return True
    return False


def _digits(units: int) -> str:
    return str(abs(units)).rstrip("0")


def _half(exponent: int) -> Decimal:
    return Decimal(5).scaleb(exponent - 1)
