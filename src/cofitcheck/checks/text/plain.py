"""Plain cases: the words, the period and the rest of the sentence say what a number is meant to state.

Trees judge what is near by many small signs. Where a sentence names a row by all of its label, or its other
numbers are those of the row, no more signs are needed. No rule looks at how large the difference is.
"""

from __future__ import annotations

from cofitcheck.checks.text.counterparts import Way
from cofitcheck.checks.text.links import Links, digits_of
from cofitcheck.checks.text.near import Near
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.prose import Role

_PLAIN = 0.85
"""The probability of an error in a plain case: of 30 of small filings 22 are real, and 3 a question."""
_PLAIN_OTHER = 0.6
"""The same of what is no slip, and of amounts of changes: of 16, which were told as likely, 3 are real."""
_LEAST = 0.06
"""What trees hold for less likely is not plain: they know of segments and of other bases by small signs."""
_NAMED = 0.9
_HALF_NAMED = 0.6
_PARTLY_NAMED = 0.3
_WEIGHTY = 0.9
"""What the words of a label tell at the least, where they alone lead to the row: "Other" tells too little."""
_SLIPS = frozenset({Difference.DIGIT, Difference.TRANSPOSITION, Difference.DROPPED_DIGIT, Difference.SCALE})
_NO_SLIPS = frozenset({Difference.OTHER_PERIOD, Difference.OTHER})
_OF_PERCENT = frozenset({Role.PERCENT, Role.POINTS, Role.BASIS_POINTS})
_SUPPORTING = 2
"""So many other numbers of the statement are the row's: they leave no choice."""
_MANY_DIGITS = 3
"""So many digits that are the cell's are no chance."""
_LONG = 5
"""A number of so many digits is no slip of another by chance, though words name its row in part."""
_HALF_LABEL = 0.5


def plain_probability(links: Links, near: Near, by_trees: float) -> float:
    """Return how probably a plain case is an error, 0 where a case is not plain; `by_trees` is as below."""
    if not is_plain(links, near, by_trees):
        return 0.0
    of_amount = near.counterpart.way is Way.CHANGE and near.difference is not Difference.DIRECTION
    return _PLAIN_OTHER if of_amount or near.difference in _NO_SLIPS else _PLAIN


def is_plain(links: Links, near: Near, by_trees: float) -> bool:
    """Tell whether a number is plainly meant to state what it is held against; `by_trees` is how probably it
    is by them."""
    if near.beside.supporting >= _SUPPORTING:
        return True
    if near.beside.doubled or by_trees < _LEAST:
        return False
    if near.counterpart.way is not Way.STATED:
        return _is_plain_change(links, near)
    if near.fit.year != 1 or near.fit.months < 0:
        return False
    if near.difference is Difference.OTHER_PERIOD:
        if near.beside.exchanged:
            return _is_exchanged(near)
        return _is_named(links, near) or _is_listed(near)
    if near.difference not in _SLIPS or near.rounded_down:
        return False
    if _lacks_its_unit(near) or _is_slip_of_many_digits(near):
        return True
    if near.kept < _MANY_DIGITS and near.beside.in_list < _SUPPORTING:
        return False  # Two digits that agree with a row, and two that nearly do, may do so by chance.
    return _is_listed(near) or (_is_named(links, near) and not near.beside.off_list)


def _is_plain_change(links: Links, near: Near) -> bool:
    """Tell whether a change is plainly that of the row: a level of its statement is the row's, too, the row
    states the change outright, or all words name it and the period."""
    cell, said = links.grid[near.cell].number, near.said
    if near.beside.opposing or near.better:
        return False
    if said.role not in _OF_PERCENT and said.number.measure is not cell.measure:
        return False
    half_named = near.named >= _HALF_NAMED
    if half_named and (near.beside.supporting or (near.agrees_well and near.turned)):
        return True
    if not _is_named(links, near):
        return False
    if near.turned:
        return near.fit.year >= 0 and digits_of(near.said) > 1
    return near.fit.year == 1 and (near.fit.months >= 0 or _is_over_the_period(links, near))


def _is_over_the_period(links: Links, near: Near) -> bool:
    """Tell whether a balance changed over the months that the sentence speaks of."""
    later, earlier = (links.grid.periods[cell] for cell in near.counterpart.cells)
    months = 12 * (later.year - earlier.year) + later.month - earlier.month
    return later.is_instant and near.said.period.months == months


def _is_named(links: Links, near: Near) -> bool:
    """Tell whether the words name the row, and no other one as well: of rows of several sections with one
    label, words alone name none."""
    named = near.named >= _NAMED and not near.better and not links.has_namesake(near.cell)
    return named and links.label_weight(near.cell) >= _WEIGHTY


def _is_slip_of_many_digits(near: Near) -> bool:
    """Tell whether a long number is one slip away from that of a row that its sentence names in part."""
    number, value = near.said.number, near.said.number.displayed or 0
    noughts = (
        len(str(int(value))) - len(str(int(value)).rstrip("0")) if number.scale >= number.precision else 0
    )
    of_digits = near.difference is not Difference.SCALE
    return of_digits and near.kept - noughts >= _LONG and near.fit.label >= _HALF_LABEL


def _lacks_its_unit(near: Near) -> bool:
    """Tell whether an amount with one decimal has no word for a unit, and its row, named in full, has the
    amount in thousands or millions: nothing is paid in tenths."""
    number = near.said.number
    in_tenths = near.said.role is Role.AMOUNT and not number.scale and number.precision == -1
    return (
        in_tenths
        and near.difference is Difference.SCALE
        and near.fit.label == 1
        and near.named >= _HALF_NAMED
    )


def _is_listed(near: Near) -> bool:
    """Tell whether the like numbers of the statement, or most of them, are the row's in their own periods."""
    listed, of = near.beside.in_list, near.beside.of_list
    if near.beside.off_list:
        return False
    least = _PARTLY_NAMED if near.kept >= _MANY_DIGITS else _HALF_NAMED
    shares = near.named >= least or near.fit.label >= _HALF_NAMED
    return 2 * listed >= of and (listed > 1 or (listed == 1 and shares))


def _is_exchanged(near: Near) -> bool:
    """Tell whether two numbers are in each other's place, in a row that they share more with than that."""
    shares = near.named >= _PARTLY_NAMED or near.beside.in_list > 0
    return shares or near.kept >= _MANY_DIGITS
