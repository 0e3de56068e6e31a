"""The result of comparing two documents: an outcome for every number that was compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Self

from cofitcheck.checks.model import FindingKind
from cofitcheck.checks.reasons import Reason
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Document
from cofitcheck.numbers import Relation, Slip
from cofitcheck.prose import ProseMention


class Kinship(StrEnum):
    """What the other document is to this one."""

    LAST_YEAR = "last-year"
    """An earlier report of the same company: its numbers are this report's comparatives."""
    DRAFT = "draft"
    """An earlier draft of this document."""
    RENDITION = "rendition"
    """This document in another format or language."""
    RELEASE = "release"
    """The whole document of which this one tells a part, as a press release tells a part of a report."""


class Outcome(StrEnum):
    """What became of a number. The last three outcomes occur in drafts only."""

    AGREE = "agree"
    EXPLAINED = "explained"
    """It differs, and the document says why: restated, reclassified, recast."""
    DIFFER = "differ"
    LEFT_OPEN = "left_open"
    """It differs from a number that likelier states another fact than this fact wrongly."""
    NOT_FOUND = "not_found"
    """Nothing in the other document states the fact."""
    ADDED = "added"
    DROPPED = "dropped"
    MOVED = "moved"


COUNTED = (Outcome.AGREE, Outcome.EXPLAINED, Outcome.DIFFER, Outcome.LEFT_OPEN, Outcome.NOT_FOUND)
"""The outcomes that every comparison counts, found or not."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A number of this document, the number of the other for the same fact, and the outcome of the two.

    `mention` and `counterpart` are indices into the mentions of the two documents; `mention` is None where
    only the other document has the number, `counterpart` where only this one has. `same_fact` is the
    probability that the two state one fact, judged without their values; None where their places tell it.
    `probability` is that their difference is an error. `difference` is mention less counterpart in base
    units. `reason` says how the outcome came about, `words` quotes what explains it. `others` are
    further numbers of the other document that take part: lines that were joined.
    """

    outcome: Outcome
    mention: int | None
    counterpart: int | None
    same_fact: float | None = None
    probability: float = 0.0
    relation: Relation | None = None
    slip: Slip = Slip.NONE
    difference: Decimal | None = None
    reason: Reason | None = None
    words: str = ""
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidCompared:
    """A number in a sentence and what became of it in the other document.

    `here` is the number of this document, `there` one in a sentence of the other; None where only one of the
    two has it. `cells` are the mentions of the other document that state it, or that say otherwise: one, or
    the later and the earlier of a change.
    """

    outcome: Outcome
    here: ProseMention | None
    there: ProseMention | None
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NotCompared:
    """Numbers that were not compared: why, and how many."""

    reason: Reason
    count: int


