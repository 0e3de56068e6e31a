"""What the other numbers of a sentence say of the cells that one of its numbers is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.text.counterparts import Counterpart, Way, stated
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.ties import CHANGES, Tie, Ties, well_tied
from cofitcheck.language.phrases import SAID, WITHOUT
from cofitcheck.prose import Operation, ProseMention
from cofitcheck.prose.operations import lower

BEFORE = frozenset({Operation.FROM, Operation.COMPARED})
"""What something was before it changed."""
SOME_TIE = 0.2
"""The least probability of a tie that links a number to a row, though for another period."""
_LEFT_OUT = re.compile(rf"\s?[,，(（]?\s?(?:{SAID['which']}\s)?(?:{WITHOUT})")
_LEFT_OUT_OF_CHANGE = re.compile(rf",\s{WITHOUT}")
_WITHOUT = re.compile(WITHOUT)
_BEHIND = 40
_FIRST = 3
"""How many of the likeliest ties of a number are looked at."""


@dataclass(frozen=True, slots=True)
class SentenceContext:
    """What the rest of a sentence says of a cell, or of the two of a change.

    `row`, `column` and `table` count the other numbers of the sentence that are tied there. `listed` is the
    share of the like numbers of the sentence that are tied to the row in their own period, -1 where there are
    none. `in_list` counts those of them within the statement, `of_list` all like numbers of the statement,
    and `off_list` those that the row has another number for. `supporting` counts the other numbers of the
    statement that are what they would be if the number were of the cell: what something came to, from what,
    and by how much. `opposing` counts those that are something else. `exchanged` tells whether a like number
    states what the cell does, in another period, and `printed` whether the row states the change outright.
    `doubled` tells whether a like number of the statement is said of the same period, so that one of the two
    is of something else. `misdated` tells whether cells agree with a like number of the sentence and none of
    them is of the year that it says.
    """

    row: int
    column: int
    table: int
    listed: float
    in_list: int
    of_list: int
    off_list: int
    supporting: int
    opposing: int
    exchanged: bool
    printed: bool
    doubled: bool
    misdated: bool


def context_of(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, together: Sequence[ProseMention]
) -> SentenceContext:
    """Return what the other numbers of a sentence say of the cells that one is held against."""
    others = [each for each in together if each is not said]
    alike = [each for each in others if _is_like(each, said)]
    statement = [each for each in alike if each.group == said.group]
    right = sum(_is_in_its_period(links, ties, each, held) for each in alike)
    row, column, table = _siblings(links, ties, held, others)
    return SentenceContext(
        row,
        column,
        table,
        right / len(alike) if alike else -1.0,
        sum(_is_in_its_period(links, ties, each, held) for each in statement),
        len(statement),
        sum(_is_off(links, each, held) for each in statement),
        *supporting(links, ties, said, held, others),
        _exchanged(links, ties, said, held, alike),
        _printed(links, held),
        any(each.operation is said.operation and _is_of_one_time(each, said) for each in statement),
        any(_is_misdated(ties.get(each.index, ())) for each in alike),
    )


def _is_like(one: ProseMention, other: ProseMention) -> bool:
    return one.role is other.role and (one.operation in CHANGES) == (other.operation in CHANGES)


def _is_of_one_time(one: ProseMention, other: ProseMention) -> bool:
    return bool(one.period) and (one.period, one.against) == (other.period, other.against)


def _is_misdated(told: Sequence[Tie]) -> bool:
    likely = [tie for tie in told if tie.probability >= SOME_TIE]
    return bool(likely) and all(tie.fit.year < 0 for tie in likely)


def _siblings(
    links: Links, ties: Ties, held: Counterpart, others: Sequence[ProseMention]
) -> tuple[int, int, int]:
    here = links.grid[held.cells[0]]
    row = column = table = 0
    for other in others:
        cells = [links.grid[cell] for tie in well_tied(ties, other) for cell in tie.cells]
        row += any((each.table, each.row) == (here.table, here.row) for each in cells)
        column += any((each.table, each.column) == (here.table, here.column) for each in cells)
        table += any(each.table == here.table for each in cells)
    return row, column, table


def _is_in_its_period(links: Links, ties: Ties, other: ProseMention, held: Counterpart) -> bool:
    """Tell whether a number is tied to the row in the period that it says."""
    here, periods = links.grid[held.cells[0]], links.grid.periods
    return any(
        tie.fit.year >= 0
        and tie.fit.months >= 0
        and (cell.table, cell.row) == (here.table, here.row)
        and periods[cell.index].months == periods[here.index].months
        for tie in well_tied(ties, other)
        if (cell := links.grid[tie.cells[0]])
    )


def _is_off(links: Links, other: ProseMention, held: Counterpart) -> bool:
    """Tell whether the row has a number for the period of `other`, and `other` does not agree with it."""
    here, periods = links.grid[held.cells[0]], links.grid.periods
    own = [
        each
        for each in links.grid.line(here.table, here.row)
        if each.number.value
        and each.number.measure is here.number.measure
        and periods[each.index].year == other.period.year
        and periods[each.index].months == periods[here.index].months
    ]
    return bool(own) and not any(stated(links, each.index).agrees(other) for each in own)


def supporting(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, others: Sequence[ProseMention]
) -> tuple[int, int]:
    """Count the other numbers of a statement that fit the number being of these cells, and those that do not.

    A statement with more than one number before or after a change can be read in several ways. Then no number
    of it counts as fitting.
    """
    statement = [each for each in others if each.group == said.group]
    levels = [each for each in (*statement, said) if each.operation not in CHANGES]
    before = sum(each.operation in BEFORE for each in levels)
    if before > 1 or len(levels) - before > 1:
        return 0, len(statement)
    fitting = sum(
        any(_supports(links, said, held, each, tie) for tie in well_tied(ties, each)) for each in statement
    )
    return fitting, len(statement) - fitting


def states_levels(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence sets a change against the two levels that it is worked out from: "growth of 25%
    ($50 million against $40 million)", "increased $10 million, or 25%, from $40 million to $50 million". Two
    numbers do not both agree with cells of one row by chance."""
    if held.way is Way.STATED or len(held.cells) != 2:
        return False
    told = _levels_behind(links, said)
    levels = (told.get(Operation.TO), held.cells[0]), (told.get(Operation.FROM), held.cells[1])
    return all(level is not None and stated(links, cell).agrees(level) for level, cell in levels)


