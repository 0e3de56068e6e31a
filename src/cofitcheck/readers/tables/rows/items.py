"""Rows without amounts that are items all the same, and rows that tell parts of the row above them.

An item without amounts opens no section. A row tells a part after 其中 ("of which"), or where only the row
above tells it apart from others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import (
    ADDED_SIGNS,
    ADDED_WORDS,
    DEDUCTED_SIGNS,
    DEDUCTED_WORDS,
    EAST_ASIAN,
    PART_SIGNS,
    TOTAL_WORDS,
    is_total,
    without_total_at_end,
)
from cofitcheck.language.table_words import BY_DIGITS, LABELS, any_of, numbering
from cofitcheck.numbers import Measure
from cofitcheck.numbers.labels import read_label
from cofitcheck.periods.text import read_period, states_period_only
from cofitcheck.readers.tables.rows.body import REACH, Body
from cofitcheck.readers.tables.rows.section import INDENT_STEP, is_no_chance, is_rounded

Path = tuple[str, ...]
PART = re.compile(rf"\s*+{PART_SIGNS}\s*+[:：]?\s*+")
"""How Chinese tables begin to tell the parts of the row above."""
_SHARE = re.compile(rf"^{any_of(LABELS.shares)}", re.IGNORECASE)
_SIGNED = re.compile(rf"\s*(?:{ADDED_SIGNS}|{DEDUCTED_SIGNS})\s*[:：]")
_NO_PART = re.compile(rf"^(?:{TOTAL_WORDS}|{any_of(LABELS.net)})\b", re.IGNORECASE)
_NO_WHOLE = re.compile(rf"^(?:{DEDUCTED_WORDS}|{ADDED_WORDS}|{any_of(LABELS.no_whole)})\b", re.IGNORECASE)

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
"""The most rows of a table that may be a section and its total."""
_ITEM = re.compile(rf"^\s*{any_of(LABELS.without_amount)}", re.IGNORECASE)
"""The labels of items that balance sheets list without an amount."""


class Parts:
    """Tells which rows are parts of others; `paths` are those of the rows read so far, and grow while rows
    are read."""

    def __init__(self, body: Body, paths: Mapping[int, Path]) -> None:
        self._body = body
        self._paths = paths
        self.held: set[int] = set()  # the rows that were found to tell a part so far
        self._telling = frozenset(row for row in body.numbers if PART.match(body.text(row)))
        self._added_up = frozenset(row for first in self._telling for row in self._adding_up(first))

    def whole_above(self, number: int) -> str:
        """Return the label of the row above, shares of it passed over, where that is no percentage."""
        above = number - 1
        while above in self._paths and _SHARE.match(self._body.text(above)):
            above -= 1
        label = self._body.text(above) if above in self._paths else ""
        return "" if read_label(label, column=False).measure is Measure.PERCENT else label

    def held_in(self, number: int, sections: Path) -> Path:
        """Return the `sections` that hold a row, and the row that it tells a part of: it begins to, or stands
        deeper below one that does, or adds up with it to that row."""
        whole = self._whole_around(number, sections)
        if whole != sections:
            self.held.add(number)
        return whole

    def _whole_around(self, number: int, held: Path) -> Path:
        above = number - 1
        if not self._telling or is_total(self._body.text(number)):
            return held
        if number not in self._telling:
            while above in self._paths and above > number - REACH and above not in self._telling:
                above -= 1
            told = self._paths.get(above, ()) if above in self._telling else ()
            deeper = self._stand_below(range(above + 1, number + 1), above)
            parts = deeper or number in self._added_up
            return told[:-1] if parts and told[:-2] == held else held
        while above in self._paths and above in self._telling:
            above -= 1
        whole = self._paths.get(above, ())
        if not (whole and self._body.labels[above]):
            return held
        return (*whole[:-1], whole[-1].rstrip(" :："))

    def _stand_below(self, numbers: range, telling: int) -> bool:
        """Tell whether rows stand deeper than the one that tells the first part and than the whole above it:
        all labels begin in one column, and nothing is added or deducted.

        The items after one that is added or deducted stand as deep as its words, so there the first part must
        stand deeper than the whole.
        """
        whole, step = telling - 1, INDENT_STEP / 2
        columns = {self._body.labels[row][0].column for row in (telling, *numbers) if self._body.labels[row]}
        inside = self._body.indent(telling) > self._body.indent(whole) + step
        if len(columns) > 1 or not (inside or not _SIGNED.match(self._body.text(whole))):
            return False
        edge = max(self._body.indent(telling), self._body.indent(whole)) + step
        return all(
            self._body.indent(row) > edge and not _SIGNED.match(self._body.text(row)) for row in numbers
        )

    def _adding_up(self, first: int) -> range:
        """Return the rows below one that tells a part which, with it, add up to the row above."""
        whole = first - 1
        if whole not in self._body.numbers or whole in self._telling or not self._body.labels[whole]:
            return range(0)
        amounts = {column: amount for column, amount in self._body.amounts(whole).items() if amount}
        sums = dict.fromkeys(amounts, Decimal(0))
        for number in range(first, min(self._body.numbers.stop, first + REACH)):
            text, stated = self._body.text(number), self._body.amounts(number)
            found = {column: stated.get(column, Decimal(0)) for column in amounts}
            again = number > first and (number in self._telling or is_total(text) or numbering(text) >= 0)
            if again or not text or number in self._body.layout.section_rows or found == amounts:
                break
            for column, amount in found.items():
                sums[column] += amount
            rounded = number - first + 1
            if all(is_rounded(sums[c], a, rounded) for c, a in amounts.items()) and is_no_chance(amounts):
                return range(first + 1, number + 1)
        return range(0)

    def told_apart(self) -> dict[int, Path]:
        """Return the paths of the rows that only the row above them tells apart, with that row in them: "of
        which abroad" under each of several rows."""
        alike: defaultdict[Path, list[int]] = defaultdict(list)
        for number, path in self._paths.items():
            if self._body.labels[number] and not (_NO_PART.match(path[-1]) or is_total(path[-1])):
                alike[path].append(number)
        parts: dict[int, Path] = {}
        for numbers in alike.values():
            wholes = [self._whole_of(number) for number in numbers]
            if len({whole for whole in wholes if whole}) == len(numbers) > 1:
                parts |= {
                    number: (*whole, self._body.text(number))
                    for number, whole in zip(numbers, wholes, strict=True)
                }
        return parts

    def _whole_of(self, number: int) -> Path:
        """Return the path of the row above that a row is a part or a share of, the nearest less indented one
        of the same sections, or ()."""
        share, numbered = _SHARE.match(self._body.text(number)), False
        for above in range(number - 1, max(self._body.numbers.start, number - REACH) - 1, -1):
            path = self._paths.get(above, ())
            if path and not numbered and PART.match(path[-1]):
                return path[:-1]
            if not path or path[:-1] != self._paths[number][:-1] or not self._body.labels[above]:
                return ()
            further_out = self._body.indent(above) < self._body.indent(number) - INDENT_STEP / 2
            if further_out or (share and not _SHARE.match(path[-1])):
                return () if _NO_WHOLE.match(path[-1]) or read_period(path[-1]) else path
            numbered |= numbering(path[-1]) >= 0  # parts that are told are not numbered
        return ()


def adds_or_deducts(label: str) -> bool:
    """Tell whether a label is that of an item which a statement adds or deducts ("加：公允价值变动收益"),
    with no bracket left open. The next items stand deeper, below its name, and are no parts of it."""
    opened = sum(map(label.count, "(（")) > sum(map(label.count, ")）"))
    return _ADDED.match(label) is not None and not opened


def may_be_empty_item(label: str, below: str) -> bool:
    """Tell whether a label without an amount may be an item, by its words and the label of the row below.

    A numbered label heads the rows below it, unless the next one is numbered as it is or more coarsely. A
    label that a total follows at once heads nothing, unless it is numbered in the coarsest way: short
    statements tell "一、经营活动产生的现金流量" by its totals alone.
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
        """Tell whether a row without amounts is an item, and opens no section."""
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
        """Return the rows that are items without an amount.

        A table is sure to print such where two follow each other, as the first heads nothing then: all are
        returned. Elsewhere only those are returned that stand right above a total which is not theirs, by its
        name or as the last row of a table without sections.
        """
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
