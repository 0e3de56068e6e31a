"""The section rows that hold a row: which of them a further section row, a row or a total closes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cofitcheck.document.periods import read_period

INDENT_STEP = 2.0
"""Indents that differ by less, in points, may be meant as one; by half of it, they are."""
_TOTAL = re.compile(r"^\s*(?:sub-?)?total\b|合计|总计|合計", re.IGNORECASE)
_CASH = re.compile(r"^\s*(?:total\s+)?(?:net\s+)?cash\b", re.IGNORECASE)
_MORE_FOLLOWS = re.compile(r"^\s*sub-?total\b|\bbefore\b", re.IGNORECASE)
_ACTIVITIES = re.compile(r"\bactivities\b", re.IGNORECASE)
_CASH_IN_ALL = re.compile(
    r"^\s*(?:net )?(?:increase|decrease|change)\b.* in (?:total )?cash(?:,| and\b| equivalents|$)"
    r"|^\s*effects? of\b.*\bexchange rate|\bcash\b.*\b(?:beginning|end) of\b",
    re.IGNORECASE,
)
"""What stands below all activities of a statement of cash flows."""
_BRACKETED = re.compile(r"\([^()]*\)")
_AND = (["and"], ["&"])
_NET_OF: tuple[list[str], ...] = ([], ["net"])
_MARKS = re.compile(r"[^\w\s&]")
_PERIOD_WORDS = re.compile(
    r"\b(?:[A-Za-z]{3,9} \d{1,2}|q[1-4]|[1-4]q|(?:19|20)\d\d"
    r"|(?:for|the|as|at|of|in|and|balances?|first|second|third|fourth|three|six|nine|twelve"
    r"|weeks?|months?|quarters?|years?|fiscal|ended|ending|end|period)\b)",
    re.IGNORECASE,
)


def is_total(label: str) -> bool:
    """Tell whether a label is that of a total or subtotal."""
    return _TOTAL.search(label) is not None


def states_period_only(label: str) -> bool:
    """Tell whether a label says a date or a period and nothing else."""
    return bool(read_period(label)) and not re.search(r"\w", _PERIOD_WORDS.sub("", label))


@dataclass(frozen=True, slots=True)
class Section:
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

    def level(self, indent: float) -> int:
        """Return 1 where a row of an indent stands deeper than the section row, 0 beside it, -1 further
        out."""
        deeper = indent - self.indent
        return 0 if abs(deeper) <= INDENT_STEP / 2 else 1 if deeper > 0 else -1

    def is_summed_by(self, label: str) -> bool:
        """Tell whether a label sums up the section: "Total X", "Total X of the year" or "X, net" under "X",
        or "Net cash provided by operating activities" where both end in the same two words."""
        name, words, total = _words(self.label), _words(label), _summed(label)
        if name and total[: len(name)] == name and total[len(name) :][:1] not in _AND:
            return True
        if len(name) < 2 or name[0] == "adjustments":
            return False
        if words[: len(name)] == name:
            return words[len(name) :][:1] in _NET_OF
        return bool(_CASH.match(label)) and words[-2:] == name[-2:]

    def is_summed_in_part_by(self, label: str) -> bool:
        """Tell whether a label sums up the first part of the section: "Total X" under "X and Y"."""
        name, total = _words(self.label), _summed(label)
        return bool(total) and name[: len(total)] == total and name[len(total) :][:1] in _AND


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row: its indent and those of the rows above and below (minus infinity: none), whether that
    below is a section row, and the next labels, as far as the next section row."""

    label: str
    indent: float
    above: float
    below: float
    heading_below: bool
    later: tuple[str, ...]

    @property
    def is_last(self) -> bool:
        """Tell whether there is no row below."""
        return self.below == float("-inf")


def _summed(label: str) -> list[str]:
    return _words(_TOTAL.sub("", label)) if is_total(label) else []


def _words(label: str) -> list[str]:
    return _MARKS.sub("", _BRACKETED.sub("", label)).lower().split()


@dataclass(slots=True)
class _Open:
    """A section, or the table around all, with what has been seen in it.

    `own` is the indent of the first row or section row, `part` the first section row, `rows` counts the rows
    outside its parts, `parts` are those that have been left.
    """

    section: Section
    own: float | None = None
    part: Section | None = None
    rows: int = 0
    totalled: bool = False
    parts: list[_Open] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Return how many rows there were in the section and its parts."""
        return self.rows + sum(part.size for part in self.parts)

    @property
    def deeper(self) -> bool:
        """Tell whether the rows of the section are indented deeper than the section row."""
        return self.own is not None and self.section.level(self.own) > 0

    def has_more(self, row: Row) -> bool:
        """Tell whether the row below a total stands as those of the section do."""
        if self.own is None or not self.deeper or row.heading_below:
            return False
        return abs(row.below - self.own) <= INDENT_STEP / 2

    def is_past(self, row: Row) -> bool:
        """Tell whether a row stands too far out to be the section's."""
        if self.section.indent > row.indent + INDENT_STEP:
            return True
        return self.deeper and self.section.level(row.indent) <= 0 and not self.is_summed_later(row)

    def is_summed_later(self, row: Row) -> bool:
        """Tell whether a total of the section comes below a row."""
        return any(self.section.is_summed_by(label) for label in row.later)


