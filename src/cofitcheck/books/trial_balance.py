"""A trial balance or a lead schedule, as a workbook or a file of values, to accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from cofitcheck.books.classes import classified
from cofitcheck.books.columns import Columns, Row, Side, Value, find_columns
from cofitcheck.books.model import Account, Amounts, BooksRemark, Remark, TrialBalance
from cofitcheck.books.signs import signed
from cofitcheck.errors import InputError
from cofitcheck.language.books import heads
from cofitcheck.language.lexicon import is_total, names_total
from cofitcheck.numbers.printed import read_printed
from cofitcheck.readers.read import read_rows
from cofitcheck.readers.tables import Decimals

_CODE = re.compile(r"(?P<code>\d[\d.\-/]{1,14})(?:\s*[-–—:·]\s*|\s+)(?P<name>\S.*)")
"""An account whose code stands before its name."""
_SIDE_BEHIND = re.compile(r"(?P<amount>.*\d\)?)\s*(?P<side>[^\W\d]{1,6})\.?\Z")
_NOISE = Decimal("0.000001")
"""What a workbook works out has a binary rest below this."""
_NIL = Decimal(0)


def read_trial_balance(path: Path, name: str | None = None) -> TrialBalance:
    """Read the books from a workbook (.xlsx) or a file of values (.csv, .tsv): account, name, debit and
    credit or balance, and the same of last year.

    Sheets of a workbook that hold other accounts are read on. Raises `InputError` where no sheet has such
    columns.
    """
    name = name or path.name
    sheets = [rows for rows in read_rows(path, name).values() if rows]
    found = [(rows, columns) for rows in sheets if (columns := find_columns(rows))]
    if not found:
        raise InputError(
            f"{name}: no {'sheet has' if len(sheets) > 1 else 'row heads'} columns of accounts with "
            "debits and credits, or balances; head the columns Account, Name, Debit and Credit (or Balance)."
        )
    comma = Decimals.of(
        text.strip() for rows, _ in found for row in rows for text in row if isinstance(text, str)
    ).uses_comma
    taken = [sheet for sheet in (_Sheet(rows, columns, comma) for rows, columns in found) if sheet.lines]
    if not taken:
        raise InputError(f"{name}: its columns of accounts have no account with an amount.")
    taken.sort(key=lambda sheet: -len(sheet.lines))
    years = len(taken[0].columns.sides)
    codes: set[str] = set()
    lines: list[_Line] = []
    for sheet in taken:
        if len(sheet.columns.sides) == years and not codes & {line.key for line in sheet.lines}:
            lines += sheet.lines
            codes |= {line.key for line in sheet.lines}
    main = taken[0]
    has_sides = main.columns.sides[0].balance is None
    accounts = classified([line.account(index) for index, line in enumerate(lines)], with_signs=has_sides)
    remarks: tuple[Remark, ...] = ()
    if not has_sides:
        accounts, remarks = signed(accounts)
        accounts = classified(accounts, with_signs=True)
    accounts = [_with_movement(each, line) for each, line in zip(accounts, lines, strict=True)]
    debits, credits = _totals(lines, accounts, has_sides=has_sides)
    return TrialBalance(
        name,
        tuple(accounts),
        debits,
        credits,
        (*remarks, *main.wrong_totals()),
        opening=main.columns.opening,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the books: `debits` and `credits` for each year, or the balance as a debit."""

    code: str
    name: str
    kind: str
    line: str
    debits: Amounts
    credits: Amounts
    moved: tuple[Decimal, Decimal] = (_NIL, _NIL)

    @property
    def key(self) -> str:
        return self.code or self.name

    @property
    def amounts(self) -> Amounts:
        return tuple(debit - credit for debit, credit in zip(self.debits, self.credits, strict=True))

    def account(self, index: int) -> Account:
        return Account(index, self.code, self.name, self.amounts, line=self.line, kind=None, stated=self.kind)


