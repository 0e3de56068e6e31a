"""One document checked as filed, then with errors anywhere in its tables, one at a time and six together.

The trials of all documents summed: what is found, by which check, and what is said of clean ones.
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
from cofitcheck.checks.model import FindingKind
from cofitcheck.config import CheckConfig
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.evaluation.corpus import Filing, Unread, parted
from cofitcheck.evaluation.errors_anywhere import Planting, Wrong, crossing, draw
from cofitcheck.evaluation.figures import DIGITS, Json, broken_down, share
from cofitcheck.evaluation.planting.stated import RememberingEncoder
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report
from cofitcheck.stages import Stages, model_name

TOGETHER = 6
"""So many errors stand in one document where they are planted together."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One planted error and what came of it.

    `found` is the kind of the gravest finding that names it and was not there before, "" where none does;
    `named` tells that the finding holds a changed cell to be wrong. `crosses` tells that sums check the cell
    in both directions as filed.
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
    """Check one document clean, and again with so many errors of each kind, one at a time; then `together`
    times with six slips at once. Raises `InputError` where it cannot be read."""
    checker = _checker(config)
    document = read(filing.path)
    clean = checker.check(document)
    grid = Grid(document)
    known = {_identity(each) for each in clean.found}
    trials = []
    for planting, count in counts.items():
        for wrong in draw(document, planting, count, Random(f"{seed} {filing.name} {planting}")):
            report = checker.check(wrong.in_document(document))
            trials.append(_trial(grid, wrong, report, known, alone=True))
    for number in range(together):
        six = draw(document, Planting.ANYWHERE, TOGETHER, Random(f"{seed} {filing.name} together {number}"))
        wrong_document = document
        for wrong in six:
            wrong_document = wrong.in_document(wrong_document)
        report = checker.check(wrong_document)
        trials += [_trial(grid, wrong, report, known, alone=False) for wrong in six]
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


def _identity(finding: Finding) -> tuple[object, ...]:
    return finding.kind, finding.mentions, finding.difference


def _trial(grid: Grid, wrong: Wrong, report: Report, known: set[tuple[object, ...]], *, alone: bool) -> Trial:
    changed = {mention.index for mention in wrong.mentions}
    naming = [each for each in report.found if _identity(each) not in known and _names(each, changed)]
    best = max(naming, key=lambda each: each.probability, default=None)
    first = wrong.mentions[0]
    return Trial(
        planting=wrong.planting,
        alone=alone,
        table=first.table,
        row=first.row,
        column=first.column,
        before=grid[first.index].text,
        after=first.text,
        found=best.kind.value if best else "",
        named=any(each.mention in changed for each in naming),
        crosses=crossing(grid, first.index),
    )


def _names(finding: Finding, changed: set[int]) -> bool:
    """Tell whether a finding points at a changed cell: as one of its two numbers, or in its calculation."""
    cells: Sequence[int] = (finding.mention, finding.counterpart)
    if finding.calculation is not None:
        cells = (*cells, *finding.calculation.mentions)
    return not changed.isdisjoint(cells)


DEFINITIONS = {
    "found": "a finding that was not there before names a changed cell: as one of its two numbers, or among "
    "the numbers of its calculation",
    "named": "of the found, a finding holds a changed cell to be wrong",
    "named_where_sums_cross": "the same of the cells that a sum down the column and one across the row check",
    "false_findings_per_clean_document": "every finding on a document as it was filed counts as false",
    "ledger": "the share of the numbers of tables that a check confirms or contradicts in documents as filed",
}


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
    return {
        "planted": len(trials),
        "found": len(found),
        "recall": share(len(found), len(trials)),
        "named": share(sum(trial.named for trial in found), len(found)),
        "named_where_sums_cross": share(sum(trial.named for trial in crossed), len(crossed)),
    }


def _by_check(trials: Sequence[Trial]) -> Json:
    """Return the share of the planted that each kind of check found, each by its likeliest finding."""
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
        "trials": [asdict(trial) for trial in row.trials],
    }
