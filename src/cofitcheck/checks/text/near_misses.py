"""Near misses: numbers in prose that no cell agrees with, each with the cells that are one slip away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.text.alternative_calculations import KNOWN, comes_of_others, is_explained
from cofitcheck.checks.text.counterparts import Counterpart, Way, changes, of_month, stated
from cofitcheck.checks.text.intended_values import (
    difference,
    expected,
    is_of_doubtful_unit,
    other_periods,
    turned,
)
from cofitcheck.checks.text.links import Fit, Links, digits_of, number_of
from cofitcheck.checks.text.readings import is_right_otherwise, is_told_twice
from cofitcheck.checks.text.sentence_context import (
    BEFORE,
    SOME_TIE,
    SentenceContext,
    context_of,
    leaves_out,
)
from cofitcheck.checks.text.slipping import Difference, kept_digits
from cofitcheck.checks.text.ties import CHANGES, WELL, Tie, Ties, is_named, tied_rows, well_tied
from cofitcheck.checks.text.words import Row
from cofitcheck.language.phrases import LISTED
from cofitcheck.prose import Basis, Bound, Operation, ProseMention
from cofitcheck.prose.operations import lower, marks_of

_FEWEST_DIGITS = 2
_LEVELS = frozenset(
    {Operation.LEVEL, Operation.FROM, Operation.TO, Operation.COMPARED, Operation.SHARE, Operation.AVERAGE}
)
_OF_A_PART = frozenset({Basis.CONSTANT_CURRENCY, Basis.ORGANIC})
"""Bases on which changes are not those of the amounts in tables."""
_YEAR = 12
_WELL_NAMED = 0.9
_HALF_NAMED = 0.5
_NEVER = _OF_A_PART | {Basis.FORECAST, Basis.PRO_FORMA}
_PAUSE = re.compile(r"[，,；;。：:、（(]")
_NUMBERING = re.compile(r"^[\W\d]+")
_SHORTEST = 4
"""The fewest characters of a label that is looked for in a sentence: a shorter one may be a word of any
name."""
_KIND = re.compile(rf"{LISTED}\Z")


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A number in prose, what it may be meant to state, and how the two differ.

    `agrees` is what agrees with it best, None where nothing does. `context` is what the rest of its sentence
    says of the cell. `tied` has two counts of the other numbers of its passage: those that are tied to
    anything, and all. `years` has two counts of the other numbers of its sentence: those that are tied to
    cells of the year they say, and those that are tied to cells of another. `named` says how well its words
    name the row, from 0 to 1, and `better` whether they name another one better.
    """

    said: ProseMention
    counterpart: Counterpart
    fit: Fit
    difference: Difference
    agrees: Tie | None
    context: SentenceContext
    tied: tuple[int, int]
    years: tuple[int, int]
    named: float
    better: bool

    @property
    def turned(self) -> bool:
        """Whether the amount of a change is right, and it went the other way."""
        return self.difference is Difference.DIRECTION

    @property
    def agrees_well(self) -> bool:
        """Whether the number is tied to something that agrees with it."""
        return self.agrees is not None and self.agrees.probability >= WELL

    @property
    def rounded_down(self) -> bool:
        """Whether the number is less than a unit of its last digit away, as one that was cut is."""
        number, held = number_of(self.said), self.counterpart
        apart = abs((number.value or Decimal(0)) - held.middle)
        return number.precision > held.finest and apart < Decimal(1).scaleb(number.precision)

    @property
    def kept(self) -> int:
        """How many digits of the number are those of the cell: see `kept_digits`."""
        number, held = number_of(self.said), self.counterpart
        if not number.value or not held.middle:
            return 0
        if self.difference is Difference.SCALE:
            return self.said.number.digits
        return kept_digits(number.value, number.precision, held.middle, held.finest)

    @property
    def cell(self) -> int:
        """The cell that it is held against; for a change the later one."""
        return self.counterpart.cells[0]


