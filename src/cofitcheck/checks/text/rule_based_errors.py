"""Near misses that rules call errors: words, period and the rest of the sentence name the intended cell.

Trees judge near misses by many small signs. Rules decide where a sentence has the whole label of a row, or
where its other numbers are those of the row. No rule looks at how large the difference is.
"""

from __future__ import annotations

from enum import StrEnum

from cofitcheck.checks.text.counterparts import Way
from cofitcheck.checks.text.links import Links, digits_of
from cofitcheck.checks.text.near_misses import NearMiss
from cofitcheck.checks.text.sentence_context import states_levels
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.prose import Role

_LEAST = 0.06
"""Below this probability by the trees no rule applies: the trees use signs of segments and other bases."""
_NAMED = 0.9
_HALF_NAMED = 0.6
_PARTLY_NAMED = 0.3
_WEIGHTY = 0.9
"""The least weight of the words of a label where they alone lead to the row: "Other" weighs too little."""
_SLIPS = frozenset({Difference.DIGIT, Difference.TRANSPOSITION, Difference.DROPPED_DIGIT, Difference.SCALE})
_NO_SLIPS = frozenset({Difference.OTHER_PERIOD, Difference.OTHER})
_OF_PERCENT = frozenset({Role.PERCENT, Role.POINTS, Role.BASIS_POINTS})
_SUPPORTING = 2
"""How many other numbers of the statement must be the row's to leave no doubt."""
_MANY_DIGITS = 3
"""How many digits in common with the cell are not by chance."""
_LONG = 5
"""How many digits of a number in common with the cell are not by chance, even where words name its row only
in part."""
_HALF_LABEL = 0.5


class Plain(StrEnum):
    """What rules say of a near miss: nothing, or what it plainly is."""

    NOT = "not plain"
    OWN_NUMBERS = "own numbers"
    """What the other numbers of the sentence prove."""
    SLIP = "slip"
    OTHER = "other"
    """The number of another period, no slip at all, or the amount of a change."""


def plain_by_rules(links: Links, miss: NearMiss, by_trees: float) -> Plain:
    """Return what a near miss plainly is; `by_trees` is the probability of an error by the trees."""
    if _is_proven(links, miss):
        return Plain.OWN_NUMBERS
    if not is_certain(links, miss, by_trees):
        return Plain.NOT
    of_amount = miss.counterpart.way is Way.CHANGE and miss.difference is not Difference.DIRECTION
    return Plain.OTHER if of_amount or miss.difference in _NO_SLIPS else Plain.SLIP


def is_certain(links: Links, miss: NearMiss, by_trees: float) -> bool:
    """Tell whether a number is plainly meant to state what it is held against; `by_trees` is the probability
    of an error by the trees."""
    if _is_proven(links, miss):
        return True
    if miss.context.doubled or by_trees < _LEAST:
        return False
    if miss.counterpart.way is not Way.STATED:
        return _is_certain_change(links, miss)
    if miss.fit.year != 1 or miss.fit.months < 0:
        return False
    if miss.difference is Difference.OTHER_PERIOD:
        if miss.context.exchanged:
            return _is_exchanged(miss)
        return _is_named(links, miss) or _is_listed(miss)
    if miss.difference not in _SLIPS or miss.rounded_down:
        return False
    if _lacks_its_unit(miss) or _is_slip_of_many_digits(miss):
        return True
    if miss.kept < _MANY_DIGITS and miss.context.in_list < _SUPPORTING:
        return False  # Two digits that agree with a row, and two that nearly do, may do so by chance.
    return _is_listed(miss) or (_is_named(links, miss) and not miss.context.off_list)


def _is_proven(links: Links, miss: NearMiss) -> bool:
    return miss.context.supporting >= _SUPPORTING or states_levels(links, miss.said, miss.counterpart)


def _is_certain_change(links: Links, miss: NearMiss) -> bool:
    """Tell whether a change is plainly that of the row: a level of its statement is the row's, too, the row
    states the change outright, or all words name it and the period."""
    cell, said = links.grid[miss.cell].number, miss.said
    if miss.context.opposing or miss.better:
        return False
    if said.role not in _OF_PERCENT and said.number.measure is not cell.measure:
        return False
    half_named = miss.named >= _HALF_NAMED
    if half_named and (miss.context.supporting or (miss.agrees_well and miss.turned)):
        return True
    if not _is_named(links, miss):
        return False
    if miss.turned:
        return miss.fit.year >= 0 and digits_of(miss.said) > 1
    return miss.fit.year == 1 and (miss.fit.months >= 0 or _is_over_the_period(links, miss))


def _is_over_the_period(links: Links, miss: NearMiss) -> bool:
    """Tell whether a balance changed over the months that the sentence speaks of."""
    later, earlier = (links.grid.periods[cell] for cell in miss.counterpart.cells)
    months = 12 * (later.year - earlier.year) + later.month - earlier.month
    return later.is_instant and miss.said.period.months == months


def _is_named(links: Links, miss: NearMiss) -> bool:
    """Tell whether the words name the row, and no other one as well: where rows of several sections have one
    label, words alone name none of them."""
    named = miss.named >= _NAMED and not miss.better and not links.has_namesake(miss.cell)
    return named and links.label_weight(miss.cell) >= _WEIGHTY


def _is_slip_of_many_digits(miss: NearMiss) -> bool:
    """Tell whether a long number is one slip away from that of a row that its sentence names in part; for a
    longer one, one word of the label is enough."""
    number, value = miss.said.number, miss.said.number.displayed or 0
    noughts = (
        len(str(int(value))) - len(str(int(value)).rstrip("0")) if number.scale >= number.precision else 0
    )
    of_digits, kept = miss.difference is not Difference.SCALE, miss.kept - noughts
    half = kept >= _LONG and miss.fit.label >= _HALF_LABEL
    return of_digits and (half or (kept > _LONG and miss.fit.label > 0))


def _lacks_its_unit(miss: NearMiss) -> bool:
    """Tell whether an amount with one decimal has no word for a unit, and its row, named in full, has the
    amount in thousands or millions: nothing is paid in tenths."""
    number = miss.said.number
    in_tenths = miss.said.role is Role.AMOUNT and not number.scale and number.precision == -1
    return (
        in_tenths
        and miss.difference is Difference.SCALE
        and miss.fit.label == 1
        and miss.named >= _HALF_NAMED
    )


def _is_listed(miss: NearMiss) -> bool:
    """Tell whether at least half of the like numbers of the statement are the row's in their own periods."""
    listed, of = miss.context.in_list, miss.context.of_list
    if miss.context.off_list:
        return False
    least = _PARTLY_NAMED if miss.kept >= _MANY_DIGITS else _HALF_NAMED
    shares = miss.named >= least or miss.fit.label >= _HALF_NAMED
    return 2 * listed >= of and (listed > 1 or (listed == 1 and shares))


def _is_exchanged(miss: NearMiss) -> bool:
    """Tell whether more links two numbers that stand in each other's place to the row than that."""
    shares = miss.named >= _PARTLY_NAMED or miss.context.in_list > 0
    return shares or miss.kept >= _MANY_DIGITS
