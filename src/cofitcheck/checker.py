"""The flow of one document through the stages: encode, filter, classify, build facts, check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from cofitcheck.checks import Grid
from cofitcheck.checks.derived import DerivedCheck
from cofitcheck.checks.identities.check import IdentitiesCheck
from cofitcheck.checks.ledger import Ledger, make_ledger
from cofitcheck.checks.model import Gap, NotChecked
from cofitcheck.checks.protocol import DocumentCheck, Known, levelled, not_reached, run_checks
from cofitcheck.checks.references import ReferencesCheck
from cofitcheck.checks.repeats.check import RepeatsCheck
from cofitcheck.checks.repeats.repeated_rows import with_repeated_lines, with_repeated_rows
from cofitcheck.checks.repeats.slipped_numbers import with_left_over, with_mended
from cofitcheck.checks.repeats.ties import Tie, find_ties, not_refuted, only_agreeing, with_ties
from cofitcheck.checks.sums.check import SumsCheck
from cofitcheck.checks.text.check import TextCheck
from cofitcheck.classification import Found, classify_all, require_answers
from cofitcheck.config import CheckConfig
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Document, UncheckedCode, UncheckedReason
from cofitcheck.encoding import Encoded, encode_all
from cofitcheck.facts import FactSet, ScoredPairs, build_fact_sets, facts_of_pairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.prose import read_prose
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import render_unchecked
from cofitcheck.stages import Stages

Progress = Callable[[str], None]

PAPER_COSINE = 0.5
"""The paper's cosine threshold for candidates; an encoder that is calibrated has another."""

_OF_PAIRS = 0.75
"""The share of a document's time for finding and classifying pairs; the checks have at least the rest."""

ANSWERED = 0.5
"""By the paper's method the answer is yes from this probability of yes against no."""


