"""Checks documents as filed, then with errors anywhere in their tables, and sums what is found.

Errors are planted one at a time, and six together. The sums say how many are found, by which check, and how
many findings a document as filed has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from random import Random
from typing import cast

import numpy as np

from cofitcheck import __version__
from cofitcheck.checker import Checker
from cofitcheck.checks import Finding
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.ledger import Ledger, Outcome
from cofitcheck.checks.model import FindingKind, LeftOpen
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.evaluation.corpus import Filing, Unread, parted
from cofitcheck.evaluation.errors_anywhere import Planting, WrongMentions, crossing, draw
from cofitcheck.evaluation.figures import DIGITS, Json, broken_down, share
from cofitcheck.evaluation.planting.stated import RememberingEncoder
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report
from cofitcheck.stages import Stages, model_name

TOGETHER = 6
"""How many errors stand in one document where they are planted together."""

DEFINITIONS = {
    "found": "a finding that was not there before names a changed cell: as one of its two numbers, or among "
    "the numbers of its calculation",
    "named": "of the found, a finding holds a changed cell to be wrong",
    "named_where_sums_cross": "the same of the cells that a sum down the column and one across the row check",
    "missed": "what became of the others: left open with its probability, nowhere though a check confirms a "
    "changed cell as filed, or unchecked as none does",
    "false_findings_per_clean_document": "every finding on a document as it was filed counts as false",
    "ledger": "the share of the numbers of tables that a check confirms or contradicts in documents as filed",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """One planted error and its outcome.

    `found` is the kind of the most probable finding that names the error and was not there before, "" where
    there is none. `named` tells whether such a finding holds a changed cell to be wrong. `crosses` tells
    whether sums check the cell in both directions as filed. Where the error is not found, `left_open` is the
    kind of the most probable entry left open that names it and was not there before, "" where there is none.
    `probability` is that of the finding, or of the entry. `checked_by` are the kinds of check that confirm a
    changed cell as filed. Without any, nothing in the document shows that it is wrong.
    """

    planting: Planting
    alone: bool
    table: int
    row: int
    column: int
    before: str
    after: str
    found: str
    named: bool
    crosses: bool
    left_open: str = ""
    probability: float = 0.0
    checked_by: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """The outcome: "found", "left open", "nowhere", or "unchecked" where no check could find it."""
        if self.found or self.left_open:
            return "found" if self.found else "left open"
        return "nowhere" if self.checked_by else "unchecked"


@dataclass(frozen=True, slots=True)
class Tried:
    """One document: its ledger as filed, its findings by kind of check, and the trials."""

    document: str
    split: str
    form: str
    industry: str
    mentions: int
    checked: int
    by_kind: dict[str, int]
    told_as_filed: tuple[str, ...]
    trials: tuple[Trial, ...]


def attempt(
    filing: Filing, counts: dict[Planting, int], together: int, seed: int, config: CheckConfig
) -> Tried:
    """Check one document clean, then with errors of each kind, one at a time, then with six slips at once.

    `counts` says how many errors of each kind are planted. Six at once are planted `together` times. Raises
    `InputError` where the document cannot be read."""
    checker = _checker(config)
    document = read(filing.path)
    clean = checker.check(document)
    filed = _Filed.of(document, clean)
    trials = []
    for planting, count in counts.items():
        for wrong in draw(document, planting, count, Random(f"{seed} {filing.name} {planting}")):
            report = checker.check(wrong.in_document(document))
            trials.append(filed.trial(wrong, report, alone=True))
    for number in range(together):
        six = draw(document, Planting.ANYWHERE, TOGETHER, Random(f"{seed} {filing.name} together {number}"))
        wrong_document = document
        for wrong in six:
            wrong_document = wrong.in_document(wrong_document)
        report = checker.check(wrong_document)
        trials += [filed.trial(wrong, report, alone=False) for wrong in six]
    return Tried(
        document=filing.name,
        split=filing.split,
        form=filing.form,
        industry=filing.industry,
        mentions=len(document.mentions),
        checked=clean.ledger.checked,
        by_kind={kind.value: count for kind, count in clean.ledger.by_kind.items()},
        told_as_filed=tuple(finding.kind.value for finding in clean.found),
        trials=tuple(trials),
    )


@cache
def _checker(config: CheckConfig) -> Checker:
    stages = Stages.load(config)
    encoder = RememberingEncoder(cast(TrainedEncoder, stages.encoder))  # what is loaded was trained
    return Checker(config, replace(stages, encoder=encoder))


@dataclass(frozen=True)
class _Filed:
    """A document as filed. Its findings and entries left open count for no trial."""

    grid: Grid
    ledger: Ledger
    told: set[tuple[object, ...]]
    open: set[tuple[object, ...]]

    @classmethod
    def of(cls, document: Document, clean: Report) -> _Filed:
        return cls(
            Grid(document), clean.ledger, {*map(_identity, clean.found)}, {*map(_identity, clean.kept_open)}
        )

    def trial(self, wrong: WrongMentions, report: Report, *, alone: bool) -> Trial:
        changed = {mention.index for mention in wrong.mentions}
        naming = [each for each in report.found if _identity(each) not in self.told and _names(each, changed)]
        best = max(naming, key=lambda each: each.probability, default=None)
        unsure = (
            each for each in report.kept_open if _identity(each) not in self.open and _names(each, changed)
        )
        left = None if best else max(unsure, key=lambda each: each.probability, default=None)
        first = wrong.mentions[0]
        agrees = {
            check.kind.value
            for mention in changed
            for check in self.ledger.of(mention)
            if check.outcome is Outcome.AGREES
        }
        entry = best or left
        return Trial(
            planting=wrong.planting,
            alone=alone,
            table=first.table,
            row=first.row,
            column=first.column,
            before=self.grid[first.index].text,
            after=first.text,
            found=best.kind.value if best else "",
            named=any(each.mention in changed for each in naming),
            crosses=crossing(self.grid, first.index),
            left_open=left.kind.value if left else "",
            probability=round(entry.probability, DIGITS) if entry else 0.0,
            checked_by=tuple(sorted(agrees)),
        )


def _identity(told: Finding | LeftOpen) -> tuple[object, ...]:
    return told.kind, told.mentions, told.difference


def _names(told: Finding | LeftOpen, changed: set[int]) -> bool:
    """Tell whether a finding, or an entry left open, names a changed cell.

    The cell is one of its two numbers, or in its calculation."""
    cells: Sequence[int] = (told.mention, told.counterpart)
    if told.calculation is not None:
        cells = (*cells, *told.calculation.mentions)
    return not changed.isdisjoint(cells)


def summary(seed: int, config: CheckConfig, outcomes: Iterable[Tried | Unread]) -> Json:
    """Sum the outcomes over documents, as JSON."""
    tried, unread = parted(outcomes)
    trials = [trial for row in tried for trial in row.trials]
    alone = [trial for trial in trials if trial.alone]
    slips = [trial for trial in alone if trial.planting is Planting.ANYWHERE]
    return {
        "benchmark": "anywhere",
        "documents": len(tried),
        "splits": sorted({row.split for row in tried} - {""}),
        "version": __version__,
        "method": config.system,
        "model": model_name(config),
        "unread": [asdict(each) for each in unread],
        "seed": seed,
        "threshold": config.checks.threshold,
        **_found(slips),
        "recall_by_kind": {kind.value: _found([t for t in alone if t.planting is kind]) for kind in Planting},
        "recall_by_check": _by_check(slips),
        "six_a_document": _found([trial for trial in trials if not trial.alone]),
        "false_findings_per_clean_document": _false(tried),
        "ledger": _ledger(tried),
        "breakdown": broken_down(tried, _figures),
        "definitions": DEFINITIONS,
        "per_document": [_row(row) for row in tried],
    }


def _figures(tried: Sequence[Tried]) -> Json:
    slips = [t for row in tried for t in row.trials if t.alone and t.planting is Planting.ANYWHERE]
    false = _false(tried)["mean"]
    return {**_found(slips), "false_findings_per_clean_document": false, "checked": _ledger(tried)["checked"]}


def _found(trials: Sequence[Trial]) -> Json:
    found = [trial for trial in trials if trial.found]
    crossed = [trial for trial in found if trial.crosses]
    outcomes = Counter(trial.outcome for trial in trials)
    return {
        "planted": len(trials),
        "found": len(found),
        "recall": share(len(found), len(trials)),
        "named": share(sum(trial.named for trial in found), len(found)),
        "named_where_sums_cross": share(sum(trial.named for trial in crossed), len(crossed)),
        "missed": {outcome: outcomes[outcome] for outcome in ("left open", "nowhere", "unchecked")},
    }


def _by_check(trials: Sequence[Trial]) -> Json:
    """Return the share of the planted errors that each kind of check found.

    An error counts for the check of its most probable finding."""
    found = Counter(trial.found for trial in trials)
    return {kind.value: share(found[kind.value], len(trials)) for kind in FindingKind}


def _false(tried: Sequence[Tried]) -> Json:
    counts = np.array([len(row.told_as_filed) for row in tried] or [0])
    by_check = Counter(kind for row in tried for kind in row.told_as_filed)
    return {
        "mean": round(float(counts.mean()), DIGITS),
        "median": float(np.median(counts)),
        "p90": round(float(np.percentile(counts, 90)), DIGITS),
        "by_check": {kind.value: share(by_check[kind.value], len(tried)) for kind in FindingKind},
    }


def _ledger(tried: Sequence[Tried]) -> Json:
    numbers = sum(row.mentions for row in tried)
    kinds = Counter({kind: 0 for row in tried for kind in row.by_kind})
    for row in tried:
        kinds.update(row.by_kind)
    return {
        "numbers": numbers,
        "checked": share(sum(row.checked for row in tried), numbers),
        "by_check": {kind: share(count, numbers) for kind, count in kinds.items()},
    }


def _row(row: Tried) -> Json:
    return {
        "document": row.document,
        "mentions": row.mentions,
        "checked": row.checked,
        "told_as_filed": list(row.told_as_filed),
        "trials": [asdict(trial) | {"outcome": trial.outcome} for trial in row.trials],
    }
