"""Find what a number in prose may be meant to state although some cells agree with it.

A number may also agree with cells but for the unit of a table, which may have been misread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change, says_partial_change
from cofitcheck.checks.text.counterparts import (
    Counterpart,
    Way,
    changes,
    is_outflow,
    of_month,
    stated,
)
from cofitcheck.checks.text.links import Links, digits_of, number_of
from cofitcheck.checks.text.sentence_context import BEFORE, SOME_TIE
from cofitcheck.checks.text.slipping import Difference, difference_of
from cofitcheck.checks.text.ties import CHANGES, Tie, Ties, is_named, well_tied
from cofitcheck.checks.text.words import BRACKETED
from cofitcheck.document import Mention, Table
from cofitcheck.language.lexicon import MAGNITUDE_WORDS, alternation
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Bound, ProseMention
from cofitcheck.prose.operations import lower, marks_of

_CHANGING = frozenset({"up", "down", "rose", "fell"})
_SECOND = 0.5
"""The least part of the probability of the best tie at which another tie is looked at."""
_NEARLY_BEST = 0.7
"""A tie at least this part as probable as the best one, and of the year that the sentence says, is what is
meant."""
_FIRST = 3
"""How many of the likeliest ties of a number are looked at."""

_THOUSANDS = (-6, -3, 3, 6)
"""The powers of ten between a table in one unit and in another."""
_SCALES = re.compile(rf"(?<![a-z])({alternation(MAGNITUDE_WORDS)})(?=s?(?![a-z]))")
_FEWEST_DIGITS = 2
"""The fewest digits of a number that confirms a unit."""


def other_periods(
    links: Links, ties: Ties, said: ProseMention, together: Sequence[ProseMention]
) -> list[tuple[Counterpart, Difference]]:
    """Return the cells of the period that the sentence says, where the number is that of another period of
    the row. Cells that another number of the sentence states for that period are left out."""
    told = ties.get(said.index, ())
    told = [tie for tie in told if tie.probability >= max(SOME_TIE, _SECOND * told[0].probability)]
    if not said.period.year or not told:
        return []
    if any(tie.fit.year >= 0 for tie in told if tie.probability >= _NEARLY_BEST * told[0].probability):
        return []
    if says_change(links.grid[told[0].cells[0]].column_path):  # what is printed as a change is no level
        return []
    told = [tie for tie in told if tie.fit.year < 0]
    dated = {
        tie.cells
        for other in together
        if other is not said
        for tie in well_tied(ties, other)
        if tie.fit.year >= 0
    }
    cells = (links.grid[tie.cells[0]] for tie in told[:_FIRST] if tie.counterpart.way is Way.STATED)
    rows = dict.fromkeys((cell.table, cell.row) for cell in cells)
    fits = ((cell.index, links.fit(said, cell.index)) for cell in links.of_rows(said, list(rows)))
    return [
        (stated(links, cell), Difference.OTHER_PERIOD)
        for cell, fit in fits
        if fit.year == 1 and fit.months >= 0 and (cell,) not in dated
    ]


def turned(links: Links, said: ProseMention, held: Sequence[Tie]) -> list[tuple[Counterpart, Difference]]:
    """Return the changes that the sentence turns round, where a cell prints a change outright. They are the
    changes of its row, or else what is printed, where its sign goes the other way."""
    if not held or said.operation not in CHANGES or held[0].counterpart.way is not Way.STATED:
        return []
    rows = dict.fromkeys((cell.table, cell.row) for tie in held if (cell := links.grid[tie.cells[0]]))
    found = [each for each in changes(links, said, list(rows)) if each.agrees(said)]
    if any(each.goes_with(said) for each in found):
        return []
    if not found:
        printed = [replace(tie.counterpart, rose=_printed_way(links, said, tie.cells[0])) for tie in held]
        found = [] if any(each.goes_with(said) for each in printed) else printed
    return [(each, Difference.DIRECTION) for each in found]


def _printed_way(links: Links, said: ProseMention, cell: int) -> int:
    """Return the direction of the change that a cell states, by its sign: 1 up, -1 down. Return 0 where it
    may state no change, or one that has the sign of what is paid."""
    here = links.grid[cell]
    value = here.number.value or Decimal(0)
    if not of_month(said.period, links.grid.periods[cell]):
        return 0
    way = (value > 0) - (value < 0)
    if says_change(here.column_path) and not says_partial_change(here.column_path):
        amounts = [
            each.number.value
            for each in links.grid.row(cell)
            if not says_change(each.column_path) and each.number.value
        ]
        plain = bool(amounts) and (min(amounts) > 0 or (max(amounts) > 0 and not is_outflow(said)))
        return way if plain else 0
    return way * _way_of_label(lower(here.row_path[-1]), way) if here.row_path else 0


def _way_of_label(label: str, way: int) -> int:
    """Return 1 where a label says that a number above nought is an increase, -1 where it is a decrease, by
    the word outside brackets; 0 where the label says neither. "Net increase in cash" says nothing of a number
    below nought."""
    outside, every = (
        {mark.kind in ("up", "rose") for mark in marks_of(text) if mark.kind in _CHANGING}
        for text in (BRACKETED.sub(" ", label), label)
    )
    if len(outside) != 1 or (len(every) == 1 and way < 0):
        return 0
    return 1 if outside.pop() else -1


def expected(
    links: Links, ties: Ties, said: ProseMention, together: Sequence[ProseMention]
) -> list[tuple[Counterpart, Difference]]:
    """Return the cells that a change of the same statement begins or ends with, where the number agrees with
    none of them. Return nothing where the words name in full a cell that states the number: then the change
    is tied by chance."""
    if said.operation in CHANGES or any(map(is_named, well_tied(ties, said))):
        return []
    cells = dict.fromkeys(
        tie.cells[said.operation in BEFORE]
        for each in together
        if each.group == said.group and each.operation in CHANGES
        for tie in well_tied(ties, each)
        if tie.counterpart.way is not Way.STATED
    )
    held = [stated(links, cell) for cell in cells]
    if any(each.agrees(said) for each in held):
        return []
    same = (each for each in held if links.grid[each.cells[0]].number.measure is said.number.measure)
    return [(each, difference(said, each) or Difference.OTHER) for each in same]


def difference(said: ProseMention, counterpart: Counterpart) -> Difference | None:
    """Return the slip that turns what cells come to into the number, None where there is none."""
    if counterpart.agrees(said):
        return None if counterpart.goes_with(said) else Difference.DIRECTION
    number = number_of(said)
    value = number.value or Decimal(0)
    decimals = number.scale > number.precision
    return difference_of(value, number.precision, counterpart.middle, counterpart.finest, decimals)


def is_of_doubtful_unit(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, slip: Difference
) -> bool:
    """Tell whether text and cells agree but for the unit of the table, and that unit is doubtful: then the
    number in the text may be right.

    For a change, which the text works out, it is enough that it agrees in another unit. A level may have
    another scale word by mistake. The unit of its table is doubtful where it comes from another table and no
    number of a sentence agrees with the table in it, where the caption names the unit of the text, too, or
    where the cell prints just what the text says.
    """
    if said.operation in CHANGES:
        return any(_in_unit(held, power).agrees(said) for power in _THOUSANDS)
    if slip is not Difference.SCALE:
        return False
    cell = links.grid[held.cells[0]]
    if _is_excepted(said, cell, links.grid.document.tables[cell.table]):
        return True
    return _is_printed_otherwise(said, cell) or (
        agrees_in_thousands(said, held)
        and not _states_its_unit(links.grid.document.tables[cell.table])
        and not _is_confirmed(links, ties, cell.table)
    )


def _in_unit(held: Counterpart, power: int) -> Counterpart:
    return replace(held, least=held.least.scaleb(power, EXACT), most=held.most.scaleb(power, EXACT))


def agrees_in_thousands(said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a number agrees with cells but for a unit of thousands or millions."""
    return any(_in_unit(held, power).agrees(said) for power in _THOUSANDS)


