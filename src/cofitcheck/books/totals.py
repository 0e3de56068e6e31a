"""The classes of accounts by the totals of the statements: the run of accounts that comes to all assets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from cofitcheck.books.classes import classified
from cofitcheck.books.model import Account, AccountClass, StatementKind, Statements
from cofitcheck.books.sums import Hit, Target, runs, whole

_LIKE = 0.6
"""A run is a class where so much of both is alike."""
_CHANCE = 0.02
"""A run that is expected so seldom is one whatever its accounts are called."""
_OF_END = 0.1
"""A run is likelier by so much with each end at which codes begin otherwise."""
_PASSES = 2
_SIDES = (AccountClass.ASSET, AccountClass.LIABILITY, AccountClass.EQUITY, AccountClass.EXPENSE)
_NIL = Decimal(0)


def by_totals(
    accounts: Sequence[Account], statements: Statements, factors: Mapping[StatementKind, Decimal]
) -> list[Account]:
    """Return the accounts with classes that come to the totals of the statements, where runs of them do."""
    found = list(accounts)
    # What one class is tells what the others may be.
    for _ in range(_PASSES):
        known: dict[AccountClass, frozenset[int]] = {}
        runs_found = [each for side in _SIDES if (each := _run_of(side, found, statements, factors))]
        for run in sorted(runs_found, key=lambda each: (-each.years, -each.ends, -each.likeness)):
            if not any(run.accounts & other for other in known.values()):
                known[run.side] = run.accounts
        if not known:
            break
        found = classified(found, with_signs=True, known=known)
    return found


@dataclass(frozen=True, slots=True)
class _Run:
    """The accounts that come to the total of a side in so many years, and how like they are to those that had
    its class before; `ends` are those of its two ends where codes begin otherwise, or the books end."""

    side: AccountClass
    accounts: frozenset[int]
    years: int
    ends: int
    likeness: float


def _run_of(
    side: AccountClass,
    accounts: Sequence[Account],
    statements: Statements,
    factors: Mapping[StatementKind, Decimal],
) -> _Run | None:
    """Return the accounts side by side that come to the total of a side: in all years where any do, else in
    one. None where none do that are about those of its class, or that nobody would expect by chance."""
    held = [each for each in accounts if not each.is_empty]
    members = frozenset(each.index for each in held if each.kind and _is_of(each.kind, side))
    factor = factors[StatementKind.RESULT if side is AccountClass.EXPENSE else StatementKind.POSITION]
    amounts = np.array([whole(each.amounts, factor) for each in held], np.int64)
    hits = [hit for target in _targets(side, statements, amounts.shape[1]) for hit in runs(amounts, target)]
    most = max((sum(hit.met) for hit in hits), default=0)
    best = [(frozenset(held[at].index for at in hit.accounts), hit) for hit in hits if sum(hit.met) == most]
    if not best:
        return None
    run, hit = max(best, key=lambda each: _likeness(each[0], members) + _OF_END * _ends(held, each[1]))
    likeness = _likeness(run, members)
    proven = len(best) == 1 and hit.chance < _CHANCE and most > 1 and side is not AccountClass.EXPENSE
    if likeness >= _LIKE or proven:
        return _Run(side, run, most, _ends(held, hit), likeness)
    return None


def _ends(held: Sequence[Account], hit: Hit) -> int:
    """Return at how many ends of a run, 0 to 2, codes begin otherwise than inside, or the books end."""
    first, last = hit.accounts[0], hit.accounts[-1]
    begins = not first or held[first - 1].code[:1] != held[first].code[:1]
    return begins + (last + 1 == len(held) or held[last + 1].code[:1] != held[last].code[:1])


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
