"""The books of a made-up company in the shapes that bookkeeping systems export them in."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from pathlib import Path

from cofitcheck.evaluation.books.companies import BookedAccount, Company, sides_before, workbook_of

_NIL = Decimal(0)
_RESULT = ("income", "expense")
_DEPARTMENTS = ("North", "South", "Head office")


def _debit(amount: Decimal) -> Decimal | str:
    return amount if amount > 0 else ""


def _credit(amount: Decimal) -> Decimal | str:
    return -amount if amount < 0 else ""


def _totals(accounts: Sequence[BookedAccount], year: int = 0) -> tuple[Decimal, Decimal]:
    amounts = [each.amounts[year] for each in accounts]
    return sum((each for each in amounts if each > 0), _NIL), -sum(
        (each for each in amounts if each < 0), _NIL
    )


def _opening(company: Company, account: BookedAccount) -> Decimal:
    """Return the balance at the beginning of the year. The last year's result is in the `kept` account."""
    if account.kind in _RESULT:
        return _NIL
    last = sum((each.amounts[1] for each in company.accounts if each.kind in _RESULT), _NIL)
    return account.amounts[1] + (last if account.kept else _NIL)


def _booked(company: Company, account: BookedAccount) -> tuple[Decimal, Decimal]:
    """Return debits and credits of the year that lead from the opening balance to the closing one."""
    moved = account.amounts[0] - _opening(company, account)
    turnover = abs(account.amounts[0]).quantize(Decimal(1))
    return turnover + max(moved, _NIL), turnover + max(-moved, _NIL)


def _grouped(amount: Decimal) -> str:
    return f"{amount:,.2f}"


def _with_comma(amount: Decimal) -> str:
    return _grouped(amount).translate(str.maketrans(",.", ".,"))


def one_cell(company: Company) -> Iterator[list[Decimal | str]]:
    """Number and name in one cell that no header names, a title above, a total and a remark below."""
    yield [company.chart.name]
    yield ["Trial Balance"]
    yield ["As of December 31, 2025"]
    yield []
    yield ["", "Debit", "Credit"]
    for each in company.accounts:
        yield [f"{each.code} · {each.name}", _debit(each.amounts[0]), _credit(each.amounts[0])]
    yield ["TOTAL", *_totals(company.accounts)]
    yield []
    yield ["Accrual basis  Monday, January 12, 2026 09:41 AM"]


def year_to_date(company: Company) -> Iterator[list[Decimal | str]]:
    """The number in brackets behind the name, debits and credits of the month beside those of the year."""
    yield ["Account", "Account Type", "Debit", "Credit", "YTD Debit", "YTD Credit"]
    for each in company.accounts:
        month = (each.amounts[0] / 12).quantize(Decimal("0.01"))
        balance = each.amounts[0]
        sides = [_debit(month), _credit(month), _debit(balance), _credit(balance)]
        yield [f"{each.name} ({each.code})", each.kind.title(), *sides]
    yield ["Total", "", "", "", *_totals(company.accounts)]


def nominal(company: Company) -> Iterator[list[Decimal | str]]:
    """Nominal codes of four digits and more, amounts as text, a row of totals without a code."""
    yield ["N/C", "Name", "Debit", "Credit"]
    for each in company.accounts:
        debit, credit = _debit(each.amounts[0]), _credit(each.amounts[0])
        yield [each.code, each.name, debit and _grouped(Decimal(debit)), credit and _grouped(Decimal(credit))]
    yield ["", "Totals:", *map(_grouped, _totals(company.accounts))]


def carried_forward(company: Company) -> Iterator[list[Decimal | str]]:
    """A ledger's list: a company code and a currency, the balance carried forward, minus signs behind, stars
    before the totals."""
    amounts = ["Balance Carryforward", "Debit rept.period", "Credit rept.period", "Accumulated balance"]
    yield ["CoCd", "G/L Acct", "Short Text", "Crcy", *amounts]

    def behind(amount: Decimal) -> str:
        return _with_comma(abs(amount)) + ("-" if amount < 0 else "")

    for each in company.accounts:
        own = (_opening(company, each), *_booked(company, each), each.amounts[0])
        yield ["1000", each.code, each.name, "USD", *map(behind, own)]
    yield ["*", "", "", "USD", "0,00", "", "", "0,00"]
    yield ["**", "", "", "", "0,00", "", "", "0,00"]


def side_letters(company: Company) -> Iterator[list[Decimal | str]]:
    """A German list of sums and balances: opening values, a letter for the side of each balance, subtotals of
    each class of accounts."""
    yield ["Konto", "Beschriftung", "EB-Wert", "S/H", "JVZ Soll", "JVZ Haben", "Saldo", "S/H"]

    def side(amount: Decimal) -> list[Decimal | str]:
        return [_with_comma(abs(amount)), "" if not amount else "S" if amount > 0 else "H"]

    for first, group in groupby(company.accounts, lambda each: each.code[:1]):
        own = list(group)
        for each in own:
            booked = map(_with_comma, _booked(company, each))
            opening = _opening(company, each)
            yield [each.code, each.name, *side(opening), *booked, *side(each.amounts[0])]
        yield [
            "", f"Summe Klasse {first}", *side(sum((_opening(company, each) for each in own), _NIL)), "", "",
            *side(sum((each.amounts[0] for each in own), _NIL)),
        ]  # fmt: skip


