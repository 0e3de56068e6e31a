"""Calculations that make a number in prose right though no cell states it: it is worked out from other
numbers, or it belongs to a neighbouring row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import accumulate, chain, combinations, islice, product

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.checks.text.counterparts import Counterpart, Way, span
from cofitcheck.checks.text.links import Links, digits_of, number_of
from cofitcheck.checks.text.other_rows import of_related, of_rows_together, of_runs
from cofitcheck.checks.text.sentence_context import BEFORE
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.ties import CHANGES, Ties
from cofitcheck.document import Mention
from cofitcheck.language.phrases import AGAINST_BEHIND
from cofitcheck.numbers import Measure
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Bound, Operation, ProseMention, Role

_AGAINST = re.compile(rf"(?:{AGAINST_BEHIND})\s?\Z")
_BEFORE = 8
_HUNDRED = Decimal(100)
_FEWEST_DIGITS = 2
_MANY_UNITS = 10
"""A number that differs from a cell by fewer units of its last digit is not taken for the cell and another
line together: so small a difference is a slip, and some line equals it by chance."""
_SOME_UNITS = 2
"""The same limit, in units of the last digit, where the other number stands in the passage itself."""
_FEWEST_CAUSES, _MOST_CAUSES = 3, 4
_LONG = 4
"""The fewest digits of a number that is compared with sums of three or four rows: some rows add up to a
shorter number by chance."""
_SHARED = 0.3
"""The least part of a row's label that a sentence has, where its number may take the row together with a
cell."""
KNOWN = frozenset({Difference.DIRECTION, Difference.OTHER_PERIOD})
"""Differences at which the row itself has the number, for another period or in the other direction: such a
number is not worked out from others."""


def is_explained(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, slip: Difference, named: float
) -> bool:
    """Tell whether a number is right though it is not what the cells of `held` come to; `named` is how well
    its words name their row."""
    if _is_cut(said, held) or _is_rounded(said, held) or _is_of_rounded(links, said, held):
        return True
    if _is_of_whole_before(links, said, held):
        return True
    if held.way is Way.STATED and _takes_rows_together(links, said, held.cells[0]):
        return True
    return slip not in KNOWN and _is_of_namesake(links, ties, said, held, named)


def _is_of_whole_before(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a percentage states an amount as a share of the amount before, where the cell states the
    change: "前年同期比156.4％" means 56.4% more."""
    text = links.grid.document.passages[said.passage].text
    value = said.number.value
    if value is None or said.role is not Role.PERCENT or said.operation in CHANGES:
        return False
    if not _AGAINST.search(text[max(said.start - _BEFORE, 0) : said.start]):
        return False
    half = Decimal(1).scaleb(said.number.precision) / 2
    return held.least - half <= value - _HUNDRED <= held.most + half


def comes_of_others(said: ProseMention, together: Sequence[ProseMention]) -> bool:
    """Tell whether a number is the sum or the difference of two others of its sentence: then no single slip
    made one of the three wrong. A number that is listed with it for another period is not one of the two."""
    if abs(said.number.value or Decimal(0)) < 10 * Decimal(1).scaleb(said.number.precision):
        return False
    low, high = _span(said)
    others = [
        _span(each, loose=each.group == said.group)
        for each in together
        if each is not said and each.number.measure is said.number.measure and not _are_listed(each, said)
    ]
    return any(  # a difference that may be nought says nothing
        0 < least <= high and low <= most
        for (first, second), (third, fourth) in combinations(others, 2)
        for least, most in (
            (EXACT.add(first, third), EXACT.add(second, fourth)),
            (EXACT.subtract(first, fourth), EXACT.subtract(second, third)),
            (EXACT.subtract(third, second), EXACT.subtract(fourth, first)),
        )
    )


def _are_listed(one: ProseMention, other: ProseMention) -> bool:
    alike = (one.group, one.operation) == (other.group, other.operation)
    return alike and one.period != other.period


