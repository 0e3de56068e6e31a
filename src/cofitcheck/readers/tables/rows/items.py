"""Rows without amounts that are items all the same, and open no section."""

from __future__ import annotations

from collections import Counter

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import (
    ADDED_SIGNS,
    DEDUCTED_SIGNS,
    EAST_ASIAN,
    PART_SIGNS,
    is_total,
    without_total_at_end,
)
from cofitcheck.language.table_words import BY_DIGITS, LABELS, any_of, numbering
from cofitcheck.periods.text import states_period_only
from cofitcheck.readers.tables.rows.body import Body
from cofitcheck.readers.tables.rows.parts import PART
from cofitcheck.readers.tables.rows.section import INDENT_STEP

_SECTION = re.compile(rf".*[:：]|{any_of(LABELS.sections)}|.*{any_of(LABELS.section_ends)}|{PART_SIGNS}")
TOLD = re.compile(rf"\s*{PART_SIGNS}\s*[:：]\s*\S")
"""How labels begin that tell a part of the item above."""
_COUNTED = re.compile(r"\s*[（(]?(\d{1,2})[)）.．、](?!\d)")
_ADDED = re.compile(rf"\s*(?:{ADDED_SIGNS}|{DEDUCTED_SIGNS})\s*[:：]\s*\S")
_COARSEST = 0
_FINEST = 5
_NAME = 2
"""The fewest characters that name what a total is of."""
_FEWEST_ITEMS = 3
"""A table with no more rows may be a section and its total."""
_ITEM = re.compile(rf"^\s*(?:commitments|contingenc|{any_of(LABELS.without_amount)})", re.IGNORECASE)
"""What balance sheets list without an amount."""


def adds_or_deducts(label: str) -> bool:
    """Tell whether a label is that of an item which a statement adds or deducts ("加：公允价值变动收益"), to
    its last bracket: the next ones stand deeper, below its name, and are no parts of it."""
    opened = sum(map(label.count, "(（")) > sum(map(label.count, ")）"))
    return _ADDED.match(label) is not None and not opened


def may_be_empty_item(label: str, below: str) -> bool:
    """Tell whether a label without an amount may be an item, by its words and the label of the row below.

    A numbered label heads the rows below it, unless the next one is numbered as it is or more coarsely; and
    nothing that a total follows at once heads anything, but what is numbered in the coarsest way: statements
    in short tell "一、经营活动产生的现金流量" by its totals alone.
    """
    words = BY_DIGITS.sub("", label).lstrip("（( ")
    if not EAST_ASIAN.match(words) or label.endswith((":", "：")) or states_period_only(label):
        return False
    rank = _rank(label)
    if without_total_at_end(below) is not None:
        return rank != _COARSEST
    if rank >= 0:
        return 0 <= _rank(below) <= rank
    return _SECTION.fullmatch(label) is None


def is_empty_item(label: str, below: str) -> bool:
    """Tell whether a label without an amount, which may be an item, is one for sure: it is told as a
    part, the next item of its list follows it at once, or the total of something else."""
    if TOLD.match(label) or 0 <= _rank(below) < _rank(label) or _counts_on(label, below):
        return True
    name = without_total_at_end(below) or ""
    words = BY_DIGITS.sub("", label).strip()
    return len(name) >= _NAME and name not in words and words not in name


def _counts_on(label: str, below: str) -> bool:
    """Tell whether a label is numbered by digits and the one below has the next number, in the same way."""
    number, following = _COUNTED.match(label), _COUNTED.match(below)
    if not (number and following) or numbering(label) != numbering(below):
        return False
    return int(following[1]) == int(number[1]) + 1


def _rank(label: str) -> int:
    rank = numbering(label)
    return _FINEST if rank < 0 and BY_DIGITS.match(label) else rank


class Items:
    """Tells which section rows of a table are items without an amount."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self._texts = Counter(map(body.text, body.numbers))
        self._empty = self._without_amounts()

    def holds(self, number: int) -> bool:
        """Tell whether a row without amounts says that there are none, and opens nothing."""
        if number in self._empty or adds_or_deducts(self.body.text(number)):
            return True
        if not _ITEM.match(self.body.text(number)):
            return False
        below = number + 1
        deeper = (
            number < self.body.numbers[-1]
            and self.body.indent(below) > self.body.indent(number) + INDENT_STEP / 2
        )
        return not deeper or below in self.body.layout.section_rows or is_total(self.body.text(below))

    def _without_amounts(self) -> frozenset[int]:
        """Return the rows that are items without an amount: in a table that proves to print such, where two
        follow each other, and so the first heads nothing; elsewhere those right above a total that is not
        theirs, for its name or as the last row of a table without sections."""
        found = {
            row
            for row in self.body.layout.section_rows
            if row in self.body.numbers[:-1] and self._may_be_empty(row)
        }
        if any(self.body.below(row) in found for row in found):
            return frozenset(found)
        sure = {row for row in found if self._is_surely_empty(row)}
        last = {self.body.numbers[-1] - 1} if len(self.body.numbers) > _FEWEST_ITEMS else set()
        if self.body.layout.section_rows.intersection(self.body.numbers) == last:
            sure |= {row for row in found & last if is_total(self.body.text(row + 1))}
        return frozenset(sure)

    def _is_surely_empty(self, number: int) -> bool:
        """Tell whether a row that may be an item without an amount is one for sure. A part of an item with an
        amount may name those that hold it, below."""
        text = self.body.text(number)
        if PART.match(text) and number - 1 not in self.body.layout.section_rows:
            return False
        return is_empty_item(text, self.body.text(self.body.below(number)))

    def _may_be_empty(self, number: int) -> bool:
        below = self.body.below(number)
        if not (self.body.labels[number] and self.body.labels[below]) or self.body.is_across(number):
            return False
        if below in self.body.layout.inner_headers or self.body.strong(number) > self.body.strong(below):
            return False
        # Of rows alike only their sections tell which is which.
        following = self.body.text(below)
        unlike = self._texts[following] == 1 or TOLD.match(following) is not None
        deeper = self.body.indent(below) > self.body.indent(number) + INDENT_STEP / 2
        deeper = deeper and not (is_total(self.body.text(below)) or TOLD.match(self.body.text(number)))
        return unlike and not deeper and may_be_empty_item(self.body.text(number), self.body.text(below))