class Checker:
    """Checks documents one after another with the model loaded once."""

    def __init__(self, config: CheckConfig | None = None, stages: Stages | None = None) -> None:
        """Load the models of the configuration, or take the given stages. Raises `ModelError` where a model
        cannot be loaded."""
        self.config = config or CheckConfig()
        self.stages = stages or Stages.load(self.config)

    def match(self, document: Document) -> ScoredPairs:
        """Return the candidate pairs with their probabilities; the values of a pair have no part in its
        probability."""
        encoded = self.stages.encoder.encode(document)
        candidates = self.stages.candidates(document, encoded, self.config.filtering)
        return self.stages.classifier.classify(document, encoded, candidates)

    def candidates(self, document: Document) -> CandidatePairs:
        """Return what the first stage lets through; it can be saved, and classified elsewhere."""
        encoded = self.stages.encoder.encode(document)
        return self.stages.candidates(document, encoded, self.config.filtering)

    def classify(self, document: Document, candidates: CandidatePairs) -> ScoredPairs:
        """Return the probabilities of candidate pairs of this document, found here or loaded."""
        return self.stages.classifier.classify(document, self.stages.encoder.encode(document), candidates)

    def facts(self, document: Document, scored: ScoredPairs) -> tuple[FactSet, ...]:
        """Return the fact sets that scored pairs make, without the values of a pair, as in the paper; a pair
        without a probability is left out.

        Two numbers that differ by a slip are likelier one fact where a sum, or the rest of their rows,
        confirms it: that is part of the reconciliation. By the paper's method each pair is a set of its own.
        """
        grid = Grid(document)
        return self._facts(grid, replace(scored, by_value=None), self._ties(grid))

    def tied_facts(self, document: Document, encoded: Encoded, scored: ScoredPairs) -> tuple[FactSet, ...]:
        """Return the fact sets that a check compares: equal numbers are judged with their values known, also
        within a table, and numbers that differ are judged without."""
        grid = Grid(document)
        return self._tied_facts(grid, encoded, scored, self._ties(grid))

    def _tied_facts(
        self, grid: Grid, encoded: Encoded, scored: ScoredPairs, ties: Sequence[Tie]
    ) -> tuple[FactSet, ...]:
        facts = with_ties(self._facts(grid, scored, ties), not_refuted(ties, scored, self.threshold))
        within = self.stages.within.ties(grid.document, encoded) if self.stages.within else []
        return with_ties(facts, within, by_value=True)

    @property
    def _reconciles(self) -> bool:
        return self.config.system not in ("words", "paper")

    def _ties(self, grid: Grid, deadline: Deadline = NEVER) -> list[Tie]:
        return find_ties(grid, deadline) if self._reconciles else []

    def _facts(self, grid: Grid, scored: ScoredPairs, ties: Sequence[Tie]) -> tuple[FactSet, ...]:
        if self.config.system == "paper":
            return facts_of_pairs(scored, self.threshold)
        likely, mentions = scored.classified(), len(grid.document.mentions)
        if not self._reconciles:
            return build_fact_sets(likely, self.threshold, mentions, self.config.facts)
        likely = only_agreeing(grid, likely, self.threshold, self.config.checks.sign_witnesses)
        likely = with_mended(grid, with_repeated_rows(grid, likely, ties))
        facts = build_fact_sets(likely, self.threshold, mentions, self.config.facts)
        return with_left_over(grid, facts, likely, self.threshold)

    @property
    def threshold(self) -> float:
        """The least probability at which a pair is taken for the same fact.

        The paper parses the answer of the language model, so by its method yes against no decides.
        """
        own = self.config.classify.threshold
        if own is None and self.config.system == "paper":
            return ANSWERED
        return self.stages.classifier.threshold if own is None else own

    def check(self, document: Document, progress: Progress | None = None) -> Report:
        """Return the report of one document; `progress` is told the name of each stage as it begins."""
        return self.check_all([document], progress)[0]

    def check_all(self, documents: Sequence[Document], progress: Progress | None = None) -> list[Report]:
        """Return the report that each document has alone; in large models their passes share batches.

        Where documents go through a stage together, its seconds are shared out by their numbers of mentions.
        Raises what any of them would raise alone.
        """
        watch = _Watch(progress)
        bounds = [self.config.seconds_for(len(document.mentions)) for document in documents]
        whole = Deadline(sum(each or 0.0 for each in bounds) if all(bounds) else None)
        pairing = whole.sooner(_OF_PAIRS)
        with watch.stage("encode"):
            encoded = self._encoded(documents)
        with watch.stage("filter"):
            found = [
                Found(document, vectors, self._candidates(document, vectors, pairing))
                for document, vectors in zip(documents, encoded, strict=True)
            ]
        with watch.stage("classify"):
            if late := pairing.passed:
                found = [replace(each, candidates=CandidatePairs.none()) for each in found]
            scored = classify_all(self.stages.classifier, found)
            for pairs in scored:
                require_answers(pairs)
        # Plus one, so that documents without mentions have a share too.
        mentions = sum(len(document.mentions) + 1 for document in documents)
        reports = []
        for each, pairs, bound in zip(found, scored, bounds, strict=True):
            share = (len(each.document.mentions) + 1) / mentions
            left = max(share * (whole.left or 0.0), (1 - _OF_PAIRS) * bound) if bound else None
            deadline = Deadline(left, bound)
            unpaired = not_reached(
                "numbers", len(each.document.mentions) if late else 0, deadline, numbers=True
            )
            reports.append(self._judged(each, pairs, watch.part(share), deadline, unpaired))
        return reports

    def _encoded(self, documents: Sequence[Document]) -> list[Encoded]:
        """Return the vectors of each document; where vectors can be of no use, a row of zeros for each
        mention."""
        needing = [document for document in documents if _may_repeat(document)]
        vectors = dict(zip(map(id, needing), encode_all(self.stages.encoder, needing), strict=True))
        return [vectors.get(id(each), Encoded.unknown(len(each.mentions))) for each in documents]

    def _candidates(self, document: Document, encoded: Encoded, pairing: Deadline) -> CandidatePairs:
        if pairing.passed:
            return CandidatePairs.none()
        return self.stages.candidates(document, encoded, self.config.filtering)

    def _judged(
        self,
        found: Found,
        scored: ScoredPairs,
        watch: _Watch,
        deadline: Deadline,
        unpaired: tuple[NotChecked, ...],
    ) -> Report:
        """Return the report of a document whose candidates have been classified, as far as it can be made
        before the deadline; `unpaired` lists what was not classified in time."""
        document = found.document
        settings = replace(self.config.checks, difference=self.stages.difference)
        with watch.stage("facts"):
            grid = Grid(document)
            ties = self._ties(grid, deadline.sooner(0.5))
            facts = self._tied_facts(grid, found.encoded, scored, ties)
            references = ReferencesCheck(document) if self.config.system != "paper" else None
            noted = references.lines(grid) if references else None
            facts = with_ties(facts, noted.ties()) if noted else facts
            lines = self.stages.lines.likely(document, found.encoded) if self.stages.lines else []
            facts = with_repeated_lines(grid, facts, lines)
        repeats = RepeatsCheck(facts, scored, lines, by_rule=self.config.system == "paper")
        tied = frozenset(mention for tie in ties for mention in tie)
        known = Known(grid, settings, tied, deadline=deadline)
        checked = run_checks([repeats, *self._further_checks(found, references)], known, watch.stage)
        checked = levelled(document, checked, self.stages.levels, settings)
        ledger = make_ledger(document, checked.holding, checked.findings, checked.left_open)
        return Report(
            document=document,
            facts=facts,
            found=noted.told(checked.findings) if noted else checked.findings,
            passed=checked.passed,
            not_checked=(
                *_not_checked(document, ledger),
                *_unclassified(scored),
                *unpaired,
                *checked.not_checked,
            ),
            remarks=tuple(
                map(
                    render_unchecked,
                    (
                        *_remarks(found.encoded),
                        *self._method_remarks(found),
                        *scored.remarks,
                        *checked.remarks,
                    ),
                )
            ),
            threshold=settings.threshold,
            model=self.stages.name,
            method=self.config.system,
            seconds=watch.seconds,
            usage=scored.usage,
            high=settings.high,
            tiny=settings.tiny,
            kept_open=checked.left_open,
            ledger=ledger,
            text=checked.text,
            references=checked.references,
            right_references=checked.right_references,
        )

    def _further_checks(self, found: Found, references: ReferencesCheck | None) -> Iterator[DocumentCheck]:
        """Yield the checks after the repeats, each after those whose results it needs."""
        if self.stages.sums is not None:
            yield SumsCheck(self.stages.sums)
            yield DerivedCheck()
            yield IdentitiesCheck()
        if self.stages.text is not None:
            yield TextCheck(self.stages.text, found.encoded, self.stages.encoder)
        if references:
            yield references
            if found.document.sheets:
                from cofitcheck.checks.workbook import WorkbookCheck

                yield WorkbookCheck()

    def _method_remarks(self, found: Found) -> tuple[UncheckedReason, ...]:
        """Return the remark on the candidates of the paper's method: how many, from which cosine, by which
        search."""
        if self.config.system != "paper":
            return ()
        threshold, search = self.config.filtering.threshold, self.config.filtering.search
        own = self.stages.encoder.threshold
        above, whence = (
            (own, UncheckedCode.OF_ENCODER) if threshold is None else (threshold, UncheckedCode.OF_USER)
        )
        if threshold is None and own == PAPER_COSINE:
            whence = UncheckedCode.OF_PAPER
        found_by = UncheckedCode.BY_HNSW if search == "hnsw" else UncheckedCode.BY_EXACT_SEARCH
        return (
            UncheckedReason.of(
                UncheckedCode.ASKED_ABOUT_ALL,
                pairs=len(found.candidates),
                least=f"{above:g}",
                whence=UncheckedReason(whence),
                search=UncheckedReason(found_by),
            ),
        )


