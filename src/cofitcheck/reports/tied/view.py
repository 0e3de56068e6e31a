"""What a page shows of a tie: plain data that can be stored, said in the language of who reads it."""

from __future__ import annotations

from msgspec import Struct

from cofitcheck.books.mapping_file import key_of
from cofitcheck.books.model import AccountClass, LineOutcome, Tie, TiedLine
from cofitcheck.reports.tied.lines import tie_coverage
from cofitcheck.reports.words import Words
from cofitcheck.reports.words.books import (
    HOWS,
    STATEMENTS,
    TIED,
    account_words,
    accounts_words,
    grouped,
    hint_words,
    remark_words,
)


class AccountView(Struct, frozen=True):
    """An account with its balances in the sign of its line, the latest first.

    `key` is what a mapping knows it by, "" of the result of the year, which is no account of the books.
    """

    key: str
    code: str
    name: str
    words: Words
    amounts: tuple[str, ...]


class LineView(Struct, frozen=True, kw_only=True):
    """A line of the statements with its accounts; `mark` is its outcome, `name` what a mapping calls it."""

    name: str
    label: str
    section: str
    mentions: tuple[int | None, ...]
    stated: tuple[str, ...]
    differences: tuple[str, ...]
    outcome: Words
    mark: str
    how: Words
    certain: bool
    accounts: tuple[AccountView, ...]
    hints: tuple[Words, ...]
    several: tuple[Words, ...]

    @property
    def open(self) -> bool:
        """Whether a person has to look at it."""
        return self.mark != LineOutcome.AGREES

    @property
    def agrees(self) -> bool:
        """Whether its accounts come to it, rounding allowed."""
        return self.mark in (LineOutcome.AGREES, LineOutcome.ROUNDING)


class StatementView(Struct, frozen=True):
    """The lines of a statement."""

    title: Words
    lines: tuple[LineView, ...]


class RemarkView(Struct, frozen=True):
    """What is to be known of the books; `wrong` tells that it is a finding."""

    wrong: bool
    words: Words


class TieView(Struct, frozen=True, kw_only=True):
    """The books tied to the statements of a document; `unused` are accounts in no line."""

    document: str
    books: str
    years: int
    coverage: Words
    remarks: tuple[RemarkView, ...]
    statements: tuple[StatementView, ...]
    unused: tuple[AccountView, ...]

    @property
    def lines(self) -> list[LineView]:
        """The lines of all statements."""
        return [line for statement in self.statements for line in statement.lines]


def tie_view(tied: Tie) -> TieView:
    """Return what a page shows of a tie."""
    kinds = dict.fromkeys(each.line.statement for each in tied.lines)
    return TieView(
        document=tied.document,
        books=tied.books.name,
        years=tied.books.years,
        coverage=tie_coverage(tied),
        remarks=tuple(RemarkView(each.wrong, remark_words(each)) for each in tied.remarks),
        statements=tuple(
            StatementView(
                STATEMENTS[kind],
                tuple(_line(tied, each) for each in tied.lines if each.line.statement is kind),
            )
            for kind in kinds
        ),
        unused=tuple(_account(tied, each, 1) for each in tied.unused),
    )


def _line(tied: Tie, each: TiedLine) -> LineView:
    line, years = each.line, tied.books.years
    return LineView(
        name=line.name,
        label=line.label,
        section=line.path[-1] if line.path else "",
        mentions=line.mentions[:years],
        stated=line.texts[:years],
        differences=tuple(
            grouped(amount) if amount and 2 * abs(amount) > line.unit else "" for amount in each.differences
        ),
        outcome=TIED[each.outcome],
        mark=each.outcome.value,
        how=HOWS[each.how],
        certain=each.how.is_certain,
        accounts=tuple(_account(tied, at, _side(line.kind)) for at in each.accounts),
        hints=tuple(hint_words(tied, hint) for hint in each.hints),
        several=tuple(accounts_words(tied, accounts) for accounts in each.others),
    )


def _side(kind: AccountClass | None) -> int:
    return -1 if kind is not None and kind.side < 0 else 1


def _account(tied: Tie, index: int, side: int) -> AccountView:
    account = tied.books.accounts[index]
    key = "" if account.result else key_of(account)
    amounts = tuple(grouped(side * each) for each in account.amounts)
    return AccountView(key, account.code, account.name, account_words(tied, index), amounts)
