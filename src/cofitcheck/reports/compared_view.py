"""What the page of a comparison shows: the differences, and both documents side by side, table by table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cofitcheck import __version__
from cofitcheck.checks.comparatives.model import (
    Compared,
    Comparison,
    Comparisons,
    Kinship,
    Outcome,
    Unfollowed,
)
from cofitcheck.document import Document, Mention
from cofitcheck.reports.compared_lines import OUTCOME_WORDS, coverage_words
from cofitcheck.reports.grid import Mark, ShownTable, show_table
from cofitcheck.reports.wording import encodable, label, percent, period, place, table_title
from cofitcheck.reports.words import Words

TICK = "PY"
"""What auditors write beside a number that agrees with the prior year's."""
SHOWN_IN_FULL = 60
"""So many differences are shown in their tables; the others are listed."""
_ROLES = {Outcome.DIFFER: "finding", Outcome.EXPLAINED: "other", Outcome.LEFT_OPEN: "other"}


@dataclass(frozen=True, slots=True)
class Side:
    """One number of a pair: what is printed, where it stands, and its table around it."""

    document: str
    text: str
    title: Words
    place: Words
    grid: ShownTable | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A number, or a pair of numbers, and what became of it."""

    label: Words
    period: str
    this: Side | None
    other: Side | None
    same_fact: Words
    reason: str
    words: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A table of this document beside the one of the other that has most of its numbers."""

    this: Words
    other: Words
    counts: str
    left: ShownTable
    right: ShownTable
    open: bool


class ComparisonView:
    """One comparison as the page shows it; `number` counts them from 1."""

    def __init__(self, comparison: Comparison, number: int) -> None:
        self.comparison, self.number = comparison, number
        self.told, self.coverage = encodable(comparison.told), coverage_words(comparison)
        self.other = encodable(comparison.other.name)
        self.figures = [
            (f"{count:,}", OUTCOME_WORDS[outcome]) for outcome, count in comparison.counts.items()
        ]
        self.is_draft = comparison.kinship is Kinship.DRAFT
        self.not_compared = comparison.not_compared
        self._tick = TICK if comparison.kinship is Kinship.LAST_YEAR else "✓"

    @property
    def differing(self) -> list[Item]:
        """The differences that nothing explains, those likeliest errors first."""
        found = sorted(self.comparison.of(Outcome.DIFFER), key=lambda each: -each.probability)
        return [self._item(each, full=at < SHOWN_IN_FULL) for at, each in enumerate(found)]

    @property
    def lists(self) -> list[tuple[str, list[Item]]]:
        """What else does not simply agree, by outcome."""
        outcomes = (
            Outcome.EXPLAINED,
            Outcome.ADDED,
            Outcome.DROPPED,
            Outcome.MOVED,
            Outcome.LEFT_OPEN,
            Outcome.NOT_FOUND,
        )
        found = ((OUTCOME_WORDS[outcome], self.comparison.of(outcome)) for outcome in outcomes)
        return [
            (words, [self._item(each, full=False) for each in compared])
            for words, compared in found
            if compared
        ]

    @property
    def unfollowed(self) -> list[tuple[str, list[Side], list[Side]]]:
        """The changes of a draft that others should have followed: what they contradict, and both."""
        return [self._unfollowed(each) for each in self.comparison.unfollowed]

    @cached_property
    def tables(self) -> list[Beside]:
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

    def _beside(self, table: int, compared: Sequence[Compared]) -> Beside:
        this, other = self.comparison.this, self.comparison.other
        tables = Counter(
            other.mentions[each.counterpart].table for each in compared if each.counterpart is not None
        )
        its = tables.most_common(1)[0][0]
        left, right = dict[int, Mark](), dict[int, Mark]()
        for each in compared:
            if each.mention is None or each.counterpart is None:
                continue
            letter, role = self._letter(self._at[id(each)]), _ROLES.get(each.outcome, "agrees")
            left[each.mention] = Mark(f"{letter}a", role)
            if other.mentions[each.counterpart].table == its:
                right[each.counterpart] = Mark(f"{letter}b", role)
        differ = any(each.outcome is Outcome.DIFFER for each in compared)
        return Beside(
            this=table_title(this, table),
            other=table_title(other, its),
            counts=_counts(compared),
            left=_grid(this, table, left),
            right=_grid(other, its, right),
            open=differ,
        )

    @property
    def tick(self) -> str:
        """What stands beside a number that agrees."""
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
            this=_side(this, each.mention, "A", full),
            other=_side(other, each.counterpart, "B", full),
            same_fact="" if each.same_fact is None else percent(each.same_fact),
            reason=each.reason,
            words=each.words,
        )

    def _unfollowed(self, each: Unfollowed) -> tuple[str, list[Side], list[Side]]:
        changed, left = (
            [side for index in indices if (side := _side(self.comparison.this, index, "A", full=False))]
            for indices in (each.changed, each.left)
        )
        return each.kind.value.replace("_", " "), changed, left


class ComparisonsView:
    """All comparisons of this document."""

    def __init__(self, comparisons: Comparisons) -> None:
        self.name, self.version = encodable(comparisons.this.name), __version__
        self.model = comparisons.model
        self.each = [ComparisonView(each, number) for number, each in enumerate(comparisons.each, start=1)]
        self.refused = [encodable(each.reason) for each in comparisons.refused]


def _side(document: Document, index: int | None, letter: str, full: bool) -> Side | None:
    if index is None:
        return None
    mention = document.mentions[index]
    role = "finding" if letter == "A" else "witness"
    return Side(
        document=encodable(document.name),
        text=mention.text,
        title=table_title(document, mention.table),
        place=place(document, mention.place),
        grid=_grid(document, mention.table, {index: Mark(letter, role)}) if full else None,
    )


def _grid(document: Document, table: int, marks: Mapping[int, Mark]) -> ShownTable:
    return show_table(document.tables[table], list(_of_table(document, table)), marks)


def _of_table(document: Document, table: int) -> Iterator[Mention]:
    return (mention for mention in document.mentions if mention.table == table)


def _where(document: Document, index: int) -> str:
    mention = document.mentions[index]
    places = document.name, table_title(document, mention.table), place(document, mention.place)
    where = ", ".join(str(each) for each in places if each)
    return encodable(f"{mention.text} in {where}: {label(mention)}, {period(mention)}")


def _counts(compared: Sequence[Compared]) -> str:
    counts = Counter(each.outcome for each in compared)
    return ", ".join(
        f"{counts[outcome]:,} {OUTCOME_WORDS[outcome]}" for outcome in Outcome if counts[outcome]
    )