class _Watch:
    """Times the stages, and tells `progress` the name of each as it begins."""

    def __init__(self, progress: Progress | None, seconds: Mapping[str, float] | None = None) -> None:
        self.seconds = dict(seconds or {})
        self.progress = progress

    def part(self, share: float) -> _Watch:
        """Return a watch that begins with a share of the seconds so far."""
        return _Watch(self.progress, {name: share * each for name, each in self.seconds.items()})

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        before = self.seconds.get(name)
        if self.progress and before is None:
            self.progress(name)
        begun = time.perf_counter()
        yield
        self.seconds[name] = (before or 0.0) + time.perf_counter() - begun


def _may_repeat(document: Document) -> bool:
    """Tell whether two numbers of a document may state one fact: those of two tables, two equal ones of one
    table, or one of a sentence."""
    if len({mention.table for mention in document.mentions}) > 1 or read_prose(document).mentions:
        return True
    values = [mention.number.value for mention in document.mentions if mention.number.value]
    return len(set(values)) < len(values)


def _not_checked(document: Document, ledger: Ledger) -> tuple[NotChecked, ...]:
    """List what was read but no check reaches, and what could not be read at all."""
    unread = map(NotChecked.of_table, document.unread)
    warned = (NotChecked(document.name, warning) for warning in document.warnings)
    alone = len(document.mentions) - len(ledger.checks)
    unchecked = (
        (
            NotChecked(
                "numbers", UncheckedReason(UncheckedCode.UNMATCHED), alone, gap=Gap.NO_CHECK, numbers=True
            ),
        )
        if alone
        else ()
    )
    return (*unread, *warned, *unchecked)


def _unclassified(scored: ScoredPairs) -> tuple[NotChecked, ...]:
    return tuple(
        NotChecked("candidate pairs", UncheckedReason.told(words), count, gap=Gap.NOT_COMPARED)
        for words, count in scored.unclassified.items()
    )


def _remarks(encoded: Encoded) -> tuple[UncheckedReason, ...]:
    """Return the remark on the tables that the encoder read in parts: it did not see all their rows
    together."""
    tables = [str(index + 1) for index in encoded.split]
    if not tables:
        return ()
    return (UncheckedReason.of(UncheckedCode.READ_IN_PARTS, tables=", ".join(tables), n=len(tables)),)
