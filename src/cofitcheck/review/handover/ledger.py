"""Rows for the workbook: calculations number by number, numbers in no check, and books account by account."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec
from msgspec import Struct

from cofitcheck.checks.ledger import TICKS, CheckKind, Outcome
from cofitcheck.reports.tied import AccountView, TieView
from cofitcheck.reports.words import phrase
from cofitcheck.reports.words.findings import CHECKED_BY

_CALCULATIONS = (CheckKind.SUM, CheckKind.CROSS_SUM, CheckKind.ROLL_FORWARD, CheckKind.DERIVED)
_OUTCOMES = {
    Outcome.AGREES: phrase("agrees"),
    Outcome.CONTRADICTED: phrase("in a finding"),
    Outcome.LEFT_OPEN: phrase("left open"),
}
_NAMED = 12
"""The most other numbers of a calculation that are named."""


@dataclass(frozen=True)
class Amount:
    """A number of the document in base units, None for a blank."""

    number: Decimal | None

    @classmethod
    def of(cls, value: str | None) -> Amount:
        """Return the number that a stored value is, None where it names a blank."""
        try:
            return cls(Decimal(value)) if value else cls(None)
        except InvalidOperation:
            return cls(None)


class _Check(Struct):
    kind: str
    outcome: str
    others: list[int]


class _Number(Struct):
    index: int
    table: int
    table_title: str
    row_path: list[str]
    column_path: list[str]
    text: str
    value: str | None
    page: int = 0
    label: str = ""


class _Checked(Struct):
    id: int
    checks: list[_Check]


class _Ledger(Struct):
    mentions: list[_Checked] = []


class _Report(Struct):
    """The parts of a report that are read. A report of an earlier schema has no `mentions`."""

    mentions: list[_Number] = []
    ledger: _Ledger = msgspec.field(default_factory=_Ledger)


def calculation_rows(report: bytes) -> Iterator[Sequence[Any]]:
    """Yield a row for each number and each calculation in which it takes part.

    A row has table, row, column, text, value, tick, check, result, and the other numbers.
    """
    read = msgspec.json.decode(report, type=_Report)
    if not read.mentions:
        return
    for each in read.ledger.mentions:
        for check in each.checks:
            kind = CheckKind(check.kind)
            if kind in _CALCULATIONS:
                others = [read.mentions[other].text for other in check.others]
                more = ["…"] if len(others) > _NAMED else []
                yield (
                    *_stated(read.mentions[each.id]), TICKS[kind], CHECKED_BY[kind],
                    _OUTCOMES[Outcome(check.outcome)], "; ".join([*others[:_NAMED], *more]),
                )  # fmt: skip


def unchecked_rows(report: bytes) -> Iterator[Sequence[Any]]:
    """Yield a row for each number that no check reaches: table, row, column, text, value, place."""
    read = msgspec.json.decode(report, type=_Report)
    reached = {each.id for each in read.ledger.mentions if each.checks}
    for each in read.mentions:
        if each.index not in reached:
            page = phrase("page {number}", number=each.page) if each.page else ""
            yield (*_stated(each), each.label or page)


def books_rows(view: TieView) -> Iterator[Sequence[Any]]:
    """Yield a row for each account, and for each line without accounts.

    A row has statement, line, what the line states, difference, outcome, account, its balances of this year
    and of last year, and how it was mapped.
    """
    for statement in view.statements:
        for line in statement.lines:
            stated, difference = "".join(line.stated[:1]), _plain("".join(line.differences[:1]))
            for account in line.accounts or (None,):
                made_of = (*_account(account), line.how)
                yield (statement.title, line.name, stated, difference, line.outcome, *made_of)
    for each in view.unused:
        yield ("", phrase("In no line"), "", None, "", *_account(each), "")


def _account(account: AccountView | None) -> tuple[Any, ...]:
    if account is None:
        return "", None, None
    now, before, *_ = *map(_plain, account.amounts), None
    return account.words, now, before


def _plain(amount: str) -> str:
    return amount.replace(",", "").replace("−", "-")


def _stated(number: _Number) -> tuple[Any, ...]:
    title = number.table_title.rpartition(" — ")[2]
    return (
        f"{title} ({number.table + 1})" if title else phrase("table {number}", number=number.table + 1),
        " › ".join(number.row_path),
        " › ".join(number.column_path),
        number.text,
        number.value,
    )
