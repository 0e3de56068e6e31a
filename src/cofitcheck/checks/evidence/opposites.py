"""Words that keep two numbers apart: what one label says and the other denies is never one fact."""

from __future__ import annotations

import re

from cofitcheck.checks.evidence.bases import are_of_other_bases
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import NUMERALS, PART_SIGNS
from cofitcheck.numbers import Measure

_Group = tuple[re.Pattern[str], ...]


def _group(*words: str) -> _Group:
    """Return what finds the words of a group, of which one fact has one."""
    return tuple(re.compile(rf"(?<![a-z])(?:{each})(?![a-z])", re.IGNORECASE) for each in words)


_SAID_BY_LABELS = (
    _group("basic|基本", "diluted|稀释|稀釋"),
    _group("(?<![净淨])流入", "(?<![净淨])流出", "净额|淨額|[净淨]流"),
    _group(
        "before (?:income )?tax(?:es)?|pre-?tax|税前|稅前",
        "(?:after|net of) (?:income )?tax(?:es)?|税后|稅後",
    ),
)
"""Groups of which one fact has one: earnings a share, cash that moved, and taxes taken off or not."""
_PAID = _group(r"paid(?!-in\b)", "expenses?|benefits?|provisions?|accrued|payable|declared")
"""What was paid is not what was charged, or is yet to be paid."""
_NARROWED = re.compile(
    r"(.*?\w)\W+(?:before|after)\b(?! (?:provision for )?(?:income )?tax).*|other\W+(.+)", re.IGNORECASE
)
"""An item without what comes after it, and the rest of an item. Income is often told of before taxes."""
_NOTE = re.compile(r"[(（][^()（）]*[)）]")
"""The mark of a note, or words in brackets."""
_TO_ITS_END = re.compile(r".*\w")
_LETTER = re.compile(r"\b[a-z]\b")
_CLASS = re.compile(r"\bclass(?:es)? [a-z]\b(?:(?:,? and |, | or |/)(?:class )?[a-z]\b)*", re.IGNORECASE)
_SAID_BY_PARTS = _group("损失|損失", "利得|收益", "损益|損益")
"""What a part of a list has one of: elsewhere one word or the other tells gains less losses."""
_PART = re.compile(rf"\s*{PART_SIGNS}")
_SIDES = _group("assets?|资产|資産|資產", "liabilit(?:y|ies)|负债|負債")
"""A section or a header names the side of a balance sheet as well as a label."""
_BOTH_SIDES = re.compile(r"\b(?:equity|capital|deficit)|权益|權益|资本|資本|純資産", re.IGNORECASE)
"""Liabilities and equity are as much as the assets."""
_NUMBERING = re.compile(rf"\s+|^[（(]?(?:[{NUMERALS}]{{1,3}}|\d{{1,2}})[)）、．.](?!\d)")
"""What two tables may write before one name, each in its way, and the spaces in it."""
_NET = re.compile(
    r"\bnet\b[\w ,-]{0,30}\b(?:assets?|liabilit(?:y|ies))|[净淨](?:资产|資產|负债|負債)", re.IGNORECASE
)
"""What is left of both sides holds numbers of either."""


def are_opposed(grid: Grid, first: int, second: int) -> bool:
    """Tell whether labels and headers say of two mentions what cannot be said of one fact.

    One is basic and the other diluted, one of the assets and the other of the liabilities; one is a balance,
    and the other moved it; or they are of other bases, or of other fiscal years.
    """
    one, other = grid[first], grid[second]
    labels, paths = [" ".join(each.row_path[-1:]) for each in (one, other)], [_path(one), _path(other)]
    return (
        any(_exclude(group, *labels) for group in _SAID_BY_LABELS)
        or _exclude(_PAID, *labels)
        or (any(map(_PART.match, labels)) and _exclude(_SAID_BY_PARTS, *labels))
        or (not any(map(_holds_both, paths)) and _exclude(_SIDES, *paths))
        or _moves(grid, one, other)
        or _moves(grid, other, one)
        or _is_narrowed(*labels)
        or _is_narrowed(*labels[::-1])
        or _exclude_shares(one, other)
        or _change_apart(grid, one, other)
        or _told_apart(grid, one, other)
        or _told_apart(grid, other, one)
        or are_of_other_bases(grid, one, other)
        or grid.named_years.are_apart(first, second)
    )


