"""Rows without amounts that are items all the same, and open no section."""

from __future__ import annotations

import re
from collections import Counter

from cofitcheck.language.lexicon import is_total
from cofitcheck.readers.tables.body import Body
from cofitcheck.readers.tables.empty_items import (
    TOLD,
    adds_or_deducts,
    is_empty_item,
    may_be_empty_item,
)
from cofitcheck.readers.tables.parts import PART
from cofitcheck.readers.tables.section import INDENT_STEP

_FEWEST_ITEMS = 3
"""A table with no more rows may be a section and its total."""
_ITEM = re.compile(r"^\s*(?:commitments|contingenc|重?大?或有.*承[諾诺])", re.IGNORECASE)
"""What balance sheets list without an amount."""


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
