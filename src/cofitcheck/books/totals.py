"""The classes of accounts by the totals of the statements: the run of accounts that comes to all assets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np

from cofitcheck.books.classes import classified
from cofitcheck.books.lines import Statements
from cofitcheck.books.model import Account, AccountClass, StatementKind
from cofitcheck.books.sums import Target, runs, whole

_LIKE = 0.6
"""A run is a class where so much of both is alike."""
_CHANCE = 0.001
"""A run that is expected so seldom is one whatever its accounts are called."""
_NIL = Decimal(0)


def by_totals(
    accounts: Sequence[Account], statements: Statements, factors: Mapping[StatementKind, Decimal]
) -> list[Account]:
    """Return the accounts with classes that come to the totals of the statements, where runs of them do."""
    held = [each for each in accounts if not each.is_empty]
    known: dict[AccountClass, frozenset[int]] = {}
    for side in (AccountClass.ASSET, AccountClass.LIABILITY, AccountClass.EQUITY, AccountClass.EXPENSE):
        kind = StatementKind.RESULT if side is AccountClass.EXPENSE else StatementKind.POSITION
        years = len(accounts[0].amounts)
        for target in _targets(side, statements, years):
            members = frozenset(each.index for each in held if each.kind and _is_of(each.kind, side))
            amounts = np.array([whole(each.amounts, factors[kind]) for each in held], np.int64)
            found = [
                (frozenset(held[at].index for at in hit.accounts), hit.chance)
                for hit in runs(amounts, target)
                if all(met or want is None for met, want in zip(hit.met, target.years, strict=True))
            ]
            likest, chance = max(
                found, key=lambda hit: _likeness(hit[0], members), default=(frozenset[int](), 1.0)
            )
            if _likeness(likest, members) >= _LIKE or (likest and chance < _CHANCE and len(found) == 1):
                known[side] = likest
                break
    return classified(accounts, with_signs=True, known=known) if known else list(accounts)


def _is_of(kind: AccountClass, side: AccountClass) -> bool:
    return kind.is_of_result if side is AccountClass.EXPENSE else kind is side


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _targets(side: AccountClass, statements: Statements, years: int) -> list[Target]:
    """Return what the accounts of a side come to: its lines, or net income, of which a loss may be printed
    without sign."""
    if side is AccountClass.EXPENSE:
        stated = statements.result[:years]
        lines = [line for line in statements.lines if line.statement is StatementKind.RESULT]
        amounts: list[Decimal | None] = [-each for each in stated]
    else:
        lines = [line for line in statements.lines if line.kind is side]
        stated = statements.result if side is AccountClass.EQUITY else (_NIL,) * years
        # What is kept has the result of the year in it, and the books have that in their accounts of it.
        amounts = [
            sum((line.amounts[year] or _NIL for line in lines), _NIL) + stated[year]
            for year in range(min(years, len(stated), *(len(line.amounts) for line in lines)))
        ]
    if not lines or not any(amounts):
        return []
    amounts += [None] * (years - len(amounts))
    window = int(max(line.unit for line in lines) * 100 * len(lines) / 2)
    target = Target(tuple(None if each is None else int(each * 100) for each in amounts), window)
    return [target, target.turned] if side is AccountClass.EXPENSE else [target]
