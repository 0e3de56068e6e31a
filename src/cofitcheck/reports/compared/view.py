"""What the page of a comparison shows: the differences, and both documents side by side, table by table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from cofitcheck import __version__
from cofitcheck.checks.comparatives import (
    Compared,
    Comparison,
    Comparisons,
    Kinship,
    Outcome,
    SaidCompared,
    Unfollowed,
)
from cofitcheck.document import Document, Mention
from cofitcheck.prose import ProseMention
from cofitcheck.reports.model.grid import CellMark, ShownTable, show_table
from cofitcheck.reports.model.marks import anchor
from cofitcheck.reports.model.wording import encodable, label, percent, period, place, table_title
from cofitcheck.reports.words import Phrase, Words, listed, phrase
from cofitcheck.reports.words.books import KINSHIPS, OUTCOMES, coverage_words, outcome_counts, said_words
from cofitcheck.reports.words.findings import KINDS
from cofitcheck.reports.words.reasons import render_reason

TICK = "PY"
"""What auditors write beside a number that agrees with the prior year's."""
SHOWN_IN_FULL = 60
"""How many differences are shown in their tables; the others are listed."""
_ROLES = {Outcome.DIFFER: "finding", Outcome.EXPLAINED: "other", Outcome.LEFT_OPEN: "other"}

_AROUND = 240
"""How many characters of a sentence are shown before its number, and how many after it."""


class ComparisonView:
    """One comparison as the page shows it; `number` counts them from 1."""

    def __init__(self, comparison: Comparison, number: int, copies: tuple[str, str] = ("", "")) -> None:
        """Take the comparison and the names of both marked copies, "" where there is none."""
        self.comparison, self.number, self.copies = comparison, number, copies
        self.told, self.coverage = render_reason(comparison.told), coverage_words(comparison)
        self.kinship = KINSHIPS[comparison.kinship]
        self.other = encodable(comparison.other.name)
        self.figures = [(f"{count:,}", OUTCOMES[outcome]) for outcome, count in comparison.counts.items()]
        self.is_draft = comparison.kinship is Kinship.DRAFT
        self.not_compared = [(item.count, render_reason(item.reason)) for item in comparison.not_compared]
        self.said_coverage = said_words(comparison)
        self._tick = TICK if comparison.kinship is Kinship.LAST_YEAR else "✓"

    @property
    def differing(self) -> list[Item]:
        """The differences that nothing explains, the likeliest errors first."""
        found = sorted(self.comparison.of(Outcome.DIFFER), key=lambda each: -each.probability)
        return [self._item(each, full=at < SHOWN_IN_FULL) for at, each in enumerate(found)]

    @property
    def lists(self) -> list[tuple[Phrase, list[Item]]]:
        """The other numbers that do not agree, by outcome."""
        outcomes = (
            Outcome.EXPLAINED,
            Outcome.ADDED,
            Outcome.DROPPED,
            Outcome.MOVED,
            Outcome.LEFT_OPEN,
            Outcome.NOT_FOUND,
        )
        found = ((OUTCOMES[outcome], self.comparison.of(outcome)) for outcome in outcomes)
        return [
            (words, [self._item(each, full=False) for each in compared])
            for words, compared in found
            if compared
        ]

    @property
    def said(self) -> list[tuple[Phrase, list[SaidItem]]]:
        """The numbers in sentences by outcome, what differs first."""
        outcomes = (Outcome.DIFFER, Outcome.NOT_FOUND, Outcome.ADDED, Outcome.DROPPED, Outcome.AGREE)
        found = (
            (OUTCOMES[outcome], [*map(self._said, self.comparison.said_of(outcome))]) for outcome in outcomes
        )
        return [(words, items) for words, items in found if items]

    @property
    def unfollowed(self) -> list[tuple[Words, list[Side], list[Side]]]:
        """The changes that others did not follow: what they contradict, the changed numbers, the others."""
        return [self._unfollowed(each) for each in self.comparison.unfollowed]

    @cached_property
    def tables(self) -> list[TablesBeside]:
        """Both documents side by side, in the order of this one."""
        by_table: dict[int, list[Compared]] = defaultdict(list)
        for each in self.comparison.compared:
            if each.mention is not None and each.counterpart is not None:
                by_table[self.comparison.this.mentions[each.mention].table].append(each)
        return [self._beside(table, compared) for table, compared in sorted(by_table.items())]

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Where the other number of each mark stands, in words, by the mark."""
        found: dict[str, str] = {}
        for at, each in enumerate(self.comparison.compared):
            if each.mention is not None and each.counterpart is not None:
                mark = self._letter(at)
                found[f"{mark}a"] = _where(self.comparison.other, each.counterpart)
                found[f"{mark}b"] = _where(self.comparison.this, each.mention)
        return found

    def _letter(self, at: int) -> str:
        return f"{self.number}-{at}"

    @cached_property
    def _at(self) -> Mapping[int, int]:
        return {id(each): at for at, each in enumerate(self.comparison.compared)}

    def _beside(self, table: int, compared: Sequence[Compared]) -> TablesBeside:
        this, other = self.comparison.this, self.comparison.other
        tables = Counter(
            other.mentions[each.counterpart].table for each in compared if each.counterpart is not None
        )
        its = tables.most_common(1)[0][0]
        left, right = dict[int, CellMark](), dict[int, CellMark]()
        for each in compared:
            if each.mention is None or each.counterpart is None:
                continue
            letter, role = self._letter(self._at[id(each)]), _ROLES.get(each.outcome, "agrees")
            left[each.mention] = CellMark(f"{letter}a", role)
            if other.mentions[each.counterpart].table == its:
                right[each.counterpart] = CellMark(f"{letter}b", role)
        differ = any(each.outcome is Outcome.DIFFER for each in compared)
        return TablesBeside(
            this=table_title(this, table),
            other=table_title(other, its),
            counts=_counts(compared),
            left=grid_of(this, table, left),
            right=grid_of(other, its, right),
            open=differ,
        )

    @property
    def tick(self) -> str:
        """The tick mark beside a number that agrees."""
        return self._tick

    def _item(self, each: Compared, *, full: bool) -> Item:
        this, other = self.comparison.this, self.comparison.other
        stated = this.mentions[each.mention] if each.mention is not None else None
        if stated is None:
            assert each.counterpart is not None
            stated = other.mentions[each.counterpart]
        return Item(
            label=label(stated),
            period=period(stated),
            this=side_of(this, each.mention, "A", full, self.copies[0]),
            other=side_of(other, each.counterpart, "B", full, self.copies[1]),
            same_fact="" if each.same_fact is None else percent(each.same_fact),
            reason=render_reason(each.reason) if each.reason else "",
            words=each.words,
        )

    def _said(self, each: SaidCompared) -> SaidItem:
        other = self.comparison.other
        cells = (side_of(other, cell, "B", full=False, copy=self.copies[1]) for cell in each.cells)
        return SaidItem(
            here=sentence_of(each.here),
            there=sentence_of(each.there),
            cells=[side for side in cells if side is not None],
        )

    def _unfollowed(self, each: Unfollowed) -> tuple[Words, list[Side], list[Side]]:
        changed, left = (
            [
                side
                for index in indices
                if (side := side_of(self.comparison.this, index, "A", full=False, copy=self.copies[0]))
            ]
            for indices in (each.changed, each.left)
        )
        return KINDS[each.kind], changed, left


class ComparisonsView:
    """All comparisons of this document; `copies` names its marked copy, then those of the others."""

    def __init__(self, comparisons: Comparisons, copies: Sequence[str] = ()) -> None:
        self.name, self.version = encodable(comparisons.this.name), __version__
        self.model = comparisons.model
        names = [*copies, *[""] * (1 + len(comparisons.each) - len(copies))]
        self.copies = [name for name in names if name]
        self.each = [
            ComparisonView(each, number, (names[0], names[number]))
            for number, each in enumerate(comparisons.each, start=1)
        ]
        self.refused = [encodable(each.reason) for each in comparisons.refused]


def _where(document: Document, index: int) -> str:
    mention = document.mentions[index]
    where = listed((table_title(document, mention.table), label(mention), period(mention)))
    words = phrase("{number} in {table} ({place})", number=mention.text, table=where, place=document.name)
    return encodable(str(words))


def _counts(compared: Sequence[Compared]) -> Words:
    counts = Counter(each.outcome for each in compared)
    return outcome_counts({outcome: counts[outcome] for outcome in Outcome if counts[outcome]})


@dataclass(frozen=True, slots=True)
class Side:
    """One number of a pair: what is printed, where it stands, its table around it, and the address of its
    cell in the marked copy."""

    document: str
    text: str
    title: Words
    place: Words
    grid: ShownTable | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A number, or a pair of numbers, and what became of it."""

    label: Words
    period: str
    this: Side | None
    other: Side | None
    same_fact: Words
    reason: Words
    words: str


