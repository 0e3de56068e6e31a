"""The entries of a report for programmers: findings and facts left open, with their mentions looked up.

Checks name a mention by its index, as plain data passes between stages. Here each index is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

from cofitcheck.checks.model import Calculation, Finding, FindingKind, LeftOpen, Severity, Told
from cofitcheck.checks.reasons import Reason
from cofitcheck.document import Document, Mention, Table
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, Slip
from cofitcheck.reports.model.wording import in_full

PlainT = TypeVar("PlainT", Finding, LeftOpen)


@dataclass(frozen=True, slots=True, repr=False)
class _Entry(Generic[PlainT]):
    """Two numbers of a document that a check compared, looked up."""

    document: Document
    plain: PlainT

    @property
    def mention(self) -> Mention:
        """The number that is, or would be, wrong; of a sentence the first cell with which it is compared."""
        return self.document.mentions[self.plain.mention]

    @property
    def counterpart(self) -> Mention:
        """The number that speaks against it: another statement of the fact, or the total."""
        return self.document.mentions[self.plain.counterpart]

    @property
    def probability(self) -> float:
        """How probably this is an error, 0 to 1."""
        return self.plain.probability

    @property
    def kind(self) -> FindingKind:
        """What the numbers contradict: another statement of the fact, a sum, a sentence and so on."""
        return self.plain.kind

    @property
    def same_fact(self) -> float | None:
        """How probably the two numbers state one fact, 0 to 1; None of a calculation or a sentence."""
        return self.plain.same_fact

    @property
    def fact(self) -> FactSet | None:
        """The fact that is stated differently, None of a calculation or a sentence."""
        return self.plain.fact

    @property
    def calculation(self) -> Calculation | None:
        """The calculation that does not come out, with mentions by index; None of any other."""
        return self.plain.calculation

    @property
    def told(self) -> Told | None:
        """The number in running text, and what the cells come to; None of any other."""
        return self.plain.told

    @property
    def relation(self) -> Relation:
        """How the two numbers compare."""
        return self.plain.relation

    @property
    def difference(self) -> Decimal | None:
        """`mention` less `counterpart` in base units (dollars, not millions); None where they cannot be
        subtracted. Of a calculation: `mention` less what would mend it; of a sentence: its number less what
        the cells come to."""
        return in_full(self.plain.difference)


@dataclass(frozen=True, slots=True, repr=False)
class FindingEntry(_Entry[Finding]):
    """A finding of a report: numbers that contradict each other, each with its text, value and place.

    `plain` is the finding as the checks made it, with mentions by index (see `checks.model.Finding`).
    """

    plain: Finding

    @property
    def severity(self) -> Severity:
        """How much it matters: high, medium or notice."""
        return self.plain.severity

    @property
    def fingerprint(self) -> str:
        """The name of the finding, which stays the same in the next draft."""
        return self.plain.fingerprint

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """All numbers of tables that take part: those of the fact, or of the calculation, its total last."""
        return tuple(self.document.mentions[index] for index in self.plain.mentions)

    @property
    def table(self) -> Table:
        """The table of `mention`."""
        return self.document.tables[self.mention.table]

    @property
    def right(self) -> Mention | None:
        """The one of the two that sums speak for, None where none does."""
        return None if self.plain.right is None else self.document.mentions[self.plain.right]

    @property
    def slip(self) -> Slip:
        """The simplest slip that turns one number into the other."""
        return self.plain.slip

    @property
    def mended(self) -> Decimal | None:
        """Of a calculation, what `mention` would have to state, in base units."""
        return in_full(self.plain.mended)

    @property
    def sentence(self) -> str:
        """The sentence of a finding in running text, "" of any other."""
        return self.told.said.words if self.told else ""

    @property
    def said(self) -> str:
        """The number of that sentence as it is written there, "" of any other finding."""
        return self.told.said.text if self.told else ""

    @property
    def stated(self) -> str:
        """The number in question as the document prints it: that of a cell, or of the sentence."""
        from cofitcheck.reports.model.finding_text import sides

        return str(sides(self.document, self.plain)[0])

    @property
    def compared_with(self) -> str:
        """What it is compared with, as the document would print it: another statement, what a calculation
        asks for, or what the tables have for a sentence."""
        from cofitcheck.reports.model.finding_text import sides

        return str(sides(self.document, self.plain)[1])

    @property
    def message(self) -> str:
        """What is found, in one sentence: the item, the numbers, and where they stand."""
        from cofitcheck.reports.model.finding_text import about, what

        return f"{about(self.document, self.plain)[0]}: {what(self.document, self.plain)}"

    @property
    def reasons_for(self) -> tuple[str, ...]:
        """Why it is taken for an error, a sentence each; they call `mention` A and `counterpart` B."""
        return tuple(map(_said, (each for each in self.plain.reasons if not each.against)))

    @property
    def reasons_against(self) -> tuple[str, ...]:
        """What speaks against it, a sentence each."""
        return tuple(map(_said, (each for each in self.plain.reasons if each.against)))

    def __repr__(self) -> str:
        return f"<finding {self.severity}, {self.probability:.0%}: {self.message}>"

    def _repr_html_(self) -> str:
        from cofitcheck.reports.model.frame import finding_html

        return finding_html(self)


@dataclass(frozen=True, slots=True, repr=False)
class LeftOpenEntry(_Entry[LeftOpen]):
    """Numbers that do not agree, but are probably no error: two facts, lines that are no sum, or a number in
    running text that is of something else.

    `plain` is the same with mentions by index (see `checks.model.LeftOpen`).
    """

    plain: LeftOpen

    @property
    def rule(self) -> str:
        """The rule that keeps the two numbers apart, "" where only the probability speaks."""
        return self.plain.rule

    @property
    def two_facts(self) -> bool:
        """Whether a rule, and not the probability, keeps it open: then no threshold makes a finding of it."""
        return self.plain.two_facts

    def __repr__(self) -> str:
        one = repr(self.told.said.text) if self.told else repr(self.mention)
        return f"<left open, {self.probability:.0%}: {one} and {self.counterpart!r}>"


def _said(reason: Reason) -> str:
    from cofitcheck.reports.words.reasons import render_reason

    return str(render_reason(reason))