def near_misses(
    links: Links, ties: Ties, sentences: Iterable[Sequence[ProseMention]]
) -> Iterator[list[NearMiss]]:
    """Yield the near misses of each number that nothing fitting agrees with: what it may be meant to
    state."""
    passages: dict[int, list[ProseMention]] = {}
    for together in sentences:
        passages.setdefault(together[0].passage, []).extend(together)
    for numbers in passages.values():
        tied = {each.index for each in numbers if well_tied(ties, each)}
        for said in numbers:
            if not may_be_held(said) or _leaves_something_out(links, said):
                continue
            if found := near_misses_of(links, ties, said, (len(tied - {said.index}), len(numbers) - 1)):
                yield found


def may_be_held(said: ProseMention) -> bool:
    """Tell whether a number in prose is a plain statement of what is or was, as tables have it."""
    if said.bound not in (Bound.EXACT, Bound.ABOUT) or said.basis & _NEVER or said.number.value is None:
        return False
    return said.operation in CHANGES or (said.operation in _LEVELS and digits_of(said) >= _FEWEST_DIGITS)


def _leaves_something_out(links: Links, said: ProseMention) -> bool:
    together = links.sentences[said.passage, said.sentence.start]
    of_a_part = said.operation in CHANGES and any(each.basis & _OF_A_PART for each in together)
    return of_a_part or leaves_out(links, said)


def near_misses_of(links: Links, ties: Ties, said: ProseMention, tied: tuple[int, int]) -> list[NearMiss]:
    """Return what one number may be meant to state; `tied`: see `NearMiss`."""
    together = links.sentences[said.passage, said.sentence.start]
    held = well_tied(ties, said)
    found = [
        *other_periods(links, ties, said, together),
        *turned(links, said, held),
        *expected(links, ties, said, together),
    ]
    if held and not found and _is_named(links, said, held):
        return []
    others = [row for each in together if each is not said for row in tied_rows(links, ties, each)]
    rows = list(dict.fromkeys((*links.rows(said), *others)))
    if held and not found and not (rows := _named_better(links, said, rows)):
        return []
    tries = [] if held and found else list(_compared(links, ties, said, rows, together))
    found = [(each, slip) for each in tries if (slip := _slip(said, each))] + found
    found = [
        (each, slip)
        for each, slip in found
        if _may_be_of(links, said, each)
        and not links.segments.is_of_another(said, links.grid[each.cells[0]])
        and not _is_of_another_item(links, said, each)
        and not _is_of_several_years(links, said, each)
        and not is_of_doubtful_unit(links, ties, said, each, slip)
    ]
    if not found:
        return []
    named = {row: links.named(said, row) for row in rows}
    worked_out = comes_of_others(said, together)
    found = [
        (each, slip)
        for each, slip in found
        if not (worked_out and slip not in KNOWN and not is_told_twice(links, ties, said, each))
        and not is_explained(links, ties, said, each, slip, _named(links, named, said, each))
        and not is_right_otherwise(links, ties, said, each, slip)
    ]
    told = ties.get(said.index, ())
    agreements = [
        max(tie.fit.year for tie in its)
        for other in together
        if other is not said and (its := well_tied(ties, other))
    ]
    years = agreements.count(1), agreements.count(-1)
    best = told[0] if told else None
    misses = []
    for each, slip in found:
        own, around = _named(links, named, said, each), context_of(links, ties, said, each, together)
        # Where other numbers are not of the year that they say, "fiscal 2031" is not the table's 2031; where
        # all listed numbers are other amounts than the row has, they are of a part of it.
        of_a_part = said.operation not in BEFORE and around.off_list > around.in_list == 0
        elsewhere = around.misdated or of_a_part
        if slip is Difference.OTHER_PERIOD and elsewhere and not around.exchanged:
            continue
        better = any(other > own for other in named.values())
        fit = links.fit(said, each.cells[0])
        misses.append(NearMiss(said, each, fit, slip, best, around, tied, years, own, better))
    return misses