@dataclass(frozen=True, slots=True)
class SaidItem:
    """A number in a sentence of either document, and the cells of the other that state it.

    A sentence is cut at its number.
    """

    here: tuple[str, str, str] | None
    there: tuple[str, str, str] | None
    cells: list[Side]


@dataclass(frozen=True, slots=True)
class TablesBeside:
    """A table of this document beside the one of the other that has most of its numbers."""

    this: Words
    other: Words
    counts: Words
    left: ShownTable
    right: ShownTable
    open: bool


def side_of(document: Document, index: int | None, letter: str, full: bool, copy: str) -> Side | None:
    """Return a number of a pair as it is shown, None where the document does not have it.

    `letter` marks the number in its table. The table is shown where `full` is true. `copy` names the marked
    copy, or is "".
    """
    if index is None:
        return None
    mention = document.mentions[index]
    role = "finding" if letter == "A" else "witness"
    return Side(
        document=encodable(document.name),
        text=mention.text,
        title=table_title(document, mention.table),
        place=place(document, mention.place),
        grid=grid_of(document, mention.table, {index: CellMark(letter, role)}) if full else None,
        link=f"{quote(copy)}{anchor(mention)}" if copy else "",
    )


def sentence_of(said: ProseMention | None) -> tuple[str, str, str] | None:
    """Return a sentence in three parts: before a number, the number, and after it."""
    if said is None:
        return None
    start, end = (at - said.sentence.start for at in (said.start, said.end))
    before, after = said.words[:start], said.words[end:]
    return before[-_AROUND:], said.text, after[:_AROUND]


def grid_of(document: Document, table: int, marks: Mapping[int, CellMark]) -> ShownTable:
    """Return a table as it is shown, with marks at some of its mentions."""
    return show_table(document.tables[table], list(_of_table(document, table)), marks)


def _of_table(document: Document, table: int) -> Iterator[Mention]:
    return (mention for mention in document.mentions if mention.table == table)
