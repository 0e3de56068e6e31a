"""Reads the accounts of a trial balance or a lead schedule from a workbook or a file of values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from cofitcheck.books import Account, Amounts, BooksRemark, Remark, TrialBalance
from cofitcheck.books.classes import classified, signed
from cofitcheck.books.columns import Columns, Row, Side, amount_at, find_columns, side_of
from cofitcheck.errors import InputError
from cofitcheck.language.lexicon import is_total, names_total
from cofitcheck.periods.text import years_in
from cofitcheck.readers import read_rows
from cofitcheck.readers.tables import Decimals

_CODE = re.compile(r"(?P<code>\d[\d.\-/]{1,14})(?:\s*[-–—:·]\s*|\s+)(?P<name>\S.*)")
"""An account whose code stands before its name."""
_CODE_BEHIND = re.compile(r"(?P<name>\S.*?)(?<!\s)\s*+[(（\[](?P<code>\d[\d.\-/]{1,14})[)）\]]")
_STARS = re.compile(r"\*+(?:\s.*)?")
"""What some systems print before a total."""
_OF_DEPTH = 100
"""The depth of one column: an account in the next column is deeper than any that is indented."""
_NIL = Decimal(0)


def read_trial_balance(path: Path, name: str | None = None) -> TrialBalance:
    """Read the books from a workbook (.xlsx) or a file of values (.csv, .tsv): account, name, debit and
    credit or balance, and the same of last year.

    Sheets of a workbook that hold other accounts are read on. Raises `InputError` where no sheet has such
    columns.
    """
    name = name or path.name
    sheets = [rows for rows in read_rows(path, name).values() if rows]
    comma = Decimals.of(
        text.strip() for rows in sheets for row in rows for text in row if isinstance(text, str)
    ).uses_comma
    found = [(rows, columns) for rows in sheets if (columns := find_columns(rows, comma=comma))]
    if not found:
        raise InputError(
            f"{name}: no {'sheet has' if len(sheets) > 1 else 'row heads'} columns of accounts with "
            "debits and credits, or balances; head the columns Account, Name, Debit and Credit (or Balance)."
        )
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
    lines = _merged(lines)
    has_sides = main.columns.sides[0].is_signed
    accounts = classified([line.account(index) for index, line in enumerate(lines)], with_signs=has_sides)
    remarks: tuple[Remark, ...] = ()
    if unread := [text for sheet in taken for text in sheet.unread]:
        values: dict[str, str | int | Decimal] = {"amount": ", ".join(unread[:5]), "n": len(unread)}
        remarks = (Remark(BooksRemark.UNREAD_AMOUNT, values, wrong=True),)
    if not has_sides:
        accounts, of_signs = signed(accounts)
        remarks = (*remarks, *of_signs)
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
    depth: int = 0

    @property
    def key(self) -> str:
        return self.code or self.name

    @property
    def amounts(self) -> Amounts:
        return tuple(debit - credit for debit, credit in zip(self.debits, self.credits, strict=True))

    def account(self, index: int) -> Account:
        return Account(index, self.code, self.name, self.amounts, line=self.line, kind=None, stated=self.kind)


class _Sheet:
    """The rows of a sheet that state accounts, without totals, and without accounts that sum up others.
    `unread` are texts in the columns of amounts that state none."""

    def __init__(self, rows: Sequence[Row], columns: Columns, comma: bool) -> None:
        self.columns, self._comma = columns, comma
        self._totals: list[tuple[_Line, int]] = []
        self.unread: list[str] = []
        read = [line for row in rows[columns.first :] if (line := self._line(row))]
        coded = sum(bool(line.code) for line in read) > len(read) / 2
        self.lines: list[_Line] = []
        for at, line in enumerate(read):
            if _is_total(line, coded=coded, last=at + 1 == len(read)):
                self._totals.append((line, len(self.lines)))
            elif not _sums_up(line, read[at + 1 :]):
                self.lines.append(line)

    def _line(self, row: Row) -> _Line | None:
        code, name, depth = self._named(row)
        read = [self._amounts(row, side) for side in self.columns.sides]
        moved = self._amounts(row, self.columns.movement) if self.columns.movement else None
        if not (code or name) or all(each is None for each in (*read, moved)):
            return None
        amounts = [each or (_NIL, _NIL) for each in read]
        return _Line(
            code,
            name,
            self._text(row, "kind"),
            self._text(row, "line"),
            tuple(debit for debit, _ in amounts),
            tuple(credit for _, credit in amounts),
            moved or (_NIL, _NIL),
            depth,
        )

    def _text(self, row: Row, field: str) -> str:
        column = self.columns.labels.get(field)
        return "" if column is None else _plain(row, column)

    def _named(self, row: Row) -> tuple[str, str, int]:
        """Return code, name and depth of what a row is called."""
        code, name = self._text(row, "code"), self._text(row, "name")
        column = self.columns.labels.get("name", self.columns.labels.get("code", 0))
        if self.columns.outline:
            held = [at for at in range(min(self.columns.outline, len(row))) if _plain(row, at)]
            column = held[-1] if held else 0
            name = _plain(row, column)
        raw = row[column] if column < len(row) else ""
        indent = len(raw) - len(raw.lstrip()) if isinstance(raw, str) else 0
        depth = indent + (_OF_DEPTH * column if self.columns.outline else 0)
        # Under a parent a system may print the names of both: "1000 · Bank:1010 · Petty cash".
        under = (code or name).rpartition(":")[2].strip()
        for pattern in (_CODE, _CODE_BEHIND) if not code or not name else ():
            if found := pattern.fullmatch(under) or pattern.fullmatch(code or name):
                return found["code"], found["name"], depth
        if not name and not any(letter.isdigit() for letter in code):
            code, name = "", code
        return code, name, depth

    def _amounts(self, row: Row, side: Side) -> tuple[Decimal, Decimal] | None:
        """Return what a row has in the columns of a side, as debit and credit; None where it has nothing."""
        debit, credit, balance = (self._amount(row, at) for at in (side.debit, side.credit, side.balance))
        if debit is None and credit is None and balance is None:
            return None
        if balance and side.mark is not None:
            marked = balance * (side_of(_plain(row, side.mark)) or 1)
            return (marked, _NIL) if marked > 0 else (_NIL, -marked)
        return (debit or _NIL) + (balance or _NIL), credit or _NIL

    def _amount(self, row: Row, column: int | None) -> Decimal | None:
        amount = amount_at(row, column, comma=self._comma)
        text = "" if column is None or amount is not None else _plain(row, column)
        if any(letter.isdigit() for letter in text) and not years_in(text):
            self.unread.append(text)
        return amount

    def wrong_totals(self) -> Iterator[Remark]:
        """Yield a remark for each total of debits or credits at the end that its accounts do not come to,
        unless it is that of the last group."""
        if not self._totals or self.columns.sides[0].balance is not None:
            return
        stated, end = self._totals[-1]
        group = self.lines[self._totals[-2][1] : end] if len(self._totals) > 1 else []
        if group and all(
            sum((each[0] for each in sums), _NIL) == total[0]
            for total, sums in (
                (stated.debits, [line.debits for line in group]),
                (stated.credits, [line.credits for line in group]),
            )
        ):
            return
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


def _plain(row: Row, column: int) -> str:
    value = row[column] if column < len(row) else ""
    return " ".join(value.split()) if isinstance(value, str) else format(value, "f")


def _is_total(line: _Line, *, coded: bool, last: bool) -> bool:
    label = (line.name or line.code).strip(" :.")
    if is_total(label) or _STARS.fullmatch(label) or _STARS.fullmatch(line.code):
        return True
    return (coded or last) and not line.code and names_total(label)


def _sums_up(line: _Line, behind: Sequence[_Line]) -> bool:
    """Tell whether an account is the sum of those below it: deeper ones, or of longer codes."""
    parts: list[_Line] = []
    for each in behind:
        if not (each.depth > line.depth or _is_under(each.code, line.code)):
            break
        parts.append(each)
    leaves = [part for at, part in enumerate(parts) if not _sums_up(part, parts[at + 1 :])]
    if not leaves:
        return False
    return all(
        sum(amounts, _NIL) == own
        for own, *amounts in zip(line.amounts, *(each.amounts for each in leaves), strict=True)
    )


def _is_under(code: str, parent: str) -> bool:
    own = parent.rstrip(".-0") if parent.endswith((".", "-")) else parent
    return bool(own) and len(code) > len(own) and code.startswith(own)


def _merged(lines: Sequence[_Line]) -> list[_Line]:
    """Return the lines with those of one account as one: books may have a row for each department."""
    found: dict[object, _Line] = {}
    for at, line in enumerate(lines):
        key = (line.code, line.name) if line.code else at
        found[key] = _added(found[key], line) if key in found else line
    return list(found.values())


def _added(one: _Line, other: _Line) -> _Line:
    def both(first: Amounts, second: Amounts) -> Amounts:
        return tuple(a + b for a, b in zip(first, second, strict=True))

    moved = (one.moved[0] + other.moved[0], one.moved[1] + other.moved[1])
    return replace(
        one, debits=both(one.debits, other.debits), credits=both(one.credits, other.credits), moved=moved
    )


def _with_movement(account: Account, line: _Line) -> Account:
    """Return an account; one of the income statement that was closed has what was booked before."""
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
