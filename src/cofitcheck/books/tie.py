"""Ties the books to the statements: the accounts of each line, the difference, and what would explain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from math import log10

from cofitcheck.books import (
    Account,
    AccountClass,
    BooksRemark,
    Hint,
    HintKind,
    How,
    LineOutcome,
    Remark,
    StatementKind,
    StatementLine,
    Statements,
    Tie,
    TiedLine,
    TrialBalance,
)
from cofitcheck.books.classes import by_totals
from cofitcheck.books.mapping import Mapped, map_accounts
from cofitcheck.books.mapping_file import MappingFile, given_lines

RESULT_NAME = "Result of the year"
_NIL = Decimal(0)
_ONE = Decimal(1)
_NEAR_POWER = 0.15
"""The units differ where the logarithm of the statements over the books is this near to a power of ten."""
_POWERS = (2, 3, 4, 6, 8, 9)


def tie(statements: Statements, books: TrialBalance, file: MappingFile | None = None) -> Tie:
    """Tie the books to the statements of a document; `file` says which accounts a line is made of."""
    lines = statements.lines
    remarks = [*books.remarks]
    accounts = list(books.accounts)
    factors = {kind: _factor(accounts, lines, kind) for kind in StatementKind}
    accounts = by_totals(accounts, statements, factors)
    is_schedule = _is_schedule(accounts)
    if is_schedule:
        kinds = {each.kind for each in accounts}
        of_result = any(kind and kind.is_of_result for kind in kinds)
        lines = statements.of(
            each for each in lines if each.kind in kinds or (each.kind is None and of_result)
        ).lines
        remarks.append(Remark(BooksRemark.SCHEDULE))
    else:
        remarks += _balance(books)
        if not _has_result(accounts):
            lines = statements.of(each for each in lines if each.statement is StatementKind.POSITION).lines
            remarks.append(Remark(BooksRemark.CLOSED))
        elif result := _result(accounts, books.opening):
            accounts.append(result)
    lines = _for_years(lines, books)
    if books.years < 2:
        remarks.append(Remark(BooksRemark.NO_LAST_YEAR))
    remarks += _units(factors, lines)
    given, unknown = given_lines(accounts, lines, file)
    remarks += unknown
    mapped = map_accounts(accounts, lines, given, factors)
    tied = [
        _tied(line, each, accounts, factors[line.statement]) for line, each in zip(lines, mapped, strict=True)
    ]
    used = {account for each in tied for account in each.accounts} | {
        account for account, (line, _) in given.items() if line < 0
    }
    unused = tuple(each.index for each in accounts if each.index not in used and not each.is_empty)
    tied = [
        replace(each, hints=tuple(_hints(each, tied, unused, accounts, factors, remarks))) for each in tied
    ]
    whole = replace(books, accounts=tuple(accounts))
    return Tie(statements.document, whole, tuple(tied), unused, tuple(remarks))


def _is_schedule(accounts: Sequence[Account]) -> bool:
    """Tell whether the books are a part of some: of one side alone."""
    sides = {each.kind for each in accounts if each.kind and not each.is_empty}
    return AccountClass.ASSET not in sides or not sides & {AccountClass.LIABILITY, AccountClass.EQUITY}


def _balance(books: TrialBalance) -> Iterator[Remark]:
    for year, (debits, credits) in enumerate(zip(books.debits, books.credits, strict=True)):
        values: dict[str, str | int | Decimal] = {
            "debits": debits,
            "credits": credits,
            "difference": debits - credits,
            "year": year,
        }
        if debits == credits:
            yield Remark(BooksRemark.BALANCED, values)
        else:
            half = _half(books.accounts, year, debits - credits)
            yield Remark(BooksRemark.UNBALANCED, {**values, "account": half}, wrong=True)


def _half(accounts: Sequence[Account], year: int, difference: Decimal) -> str:
    """Return the one account whose balance on the other side would balance the books, "" where none would."""
    found = [each for each in accounts if each.amounts[year] and 2 * each.amounts[year] == difference]
    return found[0].words if len(found) == 1 else ""


def _has_result(accounts: Sequence[Account]) -> bool:
    return any(each.kind and each.kind.is_of_result and each.amounts[0] for each in accounts)


def _result(accounts: Sequence[Account], opening: bool) -> Account | None:
    """Return what the accounts of the income statement come to, as an account of equity; None where they were
    closed."""
    of_result = [each for each in accounts if each.kind and each.kind.is_of_result and not each.closed]
    if not of_result:
        return None
    amounts = tuple(sum(year, _NIL) for year in zip(*(each.amounts for each in of_result), strict=True))
    if opening:
        amounts = (amounts[0], *(_NIL for _ in amounts[1:]))
    return Account(len(accounts), "", RESULT_NAME, amounts, AccountClass.EQUITY, result=True)


def _for_years(lines: Sequence[StatementLine], books: TrialBalance) -> tuple[StatementLine, ...]:
    """Return the lines with the amounts that the books can have: opening balances have no income."""
    found = []
    for line in lines:
        years = 1 if books.opening and line.statement is StatementKind.RESULT else books.years
        amounts = (*line.amounts[:years], *[None] * (books.years - len(line.amounts[:years])))
        found.append(replace(line, amounts=amounts))
    return tuple(found)


def _factor(accounts: Sequence[Account], lines: Sequence[StatementLine], kind: StatementKind) -> Decimal:
    """Return the power of ten that turns amounts of the books into those of a statement."""
    classes = (AccountClass.ASSET,) if kind is StatementKind.POSITION else (AccountClass.INCOME,)
    stated = sum(
        (line.amounts[0] or _NIL for line in lines if line.statement is kind and line.kind in classes), _NIL
    )
    held = sum((each.amounts[0] for each in accounts if each.kind in classes), _NIL)
    if stated and held and stated / held > 0:
        power = log10(stated / held)
        nearest = round(power)
        if abs(nearest) in _POWERS and abs(power - nearest) < _NEAR_POWER:
            return _ONE.scaleb(nearest)
    return _ONE


def _units(factors: Mapping[StatementKind, Decimal], lines: Sequence[StatementLine]) -> Iterator[Remark]:
    for kind, factor in factors.items():
        if factor != _ONE and any(line.statement is kind for line in lines):
            yield Remark(BooksRemark.OTHER_UNIT, {"statement": kind, "factor": factor})


def _tied(line: StatementLine, mapped: Mapped, accounts: Sequence[Account], factor: Decimal) -> TiedLine:
    come_to = [
        sum((accounts[each].amounts[year] for each in mapped.accounts), _NIL) * factor
        for year in range(len(line.amounts))
    ]
    turned = line.either and abs((line.amounts[0] or _NIL) + come_to[0]) < abs(
        (line.amounts[0] or _NIL) - come_to[0]
    )
    if turned:
        line = replace(line, amounts=tuple(None if each is None else -each for each in line.amounts))
    sign = _printed_sign(line)
    differences = tuple(
        None if stated is None else (stated - booked) * sign
        for stated, booked in zip(line.amounts, come_to, strict=True)
    )
    return TiedLine(
        line, mapped.accounts, mapped.how, _outcome(line, mapped, differences), differences, mapped.others
    )


def _printed_sign(line: StatementLine) -> int:
    """Return 1 where the statements print debits of a line as they are, -1 where they print the opposite."""
    return -1 if line.kind is not None and line.kind.side < 0 else 1


def _outcome(line: StatementLine, mapped: Mapped, differences: Sequence[Decimal | None]) -> LineOutcome:
    if not any(line.amounts) and not mapped.accounts:
        return LineOutcome.AGREES
    off = max((abs(each) for each in differences if each is not None), default=_NIL)
    if mapped.how is How.NOTHING or (not mapped.how.is_certain and off > line.unit):
        return LineOutcome.OPEN
    if 2 * off <= line.unit:
        return LineOutcome.AGREES
    return LineOutcome.ROUNDING if off <= line.unit else LineOutcome.DIFFERS


def _hints(
    each: TiedLine,
    tied: Sequence[TiedLine],
    unused: Sequence[int],
    accounts: Sequence[Account],
    factors: Mapping[StatementKind, Decimal],
    remarks: Sequence[Remark],
) -> Iterator[Hint]:
    """Yield what would explain the difference of a line: an account, two that are swapped, the books."""
    if each.outcome is not LineOutcome.DIFFERS or not each.differences[0]:
        return
    factor, unit = factors[each.line.statement], each.line.unit
    off = each.differences[0] * _printed_sign(each.line)

    def near(amount: Decimal) -> bool:
        return 2 * abs(amount * factor - off) <= unit

    if found := [account for account in unused if near(accounts[account].amounts[0])]:
        yield Hint(HintKind.ACCOUNT_IN_NO_LINE, tuple(found[:1]))
        return
    if found := [at for at in each.accounts if near(-2 * accounts[at].amounts[0])]:
        yield Hint(HintKind.OTHER_SIGN, tuple(found[:1]))
        return
    for other in tied:
        if other is each or other.outcome is not LineOutcome.DIFFERS or not other.differences[0]:
            continue
        if abs(other.differences[0] * _printed_sign(other.line) + off) <= unit:
            yield _between(each, other, accounts, near)
            return
    wrong = [remark.values.get("difference") for remark in remarks if remark.what is BooksRemark.UNBALANCED]
    if any(isinstance(amount, Decimal) and near(-amount) for amount in wrong):
        yield Hint(HintKind.THE_BOOKS)


def _between(each: TiedLine, other: TiedLine, accounts: Sequence[Account], near: object) -> Hint:
    """Return what would explain two lines that are off by the same: an account in the wrong one, or two that
    are swapped."""
    assert callable(near)
    moved = [at for at in other.accounts if near(accounts[at].amounts[0])]
    moved += [at for at in each.accounts if near(-accounts[at].amounts[0])]
    if len(moved) == 1:
        return Hint(HintKind.OTHER_LINE, (moved[0],), other.line.index)
    swapped = [
        (one, two)
        for one in each.accounts
        for two in other.accounts
        if near(accounts[two].amounts[0] - accounts[one].amounts[0])
    ]
    if len(swapped) == 1:
        return Hint(HintKind.SWAPPED, swapped[0], other.line.index)
    return Hint(HintKind.OPPOSITE, (), other.line.index)


def counts(tied: Tie) -> Counter[LineOutcome]:
    """Return how many lines have which outcome."""
    return Counter(each.outcome for each in tied.lines)
