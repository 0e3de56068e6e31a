"""Section rows and labelled rows, what sums up a section, and sums of the amounts of rows.

An open section keeps what has been seen in it. Sums are made column by column, to tell whether rows make up
the amounts of another row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import (
    NUMERALS,
    SUBTOTAL_SIGNS,
    is_bare_subtotal,
    is_total,
    without_sum,
    without_total,
)
from cofitcheck.language.table_words import LABELS, any_of, numbers_part
from cofitcheck.periods.text import states_period_only

_BY_CHANCE = 6
"""The fewest digits that amounts have together which rows do not add up to by chance."""
Amounts = Mapping[int, Decimal]
"""The amounts of a row, by column."""

INDENT_STEP = 2.0
"""The step of indents, in points. Indents that differ by less may be meant as one; those that differ by no
more than half of a step are."""
_NAMED = 2
"""The fewest characters that name a section."""
_CASH = re.compile(rf"^\s*{any_of(LABELS.cash)}\b", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^()]*\)")
_AND = (["and"], ["&"])
_NET_OF: tuple[list[str], ...] = ([], ["net"])
_MARKS = re.compile(r"[^\w\s&]")
_SUBTOTAL = re.compile(SUBTOTAL_SIGNS)
_ACTIVITIES = re.compile(rf"\b{any_of(LABELS.activities)}\b", re.IGNORECASE)
_CASH_IN_ALL = re.compile(any_of(LABELS.cash_in_all), re.IGNORECASE)
"""The labels of rows below all activities of a statement of cash flows."""
_COMPREHENSIVE = re.compile(any_of(LABELS.comprehensive))
_OTHER_COMPREHENSIVE = re.compile(any_of(LABELS.other_comprehensive))
"""Sections that all comprehensive income, and what is earned a share, are no parts of."""
_SIDE = re.compile(rf"\s*({any_of(LABELS.sides)})\s*{any_of(LABELS.of_side)}\s*\Z")
"""The label of a total of a whole side of a Chinese or Japanese balance sheet."""
_ITEMS = re.compile(any_of(LABELS.side_parts))
"""The name of a part of a balance sheet: a company, a segment or a date has totals of its own."""
_NUMBERED = re.compile(rf"\A[\W\d{NUMERALS}]+")
_OF_SEVERAL = re.compile(
    rf"\s*+{any_of(LABELS.several)}(?>.*?{any_of(LABELS.between_several)}).*{SUBTOTAL_SIGNS}\s*+\Z"
)
"""A subtotal of several things that it names, and not of one section."""


class Sums:
    """The sums of the amounts of rows, by column."""

    def __init__(self) -> None:
        self._sums: dict[int, tuple[Decimal, int]] = {}  # with how many were added up that are not zero

    def add(self, amounts: Amounts) -> None:
        """Add the amounts of a row."""
        for column, amount in amounts.items():
            self._put(column, amount, 1 if amount else 0)

    def merge(self, other: Sums) -> None:
        """Add what has been added up elsewhere."""
        for column, (total, addends) in other._sums.items():
            self._put(column, total, addends)

    def _put(self, column: int, amount: Decimal, addends: int) -> None:
        total, before = self._sums.get(column, (Decimal(0), 0))
        self._sums[column] = total + amount, before + addends

    def make_up(self, amounts: Amounts) -> bool:
        """Tell whether the sums are the amounts of a row, rounding apart, and not by chance: in one column at
        least two were added up."""
        stated = {column: amount for column, amount in amounts.items() if amount}
        found = [self._sums.get(column, (Decimal(0), 0)) for column in stated]
        if max((addends for _, addends in found), default=0) < 2 or not is_no_chance(stated):
            return False
        return all(
            is_rounded(total, amount, addends)
            for (total, addends), amount in zip(found, stated.values(), strict=True)
        )


def is_no_chance(amounts: Amounts) -> bool:
    """Tell whether amounts that rows add up to, column by column, have too many digits to do so by chance."""
    return sum(len(amount.as_tuple().digits) for amount in amounts.values()) >= _BY_CHANCE


def is_rounded(total: Decimal, amount: Decimal, addends: int) -> bool:
    """Tell whether a number of rounded addends may have a rounded amount as their sum."""
    unit = Decimal(1).scaleb(int(amount.as_tuple().exponent))
    return abs(total - amount) <= unit * (addends + 1) / 2


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section row.

    `strong` counts how it is set off, in bold and in capitals, `leads` counts the section rows of the same
    indent right below it, `indent` is in points.
    """

    indent: float
    strong: int
    label: str
    leads: int = 0

    @property
    def dated(self) -> bool:
        """Tell whether the row says a period and nothing else."""
        return states_period_only(self.label)

    def is_restated_by(self, row: LabelledRow) -> bool:
        """Tell whether a row beside the section row says the date that the section is of."""
        return self.dated and self.level(row.indent) <= 0 and words_of(row.label) == words_of(self.label)

    def level(self, indent: float) -> int:
        """Return 1 where a row of an indent stands deeper than the section row, 0 beside it, -1 further
        out."""
        deeper = indent - self.indent
        return 0 if abs(deeper) <= INDENT_STEP / 2 else 1 if deeper > 0 else -1

    def is_summed_by(self, label: str) -> bool:
        """Tell whether a label sums up the section: "Total X", "Total X of the year" or "X, net" under "X",
        "X小计" or "X总额" under what begins with X, or "Net cash provided by operating activities" where both
        end in the same two words."""
        part = without_sum(label)
        if part != label and len(part) >= _NAMED and self.label.startswith(part):
            return True
        name, words, total = words_of(self.label), words_of(label), summed(label)
        if name and total[: len(name)] == name and total[len(name) :][:1] not in _AND:
            return True
        if len(name) < 2 or name[0] == "adjustments":
            return False
        if words[: len(name)] == name:
            return words[len(name) :][:1] in _NET_OF
        return bool(_CASH.match(label)) and words[-2:] == name[-2:]

    def is_summed_in_part_by(self, label: str) -> bool:
        """Tell whether a label sums up the first part of the section: "Total X" under "X and Y"."""
        name, total = words_of(self.label), summed(label)
        return bool(total) and name[: len(total)] == total and name[len(total) :][:1] in _AND


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A labelled row, with what stands around it.

    It has its indent and those of the rows above and below (minus infinity where there is none), and whether
    the row below is a section row. `later` are the next labels, as far as the next section row.
    """

    label: str
    indent: float
    above: float
    below: float
    heading_below: bool
    later: tuple[str, ...]
    amounts: Amounts

    @property
    def is_last(self) -> bool:
        """Tell whether there is no row below."""
        return self.below == float("-inf")


def summed(label: str) -> list[str]:
    """Return the words for what a total sums up, as its label says; none where a label is no total."""
    return words_of(without_total(label)) if is_total(label) else []


def words_of(label: str) -> list[str]:
    """Return the words of a label in lower case, what stands in brackets left out."""
    return _MARKS.sub("", _BRACKETED.sub("", label)).lower().split()


@dataclass(slots=True)
class OpenSection:
    """A section, or the table around all, with what has been seen in it.

    `own` is the indent of the first row or section row, `part` the first section row, `rows` counts the rows
    outside its parts, `parts` are those that have been left. `rolls` tells whether it starts with an opening
    balance. `sums` adds up the rows that are no totals of others, with those of the parts that have been
    left.
    """

    section: SectionRow
    own: float | None = None
    part: SectionRow | None = None
    rows: int = 0
    totalled: bool = False
    rolls: bool = False
    parts: list[OpenSection] = field(default_factory=list)
    sums: Sums = field(default_factory=Sums)

    @property
    def size(self) -> int:
        """Return how many rows there were in the section and its parts."""
        return self.rows + sum(part.size for part in self.parts)

    @property
    def deeper(self) -> bool:
        """Tell whether the rows of the section are indented deeper than the section row."""
        return self.own is not None and self.section.level(self.own) > 0

    def has_more(self, row: LabelledRow) -> bool:
        """Tell whether the row below a total stands as those of the section do."""
        if self.own is None or not self.deeper or row.heading_below:
            return False
        return abs(row.below - self.own) <= INDENT_STEP / 2

    def is_past(self, row: LabelledRow) -> bool:
        """Tell whether a row stands too far out to be the section's."""
        if is_bare_subtotal(row.label) or numbers_part(self.section.label, row.label):
            return False  # of this section, wherever it stands
        if self.section.indent > row.indent + INDENT_STEP:
            return True
        return self.deeper and self.section.level(row.indent) <= 0 and not self.is_summed_later(row)

    def is_summed_later(self, row: LabelledRow) -> bool:
        """Tell whether a total of the section comes below a row."""
        return any(self.section.is_summed_by(label) for label in row.later)


def closes_section(label: str) -> bool:
    """Tell whether a label is that of a total that may end a section.

    In Chinese and Japanese a subtotal ends none but by its name: "小計" stands in the midst of cash flows.
    """
    return is_total(label) and _SUBTOTAL.search(label) is None


def sums_up_more(label: str, section: str) -> bool:
    """Tell whether a label sums up more than a section: all cash flows, all comprehensive income, one side of
    a balance sheet, or items that it names."""
    if _CASH_IN_ALL.search(label):
        return _ACTIVITIES.search(section) is not None
    if _COMPREHENSIVE.search(label):
        return _OTHER_COMPREHENSIVE.search(section) is not None
    side = _SIDE.match(label)
    own = side and _NUMBERED.sub("", section).startswith(side[1])
    held = side is not None and not own and _ITEMS.search(section) is not None
    return held or _OF_SEVERAL.match(label) is not None