def _is_named(links: Links, said: ProseMention, held: Sequence[Tie]) -> bool:
    """Tell whether the words of a number name a row that it is tied to, or, where segments stand in columns,
    the row and the column: then the tie is not by chance."""
    named = any(links.named(said, links.row(tie.cells[0])) >= _HALF_NAMED for tie in held)
    return named or any(map(is_named, held))


def _named_better(links: Links, said: ProseMention, rows: Sequence[Row]) -> list[Row]:
    """Return the rows that the words of a number name."""
    return [row for row in rows if links.named(said, row) >= _WELL_NAMED]


def _named(links: Links, known: Mapping[Row, float], said: ProseMention, held: Counterpart) -> float:
    row = links.row(held.cells[0])
    return known.get(row) or links.named(said, row)


def _compared(
    links: Links, ties: Ties, said: ProseMention, rows: Sequence[Row], together: Sequence[ProseMention]
) -> Iterator[Counterpart]:
    """Yield what rows have that a number may be meant to state, and that no other number of the sentence
    states."""
    taken = {
        tie.cells
        for other in together
        if other is not said and other.operation is said.operation
        for tie in ties.get(other.index, ())
        if tie.probability >= SOME_TIE
    }
    if said.operation in CHANGES:
        held = changes(links, said, rows)
    else:
        held = (stated(links, cell.index) for cell in links.of_rows(said, rows))
    yield from (each for each in held if each.cells not in taken)


def _may_be_of(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the periods of a number and of what a cell states are of one length, and end together, as
    far as both say it. A year alone is no quarter in an annual report."""
    if held.way is not Way.STATED:
        return True
    told, cell = said.period, links.grid.periods[held.cells[0]]
    on_a_day = told.months == 0 and not cell.is_instant  # what happened on a day within a span
    if told.year == cell.year and not on_a_day and not of_month(told, cell):
        return False
    of_year = told.year and not told.month and told.months <= 0 and links.prose.own.months == _YEAR
    if of_year and 0 < cell.months < _YEAR:
        return False
    return told.months == cell.months or min(told.months, cell.months) <= 0


def _is_of_several_years(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence calls a number an average and the row does not: the number of one year is no
    average."""
    if held.way is not Way.STATED or not _says_average(said.indicator.partition("…")[0]):
        return False
    cell = links.grid[held.cells[0]]
    return not _says_average(" ".join((*cell.row_path, *cell.column_path)))


def _says_average(words: str) -> bool:
    return any(mark.kind == "average" for mark in marks_of(lower(words)))


def _slip(said: ProseMention, held: Counterpart) -> Difference | None:
    """Return how a number in prose differs from what cells come to. Return None where it does not, or where a
    level differs by more than a slip."""
    slip = difference(said, held)
    if said.operation not in CHANGES:
        return slip
    return None if held.agrees(said) and held.goes_with(said) else slip or Difference.OTHER


def _is_of_another_item(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the words before a number name another row of the cell's table, after the cell's own or in
    place of it, or another thing of the kind that the cell's own label ends with: one project is not
    another."""
    text = links.grid.document.passages[said.passage].text[said.sentence.start : said.start]
    if held.way is not Way.STATED or text.isascii():
        return False
    cell = held.cells[0]
    own = _item(links.grid[cell].row_path)
    if len(own) < _SHORTEST or own.isascii():
        return False
    clause, kind = _clause(text), _KIND.search(own)
    if kind and kind[0] in clause and own not in clause:
        return True
    names = {_item(each.row_path) for each in links.grid.column(cell)} - {own}
    others = [each for each in names if len(each) >= _SHORTEST and each not in own and own not in each]
    at, last = text.rfind(own), max((text.rfind(each) for each in others), default=-1)
    return last > at >= 0 or (own not in clause and any(each in clause for each in others))


def _item(path: tuple[str, ...]) -> str:
    return _NUMBERING.sub("", "".join(path[-1:])).replace(" ", "")


def _clause(text: str) -> str:
    """Return the words behind the last pause that has words behind it."""
    return next((each for each in reversed(_PAUSE.split(text)) if each.strip()), "")
