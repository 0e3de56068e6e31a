"""One document checked as filed, then with errors anywhere in its tables, one at a time and six together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import cast

from cofitcheck.checker import Checker
from cofitcheck.checks import Finding
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.config import CheckConfig
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.evaluation.anywhere.kinds import Planting, Wrong, crossing, draw
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.planting.remembered import RememberingEncoder
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report
from cofitcheck.stages import Stages

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
    accused: tuple[str, ...]
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
        accused=tuple(finding.kind.value for finding in clean.found),
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