def _is_excepted(said: ProseMention, cell: Mention, table: Table) -> bool:
    """Tell whether the caption of a table names the unit of the text, too, and the cell has its digits: "in
    millions, except orders, which are in billions"."""
    named = {MAGNITUDE_WORDS[word] for word in _SCALES.findall(table.caption.casefold())}
    return len(named) > 1 and said.number.scale in named and said.number.displayed == cell.number.displayed


def _is_printed_otherwise(said: ProseMention, cell: Mention) -> bool:
    """Tell whether a cell prints just what the text says, in full or in the text's own unit, or has no unit
    and is less than it."""
    number, held = number_of(said), cell.number
    shown = abs(held.displayed) if held.displayed is not None else None
    if not number.value or not shown:
        return False
    rounded = number if number.scale else number_of(replace(said, bound=Bound.ABOUT))  # $3,033,000
    unit = Decimal(1).scaleb(max(rounded.precision, held.precision - held.scale))
    printed_in_full = abs(number.value - shown) < unit
    same_digits = not number.scale and number.displayed == shown
    return printed_in_full or same_digits or (not held.scale and number.value > shown)


def _states_its_unit(table: Table) -> bool:
    """Tell whether the unit of a table stands in it or right before it, and not over another one."""
    caption = table.caption
    return caption in table.text_before or any(caption in cell.text for cell in table.cells)


def _is_confirmed(links: Links, ties: Ties, table: int) -> bool:
    """Tell whether an amount that a sentence states with a word for its unit agrees with the table."""
    return any(
        links.grid[tie.cells[0]].table == table and links.grid[tie.cells[0]].number.scale
        for said in links.prose.mentions
        if said.number.scale > 0 and digits_of(said) >= _FEWEST_DIGITS
        for tie in well_tied(ties, said)[:1]
    )