class _Sheet:
    """The rows of a sheet that state accounts, without totals, and without accounts that sum up others."""

    def __init__(self, rows: Sequence[Row], columns: Columns, comma: bool) -> None:
        self.columns, self._comma = columns, comma
        self._totals: list[_Line] = []
        read = [line for row in rows[columns.first :] if (line := self._line(row))]
        coded = sum(bool(line.code) for line in read) > len(read) / 2
        self.lines: list[_Line] = []
        for at, line in enumerate(read):
            if _is_total(line, coded=coded):
                self._totals.append(line)
            elif not _sums_up(line, read[at + 1 :]):
                self.lines.append(line)

    def _line(self, row: Row) -> _Line | None:
        texts = {field: _plain(row, column) for field, column in self.columns.labels.items()}
        code, name = texts.get("code", ""), texts.get("name", "")
        if (not name and (found := _CODE.fullmatch(code))) or (not code and (found := _CODE.fullmatch(name))):
            code, name = found["code"], found["name"]
        elif not name and not any(letter.isdigit() for letter in code):
            code, name = "", code
        read = [self._amounts(row, side) for side in self.columns.sides]
        moved = self._amounts(row, self.columns.movement) if self.columns.movement else None
        if not (code or name) or all(each is None for each in (*read, moved)):
            return None
        amounts = [each or (_NIL, _NIL) for each in read]
        return _Line(
            code,
            name,
            texts.get("kind", ""),
            texts.get("line", ""),
            tuple(debit for debit, _ in amounts),
            tuple(credit for _, credit in amounts),
            moved or (_NIL, _NIL),
        )

    def _amounts(self, row: Row, side: Side) -> tuple[Decimal, Decimal] | None:
        """Return what a row has in the columns of a side, as debit and credit; None where it has nothing."""
        debit, credit, balance = (self._amount(row, at) for at in (side.debit, side.credit, side.balance))
        if debit is None and credit is None and balance is None:
            return None
        return (debit or _NIL) + (balance or _NIL), credit or _NIL

    def _amount(self, row: Row, column: int | None) -> Decimal | None:
        if column is None or column >= len(row):
            return None
        return amount_of(row[column], comma=self._comma)

    def wrong_totals(self) -> Iterator[Remark]:
        """Yield a remark for each total of debits or credits at the end that its accounts do not come to."""
        if not self._totals or self.columns.sides[0].balance is not None:
            return
        stated = self._totals[-1]
        for side, total, sums in (
            ("debit", stated.debits, [line.debits for line in self.lines]),
            ("credit", stated.credits, [line.credits for line in self.lines]),
        ):
            come_to = sum((each[0] for each in sums), _NIL)
            if total[0] and total[0] != come_to:
                values: dict[str, str | int | Decimal] = {
                    "side": side,
                    "stated": total[0],
                    "computed": come_to,
                }
                yield Remark(BooksRemark.TOTAL_DIFFERS, values, wrong=True)


def amount_of(value: Value, *, comma: bool) -> Decimal | None:
    """Return the amount in a cell, credits marked as such negative; None where there is none."""
    if isinstance(value, Decimal):
        rounded = value.quantize(_NOISE).normalize()
        return rounded if abs(rounded) < Decimal("1e15") else value
    text, sign = value.strip(), 1
    if (marked := _SIDE_BEHIND.fullmatch(text)) and not marked["side"].isdigit():
        if heads("credit", marked["side"], whole=True):
            text, sign = marked["amount"], -1
        elif heads("debit", marked["side"], whole=True):
            text = marked["amount"]
    printed = read_printed(text, comma) if text else None
    return None if printed is None or printed.displayed is None else sign * printed.displayed


def _plain(row: Row, column: int) -> str:
    value = row[column] if column < len(row) else ""
    return " ".join(value.split()) if isinstance(value, str) else format(value, "f")


def _is_total(line: _Line, *, coded: bool) -> bool:
    if is_total(line.name or line.code):
        return True
    return coded and not line.code and names_total(line.name)


def _sums_up(line: _Line, behind: Sequence[_Line]) -> bool:
    """Tell whether an account is the sum of those below it whose codes begin with its own."""
    if not line.code or not behind:
        return False
    own = line.code.rstrip(".-0") if line.code.endswith((".", "-")) else line.code
    parts: list[_Line] = []
    for each in behind:
        if not (len(each.code) > len(own) and each.code.startswith(own)):
            break
        parts.append(each)
    leaves = [part for at, part in enumerate(parts) if not _sums_up(part, parts[at + 1 :])]
    if not leaves:
        return False
    return all(
        sum(amounts, _NIL) == own
        for own, *amounts in zip(line.amounts, *(each.amounts for each in leaves), strict=True)
    )


def _with_movement(account: Account, line: _Line) -> Account:
    """Return an account of the income statement that was closed with what was booked before."""
    debit, credit = line.moved
    if account.kind is None or not account.kind.is_of_result or account.amounts[0] or not debit:
        return account
    if debit != credit:
        return account
    return replace(account, amounts=(debit * account.kind.side, *account.amounts[1:]), closed=True)


def _totals(
    lines: Sequence[_Line], accounts: Sequence[Account], *, has_sides: bool
) -> tuple[Amounts, Amounts]:
    """Return the totals of debits and of credits for each year: as stated in two columns, else by sign."""
    if has_sides:
        return (
            tuple(sum(each, _NIL) for each in zip(*(line.debits for line in lines), strict=True)),
            tuple(sum(each, _NIL) for each in zip(*(line.credits for line in lines), strict=True)),
        )
    years = list(zip(*(each.amounts for each in accounts if not each.closed), strict=True))
    return (
        tuple(sum((each for each in year if each > 0), _NIL) for year in years),
        tuple(-sum((each for each in year if each < 0), _NIL) for year in years),
    )
