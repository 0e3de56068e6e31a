"""Calculations that make a number in prose right though no cell states it: it is worked out from other
numbers, or it belongs to a neighbouring row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.checks.text.counterparts import Counterpart, Way, span
from cofitcheck.checks.text.links import Links, digits_of, number_of
from cofitcheck.checks.text.sentence_context import BEFORE
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.ties import CHANGES, Ties
from cofitcheck.language.phrases import AGAINST_BEHIND, WITHOUT
from cofitcheck.numbers import Measure
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Bound, Operation, ProseMention, Role
from cofitcheck.prose.operations import lower

_LEFT_OUT = re.compile(rf"\s?[,，(（]?\s?(?:which\s)?(?:{WITHOUT})")
_LEFT_OUT_OF_CHANGE = re.compile(rf",\s{WITHOUT}")
_WITHOUT = re.compile(WITHOUT)
_AGAINST = re.compile(rf"(?:{AGAINST_BEHIND})\s?\Z")
_BEFORE = 8
_BEHIND = 40
_HUNDRED = Decimal(100)
_FEWEST_DIGITS = 2
_SHARED = 0.3
"""What part of a label a sentence has at the least where its number takes two rows together."""
KNOWN = frozenset({Difference.DIRECTION, Difference.OTHER_PERIOD})
"""Where the row has the very number, of another period or the other way, it comes of no others."""


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


def is_explained(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, slip: Difference, named: float
) -> bool:
    """Tell whether a number is right though it is not what cells come to; `named` is how well its words name
    their row."""
    if _is_cut(said, held) or _is_rounded(said, held) or _is_of_rounded(links, said, held):
        return True
    if _is_of_whole_before(links, said, held):
        return True
    if held.way is Way.STATED and _takes_rows_together(links, said, held.cells[0]):
        return True
    return slip not in KNOWN and _is_of_namesake(links, ties, said, held, named)


def _is_of_whole_before(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a per cent is of what there was before, and the cell's the change: "前年同期比156.4％" are
    56.4% more."""
    text = links.grid.document.passages[said.passage].text
    value = said.number.value
    if value is None or said.role is not Role.PERCENT or said.operation in CHANGES:
        return False
    if not _AGAINST.search(text[max(said.start - _BEFORE, 0) : said.start]):
        return False
    half = Decimal(1).scaleb(said.number.precision) / 2
    return held.least - half <= value - _HUNDRED <= held.most + half


def comes_of_others(said: ProseMention, together: Sequence[ProseMention]) -> bool:
    """Tell whether a number is the sum or the difference of two others of its sentence: then one slip of the
    pen made none of the three. What is listed for one period after the other adds up to nothing."""
    if abs(said.number.value or Decimal(0)) < 10 * Decimal(1).scaleb(said.number.precision):
        return False
    low, high = _span(said)
    others = [
        _span(each, loose=each.group == said.group)
        for each in together
        if each is not said and each.number.measure is said.number.measure and not _are_listed(each, said)
    ]
    return any(
        least <= high and low <= most
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
    """Return what a number may have been rounded from: a sum of rounded numbers is taken as printed, or, of
    one statement, up to a unit off."""
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
    """Tell whether a number is what the cell and another one of its column come to together, whose row the
    sentence names in part: "sales and maturities", or proceeds less the costs of an issue."""
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
    """Tell whether another row that the words name as well has the number: of a segment, or of a part."""
    here = links.row(held.cells[0])
    return any(
        tie.fit.year >= 0
        and tie.fit.months >= 0
        and links.row(tie.cells[0]) != here
        and links.named(said, links.row(tie.cells[0])) >= named > 0
        for tie in ties.get(said.index, ())
    )
