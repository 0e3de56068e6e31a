"""Rules that keep two numbers apart by their labels, headers and rows.

A rule takes a pair: two mentions of one document and the texts around each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.checks.evidence.words import near, notes, over
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import NUMERALS, PART_SIGNS
from cofitcheck.language.meanings import OPPOSITES
from cofitcheck.numbers import Measure

Value = TypeVar("Value")
_BEGINNING = 80
"""How many characters at its beginning tell what a note is about."""

_Group = tuple[re.Pattern[str], ...]


class MentionPair:
    """Two mentions and the texts that rules look at. What a rule asks of one mention is computed once a
    grid."""

    def __init__(self, grid: Grid, one: Mention, other: Mention) -> None:
        self.grid, self.one, self.other = grid, one, other

    @property
    def turned(self) -> MentionPair:
        """The same two, the other first."""
        return MentionPair(self.grid, self.other, self.one)

    @property
    def labels(self) -> tuple[str, str]:
        """The label of each row."""
        return self.of_each(_label)

    @property
    def paths(self) -> tuple[str, str]:
        """The sections, label and headers of each, in one text."""
        return self.of_each(_path)

    def of_each(self, said: Callable[[Grid, Mention], Value]) -> tuple[Value, Value]:
        """Return the result of a pure function for each of the two."""
        return self.grid.once(said, self.one), self.grid.once(said, self.other)

    def are(self, measure: Measure) -> bool:
        """Tell whether both numbers are of a measure."""
        return self.one.number.measure is self.other.number.measure is measure


@dataclass(frozen=True, slots=True)
class OppositeRule:
    """A rule that keeps two facts apart: its name, and whether it speaks of a pair."""

    name: str
    speaks: Callable[[MentionPair], bool]


def either_way(speaks: Callable[[MentionPair], bool]) -> Callable[[MentionPair], bool]:
    """Return a function that tells whether something holds of a pair, or of the pair turned."""
    return lambda pair: speaks(pair) or speaks(pair.turned)


def around(grid: Grid, mention: Mention) -> tuple[str, ...]:
    """Return all that is said of a mention, the nearest first: in its line, its notes, and over its table."""
    return *near(mention), *grid.once(beginnings, mention), *over(grid.document.tables[mention.table])


def beginnings(grid: Grid, mention: Mention) -> tuple[str, ...]:
    """Return the beginnings of the notes of a number. The rest of a note is often about other things."""
    return tuple(note[:_BEGINNING] for note in notes(grid, mention))


def _label(_: Grid, mention: Mention) -> str:
    return " ".join(mention.row_path[-1:])


def _path(_: Grid, mention: Mention) -> str:
    return " ".join((*mention.row_path, *mention.column_path))


def _group(*names: str) -> _Group:
    """Return the patterns of a group of `OPPOSITES`. One fact has words of only one of them."""
    return tuple(re.compile(rf"(?<![a-z]){OPPOSITES[name]}(?![a-z])", re.IGNORECASE) for name in names)


_EARNINGS = _group("basic", "diluted")
_FLOWS = _group("inflow", "outflow", "net_flow")
_TAXES = _group("before_tax", "after_tax")
_PAID = _group("paid", "charged")
"""An amount that was paid is not the amount that was charged or is yet to be paid."""
_NARROWED = re.compile(rf"(.*?\w)\W+{OPPOSITES['narrowing']}.*|{OPPOSITES['rest']}\W+(.+)", re.IGNORECASE)
"""An item with a narrowing addition, whose first part is the plain item; and the rest of an item."""
_NOTE = re.compile(r"[(（][^()（）]*[)）]")
"""The mark of a note, or words in brackets."""
_TO_ITS_END = re.compile(r".*\w")
_LETTER = re.compile(r"\b[a-z]\b")
_CLASS = re.compile(OPPOSITES["share_classes"], re.IGNORECASE)
_MATURITIES = _group("within_year", "beyond_year")
"""Maturities. A section or a header may say when all items below it fall due."""
_SAID_BY_PARTS = _group("loss", "gain", "gain_or_loss")
"""The words of which a part of a list has one. Elsewhere either word may stand for gains less losses."""
_PART = re.compile(rf"\s*{PART_SIGNS}")
_SIDES = _group("assets", "liabilities")
"""The sides of a balance sheet. A section or a header may name them as well as a label."""
_BOTH_SIDES = re.compile(OPPOSITES["funding"], re.IGNORECASE)
"""Liabilities and equity together, which are as much as the assets."""
_NUMBERING = re.compile(rf"\s+|^[（(]?(?:[{NUMERALS}]{{1,3}}|\d{{1,2}})[)）、．.](?!\d)")
"""The numbering before a name, and the spaces in it. Two tables may write these differently."""
_LEFT_OVER = re.compile(OPPOSITES["left_over"], re.IGNORECASE)
_FEWEST_OF_LIST = 3
"""The fewest other items of a list."""
_NET = re.compile(OPPOSITES["net_of_sides"], re.IGNORECASE)
"""The net of both sides, which includes numbers of either."""


def _is_told_apart(pair: MentionPair) -> bool:
    """Tell whether both tables state both facts.

    In the column of the one, a row has the name and the number of the other. In the column of the other, the
    number of the one stands too.
    """
    grid, one, other = pair.grid, pair.one, pair.other
    mine, its = one.number.value, other.number.value
    if one.table == other.table or all(each.number.value != mine for each in grid.column(other.index)):
        return False
    named = [each for each in grid.column(one.index) if each.number.value == its]
    return _name(one) != _name(other) != "" and any(_name(each) == _name(other) for each in named)


def _name(mention: Mention) -> str:
    return _NUMBERING.sub("", " ".join(mention.row_path[-1:]))


def _is_narrowed(pair: MentionPair) -> bool:
    """Tell whether the one label is the other's "… after …", "… before …" or "Other …"."""
    one, other = map(_bare, pair.labels)
    found = _NARROWED.fullmatch(one) if len(one) > len(other) else None
    return found is not None and other.casefold() in {words.casefold() for words in found.groups() if words}


