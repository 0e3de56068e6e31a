"""Assets are what is owed and what is owned: the two totals of a balance sheet, column by column."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Calculation, Finding, FindingKind, Severity
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import TOTAL_ASSETS, TOTAL_FUNDING
from cofitcheck.numbers import Relation, compare
from cofitcheck.numbers.slips import EXACT

_ASSETS = re.compile(TOTAL_ASSETS)
_FUNDING = re.compile(TOTAL_FUNDING)
_SURE = 0.95
"""No balance sheet as filed was seen to break it; nobody's error is certain."""
_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT})


@dataclass(frozen=True)
class IdentitiesChecked:
    """What the identities of a document say: the findings, and those that hold."""

    findings: tuple[Finding, ...]
    holding: tuple[Confirmed, ...]


def check_identities(
    grid: Grid, settings: CheckSettings, footed: Collection[int], accused: Collection[int]
) -> IdentitiesChecked:
    """Hold the two totals of each balance sheet against each other.

    Of two that differ the one that does not foot (`footed`) is likelier wrong. One that another finding
    accuses already is not told again.
    """
    findings: list[Finding] = []
    holding: list[Confirmed] = []
    for assets, funding in _totals(grid):
        if compare(assets.number, funding.number).relation in _AGREE:
            holding.append(Confirmed(CheckKind.SUM, (assets.index, funding.index)))
        elif {assets.index, funding.index}.isdisjoint(accused) and settings.threshold <= _SURE:
            findings.append(_finding(grid, assets, funding, footed))
    return IdentitiesChecked(tuple(findings), tuple(holding))


def _totals(grid: Grid) -> Iterator[tuple[Mention, Mention]]:
    """Yield the two totals of each column of a table that has one line of each."""
    for table in grid.document.tables:
        rows = {mention.row: _label(mention) for mention in grid.table(table.index)}
        assets = [row for row, label in rows.items() if _ASSETS.fullmatch(label)]
        funding = [row for row, label in rows.items() if _FUNDING.fullmatch(label)]
        if len(assets) == len(funding) == 1:
            below = {mention.column: mention for mention in grid.line(table.index, funding[0])}
            for mention in grid.line(table.index, assets[0]):
                other = below.get(mention.column)
                if other and mention.number.value is not None and other.number.value is not None:
                    yield mention, other


def _label(mention: Mention) -> str:
    return " ".join(mention.row_path[-1:]).casefold().strip(" :.") if mention.row_path else ""


def _finding(grid: Grid, assets: Mention, funding: Mention, footed: Collection[int]) -> Finding:
    wrong, right = (
        (assets, funding) if funding.index in footed and assets.index not in footed else (funding, assets)
    )
    stated, expected = wrong.number.value or Decimal(0), right.number.value or Decimal(0)
    title = grid.document.tables[wrong.table].title
    return Finding(
        fingerprint=place_name(wrong, f"{title} / identity"),
        fact=None,
        mention=wrong.index,
        counterpart=right.index,
        relation=Relation.INCONSISTENT,
        slip=compare(wrong.number, right.number).slip,
        difference=EXACT.subtract(stated, expected),
        same_fact=None,
        probability=_SURE,
        severity=Severity.HIGH,
        reasons=(
            "assets are what is owed and what is owned: the two totals of a balance sheet are one amount",
        ),
        kind=FindingKind.IDENTITY,
        calculation=Calculation(
            total=wrong.index,
            addends=((right.index, 1),),
            stated=stated,
            computed=expected,
            tolerance=Decimal(1).scaleb(max(wrong.number.precision, right.number.precision)),
            across=False,
            kept=0,
            broken=1,
        ),
        mended=expected,
    )