class OpenSections:
    """The section rows that hold the row reached, outermost first.

    `nested` tells whether indents say anything in the table.
    """

    def __init__(self, nested: bool) -> None:
        self.nested = nested
        self.table = _Open(Section(float("-inf"), 0, ""))
        self.stack: list[_Open] = []
        self.fresh = False  # no row since the last section row
        self.closed = False  # the row reached has closed a section

    def labels(self) -> tuple[str, ...]:
        """Return the labels of the open sections."""
        return tuple(opened.section.label.rstrip(" :：") for opened in self.stack)

    def open(self, section: Section) -> None:
        """Open a section in place of those that do not hold it."""
        while self.stack and not self._holds(self.stack[-1], section):
            self._pop()
        if self.stack:
            self.stack[-1].part = self.stack[-1].part or section
            self._admit(section.indent)
        self.stack.append(_Open(section))
        self.fresh = True

    def _holds(self, opened: _Open, section: Section) -> bool:
        """Tell whether the innermost section stands further out than another."""
        outer, part = opened.section, opened.part or section
        level = outer.level(section.indent) if self.nested else 0
        if level:
            return level > 0
        if outer.label == section.label or (
            outer.dated and (section.dated or self._dates_a_part(section.indent))
        ):
            return False
        if outer.strong > section.strong or (outer.dated and outer.strong == section.strong):
            return True
        return outer.leads > section.leads and (part.strong, part.dated) == (section.strong, section.dated)

    def _dates_a_part(self, indent: float) -> bool:
        """Tell whether the innermost section is a date in a section of the same depth that is none."""
        outer = (opened.section for opened in self.stack[:-1])
        return any(section.level(indent) == 0 and not section.dated for section in outer)

    def _pop(self) -> None:
        left = self.stack.pop()
        around = self.stack[-1] if self.stack else self.table
        around.parts.append(left)

    def _admit(self, indent: float) -> None:
        if self.stack[-1].own is None:
            self.stack[-1].own = indent

    def reach(self, row: Row) -> None:
        """Close the sections that a row no longer belongs to.

        A row at the depth of a section closes it when the section's own rows are deeper and no total of it
        follows; a total closes those inside the section that it sums up, and one that sums up several.
        """
        before = len(self.stack)
        while self.nested and self.stack and self.stack[-1].is_past(row):
            self.stack[-1].totalled |= is_total(row.label)
            self._pop()
        summed = [
            depth
            for depth, opened in enumerate(self.stack, 1)
            if opened.section.is_summed_by(row.label) or opened.section.is_summed_in_part_by(row.label)
        ]
        while summed and len(self.stack) > summed[-1]:
            self._pop()
        for _ in range(self._count_summed_up(row) if is_total(row.label) and not summed else 0):
            self._pop()
        while (
            self.stack and _CASH_IN_ALL.search(row.label) and _ACTIVITIES.search(self.stack[-1].section.label)
        ):
            self._pop()
        if self.stack:
            self._admit(row.indent)
            self.stack[-1].rows += 1
        self.closed = len(self.stack) < before

    def _count_summed_up(self, total: Row) -> int:
        """Count the innermost sections that are only parts of what a total that stands out sums up.

        No section beside the outermost of them has had a total, and the innermost has but one row, or another
        has several and the label a name.
        """
        if not self.stack or not (total.is_last or total.indent > total.above + INDENT_STEP / 2):
            return 0
        first = len(self.stack) - 1
        while first and not self.stack[first - 1].parts and not self.stack[first - 1].rows:
            first -= 1
        parts = (self.stack[first - 1] if first else self.table).parts
        left, name = self.stack[first:], _summed(total.label)
        if self.stack[-1].part or not parts or any(part.totalled for part in (*parts, *left)):
            return 0
        if name and any(set(name) <= set(_words(opened.section.label)) for opened in left):
            return 0
        several = name and any(part.size > 1 for part in parts) and not self.stack[-1].has_more(total)
        return len(left) if total.is_last or several or self.stack[-1].rows == 1 else 0

    def is_exceeded_by(self, total: str) -> bool:
        """Tell whether a total at the end of a table is one of more than the innermost section, which had its
        own."""
        if not self.stack or not is_total(total) or self.stack[-1].section.is_summed_by(total):
            return False
        return self.stack[-1].totalled

    def clear(self) -> None:
        """Close all sections."""
        self.stack.clear()

    def leave(self, row: Row) -> None:
        """Close the innermost section after its total.

        A total may be of something deeper or of a part, unless it names the section or, without a name,
        stands out as totals do. It closes nothing where parts of it or a further total come below.
        """
        first, self.fresh = self.fresh, False
        if not self.stack:
            return
        section = self.stack[-1].section
        named = section.is_summed_by(row.label)
        if not named and (first or self.closed or not is_total(row.label)):
            return
        if self._goes_on(row, first):
            return
        for opened in self.stack:
            opened.totalled = True
        near = row.indent <= section.indent + INDENT_STEP
        more = section.is_summed_in_part_by(row.label) or _MORE_FOLLOWS.search(row.label)
        if named or (not more and (near or self._stands_out(row))):
            self._pop()

    def _stands_out(self, row: Row) -> bool:
        """Tell whether a bare "Total" is set off from the rows of the innermost section, which do not go on
        below it."""
        bare = not _summed(row.label)
        return bare and row.indent > row.above + INDENT_STEP / 2 and not self.stack[-1].has_more(row)

    def _goes_on(self, row: Row, first: bool) -> bool:
        """Tell whether the innermost section has more rows below one, its total or not."""
        if first and row.below > row.indent + INDENT_STEP / 2:
            return True
        innermost = self.stack[-1]
        if row.heading_below and self.nested and row.below > innermost.section.indent + INDENT_STEP:
            return True
        return innermost.is_summed_later(row)