def _span(said: ProseMention, loose: bool = False) -> tuple[Decimal, Decimal]:
    """Return the bounds within which a number counts as right in a sum: a quarter of its unit either way, so
    that sums must come out as printed, or half a unit (`loose`), so that they may be a unit off."""
    value = abs(said.number.value or Decimal(0))
    unit = Decimal(1).scaleb(said.number.precision) / (2 if loose else 4)
    return EXACT.subtract(value, unit), EXACT.add(value, unit)


def _is_cut(said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a number is less than a unit of its last digit below what the cells come to."""
    number = number_of(said)
    exact = held.way is Way.STATED and number.precision <= held.finest
    if exact or held.agrees(said) or digits_of(said) < _FEWEST_DIGITS:
        return False
    value, unit = number.value or Decimal(0), Decimal(1).scaleb(number.precision)
    return value <= held.most and held.least < EXACT.add(value, unit)


def _is_rounded(said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the noughts that a number ends in are those of a rounded amount: $420 million for 422."""
    rounded = number_of(replace(said, bound=Bound.ABOUT))
    amount = held.way is Way.CHANGE and said.role is Role.AMOUNT
    if not (held.way is Way.STATED or amount) or rounded.value is None:
        return False
    unit = Decimal(1).scaleb(rounded.precision)
    return rounded.precision > said.number.precision and abs(rounded.value - held.middle) <= unit / 2


def _is_of_rounded(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a change in per cent is what the amounts come to as its statement rounds them: "$0.6
    million, or 29%, from $2.1 million"."""
    if held.way is not Way.PERCENT_CHANGE or said.role is not Role.PERCENT:
        return False
    statement = [
        each
        for each in links.sentences[said.passage, said.sentence.start]
        if each.group == said.group and each.number.measure is Measure.MONEY and each.number.value
    ]
    changes = [_size(each) for each in statement if each.operation is Operation.CHANGE]
    before = [_size(each) for each in statement if each.operation in BEFORE]
    after = [_size(each) for each in statement if each.operation in (Operation.LEVEL, Operation.TO)]
    of_change = (_HUNDRED * change / level for change in changes for level in before)
    of_levels = (_HUNDRED * (one / level - 1) for one in after for level in before)
    low, high = span(said)
    return any(low <= abs(each) <= high for each in (*of_change, *of_levels))


def _size(said: ProseMention) -> Decimal:
    return abs(said.number.value or Decimal(0))


def _takes_rows_together(links: Links, said: ProseMention, cell: int) -> bool:
    """Tell whether a number is the sum, signs counted, of the cell and another one of its column, whose row
    the sentence names in part: "sales and maturities", or proceeds less the costs of an issue."""
    here, (low, high) = links.grid[cell], span(said)
    value = here.number.value
    if value is None or here.number.digits < _FEWEST_DIGITS:
        return False
    return any(low <= abs(EXACT.add(value, other)) <= high for other in _of_rows_beside(links, said, cell))


def _of_rows_beside(links: Links, said: ProseMention, cell: int) -> Iterator[Decimal]:
    """Yield what other rows of a cell's section have in its column, where the sentence shares words with
    their labels."""
    here, words = links.grid[cell], words_of(said.words)
    for each in links.grid.column(cell):
        if each.row == here.row or not each.number.value or each.row_path[:-1] != here.row_path[:-1]:
            continue
        if each.number.measure is not here.number.measure:
            continue
        if links.words.share(links.words.rows[each.table, each.row].label, words) >= _SHARED:
            yield each.number.value


def _is_of_namesake(links: Links, ties: Ties, said: ProseMention, held: Counterpart, named: float) -> bool:
    """Tell whether another row has the number and the words name it as well: a row of a segment, or of a
    part."""
    here = links.row(held.cells[0])
    return any(
        tie.fit.year >= 0
        and tie.fit.months >= 0
        and links.row(tie.cells[0]) != here
        and links.named(said, links.row(tie.cells[0])) >= named > 0
        for tie in ties.get(said.index, ())
    )


def is_a_line_more(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a number is the cell with another line added or taken away. The other line is one of its
    column, the rest of it in a row that shares most of its label, another number of the passage, or a row
    that the sentence names in full. A long number may also be the sum of three or four rows."""
    cell = links.grid[held.cells[0]]
    parts = chain(_of_column(links, cell), of_related(links, cell))
    if comes_with(said, cell, parts) or comes_with(said, cell, _beside(links, said), _SOME_UNITS):
        return True
    if _comes_to(said, cell, _of_named(links, said, cell)):
        return True
    low, high = span(said)
    sums = chain(of_runs(links, cell), of_rows_together(links, said, cell))
    return digits_of(said) >= _LONG and any(low <= each <= high for each in sums)


def comes_with(said: ProseMention, cell: Mention, parts: Iterable[Decimal], units: int = _MANY_UNITS) -> bool:
    """Tell whether a number is a cell's with one of `parts` added or taken away, and at least `units` of its
    last digit away from the cell's."""
    number = number_of(said)
    apart = abs(EXACT.subtract(number.value or Decimal(0), abs(cell.number.value or Decimal(0))))
    return apart >= units * Decimal(1).scaleb(number.precision) and _comes_to(said, cell, parts)


def _comes_to(said: ProseMention, cell: Mention, parts: Iterable[Decimal]) -> bool:
    value, (low, high) = abs(cell.number.value or Decimal(0)), span(said)
    half = Decimal(1).scaleb(cell.number.precision) / 2
    if number_of(said).precision < cell.number.precision and half < low:  # the cell is rounded more
        low, high = EXACT.subtract(low, half), EXACT.add(high, half)
    return any(
        low <= abs(EXACT.add(value, part)) <= high or low <= abs(EXACT.subtract(value, part)) <= high
        for part in parts
    )


def is_sum_of_others(links: Links, said: ProseMention) -> bool:
    """Tell whether a number is the sum of those right before it, or right behind it, in its sentence: three
    years together. A change in per cent may also be what prices, units and currencies did to it, each up or
    down."""
    before = [value for start, value in _placed_beside(links, said) if start < said.start]
    behind = [value for start, value in _placed_beside(links, said) if start > said.start]
    low, high = span(said)
    sums = chain(islice(accumulate(reversed(before)), 1, None), islice(accumulate(behind), 1, None))
    if said.operation is Operation.PERCENT_CHANGE and digits_of(said) >= _FEWEST_DIGITS:
        sums = chain(sums, _of_causes(behind))
    return any(low <= each <= high for each in sums)


def _of_causes(behind: Sequence[Decimal]) -> Iterator[Decimal]:
    """Yield what the first three or four of some numbers come to, each added or taken away."""
    for count in range(_FEWEST_CAUSES, min(len(behind), _MOST_CAUSES) + 1):
        for signs in product((1, -1), repeat=count):
            yield abs(sum((sign * each for sign, each in zip(signs, behind, strict=False)), Decimal(0)))


def _beside(links: Links, said: ProseMention) -> Iterator[Decimal]:
    """Yield the other amounts of a passage, which a number may include or leave out: "bought 122.8 million
    shares. In addition, 5.1 million were acquired"."""
    for other in links.of_passage(said.passage):
        if other is not said and other.number.measure is said.number.measure and other.number.value:
            yield abs(other.number.value)


def _placed_beside(links: Links, said: ProseMention) -> Iterator[tuple[int, Decimal]]:
    for other in links.sentences[said.passage, said.sentence.start]:
        if other is not said and other.number.measure is said.number.measure and other.number.value:
            yield other.start, abs(other.number.value)


def _of_column(links: Links, cell: Mention) -> Iterator[Decimal]:
    for other in links.grid.column(cell.index):
        if other.number.measure is cell.number.measure and other.number.value:
            yield abs(other.number.value)


def _of_named(links: Links, said: ProseMention, cell: Mention) -> Iterator[Decimal]:
    """Yield what other rows have for the year of a cell, where a sentence names them in full beside the
    cell's row: "cash and short-term investments"."""
    words, year = words_of(said.words), links.grid.periods[cell.index].year
    own = links.words.plain_label((cell.table, cell.row))
    for row in links.rows(said):
        label = links.words.plain_label(row)
        if label and label <= words and not label & own:
            for other in links.grid.line(*row):
                alike = other.number.measure is cell.number.measure
                if other.number.value and alike and links.grid.periods[other.index].year == year:
                    yield abs(other.number.value)
