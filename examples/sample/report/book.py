"""The whole report in order, and the tables in it."""

from __future__ import annotations

from collections.abc import Sequence

from sample.company import Company
from sample.report import (
    closing,
    discussion,
    front,
    liquidity,
    market,
    notes_assets,
    notes_equity,
    notes_finance,
    notes_operations,
    notes_segments,
    statements,
)
from sample.report.blocks import Block, Table

CHAPTERS = (
    front.cover,
    front.part_one,
    market.part_two,
    discussion.discussion,
    liquidity.liquidity,
    statements.statements,
    notes_operations.policies,
    notes_operations.revenue,
    notes_segments.segments,
    notes_operations.per_share,
    notes_assets.current,
    notes_assets.lasting,
    notes_assets.accruals,
    notes_finance.leases,
    notes_finance.debt,
    notes_finance.fair_values,
    notes_finance.pensions,
    notes_finance.awards,
    notes_equity.taxes,
    notes_equity.accumulated,
    notes_equity.commitments,
    notes_operations.quarterly,
    closing.closing,
)


def compose(company: Company) -> list[Block]:
    """All blocks of the report."""
    return [block for chapter in CHAPTERS for block in chapter(company)]


def tables(blocks: Sequence[Block]) -> list[Table]:
    """The data tables among `blocks`."""
    return [block for block in blocks if isinstance(block, Table)]
