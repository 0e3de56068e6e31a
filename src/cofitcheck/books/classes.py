"""The class of each account: as the books say, as it is called, and as the accounts around it are.

Books list accounts class by class, so that a name that says something else amid the others is a name only:
"Sales tax" among what is owed. The classes of all accounts in their order are the likeliest ones together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from cofitcheck.books.model import Account, AccountClass
from cofitcheck.language.books import concepts_of

_SIDES = (AccountClass.ASSET, AccountClass.LIABILITY, AccountClass.EQUITY, AccountClass.EXPENSE)
"""The classes that follow each other in the books; income and expenses, which do not, are one of them."""
_STATED, _NAMED, _SIGNED = 12.0, 2.0, 1.0
"""What speaks for a class: that the books state it, the name, the sign."""
_CHANGED, _CHANGED_BETWEEN = 5.0, 1.5
"""What speaks against a change of it from one account to the next, and to one whose code begins otherwise."""


def class_of(name: str) -> AccountClass | None:
    """Return the class that the name of an account says, by the first thing that it speaks of."""
    return next((AccountClass(kind) for kind, _ in concepts_of(name)), None)


def classified(
    accounts: Sequence[Account],
    *,
    with_signs: bool,
    known: Mapping[AccountClass, frozenset[int]] | None = None,
) -> list[Account]:
    """Return the accounts with their classes; `with_signs` tells that debits are positive. `known` are all
    accounts of a class, of those classes that are known as a whole."""
    weights = [_weights(each, with_signs=with_signs) for each in accounts]
    for side, members in (known or {}).items():
        for account, each in zip(accounts, weights, strict=True):
            each[side] += _STATED if account.index in members else -_STATED
    if not any(any(each.values()) for each in weights):
        return list(accounts)
    sides, _ = _likeliest(weights, _costs(accounts))
    return [replace(each, kind=_of_side(each, side)) for each, side in zip(accounts, sides, strict=True)]


def likelihood(accounts: Sequence[Account]) -> float:
    """Return how much speaks for the classes of accounts whose debits are positive."""
    weights = [_weights(each, with_signs=True) for each in accounts]
    return _likeliest(weights, _costs(accounts))[1] if weights else 0.0


def _costs(accounts: Sequence[Account]) -> list[float]:
    """Return what speaks against a change of class from each account to the next."""
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
    """Return the classes of accounts in their order for which most speaks, the cost of each change of class
    deducted, and how much that is."""
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
    """Return the class of the account before one of a side for which most speaks."""
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
