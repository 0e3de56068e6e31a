"""One finding as plain data: its words, the tables that it stands in, and the cells that are marked there."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck.reports.model.excerpts import SentenceView, Tape
from cofitcheck.reports.model.grid import ShownTable
from cofitcheck.reports.model.report import REFERENCE
from cofitcheck.reports.words import Words
from cofitcheck.reports.words.findings import LIKELY_ERROR


@dataclass(frozen=True, slots=True)
class StatementView:
    """One mention of a fact set in words."""

    mention: int
    letter: str
    role: str
    table: int
    title: Words
    titled: bool
    place: Words
    row: Words
    column: Words
    text: str
    read_as: Words
    relation: Words
    agrees: bool
    link: str


@dataclass(frozen=True, slots=True)
class PanelView:
    """One table of a finding with its marked cells, and the statements of the two cells it is shown for."""

    table: int
    chapter: str
    title: str
    caption: str
    grid: ShownTable
    statements: tuple[StatementView, ...]


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding in words, with the tables it stands in."""

    number: int
    anchor: str
    severity: str
    severity_words: Words
    label: Words
    period: str
    mention: StatementView
    counterpart: StatementView
    relation: Words
    slip: Words
    difference: Words
    share: Words
    same_fact: Words
    same_fact_words: Words
    probability: Words
    probability_words: Words
    reasons: tuple[Words, ...]
    panels: tuple[PanelView, ...]
    statements: tuple[StatementView, ...]
    stacked: bool
    tight: bool
    spelled_out: bool
    fingerprint: str
    # Views that were stored for earlier drafts lack these.
    details: tuple[Words, ...] = ()
    against: tuple[Words, ...] = ()
    right: str = ""
    probability_of: Words = LIKELY_ERROR
    kind: str = "repeat"
    tape: Tape | None = None
    sentence: SentenceView | None = None

    @property
    def is_calculation(self) -> bool:
        """Whether a calculation contradicts the number. A repeat counts as none, even where it has one."""
        return self.kind != "repeat" and self.tape is not None

    @property
    def is_reference(self) -> bool:
        """Whether the finding is about a reference or a title, and not about a number."""
        return self.kind == REFERENCE

    @property
    def place(self) -> str:
        """The link to the number in question in the marked copy: in a sentence or in a cell."""
        return (self.sentence.link if self.sentence else "") or self.mention.link

    @property
    def numbers(self) -> tuple[Words, Words]:
        """The number in question and what it is compared with, as a list of findings shows them.

        A number in running text is compared with what the tables have, a calculated number with what would be
        right.
        """
        if self.is_reference:
            return self.mention.text, self.mention.relation
        if self.sentence:
            return self.sentence.stated or self.sentence.number, self.sentence.computed
        if self.is_calculation and self.tape:
            return self.mention.text, self.tape.computed if self.tape.total_wrong else self.tape.mended
        if self.spelled_out:
            return self.mention.read_as, self.counterpart.read_as
        return self.mention.text, self.counterpart.text
