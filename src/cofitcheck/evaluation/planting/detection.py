"""`evaluate errors`: whether planted errors are found, and how many findings a clean document has.

One error of each kind is planted in each document, in the HTML itself, and the document is checked anew. An
error counts as found when a finding names the planted mention, as the wrong one or as the witness against it.
The findings on clean documents are described in words for a person to judge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import cast

from cofitcheck.checker import Checker
from cofitcheck.checks import Finding
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document, Mention
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.evaluation.corpus import Filing, checksum
from cofitcheck.evaluation.gold import Labels, label
from cofitcheck.evaluation.planting import ErrorKind, Planted, plant
from cofitcheck.evaluation.planting.stated import RememberingEncoder, Repeated
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report
from cofitcheck.stages import Stages

_TITLE = 100


@dataclass(frozen=True, slots=True)
class CleanFinding:
    """A finding on a clean document.

    `tags` is what the labels say of its two numbers; `same_fact` and `probability` are the checker's."""

    document: str
    severity: str
    relation: str
    slip: str
    probability: float
    same_fact: float
    tags: str
    mention: str
    counterpart: str
    reasons: tuple[str, ...]


def clean_finding(name: str, document: Document, labels: Labels, finding: Finding) -> CleanFinding:
    """Describe a finding on a clean document."""
    first, second = labels.fact[[finding.mention, finding.counterpart]].tolist()
    known = "the same fact" if first == second else "two facts"
    return CleanFinding(
        document=name,
        severity=finding.severity,
        relation=finding.relation,
        slip=finding.slip,
        probability=finding.probability,
        same_fact=finding.same_fact or 0.0,
        tags="unknown (a cell has no tag)" if min(first, second) < 0 else known,
        mention=_tell(document, document.mentions[finding.mention]),
        counterpart=_tell(document, document.mentions[finding.counterpart]),
        reasons=tuple(map(str, finding.reasons)),
    )


def markdown(clean_findings: Iterable[CleanFinding]) -> str:
    """Write the findings as a list."""
    lines = ["# Findings on clean documents", ""]
    for number, finding in enumerate(clean_findings, start=1):
        lines += [
            f"## {number}. {finding.document}",
            f"{finding.severity}, {finding.relation}, slip: {finding.slip}, "
            f"error {finding.probability:.4f}, same fact {finding.same_fact:.4f}; "
            f"tags say: {finding.tags}",
            f"- {finding.mention}",
            f"- {finding.counterpart}",
            *(f"- why: {reason}" for reason in finding.reasons),
            "",
        ]
    return "\n".join(lines)


def _tell(document: Document, mention: Mention) -> str:
    """Return one line with the text of a mention and its place."""
    rows, columns = " / ".join(mention.row_path), " / ".join(mention.column_path)
    title = document.tables[mention.table].title[:_TITLE]
    return f"{mention.text} | row: {rows} | column: {columns} | table {mention.table}: {title}"


@dataclass(frozen=True, slots=True)
class Trial:
    """One planted error and its outcome.

    `table`, `row`, `column` and `element` say where it is. `named` is the probability of the most probable
    finding that names it (0: none). `named_first` tells whether that finding holds the planted mention, and
    not its witness, to be wrong. `told_before` is the probability of the most probable finding that names the
    same mention in the clean document (0: none); where there is one, finding the error proves little.
    `findings` are the probabilities of all findings of the planted document. `missed` says at which stage the
    error was lost ("" where it was found).
    """

    kind: ErrorKind
    table: int
    row: int
    column: int
    element: int
    named: float
    named_first: bool
    told_before: float
    findings: tuple[float, ...]
    missed: str


@dataclass(frozen=True, slots=True)
class Tried:
    """One document: the findings on it when clean, the trials, and the kinds that it has no place for."""

    document: str
    sha256: str
    split: str
    form: str
    industry: str
    mentions: int
    clean_findings: tuple[CleanFinding, ...]
    trials: tuple[Trial, ...]
    not_planted: tuple[ErrorKind, ...]


def attempt(filing: Filing, seed: int, config: CheckConfig, where: Repeated = Repeated.ACROSS) -> Tried:
    """Check one document clean, and again with an error of each kind in a number that it repeats.

    Raises `InputError` where it cannot be read."""
    subject = Subject(filing, config)

    def error(kind: ErrorKind) -> Planted | None:
        chance = Random(f"{seed} {filing.name} {kind}")
        return plant(subject.document, subject.labels, kind, chance, where)

    return subject.tried((kind, error(kind)) for kind in ErrorKind)


class Subject:
    """A document that is checked as filed, and again with errors in it.

    Raises `InputError` where it cannot be read.
    """

    def __init__(self, filing: Filing, config: CheckConfig) -> None:
        self._filing, self._checker = filing, _checker(config)
        self.document = read(filing.path)
        self.labels = label(self.document)
        self._clean = self._checker.check(self.document)

    def tried(self, errors: Iterable[tuple[ErrorKind, Planted | None]]) -> Tried:
        """Check the document with each of the errors, one at a time.

        None stands for an error that the document has no place for."""
        document, filing = self.document, self._filing
        trials, without = [], []
        for kind, planted in errors:
            if planted:
                trials.append(_try(self._checker, document, self._clean, planted))
            else:
                without.append(kind)
        return Tried(
            document=filing.name,
            sha256=checksum(document),
            split=filing.split,
            form=filing.form,
            industry=filing.industry,
            mentions=len(document.mentions),
            clean_findings=tuple(
                clean_finding(filing.name, document, self.labels, finding) for finding in self._clean.found
            ),
            trials=tuple(trials),
            not_planted=tuple(without),
        )


@cache
def _checker(config: CheckConfig) -> Checker:
    """Return this process's checker, which reports every difference, whatever its probability."""
    stages = Stages.load(config)
    encoder = RememberingEncoder(cast(TrainedEncoder, stages.encoder))  # what is loaded was trained
    every = replace(config, checks=replace(config.checks, threshold=0.0))
    return Checker(every, replace(stages, encoder=encoder))


def _try(checker: Checker, document: Document, clean: Report, planted: Planted) -> Trial:
    report = checker.check(planted.read_in(document))
    cell = planted.table, planted.row, planted.column
    index = next((m.index for m in report.document.mentions if (m.table, m.row, m.column) == cell), None)
    naming = [finding for finding in report.found if index is not None and _names(finding, index)]
    before = [finding for finding in clean.found if _names(finding, planted.mention)]
    best = max(naming, key=_probability, default=None)
    return Trial(
        kind=planted.kind,
        table=planted.table,
        row=planted.row,
        column=planted.column,
        element=document.mentions[planted.mention].place.element,
        named=best.probability if best else 0.0,
        named_first=best is not None and best.mention == index,
        told_before=max(map(_probability, before), default=0.0),
        findings=tuple(map(_probability, report.found)),
        missed="" if best else _missed(report, index),
    )


def _names(finding: Finding, mention: int) -> bool:
    return mention in (finding.mention, finding.counterpart)


def _probability(finding: Finding) -> float:
    return finding.probability


def _missed(report: Report, index: int | None) -> str:
    """Say at which stage a planted error was lost."""
    if index is None:
        return "the cell was not read as a number"
    if not any(index in fact.mentions for fact in report.facts):
        return "in no fact set"
    if any(index in finding.mentions for finding in report.found):
        return "its fact set has a finding that names others"
    return "in a fact set that shows no difference"
