"""Columns of money: printers set the sign beside the first and the last amount only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from cofitcheck.document import Mention
from cofitcheck.numbers import Measure


def settle_money(mentions: Iterable[Mention]) -> list[Mention]:
    """Give the bare numbers between two signed amounts of a column their measure and currency.

    Only those of the same scale: a count of customers among amounts in millions is no money.
    """
    settled = list(mentions)
    columns: dict[int, list[int]] = defaultdict(list)
    for at, mention in enumerate(settled):
        columns[mention.column].append(at)
    for column in columns.values():
        signed = [
            at for at in column if settled[at].number.measure is Measure.MONEY and settled[at].number.currency
        ]
        for at in column:
            number = settled[at].number
            above = next((settled[s].number for s in reversed(signed) if s < at), None)
            below = next((settled[s].number for s in signed if s > at), None)
            bare = number.measure in (Measure.MONEY, Measure.UNKNOWN) and not number.currency
            if not bare or above is None or below is None:
                continue
            if number.scale == above.scale == below.scale:
                money = replace(number, measure=Measure.MONEY, currency=above.currency)
                settled[at] = replace(settled[at], number=money)
    return settled
