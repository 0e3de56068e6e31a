"""The words for books tied to statements, and for two documents that are compared.

Of a line of the statements: how it was mapped, its outcome, and what would explain a difference. Of a
comparison: the relation of the two documents, and the outcomes of numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from cofitcheck.books import BooksRemark, Hint, HintKind, How, LineOutcome, Remark, StatementKind, Tie
from cofitcheck.checks.comparatives import Comparison, Kinship, Outcome
from cofitcheck.reports.words.languages import Phrase, Words, counted, listed, phrase

STATEMENTS = {
    StatementKind.POSITION: phrase("Balance sheet"),
    StatementKind.RESULT: phrase("Income statement"),
}

HOWS = {
    How.BOOKS: phrase("named in the books"),
    How.FILE: phrase("in the mapping file"),
    How.NAME: phrase("by name"),
    How.SUM: phrase("by their sum"),
    How.LAST_YEAR: phrase("by the sum of last year"),
    How.REST: phrase("what no other line takes"),
    How.OPEN: phrase("by name, to be confirmed"),
    How.SEVERAL: phrase("several sets of accounts come to it"),
    How.NOTHING: phrase("no account found"),
}
"""How the accounts of a line were found."""

TIED = {
    LineOutcome.AGREES: phrase("agrees"),
    LineOutcome.ROUNDING: phrase("rounding"),
    LineOutcome.DIFFERS: phrase("differs"),
    LineOutcome.OPEN: phrase("open"),
}

TIED_MANY = {
    LineOutcome.AGREES: phrase("agree"),
    LineOutcome.ROUNDING: phrase("rounding"),
    LineOutcome.DIFFERS: phrase("differ"),
    LineOutcome.OPEN: phrase("open"),
}
"""The outcome of a line (`TIED`) and of several lines (`TIED_MANY`)."""

_REMARKS: dict[BooksRemark, Phrase] = {
    BooksRemark.BALANCED: phrase("{year}: debits of {debits} equal credits."),
    BooksRemark.UNBALANCED: phrase(
        "{year}: debits of {debits} and credits of {credits} differ by {difference}."
    ),
    BooksRemark.TOTAL_DIFFERS: phrase(
        "The total of {side} in the books is {stated}, and their accounts come to {computed}."
    ),
    BooksRemark.UNREAD_AMOUNT: phrase("Amounts of the books that could not be read: {amount} ({n} in all)."),
    BooksRemark.SCHEDULE: phrase(
        "The books hold a part of the accounts only; debits and credits were not compared."
    ),
    BooksRemark.CREDITS_POSITIVE: phrase("In the books credits are positive; they were read so."),
    BooksRemark.WITHOUT_SIGN: phrase(
        "In the books balances have no sign; each was read on the usual side of its class."
    ),
    BooksRemark.OTHER_UNIT: phrase(
        "{statement}: the books are in another unit than the statements; they were multiplied by {factor}."
    ),
    BooksRemark.CLOSED: phrase(
        "The books were closed: no account of income or expense has a balance, and none was tied."
    ),
    BooksRemark.NO_LAST_YEAR: phrase("The books have no amounts of last year; only this year was tied."),
    BooksRemark.UNKNOWN_LINE: phrase(
        "The mapping names a line that the statements do not have, “{line}”; its accounts were mapped anew."
    ),
    BooksRemark.UNKNOWN_ACCOUNT: phrase(
        "Accounts of the mapping that the books do not have: {account} ({n} in all)."
    ),
}
_SIDES = {"debit": phrase("debits"), "credit": phrase("credits")}
_YEARS = (phrase("This year"), phrase("Last year"))
_HALF = phrase("{sentence} {account} on the other side would balance them.")

_HINTS = {
    HintKind.ACCOUNT_IN_NO_LINE: phrase("{accounts}, which is in no line, is the difference."),
    HintKind.OTHER_SIGN: phrase("{accounts} with the other sign would explain it."),
    HintKind.OTHER_LINE: phrase("{accounts} in the line “{line}”, or out of it, would explain both lines."),
    HintKind.SWAPPED: phrase("The balances of {accounts} look swapped; “{line}” differs by as much."),
    HintKind.OPPOSITE: phrase("“{line}” differs by as much the other way."),
    HintKind.THE_BOOKS: phrase("The books are out of balance by as much."),
}

KINSHIPS = {
    Kinship.LAST_YEAR: phrase("an earlier report"),
    Kinship.DRAFT: phrase("an earlier draft"),
    Kinship.RENDITION: phrase("the same document in another format or language"),
    Kinship.RELEASE: phrase("the whole of which this document tells a part"),
}
"""The words for what the other document is to this one."""
OUTCOMES = {
    Outcome.AGREE: phrase("agree"),
    Outcome.EXPLAINED: phrase("differ, and the document says why"),
    Outcome.DIFFER: phrase("differ"),
    Outcome.LEFT_OPEN: phrase("left open"),
    Outcome.NOT_FOUND: phrase("not found there"),
    Outcome.ADDED: phrase("added"),
    Outcome.DROPPED: phrase("dropped"),
    Outcome.MOVED: phrase("moved"),
}
OUTCOME_OF_ONE = {
    Outcome.AGREE: phrase("agrees"),
    Outcome.EXPLAINED: phrase("differs, and the document says why"),
    Outcome.DIFFER: phrase("differs"),
    Outcome.LEFT_OPEN: phrase("left open"),
    Outcome.NOT_FOUND: phrase("not found"),
    Outcome.ADDED: phrase("added"),
    Outcome.DROPPED: phrase("dropped"),
    Outcome.MOVED: phrase("moved"),
}


def remark_words(remark: Remark) -> Words:
    """Return the sentence of a remark on the books."""
    values = {name: _value(name, value) for name, value in remark.values.items()}
    sentence = _REMARKS[remark.what].of(values)
    account = remark.values.get("account")
    if remark.what is BooksRemark.UNBALANCED and account:
        return _HALF.of({"sentence": sentence, "account": str(account)})
    return sentence


def hint_words(tied: Tie, hint: Hint) -> Words:
    """Return the sentence of what would explain a difference."""
    accounts = accounts_words(tied, hint.accounts)
    line = "" if hint.line is None else tied.lines[hint.line].line.label
    return _HINTS[hint.kind].of({"accounts": accounts, "line": line})


def account_words(tied: Tie, index: int) -> Words:
    """Return the name of an account; of the result of the year it is in the language that is spoken."""
    account = tied.books.accounts[index]
    return phrase("Result of the year") if account.result else account.words


def accounts_words(tied: Tie, accounts: Sequence[int]) -> Words:
    """Return the names of accounts."""
    return listed(account_words(tied, each) for each in accounts)


def grouped(amount: Decimal) -> str:
    """Return an amount of the books with its digits grouped."""
    return f"{amount:,f}".replace("-", "−")


def _value(name: str, value: str | int | Decimal) -> str | int | Phrase:
    if name == "year" and isinstance(value, int):
        return _YEARS[value]
    if name == "side":
        return _SIDES[str(value)]
    if isinstance(value, StatementKind):
        return STATEMENTS[value]
    return grouped(value) if isinstance(value, Decimal) else value


def coverage_words(comparison: Comparison) -> Words:
    """Return how many numbers have which outcome: "Of 780 comparatives 702 agree, 9 differ."."""
    counts = comparison.counts
    n, said = sum(counts.values()), outcome_counts(counts)
    if comparison.kinship is Kinship.LAST_YEAR:
        return counted("Of {n} comparative {counts}.", "Of {n} comparatives {counts}.", n, counts=said)
    return counted("Of {n} number {counts}.", "Of {n} numbers {counts}.", n, counts=said)


def said_words(comparison: Comparison) -> Words:
    """Return how many numbers in sentences have which outcome, "" where none were compared."""
    counts = comparison.said_counts
    if not counts:
        return ""
    n, said = sum(counts.values()), outcome_counts(counts)
    if comparison.kinship is Kinship.DRAFT:
        return counted(
            "{n} number in sentences is not as it was: {counts}.",
            "{n} numbers in sentences are not as they were: {counts}.",
            n,
            counts=said,
        )
    return counted(
        "Of {n} number in sentences {counts}.", "Of {n} numbers in sentences {counts}.", n, counts=said
    )


def outcome_counts(counts: Mapping[Outcome, int]) -> Words:
    """Return counts by outcome. A count of 0 is told only for agreements and differences."""
    told = {Outcome.AGREE, Outcome.DIFFER}
    return listed(
        phrase("{n} {outcome}", n=count, outcome=OUTCOMES[outcome])
        for outcome, count in counts.items()
        if count or outcome in told
    )