@dataclass(frozen=True, slots=True)
class Unfollowed:
    """Numbers of a draft that were changed, and those that should have changed with them and did not.

    `changed` and `left` are indices into the mentions of this document. Those in `left` are a total, a part
    or a repeat of the changed ones. `left` is empty where the number stands in running text. `kind` says what
    they contradict.
    """

    kind: FindingKind
    changed: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A document that this one was not compared with, and why, in a sentence."""

    document: str
    reason: str


@dataclass(frozen=True)
class Comparison:
    """This document compared with one other.

    `told` says how the relation was found. `compared` has one entry for each number, in the order of this
    document, then the numbers that only the other has. `unfollowed` are changes of a draft that other numbers
    should have followed. `said` are numbers in sentences: those of a draft that changed, or all of a release.
    """

    this: Document
    other: Document
    kinship: Kinship
    told: Reason
    compared: tuple[Compared, ...]
    not_compared: tuple[NotCompared, ...] = ()
    unfollowed: tuple[Unfollowed, ...] = ()
    said: tuple[SaidCompared, ...] = ()

    def of_kinds(self, kinds: Collection[str]) -> Comparison:
        """Return only entries of some kinds of findings. Numbers in tables are repeats, in sentences text."""
        return replace(
            self,
            compared=self.compared if FindingKind.REPEAT in kinds else (),
            unfollowed=tuple(each for each in self.unfollowed if each.kind in kinds),
            said=self.said if FindingKind.TEXT in kinds else (),
        )

    @property
    def counts(self) -> Mapping[Outcome, int]:
        """How many numbers have each outcome. The outcomes of `COUNTED` are there even when no number has
        one."""
        found = Counter(each.outcome for each in self.compared)
        return {outcome: found[outcome] for outcome in Outcome if outcome in COUNTED or found[outcome]}

    def of(self, *outcomes: Outcome) -> tuple[Compared, ...]:
        """Return the numbers that have one of the outcomes, in order."""
        return tuple(each for each in self.compared if each.outcome in outcomes)

    def said_of(self, outcome: Outcome) -> tuple[SaidCompared, ...]:
        """Return the numbers in sentences that have an outcome, in order."""
        return tuple(each for each in self.said if each.outcome is outcome)

    @property
    def said_counts(self) -> Mapping[Outcome, int]:
        """How many numbers in sentences have each outcome; outcomes that none has are left out."""
        found = Counter(each.outcome for each in self.said)
        return {outcome: found[outcome] for outcome in Outcome if found[outcome]}

    @property
    def has_findings(self) -> bool:
        """Whether anything is to be looked at: see `Comparisons.has_findings`."""
        return bool(self.of(*self.telling) or self.has_others(self.telling))

    @property
    def telling(self) -> tuple[Outcome, ...]:
        """The outcomes that are to be looked at."""
        return _TELLING.get(self.kinship, (Outcome.DIFFER,))

    def has_others(self, outcomes: tuple[Outcome, ...]) -> bool:
        """Whether a change was not followed, or a number in a sentence has one of the outcomes."""
        return bool(self.unfollowed) or any(each.outcome in outcomes for each in self.said)


@dataclass(frozen=True)
class Comparisons:
    """This document compared with one or more others, each in a comparison of its own.

    `refused` are documents that could not be compared. `seconds` holds the wall time by stage, `model` names
    the trained parts. `threshold` is the least probability of an error at which a difference is reported,
    `high` and `tiny` are the bounds of severity (see `CheckSettings`).
    """

    this: Document
    each: tuple[Comparison, ...]
    refused: tuple[Refusal, ...] = ()
    model: str = ""
    threshold: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
    high: float = CheckSettings.high
    tiny: Decimal = CheckSettings.tiny

    def of_kinds(self, kinds: Collection[str]) -> Self:
        """Return only entries of some kinds of findings: see `Comparison.of_kinds`."""
        return replace(self, each=tuple(each.of_kinds(kinds) for each in self.each))

    @property
    def summary(self) -> Mapping[Outcome, int]:
        """The counts of all comparisons together. A number counts as found if any comparison finds it."""
        total: Counter[Outcome] = Counter({outcome: 0 for outcome in COUNTED})
        best: dict[int, Outcome] = {}
        for compared in (one for comparison in self.each for one in comparison.compared):
            if compared.mention is None:
                total[compared.outcome] += 1
                continue
            known = best.get(compared.mention, compared.outcome)
            best[compared.mention] = min(known, compared.outcome, key=_GRAVITY.index)
        total.update(best.values())
        return {outcome: total[outcome] for outcome in Outcome if outcome in COUNTED or total[outcome]}

    @property
    def has_findings(self) -> bool:
        """Whether anything differs without an explanation. In renditions it is also a finding if a number has
        no counterpart. In drafts only changes that were not followed are findings."""
        return any(each.has_findings for each in self.each)


_TELLING = {Kinship.RENDITION: (Outcome.DIFFER, Outcome.NOT_FOUND), Kinship.DRAFT: ()}
"""The outcomes that are findings, for kinships where these are not just `DIFFER`. A draft is expected to
differ."""
_GRAVITY = (
    Outcome.DIFFER,
    Outcome.EXPLAINED,
    Outcome.AGREE,
    Outcome.MOVED,
    Outcome.LEFT_OPEN,
    Outcome.ADDED,
    Outcome.DROPPED,
    Outcome.NOT_FOUND,
)
"""The order of outcomes. Of a number's outcomes against several documents, the first in this order counts."""
