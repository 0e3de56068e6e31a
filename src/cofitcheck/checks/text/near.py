"""Numbers in prose that nothing agrees with, beside what tables have for them that is a slip away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck.checks.text.counterparts import Counterpart, Way, changes, stated
from cofitcheck.checks.text.links import Fit, Links, number_of
from cofitcheck.checks.text.slipping import Difference, difference_of
from cofitcheck.checks.text.ties import CHANGES, Tie, Ties, tied_rows, well_tied
from cofitcheck.document import Mention
from cofitcheck.prose import Basis, Bound, Operation, ProseMention

_FEWEST_DIGITS = 2
_SOME_TIE = 0.2
"""What agrees with a number with this probability tells of a row, though of another period."""
_SECOND = 0.5
"""What is less than half as probable as the best tie has no say beside it."""
_FIRST = 3
"""So many of the likeliest ties of a number are looked at."""
_LEVELS = frozenset(
    {Operation.LEVEL, Operation.FROM, Operation.TO, Operation.COMPARED, Operation.SHARE, Operation.AVERAGE}
)
_OF_A_PART = frozenset({Basis.CONSTANT_CURRENCY, Basis.ORGANIC})
"""Where a sentence speaks of these its changes are not those of the amounts in tables."""
_NEVER = _OF_A_PART | {Basis.FORECAST, Basis.PRO_FORMA}


@dataclass(frozen=True, slots=True)
class Near:
    """A number in prose, what it may be meant to state, and how the two differ.

    `agrees` is what agrees with it best, None where nothing does; `siblings` count the other
    numbers of its sentence that are tied to the cell's row, its column and its table, `beside` those of its
    passage that are tied to anything, and all of them, `years` those of its sentence that are tied to cells
    of the year it says, and of another. `listed` is the share of the other numbers of its statement that are
    tied to the row in their own period, -1 where it is alone; `exchanged` tells whether one of them states
    what the cell does, in another period; `printed` whether the row states the change outright.
    """

    said: ProseMention
    counterpart: Counterpart
    fit: Fit
    difference: Difference
    agrees: Tie | None
    siblings: tuple[int, int, int]
    beside: tuple[int, int]
    years: tuple[int, int]
    listed: float
    exchanged: bool
    printed: bool

    @property
    def cell(self) -> int:
        """The cell that it is held against; of a change the later one."""
        return self.counterpart.cells[0]


def near_misses(
    links: Links, ties: Ties, sentences: Iterable[Sequence[ProseMention]]
) -> Iterator[list[Near]]:
    """Yield for each number of sentences that nothing fitting agrees with what it may be meant to state."""
    passages: dict[int, list[ProseMention]] = {}
    for together in sentences:
        passages.setdefault(together[0].passage, []).extend(together)
    for numbers in passages.values():
        tied = {each.index for each in numbers if well_tied(ties, each)}
        for said in numbers:
            beside = len(tied - {said.index}), len(numbers) - 1
            if not may_be_held(said) or _leaves_something_out(links, said):
                continue
            if found := nears_of(links, ties, said, beside):
                yield found


def may_be_held(said: ProseMention) -> bool:
    """Tell whether a number in prose is a plain statement of what is or was, as tables have it."""
    if said.bound not in (Bound.EXACT, Bound.ABOUT) or said.basis & _NEVER or said.number.value is None:
        return False
    return said.operation in CHANGES or (said.operation in _LEVELS and said.number.digits >= _FEWEST_DIGITS)


def _leaves_something_out(links: Links, said: ProseMention) -> bool:
    together = links.sentences[said.passage, said.sentence.start]
    return said.operation in CHANGES and any(each.basis & _OF_A_PART for each in together)


def nears_of(links: Links, ties: Ties, said: ProseMention, beside: tuple[int, int]) -> list[Near]:
    """Return what one number may be meant to state; `beside`: see `Near`."""
    together = links.sentences[said.passage, said.sentence.start]
    other_periods = _other_periods(links, ties, said, together)
    if well_tied(ties, said) and not other_periods:
        return []
    slips = [] if well_tied(ties, said) else _slips(links, ties, said, together)
    told = ties.get(said.index, ())
    best = told[0] if told else None
    agreements = [
        max(tie.fit.year for tie in tied)
        for other in together
        if other is not said and (tied := well_tied(ties, other))
    ]
    years = agreements.count(1), agreements.count(-1)
    return [
        Near(
            said, each, links.fit(said, each.cells[0]), difference, best,
            _siblings(links, ties, said, each, together),
            beside,
            years,
            _listed(links, ties, said, each, together),
            _exchanged(links, ties, said, each, together),
            _printed(links, each),
        )
        for each, difference in (*slips, *other_periods)
    ]  # fmt: skip


def _slips(
    links: Links, ties: Ties, said: ProseMention, together: Sequence[ProseMention]
) -> Iterator[tuple[Counterpart, Difference]]:
    beside = [row for other in together if other is not said for row in tied_rows(links, ties, other)]
    rows = list(dict.fromkeys((*links.rows(said), *beside)))
    taken = {
        tie.cells
        for other in together
        if other is not said and (other.operation in CHANGES) == (said.operation in CHANGES)
        for tie in well_tied(ties, other)
    }
    if said.operation in CHANGES:
        for each in changes(links, said, rows):
            if each.cells not in taken and not (each.agrees(said) and each.goes_with(said)):
                yield each, _difference(said, each) or Difference.OTHER
        return
    for cell in links.of_rows(said, rows):
        each = stated(links, cell.index)
        difference = None if each.cells in taken else _difference(said, each)
        if difference and not (difference is Difference.SCALE and _unit_is_doubtful(said, cell)):
            yield each, difference


def _difference(said: ProseMention, counterpart: Counterpart) -> Difference | None:
    if counterpart.agrees(said):
        return None if counterpart.goes_with(said) else Difference.DIRECTION
    number = number_of(said)
    value = number.value or Decimal(0)
    return difference_of(value, number.precision, counterpart.middle, counterpart.finest)


def _unit_is_doubtful(said: ProseMention, cell: Mention) -> bool:
    """Tell whether text and cell agree but for the unit of the table, which is stated nowhere near the cell,
    or was misread: then the number in the text is none the worse."""
    number, held = number_of(said), cell.number
    shown = abs(held.displayed) if held.displayed is not None else None
    if not number.value or not shown:
        return False
    unit = Decimal(1).scaleb(max(number.precision, held.precision - held.scale))
    printed_in_full = abs(number.value - shown) < unit
    same_digits = not said.number.scale and number.displayed == shown
    return printed_in_full or same_digits or (not held.scale and number.value > shown)


def _other_periods(
    links: Links, ties: Ties, said: ProseMention, together: Sequence[ProseMention]
) -> list[tuple[Counterpart, Difference]]:
    """Return the cells of the period that is said, where the number is that of another period of the row, and
    no other number of the sentence states them for that period."""
    told = ties.get(said.index, ())
    told = [tie for tie in told if tie.probability >= max(_SOME_TIE, _SECOND * told[0].probability)]
    if not said.period.year or not told or any(tie.fit.year >= 0 for tie in told):
        return []
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


def _siblings(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, together: Sequence[ProseMention]
) -> tuple[int, int, int]:
    here = links.grid[held.cells[0]]
    row = column = table = 0
    for other in together:
        if other is not said:
            cells = [links.grid[cell] for tie in well_tied(ties, other) for cell in tie.cells]
            row += any((each.table, each.row) == (here.table, here.row) for each in cells)
            column += any((each.table, each.column) == (here.table, here.column) for each in cells)
            table += any(each.table == here.table for each in cells)
    return row, column, table


def _listed(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, together: Sequence[ProseMention]
) -> float:
    """Return the share of the like numbers of a statement that the row states in the period they say."""
    here = links.grid[held.cells[0]]
    alike = [each for each in together if each is not said and _is_like(each, said)]
    right = [
        any(
            tie.fit.year >= 0 and (cell.table, cell.row) == (here.table, here.row)
            for tie in well_tied(ties, each)
            if (cell := links.grid[tie.cells[0]])
        )
        for each in alike
    ]
    return sum(right) / len(right) if right else -1.0


def _exchanged(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, together: Sequence[ProseMention]
) -> bool:
    """Tell whether a like number of the sentence states what the cell does, for another period."""
    meant = abs(links.grid[held.cells[0]].number.value or 0)
    return held.way is Way.STATED and any(
        tie.fit.year < 0 and abs(links.grid[tie.cells[0]].number.value or 0) == meant
        for each in together
        if each is not said and _is_like(each, said)
        for tie in ties.get(each.index, ())[:_FIRST]
    )


def _is_like(one: ProseMention, other: ProseMention) -> bool:
    return one.role is other.role and (one.operation in CHANGES) == (other.operation in CHANGES)


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
