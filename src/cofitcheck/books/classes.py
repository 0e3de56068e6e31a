"""The class of each account: as the books state it, by its name, and by the accounts around it.

Books list accounts class by class, so a name that says something else among others is only a name: "Sales
tax" among what is owed. The classes of all accounts, in their order, are those that are likeliest together.

The totals of the statements tell classes too: a run of accounts comes to all assets. The classes in turn tell
the sign of balances that stand in one column: debits positive, credits positive, or none at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

import numpy as np

from cofitcheck.books import Account, AccountClass, BooksRemark, Remark, StatementKind, Statements
from cofitcheck.books.sums import Hit, Target, runs, whole
from cofitcheck.language.books import concepts_of

_SIDES = (AccountClass.ASSET, AccountClass.LIABILITY, AccountClass.EQUITY, AccountClass.EXPENSE)
"""The classes that follow each other in the books; income and expenses, which do not, count as one."""
_STATED, _NAMED, _SIGNED = 12.0, 2.0, 1.0
"""The weights for a class: that the books state it, that the name says it, that the sign fits."""
_CHANGED, _CHANGED_BETWEEN = 5.0, 1.5
"""The weights against a change of class to the next account, and to one whose code begins otherwise."""

_NIL = Decimal(0)
_FEW = 0.15
"""Up to this share of balances below nil may be those of contra accounts."""

_LIKE = 0.6
"""A run is a class where at least this share of the accounts of either is in both."""
_CHANCE = 0.02
"""A run of which fewer than this are expected by chance is a class, whatever its accounts are called."""
_OF_END = 0.1
"""Added to the likeness of a run for each end at which codes begin otherwise."""
_PASSES = 2


def class_of(name: str) -> AccountClass | None:
    """Return the class that the name of an account says, by the first thing that it speaks of."""
    return next((AccountClass(kind) for kind, _ in concepts_of(name)), None)


def classified(
    accounts: Sequence[Account],
    *,
    with_signs: bool,
    known: Mapping[AccountClass, frozenset[int]] | None = None,
) -> list[Account]:
    """Return the accounts with their classes; `with_signs` tells that debits are positive. `known` has all
    accounts of each class that is known as a whole."""
    weights = [_weights(each, with_signs=with_signs) for each in accounts]
    for side, members in (known or {}).items():
        for account, each in zip(accounts, weights, strict=True):
            each[side] += _STATED if account.index in members else -_STATED
    if not any(any(each.values()) for each in weights):
        return list(accounts)
    sides, _ = _likeliest(weights, _costs(accounts))
    return [replace(each, kind=_of_side(each, side)) for each, side in zip(accounts, sides, strict=True)]


def likelihood(accounts: Sequence[Account]) -> float:
    """Return the total weight for the likeliest classes of accounts whose debits are positive."""
    weights = [_weights(each, with_signs=True) for each in accounts]
    return _likeliest(weights, _costs(accounts))[1] if weights else 0.0


def _costs(accounts: Sequence[Account]) -> list[float]:
    """Return the weight against a change of class from each account to the next."""
    firsts = [each.code[:1] for each in accounts]
    return [_CHANGED if one == other else _CHANGED_BETWEEN for one, other in pairwise(firsts)]


def _weights(account: Account, *, with_signs: bool) -> dict[AccountClass, float]:
    weights = dict.fromkeys(_SIDES, 0.0)
    for said, weight in ((class_of(account.stated), _STATED), (class_of(account.name), _NAMED)):
        if said is not None:
            weights[_side(said)] += weight
    amount = account.amounts[0]
    if with_signs and amount:
        # The result has balances of both signs.
        for side in _SIDES:
            usual = side is AccountClass.EXPENSE or (amount > 0) is (side.side > 0)
            weights[side] += _SIGNED if usual else -_SIGNED
    return weights


def _side(kind: AccountClass) -> AccountClass:
    return AccountClass.EXPENSE if kind.is_of_result else kind


def _likeliest(
    weights: Sequence[Mapping[AccountClass, float]], costs: Sequence[float]
) -> tuple[list[AccountClass], float]:
    """Return the classes of accounts in their order that have the most weight, the cost of each change of
    class deducted, and that weight."""
    best = dict(weights[0])
    came_from: list[dict[AccountClass, AccountClass]] = []
    for each, cost in zip(weights[1:], costs, strict=True):
        before = {side: _before(best, side, cost) for side in _SIDES}
        best = {side: _reached(best, before[side], side, cost) + each[side] for side in _SIDES}
        came_from.append(before)
    sides = [max(_SIDES, key=best.__getitem__)]
    for before in reversed(came_from):
        sides.append(before[sides[-1]])
    return sides[::-1], max(best.values())


def _before(best: Mapping[AccountClass, float], side: AccountClass, cost: float) -> AccountClass:
    """Return the class that has the most weight for the account before one of a side."""
    return max(_SIDES, key=lambda other: _reached(best, other, side, cost))


def _reached(
    best: Mapping[AccountClass, float], before: AccountClass, side: AccountClass, cost: float
) -> float:
    return best[before] - (cost if before is not side else 0.0)


def _of_side(account: Account, side: AccountClass) -> AccountClass:
    if side is not AccountClass.EXPENSE:
        return side
    named = class_of(account.stated) or class_of(account.name)
    if named is not None and named.is_of_result:
        return named
    return AccountClass.INCOME if account.amounts[0] < 0 else AccountClass.EXPENSE


def signed(accounts: Sequence[Account]) -> tuple[list[Account], tuple[Remark, ...]]:
    """Return the accounts with debits positive, and the remarks on their signs."""
    if sum(each.amounts[0] for each in accounts) and _has_no_sign(accounts):
        turned = [_turned(each) if each.kind and each.kind.side < 0 else each for each in accounts]
        return turned, (Remark(BooksRemark.WITHOUT_SIGN),)
    turned = [_turned(each) for each in accounts]
    if likelihood(turned) > likelihood(accounts):
        return turned, (Remark(BooksRemark.CREDITS_POSITIVE),)
    return list(accounts), ()


def _has_no_sign(accounts: Sequence[Account]) -> bool:
    """Tell whether accounts that usually have credits have positive numbers, as those with debits have."""
    of_credits = [each for each in accounts if each.kind and each.kind.side < 0 and each.amounts[0]]
    of_debits = [each for each in accounts if each.kind and each.kind.side > 0 and each.amounts[0]]
    if not of_credits or not of_debits:
        return False
    below = [sum(each.amounts[0] < 0 for each in side) for side in (of_credits, of_debits)]
    return below[0] <= max(1, _FEW * len(of_credits)) and below[1] <= max(1, 2 * _FEW * len(of_debits))


def _turned(account: Account) -> Account:
    return replace(account, amounts=tuple(_NIL - each for each in account.amounts))


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
    """The accounts that come to the total of a side in this number of `years`, and how like they are to those
    that had its class before. `ends` counts the ends where codes begin otherwise, or the books end."""

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
    """Return the accounts beside each other that come to the total of a side: in all years where any do, else
    in one. None where no such accounts are about those of its class or are unlikely by chance."""
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
        # Earnings that are kept include the result of the year; the books have it in accounts of the result.
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
