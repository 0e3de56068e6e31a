"""What a person reads in the terminal after books were tied: what differs, is open, or is in no line."""

from __future__ import annotations

from collections.abc import Iterator

from cofitcheck.books.model import LineOutcome, Tie, TiedLine
from cofitcheck.books.tie import counts
from cofitcheck.checks.model import Severity
from cofitcheck.reports.model.wording import short
from cofitcheck.reports.words import Words, counted, listed, phrase
from cofitcheck.reports.words.books import (
    HOWS,
    TIED,
    TIED_MANY,
    account_words,
    grouped,
    hint_words,
    remark_words,
)

_SHOWN = 20
_NAMED = 4
"""So many accounts of a line are named before the rest is counted."""


def severity(tied: Tie) -> Severity | None:
    """Return the severity of the gravest that is found: a difference is high, what is open or in no line
    medium, rounding a notice; None where all agrees."""
    found = counts(tied)
    if found[LineOutcome.DIFFERS] or any(remark.wrong for remark in tied.remarks):
        return Severity.HIGH
    if found[LineOutcome.OPEN] or tied.unused:
        return Severity.MEDIUM
    return Severity.NOTICE if found[LineOutcome.ROUNDING] else None


def tie_lines(tied: Tie, *, verbose: bool = False) -> Iterator[str]:
    """Yield the lines that tell of a tie: how many lines agree, the books, what differs, what is in no line.

    `verbose` leaves nothing out, and tells of lines that agree too.
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
    """Return the names of accounts, of many the first and how many more there are."""
    most = len(accounts) if verbose else _NAMED
    named = listed(short(str(account_words(tied, each)), 50) for each in accounts[:most])
    if len(accounts) <= most:
        return named
    return phrase("{accounts} and {n} more", accounts=named, n=len(accounts) - most)
