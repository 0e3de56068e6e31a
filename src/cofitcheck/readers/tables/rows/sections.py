"""The section rows that hold a row: which of them a further section row, a row or a total closes."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, SUBTOTAL_WORDS
from cofitcheck.language.table_words import LABELS, any_of, begins_numbering, numbering
from cofitcheck.periods.header_periods import Balance, balance_of, named_balance
from cofitcheck.readers.tables.rows.section import (
    INDENT_STEP,
    Amounts,
    LabelledRow,
    OpenSection,
    SectionRow,
    Sums,
    closes_section,
    summed,
    sums_up_more,
    words_of,
)

_MORE_FOLLOWS = re.compile(rf"^\s*{SUBTOTAL_WORDS}\b|\b{any_of(LABELS.before)}\b", re.IGNORECASE)
_SEVERAL = 2
"""The fewest rows of a section that has a sum in a row below."""


class OpenSections:
    """The section rows that hold the row reached, outermost first.

    `nested` tells whether indents say anything in the table.
    """

    def __init__(self, nested: bool) -> None:
        self.nested = nested
        self.table = OpenSection(SectionRow(float("-inf"), 0, ""))
        self.stack: list[OpenSection] = []
        self.depths: dict[int, int] = {}  # how many sections held the last label numbered in each way
        self.fresh = False  # no row since the last section row
        self.closed = False  # the row reached has closed a section
        self.rolling: int | None = None  # how many sections held the last opening balance

    def labels(self) -> tuple[str, ...]:
        """Return the labels of the open sections."""
        labels = (opened.section.label.rstrip(" :：") for opened in self.stack)
        return tuple(label for label in labels if label)

    def open(self, section: SectionRow, holding: int = 0) -> None:
        """Open a section in place of those that do not hold it, as the outermost `holding` ones do."""
        self._close_numbered(section.label)
        while len(self.stack) > holding and not self._holds(self.stack[-1], section):
            self._pop()
        if self.stack:
            self.stack[-1].part = self.stack[-1].part or section
            self._admit(section.indent)
        self.stack.append(OpenSection(section))
        self.fresh = True

    def _close_numbered(self, label: str) -> None:
        """Close the section numbered in the way of a label or in a finer one, and what is in it: "三、" ends
        "二、" and "（一）", and what has been opened since "二、"."""
        style = numbering(label)
        if style < 0:
            return
        depths = (n for n, opened in enumerate(self.stack) if numbering(opened.section.label) >= style)
        depth = next(depths, len(self.stack))
        if not begins_numbering(label):
            depth = min(depth, self.depths.get(style, depth))
        while len(self.stack) > depth:
            self._pop()
        self.depths = {other: at for other, at in self.depths.items() if other < style}
        self.depths[style] = len(self.stack)

    def _holds(self, opened: OpenSection, section: SectionRow) -> bool:
        """Tell whether the innermost section stands further out than another or is numbered more coarsely."""
        outer, part = opened.section, opened.part or section
        if 0 <= numbering(outer.label) < numbering(section.label):
            return True
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
        around.sums.merge(left.sums)

    def _admit(self, indent: float) -> None:
        if self.stack[-1].own is None:
            self.stack[-1].own = indent

    def reach(self, row: LabelledRow) -> None:
        """Close the sections that a row no longer belongs to.

        A row at the depth of a section closes it when the section's own rows are deeper and no total of it
        follows; a total closes those inside the section that it sums up, and one that sums up several. A date
        with numbers closes the section of that date: a movement begins. A Chinese or Japanese closing balance
        closes what has been opened since the opening one.
        """
        before = len(self.stack)
        self._close_numbered(row.label)
        edge = named_balance(row.label) if EAST_ASIAN.search(row.label) else None
        while edge is Balance.CLOSING and self.rolling is not None and len(self.stack) > self.rolling:
            self._pop()
        if self.stack and self.stack[-1].rows and self.stack[-1].section.is_restated_by(row):
            self._pop()
        while self.nested and self.stack and self.stack[-1].is_past(row):
            self.stack[-1].totalled |= closes_section(row.label)
            self._pop()
        summed = [
            depth
            for depth, opened in enumerate(self.stack, 1)
            if opened.section.is_summed_by(row.label) or opened.section.is_summed_in_part_by(row.label)
        ]
        while summed and len(self.stack) > summed[-1]:
            self._pop()
        for _ in range(self._count_summed_up(row) if closes_section(row.label) and not summed else 0):
            self._pop()
        while self.stack and sums_up_more(row.label, self.stack[-1].section.label):
            self._pop()
        self._reach_sum(row.amounts)
        if self.stack:
            self._admit(row.indent)
            self.stack[-1].rows += 1
        if edge is not None or len(self.stack) < (self.rolling or 0):
            self.rolling = len(self.stack) if edge is Balance.OPENING else None
        self.closed = len(self.stack) < before

    def _reach_sum(self, amounts: Amounts) -> None:
        """Close the sections inside the one whose rows add up to the amounts of a row; where none do, add the
        amounts to the innermost.

        In a section of one row or none, the row is what that leads to. A date holds for all rows below it.
        """
        sums, around = Sums(), [self.table, *self.stack]
        led_to = around[-1].size < _SEVERAL
        for depth in range(len(self.stack), -1, -1):
            sums.merge(around[depth].sums)
            if not led_to and sums.make_up(amounts):
                while len(self.stack) > depth:
                    self._pop()
                return
            if depth and self.stack[depth - 1].section.dated:
                break
        around[-1].sums.add(amounts)

    def make_up(self, amounts: Amounts) -> bool:
        """Tell whether the rows of the innermost section add up to amounts."""
        return bool(self.stack) and self.stack[-1].sums.make_up(amounts)

    def sum_up(self, amounts: Amounts, below: float) -> None:
        """Close the innermost section after a row without a label that is the sum of its rows, where the row
        below stands no deeper than the section row.

        Only Chinese and Japanese sections are closed. Elsewhere such a sum is often a subtotal: allowances,
        and what is not allocated, follow in the same section.
        """
        if not self.stack or not EAST_ASIAN.search(self.stack[-1].section.label):
            return
        section = self.stack[-1].section
        goes_on = section.dated or section.level(below) > 0
        if not goes_on and self.make_up(amounts):
            self._pop()

    def _count_summed_up(self, total: LabelledRow) -> int:
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
        left, name = self.stack[first:], summed(total.label)
        if self.stack[-1].part or not parts or any(part.totalled for part in (*parts, *left)):
            return 0
        if name and any(set(name) <= set(words_of(opened.section.label)) for opened in left):
            return 0
        several = name and any(part.size > 1 for part in parts) and not self.stack[-1].has_more(total)
        return len(left) if total.is_last or several or self.stack[-1].rows == 1 else 0

    def is_exceeded_by(self, total: str) -> bool:
        """Tell whether a total at the end of a table is one of more than the innermost section, which had its
        own."""
        if not self.stack or not closes_section(total) or self.stack[-1].section.is_summed_by(total):
            return False
        return self.stack[-1].totalled

    def clear(self) -> None:
        """Close all sections."""
        self.stack.clear()

    def leave(self, row: LabelledRow) -> None:
        """Close the innermost section after its total.

        A total may be of something deeper or of a part, unless it names the section or, without a name,
        stands out as totals do. It closes nothing where parts of it or a further total come below, and "Total
        costs" closes no date. A closing balance ends a section that an opening one began.
        """
        first, self.fresh = self.fresh, False
        if not self.stack:
            return
        section = self.stack[-1].section
        edge = balance_of((row.label,), ())
        self.stack[-1].rolls |= first and edge is Balance.OPENING
        if edge is Balance.CLOSING and self._ends_roll(row):
            self._pop()
            return
        named = section.is_summed_by(row.label)
        if not named and (first or self.closed or not closes_section(row.label)):
            return
        if self._goes_on(row, first):
            return
        for opened in self.stack:
            opened.totalled = True
        if section.dated and summed(row.label) and not named:
            return
        near = row.indent <= section.indent + INDENT_STEP
        more = section.is_summed_in_part_by(row.label) or _MORE_FOLLOWS.search(row.label)
        if named or (not more and (near or self._stands_out(row))):
            self._pop()

    def _ends_roll(self, closing: LabelledRow) -> bool:
        """Tell whether the innermost section goes from its opening balance to this closing one and no
        further."""
        innermost, below = self.stack[-1], closing.below
        further = closing.heading_below or innermost.section.level(below) > 0
        return innermost.rolls and not innermost.section.dated and not further

    def _stands_out(self, row: LabelledRow) -> bool:
        """Tell whether a bare "Total" is set off from the rows of the innermost section, which do not go on
        below it."""
        bare = not summed(row.label)
        return bare and row.indent > row.above + INDENT_STEP / 2 and not self.stack[-1].has_more(row)

    def _goes_on(self, row: LabelledRow, first: bool) -> bool:
        """Tell whether the innermost section has more rows below one, its total or not."""
        if first and row.below > row.indent + INDENT_STEP / 2:
            return True
        innermost = self.stack[-1]
        if row.heading_below and self.nested and row.below > innermost.section.indent + INDENT_STEP:
            return True
        return innermost.is_summed_later(row)