@cached(65536)
def _bare(label: str) -> str:
    """Return a label without the marks of notes and the signs behind its last word."""
    words = _TO_ITS_END.match(" ".join(_NOTE.sub(" ", label).split()))
    return words.group() if words else ""


def _are_of_other_shares(pair: MentionPair) -> bool:
    """Tell whether two mentions are of different classes of shares, as A alone, and A and B."""
    first, second = pair.of_each(_classes)
    if pair.are(Measure.SHARES) and bool(first) is not bool(second):
        return _is_of_one_class(pair.grid, pair.one if first else pair.other)
    if pair.are(Measure.PER_SHARE):
        return bool(first and second) and first.isdisjoint(second)  # both classes may earn the same a share
    return bool(first and second) and first != second


def _is_of_one_class(grid: Grid, mention: Mention) -> bool:
    """Tell whether the row of a number of shares of one class states another class for the same period.

    Another table may count the classes together.
    """
    own, period = grid.once(_classes, mention), grid.periods[mention.index]
    return any(
        classes and classes.isdisjoint(own)
        for each in grid.row(mention.index)
        if grid.periods[each.index] == period and (classes := grid.once(_classes, each))
    )


def _classes(_: Grid, mention: Mention) -> frozenset[str]:
    """Return the classes of shares of a mention, by the last header or else the last label that names any."""
    for text in (*reversed(mention.column_path), *reversed(mention.row_path)):
        named = _CLASS.search(text)
        if named:
            return frozenset(_LETTER.findall(named.group().casefold()))
    return frozenset()


def _are_changes_of_other_years(pair: MentionPair) -> bool:
    """Tell whether two changes without a year of their own stand beside numbers of different years."""
    first, second = pair.of_each(_years_of_change)
    return bool(first and second) and not (set(first) <= set(second) or set(second) <= set(first))


def _years_of_change(grid: Grid, mention: Mention) -> list[str]:
    path = mention.column_path
    if years(path) or not says_change(path):
        return []
    return sorted({year for beside in grid.row(mention.index) for year in years(beside.column_path)})


def _moves(pair: MentionPair) -> bool:
    """Tell whether the one is a movement between two balances, and the other a balance."""
    return pair.grid.once(_is_movement, pair.one) and pair.grid.once(_is_balance, pair.other)


def _is_movement(grid: Grid, mention: Mention) -> bool:
    return grid.roll_forward(mention.table).is_movement(mention)


def _is_balance(grid: Grid, mention: Mention) -> bool:
    return grid.roll_forward(mention.table).is_balance(mention)


def _lists_gain_and_loss(pair: MentionPair) -> bool:
    return any(map(_PART.match, pair.labels)) and _exclude(_SAID_BY_PARTS, *pair.labels)


def _are_of_other_sides(pair: MentionPair) -> bool:
    return not any(map(_holds_both, pair.paths)) and _exclude(_SIDES, *pair.paths)


@cached(65536)
def _holds_both(path: str) -> bool:
    """Tell whether the labels and headers of a number cover assets and liabilities alike."""
    return bool(_BOTH_SIDES.search(path) or _NET.search(path))


def _are_rests_of_two_lists(pair: MentionPair) -> bool:
    """Tell whether two lines are the remaining items of two lists that name different items."""
    if pair.one.table == pair.other.table or not all(
        _LEFT_OVER.fullmatch(_bare(label)) for label in pair.labels
    ):
        return False
    listed = [{_name(each) for each in pair.grid.column(one.index)} for one in (pair.one, pair.other)]
    alike = len(listed[0] & listed[1])
    return min(map(len, listed)) >= _FEWEST_OF_LIST and 2 * alike <= min(map(len, listed))


def _exclude(group: _Group, first: str, second: str) -> bool:
    """Tell whether each text has words of a group, and the two share no pattern."""
    said, other = _said(group, first), _said(group, second)
    return bool(said and other) and said.isdisjoint(other)


@cached(32_768)
def _said(group: _Group, text: str) -> frozenset[re.Pattern[str]]:
    return frozenset(words for words in group if words.search(text))


RULES = (
    OppositeRule("basic and diluted", lambda pair: _exclude(_EARNINGS, *pair.labels)),
    OppositeRule("inflow and outflow", lambda pair: _exclude(_FLOWS, *pair.labels)),
    OppositeRule("before and after tax", lambda pair: _exclude(_TAXES, *pair.labels)),
    OppositeRule("paid and charged", lambda pair: _exclude(_PAID, *pair.labels)),
    OppositeRule("maturities", lambda pair: _exclude(_MATURITIES, *pair.paths)),
    OppositeRule("gain and loss in a list", _lists_gain_and_loss),
    OppositeRule("assets and liabilities", _are_of_other_sides),
    OppositeRule("balance and movement", either_way(_moves)),
    OppositeRule("item and part of it", either_way(_is_narrowed)),
    OppositeRule("classes of shares", _are_of_other_shares),
    OppositeRule("changes of other years", _are_changes_of_other_years),
    OppositeRule("rests of two lists", _are_rests_of_two_lists),
    OppositeRule("both tables state both", either_way(_is_told_apart)),
)
