"""The sign of balances that stand in one column: debits positive, credits positive, or none at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from cofitcheck.books.classes import likelihood
from cofitcheck.books.model import Account, BooksRemark, Remark

_NIL = Decimal(0)
_FEW = 0.15
"""So few balances below nil are those of contra accounts."""


def signed(accounts: Sequence[Account]) -> tuple[list[Account], tuple[Remark, ...]]:
    """Return the accounts with debits positive, and what is to be known of their signs."""
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
