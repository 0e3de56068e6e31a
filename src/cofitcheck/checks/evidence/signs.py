"""Tell whether two numbers agree, and whether a sign that differs is an error or the habit of a table."""

from __future__ import annotations

from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.footing import Standing
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import slip_between, unsigned
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import names_total
from cofitcheck.language.meanings import DIRECTIONS
from cofitcheck.numbers import Measure, Relation, Slip, compare

_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT})
_DIGITS = 2
"""The fewest digits of a number that may be a witness on a sign. Single digits agree by chance."""
_LONG = 3
"""The fewest digits of two equal amounts that are held to be one. Shorter ones are equal by chance."""
_DIRECTED = re.compile(DIRECTIONS["one_way"], re.IGNORECASE)
"""Words of a label for a number that goes one way only."""
_DECREASE = re.compile(DIRECTIONS["decrease"], re.IGNORECASE)
_INCREASE = re.compile(DIRECTIONS["increase"], re.IGNORECASE)


def agree(grid: Grid, pair: tuple[int, int], witnesses: int) -> bool | None:
    """Tell whether two mentions agree; None when they cannot be compared."""
    first, second = pair
    relation = compare(grid[first].number, grid[second].number).relation
    if relation is Relation.NOT_COMPARABLE:
        return None
    if _are_shares_printed_alike(grid[first], grid[second]):
        return True
    if relation is Relation.SIGN_DIFFERS:
        directions = {_is_decrease(grid[first]), _is_decrease(grid[second])}
        if len(directions) > 1 or any(_has_either_sign(grid, mention) for mention in pair):
            return True
        if _is_habit(grid, pair):
            return True
        stands_out = _sign_stands_out(grid, pair, witnesses) or _sign_of_total(grid, pair)
        return not (stands_out or any(_is_turned_in_total(grid, mention) for mention in pair))
    return relation in _AGREE


def _are_shares_printed_alike(one: Mention, other: Mention) -> bool:
    """Tell whether two counts of shares differ by their units only.

    Captions such as "(dollars in millions)" do not say the unit of shares.
    """
    first, second = one.number, other.number
    shares = first.measure is second.measure is Measure.SHARES
    return shares and first.scale != second.scale and first.displayed == second.displayed != 0


def _is_decrease(mention: Mention) -> bool:
    """Tell whether label or headers call a number a decrease, and it is printed without a sign.

    Such a number agrees with a change that has a minus.
    """
    if (mention.number.value or 0) < 0:
        return False
    words = " ".join((*mention.row_path[-1:], *mention.column_path))
    return bool(_DECREASE.search(words)) and not _INCREASE.search(words)


def _has_either_sign(grid: Grid, mention: int) -> bool:
    """Tell whether a number may rightly have either sign.

    A change between negative numbers may be stated as a change of their amounts. Where a column states one
    amount with both signs under one label, or a row moves it, one place adds it and another deducts it.
    """
    here = grid[mention]
    if says_change(here.column_path):
        return any(
            (each.number.value or 0) < 0 for each in grid.row(mention) if not says_change(each.column_path)
        )
    label = here.row_path[-1:]
    return _is_moved(grid, mention) or any(
        each.row_path[-1:] == label != ()
        and compare(here.number, each.number).relation is Relation.SIGN_DIFFERS
        for each in grid.column(mention)
    )


def _is_moved(grid: Grid, mention: int) -> bool:
    """Tell whether an amount moves from one column to another, as from one component of equity to the next.

    It does in a row that has the amount with either sign and nothing else. Between two balances it also does
    in a row that has the amount with the other sign too, or whose amounts cancel. A total does not move.
    """
    here = grid[mention]
    if not here.number.value or _is_turned_in_total(grid, mention):
        return False
    amounts = [
        each.number.value
        for each in grid.row(mention)
        if each.number.value and each.number.measure not in (Measure.SHARES, Measure.PER_SHARE)
    ]
    if amounts == [-here.number.value]:
        return True
    moved = -here.number.value in amounts or (len(amounts) > 1 and not sum(amounts))
    return moved and grid.roll_forward(here.table).is_movement(here)


