"""Rules on words that give two numbers different bases.

Such words stand in a label, a header, a section or a note, or over the table. The nearest word of a kind
counts: "Diluted" under the title "Basic earnings per share" is diluted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites.labels import (
    MentionPair,
    OppositeRule,
    around,
    beginnings,
    either_way,
)
from cofitcheck.checks.evidence.words import near, over, words_of
from cofitcheck.document import Mention
from cofitcheck.language.meanings import CHANGES, LABEL_BASES, OF_WHAT, OPPOSITES
from cofitcheck.mentions.words import measure_label
from cofitcheck.numbers import Measure

_Words = re.Pattern[str]
_PERCENT = re.compile(rf"[%％]|{OPPOSITES['percentage']}", re.IGNORECASE)
_AMOUNTS = frozenset({Measure.MONEY, Measure.PER_SHARE, Measure.SHARES})
_WORD = re.compile(r"[^\W\d_]+")


def _words(pattern: str) -> _Words:
    return re.compile(rf"(?<![a-z])(?:{pattern})(?![a-z])", re.IGNORECASE)


def _opposite(name: str) -> _Words:
    return _words(OPPOSITES[name])


_EARNINGS = (_opposite("basic"), _opposite("diluted"))
_GROSS = (_opposite("gross"), _opposite("net"))
_OF_GROSS = _opposite("of_gross")
"""The words over a table that say gross or net of all of it. A sentence may name net losses in passing."""
_FAIR_VALUE = _opposite("fair_value")
_PLAN = (_opposite("plan_assets"), _opposite("obligations"))
_SHARE_OF = (_opposite("of_change"), _opposite("of_revenue"), _opposite("of_income"))
"""What a percentage refers to: the same item a year before, revenue, or income before taxes."""
_PENSIONS = _opposite("pensions")
_COUNTED = _opposite("number_of")
_OF_VALUE = _opposite("of_value")
_MOVED = _opposite("moved")
_ADJUSTING = _opposite("adjusting")


class _Basis(NamedTuple):
    """A basis that a number has or has not.

    Words that match `said` give it to the number of a label, header or note. A section gives it to its items
    only where it matches `whole`, because the items under "Adjusted earnings" may only lead to them. A text
    over a table gives it to the whole table, unless labels or headers in the table match `said` or
    `otherwise`: then these decide for their own numbers.
    """

    said: _Words
    whole: _Words
    otherwise: _Words


_PRO_FORMA = _Basis(
    _words(LABEL_BASES["pro_forma"]),
    _words(LABEL_BASES["pro_forma"]),
    _words(LABEL_BASES["historical"]),
)
_OF_RELATED = _Basis(
    _words(LABEL_BASES["related"]), _words(LABEL_BASES["related"]), _words(LABEL_BASES["consolidated"])
)
_ADJUSTED = _Basis(
    # Only at the beginning: "reconciliation to adjusted" names both bases.
    re.compile(
        rf"\A[\W\d]*{LABEL_BASES['other_measure']}\b(?!{LABEL_BASES['corrected_for']})"
        rf"(?!{LABEL_BASES['adjusted_count']})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\A\W*{LABEL_BASES['other_measure']}(?: {LABEL_BASES['measures']})?\W*\Z",
        re.IGNORECASE,
    ),
    _words(LABEL_BASES["of_either"]),
)


def _line(grid: Grid, mention: Mention) -> Iterator[str]:
    """Yield label, headers and notes of a number, without its sections.

    The section of diluted earnings a share begins with the basic number of shares.
    """
    return chain(mention.row_path[-1:], reversed(mention.column_path), grid.once(beginnings, mention))


def _gross_or_net(grid: Grid, mention: Mention) -> Iterator[str]:
    heading = " ".join(over(grid.document.tables[mention.table]))
    return chain(near(mention), grid.once(beginnings, mention), _OF_GROSS.findall(heading))


def _is_gross(pair: MentionPair) -> bool:
    """Tell whether the one stands in a section that says gross, and nothing says that the other is gross.

    The column of the one must also have the net line of that section.
    """
    grid, (gross, net) = pair.grid, _GROSS
    section = " ".join(pair.one.row_path[:-1])
    if not gross.search(section) or _says(gross, grid.once(around, pair.other)):
        return False
    lines = (" ".join(each.row_path) for each in grid.column(pair.one.index))
    return any(net.search(line) and words_of(line) & words_of(section) for line in lines)


def _has_basis(basis: _Basis) -> Callable[[MentionPair], bool]:
    """Return a function that tells whether one of a pair has a basis that no text gives to the other."""

    def has(grid: Grid, mention: Mention) -> bool:
        return _has(grid, mention, basis)

    def says(grid: Grid, mention: Mention) -> bool:
        return _says(basis.said, grid.once(around, mention))

    def speaks(pair: MentionPair) -> bool:
        return pair.grid.once(has, pair.one) and not pair.grid.once(says, pair.other)

    return either_way(speaks)


def _is_of_plan(pair: MentionPair) -> bool:
    """Tell whether the one is of plan assets, and nothing says that the other is of pensions."""
    grid = pair.grid
    return grid.once(_is_of_plan_assets, pair.one) and not grid.once(_is_of_pensions, pair.other)


def _is_of_plan_assets(grid: Grid, mention: Mention) -> bool:
    return _says(_PLAN[0], grid.once(around, mention))


def _is_of_pensions(grid: Grid, mention: Mention) -> bool:
    return _says(_PENSIONS, grid.once(around, mention))


def _has(grid: Grid, mention: Mention, basis: _Basis) -> bool:
    """Tell whether a number has a basis by its line, its notes, its sections or the text over its table."""
    line = (measure_label(mention.row_path), *mention.column_path, *grid.once(beginnings, mention))
    if _says(basis.said, line) or _says(basis.whole, mention.row_path[:-1]):
        return True
    if not _says(basis.said, over(grid.document.tables[mention.table])):
        return False
    said = {text for each in grid.table(mention.table) for text in (*each.row_path, *each.column_path)}
    return not (_says(basis.said, said) or _says(basis.otherwise, said))


def _is_fair_value(pair: MentionPair) -> bool:
    """Tell whether the one is a fair value and the other is not.

    The row of the one must state the other's number for the same period, in a column that is not headed fair
    value: as the carrying amount.
    """
    grid, one, other = pair.grid, pair.one, pair.other
    period, amount = grid.periods[one.index], abs(other.number.value or 0)
    return grid.once(_is_headed_fair_value, one) and any(
        abs(each.number.value or 0) == amount
        and grid.periods[each.index] == period
        and not grid.once(_is_headed_fair_value, each)
        for each in grid.row(one.index)
    )


def _is_headed_fair_value(_: Grid, mention: Mention) -> bool:
    return _FAIR_VALUE.search(" ".join(mention.column_path)) is not None


def _counts(pair: MentionPair) -> bool:
    """Tell whether the one, of no stated measure, is a percentage or a number of things, and the other an
    amount."""
    grid, one, other = pair.grid, pair.one, pair.other
    if one.number.measure is not Measure.UNKNOWN or other.number.measure not in _AMOUNTS:
        return False
    line = [*near(one), *grid.once(beginnings, one)]
    if _says(_PERCENT, line) and not _says(_PERCENT, near(other)):
        return True
    counted = _says(_COUNTED, chain(line, over(grid.document.tables[one.table])))
    return other.number.measure is Measure.MONEY and counted and not _says(_OF_VALUE, line)


def _is_change(pair: MentionPair) -> bool:
    """Tell whether the one stands in a column of changes, and nothing says that the other is one."""
    return pair.grid.once(_is_of_changes, pair.one) and not _says(_MOVED, near(pair.other))


def _is_of_changes(_: Grid, mention: Mention) -> bool:
    header = set(_WORD.findall("".join(mention.column_path[-1:]).casefold()))
    return bool(header & CHANGES) and header <= CHANGES | OF_WHAT


def _adjusts(pair: MentionPair) -> bool:
    """Tell whether the one stands in a column of adjustments, and nothing says that the other is one."""
    return pair.grid.once(_is_of_adjustments, pair.one) and not _says(_ADJUSTING, near(pair.other))


def _is_of_adjustments(_: Grid, mention: Mention) -> bool:
    header = " ".join(_WORD.findall("".join(mention.column_path[-1:])))
    return _ADJUSTING.fullmatch(header) is not None


def _says(words: _Words, texts: Iterable[str]) -> bool:
    return any(map(words.search, texts))


def _excluding(
    group: tuple[_Words, ...], texts: Callable[[Grid, Mention], Iterable[str]], measure: Measure | None = None
) -> Callable[[MentionPair], bool]:
    """Return a function that tells whether two mentions have different words of a group.

    For each mention the nearest text with any word of the group counts. Where a `measure` is named, both
    numbers must be of it.
    """

    def nearest(grid: Grid, mention: Mention) -> set[int]:
        each = ({at for at, words in enumerate(group) if words.search(text)} for text in texts(grid, mention))
        return next(filter(None, each), set())

    def speaks(pair: MentionPair) -> bool:
        if measure is not None and not pair.are(measure):
            return False
        said, other = pair.of_each(nearest)
        return bool(said and other) and said.isdisjoint(other)

    return speaks


_tells_gross_from_net = _excluding(_GROSS, _gross_or_net)
_either_is_gross = either_way(_is_gross)

RULES = (
    OppositeRule("basic and diluted earnings", _excluding(_EARNINGS, around, Measure.PER_SHARE)),
    OppositeRule("basic and diluted shares", _excluding(_EARNINGS, _line, Measure.SHARES)),
    OppositeRule("percentages of other things", _excluding(_SHARE_OF, around, Measure.PERCENT)),
    OppositeRule("plan assets and obligations", _excluding(_PLAN, around)),
    OppositeRule("gross and net", lambda pair: _tells_gross_from_net(pair) or _either_is_gross(pair)),
    OppositeRule("fair value and amount", either_way(_is_fair_value)),
    OppositeRule("pro forma", _has_basis(_PRO_FORMA)),
    OppositeRule("adjusted", _has_basis(_ADJUSTED)),
    OppositeRule("related parties", _has_basis(_OF_RELATED)),
    OppositeRule("plan assets and others", either_way(_is_of_plan)),
    OppositeRule("change and amount", either_way(_is_change)),
    OppositeRule("adjustment and amount", either_way(_adjusts)),
    OppositeRule("count and amount", either_way(_counts)),
)