def _told_apart(grid: Grid, one: Mention, other: Mention) -> bool:
    """Tell whether both tables tell both facts: in the column of the one a row has the name and the number of
    the other, and in the other's column stands the number of the one."""
    mine, its = one.number.value, other.number.value
    if one.table == other.table or all(each.number.value != mine for each in grid.column(other.index)):
        return False
    named = [each for each in grid.column(one.index) if each.number.value == its]
    return _name(one) != _name(other) != "" and any(_name(each) == _name(other) for each in named)


def _name(mention: Mention) -> str:
    return _NUMBERING.sub("", " ".join(mention.row_path[-1:]))


def _is_narrowed(one: str, other: str) -> bool:
    """Tell whether the one label is the other's "… after …", "… before …" or "Other …"."""
    one, other = _bare(one), _bare(other)
    found = _NARROWED.fullmatch(one) if len(one) > len(other) else None
    return found is not None and other.casefold() in {words.casefold() for words in found.groups() if words}


def _bare(label: str) -> str:
    """Return a label without marks of notes and what follows its last word."""
    words = _TO_ITS_END.match(" ".join(_NOTE.sub(" ", label).split()))
    return words.group() if words else ""


def _exclude_shares(one: Mention, other: Mention) -> bool:
    """Tell whether two mentions are of other classes of shares: of A alone, and of A and B."""
    first, second = _classes(one), _classes(other)
    if _are_per_share(one, other):
        return bool(first and second) and first.isdisjoint(second)  # both classes may earn the same a share
    return bool(first and second) and first != second


def _classes(mention: Mention) -> frozenset[str]:
    """Return the classes of shares that a mention is of, by its last header or else its last label of any."""
    for text in (*reversed(mention.column_path), *reversed(mention.row_path)):
        named = _CLASS.search(text)
        if named:
            return frozenset(_LETTER.findall(named.group().casefold()))
    return frozenset()


def _change_apart(grid: Grid, one: Mention, other: Mention) -> bool:
    """Tell whether two changes without a year of their own stand beside numbers of other years."""
    first, second = _years_of_change(grid, one), _years_of_change(grid, other)
    return bool(first and second) and not (set(first) <= set(second) or set(second) <= set(first))


def _years_of_change(grid: Grid, mention: Mention) -> list[str]:
    path = mention.column_path
    if years(path) or not says_change(path):
        return []
    return sorted({year for beside in grid.row(mention.index) for year in years(beside.column_path)})


def _moves(grid: Grid, one: Mention, other: Mention) -> bool:
    """Tell whether the one is what happened between two balances, and the other a balance."""
    return grid.roll_forward(one.table).is_movement(one) and grid.roll_forward(other.table).is_balance(other)


def _holds_both(path: str) -> bool:
    """Tell whether what a number is told under holds assets and liabilities alike."""
    return bool(_BOTH_SIDES.search(path) or _NET.search(path))


def _exclude(group: _Group, first: str, second: str) -> bool:
    """Tell whether each text says something of a group, and none of it both."""
    said, other = _said(group, first), _said(group, second)
    return bool(said and other) and said.isdisjoint(other)


def _are_per_share(one: Mention, other: Mention) -> bool:
    return one.number.measure is other.number.measure is Measure.PER_SHARE


def _said(group: _Group, text: str) -> set[re.Pattern[str]]:
    return {words for words in group if words.search(text)}


def _path(mention: Mention) -> str:
    return " ".join((*mention.row_path, *mention.column_path))