def outline(company: Company) -> Iterator[list[Decimal | str]]:
    """Accounts indented under the name of their group, with a subtotal behind each group."""
    yield ["Account", "Debit", "Credit"]
    for line, group in groupby(company.accounts, lambda each: each.line):
        own = list(group)
        yield [line, "", ""]
        for each in own:
            yield [f"    {each.code} {each.name}", _debit(each.amounts[0]), _credit(each.amounts[0])]
        yield [f"Total {line}", *(total or "" for total in _totals(own))]
    yield ["TOTAL", *_totals(company.accounts)]


def rolled_up(company: Company) -> Iterator[list[Decimal | str]]:
    """Accounts in a column of their own to the right of their group, which has their sum."""
    yield ["", "", "Balance debit", "Balance credit"]
    for line, group in groupby(company.accounts, lambda each: each.line):
        own = list(group)
        total = sum((each.amounts[0] for each in own), _NIL)
        yield [line, "", _debit(total), _credit(total)]
        for each in own:
            yield ["", f"{each.code} {each.name}", _debit(each.amounts[0]), _credit(each.amounts[0])]


def opening_and_closing(company: Company) -> Iterator[list[Decimal | str]]:
    """Opening balance, movements and closing balance, the side behind each amount."""
    yield ["Account code", "Account name", "Opening balance", "Debit", "Credit", "Closing balance"]

    def said(amount: Decimal) -> str:
        return f"{_grouped(abs(amount))} {'Dr' if amount >= 0 else 'Cr'}"

    for each in company.accounts:
        debits, credits = map(_grouped, _booked(company, each))
        yield [each.code, each.name, said(_opening(company, each)), debits, credits, said(each.amounts[0])]
    yield ["", "Grand total", "", "", "", "0.00"]


def departments(company: Company) -> Iterator[list[Decimal | str]]:
    """A row for each department of an account."""
    yield ["Account", "Department", "Description", "Debit", "Credit"]
    for at, each in enumerate(company.accounts):
        parts = 1 + at % len(_DEPARTMENTS)
        share = (each.amounts[0] / parts).quantize(Decimal("0.01"))
        for number in range(parts):
            amount = share if number else each.amounts[0] - share * (parts - 1)
            yield [each.code, _DEPARTMENTS[number], each.name, _debit(amount), _credit(amount)]
    yield ["Total", "", "", *_totals(company.accounts)]


def two_years(company: Company) -> Iterator[list[Decimal | str]]:
    """Two years side by side, each with debits and credits under it."""
    yield ["No.", "Account name", "31.12.2025", "", "31.12.2024", ""]
    yield ["", "", "Debit", "Credit", "Debit", "Credit"]
    for each in company.accounts:
        yield [each.code, each.name, *(side(amount) for amount in each.amounts for side in (_debit, _credit))]
    yield ["", "Total", *_totals(company.accounts), *_totals(company.accounts, 1)]


def directions(company: Company) -> Iterator[list[Decimal | str]]:
    """A list of balances with the side of each in a column before it, as Chinese systems write it."""
    words = sides_before()
    yield [*words.headers]

    def side(amount: Decimal) -> list[Decimal | str]:
        return [words.nil if not amount else words.debit if amount > 0 else words.credit, abs(amount)]

    for each in company.accounts:
        opening, closing = side(_opening(company, each)), side(each.amounts[0])
        yield [each.code, each.name, *opening, *_booked(company, each), *closing]
    yield ["", words.total, words.nil, _NIL, "", "", words.nil, _NIL]


SHAPES: Mapping[str, Callable[[Company], Iterator[list[Decimal | str]]]] = {
    "number and name in one cell": one_cell,
    "month beside year to date": year_to_date,
    "nominal codes as text": nominal,
    "carried forward, minus behind": carried_forward,
    "a letter for the side": side_letters,
    "indented with subtotals": outline,
    "groups with the sum of theirs": rolled_up,
    "opening and closing, Dr and Cr": opening_and_closing,
    "a row for each department": departments,
    "two years side by side": two_years,
    "the side before the balance": directions,
}
"""The function that writes books in each shape, by what is special about the shape."""
_DECIMAL_COMMA = ("carried forward, minus behind", "a letter for the side")


def write_shape(company: Company, shape: str, folder: Path, suffix: str) -> Path:
    """Write the books of a company in a shape to a folder, as ".xlsx" or ".csv", and return the file."""
    path, rows = folder / f"books{suffix}", list(SHAPES[shape](company))
    if suffix == ".xlsx":
        path.write_bytes(workbook_of(rows))
        return path
    out = io.StringIO()
    width = max(map(len, rows))
    # A file of values has as many fields in every row.
    full = ([*row, *[""] * (width - len(row))] for row in rows)
    csv.writer(out, delimiter=";" if shape in _DECIMAL_COMMA else ",", lineterminator="\n").writerows(full)
    path.write_text(out.getvalue(), "utf-8")
    return path
