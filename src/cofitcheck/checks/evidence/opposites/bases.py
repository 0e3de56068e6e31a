"""Rules on words that give two numbers other bases, wherever they stand.

They stand in a label or a header, a section, the note of a mark, or over the table. The nearest word of a
kind counts: "Diluted" under the title "Basic earnings per share" is diluted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites.pair import MentionPair, OppositeRule, beginnings, either_way
from cofitcheck.checks.evidence.surroundings import near, over
from cofitcheck.document import Mention
from cofitcheck.language.meanings import CHANGES, LABEL_BASES, OF_WHAT, OPPOSITES
from cofitcheck.mentions.bases import measure_label
from cofitcheck.numbers import Measure

_Words = re.Pattern[str]


def _words(pattern: str) -> _Words:
    return re.compile(rf"(?<![a-z])(?:{pattern})(?![a-z])", re.IGNORECASE)


def _opposite(name: str) -> _Words:
    return _words(OPPOSITES[name])


_EARNINGS = (_opposite("basic"), _opposite("diluted"))
_GROSS = (_opposite("gross"), _opposite("net"))
_OF_GROSS = _opposite("of_gross")
"""What says it of a whole table: a sentence speaks of net losses in passing."""
_PLAN = (_opposite("plan_assets"), _opposite("obligations"))
_SHARE_OF = (_opposite("of_change"), _opposite("of_revenue"), _opposite("of_income"))
"""What a percentage is of: of the same a year before, of revenue, or of income before taxes."""
_PENSIONS = _opposite("pensions")
_COUNTED = _opposite("number_of")
_OF_VALUE = _opposite("of_value")
_PERCENT = re.compile(rf"[%％]|{OPPOSITES['percentage']}", re.IGNORECASE)
_AMOUNTS = frozenset({Measure.MONEY, Measure.PER_SHARE, Measure.SHARES})
_WORD = re.compile(r"[^\W\d_]+")
_MOVED = _opposite("moved")
_ADJUSTING = _opposite("adjusting")


class _Basis(NamedTuple):
    """A basis that a number has or has not.

    A section says it of its items where it says `whole`: what stands under "Adjusted earnings" leads to them.
    Where the labels or headers of a table say it, or `otherwise`, they say it of their own numbers, and what
    stands over the table says it of none.
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
    # At its beginning: "reconciliation to adjusted" tells of both.
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
    """Yield label, headers and notes: diluted earnings a share begin with the basic number of shares."""
    return chain(mention.row_path[-1:], reversed(mention.column_path), beginnings(grid, mention))


def _gross_or_net(grid: Grid, mention: Mention) -> Iterator[str]:
    heading = " ".join(over(grid.document.tables[mention.table]))
    return chain(near(mention), beginnings(grid, mention), _OF_GROSS.findall(heading))


def _has_basis(basis: _Basis) -> Callable[[MentionPair], bool]:
    """Return what tells whether one of a pair has a basis that nothing says of the other."""

    def speaks(pair: MentionPair) -> bool:
        return _has(pair.grid, pair.one, basis) and not _says(basis.said, pair.around[1])

    return either_way(speaks)


def _is_of_plan(pair: MentionPair) -> bool:
    """Tell whether the one is of the assets of a plan, and nothing says that the other is of pensions."""
    return _says(_PLAN[0], pair.around[0]) and not _says(_PENSIONS, pair.around[1])


def _has(grid: Grid, mention: Mention, basis: _Basis) -> bool:
    """Tell whether a number has a basis by its line, its notes, or what stands over all of its table."""
    line = (measure_label(mention.row_path), *mention.column_path, *beginnings(grid, mention))
    if _says(basis.said, line) or _says(basis.whole, mention.row_path[:-1]):
        return True
    if not _says(basis.said, over(grid.document.tables[mention.table])):
        return False
    said = {text for each in grid.table(mention.table) for text in (*each.row_path, *each.column_path)}
    return not (_says(basis.said, said) or _says(basis.otherwise, said))


def _counts(pair: MentionPair) -> bool:
    """Tell whether the one, of no stated measure, is a percentage or a number of things, and the other an
    amount."""
    grid, one, other = pair.grid, pair.one, pair.other
    if one.number.measure is not Measure.UNKNOWN or other.number.measure not in _AMOUNTS:
        return False
    line = [*near(one), *beginnings(grid, one)]
    if _says(_PERCENT, line) and not _says(_PERCENT, near(other)):
        return True
    counted = _says(_COUNTED, chain(line, over(grid.document.tables[one.table])))
    return other.number.measure is Measure.MONEY and counted and not _says(_OF_VALUE, line)


def _is_change(pair: MentionPair) -> bool:
    """Tell whether the one stands in a column of changes, and nothing says that the other is one."""
    header = set(_WORD.findall("".join(pair.one.column_path[-1:]).casefold()))
    of_changes = bool(header & CHANGES) and header <= CHANGES | OF_WHAT
    return of_changes and not _says(_MOVED, near(pair.other))


def _adjusts(pair: MentionPair) -> bool:
    """Tell whether the one stands in a column of adjustments, and nothing says that the other is one."""
    header = " ".join(_WORD.findall("".join(pair.one.column_path[-1:])))
    return bool(_ADJUSTING.fullmatch(header)) and not _says(_ADJUSTING, near(pair.other))


def _says(words: _Words, texts: Iterable[str]) -> bool:
    return any(map(words.search, texts))


def _exclude(group: tuple[_Words, ...], first: Iterable[str], second: Iterable[str]) -> bool:
    """Tell whether the nearest texts that say any of a group say other words of it."""
    said, other = _nearest(group, first), _nearest(group, second)
    return bool(said and other) and said.isdisjoint(other)


def _nearest(group: tuple[_Words, ...], texts: Iterable[str]) -> set[int]:
    each = ({at for at, words in enumerate(group) if words.search(text)} for text in texts)
    return next(filter(None, each), set())


def _earnings_exclude(pair: MentionPair) -> bool:
    return pair.are(Measure.PER_SHARE) and _exclude(_EARNINGS, *pair.around)


def _are_shares_of_others(pair: MentionPair) -> bool:
    return pair.are(Measure.PERCENT) and _exclude(_SHARE_OF, *pair.around)


def _lines_exclude(pair: MentionPair) -> bool:
    """Tell whether two numbers of shares are basic and diluted by what stands in line with them."""
    lines = (_line(pair.grid, each) for each in (pair.one, pair.other))
    return pair.are(Measure.SHARES) and _exclude(_EARNINGS, *lines)


def _are_gross_and_net(pair: MentionPair) -> bool:
    return _exclude(_GROSS, *(_gross_or_net(pair.grid, each) for each in (pair.one, pair.other)))


RULES = (
    OppositeRule("basic and diluted earnings", _earnings_exclude),
    OppositeRule("basic and diluted shares", _lines_exclude),
    OppositeRule("percentages of other things", _are_shares_of_others),
    OppositeRule("plan assets and obligations", lambda pair: _exclude(_PLAN, *pair.around)),
    OppositeRule("gross and net", _are_gross_and_net),
    OppositeRule("pro forma", _has_basis(_PRO_FORMA)),
    OppositeRule("adjusted", _has_basis(_ADJUSTED)),
    OppositeRule("related parties", _has_basis(_OF_RELATED)),
    OppositeRule("plan assets and others", either_way(_is_of_plan)),
    OppositeRule("change and amount", either_way(_is_change)),
    OppositeRule("adjustment and amount", either_way(_adjusts)),
    OppositeRule("count and amount", either_way(_counts)),
)