def _levels_behind(links: Links, said: ProseMention) -> dict[Operation, ProseMention]:
    """Return what something came to and from what, as told right behind its change: before another change in
    the same unit."""
    found: dict[Operation, ProseMention] = {}
    for other in links.sentences[said.passage, said.sentence.start]:
        if other.start <= said.start:
            continue
        if other.operation in CHANGES and other.role is said.role:
            break
        if other.operation is Operation.TO or other.operation in BEFORE:
            found.setdefault(Operation.FROM if other.operation in BEFORE else Operation.TO, other)
    return found


def _supports(links: Links, said: ProseMention, held: Counterpart, other: ProseMention, tie: Tie) -> bool:
    of_change = tie.counterpart.way is not Way.STATED
    if held.way is not Way.STATED:
        end = held.cells[other.operation in BEFORE]
        return (
            tie.cells == held.cells if of_change else other.operation not in CHANGES and tie.cells[0] == end
        )
    if of_change:
        return tie.cells[said.operation in BEFORE] == held.cells[0]
    both = tie.cells[0], held.cells[0]
    return (
        other.operation not in CHANGES
        and (other.operation in BEFORE) is not (said.operation in BEFORE)
        and links.row(both[0]) == links.row(both[1])
        and both[0] != both[1]
        and tie.fit.year >= 0
        and tie.fit.months >= 0
    )


def _exchanged(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, alike: Sequence[ProseMention]
) -> bool:
    """Tell whether a like number of the sentence states what the cell does, and is said of the period that
    this one is of in the table."""
    told = ties.get(said.index, ())
    if held.way is not Way.STATED or not told:
        return False
    meant = abs(links.grid[held.cells[0]].number.value or 0)
    own = links.grid.periods[told[0].cells[0]].year
    return any(
        tie.fit.year < 0 and abs(links.grid[tie.cells[0]].number.value or 0) == meant
        for each in alike
        if each.period.year == own
        for tie in ties.get(each.index, ())[:_FIRST]
    )


def _printed(links: Links, held: Counterpart) -> bool:
    """Tell whether the row of a change states what its cells come to."""
    if held.way is Way.STATED:
        return False
    cell = links.grid[held.cells[0]]
    return any(
        held.least <= abs(each.number.value) <= held.most
        for each in links.grid.line(cell.table, cell.row)
        if each.number.value and each.index not in held.cells
    )


def leaves_out(links: Links, said: ProseMention) -> bool:
    """Tell whether the words about a number, or those right behind it, say that something is left out."""
    if _WITHOUT.search(lower(said.indicator)):
        return True
    text = links.grid.document.passages[said.passage].text
    end = min(said.end + _BEHIND, said.sentence.end)
    if _LEFT_OUT.match(lower(text[said.end : end])):
        return True
    if said.operation not in CHANGES:
        return False
    # "increased 6.3% in fiscal 2031 compared to fiscal 2030, excluding what was sold"
    together = links.sentences[said.passage, said.sentence.start]
    until = min((each.start for each in together if each.start > said.end), default=said.sentence.end)
    return _LEFT_OUT_OF_CHANGE.search(lower(text[said.end : until])) is not None
