"""The flow of two documents through the stages: each is encoded once, and pairs are sought across them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks.comparatives import (
    Compared,
    Comparison,
    Comparisons,
    Kinship,
    NotCompared,
    Outcome,
    Refusal,
    SaidCompared,
    Unfollowed,
)
from cofitcheck.checks.comparatives.explained import Words
from cofitcheck.checks.comparatives.matched import Matching, MatchSettings
from cofitcheck.checks.comparatives.related import (
    Dates,
    Related,
    another_company,
    comparatives,
    is_of_another,
    joined,
    related,
)
from cofitcheck.checks.comparatives.text_numbers import said_in_drafts, said_in_whole
from cofitcheck.checks.comparatives.versions import unfollowed, versions
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import TextAccount
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.text.check import check_text
from cofitcheck.checks.text.similar import Similarity
from cofitcheck.classification import require_answers
from cofitcheck.config import CheckConfig
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Document
from cofitcheck.encoding import HEADS, Encoded, Vectors, encode_all
from cofitcheck.errors import InputError
from cofitcheck.facts import ScoredPairs
from cofitcheck.periods.dating import fiscal_calendar
from cofitcheck.prose import read_prose
from cofitcheck.stages import Stages

Progress = Callable[[str], None]

BY_MEANING = (Kinship.LAST_YEAR, Kinship.RELEASE)
"""The kinds of documents where a number stands elsewhere, under other labels: pairs are sought by vectors. In
versions of one document pairs are sought by their order."""


@dataclass(frozen=True)
class JointDocument:
    """Two documents as one, with the pairs across them and how probably each states one fact.

    Mentions of the other document are numbered from `boundary` on.
    """

    document: Document
    boundary: int
    scored: ScoredPairs


@dataclass
class _Watch:
    progress: Progress | None
    seconds: dict[str, float] = field(default_factory=dict)
    _begun: tuple[str, float] | None = None

    def stage(self, name: str) -> None:
        """End the stage that runs and begin another."""
        now = time.perf_counter()
        if self._begun:
            before, begun = self._begun
            self.seconds[before] = self.seconds.get(before, 0.0) + now - begun
        self._begun = (name, now) if name else None
        if name and self.progress:
            self.progress(name)


class Comparer:
    """Compares documents with the model loaded once."""

    def __init__(self, config: CheckConfig | None = None, stages: Stages | None = None) -> None:
        """Load the models of the configuration, or take the given stages. Raises `ModelError` where a model
        cannot be loaded."""
        self.config = config or CheckConfig()
        self.stages = stages or Stages.load(self.config)
        self.settings = MatchSettings(
            threshold=self.config.checks.threshold,
            difference=self.stages.difference,
            sign_witnesses=self.config.checks.sign_witnesses,
        )

    def compare(
        self,
        this: Document,
        others: Sequence[Document],
        kinship: Kinship | None = None,
        progress: Progress | None = None,
    ) -> Comparisons:
        """Return this document compared with each of the others; `kinship` None lets each kinship be guessed.

        `progress` is told the name of each stage as it begins. A comparison may take the time that a check of
        the two documents may: sentences that are not reached by then are listed as not compared. Raises
        `InputError`, with one sentence that says why, where two documents cannot be compared, or their tables
        cannot be in time.
        """
        watch = _Watch(progress)
        watch.stage("relate")
        kin, refused = related_documents(this, others, kinship)
        numbers = len(this.mentions) + sum(len(each.other.mentions) for each in kin)
        deadline = Deadline(self.config.seconds_for(numbers))
        watch.stage("encode")
        by_meaning = [each for each in kin if each.how.kinship in BY_MEANING]
        documents = [this, *(each.other for each in by_meaning)] if by_meaning else []
        vectors = dict(zip(map(id, documents), encode_all(self.stages.encoder, documents), strict=True))
        compared = []
        for each in kin:
            watch.stage("match")
            if each.how.kinship in BY_MEANING:
                encoded = vectors[id(this)], vectors[id(each.other)]
                joint = self.match(this, each.other, encoded, deadline)
                watch.stage("compare")
                found = self.judge(joint, this, each)
                if each.how.kinship is Kinship.RELEASE:
                    watch.stage("text")
                    said, left = self._said_in_whole(this, each.other, encoded[1], deadline)
                    found = replace(found, said=said, not_compared=(*found.not_compared, *left))
            else:
                found = self._versions(this, each)
            if kinship is None and is_of_another(found):
                refused.append(Refusal(each.other.name, another_company(found)))
            else:
                compared.append(found)
        watch.stage("")
        if not compared:
            raise InputError(" ".join(each.reason for each in refused))
        checks = self.config.checks
        return Comparisons(
            this,
            tuple(compared),
            tuple(refused),
            self.stages.name,
            checks.threshold,
            watch.seconds,
            high=checks.high,
            tiny=checks.tiny,
        )

    def _versions(self, this: Document, kin: OtherDocument) -> Comparison:
        compared = versions(this, kin.other, kin.how.kinship)
        brought: Iterator[Unfollowed] = iter(())
        if kin.how.kinship is Kinship.DRAFT and any(each.outcome is not Outcome.AGREE for each in compared):
            findings = Checker(self.config, self.stages).check(this).found
            brought = unfollowed(compared, findings)
        return Comparison(
            this,
            kin.other,
            kin.how.kinship,
            kin.how.told,
            tuple(compared),
            unfollowed=tuple(brought),
            said=_said_in_drafts(this, kin.other) if kin.how.kinship is Kinship.DRAFT else (),
        )

    def _said_in_whole(
        self, this: Document, other: Document, encoded: Encoded, deadline: Deadline
    ) -> tuple[tuple[SaidCompared, ...], tuple[NotCompared, ...]]:
        """Return what became of the numbers of this document's sentences in the tables and sentences of the
        other, and how many were not reached."""
        whole = replace(other, passages=this.passages)
        prose = read_prose(whole, fiscal_calendar(other))
        account, left = TextAccount(), 0
        if self.stages.text is not None:
            similarity = Similarity.of(whole, prose, encoded, self.stages.encoder)
            settings = replace(self.config.checks, difference=self.stages.difference)
            checked = check_text(
                Grid(whole),
                prose,
                self.stages.text,
                settings,
                similarity=similarity,
                deadline=deadline,
                apart=True,
            )
            account, left = checked.account, checked.left
        both = replace(prose, mentions=account.mentions or prose.mentions), read_prose(other)
        said = tuple(said_in_whole(both, account.tied, account.contradicted))
        reason = Reason.of(ReasonCode.OUT_OF_TIME, seconds=deadline.seconds)
        return said, (NotCompared(reason, left),) if left else ()

    def match(
        self,
        this: Document,
        other: Document,
        encoded: tuple[Encoded, Encoded] | None = None,
        deadline: Deadline = NEVER,
    ) -> JointDocument:
        """Return the pairs across two documents; the values of a pair have no part in its probability. Raises
        `InputError` where the deadline passes before they are found."""
        one, two = encoded or encode_all(self.stages.encoder, [this, other])
        document, boundary = joined(this, other), len(this.mentions)
        vectors = _joined_vectors(one, two)
        candidates = self.stages.candidates(document, vectors, self.config.filtering)
        across = candidates.take((candidates.left < boundary) & (candidates.right >= boundary))
        if deadline.passed:
            raise InputError(
                f"{other.name}: comparing it took more than {deadline.seconds:,} seconds of the processor; "
                "allow more with --seconds, or split it into parts and compare those."
            )
        scored = self.stages.classifier.classify(document, vectors, across)
        require_answers(scored)
        return JointDocument(document, boundary, scored.classified())

    def judge(self, joint: JointDocument, this: Document, kin: OtherDocument) -> Comparison:
        """Return the comparison of this document with its kin, given the pairs across the two."""
        grid = Grid(joint.document)
        matching = Matching(grid, joint.boundary, joint.scored, Words(this, grid), self.settings)
        asked = _asked(this, kin)
        compared = tuple(_across(each, joint.boundary) for each in matching.compare(asked))
        return Comparison(this, kin.other, kin.how.kinship, kin.how.told, compared, _not_compared(this, kin))


@dataclass(frozen=True)
class OtherDocument:
    """A document to compare this one with, the dates of both, and what it is to this one."""

    other: Document
    dates: tuple[Dates, Dates]
    how: Related


def related_documents(
    this: Document, others: Sequence[Document], kinship: Kinship | None
) -> tuple[list[OtherDocument], list[Refusal]]:
    """Return the documents that this one can be compared with, and the refusals of the others. Raises
    `InputError` where it can be compared with none."""
    own = Dates.of(this)
    kin: list[OtherDocument] = []
    refused: list[Refusal] = []
    for other in others:
        dates = own, Dates.of(other)
        try:
            kin.append(OtherDocument(other, dates, related(this, other, dates, kinship)))
        except InputError as error:
            refused.append(Refusal(other.name, str(error)))
    if not kin:
        raise InputError(" ".join(each.reason for each in refused))
    return kin, refused


def _joined_vectors(one: Encoded, two: Encoded) -> Encoded:
    """Return the vectors of two documents as those of one."""
    heads: dict[str, Vectors] = {
        name: np.concatenate([getattr(one, name), getattr(two, name)]) for name in HEADS
    }
    return Encoded(heads["fact"], heads["indicator"], heads["breakdown"], heads["period"])


def _asked(this: Document, kin: OtherDocument) -> list[int]:
    """Return the mentions of this document that the other document has to state too."""
    stated = {mention.index for mention in this.mentions if mention.number.value is not None}
    last_year = kin.how.kinship is Kinship.LAST_YEAR
    scope = comparatives(*kin.dates) if last_year else range(len(this.mentions))
    return [mention for mention in scope if mention in stated]


def _said_in_drafts(this: Document, other: Document) -> tuple[SaidCompared, ...]:
    return tuple(said_in_drafts(this, other, (read_prose(this), read_prose(other))))


def _across(each: Compared, boundary: int) -> Compared:
    """Return what compares two mentions of a joint document with the indices that each has in its own."""
    if each.counterpart is None:
        return each
    return replace(
        each,
        counterpart=each.counterpart - boundary,
        others=tuple(other - boundary for other in each.others),
    )


def _not_compared(this: Document, kin: OtherDocument) -> tuple[NotCompared, ...]:
    if kin.how.kinship is not Kinship.LAST_YEAR:
        return ()
    undated = sum(end is None for end in kin.dates[0].ends)
    return (NotCompared(Reason(ReasonCode.NO_PERIOD), undated),) if undated else ()
