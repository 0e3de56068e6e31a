"""Books tied to the statements of a document, as a page and the terminal show them.

What a page shows is plain data that can be stored; it is put into words in the language of the reader. The
terminal shows the lines that differ or are open, and the accounts that are in no line.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cofitcheck.books import AccountClass, LineOutcome, Tie, TiedLine
from cofitcheck.books.mapping_file import key_of
from cofitcheck.books.tie import counts
from cofitcheck.checks.model import Severity
from cofitcheck.reports.model.wording import short
from cofitcheck.reports.words import Words, counted, listed, phrase
from cofitcheck.reports.words.books import (
    HOWS,
    STATEMENTS,
    TIED,
    TIED_MANY,
    account_words,
    accounts_words,
    grouped,
    hint_words,
    remark_words,
)

_SHOWN = 20
_NAMED = 4
"""How many accounts of a line are named before the others are only counted."""


class AccountView(Struct, frozen=True):
    """An account with its balances in the sign of its line, the latest first.

    `key` is its name in a mapping. It is "" for the result of the year, which is no account of the books.
    """

    key: str
    code: str
    name: str
    words: Words
    amounts: tuple[str, ...]


class LineView(Struct, frozen=True, kw_only=True):
    """A line of the statements with its accounts; `mark` is its outcome, `name` its name in a mapping."""

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
    """A remark on the books; `wrong` says that it is a finding."""

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


def severity(tied: Tie) -> Severity | None:
    """Return the highest severity in a tie, None where all lines agree.

    A difference is of high severity, a line that is open or an account in no line of medium severity, and
    rounding is a notice.
    """
    found = counts(tied)
    if found[LineOutcome.DIFFERS] or any(remark.wrong for remark in tied.remarks):
        return Severity.HIGH
    if found[LineOutcome.OPEN] or tied.unused:
        return Severity.MEDIUM
    return Severity.NOTICE if found[LineOutcome.ROUNDING] else None


def tie_lines(tied: Tie, *, verbose: bool = False) -> Iterator[str]:
    """Yield the lines of text on a tie: how many lines agree, the books, what differs, what is in no line.

    With `verbose` nothing is left out, and lines that agree are told too.
    """
    yield str(tie_coverage(tied))
    yield from (str(remark_words(each)) for each in tied.remarks)
    told = [each for each in tied.lines if verbose or each.outcome is not LineOutcome.AGREES]
    most = len(told) if verbose else _SHOWN
    for each in told[:most]:
        yield f"  {line_words(tied, each)}"
        yield from (f"    {hint_words(tied, hint)}" for hint in each.hints)
    if len(told) > most:
        more = counted(
            "and {n} more line in the report", "and {n} more lines in the report", len(told) - most
        )
        yield f"  {more}"
    if tied.unused:
        yield str(phrase("In no line: {accounts}", accounts=named_words(tied, tied.unused, verbose=verbose)))


def tie_coverage(tied: Tie) -> Words:
    """Return how many lines have which outcome."""
    found = counts(tied)
    parts = [
        phrase("{n} {outcome}", n=found[each], outcome=words)
        for each, words in TIED_MANY.items()
        if found[each]
    ]
    return counted(
        "{n} line of the statements against {accounts} accounts: {parts}.",
        "{n} lines of the statements against {accounts} accounts: {parts}.",
        len(tied.lines),
        accounts=sum(not each.result for each in tied.books.accounts),
        parts=listed(parts),
    )


def line_words(tied: Tie, each: TiedLine) -> Words:
    """Return a line with its outcome, its difference in each year, its accounts and how they were found."""
    off = [
        phrase("{year} {amount}", year=year, amount=grouped(amount))
        for year, amount in zip((phrase("this year"), phrase("last year")), each.differences, strict=False)
        if amount and 2 * abs(amount) > each.line.unit
    ]
    outcome = (
        phrase("{outcome}: {amounts}", outcome=TIED[each.outcome], amounts=listed(off))
        if off
        else TIED[each.outcome]
    )
    return phrase(
        "{line}: {outcome} ({accounts}; {how})",
        line=short(each.line.label, 60),
        outcome=outcome,
        accounts=named_words(tied, each.accounts) if each.accounts else phrase("no account"),
        how=HOWS[each.how],
    )


def named_words(tied: Tie, accounts: tuple[int, ...], *, verbose: bool = False) -> Words:
    """Return the names of accounts; of many, the first names and how many more there are."""
    most = len(accounts) if verbose else _NAMED
    named = listed(short(str(account_words(tied, each)), 50) for each in accounts[:most])
    if len(accounts) <= most:
        return named
    return phrase("{accounts} and {n} more", accounts=named, n=len(accounts) - most)