def _sign_of_total(grid: Grid, pair: tuple[int, int]) -> bool:
    """Tell whether one number is a total but for its sign.

    It is not where labels deduct either of the two, because the sign is then presentation. It is not where a
    label says which way the number goes ("Net loss" needs no sign), unless a total beside it has the sign
    that this one lacks.
    """
    standing = {mention: Standing(grid, mention) for mention in pair}
    if any(each.is_deducted for each in standing.values()):
        return False
    directed = any(_DIRECTED.search(" ".join(grid[mention].row_path[-1:])) for mention in pair)
    return any(
        each.is_total_but_for_its_sign and (not directed or _is_signed_beside(grid, mention))
        for mention, each in standing.items()
    )


def _is_turned_in_total(grid: Grid, mention: int) -> bool:
    """Tell whether a number is the only one of its row beside a total of the row, with the other sign.

    A statement of equity states the profit of a year as a part of equity, and again in total.
    """
    here = grid[mention]
    others = [each for each in grid.row(mention) if each.number.value]
    return (
        len(others) == 1
        and here.number.digits >= _LONG
        and compare(here.number, others[0].number).relation is Relation.SIGN_DIFFERS
        and any(names_total(" ".join(each.column_path[-1:])) for each in (here, others[0]))
    )


def _is_signed_beside(grid: Grid, mention: int) -> bool:
    """Tell whether another number of the row is a total with the sign that this one lacks."""
    own = (grid[mention].number.value or 0) < 0
    return any(
        ((other.number.value or 0) < 0) is not own and Standing(grid, other.index).foots
        for other in grid.row(mention)
        if other.number.digits >= _DIGITS
    )


def _sign_stands_out(grid: Grid, pair: tuple[int, int], witnesses: int) -> bool:
    """Tell whether the other cells of the two rows agree in value and in sign, so that only this sign
    differs.

    A statement of cash flows shows a cost as negative in every period. Then no cell of its row agrees in
    sign.
    """
    relations = _relations_beside(grid, pair)
    same = sum(relation in _AGREE for relation in relations)
    return same >= witnesses and Relation.SIGN_DIFFERS not in relations


def _is_habit(grid: Grid, pair: tuple[int, int]) -> bool:
    """Tell whether other numbers of the two rows differ by their sign too, and none agrees.

    A statement of cash flows may deduct what a statement of income adds.
    """
    relations = _relations_beside(grid, pair)
    return Relation.SIGN_DIFFERS in relations and _AGREE.isdisjoint(relations)


def _relations_beside(grid: Grid, pair: tuple[int, int]) -> list[Relation]:
    """Return how each other cell of the one row relates to each of the other row, short numbers apart.

    Changes are not compared with amounts. The change of an amount that was nought before is that amount.
    """
    is_change = any(says_change(grid[mention].column_path) for mention in pair)
    first, second = (
        [
            other.number
            for other in grid.row(mention)
            if other.number.digits >= _DIGITS and (is_change or not says_change(other.column_path))
        ]
        for mention in pair
    )
    return [compare(a, b).relation for a in first for b in second]


def stated_difference(grid: Grid, mention: int, counterpart: int) -> Decimal | None:
    """Return mention minus counterpart in base units, None where they cannot be subtracted.

    Where the two tables only show the sign differently, it is the difference of the amounts: 76,800 and
    (67,800) are 9,000 apart.
    """
    first, second = grid[mention].number, grid[counterpart].number
    if _signs_are_shown_differently(grid, mention, counterpart):
        first, second = unsigned(first), unsigned(second)
    return compare(first, second).difference


def _signs_are_shown_differently(grid: Grid, mention: int, counterpart: int) -> bool:
    """Tell whether two numbers of different amounts have opposite signs by the habit of a table.

    This is so where the amounts are a slip apart, where a label calls one of them a decrease, or where other
    cells of the two rows differ by their sign too.
    """
    pair = grid[mention], grid[counterpart]
    signs = {(each.number.value or 0) < 0 for each in pair}
    if len(signs) < 2 or compare(pair[0].number, pair[1].number).relation is Relation.SIGN_DIFFERS:
        return False
    if slip_between(pair[0].number, pair[1].number) is not Slip.OTHER:
        return True
    return len(set(map(_is_decrease, pair))) > 1 or Relation.SIGN_DIFFERS in _relations_beside(
        grid, (mention, counterpart)
    )
